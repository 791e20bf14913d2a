//! What the engine's values are in a script, and what a script's values are to the engine: squares
//! and places are texts, seats, tiles and quarter-turns are whole numbers, as in records.

use crate::board::{Content, Face, Laid, Place, Port, Rotation, Square};
use crate::game::{Cause, Consequence, Destination, Hand, Landing, MAX_SEATS, Seat, SeatSet, Spot};
use rhai::{Array, Dynamic, INT, ImmutableString, Map};
use serde_json::Value;

/// How many values a rule may remember in a game, including values within others; a text counts by
/// its bytes.
pub(super) const MOST_KEPT: usize = 4_096;

/// A value that a verb takes.
pub(super) trait ScriptArgument: Sized {
    /// What it is in a script.
    type Raw: Clone + Send + Sync + 'static;
    /// What it is called in the reference.
    const NAME: &'static str;
    /// Reads it.
    ///
    /// # Errors
    /// What is wrong with it, as the rest of a sentence that begins with the name of the verb.
    fn take(raw: Self::Raw) -> Result<Self, String>;
}

/// A value that a verb gives back.
pub(super) trait ScriptReturn {
    /// What it is called in the reference.
    const NAME: &'static str;
    /// What it is in a script.
    fn give(self) -> Dynamic;
}

macro_rules! taken {
    ($($type:ty: $raw:ty = $name:literal, $value:ident => $read:expr;)+) => {$(
        impl ScriptArgument for $type {
            type Raw = $raw;
            const NAME: &'static str = $name;
            fn take($value: $raw) -> Result<Self, String> {
                $read
            }
        }
    )+};
}

taken! {
    Seat: INT = "seat", number => seat(number).ok_or_else(|| format!("takes a seat, and {number} \
        is none"));
    Face: INT = "tile", number => face(number).ok_or_else(|| format!("takes the number of a tile, \
        and {number} is none"));
    Rotation: INT = "rotation", number => Ok(Rotation::new(number.rem_euclid(4) as u8));
    Square: ImmutableString = "square", text => text.parse().map_err(|_| format!("takes a square \
        such as \"c3\", and {text:?} is none"));
    Place: ImmutableString = "place", text => text.parse().map_err(|_| format!("takes a place such \
        as \"c3:H\", and {text:?} is none"));
    Destination: ImmutableString = "destination", text => match text.as_str() {
        "pile" => Ok(Self::Pile),
        "box" => Ok(Self::Box),
        _ => Err(format!("takes \"pile\" or \"box\", and not {text:?}")),
    };
    bool: bool = "true or false", value => Ok(value);
    INT: INT = "number", number => Ok(number);
    u32: INT = "number", number => u32::try_from(number).map_err(|_| format!("takes a number from \
        0 to {}, and not {number}", u32::MAX));
    usize: INT = "number", number => usize::try_from(number).map_err(|_| format!("takes a number \
        from 0, and not {number}"));
    ImmutableString: ImmutableString = "text", text => Ok(text);
    SeatSet: Array = "seats", list => seats(&list).ok_or_else(
        || "takes a list of seats".to_owned()
    );
    Map: Map = "map", map => Ok(map);
    Laid: Map = "#{tile, rotation}", map => {
        let part = |name: &str| map.get(name).and_then(|value| value.as_int().ok());
        let face = part("tile").and_then(face).filter(|face| face.orientations() > 0);
        let laid = face.zip(part("rotation")).map(
            |(face, turns)| Laid::new(face, Rotation::new(turns.rem_euclid(4) as u8))
        );
        laid.ok_or_else(|| "takes #{tile, rotation}, with a tile that can be laid".to_owned())
    };
    Spot: Dynamic = "spot", value => spot(&value).ok_or_else(|| format!(
        "takes a seat (for its hand), a square, \"pile-top\", \"pile-bottom\" or \"box\", and not \
         {value}"
    ));
}

/// The value, or `()`.
impl<T: ScriptArgument> ScriptArgument for Option<T>
where
    T::Raw: Clone,
{
    type Raw = Dynamic;
    const NAME: &'static str = T::NAME;
    fn take(raw: Dynamic) -> Result<Self, String> {
        if raw.is_unit() {
            return Ok(None);
        }
        let found = raw.type_name().to_owned();
        let raw = raw
            .try_cast::<T::Raw>()
            .ok_or_else(|| format!("takes a {} or (), and not a {found}", T::NAME))?;
        T::take(raw).map(Some)
    }
}

macro_rules! given {
    ($($type:ty = $name:literal, $value:ident => $given:expr;)+) => {$(
        impl ScriptReturn for $type {
            const NAME: &'static str = $name;
            fn give(self) -> Dynamic {
                let $value = self;
                $given
            }
        }
    )+};
}

given! {
    () = "", value => Dynamic::from(value);
    bool = "true or false", value => value.into();
    Seat = "seat", seat => INT::from(seat.number()).into();
    SeatSet = "list of seats", set => set.iter().map(ScriptReturn::give).collect::<Array>().into();
    Face = "tile", face => INT::from(face.number()).into();
    Rotation = "rotation", rotation => INT::from(rotation.turns()).into();
    Square = "square", square => text(&square);
    Place = "place", place => text(&place);
    Port = "port", port => port.letter().to_string().into();
    Cause = "cause", cause => cause.name().into();
    u8 = "number", number => INT::from(number).into();
    u32 = "number", number => INT::from(number).into();
    usize = "number", number => INT::try_from(number).unwrap_or(INT::MAX).into();
    INT = "number", number => number.into();
    ImmutableString = "text", text => text.into();
    Hand = "list of tiles", hand => hand.iter().map(ScriptReturn::give).collect::<Array>().into();
    Content = "\"empty\", \"blocked\", \"haven\", \"closed\" or #{tile, rotation}",
    content => match content {
        Content::Empty => "empty".into(),
        Content::Blocked => "blocked".into(),
        Content::Haven => "haven".into(),
        Content::Closed => "closed".into(),
        Content::Hidden => "hidden".into(),
        Content::Tile(tile) => tile.give(),
    };
    Laid = "#{tile, rotation}", laid => map([
        ("tile", laid.face().give()), ("rotation", laid.rotation().give())
    ]);
    Consequence = "#{player, to, cause}", fate =>
        map([("player", fate.player.give()), ("to", fate.to.give()), ("cause", fate.cause.give())]);
    Landing = "#{at, shared}", landing => map([
        ("at", landing.at.give()), ("shared", landing.is_shared.into())
    ]);
    Dynamic = "value", value => value;
}

