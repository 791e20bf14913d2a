//! Values of a rule set by table and key, with their defaults.

use super::json::{items, number};
use serde_json::Value;

/// The value of a key; a table or key that is absent or null is none.
pub(super) fn get<'a>(rules: &'a Value, table: &str, key: &str) -> Option<&'a Value> {
    rules.get(table)?.get(key).filter(|value| !value.is_null())
}

pub(super) fn int_or(
    rules: &Value,
    table: &str,
    key: &str,
    default: usize,
    range: std::ops::RangeInclusive<usize>,
) -> Result<usize, String> {
    let name = format!("{table}.{key}");
    let value = get(rules, table, key).map_or(Ok(default), |value| number(value, &name))?;
    if !range.contains(&value) {
        return Err(format!("`{name}` must be {} to {}, not {value}", range.start(), range.end()));
    }
    Ok(value)
}

pub(super) fn bool_or(
    rules: &Value,
    table: &str,
    key: &str,
    default: bool,
) -> Result<bool, String> {
    match get(rules, table, key) {
        None => Ok(default),
        Some(value) => value
            .as_bool()
            .ok_or_else(|| format!("`{table}.{key}` must be true or false, not {value}")),
    }
}

fn one_word<T: Copy>(value: &Value, name: &str, words: &[(&str, T)]) -> Result<T, String> {
    words
        .iter()
        .find(|(word, _)| value.as_str() == Some(word))
        .map(|&(_, meaning)| meaning)
        .ok_or_else(|| format!("`{name}` cannot be {value}"))
}

pub(super) fn word_or<T: Copy>(
    rules: &Value,
    table: &str,
    key: &str,
    default: T,
    words: &[(&str, T)],
) -> Result<T, String> {
    match get(rules, table, key) {
        None => Ok(default),
        Some(value) => one_word(value, &format!("{table}.{key}"), words),
    }
}

pub(super) fn words_or<T: Copy>(
    rules: &Value,
    table: &str,
    key: &str,
    default: Vec<T>,
    words: &[(&str, T)],
) -> Result<Vec<T>, String> {
    let name = format!("{table}.{key}");
    match get(rules, table, key) {
        None => Ok(default),
        Some(list) => {
            items(list, &name)?.iter().map(|value| one_word(value, &name, words)).collect()
        }
    }
}
