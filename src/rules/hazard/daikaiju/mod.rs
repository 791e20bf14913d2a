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
mod phase;

use crate::board::{Rotation, Square};
use crate::game::{Destination, HazardRule, Monster, Relocation, Table};

/// Most daikaiju tiles a rule set can have.
pub const MAX_TILES: usize = 64;

/// The sea monsters of a rule set (S1–S12).
#[derive(Debug, Clone)]
pub struct Daikaiju {
    /// The tiles, by index.
    pub tiles: Vec<DaikaijuTile>,
    /// The order in which they act: indices by turn number, gold arrows first (S5).
    order: Vec<u8>,
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

/// How many daikaiju are placed before the first turn (S1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// Fewest and most seats for which this holds.
    pub players: (u8, u8),
    /// How many.
    pub place: u8,
}

/// What is left of the phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pending {
    /// Nothing.
    Nothing,
    /// Placing until there are enough (S10).
    Minimum,
    /// So many dice to roll (S5).
    Dice { left: u8 },
    /// Moving by this die, with so many dice to roll afterwards.
    Moving { die: u8, left: u8 },
}

/// The daikaiju of one game. Tiles are told by their index; sets of them are bits.
#[derive(Debug, Clone)]
pub struct Pack {
    on_board: u64,
    supply: u64,
    /// Those that have not acted on the present die, as bits in the order of acting.
    to_act: u64,
    squares: [Square; MAX_TILES],
    facings: [Rotation; MAX_TILES],
    pending: Pending,
}

impl Pack {
    fn count(&self) -> u32 {
        self.on_board.count_ones()
    }

    /// Which one is on `square`.
    fn at(&self, square: Square) -> Option<usize> {
        bits(self.on_board).find(|&tile| self.squares[tile] == square)
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

impl HazardRule for Daikaiju {
    type State = Pack;

    fn start(&self, _: u8) -> Pack {
        Pack {
            on_board: 0,
            supply: u64::MAX >> (MAX_TILES - self.tiles.len()),
            to_act: 0,
            squares: [Square::new(0, 0); MAX_TILES],
            facings: [Rotation::NONE; MAX_TILES],
            pending: Pending::Nothing,
        }
    }

    fn set_up<T: Table + ?Sized>(&self, table: &mut T, pack: &mut Pack) {
        self.place_at_setup(table, pack);
    }

    fn begin<T: Table + ?Sized>(&self, table: &mut T, pack: &mut Pack) {
        self.begin_phase(table, pack);
    }

    fn act<T: Table + ?Sized>(&self, table: &mut T, pack: &mut Pack) -> bool {
        self.next_act(table, pack)
    }

    fn finish<T: Table + ?Sized>(&self, table: &mut T, _: &mut Pack) -> Relocation {
        Self::finish_phase(table)
    }

    fn monsters(&self, pack: &Pack) -> Vec<Monster> {
        bits(pack.on_board).map(|tile| Monster { tile: tile as u8, square: pack.squares[tile], facing: pack.facings[tile] }).collect()
    }

    fn supply(&self, pack: &Pack) -> Option<Vec<u8>> {
        Some(bits(pack.supply).map(|tile| tile as u8).collect())
    }

    fn set_monsters(&self, pack: &mut Pack, monsters: &[Monster], supply: Option<&[u8]>) -> Result<(), String> {
        *pack = self.start(0);
        let mut taken = 0u64;
        let mut take = |tile: u8| {
            let bit = 1u64.checked_shl(tile.into()).filter(|_| usize::from(tile) < self.tiles.len());
            let bit = bit.ok_or_else(|| format!("there is no daikaiju tile {tile}: they are numbered 0 to {}", self.tiles.len() - 1))?;
            if taken & bit != 0 {
                return Err(format!("daikaiju tile {tile} is there twice"));
            }
            taken |= bit;
            Ok(bit)
        };
        for monster in monsters {
            pack.on_board |= take(monster.tile)?;
            pack.squares[usize::from(monster.tile)] = monster.square;
            pack.facings[usize::from(monster.tile)] = monster.facing;
        }
        match supply {
            None => pack.supply &= !pack.on_board,
            Some(supply) => {
                pack.supply = 0;
                for &tile in supply {
                    pack.supply |= take(tile)?;
                }
            }
        }
        Ok(())
    }
}
