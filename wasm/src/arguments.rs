//! Arguments that JavaScript gives, checked: anything may be handed over. They are read before the
//! work begins, because reading them can call functions of the caller.

use crate::fault::Fault;
use js_sys::{JSON, Uint8Array};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Number, Value};
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use tsuro::game::Seat;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues, catch)]
    fn fill_with_random_bytes(bytes: &Uint8Array) -> Result<Uint8Array, JsValue>;
}

/// A seed: a text, or a whole number as its digits.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum SeedArgument {
    /// A text.
    Text(String),
    /// A number.
    Number(Number),
}

/// Several texts, or one with commas.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum TextsArgument {
    /// One text.
    One(String),
    /// Several.
    Many(Vec<String>),
}

impl TextsArgument {
    /// The texts.
    pub fn list(self) -> Vec<String> {
        match self {
            Self::One(text) => text.split(',').map(|part| part.trim().to_owned()).collect(),
            Self::Many(texts) => texts,
        }
    }
}

/// The JSON text of a value; `None`: it is `undefined` or a function.
fn json_text(name: &str, value: &JsValue) -> Result<Option<String>, Fault> {
    match JSON::stringify(value) {
        Ok(text) => Ok(JsValue::from(text).as_string()),
        Err(_) => Err(Fault::argument(format!("{name}: it cannot be written as JSON"))),
    }
}

/// A document: objects, lists, texts and numbers.
pub fn document(name: &str, value: &JsValue) -> Result<Value, Fault> {
    read(name, json_text(name, value)?.as_deref().unwrap_or("null"))
}

/// A value that has the form of `T`.
pub fn shaped<T: DeserializeOwned>(name: &str, value: &JsValue) -> Result<T, Fault> {
    read(name, json_text(name, value)?.as_deref().unwrap_or("null"))
}

fn read<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|why| {
        let why = why.to_string();
        // The place is one in a text that nobody has written.
        let why = why.split(" at line ").next().unwrap_or_default();
        Fault::argument(format!("{name}: {why}"))
    })
}

/// An object of options; `undefined` and `null` stand for none.
pub fn options<T: DeserializeOwned + Default>(value: &JsValue) -> Result<T, Fault> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    shaped("options", value)
}

/// A whole number in a range.
pub fn whole(name: &str, number: f64, range: RangeInclusive<u32>) -> Result<u32, Fault> {
    let (least, most) = (f64::from(*range.start()), f64::from(*range.end()));
    if number.fract() == 0.0 && (least..=most).contains(&number) {
        return Ok(number as u32);
    }
    Err(Fault::argument(format!("{name}: {number} is not a number from {least} to {most}")))
}

/// A whole number among options, in a range.
pub fn within(name: &str, number: u64, range: RangeInclusive<u64>) -> Result<u64, Fault> {
    if range.contains(&number) {
        return Ok(number);
    }
    let (least, most) = (range.start(), range.end());
    Err(Fault::argument(format!("{name}: {number} is not a number from {least} to {most}")))
}

/// A number of players.
pub fn players(number: u64) -> Result<u8, Fault> {
    Ok(within("players", number, 1..=255)? as u8)
}

/// A seat at a table of `seats` seats.
pub fn seat(number: f64, seats: u8) -> Result<Seat, Fault> {
    Ok(Seat::new(whole("seat", number, 0..=u32::from(seats).saturating_sub(1))? as u8))
}

/// The seed that was given; without one, a random one.
pub fn seed(given: Option<SeedArgument>) -> Result<String, Fault> {
    match given {
        Some(SeedArgument::Text(text)) => Ok(text),
        Some(SeedArgument::Number(number)) if number.is_f64() => {
            Err(Fault::argument("seed: a text or a whole number is needed"))
        }
        Some(SeedArgument::Number(number)) => Ok(number.to_string()),
        None => {
            let bytes = Uint8Array::new_with_length(8);
            if fill_with_random_bytes(&bytes).is_err() {
                return Err(Fault::argument("seed: this place has no random numbers, so give one"));
            }
            Ok(bytes.to_vec().iter().fold(String::new(), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            }))
        }
    }
}
