//! The tables of a board: its squares, its start marks, and the path points between squares (T1,
//! T2, T4, V5–V7).

use super::port::{Port, PortSet, Side};
use super::shape::{Shape, StartMarks};
use super::size::{PointIndex, Size, Store};
use super::square::{Place, Square};

/// The fixed tables of a board.
///
/// A *path point* is a point on a line between two squares at which paths may meet: two on each
/// line. Where the board is round, and through portals, the squares on both sides of a line are not
/// neighbours in the rectangle. Points at an edge, with a square on one side only, come first, so
/// that a point's number tells whether a path that ends there has left the board.
#[derive(Debug, Clone)]
pub struct Grid<Z: Size> {
    shape: Shape,
    /// The number of squares that take tiles.
    area: u16,
    /// The number of points at an edge.
    edges: u16,
    /// The number of points.
    count: u16,
    /// The path points at the eight ports of each square.
    points: Z::PerSquare<[Z::Point; 8]>,
    /// The places on both sides of each path point.
    sides: Z::PerPoint<[Place; 2]>,
    /// The place on the other side of the point at each place.
    beyond: Z::PerPlace<Place>,
    /// The start marks, in the order in which they are offered.
    marks: Vec<Place>,
    /// For each side, in this order, the marks whose places lie at that side of their squares.
    along: [Box<[Place]>; 4],
    /// The ports of each square that are start marks.
    mark_ports: Z::PerSquare<PortSet>,
    /// The steps between two squares, by their numbers one after the other; empty where the columns
    /// and rows between them tell it.
    steps: Vec<Option<u8>>,
    /// Squares side by side as paths go, round the world or through a portal, but not in the
    /// rectangle: each pair once.
    jumps: Vec<[Square; 2]>,
}

impl<Z: Size> Grid<Z> {
    /// The tables of a board of this shape, which the caller knows to fit the size.
    pub fn new(shape: &Shape, marks: &StartMarks) -> Self {
        let nowhere = Place::new(Square::masked(0, 0), Port::new(0));
        let plain = shape.is_plain();
        let mut grid = Self {
            area: shape.squares().count() as u16,
            edges: 0,
            count: 0,
            points: <Z::PerSquare<[Z::Point; 8]> as Store<_>>::filled([Z::Point::from_index(0); 8]),
            sides: <Z::PerPoint<[Place; 2]> as Store<_>>::filled([nowhere; 2]),
            beyond: <Z::PerPlace<Place> as Store<_>>::filled(nowhere),
            along: Side::ALL.map(|side| {
                shape.marks(marks).into_iter().filter(|mark| mark.port().side() == side).collect()
            }),
            marks: shape.marks(marks),
            mark_ports: <Z::PerSquare<PortSet> as Store<_>>::filled(PortSet::EMPTY),
            steps: if plain {
                Vec::new()
            } else {
                (0..=u8::MAX).flat_map(|from| shape.distances(Square::from_index(from))).collect()
            },
            jumps: Vec::new(),
            shape: shape.clone(),
        };
        for mark in &grid.marks {
            let square = mark.square().index();
            grid.mark_ports.put(square, grid.mark_ports.at(square).with(mark.port()));
        }
        for place in shape.edges() {
            grid.number(place, place);
        }
        grid.edges = grid.count;
        for square in shape.squares() {
            // Each line within the board is numbered once, from the square above it or to its left;
            // paths keep their direction round the world and through portals.
            for port in Port::all().filter(|port| matches!(port.side(), Side::Right | Side::Bottom))
            {
                let place = Place::new(square, port);
                match shape.across(place) {
                    // Through portals a square may lie beyond its own side. Its two ports have a
                    // point each there, which no path can have between them, so that a point tells
                    // which port is meant.
                    Some(other) if other.square() == square => {
                        grid.number(place, place);
                        grid.number(other, other);
                        grid.beyond.put(place.index(), other);
                        grid.beyond.put(other.index(), place);
                    }
                    Some(other) => {
                        grid.number(place, other);
                        let jump = [square, other.square()];
                        if square.apart(other.square()) > 1 && !grid.jumps.contains(&jump) {
                            grid.jumps.push(jump);
                        }
                    }
                    None => {}
                }
            }
        }
        grid
    }

