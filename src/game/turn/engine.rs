//! The turn engine: the only code that plays turns (T7, T8, C2–C12, S4).
//!
//! [`advance`] plays everything that needs no decision (turns begin, the hazard acts, tiles are drawn) and stops where
//! a seat has to decide. [`place`], [`relocate`], [`exchange`] and
//! [`choose_start`](crate::game::unchecked::choose_start) carry a decision out. Decisions and chance come from the
//! caller: from bots, people or a record.
//!
//! `inline(always)` saves, in instructions of a random game (`benches/instructions.sh`): on [`advance`],
//! [`advance_turn`], `begin`, `before_placement` and `next_turn` together 3.4 to 4.4 % of classic and 1.5 to 1.8 % of
//! Seas; on `finish` and `settle` together 1.5 to 1.9 %. The figure of `finish_trip` and of `#[cold]` stands at
//! `Board::cut_paths_that_return`.
#![expect(clippy::inline_always, reason = "each saves what the module's documentation says")]

use super::legal::Choices;
use super::setup::{self, Marks};
use super::travel::{self, Resolution};
use crate::board::{Face, Laid, PathEnd, Place, PortSet, RouteEnd, Size, Store};
use crate::game::chance::Chance;
use crate::game::declare::ask::{Answer, Progress, Question};
use crate::game::event::{Cause, Ending, Event, Outcome, Sink};
use crate::game::pieces::hand::{Hand, MAX_HAND};
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::rule::basics::{Basics, Meeting, ReturnOrder};
use crate::game::rule::fault::{BROKEN_RULE, RuleFault};
use crate::game::rule::timing::{Timing, TimingSet};
use crate::game::rule::traits::{DrawRule, HazardRule, Occasion, Relocation, RuleContext, RuleSet, ScoreRule};
use crate::game::rule::words::KeyWords as _;
use crate::game::state::context::{GameContext, with_copy};
use crate::game::state::core::{Asking, Core, Phase};
use crate::game::state::game_state::{Exchange, State};
use arrayvec::ArrayVec;
use serde_json::json;

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

/// Begins a turn: the hazard acts, then comes the placement.
#[inline(always)]
fn begin<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    let core = &mut state.core;
    core.begin_turn();
    if S::EVENTS {
        sink.event(&Event::Turn { player: core.active, number: core.turn });
    }
    if !rules.basics().timings.meets(TimingSet::BEFORE_PLACEMENT) {
        return before_placement(rules, state, chance, sink);
    }
    hazard(rules, state, chance, sink);
}

/// Begins a turn with the placement (C11).
pub(super) fn begin_at_placement<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    let core = &mut state.core;
    debug_assert_eq!(core.phase, Phase::Turn);
    core.begin_turn();
    core.displaced.remove(core.active);
    before_placement(rules, state, chance, sink);
}

/// Plays the hazard's phase, and goes on to the placement.
#[inline]
fn hazard<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    let mut context = GameContext::new(rules.basics(), &mut state.core, chance, sink);
    rules.hazard().begin(&mut context, &mut state.hazard, Timing::BeforePlacement);
    if act(rules, state, Timing::BeforePlacement, chance, sink) {
        end_of_hazard(rules, state, chance, sink);
    }
}

/// Lets the hazard act at a moment that it has begun, each act of which is judged by itself (S18). `false`: the game is
/// over, or waits for an answer.
#[inline(always)]
fn act<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, at: Timing, chance: &mut C, sink: &mut S) -> bool {
    loop {
        let mut context = GameContext::new(rules.basics(), &mut state.core, chance, sink);
        // What the rule did when the moment began is judged in the same way as an act.
        if !context.core.fallen.is_empty() {
            context.tell_removed(rules.score(), &mut state.score);
            settle(rules, state, chance, sink);
            if state.core.phase == Phase::Over {
                return false;
            }
            context = GameContext::new(rules.basics(), &mut state.core, chance, sink);
        }
        match rules.hazard().act(&mut context, &mut state.hazard, at) {
            Progress::Done => return true,
            Progress::Again => {}
            progress => {
                if let Some(goes_on) = interrupt(rules, state, progress, at, chance, sink) {
                    return goes_on;
                }
            }
        }
    }
}

