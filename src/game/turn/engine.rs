//! The turn engine: the only code that plays turns (T7, T8, C2–C12, S4).
//!
//! [`advance`] plays everything that needs no decision (turns begin, the hazard acts, tiles are drawn) and stops where
//! a seat has to decide. [`place`], [`relocate`], [`exchange`] and
//! [`choose_start`](crate::game::unchecked::choose_start) carry a decision out. Decisions and chance come from the
//! caller: from bots, people or a record.
//!
//! `inline(always)` saves, in instructions of a random game (`benches/instructions.sh`): on [`advance`],
//! [`advance_turn`], `begin`, `before_placement` and `next_turn` together 3.4 to 4.4 % of classic and 1.5 to 1.8 % of
//! Seas; on `finish` and `settle` together 1.5 to 1.9 %; on the two ways to travel 0.8 to 1.3 % of classic. The figure of
//! `finish_trip` and of `#[cold]` stands at `Board::cut_paths_that_return`.
#![expect(clippy::inline_always, reason = "each saves what the module's documentation says")]

use super::calls::{self, act};
use super::drawing;
use super::last_standing;
use super::legal::Choices;
use super::setup::{self, Marks};
use crate::board::{Face, Laid, PathEnd, Place, PortSet, RouteEnd, Size, Store};
use crate::game::basics::ability::Abilities;
use crate::game::basics::data::{Basics, Meeting, ReturnOrder};
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::basics::words::KeyWords as _;
use crate::game::chance::Chance;
use crate::game::declare::ask::{Answer, Progress, Question};
use crate::game::declare::fault::{BROKEN_RULE, RuleFault};
use crate::game::event::{Cause, Ending, Event, Outcome, Sink};
use crate::game::pieces::hand::{Hand, MAX_HAND};
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::rule::contract::{Crossing, Occasion, Rule as _, RuleSet};
use crate::game::state::game_state::{Exchange, State};
use crate::game::table::context::GameContext;
use crate::game::table::core::{Asking, Core, Phase, Within};
use crate::game::table::handle::TableView;
use crate::game::table::travel::{self, Resolution};
use arrayvec::ArrayVec;

/// See [`step::advance`](super::step::advance), as for all steps of this file.
#[inline(always)]
pub(super) fn advance<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) -> Phase {
    loop {
        match advance_turn(rules, state, chance, sink) {
            Phase::Turn => {}
            decision => return decision,
        }
    }
}

/// [`advance`] for one turn at the most.
#[inline(always)]
pub(super) fn advance_turn<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) -> Phase {
    if state.core.phase == Phase::Turn {
        begin(rules, state, chance, sink);
    }
    state.core.phase
}

/// Begins a turn: rules act, then comes the placement.
#[inline(always)]
fn begin<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    let core = &mut state.core;
    core.begin_turn();
    if S::EVENTS {
        sink.event(&Event::Turn { player: core.active, number: core.turn });
    }
    let moments = rules.basics().timings.and(TimingSet::BEFORE_PLACEMENT);
    if moments.is_empty() {
        calls::tell_shown(rules, state, sink);
        return before_placement(rules, state, chance, sink);
    }
    act_before_placement(rules, state, moments, chance, sink);
}

/// Begins a turn with the placement (C11).
pub(super) fn begin_at_placement<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    let core = &mut state.core;
    debug_assert_eq!(core.phase, Phase::Turn);
    core.begin_turn();
    core.displaced.remove(core.active);
    before_placement(rules, state, chance, sink);
}

/// Lets rules act at moments before the placement, and goes on to it. None begins any more once the active piece is out.
#[inline(always)]
fn act_before_placement<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, moments: TimingSet, chance: &mut C, sink: &mut S) {
    for at in moments.iter() {
        if !act_at(rules, state, at, chance, sink) {
            return;
        }
        if !state.core.alive.contains(state.core.active) {
            break;
        }
    }
    placement_due(rules, state, chance, sink);
}

