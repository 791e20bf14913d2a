//! From a name, a file or a record to [`Resolved`] rules.

use super::catalog::{Phase, RuleCatalog};
use super::chain::{Chain, Level};
use super::keys::{self, PRESENTATION, RULES, Table};
use super::loader::Loader;
use super::merge::Merge;
use super::problem::{Code, Expected, Problem, Problems, nearest, plain};
use super::reference::{Extra, Reference};
use super::resolved::{Origin, Presentation, Resolved, facts};
use super::source::{Place, Source, SourceId};
use super::top::{self, Texts};
use super::value;
use super::written::{Data, Entry, Node, Written};
use super::{contradictions, parse};
use crate::game::{Facts, Key, Kind, Values};
use serde_json::{Map, Value};
use std::ops::Range;
use std::sync::Arc;

/// The rules that `reference` names: a built-in's name, a file, either with mixins and overrides behind it (`classic+tiles.hand=4`).
///
/// # Errors
/// Everything that is wrong with them, warnings included. Warnings alone are in [`Resolved::warnings`].
pub fn load(reference: &str, loader: &dyn Loader, catalog: &dyn RuleCatalog) -> Result<Resolved, Problems> {
    let reference = Reference::read(reference, loader);
    let mut problems = Problems::default();
    let mut chain = Chain { loader, problems: &mut problems };
    let place = |span: &Range<usize>| Place::new(&reference.text, span);
    let source = match &reference.loaded {
        Ok(source) => source.clone(),
        Err(error) => {
            chain.not_loaded(&reference.text.text()[reference.base.clone()], error, place(&reference.base), "");
            return Err(problems);
        }
    };
    let mut mixins = Some(Vec::new());
    for extra in &reference.extras {
        let Extra::Mixin(span) = extra else { continue };
        let name = &reference.text.text()[span.clone()];
        if name.is_empty() {
            let problem = Problem::error(Code::BadOverride, "there is nothing behind the `+`").at(place(span), "");
            chain.problems.push(problem.help("a mixin (`classic+big-board`) or a key (`classic+tiles.hand=4`) follows it"));
            mixins = None;
        } else if let Some(mixin) = chain.mixin(name, None, place(span)) {
            mixins = mixins.map(|mut mixins| {
                mixins.push(mixin);
                mixins
            });
        } else {
            mixins = None;
        }
    }
    let (levels, complete) = chain.levels(source);
    let partial = !complete || mixins.is_none();
    let extras = (!reference.extras.is_empty()).then(|| (&reference, mixins.unwrap_or_default()));
    finish(levels, partial, extras, problems, catalog)
}

/// The rules of a text that the caller has already, such as a file named to be checked.
///
/// # Errors
/// As [`load`].
pub fn resolve(source: Source, loader: &dyn Loader, catalog: &dyn RuleCatalog) -> Result<Resolved, Problems> {
    let mut problems = Problems::default();
    let (levels, complete) = Chain { loader, problems: &mut problems }.levels(source);
    finish(levels, !complete, None, problems, catalog)
}

/// The rules that a game record carries. Fields that no key declares are passed over, keys that are missing take their defaults.
///
/// # Errors
/// What is wrong with them; messages name the key, as a record has no lines that people read.
pub fn from_json(rules: &Value, catalog: &dyn RuleCatalog) -> Result<Resolved, Problems> {
    let source = Arc::new(Source::new(SourceId::Record, "the record's rules", ""));
    if !rules.is_object() {
        return Err(Problem::error(Code::WrongType, "the rules of a record are a table")
            .expected(Expected::Form("an object".to_owned()))
            .into());
    }
    let written = Arc::new(Written::from_json(&source, rules));
    let mut merge = Merge::new(catalog);
    merge.lenient = true;
    for table in RULES {
        if let Some(entry) = written.entry(table.name).filter(|entry| entry.value.as_table().is_none()) {
            let message = format!("`{}` is a table, but here it is {}", table.name, entry.value.describe());
            merge.problems.push(Problem::error(Code::WrongType, message).key(table.name));
        }
    }
    merge.level(&[], &written, true);
    let name = rules.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let texts = Texts { title: name.clone(), name, ..Texts::default() };
    let mut result = complete(merge, texts, vec![written]);
    // A record is not a text that somebody could mend: odd rules were odd when they were played.
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

/// The reference behind whose base there is something, with the mixins among it.
type Extras<'a> = (&'a Reference, Vec<(Arc<Written>, Place)>);

