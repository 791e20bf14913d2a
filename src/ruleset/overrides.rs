//! Turns the `key=value` parts of a reference (`classic+tiles.hand=4`) into a document, as if they
//! were written in a file.

use super::keys::{self, KeyHome, KeyTable, PRESENTATION, RULES, TOP};
use super::merge::Merge;
use super::problem::{Code, Expected, Problem, nearest};
use super::reference::{Reference, ReferencePart};
use super::shown::plain;
use super::toml_text::toml_string;
use super::written::{SourceData, SourceDocument, SourceEntry, SourceValue, find};
use super::{parse, value};
use crate::board::Place;
use crate::game::ValueKind;
use std::ops::Range;
use std::sync::Arc;

/// The document that the `key=value` parts of a reference make; its mixins are merged already, and
/// problems go to `merge`.
pub(super) fn overrides(reference: &Reference, merge: &mut Merge<'_>) -> SourceDocument {
    let text = reference.text.text();
    let sets: Vec<(Range<usize>, Range<usize>)> = reference
        .extras
        .iter()
        .filter_map(|extra| match extra {
            ReferencePart::Set { key, value } => Some((key.clone(), value.clone())),
            ReferencePart::Mixin(_) => None,
        })
        .collect();
    let known = known_keys(text, &sets, merge);
    let mut written = SourceDocument {
        source: Arc::clone(&reference.text),
        entries: Vec::new(),
        damaged: Vec::new(),
    };
    let mut seen: Vec<(KeyHome, SourceEntry)> = Vec::new();
    for (key, value) in sets {
        if merge.problems.is_full() {
            break;
        }
        match override_entry(text, &key, &value, &known, merge) {
            Ok(Override { home, rule, entry }) => {
                if let Some((_, first)) =
                    seen.iter().find(|(other, first)| *other == home && first.key == entry.key)
                {
                    let problem = Problem::error(
                        Code::DuplicateKey,
                        format!("`{}` is set twice", plain(&text[key.clone()])),
                    );
                    merge.problems.push(
                        problem
                            .at(written.place(&key), "")
                            .at(written.place(&first.key_span), "first here"),
                    );
                } else {
                    seen.push((home, entry.clone()));
                    add(&mut written, home, rule, entry);
                }
            }
            Err(problem) => {
                let (span, problem) = *problem;
                merge.problems.push(problem.at(written.place(&span), ""));
            }
        }
    }
    // The choice of one hazard comes before what is said of it by name.
    written.entries.sort_by_key(|entry| entry.value.as_table().is_none());
    written
}

/// A key that can be set.
struct SettableKey {
    table: &'static KeyTable,
    /// The rule that has it, if it is a key of a rule.
    rule: Option<&'static str>,
    name: &'static str,
    /// What values it takes; `None` for the choice of a rule.
    kind: Option<ValueKind>,
}

impl SettableKey {
    fn home(&self) -> KeyHome {
        self.table.home(self.rule)
    }
}

/// The keys that can be set.
struct KnownKeys {
    keys: Vec<SettableKey>,
    /// The chosen rules of tables of which there can be several, each with its table.
    several: Vec<(&'static str, &'static str)>,
}

/// The keys that can be set: they depend on the chosen rules, which an override may choose as well.
fn known_keys(text: &str, sets: &[(Range<usize>, Range<usize>)], merge: &Merge<'_>) -> KnownKeys {
    let mut known = KnownKeys { keys: Vec::new(), several: Vec::new() };
    for table in RULES.iter().chain([&PRESENTATION]) {
        let rule_key = format!("{}.rule", table.name);
        let set = sets.iter().find(|(key, _)| text[key.clone()].trim() == rule_key);
        let set = table.phase.zip(set).map(|(info, (_, value))| {
            let name = text[value.clone()].trim().trim_matches('"');
            merge.catalog.rule(info.phase, name).map(|rule| rule.name)
        });
        let rules = set.map_or_else(|| merge.rules(table), |rule| vec![rule]);
        if table.several() {
            known.several.extend(rules.iter().flatten().map(|rule| (table.name, *rule)));
        }
        known.keys.extend(table.phase.map(|_| SettableKey {
            table,
            rule: None,
            name: "rule",
            kind: None,
        }));
        let of_rules = rules
            .iter()
            .flat_map(|rule| merge.rule_keys(table, *rule).iter().map(move |key| (*rule, key)));
        for (rule, key) in of_rules.chain(table.keys.iter().map(|key| (None, key))) {
            known.keys.push(SettableKey {
                table,
                rule,
                name: key.name,
                kind: Some(merge.catalog.kind(key)),
            });
        }
    }
    known
}

