//! The sizes of a game's tables, chosen once, when a rule set is compiled.
//!
//! The boards that are played most fit path points into a byte, which keeps a game's state small
//! and its look-ups free of bounds checks. Larger boards use the same code with wider tables.

use std::fmt::Debug;
use std::sync::OnceLock;

/// What a [`Store`] can hold: small plain data.
pub trait Value: Copy + Debug + Send + Sync + 'static {}
impl<T: Copy + Debug + Send + Sync + 'static> Value for T {}

/// Keeps the traits of tables to the crate, so that they can gain methods.
mod sealed {
    use super::{EitherSize, Large, OfEachSize, Small};

    /// A size, a table or a number of a path point that the crate has.
    pub trait SealedTable {}

    /// A size, as one of the two that there are.
    pub trait SealedSize: Sized {
        /// [`EitherSize::from_sized`].
        fn either<F: OfEachSize>(thing: F::Of<Self>) -> EitherSize<F>
        where
            Self: super::Size;
    }

    impl SealedSize for Small {
        #[inline]
        fn either<F: OfEachSize>(thing: F::Of<Self>) -> EitherSize<F> {
            EitherSize::Small(thing)
        }
    }

    impl SealedSize for Large {
        #[inline]
        fn either<F: OfEachSize>(thing: F::Of<Self>) -> EitherSize<F> {
            EitherSize::Large(thing)
        }
    }

    impl SealedTable for u8 {}
    impl SealedTable for u16 {}
    impl<T, const N: usize> SealedTable for [T; N] {}
    impl SealedTable for () {}
    impl<T> SealedTable for std::sync::OnceLock<T> {}
}

/// A table of fixed length, a power of two, so that an index can be masked instead of checked. Only
/// the crate implements it.
pub trait Store<T: Value>: sealed::SealedTable + Clone + Debug + Send + Sync + 'static {
    /// A table with `value` everywhere.
    fn filled(value: T) -> Self;
    /// The entry at `index`, which the caller's newtype proves to be inside.
    #[inline]
    fn at(&self, index: usize) -> T {
        *self.get(index)
    }
    /// A reference to the entry at `index`.
    fn get(&self, index: usize) -> &T;
    /// Sixteen entries from `index` on, if there are as many.
    fn sixteen(&self, index: usize) -> Option<&[T; 16]>;
    /// Sets the entry at `index`.
    fn put(&mut self, index: usize, value: T);
}

impl<T: Value, const N: usize> Store<T> for [T; N] {
    #[inline]
    fn filled(value: T) -> Self {
        [value; N]
    }

    #[inline]
    fn get(&self, index: usize) -> &T {
        const { assert!(N.is_power_of_two()) }
        debug_assert!(index < N, "index {index} in a table of {N}");
        &self[index & (N - 1)]
    }

    #[inline]
    fn sixteen(&self, index: usize) -> Option<&[T; 16]> {
        self.as_slice().get(index..)?.first_chunk()
    }

    #[inline]
    fn put(&mut self, index: usize, value: T) {
        const { assert!(N.is_power_of_two()) }
        debug_assert!(index < N, "index {index} in a table of {N}");
        self[index & (N - 1)] = value;
    }
}

/// The number of a path point. Only the crate implements it.
pub trait PointIndex: sealed::SealedTable + Value + Eq {
    /// The point with this number, which the caller knows to fit.
    fn from_index(index: usize) -> Self;
    /// The point's number.
    fn index(self) -> usize;
}

impl PointIndex for u8 {
    #[inline]
    fn from_index(index: usize) -> Self {
        index as Self
    }
    #[inline]
    fn index(self) -> usize {
        self.into()
    }
}

impl PointIndex for u16 {
    #[inline]
    fn from_index(index: usize) -> Self {
        index as Self
    }
    #[inline]
    fn index(self) -> usize {
        self.into()
    }
}

/// A value that is made when it is asked for, or nothing for ever, which takes no room. Only the
/// crate implements it.
pub trait Lazy<T>: sealed::SealedTable + Default + Debug + Send + Sync + 'static {
    /// The value, made if it is not there; `None`: there is never one.
    fn get_or_make(&self, make: impl FnOnce() -> T) -> Option<&T>;
    /// Drops the value, so that the next one is made anew.
    fn drop_value(&mut self);
}

impl<T> Lazy<T> for () {
    fn get_or_make(&self, _: impl FnOnce() -> T) -> Option<&T> {
        None
    }
    #[inline]
    fn drop_value(&mut self) {}
}

impl<T: Debug + Send + Sync + 'static> Lazy<T> for OnceLock<T> {
    fn get_or_make(&self, make: impl FnOnce() -> T) -> Option<&T> {
        Some(self.get_or_init(make))
    }
    fn drop_value(&mut self) {
        self.take();
    }
}

