//! What was expected and what was found, in words and as TOML.

use serde_json::json;
use std::fmt::Display;
use tsuro::ruleset::{toml_inline, toml_string};

/// The outcome of one expectation: what was expected and what was found, in words and as TOML.
#[allow(clippy::struct_field_names, reason = "what was found, beside what was expected")]
pub(super) struct FoundValue {
    pub fine: bool,
    pub expected: Vec<String>,
    pub found: Vec<String>,
    /// `None` where the game has no such value.
    pub toml: Option<String>,
}

impl FoundValue {
    pub(super) fn new<T: PartialEq>(
        wanted: &T,
        found: &T,
        words: impl Fn(&T) -> String,
        toml: impl Fn(&T) -> String,
    ) -> Self {
        Self {
            fine: wanted == found,
            expected: vec![words(wanted)],
            found: vec![words(found)],
            toml: Some(toml(found)),
        }
    }

    /// A value whose TOML is its text without quotation marks.
    pub(super) fn plain<T: PartialEq + Display>(wanted: &T, found: &T) -> Self {
        Self::new(wanted, found, T::to_string, T::to_string)
    }

    /// A value whose TOML is its text in quotation marks.
    pub(super) fn text<T: PartialEq>(wanted: &T, found: &T, words: impl Fn(&T) -> String) -> Self {
        Self::new(wanted, found, &words, |value| toml_string(&words(value)))
    }

    /// How many there are of something.
    pub(super) fn count(wanted: u64, found: usize) -> Self {
        Self::plain(&wanted, &(found as u64))
    }

    /// The numbers of tiles or pieces, in an order that counts.
    pub(super) fn numbers(wanted: &[u8], found: &[u8]) -> Self {
        let words = |numbers: &&[u8]| toml_inline(&json!(numbers));
        Self::new(&wanted, &found, words, words)
    }

    /// One line each for what was expected and for what was found instead, which is no value.
    pub(super) fn mismatch(expected: impl Into<String>, found: impl Into<String>) -> Self {
        let (expected, found) = (vec![expected.into()], vec![found.into()]);
        Self { fine: false, expected, found, toml: None }
    }
}

/// Texts as a TOML list.
pub(super) fn quoted(items: &[String]) -> String {
    toml_inline(&json!(items))
}