/// Lets rules act at a moment from its beginning. `false`: the game is over, or waits for an answer.
#[inline(always)]
fn act_at<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, at: Timing, chance: &mut C, sink: &mut S) -> bool {
    let progress = calls::enter(rules, state, at, chance, sink);
    go_on(rules, state, at, progress, chance, sink)
}

/// Lets rules act on after what they did, until they are done. `false`: the game is over, or waits for an answer.
#[inline(always)]
fn go_on<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, at: Timing, did: Progress, chance: &mut C, sink: &mut S) -> bool {
    did == Progress::Done && state.core.is_settled() || act_on(rules, state, at, did, chance, sink)
}

/// [`go_on`], where something is left to be judged or to be done. Each act is judged by itself (S18).
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
            Progress::Done => return true,
            // What another rule has on a square is its list's business.
            Progress::Again | Progress::Strike(_) => {}
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

/// How often a rule may act at one moment, or ask in one turn: no rule that ends comes near it.
const MOST_ACTS: u32 = 20_000;

/// Breaks off a game whose rule acts without end.
#[cold]
#[inline(never)]
fn never_ends<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, at: Timing, chance: &mut C, sink: &mut S) -> bool {
    state.core.asking = Asking { seat: state.core.active, at, number: 0 };
    break_off(rules, state, RuleFault::NeverEnds, chance, sink);
    false
}

/// Asks a seat what a rule wants to know, or breaks off the game if nobody could answer.
#[cold]
#[inline(never)]
fn ask<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, seat: Seat, at: Timing, chance: &mut C, sink: &mut S) {
    let core = &mut state.core;
    core.asking = Asking { seat, at, number: core.asked.questions.min(u8::MAX.into()) as u8 };
    // Calling it again might go on for ever, and nobody could know that it is broken.
    let fault = if !core.alive.contains(seat) {
        Some(RuleFault::AsksOut)
    } else if u32::from(core.asked.questions) >= MOST_ACTS {
        Some(RuleFault::NeverEnds)
    } else if question(rules, state).is_none_or(|question| question.options.is_empty()) {
        Some(RuleFault::AsksNothing)
    } else {
        None
    };
    if let Some(fault) = fault {
        break_off(rules, state, fault, chance, sink);
    } else {
        state.core.asked.questions += 1;
        state.core.phase = Phase::Ask;
    }
}

/// Ends a game that cannot go on by its rules: the rule, its moment and the turn are told, and nobody wins.
fn break_off<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, fault: RuleFault, chance: &mut C, sink: &mut S) {
    let Asking { seat, at, .. } = state.core.asking;
    if S::EVENTS {
        let rule = rules.rule().acting(&state.own);
        sink.event(&Event::Broken { rule, fault, player: seat, moment: at.word(), turn: state.core.turn });
    }
    end(rules, state, Ending { winners: SeatSet::EMPTY, outcome: Outcome::Rule(&BROKEN_RULE) }, chance, sink);
}

/// The question of the rule that asks, for the seat that is asked.
pub(super) fn question<R: RuleSet>(rules: &R, state: &State<R>) -> Option<Question> {
    rules.rule().question(TableView::of(rules.basics(), &state.core), &state.own, state.core.asking.seat)
}

