//! What rules do at a moment: they act until they are done, each act is judged by itself (S18), and
//! others hear of what it has drawn and taken away.
#![expect(clippy::inline_always, reason = "as in the engine, of which these are part")]

use super::asking;
use super::calls;
use super::drawing;
use super::ending;
use super::losses;
use crate::game::basics::ability::Abilities;
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::chance::Chance;
use crate::game::declare::ask::Progress;
use crate::game::event::Sink;
use crate::game::pieces::seat::SeatSet;
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::rule::terms::Occasion;
use crate::game::state::game_state::State;
use crate::game::table::handle::MOST_ACTS;
use crate::game::table::pending::Within;

/// Lets rules act at one moment after the other, as long as the active piece is in. `false`: the
/// game is over, or waits for an answer.
#[inline(never)]
pub(super) fn act_at_each<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    moments: TimingSet,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    for at in moments.iter() {
        if !act_at(rules, state, at, chance, sink) {
            return false;
        }
        if !state.core.alive.contains(state.core.active) {
            break;
        }
    }
    true
}

/// Lets rules act at a moment from its beginning. `false`: the game is over, or waits for an
/// answer.
#[inline(always)]
pub(super) fn act_at<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    let progress = calls::enter(rules, state, at, chance, sink);
    close(rules, state, at, progress, chance, sink)
}

/// Lets rules act on after what they did, until they are done. `false`: the game is over, or waits
/// for an answer.
#[inline(always)]
pub(super) fn close<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    did: Progress,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    did == Progress::Done && state.core.is_settled() || act_on(rules, state, at, did, chance, sink)
}

/// [`close`], where something is left to be judged or to be done. Each act is judged by itself
/// (S18).
#[inline(never)]
fn act_on<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    did: Progress,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    let mut progress = did;
    for _ in 0..MOST_ACTS {
        // A loss is judged before any seat is asked, so that no question stands beside it.
        if !state.core.is_settled() && !settle(rules, state, Within::Act(at), chance, sink) {
            return false;
        }
        match progress {
            Progress::Done | Progress::Idle => return true,
            // What another rule has on a square is its list's business.
            Progress::Again
            | Progress::Strike(_)
            | Progress::Sink(_)
            | Progress::Swallow(_)
            | Progress::Covered(_)
            | Progress::Guest => {}
            Progress::Ask(seat) => {
                tell_removed(rules, state, sink);
                asking::ask(rules, state, seat, at, chance, sink);
                return false;
            }
        }
        progress = calls::act(rules, state, at, chance, sink);
    }
    asking::never_ends(rules, state, at, chance, sink)
}

/// After an act of a rule that has eliminated pieces: ends the game if it is over, otherwise
/// returns the hands (S16, S18). `false`: the game is over, or waits for an answer.
#[inline(always)]
pub(super) fn settle<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    within: Within,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    tell_removed(rules, state, sink);
    if state.core.danger().is_some() && !losses::face(rules, state, within, chance, sink) {
        return false;
    }
    if !state.core.falling().is_empty()
        && losses::lose_pieces(rules, state, within, chance, sink).stops()
    {
        return false;
    }
    debug_assert!(state.core.is_sound(rules.basics()), "after an act in turn {}", state.core.turn);
    if state.core.take_judged() | !state.core.fallen.is_empty() {
        if ending::judge(rules, state, Occasion::Act, chance, sink) {
            return false;
        }
        drawing::return_hands(rules, state, chance, sink);
        state.core.fallen = SeatSet::EMPTY;
    }
    match within {
        Within::Act(at) if !state.core.is_settled_at(at) => {
            hear_of_draws(rules, state, Some(at), chance, sink)
        }
        _ => true,
    }
}

/// Lets rules hear of each tile that was drawn, in the order of the draws. `false`: the game is
/// over, or waits for an answer.
#[cold]
#[inline(never)]
pub(super) fn hear_of_draws<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Option<Timing>,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    loop {
        let pending = state.core.pending();
        pending.drawn_at = at;
        if pending.drawn.is_empty() {
            pending.heard = None;
            if at.is_some() {
                state.core.forget_pending();
            }
            return true;
        }
        if pending.heard_of >= MOST_ACTS {
            let hears =
                rules.rule().parts().iter().filter(|rule| rule.timings().contains(Timing::Drawn));
            if let Some(rule) =
                hears.max_by_key(|rule| rule.abilities().contains(Abilities::MOVES_TILES))
            {
                rules.rule().resume(&mut state.own, rule.decl().name, Timing::Drawn);
            }
            return asking::never_ends(rules, state, Timing::Drawn, chance, sink);
        }
        pending.heard_of += 1;
        pending.heard = Some(pending.drawn.remove(0));
        if !act_at(rules, state, Timing::Drawn, chance, sink) {
            return false;
        }
    }
}

/// Tells rules which tiles were taken off the board, if they want to know.
#[inline]
pub(super) fn tell_removed<R: RuleSet, S: Sink>(rules: &R, state: &mut State<R>, sink: &mut S) {
    if rules.basics().counts_crossings() {
        tell_each_removed(rules, state);
        calls::tell_shown(rules, state, sink);
    }
}

// Its figure stands at `Board::cut_paths_that_return`.
#[cold]
fn tell_each_removed<R: RuleSet>(rules: &R, state: &mut State<R>) {
    std::mem::take(&mut state.core.removed)
        .iter()
        .for_each(|square| rules.rule().removed(&mut state.own, square));
}
