//! C1, S1, S3, T4: the deal and the start marks; S12: relocation.

use super::cause::Cause;
use super::faces::side;
use super::hazard::Reason;
use super::json::{ascending, faces, field, int, items, text};
use super::rules::Score;
use super::square::{Place, Square};
use super::taihou::{MOST, TAIHOU, taihou_in};
use super::{Game, Point};
use serde_json::{Value, json};

impl Game {
    /// C1: every seat gets a full hand, the rest is the pile.
    // reading: where the table has one hand (V3, V4), `hands` holds that one hand alone.
    pub(super) fn take_deal(&mut self, event: &Value) -> Result<(), String> {
        let hands = items(field(event, "hands")?, "hands")?
            .iter()
            .map(|hand| faces(hand, "hands"))
            .collect::<Result<Vec<_>, _>>()?;
        let pile = faces(field(event, "pile")?, "pile")?;
        let wanted = if self.one_hand() { 1 } else { self.seats.len() };
        if hands.len() != wanted {
            return Err(format!("`hands`: expected {wanted} hands, found {}", hands.len()));
        }
        let full = self.rules.hand;
        // reading: W2: where there is nothing else to deal any more, a hand is short.
        let nothing_else = pile.iter().all(|&tile| tile == TAIHOU);
        let is_dealt = |hand: &Vec<u8>| {
            hand.len() == full || (hand.len() < full && taihou_in(hand) == MOST && nothing_else)
        };
        if let Some(hand) = hands.iter().find(|hand| !is_dealt(hand)) {
            return Err(format!("`hands`: expected {full} tiles in each, found {hand:?}"));
        }
        // W2.
        if let Some(hand) = hands.iter().find(|hand| taihou_in(hand) > MOST) {
            return Err(format!("`hands`: at most {MOST} Taihou in each, found {hand:?}"));
        }
        let dealt = ascending(&[hands.concat(), pile.clone()].concat());
        if dealt != self.rules.deck() {
            return Err(format!("hands and pile are not the deck of these rules: {dealt:?}"));
        }
        for (seat, hand) in hands.into_iter().enumerate() {
            *self.hand_mut(seat) = hand;
        }
        self.pile = pile;
        self.set_up();
        Ok(())
    }

    /// S1, V15: daikaiju are placed, then lanterns, then the start marks are chosen.
    pub(super) fn set_up(&mut self) {
        if self.phase.to_set_up > 0 && self.can_spawn() {
            self.phase.to_set_up -= 1;
            self.point = Point::Spawn(Reason::Setup);
        } else if self.rules.score == Score::Lanterns && !self.lanterns_lie {
            self.point = Point::Lanterns;
        } else {
            self.point = Point::Start;
        }
    }

    /// The seat that chooses its start mark next: clockwise from the first player.
    pub(super) fn starter(&self) -> Option<usize> {
        if self.point == Point::Return {
            return Some(self.active);
        }
        self.clockwise_from(self.first).into_iter().find(|&seat| self.seats[seat].place.is_none())
    }

    /// T4: the free start marks for a seat: one piece a mark and, unless squares are shared, one
    /// piece a square.
    pub(super) fn free_marks(&self, seat: usize) -> Vec<Place> {
        let others: Vec<Place> = (0..self.seats.len())
            .filter(|&other| other != seat)
            .filter_map(|other| self.seats[other].place)
            .collect();
        let own = self.seats[seat].place;
        let mut marks = self.board.shape.marks().to_vec();
        marks.retain(|&mark| Some(mark) != own && !others.contains(&mark));
        if !self.rules.share_square {
            // reading: only pieces on start marks count, not one that has come to face the same
            // square from inside the board.
            let waits = |other: &usize| *other != seat && !self.seats[*other].started;
            let waiting: Vec<Square> = (0..self.seats.len())
                .filter(waits)
                .filter_map(|other| self.seats[other].place)
                .map(|place| place.square)
                .collect();
            marks.retain(|mark| !waiting.contains(&mark.square));
        }
        marks
    }

    /// T4, S3: the marks that a seat may choose at the start.
    pub(super) fn start_marks(&self, seat: usize) -> Vec<Place> {
        let marks = self.free_marks(seat);
        let safe: Vec<Place> = marks
            .iter()
            .copied()
            .filter(|mark| self.board.monster_at(mark.square).is_none())
            .collect();
        if safe.is_empty() { marks } else { safe }
    }

