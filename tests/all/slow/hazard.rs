//! S2, S5 to S12: the daikaiju phase.

use super::board::{Monster, Square};
use super::faces::side;
use super::json::{dice, field, int, number, text};
use super::rules::{Cause, Eaten, Hazard, Removed};
use super::{Game, Point};
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
    /// Whether a daikaiju phase is on.
    pub on: bool,
    /// S10: daikaiju are placed instead of rolling.
    pub placing: bool,
    /// Movement dice still to be rolled.
    pub dice_left: usize,
    /// The value of the movement die.
    pub value: usize,
    /// The daikaiju that have not acted on it yet, in order.
    pub to_act: VecDeque<usize>,
}

impl Game {
    /// The hazard keys; only asked where there are daikaiju.
    fn hazard(&self) -> &Hazard {
        self.rules.hazard.as_ref().expect("these rules have daikaiju")
    }

    /// T8, S4: the daikaiju phase first, then the placement.
    pub(super) fn turn_begins(&mut self) {
        self.point = Point::Busy;
        if self.rules.hazard.is_none() {
            self.go_to_placement();
            return;
        }
        self.phase = Phase { on: true, ..Phase::default() };
        if self.below_minimum() && self.can_spawn() {
            self.phase.placing = true;
            self.go_on();
        } else {
            self.point = Point::Roll;
        }
    }

    fn below_minimum(&self) -> bool {
        self.board.monsters.len() < self.hazard().minimum
    }

    /// S2: the square that two dice name.
    pub(super) fn square_of_dice(&self, [gold, blue]: [usize; 2]) -> Square {
        let hazard = self.hazard();
        Square { row: hazard.rows[blue - 1] - 1, column: hazard.columns[gold - 1] - 1 }
    }

    /// S2: the rolls that count: those whose square holds no daikaiju.
    pub(super) fn rolls_that_count(&self) -> Vec<[usize; 2]> {
        let mut rolls = Vec::new();
        for gold in 1..=6 {
            for blue in 1..=6 {
                let square = self.square_of_dice([gold, blue]);
                if self.board.monster_at(square).is_none() {
                    rolls.push([gold, blue]);
                }
            }
        }
        rolls
    }

    /// S2: whether a daikaiju can be placed at all.
    // reading: S10 with nothing that can be placed (no supply, or every square that the dice can name is held) rolls as usual.
    pub(super) fn can_spawn(&self) -> bool {
        self.rules.hazard.is_some() && !self.supply.is_empty() && !self.rolls_that_count().is_empty()
    }

    pub(super) fn take_spawn(&mut self, reason: Reason, event: &Value) -> Result<(), String> {
        if text(event, "reason")? != reason.word() {
            return Err(format!("expected the reason `{}`, found {event}", reason.word()));
        }
        let tile = int(event, "tile")?;
        if !self.supply.contains(&tile) {
            return Err(format!("daikaiju {tile} is not in the supply {:?}", self.supply));
        }
        let facing = facing_of(field(event, "facing")?)?;
        let rolled = dice(event, "dice")?;
        let square = self.square_of_dice(rolled);
        if text(event, "square")? != square.name() {
            return Err(format!("the dice {rolled:?} name {}, found {event}", square.name()));
        }
        if self.board.monster_at(square).is_some() {
            return Err(format!("{} holds a daikaiju: the roll does not count", square.name()));
        }
        self.supply.retain(|&t| t != tile);
        self.board.monsters.push(Monster { tile, square, facing });
        self.point = Point::Busy;
        if reason == Reason::Setup {
            self.set_up();
        } else {
            let to = self.hazard().placed_on_wake;
            self.arrives(square, to);
            self.go_on();
        }
        Ok(())
    }

    /// S5: the roll decides whether the daikaiju move.
    pub(super) fn take_roll(&mut self, event: &Value) -> Result<(), String> {
        let [gold, blue] = dice(event, "dice")?;
        if self.hazard().moves_on.contains(&(gold + blue)) {
            self.phase.dice_left = self.hazard().movement_dice;
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
            let mut order: Vec<usize> = self.board.monsters.iter().map(|m| m.tile).collect();
            order.sort_by_key(|&tile| (tiles[tile].turn, !tiles[tile].gold, tile));
            self.phase.to_act = order.into();
        }
        self.point = Point::Busy;
        self.go_on();
        Ok(())
    }