    /// Gives the point at `place`, with `other` on its other side, the next number.
    fn number(&mut self, place: Place, other: Place) {
        let index = usize::from(self.count);
        for (place, beyond) in [(place, other), (other, place)] {
            self.beyond.put(place.index(), beyond);
            let mut points = self.points.at(place.square().index());
            points[place.port().index()] = Z::Point::from_index(index);
            self.points.put(place.square().index(), points);
        }
        self.sides.put(index, [place, other]);
        self.count += 1;
    }

    /// The board's shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The number of columns, 3–16.
    pub fn columns(&self) -> u8 {
        self.shape.columns()
    }

    /// The number of rows, 3–16.
    pub fn rows(&self) -> u8 {
        self.shape.rows()
    }

    /// The number of squares that take tiles (T9).
    #[inline]
    pub fn area(&self) -> u16 {
        self.area
    }

    /// The squares that take tiles, row by row from the top.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.shape.squares()
    }

    /// Whether `square` is on the board and takes tiles.
    pub fn contains(&self, square: Square) -> bool {
        self.shape.takes_tiles(square)
    }

    /// The place at the same point that belongs to the square on the other side of the line, where
    /// a path goes that leaves the square of `place` there; `None` at an edge. `place` is on the
    /// board.
    #[inline]
    pub fn across(&self, place: Place) -> Option<Place> {
        debug_assert!(self.contains(place.square()), "{place}");
        (!self.at_edge(self.point(place))).then_some(self.beyond(place))
    }

    /// As [`Grid::across`], but at an edge `place` itself.
    #[inline]
    pub(crate) fn beyond(&self, place: Place) -> Place {
        self.beyond.at(place.index())
    }

    /// The square beyond a side of `square`, as paths go; at an edge `square` itself.
    #[inline]
    pub(crate) fn beside(&self, square: Square, side: Side) -> Square {
        self.beyond(Place::new(square, side.first_port())).square()
    }

    /// The start marks, in the order in which they are offered: 48 on 6×6, 56 on 7×7, clockwise
    /// from `a1:A` (T4).
    pub fn marks(&self) -> &[Place] {
        &self.marks
    }

    /// The start marks whose places lie at this side of their squares, in order (S12).
    pub(crate) fn marks_along(&self, side: Side) -> &[Place] {
        &self.along[side as usize]
    }

    /// Whether `place` is a start mark (T4).
    pub fn is_mark(&self, place: Place) -> bool {
        self.contains(place.square())
            && self.mark_ports.at(place.square().index()).contains(place.port())
    }

    /// Whether a piece may start at a mark where a path may arrive: one that is not at an edge.
    pub(crate) fn has_inner_marks(&self) -> bool {
        self.marks.iter().any(|&mark| self.across(mark).is_some())
    }

    /// The fewest steps from square to square between two squares that take tiles, as paths go:
    /// round the world and through portals. `None`: none can be reached from the other.
    pub fn steps(&self, from: Square, to: Square) -> Option<u8> {
        if self.steps.is_empty() {
            return Some(from.apart(to));
        }
        self.steps[from.index() << 8 | to.index()]
    }

    /// The pairs of squares that are side by side as paths go, round the world or through a portal,
    /// but not in the rectangle.
    pub(crate) fn jumps(&self) -> &[[Square; 2]] {
        &self.jumps
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

    /// The point at which a path without tiles ends that begins at `point`: the same, but where a
    /// square lies beyond its own side.
    pub(super) fn opposite(&self, point: usize) -> Z::Point {
        let [place, _] = self.sides.at(point);
        self.point(self.beyond(place))
    }

    /// The places on both sides of `point`; twice the same at an edge.
    #[inline]
    pub(super) fn sides(&self, point: Z::Point) -> [Place; 2] {
        self.sides.at(point.index())
    }

    /// Whether `point` lies at an edge, so that a path that ends there has left the board.
    #[inline]
    pub(super) fn at_edge(&self, point: Z::Point) -> bool {
        point.index() < usize::from(self.edges)
    }

    /// The number of path points.
    pub(super) fn points(&self) -> usize {
        self.count.into()
    }
}

