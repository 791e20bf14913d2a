//! As much of JSON Schema as the schema of rule sets uses, to hold the two against each other.

use serde_json::Value;

/// What `value` breaks of `schema`, each with the path in the value.
pub fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, value, "", &mut found);
    found
}

fn holds(schema: &Value, value: &Value) -> bool {
    violations(schema, value).is_empty()
}

fn check(schema: &Value, value: &Value, path: &str, found: &mut Vec<String>) {
    let Some(schema) = schema.as_object() else {
        if schema == &Value::Bool(false) {
            found.push(format!("{path}: not allowed"));
        }
        return;
    };
    for (keyword, wanted) in schema {
        if !is_kept(keyword, wanted, value) {
            found.push(format!("{path}: {keyword} {wanted}"));
        }
        match keyword.as_str() {
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(wanted, item, &format!("{path}[{i}]"), found);
                }
            }
            "allOf" => {
                for case in wanted.as_array().into_iter().flatten() {
                    check(case, value, path, found);
                }
            }
            "if" => {
                let branch = if holds(wanted, value) { "then" } else { "else" };
                if let Some(case) = schema.get(branch) {
                    check(case, value, path, found);
                }
            }
            "propertyNames" => {
                for name in value.as_object().into_iter().flatten().map(|(name, _)| name) {
                    check(wanted, &Value::from(name.as_str()), &format!("{path}.{name}"), found);
                }
            }
            "properties" | "patternProperties" | "additionalProperties"
                if keyword == "properties" || !schema.contains_key("properties") =>
            {
                properties(schema, value, path, found);
            }
            _ => {}
        }
    }
}

/// Whether a value keeps what a keyword says of it as a whole.
fn is_kept(keyword: &str, wanted: &Value, value: &Value) -> bool {
    let number = |value: &Value| value.as_i64().unwrap_or_default();
    let len = value.as_array().map(|items| i64::try_from(items.len()).unwrap_or(i64::MAX));
    match keyword {
        "type" => wanted.as_array().map_or(std::slice::from_ref(wanted), Vec::as_slice).iter().any(
            |name| match name.as_str() {
                Some("object") => value.is_object(),
                Some("array") => value.is_array(),
                Some("string") => value.is_string(),
                Some("boolean") => value.is_boolean(),
                Some("integer") => value.is_i64() || value.is_u64(),
                other => panic!("unknown type {other:?}"),
            },
        ),
        "enum" => wanted.as_array().is_some_and(|values| values.contains(value)),
        "const" => wanted == value,
        "minimum" => !value.is_number() || number(value) >= number(wanted),
        "maximum" => !value.is_number() || number(value) <= number(wanted),
        "minItems" => len.is_none_or(|len| len >= number(wanted)),
        "maxItems" => len.is_none_or(|len| len <= number(wanted)),
        "uniqueItems" => {
            wanted == &Value::Bool(false)
                || value.as_array().is_none_or(|items| {
                    items.iter().enumerate().all(|(i, item)| !items[..i].contains(item))
                })
        }
        "anyOf" => {
            wanted.as_array().is_some_and(|cases| cases.iter().any(|case| holds(case, value)))
        }
        "pattern" => {
            value.as_str().is_none_or(|text| matches(wanted.as_str().unwrap_or_default(), text))
        }
        "required" => value.as_object().is_none_or(|object| {
            wanted.as_array().is_some_and(|names| {
                names.iter().all(|name| object.contains_key(name.as_str().unwrap_or_default()))
            })
        }),
        // What these say is of parts of a value, or of nothing.
        "items"
        | "allOf"
        | "if"
        | "then"
        | "else"
        | "propertyNames"
        | "properties"
        | "patternProperties"
        | "additionalProperties"
        | "$schema"
        | "title"
        | "description"
        | "default"
        | "x-taplo" => true,
        other => panic!("the schema uses `{other}`, which this checker does not know"),
    }
}

fn properties(
    schema: &serde_json::Map<String, Value>,
    value: &Value,
    path: &str,
    found: &mut Vec<String>,
) {
    for (name, value) in value.as_object().into_iter().flatten() {
        let path = format!("{path}.{name}");
        let named = schema.get("properties").and_then(|properties| properties.get(name));
        let patterns = schema.get("patternProperties").and_then(Value::as_object);
        let fitting = patterns.and_then(|patterns| {
            patterns.iter().find(|(pattern, _)| matches(pattern, name)).map(|(_, schema)| schema)
        });
        if let Some(schema) = named.or(fitting).or_else(|| schema.get("additionalProperties")) {
            check(schema, value, &path, found);
        }
    }
}

/// The patterns in use, each by hand.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern {
        "^[a-z]{2,3}$" => {
            (2..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase())
        }
        "^([0-9]|[12][0-9]|3[0-4])$" => {
            text.parse::<u8>().is_ok_and(|number| number <= 34 && number.to_string() == text)
        }
        "^[a-p]([1-9]|1[0-6]):[A-H]$" => text.parse::<tsuro::board::Place>().is_ok(),
        "^[a-p]([1-9]|1[0-6])$" => text.parse::<tsuro::board::Square>().is_ok(),
        other => panic!("unknown pattern {other}"),
    }
}
