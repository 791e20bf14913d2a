//! How a turn ends: tiles are drawn, rules act, and the game ends or the next turn comes.
#![expect(clippy::inline_always, reason = "as in the engine, of which these are part")]

use super::acts::{act_at, hear_of_draws};
use super::drawing;
use super::ending::{end, end_at_turn_limit, judge};
use crate::game::basics::timing::Timing;
use crate::game::chance::Chance;
use crate::game::event::{Ending, Outcome, Sink};
use crate::game::pieces::seat::SeatSet;
use crate::game::rule::contract::RuleSet;
use crate::game::rule::terms::Occasion;
use crate::game::state::game_state::State;
use crate::game::table::context::GameContext;
use crate::game::table::core::Phase;

/// Ends a turn after the placement, pass or exchange: hands return to the pile, tiles are drawn,
/// and the game ends or the next turn can begin.
#[inline(always)]
pub(super) fn finish<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    drawing::return_hands(rules, state, chance, sink);
    let core = &mut state.core;
    core.fallen = SeatSet::EMPTY;
    let basics = rules.basics();
    // What is owed is among what is pending.
    if basics.timings.contains(Timing::Drawn) | core.pending.is_some() {
        GameContext::new(basics, core, sink).settle_owed();
        return draw_on(rules, state, chance, sink);
    }
    if basics.open {
        // Where the table has one open hand, that is filled, and no other seat draws (V3).
        let mut context = GameContext::new(basics, core, sink);
        let active = context.core.active;
        while context.draw::<false>(active).is_some() {}
        return drawn(rules, state, chance, sink);
    }
    drawing::draw(&mut GameContext::new(basics, core, sink));
    rules_draw(rules, state, chance, sink);
}

/// Lets tiles be drawn one by one when a turn ends, and goes on when all are.
#[cold]
#[inline(never)]
pub(super) fn draw_on<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    loop {
        // What was drawn in the midst of a loss comes first.
        if !hear_of_draws(rules, state, None, chance, sink) {
            return;
        }
        let mut round = state.core.pending().round;
        if !drawing::draw_next(
            &mut GameContext::new(rules.basics(), &mut state.core, sink),
            &mut round,
        ) {
            state.core.forget_all_pending();
            return rules_draw(rules, state, chance, sink);
        }
        state.core.pending().round = round;
    }
}

/// Lets rules act when tiles are drawn, and goes on.
#[inline(always)]
fn rules_draw<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if rules.basics().timings.contains(Timing::Drawing)
        && !acts_late(rules, state, Timing::Drawing, chance, sink)
    {
        return;
    }
    drawn(rules, state, chance, sink);
}

/// Goes on when tiles are drawn.
#[inline(always)]
pub(super) fn drawn<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if rules.basics().timings.contains(Timing::TurnEnds)
        && !acts_late(rules, state, Timing::TurnEnds, chance, sink)
    {
        return;
    }
    turn_over(rules, state, chance, sink);
}

/// Lets rules act when tiles are drawn or the turn ends. `false`: the game is over, or waits for an
/// answer.
#[cold]
#[inline(never)]
fn acts_late<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    act_at(rules, state, at, chance, sink)
}

/// Ends the turn: the game ends, or it is the next seat's turn.
#[inline(always)]
pub(super) fn turn_over<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if !judge(rules, state, Occasion::TurnEnd, chance, sink) {
        next_turn(rules, state, chance, sink);
    }
}

/// Passes the turn on, or ends the game at the turn limit.
#[inline(always)]
fn next_turn<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    if core.turn >= rules.basics().turn_limit {
        return end_at_turn_limit(rules, state, chance, sink);
    }
    if core.alive.is_empty() {
        // A rule may let a game go on with no player alive.
        let ending = Ending { winners: SeatSet::EMPTY, outcome: Outcome::Tie };
        return end(rules, state, ending, chance, sink);
    }
    if rules.basics().timings.contains(Timing::NextSeat)
        && !acts_late(rules, state, Timing::NextSeat, chance, sink)
    {
        return;
    }
    pass_turn(state);
}

/// Passes the turn to the seat that a rule has named, or else to the next live one.
#[inline(always)]
pub(super) fn pass_turn<R: RuleSet>(state: &mut State<R>) {
    let core = &mut state.core;
    let named = core.next.take().filter(|&seat| core.alive.contains(seat));
    if let Some(next) = named.or_else(|| core.alive.next_after(core.active)) {
        core.active = next;
    }
    core.phase = Phase::Turn;
}
