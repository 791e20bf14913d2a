//! The reference of every key (`tsuro rules keys`), made from the table of keys and the keys that
//! rules declare.

use super::catalog::RuleCatalog;
use super::keys::{self, KeyTable, RULES, TOP};
use super::problem::{Code, Problem, nearest, sentence};
use super::shown::plain;
use super::{overrides, value};
use crate::game::{Key, KeyDefault, KeyWord, ValueKind};
use crate::json::{Json, json};
use serde_json::Value;
use std::fmt::Write as _;

/// The reference of one key.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct KeyDoc {
    /// Its table; empty for the top of the file.
    pub table: &'static str,
    /// Its name there.
    pub name: &'static str,
    /// The rule that it belongs to, where it is the key of one rule of a phase.
    pub rule: Option<&'static str>,
    /// One line of meaning.
    pub doc: String,
    /// The values that it takes, in words.
    pub values: String,
    /// Its words, or the fields of its entries, each with its meaning.
    pub words: Vec<(&'static str, String)>,
    /// Whether its value is one of its words.
    pub is_one_word: bool,
    /// Its default, in words or as written in a file.
    pub default: String,
    /// The rule ids; may be empty.
    pub rules: &'static str,
    /// A line of a file that sets it.
    pub example: String,
    /// What values it takes; `None` for the choice of a rule.
    kind: Option<ValueKind>,
}

impl KeyDoc {
    /// A value as references have it after `=`, as TOML: `edge,loop` is `["edge", "loop"]`. `None`
    /// if it is neither TOML nor made of bare words. Whether the key takes it is for the check of
    /// the rule set to say.
    pub fn toml_of(&self, value: &str) -> Option<String> {
        overrides::toml_of(value, self.kind)
    }

    /// Its full name where a file can have several rules under one header, such as
    /// `hazard.tsunami.every`.
    pub fn full_of_rule(&self) -> Option<String> {
        let table = keys::find_table(self.table).filter(|table| table.several())?;
        self.rule.map(|rule| format!("{}.{rule}.{}", table.name, self.name))
    }

    /// Its full name: `tiles.hand`, or `schema` at the top of the file.
    pub fn full(&self) -> String {
        if self.table.is_empty() {
            self.name.to_owned()
        } else {
            format!("{}.{}", self.table, self.name)
        }
    }

    fn new(
        table: &'static KeyTable,
        rule: Option<&'static str>,
        key: &Key,
        catalog: &dyn RuleCatalog,
    ) -> Self {
        let kind = catalog.kind(key);
        let default = match key.default {
            KeyDefault::Computed { doc, .. } => doc.to_owned(),
            default => {
                default.toml().map_or_else(|| "none: required".to_owned(), |text| one_line(&text))
            }
        };
        let example = key.default.toml().map_or_else(|| sample(key), |text| changed(key, &text));
        let words = match kind {
            ValueKind::Choice(words) | ValueKind::Choices(words) => {
                words.iter().map(|KeyWord { name, doc }| (*name, (*doc).to_owned())).collect()
            }
            ValueKind::Records { fields, .. } => fields
                .iter()
                .map(|field| {
                    (field.name, format!("{} ({})", field.doc, value::describe(&field.kind)))
                })
                .collect(),
            _ => Vec::new(),
        };
        Self {
            table: table.name,
            name: key.name,
            rule,
            doc: sentence(key.doc),
            values: value::describe(&kind),
            words,
            is_one_word: matches!(kind, ValueKind::Choice(_)),
            default,
            rules: key.rules,
            example: format!("{} = {example}", key.name),
            kind: Some(kind),
        }
    }