fn finish(
    levels: Vec<Level>,
    partial: bool,
    extras: Option<Extras<'_>>,
    problems: Problems,
    catalog: &dyn RuleCatalog,
) -> Result<Resolved, Problems> {
    let mut merge = Merge::new(catalog);
    merge.problems = problems;
    merge.partial = partial;
    let mut texts = Texts::default();
    let mut base = 0..0;
    let mut files = Vec::new();
    let count = levels.len();
    for (i, level) in levels.into_iter().enumerate() {
        for (mixin, _) in &level.mixins {
            top::check(mixin, catalog, &mut merge.problems);
        }
        texts = top::check(&level.own, catalog, &mut merge.problems);
        // What is built in cannot be mended, so nothing is held against it.
        let own = i + 1 == count && !matches!(level.own.source.id, SourceId::BuiltIn(_) if extras.is_some());
        merge.level(&level.mixins, &level.own, own);
        files.extend(level.mixins.into_iter().map(|(mixin, _)| mixin));
        files.push(level.own);
    }
    if let Some((reference, mixins)) = extras {
        for (mixin, _) in &mixins {
            top::check(mixin, catalog, &mut merge.problems);
        }
        let written = Arc::new(overrides(reference, &mixins, &mut merge));
        merge.level(&mixins, &written, true);
        let behind = &reference.text.text()[reference.base.end..];
        texts.name.push_str(behind);
        let behind = behind.replace('+', " + ");
        texts.title.push_str(&behind);
        for title in texts.translations.values_mut().filter_map(|translation| translation.title.as_mut()) {
            title.push_str(&behind);
        }
        files.extend(mixins.into_iter().map(|(mixin, _)| mixin));
        files.push(written);
        base = reference.base.clone();
    }
    let mut resolved = complete(merge, texts, files)?;
    resolved.base = base;
    Ok(resolved)
}

