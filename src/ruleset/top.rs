//! Checks the top of a file: its name and texts, translations, and keys and tables that do not
//! exist.

use super::builtin;
use super::catalog::RuleCatalog;
use super::keys::{self, RULES, TEXT, TOP};
use super::not_a_table::not_a_table;
use super::problem::{Code, Expected, Problem, Problems, nearest};
use super::shown::plain;
use super::source::SourceId;
use super::value::ValueReader;
use super::written::{SourceDocument, SourceEntry};
use std::collections::BTreeMap;

/// The longest name of a rule set, in characters.
const LONGEST_NAME: usize = 64;

/// Name, title and other texts of a rule set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleSetTexts {
    /// Its name, as in records and on the command line.
    pub name: String,
    /// The title that lists show.
    pub title: String,
    /// One line on what it is like to play.
    pub summary: String,
    /// Where the rules come from.
    pub source: String,
    /// Title and summary in other languages, by language.
    pub translations: BTreeMap<String, Translation>,
}

/// The texts of one `[text.…]` table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Translation {
    /// The title, if it is translated.
    pub title: Option<String>,
    /// The summary, if it is translated.
    pub summary: Option<String>,
}

impl RuleSetTexts {
    /// The title in a language; where it is not translated, the one at the top of the file.
    pub fn title_in(&self, language: &str) -> &str {
        self.translations
            .get(language)
            .and_then(|texts| texts.title.as_deref())
            .unwrap_or(&self.title)
    }

    /// The summary in a language; where it is not translated, the one at the top of the file.
    pub fn summary_in(&self, language: &str) -> &str {
        self.translations
            .get(language)
            .and_then(|texts| texts.summary.as_deref())
            .unwrap_or(&self.summary)
    }
}

/// Checks everything in `written` outside the tables of the rules, and returns its texts.
pub(super) fn check(
    written: &SourceDocument,
    catalog: &dyn RuleCatalog,
    problems: &mut Problems,
) -> RuleSetTexts {
    let mut texts = RuleSetTexts { name: default_name(written), ..RuleSetTexts::default() };
    for entry in &written.entries {
        if problems.is_full() {
            break;
        }
        if written.is_damaged(&entry.key_span)
            || (entry.value.as_table().is_none() && written.is_damaged(&entry.value.span))
        {
            continue;
        }
        if let Some(key) = TOP.keys.iter().find(|key| key.name == entry.key) {
            let value = ValueReader::new(written, problems).read(key.name, &key.kind, &entry.value);
            let text =
                value.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
            match key.name {
                "name" if value.is_some() && check_name(written, entry, &text, problems) => {
                    texts.name = text;
                }
                "title" => texts.title = text,
                "summary" => texts.summary = text,
                "source" => texts.source = text,
                _ => {}
            }
        } else if entry.key == TEXT.name {
            translations(written, entry, problems, &mut texts);
        } else if let Some(table) = keys::find_table(&entry.key) {
            if let Some((problem, span)) = not_a_table(entry, table) {
                problems.push(problem.at(written.place(&span), ""));
            }
        } else {
            problems.push(unknown(written, entry, catalog));
        }
    }
    if written.entry("schema").is_none() && written.damaged.is_empty() {
        let problem = Problem::error(Code::SchemaMissing, "`schema` is missing")
            .key("schema")
            .at(written.place(&(0..0)), "");
        problems.push(problem.help(format!(
            "write `schema = {}` as the first line: it is the version of the language",
            keys::SCHEMA
        )));
    }
    if matches!(written.source.id, SourceId::File(_))
        && builtin::all().any(|built_in| built_in.name == texts.name)
    {
        let span = written.entry("name").map_or(0..0, |entry| entry.value.span.clone());
        let message = format!("`{}` is the name of a built-in rule set", texts.name);
        let problem =
            Problem::warning(Code::NameTaken, message).key("name").at(written.place(&span), "");
        problems.push(problem.help(
            "give the file another `name`, so that its records cannot be \
                mistaken for those of the built-in rule set",
        ));
    }
    if texts.title.is_empty() {
        texts.title.clone_from(&texts.name);
    }
    texts
}

fn default_name(written: &SourceDocument) -> String {
    match &written.source.id {
        SourceId::BuiltIn(name) => name.clone(),
        SourceId::File(path) => {
            path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
        }
        SourceId::Overrides | SourceId::Record | SourceId::Script(_) => String::new(),
    }
}

