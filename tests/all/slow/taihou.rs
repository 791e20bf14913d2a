//! W1, W2: Taihou, which are held like wake tiles and fired at daikaiju.

use super::cause::{Cause, Eaten};
use super::json::take_one;
use super::square::Square;
use super::steps::Step;
use super::storm::DIRECTIONS;
use super::travel::{Fate, Outcome, Stop, outcome, walk};
use super::{Game, Point};
use serde_json::{Value, json};

/// W1: the number of the tile, after the 35 faces.
pub const TAIHOU: u8 = 35;

/// W2: how many a hand may hold.
pub const MOST: usize = 2;

/// How many Taihou are among these tiles.
pub fn taihou_in(tiles: &[u8]) -> usize {
    tiles.iter().map(|&tile| usize::from(tile == TAIHOU)).sum()
}

impl Game {
    /// W2: whether the seat holds a Taihou.
    fn is_armed(&self, seat: usize) -> bool {
        self.seats[seat].alive && self.hand(seat).contains(&TAIHOU)
    }

    /// W1: whether the seat holds a tile that can be laid.
    pub(super) fn has_tile_to_lay(&self, seat: usize) -> bool {
        self.hand(seat).iter().any(|&tile| tile != TAIHOU)
    }

    /// W2: a Taihou that was just drawn: kept or shown; a third is shown unasked.
    pub(super) fn taihou_drawn(&mut self, seat: usize) {
        if taihou_in(self.hand(seat)) > MOST {
            self.expect(json!({"event": "rule", "rule": "taihou", "data": {"shown": seat}}));
            self.show(seat);
        } else {
            self.ask(seat, "taihou", vec![json!("keep"), json!("show")]);
        }
    }

    /// W2: it is put out of the game, and another tile is drawn in its place, if there is one.
    fn show(&mut self, seat: usize) {
        self.taihou_leaves(seat);
        if !self.pile.is_empty() {
            self.steps.push_front(Step::DrawOne(seat));
        }
    }

    fn taihou_leaves(&mut self, seat: usize) {
        take_one(self.hand_mut(seat), TAIHOU);
        self.boxed.push(TAIHOU);
    }

    /// W2: before this step, the owners among these ships are asked, active first, then clockwise,
    /// whether they fire at a daikaiju.
    pub(super) fn ask_owners(&mut self, ships: &[usize], daikaiju: usize, then: Step) {
        self.steps.push_front(then);
        let mut order = self.clockwise_from(self.active);
        order.retain(|seat| ships.contains(seat));
        for seat in order.into_iter().rev() {
            self.steps.push_front(Step::AskToFire { seat, daikaiju });
        }
    }

    /// W2: one owner is asked, if the daikaiju is still there.
    pub(super) fn ask_to_fire(&mut self, seat: usize, daikaiju: usize) {
        // W5: nothing shoots the uzushio.
        if self.is_armed(seat)
            && !self.is_uzushio(daikaiju)
            && self.board.monsters.iter().any(|monster| monster.tile == daikaiju)
        {
            self.threat = Some(daikaiju);
            self.ask(seat, "taihou", vec![json!("fire"), json!("hold")]);
        }
    }

    /// W2: the Taihou leaves the game, and the daikaiju goes under the supply, whatever
    /// `hazard.removed` says. W1: what is played in another's turn is not replaced before the end
    /// of one's own.
    fn fire(&mut self, seat: usize, daikaiju: usize) {
        self.taihou_leaves(seat);
        if seat != self.active {
            self.seats[seat].owed += 1;
        }
        if let Some(index) = self.board.monsters.iter().position(|monster| monster.tile == daikaiju)
        {
            let monster = self.board.monsters.remove(index);
            self.under.push(daikaiju);
            self.expect(json!({
                "event": "daikaiju_destroyed", "tile": daikaiju, "square": monster.square.name()
            }));
        }
    }

