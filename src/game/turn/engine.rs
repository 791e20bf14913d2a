//! The turn engine: the only code that plays turns (T7, T8, C2–C12, S4).
//!
//! [`advance`] plays everything that needs no decision (turns begin, the hazard acts, tiles are
//! drawn) and stops where a seat has to decide. [`place`], [`relocate`], [`exchange`] and
//! [`choose_start`](crate::game::unchecked::choose_start) carry a decision out. Decisions and
//! chance come from the caller: from bots, people or a record.
//!
//! `inline(always)` saves, in instructions of a random game (`benches/instructions.sh`): on
//! [`advance`], [`advance_turn`], `begin`, `before_placement` and `next_turn` together 3.4 to 4.4 %
//! of classic and 1.5 to 1.8 % of Seas; on `finish` and `settle` together 1.5 to 1.9 % (before
//! turns without late moments ended by `end_plainly`); on the two ways to travel 0.8 to 1.3 % of
//! classic. The figure of `finish_trip` and of `#[cold]` stands at `Board::cut_paths_that_return`.
#![expect(clippy::inline_always, reason = "each saves what the module's documentation says")]

use super::asking::{self, ask, never_ends, returns};
use super::calls::{self, act};
use super::drawing;
use super::due;
use super::last_standing;
use super::legal::Choices;
use super::losses;
use super::setup::{self, Marks};
use super::trips;
use crate::board::{Laid, Place, Store};
use crate::game::basics::ability::Abilities;
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::chance::Chance;
use crate::game::declare::ask::{Answer, Progress, Question};
use crate::game::event::{Ending, Event, Outcome, Sink};
use crate::game::pieces::seat::SeatSet;
use crate::game::rule::contract::{Rule, RuleSet};
use crate::game::rule::terms::Occasion;
use crate::game::state::game_state::{Exchange, State};
use crate::game::table::context::GameContext;
use crate::game::table::core::{Aim, Asking, Phase};
use crate::game::table::handle::{MOST_ACTS, TableView};
use crate::game::table::pending::Within;

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

/// Lets rules act at one moment after the other, as long as the active piece is in. `false`: the
/// game is over, or waits for an answer.
#[inline(never)]
fn act_at_each<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    moments: TimingSet,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    for at in moments.iter() {
        if !act_at(rules, state, at, chance, sink) {
            return false;
        }
        if !state.core.alive.contains(state.core.active) {
            break;
        }
    }
    true
}

/// Lets rules act at a moment from its beginning. `false`: the game is over, or waits for an
/// answer.
#[inline(always)]
pub(super) fn act_at<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    let progress = calls::enter(rules, state, at, chance, sink);
    close(rules, state, at, progress, chance, sink)
}

/// Lets rules act on after what they did, until they are done. `false`: the game is over, or waits
/// for an answer.
#[inline(always)]
fn close<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    did: Progress,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    did == Progress::Done && state.core.is_settled() || act_on(rules, state, at, did, chance, sink)
}

/// [`close`], where something is left to be judged or to be done. Each act is judged by itself
/// (S18).
#[inline(never)]
fn act_on<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    did: Progress,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    let mut progress = did;
    for _ in 0..MOST_ACTS {
        // A loss is judged before anybody is asked, so that no question stands beside it.
        if !state.core.is_settled() && !settle(rules, state, Within::Act(at), chance, sink) {
            return false;
        }
        match progress {
            Progress::Done | Progress::Idle => return true,
            // What another rule has on a square is its list's business.
            Progress::Again
            | Progress::Strike(_)
            | Progress::Sink(_)
            | Progress::Swallow(_)
            | Progress::Covered(_)
            | Progress::Guest => {}
            Progress::Ask(seat) => {
                tell_removed(rules, state, sink);
                ask(rules, state, seat, at, chance, sink);
                return false;
            }
        }
        progress = act(rules, state, at, chance, sink);
    }
    never_ends(rules, state, at, chance, sink)
}

