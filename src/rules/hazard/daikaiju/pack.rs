//! [`Pack`]: the daikaiju of one game, where they stand, which are in the supply, and what is left of their phase.

use super::{MAX_TILES, Pose};
use crate::board::Square;
use crate::game::Supply;

/// What is left of the daikaiju phase of this turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Pending {
    /// The turn.
    pub turn: u32,
    /// Whether daikaiju are placed because too few are on the board (S10).
    pub placing: bool,
    /// How many dice are still to be rolled (S5).
    pub dice: u8,
    /// The value of the last die that was rolled.
    pub die: u8,
    /// The ranks that have not acted on that die, as a set of bits.
    pub to_act: u64,
}

impl Pending {
    #[inline]
    pub(super) const fn is_pending(self) -> bool {
        self.placing || self.dice > 0 || self.to_act > 0
    }
}

/// Square and pose of a daikaiju.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stand {
    pub square: Square,
    pub pose: Pose,
}

/// The daikaiju of one game. The set of those on the board has a bit for each rank: read from the lowest up, they come
/// in the order in which they act.
#[derive(Debug, Clone)]
pub(super) struct Pack {
    /// The ranks on the board.
    pub(super) on_board: u64,
    /// How many are on the board.
    pub(super) count: u8,
    /// The tiles that may be placed.
    pub(super) supply: Supply,
    /// By rank; of no meaning for ranks that are not on the board.
    pub(super) stands: [Stand; MAX_TILES],
    pub(super) pending: Pending,
}

impl Pack {
    /// Where the daikaiju with this rank stands.
    #[inline]
    pub(super) const fn stand(&mut self, rank: usize) -> &mut Stand {
        &mut self.stands[rank & (MAX_TILES - 1)]
    }

    /// The rank of the daikaiju on `square`.
    pub(super) fn at(&self, square: Square) -> Option<usize> {
        ranks(self.on_board).find(|&rank| self.stands[rank].square == square)
    }
}

/// The ranks in a set of bits, ascending.
pub(super) fn ranks(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let rank = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            rank
        })
    })
}
