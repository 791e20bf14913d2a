//! [`Ismcts`]: the bot that searches, by information-set Monte-Carlo tree search.

mod search;
mod tree;

pub(super) use search::MAX_TRIES;
pub use search::{ChoiceEstimate, Search, Settings};

use super::choice::openest_relocation;
use super::values::Judge;
use super::{Bot, Weighed};
use crate::board::{Laid, Place};
use crate::game::{Answer, Choice, Exchange, Observation, Phase, Rng};

/// The most iterations of a search. With more, the sums of rewards would not be exact enough to
/// tell choices apart.
pub const MAX_ITERATIONS: u32 = 10_000_000;

/// How long a search may take for a decision. [`MAX_ITERATIONS`] is the limit in any case.
#[non_exhaustive]
pub enum Budget {
    /// A number of iterations: the choice is the same on every machine.
    Iterations(u32),
    /// As long as the clock has time. It is started for each decision and asked after each
    /// iteration.
    Clock(Box<dyn Clock>),
}

/// A clock that limits the time for a decision. The program around the engine provides it.
pub trait Clock: Send {
    /// Called when a decision begins.
    fn start(&mut self);
    /// Whether there is time left.
    fn has_time(&self) -> bool;
}

/// Information-set Monte-Carlo tree search.
pub struct Ismcts {
    budget: Budget,
    settings: Settings,
    search: Search,
    judge: Option<Judge>,
}

impl Ismcts {
    /// A bot that searches as long as `budget` allows, with these settings.
    pub fn new(budget: Budget, settings: Settings) -> Self {
        Self { budget, settings, search: Search::default(), judge: None }
    }

    /// The same bot, whose search judges boards by what was learned.
    #[must_use]
    pub fn judging_by(self, judge: Judge) -> Self {
        Self { judge: Some(judge), ..self }
    }

    /// Searches among `choices`, of which there is at least one.
    fn search(&mut self, see: &Observation<'_>, choices: &[Choice], rng: &mut Rng) {
        self.search.judge_by(self.judge.as_ref().map(|judge| judge.values(see)));
        let mut world = see.imagine();
        let (search, settings) = (&mut self.search, &self.settings);
        let goes_on = |made: u32| made < MAX_ITERATIONS && !see.is_stopped();
        match &mut self.budget {
            Budget::Iterations(most) => {
                search.run(&mut *world, see.decider(), choices, settings, rng, |made| {
                    made < *most && goes_on(made)
                });
            }
            Budget::Clock(clock) => {
                clock.start();
                search.run(&mut *world, see.decider(), choices, settings, rng, |made| {
                    clock.has_time() && goes_on(made)
                });
            }
        }
    }

    /// The index of the best of `choices`. Where there is only one, it does not search.
    fn best(&mut self, see: &Observation<'_>, choices: &[Choice], rng: &mut Rng) -> usize {
        if choices.len() == 1 {
            return 0;
        }
        self.search(see, choices, rng);
        self.search.best()
    }

    /// Estimates the worth of each legal placement by a search, which ends early when the decision
    /// is [stopped](Observation::is_stopped). Empty if the seat does not place now.
    pub fn estimate(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Vec<ChoiceEstimate> {
        let choices: Vec<Choice> = see.legal().into_iter().map(Choice::Place).collect();
        if choices.is_empty() {
            return Vec::new();
        }
        self.search(see, &choices, rng);
        self.search.estimates(&choices)
    }
}

/// The choices as the last search leaves them, the most tried first.
fn weighed(search: &Search, choices: &[Choice]) -> Vec<Weighed> {
    let mut weighed: Vec<Weighed> = search
        .estimates(choices)
        .into_iter()
        .map(|estimate| Weighed {
            choice: estimate.choice,
            wins: estimate.mean.into(),
            visits: estimate.visits,
            prior: Some(estimate.prior.into()),
        })
        .collect();
    weighed
        .sort_by(|one, other| other.visits.cmp(&one.visits).then(other.wins.total_cmp(&one.wins)));
    weighed
}

impl Bot for Ismcts {
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let legal = see.legal();
        let choices: Vec<Choice> = legal.iter().copied().map(Choice::Place).collect();
        legal[self.best(see, &choices, rng)]
    }

    fn exchange(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Exchange {
        let exchanges = see.exchanges();
        let choices: Vec<Choice> = exchanges.iter().copied().map(Choice::Exchange).collect();
        let best = self.best(see, &choices, rng);
        exchanges.into_iter().nth(best).unwrap_or_default()
    }

    fn relocate(&mut self, see: &Observation<'_>, must: bool, rng: &mut Rng) -> Option<Place> {
        openest_relocation(see, must, rng)
    }

    fn answer(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Answer {
        let options = see.question().map(|question| question.options).unwrap_or_default();
        let choices: Vec<Choice> = options.iter().copied().map(Choice::Rule).collect();
        if choices.is_empty() {
            return see.sample_answer(rng);
        }
        options[self.best(see, &choices, rng)]
    }

    fn explain(&mut self, see: &Observation<'_>, rng: &mut Rng) -> (Option<Choice>, Vec<Weighed>) {
        let searched = matches!(see.phase(), Phase::Place | Phase::Exchange | Phase::Ask);
        let choices = see.choices();
        if !searched || choices.len() < 2 {
            return (self.choose(see, rng), Vec::new());
        }
        let choice = choices[self.best(see, &choices, rng)].clone();
        (Some(choice), weighed(&self.search, &choices))
    }

    fn wants_events(&self) -> bool {
        false
    }
}