/// The question of the rule that asks, for the seat that is asked.
pub(super) fn question<R: RuleSet>(rules: &R, state: &State<R>) -> Option<Question> {
    if state.core.aim == Aim::Asked {
        return Some(asking::where_to_place(rules, state));
    }
    rules.rule().question(
        TableView::new(rules.basics(), &state.core),
        &state.own,
        state.core.asking.seat,
    )
}

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
    let Asking { seat, at, .. } = state.core.asking;
    if S::EVENTS
        && let Some(Question { asks, options, about }) = question(rules, state)
    {
        debug_assert!(options.contains(&answer), "{answer} is none of the answers");
        let about = if asks.untold { &[] } else { &about[..] };
        sink.event(&Event::Chose {
            player: seat,
            asks,
            about,
            options: options.len() as u16,
            choice: answer,
        });
    }
    let falls = TimingSet::FALLING.contains(at);
    state.core.phase = if state.core.asks_at_set_up() { Phase::Start } else { Phase::Turn };
    calls::answer(rules, state, (seat, answer), chance, sink);
    let mut at = at;
    if at == Timing::Threat {
        let Some(outer) = losses::answered(rules, state, chance, sink) else { return };
        at = outer;
    }
    if at == Timing::Ahead {
        return losses::answered_ahead(rules, state, chance, sink);
    }
    if at == Timing::Travelled {
        let progress = act(rules, state, at, chance, sink);
        if !losses::travelled_on(rules, state, progress, chance, sink).stops() {
            judge_losses(rules, state, chance, sink);
        }
        return;
    }
    if falls {
        let within = state.core.pending().within;
        let progress = act(rules, state, at, chance, sink);
        let later = TimingSet::FALLING.after(at);
        if losses::lose_on(rules, state, at, progress, chance, sink).stops()
            || losses::lose_at(rules, state, later, chance, sink).stops()
        {
            return;
        }
        match within {
            Within::Placement => return judge_placement(rules, state, chance, sink),
            Within::Travel => {
                if !judge(rules, state, Occasion::Travelled, chance, sink) {
                    judge_losses(rules, state, chance, sink);
                }
                return;
            }
            Within::Facing => return after_facing(rules, state, chance, sink),
            Within::Act(outer) => at = outer,
        }
    }
    let progress = act(rules, state, at, chance, sink);
    if !close(rules, state, at, progress, chance, sink) {
        return;
    }
    if at == Timing::Drawn {
        let Some(outer) = state.core.pending().drawn_at else {
            return draw_on(rules, state, chance, sink);
        };
        if !hear_of_draws(rules, state, Some(outer), chance, sink) {
            return;
        }
        at = outer;
        let progress = act(rules, state, at, chance, sink);
        if !close(rules, state, at, progress, chance, sink) {
            return;
        }
    }
    match at {
        Timing::SetUp => {}
        Timing::Due => {
            if due::is_still_due(rules, state, chance, sink) {
                due::place_somewhere(rules, state, chance, sink);
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

/// [`placement_due`] where rules hear of tiles that were taken off the board, or may take the
/// placement's stead.
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

/// Lets the active seat choose another start mark, if its piece is on one: it must if it faces a
/// blocked square, and is out if no mark is free. A piece that has left its mark is out (S11, S12).
/// `false`: it stays, and its turn goes on.
#[cold]
fn faces_block<R: RuleSet, C: Chance, S: Sink>(
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

/// Lets rules act that may take the stead of the placement; otherwise it comes.
#[inline(always)]
fn before_placement<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if rules.basics().timings.meets(TimingSet::DUE) {
        return due::place_when_due(rules, state, chance, sink);
    }
    place_or_pass(rules, state, chance, sink);
}

/// Lets the active seat place a tile, or pass if it has none to place (C11).
#[inline(always)]
pub(super) fn place_or_pass<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    if core.hand(core.active).can_place() {
        core.travellers = core.facing(core.place(core.active).square());
        core.phase = Phase::Place;
        if S::EVENTS && rules.basics().verdicts_may_fail() {
            due::hear_verdicts(rules, state);
        }
        return;
    }
    pass(rules, state, chance, sink);
}

/// Ends a turn without a placement (C11).
#[cold]
#[inline(never)]
pub(super) fn pass<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    core.travellers = SeatSet::EMPTY;
    if S::EVENTS {
        sink.event(&Event::Passed { player: core.active });
    }
    finish(rules, state, chance, sink);
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
        && losses::place_ahead(rules, state, tile, chance, sink)
    {
        return;
    }
    trips::travel(rules, state, tile, sink);
    have_travelled(rules, state, chance, sink);
}

/// Goes on when the pieces have travelled, after threats to them.
#[cold]
#[inline(never)]
pub(super) fn travelled<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    have_travelled(rules, state, chance, sink);
}

