//! V, T8, S4: the order of all that happens in a turn.

use super::cause::Eaten;
use super::json::{field, same_event};
use super::square::Square;
use super::{Game, Point};
use serde_json::{Value, json};
use std::collections::VecDeque;

/// W3: how far the transports of a placement have come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transports {
    /// The seat that went last; at first the active one.
    pub last: usize,
    /// How often each seat has gone.
    pub gone: Vec<usize>,
}

/// Something that a turn has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// V16: the active piece comes back, if it waits for that.
    Return,
    /// W4: the wave moves, and the active ship rolls.
    Wave,
    /// V12: a line is swept, if this turn is one of those.
    Tsunami,
    /// V12: the daikaiju with these tiles are removed.
    Drown(Vec<usize>),
    /// S5, S10: the daikaiju phase begins.
    Daikaiju,
    /// S5, S10: the daikaiju phase goes on.
    DaikaijuGoOn,
    /// W5: the uzushio moves, if the daikaiju did not.
    Uzushio,
    /// V11.
    Cannon,
    /// S11, S12: the end of the phase.
    PhaseEnds,
    /// W2: this owner is asked to fire at a daikaiju.
    AskToFire {
        seat: usize,
        daikaiju: usize,
    },
    /// S7, S9, S11: the daikaiju takes what is on its square, or before it.
    Lands {
        daikaiju: usize,
        square: Square,
        to: Eaten,
        struck: Vec<usize>,
    },
    /// S11, S12: a daikaiju has stood before the active ship to the end of the phase.
    Doomed,
    /// C2, C11: a placement or a pass.
    Placement,
    /// W2: the same, when it was asked whether it fires instead.
    PlaceOrPass,
    /// W3: before the ships sail over the tile on this square, the holder of the portal may be
    /// asked.
    AskForPortal(Square),
    /// T7: the ships sail over the tile on this square.
    Sail(Square),
    /// V15: the lantern under the new tile moves on.
    Lantern,
    /// W4: this seat, which travelled across the row, rolls.
    WaveRoll(usize),
    /// W4: the active ship rolls, if the wave was placed over it.
    WaveOverActive,
    /// W3: the ships that face the portal are transported.
    Transports(Transports),
    /// V13: this seat, which travelled, may be carried.
    Carry(usize),
    /// V8: one more placement, if the turn has one.
    Again,
    Draw,
    /// A tile is drawn; W2: one more in place of a Taihou that is shown.
    DrawOne(usize),
    /// C7: the player draws this number of further tiles.
    DrawForTwo(usize),
    /// C8: it is the turn of this seat to draw.
    DrawInTurn(usize),
    /// C8: this seat has drawn.
    GivesDragonBack(usize),
    /// L3.
    DrawWithStatue,
    /// L3: this seat has drawn.
    StatuePasses(usize),
    /// L3: if no player has it, the player who is short at the end.
    StatueTaken,
    /// S17, L3.
    DrawUp,
    /// V10.
    DrawToDraft,
    EndTurn,
}

impl Game {
    /// V: tsunami, daikaiju, cannon, end of phase, placement; what follows a placement is added
    /// there.
    pub(super) fn turn_begins(&mut self) {
        self.laid = 0;
        self.steps = VecDeque::from([Step::Return]);
        self.steps_before_placement();
        self.point = Point::Busy;
        self.go_on();
    }

    /// V: what comes before a placement.
    pub(super) fn steps_before_placement(&mut self) {
        if self.rules.wave.is_some() {
            self.steps.push_back(Step::Wave);
        }
        if self.rules.tsunami.is_some() {
            self.steps.push_back(Step::Tsunami);
        }
        if self.rules.hazard.is_some() {
            self.steps.push_back(Step::Daikaiju);
            self.steps.push_back(Step::Uzushio);
        }
        if self.rules.cannon.is_some() {
            self.steps.push_back(Step::Cannon);
        }
        if self.rules.hazard.is_some() {
            self.steps.push_back(Step::PhaseEnds);
        }
        self.steps.push_back(Step::Placement);
    }

    /// Takes step after step until a choice or a chance outcome is due, the turn is at its end, or
    /// the game is.
    pub(super) fn go_on(&mut self) {
        while self.point == Point::Busy {
            let step = self.steps.pop_front().expect("a turn goes on to its end");
            self.take_step(step);
        }
    }

