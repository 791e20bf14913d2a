//! The shape of a board: its squares, its start marks, and the path points between squares (T1, T2, T4).

use super::port::{Port, Side};
use super::size::{PointIndex, Size, Store, points};
use super::square::{Place, Square};

/// The fixed tables of a board of `columns` × `rows` squares.
///
/// A *path point* is a point on a line between two squares (or on the rim) at which paths may meet: two on each line.
/// Points on the rim come first, clockwise from `a1:A`, so that a point's number tells whether a path that ends there
/// has left the board, and so that the start marks (T4) are numbered in the same way.
#[derive(Debug, Clone)]
pub struct Grid<Z: Size> {
    columns: u8,
    rows: u8,
    area: u16,
    /// The number of points on the rim.
    rim: u16,
    /// The path points at the eight ports of each square.
    points: Z::PerSquare<[Z::Point; 8]>,
    /// The places on both sides of each path point.
    sides: Z::PerPoint<[Place; 2]>,
    /// The place on the other side of the point at each place.
    beyond: Z::PerPlace<Place>,
}

impl<Z: Size> Grid<Z> {
    /// A board of `columns` × `rows` squares, which the caller knows to fit the size.
    pub fn new(columns: u8, rows: u8) -> Self {
        let nowhere = Place::new(Square::masked(0, 0), Port::new(0));
        let mut grid = Self {
            columns,
            rows,
            area: u16::from(columns) * u16::from(rows),
            rim: 4 * (u16::from(columns) + u16::from(rows)),
            points: <Z::PerSquare<[Z::Point; 8]> as Store<_>>::filled([Z::Point::from_index(0); 8]),
            sides: <Z::PerPoint<[Place; 2]> as Store<_>>::filled([nowhere; 2]),
            beyond: <Z::PerPlace<Place> as Store<_>>::filled(nowhere),
        };
        let mut next = 0;
        for mark in rim(columns, rows) {
            grid.number(mark, &mut next);
        }
        for square in squares(columns, rows) {
            for port in Port::all() {
                // Each inner line is numbered once, from the square above it or to its left.
                if matches!(port.side(), Side::Right | Side::Bottom) && grid.neighbour(square, port.side()).is_some() {
                    grid.number(Place::new(square, port), &mut next);
                }
            }
        }
        debug_assert_eq!(next, points(columns, rows));
        grid
    }

    /// Gives the point at `place` the number `next`, and counts on.
    fn number(&mut self, place: Place, next: &mut usize) {
        let point = Z::Point::from_index(*next);
        let other = place.across().filter(|other| self.contains(other.square())).unwrap_or(place);
        for (place, beyond) in [(place, other), (other, place)] {
            self.beyond.put(place.index(), beyond);
            let mut points = self.points.at(place.square().index());
            points[place.port().index()] = point;
            self.points.put(place.square().index(), points);
        }
        self.sides.put(*next, [place, other]);
        *next += 1;
    }

    /// The number of columns, 3–16.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// The number of rows, 3–16.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The number of squares.
    #[inline]
    pub fn area(&self) -> u16 {
        self.area
    }

