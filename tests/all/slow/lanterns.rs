//! V15: lanterns, which are reached for stars and move on.

use super::json::{field, items, text};
use super::rules::Score;
use super::square::Square;
use super::steps::Step;
use super::travel::{Fate, Outcome};
use super::{Game, Point};
use serde_json::{Value, json};

impl Game {
    /// V15: the squares on which a lantern can be put: without tile, daikaiju and lantern. Portals
    /// are no squares for tiles.
    pub(super) fn open_to_lanterns(&self) -> Vec<Square> {
        let mut squares = self.board.squares();
        squares.retain(|&square| self.board.is_empty(square) && !self.lanterns.contains(&square));
        squares
    }

    /// V15: how many lanterns are put on the board: fewer where fewer squares are open.
    pub(super) fn lanterns_to_lie(&self) -> usize {
        self.rules.lanterns.min(self.open_to_lanterns().len())
    }

    /// V15: the lanterns lie, before the start marks are chosen.
    pub(super) fn take_lanterns(&mut self, event: &Value) -> Result<(), String> {
        if text(event, "rule")? != "lanterns" {
            return Err(format!("expected the rule `lanterns`, found {event}"));
        }
        let squares = items(field(field(event, "data")?, "squares")?, "squares")?;
        let wanted = self.lanterns_to_lie();
        for square in squares {
            let square = self.board.shape.square_named(square.as_str().unwrap_or_default())?;
            if !self.open_to_lanterns().contains(&square) {
                return Err(format!("no lantern can lie on {}", square.name()));
            }
            self.lanterns.push(square);
        }
        if squares.len() != wanted {
            return Err(format!("{wanted} lanterns lie on the board, not {}", squares.len()));
        }
        self.lanterns_lie = true;
        self.set_up();
        Ok(())
    }

    /// V15: pieces that travelled and were not put out have crossed the new tile whole; whether a
    /// player has enough now.
    pub(super) fn take_stars(&mut self, square: Square, result: &Outcome) -> bool {
        if self.rules.score != Score::Lanterns {
            return false;
        }
        if self.lanterns.contains(&square) {
            for seat in 0..self.seats.len() {
                if matches!(result.fates[seat], Fate::Moves(_)) {
                    self.seats[seat].stars += 1;
                }
            }
        }
        let enough = self.seats.iter().any(|seat| seat.stars >= self.rules.stars);
        if enough {
            self.finish_by_score();
        }
        enough
    }

    /// V15: the lantern under a tile moves on.
    pub(super) fn lantern_moves(&mut self) {
        // W3: also the one under the portal.
        let under_a_tile =
            self.lanterns.iter().find(|&&square| self.board.tile_at(square).is_some());
        let under_the_portal =
            self.lanterns.iter().find(|&&square| self.board.portal == Some(square));
        let Some(&from) = under_a_tile.or(under_the_portal) else {
            return;
        };
        self.steps.push_front(Step::Lantern);
        let to = self.open_to_lanterns();
        if to.is_empty() {
            self.lanterns.retain(|&square| square != from);
            self.expect(json!({
                "event": "rule", "rule": "lanterns", "data": {"from": from.name(), "to": null}
            }));
        } else {
            self.point = Point::LanternMoves { from };
        }
    }

    /// V15: where it lies now.
    pub(super) fn take_lantern_moves(&mut self, from: Square, event: &Value) -> Result<(), String> {
        if text(event, "rule")? != "lanterns" {
            return Err(format!("expected the rule `lanterns`, found {event}"));
        }
        let data = field(event, "data")?;
        if text(data, "from")? != from.name() {
            return Err(format!("the lantern of {} moves on, found {event}", from.name()));
        }
        let to = self.board.shape.square_named(text(data, "to")?)?;
        if !self.open_to_lanterns().contains(&to) {
            return Err(format!("no lantern can lie on {}", to.name()));
        }
        self.lanterns.retain(|&square| square != from);
        self.lanterns.push(to);
        self.point = Point::Busy;
        self.go_on();
        Ok(())
    }
}
