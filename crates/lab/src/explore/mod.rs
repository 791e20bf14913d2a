//! A search over rules: which values of some keys bring some metrics nearest to their targets. All
//! candidates play with the same luck, and a candidate is dropped early once another is surely
//! nearer to every target.

mod candidates;

pub use candidates::{CandidateError, Candidates, VariedKey, rule_set_text};

use super::GameCounter;
use super::compare::{
    Experiment, ExperimentPlan, MetricEstimate, PlanSide, TableError, Tally, metric_of_name, values,
};
use super::metrics::{Family, Metric};
use super::stats::{ALPHA, Confidence};
use std::ops::Range;
use std::sync::atomic::Ordering;
use tsuro::ruleset::Variant;

/// Number of blocks of the first round; each further round doubles them.
const FIRST: u64 = 250;

/// A metric with the value that it should have.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricTarget {
    /// The name of the metric, with the numbers of its seats: `win-share-0`.
    pub name: String,
    /// The wanted value.
    pub wanted: f64,
}

/// Why a target cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// It is not written as `name=value`.
    #[error("a target is written NAME=VALUE, such as turns=25, not {0:?}")]
    Form(String),
    /// There is no such metric.
    #[error("there is no metric {0:?}; docs/metrics.md lists them")]
    Unknown(String),
}

/// The largest absolute value of a target: more than any metric can have.
const MOST_WANTED: f64 = 1e12;

impl MetricTarget {
    /// Reads a target such as `turns=25` or `ties=5%`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, TargetError> {
        let form = || TargetError::Form(text.to_owned());
        let (name, value) = text.split_once('=').ok_or_else(form)?;
        let (name, value) = (name.trim(), value.trim());
        let (number, scale) = value.strip_suffix('%').map_or((value, 1.0), |number| (number, 0.01));
        let wanted = number
            .trim()
            .parse::<f64>()
            .ok()
            .filter(|wanted| wanted.abs() <= MOST_WANTED)
            .ok_or_else(form)?;
        let target = Self { name: name.to_owned(), wanted: wanted * scale };
        if target.metric().is_some() {
            Ok(target)
        } else {
            Err(TargetError::Unknown(name.to_owned()))
        }
    }

    /// The metric of the target.
    pub fn metric(&self) -> Option<&'static Metric> {
        metric_of_name(&self.name)
    }

    /// How far a value is from the target: in percentage points for shares, otherwise in per cent
    /// of the target (or of 1 if the target is 0).
    fn distance(&self, value: f64) -> f64 {
        let share = self.metric().is_some_and(|metric| metric.unit.is_share());
        let scale = if share || self.wanted == 0.0 { 0.01 } else { 0.01 * self.wanted.abs() };
        (value - self.wanted).abs() / scale
    }

    /// The least and the largest distance of the values in an interval.
    fn distances(&self, (low, high): (f64, f64)) -> (f64, f64) {
        let (one, other) = (self.distance(low), self.distance(high));
        let is_inside = (low..=high).contains(&self.wanted);
        (if is_inside { 0.0 } else { one.min(other) }, one.max(other))
    }
}

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
    /// The largest number of blocks that a candidate plays.
    pub blocks: u64,
    /// The number of iterations with which positions are valued, if a target is a metric of
    /// tension.
    pub iterations: u32,
}

/// The result of one candidate.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "a candidate may be any of these at once")]
pub struct CandidateResult {
    /// For each target, the value of its metric with its interval: the mean over all tables.
    pub values: Vec<MetricEstimate>,
    /// For each target, the distance in percentage points or per cent.
    pub distances: Vec<f64>,
    /// The root of the sum of the squares of all distances.
    pub total: f64,
    /// Number of blocks from which the values come.
    pub blocks: u64,
    /// Whether it was dropped early because another candidate is surely nearer to every target.
    pub dropped: bool,
    /// Whether its values come from games that were played after the search, on other deals, so
    /// that they are not better than they should be because it was chosen for them.
    pub confirmed: bool,
    /// Whether it may be the nearest of all: it cannot be told apart from the best with the
    /// games that were played. The nearest is among these with a probability of 95 %.
    pub level: bool,
    /// Whether it is one of the best trade-offs: no other candidate is at least as near to every
    /// target and nearer to one.
    pub front: bool,
}

impl CandidateResult {
    /// The least and the largest total distance of the values in the intervals.
    fn reach(&self, targets: &[MetricTarget]) -> (f64, f64) {
        let each = targets
            .iter()
            .zip(&self.values)
            .map(|(target, value)| target.distances(value.interval));
        let (low, high) = each.fold((0.0, 0.0), |sum: (f64, f64), (low, high)| {
            (sum.0 + low * low, sum.1 + high * high)
        });
        (low.sqrt(), high.sqrt())
    }
}

