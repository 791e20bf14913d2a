//! Makes [`Resolved`] rules of a name, a file or a record: loads, merges, fills in defaults and checks.

use super::catalog::{RuleCatalog, RulePhase};
use super::chain::{Base, ChainFile, SourceChain};
use super::contradictions;
use super::keys::{self, KeyTable, PRESENTATION, RULES};
use super::loader::Loader;
use super::merge::Merge;
use super::overrides::overrides;
use super::problem::{Code, Expected, Problem, Problems};
use super::reference::{Reference, ReferencePart};
use super::resolved::{Origin, Presentation, Resolved, WrittenKey, facts, record_fields};
use super::shown::plain;
use super::source::{Source, SourceId, SourceSpan};
use super::top::{self, RuleSetTexts};
use super::value;
use super::written::SourceDocument;
use crate::game::{Key, RuleFacts, Values};
use serde_json::{Map, Value};
use std::ops::Range;
use std::sync::Arc;

/// The rules that `reference` names: a built-in rule set or a file, with mixins and overrides after it
/// (`classic+tiles.hand=4`).
///
/// # Errors
/// All problems, warnings included. Warnings alone are in [`Resolved::warnings`].
pub fn load(reference: &str, loader: &dyn Loader, catalog: &dyn RuleCatalog) -> Result<Resolved, Problems> {
    let reference = Reference::read(reference, loader);
    let mut problems = Problems::default();
    let mut chain = SourceChain::new(loader, &mut problems);
    let place = |span: &Range<usize>| SourceSpan::new(&reference.text, span);
    let source = match &reference.loaded {
        Ok(source) => source.clone(),
        Err(error) => {
            // A single name needs no caret.
            let place = (!reference.extras.is_empty()).then(|| place(&reference.base));
            chain.not_loaded(&reference.text.text()[reference.base.clone()], error, place, "");
            return Err(problems);
        }
    };
    let name = source.shown.clone();
    let (levels, complete) = chain.levels(source);
    let files: Vec<SourceId> = levels.iter().map(|level| level.own.source.id.clone()).collect();
    let base = complete.then_some(Base { name: &name, files: &files });
    let mut mixins = Some(Vec::new());
    for extra in &reference.extras {
        let ReferencePart::Mixin(span) = extra else { continue };
        let name = &reference.text.text()[span.clone()];
        if name.is_empty() {
            let problem = Problem::error(Code::BadOverride, "nothing follows the `+`").at(place(span), "");
            chain.problems.push(problem.help("write a mixin (`classic+big-board`) or a key and its value (`classic+tiles.hand=4`)"));
            mixins = None;
        } else if let Some((table, key)) = key_named(name, loader, catalog) {
            let problem = Problem::error(Code::BadOverride, format!("`{}` has no value", plain(name))).at(place(span), "");
            let example = super::guide::example(table, key, catalog).map(|example| format!(", as in `+{table}.{key}={example}`"));
            chain.problems.push(
                problem.key(format!("{table}.{key}")).help(format!("write `=` and a value after the key{}", example.unwrap_or_default())),
            );
            mixins = None;
        } else if let Some(mixin) = chain.mixin(name, None, place(span), base) {
            mixins = mixins.map(|mut mixins| {
                mixins.push(mixin);
                mixins
            });
        } else {
            mixins = None;
        }
    }
    let include_sites = std::mem::take(&mut chain.include_sites);
    let partial = !complete || mixins.is_none();
    let extras = (!reference.extras.is_empty()).then(|| (&reference, mixins.unwrap_or_default()));
    with_include_sites(finish(levels, partial, extras, problems, catalog), &include_sites)
}

/// The key that is written where a mixin could be, if no mixin has that name.
fn key_named(name: &str, loader: &dyn Loader, catalog: &dyn RuleCatalog) -> Option<(&'static str, &'static str)> {
    let is_it = |(table, key): &(&'static str, &'static str)| name == *key || name.split_once('.') == Some((*table, *key));
    keys::all_names(catalog).into_iter().find(is_it).filter(|_| loader.load(name, None).is_err())
}

/// The rules of a text that is loaded already.
///
/// # Errors
/// As [`load`].
pub fn resolve(source: Source, loader: &dyn Loader, catalog: &dyn RuleCatalog) -> Result<Resolved, Problems> {
    let mut problems = Problems::default();
    let mut chain = SourceChain::new(loader, &mut problems);
    let (levels, complete) = chain.levels(source);
    let include_sites = std::mem::take(&mut chain.include_sites);
    with_include_sites(finish(levels, !complete, None, problems, catalog), &include_sites)
}

/// Gives the problems of parents and mixins the place at which the named file includes them.
fn with_include_sites(result: Result<Resolved, Problems>, include_sites: &[(SourceId, SourceSpan)]) -> Result<Resolved, Problems> {
    match result {
        Ok(mut rules) => {
            rules.warnings.attach_include_sites(include_sites);
            Ok(rules)
        }
        Err(mut problems) => {
            problems.attach_include_sites(include_sites);
            Err(problems)
        }
    }
}

