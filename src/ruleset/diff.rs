//! Compares two rule sets key by key, in words and as JSON.

use super::catalog::RuleCatalog;
use super::keys::RULES;
use super::problem::sentence;
use super::resolved::{Resolved, TableValues, in_order, record_fields};
use super::scripts::hash;
use super::shown::plain;
use super::toml_text::{shortest_copies, toml_pretty};
use crate::game::{Field, Key, KeySentence, KeyWord, RuleDecl, ValueKind};
use crate::json::{Json, json};
use crate::rules::RuleScript;
use serde_json::Value;
use std::fmt::Write as _;

/// One key on which two rule sets differ.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct KeyDifference {
    /// The full key.
    pub key: String,
    /// The meaning of the key, as a sentence.
    pub doc: String,
    /// The rule ids.
    pub rules: &'static str,
    /// The value in each of the two; `None` where the rule chosen there has no such key.
    pub values: [Option<Value>; 2],
    /// The two values in words.
    pub words: [String; 2],
    /// What a rulebook says of values of the key.
    pub rulebook: &'static [KeySentence],
    /// The rules that each of the two chooses by this key; none if it chooses no rules.
    pub chosen: [Vec<&'static RuleDecl>; 2],
    /// The fields of the entries, if the values are lists of records.
    fields: &'static [Field],
}

impl KeyDifference {
    /// The values as they are always written.
    pub fn values_in_order(&self) -> [Option<Json>; 2] {
        self.values.each_ref().map(|value| value.as_ref().map(|value| in_order(value, self.fields)))
    }
}

/// All differences, in the order of the keys. Names, texts and presentation are not compared.
pub fn diff(a: &Resolved, b: &Resolved, catalog: &dyn RuleCatalog) -> Vec<KeyDifference> {
    let mut differences = Vec::new();
    let catalogs = [a.catalog(catalog), b.catalog(catalog)];
    for table in RULES {
        if let Some(info) = table.phase {
            let chosen = [a, b].map(|rules| {
                let named = |name| rules.catalog(catalog).rule(info.phase, name);
                let mut chosen: Vec<_> = rules.rules(info.phase).filter_map(named).collect();
                if chosen.is_empty() {
                    chosen.extend(named(info.default));
                }
                chosen
            });
            let values = [(a, &chosen[0]), (b, &chosen[1])].map(|(rules, chosen)| {
                let summaries: Vec<_> = chosen.iter().map(|rule| rule.summary).collect();
                (Some(rules.choice_of_rules(info.phase)), summaries.join("; "))
            });
            let known = differences.len();
            push(
                &mut differences,
                table.name,
                &Key::text("rule").rule(info.rules).means(info.doc),
                values,
            );
            if let Some(difference) = differences.get_mut(known) {
                difference.chosen = chosen;
            }
        }
        for (name, pair) in pairs(a, b, table.name) {
            let mut keys: Vec<&Key> = Vec::new();
            let declared = pair
                .iter()
                .zip(catalogs)
                .filter_map(|(table, catalog)| Some(table.as_ref()?.declared(catalog)));
            for key in declared.flatten() {
                if !keys.iter().any(|known| known.name == key.name) {
                    keys.push(key);
                }
            }
            for key in keys {
                let values = pair.map(|table| {
                    let value = table.and_then(|table| table.values.get(key.name)).cloned();
                    let words = value.as_ref().map_or_else(
                        || "does not apply".to_owned(),
                        |value| in_words(&catalog.kind(key), value),
                    );
                    (value, words)
                });
                push(&mut differences, name, key, values);
            }
        }
    }
    for script in a.scripts() {
        let name = script.rule().name;
        if let Some(other) = b.scripts().find(|other| other.rule().name == name) {
            let of =
                |script: &RuleScript| (Some(Value::from(hash(script))), script.name().to_owned());
            let key = Key::text(name).means("The script of a rule");
            push(&mut differences, "scripts", &key, [of(script), of(other)]);
        }
    }
    differences
}

