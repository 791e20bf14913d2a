//! What comes before a loss: rules hear of a blocked square, or of something that comes to a
//! square, and may strike it before it puts pieces out ([`Timing::Threat`]); and of pieces that are
//! about to be lost, which they may save ([`TimingSet::FALLING`]).

use super::{asking, calls, engine, trips};
use crate::board::{Laid, RouteEnd, Size};
use crate::game::basics::data::Basics;
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::chance::Chance;
use crate::game::declare::ask::Progress;
use crate::game::event::Sink;
use crate::game::pieces::seat::SeatSet;
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::rule::terms::Occasion;
use crate::game::state::game_state::State;
use crate::game::table::context::GameContext;
use crate::game::table::core::Core;
use crate::game::table::handle::MOST_ACTS;
use crate::game::table::pending::{Danger, Resolution, Within};
use crate::game::table::travel;

/// What becomes of a game when rules have acted in the midst of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub(super) enum Course {
    /// It goes on.
    GoesOn,
    /// It waits for an answer, or is over.
    Stops,
}

impl Course {
    #[inline]
    pub(super) fn stops(self) -> bool {
        self == Self::Stops
    }
}

/// Lays the tile of the active seat, if rules may save pieces from where it leads them. They sail
/// when rules have acted. `false` (and nothing happens): nobody has to hear of it.
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
        engine::travelled(rules, state, chance, sink);
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

/// Lets rules act before the pieces sail, if any of them would be out, and lets the pieces sail.
fn act_ahead<R: RuleSet, C: Chance, S: Sink>(
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

/// Lets rules hear of each threat. `false`: the game waits for an answer, or is over.
#[cold]
#[inline(never)]
pub(super) fn face<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    within: Within,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    state.core.pending().within = within;
    face_on(rules, state, chance, sink)
}

fn face_on<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    while let Some(danger) = state.core.danger() {
        let is_ahead = state.core.pending().trips.is_some();
        if is_ahead && !state.core.board.is_blocked(danger.square) {
            // It was struck for a piece that sails there before.
            state.core.pending().dangers.remove(0);
            continue;
        }
        let progress = calls::enter(rules, state, Timing::Threat, chance, sink);
        if lose_on(rules, state, Timing::Threat, progress, chance, sink).stops() {
            return false;
        }
        state.core.pending().dangers.remove(0);
    }
    state.core.forget_pending();
    true
}

/// Goes on when a seat has answered at a threat. The moment in whose midst it came, if rules go on
/// acting there.
#[cold]
pub(super) fn answered<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) -> Option<Timing> {
    let within = state.core.pending().within;
    let progress = calls::act(rules, state, Timing::Threat, chance, sink);
    if lose_on(rules, state, Timing::Threat, progress, chance, sink).stops() {
        return None;
    }
    state.core.pending().dangers.remove(0);
    if !face_on(rules, state, chance, sink) {
        return None;
    }
    match within {
        Within::Act(outer) => return Some(outer),
        Within::Facing => engine::faced(rules, state, chance, sink),
        Within::Placement | Within::Travel => act_ahead(rules, state, chance, sink),
    }
    None
}

/// Lets the pieces sail that have waited.
fn sail<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if state.core.take_judged() && engine::judge(rules, state, Occasion::Act, chance, sink) {
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
    engine::travelled(rules, state, chance, sink);
}

/// Asks rules whether they save any of the pieces that are about to be lost.
#[cold]
#[inline(never)]
pub(super) fn lose_pieces<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    within: Within,
    chance: &mut C,
    sink: &mut S,
) -> Course {
    state.core.pending().within = within;
    let met = state.core.falling().iter().any(|fall| !fall.met.is_empty());
    let moments = if met { TimingSet::FALLING } else { TimingSet::new(&[Timing::Loss]) };
    lose_at(rules, state, moments, chance, sink)
}

/// Lets rules act at moments of a loss, and takes those out of the game that nobody has saved: all
/// of them before anything is judged, the active one first, then clockwise.
#[cold]
pub(super) fn lose_at<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    moments: TimingSet,
    chance: &mut C,
    sink: &mut S,
) -> Course {
    for at in rules.basics().timings.and(moments).iter() {
        let progress = calls::enter(rules, state, at, chance, sink);
        if lose_on(rules, state, at, progress, chance, sink).stops() {
            return Course::Stops;
        }
    }
    let within = state.core.pending().within;
    let falling = std::mem::take(&mut state.core.pending().falling);
    state.core.forget_pending();
    let mut context = GameContext::new(rules.basics(), &mut state.core, sink);
    for seat in SeatSet::first(context.core.seats).clockwise_from(context.core.active) {
        if let Some(fall) = falling.iter().find(|fall| fall.seat == seat) {
            match within {
                Within::Placement => context.lose::<true>(seat, fall.cause),
                _ => context.lose::<false>(seat, fall.cause),
            }
        }
    }
    Course::GoesOn
}

/// Lets rules act on at a moment of a loss, until they are done.
#[cold]
pub(super) fn lose_on<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    mut progress: Progress,
    chance: &mut C,
    sink: &mut S,
) -> Course {
    for _ in 0..MOST_ACTS {
        match progress {
            Progress::Again
            | Progress::Strike(_)
            | Progress::Sink(_)
            | Progress::Swallow(_)
            | Progress::Covered(_)
            | Progress::Guest => {}
            Progress::Ask(seat) => {
                asking::ask(rules, state, seat, at, chance, sink);
                return Course::Stops;
            }
            Progress::Done | Progress::Idle => return Course::GoesOn,
        }
        progress = calls::act(rules, state, at, chance, sink);
    }
    asking::never_ends(rules, state, at, chance, sink);
    Course::Stops
}

/// Lets rules act when the pieces of a placement have travelled.
#[cold]
#[inline(never)]
pub(super) fn have_travelled<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) -> Course {
    let progress = calls::enter(rules, state, Timing::Travelled, chance, sink);
    travelled_on(rules, state, progress, chance, sink)
}

/// Lets rules act on when pieces have travelled, and asks them whether the game is over. What they
/// eliminate is judged with what the placement has.
#[cold]
pub(super) fn travelled_on<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    did: Progress,
    chance: &mut C,
    sink: &mut S,
) -> Course {
    if lose_on(rules, state, Timing::Travelled, did, chance, sink).stops()
        || !state.core.falling().is_empty()
            && lose_pieces(rules, state, Within::Travel, chance, sink).stops()
        || engine::judge(rules, state, Occasion::Travelled, chance, sink)
    {
        return Course::Stops;
    }
    Course::GoesOn
}