/// A candidate during the search.
#[derive(Debug)]
struct Candidate {
    plan: ExperimentPlan,
    tally: Tally,
    dropped: bool,
    result: Option<CandidateResult>,
}

/// A search between two rounds.
#[derive(Debug)]
pub struct SearchState {
    candidates: Vec<Candidate>,
    phase: Phase,
}

/// What comes next in a search.
#[derive(Debug)]
enum Phase {
    /// A round of the search, from this block on.
    Search(u64),
    /// The games on other deals of the candidates that may be the nearest; with the results of the
    /// search.
    Confirmation(Vec<Option<CandidateResult>>),
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

impl<'a> KeySearch<'a> {
    /// A search in which positions, if they have to be valued, are valued by 50 iterations.
    pub const fn new(
        variants: &'a [Variant],
        players: &'a [u8],
        tiers: &'a [String],
        seed: &'a str,
        targets: &'a [MetricTarget],
        blocks: u64,
    ) -> Self {
        Self { variants, players, tiers, seed, targets, blocks, iterations: 50 }
    }
}

impl KeySearch<'_> {
    /// Plays the games and judges the candidates. The results are in the order of the candidates,
    /// `None` where a metric has no value. `round` is called before each round with its number of
    /// blocks and of candidates. The search ends early if `progress` says so.
    ///
    /// # Errors
    /// A table that cannot be played.
    pub fn run(
        &self,
        threads: usize,
        progress: &GameCounter,
        mut round: impl FnMut(u64, usize),
    ) -> Result<Vec<Option<CandidateResult>>, TableError> {
        let mut state = self.begin()?;
        'rounds: while let Some(next) = self.next_round(&state)? {
            if progress.stop.load(Ordering::Relaxed) {
                break;
            }
            round(next.blocks.end, next.plans.len());
            let mut tallies = Vec::new();
            for (index, plan) in &next.plans {
                tallies.push(
                    Experiment::new(plan, vec![&self.variants[*index]])?
                        .play(next.blocks.clone(), threads, progress)
                        .0,
                );
                // An interrupted round does not count, so that all candidates are judged by the
                // same number of games.
                if progress.stop.load(Ordering::Relaxed) {
                    break 'rounds;
                }
            }
            self.end_round(&mut state, &next, &tallies);
        }
        Ok(self.finish(state))
    }

    /// The families of the targets' metrics.
    fn families(&self) -> Vec<Family> {
        let mut families: Vec<Family> = self
            .targets
            .iter()
            .filter_map(MetricTarget::metric)
            .map(|metric| metric.family)
            .collect();
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

    /// The search before its first round, for callers that play the rounds themselves.
    ///
    /// # Errors
    /// A table that cannot be played.
    pub fn begin(&self) -> Result<SearchState, TableError> {
        let mut candidates: Vec<Candidate> = Vec::new();
        for variant in self.variants {
            let plan = self.plan(variant)?;
            candidates.push(Candidate {
                tally: Tally::new(&plan),
                plan,
                dropped: false,
                result: None,
            });
        }
        Ok(SearchState { candidates, phase: Phase::Search(0) })
    }

    /// The next round; `None` after the last one.
    ///
    /// # Errors
    /// A table that cannot be played.
    pub fn next_round(&self, state: &SearchState) -> Result<Option<SearchRound>, TableError> {
        let round = match &state.phase {
            Phase::Search(from) => {
                let end = (2 * from).max(FIRST).min(self.blocks);
                let left =
                    state.candidates.iter().enumerate().filter(|(_, candidate)| !candidate.dropped);
                SearchRound {
                    blocks: *from..end,
                    plans: left.map(|(index, candidate)| (index, candidate.plan.clone())).collect(),
                }
            }
            Phase::Confirmation(results) => {
                // Other deals than the search had, the same for all.
                let plan = |index: usize| {
                    let seed = format!("{}\nconfirmed", self.seed);
                    Ok::<_, TableError>((
                        index,
                        ExperimentPlan { seed, ..self.plan(&self.variants[index])? },
                    ))
                };
                SearchRound {
                    blocks: 0..self.blocks,
                    plans: finalists(results).into_iter().map(plan).collect::<Result<_, _>>()?,
                }
            }
            Phase::Over(_) => return Ok(None),
        };
        Ok(Some(round))
    }

    /// Judges the candidates after a round; `tallies` are the sums of its plans, in their order.
    pub fn end_round(&self, state: &mut SearchState, round: &SearchRound, tallies: &[Tally]) {
        match &mut state.phase {
            Phase::Search(from) => {
                *from = round.blocks.end;
                let confidence = Confidence::Always { tuned: self.blocks as f64 };
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
                self.drop_worse(&mut state.candidates);
                if round.blocks.end >= self.blocks {
                    let results = self.found(&state.candidates);
                    state.phase = if finalists(&results).is_empty() {
                        Phase::Over(results)
                    } else {
                        Phase::Confirmation(results)
                    };
                }
            }
            Phase::Confirmation(results) => {
                let finalists = finalists(results);
                let mut results = std::mem::take(results);
                let judged = round.plans.iter().zip(tallies).map(|((_, plan), tally)| {
                    self.judge(plan, tally, Confidence::Fixed, finalists.len())
                });
                let confirmed: Vec<Option<CandidateResult>> = judged.collect();
                if confirmed.iter().all(Option::is_some) {
                    self.replace(&mut results, &finalists, confirmed);
                }
                state.phase = Phase::Over(results);
            }
            Phase::Over(_) => {}
        }
    }

    /// The results after the last round, or, if it was stopped, after the rounds that were played.
    pub fn finish(&self, state: SearchState) -> Vec<Option<CandidateResult>> {
        match state.phase {
            Phase::Search(_) => self.found(&state.candidates),
            Phase::Confirmation(results) | Phase::Over(results) => results,
        }
    }

    /// The results of the search alone.
    fn found(&self, candidates: &[Candidate]) -> Vec<Option<CandidateResult>> {
        let mut results: Vec<Option<CandidateResult>> =
            candidates.iter().map(|candidate| candidate.result.clone()).collect();
        mark_front(&mut results);
        self.mark_level(&mut results);
        results
    }

    /// Puts what was confirmed in the places of the finalists.
    fn replace(
        &self,
        results: &mut [Option<CandidateResult>],
        finalists: &[usize],
        confirmed: Vec<Option<CandidateResult>>,
    ) {
        for result in results.iter_mut().flatten() {
            (result.front, result.level) = (false, false);
        }
        let confirmed = confirmed
            .into_iter()
            .map(|result| result.map(|result| CandidateResult { confirmed: true, ..result }));
        let mut finals: Vec<Option<CandidateResult>> = confirmed.collect();
        mark_front(&mut finals);
        self.mark_level(&mut finals);
        finalists.iter().zip(finals).for_each(|(&index, result)| results[index] = result);
    }

    /// Marks the candidates that may be the nearest, wherever in their intervals the true values
    /// are.
    fn mark_level(&self, results: &mut [Option<CandidateResult>]) {
        let reach = |result: &CandidateResult| result.reach(self.targets);
        let nearest =
            results.iter().flatten().map(|result| reach(result).1).fold(f64::INFINITY, f64::min);
        for result in results.iter_mut().flatten() {
            result.level = !result.dropped && reach(result).0 <= nearest;
        }
    }

    /// The result of one of `candidates` candidates; `None` if a metric has no value. The search
    /// and the games after it have half of the error rate each, which is shared out among the
    /// candidates and the targets.
    fn judge(
        &self,
        plan: &ExperimentPlan,
        tally: &Tally,
        confidence: Confidence,
        candidates: usize,
    ) -> Option<CandidateResult> {
        let wanted = |metric: &Metric| {
            self.targets
                .iter()
                .any(|target| target.metric().is_some_and(|known| known.name == metric.name))
        };
        let each = plan.tables.len() * self.targets.len() * candidates;
        let found = values(plan, tally, confidence, ALPHA / 2.0 / each as f64, wanted);
        let value = |target: &MetricTarget| {
            let found: Vec<MetricEstimate> = found
                .iter()
                .filter(|(name, _)| *name == target.name)
                .map(|(_, value)| *value)
                .collect();
            let mean = |of: fn(&MetricEstimate) -> f64| {
                found.iter().map(of).sum::<f64>() / found.len() as f64
            };
            (!found.is_empty()).then(|| MetricEstimate {
                value: mean(|one| one.value),
                interval: (mean(|one| one.interval.0), mean(|one| one.interval.1)),
            })
        };
        let values: Vec<MetricEstimate> = self.targets.iter().map(value).collect::<Option<_>>()?;
        let distances: Vec<f64> = self
            .targets
            .iter()
            .zip(&values)
            .map(|(target, value)| target.distance(value.value))
            .collect();
        let total = distances.iter().map(|distance| distance * distance).sum::<f64>().sqrt();
        let blocks = tally.blocks.count();
        Some(CandidateResult {
            values,
            distances,
            total,
            blocks,
            dropped: false,
            confirmed: false,
            level: false,
            front: false,
        })
    }

    /// Drops each candidate that is farther from every target than another, wherever in their
    /// intervals the true values are.
    fn drop_worse(&self, candidates: &mut [Candidate]) {
        let reach = |result: &CandidateResult| -> Vec<(f64, f64)> {
            self.targets
                .iter()
                .zip(&result.values)
                .map(|(target, value)| target.distances(value.interval))
                .collect()
        };
        let reaches: Vec<Option<Vec<(f64, f64)>>> = candidates
            .iter()
            .map(|candidate| candidate.result.as_ref().filter(|_| !candidate.dropped).map(reach))
            .collect();
        for (candidate, own) in candidates.iter_mut().zip(&reaches) {
            let Some(own) = own else { continue };
            let beaten =
                |other: &Vec<(f64, f64)>| other.iter().zip(own).all(|(other, own)| other.1 < own.0);
            if reaches.iter().flatten().any(beaten) {
                candidate.dropped = true;
                if let Some(result) = &mut candidate.result {
                    result.dropped = true;
                }
            }
        }
    }
}

