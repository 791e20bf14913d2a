//! C2, C6, C12, T7: a placement, and what follows it up to the draw.

use super::json::{ascending, face, faces, field, int, same_event, take_one, text};
use super::legal::rotations_of;
use super::mystic_portal::PORTAL;
use super::rules::{Draw, Returned};
use super::square::Square;
use super::taihou::{MOST, TAIHOU, taihou_in};
use super::travel::{Fate, Outcome};
use super::{Game, Point};
use serde_json::{Value, json};

impl Game {
    pub(super) fn take_placed(&mut self, event: &Value) -> Result<(), String> {
        let active = self.active;
        let tile = face(field(event, "tile")?, "tile")?;
        if tile == TAIHOU {
            return Err("a Taihou is never laid".to_string());
        }
        let rotation = int(event, "rotation")?;
        if int(event, "player")? != active {
            return Err(format!("it is the placement of seat {active}, found {event}"));
        }
        if !self.hand(active).contains(&tile) {
            return Err(format!(
                "tile {tile} is not in the hand {:?} of seat {active}",
                self.hand(active)
            ));
        }
        let Some(rotation) = rotations_of(tile).into_iter().find(|&r| usize::from(r) == rotation)
        else {
            return Err(format!("tile {tile} has no rotation {rotation} of its own"));
        };
        let legal = self.legal_placements();
        let square = self.board.shape.square_named(text(event, "square")?)?;
        if !legal.contains(&(square, tile, rotation)) {
            return Err(format!(
                "tile {tile} at rotation {rotation} on {} is not among the legal placements \
                 {legal:?}",
                square.name()
            ));
        }
        same_event(&json!({"event": "placed", "legal": legal.len()}), event)?;

        self.point = Point::Busy;
        self.laid += 1;
        if tile == PORTAL {
            // W3: no piece travels.
            self.lay_portal(active, square);
            self.steps_after_placement(&[], &[]);
            self.go_on();
            return Ok(());
        }
        let result = self.try_placement(square, tile, rotation);
        take_one(self.hand_mut(active), tile);
        self.board.lay(square, tile, rotation);
        self.ask_before_sailing(square, &result);
        self.go_on();
        Ok(())
    }

    /// T7: everyone's fate, the active player's first, then clockwise.
    pub(super) fn travel(&mut self, square: Square, result: &Outcome) {
        let active = self.active;
        let mut dead = Vec::new();
        let (mut travelled, mut in_row) = (Vec::new(), Vec::new());
        for seat in self.clockwise_from(active) {
            self.score_trip(seat, &result.trips[seat]);
            match result.fates[seat] {
                Fate::Stays => {}
                Fate::Moves(to) => {
                    self.seats[seat].place = Some(to);
                    self.seats[seat].started = true;
                    self.seats[seat].displaced = false;
                    travelled.push(seat);
                    if self.crossed_the_row(&result.trips[seat]) {
                        in_row.push(seat);
                    }
                    self.expect(json!({"event": "moved", "player": seat, "to": to.name()}));
                }
                // V16.
                Fate::Out(cause) if self.seats[seat].lives > 1 => self.waits(seat, cause),
                Fate::Out(cause) => {
                    self.eliminate(seat, cause);
                    dead.push(seat);
                }
            }
        }
        self.steps_after_placement(&travelled, &in_row);
        // V15: before any other end.
        if self.take_stars(square, result) || dead.is_empty() {
            return;
        }
        // L6: the pieces in a meeting with the active player's.
        let met_active: Vec<usize> =
            result.meetings.iter().filter(|all| all.contains(&active)).flatten().copied().collect();
        if self.ended_by_elimination(&dead, Some(&met_active)) {
            return;
        }
        let lost = self.hands_of(&dead);
        if self.may_exchange(&lost) {
            self.point = Point::Exchange { lost };
        } else {
            self.give_back_lost(&lost);
        }
    }

    /// C12, L5, S16: whether the active player, if it lives, may exchange with the players that
    /// lost these hands.
    fn may_exchange(&self, lost: &[(usize, Vec<u8>)]) -> bool {
        self.rules.exchange
            && self.seats.len() >= self.rules.exchange_min_players
            && self.seats[self.active].alive
            && !self.one_hand()
            && !self.hand(self.active).is_empty()
            && !self.exchangeable(lost).is_empty()
    }

