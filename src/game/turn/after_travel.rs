//! What follows when the pieces of a placement have travelled: losses are judged, tiles are
//! exchanged (C12), rules act, and the turn goes on.
#![expect(clippy::inline_always, reason = "as in the engine, of which these are part")]

use super::acts::act_at;
use super::calls;
use super::drawing;
use super::due::next_placement_or_end;
use super::ending::{end_at_turn_limit, judge};
use super::losses;
use super::turn_end::pass_turn;
use crate::board::Store;
use crate::game::basics::timing::Timing;
use crate::game::chance::Chance;
use crate::game::event::{Event, Sink};
use crate::game::pieces::seat::SeatSet;
use crate::game::rule::contract::RuleSet;
use crate::game::rule::terms::Occasion;
use crate::game::state::game_state::{Exchange, State};
use crate::game::table::context::GameContext;
use crate::game::table::core::{Aim, Phase};
use crate::game::table::pending::Within;

/// Goes on when the pieces have travelled, after threats to them.
#[cold]
#[inline(never)]
pub(super) fn travelled<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    have_travelled(rules, state, chance, sink);
}

/// Goes on when the pieces have travelled.
#[inline(always)]
pub(super) fn have_travelled<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    debug_assert!(core.is_sound(rules.basics()), "after the placement of turn {}", core.turn);
    if rules.basics().ends_turns_plainly() && core.pending.is_none() {
        return end_plainly(rules, state, chance, sink);
    }
    go_on_from_travels(rules, state, chance, sink);
}

/// Ends a turn in which nothing happens after the travels but what the printed rules say, and
/// nothing is pending: takes the steps of [`go_on_from_travels`] that remain, and does not look
/// whether others are due.
#[inline(always)]
fn end_plainly<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if !state.core.fallen.is_empty() {
        if judge(rules, state, Occasion::Placement, chance, sink) {
            return;
        }
        if drawing::may_exchange(rules.basics(), &state.core) {
            state.core.phase = Phase::Exchange;
            return;
        }
        drawing::return_hands(rules, state, chance, sink);
        state.core.fallen = SeatSet::EMPTY;
    }
    debug_assert!(state.core.unreturned.is_empty(), "hands come back with those who fell");
    debug_assert!(!rules.basics().open && rules.basics().turn_tiles == 1, "no plain end");
    drawing::draw(&mut GameContext::new(rules.basics(), &mut state.core, sink));
    if judge(rules, state, Occasion::TurnEnd, chance, sink) {
        return;
    }
    if state.core.turn >= rules.basics().turn_limit {
        return end_at_turn_limit(rules, state, chance, sink);
    }
    pass_turn(state);
}

/// Goes on when the pieces have travelled, with all that rules may do until the turn ends.
#[inline(never)]
fn go_on_from_travels<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    if !core.falling().is_empty()
        && losses::lose_pieces(rules, state, Within::Placement, chance, sink).stops()
    {
        return;
    }
    judge_placement(rules, state, chance, sink);
}

/// Goes on after a placement when it is settled who is lost.
#[inline(always)]
pub(super) fn judge_placement<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if S::EVENTS && (rules.basics().lives > 1 || rules.basics().for_team) {
        // The square that was chosen for the tile is marked no more.
        state.core.aim = Aim::Own;
        calls::tell_shown(rules, state, sink);
    }
    if rules.basics().timings.contains(Timing::Travelled)
        && losses::have_travelled(rules, state, chance, sink).stops()
    {
        return;
    }
    judge_losses(rules, state, chance, sink);
}

/// Goes on with a placement when rules have heard who has travelled.
#[inline(always)]
pub(super) fn judge_losses<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if !state.core.fallen.is_empty() && judge(rules, state, Occasion::Placement, chance, sink) {
        return;
    }
    if drawing::may_exchange(rules.basics(), &state.core) {
        state.core.phase = Phase::Exchange;
        return;
    }
    placement_done(rules, state, chance, sink);
}

/// Carries out an exchange (C12).
pub(super) fn exchange<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    exchange: &Exchange,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    debug_assert_eq!(core.phase, Phase::Exchange);
    let player = core.active;
    core.hands.put(player.index(), exchange.applied(core.hand(player)));
    for (&gave, &took) in exchange.gave().iter().zip(exchange.took()) {
        if let Some(seat) = core.taken_from().iter().find(|&seat| core.hand(seat).contains(took)) {
            let mut hand = core.hand(seat);
            hand.take(took);
            hand.push(gave);
            core.hands.put(seat.index(), hand);
        }
    }
    if S::EVENTS && !exchange.is_empty() {
        sink.event(&Event::Exchanged { player, gave: exchange.gave(), took: exchange.took() });
    }
    placement_done(rules, state, chance, sink);
}

/// Goes on when a placement is done with: rules that act then do so, and the next placement comes
/// or the turn ends.
#[inline(always)]
fn placement_done<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if rules.basics().timings.contains(Timing::AfterPlacement)
        && !after_placement(rules, state, chance, sink)
    {
        return;
    }
    next_placement_or_end(rules, state, chance, sink);
}

/// Lets rules act after a placement. `false`: the game is over, or waits for an answer.
#[cold]
#[inline(never)]
fn after_placement<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    drawing::return_hands(rules, state, chance, sink);
    state.core.fallen = SeatSet::EMPTY;
    act_at(rules, state, Timing::AfterPlacement, chance, sink)
}
