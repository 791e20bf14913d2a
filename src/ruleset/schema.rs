//! The JSON Schema of rule-set files, for editors that complete and check them.
//!
//! It is made from the table of keys. Contradictions between values and inherited choices are left
//! to `tsuro rules check`.

use super::catalog::{RuleCatalog, RuleDecl};
use super::keys::{self, FACES, KeyTable, MAX_TILES, MOST_PLACES, TOP};
use super::problem::sentence;
use super::resolved::{in_order, record_fields};
use super::toml_text::shortest_copies;
use super::value;
use crate::game::{Field, Key, KeyWord, ValueKind};
use crate::json::{Json, json};
use serde_json::Value;

/// The schema, in the draft that editors know best (draft 7).
pub fn schema(catalog: &dyn RuleCatalog) -> Value {
    schema_in_order(catalog).into()
}

/// As [`schema`], with keys in the order in which they are always written.
pub fn schema_in_order(catalog: &dyn RuleCatalog) -> Json {
    let mut properties = of_keys(TOP.keys, catalog);
    for table in keys::tables() {
        let schema = if table.name == keys::TEXT.name {
            texts(table, catalog)
        } else {
            of_table(table, catalog)
        };
        properties.set(table.name, schema);
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

/// The properties for keys.
fn of_keys(keys: &[Key], catalog: &dyn RuleCatalog) -> Json {
    Json::object(keys.iter().map(|key| (key.name, of_key(key, None, catalog))))
}

fn texts(table: &KeyTable, catalog: &dyn RuleCatalog) -> Json {
    json!({
        "description": table.doc,
        "type": "object",
        "propertyNames": json!({ "pattern": "^[a-z]{2,3}$" }),
        "additionalProperties": json!({
            "type": "object",
            "additionalProperties": false,
            "properties": of_keys(table.keys, catalog),
        }),
    })
}

/// A table; where there can be several, it or a list of them.
fn of_table(table: &KeyTable, catalog: &dyn RuleCatalog) -> Json {
    let mut schema = of_values(table, catalog, false);
    if table.several() {
        schema.set("type", json!(["object", "array"]));
        schema.set("items", of_values(table, catalog, true));
        schema.set("minItems", 1);
    }
    schema
}

/// The values of a table; of an `entry` in a list of several, which has to name its rule and can be
/// removed.
fn of_values(table: &KeyTable, catalog: &dyn RuleCatalog, entry: bool) -> Json {
    let mut properties = Json::Object(Vec::new());
    let mut cases = Vec::new();
    if let Some(info) = table.phase {
        let rules = catalog.rules(info.phase);
        let choices = rules.iter().filter(|rule| !entry || rule.name != info.default);
        let words: Vec<KeyWord> =
            choices.map(|rule| KeyWord::new(rule.name, rule.summary)).collect();
        let mut choice = of_words(&words);
        choice.set("description", described(info.doc, info.rules));
        if !entry {
            choice.set("default", info.default);
        }
        properties.set("rule", choice);
        if entry {
            properties.set(
                "remove",
                json!({ "const": true, "description": "Takes away the parent's of this rule" }),
            );
        }
        for rule in rules {
            for key in rule.keys.iter().filter(|key| {
                !rules_before(rules, rule)
                    .any(|other| other.keys.iter().any(|known| known.name == key.name))
            }) {
                properties.set(key.name, of_rule_key(rules, key.name, catalog));
            }
            let own = rule.keys.iter().chain(table.keys).map(|key| key.name);
            let allowed: Vec<&str> =
                ["rule"].into_iter().chain(entry.then_some("remove")).chain(own).collect();
            let chosen = json!({ "rule": json!({ "const": rule.name }) });
            let chosen = json!({ "required": ["rule"], "properties": chosen });
            let then = json!({
                "propertyNames": json!({ "enum": allowed }),
                "properties": of_keys(rule.keys, catalog),
            });
            cases.push(json!({ "if": chosen, "then": then }));
        }
    }
    for key in table.keys {
        properties.set(key.name, of_key(key, None, catalog));
    }
    let mut schema = json!({
        "description": table.doc, "type": "object", "additionalProperties": false,
        "properties": properties,
    });
    if entry {
        schema.set("required", json!(["rule"]));
    }
    if !cases.is_empty() {
        schema.set("allOf", cases);
    }
    schema
}

fn rules_before<'a>(
    rules: &'a [&'static RuleDecl],
    rule: &'a RuleDecl,
) -> impl Iterator<Item = &'static RuleDecl> + 'a {
    rules.iter().copied().take_while(move |other| other.name != rule.name)
}