/// The places of the candidates whose values are confirmed on other deals.
fn finalists(results: &[Option<CandidateResult>]) -> Vec<usize> {
    let is_final =
        |index: &usize| results[*index].as_ref().is_some_and(|result| result.level || result.front);
    (0..results.len()).filter(is_final).collect()
}

/// Marks the best trade-offs: no other candidate is at least as near to every target and nearer to
/// one.
fn mark_front(result: &mut [Option<CandidateResult>]) {
    let all: Vec<Vec<f64>> =
        result.iter().flatten().map(|result| result.distances.clone()).collect();
    for one in result.iter_mut().flatten() {
        let beats = |other: &Vec<f64>| {
            let pairs = || other.iter().zip(&one.distances);
            pairs().all(|(other, own)| other <= own) && pairs().any(|(other, own)| other < own)
        };
        one.front = !one.dropped && !all.iter().any(beats);
    }
}

/// The place of the best candidate: the one with the least total, the first of equals, among the
/// confirmed candidates if any were confirmed.
pub fn best(result: &[Option<CandidateResult>]) -> Option<usize> {
    let is_confirmed = result.iter().flatten().any(|result| result.confirmed);
    let known = result.iter().enumerate().filter_map(|(index, result)| {
        let result = result.as_ref().filter(|result| result.confirmed == is_confirmed)?;
        Some((index, result.total))
    });
    known.min_by(|one, other| one.1.total_cmp(&other.1)).map(|(index, _)| index)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    #[test]
    fn targets_are_read_and_distances_measured_in_points_or_per_cent() {
        let turns = MetricTarget::parse("turns=25").unwrap();
        assert!(
            (turns.distance(26.0) - 4.0).abs() < 1e-9
                && (turns.distances((24.0, 27.0)).1 - 8.0).abs() < 1e-9
        );
        assert!(turns.distances((24.0, 27.0)).0.abs() < 1e-9);
        let ties = MetricTarget::parse(" ties = 5% ").unwrap();
        assert!((ties.wanted - 0.05).abs() < 1e-12 && (ties.distance(0.08) - 3.0).abs() < 1e-9);
        assert!(
            MetricTarget::parse("win-share-1=0.5").is_ok()
                && MetricTarget::parse("first-seat-advantage=0").is_ok()
        );
        assert_eq!(MetricTarget::parse("turns"), Err(TargetError::Form("turns".into())));
        assert_eq!(MetricTarget::parse("trns=3"), Err(TargetError::Unknown("trns".into())));
    }

    #[test]
    fn the_front_holds_the_candidates_that_no_other_beats() {
        let result = |distances: [f64; 2]| {
            Some(CandidateResult {
                values: Vec::new(),
                distances: distances.into(),
                total: distances[0].hypot(distances[1]),
                blocks: 1,
                dropped: false,
                confirmed: false,
                level: false,
                front: false,
            })
        };
        let mut all = vec![
            result([1.0, 5.0]),
            result([2.0, 2.0]),
            result([2.0, 3.0]),
            None,
            result([6.0, 1.0]),
        ];
        mark_front(&mut all);
        assert_eq!(
            all.iter().map(|one| one.as_ref().is_some_and(|one| one.front)).collect::<Vec<_>>(),
            [true, true, false, false, true]
        );
        assert_eq!(best(&all), Some(1));
    }
}
