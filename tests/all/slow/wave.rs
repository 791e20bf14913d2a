//! W4: the tsunami of Veterans, which lies among the daikaiju in the supply and, on the board, is
//! none: it touches nothing but ships.

use super::cause::Cause;
use super::json::{field, int, text};
use super::square::{Place, Square};
use super::travel::Crossing;
use super::{Game, Point};
use serde_json::{Value, json};

/// The wave on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wave {
    pub square: Square,
    /// 0, 1, 2, 3: it travels up, right, down, left.
    pub facing: u8,
    /// How often it has moved.
    pub moves: usize,
    /// The seat that placed it.
    pub by: usize,
}

impl Wave {
    /// W4: whether a square is in its row: the line at right angles to its travel.
    fn covers(self, square: Square) -> bool {
        if self.facing.is_multiple_of(2) {
            square.row == self.square.row
        } else {
            square.column == self.square.column
        }
    }
}

impl Game {
    /// W4: the number of its tile: how many daikaiju tiles there are.
    pub(super) fn is_wave(&self, tile: usize) -> bool {
        self.rules.wave.is_some() && tile == self.hazard().tiles.len()
    }

    /// W4: it is put where the dice say, by the player on turn, at set-up by the first player.
    pub(super) fn wave_is_placed(&mut self, square: Square, facing: u8) {
        self.supply.retain(|&tile| {
            tile != self.rules.hazard.as_ref().map_or(0, |hazard| hazard.tiles.len())
        });
        self.wave = Some(Wave { square, facing, moves: 0, by: self.active });
    }

    /// W4: whether this ship stands on a tile of the row.
    fn is_in_the_row(&self, seat: usize) -> bool {
        self.wave.is_some_and(|wave| {
            self.standing_on(&self.seats[seat]).is_some_and(|square| wave.covers(square))
        })
    }

    /// W4: before anything else in a turn it moves, if this is the turn of the seat that placed it,
    /// or of the next live one clockwise; then the active ship rolls, if it is in the row.
    pub(super) fn wave_begins(&mut self) {
        let Some(wave) = self.wave else {
            return;
        };
        let mover = self.clockwise_from(wave.by).into_iter().find(|&seat| self.seats[seat].alive);
        if mover == Some(self.active) {
            let target = self.board.shape.step(wave.square, wave.facing);
            self.expect(json!({
                "event": "rule", "rule": "wave", "data": {"square": target.map(Square::name)}
            }));
            self.wave = target.map(|square| Wave { square, moves: wave.moves + 1, ..wave });
        }
        self.wave_over_active();
    }

    /// W4: the active ship rolls, if it is in the row.
    pub(super) fn wave_over_active(&mut self) {
        if self.is_in_the_row(self.active) {
            self.point = Point::WaveRoll { seat: self.active };
        }
    }

    /// W4: whether a trip crossed a tile of the row.
    pub(super) fn crossed_the_row(&self, trip: &[Crossing]) -> bool {
        self.wave.is_some_and(|wave| trip.iter().any(|crossing| wave.covers(crossing.square)))
    }

    /// W4: a ship that travelled across the row rolls, if it is still there.
    pub(super) fn wave_roll(&mut self, seat: usize) {
        let place: Option<Place> = self.seats[seat].place;
        if place.is_some() {
            self.point = Point::WaveRoll { seat };
        }
    }

    /// W4: below the strength the ship capsizes.
    pub(super) fn take_wave_roll(&mut self, seat: usize, event: &Value) -> Result<(), String> {
        if text(event, "rule")? != "wave" {
            return Err(format!("expected the rule `wave`, found {event}"));
        }
        let data = field(event, "data")?;
        if int(data, "player")? != seat {
            return Err(format!("seat {seat} rolls against the wave, found {event}"));
        }
        let roll = int(data, "roll")?;
        if !(1..=6).contains(&roll) {
            return Err(format!("`roll` must be 1 to 6, not {roll}"));
        }
        self.point = Point::Busy;
        if roll < self.strength() {
            self.put_out(&[seat], Cause::Capsized);
        }
        self.go_on();
        Ok(())
    }

    /// W4: the first number until it has moved, the next after each move, the last from then on.
    fn strength(&self) -> usize {
        let numbers = self.rules.wave.clone().unwrap_or_default();
        let moves = self.wave.map_or(0, |wave| wave.moves);
        numbers[moves.min(numbers.len() - 1)]
    }
}
