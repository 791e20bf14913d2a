//! What positions say of the daikaiju: which are on the board, in the supply and under it, and what
//! is left of a phase that is interrupted.

use super::monsters::{Daikaiju, Pose};
use super::pack::{Pack, Pending, SavedPhase, Stand, ranks};
use crate::game::{RulePiece, Supply};

impl Daikaiju {
    /// Puts daikaiju under the supply (W2).
    pub(super) fn put_under(&self, pack: &mut Pack, tiles: &[u8]) -> Result<(), String> {
        for &tile in tiles {
            self.check_tile(tile)?;
            if pack.under().any(|rank| self.tile(rank) == tile)
                || pack.on_board >> self.rank(tile) & 1 != 0
            {
                return Err(format!("daikaiju tile {tile} is there twice"));
            }
            pack.supply.remove(tile);
            pack.put_under(self.rank(tile));
        }
        Ok(())
    }

    /// The phase that was interrupted because one has come to its square; `None` if none was.
    pub(super) fn saved_phase(&self, pack: &Pack) -> Option<SavedPhase> {
        let Pending { placing, dice, die, arriving, to_act, .. } = pack.pending;
        let arriving = arriving.filter(|arrival| pack.on_board >> arrival.rank() & 1 != 0)?;
        let to_act = ranks(to_act & !(1 << arriving.rank())).map(|rank| self.tile(rank)).collect();
        Some(SavedPhase {
            arrives: self.tile(arriving.rank()),
            was_placed: arriving.was_placed(),
            placing,
            dice,
            die,
            to_act,
        })
    }

    /// Goes back into the midst of a phase.
    pub(super) fn restore_phase(&self, pack: &mut Pack, phase: &SavedPhase) -> Result<(), String> {
        let rank = |tile: u8| {
            self.check_tile(tile)?;
            let is_there = pack.on_board >> self.rank(tile) & 1 != 0;
            if is_there {
                Ok(self.rank(tile))
            } else {
                Err(format!("daikaiju tile {tile} is not on the board"))
            }
        };
        let arrives = rank(phase.arrives).map_err(|why| format!("arrives: {why}"))?;
        let to_act = phase.to_act.iter().try_fold(0, |all, &tile| Ok(all | 1 << rank(tile)?));
        let to_act: u64 = to_act.map_err(|why: String| format!("to-act: {why}"))?;
        if to_act >> arrives & 1 != 0 {
            return Err(format!("to-act: daikaiju tile {} has acted", phase.arrives));
        }
        if phase.dice > self.movement_dice {
            return Err(format!("dice: {} are rolled at most", self.movement_dice));
        }
        if !(1..=Pending::PLACED).contains(&phase.die) {
            return Err(format!("die: a number from 1 to {} is needed", Pending::PLACED));
        }
        pack.pending = Pending {
            turn: 0,
            placing: phase.placing,
            dice: phase.dice,
            die: phase.die,
            arriving: None,
            to_act,
        };
        pack.pending.arrives(arrives, phase.was_placed);
        Ok(())
    }

    /// Puts the pieces of a position on the board, and the pieces of its supply into the supply:
    /// all others, where it does not say.
    pub(super) fn place_all(
        &self,
        pack: &mut Pack,
        pieces: &[RulePiece],
        supply: Option<&[u8]>,
    ) -> Result<(), String> {
        let guests = pack.guests;
        *pack = self.all_in_supply();
        pack.guests = guests;
        (0..8)
            .filter(|place| guests >> place & 1 != 0)
            .for_each(|place| pack.supply.insert(self.tiles.len() as u8 + place));
        let (mut left, all) = (pack.supply, pack.supply);
        let mut take = |tile: u8| {
            if !all.contains(tile) {
                return Err(format!(
                    "there is no daikaiju tile {tile}: they are numbered 0 to {}",
                    self.tiles.len() - 1
                ));
            }
            if !left.contains(tile) {
                return Err(format!("daikaiju tile {tile} is there twice"));
            }
            left.remove(tile);
            Ok(())
        };
        for piece in pieces {
            take(piece.tile)?;
            if usize::from(piece.tile) >= self.tiles.len() {
                continue;
            }
            let rank = self.rank(piece.tile);
            pack.on_board |= 1 << rank;
            pack.count += 1;
            *pack.stand(rank) = Stand { square: piece.square, pose: Pose::new(rank, piece.facing) };
        }
        match supply {
            None => pack.supply = left,
            Some(supply) => {
                pack.supply = Supply::EMPTY;
                for &tile in supply {
                    take(tile)?;
                    pack.supply.insert(tile);
                }
            }
        }
        Ok(())
    }

    fn check_tile(&self, tile: u8) -> Result<(), String> {
        if usize::from(tile) < self.tiles.len() {
            return Ok(());
        }
        Err(format!(
            "there is no daikaiju tile {tile}: they are numbered 0 to {}",
            self.tiles.len() - 1
        ))
    }
}
