//! [`Danger`]: how likely what blocks squares is to come upon a piece, as bots foresee it.

use crate::board::{Board, Place, Size, Square};
use crate::game::basics::data::Basics;
use crate::game::basics::drift::Drift;
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
        let behind = basics.grid.across(at).map(Place::square);
        self.sum(basics, board, turns, |drift, away| {
            drift.is_there(turns, away(at.square()))
                + behind.map_or(0, |square| drift.comes(turns, away(square)))
        })
    }

    /// The chance, of 255, that what blocks squares is on `square` now or in one of `turns` turns. 0
    /// in games in which it stays, or nothing blocks squares.
    pub(super) fn upon<Z: Size>(
        &mut self,
        basics: &Basics<Z>,
        board: &Board<Z>,
        square: Square,
        turns: u8,
    ) -> u8 {
        self.sum(basics, board, turns, |drift, away| drift.comes(turns, away(square)))
    }

    /// The sum of the chances, of 65,536, of all blocked squares, as one of 255. `chance` is given
    /// how far a square is from a blocked one.
    fn sum<Z: Size>(
        &mut self,
        basics: &Basics<Z>,
        board: &Board<Z>,
        turns: u8,
        chance: impl Fn(&Drift, &dyn Fn(Square) -> [u8; 2]) -> u32,
    ) -> u8 {
        let Some(drift) = &basics.drift else { return 0 };
        if turns == 0 || !board.is_blocked_anywhere() {
            return 0;
        }
        let grid = &basics.grid;
        let blocked = self.0.get_or_insert_with(|| {
            grid.squares().filter(|&square| board.is_blocked(square)).take(MOST).collect()
        });
        let chances = blocked.iter().map(|&from| {
            chance(drift, &|to: Square| {
                let apart = [from.column().abs_diff(to.column()), from.row().abs_diff(to.row())];
                match grid.steps(from, to) {
                    // Round the world, or through a portal.
                    Some(steps) if steps < apart[0] + apart[1] => [steps, 0],
                    _ => apart,
                }
            })
        });
        (chances.sum::<u32>() >> 8).min(255) as u8
    }
}