/// Gives an answer to the rule that asked, and plays on to the next decision or the end of the turn.
#[cold]
pub(super) fn answer<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, answer: Answer, chance: &mut C, sink: &mut S) {
    debug_assert_eq!(state.core.phase, Phase::Ask);
    let Asking { seat, at, .. } = state.core.asking;
    if S::EVENTS
        && let Some(Question { asks, options, about }) = question(rules, state)
    {
        debug_assert!(options.contains(&answer), "{answer} is none of the answers");
        sink.event(&Event::Chose { player: seat, asks, about: &about, options: options.len() as u16, choice: answer });
    }
    let falls = TimingSet::FALLING.contains(at);
    let sets_up = at == Timing::SetUp || falls && state.core.within == Within::Act(Timing::SetUp);
    state.core.phase = if sets_up { Phase::Start } else { Phase::Turn };
    calls::answer(rules, state, (seat, answer), chance, sink);
    let mut at = at;
    if falls {
        let progress = act(rules, state, at, chance, sink);
        let later = TimingSet::FALLING.after(at);
        if !lose_on(rules, state, at, progress, chance, sink) || !lose_at(rules, state, later, chance, sink) {
            return;
        }
        match state.core.within {
            Within::Placement => return judge_placement(rules, state, chance, sink),
            Within::Facing => return after_facing(rules, state, chance, sink),
            Within::Act(outer) => at = outer,
        }
    }
    let progress = act(rules, state, at, chance, sink);
    if !go_on(rules, state, at, progress, chance, sink) {
        return;
    }
    match at {
        Timing::SetUp => {}
        Timing::AfterPlacement => next_placement_or_end(rules, state, chance, sink),
        Timing::Drawing => drawn(rules, state, chance, sink),
        Timing::TurnEnds => turn_over(rules, state, chance, sink),
        Timing::NextSeat => pass_turn(state),
        before => {
            let later = rules.basics().timings.and(TimingSet::BEFORE_PLACEMENT).after(before);
            let is_in = state.core.alive.contains(state.core.active);
            act_before_placement(rules, state, if is_in { later } else { TimingSet::default() }, chance, sink);
        }
    }
}

/// Deals on a fresh table, and lets rules set up (S1).
#[inline]
pub(super) fn deal_on<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    setup::deal(rules, state, chance, sink);
    calls::tell_shown(rules, state, sink);
    if rules.basics().timings.contains(Timing::SetUp) {
        act_at(rules, state, Timing::SetUp, chance, sink);
    }
}

/// Goes on to the placement when all that rules do before it is done.
#[inline(always)]
fn placement_due<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    tell_removed(rules, state, sink);
    let core = &mut state.core;
    debug_assert!(core.is_settled(), "a loss of turn {} is not judged", core.turn);
    let active = core.active;
    if !core.alive.contains(active) {
        return turn_over(rules, state, chance, sink);
    }
    let displaced = core.displaced.contains(active);
    core.displaced.remove(active);
    if let Some(cause) = rules.basics().cause_of_facing
        && (core.board.is_blocked(core.place(active).square()) | displaced)
        && faces_block(rules, state, cause, chance, sink)
    {
        return;
    }
    before_placement(rules, state, chance, sink);
}

/// Lets the active seat choose another start mark, if its piece is on one: it must if it faces a blocked square, and is out
/// if no mark is free. A piece that has left its mark is out (S11, S12). `false`: it stays, and its turn goes on.
#[cold]
fn faces_block<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, cause: Cause, chance: &mut C, sink: &mut S) -> bool {
    let (basics, core) = (rules.basics(), &mut state.core);
    let active = core.active;
    let must = core.board.is_blocked(core.place(active).square());
    let on_mark = core.on_start_mark.contains(active);
    if on_mark && Marks::new(basics, core).has_relocation(active) {
        core.phase = Phase::Relocate { must };
        return true;
    }
    if must {
        let cause = if on_mark { basics.cause_of_blocked } else { cause };
        GameContext::new(basics, core, sink).eliminate(active, cause);
        after_facing(rules, state, chance, sink);
    }
    must
}

/// Goes on when the active piece has faced a blocked square: the turn is over, unless a rule has saved it.
#[cold]
fn after_facing<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    if !settle(rules, state, Within::Facing, chance, sink) {
        return;
    }
    if state.core.alive.contains(state.core.active) {
        before_placement(rules, state, chance, sink);
    } else {
        turn_over(rules, state, chance, sink);
    }
}

