//! The turn engine: with the files that it calls, the only code that plays turns (T7, T8, C2–C12,
//! S4).
//!
//! [`advance`] plays everything that needs no decision (turns begin, the hazard acts, tiles are
//! drawn) and stops where a seat has to decide. [`place`], [`relocate`],
//! [`exchange`](super::step::exchange) and
//! [`choose_start`](crate::game::unchecked::choose_start) carry a decision out. Decisions and
//! chance come from the caller: from bots, people or a record.
//!
//! A turn runs from file to file, each of which calls only files before it: `ending`, `asking`,
//! `losses`, `acts`, `turn_end`, `due`, then `facing` and `after_travel`, `ahead`, this one, and
//! `answering`.
//!
//! `inline(always)` saves, in instructions of a random game (`benches/instructions.sh`): on
//! [`advance`], [`advance_turn`], `begin`, `before_placement` and `next_turn` together 3.4 to 4.4 %
//! of classic and 1.5 to 1.8 % of Seas; on `finish` and `settle` together 1.5 to 1.9 % (before
//! turns without late moments ended by `end_plainly`); on the two ways to travel 0.8 to 1.3 % of
//! classic. The figure of `finish_trip` and of `#[cold]` stands at `Board::cut_paths_that_return`.
#![expect(clippy::inline_always, reason = "each saves what the module's documentation says")]

use super::acts::{act_at, act_at_each, tell_removed};
use super::after_travel::have_travelled;
use super::ahead;
use super::calls;
use super::due::{before_placement, place_or_pass, place_somewhere, place_when_due};
use super::facing::{faces_block, returns};
use super::legal::Choices;
use super::setup::{self, Marks};
use super::trips;
use super::turn_end::turn_over;
use crate::board::{Laid, Place, Store};
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::chance::Chance;
use crate::game::event::{Event, Sink};
use crate::game::pieces::seat::SeatSet;
use crate::game::rule::contract::RuleSet;
use crate::game::state::game_state::State;
use crate::game::table::core::Phase;

/// See [`step::advance`](super::step::advance), as for all steps of this file.
#[inline(always)]
pub(super) fn advance<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) -> Phase {
    loop {
        match advance_turn(rules, state, chance, sink) {
            Phase::Turn => {}
            decision => return decision,
        }
    }
}

/// [`advance`] for one turn at the most.
#[inline(always)]
pub(super) fn advance_turn<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) -> Phase {
    if state.core.phase == Phase::Turn {
        begin(rules, state, chance, sink);
    }
    state.core.phase
}

/// Begins a turn: rules act, then comes the placement.
#[inline(always)]
fn begin<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    core.begin_turn();
    if S::EVENTS {
        sink.event(&Event::Turn { player: core.active, number: core.turn });
    }
    let moments = rules
        .basics()
        .timings
        .and(TimingSet::BEFORE_PLACEMENT.or(TimingSet::RETURNS).or(TimingSet::DUE));
    if moments.is_empty() {
        calls::tell_shown(rules, state, sink);
        return place_or_pass(rules, state, chance, sink);
    }
    if moments.meets(TimingSet::RETURNS) && !returns(rules, state, chance, sink) {
        return;
    }
    act_before_placement(rules, state, moments.and(TimingSet::BEFORE_PLACEMENT), chance, sink);
}

/// Begins a turn with the placement (C11).
pub(super) fn begin_at_placement<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if begins_late(rules, state, chance, sink) {
        place_somewhere(rules, state, chance, sink);
    }
}

/// Begins a turn with what rules do before its placement in place of it.
pub(super) fn begin_when_due<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if begins_late(rules, state, chance, sink) {
        place_when_due(rules, state, chance, sink);
    }
}

/// Begins a turn after all that comes before placements. `false`: the piece has to come back first,
/// or cannot (V16).
fn begins_late<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    let core = &mut state.core;
    debug_assert_eq!(core.phase, Phase::Turn);
    core.begin_turn();
    core.displaced.remove(core.active);
    rules.basics().lives == 1 || returns(rules, state, chance, sink)
}

