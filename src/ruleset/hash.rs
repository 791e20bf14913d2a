//! The rule hash: the same for all rule sets with the same meaning, whatever their name and form.
//!
//! SHA-256 of canonical JSON: keys sorted, no white space, without names, texts and presentation, and without every
//! value that equals its default, so that a key added later changes no old hash. Changing a default, on the other hand,
//! changes hashes and is not done lightly.

use super::catalog::RuleCatalog;
use super::keys::RULES;
use super::resolved::Resolved;
use super::value;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;

impl Resolved {
    /// The rule hash: 64 hexadecimal digits, the same for all rule sets that mean the same.
    pub fn hash(&self, catalog: &dyn RuleCatalog) -> String {
        let mut text = String::new();
        for byte in Sha256::digest(canonical(self, catalog)) {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }
}

/// The JSON text that is hashed.
fn canonical(rules: &Resolved, catalog: &dyn RuleCatalog) -> String {
    let mut tables: BTreeMap<&str, BTreeMap<&str, Value>> = BTreeMap::new();
    for table in RULES {
        let values = rules.table(table.name);
        let mut kept = BTreeMap::new();
        if let Some(info) = table.phase
            && rules.rule(info.phase) != info.default
        {
            kept.insert("rule", Value::from(rules.rule(info.phase)));
        }
        for key in rules.keys(table, catalog) {
            if let Some(value) = values.get(key.name).filter(|value| value::default(key, &rules.facts).as_ref() != Some(*value)) {
                kept.insert(key.name, sorted(value));
            }
        }
        if !kept.is_empty() {
            tables.insert(table.name, kept);
        }
    }
    serde_json::to_string(&tables).unwrap_or_default()
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(fields) => {
            let fields: BTreeMap<_, _> = fields.iter().map(|(key, value)| (key.clone(), sorted(value))).collect();
            Value::Object(fields.into_iter().collect())
        }
        other => other.clone(),
    }
}
