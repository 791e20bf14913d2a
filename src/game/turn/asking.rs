//! Questions: what rules ask, on which square a tile is placed for a team, and rules that are
//! broken off because no seat could answer.

use super::calls;
use super::ending;
use super::legal::Choices;
use crate::board::Square;
use crate::game::basics::acting::BrokenAct;
use crate::game::basics::timing::Timing;
use crate::game::basics::words::KeyWords as _;
use crate::game::chance::Chance;
use crate::game::declare::ask::{Answer, Question};
use crate::game::declare::fault::{BROKEN_RULE, RuleFault};
use crate::game::event::{Ending, Event, Outcome, Sink};
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::state::game_state::State;
use crate::game::table::core::{Aim, Asking, Phase, WHERE_TO_PLACE};
use crate::game::table::handle::{MOST_ACTS, TableView};

/// The question of the rule that asks, for the seat that is asked.
pub(super) fn question<R: RuleSet>(rules: &R, state: &State<R>) -> Option<Question> {
    if state.core.aim == Aim::Asked {
        return Some(where_to_place(rules, state));
    }
    rules.rule().question(
        TableView::new(rules.basics(), &state.core),
        &state.own,
        state.core.asking.seat,
    )
}

/// Asks a seat what a rule wants to know, or breaks off the game if no seat could answer.
#[cold]
#[inline(never)]
pub(super) fn ask<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    seat: Seat,
    at: Timing,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    core.asking = Asking { seat, at, number: core.asked.questions.min(u8::MAX.into()) as u8 };
    // Calling it again might go on for ever, and no caller could know that it is broken.
    let fault = if !core.alive.contains(seat) {
        Some(RuleFault::AsksOut)
    } else if u32::from(core.asked.questions) >= MOST_ACTS {
        Some(RuleFault::NeverEnds)
    } else {
        match question(rules, state) {
            Some(question) if question.repeats() => Some(RuleFault::AsksTwice),
            Some(question) if !question.options.is_empty() => None,
            _ => Some(RuleFault::AsksNothing),
        }
    };
    if let Some(fault) = fault {
        break_off(rules, state, fault, chance, sink);
    } else {
        state.core.asked.questions += 1;
        state.core.phase = Phase::Ask;
    }
}

/// Breaks off a game whose rule acts without end.
#[cold]
#[inline(never)]
pub(super) fn never_ends<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    state.core.asking = Asking { seat: state.core.active, at, number: 0 };
    break_off(rules, state, RuleFault::NeverEnds, chance, sink);
    false
}

/// Ends a game that cannot go on by its rules: the rule, its moment and the turn are told, and no
/// player wins.
fn break_off<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    fault: RuleFault,
    chance: &mut C,
    sink: &mut S,
) {
    let rule = rules.rule().acting(&state.own);
    tell_broken(state, rule, fault, None, sink);
    ending::end(
        rules,
        state,
        Ending { winners: SeatSet::EMPTY, outcome: Outcome::Rule(&BROKEN_RULE) },
        chance,
        sink,
    );
}

/// [`break_off`], where a rule did not come back from its act: nothing is asked of it any more.
pub(super) fn break_off_act<R: RuleSet, S: Sink>(
    state: &mut State<R>,
    broken: &BrokenAct,
    sink: &mut S,
) {
    state.core.asking = Asking { seat: state.core.active, at: broken.acting.moment, number: 0 };
    tell_broken(state, broken.acting.rule, broken.fault, broken.why.as_deref(), sink);
    let ending = Ending { winners: SeatSet::EMPTY, outcome: Outcome::Rule(&BROKEN_RULE) };
    state.core.phase = Phase::Over;
    state.core.ending = Some(ending);
    if S::EVENTS {
        sink.event(&Event::End { ending, scores: None });
    }
}

fn tell_broken<R: RuleSet, S: Sink>(
    state: &State<R>,
    rule: &'static str,
    fault: RuleFault,
    why: Option<&str>,
    sink: &mut S,
) {
    let Asking { seat, at, .. } = state.core.asking;
    if S::EVENTS {
        sink.event(&Event::Broken {
            rule,
            fault,
            player: seat,
            moment: at.word(),
            turn: state.core.turn,
            why,
        });
    }
}

/// Goes on to a placement for the team. `false`: there is no square for one.
#[cold]
#[inline(never)]
pub(super) fn aims<R: RuleSet, S: Sink>(rules: &R, state: &mut State<R>, sink: &mut S) -> bool {
    state.core.aim = Aim::Own;
    let squares = Choices::new(rules, state).team_squares();
    if let [] | [_] = squares[..] {
        squares.first().into_iter().for_each(|&square| aim_at(rules, state, Some(square), sink));
        return !squares.is_empty();
    }
    let core = &mut state.core;
    core.aim = Aim::Asked;
    // Not among the numbers of what rules ask.
    core.asking =
        Asking { seat: core.active, at: Timing::BeforePlacement, number: u8::MAX - core.laid };
    core.phase = Phase::Ask;
    true
}

/// Goes on to the placement on this square, or on that of the active piece.
#[cold]
pub(super) fn aim_at<R: RuleSet, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    square: Option<Square>,
    sink: &mut S,
) {
    let core = &mut state.core;
    core.aim = Aim::At(square.unwrap_or_else(|| core.place(core.active).square()));
    core.travellers = core.facing(core.aimed());
    core.phase = Phase::Place;
    if S::EVENTS && rules.basics().verdicts_may_fail() {
        hear_verdicts(rules, state);
    }
    calls::tell_shown(rules, state, sink);
}

/// What the active seat is asked where it may place a tile on several squares.
#[cold]
pub(super) fn where_to_place<R: RuleSet>(rules: &R, state: &State<R>) -> Question {
    Question::new(
        &WHERE_TO_PLACE,
        Choices::new(rules, state).team_squares().into_iter().map(Answer::from),
    )
}

/// Asks rules for all verdicts on what can be placed. A rule that fails counts as "allowed"
/// wherever placements are listed; this call also reports the failure to the game.
#[cold]
#[inline(never)]
pub(super) fn hear_verdicts<R: RuleSet>(rules: &R, state: &State<R>) {
    Choices::new(rules, state).count();
}
