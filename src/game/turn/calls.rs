//! Calls of rules in which they may change what they show. A sink that [follows](Sink::follows) the
//! game is told of it afterwards.
#![expect(clippy::inline_always, reason = "as in the engine, of which these are part")]

use crate::game::basics::acting;
use crate::game::basics::timing::Timing;
use crate::game::chance::{Chance, Moment};
use crate::game::declare::ask::{Answer, Progress};
use crate::game::declare::chance::TWO_DICE;
use crate::game::declare::look::RulePiece;
use crate::game::event::{Event, Sink};
use crate::game::pieces::seat::Seat;
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::state::game_state::State;
use crate::game::table::handle::Table;

/// Notes which rule acts, where a sink hears the game.
#[inline(always)]
fn note<R: RuleSet, S: Sink>(rules: &R, state: &State<R>, at: Timing) {
    if S::EVENTS {
        acting::begin(&rules.rule().first_acting(at).name, at, state.core.turn);
    }
}

/// Tells what rules show after an act, if a sink follows the game.
#[inline(always)]
fn acted<R: RuleSet, S: Sink>(rules: &R, state: &State<R>, sink: &mut S) {
    if S::EVENTS {
        acting::end();
        tell_shown(rules, state, sink);
    }
}

/// Rolls the dice of a rule that is idle, where no sink has to be told of them. `false` (and
/// nothing happens): they call the rule, which rolls them itself, and gets the same. In more than
/// half of the turns of Seas its rule is not called at all.
// Inlined into the loop of turns, it took a game of classic 2 % more instructions, and none of Seas
// fewer.
#[inline(never)]
pub(super) fn rolls_in_vain<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
) -> bool {
    if S::EVENTS || !C::REPEATS || !state.own.is_idle() {
        return false;
    }
    let core = &mut state.core;
    let [one, other] = chance.numbers(
        Moment { turn: core.turn, nth: core.asked.dice },
        &const { TWO_DICE.two_below([6, 6]) },
    );
    let calls = rules.basics().calling_dice >> ((one + other) & 15) & 1;
    core.asked.dice = core.asked.dice.wrapping_add(1 - calls);
    calls == 0
}

/// Lets a moment begin.
#[inline(always)]
pub(super) fn enter<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    chance: &mut C,
    sink: &mut S,
) -> Progress {
    note::<_, S>(rules, state, at);
    let progress = rules.rule().enter(
        &mut Table::new(rules.basics(), &mut state.core, chance, sink),
        &mut state.own,
        at,
    );
    acted(rules, state, sink);
    progress
}

/// Lets rules act once at a moment that has begun.
#[inline(always)]
pub(super) fn act<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    chance: &mut C,
    sink: &mut S,
) -> Progress {
    note::<_, S>(rules, state, at);
    let progress = rules.rule().act(
        &mut Table::new(rules.basics(), &mut state.core, chance, sink),
        &mut state.own,
        at,
    );
    acted(rules, state, sink);
    progress
}

/// Gives the rule that asked its answer.
pub(super) fn answer<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    (seat, answer): (Seat, Answer),
    chance: &mut C,
    sink: &mut S,
) {
    note::<_, S>(rules, state, state.core.asking.at);
    rules.rule().answer(
        &mut Table::new(rules.basics(), &mut state.core, chance, sink),
        &mut state.own,
        seat,
        answer,
    );
    acted(rules, state, sink);
}

/// Tells what rules show, if a sink follows the game.
#[inline(always)]
pub(super) fn tell_shown<R: RuleSet, S: Sink>(rules: &R, state: &State<R>, sink: &mut S) {
    if S::EVENTS && sink.follows() {
        tell_all_shown(rules, state, sink);
    }
}

#[cold]
fn tell_all_shown<R: RuleSet, S: Sink>(rules: &R, state: &State<R>, sink: &mut S) {
    let pieces = RulePiece::sorted(|each| rules.rule().each_piece(&state.own, each));
    let mut shown = Vec::new();
    rules.rule().shows(&state.own, state.core.turn, &mut |one| shown.push(one));
    state.core.each_lives(rules.basics(), &mut |one| shown.push(one));
    state.core.each_aim(rules.basics(), &mut |one| shown.push(one));
    sink.event(&Event::Shows { pieces: &pieces, shown: &shown });
}
