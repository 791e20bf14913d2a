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

use crate::board::{Rotation, Side, Square};
use crate::game::{Destination, HazardRule, Monster, Relocation, Table};

/// Most daikaiju tiles a rule set can have.
pub const MAX_TILES: usize = 64;

/// The sea monsters of a rule set (S1–S12).
#[derive(Debug, Clone)]
pub struct Daikaiju {
    /// The tiles, by index.
    pub tiles: Vec<DaikaijuTile>,
    /// What each tile does on each face of the die, 1–6; eight slots make look-ups safe.
    actions: Vec<[Action; 8]>,
    /// The order in which they act: indices by turn number, gold arrows first (S5).
    order: Vec<u8>,
    /// The place of each tile in that order.
    turns: Vec<u8>,
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

/// What a daikaiju does on one face of the die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    /// Nothing: the face is not on its tile.
    Nothing,
    /// It turns by so much.
    Turn(Rotation),
    /// It moves one square, towards this side while it is not turned.
    Move(Side),
}

impl DaikaijuTile {
    /// What it does on this face of the die.
    fn on(self, die: u8) -> Action {
        if self.turn == die {
            return Action::Turn(Rotation::new(if self.clockwise { 1 } else { 3 }));
        }
        let arrow = self.arrows.iter().position(|&arrow| arrow == die);
        arrow.map_or(Action::Nothing, |arrow| Action::Move(Side::ALL[arrow]))
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

/// What is left of the phase.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Pending {
    /// Whether some are placed because there were too few (S10).
    placing: bool,
    /// How many dice are still to be rolled (S5).
    dice: u8,
    /// What the last of them showed.
    die: u8,
    /// Those that have not acted on it, as bits in the order of acting.
    to_act: u64,
}

/// The daikaiju of one game. Tiles are told by their index; sets of them are bits.
#[derive(Debug, Clone)]
pub struct Pack {
    on_board: u64,
    supply: u64,
    squares: [Square; MAX_TILES],
    /// The two bits of each facing, a bit a tile.
    facings: [u64; 2],
    pending: Pending,
}

impl Pack {
    /// Whether fewer than so many are on the board.
    #[inline]
    fn has_fewer_than(&self, count: u8) -> bool {
        // Takes one out for each but the last: no bits are counted, for which not every processor has an instruction.
        (1..count).fold(self.on_board, |left, _| left & left.wrapping_sub(1)) == 0 && count > 0
    }

    /// How a tile is turned.
    #[inline]
    fn facing(&self, tile: usize) -> Rotation {
        Rotation::new((self.facings[0] >> tile & 1 | (self.facings[1] >> tile & 1) << 1) as u8)
    }

    /// Turns a tile.
    #[inline]
    fn set_facing(&mut self, tile: usize, facing: Rotation) {
        for (bit, plane) in self.facings.iter_mut().enumerate() {
            *plane = *plane & !(1 << tile) | u64::from(facing.turns() >> bit & 1) << tile;
        }
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
            squares: [Square::new(0, 0); MAX_TILES],
            facings: [0; 2],
            pending: Pending::default(),
        }
    }

    fn set_up<T: Table + ?Sized>(&self, table: &mut T, pack: &mut Pack) {
        self.place_at_setup(table, pack);
    }

    fn begin<T: Table + ?Sized>(&self, table: &mut T, pack: &mut Pack) {
        self.begin_phase(table, pack);
    }

    fn act<T: Table + ?Sized>(&self, table: &mut T, pack: &mut Pack) -> bool {
        self.next_acts(table, pack)
    }

    fn finish<T: Table + ?Sized>(&self, table: &mut T, _: &mut Pack) -> Relocation {
        Self::finish_phase(table)
    }

    fn monsters(&self, pack: &Pack) -> Vec<Monster> {
        bits(pack.on_board).map(|tile| Monster { tile: tile as u8, square: pack.squares[tile], facing: pack.facing(tile) }).collect()
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
            pack.set_facing(usize::from(monster.tile), monster.facing);
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
