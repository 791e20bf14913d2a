//! A line of a record as it was read.

use serde::Deserialize;
use serde_json::Value;

/// One event of a record. All fields of all events are here; which of them an event needs is checked when it is played.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub struct Line {
    /// The event's name.
    pub event: String,
    #[serde(default)]
    pub(super) player: Option<u8>,
    #[serde(flatten)]
    pub(super) rest: serde_json::Map<String, Value>,
}

/// Why a line could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Not JSON, or not an object with an `event`.
    #[error("not an event: {0}")]
    NotAnEvent(String),
}
