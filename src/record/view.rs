//! [`view()`]: a record as one seat could have written it.

use super::read::GameRecord;
use super::write::write_seen;
use crate::game::{Event, Memory, Seat, SeenEvent};
use crate::json::Json;

/// The lines of `game`, without what `seat` could not know. Hidden values are `null`; in lists,
/// each hidden tile is one `null`, so that counts stay visible. `memory` has followed the game and
/// kept its events for that seat.
pub fn view(game: &GameRecord, memory: &Memory, seat: Seat) -> String {
    let mut out = Vec::new();
    let first = game.lines.first().and_then(|line| serde_json::from_str(line).ok());
    let mut first = first.unwrap_or(Json::Object(Vec::new()));
    // All that is hidden could be computed from the seed.
    if first.has("seed") {
        first.set("seed", ());
    }
    out.extend_from_slice(first.to_string().as_bytes());
    out.push(b'\n');
    // Where a record breaks off, the engine still played on to the next decision: those events are
    // not in the record.
    let lines = game.lines.len().saturating_sub(1);
    for event in memory.record_of(seat, lines) {
        write_seen(&mut out, &event);
        // A record ends there, and nothing is hidden any more.
        if matches!(event, SeenEvent::Public(Event::End { .. })) {
            break;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
