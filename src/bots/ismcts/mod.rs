//! The bot that thinks ahead: information-set Monte-Carlo tree search.

mod search;
mod tree;

pub use search::{ChoiceEstimate, Search, Settings};

use super::Bot;
use super::choice::openest_relocation;
use crate::board::{Laid, Place};
use crate::game::{Choice, Exchange, Observation, Rng};

/// The most iterations of a search: up to here the sums of its rewards are exact enough to tell choices apart.
pub const MAX_ITERATIONS: u32 = 10_000_000;

/// How long it may think about one decision, at most [`MAX_ITERATIONS`].
pub enum Budget {
    /// So many iterations: the same choice on every machine.
    Iterations(u32),
    /// As long as the clock says, which is started with each decision and asked between iterations.
    Clock(Box<dyn Clock>),
}

/// A clock for one decision. The crate has none of its own: whoever runs a program lends it.
pub trait Clock: Send {
    /// A decision begins.
    fn start(&mut self);
    /// Whether there is time left.
    fn has_time(&self) -> bool;
}

/// Information-set Monte-Carlo tree search.
pub struct Ismcts {
    budget: Budget,
    settings: Settings,
    search: Search,
}

impl Ismcts {
    /// One that thinks so long, in this way.
    pub fn new(budget: Budget, settings: Settings) -> Self {
        Self { budget, settings, search: Search::default() }
    }

    /// Thinks about the choices, of which there is at least one, and gives the number of the best.
    fn think(&mut self, see: &Observation<'_>, choices: &[Choice], rng: &mut Rng) -> usize {
        if choices.len() == 1 {
            return 0;
        }
        let mut world = see.imagine();
        let (search, settings) = (&mut self.search, &self.settings);
        let goes_on = |made: u32| made < MAX_ITERATIONS && !see.is_stopped();
        match &mut self.budget {
            Budget::Iterations(most) => search.run(&mut *world, see.active(), choices, settings, rng, |made| made < *most && goes_on(made)),
            Budget::Clock(clock) => {
                clock.start();
                search.run(&mut *world, see.active(), choices, settings, rng, |made| clock.has_time() && goes_on(made));
            }
        }
        search.best()
    }

    /// What it thinks of each legal placement, after so many iterations (fewer if it is [stopped](Observation::is_stopped)).
    pub fn estimate(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Vec<ChoiceEstimate> {
        let choices: Vec<Choice> = see.legal().into_iter().map(Choice::Place).collect();
        if choices.is_empty() {
            return Vec::new();
        }
        self.think(see, &choices, rng);
        self.search.estimates(&choices)
    }
}

impl Bot for Ismcts {
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let legal = see.legal();
        let choices: Vec<Choice> = legal.iter().copied().map(Choice::Place).collect();
        legal[self.think(see, &choices, rng)]
    }

    fn exchange(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Exchange {
        let exchanges = see.exchanges();
        let choices: Vec<Choice> = exchanges.iter().cloned().map(Choice::Exchange).collect();
        let best = self.think(see, &choices, rng);
        exchanges.into_iter().nth(best).unwrap_or_default()
    }

    fn relocate(&mut self, see: &Observation<'_>, must: bool, rng: &mut Rng) -> Option<Place> {
        openest_relocation(see, must, rng)
    }

    fn wants_events(&self) -> bool {
        false
    }
}
