//! Setting a game up at a position: its board, with tiles and what rules have on it.

use super::impossible::{PositionError, check_empty, check_there, error};
use super::position::Position;
use crate::board::{Face, MAX_SIDE, Square};
use crate::game::basics::timing::Timing;
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::state::game_state::State;
use crate::game::table::core::Phase;

pub(super) fn lay_tiles<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    position: &Position,
) -> Result<(), PositionError> {
    for (index, &(square, tile)) in position.tiles.iter().enumerate() {
        check_empty(
            rules,
            state,
            square,
            || format!("tiles[{index}].square"),
            "has a tile already",
        )?;
        if tile.face().is_special() {
            return Err(error(
                format!("tiles[{index}].tile"),
                format!("tile {tile} is never laid on the board"),
            ));
        }
        state.core.board.lay(&rules.basics().grid, square, tile);
    }
    Ok(())
}

/// Blocks the squares of the rules' pieces and the squares that a rule blocks in another way, and
/// gives the rules their pieces.
pub(super) fn block_squares<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    position: &Position,
) -> Result<(), PositionError> {
    let faces = if position.rule_pieces.is_empty() { Vec::new() } else { rules.rule().faces() };
    for (index, rule_piece) in position.rule_pieces.iter().enumerate() {
        let (square, field) = (rule_piece.square, || format!("rule_pieces[{index}].square"));
        if rule_piece.lies_over(&faces) {
            check_there(rules, square, field)?;
            continue;
        }
        if position.phase.threatening() == Some(square) && state.core.board.tile(square).is_some() {
            continue;
        }
        check_empty(rules, state, square, field, "is not empty")?;
        state.core.board.block(square);
    }
    for (index, &square) in position.blocked.iter().enumerate() {
        check_empty(
            rules,
            state,
            square,
            || format!("blocked[{index}]"),
            "has a tile, or is blocked already",
        )?;
        state.core.board.block(square);
    }
    for (index, &square) in position.havens.iter().enumerate() {
        check_empty(
            rules,
            state,
            square,
            || format!("havens[{index}]"),
            "has a tile, or is blocked",
        )?;
        state.core.board.set_haven(square, true);
    }
    set_supply(rules, state, position)?;
    for square in position.rule_pieces.iter().map(|piece| piece.square) {
        if rules.rule().holds(&state.own, square) {
            state.core.hold(square, true);
        }
    }
    Ok(())
}

/// Gives the rules their pieces, on the board, in the supply and under it.
fn set_supply<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    position: &Position,
) -> Result<(), PositionError> {
    if rules.rule().supply(&state.own).is_none() && position.supply.is_some() {
        return Err(error("supply", "the rule set has nothing that could be in it"));
    }
    rules
        .rule()
        .set_pieces(&mut state.own, &position.rule_pieces, None)
        .map_err(|why| error("rule_pieces", why))?;
    match position.supply.as_deref() {
        None => Ok(()),
        supply => rules
            .rule()
            .set_pieces(&mut state.own, &position.rule_pieces, supply)
            .map_err(|why| error("supply", why)),
    }?;
    if let Some(tile) = position
        .under
        .iter()
        .find(|tile| position.supply.as_ref().is_some_and(|supply| supply.contains(tile)))
    {
        return Err(error("under", format!("tile {tile} is in the supply as well")));
    }
    rules
        .rule()
        .set_under_supply(&mut state.own, &position.under)
        .map_err(|why| error("under", why))
}

/// Makes the squares havens of which rules say so, once they have their states. `dealt`: the pile
/// is the rest of the deck, in which their tiles are not. `field_of`: the field that says where
/// such a tile lies.
///
/// # Errors
/// If there is no such square or something on it, or a piece faces it that would have to place a
/// tile there.
pub(crate) fn open_havens<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    dealt: bool,
    field_of: impl Fn(Face, Square) -> String,
) -> Result<(), PositionError> {
    let haven = |square: Square| Some((square, rules.rule().haven(&state.own, square)?));
    // Of the largest board: a rule restores its square without knowing the board.
    let squares =
        (0..MAX_SIDE).flat_map(|row| (0..MAX_SIDE).map(move |column| Square::new(column, row)));
    let havens: Vec<(Square, Face)> = squares.filter_map(haven).collect();
    for (square, tile) in havens {
        check_empty(
            rules,
            state,
            square,
            || field_of(tile, square),
            "is not empty, but a rule has something there",
        )?;
        state.core.board.set_haven(square, true);
        let core = &mut state.core;
        let in_hands = core
            .alive
            .iter()
            .flat_map(|seat| core.hand(seat).iter())
            .filter(|&held| held == tile)
            .count();
        let in_pile = (0..core.pile.len()).filter(|&depth| core.pile.at(depth) == tile).count();
        let copies = usize::from(rules.basics().copies[tile.index()]);
        if dealt && in_pile > 0 {
            core.pile.take_first(tile);
        } else if in_hands + in_pile >= copies {
            return Err(error(
                "players",
                format!("tile {tile} is on {square}, and the deck has {copies} of it"),
            ));
        }
        let asks_after =
            state.core.phase == Phase::Ask && state.core.asking.at == Timing::AfterPlacement;
        if let Some(seat) = state.core.facing(square).iter().next().filter(|_| !asks_after) {
            return Err(error(
                format!("{}.at", seat.field()),
                format!("a piece cannot face {square}, on which a rule has something"),
            ));
        }
    }
    Ok(())
}
