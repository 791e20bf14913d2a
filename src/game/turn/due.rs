//! The steps right before a placement, which few rule sets have: rules that may act instead of it,
//! and the choice of the square for a team.
//!
//! Where a tile is placed for the team (W7), the square is chosen first, as the answer to a
//! question of the core. So a placement stays a [`Laid`](crate::board::Laid) for bots, arrays and
//! programs, and the action numbers of all other rule sets stay the same.
#![expect(clippy::inline_always, reason = "as in the engine, of which these are part")]

use super::acts::act_at;
use super::asking;
use super::drawing;
use super::turn_end::{finish, turn_over};
use crate::board::Content;
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::chance::Chance;
use crate::game::event::{Event, Sink};
use crate::game::pieces::seat::SeatSet;
use crate::game::rule::contract::RuleSet;
use crate::game::state::game_state::State;
use crate::game::table::core::Phase;

/// Lets rules act that may replace the placement; otherwise it comes.
#[inline(always)]
pub(super) fn before_placement<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if rules.basics().timings.meets(TimingSet::DUE) {
        return place_when_due(rules, state, chance, sink);
    }
    place_or_pass(rules, state, chance, sink);
}

/// Lets the active seat place a tile, or pass if it has none to place (C11).
#[inline(always)]
pub(super) fn place_or_pass<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    if core.hand(core.active).can_place() {
        core.travellers = core.facing(core.place(core.active).square());
        core.phase = Phase::Place;
        if S::EVENTS && rules.basics().verdicts_may_fail() {
            asking::hear_verdicts(rules, state);
        }
        return;
    }
    pass(rules, state, chance, sink);
}

/// Ends a turn without a placement (C11).
#[cold]
#[inline(never)]
fn pass<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    core.travellers = SeatSet::EMPTY;
    if S::EVENTS {
        sink.event(&Event::Passed { player: core.active });
    }
    finish(rules, state, chance, sink);
}

/// Comes to a placement where rules act before it, or the square is chosen first.
#[cold]
#[inline(never)]
pub(super) fn place_when_due<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if !rules.basics().timings.contains(Timing::Due) || is_due(rules, state, chance, sink) {
        place_somewhere(rules, state, chance, sink);
    }
}

/// `place_or_pass`, on any square of the team (W7).
#[cold]
#[inline(never)]
pub(super) fn place_somewhere<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &state.core;
    if rules.basics().for_team && core.hand(core.active).can_place() {
        return aim(rules, state, chance, sink);
    }
    if core.board.content(core.place(core.active).square()) == Content::Haven {
        return pass(rules, state, chance, sink);
    }
    place_or_pass(rules, state, chance, sink);
}

/// Lets the active seat choose on which square it places a tile for its team, if it has placements
/// on several (W7).
#[cold]
#[inline(never)]
fn aim<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if !asking::aims(rules, state, sink) {
        pass(rules, state, chance, sink);
    }
}

/// Lets rules act before a placement. `false`: the game waits for an answer, is over, or has gone
/// on without the placement.
#[cold]
#[inline(never)]
fn is_due<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    act_at(rules, state, Timing::Due, chance, sink) && is_still_due(rules, state, chance, sink)
}

/// Whether the placement comes when rules have acted before it. If not, the game goes on without
/// it.
#[cold]
#[inline(never)]
pub(super) fn is_still_due<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    let core = &mut state.core;
    let forgone = core.pending.as_mut().is_some_and(|pending| std::mem::take(&mut pending.forgone));
    core.forget_pending();
    if !core.on_board.contains(core.active) {
        turn_over(rules, state, chance, sink);
        return false;
    }
    if forgone {
        core.laid += 1;
        core.travellers = SeatSet::EMPTY;
        core.met_active = SeatSet::EMPTY;
        next_placement_or_end(rules, state, chance, sink);
    }
    !forgone
}

/// Lets the active seat place the next tile of its turn, if it has one to place; otherwise the turn
/// ends (V8).
#[inline(always)]
pub(super) fn next_placement_or_end<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &state.core;
    if core.laid < rules.basics().turn_tiles
        && core.laid > 0
        && core.on_board.contains(core.active)
        && core.hand(core.active).can_place()
    {
        return place_again(rules, state, chance, sink);
    }
    finish(rules, state, chance, sink);
}

/// Goes on to the next placement of a turn (V8).
#[cold]
fn place_again<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    drawing::return_hands(rules, state, chance, sink);
    let core = &mut state.core;
    core.fallen = SeatSet::EMPTY;
    core.met_active = SeatSet::EMPTY;
    before_placement(rules, state, chance, sink);
}
