//! The bot that looks where it steps.

use super::Bot;
use super::choice::{best, freest_exchange, openest_relocation, spares_friends};
use crate::board::{Laid, Place};
use crate::game::{Exchange, Observation, Rng};

/// Random among the placements that keep it alive and, where it can see that, leave it a way open in its next turn.
#[derive(Debug, Clone, Copy)]
pub struct Safe;

impl Bot for Safe {
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let last_tile = see.hand().len() == 1;
        let worth = |tile: &Laid| {
            let outlook = see.outlook(*tile);
            // Whoever holds no other tile cannot see its own next placement, but sees whether any tile could save it.
            let goes_on = if last_tile { outlook.ways(see.active()) > 0 } else { outlook.continuations > 0 };
            (outlook.to.is_some(), spares_friends(see, &outlook), goes_on)
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