/// Goes on when the pieces have travelled.
#[inline(always)]
fn have_travelled<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    debug_assert!(core.is_sound(rules.basics()), "after the placement of turn {}", core.turn);
    if rules.basics().ends_turns_plainly() && core.pending.is_none() {
        return end_plainly(rules, state, chance, sink);
    }
    go_on_from_travels(rules, state, chance, sink);
}

/// Ends a turn in which nothing happens after the travels but what the printed rules say, and
/// nothing is pending: takes the steps of [`go_on_from_travels`] that remain, and does not look
/// whether others are due.
#[inline(always)]
fn end_plainly<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if !state.core.fallen.is_empty() {
        if judge(rules, state, Occasion::Placement, chance, sink) {
            return;
        }
        if drawing::may_exchange(rules.basics(), &state.core) {
            state.core.phase = Phase::Exchange;
            return;
        }
        return_hands(rules, state, chance, sink);
        state.core.fallen = SeatSet::EMPTY;
    }
    debug_assert!(state.core.unreturned.is_empty(), "hands come back with those who fell");
    debug_assert!(!rules.basics().open && rules.basics().turn_tiles == 1, "no plain end");
    drawing::draw(&mut GameContext::new(rules.basics(), &mut state.core, sink));
    if judge(rules, state, Occasion::TurnEnd, chance, sink) {
        return;
    }
    if state.core.turn >= rules.basics().turn_limit {
        return end_at_turn_limit(rules, state, chance, sink);
    }
    pass_turn(state);
}

/// Goes on when the pieces have travelled, with all that rules may do until the turn ends.
#[inline(never)]
fn go_on_from_travels<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    if !core.falling().is_empty()
        && losses::lose_pieces(rules, state, Within::Placement, chance, sink).stops()
    {
        return;
    }
    judge_placement(rules, state, chance, sink);
}

/// Goes on after a placement when it is settled who is lost.
#[inline(always)]
fn judge_placement<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if S::EVENTS && (rules.basics().lives > 1 || rules.basics().for_team) {
        // The square that was chosen for the tile is marked no more.
        state.core.aim = Aim::Own;
        calls::tell_shown(rules, state, sink);
    }
    if rules.basics().timings.contains(Timing::Travelled)
        && losses::have_travelled(rules, state, chance, sink).stops()
    {
        return;
    }
    judge_losses(rules, state, chance, sink);
}

/// Goes on with a placement when rules have heard who has travelled.
#[inline(always)]
fn judge_losses<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if !state.core.fallen.is_empty() && judge(rules, state, Occasion::Placement, chance, sink) {
        return;
    }
    if drawing::may_exchange(rules.basics(), &state.core) {
        state.core.phase = Phase::Exchange;
        return;
    }
    placement_done(rules, state, chance, sink);
}

/// Carries out an exchange (C12).
pub(super) fn exchange<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    exchange: &Exchange,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    debug_assert_eq!(core.phase, Phase::Exchange);
    let player = core.active;
    core.hands.put(player.index(), exchange.applied(core.hand(player)));
    for (&gave, &took) in exchange.gave().iter().zip(exchange.took()) {
        if let Some(seat) = core.taken_from().iter().find(|&seat| core.hand(seat).contains(took)) {
            let mut hand = core.hand(seat);
            hand.take(took);
            hand.push(gave);
            core.hands.put(seat.index(), hand);
        }
    }
    if S::EVENTS && !exchange.is_empty() {
        sink.event(&Event::Exchanged { player, gave: exchange.gave(), took: exchange.took() });
    }
    placement_done(rules, state, chance, sink);
}

