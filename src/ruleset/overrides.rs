//! Turns the `key=value` parts of a reference (`classic+tiles.hand=4`) into a document, as if they were written in a
//! file.

use super::catalog::RulePhase;
use super::keys::{self, KeyTable, PRESENTATION, RULES, TOP};
use super::merge::Merge;
use super::problem::{Code, Expected, Problem, nearest};
use super::reference::{Reference, ReferencePart};
use super::shown::plain;
use super::source::SourceSpan;
use super::written::{SourceData, SourceDocument, SourceEntry, SourceValue, find};
use super::{parse, value};
use crate::game::ValueKind;
use std::ops::Range;
use std::sync::Arc;

/// The document that the `key=value` parts of a reference make; problems go to `merge`.
pub(super) fn overrides(reference: &Reference, mixins: &[(Arc<SourceDocument>, SourceSpan)], merge: &mut Merge<'_>) -> SourceDocument {
    let text = reference.text.text();
    let sets: Vec<(Range<usize>, Range<usize>)> = reference
        .extras
        .iter()
        .filter_map(|extra| match extra {
            ReferencePart::Set { key, value } => Some((key.clone(), value.clone())),
            ReferencePart::Mixin(_) => None,
        })
        .collect();
    let known = known_keys(text, &sets, mixins, merge);
    let mut written = SourceDocument { source: Arc::clone(&reference.text), entries: Vec::new(), damaged: Vec::new() };
    for (key, value) in sets {
        if merge.problems.is_full() {
            break;
        }
        match override_entry(text, &key, &value, &known, merge) {
            Ok((table, entry)) => {
                if let Some(first) = add(&mut written, table, entry) {
                    let problem = Problem::error(Code::DuplicateKey, format!("`{}` is set twice", plain(&text[key.clone()])));
                    merge.problems.push(problem.at(written.place(&key), "").at(written.place(&first), "first here"));
                }
            }
            Err(problem) => {
                let (span, problem) = *problem;
                merge.problems.push(problem.at(written.place(&span), ""));
            }
        }
    }
    written
}

/// A key that can be set: its table, its name, and what values it takes (`None` for the choice of a rule).
type SettableKey = (&'static KeyTable, &'static str, Option<ValueKind>);

/// The keys that can be set: they depend on the chosen rules, which a mixin or an override may choose as well.
fn known_keys(
    text: &str,
    sets: &[(Range<usize>, Range<usize>)],
    mixins: &[(Arc<SourceDocument>, SourceSpan)],
    merge: &Merge<'_>,
) -> Vec<SettableKey> {
    let chosen = |phase: RulePhase| {
        let rule_key = format!("{}.rule", phase.table());
        let set = sets
            .iter()
            .find(|(key, _)| text[key.clone()].trim() == rule_key)
            .map(|(_, value)| text[value.clone()].trim().trim_matches('"').to_owned());
        let mixed = || {
            let tables = mixins.iter().filter_map(|(mixin, _)| mixin.entry(phase.table())?.value.as_table());
            tables.filter_map(|entries| find(entries, "rule")?.value.as_text().map(str::to_owned)).next_back()
        };
        set.or_else(mixed).or_else(|| merge.rule(phase).map(str::to_owned)).unwrap_or_default()
    };
    let mut known = Vec::new();
    for table in RULES.iter().chain([&PRESENTATION]) {
        let rule = table.phase.and_then(|info| merge.catalog.rule(info.phase, &chosen(info.phase)));
        known.extend(table.phase.map(|_| (table, "rule", None)));
        known
            .extend(keys::keys_with(table, rule.map_or(&[], |rule| rule.keys)).map(|key| (table, key.name, Some(merge.catalog.kind(key)))));
    }
    known
}

/// A problem, and the place that it will point at.
type OverrideError = Box<(Range<usize>, Problem)>;

