//! Setting a game up at a position.

use super::ending;
use super::impossible::{PositionError, error};
use super::interrupted;
use super::position::{Position, PositionPhase};
use super::position_board::{block_squares, lay_tiles};
use super::position_phase::enter_phase;
use super::position_players::{hand_of, seat_players, set_holder};
use crate::board::{KINDS, Size, Store};
use crate::game::basics::ability::Abilities;
use crate::game::basics::timing::Timing;
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::rule::terms::Occasion;
use crate::game::state::game_state::State;
use crate::game::table::core::Core;

/// The last turn at which a game can be set up: whatever a rule set's turn limit, a game can go on
/// from there.
const LAST_TURN: u32 = 1_000_000_000;

/// The most points in a position, above or below zero, so that more can be added.
const MOST_POINTS: u64 = 1_000_000_000;

/// Sets a game up at a position. If it has any tiles, the board counts as
/// [cut](crate::board::Board::is_cut).
///
/// # Errors
/// The first field that is wrong.
pub fn set_up<R: RuleSet>(rules: &R, position: &Position) -> Result<State<R>, PositionError> {
    let basics = rules.basics();
    let seats = count_seats(rules, position)?;
    if let PositionPhase::Ask { at, about, .. } = &position.phase {
        let stands = |square| {
            position.rule_pieces.iter().any(|piece| piece.square == square)
                || position.blocked.contains(&square)
        };
        interrupted::check_about(*at, about.as_ref(), stands)?;
    }
    check_copies(rules, position)?;
    let mut state = State::new(rules, seats);
    lay_tiles(rules, &mut state, position)?;
    block_squares(rules, &mut state, position)?;
    seat_players(rules, &mut state, position)?;
    check_active(&state.core, position)?;
    let core = &mut state.core;
    if let Some(hand) = &position.open_hand {
        if !core.open {
            return Err(error(
                "hand",
                "there is no open hand under these rules; tiles are held by the players",
            ));
        }
        core.hands.put(0, hand_of(hand, basics.hand, "hand")?);
    }
    check_turn(position.turn, basics.turn_limit)?;
    core.active = position.active;
    core.pile = position.pile.iter().copied().collect();
    if !position.tiles.is_empty() {
        core.board.set_cut();
    }
    enter_phase(rules, &mut state, position)?;
    set_holder(rules, &mut state, position)?;
    if let Some(scores) = &position.scores {
        set_scores(rules, &mut state, scores)?;
    }
    if is_over(rules, &state, &position.phase) {
        return Err(error("players", "the game is over in this position"));
    }
    Ok(state)
}

fn count_seats<R: RuleSet>(rules: &R, position: &Position) -> Result<u8, PositionError> {
    let counts = rules.basics().players;
    let seats = position.players.len();
    u8::try_from(seats)
        .ok()
        .filter(|&seats| counts.contains(seats))
        .ok_or_else(|| error("players", format!("there are {seats}, but {counts} can play")))
}

/// Checks that the position has no more tiles of a face than the deck.
fn check_copies<R: RuleSet>(rules: &R, position: &Position) -> Result<(), PositionError> {
    let mut left: [i32; KINDS] = rules.basics().copies.map(i32::from);
    let hands = position
        .players
        .iter()
        .flatten()
        .flat_map(|player| &player.hand)
        .chain(position.open_hand.iter().flatten());
    let places = [
        ("offered", position.offered().collect()),
        ("tiles", position.tiles.iter().map(|tile| tile.1.face()).collect::<Vec<_>>()),
        (
            "question.about.placed.tile",
            position.phase.placed().map(|placed| placed.1.face()).into_iter().collect(),
        ),
        ("players", hands.copied().collect()),
        ("pile", position.pile.clone()),
    ];
    for (field, tiles) in places {
        for tile in tiles {
            left[tile.index()] -= 1;
            if left[tile.index()] < 0 {
                let copies = rules.basics().copies[tile.index()];
                return Err(error(
                    field,
                    format!("more than {copies} of tile {tile}, which is all that the deck has"),
                ));
            }
        }
    }
    Ok(())
}

fn check_active<Z: Size>(core: &Core<Z>, position: &Position) -> Result<(), PositionError> {
    // A rule may still ask another seat in the turn in which the active one was eliminated.
    let may_be_out = position.phase.asks_late() || position.phase.threatening().is_some();
    if !core.alive.contains(position.active)
        && (!may_be_out || position.active.number() >= core.seats)
    {
        return Err(error(
            "active",
            format!("{} is eliminated or not at the table", position.active.field()),
        ));
    }
    Ok(())
}

fn check_turn(turn: u32, limit: u32) -> Result<(), PositionError> {
    if !(1..=LAST_TURN).contains(&turn) {
        return Err(error("turn", format!("the turn has to be a number from 1 to {LAST_TURN}")));
    }
    if turn > limit {
        return Err(error("turn", format!("the game is over after turn {limit}")));
    }
    Ok(())
}

fn set_scores<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    scores: &[i64],
) -> Result<(), PositionError> {
    if let Some(index) = scores.iter().position(|points| points.unsigned_abs() > MOST_POINTS) {
        return Err(error(
            format!("scores[{index}]"),
            format!("{} is more than {MOST_POINTS} points", scores[index]),
        ));
    }
    let fits = scores.len() == usize::from(state.core.seats)
        && rules.rule().set_scores(&mut state.own, scores);
    if !fits {
        return Err(error(
            "scores",
            format!("these rules have no points to set, or not for {} players", scores.len()),
        ));
    }
    Ok(())
}

/// Whether the game is over when it has just been set up.
fn is_over<R: RuleSet>(rules: &R, state: &State<R>, phase: &PositionPhase) -> bool {
    let basics = rules.basics();
    // Points that a trip has brought are judged only when a piece falls, or when the turn ends:
    // until then the only survivor may lead.
    let counts_points = basics.counts_crossings() && basics.abilities.contains(Abilities::ENDS);
    let counts = counts_points || basics.timings.contains(Timing::Travelled);
    let may_lead = counts && phase.has_laid() && !state.core.alive.is_empty();
    (state.core.seats > 1 || basics.counts_pieces())
        && !may_lead
        && ending::ending(rules, state, Occasion::Act).is_some()
}
