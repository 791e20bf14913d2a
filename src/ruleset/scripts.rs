//! The scripts that the files of a rule set name: loaded, read, and registered beside the other
//! rules.

use super::catalog::RuleCatalog;
use super::digest::sha256;
use super::loader::{LoadError, Loader};
use super::problem::{Code, Problem, Problems, nearest};
use super::shown::plain;
use super::source::{Source, SourceId, SourceSpan};
use super::written::{SourceData, SourceDocument, SourceValue};
use crate::rules::Registry;
use crate::rules::RuleScript;
use crate::rules::script::ScriptProblem;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// The most scripts of a rule set, counting the scripts of its parents and mixins.
pub(super) const MOST_SCRIPTS: usize = 16;

/// A script cannot be read; what is wrong is among the problems.
pub(super) struct NoScript;

/// The catalog together with the rules of all scripts that the files name; `None`: they name none.
///
/// # Errors
/// If a script cannot be read; files that choose its rule get no further problems then.
pub(super) fn extended<'d>(
    files: impl Iterator<Item = &'d Arc<SourceDocument>>,
    loader: &dyn Loader,
    catalog: &dyn RuleCatalog,
    problems: &mut Problems,
) -> Result<Option<Arc<Registry>>, NoScript> {
    let before = problems.len();
    let mut scripts: Vec<Arc<RuleScript>> = Vec::new();
    let mut seen: Vec<SourceId> = Vec::new();
    for file in files {
        let Some(SourceData::List(items)) = file.entry("scripts").map(|entry| &entry.value.data)
        else {
            continue;
        };
        for (number, item) in items.iter().enumerate() {
            let Some(text) = item.as_text() else { continue };
            let source = if text.contains('\n') {
                let name = format!("{}, script {}", file.source.shown, number + 1);
                Some(Source::new(SourceId::Script(name.clone()), name, text))
            } else {
                found(text, loader, file, item, problems)
            };
            let Some(source) = source.filter(|source| !seen.contains(&source.id)) else { continue };
            seen.push(source.id.clone());
            if scripts.len() == MOST_SCRIPTS {
                let message = format!(
                    "a rule set has at most {MOST_SCRIPTS} scripts, those of its parents and \
                     mixins included"
                );
                problems.push(
                    Problem::error(Code::WrongLength, message)
                        .key("scripts")
                        .at(file.place(&item.span), ""),
                );
                break;
            }
            if let Some(script) = read(&Arc::new(source), problems) {
                add(&mut scripts, script, catalog, problems, Some(file.place(&item.span)));
            }
        }
    }
    if problems.len() > before { Err(NoScript) } else { with(scripts, catalog, problems) }
}

/// The catalog together with the rules of scripts that a record carries.
///
/// # Errors
/// As [`extended`].
pub(super) fn of_record(
    rules: &Value,
    catalog: &dyn RuleCatalog,
    problems: &mut Problems,
) -> Result<Option<Arc<Registry>>, NoScript> {
    let mut scripts: Vec<Arc<RuleScript>> = Vec::new();
    let Some(listed) = rules.get("scripts").and_then(Value::as_array) else { return Ok(None) };
    for entry in listed.iter().take(MOST_SCRIPTS) {
        let text = |key: &str| entry.get(key).and_then(Value::as_str);
        let Some((name, text)) = text("name").zip(text("text")) else {
            problems.push(
                Problem::error(
                    Code::WrongType,
                    "the `scripts` of a record have a `name` and a `text` each",
                )
                .key("scripts"),
            );
            continue;
        };
        let source = Source::new(SourceId::Script(name.to_owned()), name, text);
        if let Some(script) = read(&Arc::new(source), problems) {
            add(&mut scripts, script, catalog, problems, None);
        }
    }
    if problems.is_empty() { with(scripts, catalog, problems) } else { Err(NoScript) }
}

fn with(
    scripts: Vec<Arc<RuleScript>>,
    catalog: &dyn RuleCatalog,
    problems: &mut Problems,
) -> Result<Option<Arc<Registry>>, NoScript> {
    if scripts.is_empty() {
        return Ok(None);
    }
    let extended = catalog.with_scripts(scripts).map(Arc::new);
    if extended.is_none() {
        problems.push(Problem::error(Code::NotFound, "scripts cannot be read here").key("scripts"));
    }
    extended.map(Some).ok_or(NoScript)
}

