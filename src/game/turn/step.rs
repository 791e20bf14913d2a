//! The public steps of the engine: [`engine`] compiled for the caller's own chance and sink, or the
//! one copy for each size that reaches them through pointers.
//!
//! A copy of the engine is some ten thousand lines of the compiler's intermediate code (`cargo
//! llvm-lines`), so only pairs that are played by the million have one: see [`Chance::OWN_ENGINE`],
//! [`Sink::OWN_ENGINE`] and [`Size::OWN_ENGINE`].

use super::after_travel;
use super::answering;
use super::asking;
use super::engine;
use super::setup;
use crate::board::{Laid, Place, Size};
use crate::game::basics::ability::Abilities;
use crate::game::basics::acting;
use crate::game::chance::{AnyChance, Chance};
use crate::game::declare::ask::Answer;
use crate::game::event::{AnySink, Sink};
use crate::game::rule::contract::RuleSet;
use crate::game::state::game_state::{Exchange, State};
use crate::game::table::core::Phase;

/// What a step comes back with.
trait StepResult {
    /// Where the game waits in this phase after the step.
    fn from_phase(phase: Phase) -> Self;
}

impl StepResult for Phase {
    fn from_phase(phase: Phase) -> Self {
        phase
    }
}

impl StepResult for () {
    fn from_phase(_: Phase) -> Self {}
}

/// Takes a step. Where a sink hears the game, a rule that panics breaks it off.
#[inline]
fn caught<R: RuleSet, S: Sink, T: StepResult>(
    rules: &R,
    state: &mut State<R>,
    sink: &mut S,
    step: impl FnOnce(&mut State<R>, &mut S) -> T,
) -> T {
    let basics = rules.basics();
    // Without unwinding, a break is caught outside the program, which takes longer than most steps:
    // there only rules that fail by design are guarded.
    let acts = cfg!(panic = "unwind") && !basics.timings.is_empty();
    if !acts && !basics.abilities.contains(Abilities::FAILS) {
        return step(state, sink);
    }
    acting::guarded(|| step(state, sink)).unwrap_or_else(|broken| {
        asking::break_off_act(state, &broken, sink);
        T::from_phase(state.core.phase)
    })
}

/// Tells what each seat sees after a step that came back with `result`.
#[inline]
fn tell_sights<R: RuleSet, S: Sink, T: StepResult>(
    rules: &R,
    state: &mut State<R>,
    sink: &mut S,
    result: T,
) -> T {
    if !rules.basics().hides() {
        return result;
    }
    let result = caught(rules, state, sink, |state, sink| {
        state.tell_sights(rules, sink);
        result
    });
    // A rule that failed has ended the game, and nothing is hidden any more.
    state.drop_veils();
    result
}

/// Writes a step that goes to the engine of this chance and this sink if they have one, otherwise
/// through pointers.
macro_rules! steps {
    (
        $(
            $(#[$attribute:meta])* $step:ident $(($argument:ident: $type:ty))? -> $result:ty,
            $room:ident;
        )+
    ) => {$(
        $(#[$attribute])*
        #[inline(always)]
        pub fn $step<R: RuleSet, C: Chance, S: Sink>(
            rules: &R, state: &mut State<R>, $($argument: $type,)? chance: &mut C, sink: &mut S,
        ) -> $result {
            #[inline(never)]
            fn through_pointers<R: RuleSet>(
                rules: &R, state: &mut State<R>, $($argument: $type,)? chance: &mut AnyChance<'_>,
                sink: &mut AnySink<'_>,
            ) -> $result {
                caught(
                    rules, state, sink,
                    |state, sink| $room::$step(rules, state, $($argument,)? chance, sink)
                )
            }

            let result = if const {
                <R::Size as Size>::OWN_ENGINE && C::OWN_ENGINE && S::OWN_ENGINE
            } {
                if const { S::EVENTS } {
                    caught(
                        rules, state, sink,
                        |state, sink| $room::$step(rules, state, $($argument,)? chance, sink)
                    )
                } else {
                    $room::$step(rules, state, $($argument,)? chance, sink)
                }
            } else {
                through_pointers(rules, state, $($argument,)? &mut chance.any(), &mut sink.any())
            };
            state.drop_veils();
            if const { <R::Size as Size>::HIDES && S::EVENTS } {
                return tell_sights(rules, state, sink, result);
            }
            result
        }
    )+};
}

steps! {
    /// Deals on a fresh [`table`](fn@crate::game::table): chooses who goes first, deals the hands,
    /// and lets the hazard set up. Start marks are chosen next.
    ///
    /// To play many games, keep a fresh table and copy it over the state of the last game with
    /// `clone_from`: that takes less time than making it anew.
    deal_on -> (), engine;

    /// Plays until a seat has to decide or the game is over, and returns the phase: never
    /// [`Phase::Turn`].
    advance -> Phase, engine;

    /// As [`advance`], but plays one turn at the most: returns [`Phase::Turn`] if that turn has
    /// ended without a decision.
    advance_turn -> Phase, engine;

    /// Begins the turn of a game set up at a [position](crate::game::Position) with the placement,
    /// leaving out the turn event and all that rules do before a placement. A player without tiles
    /// passes (C11).
    begin_at_placement -> (), engine;

    /// As [`begin_at_placement`], but lets rules act that may [replace a
    /// placement](crate::game::Timing::Due).
    begin_when_due -> (), engine;

    /// Moves the active piece to `mark`, one of
    /// [`Marks::to_relocate`](crate::game::Marks::to_relocate); `None`: it stays, which is allowed
    /// unless it must move (S12).
    relocate(mark: Option<Place>) -> (), engine;

    /// Puts the active piece on `mark`, one of [`Marks::at_start`](crate::game::Marks::at_start),
    /// where it comes back, and plays on to the next decision or the end of the turn (V16).
    come_back(mark: Place) -> (), engine;

    /// Lays `tile`, a legal placement of the active seat, on the square that its piece faces, moves
    /// the pieces, and plays on to the next decision or the end of the turn (C2).
    place(tile: Laid) -> (), engine;

    /// Carries out an exchange of the active seat, and plays on; an empty one declines. Its tiles
    /// must be in the hands that they come from (C12).
    exchange(exchange: &Exchange) -> (), after_travel;

    /// Gives the answer of the asked seat to the rule that asked, one of
    /// [`View::question`](crate::game::View::question), and plays on to the next decision or the
    /// end of the turn.
    answer(answer: Answer) -> (), answering;
}

/// Makes a table for `seats` and deals: [`table`](fn@crate::game::table) and [`deal_on`] in one.
///
/// # Panics
/// If `seats` is not a number of players that the rule set allows.
pub fn deal<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    seats: u8,
    chance: &mut C,
    sink: &mut S,
) -> State<R> {
    let mut state = setup::table(rules, seats);
    deal_on(rules, &mut state, chance, sink);
    state
}
