//! What holds of every game at every moment.

use super::json::ascending;
use super::mystic_portal::PORTAL;
use super::square::Place;
use super::travel::{Stop, walk};
use super::{Game, Point};

impl Game {
    /// Checks that every tile of the deck is somewhere once, that pieces and daikaiju stand where
    /// they can stand, and that every path is the same one backwards.
    pub fn holds_together(&self) -> Result<(), String> {
        if self.point != Point::Deal {
            self.every_tile_is_somewhere_once()?;
        }
        self.all_stand_where_they_can()?;
        self.paths_are_symmetric()
    }

    fn every_tile_is_somewhere_once(&self) -> Result<(), String> {
        let mut tiles = [&self.common_hand[..], &self.pile, &self.boxed].concat();
        tiles.extend(self.seats.iter().flat_map(|seat| &seat.hand));
        tiles.extend(self.board.portal.map(|_| PORTAL));
        tiles.extend(
            self.board
                .squares()
                .into_iter()
                .filter_map(|square| self.board.tile_at(square))
                .map(|laid| laid.tile),
        );
        match &self.point {
            Point::Exchange { lost } => tiles.extend(lost.iter().flat_map(|(_, hand)| hand)),
            Point::Shuffle { tiles: returning, .. } => tiles.extend(returning),
            _ => {}
        }
        // Where the game has ended, the players who died last still hold theirs.
        let tiles = ascending(&tiles);
        if tiles == self.rules.deck() { Ok(()) } else { Err(format!("the tiles are {tiles:?}")) }
    }

    fn all_stand_where_they_can(&self) -> Result<(), String> {
        let shape = &self.board.shape;
        let unopened = shape.rectangle().into_iter().filter(|&square| !shape.is_open(square));
        for square in unopened {
            if !self.board.is_empty(square) {
                return Err(format!("something is on {}", square.name()));
            }
        }
        for monster in &self.board.monsters {
            let there = self
                .board
                .monsters
                .iter()
                .filter(|other| other.square == monster.square || other.tile == monster.tile)
                .count();
            if there != 1
                || self.supply.contains(&monster.tile)
                || self.under.contains(&monster.tile)
                // W2: while its owner is asked the tile still lies there.
                || (self.board.tile_at(monster.square).is_some() && self.threat.is_none())
            {
                return Err(format!(
                    "daikaiju {} cannot be on {}",
                    monster.tile,
                    monster.square.name()
                ));
            }
        }
        // W4.
        if self.wave.is_some() && self.supply.iter().any(|&tile| self.is_wave(tile)) {
            return Err("the wave is on the board and in the supply".to_string());
        }
        for (number, seat) in self.seats.iter().enumerate() {
            let Some(place) = seat.place else { continue };
            // W2, W3: while an owner is asked the new tile lies before ships that have not sailed.
            let about_to_sail = self.threat.is_some() || self.interrupted.is_some();
            let is_before_tile = self.board.tile_at(place.square).is_some() && !about_to_sail;
            if !seat.alive || !shape.is_open(place.square) || is_before_tile {
                return Err(format!("seat {number} cannot be at {}", place.name()));
            }
            let others = self
                .seats
                .iter()
                .filter(|other| other.place == Some(place) && !other.started)
                .count();
            if !seat.started && (!shape.marks().contains(&place) || others != 1) {
                return Err(format!("seat {number} cannot wait at {}", place.name()));
            }
            // Under `collide`, a piece that meets another is out.
            let together = self.seats.iter().filter(|other| other.place == Some(place)).count();
            // W3: but for the ship that the portal takes, which no one meets.
            let at_the_portal = self.board.portal == Some(place.square);
            if self.rules.meeting == super::cause::Meeting::Collide
                && together != 1
                && !at_the_portal
            {
                return Err(format!("seat {number} is not alone at {}", place.name()));
            }
        }
        Ok(())
    }

    /// V5 to V7: across and back again, and along every path that comes to an end and back again.
    fn paths_are_symmetric(&self) -> Result<(), String> {
        let shape = &self.board.shape;
        for square in self.board.squares() {
            for port in 0..8 {
                let place = Place { square, port };
                let Some(back) = shape.across(place) else { continue };
                if shape.across(back) != Some(place) || !shape.is_open(back.square) {
                    return Err(format!("across {} lies {}", place.name(), back.name()));
                }
                let (there, Stop::Faces(end) | Stop::Monster(end)) = walk(&self.board, place)
                else {
                    continue;
                };
                let Some(turned) = shape.across(end) else {
                    return Err(format!("no way back from {}", end.name()));
                };
                let way_back = || {
                    walk(&self.board, turned)
                        .0
                        .into_iter()
                        .map(|step| (step.square, step.exit, step.entry))
                };
                // The way back goes on beyond where this one began.
                if !there.is_empty()
                    && !there
                        .iter()
                        .rev()
                        .map(|step| (step.square, step.entry, step.exit))
                        .eq(way_back().take(there.len()))
                {
                    return Err(format!("the path from {} is another one backwards", place.name()));
                }
            }
        }
        Ok(())
    }
}
