//! [`Pack`]: the daikaiju of one game, where they stand, which are in the supply, and what is left
//! of their phase.

use super::monsters::{MAX_TILES, Pose, SpawnReason};
use crate::board::{Rotation, Square};
use crate::game::{Progress, Supply};
use serde::{Deserialize, Serialize};
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
    /// The value of the last die that was rolled, or [`Pending::PLACED`].
    pub die: u8,
    /// The one that has come to its square, and has not taken anything there until rules have heard
    /// of the threat.
    pub arriving: Option<Arrival>,
    /// The ranks that have not acted on that die, as a set of bits; and that of the one that is
    /// arriving.
    pub to_act: u64,
}

/// Which daikaiju has come to its square, and how, in one byte: the phase of a turn is copied with
/// every game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arrival(NonZeroU8);

impl Arrival {
    const WAS_PLACED: u8 = 0x80;

    /// The one with this rank, which was placed on its square, or moved there.
    pub(super) const fn new(rank: usize, was_placed: bool) -> Option<Self> {
        let how = if was_placed { Self::WAS_PLACED } else { 0 };
        match NonZeroU8::new(((rank & (MAX_TILES - 1)) as u8 + 1) | how) {
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

/// A phase that was interrupted because a daikaiju has come to its square, as positions have it.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct SavedPhase {
    /// The tile of the one that has come.
    pub arrives: u8,
    /// Whether it was placed there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub was_placed: bool,
    /// As [`Pending::placing`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub placing: bool,
    /// As [`Pending::dice`].
    #[serde(default)]
    pub dice: u8,
    /// As [`Pending::die`].
    pub die: u8,
    /// The tiles of the daikaiju that have not acted on that die.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to_act: Vec<u8>,
}

impl Pending {
    /// Instead of the value of a die: some were placed because too few were on the board, so that
    /// no dice were rolled.
    pub(super) const PLACED: u8 = 7;

    /// Notes that the one with this rank waits on its square until rules have heard of it.
    pub(super) const fn arrives(&mut self, rank: usize, was_placed: bool) {
        self.arriving = Arrival::new(rank, was_placed);
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

/// The daikaiju of one game. The set of daikaiju on the board has a bit for each rank: read from
/// the lowest up, they come in the order in which they act.
#[derive(Debug, Clone)]
pub(super) struct Pack {
    /// The ranks on the board.
    pub(super) on_board: u64,
    /// How many are on the board.
    pub(super) count: u8,
    /// The guests in the game, as a set of bits: the first is that with the number after the last
    /// of the tiles.
    pub(super) guests: u8,
    /// The guest that was drawn and is still to be handed over.
    pub(super) drawn: Option<Drawn>,
    /// The tiles that may be placed.
    pub(super) supply: Supply,
    /// The first and the last rank under the supply, each and one; 0: none lies there. They are
    /// placed when the supply is empty, the first one first (W2).
    under_first: u8,
    under_last: u8,
    /// By rank. Of one under the supply, the pose is the rank that lies under it, and one; of
    /// others that are not on the board it has no meaning. A list of their own would be copied with
    /// every game.
    pub(super) stands: [Stand; MAX_TILES],
    pub(super) pending: Pending,
}

/// A guest that was drawn from the supply.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drawn {
    pub tile: u8,
    pub facing: Rotation,
    /// Gold and blue in one number, gold × 6 + blue, each from 0: all of this takes no more than a
    /// word.
    pub dice: u8,
    pub reason: SpawnReason,
}

impl Pack {
    /// Where the daikaiju with this rank stands.
    #[inline]
    pub(super) const fn stand(&mut self, rank: usize) -> &mut Stand {
        &mut self.stands[rank & (MAX_TILES - 1)]
    }

    /// With these tiles in the supply, and all else nowhere.
    pub(super) fn new(supply: Supply) -> Self {
        let nowhere = Stand { square: Square::new(0, 0), pose: Pose(0) };
        Self {
            on_board: 0,
            count: 0,
            guests: 0,
            drawn: None,
            supply,
            under_first: 0,
            under_last: 0,
            stands: [nowhere; MAX_TILES],
            pending: Pending::default(),
        }
    }

    /// Whether any lies under the supply (W2).
    pub(super) const fn has_under(&self) -> bool {
        self.under_first > 0
    }

    /// The ranks under the supply, in the order in which they come.
    pub(super) fn under(&self) -> impl Iterator<Item = usize> + '_ {
        let above = |link: u8| usize::from(link).checked_sub(1);
        std::iter::successors(above(self.under_first), move |&rank| above(self.stands[rank].pose.0))
    }

    /// Puts one under the supply, below the ones that lie there.
    #[cold]
    pub(super) fn put_under(&mut self, rank: usize) {
        self.stand(rank).pose = Pose(0);
        let link = (rank & (MAX_TILES - 1)) as u8 + 1;
        match std::mem::replace(&mut self.under_last, link) {
            0 => self.under_first = link,
            last => self.stand(usize::from(last) - 1).pose = Pose(link),
        }
    }

    /// Takes the one that has lain under the supply longest.
    #[cold]
    pub(super) fn take_from_under(&mut self) -> Option<usize> {
        let first = usize::from(self.under_first).checked_sub(1)?;
        self.under_first = self.stand(first).pose.0;
        if self.under_first == 0 {
            self.under_last = 0;
        }
        Some(first)
    }

    /// How the phase goes on when it has stopped: a guest is handed over, or a loss is judged.
    pub(super) fn progress(&self) -> Progress {
        if self.drawn.is_some() { Progress::Guest } else { Progress::Again }
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