/// Asks rules whether they save any of the pieces that are about to be lost. `false`: the game waits for an answer, or is over.
#[cold]
#[inline(never)]
fn lose_pieces<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, within: Within, chance: &mut C, sink: &mut S) -> bool {
    state.core.within = within;
    let met = state.core.falling.iter().any(|fall| !fall.met.is_empty());
    let moments = if met { TimingSet::FALLING } else { TimingSet::of(&[Timing::Loss]) };
    lose_at(rules, state, moments, chance, sink)
}

/// Lets rules act at moments of a loss, and takes those out of the game that nobody has saved: all of them before anything is judged,
/// the active one first, then clockwise.
#[cold]
fn lose_at<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, moments: TimingSet, chance: &mut C, sink: &mut S) -> bool {
    for at in rules.basics().timings.and(moments).iter() {
        let progress = calls::enter(rules, state, at, chance, sink);
        if !lose_on(rules, state, at, progress, chance, sink) {
            return false;
        }
    }
    let falling = std::mem::take(&mut state.core.falling);
    let mut context = GameContext::new(rules.basics(), &mut state.core, sink);
    for seat in SeatSet::first(context.core.seats).clockwise_from(context.core.active) {
        if let Some(fall) = falling.iter().find(|fall| fall.seat == seat) {
            context.lose(seat, fall.cause);
        }
    }
    true
}

/// Lets rules act on at a moment of a loss, until they are done. `false`: the game waits for an answer, or is over.
#[cold]
fn lose_on<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    at: Timing,
    mut progress: Progress,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    for _ in 0..MOST_ACTS {
        match progress {
            Progress::Again | Progress::Strike(_) => {}
            Progress::Ask(seat) => {
                ask(rules, state, seat, at, chance, sink);
                return false;
            }
            Progress::Done => return true,
        }
        progress = act(rules, state, at, chance, sink);
    }
    never_ends(rules, state, at, chance, sink)
}

/// Moves the active piece to another start mark, if any (S12).
pub(super) fn relocate<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, mark: Option<Place>, chance: &mut C, sink: &mut S) {
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

/// Lets the active seat place a tile, or pass if it has none to place (C11).
#[inline(always)]
fn before_placement<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    let core = &mut state.core;
    if core.hand(core.active).can_place() {
        core.travellers = core.facing(core.place(core.active).square());
        core.phase = Phase::Place;
        return;
    }
    core.travellers = SeatSet::EMPTY;
    if S::EVENTS {
        sink.event(&Event::Passed { player: core.active });
    }
    finish(rules, state, chance, sink);
}

/// Lays a tile and moves the pieces (C2).
#[inline]
pub(super) fn place<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, tile: Laid, chance: &mut C, sink: &mut S) {
    let legal = if S::EVENTS && sink.counts_legal() { Choices::new(rules, state).count() } else { 0 };
    let basics = rules.basics();
    let core = &mut state.core;
    debug_assert_eq!(core.phase, Phase::Place);
    let player = core.active;
    let square = core.place(player).square();
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
    if basics.counts_crossings() {
        travel_all(rules, state, tile, sink);
    } else if !core.board.is_cut() {
        travel_whole_paths(basics, core, tile, sink);
    } else if basics.meeting == Meeting::Pass {
        travel_passing(basics, core, tile, sink);
    } else {
        travel_all(rules, state, tile, sink);
    }
    let core = &mut state.core;
    debug_assert!(core.is_sound(basics), "after the placement of turn {}", core.turn);
    if !core.falling.is_empty() && !lose_pieces(rules, state, Within::Placement, chance, sink) {
        return;
    }
    judge_placement(rules, state, chance, sink);
}

/// Goes on after a placement when it is settled who is lost.
#[inline(always)]
fn judge_placement<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    if !state.core.fallen.is_empty() && judge(rules, state, Occasion::Placement, chance, sink) {
        return;
    }
    if may_exchange(rules, state) {
        state.core.phase = Phase::Exchange;
        return;
    }
    placement_done(rules, state, chance, sink);
}

