//! The answer to the question of a rule, and where the game goes on with it: at the moment at which
//! the rule asked, and in whatever that moment came in the midst of.

use super::acts::{close, hear_of_draws};
use super::after_travel::{judge_losses, judge_placement};
use super::ahead;
use super::asking;
use super::calls;
use super::due::{is_still_due, next_placement_or_end, place_somewhere};
use super::ending::judge;
use super::engine::act_before_placement;
use super::facing::{after_facing, faced};
use super::losses;
use super::turn_end::{draw_on, drawn, pass_turn, turn_over};
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::chance::Chance;
use crate::game::declare::ask::{Answer, Question};
use crate::game::event::{Event, Sink};
use crate::game::rule::contract::RuleSet;
use crate::game::rule::terms::Occasion;
use crate::game::state::game_state::State;
use crate::game::table::core::{Aim, Asking, Phase};
use crate::game::table::pending::Within;

/// Gives an answer to the rule that asked, and plays on to the next decision or the end of the
/// turn.
#[cold]
pub(super) fn answer<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    answer: Answer,
    chance: &mut C,
    sink: &mut S,
) {
    debug_assert_eq!(state.core.phase, Phase::Ask);
    if state.core.aim == Aim::Asked {
        return asking::aim_at(rules, state, answer.square(), sink);
    }
    tell_answer(rules, state, answer, sink);
    let Asking { seat, at, .. } = state.core.asking;
    state.core.phase = if state.core.asks_at_set_up() { Phase::Start } else { Phase::Turn };
    calls::answer(rules, state, (seat, answer), chance, sink);
    if let Some(at) = leave_interruption(rules, state, at, chance, sink)
        && let Some(at) = finish_moment(rules, state, at, chance, sink)
    {
        go_on_after(rules, state, at, chance, sink);
    }
}

fn tell_answer<R: RuleSet, S: Sink>(rules: &R, state: &State<R>, answer: Answer, sink: &mut S) {
    if S::EVENTS
        && let Some(Question { asks, options, about }) = asking::question(rules, state)
    {
        debug_assert!(options.contains(&answer), "{answer} is none of the answers");
        let about = if asks.untold { &[] } else { &about[..] };
        sink.event(&Event::Chose {
            player: state.core.asking.seat,
            asks,
            about,
            options: options.len() as u16,
            choice: answer,
        });
    }
}

/// Lets rules act on where the question came in the midst of a placement, of its travels, or of a
/// threat or a loss. The moment at which they act next; `None`: the game has gone on, waits for
/// another answer, or is over.
#[cold]
fn leave_interruption<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    chance: &mut C,
    sink: &mut S,
) -> Option<Timing> {
    match at {
        Timing::Threat => leave_threat(rules, state, chance, sink),
        at if TimingSet::FALLING.contains(at) => leave_loss(rules, state, at, chance, sink),
        Timing::Ahead => {
            ahead::answered_ahead(rules, state, chance, sink);
            None
        }
        Timing::Travelled => {
            let progress = calls::act(rules, state, at, chance, sink);
            if !losses::travelled_on(rules, state, progress, chance, sink).stops() {
                judge_losses(rules, state, chance, sink);
            }
            None
        }
        at => Some(at),
    }
}

/// Goes on when a seat has answered at a threat. Returns the moment that the threat interrupted, if
/// rules go on acting there.
#[cold]
fn leave_threat<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) -> Option<Timing> {
    let within = state.core.pending().within;
    let progress = calls::act(rules, state, Timing::Threat, chance, sink);
    if losses::lose_on(rules, state, Timing::Threat, progress, chance, sink).stops() {
        return None;
    }
    state.core.pending().dangers.remove(0);
    if !losses::face_on(rules, state, chance, sink) {
        return None;
    }
    match within {
        Within::Act(outer) => return Some(outer),
        Within::Facing => faced(rules, state, chance, sink),
        Within::Placement | Within::Travel => ahead::act_ahead(rules, state, chance, sink),
    }
    None
}

/// Goes on when a seat has answered at a loss. Returns the moment that the loss interrupted, if
/// rules go on acting there.
#[cold]
fn leave_loss<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    chance: &mut C,
    sink: &mut S,
) -> Option<Timing> {
    let within = state.core.pending().within;
    let progress = calls::act(rules, state, at, chance, sink);
    let later = TimingSet::FALLING.after(at);
    if losses::lose_on(rules, state, at, progress, chance, sink).stops()
        || losses::lose_at(rules, state, later, chance, sink).stops()
    {
        return None;
    }
    match within {
        Within::Act(outer) => return Some(outer),
        Within::Facing => after_facing(rules, state, chance, sink),
        Within::Placement => judge_placement(rules, state, chance, sink),
        Within::Travel => {
            if !judge(rules, state, Occasion::Travelled, chance, sink) {
                judge_losses(rules, state, chance, sink);
            }
        }
    }
    None
}

/// Lets rules act on at this moment and, where a drawn tile interrupted another moment, at that
/// one. Returns the moment that is over; `None`: the game has gone on, waits for another answer, or
/// is over.
#[cold]
fn finish_moment<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    chance: &mut C,
    sink: &mut S,
) -> Option<Timing> {
    if !acts_on(rules, state, at, chance, sink) {
        return None;
    }
    if at != Timing::Drawn {
        return Some(at);
    }
    let Some(outer) = state.core.pending().drawn_at else {
        draw_on(rules, state, chance, sink);
        return None;
    };
    let goes_on = hear_of_draws(rules, state, Some(outer), chance, sink)
        && acts_on(rules, state, outer, chance, sink);
    goes_on.then_some(outer)
}

/// Lets rules act on at a moment until they are done. `false`: the game is over, or waits for an
/// answer.
fn acts_on<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    let progress = calls::act(rules, state, at, chance, sink);
    close(rules, state, at, progress, chance, sink)
}

/// Goes on with the turn when all that rules do at this moment is done.
#[cold]
fn go_on_after<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    chance: &mut C,
    sink: &mut S,
) {
    match at {
        Timing::SetUp => {}
        Timing::Due => {
            if is_still_due(rules, state, chance, sink) {
                place_somewhere(rules, state, chance, sink);
            }
        }
        Timing::AfterPlacement => next_placement_or_end(rules, state, chance, sink),
        Timing::Drawing => drawn(rules, state, chance, sink),
        Timing::TurnEnds => turn_over(rules, state, chance, sink),
        Timing::NextSeat => pass_turn(state),
        before => {
            let later = rules.basics().timings.and(TimingSet::BEFORE_PLACEMENT).after(before);
            let is_in = state.core.alive.contains(state.core.active);
            act_before_placement(
                rules,
                state,
                if is_in { later } else { TimingSet::default() },
                chance,
                sink,
            );
        }
    }
}
