//! The steps between a placement and the travels: rules hear of what the tile would lead pieces to,
//! and may strike it or save the pieces ([`Timing::Ahead`]). Also special tiles, over which no
//! piece sails.

use super::after_travel::travelled;
use super::calls;
use super::ending;
use super::losses::{face, lose_on};
use super::trips;
use crate::board::{Laid, RouteEnd, Size};
use crate::game::basics::data::Basics;
use crate::game::basics::timing::Timing;
use crate::game::chance::Chance;
use crate::game::event::Sink;
use crate::game::pieces::seat::SeatSet;
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::rule::terms::Occasion;
use crate::game::state::game_state::State;
use crate::game::table::core::Core;
use crate::game::table::pending::{Danger, Resolution, Within};
use crate::game::table::travel;

/// Places the tile of the active seat where rules act before pieces sail, or where it is special
/// and none does. `false` (and nothing happens): it is like any other placement.
#[cold]
#[inline(never)]
pub(super) fn place_ahead<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    tile: Laid,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    if tile.face().is_special() {
        let square = state.core.aimed();
        state.core.board.set_haven(square, true);
        state.core.travellers = SeatSet::EMPTY;
        rules.rule().placed(&mut state.own, tile.face(), square);
        calls::tell_shown(rules, state, sink);
        travelled(rules, state, chance, sink);
        return true;
    }
    if !lie_ahead(rules, state, tile) {
        return false;
    }
    if face(rules, state, Within::Placement, chance, sink) {
        act_ahead(rules, state, chance, sink);
    }
    true
}

/// Lays the tile of the active seat, if rules may save pieces from where it leads them. They sail
/// when rules have acted. `false` (and nothing happens): no rule has to hear of it.
///
/// Blocked squares to which it leads pieces are noted as threats in the order in which the pieces
/// travel: each has one of its own.
#[cold]
fn lie_ahead<R: RuleSet>(rules: &R, state: &mut State<R>, tile: Laid) -> bool {
    let (basics, core) = (rules.basics(), &mut state.core);
    let square = core.aimed();
    let trips = travel::resolve(basics, core, square, tile);
    let ahead = dangers_of(basics, core, &trips);
    let is_lost = basics.timings.contains(Timing::Ahead)
        && travel::causes(basics, core, &trips).next().is_some();
    if ahead.is_empty() && !is_lost {
        return false;
    }
    core.board.lay(&basics.grid, square, tile);
    let pending = core.pending();
    pending.dangers = ahead;
    pending.trips = Some(trips);
    true
}

/// The threats of which rules hear before pieces sail.
#[cold]
pub(super) fn dangers_of<Z: Size>(
    basics: &Basics<Z>,
    core: &Core<Z>,
    trips: &Resolution,
) -> Vec<Danger> {
    let mut ahead: Vec<Danger> = Vec::new();
    for (seat, end) in trips.ends(core.active) {
        let Some(RouteEnd::At(to)) = end else { continue };
        // What is held cannot be struck.
        if !core.board.is_blocked(to.square()) || core.is_held(to.square()) {
            continue;
        }
        // Each piece by itself, in the order in which they travel, also where two sail to the same
        // square.
        ahead.push(Danger { square: to.square(), seats: SeatSet::only(seat) });
    }
    if !basics.timings.contains(Timing::Threat) {
        ahead.clear();
    }
    ahead
}

/// Lets rules act before the pieces sail, if any of them would be out, and lets the pieces sail.
pub(super) fn act_ahead<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let is_heard = rules.basics().timings.contains(Timing::Ahead)
        && !travel::ahead(rules.basics(), &state.core).is_empty();
    if is_heard {
        let progress = calls::enter(rules, state, Timing::Ahead, chance, sink);
        if lose_on(rules, state, Timing::Ahead, progress, chance, sink).stops() {
            return;
        }
    }
    sail(rules, state, chance, sink);
}

/// Goes on when a seat has answered before pieces sail.
#[cold]
pub(super) fn answered_ahead<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let progress = calls::act(rules, state, Timing::Ahead, chance, sink);
    if !lose_on(rules, state, Timing::Ahead, progress, chance, sink).stops() {
        sail(rules, state, chance, sink);
    }
}

/// Lets the pieces sail that have waited.
fn sail<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if state.core.take_judged() && ending::judge(rules, state, Occasion::Act, chance, sink) {
        return;
    }
    let pending = state.core.pending();
    let carried = std::mem::take(&mut pending.carried);
    if let Some(trips) = pending.trips.take() {
        let trips = if carried.is_empty() {
            trips
        } else {
            find_trips_again(rules, state, carried).unwrap_or(trips)
        };
        state.core.forget_pending();
        trips::sail(rules, state, &trips, sink);
    }
    travelled(rules, state, chance, sink);
}

/// Where the pieces go when some were carried away, which none of them meets.
fn find_trips_again<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    carried: SeatSet,
) -> Option<Resolution> {
    let (basics, core) = (rules.basics(), &mut state.core);
    let square = core.laid_on?;
    let tile = core.board.remove(&basics.grid, square)?;
    let on_board = core.on_board;
    core.on_board = on_board.without(carried);
    let trips = travel::resolve(basics, core, square, tile);
    core.on_board = on_board;
    core.board.lay(&basics.grid, square, tile);
    Some(trips)
}
