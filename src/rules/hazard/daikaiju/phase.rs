//! The daikaiju phase of a turn, one act at a time (S2, S5–S12).

use super::{Action, Daikaiju, MAX_TILES, Pack, Pending};
use crate::board::{Content, Side, Square};
use crate::game::{Cause, Destination, Event, Relocation, SeatSet, SpawnReason, Table};

impl Daikaiju {
    /// Places as many as the number of seats asks for (S1).
    pub(super) fn place_at_setup<T: Table + ?Sized>(&self, table: &mut T, pack: &mut Pack) {
        let seats = table.seats();
        let band = self.setup.iter().find(|band| (band.players.0..=band.players.1).contains(&seats));
        for _ in 0..band.map_or(0, |band| band.place) {
            self.spawn(table, pack, SpawnReason::Setup);
        }
    }

    /// Too few: the phase places some (S10). Otherwise two dice decide whether they move (S5).
    pub(super) fn begin_phase<T: Table + ?Sized>(&self, table: &mut T, pack: &mut Pack) {
        pack.pending = Pending::default();
        if pack.has_fewer_than(self.minimum) && self.can_spawn(table, pack) {
            pack.pending.placing = true;
            return;
        }
        let dice = table.roll_dice();
        table.note(&Event::Roll { dice });
        if self.moves_on >> dice.sum() & 1 != 0 {
            pack.pending.dice = self.movement_dice;
        }
    }

    /// The daikaiju act one after the other, until one has taken a ship (S18). `false`: the phase is over.
    pub(super) fn next_acts<T: Table + ?Sized>(&self, table: &mut T, pack: &mut Pack) -> bool {
        while pack.pending.placing {
            pack.pending.placing = pack.has_fewer_than(self.minimum) && self.spawn(table, pack, SpawnReason::Minimum);
            if !table.fallen().is_empty() {
                return true;
            }
        }
        loop {
            while pack.pending.to_act != 0 {
                let place = pack.pending.to_act.trailing_zeros() as usize;
                pack.pending.to_act &= pack.pending.to_act - 1;
                self.one_acts(table, pack, self.order[place].into());
                if !table.fallen().is_empty() {
                    return true;
                }
            }
            if pack.pending.dice == 0 {
                return false;
            }
            pack.pending.dice -= 1;
            let die = table.roll_die();
            table.note(&Event::Die { value: die });
            pack.pending.die = die;
            if die == 6 {
                self.spawn(table, pack, SpawnReason::Six);
                if !table.fallen().is_empty() {
                    return true;
                }
            } else {
                pack.pending.to_act = self.in_order(pack.on_board);
            }
        }
    }

    /// What becomes of the active ship if a daikaiju is before it when the phase ends (S11, S12).
    pub(super) fn finish_phase<T: Table + ?Sized>(table: &mut T) -> Relocation {
        let active = table.active();
        if !table.alive().contains(active) {
            return Relocation::No;
        }
        let faced = table.content(table.place(active).square()) == Content::Blocked;
        if !table.on_start_mark().contains(active) {
            if faced {
                table.eliminate(active, Cause::Daikaiju);
            }
            Relocation::No
        } else if faced {
            Relocation::Must
        } else if table.displaced().contains(active) {
            Relocation::May
        } else {
            Relocation::No
        }
    }

    /// A set of tiles as bits in the order of acting.
    fn in_order(&self, set: u64) -> u64 {
        // All tiles are looked at: where the loop ends would be as random as the set.
        self.turns.iter().enumerate().fold(0, |places, (tile, turn)| places | (set >> tile & 1) << turn)
    }

    /// What one daikaiju does on the die that was rolled (S5).
    #[inline]
    fn one_acts<T: Table + ?Sized>(&self, table: &mut T, pack: &mut Pack, tile: usize) {
        match self.actions[tile][usize::from(pack.pending.die & 7)] {
            Action::Nothing => {}
            Action::Turn(quarter) => {
                let facing = pack.facing(tile).then(quarter);
                pack.set_facing(tile, facing);
                table.note(&Event::DaikaijuTurned { tile: tile as u8, square: pack.squares[tile], facing });
            }
            Action::Move(side) => self.moves(table, pack, tile, side.turned(pack.facing(tile))),
        }
    }

