//! Reading fields of an event, a rule set or a position, with errors that name the field.

use serde_json::Value;

/// The field `key`, which must be there (it may be null).
pub fn field<'a>(object: &'a Value, key: &str) -> Result<&'a Value, String> {
    object.get(key).ok_or_else(|| format!("field `{key}` is missing"))
}

/// A whole number that is not negative.
pub fn number(value: &Value, what: &str) -> Result<usize, String> {
    value
        .as_u64()
        .and_then(|n| usize::try_from(n).ok())
        .ok_or_else(|| format!("`{what}` must be a whole number from 0, not {value}"))
}

/// The field `key` as a whole number.
pub fn int(object: &Value, key: &str) -> Result<usize, String> {
    number(field(object, key)?, key)
}

/// The field `key` as a text.
pub fn text<'a>(object: &'a Value, key: &str) -> Result<&'a str, String> {
    let value = field(object, key)?;
    value.as_str().ok_or_else(|| format!("`{key}` must be a text, not {value}"))
}

/// A value as a list.
pub fn items<'a>(value: &'a Value, what: &str) -> Result<&'a Vec<Value>, String> {
    value.as_array().ok_or_else(|| format!("`{what}` must be a list, not {value}"))
}

/// A value as a list of whole numbers.
pub fn numbers(value: &Value, what: &str) -> Result<Vec<usize>, String> {
    items(value, what)?.iter().map(|item| number(item, what)).collect()
}

/// A value as the number of a tile: a face, 0 to 34, a Taihou, 35, or the Mystic portal, 36 (W1).
pub fn face(value: &Value, what: &str) -> Result<u8, String> {
    let n = number(value, what)?;
    match u8::try_from(n) {
        Ok(face) if face <= 36 => Ok(face),
        _ => Err(format!("`{what}`: {n} is not a tile (0 to 36)")),
    }
}

/// A value as a list of face numbers.
pub fn faces(value: &Value, what: &str) -> Result<Vec<u8>, String> {
    items(value, what)?.iter().map(|item| face(item, what)).collect()
}

/// The field `key` as two dice, each 1 to 6.
pub fn dice(object: &Value, key: &str) -> Result<[usize; 2], String> {
    let list = numbers(field(object, key)?, key)?;
    match list[..] {
        [gold, blue] if (1..=6).contains(&gold) && (1..=6).contains(&blue) => Ok([gold, blue]),
        _ => Err(format!("`{key}` must be two dice of 1 to 6, not {list:?}")),
    }
}

/// Compares an event with the one that must come now. Fields that the expected event does not have
/// are skipped.
pub fn same_event(wanted: &Value, event: &Value) -> Result<(), String> {
    let expected = || format!("expected {wanted}, found {event}");
    let Some(fields) = wanted.as_object() else {
        return Err(expected());
    };
    for (key, value) in fields {
        if event.get(key) != Some(value) {
            return Err(format!("wrong `{key}`: {}", expected()));
        }
    }
    // `scores` is there only where the score rule counts.
    let uncounted =
        wanted.get("scores").is_none() && event.get("scores").is_some_and(|s| !s.is_null());
    if wanted.get("event") == Some(&Value::from("end")) && uncounted {
        return Err(format!("`scores` without a score rule that counts: {}", expected()));
    }
    Ok(())
}

/// Takes one tile `tile` out of `from`; false if it is not there.
pub fn take_one(from: &mut Vec<u8>, tile: u8) -> bool {
    match from.iter().position(|&t| t == tile) {
        Some(index) => {
            from.remove(index);
            true
        }
        None => false,
    }
}

/// The same tiles in ascending order.
pub fn ascending(tiles: &[u8]) -> Vec<u8> {
    let mut sorted = tiles.to_vec();
    sorted.sort_unstable();
    sorted
}