/// The sizes of all tables of a game: [`Small`] or [`Large`]. Only the crate implements it.
pub trait Size: sealed::SealedSize + Copy + Debug + Send + Sync + 'static {
    /// The number of a path point.
    type Point: PointIndex;
    /// A table with an entry for each path point.
    type PerPoint<T: Value>: Store<T>;
    /// A table with an entry for each square.
    type PerSquare<T: Value>: Store<T>;
    /// A table with an entry for each port of each square.
    type PerPlace<T: Value>: Store<T>;
    /// A table with an entry for every 64 squares.
    type PerSquareWord<T: Value>: Store<T>;
    /// A table with an entry for each seat.
    type PerSeat<T: Value>: Store<T>;
    /// A table with an entry for every four seats.
    type PerFourSeats<T: Value>: Store<T>;
    /// A table with an entry for each tile of the deck.
    type PerTile<T: Value>: Store<T>;
    /// What is only there where rules may [hide](Size::HIDES) squares.
    type IfHides<T: Debug + Send + Sync + 'static>: Lazy<T>;

    /// The most path points.
    const POINTS: usize;
    /// The length of a table of squares: 16 for each row, however many columns the board has.
    const SQUARES: usize = Self::ROWS as usize * 16;
    /// The most rows, however many columns the board has.
    const ROWS: u8;
    /// The most seats.
    const SEATS: usize;
    /// Whether the engine is compiled for each chance and sink that wants it, or once for all of
    /// them.
    const OWN_ENGINE: bool;
    /// The most tiles in the deck.
    const TILES: usize;
    /// Whether rules may [hide](crate::game::Abilities::HIDES) squares from seats. Small games are
    /// spared the question.
    const HIDES: bool;

    /// Whether the tables are large enough for a game with these measures.
    fn fits(columns: u8, rows: u8, seats: u8, tiles: u16) -> bool {
        points(columns, rows) <= Self::POINTS
            && rows <= Self::ROWS
            && usize::from(seats) <= Self::SEATS
            && usize::from(tiles) <= Self::TILES
    }
}

/// A type for each size.
pub trait OfEachSize {
    /// The one for a size.
    type Of<Z: Size>;
}

/// Something of one of the sizes.
pub enum EitherSize<F: OfEachSize> {
    /// Of a small game.
    Small(F::Of<Small>),
    /// Of a large one.
    Large(F::Of<Large>),
}

impl<F: OfEachSize> EitherSize<F> {
    /// The same thing, with its size said by a value instead of a type.
    #[inline]
    pub fn from_sized<Z: Size>(thing: F::Of<Z>) -> Self {
        <Z as sealed::SealedSize>::either(thing)
    }
}

impl<F: OfEachSize<Of<Small>: Copy, Of<Large>: Copy>> Clone for EitherSize<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: OfEachSize<Of<Small>: Copy, Of<Large>: Copy>> Copy for EitherSize<F> {}

/// The number of path points of a board: two on each line between squares, rim included.
pub(super) const fn points(columns: u8, rows: u8) -> usize {
    let (columns, rows) = (columns as usize, rows as usize);
    2 * (columns * (rows + 1) + rows * (columns + 1))
}

/// Up to 256 path points (7×8 squares), 8 rows, 16 seats and 128 tiles: most shipped rule sets.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "it is a name, and holds nothing")]
pub struct Small;

impl Size for Small {
    type Point = u8;
    type PerPoint<T: Value> = [T; 256];
    type PerSquare<T: Value> = [T; 128];
    type PerPlace<T: Value> = [T; 1024];
    type PerSquareWord<T: Value> = [T; 2];
    type PerSeat<T: Value> = [T; 16];
    type PerFourSeats<T: Value> = [T; 4];
    type PerTile<T: Value> = [T; 128];
    type IfHides<T: Debug + Send + Sync + 'static> = ();
    const POINTS: usize = 256;
    const ROWS: u8 = 8;
    const SEATS: usize = 16;
    const OWN_ENGINE: bool = true;
    const TILES: usize = 128;
    const HIDES: bool = false;
}

/// Everything a rule-set file may ask for: 16×16 squares, 32 seats, 1,024 tiles.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "as `Small`")]
pub struct Large;

impl Size for Large {
    type Point = u16;
    type PerPoint<T: Value> = [T; 2048];
    type PerSquare<T: Value> = [T; 256];
    type PerPlace<T: Value> = [T; 2048];
    type PerSquareWord<T: Value> = [T; 4];
    type PerSeat<T: Value> = [T; 32];
    type PerFourSeats<T: Value> = [T; 8];
    type PerTile<T: Value> = [T; 1024];
    type IfHides<T: Debug + Send + Sync + 'static> = OnceLock<T>;
    const POINTS: usize = 2048;
    const ROWS: u8 = 16;
    const SEATS: usize = 32;
    const OWN_ENGINE: bool = false;
    const TILES: usize = 1024;
    const HIDES: bool = true;
}