    fn moves<T: Table + ?Sized>(&self, table: &mut T, pack: &mut Pack, tile: usize, side: Side) {
        let from = pack.squares[tile];
        let to = from.neighbour(side).filter(|to| to.column() < table.columns() && to.row() < table.rows());
        table.note(&Event::DaikaijuMoved { tile: tile as u8, from, to });
        table.unblock(from);
        let Some(to) = to else {
            self.leaves(pack, tile);
            // Ships that wait on the side of the square across which it left may relocate (S12).
            let waiting = table.facing(from).and(table.on_start_mark());
            let across: SeatSet = waiting.iter().filter(|&seat| table.place(seat).port().side() == side).collect();
            across.iter().for_each(|seat| table.displace(seat));
            return;
        };
        if table.content(to) == Content::Blocked
            && let Some(other) = pack.at(to)
        {
            self.leaves(pack, other);
            table.note(&Event::DaikaijuDestroyed { tile: other as u8, square: to });
            table.unblock(to);
        }
        Self::arrives(table, pack, tile, to, self.moved_onto_wake);
    }

    /// It is no longer on the board (S6, S8).
    fn leaves(&self, pack: &mut Pack, tile: usize) {
        pack.on_board &= !(1 << tile);
        if self.returns_to_supply {
            pack.supply |= 1 << tile;
        }
        pack.pending.to_act &= !(1 << self.turns[tile]);
    }

    /// It stands on `square` now: the wake tile there goes, with the ships on it, and the active ship if it faces the square (S7, S9, S11).
    fn arrives<T: Table + ?Sized>(table: &mut T, pack: &mut Pack, tile: usize, square: Square, wake: Destination) {
        pack.on_board |= 1 << tile;
        pack.squares[tile] = square;
        let mut lost = if table.remove_tile(square, wake).is_some() { table.standing_on(square) } else { SeatSet::EMPTY };
        table.block(square);
        let active = table.active();
        if table.turn() > 0
            && table.place(active).square() == square
            && table.alive().contains(active)
            && !table.on_start_mark().contains(active)
        {
            lost.insert(active);
        }
        if !lost.is_empty() {
            lost.clockwise_from(active).for_each(|seat| table.eliminate(seat, Cause::Daikaiju));
        }
    }

    /// Whether one can be placed: there is one, and a square for it (S2).
    fn can_spawn<T: Table + ?Sized>(&self, table: &T, pack: &Pack) -> bool {
        let free = |column: u8| self.rows.iter().any(|&row| table.content(Square::new(column, row)) != Content::Blocked);
        pack.supply != 0 && self.columns.iter().any(|&column| free(column))
    }

    /// Places one at random (S2). `false`: it cannot be.
    fn spawn<T: Table + ?Sized>(&self, table: &mut T, pack: &mut Pack, reason: SpawnReason) -> bool {
        if !self.can_spawn(table, pack) {
            return false;
        }
        let mut supply = [0; MAX_TILES];
        let mut count = 0;
        for tile in 0..self.tiles.len() {
            supply[count & (MAX_TILES - 1)] = tile as u8;
            count += (pack.supply >> tile & 1) as usize;
        }
        let (tile, facing) = table.spawn(&supply[..count]);
        let (dice, square) = loop {
            let dice = table.roll_dice();
            let square = Square::new(self.columns[usize::from(dice.gold - 1)], self.rows[usize::from(dice.blue - 1)]);
            if table.content(square) != Content::Blocked {
                break (dice, square);
            }
        };
        pack.supply &= !(1 << tile);
        pack.set_facing(tile.into(), facing);
        table.note(&Event::DaikaijuPlaced { tile, facing, square, dice, reason });
        Self::arrives(table, pack, tile.into(), square, self.placed_on_wake);
        true
    }
}
