//! S2, S5 to S12: the daikaiju phase.

use super::board::Monster;
use super::cause::{Cause, Eaten};
use super::faces::side;
use super::json::{dice, field, int, number, text};
use super::rules::{Hazard, Removed};
use super::square::Square;
use super::steps::Step;
use super::{Game, Point, Seat};
use serde_json::{Value, json};
use std::collections::VecDeque;

/// Why a daikaiju is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    Setup,
    Six,
    Minimum,
}

impl Reason {
    pub fn word(self) -> &'static str {
        match self {
            Reason::Setup => "setup",
            Reason::Six => "six",
            Reason::Minimum => "minimum",
        }
    }
}

/// How far the daikaiju phase has come.
#[derive(Clone, Debug, Default)]
pub struct Phase {
    /// S1: daikaiju still to be placed at the start.
    pub to_set_up: usize,
    /// S10: daikaiju are placed instead of rolling.
    pub placing: bool,
    /// W5: two dice were rolled, and do not move the daikaiju.
    pub rests: bool,
    /// Movement dice still to be rolled.
    pub dice_left: usize,
    /// The value of the movement die.
    pub value: usize,
    /// The daikaiju that have not acted on it yet, in order.
    pub to_act: VecDeque<usize>,
}

impl Game {
    /// The hazard keys; only asked where there are daikaiju.
    pub(super) fn hazard(&self) -> &Hazard {
        self.rules.hazard.as_ref().expect("these rules have daikaiju")
    }

    /// S5, S10: the daikaiju phase begins.
    pub(super) fn daikaiju_begin(&mut self) {
        self.phase = Phase::default();
        self.steps.push_front(Step::DaikaijuGoOn);
        if self.below_minimum() && self.can_spawn() {
            self.phase.placing = true;
        } else {
            self.point = Point::Roll;
        }
    }

    fn below_minimum(&self) -> bool {
        // W5: the uzushio does not count.
        self.board.monsters.iter().filter(|monster| !self.is_uzushio(monster.tile)).count()
            < self.hazard().minimum
    }

    /// S2: the square that two dice name.
    pub(super) fn square_of_dice(&self, [gold, blue]: [usize; 2]) -> Square {
        let hazard = self.hazard();
        Square { row: hazard.rows[blue - 1] - 1, column: hazard.columns[gold - 1] - 1 }
    }

    /// S2, V5, V7: the rolls that count: rolls whose square exists, is no portal and holds no
    /// daikaiju.
    pub(super) fn rolls_that_count(&self) -> Vec<[usize; 2]> {
        let mut rolls = Vec::new();
        for gold in 1..=6 {
            for blue in 1..=6 {
                let square = self.square_of_dice([gold, blue]);
                let can_be_named =
                    self.board.shape.is_open(square) && self.board.portal != Some(square);
                if can_be_named && self.board.monster_at(square).is_none() {
                    rolls.push([gold, blue]);
                }
            }
        }
        rolls
    }

    /// S2: whether a daikaiju can be placed at all.
    // reading: S10 with nothing that can be placed (no supply, or every square that the dice can
    // name is held) rolls as usual.
    pub(super) fn can_spawn(&self) -> bool {
        self.rules.hazard.is_some()
            && !self.tiles_to_place().is_empty()
            && !self.rolls_that_count().is_empty()
    }

    /// S2, W2: the daikaiju that may be taken: any of the supply or, only when that is empty, the
    /// one that has lain under it longest.
    pub(super) fn tiles_to_place(&self) -> Vec<usize> {
        if self.supply.is_empty() {
            self.under.first().copied().into_iter().collect()
        } else {
            self.supply.clone()
        }
    }

    pub(super) fn take_spawn(&mut self, reason: Reason, event: &Value) -> Result<(), String> {
        if text(event, "reason")? != reason.word() {
            return Err(format!("expected the reason `{}`, found {event}", reason.word()));
        }
        let tile = int(event, "tile")?;
        if !self.tiles_to_place().contains(&tile) {
            return Err(format!(
                "daikaiju {tile} cannot be taken, only {:?}",
                self.tiles_to_place()
            ));
        }
        let facing = facing_of(field(event, "facing")?)?;
        let rolled = dice(event, "dice")?;
        let square = self.square_of_dice(rolled);
        if text(event, "square")? != square.name() {
            return Err(format!("the dice {rolled:?} name {}, found {event}", square.name()));
        }
        if !self.rolls_that_count().contains(&rolled) {
            return Err(format!(
                "{} holds a daikaiju, is missing or a portal: the roll does not count",
                square.name()
            ));
        }
        self.supply.retain(|&t| t != tile);
        self.under.retain(|&t| t != tile);
        self.point = Point::Busy;
        if self.is_wave(tile) {
            self.wave_is_placed(square, facing);
            if reason != Reason::Setup {
                self.steps.push_front(Step::WaveOverActive);
                self.go_on();
                return Ok(());
            }
        } else {
            self.board.monsters.push(Monster { tile, square, facing });
        }
        if reason == Reason::Setup {
            self.set_up();
        } else {
            let to = if self.is_uzushio(tile) { Eaten::Box } else { self.hazard().placed_on_wake };
            self.arrives(tile, square, to);
            self.go_on();
        }
        Ok(())
    }