/// The rules of a game record. Fields that no key declares are ignored, missing keys take their defaults.
///
/// # Errors
/// All problems; messages name the key, since a record has no lines that people read.
pub(crate) fn from_json(rules: &Value, catalog: &dyn RuleCatalog) -> Result<Resolved, Problems> {
    let source = Arc::new(Source::new(SourceId::Record, "the record's rules", ""));
    if !rules.is_object() {
        return Err(Problem::error(Code::WrongType, "the rules of a record have to be an object")
            .expected(Expected::Form("an object".to_owned()))
            .into());
    }
    let written = Arc::new(SourceDocument::from_json(&source, rules));
    let mut merge = Merge::new(catalog);
    merge.lenient = true;
    for table in RULES {
        if let Some(entry) = written.entry(table.name).filter(|entry| entry.value.as_table().is_none()) {
            let message = format!("`{}` has to be a table, not {}", table.name, entry.value.describe());
            merge.problems.push(Problem::error(Code::WrongType, message).key(table.name));
        }
    }
    merge.merge_file(&[], &written, true);
    let name = rules.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let texts = RuleSetTexts { title: name.clone(), name, ..RuleSetTexts::default() };
    let mut result = complete(merge, texts, vec![written]);
    // Nobody edits the rules of a record, so warnings about them are dropped.
    if let Ok(rules) = &mut result {
        rules.warnings = Problems::default();
    }
    result.map_err(|problems| {
        problems.into_iter().map(without_places).fold(Problems::default(), |mut all, problem| {
            all.push(problem);
            all
        })
    })
}

fn without_places(mut problem: Problem) -> Problem {
    problem.labels.clear();
    problem
}

/// A reference with mixins or overrides, and the mixins.
type Extras<'a> = (&'a Reference, Vec<(Arc<SourceDocument>, SourceSpan)>);

fn finish(
    levels: Vec<ChainFile>,
    partial: bool,
    extras: Option<Extras<'_>>,
    problems: Problems,
    catalog: &dyn RuleCatalog,
) -> Result<Resolved, Problems> {
    let mut merge = Merge::new(catalog);
    merge.problems = problems;
    merge.partial = partial;
    let mut texts = RuleSetTexts::default();
    let mut base = 0..0;
    let mut files = Vec::new();
    let count = levels.len();
    for (i, level) in levels.into_iter().enumerate() {
        for (mixin, _) in &level.mixins {
            top::check(mixin, catalog, &mut merge.problems);
        }
        texts = top::check(&level.own, catalog, &mut merge.problems);
        // Users cannot change built-in rule sets, so no warnings are about their keys.
        let own = i + 1 == count && !matches!(level.own.source.id, SourceId::BuiltIn(_) if extras.is_some());
        merge.merge_file(&level.mixins, &level.own, own);
        files.extend(level.mixins.into_iter().map(|(mixin, _)| mixin));
        files.push(level.own);
    }
    if let Some((reference, mixins)) = extras {
        for (mixin, _) in &mixins {
            top::check(mixin, catalog, &mut merge.problems);
        }
        let written = Arc::new(overrides(reference, &mixins, &mut merge));
        merge.merge_file(&mixins, &written, true);
        let extras_text = &reference.text.text()[reference.base.end..];
        texts.name.push_str(extras_text);
        let extras_text = extras_text.replace('+', " + ");
        texts.title.push_str(&extras_text);
        for title in texts.translations.values_mut().filter_map(|translation| translation.title.as_mut()) {
            title.push_str(&extras_text);
        }
        files.extend(mixins.into_iter().map(|(mixin, _)| mixin));
        files.push(written);
        base = reference.base.clone();
    }
    let mut resolved = complete(merge, texts, files)?;
    resolved.base = base;
    Ok(resolved)
}

/// Fills in defaults and checks the rules as a whole.
fn complete(mut merge: Merge<'_>, texts: RuleSetTexts, files: Vec<Arc<SourceDocument>>) -> Result<Resolved, Problems> {
    if merge.partial {
        merge.problems.sort();
        return Err(merge.problems);
    }
    let mut resolved = Resolved {
        texts,
        presentation: presentation(&merge),
        rules: Map::new(),
        order: Vec::new(),
        origins: std::collections::BTreeMap::new(),
        facts: RuleFacts { columns: 0, rows: 0, min_players: 0, max_players: 0, hand: 0, tiles: 0 },
        one_hand: false,
        warnings: Problems::default(),
        files,
        base: 0..0,
    };
    // Defaults of a rule's own keys may follow from the core's values, which are known after the first round.
    for _ in 0..2 {
        resolved.order.clear();
        for table in RULES {
            let values = fill(&merge, table, &mut resolved);
            resolved.rules.insert(table.name.to_owned(), Value::Object(values));
        }
        resolved.facts = facts(&resolved.rules);
    }
    resolved.one_hand = resolved.flag("tiles.open") || one_hand(&merge, &resolved);
    let found = contradictions::check(&resolved, &merge.broken);
    merge.problems.extend(found);
    check_rules(&mut merge, &resolved);
    merge.problems.sort();
    if merge.problems.has_errors() {
        return Err(merge.problems);
    }
    resolved.warnings = merge.problems;
    Ok(resolved)
}