/// The tables to compare, each with the name of its keys: where one of the rule sets has several
/// hazards, the tables of the same rule.
fn pairs<'r>(
    a: &'r Resolved,
    b: &'r Resolved,
    table: &'r str,
) -> Vec<(&'r str, [Option<&'r TableValues>; 2])> {
    let (of_a, of_b): (Vec<_>, Vec<_>) =
        (a.tables_of(table).collect(), b.tables_of(table).collect());
    if let ([one], [other]) = (of_a.as_slice(), of_b.as_slice()) {
        return vec![(table, [Some(one), Some(other)])];
    }
    let of_rule =
        |all: &[&'r TableValues], rule| all.iter().copied().find(|table| table.rule == rule);
    let only_b = of_b.iter().filter(|table| of_rule(&of_a, table.rule).is_none());
    let rules = of_a.iter().chain(only_b).map(|table| table.rule);
    rules
        .map(|rule| {
            let pair = [of_rule(&of_a, rule), of_rule(&of_b, rule)];
            let name = pair
                .iter()
                .flatten()
                .max_by_key(|table| table.name.len())
                .map_or(table, |table| &table.name);
            (name, pair)
        })
        .collect()
}

fn push(
    differences: &mut Vec<KeyDifference>,
    table: &str,
    key: &Key,
    [a, b]: [(Option<Value>, String); 2],
) {
    if a.0 != b.0 {
        differences.push(KeyDifference {
            key: format!("{table}.{}", key.name),
            doc: sentence(key.doc),
            rules: key.rules,
            values: [a.0, b.0],
            words: [a.1, b.1],
            rulebook: key.rulebook,
            chosen: [Vec::new(), Vec::new()],
            fields: record_fields(&key.kind),
        });
    }
}

/// The differences as text: for each key its meaning, then the value of each rule set.
pub fn diff_text(a: &Resolved, b: &Resolved, catalog: &dyn RuleCatalog) -> String {
    let differences = diff(a, b, catalog);
    // Two files with the same name are told apart by their paths.
    let shown = |rules: &Resolved| match rules.files().last() {
        Some(file) if a.name() == b.name() => plain(&file.source.shown),
        _ => rules.name().to_owned(),
    };
    let names = [shown(a), shown(b)];
    if differences.is_empty() {
        return format!("{} and {} are the same rules.\n", names[0], names[1]);
    }
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default() + 1;
    let mut text = String::new();
    for difference in &differences {
        let rules = if difference.rules.is_empty() {
            String::new()
        } else {
            format!(" ({})", difference.rules)
        };
        let _ = writeln!(text, "{}{rules}", difference.doc);
        for (name, (words, value)) in
            names.iter().zip(difference.words.iter().zip(difference.values_in_order()))
        {
            let _ = write!(text, "  {:width$} {words}", format!("{name}:"));
            let _ = match value {
                Some(value) if short(&difference.key, &value).len() <= 60 => {
                    writeln!(text, "  [{} = {}]", difference.key, short(&difference.key, &value))
                }
                _ => writeln!(text, "  [{}]", difference.key),
            };
        }
    }
    text
}

fn short(key: &str, value: &Json) -> String {
    if key == "tiles.copies" {
        toml_pretty(&shortest_copies(value.clone()))
    } else {
        toml_pretty(value)
    }
}

/// The differences as JSON, with the fields in the documented order.
pub fn diff_in_order(a: &Resolved, b: &Resolved, catalog: &dyn RuleCatalog) -> Json {
    let list = diff(a, b, catalog);
    let list = list.iter().map(|d| {
        json!({
            "key": d.key, "doc": d.doc, "rules": d.rules, "values": d.values_in_order(),
            "words": d.words,
        })
    });
    let list = Json::list(list);
    json!({
        "a": a.name(), "b": b.name(), "hashes": [a.hash(catalog), b.hash(catalog)],
        "differences": list,
    })
}

/// A value in words: the meanings of words, `yes` and `no`, and a deck by its copies.
fn in_words(kind: &ValueKind, value: &Value) -> String {
    let word = |words: &[KeyWord], name: &Value| {
        words
            .iter()
            .find(|word| name == word.name)
            .map_or_else(|| name.to_string(), |word| word.doc.to_owned())
    };
    match (kind, value) {
        (ValueKind::Bool, Value::Bool(yes)) => if *yes { "yes" } else { "no" }.to_owned(),
        (ValueKind::Choice(words) | ValueKind::WordOrPlaces(words), name @ Value::String(_)) => {
            word(words, name)
        }
        (ValueKind::Squares { .. } | ValueKind::SquarePairs { .. }, Value::Array(squares))
            if squares.is_empty() =>
        {
            "none".to_owned()
        }
        (ValueKind::Squares { .. } | ValueKind::WordOrPlaces(_), Value::Array(names)) => {
            texts(names).join(", ")
        }
        (ValueKind::SquarePairs { .. }, Value::Array(pairs)) => pairs
            .iter()
            .filter_map(Value::as_array)
            .map(|pair| texts(pair).join(" with "))
            .collect::<Vec<_>>()
            .join(", "),
        (ValueKind::Choices(_), Value::Array(names)) if names.is_empty() => "nothing".to_owned(),
        (ValueKind::Choices(words), Value::Array(names)) => {
            names.iter().map(|name| word(words, name)).collect::<Vec<_>>().join("; ")
        }
        (ValueKind::Copies, Value::Array(numbers)) => copies(numbers),
        (ValueKind::Records { .. }, Value::Array(entries)) => records(entries),
        (ValueKind::Ints { .. }, Value::Array(numbers)) if numbers.is_empty() => "none".to_owned(),
        (ValueKind::Ints { .. }, Value::Array(numbers)) => {
            numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        (_, Value::String(text)) => text.clone(),
        (_, value) => value.to_string(),
    }
}

/// A list of entries: each with its fields where there are few, otherwise how many there are.
fn records(entries: &[Value]) -> String {
    const FEW: usize = 4;
    let field = |(name, value): (&String, &Value)| match value {
        Value::Array(items) => format!(
            "{name} {}",
            items.iter().map(ToString::to_string).collect::<Vec<_>>().join("–")
        ),
        value => {
            format!("{name} {}", value.as_str().map_or_else(|| value.to_string(), str::to_owned))
        }
    };
    let entry = |entry: &Value| {
        entry.as_object().map(|fields| fields.iter().map(field).collect::<Vec<_>>().join(", "))
    };
    match entries {
        [] => "none".to_owned(),
        few if few.len() <= FEW => few.iter().filter_map(entry).collect::<Vec<_>>().join("; "),
        many => format!("{} entries", many.len()),
    }
}

fn texts(names: &[Value]) -> Vec<&str> {
    names.iter().filter_map(Value::as_str).collect()
}

/// A deck: the usual number of copies, then the faces that have another.
fn copies(numbers: &[Value]) -> String {
    let numbers: Vec<i64> = numbers.iter().filter_map(Value::as_i64).collect();
    let total: i64 = numbers.iter().sum();
    let mut counts: Vec<i64> = numbers.clone();
    counts.sort_unstable();
    counts.dedup();
    // Of two equally frequent numbers the smaller is the usual one.
    let usual = counts
        .iter()
        .rev()
        .max_by_key(|count| numbers.iter().filter(|number| number == count).count())
        .copied()
        .unwrap_or_default();
    let mut text = format!("{total} tiles, {usual} of each face");
    for count in counts.into_iter().filter(|count| *count != usual) {
        let faces: Vec<_> = numbers
            .iter()
            .enumerate()
            .filter(|(_, number)| **number == count)
            .map(|(face, _)| face.to_string())
            .collect();
        let _ = write!(text, "; {count} of {}", faces.join(", "));
    }
    text
}