/// Lays `tile` and moves the pieces, on a board from which no tile was ever taken. There the path behind each piece
/// begins at its own start mark, so a piece goes where the path from that mark ends now, and has met another piece if
/// that is the other's mark.
#[inline(always)]
fn travel_whole_paths<Z: Size, S: Sink>(basics: &Basics<Z>, core: &mut Core<Z>, tile: Laid, sink: &mut S) {
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
fn travel_together<Z: Size, S: Sink>(basics: &Basics<Z>, core: &mut Core<Z>, tile: Laid, sink: &mut S) {
    let (grid, player, travellers) = (&basics.grid, core.active, core.travellers);
    let square = core.place(player).square();
    let origin = |core: &Core<Z>, seat| core.board.origin(grid, core.place(seat));
    let origins: ArrayVec<(Seat, Z::Point), MAX_SEATS> = travellers.clockwise_from(player).map(|seat| (seat, origin(core, seat))).collect();
    core.board.lay(grid, square, tile);
    let mut context = GameContext::new(basics, core, sink);
    for &(seat, origin) in &origins {
        let end = context.core.board.end_of(grid, origin);
        let other = match end {
            PathEnd::Edge(edge) if basics.meeting == Meeting::Collide => origins.iter().find(|other| other.1 == edge),
            _ => None,
        };
        let Some(&(other, _)) = other else {
            arrive(&mut context, seat, end);
            continue;
        };
        if seat == player {
            context.core.met_active.insert(other);
        }
        context.collide(seat, SeatSet::only(other));
    }
}

/// Moves or eliminates a piece, given the end of the path from its start mark.
#[inline]
fn arrive<Z: Size, S: Sink>(context: &mut GameContext<'_, Z, S>, seat: Seat, end: PathEnd<Z>) {
    match end {
        PathEnd::At(to) => context.stand(seat, to),
        PathEnd::Edge(_) => context.eliminate(seat, Cause::Edge),
    }
}

/// Lays `tile` and moves the pieces, where pieces pass each other: on any board, each trip is found without the other
/// pieces.
#[inline(always)]
fn travel_passing<Z: Size, S: Sink>(basics: &Basics<Z>, core: &mut Core<Z>, tile: Laid, sink: &mut S) {
    let (player, travellers) = (core.active, core.travellers);
    let square = core.place(player).square();
    let trip = |core: &Core<Z>, seat| core.board.route(&basics.grid, square, tile, core.place(seat).port(), PortSet::EMPTY).end;
    if travellers.is_single() {
        let end = trip(core, player);
        core.board.lay(&basics.grid, square, tile);
        return GameContext::new(basics, core, sink).finish_trip(player, end);
    }
    let trips: ArrayVec<(Seat, RouteEnd), MAX_SEATS> = travellers.clockwise_from(player).map(|seat| (seat, trip(core, seat))).collect();
    core.board.lay(&basics.grid, square, tile);
    let mut context = GameContext::new(basics, core, sink);
    trips.into_iter().for_each(|(seat, end)| context.finish_trip(seat, end));
}

/// Lays `tile` and moves the pieces, on any board and under any rules.
fn travel_all<R: RuleSet, S: Sink>(rules: &R, state: &mut State<R>, tile: Laid, sink: &mut S) {
    let basics = rules.basics();
    let square = state.core.place(state.core.active).square();
    let resolution = travel::resolve(basics, &state.core, square, tile);
    state.core.board.lay(&basics.grid, square, tile);
    if basics.counts_crossings() {
        count_crossings(rules, state, &resolution);
        calls::tell_shown(rules, state, sink);
    }
    state.core.met_active = resolution.met_active;
    GameContext::new(basics, &mut state.core, sink).finish_trips(&resolution);
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

/// Whether the active player may exchange tiles with those that its placement eliminated (C12).
#[inline]
fn may_exchange<R: RuleSet>(rules: &R, state: &State<R>) -> bool {
    let core = &state.core;
    let Some(fewest) = rules.basics().exchange_from else { return false };
    let taken_from = core.taken_from();
    !taken_from.is_empty()
        && core.seats >= fewest
        && core.alive.contains(core.active)
        && !core.open
        && !core.hand(core.active).is_empty()
        && taken_from.iter().any(|seat| !core.hand(seat).is_empty())
}

/// Carries out an exchange (C12).
pub(super) fn exchange<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, exchange: &Exchange, chance: &mut C, sink: &mut S) {
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

/// Goes on when a placement is done with: rules that act then do so, and the next placement comes or the turn ends.
#[inline(always)]
fn placement_done<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    if rules.basics().timings.contains(Timing::AfterPlacement) && !after_placement(rules, state, chance, sink) {
        return;
    }
    next_placement_or_end(rules, state, chance, sink);
}

/// Lets the active seat place the next tile of its turn, if it has one to place; otherwise the turn ends (V8).
#[inline(always)]
fn next_placement_or_end<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    let core = &state.core;
    if core.laid < rules.basics().turn_tiles && core.laid > 0 && core.alive.contains(core.active) && core.hand(core.active).can_place() {
        return place_again(rules, state, chance, sink);
    }
    finish(rules, state, chance, sink);
}

