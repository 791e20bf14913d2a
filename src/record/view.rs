//! [`view()`]: a record as one seat could have written it.

use super::read::GameRecord;
use super::write::write_seen;
use crate::game::{Memory, Seat};
use serde_json::{Map, Value};

/// The lines of `game`, without what `seat` could not know. Hidden values are `null`; in lists, each hidden tile is one
/// `null`, so that counts stay visible. `memory` has followed the game and kept its events for that seat.
pub fn view(game: &GameRecord, memory: &Memory, seat: Seat) -> String {
    let mut out = Vec::new();
    let mut first: Map<String, Value> = game.lines.first().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    // All that is hidden could be computed from the seed.
    if let Some(seed) = first.get_mut("seed") {
        *seed = Value::Null;
    }
    out.extend_from_slice(Value::Object(first).to_string().as_bytes());
    out.push(b'\n');
    // Where a record breaks off, the engine still played on to the next decision: those events are not in the record.
    let lines = game.lines.len().saturating_sub(1);
    memory.events(Some(seat)).take(lines).for_each(|event| write_seen(&mut out, &event));
    String::from_utf8_lossy(&out).into_owned()
}