/// A key of rules: any of their declarations, since the chosen rule may be inherited from another
/// file.
fn of_rule_key(rules: &[&'static RuleDecl], name: &str, catalog: &dyn RuleCatalog) -> Json {
    let mut schemas: Vec<Json> = rules
        .iter()
        .flat_map(|rule| {
            rule.keys
                .iter()
                .filter(|key| key.name == name)
                .map(|key| of_key(key, Some(rule.name), catalog))
        })
        .collect();
    if schemas.len() == 1 { schemas.remove(0) } else { json!({ "anyOf": schemas }) }
}

fn of_key(key: &Key, rule: Option<&str>, catalog: &dyn RuleCatalog) -> Json {
    let mut schema = of_kind(&catalog.kind(key));
    let of = rule.map(|rule| format!("With the rule `{rule}`: ")).unwrap_or_default();
    schema.set("description", format!("{of}{}", described(key.doc, key.rules)));
    if key.default.toml().is_some() {
        let facts = crate::game::RuleFacts::new((0, 0), (0, 0), 0, 0);
        if let Some(value) = value::default(key, &facts) {
            let value = in_order(&value, record_fields(&key.kind));
            schema.set(
                "default",
                if matches!(key.kind, ValueKind::Copies) { shortest_copies(value) } else { value },
            );
        }
    }
    schema
}

fn described(doc: &str, rules: &str) -> String {
    let doc = sentence(doc);
    if rules.is_empty() { doc } else { format!("{doc} ({rules})") }
}

fn of_words(words: &[KeyWord]) -> Json {
    let names: Vec<_> = words.iter().map(|word| word.name).collect();
    let docs: Vec<_> = words.iter().map(|word| word.doc).collect();
    json!({
        "type": "string", "enum": names, "x-taplo": json!({ "docs": json!({ "enumValues": docs }) })
    })
}

fn of_list(items: &Json, (least, most): (usize, usize), distinct: bool) -> Json {
    json!({
        "type": "array", "items": items, "minItems": least, "maxItems": most,
        "uniqueItems": distinct,
    })
}

fn of_kind(kind: &ValueKind) -> Json {
    match kind {
        ValueKind::Bool => json!({ "type": "boolean" }),
        ValueKind::Int { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        ValueKind::Text => json!({ "type": "string" }),
        ValueKind::Choice(words) => of_words(words),
        ValueKind::Choices(words) | ValueKind::Causes(words) => {
            of_list(&of_words(words), (0, words.len()), true)
        }
        ValueKind::Texts { len } => of_list(&json!({ "type": "string" }), *len, false),
        ValueKind::Squares { len } => of_list(&of_square(), *len, true),
        ValueKind::SquarePairs { len } => of_list(&of_list(&of_square(), (2, 2), true), *len, true),
        ValueKind::WordOrPlaces(words) => {
            let place = json!({ "type": "string", "pattern": "^[a-p]([1-9]|1[0-6]):[A-H]$" });
            json!({ "anyOf": [of_words(words), of_list(&place, (1, MOST_PLACES), true)] })
        }
        ValueKind::Ints { len, min, max, distinct } => {
            of_list(&json!({ "type": "integer", "minimum": min, "maximum": max }), *len, *distinct)
        }
        ValueKind::Copies => {
            let number = json!({ "type": "integer", "minimum": 0, "maximum": MAX_TILES });
            let list = of_list(&number, (FACES, FACES), false);
            let table = json!({
                "type": "object",
                "additionalProperties": false,
                "patternProperties": json!({ "^([0-9]|[12][0-9]|3[0-4])$": number }),
            });
            json!({ "anyOf": [number, list, table] })
        }
        ValueKind::Records { fields, len } => of_list(&of_fields(fields), *len, false),
    }
}

fn of_square() -> Json {
    json!({ "type": "string", "pattern": "^[a-p]([1-9]|1[0-6])$" })
}

fn of_fields(fields: &[Field]) -> Json {
    let properties = Json::object(fields.iter().map(|field| {
        let mut schema = of_kind(&field.kind);
        schema.set("description", sentence(field.doc));
        (field.name, schema)
    }));
    let names: Vec<_> = fields.iter().map(|field| field.name).collect();
    json!({
        "type": "object", "additionalProperties": false, "required": names, "properties": properties
    })
}