    /// S5: the roll decides whether the daikaiju move.
    pub(super) fn take_roll(&mut self, event: &Value) -> Result<(), String> {
        let [gold, blue] = dice(event, "dice")?;
        if self.hazard().moves_on.contains(&(gold + blue)) {
            self.phase.dice_left = self.hazard().movement_dice;
        } else {
            self.phase.rests = true;
        }
        self.point = Point::Busy;
        self.go_on();
        Ok(())
    }

    /// S5: the movement die.
    pub(super) fn take_die(&mut self, event: &Value) -> Result<(), String> {
        let value = int(event, "value")?;
        if !(1..=6).contains(&value) {
            return Err(format!("`value` must be 1 to 6, not {value}"));
        }
        self.phase.dice_left -= 1;
        self.phase.value = value;
        if value == 6 {
            if self.can_spawn() {
                self.point = Point::Spawn(Reason::Six);
                return Ok(());
            }
        } else {
            // Ascending turn number, gold first, then by index.
            let tiles = &self.hazard().tiles;
            let mut order: Vec<usize> = self
                .board
                .monsters
                .iter()
                .map(|m| m.tile)
                .filter(|&tile| !self.is_uzushio(tile))
                .collect();
            order.sort_by_key(|&tile| (tiles[tile].turn, !tiles[tile].gold, tile));
            self.phase.to_act = order.into();
        }
        self.point = Point::Busy;
        self.go_on();
        Ok(())
    }

    /// S5 to S10: what the daikaiju phase does next; nothing, if it is at its end.
    pub(super) fn daikaiju_go_on(&mut self) {
        if let Some(tile) = self.phase.to_act.pop_front() {
            self.steps.push_front(Step::DaikaijuGoOn);
            // S8: one that was removed does not act any more.
            if let Some(index) = self.board.monsters.iter().position(|m| m.tile == tile) {
                self.act(index);
            }
        } else if self.phase.placing && self.below_minimum() && self.can_spawn() {
            self.steps.push_front(Step::DaikaijuGoOn);
            self.point = Point::Spawn(Reason::Minimum);
        } else if self.phase.dice_left > 0 {
            self.steps.push_front(Step::DaikaijuGoOn);
            self.point = Point::Die;
        }
    }

    /// S5 to S8: one daikaiju does what the die shows.
    fn act(&mut self, index: usize) {
        let Monster { tile, square, facing } = self.board.monsters[index];
        let kind = self.hazard().tiles[tile].clone();
        if kind.turn == self.phase.value {
            let facing = (facing + if kind.clockwise { 1 } else { 3 }) % 4;
            self.board.monsters[index].facing = facing;
            self.expect(json!({
                "event": "daikaiju_turned", "tile": tile, "square": square.name(), "facing": facing
            }));
            return;
        }
        // reading: a daikaiju on whose tile the die face does not stand does nothing.
        let Some(arrow) = (0u8..4).find(|&a| kind.arrows[usize::from(a)] == self.phase.value)
        else {
            return;
        };
        let direction = (arrow + facing) % 4;
        let target = self.board.shape.step(square, direction);
        let to = target.map(Square::name);
        self.expect(
            json!({"event": "daikaiju_moved", "tile": tile, "from": square.name(), "to": to}),
        );
        let Some(target) = target else {
            // S6.
            self.remove_from_play(tile);
            self.leaves_across(square, direction);
            self.end_if_outlasted();
            return;
        };
        // W3.
        if self.board.portal == Some(target) {
            self.daikaiju_is_carried(tile, target);
            return;
        }
        if let Some(other) = self.board.monster_at(target) {
            // W5: it does not come back.
            if self.is_uzushio(other.tile) {
                self.swallowed(tile, target);
                return;
            }
            // S8.
            self.destroy_daikaiju(other.tile);
        }
        self.put_at(tile, target);
        self.arrives(tile, target, self.hazard().moved_onto_wake);
    }

