//! Before the first turn: the deal, the hazard's setup, the start marks (C1, L2, S1, S3, T4).

use crate::board::{Content, Place, Size, Store};
use crate::game::chance::{Chance, Rng};
use crate::game::event::{Event, Sink};
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::basics::Basics;
use crate::game::rule::traits::{HazardRule, RuleSet};
use crate::game::state::context::GameContext;
use crate::game::state::core::{Core, Phase};
use crate::game::state::game_state::State;

/// A table for `seats` before anything was dealt.
///
/// # Panics
/// If `seats` is not a number of players that the rule set allows.
pub fn table<R: RuleSet>(rules: &R, seats: u8) -> State<R> {
    let (fewest, most) = rules.basics().players;
    assert!((fewest..=most).contains(&seats), "{seats} players, where {fewest} to {most} can play");
    State::new(rules, seats)
}

/// Starts a game of `seats`: [`table`] and [`deal_on`] in one.
///
/// # Panics
/// If `seats` is not a number of players that the rule set allows.
pub fn deal<R: RuleSet, C: Chance, S: Sink>(rules: &R, seats: u8, chance: &mut C, sink: &mut S) -> State<R> {
    let mut state = table(rules, seats);
    deal_on(rules, &mut state, chance, sink);
    state
}

/// Starts a game on a fresh [`table`]: chooses who goes first, deals, and lets the hazard set up. The start marks are chosen next.
///
/// Who plays one game after the other keeps a fresh table and copies it into the last game's state with `clone_from`, which takes less time than
/// making it anew.
pub fn deal_on<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    let basics = rules.basics();
    let core = &mut state.core;
    debug_assert!(core.phase == Phase::Start && core.pile.len() == basics.deck.len(), "not a fresh table");
    let seats = core.seats;
    if basics.first_at_random {
        core.first = chance.first(seats);
    }
    core.active = core.first;
    chance.deck(&mut core.pile);
    let hands = if basics.open { 1 } else { usize::from(seats) };
    for slot in 0..hands {
        let hand: Hand = (0..basics.hand).filter_map(|_| core.pile.draw()).collect();
        if hand.len() < basics.hand.into() {
            core.short.insert(Seat::new(slot as u8));
        }
        core.hands.put(slot, hand);
    }
    if S::EVENTS {
        let dealt: Vec<Hand> = (0..hands).map(|slot| core.hands.at(slot)).collect();
        sink.event(&Event::Deal { hands: &dealt, pile: &core.pile });
    }
    rules.hazard().set_up(&mut GameContext::new(basics, core, chance, sink), &mut state.hazard);
}

/// The question which start marks a seat may choose.
#[derive(Debug)]
pub struct Marks<'a, Z: Size> {
    basics: &'a Basics<Z>,
    core: &'a Core<Z>,
    /// The pieces that stand on start marks, the asking one not counted.
    on_start_mark: SeatSet,
}

impl<'a, Z: Size> Marks<'a, Z> {
    /// The marks as they are now.
    pub fn new(basics: &'a Basics<Z>, core: &'a Core<Z>) -> Self {
        Self { basics, core, on_start_mark: core.on_start_mark() }
    }

    /// Whether no piece is in the way at `mark` (T4): on the mark itself, or on its square where squares may not be shared.
    fn is_free(&self, mark: Place) -> bool {
        self.on_start_mark.iter().all(|seat| {
            let taken = self.core.place(seat);
            taken != mark && (self.basics.share_square || taken.square() != mark.square())
        })
    }

    fn is_blocked(&self, mark: Place) -> bool {
        self.core.board().is_blocked(mark.square())
    }

    /// The marks that a seat may choose at the start, in clockwise order from `a1:A`: free ones, of which those that face a daikaiju only where
    /// there are no others (S3).
    pub fn at_start(&self) -> Vec<Place> {
        self.starts().collect()
    }

    /// Whether a seat may choose `mark` at the start.
    pub fn allows_start(&self, mark: Place) -> bool {
        self.starts().any(|free| free == mark)
    }

    /// Those, one after the other.
    fn starts(&self) -> impl Iterator<Item = Place> {
        let grid = &self.basics.grid;
        let free = || (0..grid.marks()).map(|number| grid.mark(number)).filter(|&mark| self.is_free(mark));
        let all_blocked = free().all(|mark| self.is_blocked(mark));
        free().filter(move |&mark| all_blocked || !self.is_blocked(mark))
    }

    /// The mark of the start, all that are allowed equally likely.
    pub fn sample_at_start(&self, rng: &mut Rng) -> Place {
        let grid = &self.basics.grid;
        for _ in 0..8 {
            let mark = grid.mark(rng.below(grid.marks().into()) as u16);
            if self.is_free(mark) && !self.is_blocked(mark) {
                return mark;
            }
        }
        let number = rng.below(self.starts().count() as u32) as usize;
        self.starts().nth(number).unwrap_or_else(|| unreachable!("more seats than marks are refused when the rules are compiled"))
    }

    /// The marks to which `seat` may relocate: free, on the same side of the board, their squares without tile and daikaiju (S12).
    pub fn to_relocate(&self, seat: Seat) -> Vec<Place> {
        self.relocations(seat).collect()
    }

    /// Whether there is one.
    pub fn has_relocation(&self, seat: Seat) -> bool {
        self.relocations(seat).next().is_some()
    }

    /// One of those, or, where it may stay, staying: all equally likely. Without a list.
    pub fn sample_to_relocate(&self, seat: Seat, must: bool, rng: &mut Rng) -> Option<Place> {
        let choices = self.relocations(seat).count() as u32 + u32::from(!must);
        self.relocations(seat).nth(rng.below(choices.max(1)) as usize)
    }

    fn relocations(&self, seat: Seat) -> impl Iterator<Item = Place> {
        let place = self.core.place(seat);
        let others = Self { on_start_mark: self.on_start_mark.without(SeatSet::only(seat)), ..*self };
        let along = self.basics.grid.marks_along(place.port().side());
        along.filter(move |&mark| mark != place && self.core.board().content(mark.square()) == Content::Empty && others.is_free(mark))
    }
}

/// The active seat's piece is put on `mark`, which is one of [`Marks::at_start`].
pub fn choose_start<R: RuleSet, S: Sink>(rules: &R, state: &mut State<R>, mark: Place, sink: &mut S) {
    let core = &mut state.core;
    debug_assert!(core.phase == Phase::Start && Marks::new(rules.basics(), core).allows_start(mark), "{mark}");
    let player = core.active;
    core.places.put(player, mark);
    core.on_start_mark.insert(player);
    if S::EVENTS {
        sink.event(&Event::Start { player, mark });
    }
    core.active = Seat::new((player.number() + 1) % core.seats);
    if core.active == core.first {
        core.phase = Phase::Turn;
    }
}
