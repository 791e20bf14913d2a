//! [`Rooms`]: how many empty squares can be reached from a square across empty squares.

use crate::board::{Board, Grid, Size, Square};
use arrayvec::ArrayVec;

/// A set of squares: a bit for each by [`Square::index`], eight rows in each number, so that a shift
/// moves all of them by a row. (The words of a `SquareSet` have four.)
type Squares = [u128; 2];

/// The first column of eight rows.
const FIRST: u128 = 0x0001_0001_0001_0001_0001_0001_0001_0001;
/// The last column of eight rows.
const LAST: u128 = FIRST << 15;

/// The most rooms that are kept, so that none is measured twice; further ones are measured as often
/// as they are asked for.
const MOST: usize = 4;

/// The rooms of a board: its groups of connected empty squares. Each is measured when it is first
/// asked for.
#[derive(Debug)]
pub(crate) struct Rooms<'g> {
    empty: Squares,
    /// [`Grid::jumps`].
    jumps: &'g [[Square; 2]],
    measured: ArrayVec<(Squares, u8), MOST>,
}

impl<'g> Rooms<'g> {
    /// The rooms of `board`.
    pub(super) fn new<Z: Size>(board: &Board<Z>, grid: &'g Grid<Z>) -> Self {
        Self { empty: board.empty_squares(grid), jumps: grid.jumps(), measured: ArrayVec::new() }
    }

    /// The number of empty squares that can be reached from `square`, itself included (0–255); 0 if
    /// it is not empty.
    pub(crate) fn at(&mut self, square: Square) -> u8 {
        if !has(&self.empty, square) {
            return 0;
        }
        if let Some((_, squares)) = self.measured.iter().find(|(room, _)| has(room, square)) {
            return *squares;
        }
        let room = self.around(square);
        let squares = room.iter().map(|rows| rows.count_ones()).sum::<u32>().min(255) as u8;
        // Full: the room is measured again.
        let _ = self.measured.try_push((room, squares));
        squares
    }

    /// The squares of the room of an empty square.
    fn around(&self, square: Square) -> Squares {
        let mut room = [0; 2];
        insert(&mut room, square);
        loop {
            let mut more = self.spread(&room);
            for [one, other] in self.jumps {
                for (from, to) in [(one, other), (other, one)] {
                    if has(&more, *from) && has(&self.empty, *to) {
                        insert(&mut more, *to);
                    }
                }
            }
            if more == room {
                return room;
            }
            room = more;
        }
    }

    /// A part of a room with the empty squares at the left and at the right of it, then with those
    /// above and below.
    fn spread(&self, room: &Squares) -> Squares {
        let mut wide = *room;
        for (rows, empty) in wide.iter_mut().zip(self.empty) {
            *rows = (*rows | (*rows & !LAST) << 1 | (*rows & !FIRST) >> 1) & empty;
        }
        let [top, bottom] = wide;
        [
            (top | top << 16 | top >> 16 | bottom << 112) & self.empty[0],
            (bottom | bottom << 16 | bottom >> 16 | top >> 112) & self.empty[1],
        ]
    }
}

fn has(squares: &Squares, square: Square) -> bool {
    squares[square.index() / 128] >> (square.index() % 128) & 1 != 0
}

fn insert(squares: &mut Squares, square: Square) {
    squares[square.index() / 128] |= 1 << (square.index() % 128);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Large, Shape, Side, StartMarks, Wrap, any_shape};
    use proptest::prelude::*;
    use proptest::sample::Index;

    /// The empty squares that can be reached, step by step.
    fn reached(board: &Board<Large>, grid: &Grid<Large>, from: Square) -> usize {
        let mut reached = vec![from];
        let mut at = 0;
        while let Some(&square) = reached.get(at) {
            for side in Side::ALL {
                let to = grid.beside(square, side);
                if board.is_empty(to) && !reached.contains(&to) {
                    reached.push(to);
                }
            }
            at += 1;
        }
        reached.len()
    }

    proptest! {
        #[test]
        fn a_room_has_all_squares_that_can_be_reached_step_by_step(
            shape in any_shape(),
            blocked in prop::collection::vec(any::<Index>(), 0..150),
        ) {
            let grid = Grid::<Large>::new(&shape, &StartMarks::Shore);
            let squares: Vec<Square> = grid.squares().collect();
            prop_assume!(!squares.is_empty());
            let mut board = Board::new(&grid);
            for index in blocked {
                let square = *index.get(&squares);
                if board.is_empty(square) {
                    board.block(square);
                }
            }
            let mut rooms = Rooms::new(&board, &grid);
            for &square in &squares {
                let expected =
                    if board.is_empty(square) { reached(&board, &grid, square).min(255) } else { 0 };
                prop_assert_eq!(usize::from(rooms.at(square)), expected, "{}", square);
            }
        }
    }

    #[test]
    fn a_room_of_the_largest_board_is_255_and_walls_divide_it() {
        let grid = Grid::<Large>::new(&Shape::rectangle(16, 16), &StartMarks::Rim);
        let mut board = Board::new(&grid);
        assert_eq!(Rooms::new(&board, &grid).at(Square::new(15, 15)), 255);
        (0..16).for_each(|row| board.block(Square::new(10, row)));
        let mut rooms = Rooms::new(&board, &grid);
        let found = [9, 10, 11].map(|column| rooms.at(Square::new(column, 8)));
        assert_eq!(found, [160, 0, 80]);
        // From the first row and from the last.
        for row in [0, 15] {
            let mut rooms = Rooms::new(&board, &grid);
            assert_eq!([9, 10, 11].map(|column| rooms.at(Square::new(column, row))), found);
        }
        // Beyond the last column lies the first.
        let shape = Shape::rectangle(16, 16).wrapped(Wrap::Columns);
        let grid = Grid::<Large>::new(&shape, &StartMarks::Rim);
        let mut board = Board::new(&grid);
        (0..16).for_each(|row| board.block(Square::new(10, row)));
        assert_eq!(Rooms::new(&board, &grid).at(Square::new(11, 0)), 240);
    }
}
