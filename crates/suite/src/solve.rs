//! [`Solver`]: whether a seat wins by force, by trying everything that can be chosen.
//!
//! All others are taken to play against the seat, together. What is hidden and what is drawn are
//! those of the state and the chance that the solver is given, so a result holds for one deal;
//! [`proof`](super::proof) says for which others.

use super::model::WinningWay;
use tsuro::board::Size;
use tsuro::game::unchecked::{advance, take};
use tsuro::game::{
    Chance, Choice, Lot, Luck, Moment, Observation, Phase, Seat, Shuffle, State, View,
};
use tsuro::rules::Rules;

/// The most decisions that are looked at for one question: more than a puzzle that people can solve
/// needs, and less than they would wait for.
pub(super) const MOST_DECISIONS: u32 = 400_000;
/// The most own placements of a solitaire puzzle.
const LONGEST_SOLO: u8 = 6;

/// Chance that notes whether a rule drew numbers.
#[derive(Debug, Clone)]
struct NotedLuck {
    luck: Luck,
    is_used: bool,
}

impl Chance for NotedLuck {
    const REPEATS: bool = true;

    fn first(&mut self, seats: u8) -> Seat {
        self.luck.first(seats)
    }
    fn deck<T: Shuffle>(&mut self, deck: &mut T) {
        self.luck.deck(deck);
    }
    fn reshuffle<T: Shuffle>(&mut self, at: Moment, pile: &mut T) {
        self.luck.reshuffle(at, pile);
    }
    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        self.is_used = true;
        self.luck.numbers(at, lot)
    }
}

/// What happens to the seat after a wrong choice, the clearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Refutation {
    /// The seat is out, or the game is over without its win.
    Lost,
    /// The seat has no placement left that keeps it in the game.
    Doomed,
    /// The others go on.
    GoesOn,
}

/// Searches for wins by force of one seat.
pub(super) struct Solver<'a, Z: Size> {
    rules: &'a Rules<Z>,
    seat: Seat,
    wins: WinningWay,
    /// Whether one person plays all pieces.
    alone: bool,
    /// The least worth of an ending that counts as a win.
    target: u8,
    chance: NotedLuck,
    /// How many decisions are looked at for one deal, and how many of them are left.
    most: u32,
    left: u32,
}

impl<'a, Z: Size> Solver<'a, Z> {
    /// A solver for the seat that decides in `state`, which looks at no more than `most` decisions
    /// for one deal.
    pub(super) fn new(
        rules: &'a Rules<Z>,
        state: &State<Rules<Z>>,
        wins: WinningWay,
        luck: Luck,
        most: u32,
    ) -> Self {
        let seat = state.core().decider();
        let see = View::new(rules, state).observation(Some(seat));
        let alone = see.plays_alone();
        let target = if alone { see.alive().len() } else { 2 };
        let chance = NotedLuck { luck, is_used: false };
        Self { rules, seat, wins, alone, target, chance, most, left: most }
    }

    /// The same solver for another deal.
    pub(super) fn deal(&mut self, luck: Luck) {
        self.chance.luck = luck;
        self.left = self.most;
    }

    /// Whether a rule drew numbers. The order in which tiles come back into the pile is not noted.
    pub(super) fn used_chance(&self) -> bool {
        self.chance.is_used
    }

    /// Whether there was too much to look at, so that what was found since may be wrong.
    pub(super) fn gave_up(&self) -> bool {
        self.left == 0
    }

    /// The choices with which the seat wins by force. A person with all pieces wins with what leaves
    /// the most pieces.
    pub(super) fn winning(&mut self, state: &State<Rules<Z>>) -> Vec<Choice> {
        let choices = self.choices(state);
        loop {
            let mut winning = Vec::new();
            for choice in &choices {
                if self.does_win(state, choice) {
                    winning.push(choice.clone());
                }
                // With two answers it is not a puzzle, and counting on takes time.
                if self.gave_up() || winning.len() > 1 {
                    return winning;
                }
            }
            let is_counted = self.alone && self.wins != WinningWay::Survive;
            if !winning.is_empty() || !is_counted || self.target <= 1 {
                return winning;
            }
            self.target -= 1;
        }
    }

    /// Whether the seat wins by force with a choice that it has.
    pub(super) fn does_win(&mut self, state: &State<Rules<Z>>, choice: &Choice) -> bool {
        let after = self.after(state, choice);
        self.is_won(&after, self.own_placements())
    }

    fn own_placements(&self) -> u8 {
        match self.wins {
            WinningWay::AtOnce | WinningWay::Trap | WinningWay::Survive => 0,
            WinningWay::InTwo => 1,
            WinningWay::ToTheEnd => LONGEST_SOLO,
        }
    }

    /// What can be chosen.
    pub(super) fn choices(&self, state: &State<Rules<Z>>) -> Vec<Choice> {
        self.see(state).choices()
    }

    fn see<'s>(&'s self, state: &'s State<Rules<Z>>) -> Observation<'s> {
        View::new(self.rules, state).observation(Some(state.core().decider()))
    }

    /// The game after a choice, at the next decision or over.
    pub(super) fn after(&mut self, state: &State<Rules<Z>>, choice: &Choice) -> State<Rules<Z>> {
        let mut next = state.clone();
        take(self.rules, &mut next, choice, &mut self.chance, &mut ());
        advance(self.rules, &mut next, &mut self.chance, &mut ());
        next
    }

