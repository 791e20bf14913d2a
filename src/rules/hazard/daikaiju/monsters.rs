//! [`Daikaiju`]: the sea monsters of a rule set, with what is printed on their tiles and what they
//! do on each face of the die.

use crate::board::{Rotation, Side, Square, Step};
use crate::game::{Destination, DiceFace, Look, LookColor, MAX_SUPPLY, PieceFace, Texts};
use serde::Deserialize;

/// Most daikaiju tiles a rule set can have.
pub(super) const MAX_TILES: usize = MAX_SUPPLY;

/// The sea monsters of a rule set (S1–S12).
#[derive(Debug, Clone)]
pub(super) struct Daikaiju {
    /// The tiles, in the order of `hazard.tiles`.
    pub tiles: Vec<DaikaijuTile>,
    /// What a daikaiju does on each face of the die, 1–6, by its pose. The lengths are powers of
    /// two, so that a masked index needs no check.
    pub acts: Box<[[MonsterAct; POSES]; 8]>,
    /// The square to which each [`Step`] leads from each square; the square itself if the step
    /// leads off the board.
    pub steps: Box<[[Square; 8]; 256]>,
    /// Tile indices in the order in which the daikaiju act: by turn number, gold arrows first (S5).
    /// A tile's index in this list is its *rank*.
    pub order: [u8; MAX_TILES],
    /// The rank of each tile, by tile index.
    pub ranks: [u8; MAX_TILES],
    /// How many are placed before the first turn, by number of seats (S1).
    pub setup: Vec<Band>,
    /// The column that each face of the gold die names, from 0 (S2).
    pub columns: [u8; 6],
    /// The row that each face of the blue die names, from 0 (S2).
    pub rows: [u8; 6],
    /// The sums of two dice on which they move, less 2, as a set of bits (S5).
    pub moves_on: u16,
    /// How many dice are rolled when they move, one after another.
    pub movement_dice: u8,
    /// With fewer on the board, some are placed instead of moving (S10).
    pub minimum: u8,
    /// Whether daikaiju that leave the board or are destroyed return to the supply (S6, S8).
    pub returns_to_supply: bool,
    /// Where a wake tile goes when a daikaiju moves onto it (S7).
    pub moved_onto_wake: Destination,
    /// Where a wake tile goes when a daikaiju is placed on it (S9).
    pub placed_on_wake: Destination,
}

/// What is printed on a daikaiju tile (S5).
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct DaikaijuTile {
    /// The die face on which it turns; tiles with lower numbers act first.
    pub turn: u8,
    /// The die faces on which it moves up, right, down and left, as long as it is not turned.
    pub arrows: [u8; 4],
    /// Whether its arrows are gold: of two tiles with the same turn number the gold one acts first.
    pub gold: bool,
    /// Whether it turns clockwise, not counter-clockwise.
    pub clockwise: bool,
}

/// The number of poses: four facings for each rank.
pub(super) const POSES: usize = 4 * MAX_TILES;

/// A daikaiju's rank and facing in one number, which is all that decides what it does on a face of
/// the die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pose(pub(super) u8);

impl Pose {
    /// The pose of the daikaiju with this rank and facing.
    pub(super) const fn new(rank: usize, facing: Rotation) -> Self {
        Self((rank as u8) << 2 | facing.turns())
    }

    pub(super) const fn facing(self) -> Rotation {
        Rotation::new(self.0 & 3)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a daikaiju does on one face of the die, in one pose: it turns, or it moves, or it does
/// nothing.
#[derive(Debug, Clone, Copy)]
pub(super) struct MonsterAct {
    /// The direction in which it moves, or [`Step::STAY`].
    pub step: Step,
    /// Its pose afterwards.
    pub pose: Pose,
}

/// A head with two eyes, and four arms that reach into the corners.
const PICTURE: &str = "M50 23c14 0 23 11 23 25 0 9-3 15-8 19H35c-5-4-8-10-8-19 0-14 9-25 23-25z\
    M36 65C32 76 26 84 13 80 26 84 32 76 36 65zM64 65C68 76 74 84 87 80 74 84 68 76 64 65z\
    M29 40C21 36 16 27 17 15 16 27 21 36 29 40zM71 40C79 36 84 27 83 15 84 27 79 36 71 40z\
    M37 31a6.5 6.5 0 1 0 .1 0zM63 31a6.5 6.5 0 1 0 .1 0z";

/// A daikaiju with white arrows.
static WHITE: Look = Look::new(
    '◆',
    LookColor::White,
    Texts(&[("en", "a white daikaiju"), ("fr", "un daïkaiju blanc")]),
)
.with_picture(PICTURE);
/// A daikaiju with gold arrows.
static GOLD: Look = Look::new(
    '◆',
    LookColor::Gold,
    Texts(&[("en", "a gold daikaiju"), ("fr", "un daïkaiju doré")]),
)
.with_picture(PICTURE);

impl DaikaijuTile {
    /// The tile as it is drawn and told.
    pub(super) fn face(self) -> PieceFace {
        let dice = DiceFace { turn: self.turn, arrows: self.arrows, clockwise: self.clockwise };
        PieceFace::new(if self.gold { &GOLD } else { &WHITE }).with_dice(dice)
    }

    /// The step that it takes on a face of the die, and its facing afterwards.
    pub(super) fn on(self, die: u8, facing: Rotation) -> (Step, Rotation) {
        if self.turn == die {
            return (Step::STAY, facing.then(Rotation::new(if self.clockwise { 1 } else { 3 })));
        }
        let arrow = self.arrows.iter().position(|&arrow| arrow == die);
        (arrow.map_or(Step::STAY, |arrow| Step::to(Side::ALL[arrow].turned(facing))), facing)
    }
}

/// Why a daikaiju is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SpawnReason {
    /// Before the first turn (S1).
    Setup,
    /// The die showed a 6 (S5).
    Six,
    /// There were fewer than the minimum (S10).
    Minimum,
}

impl SpawnReason {
    /// The word that records use.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Six => "six",
            Self::Minimum => "minimum",
        }
    }
}

/// An entry of `hazard.setup`: how many daikaiju are placed before the first turn (S1).
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct Band {
    /// The fewest and the most seats for which the entry holds.
    pub players: (u8, u8),
    pub place: u8,
}

impl Daikaiju {
    /// The chance, of 65,536, that one moves in a given direction in a turn: the dice let them
    /// move, and the die shows that arrow.
    pub(super) fn chance_of_a_step(&self) -> u16 {
        let sums = (0..6).flat_map(|gold| (0..6).map(move |blue| gold + blue));
        let moving = sums.filter(|sum| self.moves_on >> sum & 1 != 0).count() as u32;
        (((moving * u32::from(self.movement_dice)) << 16) / (36 * 6)).min(1 << 14) as u16
    }

    /// The index of the tile with this rank.
    #[inline]
    pub(super) const fn tile(&self, rank: usize) -> u8 {
        self.order[rank & (MAX_TILES - 1)]
    }

    /// The rank of the tile with this index.
    #[inline]
    pub(super) const fn rank(&self, tile: u8) -> usize {
        self.ranks[tile as usize & (MAX_TILES - 1)] as usize
    }
}