/// Goes on to the next placement of a turn (V8).
#[cold]
fn place_again<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    return_hands(rules, state, chance, sink);
    let core = &mut state.core;
    core.fallen = SeatSet::EMPTY;
    core.met_active = SeatSet::EMPTY;
    before_placement(rules, state, chance, sink);
}

/// Lets rules act after a placement. `false`: the game is over, or waits for an answer.
#[cold]
#[inline(never)]
fn after_placement<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) -> bool {
    return_hands(rules, state, chance, sink);
    state.core.fallen = SeatSet::EMPTY;
    act_at(rules, state, Timing::AfterPlacement, chance, sink)
}

/// Ends a turn after the placement, pass or exchange: hands return to the pile, tiles are drawn, and the game ends or
/// the next turn can begin.
#[inline(always)]
fn finish<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    return_hands(rules, state, chance, sink);
    let core = &mut state.core;
    core.fallen = SeatSet::EMPTY;
    let basics = rules.basics();
    if basics.open {
        // Where the table has one open hand, that is filled, and nobody else draws (V3).
        let mut context = GameContext::new(basics, core, sink);
        let active = context.core.active;
        while context.draw_one(active).is_some() {}
    } else {
        drawing::draw(&mut GameContext::new(basics, core, sink));
        if basics.timings.contains(Timing::Drawing) && !acts_late(rules, state, Timing::Drawing, chance, sink) {
            return;
        }
    }
    drawn(rules, state, chance, sink);
}

/// Goes on when tiles are drawn.
#[inline(always)]
fn drawn<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    if rules.basics().timings.contains(Timing::TurnEnds) && !acts_late(rules, state, Timing::TurnEnds, chance, sink) {
        return;
    }
    turn_over(rules, state, chance, sink);
}

/// Lets rules act when tiles are drawn or the turn ends. `false`: the game is over, or waits for an answer.
#[cold]
#[inline(never)]
fn acts_late<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, at: Timing, chance: &mut C, sink: &mut S) -> bool {
    act_at(rules, state, at, chance, sink)
}

/// Ends the turn: the game ends, or it is the next seat's turn.
#[inline(always)]
fn turn_over<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    if !judge(rules, state, Occasion::TurnEnd, chance, sink) {
        next_turn(rules, state, chance, sink);
    }
}

/// Passes the turn on, or ends the game at the turn limit.
#[inline(always)]
fn next_turn<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    let core = &mut state.core;
    if core.turn >= rules.basics().turn_limit {
        return end_at_turn_limit(rules, state, chance, sink);
    }
    if core.alive.is_empty() {
        // A rule may let a game go on with nobody alive.
        let ending = Ending { winners: SeatSet::EMPTY, outcome: Outcome::Tie };
        return end(rules, state, ending, chance, sink);
    }
    if rules.basics().timings.contains(Timing::NextSeat) && !acts_late(rules, state, Timing::NextSeat, chance, sink) {
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
fn end_at_turn_limit<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    if !judge(rules, state, Occasion::TurnLimit, chance, sink) {
        let ending = Ending::at_turn_limit(state.core.alive);
        end(rules, state, ending, chance, sink);
    }
}

