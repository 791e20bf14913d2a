//! Squares, and the places where pieces stand (T1, T5).

use super::port::{Port, Side};
use super::size::{Size, Store};
use std::{fmt, str::FromStr};

/// The fewest squares along a side of the board.
pub const MIN_SIDE: u8 = 3;
/// The most squares along a side of the board.
pub const MAX_SIDE: u8 = 16;

/// A square of the board: a column lettered from `a` at the left, a row numbered from 1 at the top
/// (T1).
///
/// The number inside is `16 × row + column` on boards of every size, so a square is read and
/// printed without its board.
///
/// ```
/// use tsuro::board::Square;
///
/// let square: Square = "c2".parse()?;
/// assert_eq!(square, Square::new(2, 1));
/// assert_eq!(Square::checked(16, 0), None);
/// # Ok::<(), tsuro::board::ParsePlaceError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in `column` and `row`, both from 0 and below 16.
    ///
    /// # Panics
    /// If either is 16 or more; [`Square::checked`] says so instead.
    #[inline]
    pub const fn new(column: u8, row: u8) -> Self {
        assert!(column < MAX_SIDE && row < MAX_SIDE, "a square has a column and a row below 16");
        Self::masked(column, row)
    }

    /// The square in `column` and `row`, both from 0; `None` if either is 16 or more.
    #[inline]
    pub const fn checked(column: u8, row: u8) -> Option<Self> {
        if column < MAX_SIDE && row < MAX_SIDE { Some(Self::masked(column, row)) } else { None }
    }

    /// The square in `column` and `row`, which the caller knows to be below 16.
    #[inline]
    pub(crate) const fn masked(column: u8, row: u8) -> Self {
        Self((row & 15) << 4 | (column & 15))
    }

    /// The column's number: 0 for `a`.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 & 15
    }

    /// The row's number: 0 for row 1, the top one.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 >> 4
    }

    /// The steps between two squares of the rectangle.
    #[inline]
    pub(crate) const fn apart(self, other: Self) -> u8 {
        self.column().abs_diff(other.column()) + self.row().abs_diff(other.row())
    }

    /// The square's index in a table of squares: `16 × row + column`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square with this [index](Square::index).
    #[inline]
    pub(super) const fn from_index(index: u8) -> Self {
        Self(index)
    }
}

/// A step from a square to one of its four neighbours, or staying on it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step(u8);

impl Step {
    /// Staying on the square.
    pub(crate) const STAY: Self = Self(4);
    /// All steps by their [index](Step::index): one for each side, then staying, repeated up to a
    /// power of two.
    pub(crate) const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// One square towards `side`.
    #[inline]
    pub(crate) const fn to(side: Side) -> Self {
        Self(side as u8)
    }

    /// Whether it stays on the square.
    #[inline]
    pub(crate) const fn stays(self) -> bool {
        self.0 >= 4
    }

    /// The step's index in a table of eight: 0–3 in the order of [`Side::ALL`], 4–7 for staying.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The side towards which it leads; `None` for staying.
    pub(crate) fn side(self) -> Option<Side> {
        Side::ALL.into_iter().nth(self.index())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares.
#[derive(Debug, Clone)]
pub(crate) struct SquareSet<Z: Size>(Z::PerSquareWord<u64>);

impl<Z: Size> Default for SquareSet<Z> {
    fn default() -> Self {
        Self(<Z::PerSquareWord<u64> as Store<_>>::filled(0))
    }
}

impl<Z: Size> SquareSet<Z> {
    /// Adds `square`; no effect if the set has it.
    #[inline]
    pub(crate) fn insert(&mut self, square: Square) {
        let word = square.index() / 64;
        self.0.put(word, self.0.at(word) | 1 << (square.index() % 64));
    }

    /// Whether `square` is in the set.
    #[inline]
    pub(crate) fn contains(&self, square: Square) -> bool {
        self.0.at(square.index() / 64) >> (square.index() % 64) & 1 != 0
    }

    /// The squares of the set, row by row from the top.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Square> {
        (0..Z::SQUARES).map(|index| Square(index as u8)).filter(|&square| self.contains(square))
    }
}

/// Where a piece stands: at a port of the empty square that it faces (T5). Written `c3:H`.
///
/// ```
/// use tsuro::board::Place;
///
/// let place: Place = "c3:H".parse()?;
/// assert_eq!((place.square().to_string(), place.port().letter()), ("c3".to_owned(), 'H'));
/// // The same point, seen from the square at the left.
/// # Ok::<(), tsuro::board::ParsePlaceError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u16);

impl Place {
    /// The place at `port` of `square`.
    #[inline]
    pub const fn new(square: Square, port: Port) -> Self {
        Self((square.0 as u16) << 3 | port.index() as u16)
    }

    /// The square that a piece here faces.
    #[inline]
    pub const fn square(self) -> Square {
        Square((self.0 >> 3) as u8)
    }

    /// The port of that square at which it stands.
    #[inline]
    pub const fn port(self) -> Port {
        Port::new(self.0 as u8)
    }

    /// The place with this index in a table of places.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// The place's index in a table of places: eight for each square.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.square(), self.port())
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is not a square or a place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not {wanted}")]
pub struct ParsePlaceError {
    text: String,
    wanted: &'static str,
}

impl FromStr for Square {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParsePlaceError {
            text: text.chars().take(40).collect(),
            wanted: "a square such as \"c3\"",
        };
        let mut bytes = text.bytes();
        let column =
            bytes.next().filter(|byte| (b'a'..=b'p').contains(byte)).ok_or_else(error)? - b'a';
        let digits = &text[1..];
        if !matches!(digits.as_bytes(), [b'1'..=b'9'] | [b'1', b'0'..=b'6']) {
            return Err(error());
        }
        let row: u8 = digits.parse().map_err(|_| error())?;
        Ok(Self::new(column, row - 1))
    }
}

impl FromStr for Place {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParsePlaceError {
            text: text.chars().take(40).collect(),
            wanted: "a place such as \"c3:H\"",
        };
        let (square, port) = text.split_once(':').ok_or_else(error)?;
        let square = square.parse().map_err(|_| error())?;
        let mut letters = port.chars();
        match (letters.next().and_then(Port::from_letter), letters.next()) {
            (Some(port), None) => Ok(Self::new(square, port)),
            _ => Err(error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t1_every_square_of_the_largest_board_is_read_as_it_is_printed() {
        for row in 0..16 {
            for column in 0..16 {
                let square = Square::new(column, row);
                assert_eq!(square.to_string().parse(), Ok(square));
            }
        }
        assert_eq!(Square::new(0, 0).to_string(), "a1");
        assert_eq!((Square::checked(16, 0), Square::checked(0, 16)), (None, None));
        assert_eq!(Square::checked(15, 15).map(|square| square.to_string()), Some("p16".into()));
    }

    #[test]
    fn t5_places_are_read_as_they_are_printed_and_nothing_else_is() {
        let place: Place = "c3:H".parse().unwrap();
        assert_eq!((place.square(), place.port().letter()), (Square::new(2, 2), 'H'));
        for bad in [
            "", "c", "c3", "c3:", "c3:I", "c3:HH", "c03:A", "c17:A", "q1:A", "é1:A", "c0:A",
            "C3:A", "c3:h", "c 3:H",
        ] {
            assert!(bad.parse::<Place>().is_err(), "{bad}");
        }
    }
}