/// Goes on when a placement is done with: rules that act then do so, and the next placement comes
/// or the turn ends.
#[inline(always)]
fn placement_done<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if rules.basics().timings.contains(Timing::AfterPlacement)
        && !after_placement(rules, state, chance, sink)
    {
        return;
    }
    next_placement_or_end(rules, state, chance, sink);
}

/// Lets the active seat place the next tile of its turn, if it has one to place; otherwise the turn
/// ends (V8).
#[inline(always)]
pub(super) fn next_placement_or_end<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &state.core;
    if core.laid < rules.basics().turn_tiles
        && core.laid > 0
        && core.on_board.contains(core.active)
        && core.hand(core.active).can_place()
    {
        return place_again(rules, state, chance, sink);
    }
    finish(rules, state, chance, sink);
}

/// Goes on to the next placement of a turn (V8).
#[cold]
fn place_again<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    return_hands(rules, state, chance, sink);
    let core = &mut state.core;
    core.fallen = SeatSet::EMPTY;
    core.met_active = SeatSet::EMPTY;
    before_placement(rules, state, chance, sink);
}

/// Lets rules act after a placement. `false`: the game is over, or waits for an answer.
#[cold]
#[inline(never)]
fn after_placement<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    return_hands(rules, state, chance, sink);
    state.core.fallen = SeatSet::EMPTY;
    act_at(rules, state, Timing::AfterPlacement, chance, sink)
}

/// Ends a turn after the placement, pass or exchange: hands return to the pile, tiles are drawn,
/// and the game ends or the next turn can begin.
#[inline(always)]
fn finish<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    return_hands(rules, state, chance, sink);
    let core = &mut state.core;
    core.fallen = SeatSet::EMPTY;
    let basics = rules.basics();
    // What is owed is among what is pending.
    if basics.timings.contains(Timing::Drawn) | core.pending.is_some() {
        GameContext::new(basics, core, sink).settle_owed();
        return draw_on(rules, state, chance, sink);
    }
    if basics.open {
        // Where the table has one open hand, that is filled, and nobody else draws (V3).
        let mut context = GameContext::new(basics, core, sink);
        let active = context.core.active;
        while context.draw::<false>(active).is_some() {}
        return drawn(rules, state, chance, sink);
    }
    drawing::draw(&mut GameContext::new(basics, core, sink));
    rules_draw(rules, state, chance, sink);
}

/// Goes on when tiles are drawn.
#[inline(always)]
fn drawn<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if rules.basics().timings.contains(Timing::TurnEnds)
        && !acts_late(rules, state, Timing::TurnEnds, chance, sink)
    {
        return;
    }
    turn_over(rules, state, chance, sink);
}

/// Lets rules act when tiles are drawn or the turn ends. `false`: the game is over, or waits for an
/// answer.
#[cold]
#[inline(never)]
fn acts_late<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    act_at(rules, state, at, chance, sink)
}

/// Ends the turn: the game ends, or it is the next seat's turn.
#[inline(always)]
pub(super) fn turn_over<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if !judge(rules, state, Occasion::TurnEnd, chance, sink) {
        next_turn(rules, state, chance, sink);
    }
}

/// Passes the turn on, or ends the game at the turn limit.
#[inline(always)]
fn next_turn<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    let core = &mut state.core;
    if core.turn >= rules.basics().turn_limit {
        return end_at_turn_limit(rules, state, chance, sink);
    }
    if core.alive.is_empty() {
        // A rule may let a game go on with nobody alive.
        let ending = Ending { winners: SeatSet::EMPTY, outcome: Outcome::Tie };
        return end(rules, state, ending, chance, sink);
    }
    if rules.basics().timings.contains(Timing::NextSeat)
        && !acts_late(rules, state, Timing::NextSeat, chance, sink)
    {
        return;
    }
    pass_turn(state);
}

/// Passes the turn to the seat that a rule has named, or else to the next live one.
#[inline(always)]
fn pass_turn<R: RuleSet>(state: &mut State<R>) {
    let core = &mut state.core;
    let named = core.next.take().filter(|&seat| core.alive.contains(seat));
    if let Some(next) = named.or_else(|| core.alive.next_after(core.active)) {
        core.active = next;
    }
    core.phase = Phase::Turn;
}