/// What stands behind the rule set's name, as if it were a file.
fn overrides(reference: &Reference, mixins: &[(Arc<Written>, Place)], merge: &mut Merge<'_>) -> Written {
    let mut written = Written { source: Arc::clone(&reference.text), entries: Vec::new(), damaged: Vec::new() };
    let text = reference.text.text();
    let sets: Vec<_> = reference
        .extras
        .iter()
        .filter_map(|extra| match extra {
            Extra::Set { key, value } => Some((key.clone(), value.clone())),
            Extra::Mixin(_) => None,
        })
        .collect();
    // Which keys there are depends on the rules, and those may be chosen here as well.
    let chosen = |phase: Phase| {
        let rule_key = format!("{}.rule", phase.table());
        let set = sets
            .iter()
            .find(|(key, _)| text[key.clone()].trim() == rule_key)
            .map(|(_, value)| text[value.clone()].trim().trim_matches('"').to_owned());
        let mixed = || {
            let rules = mixins.iter().filter_map(|(mixin, _)| mixin.entry(phase.table())?.value.as_table());
            rules.filter_map(|entries| super::written::find(entries, "rule")?.value.as_text().map(str::to_owned)).next_back()
        };
        set.or_else(mixed).or_else(|| merge.rule(phase).map(str::to_owned)).unwrap_or_default()
    };
    let known: Vec<(&'static Table, &'static str, Option<Kind>)> = RULES
        .iter()
        .chain([&PRESENTATION])
        .flat_map(|table| {
            let rule = table.phase.and_then(|info| merge.catalog.rule(info.phase, &chosen(info.phase)));
            let keys = keys::keys_with(table, rule.map_or(&[], |rule| rule.keys)).map(|key| (table, key.name, Some(key.kind)));
            table.phase.map(|_| (table, "rule", None)).into_iter().chain(keys).collect::<Vec<_>>()
        })
        .collect();
    for (key_span, value_span) in sets {
        let name = text[key_span.clone()].trim();
        let place = || written.place(&key_span);
        let (table, last) = name.split_once('.').map_or((None, name), |(table, last)| (Some(table), last));
        let fits: Vec<_> = known.iter().filter(|(home, key, _)| *key == last && table.is_none_or(|table| table == home.name)).collect();
        let (table, key, kind) = match (fits.as_slice(), table) {
            ([(table, key, kind)], _) => (table.name, (*key).to_owned(), *kind),
            // Unknown keys of known tables are explained like those of a file.
            ([], Some(table)) if keys::table(table).is_some() => (table, last.to_owned(), None),
            ([], table) => {
                let all = keys::all_names(merge.catalog);
                let full: Vec<String> = all.iter().map(|(table, key)| format!("{table}.{key}")).collect();
                let others: Vec<&String> = full.iter().filter(|full| full.split_once('.').is_some_and(|(_, key)| key == name)).collect();
                let guess = match (table, others.first()) {
                    (None, Some(other)) => Some((*other).clone()),
                    (None, None) => nearest(name, all.iter().map(|(_, key)| *key)),
                    (Some(_), _) => nearest(name, full.iter().map(String::as_str)),
                };
                let message = if name.is_empty() {
                    "there is no key before the `=`".to_owned()
                } else if others.is_empty() {
                    format!("there is no key `{}`", plain(name))
                } else {
                    format!("these rules have no key `{}`", plain(name))
                };
                merge.problems.push(Problem::error(Code::UnknownKey, message).at(place(), "").did_you_mean(guess));
                continue;
            }
            (several, _) => {
                let names: Vec<_> = several.iter().map(|(table, key, _)| format!("{}.{key}", table.name)).collect();
                let problem = Problem::error(Code::AmbiguousKey, format!("`{}` could be several keys", plain(name)));
                merge.problems.push(problem.at(place(), "").expected(Expected::Words(names)));
                continue;
            }
        };
        let Some(value) = override_value(&text[value_span.clone()], value_span.start, kind) else {
            let message = if value_span.is_empty() {
                "there is no value behind the `=`".to_owned()
            } else {
                format!("`{}` is no value", plain(&text[value_span.clone()]))
            };
            let mut problem = Problem::error(Code::BadOverride, message).key(format!("{table}.{key}")).at(written.place(&value_span), "");
            problem.expected = kind.as_ref().map(value::expected);
            merge.problems.push(problem);
            continue;
        };
        let entry = Entry { key, key_span: key_span.clone(), value };
        let home = written.entries.iter().position(|entry| entry.key == table).unwrap_or_else(|| {
            let node = Node { span: key_span.clone(), data: Data::Table(Vec::new()) };
            written.entries.push(Entry { key: table.to_owned(), key_span: key_span.clone(), value: node });
            written.entries.len() - 1
        });
        let Data::Table(entries) = &mut written.entries[home].value.data else { continue };
        if let Some(first) = entries.iter().find(|other| other.key == entry.key) {
            let problem = Problem::error(Code::DuplicateKey, format!("`{table}.{}` is set twice", plain(&entry.key)));
            let (here, there) = (Place::new(&reference.text, &entry.key_span), Place::new(&reference.text, &first.key_span));
            merge.problems.push(problem.at(here, "").at(there, "first here"));
        } else {
            entries.push(entry);
        }
    }
    written
}

