//! V13: whirlpools carry the pieces that a placement brought before them.

use super::Game;
use super::cause::{Cause, Meeting};
use super::square::Place;
use serde_json::json;

impl Game {
    /// V13: whether anything carries pieces that have travelled.
    pub fn carries(&self) -> bool {
        !self.rules.whirlpools.is_empty()
    }

    /// V13: carries a piece that travelled, if it still lives and faces a whirlpool without a tile.
    // reading: two pieces at one point of a line that face the two squares beside it stand at
    // different places, and do not meet.
    pub(super) fn carry(&mut self, seat: usize) {
        let Some(from) = self.seats[seat].place else {
            return;
        };
        if !self.rules.whirlpools.contains(&from.square.name())
            || self.board.tile_at(from.square).is_some()
        {
            return;
        }
        let to = Place { square: from.square, port: (from.port + 2) % 8 };
        self.seats[seat].place = Some(to);
        self.expect(
            json!({"event": "carried", "player": seat, "to": to.name(), "rule": "whirlpool"}),
        );
        let together: Vec<usize> =
            (0..self.seats.len()).filter(|&other| self.seats[other].place == Some(to)).collect();
        if together.len() > 1 && self.rules.meeting == Meeting::Collide {
            self.put_out(&together, Cause::Collision);
        }
    }
}