impl<T: ScriptReturn> ScriptReturn for Option<T> {
    const NAME: &'static str = T::NAME;
    fn give(self) -> Dynamic {
        self.map_or(Dynamic::UNIT, T::give)
    }
}

/// A list of values.
macro_rules! given_lists {
    ($($type:ty = $name:literal;)+) => {$(
        impl ScriptReturn for Vec<$type> {
            const NAME: &'static str = $name;
            fn give(self) -> Dynamic {
                self.into_iter().map(ScriptReturn::give).collect::<Array>().into()
            }
        }
    )+};
}

given_lists! {
    Seat = "list of seats";
    Square = "list of squares";
    Place = "list of places";
    INT = "list of numbers";
}

/// A map with these entries.
pub(super) fn map<const N: usize>(entries: [(&str, Dynamic); N]) -> Dynamic {
    entries.into_iter().map(|(key, value)| (key.into(), value)).collect::<Map>().into()
}

fn text(value: &dyn std::fmt::Display) -> Dynamic {
    value.to_string().into()
}

fn seat(number: INT) -> Option<Seat> {
    Seat::checked(number.try_into().ok()?, MAX_SEATS as u8)
}

fn face(number: INT) -> Option<Face> {
    Face::of_tile(number.try_into().ok()?)
}

/// The seats of a list.
pub(super) fn seats(list: &[Dynamic]) -> Option<SeatSet> {
    list.iter().map(|value| seat(value.as_int().ok()?)).collect()
}

fn spot(value: &Dynamic) -> Option<Spot> {
    if let Ok(number) = value.as_int() {
        return seat(number).map(Spot::Hand);
    }
    let text = value.read_lock::<ImmutableString>()?;
    match text.as_str() {
        "pile-top" => Some(Spot::PileTop),
        "pile-bottom" => Some(Spot::PileBottom),
        "box" => Some(Spot::Box),
        square => square.parse().ok().map(Spot::Board),
    }
}

/// A value as JSON.
///
/// # Errors
/// If it is none that a rule may keep.
pub(super) fn to_json(value: &Dynamic) -> Result<Value, String> {
    if value.is_unit() {
        Ok(Value::Null)
    } else if let Ok(flag) = value.as_bool() {
        Ok(flag.into())
    } else if let Ok(number) = value.as_int() {
        Ok(number.into())
    } else if let Ok(letter) = value.as_char() {
        Ok(letter.to_string().into())
    } else if let Some(text) = value.read_lock::<ImmutableString>() {
        Ok(text.as_str().into())
    } else if let Some(list) = value.read_lock::<Array>() {
        list.iter().map(to_json).collect()
    } else if let Some(map) = value.read_lock::<Map>() {
        map.iter().map(|(key, value)| Ok((key.to_string(), to_json(value)?))).collect()
    } else {
        Err(format!("a {} cannot be kept", value.type_name()))
    }
}

/// A value from JSON.
///
/// # Errors
/// If it has a number that a script cannot have.
pub(super) fn of_json(value: &Value) -> Result<Dynamic, String> {
    Ok(match value {
        Value::Null => Dynamic::UNIT,
        Value::Bool(flag) => (*flag).into(),
        Value::Number(number) => {
            number.as_i64().ok_or_else(|| format!("{number} is no whole number"))?.into()
        }
        Value::String(text) => text.as_str().into(),
        Value::Array(items) => items.iter().map(of_json).collect::<Result<Array, _>>()?.into(),
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| Ok((key.as_str().into(), of_json(value)?)))
            .collect::<Result<Map, String>>()?
            .into(),
    })
}

/// Checks that a rule may keep a value, and takes out of it what it shares with others.
///
/// # Errors
/// Why it may not.
pub(super) fn keep(value: &mut Dynamic) -> Result<(), String> {
    let mut room = MOST_KEPT;
    keep_within(value, &mut room)
}

fn keep_within(value: &mut Dynamic, room: &mut usize) -> Result<(), String> {
    if value.is_shared() {
        *value = std::mem::take(value).flatten();
    }
    let bytes = value.read_lock::<ImmutableString>().map_or(0, |text| text.len());
    *room = room
        .checked_sub(1 + bytes)
        .ok_or_else(|| format!("it keeps more than {MOST_KEPT} values"))?;
    if let Some(mut list) = value.write_lock::<Array>() {
        return list.iter_mut().try_for_each(|item| keep_within(item, room));
    }
    if let Some(mut map) = value.write_lock::<Map>() {
        return map.iter_mut().try_for_each(|(key, item)| {
            *room = room.saturating_sub(key.len());
            keep_within(item, room)
        });
    }
    if value.is_unit() || value.is_bool() || value.is_int() || value.is_char() || value.is_string()
    {
        Ok(())
    } else {
        Err(format!("it keeps a {}, which is no value that can be written down", value.type_name()))
    }
}