fn fill(merge: &Merge<'_>, table: &'static KeyTable, resolved: &mut Resolved) -> Map<String, Value> {
    let mut values = Map::new();
    if let Some(info) = table.phase {
        values.insert("rule".to_owned(), merge.rule(info.phase).unwrap_or(info.default).into());
        let origin = merge.slots.get(&(table.name, "rule")).map_or(Origin::Default, |slot| slot.origin.clone());
        resolved.origins.insert((table.name, "rule"), origin);
        resolved.order.push(WrittenKey { key: (table.name, "rule"), fields: &[] });
    }
    for key in keys::keys_with(table, merge.rule_keys(table)) {
        let full = (table.name, key.name);
        let slot = merge.slots.get(&full).map(|slot| (slot.value.clone(), slot.origin.clone()));
        let filled = slot.or_else(|| value::default(key, &resolved.facts).map(|value| (value, Origin::Default)));
        if let Some((value, origin)) = filled {
            values.insert(key.name.to_owned(), value);
            resolved.origins.insert(full, origin);
            resolved.order.push(WrittenKey { key: full, fields: record_fields(&key.kind) });
        }
    }
    values
}

/// Reports required keys that are not set, and lets the chosen rules check their values.
fn check_rules(merge: &mut Merge<'_>, resolved: &Resolved) {
    let facts_sound = facts_are_sound(merge, resolved);
    for table in RULES {
        let Some(info) = table.phase else { continue };
        let Some(rule) = merge.rule(info.phase) else { continue };
        let mut complete = facts_sound;
        for key in keys::keys_with(table, merge.rule_keys(table)) {
            let full = format!("{}.{}", table.name, key.name);
            complete &= !merge.broken.contains(&full);
            if resolved.value(&full).is_none() {
                complete = false;
                if !merge.broken.contains(&full) && facts_sound {
                    merge.problems.push(missing(resolved, key, &full, rule));
                }
            }
        }
        if complete {
            let mut values = Values::new(table.name, resolved.table(table.name), &resolved.facts);
            merge.catalog.check(info.phase, rule, &mut values);
            for problem in values.into_problems() {
                merge.problems.push(resolved.contradiction(table.name, problem));
            }
        }
    }
}

/// Whether the score rule has one hand for the whole table; `false` if its values cannot be read.
fn one_hand(merge: &Merge<'_>, resolved: &Resolved) -> bool {
    let Some(rule) = merge.rule(RulePhase::Score) else { return false };
    let Some(table) = keys::find_table(RulePhase::Score.table()) else { return false };
    let values = resolved.table(table.name);
    let sound = |key: &Key| values.contains_key(key.name) && !merge.broken.contains(&format!("{}.{}", table.name, key.name));
    let readable = facts_are_sound(merge, resolved) && keys::keys_with(table, merge.rule_keys(table)).all(sound);
    readable && merge.catalog.one_hand(rule, &mut Values::new(table.name, values, &resolved.facts))
}

/// Whether all values that make up the [`RuleFacts`] could be read.
fn facts_are_sound(merge: &Merge<'_>, resolved: &Resolved) -> bool {
    const FACTS: [&str; 6] = ["board.columns", "board.rows", "players.min", "players.max", "tiles.hand", "tiles.copies"];
    FACTS.iter().all(|key| !merge.broken.contains(*key)) && resolved.facts.min_players <= resolved.facts.max_players
}

fn missing(resolved: &Resolved, key: &Key, full: &str, rule: &str) -> Problem {
    let help = match key.default {
        crate::game::KeyDefault::Computed { doc, .. } => format!("its default is {doc}"),
        _ => format!("set `{full}`: {}", key.doc),
    };
    let mut problem = resolved.problem_at(full, Code::MissingKey, format!("the rule `{rule}` needs a value for `{full}`"), Some(help));
    problem.expected = Some(value::expected(&key.kind));
    problem
}

fn presentation(merge: &Merge<'_>) -> Presentation {
    let value = |key| merge.slots.get(&(PRESENTATION.name, key)).map(|slot| &slot.value);
    Presentation {
        plain: value("plain").and_then(Value::as_bool).unwrap_or_default(),
        language: value("language").and_then(Value::as_str).map(str::to_owned),
    }
}
