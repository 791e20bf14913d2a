//! A search over rules: which values of some keys, and which house rules, bring some metrics
//! nearest to their targets; with a map, in each of its cells. All candidates play with the same
//! luck. A candidate is dropped early once another is surely nearer, and a budget is spent on those
//! that promise most.

mod budget;
mod candidates;
mod map;
mod result;
mod target;
#[cfg(test)]
mod tests;

pub use budget::{BudgetError, SearchBudget};
pub use candidates::{
    CandidateError, Candidates, HOUSE, HouseError, VariedKey, house_rules, rule_set_text,
};
pub use map::{AxisError, CellPlace, MapAxis, MapCell};
pub use result::{CandidateResult, best};
pub use target::{MetricTarget, TargetError};

use super::GameCounter;
use super::compare::{
    Experiment, ExperimentPlan, MetricEstimate, PlanSide, PlanTable, TableError, Tally,
    metric_of_name, values,
};
use super::metrics::{Family, Metric};
use super::stats::{ALPHA, Confidence};
use map::Grid;
use result::mark_front;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tsuro::bots::Host;
use tsuro::ruleset::Variant;

/// Number of blocks of the first round, where the budget allows it; each further round doubles
/// them.
const FIRST: u64 = 250;

/// The least number of blocks of the first round, and of the games on other deals: from fewer,
/// nothing is concluded.
const LEAST: u64 = 30;

/// A search: the candidates, the targets, and how the games are played.
#[derive(Debug)]
pub struct KeySearch<'a> {
    /// The candidate rule sets.
    pub variants: &'a [Variant],
    /// The numbers of players at the tables.
    pub players: &'a [u8],
    /// The tiers of bots at the tables.
    pub tiers: &'a [String],
    /// The seed of the run, any text; the same for all candidates.
    pub seed: &'a str,
    /// The targets, at least one.
    pub targets: &'a [MetricTarget],
    /// The measures of the map, none or two.
    pub axes: &'a [MapAxis],
    /// The largest number of blocks that a candidate plays in the search, and again on other
    /// deals.
    pub blocks: u64,
    /// The largest number of games of all candidates together, if there is one. At least half of
    /// it is kept for the games on other deals.
    pub budget: Option<u64>,
    /// The number of iterations with which positions are valued, if a target is a metric of
    /// tension.
    pub iterations: u32,
}

/// What a search found.
#[derive(Debug, Clone)]
pub struct SearchResults {
    /// The candidates in their order; `None` where a metric has no value.
    pub candidates: Vec<Option<CandidateResult>>,
    /// The measures of the map with their edges, if there is a map.
    pub axes: Vec<MapAxis>,
    /// The cells of the map in which there is a candidate.
    pub cells: Vec<MapCell>,
    /// The number of games that were played.
    pub games: u64,
    /// The number of games if every candidate played as many as it may.
    pub all_games: u64,
}

/// A candidate during the search.
#[derive(Debug)]
struct Candidate {
    plan: ExperimentPlan,
    tally: Tally,
    result: Option<CandidateResult>,
    /// Whether nothing is gained by more of its games: it was dropped or set aside.
    is_out: bool,
}

/// A search between two rounds.
#[derive(Debug)]
pub struct SearchState {
    candidates: Vec<Candidate>,
    axes: Vec<MapAxis>,
    /// The number of games that were played.
    games: u64,
    phase: Phase,
}

/// What comes next in a search.
#[derive(Debug)]
enum Phase {
    /// A round of the search, with these blocks.
    Search(Range<u64>),
    /// This number of blocks on other deals of some of the candidates that may be the nearest.
    Confirmation { results: Vec<Option<CandidateResult>>, finalists: Vec<usize>, blocks: u64 },
    /// Nothing.
    Over(Vec<Option<CandidateResult>>),
}

/// A round of a search: blocks that are played by some candidates.
#[derive(Debug)]
pub struct SearchRound {
    /// The blocks.
    pub blocks: Range<u64>,
    /// The places of the candidates that play them, each with its plan.
    pub plans: Vec<(usize, ExperimentPlan)>,
}

/// Why a search cannot begin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// A table cannot be played.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A target or an axis is not measured at any of the tables.
    #[error("{0} is not measured at tables of these bots; docs/metrics.md says what it needs")]
    Unmeasured(String),
    /// The budget is too small.
    #[error(
        "{budget} games are too few for {candidates} candidates: at least {least} are needed, \
         {each} for each"
    )]
    Budget {
        /// The budget.
        budget: u64,
        /// The number of candidates.
        candidates: usize,
        /// The least budget.
        least: u64,
        /// The least number of games of a candidate.
        each: u64,
    },
}

