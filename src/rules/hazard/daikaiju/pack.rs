//! [`Pack`]: the daikaiju of one game, where they stand, which are in the supply, and what is left of their phase.

use super::{MAX_TILES, Pose};
use crate::board::Square;
use crate::game::Supply;
use std::num::NonZeroU8;

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
    /// The one that has come to its square, and has not taken anything there until rules have heard of the threat.
    pub arriving: Option<Arrival>,
    /// The ranks that have not acted on that die, as a set of bits; and that of the one that is arriving.
    pub to_act: u64,
}

/// Which daikaiju has come to its square, and how, in one byte: the phase of a turn is copied with every game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arrival(NonZeroU8);

impl Arrival {
    const WAS_PLACED: u8 = 0x80;

    /// The one with this rank, which was placed on its square, or moved there.
    pub(super) const fn of(rank: usize, was_placed: bool) -> Option<Self> {
        let how = if was_placed { Self::WAS_PLACED } else { 0 };
        match NonZeroU8::new((rank & (MAX_TILES - 1)) as u8 + 1 | how) {
            Some(byte) => Some(Self(byte)),
            None => None,
        }
    }

    pub(super) const fn rank(self) -> usize {
        (self.0.get() & !Self::WAS_PLACED) as usize - 1
    }

    pub(super) const fn was_placed(self) -> bool {
        self.0.get() & Self::WAS_PLACED != 0
    }
}

impl Pending {
    /// Notes that the one with this rank waits on its square until rules have heard of it.
    pub(super) const fn arrives(&mut self, rank: usize, was_placed: bool) {
        self.arriving = Arrival::of(rank, was_placed);
        self.to_act |= 1 << rank;
    }

    /// The one that has waited, if rules have not removed it.
    pub(super) fn arrived(&mut self) -> Option<Arrival> {
        let arrival = self.arriving.take()?;
        self.to_act &= !(1 << arrival.rank());
        Some(arrival)
    }

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
    /// The tiles under the supply, which are placed when that is empty, the first one first (W2).
    pub(super) under: Vec<u8>,
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

    /// Takes the tile that has lain under the supply longest, as a supply of its own (W2).
    #[cold]
    pub(super) fn take_from_under(&mut self) -> Supply {
        let first = (!self.under.is_empty()).then(|| self.under.remove(0));
        first.into_iter().collect()
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
