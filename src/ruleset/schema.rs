//! The JSON Schema of rule-set files, for editors that complete and check them.
//!
//! It is made from the table of keys. Contradictions between values and inherited choices are left to
//! `tsuro rules check`.

use super::catalog::{RuleCatalog, RuleInfo};
use super::keys::{self, FACES, KeyTable, MAX_TILES, TOP};
use super::problem::sentence;
use super::value;
use crate::game::{Field, Key, KeyWord, ValueKind};
use serde_json::{Map, Value, json};

/// The schema, in the draft that editors know best (draft 7).
pub fn schema(catalog: &dyn RuleCatalog) -> Value {
    let mut properties = Map::new();
    for key in TOP.keys {
        properties.insert(key.name.to_owned(), of_key(key, None, catalog));
    }
    for table in keys::tables() {
        let schema = if table.name == keys::TEXT.name { texts(table, catalog) } else { of_table(table, catalog) };
        properties.insert(table.name.to_owned(), schema);
    }
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Tsuro rule set",
        "description": "The rules of a game of the Tsuro family",
        "type": "object",
        "required": ["schema"],
        "additionalProperties": false,
        "properties": properties,
    })
}

fn texts(table: &KeyTable, catalog: &dyn RuleCatalog) -> Value {
    json!({
        "description": table.doc,
        "type": "object",
        "propertyNames": { "pattern": "^[a-z]{2,3}$" },
        "additionalProperties": {
            "type": "object",
            "additionalProperties": false,
            "properties": table.keys.iter().map(|key| (key.name.to_owned(), of_key(key, None, catalog))).collect::<Map<_, _>>(),
        },
    })
}

fn of_table(table: &KeyTable, catalog: &dyn RuleCatalog) -> Value {
    let mut properties = Map::new();
    let mut cases = Vec::new();
    if let Some(info) = table.phase {
        let rules = catalog.rules(info.phase);
        let words: Vec<KeyWord> = rules.iter().map(|rule| KeyWord::new(rule.name, rule.summary)).collect();
        let mut choice = of_words(&words);
        choice["description"] = described(info.doc, info.rules).into();
        choice["default"] = info.default.into();
        properties.insert("rule".to_owned(), choice);
        for rule in rules {
            for key in
                rule.keys.iter().filter(|key| !rules_before(rules, rule).any(|other| other.keys.iter().any(|known| known.name == key.name)))
            {
                properties.insert(key.name.to_owned(), of_rule_key(rules, key.name, catalog));
            }
            let allowed: Vec<&str> =
                ["rule"].into_iter().chain(rule.keys.iter().map(|key| key.name)).chain(table.keys.iter().map(|key| key.name)).collect();
            let chosen = json!({ "required": ["rule"], "properties": { "rule": { "const": rule.name } } });
            let own: Map<_, _> = rule.keys.iter().map(|key| (key.name.to_owned(), of_key(key, None, catalog))).collect();
            cases.push(json!({ "if": chosen, "then": { "propertyNames": { "enum": allowed }, "properties": own } }));
        }
    }
    for key in table.keys {
        properties.insert(key.name.to_owned(), of_key(key, None, catalog));
    }
    let mut schema = json!({ "description": table.doc, "type": "object", "additionalProperties": false, "properties": properties });
    if !cases.is_empty() {
        schema["allOf"] = cases.into();
    }
    schema
}

fn rules_before<'a>(rules: &'a [RuleInfo], rule: &'a RuleInfo) -> impl Iterator<Item = &'a RuleInfo> {
    rules.iter().take_while(move |other| other.name != rule.name)
}

/// A key of rules: any of their declarations, since the chosen rule may be inherited from another file.
fn of_rule_key(rules: &[RuleInfo], name: &str, catalog: &dyn RuleCatalog) -> Value {
    let mut schemas: Vec<Value> = rules
        .iter()
        .flat_map(|rule| rule.keys.iter().filter(|key| key.name == name).map(|key| of_key(key, Some(rule.name), catalog)))
        .collect();
    if schemas.len() == 1 { schemas.remove(0) } else { json!({ "anyOf": schemas }) }
}

fn of_key(key: &Key, rule: Option<&str>, catalog: &dyn RuleCatalog) -> Value {
    let mut schema = of_kind(&catalog.kind(key));
    let of = rule.map(|rule| format!("With the rule `{rule}`: ")).unwrap_or_default();
    schema["description"] = format!("{of}{}", described(key.doc, key.rules)).into();
    if key.default.toml().is_some() {
        let facts = crate::game::RuleFacts { columns: 0, rows: 0, min_players: 0, max_players: 0, hand: 0, tiles: 0 };
        if let Some(value) = value::default(key, &facts) {
            schema["default"] = if matches!(key.kind, ValueKind::Copies) { super::toml_text::shortest_copies(&value) } else { value };
        }
    }
    schema
}

fn described(doc: &str, rules: &str) -> String {
    let doc = sentence(doc);
    if rules.is_empty() { doc } else { format!("{doc} ({rules})") }
}

fn of_words(words: &[KeyWord]) -> Value {
    let names: Vec<_> = words.iter().map(|word| word.name).collect();
    let docs: Vec<_> = words.iter().map(|word| word.doc).collect();
    json!({ "type": "string", "enum": names, "x-taplo": { "docs": { "enumValues": docs } } })
}

fn of_list(items: &Value, (least, most): (usize, usize), distinct: bool) -> Value {
    json!({ "type": "array", "items": items, "minItems": least, "maxItems": most, "uniqueItems": distinct })
}

fn of_kind(kind: &ValueKind) -> Value {
    match kind {
        ValueKind::Bool => json!({ "type": "boolean" }),
        ValueKind::Int { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        ValueKind::Text => json!({ "type": "string" }),
        ValueKind::Choice(words) => of_words(words),
        ValueKind::Choices(words) | ValueKind::Causes(words) => of_list(&of_words(words), (0, words.len()), true),
        ValueKind::Texts { len } => of_list(&json!({ "type": "string" }), *len, false),
        ValueKind::Ints { len, min, max, distinct } => {
            of_list(&json!({ "type": "integer", "minimum": min, "maximum": max }), *len, *distinct)
        }
        ValueKind::Copies => {
            let number = json!({ "type": "integer", "minimum": 0, "maximum": MAX_TILES });
            let list = of_list(&number, (FACES, FACES), false);
            let table = json!({
                "type": "object",
                "additionalProperties": false,
                "patternProperties": { "^([0-9]|[12][0-9]|3[0-4])$": number },
            });
            json!({ "anyOf": [number, list, table] })
        }
        ValueKind::Records { fields, len } => of_list(&of_fields(fields), *len, false),
    }
}

fn of_fields(fields: &[Field]) -> Value {
    let properties: Map<_, _> = fields
        .iter()
        .map(|field| {
            let mut schema = of_kind(&field.kind);
            schema["description"] = sentence(field.doc).into();
            (field.name.to_owned(), schema)
        })
        .collect();
    let names: Vec<_> = fields.iter().map(|field| field.name).collect();
    json!({ "type": "object", "additionalProperties": false, "required": names, "properties": properties })
}