    /// All squares, row by row from the top.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<Z> {
        squares(self.columns, self.rows)
    }

    /// Whether `square` is on the board.
    pub fn contains(&self, square: Square) -> bool {
        square.column() < self.columns && square.row() < self.rows
    }

    /// The neighbour of `square` beyond `side`, if it is on the board.
    pub fn neighbour(&self, square: Square, side: Side) -> Option<Square> {
        square.neighbour(side).filter(|&square| self.contains(square))
    }

    /// The place at the same point that belongs to the square on the other side of the line; `None` on the rim. `place`
    /// is on the board.
    #[inline]
    pub fn across(&self, place: Place) -> Option<Place> {
        debug_assert!(self.contains(place.square()), "{place}");
        (!self.on_rim(self.point(place))).then_some(self.beyond(place))
    }

    /// As [`Grid::across`], but on the rim `place` itself.
    #[inline]
    pub(crate) fn beyond(&self, place: Place) -> Place {
        self.beyond.at(place.index())
    }

    /// The number of start marks: 48 on 6×6, 56 on 7×7 (T4).
    pub fn marks(&self) -> u16 {
        self.rim
    }

    /// The start mark with this number, counted clockwise from 0 at `a1:A`; below [`Grid::marks`] (T4).
    pub fn mark(&self, number: u16) -> Place {
        self.sides.at(number.into())[0]
    }

    /// The start marks on one side of the board, clockwise (T4).
    pub(crate) fn marks_along(&self, side: Side) -> impl Iterator<Item = Place> {
        let (columns, rows) = (2 * u16::from(self.columns), 2 * u16::from(self.rows));
        let (first, count) = match side {
            Side::Top => (0, columns),
            Side::Right => (columns, rows),
            Side::Bottom => (columns + rows, columns),
            Side::Left => (2 * columns + rows, rows),
        };
        (first..first + count).map(|number| self.mark(number))
    }

    /// Whether `place` is a start mark (T4).
    pub fn is_mark(&self, place: Place) -> bool {
        self.contains(place.square()) && self.across(place).is_none()
    }

    /// The path point at `place`.
    #[inline]
    pub(super) fn point(&self, place: Place) -> Z::Point {
        self.points_of(place.square())[place.port().index()]
    }

    /// The path points at the eight ports of `square`.
    #[inline]
    pub(super) fn points_of(&self, square: Square) -> &[Z::Point; 8] {
        self.points.get(square.index())
    }

    /// The places on both sides of `point`; twice the same on the rim.
    #[inline]
    pub(super) fn sides(&self, point: Z::Point) -> [Place; 2] {
        self.sides.at(point.index())
    }

    /// Whether `point` lies on the rim.
    #[inline]
    pub(super) fn on_rim(&self, point: Z::Point) -> bool {
        point.index() < usize::from(self.rim)
    }

    /// The number of path points.
    pub(super) fn points(&self) -> usize {
        points(self.columns, self.rows)
    }
}

/// All squares, row by row from the top.
fn squares(columns: u8, rows: u8) -> impl Iterator<Item = Square> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| Square::masked(column, row)))
}

/// The start marks, clockwise from `a1:A`.
fn rim(columns: u8, rows: u8) -> impl Iterator<Item = Place> {
    let (last_column, last_row) = (columns - 1, rows - 1);
    let top = (0..columns).map(|column| (Square::masked(column, 0), [0, 1]));
    let right = (0..rows).map(move |row| (Square::masked(last_column, row), [2, 3]));
    let bottom = (0..columns).rev().map(move |column| (Square::masked(column, last_row), [4, 5]));
    let left = (0..rows).rev().map(|row| (Square::masked(0, row), [6, 7]));
    top.chain(right).chain(bottom).chain(left).flat_map(|(square, ports)| ports.map(|port| Place::new(square, Port::new(port))))
}

#[cfg(test)]
mod tests {
    use super::super::size::{Large, Small};
    use super::*;

    #[test]
    fn t4_a_board_of_six_has_48_marks_and_one_of_seven_56() {
        assert_eq!(Grid::<Small>::new(6, 6).marks(), 48);
        assert_eq!(Grid::<Small>::new(7, 7).marks(), 56);
        let grid = Grid::<Small>::new(6, 6);
        let names: Vec<_> = [0, 1, 12, 24, 36, 47].map(|mark| grid.mark(mark).to_string()).into();
        assert_eq!(names, ["a1:A", "a1:B", "f1:C", "f6:E", "a6:G", "a1:H"]);
        let grid = Grid::<Small>::new(7, 5);
        let by_side: Vec<_> = Side::ALL.into_iter().flat_map(|side| grid.marks_along(side).map(move |mark| (side, mark))).collect();
        assert_eq!(by_side, (0..grid.marks()).map(|number| (grid.mark(number).port().side(), grid.mark(number))).collect::<Vec<_>>());
    }

    #[test]
    fn every_point_has_its_places_and_every_place_its_point() {
        fn check<Z: Size>(columns: u8, rows: u8) {
            let grid = Grid::<Z>::new(columns, rows);
            for square in grid.squares() {
                for port in Port::all() {
                    let place = Place::new(square, port);
                    let point = grid.point(place);
                    assert!(grid.sides(point).contains(&place));
                    assert_eq!(grid.on_rim(point), grid.is_mark(place));
                    assert_eq!(grid.across(place).map(|other| grid.point(other)), (!grid.is_mark(place)).then_some(point));
                }
            }
        }
        check::<Small>(6, 6);
        check::<Small>(7, 8);
        check::<Small>(16, 3);
        check::<Large>(16, 16);
        check::<Large>(3, 16);
    }
}
