//! The bot that goes for the others.

use super::Bot;
use super::choice::{best, freest_exchange, nearest, openest_relocation, others, spares_friends};
use crate::board::{Laid, Place};
use crate::game::{Exchange, MAX_WAYS, Observation, Rng, SeatSet};

/// Puts out as many others as it can; otherwise closes their ways and comes near them, as long as it stays alive itself.
#[derive(Debug, Clone, Copy)]
pub struct Hunter;

impl Bot for Hunter {
    fn start(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Place {
        let near = |mark: &Place| nearest(*mark, others(see)).map_or(0, |steps| -i64::from(steps));
        best(see.start_marks(), rng, near).unwrap_or_else(|| see.sample_mark(rng))
    }

    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let prey = see.alive().without(SeatSet::only(see.active()));
        let worth = |tile: &Laid| {
            let outlook = see.outlook(*tile);
            let killed = outlook.out.and(prey);
            let goes_on = outlook.ways(see.active()) > 0 || killed == prey;
            let closed: u32 = prey.iter().map(|seat| u32::from(MAX_WAYS - outlook.ways(seat))).sum();
            let left = prey.without(killed).iter().map(|seat| outlook.place(seat));
            let distance = outlook.to.and_then(|to| nearest(to, left)).unwrap_or(0);
            (
                outlook.to.is_some(),
                spares_friends(see, &outlook),
                goes_on,
                killed.len(),
                closed,
                -i64::from(distance),
                outlook.continuations,
            )
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
