//! The shape of a board as a rule-set file gives it: which squares exist, and which lie side by
//! side (T1, V5–V7).

use super::port::{Port, Side};
use super::square::{Place, Square};

/// Which lines of squares go round the world (`board.wrap`; V6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Wrap {
    /// Every side of the board is an edge.
    #[default]
    None,
    /// Beyond the last column lies the first.
    Columns,
    /// Beyond the last row lies the first.
    Rows,
    /// Both.
    Both,
}

impl Wrap {
    /// Whether a path that leaves the rectangle across `side` comes in again on the other side.
    pub const fn goes_round(self, side: Side) -> bool {
        match side {
            Side::Left | Side::Right => matches!(self, Self::Columns | Self::Both),
            Side::Top | Side::Bottom => matches!(self, Self::Rows | Self::Both),
        }
    }
}

/// Where pieces may start (`start.marks`; T4, V5).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum StartMarks {
    /// The ports of existing squares on the outside of the rectangle, clockwise from `a1:A`.
    #[default]
    Rim,
    /// Every port on whose other side there is no square: the ports of the rim, then the ports of
    /// inner shores, square by square.
    Shore,
    /// These places, in this order.
    Places(Vec<Place>),
}

/// Which squares a board has, and which of their sides meet.
///
/// ```
/// use tsuro::board::{Shape, Wrap};
///
/// let square = |name: &str| name.parse().expect("a square");
/// let globe = Shape::rectangle(8, 6)
///     .wrapped(Wrap::Columns)
///     .without([square("c3")])
///     .with_portals([[square("a1"), square("e4")]]);
/// // Beyond column h lies column a.
/// assert_eq!(globe.across("h2:C".parse()?), Some("a2:H".parse()?));
/// // A path that leads onto portal a1 goes on behind its twin.
/// assert_eq!(globe.across("b1:G".parse()?), Some("d4:D".parse()?));
/// // There is no c3.
/// assert_eq!(globe.across("c2:E".parse()?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    columns: u8,
    rows: u8,
    wrap: Wrap,
    /// A bit for each square of the rectangle that does not exist.
    missing: [u64; 4],
    portals: Vec<[Square; 2]>,
}

impl Shape {
    /// A rectangle with all its squares, 3–16 a side, with edges all round (T1).
    pub const fn rectangle(columns: u8, rows: u8) -> Self {
        Self { columns, rows, wrap: Wrap::None, missing: [0; 4], portals: Vec::new() }
    }

    /// The same board, on which lines go round the world (V6).
    #[must_use]
    pub const fn wrapped(mut self, wrap: Wrap) -> Self {
        self.wrap = wrap;
        self
    }

    /// The same board without these squares (V5).
    #[must_use]
    pub fn without(mut self, missing: impl IntoIterator<Item = Square>) -> Self {
        for square in missing {
            self.missing[square.index() / 64] |= 1 << (square.index() % 64);
        }
        self
    }

    /// The same board with these pairs of portals as well (V7). A square in two pairs belongs to
    /// the first.
    #[must_use]
    pub fn with_portals(mut self, pairs: impl IntoIterator<Item = [Square; 2]>) -> Self {
        self.portals.extend(pairs);
        self
    }

    /// The number of columns, 3–16.
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// The number of rows, 3–16.
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Which lines go round the world (V6).
    pub const fn wrap(&self) -> Wrap {
        self.wrap
    }

    /// The squares of the rectangle that do not exist, row by row from the top (V5).
    pub fn missing(&self) -> impl Iterator<Item = Square> {
        self.rectangle_squares().filter(|&square| !self.has(square))
    }

    /// The pairs of portals (V7).
    pub fn portals(&self) -> &[[Square; 2]] {
        &self.portals
    }

    /// Whether the board is a rectangle with all its squares, all of which take tiles, and edges
    /// all round.
    pub fn is_plain(&self) -> bool {
        self.wrap == Wrap::None && self.missing == [0; 4] && self.portals.is_empty()
    }

