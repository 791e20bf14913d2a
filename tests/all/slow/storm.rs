//! V11, V12: the cannon and the tsunami.

use super::cause::Cause;
use super::json::{field, text};
use super::square::Square;
use super::steps::Step;
use super::{Game, Point};
use serde_json::{Value, json};

/// V11: the answers beside `hold`, in the order of the directions of `Shape::step`.
pub const DIRECTIONS: [&str; 4] = ["up", "right", "down", "left"];

impl Game {
    /// V12: in each turn whose number is a multiple of `every`, one line is swept.
    pub(super) fn tsunami(&mut self) {
        if self.rules.tsunami.is_some_and(|every| self.turn.is_multiple_of(every)) {
            self.point = Point::Sweep;
        }
    }

    /// V12: the lines of the board: columns by their letter, rows by their number. Missing squares
    /// do not make a line less likely.
    // reading: a line of which no square exists is swept as well, and nothing happens.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut list = Vec::new();
        for square in self.board.shape.rectangle() {
            for line in lines_of(square) {
                if !list.contains(&line) {
                    list.push(line);
                }
            }
        }
        list
    }

    /// V12: the tiles of the line, the ships that stood on them, their hands; the daikaiju come as
    /// a step of their own.
    pub(super) fn take_sweep(&mut self, event: &Value) -> Result<(), String> {
        if text(event, "rule")? != "tsunami" {
            return Err(format!("expected the rule `tsunami`, found {event}"));
        }
        let line = text(field(event, "data")?, "line")?;
        if !self.lines().contains(&line.to_string()) {
            return Err(format!("`line`: `{line}` is not a line of this board"));
        }
        // Along the line, from a or from 1.
        let mut squares = self.board.squares();
        squares.retain(|&square| lines_of(square).contains(&line.to_string()));
        self.point = Point::Busy;
        let monsters = squares
            .iter()
            .filter_map(|&square| self.board.monster_at(square))
            .map(|monster| monster.tile)
            .filter(|&tile| !self.is_uzushio(tile))
            .collect();
        self.steps.push_front(Step::Drown(monsters));
        let mut struck = Vec::new();
        for (seat, ship) in self.seats.iter().enumerate() {
            if self.standing_on(ship).is_some_and(|square| squares.contains(&square)) {
                struck.push(seat);
            }
        }
        // In ascending face; equal faces stay row by row.
        let mut tiles: Vec<(u8, Square)> = squares
            .iter()
            .filter_map(|&square| self.board.tile_at(square).map(|laid| (laid.tile, square)))
            .collect();
        tiles.sort_by_key(|&(tile, _)| tile);
        for (tile, square) in tiles {
            self.board.lift(square);
            self.pile.push(tile);
            self.expect(json!({
                "event": "wake_removed", "square": square.name(), "tile": tile, "to": "pile"
            }));
        }
        self.put_out(&struck, Cause::Swept);
        self.go_on();
        Ok(())
    }

    /// V12: the daikaiju on the line are removed as in S6.
    pub(super) fn drown(&mut self, tiles: &[usize]) {
        for &tile in tiles {
            self.destroy_daikaiju(tile);
        }
    }

    /// V11: the active ship may shoot, if there is something to shoot at.
    pub(super) fn cannon(&mut self) {
        let ship = &self.seats[self.active];
        let Some(place) = ship.place.filter(|_| ship.started && ship.shots > 0) else {
            return;
        };
        let mut options = vec![json!("hold")];
        for (direction, word) in (0u8..).zip(DIRECTIONS) {
            if self.target(place.square, direction).is_some() {
                options.push(json!(word));
            }
        }
        if options.len() > 1 {
            self.ask(self.active, "cannon", options);
        }
    }

    /// V11: the nearest daikaiju in a direction from a square, that square included. The shot goes
    /// round the world at most once, and no further than a daikaiju could walk.
    fn target(&self, from: Square, direction: u8) -> Option<usize> {
        let mut at = from;
        loop {
            // W5: it flies over the uzushio.
            if let Some(monster) =
                self.board.monster_at(at).filter(|monster| !self.is_uzushio(monster.tile))
            {
                return Some(monster.tile);
            }
            at = self.board.shape.step(at, direction)?;
            if at == from {
                return None;
            }
        }
    }

    pub(super) fn cannon_chose(&mut self, choice: &Value) {
        let direction = (0u8..)
            .zip(DIRECTIONS)
            .find(|(_, word)| choice == word)
            .map(|(direction, _)| direction);
        let (Some(direction), Some(place)) = (direction, self.seats[self.active].place) else {
            return;
        };
        self.seats[self.active].shots -= 1;
        if let Some(tile) = self.target(place.square, direction) {
            self.destroy_daikaiju(tile);
        }
    }
}

/// V12: the two lines on which a square lies.
fn lines_of(square: Square) -> [String; 2] {
    let name = square.name();
    [name[..1].to_string(), name[1..].to_string()]
}
