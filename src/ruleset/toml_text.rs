//! Values as they are written in a rule-set file.

use super::shown::is_hidden;
use serde_json::Value;
use std::fmt::Write as _;

/// How wide a list may be before it is broken into lines.
const WIDE: usize = 100;
/// Numbers on a line of a long list: the faces of a deck make five full lines.
const NUMBERS_A_LINE: usize = 7;

/// A value in TOML. Long lists go over several lines, everything else stays on one.
pub fn value(value: &Value) -> String {
    let Value::Array(items) = value else {
        return inline(value);
    };
    let line = inline(value);
    let tables = items.iter().any(Value::is_object);
    if line.len() <= WIDE && !tables {
        return line;
    }
    let a_line = if tables { 1 } else { NUMBERS_A_LINE };
    let lines: Vec<String> =
        items.chunks(a_line).map(|items| format!("  {},\n", items.iter().map(inline).collect::<Vec<_>>().join(", "))).collect();
    format!("[\n{}]", lines.concat())
}

/// `tiles.copies` as short as it can be said: one number where all faces have the same.
pub fn copies(numbers: &Value) -> Value {
    match numbers.as_array().map(Vec::as_slice) {
        Some([first, rest @ ..]) if rest.iter().all(|number| number == first) => first.clone(),
        _ => numbers.clone(),
    }
}

/// A text between quotation marks.
pub fn text(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            hidden if is_hidden(hidden) => push_escape(&mut out, hidden),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// Adds a character as TOML and JSON escape it; TOML has a longer escape for those that four digits cannot name.
pub fn push_escape(out: &mut String, character: char) {
    let number = u32::from(character);
    // Writing to a string cannot fail.
    let _ = if number > 0xffff { write!(out, "\\U{number:08X}") } else { write!(out, "\\u{number:04X}") };
}

/// A value on one line.
pub fn inline(value: &Value) -> String {
    match value {
        Value::String(string) => text(string),
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) => {
            let fields: Vec<_> = fields.iter().map(|(key, value)| format!("{key} = {}", inline(value))).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_come_back_as_they_were() {
        for original in ["", "a \"b\" \\ c", "tab\tline\nend", "\u{1}\u{7f}", "日本 é"] {
            let written = format!("a = {}", text(original));
            let read: toml::Table = toml::from_str(&written).expect("the text is TOML");
            assert_eq!(read["a"].as_str(), Some(original));
        }
    }

    #[test]
    fn equal_copies_are_one_number() {
        assert_eq!(copies(&json!([2, 2, 2])), json!(2));
        assert_eq!(copies(&json!([1, 2])), json!([1, 2]));
    }
}
