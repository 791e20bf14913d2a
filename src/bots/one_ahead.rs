//! [`OneAhead`]: what bots have in common that look one placement ahead and remember nothing.

use super::Bot;
use super::choice::{best, best_answer, freest_exchange, openest_relocation};
use crate::board::{Laid, Place};
use crate::game::{Answer, Exchange, Observation, Outlook, Rng};

/// A bot that takes the placement with the best [`Outlook`], ties broken at random. Exchanges and
/// relocations keep its own piece free, and answers to what rules ask are tried in a few games.
pub trait OneAhead: Send {
    /// How good a placement is: more is better.
    type Worth: PartialOrd;

    /// The worth of a placement with this outlook.
    fn worth(&self, see: &Observation<'_>, outlook: &Outlook) -> Self::Worth;

    /// The start mark: any, unless the bot prefers some.
    fn start_mark(&self, see: &Observation<'_>, rng: &mut Rng) -> Place {
        see.sample_mark(rng)
    }
}

impl<B: OneAhead> Bot for B {
    fn start(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Place {
        self.start_mark(see, rng)
    }

    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        best(see.legal(), rng, |tile| self.worth(see, &see.outlook(*tile)))
            .unwrap_or_else(|| see.sample_placement(rng))
    }

    fn exchange(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Exchange {
        freest_exchange(see, rng)
    }

    fn relocate(&mut self, see: &Observation<'_>, must: bool, rng: &mut Rng) -> Option<Place> {
        openest_relocation(see, must, rng)
    }

    fn answer(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Answer {
        best_answer(see, rng)
    }

    fn wants_events(&self) -> bool {
        false
    }
}