/// A problem, and the place that it will point at.
type OverrideError = Box<(Range<usize>, Problem)>;

/// One `key=value` as an entry.
struct Override {
    /// Where the key stands.
    home: KeyHome,
    /// The hazard that is named in it, with its place.
    rule: Option<(&'static str, Range<usize>)>,
    entry: SourceEntry,
}

/// The entry of one `key=value`.
fn override_entry(
    text: &str,
    key: &Range<usize>,
    value: &Range<usize>,
    known: &KnownKeys,
    merge: &Merge<'_>,
) -> Result<Override, OverrideError> {
    let name = text[key.clone()].trim();
    let (table, mut last) =
        name.split_once('.').map_or((None, name), |(table, last)| (Some(table), last));
    // `hazard.tsunami.every` says which of several hazards it means.
    let named = table
        .and_then(keys::find_table)
        .filter(|table| table.several())
        .zip(last.split_once('.'))
        .and_then(|(table, (rule, last))| {
            let rule = table.phase.and_then(|info| merge.catalog.rule(info.phase, rule))?;
            Some((table, rule.name, last))
        });
    let named = named.map(|(table, rule, key)| {
        last = key;
        (table, rule)
    });
    let rule = match named {
        Some((table, rule)) => {
            let start =
                key.start + text[key.clone()].find(name).unwrap_or_default() + table.name.len() + 1;
            let place = start..start + rule.len();
            check_hazard(name, table, (rule, last), (key, &place), known)?;
            Some((rule, place))
        }
        None => None,
    };
    let fits = |other: &&SettableKey| {
        other.name == last
            && table.is_none_or(|table| table == other.table.name)
            && rule.as_ref().is_none_or(|(rule, _)| other.rule == Some(*rule))
    };
    let fits: Vec<&SettableKey> = known.keys.iter().filter(fits).collect();
    let (home, kind) = match (fits.as_slice(), table.and_then(keys::find_table)) {
        ([fit], _) => (fit.home(), fit.kind),
        // The merge explains unknown keys of known tables.
        ([], Some(table)) => (table.home(rule.as_ref().map(|(rule, _)| *rule)), None),
        ([], None) => return Err(Box::new((key.clone(), unknown(name, merge)))),
        (several, _) => {
            let alone =
                |table: &str| several.iter().filter(|other| other.table.name == table).count() == 1;
            let names =
                several.iter().map(|other| match other.rule.filter(|_| !alone(other.table.name)) {
                    Some(rule) => format!("{}.{rule}.{}", other.table.name, other.name),
                    None => format!("{}.{}", other.table.name, other.name),
                });
            let problem = Problem::error(
                Code::AmbiguousKey,
                format!("`{}` could be several keys", plain(name)),
            );
            let problem =
                problem.expected(Expected::Words(names.collect())).help("write the whole key");
            return Err(Box::new((key.clone(), problem)));
        }
    };
    if let Some(node) = override_value(&text[value.clone()], value.start, kind) {
        return Ok(Override {
            home,
            rule,
            entry: SourceEntry { key: last.to_owned(), key_span: key.clone(), value: node },
        });
    }
    let message = match &text[value.clone()] {
        "" => "there is no value after the `=`".to_owned(),
        text => format!("`{}` is not a value", plain(text)),
    };
    let mut problem =
        Problem::error(Code::BadOverride, message).key(format!("{}.{last}", home.table));
    problem.expected = kind.as_ref().map(value::expected);
    Err(Box::new((value.clone(), problem)))
}

/// Refuses a key that names a hazard which the rules do not have, or whose rule it would change.
fn check_hazard(
    name: &str,
    table: &KeyTable,
    (rule, last): (&str, &str),
    (key, place): (&Range<usize>, &Range<usize>),
    known: &KnownKeys,
) -> Result<(), OverrideError> {
    if ["rule", "remove"].contains(&last) {
        let problem = Problem::error(
            Code::BadOverride,
            format!("`{}` cannot be set after a `+`", plain(name)),
        );
        let help = format!(
            "`{0}.rule` chooses one {0} in place of all; to add or remove one, write a file",
            table.name
        );
        return Err(Box::new((key.clone(), problem.help(help))));
    }
    if known.several.contains(&(table.name, rule)) {
        return Ok(());
    }
    let problem =
        Problem::error(Code::OtherRuleKey, format!("these rules have no {} `{rule}`", table.name))
            .key(plain(name));
    let help = format!(
        "`{0}.rule={rule}` chooses it as the only {0}; to add it to others, write a file",
        table.name
    );
    Err(Box::new((place.clone(), problem.help(help))))
}

/// Adds an entry to its table: where it names a hazard, to the one of that rule in a list.
fn add(
    written: &mut SourceDocument,
    home: KeyHome,
    rule: Option<(&'static str, Range<usize>)>,
    entry: SourceEntry,
) {
    let span = entry.key_span.clone();
    let tables = &mut written.entries;
    let at = tables.iter().position(|table| {
        table.key == home.table && table.value.as_table().is_none() == rule.is_some()
    });
    let at = at.unwrap_or_else(|| {
        let data = if rule.is_some() {
            SourceData::List(Vec::new())
        } else {
            SourceData::Table(Vec::new())
        };
        let value = SourceValue { span: span.clone(), data };
        tables.push(SourceEntry { key: home.table.to_owned(), key_span: span.clone(), value });
        tables.len() - 1
    });
    match (&mut tables[at].value.data, rule) {
        (SourceData::Table(entries), _) => entries.push(entry),
        (SourceData::List(items), Some((rule, place))) => {
            let is_it = |item: &&mut Vec<SourceEntry>| {
                find(item, "rule").is_some_and(|entry| entry.value.as_text() == Some(rule))
            };
            let mut lists = items.iter_mut().filter_map(|item| match &mut item.data {
                SourceData::Table(entries) => Some(entries),
                _ => None,
            });
            if let Some(entries) = lists.find(is_it) {
                return entries.push(entry);
            }
            let value =
                SourceValue { span: place.clone(), data: SourceData::Text(rule.to_owned()) };
            let choice = SourceEntry { key: "rule".to_owned(), key_span: place, value };
            items.push(SourceValue { span, data: SourceData::Table(vec![choice, entry]) });
        }
        _ => {}
    }
}

/// The problem of a key that these rules do not have.
fn unknown(name: &str, merge: &Merge<'_>) -> Problem {
    let all = keys::all_names(merge.catalog);
    let full: Vec<String> = all.iter().map(|(table, key)| format!("{table}.{key}")).collect();
    let shown = plain(name);
    let elsewhere =
        full.iter().find(|full| full.split_once('.').is_some_and(|(_, key)| key == name));
    if let Some(elsewhere) = elsewhere {
        let help = "it belongs to a rule that is not chosen here";
        return Problem::error(Code::UnknownKey, format!("these rules have no key `{shown}`"))
            .did_you_mean(Some(elsewhere.clone()))
            .help(help);
    }
    if name.is_empty() {
        return Problem::error(Code::UnknownKey, "there is no key before the `=`")
            .help("write a key (`classic+tiles.hand=4`) or its last part (`classic+hand=4`)");
    }
    if TOP.keys.iter().any(|key| key.name == name) {
        let problem =
            Problem::error(Code::BadOverride, format!("`{shown}` cannot be set after a `+`"));
        return problem.help("only keys of tables can be set there; to set this one, write a file");
    }
    let own: Vec<String> = full
        .iter()
        .filter(|full| full.split_once('.').is_some_and(|(table, _)| table == name))
        .cloned()
        .collect();
    if !own.is_empty() {
        return Problem::error(Code::UnknownKey, format!("`{shown}` is a table, not a key"))
            .expected(Expected::Words(own));
    }
    let last = nearest(name, all.iter().map(|(_, key)| *key));
    let guess = last.or_else(|| nearest(name, full.iter().map(String::as_str)));
    Problem::error(Code::UnknownKey, format!("there is no key `{shown}`")).did_you_mean(guess)
}

/// Reads a value of the command line: TOML, a bare word, or bare words with commas between them
/// where the key takes a list.
fn override_value(text: &str, offset: usize, kind: Option<ValueKind>) -> Option<SourceValue> {
    if let Some(node) = parse::parse_value(text, offset) {
        let bare_list = matches!(
            kind,
            Some(ValueKind::Choices(_) | ValueKind::Ints { .. } | ValueKind::Squares { .. })
        ) && !matches!(node.data, SourceData::List(_));
        return Some(if bare_list {
            SourceValue { span: node.span.clone(), data: SourceData::List(vec![node]) }
        } else {
            node
        });
    }
    if is_bare_word(text)
        && !matches!(kind, Some(ValueKind::Choices(_) | ValueKind::Squares { .. }))
    {
        return Some(SourceValue {
            span: offset..offset + text.len(),
            data: SourceData::Text(text.to_owned()),
        });
    }
    let is_bracketed = text.starts_with('[') && text.ends_with(']') && parts(text).count() == 1;
    if is_bracketed { bare_value(text, offset, DEEPEST) } else { bare_list(text, offset, DEEPEST) }
}

/// A value of the command line as TOML.
pub(super) fn toml_of(text: &str, kind: Option<ValueKind>) -> Option<String> {
    fn written(value: &SourceValue, text: &str) -> String {
        match &value.data {
            SourceData::Int(number) => number.to_string(),
            SourceData::Text(word) => toml_string(word),
            SourceData::List(items) => format!(
                "[{}]",
                items.iter().map(|item| written(item, text)).collect::<Vec<_>>().join(", ")
            ),
            _ => text[value.span.clone()].to_owned(),
        }
    }
    override_value(text, 0, kind).map(|value| written(&value, text))
}

/// How deep lists may lie in each other without quotes: pairs of squares in a list.
const DEEPEST: u8 = 2;

/// Whether a value needs no quotes on the command line.
fn is_bare_word(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.'))
}

/// What stands between the commas of a list, with the place where each part begins; the commas of
/// lists in it part nothing.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut depth, mut at) = (0_usize, 0);
    text.split(move |c| {
        depth = depth + usize::from(c == '[') - usize::from(c == ']' && depth > 0);
        c == ',' && depth == 0
    })
    .map(move |part| {
        let from = at + (part.len() - part.trim_start().len());
        at += part.len() + 1;
        (from, part.trim())
    })
}

/// A list of bare values without its brackets.
fn bare_list(text: &str, offset: usize, depth: u8) -> Option<SourceValue> {
    let depth = depth.checked_sub(1)?;
    let items: Option<Vec<_>> =
        parts(text).map(|(from, part)| bare_value(part, offset + from, depth)).collect();
    Some(SourceValue { span: offset..offset + text.len(), data: SourceData::List(items?) })
}

/// A number, a word, a place, or a list of such in brackets.
fn bare_value(text: &str, offset: usize, depth: u8) -> Option<SourceValue> {
    let span = offset..offset + text.len();
    if let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        return Some(SourceValue { span, ..bare_list(inner, offset + 1, depth)? });
    }
    let data = match text.parse() {
        Ok(number) => SourceData::Int(number),
        Err(_) if is_bare_word(text) || text.parse::<Place>().is_ok() => {
            SourceData::Text(text.to_owned())
        }
        Err(_) => return None,
    };
    Some(SourceValue { span, data })
}