    fn choice(table: &'static KeyTable, info: keys::PhaseInfo, catalog: &dyn RuleCatalog) -> Self {
        let rules = catalog.rules(info.phase);
        Self {
            table: table.name,
            name: "rule",
            rule: None,
            doc: sentence(info.doc),
            values: format!(
                "one of {}",
                rules.iter().map(|rule| format!("`{}`", rule.name)).collect::<Vec<_>>().join(", ")
            ),
            words: rules.iter().map(|rule| (rule.name, rule.summary.to_owned())).collect(),
            is_one_word: true,
            default: format!("\"{}\"", info.default),
            rules: info.rules,
            example: format!(
                "rule = \"{}\"",
                rules
                    .iter()
                    .find(|rule| rule.name != info.default)
                    .map_or(info.default, |rule| rule.name)
            ),
            kind: None,
        }
    }
}

/// A long list of entries with each entry on a line of its own.
fn entry_a_line(text: &str) -> String {
    if text.len() <= 100 {
        text.to_owned()
    } else {
        text.replace("{ ", "\n               { ").replace(", \n", ",\n")
    }
}

/// An example that differs from the default, where the kind of the key suggests one.
fn changed(key: &Key, default: &str) -> String {
    match key.kind {
        ValueKind::Bool => (default != "true").to_string(),
        ValueKind::Int { min, max } => {
            let next = default.parse().map_or(min, |number: i64| number + 1);
            if next <= max { next } else { min }.to_string()
        }
        ValueKind::Choice(words) => words
            .iter()
            .map(|word| format!("\"{}\"", word.name))
            .find(|word| word != default)
            .unwrap_or_default(),
        ValueKind::Choices(words) | ValueKind::Causes(words) => {
            words.first().map_or_else(|| "[]".to_owned(), |word| format!("[\"{}\"]", word.name))
        }
        ValueKind::Copies => "{ 3 = 2, 4 = 0 }".to_owned(),
        ValueKind::Texts { .. } if key.name == "scripts" => "[\"tide.rhai\"]".to_owned(),
        ValueKind::Texts { .. } => "[\"big-board\"]".to_owned(),
        ValueKind::Squares { .. } => "[\"c3\"]".to_owned(),
        ValueKind::SquarePairs { .. } => "[[\"b2\", \"e5\"]]".to_owned(),
        ValueKind::WordOrPlaces(_) => "[\"a1:A\", \"c3:H\"]".to_owned(),
        _ => one_line(default),
    }
}

fn one_line(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace("[ ", "[").replace(", ]", "]")
}

/// An example for a key without a fixed default.
fn sample(key: &Key) -> String {
    match (key.name, &key.kind) {
        ("extends", _) => "\"classic\"".to_owned(),
        ("name", _) => "\"friday-night\"".to_owned(),
        ("summary", _) => "\"Classic with hands of four\"".to_owned(),
        ("source", _) => "\"Ann's kitchen table, since 2019\"".to_owned(),
        (_, ValueKind::Text) => "\"Friday night\"".to_owned(),
        (_, kind) => value::sample(kind),
    }
}

/// The value in the example of a key, as it is written in a reference.
pub(super) fn example(table: &str, key: &str, catalog: &dyn RuleCatalog) -> Option<String> {
    let doc =
        keys_reference(catalog).into_iter().find(|doc| doc.table == table && doc.name == key)?;
    doc.example
        .split_once(" = ")
        .map(|(_, value)| value.replace(' ', "").trim_matches('"').to_owned())
}

/// The reference of all keys, in the order in which files are written.
pub fn keys_reference(catalog: &dyn RuleCatalog) -> Vec<KeyDoc> {
    let mut docs: Vec<KeyDoc> =
        TOP.keys.iter().map(|key| KeyDoc::new(&TOP, None, key, catalog)).collect();
    for table in RULES.iter().chain([&keys::PRESENTATION, &keys::TEXT]) {
        if let Some(info) = table.phase {
            docs.push(KeyDoc::choice(table, info, catalog));
            for rule in catalog.rules(info.phase) {
                docs.extend(
                    rule.keys.iter().map(|key| KeyDoc::new(table, Some(rule.name), key, catalog)),
                );
            }
        }
        docs.extend(table.keys.iter().map(|key| KeyDoc::new(table, None, key, catalog)));
    }
    docs
}