    /// S7, S9, S11: the daikaiju, if it is still there, does what it came for.
    pub(super) fn lands(&mut self, daikaiju: usize, square: Square, to: Eaten, struck: &[usize]) {
        if self.board.monsters.iter().any(|monster| monster.tile == daikaiju) {
            self.eats(square, to);
            self.put_out(struck, Cause::Daikaiju);
        }
    }

    /// S11, S12: the active ship is destroyed, unless the daikaiju before it was.
    pub(super) fn doomed(&mut self) {
        if self.seats[self.active]
            .place
            .is_some_and(|place| self.board.monster_at(place.square).is_some())
        {
            self.put_out(&[self.active], Cause::Daikaiju);
        }
    }

    /// S15: the tile lies; before the ships sail, the owners of ships that would end at a daikaiju
    /// are asked.
    // reading: with several daikaiju it goes round once, active first, then clockwise, each about
    // the one that threatens it. A ship that waits for a second life (V16) is put out too.
    pub(super) fn ask_before_sailing(&mut self, square: Square, result: &Outcome) {
        self.steps.push_front(Step::Sail(square));
        self.steps.push_front(Step::AskForPortal(square));
        for seat in self.clockwise_from(self.active).into_iter().rev() {
            let (Fate::Out(Cause::Daikaiju), Some(place)) =
                (result.fates[seat], self.seats[seat].place)
            else {
                continue;
            };
            if let (_, Stop::Monster(before)) = walk(&self.board, place)
                && let Some(monster) = self.board.monster_at(before.square)
            {
                self.steps.push_front(Step::AskToFire { seat, daikaiju: monster.tile });
            }
        }
    }

    /// T7: the ships sail.
    pub(super) fn sail(&mut self, square: Square) {
        let mut places = self.places();
        // W3: no one meets it.
        if let Some(seat) = self.carried_away.take() {
            places[seat] = None;
        }
        let result = outcome(&self.board, square, &places, self.rules.meeting);
        self.travel(square, &result);
    }

    /// W2: the daikaiju beside the tile on which the active ship stands, by direction.
    fn beside(&self) -> Vec<(&'static str, usize)> {
        let ship = &self.seats[self.active];
        let mut list = Vec::new();
        if let Some(wake) = self.standing_on(ship) {
            for (direction, word) in (0u8..).zip(DIRECTIONS) {
                let target = self
                    .board
                    .shape
                    .step(wake, direction)
                    .and_then(|square| self.board.monster_at(square));
                if let Some(monster) = target.filter(|monster| !self.is_uzushio(monster.tile)) {
                    list.push((word, monster.tile));
                }
            }
        }
        list
    }

    /// W2: before a placement, or a pass in its place, the active ship may fire.
    // reading: where nothing can be hit, nothing is asked (as V11).
    pub(super) fn may_fire_instead(&mut self) -> bool {
        let targets = self.beside();
        if !self.is_armed(self.active) || targets.is_empty() {
            return false;
        }
        let words = targets.iter().map(|(word, _)| json!(word));
        self.ask(self.active, "taihou", std::iter::once(json!("hold")).chain(words).collect());
        true
    }

    /// W2: the answer to any of the three questions.
    pub(super) fn taihou_chose(&mut self, player: usize, choice: &Value) {
        self.point = Point::Busy;
        let threat = self.threat.take();
        match (choice.as_str().unwrap_or_default(), threat) {
            ("keep", _) | ("hold", Some(_)) => {}
            ("show", _) => self.show(player),
            ("fire", Some(daikaiju)) => self.fire(player, daikaiju),
            ("hold", None) => self.place_or_pass(),
            (direction, _) => {
                let target = self.beside().into_iter().find(|(word, _)| *word == direction);
                if let Some((_, daikaiju)) = target {
                    self.fire(player, daikaiju);
                    self.laid += 1;
                    self.steps_after_placement(&[], &[]);
                }
            }
        }
    }
}
