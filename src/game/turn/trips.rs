//! How a placement lays its tile and moves the pieces that face it (C2–C5, T7).
#![expect(clippy::inline_always, reason = "as in the engine, of which these are part")]

use super::calls;
use crate::board::{Laid, PathEnd, PortSet, RouteEnd, Size};
use crate::game::basics::data::{Basics, Meeting};
use crate::game::event::{Cause, Sink};
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::rule::terms::Crossing;
use crate::game::state::game_state::State;
use crate::game::table::context::GameContext;
use crate::game::table::core::Core;
use crate::game::table::pending::Resolution;
use crate::game::table::travel;
use arrayvec::ArrayVec;

/// Lays the tile of the active seat and moves the pieces, in the cheapest way that board and rules
/// allow.
#[inline(always)]
pub(super) fn travel<R: RuleSet, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    tile: Laid,
    sink: &mut S,
) {
    let basics = rules.basics();
    if basics.follows_trips {
        travel_all(rules, state, tile, sink);
    } else if !state.core.board.is_cut() {
        travel_whole_paths(basics, &mut state.core, tile, sink);
    } else if basics.meeting == Meeting::Pass {
        travel_passing(basics, &mut state.core, tile, sink);
    } else {
        travel_all(rules, state, tile, sink);
    }
}

/// Lays `tile` and moves the pieces, on a board from which no tile was ever taken. There the path
/// behind each piece begins at its own start mark, so a piece goes where the path from that mark
/// ends now, and has met another piece if that is the other's mark.
#[inline(always)]
fn travel_whole_paths<Z: Size, S: Sink>(
    basics: &Basics<Z>,
    core: &mut Core<Z>,
    tile: Laid,
    sink: &mut S,
) {
    let (grid, player) = (&basics.grid, core.active);
    let at = core.place(player);
    if core.travellers.is_single() {
        let origin = core.board.origin(grid, at);
        core.board.lay(grid, at.square(), tile);
        let end = core.board.end_of(grid, origin);
        return arrive(&mut GameContext::new(basics, core, sink), player, end);
    }
    travel_together(basics, core, tile, sink);
}

/// [`travel_whole_paths`] for several pieces.
fn travel_together<Z: Size, S: Sink>(
    basics: &Basics<Z>,
    core: &mut Core<Z>,
    tile: Laid,
    sink: &mut S,
) {
    let (grid, player, travellers) = (&basics.grid, core.active, core.travellers);
    let square = core.place(player).square();
    let origin = |core: &Core<Z>, seat| core.board.origin(grid, core.place(seat));
    let origins: ArrayVec<(Seat, Z::Point), MAX_SEATS> =
        travellers.clockwise_from(player).map(|seat| (seat, origin(core, seat))).collect();
    core.board.lay(grid, square, tile);
    let mut context = GameContext::new(basics, core, sink);
    for &(seat, origin) in &origins {
        let end = context.core.board.end_of(grid, origin);
        let other = match end {
            PathEnd::Edge(edge) if basics.meeting == Meeting::Collide => {
                origins.iter().find(|other| other.1 == edge)
            }
            _ => None,
        };
        let Some(&(other, _)) = other else {
            arrive(&mut context, seat, end);
            continue;
        };
        if seat == player {
            context.core.met_active.insert(other);
        }
        context.collide::<true>(seat, SeatSet::only(other));
    }
}

/// Moves or eliminates a piece, given the end of the path from its start mark.
#[inline]
fn arrive<Z: Size, S: Sink>(context: &mut GameContext<'_, Z, S>, seat: Seat, end: PathEnd<Z>) {
    match end {
        PathEnd::At(to) => context.stand::<true>(seat, to),
        PathEnd::Edge(_) => context.put_out::<true>(seat, Cause::Edge),
    }
}

/// Lays `tile` and moves the pieces, where pieces pass each other: on any board, each trip is found
/// without the other pieces.
#[inline(always)]
fn travel_passing<Z: Size, S: Sink>(
    basics: &Basics<Z>,
    core: &mut Core<Z>,
    tile: Laid,
    sink: &mut S,
) {
    let (player, travellers) = (core.active, core.travellers);
    let square = core.place(player).square();
    let trip = |core: &Core<Z>, seat| {
        core.board.route(&basics.grid, square, tile, core.place(seat).port(), PortSet::EMPTY).end
    };
    if travellers.is_single() {
        let end = trip(core, player);
        core.board.lay(&basics.grid, square, tile);
        return GameContext::new(basics, core, sink).finish_trip::<true>(player, end);
    }
    let trips: ArrayVec<(Seat, RouteEnd), MAX_SEATS> =
        travellers.clockwise_from(player).map(|seat| (seat, trip(core, seat))).collect();
    core.board.lay(&basics.grid, square, tile);
    let mut context = GameContext::new(basics, core, sink);
    trips.into_iter().for_each(|(seat, end)| context.finish_trip::<true>(seat, end));
}

/// Lays `tile` and moves the pieces, on any board and under any rules.
fn travel_all<R: RuleSet, S: Sink>(rules: &R, state: &mut State<R>, tile: Laid, sink: &mut S) {
    let basics = rules.basics();
    let square = state.core.aimed();
    let resolution = travel::resolve(basics, &state.core, square, tile);
    state.core.board.lay(&basics.grid, square, tile);
    sail(rules, state, &resolution, sink);
}

/// Moves the pieces, after the tile was laid.
pub(super) fn sail<R: RuleSet, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    resolution: &Resolution,
    sink: &mut S,
) {
    let basics = rules.basics();
    if basics.counts_crossings() {
        count_crossings(rules, state, resolution);
        calls::tell_shown(rules, state, sink);
    }
    state.core.met_active = resolution.met_active;
    GameContext::new(basics, &mut state.core, sink).finish_trips::<true>(resolution);
}

/// Tells rules of every tile on each trip, up to where the piece stops or meets another.
fn count_crossings<R: RuleSet>(rules: &R, state: &mut State<R>, resolution: &Resolution) {
    let basics = rules.basics();
    for &(seat, end) in &resolution.trips {
        let from = state.core.place(seat);
        let (board, own) = (&state.core.board, &mut state.own);
        let mut first = true;
        board.walk(&basics.grid, from, |square, enter, leave| {
            // At a port where another piece stood, a piece that comes back in has already met it.
            let met_on_entry = !first && square == from.square() && end == RouteEnd::Met(enter);
            first = false;
            if met_on_entry {
                return false;
            }
            if let Some(tile) = board.tile(square) {
                rules.rule().crossed(own, &Crossing::new(seat, square, tile, enter, leave));
            }
            !(square == from.square() && end == RouteEnd::Met(leave))
        });
    }
}
