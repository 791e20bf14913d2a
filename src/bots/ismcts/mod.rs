//! [`Ismcts`]: the bot that searches, by information-set Monte-Carlo tree search.

mod ending;
mod search;
mod side_by_side;
mod tree;

pub use search::{ChoiceEstimate, Search, Settings};
pub(super) use search::{MAX_TREES, MAX_TRIES};

use super::choice::openest_relocation;
use super::values::Judge;
use super::{Bot, Weighed};
use crate::board::{Laid, Place};
use crate::game::{Answer, Choice, Exchange, Observation, Phase, Rng, World};
use ending::{Solved, solve};

/// The most iterations of a search. With more, the sums of rewards would not be exact enough to
/// tell choices apart.
pub const MAX_ITERATIONS: u32 = 10_000_000;

/// The number of iterations after which the search checks whether its choice is settled.
const CHECK_EVERY: u32 = 16;

/// How many positions of an ending are looked at for each iteration that there may be: as many as
/// take about as long.
const POSITIONS_PER_ITERATION: u32 = 10;

/// The most positions of an ending that are looked at.
const MOST_SOLVED: u32 = 50_000;

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
    /// The searches of the further trees.
    others: Vec<Search>,
    judge: Option<Judge>,
}

impl Ismcts {
    /// A bot that searches as long as `budget` allows, with these settings.
    pub fn new(budget: Budget, settings: Settings) -> Self {
        let mut searches = vec![Search::default(); usize::from(settings.trees.max(1))];
        let trees = searches.len();
        for search in &mut searches {
            search.share_room(trees);
        }
        let search = searches.swap_remove(0);
        Self { budget, settings, search, others: searches, judge: None }
    }

    /// The same bot, whose search judges boards by what was learned.
    #[must_use]
    pub fn judging_by(self, judge: Judge) -> Self {
        Self { judge: Some(judge), ..self }
    }

    /// Starts the clock of a decision, whose time is for solving and searching together.
    fn start_clock(&mut self) {
        if let Budget::Clock(clock) = &mut self.budget {
            clock.start();
        }
    }

    /// Searches among `choices`, of which there is at least one. `to_choose`: it ends once no other
    /// choice can overtake the first.
    fn search(
        &mut self,
        world: &mut dyn World,
        see: &Observation<'_>,
        choices: &[Choice],
        to_choose: bool,
        rng: &mut Rng,
    ) {
        if !self.others.is_empty() {
            self.search_side_by_side(see, choices, rng);
            return;
        }
        self.search.judge_by(self.judge.as_ref().map(|judge| judge.values(see)));
        let (search, settings) = (&mut self.search, &self.settings);
        let goes_on = |made: u32| made < MAX_ITERATIONS && !see.is_stopped();
        match &mut self.budget {
            Budget::Iterations(most) => {
                search.run(world, see.decider(), choices, settings, rng, |search, made| {
                    let left = most.saturating_sub(made);
                    let is_open = || {
                        !to_choose || !made.is_multiple_of(CHECK_EVERY) || search.margin() <= left
                    };
                    left > 0 && is_open() && goes_on(made)
                });
            }
            Budget::Clock(clock) => {
                search.run(world, see.decider(), choices, settings, rng, |_, made| {
                    clock.has_time() && goes_on(made)
                });
            }
        }
    }

    /// What the choices are worth where that can be found for sure. Bots without [`Judge`] play as
    /// they always have, and a proof knows no partner.
    fn solve(
        &self,
        world: &mut dyn World,
        see: &Observation<'_>,
        choices: &[Choice],
        rng: &mut Rng,
    ) -> Option<Solved> {
        let has_partner = self.settings.partner > 0;
        if self.judge.is_none() || has_partner || !matches!(choices.first(), Some(Choice::Place(_)))
        {
            return None;
        }
        world.deal(rng);
        let mut left = MOST_SOLVED;
        if let Budget::Iterations(most) = self.budget {
            left = left.min(most.saturating_mul(POSITIONS_PER_ITERATION));
        }
        let budget = &self.budget;
        let mut goes_on = || {
            let has_time = !matches!(budget, Budget::Clock(clock) if !clock.has_time());
            left = left.saturating_sub(1);
            left > 0 && has_time && !see.is_stopped()
        };
        solve(world, see.decider(), choices, &mut goes_on)
    }

    /// The index of the best of `choices`, and the proof if there is one. Where there is only one,
    /// it does not search; with a proof, it searches among the choices that are proven best.
    fn best(
        &mut self,
        see: &Observation<'_>,
        choices: &[Choice],
        to_choose: bool,
        rng: &mut Rng,
    ) -> (usize, Option<Solved>) {
        if choices.len() == 1 {
            return (0, None);
        }
        self.start_clock();
        let mut world = see.imagine();
        let solved = self.solve(&mut *world, see, choices, rng);
        let Some(proof) = &solved else {
            self.search(&mut *world, see, choices, to_choose, rng);
            return (self.search.best(), None);
        };
        if let [best] = proof.best[..] {
            return (best, solved);
        }
        let among: Vec<Choice> = proof.best.iter().map(|&at| choices[at].clone()).collect();
        self.search(&mut *world, see, &among, to_choose, rng);
        (proof.best[self.search.best()], solved)
    }