/// The entry of one `key=value`, with the name of its table.
fn override_entry(
    text: &str,
    key: &Range<usize>,
    value: &Range<usize>,
    known: &[SettableKey],
    merge: &Merge<'_>,
) -> Result<(&'static str, SourceEntry), OverrideError> {
    let name = text[key.clone()].trim();
    let (table, last) = name.split_once('.').map_or((None, name), |(table, last)| (Some(table), last));
    let fits: Vec<&SettableKey> =
        known.iter().filter(|(home, key, _)| *key == last && table.is_none_or(|table| table == home.name)).collect();
    let (table, kind) = match (fits.as_slice(), table.and_then(keys::find_table)) {
        ([(table, _, kind)], _) => (table.name, *kind),
        // The merge explains unknown keys of known tables.
        ([], Some(table)) => (table.name, None),
        ([], None) => return Err(Box::new((key.clone(), unknown(name, merge)))),
        (several, _) => {
            let names = several.iter().map(|(table, key, _)| format!("{}.{key}", table.name)).collect();
            let problem = Problem::error(Code::AmbiguousKey, format!("`{}` could be several keys", plain(name)));
            return Err(Box::new((key.clone(), problem.expected(Expected::Words(names)).help("write the whole key"))));
        }
    };
    if let Some(node) = override_value(&text[value.clone()], value.start, kind) {
        return Ok((table, SourceEntry { key: last.to_owned(), key_span: key.clone(), value: node }));
    }
    let message = match &text[value.clone()] {
        "" => "there is no value after the `=`".to_owned(),
        text => format!("`{}` is not a value", plain(text)),
    };
    let mut problem = Problem::error(Code::BadOverride, message).key(format!("{table}.{last}"));
    problem.expected = kind.as_ref().map(value::expected);
    Err(Box::new((value.clone(), problem)))
}

/// Adds an entry to its table; if the key is already set, returns the place of the first one instead.
fn add(written: &mut SourceDocument, table: &str, entry: SourceEntry) -> Option<Range<usize>> {
    let home = written.entries.iter().position(|entry| entry.key == table).unwrap_or_else(|| {
        let node = SourceValue { span: entry.key_span.clone(), data: SourceData::Table(Vec::new()) };
        written.entries.push(SourceEntry { key: table.to_owned(), key_span: entry.key_span.clone(), value: node });
        written.entries.len() - 1
    });
    let SourceData::Table(entries) = &mut written.entries[home].value.data else {
        return None;
    };
    let first = find(entries, &entry.key).map(|first| first.key_span.clone());
    if first.is_none() {
        entries.push(entry);
    }
    first
}

/// The problem of a key that these rules do not have.
fn unknown(name: &str, merge: &Merge<'_>) -> Problem {
    let all = keys::all_names(merge.catalog);
    let full: Vec<String> = all.iter().map(|(table, key)| format!("{table}.{key}")).collect();
    let shown = plain(name);
    let elsewhere = full.iter().find(|full| full.split_once('.').is_some_and(|(_, key)| key == name));
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
        let problem = Problem::error(Code::BadOverride, format!("`{shown}` cannot be set after a `+`"));
        return problem.help("only keys of tables can be set there; to set this one, write a file");
    }
    let own: Vec<String> = full.iter().filter(|full| full.split_once('.').is_some_and(|(table, _)| table == name)).cloned().collect();
    if !own.is_empty() {
        return Problem::error(Code::UnknownKey, format!("`{shown}` is a table, not a key")).expected(Expected::Words(own));
    }
    let last = nearest(name, all.iter().map(|(_, key)| *key));
    let guess = last.or_else(|| nearest(name, full.iter().map(String::as_str)));
    Problem::error(Code::UnknownKey, format!("there is no key `{shown}`")).did_you_mean(guess)
}

/// Reads a value of the command line: TOML, a bare word, or bare words with commas between them where the key takes a
/// list.
fn override_value(text: &str, offset: usize, kind: Option<ValueKind>) -> Option<SourceValue> {
    if let Some(node) = parse::parse_value(text, offset) {
        let bare_list = matches!(kind, Some(ValueKind::Choices(_) | ValueKind::Ints { .. })) && !matches!(node.data, SourceData::List(_));
        return Some(if bare_list { SourceValue { span: node.span.clone(), data: SourceData::List(vec![node]) } } else { node });
    }
    let is_word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.'));
    let span = offset..offset + text.len();
    if is_word(text) && !matches!(kind, Some(ValueKind::Choices(_))) {
        return Some(SourceValue { span, data: SourceData::Text(text.to_owned()) });
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
            Ok(number) => SourceData::Int(number),
            Err(_) if is_word(word) => SourceData::Text(word.to_owned()),
            Err(_) => return None,
        };
        items.push(SourceValue { span: from..from + word.len(), data });
    }
    Some(SourceValue { span, data: SourceData::List(items) })
}