    pub(super) fn take_start(&mut self, event: &Value) -> Result<(), String> {
        let Some(seat) = self.starter() else {
            return Err("everyone has a start mark".to_string());
        };
        if int(event, "player")? != seat {
            return Err(format!("expected the start mark of seat {seat}, found {event}"));
        }
        let mark = self.mark_among(event, &self.start_marks(seat))?;
        self.seats[seat].place = Some(mark);
        if self.starter().is_none() {
            self.active = self.first;
            self.point = Point::Turn;
        }
        Ok(())
    }

    /// V16: the marks on which the active piece may come back: free, without a tile on its square,
    /// and S3.
    pub(super) fn return_marks(&self) -> Vec<Place> {
        let mut marks = self.free_marks(self.active);
        marks.retain(|mark| {
            self.board.tile_at(mark.square).is_none() && self.board.portal != Some(mark.square)
        });
        let safe: Vec<Place> = marks
            .iter()
            .copied()
            .filter(|mark| self.board.monster_at(mark.square).is_none())
            .collect();
        if safe.is_empty() { marks } else { safe }
    }

    /// V16: a piece that waits comes back, before anything else in its turn; without a mark it is
    /// out for good.
    pub(super) fn comes_back(&mut self) {
        if !self.seats[self.active].waits {
            return;
        }
        if self.return_marks().is_empty() {
            self.put_out(&[self.active], Cause::NoMark);
        } else {
            self.point = Point::Return;
        }
    }

    pub(super) fn take_return(&mut self, event: &Value) -> Result<(), String> {
        if int(event, "player")? != self.active {
            return Err(format!("seat {} comes back now, found {event}", self.active));
        }
        let mark = self.mark_among(event, &self.return_marks())?;
        let seat = &mut self.seats[self.active];
        seat.place = Some(mark);
        seat.started = false;
        seat.waits = false;
        self.point = Point::Busy;
        self.go_on();
        Ok(())
    }

    /// The mark of an event, which must be one of these.
    fn mark_among(&self, event: &Value, marks: &[Place]) -> Result<Place, String> {
        let mark = self.board.shape.place_named(text(event, "mark")?)?;
        if marks.contains(&mark) {
            return Ok(mark);
        }
        let names: Vec<String> = marks.iter().map(|m| m.name()).collect();
        Err(format!("mark {} may not be chosen, only {}", mark.name(), names.join(" ")))
    }

    /// S12: the marks to which the active ship can relocate: free, on the same side of the board,
    /// with neither a wake tile nor a daikaiju on their square. The same side is the same side of a
    /// square anywhere on the board (V5–V7).
    pub(super) fn relocation_marks(&self) -> Vec<Place> {
        let Some(own) = self.seats[self.active].place else {
            return Vec::new();
        };
        let mut marks = self.free_marks(self.active);
        marks.retain(|mark| side(mark.port) == side(own.port) && self.board.is_empty(mark.square));
        marks
    }

    pub(super) fn take_relocated(&mut self, event: &Value) -> Result<(), String> {
        let active = self.active;
        if int(event, "player")? != active {
            return Err(format!("only seat {active} can relocate now, found {event}"));
        }
        let mark = self.mark_among(event, &self.relocation_marks())?;
        self.seats[active].place = Some(mark);
        self.point = Point::Busy;
        self.go_on();
        Ok(())
    }

    /// S4: the placement, after all that comes before it; W2: perhaps a Taihou is fired instead.
    pub(super) fn go_to_placement(&mut self) {
        self.seats[self.active].displaced = false;
        if !self.may_fire_instead() {
            self.place_or_pass();
        }
    }

    /// C11, W1: a player with nothing to lay passes.
    pub(super) fn place_or_pass(&mut self) {
        if self.laid == 0 && !self.has_tile_to_lay(self.active) {
            self.expect(json!({"event": "passed", "player": self.active}));
            self.steps_after_placement(&[], &[]);
        } else {
            self.point = Point::Place;
        }
    }

    /// V8: the next placement of the turn, unless the player is out, has no tile to lay left (W1),
    /// or has placed all that it may.
    pub(super) fn place_again(&mut self) {
        let may = self.seats[self.active].place.is_some() && self.has_tile_to_lay(self.active);
        if may && self.laid < self.rules.turn_tiles {
            self.go_to_placement();
        }
    }
}
