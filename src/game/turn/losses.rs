//! What comes before a loss: rules hear of a blocked square, or of something that comes to a
//! square, and may strike it before it puts pieces out ([`Timing::Threat`]); and of pieces that are
//! about to be lost, which they may save ([`TimingSet::FALLING`]).

use super::asking;
use super::calls;
use super::ending;
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::chance::Chance;
use crate::game::declare::ask::Progress;
use crate::game::event::Sink;
use crate::game::pieces::seat::SeatSet;
use crate::game::rule::contract::RuleSet;
use crate::game::rule::terms::Occasion;
use crate::game::state::game_state::State;
use crate::game::table::context::GameContext;
use crate::game::table::handle::MOST_ACTS;
use crate::game::table::pending::Within;

/// Whether a game goes on when rules have acted during another act.
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

pub(super) fn face_on<R: RuleSet, C: Chance, S: Sink>(
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

/// Lets rules act at moments of a loss, and takes the pieces that no rule has saved out of the
/// game: all of them before anything is judged, the active one first, then clockwise.
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
        || ending::judge(rules, state, Occasion::Travelled, chance, sink)
    {
        return Course::Stops;
    }
    Course::GoesOn
}