    /// Estimates the worth of each legal placement by a search, which ends early when the decision
    /// is [stopped](Observation::is_stopped). Empty if the seat does not place now.
    pub fn estimate(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Vec<ChoiceEstimate> {
        let choices: Vec<Choice> = see.legal().into_iter().map(Choice::Place).collect();
        if choices.is_empty() {
            return Vec::new();
        }
        self.start_clock();
        self.search(&mut *see.imagine(), see, &choices, false, rng);
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
    fn start(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Place {
        if self.judge.is_none() {
            return see.sample_mark(rng);
        }
        let marks = see.start_marks();
        let choices: Vec<Choice> = marks.iter().copied().map(Choice::Start).collect();
        marks[self.best(see, &choices, true, rng).0]
    }

    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let legal = see.legal();
        let choices: Vec<Choice> = legal.iter().copied().map(Choice::Place).collect();
        legal[self.best(see, &choices, true, rng).0]
    }

    fn exchange(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Exchange {
        let exchanges = see.exchanges();
        let choices: Vec<Choice> = exchanges.iter().copied().map(Choice::Exchange).collect();
        let (best, _) = self.best(see, &choices, true, rng);
        exchanges.into_iter().nth(best).unwrap_or_default()
    }

    fn relocate(&mut self, see: &Observation<'_>, must: bool, rng: &mut Rng) -> Option<Place> {
        if self.judge.is_none() {
            return openest_relocation(see, must, rng);
        }
        let mut choices = see.choices();
        if choices.is_empty() {
            return None;
        }
        let (best, _) = self.best(see, &choices, true, rng);
        if let Choice::Relocate(mark) = choices.swap_remove(best) { mark } else { None }
    }

    fn answer(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Answer {
        let options = see.question().map(|question| question.options).unwrap_or_default();
        let choices: Vec<Choice> = options.iter().copied().map(Choice::Rule).collect();
        if choices.is_empty() {
            return see.sample_answer(rng);
        }
        options[self.best(see, &choices, true, rng).0]
    }

    fn explain(&mut self, see: &Observation<'_>, rng: &mut Rng) -> (Option<Choice>, Vec<Weighed>) {
        let searched = match see.phase() {
            Phase::Start | Phase::Relocate { .. } => self.judge.is_some(),
            phase => matches!(phase, Phase::Place | Phase::Exchange | Phase::Ask),
        };
        let choices = see.choices();
        if !searched || choices.len() < 2 {
            return (self.choose(see, rng), Vec::new());
        }
        let (best, solved) = self.best(see, &choices, false, rng);
        let weighed = match solved {
            None => weighed(&self.search, &choices),
            Some(Solved { worths, .. }) => {
                let proven = choices.iter().zip(worths);
                let mut proven: Vec<Weighed> = proven
                    .map(|(choice, wins)| Weighed::new(choice.clone(), wins.into()))
                    .collect();
                // Of several that are best, the first is the one that it takes.
                let taken = |one: &Weighed| one.choice == choices[best];
                proven.sort_by(|one, other| {
                    other.wins.total_cmp(&one.wins).then(taken(other).cmp(&taken(one)))
                });
                proven
            }
        };
        (Some(choices[best].clone()), weighed)
    }

    fn wants_events(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::bots::values::{BoardValues, Goal};
    use std::sync::Arc;

    #[test]
    fn where_nobody_plays_against_another_a_search_judges_by_values_for_that_goal() {
        for (rules, players, goal) in
            [("solo", 4, Goal::Pieces), ("solo", 2, Goal::Pieces), ("solo-seas", 1, Goal::Together)]
        {
            let mut game = Game::new(rules, players, "together").unwrap();
            let means = |game: &Game, goal| {
                let see = game.observe(game.decision().unwrap().seat());
                let mut search = Search::default();
                // Tables without knowledge give every piece, and all together, an even chance.
                search.judge_by(Some(Arc::new(BoardValues::default().for_goal(goal))));
                let (settings, choices) = (Settings::default(), see.choices());
                let (mut world, mut rng) = (see.imagine(), game.bot_stream());
                let seat = see.active();
                search.run(&mut *world, seat, &choices, &settings, &mut rng, |_, made| made < 40);
                let estimates = search.estimates(&choices).into_iter();
                estimates.map(|estimate| estimate.mean).collect::<Vec<f32>>()
            };
            while game.observe(None).phase() != Phase::Place {
                let choice = game.observe(game.decision().unwrap().seat()).choices()[0].clone();
                game.play(&choice).unwrap();
            }
            let judged = means(&game, goal);
            assert!(judged.iter().all(|&mean| mean <= 0.5), "{judged:?}");
            let played_out = means(&game, Goal::Win);
            let other = if goal == Goal::Pieces { Goal::Together } else { Goal::Pieces };
            assert_eq!(played_out, means(&game, other), "{rules}");
            assert_ne!(played_out, judged, "{rules}");
        }
    }
}
