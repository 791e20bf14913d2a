//! [`BoardValues`]: what was learned of the worth of positions, as tables, and the files that have
//! them.

mod file;
mod layout;
mod share;
mod shipped;

pub use file::{Trained, ValuesError, VersusGreedy};
pub use layout::{ENTRIES, LAYOUT, TABLES};
pub use shipped::{Judge, shipped};

use crate::game::{Features, MAX_SEATS, Seat, SeatSet};
use arrayvec::ArrayVec;
use std::fmt;

/// Tables by which a board is judged. The worth of a piece is the sum of one entry of each table,
/// and its share of the win doubles with every 32 units.
#[derive(Clone, PartialEq, Eq)]
pub struct BoardValues {
    entries: Box<[i8]>,
}

/// All of the win: shares are parts of it.
pub const WIN: u32 = 1 << 16;

impl fmt::Debug for BoardValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BoardValues({} entries)", self.entries.len())
    }
}

/// Tables without knowledge: all pieces are worth the same.
impl Default for BoardValues {
    fn default() -> Self {
        Self { entries: vec![0; ENTRIES].into() }
    }
}

/// A piece on a judged board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct JudgedPiece {
    /// Whose it is.
    pub seat: Seat,
    /// Its share of the win, of [`WIN`].
    pub share: u32,
    /// Which entries were added up, one of each table.
    pub entries: [u16; TABLES],
}

impl BoardValues {
    /// Tables with these entries; `None` if they are not [`ENTRIES`].
    pub fn new(entries: impl Into<Box<[i8]>>) -> Option<Self> {
        let entries = entries.into();
        (entries.len() == ENTRIES).then_some(Self { entries })
    }

    /// The entries of all tables, one table after the other.
    pub fn entries(&self) -> &[i8] {
        &self.entries
    }

    /// What the piece is worth of which these are the entries.
    fn worth(&self, entries: [u16; TABLES]) -> i32 {
        entries.iter().map(|&entry| i32::from(self.entries[usize::from(entry)])).sum()
    }

    /// The pieces on a board with their shares of the win, in the order in which they move.
    pub fn judge(&self, features: &Features) -> ArrayVec<JudgedPiece, MAX_SEATS> {
        let pieces = features.pieces.iter().enumerate();
        let mut judged: ArrayVec<JudgedPiece, MAX_SEATS> = pieces
            .map(|(at, piece)| {
                let entries = layout::entries(features, at);
                JudgedPiece { seat: piece.seat, share: 0, entries }
            })
            .collect();
        let worths: ArrayVec<i32, MAX_SEATS> =
            judged.iter().map(|piece| self.worth(piece.entries)).collect();
        let best = worths.iter().copied().max().unwrap_or(0);
        let sum: u64 = worths.iter().map(|worth| share::part(best - worth)).sum();
        for (judged, worth) in judged.iter_mut().zip(&worths) {
            judged.share = (share::part(best - worth) * u64::from(WIN) / sum) as u32;
        }
        judged
    }

    /// The share of the win that `side` has together, of [`WIN`]. If no piece is left, all who were
    /// in the game share the win; that counts as half of it, however many they were.
    pub fn share(&self, features: &Features, side: SeatSet) -> u32 {
        let worths: ArrayVec<i32, MAX_SEATS> = (0..features.pieces.len())
            .map(|at| self.worth(layout::entries(features, at)))
            .collect();
        let Some(best) = worths.iter().copied().max() else { return WIN / 2 };
        let (mut own, mut sum) = (0, 0);
        for (piece, worth) in features.pieces.iter().zip(&worths) {
            let part = share::part(best - worth);
            sum += part;
            own += if side.contains(piece.seat) { part } else { 0 };
        }
        (own * u64::from(WIN) / sum) as u32
    }
}
