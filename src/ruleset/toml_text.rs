//! Values written as TOML: the one place that quotes and escapes them.

use super::shown::is_hidden;
use crate::json::Json;
use serde_json::Value;
use std::fmt::Write as _;
use toml_writer::{ToTomlKey as _, ToTomlValue as _, TomlKeyBuilder, TomlStringBuilder};

/// The longest list that stays on one line, in bytes.
const WIDE: usize = 100;
/// Numbers on a line of a long list: the 35 faces of a deck make five full lines.
const NUMBERS_A_LINE: usize = 7;

/// A value in TOML. Long lists go over several lines, everything else stays on one.
pub(super) fn toml_pretty(value: &Json) -> String {
    let line = inline(value);
    let Json::List(items) = value else {
        return line;
    };
    let tables = items.iter().any(|item| matches!(item, Json::Object(_)));
    if line.len() <= WIDE && !tables {
        return line;
    }
    let lines = items
        .chunks(if tables { 1 } else { NUMBERS_A_LINE })
        .map(|items| format!("  {},\n", joined(items)));
    format!("[\n{}]", lines.collect::<String>())
}

/// A value in TOML, on one line.
pub fn toml_inline(value: &Value) -> String {
    inline(&Json::serialized(value))
}

/// As [`toml_inline`], with the fields of tables in their order.
pub fn inline(value: &Json) -> String {
    match value {
        Json::Plain(Value::String(text)) => toml_string(text),
        Json::Plain(other) => other.to_string(),
        Json::List(items) => format!("[{}]", joined(items)),
        Json::Object(fields) if fields.is_empty() => "{}".to_owned(),
        Json::Object(fields) => {
            let key = |key| TomlKeyBuilder::new(key).as_default().to_toml_key();
            let fields: Vec<_> = fields
                .iter()
                .map(|(name, value)| format!("{} = {}", key(name), inline(value)))
                .collect();
            format!("{{ {} }}", fields.join(", "))
        }
    }
}

fn joined(items: &[Json]) -> String {
    items.iter().map(inline).collect::<Vec<_>>().join(", ")
}

/// A text between quotation marks, on one line. Invisible characters are escaped, even where TOML
/// allows them.
pub fn toml_string(text: &str) -> String {
    let quoted = TomlStringBuilder::new(text).as_basic().to_toml_value();
    if !quoted.contains(is_hidden) {
        return quoted;
    }
    let mut out = String::with_capacity(quoted.len() + 16);
    for character in quoted.chars() {
        if is_hidden(character) {
            push_toml_escape(&mut out, character);
        } else {
            out.push(character);
        }
    }
    out
}

/// Adds a character as TOML and JSON escape it; TOML has a longer escape for characters that four
/// digits cannot name.
pub fn push_toml_escape(out: &mut String, character: char) {
    let number = u32::from(character);
    // Writing to a string cannot fail.
    let _ = if number > 0xffff {
        write!(out, "\\U{number:08X}")
    } else {
        write!(out, "\\u{number:04X}")
    };
}

/// `tiles.copies` in its shortest form: one number where all faces have the same.
pub(super) fn shortest_copies(numbers: Json) -> Json {
    if let Json::List(all) = &numbers
        && let [first, rest @ ..] = all.as_slice()
        && rest.iter().all(|number| number == first)
    {
        return first.clone();
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::json;

    #[test]
    fn texts_come_back_as_they_were() {
        for original in [
            "",
            "a \"b\" \\ c",
            "tab\tline\nend",
            "\u{1}\u{7f}\u{9b}",
            "a\u{202e}b\u{e0041}",
            "日本 é",
        ] {
            let written = format!("a = {}", toml_string(original));
            assert!(!written.contains(is_hidden), "{written}");
            let read: toml::Table = toml::from_str(&written).expect("the text is TOML");
            assert_eq!(read["a"].as_str(), Some(original));
        }
    }

    #[test]
    fn equal_copies_are_one_number() {
        assert_eq!(shortest_copies(json!([2, 2, 2])), json!(2));
        assert_eq!(shortest_copies(json!([1, 2])), json!([1, 2]));
    }
}
