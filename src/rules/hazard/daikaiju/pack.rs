//! The daikaiju of one game: where they stand, which may come, and what is left of their phase.

use super::{MAX_TILES, Pose};
use crate::board::Square;
use crate::game::Supply;

/// What is left of the phase.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Pending {
    /// Whether some are placed because there were too few (S10).
    pub placing: bool,
    /// How many dice are still to be rolled (S5).
    pub dice: u8,
    /// What the last of them showed.
    pub die: u8,
    /// Those that have not acted on it.
    pub to_act: u64,
}

impl Pending {
    #[inline]
    pub const fn is_something(self) -> bool {
        self.placing || self.dice > 0 || self.to_act > 0
    }
}

/// Where a daikaiju stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stand {
    pub square: Square,
    pub pose: Pose,
}

/// The daikaiju of one game. Those on the board are told by their ranks: as bits of a set, read from the lowest up, they are the row of those
/// that act.
#[derive(Debug, Clone)]
pub struct Pack {
    pub(super) on_board: u64,
    /// How many that are.
    pub(super) count: u8,
    /// Those that may come.
    pub(super) supply: Supply,
    pub(super) stands: [Stand; MAX_TILES],
    pub(super) pending: Pending,
}

impl Pack {
    /// Where the daikaiju of a rank stands.
    #[inline]
    pub(super) const fn stand(&mut self, rank: usize) -> &mut Stand {
        &mut self.stands[rank & (MAX_TILES - 1)]
    }

    /// Which one is on `square`.
    pub(super) fn at(&self, square: Square) -> Option<usize> {
        bits(self.on_board).find(|&rank| self.stands[rank].square == square)
    }
}

/// The ranks of a set, ascending.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}