impl<'a> KeySearch<'a> {
    /// A search of at most `blocks` blocks for each candidate.
    pub fn new(
        variants: &'a [Variant],
        players: &'a [u8],
        tiers: &'a [String],
        seed: &'a str,
        targets: &'a [MetricTarget],
        blocks: u64,
    ) -> Self {
        Self {
            variants,
            players,
            tiers,
            seed,
            targets,
            axes: &[],
            blocks,
            budget: None,
            iterations: 50,
        }
    }
}

impl KeySearch<'_> {
    /// Plays the games and judges the candidates. `round` is called before each round. The search
    /// ends early if `progress` says so. `host` reads files of values.
    ///
    /// # Errors
    /// A table that cannot be played, or a budget that is too small.
    pub fn run(
        &self,
        threads: usize,
        host: &Arc<dyn Host>,
        progress: &GameCounter,
        mut round: impl FnMut(&SearchRound),
    ) -> Result<SearchResults, SearchError> {
        self.run_with(|next| {
            round(next);
            let mut tallies = Vec::new();
            for (index, plan) in &next.plans {
                tallies.push(
                    Experiment::on_host(plan, vec![&self.variants[*index]], host)?
                        .play(next.blocks.clone(), threads, progress)
                        .0,
                );
                if progress.stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
            }
            Ok(Some(tallies))
        })
    }

    /// As [`Self::run`], with rounds that the caller plays: `play` returns the sums of the plans of
    /// a round, in their order; `None` if the search ends early. An interrupted round does not
    /// count, so that all candidates are judged by the same games.
    ///
    /// # Errors
    /// What `play` returns, a table that cannot be played, or a budget that is too small.
    pub fn run_with<E: From<SearchError>>(
        &self,
        mut play: impl FnMut(&SearchRound) -> Result<Option<Vec<Tally>>, E>,
    ) -> Result<SearchResults, E> {
        let mut state = self.begin()?;
        while let Some(next) = self.next_round(&state).map_err(SearchError::from)? {
            let Some(tallies) = play(&next)? else { break };
            self.end_round(&mut state, &next, &tallies);
        }
        Ok(self.finish(state))
    }

    /// The names of everything that is measured, each once.
    fn names(&self) -> Vec<&str> {
        let targets = self.targets.iter().map(|target| target.name.as_str());
        let mut names: Vec<&str> =
            targets.chain(self.axes.iter().map(|axis| axis.name.as_str())).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The metrics of the targets and of the map.
    fn metrics(&self) -> impl Iterator<Item = &'static Metric> {
        let targets = self.targets.iter().filter_map(MetricTarget::metric);
        targets.chain(self.axes.iter().filter_map(MapAxis::metric))
    }

    /// The families of the metrics.
    fn families(&self) -> Vec<Family> {
        let mut families: Vec<Family> = self.metrics().map(|metric| metric.family).collect();
        families.sort();
        families.dedup();
        families
    }

    /// The plan by which a candidate plays.
    fn plan(&self, variant: &Variant) -> Result<ExperimentPlan, TableError> {
        let families = self.families();
        let plan = ExperimentPlan::new(
            vec![PlanSide::new(variant)],
            self.players,
            self.tiers,
            self.seed.to_owned(),
            false,
            &families,
        )?;
        Ok(if families.contains(&Family::Tension) {
            plan.with_search(self.iterations)
        } else {
            plan
        })
    }

    /// The number of games if every candidate played as many as it may in the search.
    ///
    /// # Errors
    /// A table that cannot be played.
    pub fn all_games(&self) -> Result<u64, TableError> {
        let Some(first) = self.variants.first() else { return Ok(0) };
        let each = self.blocks.saturating_mul(games_a_block(&self.plan(first)?));
        Ok(each.saturating_mul(self.variants.len() as u64))
    }

    /// The search before its first round, for callers that play the rounds themselves.
    ///
    /// # Errors
    /// A table that cannot be played, a target that no table measures, or a budget that is too
    /// small.
    pub fn begin(&self) -> Result<SearchState, SearchError> {
        let mut candidates: Vec<Candidate> = Vec::new();
        for variant in self.variants {
            let plan = self.plan(variant)?;
            let tally = Tally::new(&plan);
            candidates.push(Candidate { plan, tally, result: None, is_out: false });
        }
        let is_measured = |metric: &&'static Metric| {
            let mut plans = candidates.iter().map(|one| &one.plan);
            plans.any(|plan| {
                let mut measured = plan.tables.iter().flat_map(|table| plan.metrics(table));
                measured.any(|one| one.name == metric.name)
            })
        };
        if let Some(metric) = self.metrics().find(|metric| !is_measured(metric)) {
            return Err(SearchError::Unmeasured(metric.name.to_owned()));
        }
        let of_all = candidates.iter().map(|one| games_a_block(&one.plan)).sum::<u64>();
        if let Some(budget) = self.budget {
            // Half of it for the search, half for the games on other deals.
            let blocks = 2 * self.blocks.min(LEAST);
            let least = of_all.saturating_mul(blocks);
            if budget < least {
                let (candidates, each) = (candidates.len(), least / candidates.len() as u64);
                return Err(SearchError::Budget { budget, candidates, least, each });
            }
        }
        // Half of what the search may spend, so that there is a second round.
        let affordable = self.budget.map_or(FIRST, |budget| budget / 4 / of_all.max(1));
        let first = affordable.clamp(LEAST, FIRST).min(self.blocks);
        let phase = Phase::Search(0..first);
        Ok(SearchState { candidates, axes: self.axes.to_vec(), games: 0, phase })
    }

    /// The next round; `None` after the last one.
    ///
    /// # Errors
    /// A table that cannot be played.
    pub fn next_round(&self, state: &SearchState) -> Result<Option<SearchRound>, TableError> {
        let round = match &state.phase {
            Phase::Search(blocks) => {
                let left =
                    state.candidates.iter().enumerate().filter(|(_, candidate)| !candidate.is_out);
                SearchRound {
                    blocks: blocks.clone(),
                    plans: left.map(|(index, candidate)| (index, candidate.plan.clone())).collect(),
                }
            }
            Phase::Confirmation { finalists, blocks, .. } => {
                // Other deals than the search had, the same for all.
                let plan = |&index: &usize| {
                    let seed = format!("{}\nconfirmed", self.seed);
                    Ok::<_, TableError>((
                        index,
                        ExperimentPlan { seed, ..self.plan(&self.variants[index])? },
                    ))
                };
                SearchRound {
                    blocks: 0..*blocks,
                    plans: finalists.iter().map(plan).collect::<Result<_, _>>()?,
                }
            }
            Phase::Over(_) => return Ok(None),
        };
        Ok(Some(round))
    }

    /// Judges the candidates after a round; `tallies` are the sums of its plans, in their order.
    pub fn end_round(&self, state: &mut SearchState, round: &SearchRound, tallies: &[Tally]) {
        let blocks = round.blocks.end - round.blocks.start;
        state.games +=
            round.plans.iter().map(|(_, plan)| blocks * games_a_block(plan)).sum::<u64>();
        match &mut state.phase {
            Phase::Search(_) => {
                let confidence = Confidence::Always { tuned: self.tuned(state) };
                for ((index, _), tally) in round.plans.iter().zip(tallies) {
                    let candidate = &mut state.candidates[*index];
                    candidate.tally.merge(tally);
                    candidate.result = self.judge(
                        &candidate.plan,
                        &candidate.tally,
                        confidence,
                        self.variants.len(),
                    );
                }
                if round.blocks.start == 0 {
                    state.choose_edges();
                }
                self.drop_worse(state);
                self.go_on(state, round.blocks.end);
            }
            Phase::Confirmation { results, finalists, .. } => {
                let (mut results, finalists) = (std::mem::take(results), std::mem::take(finalists));
                let judged = round.plans.iter().zip(tallies).map(|((_, plan), tally)| {
                    self.judge(plan, tally, Confidence::Fixed, finalists.len())
                });
                let confirmed: Vec<Option<CandidateResult>> = judged.collect();
                if confirmed.iter().all(Option::is_some) {
                    self.replace(&state.axes, &mut results, &finalists, confirmed);
                }
                state.phase = Phase::Over(results);
            }
            Phase::Over(_) => {}
        }
    }

    /// The number of blocks at which the intervals of the search are narrowest: with a budget, that
    /// of a candidate if all had the same share.
    fn tuned(&self, state: &SearchState) -> f64 {
        let of_all = (state.a_block() * state.candidates.len() as u64).max(1);
        let share = self.budget.map_or(self.blocks, |budget| budget / of_all);
        share.clamp(1, self.blocks.max(1)) as f64
    }

    /// Decides what comes after `from` blocks: another round of all candidates that are left, of
    /// the most promising ones if the budget is too small for all, or the games on other deals.
    fn go_on(&self, state: &mut SearchState, from: u64) {
        let end = (2 * from).min(self.blocks);
        let results = state.results();
        let grid = Grid { axes: &state.axes, targets: self.targets };
        let open: Vec<usize> =
            (0..results.len()).filter(|&index| !state.candidates[index].is_out).collect();
        // Where each cell has its rule set, nothing is left to find.
        let open = grid.by_promise(&results, grid.undecided(&results, &open));
        let affordable = self.budget.map_or(usize::MAX, |budget| {
            let each = ((end - from) * state.a_block()).max(1);
            usize::try_from((budget / 2).saturating_sub(state.games) / each).unwrap_or(usize::MAX)
        });
        if end == from
            || open.is_empty()
            || affordable < open.len().min(2 * grid.occupied(&results, &open))
        {
            state.phase = self.confirmation(state);
            return;
        }
        for (index, candidate) in state.candidates.iter_mut().enumerate() {
            let place = open.iter().position(|&one| one == index);
            if let (Some(result), Some(place)) = (&mut candidate.result, place) {
                result.set_aside = place >= affordable;
            }
            candidate.is_out |= place.is_none_or(|place| place >= affordable);
        }
        state.phase = Phase::Search(from..end);
    }

    /// The games on other deals of the candidates that may be the nearest. If the budget is too
    /// small for all, of the most promising ones.
    fn confirmation(&self, state: &SearchState) -> Phase {
        let results = self.found(state);
        let is_final =
            |index: &usize| results[*index].as_ref().is_some_and(|one| one.level || one.front);
        let grid = Grid { axes: &state.axes, targets: self.targets };
        let list = (0..results.len()).filter(is_final).collect();
        let mut finalists = grid.by_promise(&results, list);
        if finalists.is_empty() {
            return Phase::Over(results);
        }
        let mut blocks = self.blocks;
        if let Some(budget) = self.budget {
            let left = budget.saturating_sub(state.games) / state.a_block().max(1);
            let affordable = left / self.blocks.clamp(1, 4 * LEAST);
            let least = grid.occupied(&results, &finalists) as u64;
            finalists.truncate(usize::try_from(affordable.max(least)).unwrap_or(usize::MAX));
            blocks = blocks.min(left / finalists.len() as u64);
        }
        finalists.sort_unstable();
        Phase::Confirmation { results, finalists, blocks }
    }

    /// What was found after the last round, or, if it was stopped, after the rounds that were
    /// played.
    pub fn finish(&self, state: SearchState) -> SearchResults {
        let candidates = match &state.phase {
            Phase::Search(_) => self.found(&state),
            Phase::Confirmation { results, .. } | Phase::Over(results) => results.clone(),
        };
        let all_games = state.a_block().saturating_mul(self.blocks);
        let SearchState { axes, games, candidates: all, .. } = state;
        let cells = match axes[..] {
            [] => Vec::new(),
            _ => Grid { axes: &axes, targets: self.targets }.cells(&candidates),
        };
        let all_games = all_games.saturating_mul(all.len() as u64);
        SearchResults { candidates, axes, cells, games, all_games }
    }

    /// The results of the search alone.
    fn found(&self, state: &SearchState) -> Vec<Option<CandidateResult>> {
        let mut results = state.results();
        if self.axes.is_empty() {
            mark_front(&mut results);
        }
        let leads = Grid { axes: &state.axes, targets: self.targets }.may_lead(&results);
        for (result, leads) in results.iter_mut().zip(leads) {
            if let Some(result) = result {
                result.level = leads && !result.dropped;
            }
        }
        results
    }

    /// Puts what was confirmed in the places of the finalists. What may be the nearest after that
    /// is what may be so by the search and by these games.
    fn replace(
        &self,
        axes: &[MapAxis],
        results: &mut [Option<CandidateResult>],
        finalists: &[usize],
        confirmed: Vec<Option<CandidateResult>>,
    ) {
        for (&index, confirmed) in finalists.iter().zip(confirmed) {
            let level = results[index].as_ref().is_some_and(|result| result.level);
            let confirmed =
                confirmed.map(|result| CandidateResult { confirmed: true, level, ..result });
            results[index] = confirmed;
        }
        let leads = Grid { axes, targets: self.targets }.may_lead(results);
        for (result, leads) in results.iter_mut().zip(leads) {
            if let Some(result) = result {
                result.level &= leads;
                result.front = false;
            }
        }
        if axes.is_empty() {
            let is_final = |index: usize| finalists.binary_search(&index).is_ok();
            let mut finals: Vec<Option<CandidateResult>> =
                finalists.iter().map(|&index| results[index].clone()).collect();
            mark_front(&mut finals);
            let mut finals = finals.into_iter();
            for (_, result) in results.iter_mut().enumerate().filter(|(at, _)| is_final(*at)) {
                *result = finals.next().flatten();
            }
        }
    }

    /// The result of one of `candidates` candidates; `None` if a metric has no value. The search
    /// and the games after it have half of the error rate each, which is shared out among the
    /// candidates and what is measured.
    fn judge(
        &self,
        plan: &ExperimentPlan,
        tally: &Tally,
        confidence: Confidence,
        candidates: usize,
    ) -> Option<CandidateResult> {
        let names = self.names();
        let wanted = |metric: &Metric| {
            names.iter().any(|name| metric_of_name(name).is_some_and(|one| one.name == metric.name))
        };
        let each = plan.tables.len() * names.len() * candidates;
        let found = values(plan, tally, confidence, ALPHA / 2.0 / each as f64, wanted);
        let value = |name: &str| {
            let found: Vec<MetricEstimate> =
                found.iter().filter(|(known, _)| known == name).map(|(_, value)| *value).collect();
            let mean = |of: fn(&MetricEstimate) -> f64| {
                found.iter().map(of).sum::<f64>() / found.len() as f64
            };
            (!found.is_empty()).then(|| MetricEstimate {
                value: mean(|one| one.value),
                interval: (mean(|one| one.interval.0), mean(|one| one.interval.1)),
            })
        };
        let values: Vec<MetricEstimate> =
            self.targets.iter().map(|target| value(&target.name)).collect::<Option<_>>()?;
        let measures: Vec<MetricEstimate> =
            self.axes.iter().map(|axis| value(&axis.name)).collect::<Option<_>>()?;
        let pairs = self.targets.iter().zip(&values);
        let distances: Vec<f64> =
            pairs.map(|(target, value)| target.distance(value.value)).collect();
        let total = distances.iter().map(|distance| distance * distance).sum::<f64>().sqrt();
        let blocks = tally.blocks.count();
        Some(CandidateResult { values, measures, distances, total, blocks, ..Default::default() })
    }

    /// Drops each candidate that is farther from every target than another, or, in a search for a
    /// map, that is the nearest of no cell, wherever in their intervals the true values are.
    fn drop_worse(&self, state: &mut SearchState) {
        let results = state.results();
        let worse: Vec<bool> = if self.axes.is_empty() {
            let reaches: Vec<Option<Vec<(f64, f64)>>> =
                results.iter().map(|result| Some(result.as_ref()?.reaches(self.targets))).collect();
            let beats = |other: &Vec<(f64, f64)>, own: &Vec<(f64, f64)>| {
                other.iter().zip(own).all(|(other, own)| other.1 < own.0)
            };
            let is_beaten =
                |own: &Vec<(f64, f64)>| reaches.iter().flatten().any(|other| beats(other, own));
            reaches.iter().map(|own| own.as_ref().is_some_and(is_beaten)).collect()
        } else {
            let leads = Grid { axes: &state.axes, targets: self.targets }.may_lead(&results);
            results.iter().zip(leads).map(|(one, leads)| one.is_some() && !leads).collect()
        };
        for (candidate, is_worse) in state.candidates.iter_mut().zip(worse) {
            if let (Some(result), true) = (&mut candidate.result, is_worse) {
                result.dropped = true;
                result.set_aside = false;
                candidate.is_out = true;
            }
        }
    }
}

impl SearchState {
    fn results(&self) -> Vec<Option<CandidateResult>> {
        self.candidates.iter().map(|candidate| candidate.result.clone()).collect()
    }

    /// The number of games of a block, which is the same for all candidates.
    pub fn a_block(&self) -> u64 {
        self.candidates.first().map_or(1, |candidate| games_a_block(&candidate.plan))
    }

    /// Gives the measures edges that spread the candidates over the map, where none were given.
    fn choose_edges(&mut self) {
        let results = self.results();
        for (at, axis) in self.axes.iter_mut().enumerate() {
            let values = results.iter().flatten().map(|result| result.measures[at].value);
            *axis = axis.with_edges(values);
        }
    }
}

/// The number of games of a block at all tables.
fn games_a_block(plan: &ExperimentPlan) -> u64 {
    plan.tables.iter().map(PlanTable::games_a_block).sum()
}
