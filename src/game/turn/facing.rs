//! A piece that cannot place where it stands when its turn comes: it faces a blocked square (S11,
//! S12), or waits off the board to come back (V16).

use super::acts::settle;
use super::calls;
use super::due::before_placement;
use super::losses;
use super::setup::Marks;
use super::turn_end::turn_over;
use crate::game::chance::Chance;
use crate::game::event::{Cause, Sink};
use crate::game::pieces::seat::SeatSet;
use crate::game::rule::contract::RuleSet;
use crate::game::state::game_state::State;
use crate::game::table::context::GameContext;
use crate::game::table::core::{NO_MARK, Phase};
use crate::game::table::pending::Within;

/// Lets the active seat choose another start mark, if its piece is on one: it must if it faces a
/// blocked square, and is out if no mark is free. A piece that has left its mark is out (S11, S12).
/// `false`: it stays, and its turn goes on.
#[cold]
pub(super) fn faces_block<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    let (basics, core) = (rules.basics(), &mut state.core);
    let active = core.active;
    let must = core.board.is_blocked(core.place(active).square());
    let on_mark = core.on_start_mark.contains(active);
    if on_mark && Marks::new(basics, core).has_relocation(active) {
        core.phase = Phase::Relocate { must };
        return true;
    }
    if must {
        let square = core.place(active).square();
        if !GameContext::new(basics, core, sink).threaten(square, SeatSet::only(active))
            || losses::face(rules, state, Within::Facing, chance, sink)
        {
            faced(rules, state, chance, sink);
        }
    }
    must
}

/// Puts the active piece out that faces a blocked square, if that still is one.
#[cold]
pub(super) fn faced<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let (basics, core) = (rules.basics(), &mut state.core);
    let active = core.active;
    if core.board.is_blocked(core.place(active).square()) {
        let cause = basics
            .cause_of_facing
            .filter(|_| !core.on_start_mark.contains(active))
            .unwrap_or(basics.cause_of_blocked);
        GameContext::new(basics, core, sink).eliminate(active, cause);
    }
    after_facing(rules, state, chance, sink);
}

/// Goes on when the active piece has faced a blocked square: the turn is over, unless a rule has
/// saved it.
#[cold]
pub(super) fn after_facing<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if !settle(rules, state, Within::Facing, chance, sink) {
        return;
    }
    if state.core.alive.contains(state.core.active) {
        before_placement(rules, state, chance, sink);
    } else {
        turn_over(rules, state, chance, sink);
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
        after_facing(rules, state, chance, sink);
    }
    false
}
