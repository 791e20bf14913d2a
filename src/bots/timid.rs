//! The bot that wants to be left alone.

use super::Bot;
use super::choice::{best, freest_exchange, nearest, openest_relocation, others, spares_friends};
use crate::board::{Laid, Place};
use crate::game::{Exchange, Observation, Rng, SeatSet};

/// Stays alive and as far from everybody else as it can.
#[derive(Debug, Clone, Copy)]
pub struct Timid;

impl Bot for Timid {
    fn start(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Place {
        best(see.start_marks(), rng, |mark| nearest(*mark, others(see))).unwrap_or_else(|| see.sample_mark(rng))
    }

    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let rest = see.alive().without(SeatSet::only(see.active()));
        let worth = |tile: &Laid| {
            let outlook = see.outlook(*tile);
            let left = rest.without(outlook.out).iter().map(|seat| outlook.place(seat));
            let alone = outlook.to.map(|to| nearest(to, left).unwrap_or(u32::MAX));
            (alone.is_some(), spares_friends(see, &outlook), outlook.ways(see.active()) > 0, alone, outlook.continuations)
        };
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
