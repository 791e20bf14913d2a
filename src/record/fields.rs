//! Reads the JSON of positions and `apply` requests field by field. Each error names the field, as
//! in `players[2].at`.

use super::read::shortened;
use crate::board::{Face, KINDS, Laid, Place, Rotation, Square};
use crate::game::{PositionError, Seat};
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

type ReadResult<T> = Result<T, PositionError>;

/// The error for a field; `why` is a lower-case fragment.
pub(super) fn error(field: impl Into<String>, why: impl Into<String>) -> PositionError {
    PositionError { field: field.into(), why: why.into() }
}

/// The error for a value of the wrong kind.
fn wrong(field: &str, wanted: &str, found: &Value) -> PositionError {
    error(field, format!("{wanted} is needed, not {}", shortened(&found.to_string(), 40)))
}

/// A JSON object whose fields are read by name.
pub(super) struct Object<'a> {
    fields: &'a Map<String, Value>,
    /// What stands before the name of a field in errors: `players[2].`, or nothing for the
    /// outermost object.
    prefix: String,
}

impl<'a> Object<'a> {
    /// The outermost object.
    pub(super) fn outermost(fields: &'a Map<String, Value>) -> Self {
        Self { fields, prefix: String::new() }
    }

    /// The object that is the value of `field`.
    pub(super) fn new(field: &str, value: &'a Value) -> ReadResult<Self> {
        Ok(Self { fields: object(field, value)?, prefix: format!("{field}.") })
    }

    /// The same object, if it has no fields but these.
    pub(super) fn only(self, known: &[&str]) -> ReadResult<Self> {
        match self.fields.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(error(
                self.path(key),
                format!("there is no such field, only {}", known.join(", ")),
            )),
            None => Ok(self),
        }
    }

    /// The path of a field, as errors name it.
    pub(super) fn path(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Reads a field that has to be there.
    pub(super) fn needed<T>(
        &self,
        name: &str,
        read: impl FnOnce(&str, &'a Value) -> ReadResult<T>,
    ) -> ReadResult<T> {
        let path = self.path(name);
        let value = self.fields.get(name).ok_or_else(|| error(&path, "missing"))?;
        read(&path, value)
    }

    /// Reads a field that may be left out; `null` counts as left out.
    pub(super) fn optional<T>(
        &self,
        name: &str,
        read: impl FnOnce(&str, &'a Value) -> ReadResult<T>,
    ) -> ReadResult<Option<T>> {
        let value = self.fields.get(name).filter(|value| !value.is_null());
        value.map(|value| read(&self.path(name), value)).transpose()
    }
}

pub(super) fn object<'a>(field: &str, value: &'a Value) -> ReadResult<&'a Map<String, Value>> {
    value.as_object().ok_or_else(|| wrong(field, "an object", value))
}

/// A list, each item of which `read` reads.
pub(super) fn list<'a, T>(
    field: &str,
    value: &'a Value,
    read: impl Fn(&str, &'a Value) -> ReadResult<T>,
) -> ReadResult<Vec<T>> {
    let items = value.as_array().ok_or_else(|| wrong(field, "a list", value))?;
    items.iter().enumerate().map(|(index, item)| read(&format!("{field}[{index}]"), item)).collect()
}

/// A number in the range.
pub(super) fn number(field: &str, value: &Value, allowed: RangeInclusive<u32>) -> ReadResult<u32> {
    let number = value
        .as_u64()
        .and_then(|number| u32::try_from(number).ok())
        .filter(|number| allowed.contains(number));
    number.ok_or_else(|| {
        wrong(field, &format!("a number from {} to {}", allowed.start(), allowed.end()), value)
    })
}

/// A list of numbers, each of them in the range.
pub(super) fn small_numbers(
    field: &str,
    value: &Value,
    allowed: RangeInclusive<u8>,
) -> ReadResult<Vec<u8>> {
    let allowed = u32::from(*allowed.start())..=u32::from(*allowed.end());
    Ok(numbers(field, value, allowed)?.into_iter().map(|number| number as u8).collect())
}

/// As [`small_numbers`], of any size.
pub(super) fn numbers(
    field: &str,
    value: &Value,
    allowed: RangeInclusive<u32>,
) -> ReadResult<Vec<u32>> {
    list(field, value, |field, value| number(field, value, allowed.clone()))
}

pub(super) fn text<'a>(field: &str, value: &'a Value) -> ReadResult<&'a str> {
    value.as_str().ok_or_else(|| wrong(field, "a text", value))
}

pub(super) fn flag(field: &str, value: &Value) -> ReadResult<bool> {
    value.as_bool().ok_or_else(|| wrong(field, "true or false", value))
}

fn face(field: &str, value: &Value) -> ReadResult<Face> {
    let tile =
        kind(field, value).ok().filter(|tile| !tile.is_special() || tile.is_placed_special());
    tile.ok_or_else(|| wrong(field, "a tile that can be laid, 0 to 34, 36 or 38,", value))
}

/// A tile of a hand or of the pile: a face, or a special tile.
pub(super) fn kind(field: &str, value: &Value) -> ReadResult<Face> {
    let number = number(field, value, 0..=KINDS as u32 - 1)?;
    Face::of_tile(number as u8).ok_or_else(|| wrong(field, "a tile", value))
}

pub(super) fn kinds(field: &str, value: &Value) -> ReadResult<Vec<Face>> {
    list(field, value, kind)
}

pub(super) fn rotation(field: &str, value: &Value) -> ReadResult<Rotation> {
    Ok(Rotation::new(number(field, value, 0..=3)? as u8))
}

pub(super) fn seat(field: &str, value: &Value) -> ReadResult<Seat> {
    Ok(Seat::new(number(field, value, 0..=31)? as u8))
}

pub(super) fn square(field: &str, value: &Value) -> ReadResult<Square> {
    text(field, value)?.parse().map_err(|_| wrong(field, "a square such as \"c3\"", value))
}

pub(super) fn place(field: &str, value: &Value) -> ReadResult<Place> {
    text(field, value)?.parse().map_err(|_| wrong(field, "a place such as \"c3:H\"", value))
}

/// A tile in an orientation, from the fields `tile` and `rotation`.
pub(super) fn laid(object: &Object<'_>) -> ReadResult<Laid> {
    Ok(Laid::new(object.needed("tile", face)?, object.needed("rotation", rotation)?))
}