/// Lets rules act at moments before the placement, and goes on to it. None begins any more once the
/// active piece is out.
#[inline(always)]
pub(super) fn act_before_placement<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    moments: TimingSet,
    chance: &mut C,
    sink: &mut S,
) {
    // The moment of nearly all rules that act before a placement, so it has a path without a loop.
    let goes_on = if moments == TimingSet::JUST_BEFORE {
        calls::rolls_in_vain::<_, _, S>(rules, state, chance)
            || act_at(rules, state, Timing::BeforePlacement, chance, sink)
    } else {
        act_at_each(rules, state, moments, chance, sink)
    };
    if goes_on {
        placement_due(rules, state, chance, sink);
    }
}

/// Deals on a fresh table, and lets rules set up (S1).
#[inline]
pub(super) fn deal_on<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    setup::deal(rules, state, chance, sink);
    calls::tell_shown(rules, state, sink);
    if rules.basics().timings.contains(Timing::SetUp) {
        act_at(rules, state, Timing::SetUp, chance, sink);
    }
}

/// Goes on to the placement when all that rules do before it is done.
#[inline(always)]
fn placement_due<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    // One branch for what few rule sets have.
    if rules.basics().has_rare_moments() {
        return placement_due_rarely(rules, state, chance, sink);
    }
    placement_due_where::<false, _, _, _>(rules, state, chance, sink);
}

/// [`placement_due`] where rules hear of tiles that were taken off the board, or may replace the
/// placement.
#[cold]
#[inline(never)]
fn placement_due_rarely<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    tell_removed(rules, state, sink);
    placement_due_where::<true, _, _, _>(rules, state, chance, sink);
}

#[inline(always)]
fn placement_due_where<const RARE: bool, R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    debug_assert!(core.is_settled(), "a loss of turn {} is not judged", core.turn);
    let active = core.active;
    if !core.alive.contains(active) {
        return turn_over(rules, state, chance, sink);
    }
    let displaced = core.displaced.contains(active);
    core.displaced.remove(active);
    if rules.basics().cause_of_facing.is_some()
        && (core.board.is_blocked(core.place(active).square()) | displaced)
        && faces_block(rules, state, chance, sink)
    {
        return;
    }
    if RARE {
        return before_placement(rules, state, chance, sink);
    }
    place_or_pass(rules, state, chance, sink);
}

/// Moves the active piece to another start mark, if any (S12).
pub(super) fn relocate<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    mark: Option<Place>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    debug_assert!(matches!(core.phase, Phase::Relocate { must } if !must || mark.is_some()));
    if let Some(mark) = mark {
        core.places.put(core.active, mark);
        if S::EVENTS {
            sink.event(&Event::Relocated { player: core.active, mark });
        }
    }
    before_placement(rules, state, chance, sink);
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
    act_before_placement(
        rules,
        state,
        rules.basics().timings.and(TimingSet::BEFORE_PLACEMENT),
        chance,
        sink,
    );
}

/// Lays a tile and moves the pieces (C2).
#[inline(always)]
pub(super) fn place<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    tile: Laid,
    chance: &mut C,
    sink: &mut S,
) {
    let legal =
        if S::EVENTS && sink.counts_legal() { Choices::new(rules, state).count() } else { 0 };
    let basics = rules.basics();
    let core = &mut state.core;
    debug_assert_eq!(core.phase, Phase::Place);
    let player = core.active;
    let square = core.aimed();
    debug_assert_eq!(core.travellers, core.facing(square));
    if S::EVENTS {
        sink.event(&Event::Placed { player, tile, square, legal });
    }
    let slot = core.slot(player);
    let mut hand = core.hands.at(slot);
    core.short.insert(player);
    let held = hand.take(tile.face());
    debug_assert!(held, "{tile:?} is not in the hand");
    core.hands.put(slot, hand);

    core.fallen = SeatSet::EMPTY;
    core.met_active = SeatSet::EMPTY;
    core.laid += 1;
    core.laid_on = Some(square);
    if basics.timings.meets(TimingSet::BEFORE_TRAVEL)
        && ahead::place_ahead(rules, state, tile, chance, sink)
    {
        return;
    }
    trips::travel(rules, state, tile, sink);
    have_travelled(rules, state, chance, sink);
}