/// Ends the game at the turn limit: a rule says who wins, otherwise all who are alive do.
#[cold]
fn end_at_turn_limit<R: RuleSet, C: Chance, S: Sink>(
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

/// After an act of a rule that has eliminated pieces: ends the game if it is over, otherwise
/// returns the hands (S16, S18). `false`: the game is over, or waits for an answer.
#[inline(always)]
fn settle<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    within: Within,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    tell_removed(rules, state, sink);
    if state.core.danger().is_some() && !losses::face(rules, state, within, chance, sink) {
        return false;
    }
    if !state.core.falling().is_empty()
        && losses::lose_pieces(rules, state, within, chance, sink).stops()
    {
        return false;
    }
    debug_assert!(state.core.is_sound(rules.basics()), "after an act in turn {}", state.core.turn);
    if state.core.take_judged() | !state.core.fallen.is_empty() {
        if judge(rules, state, Occasion::Act, chance, sink) {
            return false;
        }
        return_hands(rules, state, chance, sink);
        state.core.fallen = SeatSet::EMPTY;
    }
    match within {
        Within::Act(at) if !state.core.is_settled_at(at) => {
            hear_of_draws(rules, state, Some(at), chance, sink)
        }
        _ => true,
    }
}

/// Lets rules hear of each tile that was drawn, in the order of the draws. `false`: the game is
/// over, or waits for an answer.
#[cold]
#[inline(never)]
fn hear_of_draws<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Option<Timing>,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    loop {
        let pending = state.core.pending();
        pending.drawn_at = at;
        if pending.drawn.is_empty() {
            pending.heard = None;
            if at.is_some() {
                state.core.forget_pending();
            }
            return true;
        }
        if pending.heard_of >= MOST_ACTS {
            let hears =
                rules.rule().parts().iter().filter(|rule| rule.timings().contains(Timing::Drawn));
            if let Some(rule) =
                hears.max_by_key(|rule| rule.abilities().contains(Abilities::MOVES_TILES))
            {
                rules.rule().resume(&mut state.own, rule.decl().name, Timing::Drawn);
            }
            return never_ends(rules, state, Timing::Drawn, chance, sink);
        }
        pending.heard_of += 1;
        pending.heard = Some(pending.drawn.remove(0));
        if !act_at(rules, state, Timing::Drawn, chance, sink) {
            return false;
        }
    }
}

/// Lets tiles be drawn one by one when a turn ends, and goes on when all are.
#[cold]
#[inline(never)]
fn draw_on<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    loop {
        // What was drawn in the midst of a loss comes first.
        if !hear_of_draws(rules, state, None, chance, sink) {
            return;
        }
        let mut round = state.core.pending().round;
        if !drawing::draw_next(
            &mut GameContext::new(rules.basics(), &mut state.core, sink),
            &mut round,
        ) {
            state.core.forget_all_pending();
            return rules_draw(rules, state, chance, sink);
        }
        state.core.pending().round = round;
    }
}

/// Lets rules act when tiles are drawn, and goes on.
#[inline(always)]
fn rules_draw<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if rules.basics().timings.contains(Timing::Drawing)
        && !acts_late(rules, state, Timing::Drawing, chance, sink)
    {
        return;
    }
    drawn(rules, state, chance, sink);
}

/// Tells rules which tiles were taken off the board, if they want to know.
#[inline]
fn tell_removed<R: RuleSet, S: Sink>(rules: &R, state: &mut State<R>, sink: &mut S) {
    if rules.basics().counts_crossings() {
        tell_each_removed(rules, state);
        calls::tell_shown(rules, state, sink);
    }
}

// Its figure stands at `Board::cut_paths_that_return`.
#[cold]
fn tell_each_removed<R: RuleSet>(rules: &R, state: &mut State<R>) {
    std::mem::take(&mut state.core.removed)
        .iter()
        .for_each(|square| rules.rule().removed(&mut state.own, square));
}

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

/// Returns the hands of eliminated players to the pile, each once, and passes the token on (C6, C9,
/// L4, S16).
#[inline(always)]
fn return_hands<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if !state.core.unreturned.is_empty() {
        drawing::put_back_hands(rules.basics(), &mut state.core, chance, sink);
    }
}