/// After an act of a rule that has eliminated pieces: ends the game if it is over, otherwise returns the hands (S16, S18).
/// `false`: the game is over, or waits for an answer.
#[inline(always)]
fn settle<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, within: Within, chance: &mut C, sink: &mut S) -> bool {
    tell_removed(rules, state, sink);
    if !state.core.falling.is_empty() && !lose_pieces(rules, state, within, chance, sink) {
        return false;
    }
    debug_assert!(state.core.is_sound(rules.basics()), "after an act in turn {}", state.core.turn);
    if !state.core.fallen.is_empty() {
        if judge(rules, state, Occasion::Act, chance, sink) {
            return false;
        }
        return_hands(rules, state, chance, sink);
        state.core.fallen = SeatSet::EMPTY;
    }
    true
}

/// Returns the hands of eliminated players to the pile, each once, and passes the token on (C6, C9, L4, S16).
#[inline]
fn return_hands<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    if !state.core.unreturned.is_empty() {
        put_back_hands(rules, state, chance, sink);
    }
}

/// Puts the hands of all seats in `unreturned` back into the pile.
fn put_back_hands<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    let core = &mut state.core;
    let gone = core.unreturned;
    core.unreturned = SeatSet::EMPTY;
    if !core.open {
        let mut tiles: ArrayVec<Face, { MAX_SEATS * MAX_HAND }> = gone.iter().flat_map(|seat| core.hand(seat).iter()).collect();
        gone.iter().for_each(|seat| core.hands.put(seat.index(), Hand::default()));
        tiles.sort_unstable();
        for &tile in &tiles {
            core.pile.push(tile);
        }
        if !tiles.is_empty() {
            if rules.basics().returned == ReturnOrder::Shuffle {
                let at = core.next_moment(|asked| &mut asked.reshuffle);
                chance.reshuffle(at, &mut core.pile);
            }
            if S::EVENTS {
                sink.event(&Event::Returned { tiles: &tiles, pile: &core.pile });
            }
        }
    }
    drawing::pass_on(&mut GameContext::new(rules.basics(), core, sink), gone);
}

/// Ends the game if it has come to an end. `true`: it has ended.
#[inline]
fn judge<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, occasion: Occasion, chance: &mut C, sink: &mut S) -> bool {
    let Some(ending) = ending(rules, state, occasion) else { return false };
    end(rules, state, ending, chance, sink);
    true
}

/// How the game has ended, if it has: as a rule says, or because one piece is left.
#[inline(always)]
pub(super) fn ending<R: RuleSet>(rules: &R, state: &State<R>, occasion: Occasion) -> Option<Ending> {
    let basics = rules.basics();
    if basics.abilities.contains(Abilities::ENDS)
        && let Some(ending) = rules.rule().ending(TableView::of(basics, &state.core), &state.own, occasion)
    {
        return Some(ending);
    }
    if basics.last_standing { last_standing::ending(basics, &state.core, occasion) } else { None }
}

/// Ends the game.
fn end<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, ending: Ending, _: &mut C, sink: &mut S) {
    state.core.phase = Phase::Over;
    state.core.ending = Some(ending);
    if S::EVENTS {
        sink.event(&Event::End { ending, scores: scores(rules, state).as_deref() });
    }
}

/// The points of all seats, if a rule counts any.
pub(in crate::game) fn scores<R: RuleSet>(rules: &R, state: &State<R>) -> Option<Vec<i64>> {
    rules.rule().scores(TableView::of(rules.basics(), &state.core), &state.own)
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
    std::mem::take(&mut state.core.removed).iter().for_each(|square| rules.rule().removed(&mut state.own, square));
}
