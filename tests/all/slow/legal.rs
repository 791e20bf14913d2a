//! C3, L1, S13, V14: the legal placements.

use super::Game;
use super::board::Place;
use super::faces::distinct_rotations;
use super::json::ascending;
use super::rules::{Cause, Never, Unless};
use super::taihou::TAIHOU;
use super::travel::{Fate, Outcome, outcome};

/// What one placement would do, as far as legality is concerned.
struct Candidate {
    tile: u8,
    rotation: u8,
    /// Why the active player would be out; none if it lives.
    death: Option<Cause>,
    /// It breaks a "never".
    forbidden: bool,
    /// V14: it puts a piece of another seat out.
    harms: bool,
}

impl Game {
    /// The places of all live pieces, by seat.
    pub(super) fn places(&self) -> Vec<Option<Place>> {
        self.seats.iter().map(|seat| seat.place).collect()
    }

    /// What a placement of the active seat would do.
    pub(super) fn try_placement(&self, tile: u8, rotation: u8) -> Option<Outcome> {
        let square = self.seats[self.active].place?.square;
        if !self.board.is_empty(square) {
            return None;
        }
        let mut board = self.board.clone();
        board.lay(square, tile, rotation);
        Some(outcome(&board, square, &self.places(), self.rules.meeting))
    }

    pub(super) fn legal_placements(&self) -> Vec<(u8, u8)> {
        let mut candidates = Vec::new();
        let mut tiles = ascending(self.hand(self.active));
        tiles.dedup();
        tiles.retain(|&tile| tile != TAIHOU);
        for tile in tiles {
            for rotation in distinct_rotations(tile) {
                let Some(result) = self.try_placement(tile, rotation) else {
                    return Vec::new();
                };
                candidates.push(Candidate {
                    tile,
                    rotation,
                    death: match result.fates[self.active] {
                        Fate::Out(cause) => Some(cause),
                        Fate::Stays | Fate::Moves(_) => None,
                    },
                    forbidden: self.rules.never.contains(&Never::SharedWake) && self.shares_wake(&result),
                    harms: (0..self.seats.len()).any(|seat| seat != self.active && matches!(result.fates[seat], Fate::Out(_))),
                });
            }
        }
        // Those that break no "never"; all, if every one does.
        let every_one_forbidden = candidates.iter().all(|c| c.forbidden);
        candidates.retain(|c| every_one_forbidden || !c.forbidden);
        // Those among them that do nothing in "avoid".
        let avoided = |c: &Candidate| c.death.is_some_and(|cause| self.rules.avoid.contains(&cause));
        let nothing_else = match self.rules.unless {
            Unless::NoOtherMove => candidates.iter().all(avoided),
            Unless::NoSafeMove => candidates.iter().all(|c| c.death.is_some()),
        };
        candidates.retain(|c| nothing_else || !avoided(c));
        // V14: of those that are left, the ones that harm no one, if there are any.
        if self.rules.truce.is_some_and(|rounds| self.turn <= rounds * self.seats.len()) && !candidates.iter().all(|c| c.harms) {
            candidates.retain(|c| !c.harms);
        }
        candidates.iter().map(|c| (c.tile, c.rotation)).collect()
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
