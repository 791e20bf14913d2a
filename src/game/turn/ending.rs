//! Whether the game is over, and how it has ended (C10, L6, L7, S18, T9).
#![expect(clippy::inline_always, reason = "as in the engine, of which these are part")]

use super::last_standing;
use crate::game::basics::ability::Abilities;
use crate::game::chance::Chance;
use crate::game::event::{Ending, Event, Sink};
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::rule::terms::Occasion;
use crate::game::state::game_state::State;
use crate::game::table::core::Phase;
use crate::game::table::handle::TableView;

/// Ends the game if it has come to an end. `true`: it has ended.
#[inline(always)]
pub(super) fn judge<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    occasion: Occasion,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    let Some(ending) = ending(rules, state, occasion) else { return false };
    end(rules, state, ending, chance, sink);
    true
}

/// How the game has ended, if it has: as a rule says, or because one piece is left.
#[inline(always)]
pub(super) fn ending<R: RuleSet>(
    rules: &R,
    state: &State<R>,
    occasion: Occasion,
) -> Option<Ending> {
    let basics = rules.basics();
    if basics.abilities.contains(Abilities::ENDS)
        && let Some(ending) =
            rules.rule().ending(TableView::new(basics, &state.core), &state.own, occasion)
    {
        return Some(ending);
    }
    if basics.last_standing && occasion != Occasion::Travelled {
        last_standing::ending(basics, &state.core, occasion)
    } else {
        None
    }
}

/// Ends the game at the turn limit: a rule says who wins, otherwise all who are alive do.
#[cold]
pub(super) fn end_at_turn_limit<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if !judge(rules, state, Occasion::TurnLimit, chance, sink) {
        let ending = Ending::at_turn_limit(state.core.alive);
        end(rules, state, ending, chance, sink);
    }
}

/// Ends the game.
pub(super) fn end<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    ending: Ending,
    _: &mut C,
    sink: &mut S,
) {
    state.core.phase = Phase::Over;
    state.core.ending = Some(ending);
    if S::EVENTS {
        sink.event(&Event::End { ending, scores: scores(rules, state).as_deref() });
    }
}

/// The points of all seats, if a rule counts any.
pub(in crate::game) fn scores<R: RuleSet>(rules: &R, state: &State<R>) -> Option<Vec<i64>> {
    rules.rule().scores(TableView::new(rules.basics(), &state.core), &state.own)
}