/// What a rule wants that has not acted to the end. `None`: it goes on; `Some(true)`: it is done; `Some(false)`: the game
/// is over, or waits for an answer.
#[cold]
#[inline(never)]
fn interrupt<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    progress: Progress,
    at: Timing,
    chance: &mut C,
    sink: &mut S,
) -> Option<bool> {
    let mut context = GameContext::new(rules.basics(), &mut state.core, chance, sink);
    if let Progress::Strike(square) = progress {
        rules.hazard().strike(&mut context, &mut state.hazard, square);
    }
    // A loss is judged before anybody is asked, so that no question stands beside it.
    context.tell_removed(rules.score(), &mut state.score);
    settle(rules, state, chance, sink);
    if state.core.phase == Phase::Over {
        return Some(false);
    }
    let Progress::Ask(seat) = progress else { return None };
    let core = &mut state.core;
    // The core takes all that comes before a placement for one moment.
    let at = if at == Timing::Drawing { at } else { rules.hazard().moment(&state.hazard, at) };
    core.asking = Asking { seat, at, number: core.asked.questions.min(u8::MAX.into()) as u8 };
    // Calling it again might go on for ever, and nobody could know that it is broken.
    let fault = if !core.alive.contains(seat) {
        Some(RuleFault::AsksOut)
    } else if question(rules, state).is_none_or(|question| question.options.is_empty()) {
        Some(RuleFault::AsksNothing)
    } else {
        None
    };
    if let Some(fault) = fault {
        break_off(rules, state, fault, chance, sink);
        return Some(false);
    }
    state.core.asked.questions += 1;
    state.core.phase = Phase::Ask;
    Some(false)
}

/// Ends a game that cannot go on by its rules: the rule, its moment and the turn are told, and nobody wins.
fn break_off<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, fault: RuleFault, chance: &mut C, sink: &mut S) {
    let Asking { seat, at, .. } = state.core.asking;
    if S::EVENTS {
        let data = json!({ "broken": fault.word(), "player": seat, "moment": at.word(), "turn": state.core.turn });
        sink.event(&Event::Rule { rule: rules.asking(&state.hazard, at), data: &data });
    }
    end(rules, state, Ending { winners: SeatSet::EMPTY, outcome: Outcome::Rule(&BROKEN_RULE) }, chance, sink);
}

/// The question of the rule that asks, for the seat that is asked.
pub(super) fn question<R: RuleSet>(rules: &R, state: &State<R>) -> Option<Question> {
    let Asking { seat, at, .. } = state.core.asking;
    with_copy(rules, &state.core, |table| match at {
        Timing::Drawing => rules.draw().question(table, &state.draw, seat),
        _ => rules.hazard().question(table, &state.hazard, seat),
    })
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
    state.core.phase = if at == Timing::SetUp { Phase::Start } else { Phase::Turn };
    let mut context = GameContext::new(rules.basics(), &mut state.core, chance, sink);
    if at == Timing::Drawing {
        rules.draw().answer(&mut context, &mut state.draw, seat, answer);
        let progress = rules.draw().go_on(&mut context, &mut state.draw);
        return drawing(rules, state, progress, chance, sink);
    }
    rules.hazard().answer(&mut context, &mut state.hazard, seat, answer);
    let at = if TimingSet::BEFORE_PLACEMENT.contains(at) { Timing::BeforePlacement } else { at };
    if act(rules, state, at, chance, sink) {
        match at {
            Timing::SetUp => {}
            Timing::AfterPlacement => next_placement_or_end(rules, state, chance, sink),
            Timing::TurnEnds => turn_over(rules, state, chance, sink),
            _ => end_of_hazard(rules, state, chance, sink),
        }
    }
}

/// Deals on a fresh table, and lets the hazard set up (S1).
#[inline]
pub(super) fn deal_on<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    setup::deal(rules, state, chance, sink);
    if rules.basics().timings.contains(Timing::SetUp) {
        let mut context = GameContext::new(rules.basics(), &mut state.core, chance, sink);
        rules.hazard().begin(&mut context, &mut state.hazard, Timing::SetUp);
        act(rules, state, Timing::SetUp, chance, sink);
    }
}

/// Ends the hazard's phase, and goes on to the placement.
#[inline(always)]
fn end_of_hazard<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    let mut context = GameContext::new(rules.basics(), &mut state.core, chance, sink);
    let relocation = rules.hazard().finish(&mut context, &mut state.hazard);
    context.tell_removed(rules.score(), &mut state.score);
    settle(rules, state, chance, sink);
    let core = &mut state.core;
    if core.phase == Phase::Over {
        return;
    }
    let active = core.active;
    if !core.alive.contains(active) {
        return turn_over(rules, state, chance, sink);
    }
    core.displaced.remove(active);
    if relocation != Relocation::No && core.on_start_mark.contains(active) && relocates(rules, state, relocation, chance, sink) {
        return;
    }
    before_placement(rules, state, chance, sink);
}

