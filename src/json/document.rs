//! [`Json`]: what a document is, and its text.

use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::Value;
use std::fmt;

/// A JSON document with its fields in order.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "JSON has nothing else")]
pub enum Json {
    /// Null, a truth value, a number or a text.
    Plain(Value),
    /// A list.
    List(Vec<Self>),
    /// An object: names and values.
    Object(Vec<(String, Self)>),
}

impl Json {
    /// The document `null`.
    pub const NULL: Self = Self::Plain(Value::Null);

    /// Whether it is an object with a field of this name.
    pub fn has(&self, name: &str) -> bool {
        matches!(self, Self::Object(fields) if fields.iter().any(|(known, _)| known == name))
    }
}

impl From<Json> for Value {
    fn from(json: Json) -> Self {
        match json {
            Json::Plain(value) => value,
            Json::List(items) => items.into_iter().map(Self::from).collect(),
            Json::Object(fields) => {
                fields.into_iter().map(|(name, value)| (name, Self::from(value))).collect()
            }
        }
    }
}

/// On one line, or with `{:#}` over several.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if f.alternate() {
            serde_json::to_string_pretty(self)
        } else {
            serde_json::to_string(self)
        };
        f.write_str(&text.map_err(|_| fmt::Error)?)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Plain(value) => value.serialize(serializer),
            Self::List(items) => items.serialize(serializer),
            Self::Object(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (name, value) in fields {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}
