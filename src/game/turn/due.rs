//! What few rule sets have between all else and a placement: rules that may take its stead, and the
//! square that is chosen for a team.
//!
//! Where a tile is placed for the team (W7), the square is chosen first, as the answer to a
//! question of the core. So a placement stays a [`Laid`](crate::board::Laid) for bots, arrays and
//! programs, and the action numbers of all other rule sets stay the same.

use super::legal::Choices;
use super::{asking, engine};
use crate::board::Content;
use crate::game::basics::timing::Timing;
use crate::game::chance::Chance;
use crate::game::event::Sink;
use crate::game::pieces::seat::SeatSet;
use crate::game::rule::contract::RuleSet;
use crate::game::state::game_state::State;
use crate::game::table::core::Phase;

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
        return asking::aim(rules, state, chance, sink);
    }
    if core.board.content(core.place(core.active).square()) == Content::Haven {
        return engine::pass(rules, state, chance, sink);
    }
    engine::place_or_pass(rules, state, chance, sink);
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
    engine::act_at(rules, state, Timing::Due, chance, sink)
        && is_still_due(rules, state, chance, sink)
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
        engine::turn_over(rules, state, chance, sink);
        return false;
    }
    if forgone {
        core.laid += 1;
        core.travellers = SeatSet::EMPTY;
        core.met_active = SeatSet::EMPTY;
        engine::next_placement_or_end(rules, state, chance, sink);
    }
    !forgone
}

/// Asks rules for all verdicts on what can be placed: one that fails counts as "allowed" where
/// placements are listed, by whoever asks, and here the game hears of it.
#[cold]
#[inline(never)]
pub(super) fn hear_verdicts<R: RuleSet>(rules: &R, state: &State<R>) {
    Choices::new(rules, state).count();
}

/// Begins a turn with the placement (C11).
pub(super) fn begin_at_placement<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if begins_late(rules, state, chance, sink) {
        place_somewhere(rules, state, chance, sink);
    }
}

/// Begins a turn with what rules do before its placement in place of it.
pub(super) fn begin_when_due<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if begins_late(rules, state, chance, sink) {
        place_when_due(rules, state, chance, sink);
    }
}

/// Begins a turn after all that comes before placements. `false`: the piece has to come back first,
/// or cannot (V16).
fn begins_late<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    let core = &mut state.core;
    debug_assert_eq!(core.phase, Phase::Turn);
    core.begin_turn();
    core.displaced.remove(core.active);
    rules.basics().lives == 1 || asking::returns(rules, state, chance, sink)
}