    fn take_step(&mut self, step: Step) {
        // V, S11: an active player who is out before the placement: nothing later acts, no
        // placement, no draw. (What the daikaiju or the tsunami have begun they finish.)
        let ends_here = matches!(
            step,
            Step::Wave
                | Step::Tsunami
                | Step::Daikaiju
                | Step::Uzushio
                | Step::Cannon
                | Step::PhaseEnds
                | Step::Placement
        );
        if ends_here && !self.seats[self.active].alive {
            self.end_turn();
            return;
        }
        match step {
            Step::Return => self.comes_back(),
            Step::Wave => self.wave_begins(),
            Step::WaveRoll(seat) => self.wave_roll(seat),
            Step::WaveOverActive => self.wave_over_active(),
            Step::AskForPortal(square) => self.ask_for_portal(square),
            Step::Transports(transports) => self.transports_go_on(transports),
            Step::Tsunami => self.tsunami(),
            Step::Drown(tiles) => self.drown(&tiles),
            Step::Daikaiju => self.daikaiju_begin(),
            Step::DaikaijuGoOn => self.daikaiju_go_on(),
            Step::Uzushio => self.uzushio_begins(),
            Step::Cannon => self.cannon(),
            Step::PhaseEnds => self.phase_ends(),
            Step::AskToFire { seat, daikaiju } => self.ask_to_fire(seat, daikaiju),
            Step::Lands { daikaiju, square, to, struck } => {
                self.lands(daikaiju, square, to, &struck);
            }
            Step::Doomed => self.doomed(),
            Step::Placement => self.go_to_placement(),
            Step::PlaceOrPass => self.place_or_pass(),
            Step::Sail(square) => self.sail(square),
            Step::Lantern => self.lantern_moves(),
            Step::Carry(seat) => self.carry(seat),
            Step::Again => self.place_again(),
            Step::Draw => self.draw(),
            Step::DrawOne(seat) => self.draw_one(seat),
            Step::DrawForTwo(left) => self.draw_for_two(left),
            Step::DrawInTurn(seat) => self.draw_with_dragon(seat),
            Step::GivesDragonBack(seat) => self.gives_dragon_back(seat),
            Step::DrawWithStatue => self.draw_with_statue(),
            Step::StatuePasses(seat) => self.statue_passes(seat),
            Step::StatueTaken => self.statue_taken(),
            Step::DrawUp => self.draw_up(),
            Step::DrawToDraft => self.draw_to_draft(),
            Step::EndTurn => self.end_turn(),
        }
    }

    /// A rule asks a player.
    pub(super) fn ask(&mut self, player: usize, rule: &'static str, options: Vec<Value>) {
        self.point = Point::Ask { player, rule, options };
    }

    /// V10, V11, W2, W3: the answer, which must be one of these.
    pub(super) fn take_chose(
        &mut self,
        player: usize,
        rule: &'static str,
        options: &[Value],
        event: &Value,
    ) -> Result<(), String> {
        let wanted =
            json!({"event": "chose", "player": player, "rule": rule, "options": options.len()});
        same_event(&wanted, event)?;
        let choice = field(event, "choice")?;
        if !options.contains(choice) {
            return Err(format!("`choice` cannot be {choice}, only {options:?}"));
        }
        self.point = Point::Busy;
        match rule {
            // It asks again while the hand is too large.
            "draft" => self.draft_chose(choice)?,
            "mystic-portal" => self.mystic_portal_chose(player, choice),
            "taihou" => self.taihou_chose(player, choice),
            _ => self.cannon_chose(choice),
        }
        self.go_on();
        Ok(())
    }

    /// The steps that follow when a tile was laid and these seats travelled, some of them across
    /// the wave's row, or after a pass.
    pub(super) fn steps_after_placement(&mut self, travelled: &[usize], in_row: &[usize]) {
        let carried = if self.rules.whirlpools.is_empty() { &[] } else { travelled };
        let rolling = in_row.iter().map(|&seat| Step::WaveRoll(seat));
        self.steps = [Step::Lantern, self.transports_begin()].into_iter().collect();
        self.steps.extend(rolling.chain(carried.iter().map(|&seat| Step::Carry(seat))));
        self.steps.extend([Step::Again, Step::Draw, Step::EndTurn]);
    }

    /// W4: the seats that roll after an exchange.
    pub(super) fn to_roll(&self) -> Vec<usize> {
        let seat = |step: &Step| if let Step::WaveRoll(seat) = step { Some(*seat) } else { None };
        self.steps.iter().filter_map(seat).collect()
    }

    /// V13: the seats that may still be carried.
    pub(super) fn to_carry(&self) -> Vec<usize> {
        let seat = |step: &Step| if let Step::Carry(seat) = step { Some(*seat) } else { None };
        self.steps.iter().filter_map(seat).collect()
    }
}
