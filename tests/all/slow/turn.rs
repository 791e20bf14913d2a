//! C2, C6, C12, T7: a placement, and what follows it up to the draw.

use super::faces::distinct_rotations;
use super::json::{ascending, face, faces, field, int, same_event, take_one};
use super::rules::{Draw, Returned};
use super::travel::{Fate, Outcome};
use super::{Game, Point};
use serde_json::{Value, json};

impl Game {
    pub(super) fn take_placed(&mut self, event: &Value) -> Result<(), String> {
        let active = self.active;
        let tile = face(field(event, "tile")?, "tile")?;
        let rotation = int(event, "rotation")?;
        if int(event, "player")? != active {
            return Err(format!("it is the placement of seat {active}, found {event}"));
        }
        if !self.hand(active).contains(&tile) {
            return Err(format!("tile {tile} is not in the hand {:?} of seat {active}", self.hand(active)));
        }
        let Some(rotation) = distinct_rotations(tile).into_iter().find(|&r| usize::from(r) == rotation) else {
            return Err(format!("tile {tile} has no rotation {rotation} of its own"));
        };
        let legal = self.legal_placements();
        if !legal.contains(&(tile, rotation)) {
            return Err(format!("tile {tile} at rotation {rotation} is not among the legal placements {legal:?}"));
        }
        let (Some(place), Some(result)) = (self.seats[active].place, self.try_placement(tile, rotation)) else {
            return Err(format!("seat {active} has no square to place a tile on"));
        };
        let wanted = json!({"event": "placed", "square": place.square.name(), "legal": legal.len()});
        same_event(&wanted, event)?;

        self.point = Point::Busy;
        take_one(self.hand_mut(active), tile);
        self.board.lay(place.square, tile, rotation);
        self.travel(&result);
        Ok(())
    }

    /// T7: everyone's fate, the active player's first, then clockwise.
    fn travel(&mut self, result: &Outcome) {
        let active = self.active;
        let mut dead = Vec::new();
        for seat in self.clockwise_from(active) {
            self.score_trip(seat, &result.trips[seat]);
            match result.fates[seat] {
                Fate::Stays => {}
                Fate::Moves(to) => {
                    self.seats[seat].place = Some(to);
                    self.seats[seat].displaced = false;
                    self.expect(json!({"event": "moved", "player": seat, "to": to.name()}));
                }
                Fate::Out(cause) => {
                    self.eliminate(seat, cause);
                    dead.push(seat);
                }
            }
        }
        if dead.is_empty() {
            self.draw_and_end();
            return;
        }
        // L6: those in a meeting with the active player.
        let met_active: Vec<usize> = result.meetings.iter().filter(|all| all.contains(&active)).flatten().copied().collect();
        if self.ended_by_elimination(&dead, Some(&met_active)) {
            return;
        }
        // C12, L5, S16.
        let tiles = self.hands_of(&dead);
        let may_exchange = self.rules.exchange
            && self.seats.len() >= self.rules.exchange_min_players
            && self.seats[active].alive
            && !self.one_hand()
            && !self.hand(active).is_empty()
            && !tiles.is_empty();
        if may_exchange {
            self.point = Point::Exchange { dead, tiles };
        } else {
            self.give_back(dead, &tiles);
        }
    }

    /// Takes the tiles out of the hands of those just eliminated.
    // reading: V3, V4: the one hand of the table stays on it.
    pub(super) fn hands_of(&mut self, dead: &[usize]) -> Vec<u8> {
        let mut tiles = Vec::new();
        for &seat in dead {
            tiles.append(&mut self.seats[seat].hand);
        }
        ascending(&tiles)
    }

    /// C12: at least one tile, and as many taken as given.
    pub(super) fn take_exchanged(&mut self, dead: Vec<usize>, mut tiles: Vec<u8>, event: &Value) -> Result<(), String> {
        let active = self.active;
        if int(event, "player")? != active {
            return Err(format!("only seat {active} may exchange now, found {event}"));
        }
        let gave = faces(field(event, "gave")?, "gave")?;
        let took = faces(field(event, "took")?, "took")?;
        if gave.is_empty() || gave.len() != took.len() {
            return Err(format!("as many tiles must be taken as given, and at least one: {event}"));
        }
        for &tile in &gave {
            if !take_one(self.hand_mut(active), tile) {
                return Err(format!("`gave`: tile {tile} is not in the hand of seat {active}"));
            }
        }
        for &tile in &took {
            if !take_one(&mut tiles, tile) {
                return Err(format!("`took`: tile {tile} is not in the hands of those just eliminated"));
            }
        }
        self.hand_mut(active).extend(took);
        tiles.extend(gave);
        self.give_back(dead, &tiles);
        Ok(())
    }

    /// C6, S16: the hands of the dead go into the pile, in ascending order of faces.
    pub(super) fn give_back(&mut self, dead: Vec<usize>, tiles: &[u8]) {
        self.point = Point::Busy;
        let tiles = ascending(tiles);
        if tiles.is_empty() {
            self.given_back(&dead);
        } else if self.rules.returned == Returned::Bottom {
            self.pile.extend(&tiles);
            self.expect(json!({"event": "returned", "tiles": tiles, "pile": self.pile}));
            self.given_back(&dead);
        } else {
            self.point = Point::Shuffle { dead, tiles };
        }
    }

    /// C6: the pile and the returned tiles, in any order.
    pub(super) fn take_shuffle(&mut self, dead: &[usize], tiles: &[u8], event: &Value) -> Result<(), String> {
        same_event(&json!({"event": "returned", "tiles": tiles}), event)?;
        let pile = faces(field(event, "pile")?, "pile")?;
        let wanted = ascending(&[&self.pile, tiles].concat());
        if ascending(&pile) != wanted {
            return Err(format!("`pile` must be {wanted:?} in some order, not {pile:?}"));
        }
        self.pile = pile;
        self.point = Point::Busy;
        self.given_back(dead);
        if self.phase.on {
            self.go_on();
        }
        Ok(())
    }

    /// C9, L4: once the hands are returned, a dead holder's Dragon goes on; then the daikaiju phase or the turn goes on.
    fn given_back(&mut self, dead: &[usize]) {
        if let Some(holder) = self.dragon
            && dead.contains(&holder)
        {
            let heir = self.clockwise_after(holder).into_iter().find(|&seat| self.is_short(seat));
            self.hand_dragon(heir);
        }
        if !self.phase.on {
            self.draw_and_end();
        }
    }

    /// The Dragon or the statue changes hands.
    pub(super) fn hand_dragon(&mut self, holder: Option<usize>) {
        debug_assert!(self.rules.draw != Draw::Refill);
        self.dragon = holder;
        self.expect(json!({"event": "dragon", "holder": holder}));
    }

    /// A live player with fewer tiles than a hand holds.
    pub(super) fn is_short(&self, seat: usize) -> bool {
        self.seats[seat].alive && self.hand(seat).len() < self.rules.hand
    }
}
