//! Questions that rules ask, rules that are broken, and pieces that come back: what few turns need.

use super::legal::Choices;
use super::setup::Marks;
use super::{calls, due, engine};
use crate::board::{Place, Square};
use crate::game::basics::acting::BrokenAct;
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::basics::words::KeyWords as _;
use crate::game::chance::Chance;
use crate::game::declare::ask::{Answer, Question};
use crate::game::declare::fault::{BROKEN_RULE, RuleFault};
use crate::game::event::{Cause, Ending, Event, Outcome, Sink};
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::state::game_state::State;
use crate::game::table::context::GameContext;
use crate::game::table::core::{Aim, Asking, NO_MARK, Phase, WHERE_TO_PLACE};
use crate::game::table::handle::MOST_ACTS;

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

/// Asks a seat what a rule wants to know, or breaks off the game if nobody could answer.
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
    // Calling it again might go on for ever, and nobody could know that it is broken.
    let fault = if !core.alive.contains(seat) {
        Some(RuleFault::AsksOut)
    } else if u32::from(core.asked.questions) >= MOST_ACTS {
        Some(RuleFault::NeverEnds)
    } else {
        match engine::question(rules, state) {
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

/// Ends a game that cannot go on by its rules: the rule, its moment and the turn are told, and
/// nobody wins.
fn break_off<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    fault: RuleFault,
    chance: &mut C,
    sink: &mut S,
) {
    let rule = rules.rule().acting(&state.own);
    tell_broken(state, rule, fault, None, sink);
    engine::end(
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

/// Lets the active piece come back if it waits for that (V16). `false`: its mark has to be chosen,
/// or there is none and it is out.
#[cold]
#[inline(never)]
pub(super) fn returns<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    calls::tell_shown(rules, state, sink);
    let (basics, core) = (rules.basics(), &mut state.core);
    let active = core.active;
    if core.on_board.contains(active) {
        return true;
    }
    if Marks::coming_back(basics, core).is_there_any() {
        core.phase = Phase::Start;
    } else {
        GameContext::new(basics, core, sink).eliminate(active, Cause::Rule(&NO_MARK));
        engine::after_facing(rules, state, chance, sink);
    }
    false
}

/// Puts the piece of the active seat on `mark`, where it comes back, and goes on with the turn
/// (V16).
#[cold]
pub(super) fn come_back<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    mark: Place,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    debug_assert!(
        core.comes_back() && Marks::new(rules.basics(), core).allows_start(mark),
        "{mark}"
    );
    let player = core.active;
    core.places.put(player, mark);
    core.on_board.insert(player);
    core.on_start_mark.insert(player);
    core.phase = Phase::Turn;
    if S::EVENTS {
        sink.event(&Event::Start { player, mark });
    }
    engine::act_before_placement(
        rules,
        state,
        rules.basics().timings.and(TimingSet::BEFORE_PLACEMENT),
        chance,
        sink,
    );
}

/// Lets the active seat choose on which square it places a tile for its team, if it has placements
/// on several (W7).
#[cold]
#[inline(never)]
pub(super) fn aim<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if !aims(rules, state, sink) {
        engine::pass(rules, state, chance, sink);
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
        due::hear_verdicts(rules, state);
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
