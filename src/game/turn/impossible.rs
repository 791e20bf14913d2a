//! Why a position cannot be.

use crate::board::{Content, Shape, Square};
use crate::game::rule::contract::RuleSet;
use crate::game::state::game_state::State;

/// Why a position cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {why}")]
#[non_exhaustive]
pub struct PositionError {
    /// The field that is wrong, such as `players[2].at`.
    pub field: String,
    /// What is wrong with it, as a lower-case fragment.
    pub why: String,
}

pub(super) fn error(field: impl Into<String>, why: impl Into<String>) -> PositionError {
    PositionError { field: field.into(), why: why.into() }
}

/// That nothing can be on `square`, and why.
pub(super) fn off_board(shape: &Shape, square: Square) -> String {
    shape
        .why_no_tile(square)
        .map_or_else(|| format!("{square} is off the board"), |(why, _)| format!("{square} {why}"))
}

/// Checks that something can be on `square`.
pub(super) fn check_there<R: RuleSet>(
    rules: &R,
    square: Square,
    field: impl Fn() -> String,
) -> Result<(), PositionError> {
    let grid = &rules.basics().grid;
    if grid.contains(square) {
        Ok(())
    } else {
        Err(error(field(), off_board(grid.shape(), square)))
    }
}

/// Checks that `square` is on the board and empty; `taken` says what may be there already.
pub(super) fn check_empty<R: RuleSet>(
    rules: &R,
    state: &State<R>,
    square: Square,
    field: impl Fn() -> String,
    taken: &str,
) -> Result<(), PositionError> {
    check_there(rules, square, &field)?;
    if state.core.board.content(square) == Content::Empty {
        Ok(())
    } else {
        Err(error(field(), format!("{square} {taken}")))
    }
}
