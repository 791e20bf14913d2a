//! A bot that looks one placement ahead.

use super::Bot;
use super::choice::{best, freest_exchange, openest_relocation};
use crate::board::{Laid, Place};
use crate::game::{Exchange, MAX_WAYS, Observation, Outlook, Rng, Seat, SeatSet};

/// Stays alive, then weighs its own freedom against that of the others.
#[derive(Debug, Clone, Copy)]
pub struct Greedy;

/// What one way open to the own piece counts for, in continuations with the tiles in the hand.
const OWN_WAY: i32 = 2;
/// What one way closed to another piece counts for.
const CLOSED_WAY: i32 = 1;
/// What putting another piece out counts for: no freedom of the own piece makes up for it, unless the next turn would be its last.
const KILL: i32 = 50;
/// What having no way on with any tile costs.
const DOOMED: i32 = 100;

/// How good a placement is for the active seat, whose outlook it is: more is better. Staying alive comes before everything else.
///
/// Where one person plays all pieces, those of the others are worth what the own one is: their ways are kept open, and none is given up.
pub(super) fn worth(outlook: &Outlook, active: Seat, alive: SeatSet, alone: bool) -> (bool, i32) {
    let others = alive.without(SeatSet::only(active));
    let out = outlook.out.and(others);
    if alone {
        let open: i32 = alive.iter().map(|seat| i32::from(outlook.ways(seat))).sum();
        return (outlook.to.is_some(), i32::from(outlook.continuations) + OWN_WAY * open - KILL * i32::from(out.len()));
    }
    let closed: i32 = others.iter().map(|seat| i32::from(MAX_WAYS - outlook.ways(seat))).sum();
    let own = i32::from(outlook.continuations) + OWN_WAY * i32::from(outlook.ways(active));
    let wins = out == others;
    let doomed = outlook.ways(active) == 0 && !wins;
    let worth = own + CLOSED_WAY * closed + KILL * i32::from(out.len()) - if doomed { DOOMED } else { 0 };
    (outlook.to.is_some(), worth)
}

impl Bot for Greedy {
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let worth = |tile: &Laid| worth(&see.outlook(*tile), see.active(), see.alive(), see.plays_alone());
        best(see.legal(), rng, worth).unwrap_or_else(|| see.sample_placement(rng))
    }

    fn exchange(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Exchange {
        freest_exchange(see, rng)
    }

    fn relocate(&mut self, see: &Observation<'_>, must: bool, rng: &mut Rng) -> Option<Place> {
        openest_relocation(see, must, rng)
    }

    fn wants_events(&self) -> bool {
        false
    }
}