/// Whether a rule set can have this name: 1 to 64 letters, digits, hyphens, underscores and dots.
pub fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.chars().count() <= LONGEST_NAME
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

fn check_name(
    written: &SourceDocument,
    entry: &SourceEntry,
    name: &str,
    problems: &mut Problems,
) -> bool {
    if is_name(name) {
        return true;
    }
    let problem = Problem::error(
        Code::UnknownValue,
        format!(
            "\"{}\" cannot be the name of a rule \
        set",
            plain(name)
        ),
    )
    .key("name")
    .at(written.place(&entry.value.span), "")
    .help(format!(
        "use up to {LONGEST_NAME} letters, digits, hyphens, underscores and dots; \
            the `title` may be any text"
    ));
    problems.push(problem);
    false
}

fn translations(
    written: &SourceDocument,
    entry: &SourceEntry,
    problems: &mut Problems,
    texts: &mut RuleSetTexts,
) {
    let wrong = |entry: &SourceEntry| {
        let message =
            format!("`{}` has to be a table, not {}", plain(&entry.key), entry.value.describe());
        Problem::error(Code::WrongType, message)
            .key("text")
            .at(written.place(&entry.value.span), "")
            .help("write French texts under the header `[text.fr]`")
    };
    let Some(languages) = entry.value.as_table() else {
        return problems.push(wrong(entry));
    };
    for language in languages {
        let Some(entries) = language.value.as_table() else {
            problems.push(wrong(language));
            continue;
        };
        if !(2..=3).contains(&language.key.len())
            || !language.key.bytes().all(|byte| byte.is_ascii_lowercase())
        {
            let problem = Problem::error(
                Code::UnknownValue,
                format!("`{}` is not a language", plain(&language.key)),
            );
            problems.push(
                problem
                    .key("text")
                    .at(written.place(&language.key_span), "")
                    .help("write a language as two or three small letters: `fr`, `de`"),
            );
            continue;
        }
        let mut translation = Translation::default();
        for entry in entries {
            let full = format!("text.{}.{}", language.key, entry.key);
            let Some(key) = TEXT.keys.iter().find(|key| key.name == entry.key) else {
                let owner = format!("`[text.{}]`", language.key);
                ValueReader::new(written, problems).unknown_key(
                    &owner,
                    entry,
                    TEXT.keys.iter().map(|key| key.name),
                );
                continue;
            };
            let value = ValueReader::new(written, problems).read(&full, &key.kind, &entry.value);
            let text = value.as_ref().and_then(serde_json::Value::as_str).map(str::to_owned);
            if key.name == "title" { translation.title = text } else { translation.summary = text }
        }
        texts.translations.insert(language.key.clone(), translation);
    }
}

/// The problem of a key or table at the top of a file that does not exist there.
fn unknown(written: &SourceDocument, entry: &SourceEntry, catalog: &dyn RuleCatalog) -> Problem {
    let name = plain(&entry.key);
    let at = written.place(&entry.key_span);
    if entry.value.as_table().is_some() {
        let tables = keys::tables().map(|table| table.name);
        return Problem::error(Code::UnknownTable, format!("there is no table `[{name}]`"))
            .key(&entry.key)
            .at(at, "")
            .one_of(&entry.key, tables);
    }
    let all = keys::all_names(catalog);
    let homes: Vec<_> =
        all.iter().filter(|(_, key)| *key == entry.key).map(|(table, _)| *table).collect();
    if homes.is_empty() {
        let own =
            || TOP.keys.iter().map(|key| key.name).chain(RULES.iter().map(|table| table.name));
        let guess = nearest(&entry.key, own().chain(all.iter().map(|(_, key)| *key)));
        // At the top of a file, the key of a table is written with its table.
        let whole = |guess: String| match all.iter().find(|(_, key)| *key == guess) {
            Some((table, key)) if own().all(|own| own != guess) => format!("{table}.{key}"),
            _ => guess,
        };
        return Problem::error(Code::UnknownKey, format!("there is no key `{name}`"))
            .key(&entry.key)
            .at(at, "")
            .did_you_mean(guess.map(whole))
            .expected(Expected::words(TOP.keys.iter().map(|key| key.name)));
    }
    let headers: Vec<_> = homes.iter().map(|table| format!("`[{table}]`")).collect();
    Problem::error(Code::MisplacedKey, format!("`{name}` cannot stand at the top of the file"))
        .key(&entry.key)
        .at(at, "")
        .help(format!("move it under the header {}", headers.join(" or ")))
}
