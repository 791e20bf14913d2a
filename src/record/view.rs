//! A record as one seat could have written it.

use super::read::GameRecord;
use super::write::write_seen;
use crate::game::{Memory, Seat};
use serde_json::{Map, Value};

/// The lines of `game` with everything hidden that `seat` could not know. What is hidden is `null`, in lists once an entry, so that counts stay
/// visible. `memory` has listened to the game, and kept its events for that seat.
pub fn view(game: &GameRecord, memory: &Memory, seat: Seat) -> String {
    let mut out = Vec::new();
    let first: Map<String, Value> = game.lines.first().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    // Everything hidden could be computed from the seed.
    let first: Map<String, Value> =
        first.into_iter().map(|(name, value)| if name == "seed" { (name, Value::Null) } else { (name, value) }).collect();
    out.extend_from_slice(Value::Object(first).to_string().as_bytes());
    out.push(b'\n');
    // Where a record breaks off the engine goes on to the next decision: what happens there is not in the record.
    let lines = game.lines.len().saturating_sub(1);
    memory.events(Some(seat)).take(lines).for_each(|event| write_seen(&mut out, &event));
    String::from_utf8_lossy(&out).into_owned()
}
