//! Reading the position of a game off.

use super::asking;
use super::ending;
use super::interrupted;
use super::legal::Choices;
use super::position::{PlayerPosition, Position, PositionPhase};
use crate::board::{Content, Laid, Place, Shape, Square, Store};
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::declare::look::RulePiece;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::state::game_state::State;
use crate::game::table::core::{Aim, ChanceCounts, Phase};

/// The position of a game, in whatever phase it is.
pub fn position<R: RuleSet>(rules: &R, state: &State<R>) -> Position {
    let core = &state.core;
    // Points that follow from the rest, as the pieces left in V4, are not part of a position.
    let scores = ending::scores(rules, state)
        .filter(|scores| rules.rule().set_scores(&mut state.own.clone(), scores));
    let rule_pieces = RulePiece::sorted(|each| rules.rule().each_piece(&state.own, each));
    let phase = phase_of(rules, state);
    let to_lie = phase.placed().map(|placed| placed.0);
    let counts = !matches!(phase, PositionPhase::Turn | PositionPhase::Start);
    Position {
        outcomes: if counts { core.asked } else { ChanceCounts::default() },
        laid: if phase.has_laid() { core.laid } else { 0 },
        aim: chosen_square(rules, state),
        travelled: if travels_matter(rules, &phase) {
            core.travellers.and(core.on_board)
        } else {
            SeatSet::EMPTY
        },
        tiles: tiles_without(rules, state, to_lie),
        players: SeatSet::first(core.seats)
            .iter()
            .map(|seat| player(rules, state, to_lie, seat))
            .collect(),
        active: core.active,
        open_hand: core.open.then(|| core.hands.at(0).iter().collect()),
        pile: core.pile.iter().collect(),
        holder: core.holder,
        turn: core.turn + u32::from(!phase.is_mid_turn()),
        blocked: blocked_without(rules, state, &rule_pieces),
        havens: havens(rules, state),
        supply: rules.rule().supply(&state.own).map(|supply| supply.iter().collect()),
        under: rules.rule().under_supply(&state.own),
        phase,
        rule_pieces,
        scores,
    }
}

fn phase_of<R: RuleSet>(rules: &R, state: &State<R>) -> PositionPhase {
    let core = &state.core;
    match core.phase {
        Phase::Start if core.turn > 0 => PositionPhase::Return,
        Phase::Start => PositionPhase::Start,
        Phase::Turn | Phase::Over => PositionPhase::Turn,
        Phase::Relocate { must } => PositionPhase::Relocate { must },
        Phase::Place => PositionPhase::Place,
        Phase::Ask if core.aim == Aim::Asked => PositionPhase::Place,
        Phase::Ask => {
            let rule = asking::question(rules, state).map_or("", |question| question.asks.rule);
            let about = interrupted::asked_about(rules, state);
            PositionPhase::Ask {
                rule: rule.to_owned(),
                player: core.asking.seat,
                at: core.asking.at,
                about,
            }
        }
        Phase::Exchange => PositionPhase::Exchange {
            offered: core
                .fallen
                .iter()
                .map(|seat| (seat, core.hand(seat).iter().collect()))
                .collect(),
        },
    }
}

/// Whether rules may ask who travelled in the placement after which the game stands in this phase.
fn travels_matter<R: RuleSet>(rules: &R, phase: &PositionPhase) -> bool {
    let late = TimingSet::new(&[Timing::AfterPlacement, Timing::TurnEnds, Timing::NextSeat]);
    rules.basics().timings.meets(late)
        && (phase.is_after_placement()
            || matches!(phase, &PositionPhase::Ask { at, .. } if at > Timing::AfterPlacement))
}

/// A player that is not eliminated. A tile that is placed on `to_lie` and about which a rule asks
/// is not on the board yet.
fn player<R: RuleSet>(
    rules: &R,
    state: &State<R>,
    to_lie: Option<Square>,
    seat: Seat,
) -> Option<PlayerPosition> {
    let (basics, core) = (rules.basics(), &state.core);
    let content = |square: Square| {
        if to_lie == Some(square) { Content::Empty } else { core.board.content(square) }
    };
    let at = core.placed().contains(seat).then(|| core.place(seat));
    let is_started = !core.on_start_mark.contains(seat);
    let follows = |place| started_follows(basics.grid.shape(), place, is_started, content);
    core.alive.contains(seat).then(|| PlayerPosition {
        at,
        started: at.and_then(|place| (!follows(place)).then_some(is_started)),
        hand: if core.open { Vec::new() } else { core.hand(seat).iter().collect() },
        displaced: core.displaced.contains(seat),
        waits: core.waiting().contains(seat),
        lives: Some(core.lives(basics, seat)).filter(|&left| left < basics.lives),
        owed: core.owed(seat) as u8,
    })
}

/// The tiles on the board, but for one that does not lie there yet.
fn tiles_without<R: RuleSet>(
    rules: &R,
    state: &State<R>,
    to_lie: Option<Square>,
) -> Vec<(Square, Laid)> {
    let lying = rules.basics().grid.squares().filter(|&square| to_lie != Some(square));
    lying.filter_map(|square| Some((square, state.core.board.tile(square)?))).collect()
}

/// The blocked squares on which no piece of a rule stands.
fn blocked_without<R: RuleSet>(
    rules: &R,
    state: &State<R>,
    rule_pieces: &[RulePiece],
) -> Vec<Square> {
    let faces = if rule_pieces.is_empty() { Vec::new() } else { rules.rule().faces() };
    let has_rule_piece = |square: Square| {
        rule_pieces.iter().any(|piece| piece.square == square && !piece.lies_over(&faces))
    };
    let squares = rules.basics().grid.squares();
    squares
        .filter(|&square| state.core.board.is_blocked(square) && !has_rule_piece(square))
        .collect()
}

/// The havens of which no state of a rule says so.
fn havens<R: RuleSet>(rules: &R, state: &State<R>) -> Vec<Square> {
    let is_left = |square: &Square| {
        state.core.board.content(*square) == Content::Haven
            && rules.rule().haven(&state.own, *square).is_none()
    };
    rules.basics().grid.squares().filter(is_left).collect()
}

/// The square that the active seat has chosen for its placement among several (W7).
fn chosen_square<R: RuleSet>(rules: &R, state: &State<R>) -> Option<Square> {
    let Aim::At(square) = state.core.aim else { return None };
    let chosen = rules.basics().for_team
        && state.core.phase == Phase::Place
        && Choices::new(rules, state).team_squares().len() > 1;
    chosen.then_some(square)
}

/// Whether a reader who is not told takes a piece at `place` rightly for one that has left its
/// start mark, or for one that has not; `content` is what lies on a square.
pub(crate) fn started_follows(
    shape: &Shape,
    place: Place,
    is_started: bool,
    content: impl Fn(Square) -> Content,
) -> bool {
    let behind = shape.across(place);
    is_started == behind.is_some()
        && (is_started || shape.is_on_rim(place))
        && behind.is_none_or(|behind| matches!(content(behind.square()), Content::Tile(_)))
}
