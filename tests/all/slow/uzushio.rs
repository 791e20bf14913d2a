//! W5: the uzushio. It lies among the daikaiju on the board, with the second number after theirs,
//! since to ships it is one of them.

use super::cause::Eaten;
use super::json::int;
use super::square::Square;
use super::{Game, Point};
use serde_json::{Value, json};

impl Game {
    pub(super) fn is_uzushio(&self, tile: usize) -> bool {
        self.rules.hazard.as_ref().is_some_and(|hazard| tile == hazard.tiles.len() + 1)
    }

    /// W5: in turns in which the roll did not move the daikaiju, one die is rolled for it, if it is
    /// on the board.
    pub(super) fn uzushio_begins(&mut self) {
        if self.phase.rests
            && self.board.monsters.iter().any(|monster| self.is_uzushio(monster.tile))
        {
            self.point = Point::UzushioDie;
        }
    }

    /// W5: it moves in the direction of the arrow with that number, which turns with its tile.
    pub(super) fn take_uzushio_die(&mut self, event: &Value) -> Result<(), String> {
        let value = int(event, "value")?;
        if !(1..=6).contains(&value) {
            return Err(format!("`value` must be 1 to 6, not {value}"));
        }
        self.point = Point::Busy;
        let arrows = self.rules.uzushio.clone().unwrap_or_default();
        let whirl =
            self.board.monsters.iter().copied().find(|monster| self.is_uzushio(monster.tile));
        if let (Some(whirl), Some(arrow)) =
            (whirl, (0u8..4).find(|&arrow| arrows.get(usize::from(arrow)) == Some(&value)))
        {
            self.uzushio_moves(whirl.tile, whirl.square, (arrow + whirl.facing) % 4);
        }
        self.go_on();
        Ok(())
    }

    fn uzushio_moves(&mut self, tile: usize, square: Square, direction: u8) {
        let target = self.board.shape.step(square, direction);
        // W3: it does not step onto the portal.
        if target.is_some() && target == self.board.portal {
            return;
        }
        let to = target.map(Square::name);
        self.expect(
            json!({"event": "daikaiju_moved", "tile": tile, "from": square.name(), "to": to}),
        );
        let Some(target) = target else {
            // Out of the game, not back in the supply.
            self.board.monsters.retain(|monster| monster.tile != tile);
            self.leaves_across(square, direction);
            return;
        };
        if let Some(other) = self.board.monster_at(target) {
            self.swallowed(other.tile, target);
            if self.point == Point::Over {
                return;
            }
        }
        self.put_at(tile, target);
        self.arrives(tile, target, Eaten::Box);
    }

    /// W5: a daikaiju and the uzushio have met: it does not come back.
    pub(super) fn swallowed(&mut self, tile: usize, square: Square) {
        self.board.monsters.retain(|monster| monster.tile != tile);
        self.expect(json!({"event": "daikaiju_destroyed", "tile": tile, "square": square.name()}));
        self.end_if_outlasted();
    }
}