/// A value on the command line: TOML, or a bare word, or several with commas between where a list is wanted.
fn override_value(text: &str, offset: usize, kind: Option<Kind>) -> Option<Node> {
    if let Some(node) = parse::parse_value(text, offset) {
        let bare_list = matches!(kind, Some(Kind::Choices(_) | Kind::Ints { .. })) && !matches!(node.data, Data::List(_));
        return Some(if bare_list { Node { span: node.span.clone(), data: Data::List(vec![node]) } } else { node });
    }
    let is_word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.'));
    let span = offset..offset + text.len();
    if is_word(text) && !matches!(kind, Some(Kind::Choices(_))) {
        return Some(Node { span, data: Data::Text(text.to_owned()) });
    }
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let start = offset + usize::from(inner.is_some());
    let mut items = Vec::new();
    let mut at = start;
    for part in inner.unwrap_or(text).split(',') {
        let word = part.trim();
        let from = at + (part.len() - part.trim_start().len());
        at += part.len() + 1;
        let data = match word.parse() {
            Ok(number) => Data::Int(number),
            Err(_) if is_word(word) => Data::Text(word.to_owned()),
            Err(_) => return None,
        };
        items.push(Node { span: from..from + word.len(), data });
    }
    Some(Node { span, data: Data::List(items) })
}

/// Fills in defaults and looks for contradictions.
fn complete(mut merge: Merge<'_>, texts: Texts, files: Vec<Arc<Written>>) -> Result<Resolved, Problems> {
    if merge.partial {
        merge.problems.sort();
        return Err(merge.problems);
    }
    let mut resolved = Resolved {
        texts,
        presentation: presentation(&merge),
        rules: Map::new(),
        origins: std::collections::BTreeMap::new(),
        facts: Facts { columns: 0, rows: 0, min_players: 0, max_players: 0, hand: 0, tiles: 0 },
        warnings: Problems::default(),
        files,
        base: 0..0,
    };
    // The core's defaults are fixed; the rules' own may follow from the core's values, which are known after the first round.
    for _ in 0..2 {
        for table in RULES {
            let values = fill(&merge, table, &mut resolved);
            resolved.rules.insert(table.name.to_owned(), Value::Object(values));
        }
        resolved.facts = facts(&resolved.rules);
    }
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

fn fill(merge: &Merge<'_>, table: &'static Table, resolved: &mut Resolved) -> Map<String, Value> {
    let mut values = Map::new();
    if let Some(info) = table.phase {
        values.insert("rule".to_owned(), merge.rule(info.phase).unwrap_or(info.default).into());
        let origin = merge.slots.get(&(table.name, "rule")).map_or(Origin::Default, |slot| slot.origin.clone());
        resolved.origins.insert((table.name, "rule"), origin);
    }
    for key in keys::keys_with(table, merge.rule_keys(table)) {
        let full = (table.name, key.name);
        let slot = merge.slots.get(&full).map(|slot| (slot.value.clone(), slot.origin.clone()));
        let filled = slot.or_else(|| value::default(key, &resolved.facts).map(|value| (value, Origin::Default)));
        if let Some((value, origin)) = filled {
            values.insert(key.name.to_owned(), value);
            resolved.origins.insert(full, origin);
        }
    }
    values
}

/// Keys that have to be set, and what the chosen rules themselves have to say.
fn check_rules(merge: &mut Merge<'_>, resolved: &Resolved) {
    const FACTS: [&str; 6] = ["board.columns", "board.rows", "players.min", "players.max", "tiles.hand", "tiles.copies"];
    let facts_sound = FACTS.iter().all(|key| !merge.broken.contains(*key)) && resolved.facts.min_players <= resolved.facts.max_players;
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
                let key = format!("{}.{}", table.name, problem.key);
                merge.problems.push(resolved.problem_at(&key, Code::Contradiction, problem.message, problem.help));
            }
        }
    }
}

fn missing(resolved: &Resolved, key: &Key, full: &str, rule: &str) -> Problem {
    let help = match key.default {
        crate::game::KeyDefault::Computed { doc, .. } => format!("its default is {doc}"),
        _ => format!("set `{full}`: {}", key.doc),
    };
    let mut problem = resolved.problem_at(full, Code::MissingKey, format!("the rule `{rule}` needs `{full}` here"), Some(help));
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