    /// All squares of the rectangle, row by row from the top, whether they exist or not.
    pub fn rectangle_squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Square::masked(column, row)))
    }

    /// The squares that take tiles: all squares of the shape except portals, row by row from the
    /// top.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.rectangle_squares().filter(|&square| self.takes_tiles(square))
    }

    /// Whether `square` exists, as a portal or as one that takes tiles.
    pub fn has(&self, square: Square) -> bool {
        square.column() < self.columns
            && square.row() < self.rows
            && self.missing[square.index() / 64] >> (square.index() % 64) & 1 == 0
    }

    /// The other portal of the pair, if `square` is a portal that exists (V7).
    pub fn twin(&self, square: Square) -> Option<Square> {
        let twin = |&[one, other]: &[Square; 2]| match square {
            _ if square == one => Some(other),
            _ if square == other => Some(one),
            _ => None,
        };
        self.portals.iter().find_map(twin).filter(|_| self.has(square))
    }

    /// Whether a tile can lie on `square`: it exists, and is no portal.
    pub fn takes_tiles(&self, square: Square) -> bool {
        self.has(square) && self.twin(square).is_none()
    }

    /// Why no tile can lie on `square`, as the end of a sentence, and the key of rule-set files
    /// that says so; `None`: one can.
    pub fn why_no_tile(&self, square: Square) -> Option<(String, &'static str)> {
        let (columns, rows) = (self.columns, self.rows);
        if square.column() >= columns || square.row() >= rows {
            let key = if square.column() >= columns { "board.columns" } else { "board.rows" };
            return Some((
                format!("is off the board, which has {columns} columns and {rows} rows"),
                key,
            ));
        }
        if !self.has(square) {
            return Some(("is a missing square".to_owned(), "board.missing"));
        }
        self.twin(square).map(|_| ("is a portal".to_owned(), "board.portals"))
    }

    /// The square that lies beyond `side` of `square`, round the world where the board is round;
    /// `None` at an edge and before a missing square.
    fn beside(&self, square: Square, side: Side) -> Option<Square> {
        let round = |at: u8, step: i8, count: u8| match at.checked_add_signed(step) {
            Some(at) if at < count => Some(at),
            _ if !self.wrap.goes_round(side) => None,
            Some(_) => Some(0),
            None => Some(count - 1),
        };
        let (right, down) = side.offset();
        let beside = Square::masked(
            round(square.column(), right, self.columns)?,
            round(square.row(), down, self.rows)?,
        );
        self.has(beside).then_some(beside)
    }

    /// The square to which something that walks goes from `square` across `side`: `None` if that
    /// leads off the board, to a missing square or onto a portal.
    pub fn step(&self, square: Square, side: Side) -> Option<Square> {
        self.beside(square, side).filter(|&square| self.twin(square).is_none())
    }

    /// The place on the other side of the line at `place`, of a square that takes tiles; round the
    /// world and through portals, as paths go. `None`: a path that leads there has left the board.
    pub fn across(&self, place: Place) -> Option<Place> {
        let side = place.port().side();
        let mut square = self.beside(place.square(), side)?;
        // A path goes straight through portals, so from a square with tiles it comes to none of
        // them twice; from a portal it might go round for ever.
        for _ in 0..2 * self.portals.len() {
            match self.twin(square) {
                Some(twin) => square = self.beside(twin, side)?,
                None => break,
            }
        }
        self.takes_tiles(square).then(|| Place::new(square, place.port().across()))
    }

    /// Whether `place` is at a port on the outside of the rectangle.
    fn is_outside(&self, place: Place) -> bool {
        let square = place.square();
        match place.port().side() {
            Side::Top => square.row() == 0,
            Side::Right => square.column() + 1 == self.columns,
            Side::Bottom => square.row() + 1 == self.rows,
            Side::Left => square.column() == 0,
        }
    }

    /// Whether `place` is at a port on the outside of the rectangle, where that is an edge (T4).
    pub fn is_on_rim(&self, place: Place) -> bool {
        self.is_outside(place)
            && !self.wrap.goes_round(place.port().side())
            && self.has(place.square())
    }

    /// Whether the line at `place` is one where the ends of the board meet (V6).
    pub(crate) fn is_at_seam(&self, place: Place) -> bool {
        self.is_outside(place) && self.wrap.goes_round(place.port().side())
    }

    /// Whether `place` is at a line of a portal (V7).
    pub(crate) fn is_before_portal(&self, place: Place) -> bool {
        self.beside(place.square(), place.port().side())
            .is_some_and(|beside| self.twin(beside).is_some())
    }

    /// Whether a path can leave the board anywhere.
    pub(crate) fn has_edge(&self) -> bool {
        self.edges().next().is_some()
    }

    /// Whether a piece may start where a path may arrive.
    pub(crate) fn has_inner_marks(&self, marks: &StartMarks) -> bool {
        self.marks(marks).iter().any(|&mark| self.across(mark).is_some())
    }

    /// The places on the outside of the rectangle that are at an edge, of squares that take tiles,
    /// clockwise from `a1:A`.
    fn rim(&self) -> impl Iterator<Item = Place> {
        let (columns, rows) = (self.columns, self.rows);
        let (last_column, last_row) = (columns - 1, rows - 1);
        let top = (0..columns).map(|column| (Square::masked(column, 0), [0, 1]));
        let right = (0..rows).map(move |row| (Square::masked(last_column, row), [2, 3]));
        let bottom =
            (0..columns).rev().map(move |column| (Square::masked(column, last_row), [4, 5]));
        let left = (0..rows).rev().map(|row| (Square::masked(0, row), [6, 7]));
        let places = top.chain(right).chain(bottom).chain(left);
        let places = places
            .flat_map(|(square, ports)| ports.map(|port| Place::new(square, Port::new(port))));
        places.filter(|place| self.is_on_rim(*place) && self.takes_tiles(place.square()))
    }

    /// The places at an edge, where a path ends: the places on the [rim](Shape::is_on_rim)
    /// clockwise from `a1:A`, then the places within, square by square.
    pub(super) fn edges(&self) -> impl Iterator<Item = Place> {
        let places =
            self.squares().flat_map(|square| Port::all().map(move |port| Place::new(square, port)));
        self.rim()
            .chain(places.filter(|&place| !self.is_on_rim(place) && self.across(place).is_none()))
    }

    /// The start marks, in the order in which they are offered (T4, V5). Of a list, only the places
    /// on squares that take tiles.
    pub fn marks(&self, marks: &StartMarks) -> Vec<Place> {
        match marks {
            StartMarks::Rim => self.rim().collect(),
            StartMarks::Shore => self
                .edges()
                .filter(|place| self.beside(place.square(), place.port().side()).is_none())
                .collect(),
            StartMarks::Places(places) => {
                places.iter().copied().filter(|place| self.takes_tiles(place.square())).collect()
            }
        }
    }

    /// The fewest steps from `from` to each square, as paths go, by [`Square::index`]; `None`: it
    /// cannot be reached.
    pub(crate) fn distances(&self, from: Square) -> [Option<u8>; 256] {
        let mut distances = [None; 256];
        distances[from.index()] = Some(0);
        let (mut next, mut steps) = (vec![from], 0);
        while !next.is_empty() {
            steps += 1;
            let reached = std::mem::take(&mut next);
            for side_of in reached
                .into_iter()
                .flat_map(|square| Side::ALL.map(|side| Place::new(square, side.first_port())))
            {
                if let Some(beyond) = self
                    .across(side_of)
                    .map(Place::square)
                    .filter(|beyond| distances[beyond.index()].is_none())
                {
                    distances[beyond.index()] = Some(steps);
                    next.push(beyond);
                }
            }
        }
        distances
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn across(shape: &Shape, from: &str) -> String {
        shape.across(from.parse().unwrap()).map_or("edge".to_owned(), |place| place.to_string())
    }

    #[test]
    fn v5_a_path_that_leads_onto_a_missing_square_has_left_the_board() {
        let shape = Shape::rectangle(4, 4).without([square("b2"), square("a4")]);
        assert_eq!(
            (across(&shape, "a2:C"), across(&shape, "b1:F"), across(&shape, "a3:E")),
            ("edge".into(), "edge".into(), "edge".into())
        );
        assert_eq!(shape.squares().count(), 14);
        assert_eq!(shape.marks(&StartMarks::Rim).len(), 32 - 4);
        assert_eq!(shape.marks(&StartMarks::Shore).len(), 32 - 4 + 8 + 4);
        assert!(!shape.is_on_rim("a3:E".parse().unwrap()), "it is a shore");
    }

    #[test]
    fn v6_beyond_the_last_column_lies_the_first_and_on_both_there_is_no_rim() {
        let shape = Shape::rectangle(5, 3).wrapped(Wrap::Columns);
        assert_eq!(
            (across(&shape, "a1:G"), across(&shape, "e3:D"), across(&shape, "e3:E")),
            ("e1:D".into(), "a3:G".into(), "edge".into())
        );
        assert_eq!(shape.marks(&StartMarks::Rim).len(), 20);
        assert!(Shape::rectangle(5, 3).wrapped(Wrap::Both).marks(&StartMarks::Rim).is_empty());
        let distances = shape.distances(square("a1"));
        assert_eq!(
            (distances[square("e1").index()], distances[square("c3").index()]),
            (Some(1), Some(4))
        );
    }

    #[test]
    fn v7_a_path_goes_straight_on_behind_the_twin_of_a_portal() {
        let shape = Shape::rectangle(6, 6)
            .with_portals([[square("b2"), square("e5")], [square("f5"), square("c3")]]);
        // Onto b2 from the left; e5 and f5 lie side by side, so it goes on behind c3.
        assert_eq!(across(&shape, "a2:C"), "d3:H");
        assert_eq!(across(&shape, "d3:H"), "a2:C");
        // Onto e5 from below: it comes out of b2 upwards.
        assert_eq!(across(&shape, "e6:B"), "b1:E");
        // Portals take no marks, and count as squares that exist.
        assert!(shape.marks(&StartMarks::Shore).iter().all(|mark| mark.square() != square("f5")));
        assert_eq!(shape.marks(&StartMarks::Shore), shape.marks(&StartMarks::Rim));
        assert_eq!(shape.step(square("a2"), Side::Right), None);
    }

    /// Any shape, including shapes on which no game can be played.
    pub(crate) fn any_shape() -> impl Strategy<Value = Shape> {
        let squares = |len| prop::collection::vec((0u8..7, 0u8..7), len);
        (3u8..7, 3u8..7, 0usize..4, squares(0..8), squares(0..8)).prop_map(
            |(columns, rows, wrap, missing, portals)| {
                let named = |(column, row): &(u8, u8)| Square::new(column % columns, row % rows);
                let missing: Vec<Square> = missing.iter().map(named).collect();
                let mut portals: Vec<Square> =
                    portals.iter().map(named).filter(|square| !missing.contains(square)).collect();
                portals.sort_unstable();
                portals.dedup();
                let pairs = portals.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
                let wrap = [Wrap::None, Wrap::Columns, Wrap::Rows, Wrap::Both][wrap];
                Shape::rectangle(columns, rows).wrapped(wrap).without(missing).with_portals(pairs)
            },
        )
    }

    proptest! {
        #[test]
        fn every_line_has_two_sides_and_each_is_across_from_the_other(shape in any_shape()) {
            for square in shape.squares() {
                for port in Port::all() {
                    let place = Place::new(square, port);
                    let Some(other) = shape.across(place) else { continue };
                    prop_assert_eq!(shape.across(other), Some(place));
                    prop_assert_eq!(other.port(), port.across());
                    prop_assert!(shape.takes_tiles(other.square()));
                    prop_assert!(!shape.is_on_rim(place));
                }
            }
        }
    }
}
