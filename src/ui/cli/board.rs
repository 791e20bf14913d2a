//! A board in plain text, for `replay --at`.

use crate::board::{Content, Square};
use crate::game::{Observation, Seat};
use std::fmt::Write as _;

/// The board row by row, and where everyone stands.
pub fn as_text(seen: &Observation<'_>) -> String {
    let mut text = format!("turn {}\n", seen.turn());
    for row in 0..seen.rows() {
        for column in 0..seen.columns() {
            let cell = match seen.content(Square::new(column, row)) {
                Content::Empty => ".".to_owned(),
                Content::Blocked => "#".to_owned(),
                Content::Tile(tile) => format!("{}r{}", tile.face(), tile.rotation()),
            };
            let _ = write!(text, "{cell:<5}");
        }
        text.push('\n');
    }
    for seat in (0..seen.seats()).map(Seat::new) {
        let _ = match seen.place(seat) {
            Some(place) => writeln!(text, "seat {seat} at {place}"),
            None => writeln!(text, "seat {seat} is out"),
        };
    }
    text
}