/// The text that a file names.
fn found(
    reference: &str,
    loader: &dyn Loader,
    file: &SourceDocument,
    item: &SourceValue,
    problems: &mut Problems,
) -> Option<Source> {
    let name = plain(reference);
    let problem = |code, message: String| {
        Problem::error(code, message).key("scripts").at(file.place(&item.span), "")
    };
    let is_inside = !reference.starts_with('/')
        && !reference.contains(['\\', ':'])
        && reference.split('/').all(|part| part != "..");
    if Path::new(reference).extension().is_none_or(|end| end != "rhai") {
        let help = "a script is named by a path that ends in `.rhai`, or its whole text stands \
            here between '''";
        problems.push(problem(Code::UnknownValue, format!("`{name}` is no script")).help(help));
        return None;
    }
    if !is_inside {
        let message = format!("`{name}` does not lie in the folder of this file");
        problems.push(
            problem(Code::UnknownValue, message)
                .help("put the script beside the rule set, or into a folder below it"),
        );
        return None;
    }
    match loader.script(reference, &file.source) {
        Ok(source) => Some(source),
        Err(LoadError::NoFile | LoadError::NotFound) => {
            let beside = loader.scripts_beside(reference, &file.source);
            let guess = nearest(reference, beside.iter().map(String::as_str));
            problems.push(
                problem(Code::NotFound, format!("there is no script `{name}`")).did_you_mean(guess),
            );
            None
        }
        Err(why) => {
            problems.push(problem(Code::Unreadable, format!("`{name}` cannot be used: {why}")));
            None
        }
    }
}

/// Reads a script.
fn read(source: &Arc<Source>, problems: &mut Problems) -> Option<Arc<RuleScript>> {
    match RuleScript::compile(&source.shown, source.text()) {
        Ok(script) => Some(script),
        Err(found) => {
            problems.extend(found.into_iter().map(|problem| of_script(source, problem)));
            None
        }
    }
}

/// A problem of a script, at its place.
fn of_script(source: &Arc<Source>, found: ScriptProblem) -> Problem {
    let at = found.at.map(|(line, column)| {
        let start = source.text().split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
        let in_line =
            source.text()[start..].chars().take(column - 1).map(char::len_utf8).sum::<usize>();
        let from = start + in_line;
        // As far as the word goes that stands there.
        let rest = &source.text()[from..];
        let quoted =
            rest.strip_prefix('"').and_then(|rest| rest.find(['"', '\n'])).map(|end| end + 2);
        let word = rest
            .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .unwrap_or(rest.len());
        from..(from + quoted.unwrap_or(word).max(1)).min(source.text().len())
    });
    let problem = Problem::error(Code::Script, found.message)
        .at(SourceSpan::new(source, &at.unwrap_or(0..0)), "");
    let problem = match &found.unknown {
        Some((word, known)) => {
            problem.did_you_mean(nearest(word, known.iter().map(String::as_str)))
        }
        None => problem,
    };
    match found.help {
        Some(help) => problem.help(help),
        None => problem,
    }
}

/// Adds a script, if it is the only one with its rule.
fn add(
    scripts: &mut Vec<Arc<RuleScript>>,
    script: Arc<RuleScript>,
    catalog: &dyn RuleCatalog,
    problems: &mut Problems,
    place: Option<SourceSpan>,
) {
    let rule = script.rule();
    let twin = scripts.iter().find(|known| known.rule().name == rule.name);
    if twin.is_some_and(|twin| twin.text() == script.text()) {
        return;
    }
    let is_known = crate::rules::RulePhase::ALL
        .into_iter()
        .any(|phase| catalog.rule(phase, rule.name).is_some());
    if is_known || twin.is_some() {
        let other = twin
            .map_or_else(|| "this program".to_owned(), |twin| format!("`{}`", plain(twin.name())));
        let problem =
            Problem::error(Code::Script, format!("{other} has a rule `{}` already", rule.name))
                .key("scripts");
        let problem = problem.help("give the rule another `name`");
        problems.push(match place {
            Some(place) => problem.at(place, ""),
            None => problem,
        });
        return;
    }
    scripts.push(script);
}

/// The SHA-256 of a script's text, in hexadecimal digits.
pub(super) fn hash(script: &RuleScript) -> String {
    sha256(script.text())
}
