//! **What it changes.** Sea monsters stand on squares of the board. Before each placement the dice may move them: they eat wake tiles, the
//! ships on them, and ships before which they come to stand (S1–S12).
//!
//! **Keys.** `tiles`, `setup`, `columns`, `rows`, `moves-on`, `movement-dice`, `minimum`, `removed`, `moved-onto-wake`, `placed-on-wake`.
//!
//! **Example.** `[hazard]` `rule = "daikaiju"`, as in `rulesets/seas.toml`; `minimum = 5` for rougher waters.
//!
//! **Source.** Rulebook of *Tsuro of the Seas*; the numbers on the tiles are a reconstruction.

mod build;
mod effects;
mod keys;
mod pack;
mod phase;

pub use pack::Pack;

use crate::board::{Rotation, Side, Square, Step};
use crate::game::{Destination, MAX_SUPPLY};

/// Most daikaiju tiles a rule set can have.
pub const MAX_TILES: usize = MAX_SUPPLY;

/// The sea monsters of a rule set (S1–S12).
#[derive(Debug, Clone)]
pub struct Daikaiju {
    /// The tiles, by index.
    pub tiles: Vec<DaikaijuTile>,
    /// What a daikaiju does on each face of the die, 1–6, by its pose. Lengths that are powers of two make look-ups safe.
    acts: Box<[[MonsterAct; POSES]; 8]>,
    /// Where each [`Step`] leads from each square: where it leads off the board, to the square itself.
    steps: Box<[[Square; 8]; 256]>,
    /// The order in which they act: indices by turn number, gold arrows first (S5). A tile's place in it is its *rank*.
    order: [u8; MAX_TILES],
    /// The rank of each tile.
    ranks: [u8; MAX_TILES],
    /// How many are placed before the first turn, by number of seats (S1).
    pub setup: Vec<Setup>,
    /// The column that each face of the gold die names, from 0 (S2).
    columns: [u8; 6],
    /// The row that each face of the blue die names, from 0 (S2).
    rows: [u8; 6],
    /// A bit for each sum that sets them moving (S5).
    moves_on: u16,
    /// How many dice are rolled when they move, one after another.
    movement_dice: u8,
    /// Fewest on the board when a turn begins (S10).
    minimum: u8,
    /// Whether those that leave the board return to the supply (S6).
    returns_to_supply: bool,
    /// Where a wake tile goes that one moves onto (S7).
    moved_onto_wake: Destination,
    /// Where a wake tile goes that one is placed on (S9).
    placed_on_wake: Destination,
}

/// One daikaiju tile (S5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DaikaijuTile {
    /// The die face that turns it, and its place in the order.
    pub turn: u8,
    /// The die faces that move it up, right, down, left while it is not turned.
    pub arrows: [u8; 4],
    /// Whether its arrows are gold: it acts before others with the same turn number.
    pub gold: bool,
    /// Whether it turns clockwise.
    pub clockwise: bool,
}

/// How many poses there are.
const POSES: usize = 4 * MAX_TILES;

/// A daikaiju's rank and how it faces, in one number: all that decides what it does on a face of the die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pose(u8);

impl Pose {
    /// The daikaiju of this rank, facing this way.
    const fn new(rank: usize, facing: Rotation) -> Self {
        Self((rank as u8) << 2 | facing.turns())
    }

    const fn facing(self) -> Rotation {
        Rotation::new(self.0 & 3)
    }

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a daikaiju does on one face of the die, facing one way: it turns, or it moves, or neither.
#[derive(Debug, Clone, Copy)]
struct MonsterAct {
    /// Where it moves.
    step: Step,
    /// How it faces afterwards.
    pose: Pose,
}

impl DaikaijuTile {
    /// Where it moves on this face of the die, and how it faces then.
    fn on(self, die: u8, facing: Rotation) -> (Step, Rotation) {
        if self.turn == die {
            return (Step::STAY, facing.then(Rotation::new(if self.clockwise { 1 } else { 3 })));
        }
        let arrow = self.arrows.iter().position(|&arrow| arrow == die);
        (arrow.map_or(Step::STAY, |arrow| Step::to(Side::ALL[arrow].turned(facing))), facing)
    }
}

/// How many daikaiju are placed before the first turn (S1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// Fewest and most seats for which this holds.
    pub players: (u8, u8),
    /// How many.
    pub place: u8,
}

impl Daikaiju {
    /// The tile of a rank.
    #[inline]
    const fn tile(&self, rank: usize) -> u8 {
        self.order[rank & (MAX_TILES - 1)]
    }

    /// The rank of a tile.
    #[inline]
    const fn rank(&self, tile: u8) -> usize {
        self.ranks[tile as usize & (MAX_TILES - 1)] as usize
    }
}
