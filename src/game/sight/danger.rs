//! [`Danger`]: how likely what blocks squares is to come upon a piece, as bots foresee it.

use crate::board::{Board, Place, Size, Square};
use crate::game::basics::data::Basics;
use arrayvec::ArrayVec;

/// The most blocked squares that are looked at, in the order of squares: with more, the danger that
/// is found is too small.
const MOST: usize = 16;

/// The blocked squares of a board, found when they are first asked for: no placement changes them.
#[derive(Debug, Default)]
pub(super) struct Danger(Option<ArrayVec<Square, MOST>>);

impl Danger {
    /// The chance, of 255, that what blocks squares comes upon a piece at `at` before it places, in
    /// `turns` turns: onto the square behind it in any turn, or before it in its own turn. 0 where
    /// it stays, and in games in which nothing blocks squares.
    pub(super) fn of<Z: Size>(
        &mut self,
        basics: &Basics<Z>,
        board: &Board<Z>,
        at: Place,
        turns: u8,
    ) -> u8 {
        let Some(drift) = &basics.drift else { return 0 };
        if turns == 0 || !board.is_blocked_anywhere() {
            return 0;
        }
        let grid = &basics.grid;
        let blocked = self.0.get_or_insert_with(|| {
            grid.squares().filter(|&square| board.is_blocked(square)).take(MOST).collect()
        });
        let away = |from: Square, to: Square| {
            let apart = [from.column().abs_diff(to.column()), from.row().abs_diff(to.row())];
            match grid.steps(from, to) {
                // Round the world, or through a portal.
                Some(steps) if steps < apart[0] + apart[1] => [steps, 0],
                _ => apart,
            }
        };
        let behind = grid.across(at).map(Place::square);
        let comes = |&from: &Square| {
            drift.is_there(turns, away(from, at.square()))
                + behind.map_or(0, |square| drift.comes(turns, away(from, square)))
        };
        let chance: u32 = blocked.iter().map(comes).sum();
        (chance >> 8).min(255) as u8
    }
}