    /// What the end of a game is worth: 2 for a win, 1 for one that is shared with opponents; for
    /// one person with all pieces, the pieces left.
    fn worth(&self, state: &State<Rules<Z>>) -> u8 {
        let Some(ending) = state.core().ending() else { return 0 };
        if self.alone {
            return state.core().alive().len();
        }
        if !ending.winners.contains(self.seat) {
            return 0;
        }
        let see = View::new(self.rules, state).observation(None);
        if ending.winners.and(see.opponents(self.seat)).is_empty() { 2 } else { 1 }
    }

    /// Whether the seat wins by force with `own` further placements.
    fn is_won(&mut self, state: &State<Rules<Z>>, own: u8) -> bool {
        let core = state.core();
        if core.phase() == Phase::Over {
            return self.worth(state) >= self.target;
        }
        let is_out = !self.alone && !core.alive().contains(self.seat);
        let too_few = self.alone && core.alive().len() < self.target;
        if is_out || too_few || self.left == 0 {
            return false;
        }
        self.left -= 1;
        let is_own = self.alone || core.decider() == self.seat;
        if !is_own && self.wins == WinningWay::AtOnce {
            return false;
        }
        let choices = self.choices(state);
        if !is_own {
            return choices.iter().all(|choice| {
                let next = self.after(state, choice);
                self.is_won(&next, own)
            });
        }
        if core.phase() != Phase::Place {
            // The first is to decline or to stay: a choice that needs no knowledge of what is
            // hidden.
            return choices.first().is_some_and(|choice| {
                let next = self.after(state, choice);
                self.is_won(&next, own)
            });
        }
        if self.wins == WinningWay::Survive {
            return true;
        }
        own > 0 && choices.iter().any(|choice| self.wins_later(state, choice, own - 1))
    }

    /// Whether a later placement of the seat wins. It has to win at once: what comes after it might
    /// depend on what the seat cannot see when it places.
    fn wins_later(&mut self, state: &State<Rules<Z>>, choice: &Choice, own: u8) -> bool {
        let next = self.after(state, choice);
        (self.alone || next.core().phase() == Phase::Over) && self.is_won(&next, own)
    }

    /// How the game goes on after the winning choice, to its end: the others hold out as long as
    /// they can.
    pub(super) fn main_line(&mut self, state: &State<Rules<Z>>) -> Vec<Choice> {
        self.line(state, self.own_placements())
    }

    fn line(&mut self, state: &State<Rules<Z>>, own: u8) -> Vec<Choice> {
        let core = state.core();
        if core.phase() == Phase::Over || self.left == 0 {
            return Vec::new();
        }
        let (is_own, is_placement) =
            (self.alone || core.decider() == self.seat, core.phase() == Phase::Place);
        if self.wins == WinningWay::Survive && is_own && is_placement {
            return Vec::new();
        }
        let mut best: Option<Vec<Choice>> = None;
        for choice in self.choices(state) {
            let next = self.after(state, &choice);
            let later = own.saturating_sub(u8::from(is_own && is_placement));
            if is_own && !self.is_won(&next, later) {
                continue;
            }
            let mut line = vec![choice];
            line.extend(self.line(&next, later));
            if is_own {
                return line;
            }
            if best.as_ref().is_none_or(|best| best.len() < line.len()) {
                best = Some(line);
            }
        }
        best.unwrap_or_default()
    }

    /// What the others do after a wrong choice, in `state`, and what comes of it.
    pub(super) fn refutation(&mut self, state: &State<Rules<Z>>) -> (Refutation, Vec<Choice>) {
        self.refuted(state, self.own_placements())
    }

    fn refuted(&mut self, state: &State<Rules<Z>>, own: u8) -> (Refutation, Vec<Choice>) {
        let core = state.core();
        let is_in = core.alive().contains(self.seat);
        if core.phase() == Phase::Over || (!self.alone && !is_in) {
            return (Refutation::Lost, Vec::new());
        }
        // A solver that gave up knows nothing of what comes.
        if self.left == 0 {
            return (Refutation::GoesOn, Vec::new());
        }
        let choices = self.choices(state);
        if self.alone || core.decider() == self.seat {
            if core.phase() != Phase::Place {
                let Some(first) = choices.into_iter().next() else {
                    return (Refutation::GoesOn, Vec::new());
                };
                let next = self.after(state, &first);
                let (fate, mut line) = self.refuted(&next, own);
                line.insert(0, first);
                return (fate, line);
            }
            let is_lost = |solver: &mut Self, choice: &Choice| {
                let next = solver.after(state, choice);
                let core = next.core();
                (core.phase() == Phase::Over && solver.worth(&next) < solver.target)
                    || (!solver.alone && !core.alive().contains(solver.seat))
            };
            let doomed = choices.iter().all(|choice| is_lost(self, choice));
            return match choices.into_iter().next().filter(|_| doomed) {
                Some(first) => (Refutation::Doomed, vec![first]),
                None => (Refutation::GoesOn, Vec::new()),
            };
        }
        let mut best: Option<(Refutation, Vec<Choice>)> = None;
        for choice in choices {
            let next = self.after(state, &choice);
            if self.is_won(&next, own) {
                continue;
            }
            let (fate, mut line) = self.refuted(&next, own);
            line.insert(0, choice);
            if best.as_ref().is_none_or(|best| (fate, line.len()) < (best.0, best.1.len())) {
                best = Some((fate, line));
            }
        }
        best.unwrap_or((Refutation::GoesOn, Vec::new()))
    }
}