/// Lets the active seat choose another start mark, or eliminates its piece if it must move and no mark is free (S12).
/// `false`: the piece stays, and its turn goes on.
#[cold]
fn relocates<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    relocation: Relocation,
    chance: &mut C,
    sink: &mut S,
) -> bool {
    let core = &mut state.core;
    let active = core.active;
    let must = relocation == Relocation::Must;
    if Marks::new(rules.basics(), core).has_relocation(active) {
        core.phase = Phase::Relocate { must };
        return true;
    }
    if must {
        GameContext::new(rules.basics(), core, chance, sink).eliminate(active, rules.basics().cause_of_blocked);
        settle(rules, state, chance, sink);
        if state.core.phase != Phase::Over {
            turn_over(rules, state, chance, sink);
        }
    }
    must
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

/// Lets the active seat place a tile, or pass if its hand is empty (C11).
#[inline(always)]
fn before_placement<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    let core = &mut state.core;
    if core.hand(core.active).is_empty() {
        core.travellers = SeatSet::EMPTY;
        if S::EVENTS {
            sink.event(&Event::Passed { player: core.active });
        }
        finish(rules, state, chance, sink);
    } else {
        core.travellers = core.facing(core.place(core.active).square());
        core.phase = Phase::Place;
    }
}

/// Lays a tile and moves the pieces (C2).
#[inline]
pub(super) fn place<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, tile: Laid, chance: &mut C, sink: &mut S) {
    let basics = rules.basics();
    let core = &mut state.core;
    debug_assert_eq!(core.phase, Phase::Place);
    let player = core.active;
    let square = core.place(player).square();
    debug_assert_eq!(core.travellers, core.facing(square));
    if S::EVENTS {
        let legal = if sink.counts_legal() { Choices::new(basics, core).count() } else { 0 };
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
    if rules.score().counts_crossings() {
        travel_all(rules, state, tile, chance, sink);
    } else if !core.board.is_cut() {
        travel_whole_paths(basics, core, tile, chance, sink);
    } else if basics.meeting == Meeting::Pass {
        travel_passing(basics, core, tile, chance, sink);
    } else {
        travel_all(rules, state, tile, chance, sink);
    }
    let core = &mut state.core;
    debug_assert!(core.is_sound(basics), "after the placement of turn {}", core.turn);
    if !core.fallen.is_empty() && judge(rules, state, Occasion::Placement, chance, sink) {
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
#[inline]
fn travel_whole_paths<Z: Size, C: Chance, S: Sink>(basics: &Basics<Z>, core: &mut Core<Z>, tile: Laid, chance: &mut C, sink: &mut S) {
    let (grid, player) = (&basics.grid, core.active);
    let at = core.place(player);
    if core.travellers.is_single() {
        let origin = core.board.origin(grid, at);
        core.board.lay(grid, at.square(), tile);
        let end = core.board.end_of(grid, origin);
        return arrive(&mut GameContext::new(basics, core, chance, sink), player, end);
    }
    travel_together(basics, core, tile, chance, sink);
}

/// [`travel_whole_paths`] for several pieces.
fn travel_together<Z: Size, C: Chance, S: Sink>(basics: &Basics<Z>, core: &mut Core<Z>, tile: Laid, chance: &mut C, sink: &mut S) {
    let (grid, player, travellers) = (&basics.grid, core.active, core.travellers);
    let square = core.place(player).square();
    let origin = |core: &Core<Z>, seat| core.board.origin(grid, core.place(seat));
    let origins: ArrayVec<(Seat, Z::Point), MAX_SEATS> = travellers.clockwise_from(player).map(|seat| (seat, origin(core, seat))).collect();
    core.board.lay(grid, square, tile);
    let mut context = GameContext::new(basics, core, chance, sink);
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
        context.eliminate(seat, Cause::Collision);
    }
}

/// Moves or eliminates a piece, given the end of the path from its start mark.
#[inline]
fn arrive<Z: Size, C: Chance, S: Sink>(context: &mut GameContext<'_, Z, C, S>, seat: Seat, end: PathEnd<Z>) {
    match end {
        PathEnd::At(to) => stand(context, seat, to),
        PathEnd::Edge(_) => context.eliminate(seat, Cause::Edge),
    }
}

/// Puts a piece at `to`, where it is eliminated if the square that it faces is blocked.
#[inline]
fn stand<Z: Size, C: Chance, S: Sink>(context: &mut GameContext<'_, Z, C, S>, seat: Seat, to: Place) {
    context.core.places.put(seat, to);
    context.core.on_start_mark.remove(seat);
    context.core.displaced.remove(seat);
    if context.core.board.is_blocked(to.square()) {
        context.eliminate(seat, context.basics.cause_of_blocked);
    } else if S::EVENTS {
        context.note(&Event::Moved { player: seat, to });
    }
}

/// Lays `tile` and moves the pieces, where pieces pass each other: on any board, each trip is found without the other
/// pieces.
#[inline]
fn travel_passing<Z: Size, C: Chance, S: Sink>(basics: &Basics<Z>, core: &mut Core<Z>, tile: Laid, chance: &mut C, sink: &mut S) {
    let (player, travellers) = (core.active, core.travellers);
    let square = core.place(player).square();
    let trip = |core: &Core<Z>, seat| core.board.route(&basics.grid, square, tile, core.place(seat).port(), PortSet::EMPTY).end;
    if travellers.is_single() {
        let end = trip(core, player);
        core.board.lay(&basics.grid, square, tile);
        return finish_trip(&mut GameContext::new(basics, core, chance, sink), player, end);
    }
    let trips: ArrayVec<(Seat, RouteEnd), MAX_SEATS> = travellers.clockwise_from(player).map(|seat| (seat, trip(core, seat))).collect();
    core.board.lay(&basics.grid, square, tile);
    let mut context = GameContext::new(basics, core, chance, sink);
    trips.into_iter().for_each(|(seat, end)| finish_trip(&mut context, seat, end));
}

/// Moves or eliminates a piece, given the end of its trip across the new tile.
#[inline(always)]
fn finish_trip<Z: Size, C: Chance, S: Sink>(context: &mut GameContext<'_, Z, C, S>, seat: Seat, end: RouteEnd) {
    match end {
        RouteEnd::At(to) => stand(context, seat, to),
        RouteEnd::Edge => context.eliminate(seat, Cause::Edge),
        RouteEnd::Loop => context.eliminate(seat, Cause::Loop),
        RouteEnd::Met(_) => context.eliminate(seat, Cause::Collision),
    }
}

/// Lays `tile` and moves the pieces, on any board and under any rules.
fn travel_all<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, tile: Laid, chance: &mut C, sink: &mut S) {
    let (basics, player) = (rules.basics(), state.core.active);
    let square = state.core.place(player).square();
    let resolution = travel::resolve(basics, &state.core, square, tile);
    state.core.board.lay(&basics.grid, square, tile);
    if rules.score().counts_crossings() {
        count_crossings(rules, state, &resolution);
    }
    state.core.met_active = resolution.met_active;
    let mut context = GameContext::new(basics, &mut state.core, chance, sink);
    for (seat, end) in resolution.ends(player) {
        match end {
            Some(end) => finish_trip(&mut context, seat, end),
            None => context.eliminate(seat, Cause::Collision),
        }
    }
}

/// Tells the score rule of every tile on each trip, up to where the piece stops or meets another.
fn count_crossings<R: RuleSet>(rules: &R, state: &mut State<R>, resolution: &Resolution) {
    let basics = rules.basics();
    for &(seat, end) in &resolution.trips {
        let from = state.core.place(seat);
        let (board, score) = (&state.core.board, &mut state.score);
        let mut first = true;
        board.walk(&basics.grid, from, |square, enter, leave| {
            // At a port where another piece stood, a piece that comes back in has already met it.
            let met_on_entry = !first && square == from.square() && end == RouteEnd::Met(enter);
            first = false;
            if met_on_entry {
                return false;
            }
            if let Some(tile) = board.tile(square) {
                rules.score().crossing(score, seat, square, tile, enter, leave);
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
    if core.laid < rules.basics().turn_tiles && core.laid > 0 && core.alive.contains(core.active) && !core.hand(core.active).is_empty() {
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

/// Lets the hazard act after a placement. `false`: the game is over, or waits for an answer.
#[cold]
#[inline(never)]
fn after_placement<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) -> bool {
    return_hands(rules, state, chance, sink);
    state.core.fallen = SeatSet::EMPTY;
    let mut context = GameContext::new(rules.basics(), &mut state.core, chance, sink);
    rules.hazard().begin(&mut context, &mut state.hazard, Timing::AfterPlacement);
    act(rules, state, Timing::AfterPlacement, chance, sink)
}

/// Ends a turn after the placement, pass or exchange: hands return to the pile, tiles are drawn, and the game ends or
/// the next turn can begin.
#[inline(always)]
fn finish<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    return_hands(rules, state, chance, sink);
    let core = &mut state.core;
    core.fallen = SeatSet::EMPTY;
    let mut context = GameContext::new(rules.basics(), core, chance, sink);
    let progress = if rules.basics().open {
        // Where the table has one open hand, that is filled, and the draw rule is not asked (V3).
        let active = context.active();
        while context.draw_one(active).is_some() {}
        Progress::Done
    } else {
        rules.draw().draw(&mut context, &mut state.draw)
    };
    drawing(rules, state, progress, chance, sink);
}

/// Goes on when the draw rule has come as far as `progress`.
#[inline(always)]
fn drawing<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, mut progress: Progress, chance: &mut C, sink: &mut S) {
    while progress != Progress::Done {
        match interrupt(rules, state, progress, Timing::Drawing, chance, sink) {
            Some(true) => break,
            Some(false) => return,
            None => {
                let mut context = GameContext::new(rules.basics(), &mut state.core, chance, sink);
                progress = rules.draw().go_on(&mut context, &mut state.draw);
            }
        }
    }
    GameContext::new(rules.basics(), &mut state.core, chance, sink).tell_removed(rules.score(), &mut state.score);
    // A draw rule from outside the crate may eliminate pieces.
    settle(rules, state, chance, sink);
    if state.core.phase == Phase::Over {
        return;
    }
    if rules.basics().timings.contains(Timing::TurnEnds) && !turn_ends(rules, state, chance, sink) {
        return;
    }
    turn_over(rules, state, chance, sink);
}

/// Lets the hazard act at the end of a turn. `false`: the game is over, or waits for an answer.
#[cold]
#[inline(never)]
fn turn_ends<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) -> bool {
    let mut context = GameContext::new(rules.basics(), &mut state.core, chance, sink);
    rules.hazard().begin(&mut context, &mut state.hazard, Timing::TurnEnds);
    act(rules, state, Timing::TurnEnds, chance, sink)
}

/// Ends the turn: the game ends, or it is the next seat's turn.
#[inline(always)]
fn turn_over<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    if !judge(rules, state, Occasion::TurnEnd, chance, sink) {
        next_turn(rules, state, chance, sink);
    }
}

/// Passes the turn to the next live seat, or ends the game at the turn limit.
#[inline(always)]
fn next_turn<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    let core = &mut state.core;
    if core.turn >= rules.basics().turn_limit {
        return end_at_turn_limit(rules, state, chance, sink);
    }
    let Some(next) = core.alive.next_after(core.active) else {
        // A score rule from outside the crate may let a game go on with nobody alive.
        let ending = Ending { winners: SeatSet::EMPTY, outcome: Outcome::Tie };
        return end(rules, state, ending, chance, sink);
    };
    core.active = next;
    core.phase = Phase::Turn;
}

/// Ends the game at the turn limit: the score rule says who wins, otherwise all who are alive do.
#[cold]
fn end_at_turn_limit<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    if !judge(rules, state, Occasion::TurnLimit, chance, sink) {
        let ending = Ending::at_turn_limit(state.core.alive);
        end(rules, state, ending, chance, sink);
    }
}

