//! [`Json`]: JSON documents whose fields stay in the order in which they were added.
//!
//! What the program prints and what records contain has its fields in the documented order.
//! `serde_json::Value` keeps an order only with the feature `preserve_order`, which would change
//! the maps of every other crate in the program of whoever embeds the engine.
//!
//! *Not here:* reading values out of a document; for that, it becomes a [`Value`].

mod collect;

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap as _, Serializer};
use serde::{Deserialize, Deserializer, Serialize};
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

    /// The document of any value: the fields of a structure in the order of their declaration.
    ///
    /// # Panics
    /// If the value cannot be JSON: a map with keys that are not texts or numbers.
    pub fn serialized(value: impl Serialize) -> Self {
        value
            .serialize(collect::Collector)
            .unwrap_or_else(|error| panic!("a value without a form in JSON: {error}"))
    }

    /// A list of values.
    pub fn list<T: Serialize>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(Self::serialized).collect())
    }

    /// An object with these fields.
    pub fn object<N: Into<String>, T: Serialize>(fields: impl IntoIterator<Item = (N, T)>) -> Self {
        Self::Object(
            fields
                .into_iter()
                .map(|(name, value)| (name.into(), Self::serialized(value)))
                .collect(),
        )
    }

    /// Whether it is an object with a field of this name.
    pub fn has(&self, name: &str) -> bool {
        matches!(self, Self::Object(fields) if fields.iter().any(|(known, _)| known == name))
    }

    /// Sets a field of an object: in its place if there is one of that name, otherwise at the end.
    /// Other documents stay as they are.
    pub fn set(&mut self, name: &str, value: impl Serialize) {
        if let Self::Object(fields) = self {
            let value = Self::serialized(value);
            match fields.iter_mut().find(|(known, _)| known == name) {
                Some((_, old)) => *old = value,
                None => fields.push((name.to_owned(), value)),
            }
        }
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

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::NULL)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    /// Of several fields with one name the last one counts, as it does for a [`Value`].
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut object = Json::Object(Vec::new());
        while let Some((name, value)) = entries.next_entry::<String, Json>()? {
            object.set(&name, value);
        }
        Ok(object)
    }
}

/// Makes a [`Json`]: `json!({ "name": value, … })` with the fields in this order,
/// `json!([value, …])`, or `json!(value)`. Values are anything that is `Serialize`, documents
/// included.
#[macro_export]
#[doc(hidden)]
macro_rules! json_document {
    ({ $($name:literal : $value:expr),* $(,)? }) => {
        $crate::json::Json::Object(vec![
            $(($name.to_owned(), $crate::json::Json::serialized(&$value))),*
        ])
    };
    ([ $($item:expr),* $(,)? ]) => {
        $crate::json::Json::List(vec![$($crate::json::Json::serialized(&$item)),*])
    };
    ($value:expr) => {
        $crate::json::Json::serialized(&$value)
    };
}
// Exported macros stand at the top of the crate; this is the name by which all call it.
pub use json_document as json;

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Zoo {
        zebra: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        yak: Option<u8>,
        ape: (i64, f64, Animal),
    }

    #[derive(Serialize)]
    enum Animal {
        Bear,
        Cat { tail: bool, age: u8 },
        Dog(&'static str),
    }

    #[test]
    fn fields_stay_in_their_order() {
        let ape = (-1, 0.1, Animal::Cat { tail: true, age: 3 });
        let document = json!({
            "z": Zoo { zebra: 1, yak: None, ape }, "b": [Animal::Bear, Animal::Dog("x")],
            "a": json!([1u8, 'c']),
        });
        let text = concat!(
            r#"{"z":{"zebra":1,"ape":[-1,0.1,{"Cat":{"tail":true,"age":3}}]},"b":["Bear","#,
            r#"{"Dog":"x"}],"a":[1,"c"]}"#,
        );
        assert_eq!(document.to_string(), text);
        assert_eq!(serde_json::from_str::<Json>(text).ok(), Some(document.clone()));
        assert_eq!(Json::serialized(&document), document);
        assert_eq!(Value::from(document), serde_json::from_str::<Value>(text).expect("it is JSON"));
    }

    #[test]
    fn a_field_is_set_where_it_is_and_otherwise_at_the_end() {
        let mut document = json!({ "b": 1, "a": Option::<u8>::None });
        document.set("c", "x");
        document.set("b", std::collections::BTreeMap::from([(2u8, "two")]));
        assert_eq!(document.to_string(), r#"{"b":{"2":"two"},"a":null,"c":"x"}"#);
        assert_eq!(
            format!("{:#}", json!({ "a": json!([]), "b": json!([1]) })),
            "{\n  \"a\": [],\n  \"b\": [\n    1\n  ]\n}"
        );
        assert_eq!(
            serde_json::from_str::<Json>(r#"{"a":1,"b":2,"a":3}"#).expect("it is JSON").to_string(),
            r#"{"a":3,"b":2}"#
        );
    }
}