#[cfg(test)]
mod tests {
    use super::super::shape::Wrap;
    use super::super::size::{Large, Small};
    use super::*;

    fn rectangle<Z: Size>(columns: u8, rows: u8) -> Grid<Z> {
        Grid::new(&Shape::rectangle(columns, rows), &StartMarks::Rim)
    }

    #[test]
    fn t4_a_board_of_six_has_48_marks_and_one_of_seven_56() {
        assert_eq!(rectangle::<Small>(7, 7).marks().len(), 56);
        let grid = rectangle::<Small>(6, 6);
        assert_eq!(grid.marks().len(), 48);
        let names: Vec<_> =
            [0, 1, 12, 24, 36, 47].map(|mark: usize| grid.marks()[mark].to_string()).into();
        assert_eq!(names, ["a1:A", "a1:B", "f1:C", "f6:E", "a6:G", "a1:H"]);
        let grid = rectangle::<Small>(7, 5);
        let by_side: Vec<_> =
            Side::ALL.into_iter().flat_map(|side| grid.marks_along(side)).copied().collect();
        assert_eq!(by_side, grid.marks());
    }

    #[test]
    fn every_point_has_its_places_and_every_place_its_point() {
        fn check<Z: Size>(shape: &Shape, points: usize) {
            let grid = Grid::<Z>::new(shape, &StartMarks::Shore);
            assert_eq!(grid.points(), points);
            for square in grid.squares() {
                for port in Port::all() {
                    let place = Place::new(square, port);
                    let point = grid.point(place);
                    assert!(grid.sides(point).contains(&place));
                    let across = grid.across(place);
                    assert_eq!(grid.at_edge(point), across.is_none());
                    assert_eq!(across, grid.shape().across(place));
                    let opposite = grid.opposite(point.index());
                    assert_eq!(across.map_or(point, |other| grid.point(other)), opposite);
                    assert_eq!(
                        across.is_some_and(|other| other.square() == square),
                        opposite != point
                    );
                    // Without portals, what has no square behind it is a shore.
                    assert!(
                        !grid.shape().portals().is_empty()
                            || grid.is_mark(place) == across.is_none()
                    );
                }
            }
        }
        let square = |name: &str| name.parse::<Square>().unwrap();
        check::<Small>(&Shape::rectangle(6, 6), 168);
        check::<Small>(&Shape::rectangle(7, 8), 254);
        check::<Small>(&Shape::rectangle(16, 3), 230);
        check::<Large>(&Shape::rectangle(16, 16), 1088);
        check::<Large>(&Shape::rectangle(3, 16), 230);
        check::<Small>(&Shape::rectangle(8, 6).wrapped(Wrap::Columns), 208);
        check::<Small>(&Shape::rectangle(6, 6).wrapped(Wrap::Both), 144);
        check::<Small>(&Shape::rectangle(6, 6).without([square("c3"), square("d3")]), 166);
        check::<Small>(
            &Shape::rectangle(6, 6).with_portals([[square("b2"), square("e5")]]),
            168 - 8,
        );
        // c3 lies beyond its own sides: eight lines become three, with two points at each of these
        // sides.
        check::<Small>(
            &Shape::rectangle(6, 6).with_portals([[square("b3"), square("d3")]]),
            168 - 16 + 6 + 4,
        );
    }

    #[test]
    fn v6_the_way_round_the_world_may_be_the_shorter_one() {
        let square = |name: &str| name.parse::<Square>().unwrap();
        let globe =
            Grid::<Small>::new(&Shape::rectangle(8, 6).wrapped(Wrap::Columns), &StartMarks::Rim);
        assert_eq!(globe.steps(square("a1"), square("g3")), Some(4));
        assert_eq!(rectangle::<Small>(8, 6).steps(square("a1"), square("g3")), Some(8));
        let split = Shape::rectangle(3, 3).without(["a2", "b2", "c2"].map(square));
        assert_eq!(
            Grid::<Small>::new(&split, &StartMarks::Rim).steps(square("a1"), square("a3")),
            None
        );
    }
}
