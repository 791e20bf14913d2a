//! [`Json`]: JSON documents whose fields stay in the order in which they were added.
//!
//! What the program prints and what records contain has its fields in the documented order.
//! `serde_json::Value` keeps an order only with the feature `preserve_order`, which would change
//! the maps of every other crate in a program that embeds the engine.
//!
//! *Not here:* reading values out of a document; for that, it becomes a
//! [`Value`](serde_json::Value).

mod build;
mod collect;
mod document;
mod read;

pub use document::Json;

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
    use super::{Json, json};
    use serde::Serialize;
    use serde_json::Value;

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