/// The reference as text: of all keys, or of the keys that `wanted` names (`tiles.hand`,
/// `hazard.tsunami.every`, `hand`, `tiles`, `tsunami`).
///
/// # Errors
/// If there is no such key.
pub fn keys_text(catalog: &dyn RuleCatalog, wanted: Option<&str>) -> Result<String, Box<Problem>> {
    let docs = select(catalog, wanted)?;
    let mut text = String::new();
    let mut table = None;
    for doc in &docs {
        if table != Some(doc.table) {
            table = Some(doc.table);
            let info = keys::tables().chain([&TOP]).find(|table| table.name == doc.table);
            let header = match doc.table {
                "" => "at the top of the file".to_owned(),
                "text" => "[text.fr]".to_owned(),
                name => format!("[{name}]"),
            };
            let break_before = if text.is_empty() { "" } else { "\n" };
            let _ =
                writeln!(text, "{break_before}{header}: {}", info.map_or("", |table| table.doc));
        }
        let of = doc.rule.map(|rule| format!(" (with the rule `{rule}`)")).unwrap_or_default();
        let _ =
            write!(text, "\n  {}{of}\n    {}\n    values:  {}\n", doc.full(), doc.doc, doc.values);
        for (word, meaning) in &doc.words {
            let _ = writeln!(text, "             {word}: {meaning}");
        }
        let _ = writeln!(text, "    default: {}", entry_a_line(&doc.default));
        if !doc.rules.is_empty() {
            let _ = writeln!(text, "    rules:   {}", doc.rules);
        }
        let _ = writeln!(text, "    example: {}", entry_a_line(&doc.example));
    }
    Ok(text)
}

/// The reference as JSON, one object a key.
///
/// # Errors
/// If there is no such key.
pub fn keys_json(catalog: &dyn RuleCatalog, wanted: Option<&str>) -> Result<Value, Box<Problem>> {
    keys_in_order(catalog, wanted).map(Value::from)
}

/// As [`keys_json`], with the fields in the documented order.
///
/// # Errors
/// As [`keys_json`].
pub fn keys_in_order(
    catalog: &dyn RuleCatalog,
    wanted: Option<&str>,
) -> Result<Json, Box<Problem>> {
    let docs = select(catalog, wanted)?;
    Ok(Json::list(docs.iter().map(|doc| {
        let words =
            doc.words.iter().map(|(word, meaning)| json!({ "word": word, "meaning": meaning }));
        json!({
            "key": doc.full(), "rule": doc.rule, "doc": doc.doc, "values": doc.values,
            "words": Json::list(words),
            "default": doc.default, "rules": doc.rules, "example": doc.example,
        })
    })))
}

fn select(catalog: &dyn RuleCatalog, wanted: Option<&str>) -> Result<Vec<KeyDoc>, Box<Problem>> {
    let mut docs = keys_reference(catalog);
    let Some(wanted) = wanted else {
        return Ok(docs);
    };
    let all = docs.clone();
    let fits = |doc: &KeyDoc| {
        doc.full() == wanted
            || doc.name == wanted
            || (doc.table == wanted && !wanted.is_empty())
            || doc.rule == Some(wanted)
            || doc.full_of_rule().as_deref() == Some(wanted)
    };
    docs.retain(fits);
    if !docs.is_empty() {
        return Ok(docs);
    }
    let names: Vec<String> =
        all.iter().map(KeyDoc::full).chain(all.iter().filter_map(KeyDoc::full_of_rule)).collect();
    let tables = keys::tables().map(|table| table.name);
    let candidates =
        names.iter().map(String::as_str).chain(all.iter().map(|doc| doc.name)).chain(tables);
    let problem = Problem::error(Code::UnknownKey, format!("there is no key `{}`", plain(wanted)))
        .did_you_mean(nearest(wanted, candidates));
    Err(Box::new(problem))
}