    /// Goes on with the daikaiju phase until something is due.
    pub(super) fn go_on(&mut self) {
        while self.point == Point::Busy {
            if let Some(tile) = self.phase.to_act.pop_front() {
                // S8: one that was removed does not act any more.
                if let Some(index) = self.board.monsters.iter().position(|m| m.tile == tile) {
                    self.act(index);
                }
            } else if self.phase.placing && self.below_minimum() && self.can_spawn() {
                self.point = Point::Spawn(Reason::Minimum);
            } else if self.phase.dice_left > 0 {
                self.point = Point::Die;
            } else {
                self.phase_ends();
            }
        }
    }

    /// S5 to S8: one daikaiju does what the die shows.
    fn act(&mut self, index: usize) {
        let Monster { tile, square, facing } = self.board.monsters[index];
        let removed = self.hazard().removed;
        let kind = self.hazard().tiles[tile].clone();
        if kind.turn == self.phase.value {
            let facing = (facing + if kind.clockwise { 1 } else { 3 }) % 4;
            self.board.monsters[index].facing = facing;
            self.expect(json!({"event": "daikaiju_turned", "tile": tile, "square": square.name(), "facing": facing}));
            return;
        }
        // reading: a daikaiju on whose tile the die face does not stand does nothing.
        let Some(arrow) = (0u8..4).find(|&a| kind.arrows[usize::from(a)] == self.phase.value) else {
            return;
        };
        let direction = (arrow + facing) % 4;
        let target = self.board.neighbour(square, direction);
        let to = target.map(Square::name);
        self.expect(json!({"event": "daikaiju_moved", "tile": tile, "from": square.name(), "to": to}));
        let Some(target) = target else {
            // S6.
            self.board.monsters.remove(index);
            self.remove_from_play(tile, removed);
            // S12: ships that wait on the start marks there may relocate.
            for seat in &mut self.seats {
                if let Some(place) = seat.place
                    && place.square == square
                    && side(place.port) == direction
                {
                    seat.displaced = true;
                }
            }
            return;
        };
        // S8.
        if let Some(other) = self.board.monster_at(target) {
            self.board.monsters.retain(|m| m.tile != other.tile);
            self.remove_from_play(other.tile, removed);
            self.expect(json!({"event": "daikaiju_destroyed", "tile": other.tile, "square": target.name()}));
        }
        for monster in &mut self.board.monsters {
            if monster.tile == tile {
                monster.square = target;
            }
        }
        self.arrives(target, self.hazard().moved_onto_wake);
    }

    /// S6: to the supply, or out of the game.
    fn remove_from_play(&mut self, tile: usize, removed: Removed) {
        if removed == Removed::Supply {
            self.supply.push(tile);
            self.supply.sort_unstable();
        }
    }

    /// S7, S9, S11: a daikaiju has come to a square.
    fn arrives(&mut self, square: Square, to: Eaten) {
        let mut struck = Vec::new();
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
            self.expect(json!({"event": "wake_removed", "square": square.name(), "tile": laid.tile, "to": word}));
            for (seat, ship) in self.seats.iter().enumerate() {
                if ship.place.is_some_and(|place| self.board.behind(place) == Some(square)) {
                    struck.push(seat);
                }
            }
        }
        // S11: in front of the active ship; a ship still on its start mark waits for the end of the phase.
        if let Some(place) = self.seats[self.active].place
            && place.square == square
            && !self.board.is_mark(place)
        {
            struck.push(self.active);
        }
        self.destroyed(&struck);
    }

    /// S16, S18: ships destroyed by one move; their hands go back at once, or the game ends.
    fn destroyed(&mut self, struck: &[usize]) {
        let mut order = self.clockwise_from(self.active);
        order.retain(|seat| struck.contains(seat));
        if order.is_empty() {
            return;
        }
        for &seat in &order {
            self.eliminate(seat, Cause::Daikaiju);
        }
        if !self.ended_by_elimination(&order, None) {
            let tiles = self.hands_of(&order);
            self.give_back(order, &tiles);
        }
    }

    /// S11, S12: the end of the daikaiju phase.
    fn phase_ends(&mut self) {
        let Some(place) = self.seats[self.active].place else {
            // S11: the dead player's turn ends, with no placement and no draw.
            self.phase.on = false;
            self.end_turn();
            return;
        };
        let threatened = self.board.monster_at(place.square).is_some();
        let on_mark = self.board.is_mark(place);
        let marks = if on_mark { self.relocation_marks() } else { Vec::new() };
        if threatened && marks.is_empty() {
            // The phase goes on once more, to find the active ship destroyed.
            self.destroyed(&[self.active]);
        } else if threatened {
            self.phase.on = false;
            self.point = Point::Relocate { must: true };
        } else if self.seats[self.active].displaced && !marks.is_empty() {
            self.phase.on = false;
            self.point = Point::Relocate { must: false };
        } else {
            self.phase.on = false;
            self.go_to_placement();
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
