//! The rule hash: the same for all rule sets with the same meaning, whatever their name and form.
//!
//! SHA-256 of canonical JSON: keys sorted, no white space, without names, texts and presentation,
//! and without every value that equals its default, so that a key added later changes no old hash.
//! Changing a default, on the other hand, changes hashes and is not done lightly.

use super::catalog::RuleCatalog;
use super::digest::sha256;
use super::keys::RULES;
use super::resolved::{Resolved, TableValues};
use super::scripts;
use super::value;
use serde_json::Value;
use std::collections::BTreeMap;

impl Resolved {
    /// The rule hash: 64 hexadecimal digits, the same for all rule sets that mean the same.
    pub fn hash(&self, catalog: &dyn RuleCatalog) -> String {
        sha256(canonical(self, catalog))
    }
}

/// The JSON text that is hashed.
fn canonical(rules: &Resolved, catalog: &dyn RuleCatalog) -> String {
    let catalog = rules.catalog(catalog);
    let mut tables: BTreeMap<&str, Value> = BTreeMap::new();
    for table in RULES {
        let mut all: Vec<Value> =
            rules.tables_of(table.name).map(|table| differing(table, rules, catalog)).collect();
        if all.len() > 1 {
            tables.insert(table.name, all.into());
        } else if let Some(values) =
            all.pop().filter(|values| values.as_object().is_some_and(|values| !values.is_empty()))
        {
            tables.insert(table.name, values);
        }
    }
    let scripts: serde_json::Map<_, _> = rules
        .scripts()
        .map(|script| (script.rule().name.to_owned(), scripts::hash(script).into()))
        .collect();
    if !scripts.is_empty() {
        tables.insert("scripts", sorted(&scripts.into()));
    }
    serde_json::to_string(&tables).unwrap_or_default()
}

/// The values of a table that differ from their defaults, by key.
fn differing(table: &TableValues, rules: &Resolved, catalog: &dyn RuleCatalog) -> Value {
    let mut kept = BTreeMap::new();
    if let Some((info, rule)) = table.table.phase.zip(table.rule)
        && rule != info.default
    {
        kept.insert("rule".to_owned(), Value::from(rule));
    }
    for key in table.declared(catalog) {
        if let Some(value) = table
            .values
            .get(key.name)
            .filter(|value| value::default(key, &rules.facts).as_ref() != Some(*value))
        {
            kept.insert(key.name.to_owned(), sorted(value));
        }
    }
    Value::Object(kept.into_iter().collect())
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(fields) => {
            let fields: BTreeMap<_, _> =
                fields.iter().map(|(key, value)| (key.clone(), sorted(value))).collect();
            Value::Object(fields.into_iter().collect())
        }
        other => other.clone(),
    }
}
