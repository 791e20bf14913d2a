//! [`BulkRules`]: a rule set asked for all of something at once, without lists: for encoders of arrays, which ask
//! millions of times a second.

use super::outlook::{Outlook, Scout};
use super::redeal::unseen_hands;
use crate::board::{FACES, Laid, Place, Port, Square};
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::pieces::supply::Supply;
use crate::game::rule::traits::{DrawRule, HazardRule, Monster, RuleSet, ScoreRule};
use crate::game::state::context::scores;
use crate::game::state::core::Phase;
use crate::game::state::game_state::State;
use crate::game::turn::legal::Fate;
use crate::game::turn::view::View;
use std::any::Any;

/// A state of any rule set.
pub(super) type StateRef = dyn Any + Send + Sync;

/// What all see of the table and its seats.
#[derive(Debug)]
pub(crate) struct TableFacts {
    /// The number of seats at the start.
    pub seats: u8,
    /// The seat that decides.
    pub decider: Seat,
    /// The seat whose turn it is.
    pub active: Seat,
    pub phase: Phase,
    pub turn: u32,
    pub laid: u8,
    pub pile_len: usize,
    pub alive: SeatSet,
    /// The live seats with a piece on the board.
    pub placed: SeatSet,
    pub on_start_mark: SeatSet,
    pub displaced: SeatSet,
    pub holder: Option<Seat>,
    /// By seat; of no meaning for those that are not `placed`.
    pub places: [Place; MAX_SEATS],
    /// The number of tiles that each seat holds.
    pub hand_lens: [u8; MAX_SEATS],
}

/// A rule set, asked about a state of its own. As `ObservedRules` it shows everything, and
/// [`Observation`](super::observation::Observation) decides what a seat sees of it.
pub(super) trait BulkRules {
    fn table(&self, state: &StateRef) -> TableFacts;
    fn codes(&self, state: &StateRef, codes: &mut [u8]);
    fn each_legal(&self, state: &StateRef, each: &mut dyn FnMut(Laid));
    fn each_start(&self, state: &StateRef, each: &mut dyn FnMut(Place));
    fn each_relocation(&self, state: &StateRef, each: &mut dyn FnMut(Place));
    fn each_monster(&self, state: &StateRef, each: &mut dyn FnMut(Monster));
    fn supply_set(&self, state: &StateRef) -> Option<Supply>;
    fn tallies(&self, state: &StateRef, each: &mut dyn FnMut(&'static str, Seat, u8));
    fn each_points(&self, state: &StateRef, each: &mut dyn FnMut(Seat, i64));
    fn count_unseen(&self, state: &StateRef, seat: Option<Seat>, counts: &mut [u8; FACES]);
    fn each_outlook(&self, state: &StateRef, each: &mut dyn FnMut(Laid, Fate, &Outlook));
}

impl<'a, R: RuleSet> View<'a, R> {
    /// The view of a state behind a pointer.
    ///
    /// # Panics
    /// If it is a state of another kind of rule set, which no caller can bring about.
    #[inline]
    pub(super) fn of(rules: &'a R, state: &'a StateRef) -> Self {
        Self::new(rules, state.downcast_ref().expect("an observation has rules and a state of them"))
    }

    pub(super) fn scout(&self) -> Scout<'a, R::Size> {
        Scout::new(self.basics(), self.core())
    }
}

impl<R: RuleSet> BulkRules for R {
    fn table(&self, state: &StateRef) -> TableFacts {
        let View { state, .. } = View::of(self, state);
        let core = &state.core;
        let mut places = [Place::new(Square::new(0, 0), Port::new(0)); MAX_SEATS];
        let mut hand_lens = [0; MAX_SEATS];
        for seat in SeatSet::first(core.seats).iter() {
            places[seat.index()] = core.place(seat);
            hand_lens[seat.index()] = core.hand(seat).len() as u8;
        }
        TableFacts {
            seats: core.seats,
            decider: core.decider(),
            active: core.active,
            phase: core.phase,
            turn: core.turn,
            laid: core.laid,
            pile_len: core.pile.len(),
            alive: core.alive,
            placed: core.placed(),
            on_start_mark: core.on_start_mark,
            displaced: core.displaced,
            holder: self.draw().holder(&state.draw),
            places,
            hand_lens,
        }
    }

    fn codes(&self, state: &StateRef, codes: &mut [u8]) {
        View::of(self, state).core().board.codes(&self.basics().grid, codes);
    }

    fn each_legal(&self, state: &StateRef, each: &mut dyn FnMut(Laid)) {
        View::of(self, state).choices().each_legal(each);
    }

    fn each_start(&self, state: &StateRef, each: &mut dyn FnMut(Place)) {
        View::of(self, state).marks().each_start(each);
    }

    fn each_relocation(&self, state: &StateRef, each: &mut dyn FnMut(Place)) {
        let view = View::of(self, state);
        view.marks().relocations(view.core().active).for_each(each);
    }

    fn each_monster(&self, state: &StateRef, each: &mut dyn FnMut(Monster)) {
        self.hazard().each_monster(&View::of(self, state).state.hazard, each);
    }

    fn supply_set(&self, state: &StateRef) -> Option<Supply> {
        self.hazard().supply_set(&View::of(self, state).state.hazard)
    }

    fn tallies(&self, state: &StateRef, each: &mut dyn FnMut(&'static str, Seat, u8)) {
        self.hazard().tallies(&View::of(self, state).state.hazard, each);
    }

    fn each_points(&self, state: &StateRef, each: &mut dyn FnMut(Seat, i64)) {
        let State { core, score, .. } = View::of(self, state).state;
        let seats = SeatSet::first(core.seats);
        if self.score().points(score, Seat::new(0)).is_some() {
            seats.iter().filter_map(|seat| Some((seat, self.score().points(score, seat)?))).for_each(|(seat, points)| each(seat, points));
        } else if let Some(points) = scores(self, View::of(self, state).state) {
            seats.iter().zip(points).for_each(|(seat, points)| each(seat, points));
        }
    }

    fn count_unseen(&self, state: &StateRef, seat: Option<Seat>, counts: &mut [u8; FACES]) {
        let core = View::of(self, state).core();
        let hidden = match seat {
            Some(seat) => unseen_hands(core, seat),
            None if core.open => SeatSet::EMPTY,
            None => SeatSet::first(core.seats),
        };
        let mut count = |face: crate::board::Face| counts[face.index()] = counts[face.index()].saturating_add(1);
        core.pile.iter().for_each(&mut count);
        hidden.iter().for_each(|other| core.hand(other).iter().for_each(&mut count));
    }

    fn each_outlook(&self, state: &StateRef, each: &mut dyn FnMut(Laid, Fate, &Outlook)) {
        let view = View::of(self, state);
        let (choices, mut scout) = (view.choices(), view.scout());
        choices.each_legal(|tile| each(tile, choices.fate(tile), &scout.look(tile)));
    }
}
