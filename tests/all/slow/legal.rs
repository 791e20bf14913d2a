//! C3, L1, S13, V14, W7: the legal placements.

use super::Game;
use super::cause::Cause;
use super::faces::distinct_rotations;
use super::json::ascending;
use super::mystic_portal::PORTAL;
use super::rules::{Never, Unless};
use super::square::{Place, Square};
use super::taihou::TAIHOU;
use super::travel::{Fate, Outcome, outcome};

/// What one placement would do, as far as legality is concerned.
struct Candidate {
    square: Square,
    tile: u8,
    rotation: u8,
    /// Why the active player would be out, or pieces of its team (W7); empty if they live.
    deaths: Vec<Cause>,
    /// It breaks a "never".
    forbidden: bool,
    /// V14: it puts a piece of another seat out.
    harms: bool,
}

/// T3, W3: the rotations of a tile that look different; the portal has one.
pub(super) fn rotations_of(tile: u8) -> Vec<u8> {
    if tile == PORTAL { vec![0] } else { distinct_rotations(tile) }
}

impl Game {
    /// The places of all live pieces, by seat.
    pub(super) fn places(&self) -> Vec<Option<Place>> {
        self.seats.iter().map(|seat| seat.place).collect()
    }

    /// W7: the squares on which the active seat may lay a tile: that of its own piece, or of any of
    /// its team's.
    fn own_squares(&self) -> Vec<Square> {
        let of_own = |seat: &usize| {
            *seat == self.active || (self.rules.for_team && self.team_mates(self.active, *seat))
        };
        let mut squares: Vec<Square> = (0..self.seats.len())
            .filter(of_own)
            .filter_map(|seat| self.seats[seat].place)
            .map(|place| place.square)
            .filter(|&square| self.board.is_empty(square))
            .collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// What a placement of the active seat would do.
    pub(super) fn try_placement(&self, square: Square, tile: u8, rotation: u8) -> Outcome {
        let mut board = self.board.clone();
        board.lay(square, tile, rotation);
        outcome(&board, square, &self.places(), self.rules.meeting)
    }

    /// W7: the pieces that a placement on this square should keep alive.
    fn to_keep(&self, square: Square) -> Vec<usize> {
        let faces =
            |seat: &usize| self.seats[*seat].place.is_some_and(|place| place.square == square);
        let of_own = |seat: &usize| {
            *seat == self.active || (self.rules.for_team && self.team_mates(self.active, *seat))
        };
        (0..self.seats.len()).filter(faces).filter(of_own).collect()
    }

    pub(super) fn legal_placements(&self) -> Vec<(Square, u8, u8)> {
        let mut candidates = Vec::new();
        let mut tiles = ascending(self.hand(self.active));
        tiles.dedup();
        tiles.retain(|&tile| tile != TAIHOU);
        for square in self.own_squares() {
            for &tile in &tiles {
                for rotation in rotations_of(tile) {
                    // W3: it breaks nothing that is asked for.
                    if tile == PORTAL {
                        candidates.push(Candidate {
                            square,
                            tile,
                            rotation,
                            deaths: Vec::new(),
                            forbidden: false,
                            harms: false,
                        });
                        continue;
                    }
                    let result = self.try_placement(square, tile, rotation);
                    let fate = |seat: usize| {
                        if let Fate::Out(cause) = result.fates[seat] { Some(cause) } else { None }
                    };
                    candidates.push(Candidate {
                        square,
                        tile,
                        rotation,
                        deaths: self.to_keep(square).into_iter().filter_map(fate).collect(),
                        forbidden: self.rules.never.contains(&Never::SharedWake)
                            && self.shares_wake(&result),
                        harms: (0..self.seats.len())
                            .any(|seat| seat != self.active && fate(seat).is_some()),
                    });
                }
            }
        }
        // The placements that break no "never"; all, if every one does.
        let every_one_forbidden = candidates.iter().all(|c| c.forbidden);
        candidates.retain(|c| every_one_forbidden || !c.forbidden);
        // Those among them that do nothing in "avoid".
        let avoided = |c: &Candidate| c.deaths.iter().any(|cause| self.rules.avoid.contains(cause));
        let nothing_else = match self.rules.unless {
            Unless::NoOtherMove => candidates.iter().all(avoided),
            Unless::NoSafeMove => candidates.iter().all(|c| !c.deaths.is_empty()),
        };
        candidates.retain(|c| nothing_else || !avoided(c));
        // V14: of the placements that are left, the ones that harm no other player, if there are
        // any.
        if self.rules.truce.is_some_and(|rounds| self.turn <= rounds * self.seats.len())
            && !candidates.iter().all(|c| c.harms)
        {
            candidates.retain(|c| !c.harms);
        }
        candidates.iter().map(|c| (c.square, c.tile, c.rotation)).collect()
    }

    /// S13: two live ships that stood at different ports would stand at the same one.
    fn shares_wake(&self, result: &Outcome) -> bool {
        let before = self.places();
        let after: Vec<Option<Place>> = (0..before.len())
            .map(|seat| match result.fates[seat] {
                Fate::Stays => before[seat],
                Fate::Moves(to) => Some(to),
                Fate::Out(_) => None,
            })
            .collect();
        for a in 0..after.len() {
            for b in 0..a {
                if after[a].is_some() && after[a] == after[b] && before[a] != before[b] {
                    return true;
                }
            }
        }
        false
    }
}