    /// C12, V9: the tiles that the active player may take: the tiles of other teams.
    pub(super) fn exchangeable(&self, lost: &[(usize, Vec<u8>)]) -> Vec<u8> {
        let mut tiles = Vec::new();
        for (seat, hand) in lost {
            if !self.team_mates(self.active, *seat) {
                tiles.extend(hand);
            }
        }
        ascending(&tiles)
    }

    /// Takes the tiles out of the hands of those just eliminated, and says whose they were.
    // reading: V3, V4: the one hand of the table stays on it.
    pub(super) fn hands_of(&mut self, dead: &[usize]) -> Vec<(usize, Vec<u8>)> {
        dead.iter().map(|&seat| (seat, std::mem::take(&mut self.seats[seat].hand))).collect()
    }

    /// C12: at least one tile, and as many taken as given.
    pub(super) fn take_exchanged(
        &mut self,
        lost: &[(usize, Vec<u8>)],
        event: &Value,
    ) -> Result<(), String> {
        let active = self.active;
        let mut tiles = all_tiles(lost);
        let mut on_offer = self.exchangeable(lost);
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
            if !take_one(&mut on_offer, tile) || !take_one(&mut tiles, tile) {
                return Err(format!(
                    "`took`: tile {tile} is not in the hands of the opponents just eliminated"
                ));
            }
        }
        self.hand_mut(active).extend(took);
        // W2.
        if taihou_in(self.hand(active)) > MOST {
            return Err(format!(
                "an exchange may not leave more than {MOST} Taihou in a hand: {event}"
            ));
        }
        tiles.extend(gave);
        self.give_back(seats_of(lost), &tiles);
        self.go_on();
        Ok(())
    }

    /// C6, S16: the hands just lost go into the pile.
    pub(super) fn give_back_lost(&mut self, lost: &[(usize, Vec<u8>)]) {
        self.give_back(seats_of(lost), &all_tiles(lost));
    }

    /// C6, S16: these tiles of the dead go into the pile, in ascending order of faces.
    fn give_back(&mut self, dead: Vec<usize>, tiles: &[u8]) {
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
    pub(super) fn take_shuffle(
        &mut self,
        dead: &[usize],
        tiles: &[u8],
        event: &Value,
    ) -> Result<(), String> {
        same_event(&json!({"event": "returned", "tiles": tiles}), event)?;
        let pile = faces(field(event, "pile")?, "pile")?;
        let wanted = ascending(&[&self.pile, tiles].concat());
        if ascending(&pile) != wanted {
            return Err(format!("`pile` must be {wanted:?} in some order, not {pile:?}"));
        }
        self.pile = pile;
        self.point = Point::Busy;
        self.given_back(dead);
        self.go_on();
        Ok(())
    }

    /// C9, L4: once the hands are returned, a dead holder's Dragon goes on.
    fn given_back(&mut self, dead: &[usize]) {
        if let Some(holder) = self.dragon
            && dead.contains(&holder)
        {
            let heir = self.clockwise_after(holder).into_iter().find(|&seat| self.is_short(seat));
            self.hand_dragon(heir);
        }
    }

    /// The Dragon or the statue changes hands.
    pub(super) fn hand_dragon(&mut self, holder: Option<usize>) {
        debug_assert!(matches!(self.rules.draw, Draw::Dragon | Draw::Statue));
        self.dragon = holder;
        self.expect(json!({"event": "dragon", "holder": holder}));
    }

    /// A live player with fewer tiles than a hand holds.
    // reading: W1: what it has played in a turn of another does not make it short, for the Dragon
    // as little as for the draw.
    pub(super) fn is_short(&self, seat: usize) -> bool {
        let seat_is = &self.seats[seat];
        seat_is.alive && self.hand(seat).len() + seat_is.owed < self.rules.hand
    }
}

/// The tiles of all these hands, ascending.
fn all_tiles(lost: &[(usize, Vec<u8>)]) -> Vec<u8> {
    ascending(&lost.iter().flat_map(|(_, hand)| hand.clone()).collect::<Vec<u8>>())
}

/// The seats that lost these hands.
fn seats_of(lost: &[(usize, Vec<u8>)]) -> Vec<usize> {
    lost.iter().map(|&(seat, _)| seat).collect()
}