/// After an act of a rule that has eliminated pieces: ends the game if it is over, otherwise returns the hands (S16,
/// S18).
#[inline(always)]
fn settle<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, chance: &mut C, sink: &mut S) {
    debug_assert!(state.core.is_sound(rules.basics()), "after an act in turn {}", state.core.turn);
    if !state.core.fallen.is_empty() && !judge(rules, state, Occasion::Act, chance, sink) {
        return_hands(rules, state, chance, sink);
        state.core.fallen = SeatSet::EMPTY;
    }
}

/// Returns the hands of eliminated players to the pile, each once, and tells the draw rule (C6, C9, L4, S16).
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
    rules.draw().hands_returned(&mut GameContext::new(rules.basics(), core, chance, sink), &mut state.draw, gone);
}

/// Ends the game if the score rule says so. `true`: it has ended.
#[inline]
fn judge<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, occasion: Occasion, chance: &mut C, sink: &mut S) -> bool {
    let context = GameContext::new(rules.basics(), &mut state.core, chance, sink);
    let Some(ending) = rules.score().ending(&context, &state.score, occasion) else { return false };
    end(rules, state, ending, chance, sink);
    true
}

/// Ends the game.
fn end<R: RuleSet, C: Chance, S: Sink>(rules: &R, state: &mut State<R>, ending: Ending, chance: &mut C, sink: &mut S) {
    state.core.phase = Phase::Over;
    state.core.ending = Some(ending);
    if S::EVENTS {
        let context = GameContext::new(rules.basics(), &mut state.core, chance, sink);
        let scores = rules.score().scores(&context, &state.score);
        context.sink.event(&Event::End { ending, scores: scores.as_deref() });
    }
}
