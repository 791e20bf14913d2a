//! The steps of the engine as everyone takes them: [`engine`] compiled for the chance and the sink of whoever asks, or
//! the one copy for each size that reaches them through pointers.
//!
//! A copy of the engine is some ten thousand lines of the compiler's intermediate code (`cargo llvm-lines`), so only
//! those pairs have one that are played by the million: see [`Chance::OWN_ENGINE`], [`Sink::OWN_ENGINE`] and [`Size::OWN_ENGINE`].

use super::{engine, setup};
use crate::board::{Laid, Place, Size};
use crate::game::chance::{Chance, Moment, Shuffle};
use crate::game::declare::ask::Answer;
use crate::game::declare::chance::Lot;
use crate::game::event::{Event, Sink};
use crate::game::pieces::seat::Seat;
use crate::game::rule::traits::RuleSet;
use crate::game::state::core::Phase;
use crate::game::state::game_state::{Exchange, State};

/// [`Chance`] without type parameters, so that there can be pointers to it.
trait ChanceObject {
    fn first(&mut self, seats: u8) -> Seat;
    fn deck(&mut self, deck: &mut dyn Shuffle);
    fn reshuffle(&mut self, at: Moment, pile: &mut dyn Shuffle);
    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2];
}

impl<C: Chance> ChanceObject for C {
    fn first(&mut self, seats: u8) -> Seat {
        Chance::first(self, seats)
    }
    fn deck(&mut self, mut deck: &mut dyn Shuffle) {
        Chance::deck(self, &mut deck);
    }
    fn reshuffle(&mut self, at: Moment, mut pile: &mut dyn Shuffle) {
        Chance::reshuffle(self, at, &mut pile);
    }
    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        Chance::numbers(self, at, lot)
    }
}

/// Any chance, behind a pointer.
struct AnyChance<'a>(&'a mut dyn ChanceObject);

impl Chance for AnyChance<'_> {
    fn first(&mut self, seats: u8) -> Seat {
        self.0.first(seats)
    }
    fn deck<T: Shuffle>(&mut self, deck: &mut T) {
        self.0.deck(deck);
    }
    fn reshuffle<T: Shuffle>(&mut self, at: Moment, pile: &mut T) {
        self.0.reshuffle(at, pile);
    }
    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        self.0.numbers(at, lot)
    }
}

impl Shuffle for &mut dyn Shuffle {
    fn len(&self) -> usize {
        (**self).len()
    }
    fn face(&self, index: usize) -> u8 {
        (**self).face(index)
    }
    fn swap(&mut self, one: usize, other: usize) {
        (**self).swap(one, other);
    }
}

/// Any sink, behind a pointer.
struct AnySink<'a> {
    event: &'a mut dyn FnMut(&Event<'_>),
    counts_legal: bool,
}

impl Sink for AnySink<'_> {
    fn counts_legal(&self) -> bool {
        self.counts_legal
    }
    fn event(&mut self, event: &Event<'_>) {
        (self.event)(event);
    }
}

/// Writes a step that goes to the engine of this chance and this sink if they have one, otherwise through pointers.
macro_rules! steps {
    ($($(#[$attribute:meta])* $step:ident $(($argument:ident: $type:ty))? -> $result:ty, $room:ident;)+) => {$(
        $(#[$attribute])*
        #[inline(always)]
        pub fn $step<R: RuleSet, C: Chance, S: Sink>(
            rules: &R, state: &mut State<R>, $($argument: $type,)? chance: &mut C, sink: &mut S,
        ) -> $result {
            #[inline(never)]
            fn through_pointers<R: RuleSet>(
                rules: &R, state: &mut State<R>, $($argument: $type,)? chance: &mut AnyChance<'_>, sink: &mut AnySink<'_>,
            ) -> $result {
                $room::$step(rules, state, $($argument,)? chance, sink)
            }

            if const { <R::Size as Size>::OWN_ENGINE && C::OWN_ENGINE && S::OWN_ENGINE } {
                $room::$step(rules, state, $($argument,)? chance, sink)
            } else {
                let counts_legal = sink.counts_legal();
                let mut sink = AnySink { event: &mut |event| sink.event(event), counts_legal };
                through_pointers(rules, state, $($argument,)? &mut AnyChance(chance), &mut sink)
            }
        }
    )+};
}

steps! {
    /// Deals on a fresh [`table`](crate::game::table): chooses who goes first, deals the hands, and lets the hazard set
    /// up. Start marks are chosen next.
    ///
    /// To play many games, keep a fresh table and copy it over the state of the last game with `clone_from`: that takes
    /// less time than making it anew.
    deal_on -> (), engine;

    /// Plays until a seat has to decide or the game is over, and returns the phase: never [`Phase::Turn`].
    advance -> Phase, engine;

    /// As [`advance`], but plays one turn at the most: returns [`Phase::Turn`] if that turn has ended without a
    /// decision.
    advance_turn -> Phase, engine;

    /// Begins the turn of a game set up at a [position](crate::game::Position) with the placement, leaving out the turn
    /// event and the hazard's phase. A player without tiles passes (C11).
    begin_at_placement -> (), engine;

    /// Moves the active piece to `mark`, one of [`Marks::to_relocate`](crate::game::Marks::to_relocate); `None`: it
    /// stays, which is allowed unless it must move (S12).
    relocate(mark: Option<Place>) -> (), engine;

    /// Lays `tile`, a legal placement of the active seat, on the square that its piece faces, moves the pieces, and
    /// plays on to the next decision or the end of the turn (C2).
    place(tile: Laid) -> (), engine;

    /// Carries out an exchange of the active seat, and plays on; an empty one declines. Its tiles must be in the hands
    /// that they come from (C12).
    exchange(exchange: &Exchange) -> (), engine;

    /// Gives the answer of the asked seat to the rule that asked, one of [`View::question`](crate::game::View::question),
    /// and plays on to the next decision or the end of the turn.
    answer(answer: Answer) -> (), engine;
}

/// Makes a table for `seats` and deals: [`table`](crate::game::table) and [`deal_on`] in one.
///
/// # Panics
/// If `seats` is not a number of players that the rule set allows.
pub fn deal<R: RuleSet, C: Chance, S: Sink>(rules: &R, seats: u8, chance: &mut C, sink: &mut S) -> State<R> {
    let mut state = setup::table(rules, seats);
    deal_on(rules, &mut state, chance, sink);
    state
}