    /// S12: ships that wait on the start marks at the side where something has left the board may
    /// relocate.
    // reading: also where a square is missing beyond that side, or a portal lies there (V5, V7).
    pub(super) fn leaves_across(&mut self, square: Square, direction: u8) {
        for seat in &mut self.seats {
            if let Some(place) = seat.place
                && !seat.started
                && place.square == square
                && side(place.port) == direction
            {
                seat.displaced = true;
            }
        }
    }

    /// A daikaiju, or the uzushio, is on another square now.
    pub(super) fn put_at(&mut self, tile: usize, square: Square) {
        for monster in &mut self.board.monsters {
            if monster.tile == tile {
                monster.square = square;
            }
        }
    }

    /// S6: off the board, to the supply or out of the game.
    pub(super) fn remove_from_play(&mut self, tile: usize) {
        self.board.monsters.retain(|m| m.tile != tile);
        if self.hazard().removed == Removed::Supply {
            self.supply.push(tile);
            self.supply.sort_unstable();
        }
    }

    /// S8, V11, V12: removed as in S6, by something else than its own move.
    pub(super) fn destroy_daikaiju(&mut self, tile: usize) {
        if let Some(monster) = self.board.monsters.iter().copied().find(|m| m.tile == tile) {
            self.remove_from_play(tile);
            self.expect(json!({
                "event": "daikaiju_destroyed", "tile": tile, "square": monster.square.name()
            }));
            self.end_if_outlasted();
        }
    }

    /// T5: the square of the tile on which a ship stands: none on its start mark, or where no tile
    /// lies behind it (V13).
    pub(super) fn standing_on(&self, ship: &Seat) -> Option<Square> {
        let place = ship.place.filter(|_| ship.started)?;
        self.board.behind(place).filter(|&behind| self.board.tile_at(behind).is_some())
    }

    /// S7, S9, S11, W2: a daikaiju has come to a square.
    pub(super) fn arrives(&mut self, daikaiju: usize, square: Square, to: Eaten) {
        let mut struck: Vec<usize> = (0..self.seats.len())
            .filter(|&seat| self.standing_on(&self.seats[seat]) == Some(square))
            .collect();
        // S11: in front of the active ship; a ship still on its start mark waits for the end of the
        // phase.
        let active = &self.seats[self.active];
        if active.started && active.place.is_some_and(|place| place.square == square) {
            struck.push(self.active);
        }
        self.ask_owners(&struck.clone(), daikaiju, Step::Lands { daikaiju, square, to, struck });
    }

    /// S7, S9: the wake tile of a square goes.
    pub(super) fn eats(&mut self, square: Square, to: Eaten) {
        if let Some(laid) = self.board.lift(square) {
            let word = match to {
                Eaten::Pile => {
                    self.pile.push(laid.tile);
                    "pile"
                }
                Eaten::Box => {
                    self.boxed.push(laid.tile);
                    "box"
                }
            };
            self.expect(json!({
                "event": "wake_removed", "square": square.name(), "tile": laid.tile, "to": word
            }));
        }
    }

    /// S16, S18: pieces that one move of a rule puts out; their hands go back at once, or the game
    /// ends.
    pub(super) fn put_out(&mut self, struck: &[usize], cause: Cause) {
        let mut order = self.clockwise_from(self.active);
        order.retain(|seat| struck.contains(seat));
        if order.is_empty() {
            return;
        }
        for &seat in &order {
            self.eliminate(seat, cause);
        }
        if !self.ended_by_elimination(&order, None) {
            let lost = self.hands_of(&order);
            self.give_back_lost(&lost);
        }
    }

    /// S11, S12: the end of the daikaiju phase; the active ship is alive.
    pub(super) fn phase_ends(&mut self) {
        let displaced = std::mem::take(&mut self.seats[self.active].displaced);
        let active = &self.seats[self.active];
        let before = active.place.and_then(|place| self.board.monster_at(place.square));
        let marks = if active.started { Vec::new() } else { self.relocation_marks() };
        if let Some(monster) = before.filter(|_| marks.is_empty()) {
            self.ask_owners(&[self.active], monster.tile, Step::Doomed);
        } else if before.is_some() {
            self.point = Point::Relocate { must: true };
        } else if displaced && !marks.is_empty() {
            self.point = Point::Relocate { must: false };
        }
    }
}

/// A facing, 0 to 3 quarter-turns clockwise.
pub fn facing_of(value: &Value) -> Result<u8, String> {
    match u8::try_from(number(value, "facing")?) {
        Ok(facing) if facing < 4 => Ok(facing),
        _ => Err(format!("`facing` must be 0 to 3, not {value}")),
    }
}
