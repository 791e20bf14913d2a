//! From estimates to findings: values with confidence intervals, differences, and verdicts.

use super::estimate::{self, Compared, Estimated, Ranged, TableEstimates};
use super::plan::ExperimentPlan;
use super::recorded::RecordedPair;
use super::tally::Tally;
use super::terms::Terms;
use crate::metrics::{Metric, MetricScope, MetricValue, Unit};
use crate::stats::{ALPHA, Confidence, normal_quantile, normal_share};
use tsuro::game::{MAX_SEATS, Seat};

/// The least number of blocks on which a verdict is given. With fewer, a variance is not known well
/// enough for the narrow tails that a whole report needs.
pub(crate) const LEAST_BLOCKS: f64 = 30.0;

/// The part of the error rate that belongs to the headline metrics, where others are reported, too.
const HEADLINE_PART: f64 = 0.8;

/// The probability with which a detectable difference is found, and with which as many more games
/// as are said decide.
const POWER: f64 = 0.8;
/// A number of games from which on it says only that a difference is about as large as the margin,
/// if it was found to be so.
const MILLIONS: u64 = 1_000_000;

/// What can be said of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DifferenceVerdict {
    /// B's value is higher, by more than the margin.
    Higher,
    /// B's value is lower, by more than the margin.
    Lower,
    /// B's value is higher, by less than the margin.
    SlightlyHigher,
    /// B's value is lower, by less than the margin.
    SlightlyLower,
    /// If there is a difference, it is smaller than the margin.
    Equivalent,
    /// More games are needed.
    Undecided,
}

impl DifferenceVerdict {
    /// The name as in JSON and CSV.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Higher => "higher",
            Self::Lower => "lower",
            Self::SlightlyHigher => "slightly-higher",
            Self::SlightlyLower => "slightly-lower",
            Self::Equivalent => "equivalent",
            Self::Undecided => "undecided",
        }
    }

    /// Whether it says that B's value is higher or lower, by however little.
    pub(crate) const fn is_different(self) -> bool {
        matches!(self, Self::Higher | Self::Lower | Self::SlightlyHigher | Self::SlightlyLower)
    }

    /// Whether it says that B's value is higher or lower by more than the margin.
    pub const fn matters(self) -> bool {
        matches!(self, Self::Higher | Self::Lower)
    }

    /// The verdict on a difference that lies within an interval, of which it is sure.
    fn from_interval((low, high): (f64, f64), margin: f64) -> Self {
        match () {
            () if low > margin => Self::Higher,
            () if high < -margin => Self::Lower,
            () if low < -margin || high > margin => Self::Undecided,
            () if low > 0.0 => Self::SlightlyHigher,
            () if high < 0.0 => Self::SlightlyLower,
            () => Self::Equivalent,
        }
    }
}

/// An estimated value with its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(
    clippy::exhaustive_structs,
    reason = "plots and pages are drawn of ones made by hand, too"
)]
pub struct MetricEstimate {
    /// The estimate, in the unit of the metric.
    pub value: f64,
    /// The lower and upper end of the interval.
    pub interval: (f64, f64),
}

/// The difference between two sides, B − A.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(
    clippy::exhaustive_structs,
    reason = "plots and pages are drawn of ones made by hand, too"
)]
pub struct Difference {
    /// The estimate of B − A.
    pub value: f64,
    /// The lower and upper end of the 95 % confidence interval.
    pub interval: (f64, f64),
    /// The lower and upper end of the interval that holds jointly with the intervals of all other
    /// differences of the report at 95 %; the verdict is read from it.
    pub joint_interval: (f64, f64),
    /// Whether the interval is that of the paired difference: both sides had the same luck, and
    /// their values are positively correlated.
    pub paired: bool,
    /// The correlation of both sides over blocks; `None` without common luck, or where a side does
    /// not vary.
    pub correlation: Option<f64>,
    /// The factor by which common luck saved games; 1 where it did not help.
    pub saved: f64,
    /// The p-value: how likely so large a difference is where there is none.
    pub p: f64,
    /// The p-value corrected for everything in the report; 1 where there are too few blocks for a
    /// verdict.
    pub p_report: f64,
    /// What can be said of it.
    pub verdict: DifferenceVerdict,
    /// The margin below which a difference does not matter, in the metric's own unit.
    pub margin: f64,
    /// The smallest true difference that an experiment of this size calls higher or lower with 80 %
    /// probability; `None` where nothing varies.
    pub detectable: Option<f64>,
    /// About how many more games of each side it takes to decide with 80 % probability; `None`
    /// where it is decided, or where no number of games decides it.
    pub more_games: Option<u64>,
    /// The standard error of the difference.
    pub error: f64,
    /// How many games of each side count for it. A metric may be about a part of a game, such as
    /// the turns after an elimination: then a game counts by how much of that it has, and the game
    /// that has most of it counts as a whole one.
    pub counted_games: u64,
    /// The least number of games that have to count before there is a verdict.
    pub needed_games: u64,
}

impl Difference {
    /// Whether it has no verdict because too few games count for it.
    pub(crate) const fn is_short_of_games(&self) -> bool {
        self.counted_games < self.needed_games
    }

    /// Whether it is about as large as the margin, so that very many games would have to tell which
    /// of the two is larger: either surely so, or it was found to be so and the number of games
    /// that would decide is in the millions. Such a number says no more than that: it hangs on the
    /// last digits of the difference between what was found and the margin.
    pub(crate) fn is_about_the_margin(&self) -> bool {
        let near = |value: f64| (0.75 * self.margin..=1.25 * self.margin).contains(&value.abs());
        let (low, high) = self.interval;
        let is_surely = low * high > 0.0 && near(low) && near(high);
        is_surely || (near(self.value) && self.more_games.is_some_and(|games| games >= MILLIONS))
    }

    /// Whether it is known that the sides differ and in which direction, though perhaps not whether
    /// it matters.
    pub fn has_known_sign(&self) -> bool {
        self.verdict.is_different()
            || (self.p_report < ALPHA
                && (self.joint_interval.0 > 0.0 || self.joint_interval.1 < 0.0))
    }
}

/// What was found for one value of a metric at one table.
#[derive(Debug, Clone)]
#[expect(
    clippy::exhaustive_structs,
    reason = "plots and pages are drawn of ones made by hand, too"
)]
pub struct Finding {
    /// The metric, one of [`METRICS`](crate::metrics::METRICS).
    pub metric: &'static Metric,
    /// The metric's name with the numbers of its seats, from 0: `win-share-0`.
    pub name: String,
    /// The table's place in the plan.
    pub table: usize,
    /// The place in the plan of the rule set that is compared with the first; 0 where the first is
    /// alone.
    pub side: usize,
    /// The value under the first rule set.
    pub a: MetricEstimate,
    /// The value under the other rule set, if there is one.
    pub b: Option<MetricEstimate>,
    /// The difference, if there are two rule sets.
    pub difference: Option<Difference>,
}

impl Finding {
    /// Whether what it counts never happened on any side, so that people need no row for it: two
    /// players never sit out, and there are no pieces without the rule whose they are. That there
    /// are no ties is worth a row.
    pub(crate) fn is_absent(&self) -> bool {
        let is_counted = !self.metric.value.is_derived() && self.metric.name != "ties";
        is_counted && self.a.value == 0.0 && self.b.is_none_or(|b| b.value == 0.0)
    }

    /// Whether there is no verdict because too few games count for the metric.
    pub(crate) fn is_short_of_games(&self) -> bool {
        self.difference.is_some_and(|difference| difference.is_short_of_games())
    }

    /// The metric's name for people, who count seats from 1: `win-share, seat 1`,
    /// `outlasts, seats 1 and 2`.
    pub fn title(&self) -> String {
        let metric = self.metric.name;
        let numbers = self.name.strip_prefix(metric).unwrap_or_default().split('-').skip(1);
        let seats: Vec<Seat> = numbers
            .filter_map(|number| Seat::checked(number.parse().ok()?, MAX_SEATS as u8))
            .collect();
        match &seats[..] {
            [seat] => format!("{metric}, seat {seat}"),
            [one, other] => format!("{metric}, seats {one} and {other}"),
            _ => self.name.clone(),
        }
    }
}

/// The findings at all tables, of all rule sets that are compared with the first, or of the first
/// alone.
pub fn findings(plan: &ExperimentPlan, tally: &Tally, terms: &Terms) -> Vec<Finding> {
    findings_for(plan, tally, terms, |_| true)
}

/// The [`findings`] for some metrics only; the error rate is that of these alone.
pub fn findings_for(
    plan: &ExperimentPlan,
    tally: &Tally,
    terms: &Terms,
    is_wanted: impl Fn(&Metric) -> bool,
) -> Vec<Finding> {
    let mut estimated = Vec::new();
    for side in plan.reported_sides() {
        for (index, (table, sums)) in plan.tables.iter().zip(&tally.tables).enumerate() {
            let games_a_block = table.games_a_block() as f64;
            let estimates = TableEstimates { plan, table, sums, side, games_a_block };
            let seats = f64::from(table.players);
            let judge =
                TableJudge { terms, side, index, blocks: sums.blocks as f64, games_a_block, seats };
            estimated
                .extend(estimates.all(&is_wanted).into_iter().map(|estimated| (judge, estimated)));
        }
    }
    judged(estimated)
}

/// The findings on these estimates, which share one error rate.
fn judged(estimated: Vec<(TableJudge<'_>, Estimated<'_>)>) -> Vec<Finding> {
    let headline = estimated.iter().filter(|(_, estimated)| estimated.metric.headline).count();
    let shares = ErrorShares::new(headline, estimated.len() - headline);
    estimated.into_iter().map(|(judge, estimated)| judge.finding(estimated, &shares)).collect()
}

/// The findings on recorded games (B) beside games of bots (A), for each pair in turn and at every
/// table of the bots where all metrics are measured; [`Finding::table`] is that of the bots. One
/// error rate holds for all of them together. Nobody can be told how many more games people have to
/// play: there is no [`Difference::more_games`].
pub fn beside(pairs: &[RecordedPair<'_>], terms: &Terms) -> Vec<Vec<Finding>> {
    let (mut estimated, mut ends) = (Vec::new(), Vec::new());
    for pair in pairs {
        let RecordedPair { plan, tally, recorded } = *pair;
        let estimates = |plan, table, sums, games_a_block| TableEstimates {
            plan,
            table,
            sums,
            side: 0,
            games_a_block,
        };
        let people = &recorded.plan.tables[0];
        let b = estimates(&recorded.plan, people, &recorded.tally.tables[0], 1.0);
        let whole = plan.tables.iter().zip(&tally.tables).enumerate();
        for (index, (table, sums)) in whole.filter(|(_, (table, _))| !table.skill_only) {
            let a = estimates(plan, table, sums, table.games_a_block() as f64);
            let judge = TableJudge {
                terms,
                side: 0,
                index,
                blocks: sums.blocks.min(recorded.games()) as f64,
                games_a_block: 1.0,
                seats: f64::from(table.players),
            };
            estimated.extend(estimate::beside(&a, &b).into_iter().map(|one| (judge, one)));
        }
        ends.push(estimated.len());
    }
    let mut findings = judged(estimated);
    for difference in findings.iter_mut().filter_map(|finding| finding.difference.as_mut()) {
        difference.more_games = None;
    }
    let mut pieces: Vec<Vec<Finding>> = Vec::new();
    while let Some(end) = ends.pop() {
        let start = ends.last().copied().unwrap_or(0).min(end);
        pieces.push(findings.split_off(start));
    }
    pieces.reverse();
    pieces
}

/// How the error rate of a report is shared out among its differences (Bonferroni's inequality,
/// with weights).
struct ErrorShares {
    headline: f64,
    others: f64,
}

impl ErrorShares {
    fn new(headline: usize, others: usize) -> Self {
        let part = match (headline, others) {
            (_, 0) => 1.0,
            (0, _) => 0.0,
            _ => HEADLINE_PART,
        };
        Self {
            headline: part / headline.max(1) as f64,
            others: (1.0 - part) / others.max(1) as f64,
        }
    }

    /// The share of one difference.
    fn share(&self, metric: &Metric) -> f64 {
        if metric.headline { self.headline } else { self.others }
    }
}

/// Judges the estimates of one table.
#[derive(Clone, Copy)]
struct TableJudge<'a> {
    terms: &'a Terms,
    side: usize,
    /// The table's place in the plan.
    index: usize,
    blocks: f64,
    games_a_block: f64,
    seats: f64,
}

impl TableJudge<'_> {
    fn finding(&self, estimated: Estimated<'_>, shares: &ErrorShares) -> Finding {
        let Estimated { metric, name, a, compared } = estimated;
        let difference = compared
            .as_ref()
            .map(|compared| self.difference(metric, &name, &a, compared, shares.share(metric)));
        Finding {
            metric,
            table: self.index,
            side: self.side,
            a: self.estimate(metric, &a),
            b: compared.map(|compared| self.estimate(metric, &compared.b)),
            difference,
            name,
        }
    }

    fn reach(&self, alpha: f64, freedom: f64) -> f64 {
        self.terms.confidence.reach(alpha, self.blocks, freedom)
    }

    fn estimate(&self, metric: &Metric, side: &Ranged<'_>) -> MetricEstimate {
        // The intervals of the win shares of all seats are to hold together.
        let together = metric.unit == Unit::Games && metric.per == MetricScope::Seat;
        let alpha = if together { ALPHA / self.seats } else { ALPHA };
        let (low, high) = (side.ends)(self.reach(alpha, side.freedom));
        // With few games these intervals would reach beyond what is possible.
        let (least, most) = match metric.name {
            "seat-balance" => (0.0, 1.0),
            "first-seat-advantage" => (-1.0, 1.0),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        };
        MetricEstimate {
            value: side.value,
            interval: (low.clamp(least, most), high.clamp(least, most)),
        }
    }

    fn difference(
        &self,
        metric: &Metric,
        name: &str,
        a: &Ranged<'_>,
        compared: &Compared<'_>,
        share: f64,
    ) -> Difference {
        let Compared { difference, paired, correlation, apart, .. } = compared;
        let Ranged { value, ends, error, freedom, observed } = difference;
        let margin = self.terms.margins.width(metric, name, a.value);
        let usual = self.reach(ALPHA, *freedom);
        // Shares lie between 0 and 1, so no two are further apart than 1; how much luck explains is
        // an estimate that can be.
        let is_bounded = metric.unit.is_share() && !matches!(metric.value, MetricValue::Luck(_));
        let within = |end: f64| if is_bounded { end.clamp(-1.0, 1.0) } else { end };
        let ends = |reach: f64| {
            let (low, high) = ends(reach);
            (within(low), within(high))
        };
        // Ends recovered from the ends of both sides need not grow with every step of the reach.
        let interval = ends(usual);
        let joint = ends(self.reach(ALPHA * share, *freedom));
        let joint_interval = (joint.0.min(interval.0), joint.1.max(interval.1));
        let half = |(low, high): (f64, f64)| (high - low) / 2.0;
        let is_known = half(joint_interval) == 0.0;
        let verdict = if *observed < LEAST_BLOCKS {
            DifferenceVerdict::Undecided
        } else {
            DifferenceVerdict::from_interval(joint_interval, margin)
        };
        let p = if *value == 0.0 {
            1.0
        } else {
            self.terms.confidence.p_value(reach_without_zero(&ends), self.blocks, *freedom)
        };
        let saved = if *paired && half(ends(usual)) > 0.0 {
            (half(apart(usual)) / half(ends(usual))).powi(2).max(1.0)
        } else {
            1.0
        };
        Difference {
            value: *value,
            interval,
            joint_interval,
            paired: *paired,
            correlation: *correlation,
            saved,
            p,
            p_report: if *observed < LEAST_BLOCKS { 1.0 } else { (p / share).min(1.0) },
            verdict,
            margin,
            detectable: (!is_known)
                .then(|| margin + half(joint_interval) + normal_quantile(POWER) * error),
            more_games: if verdict == DifferenceVerdict::Undecided && *observed >= LEAST_BLOCKS {
                self.more_games(difference, margin, share)
            } else {
                None
            },
            error: *error,
            counted_games: (observed.min(self.blocks) * self.games_a_block) as u64,
            needed_games: (LEAST_BLOCKS * self.games_a_block) as u64,
        }
    }

    /// How many more games decide, as [`deciding_blocks`] says. A reader who plays more games has
    /// looked before, so the intervals are the ones for repeated looks.
    fn more_games(&self, difference: &Ranged<'_>, margin: f64, share: f64) -> Option<u64> {
        let later = match self.terms.confidence {
            Confidence::Fixed => Confidence::Always { tuned: self.blocks },
            looked @ Confidence::Always { .. } => looked,
        };
        let half = |blocks: f64| {
            let freedom = difference.freedom.max(LEAST_BLOCKS);
            let reach = later.reach(ALPHA * share, blocks, freedom);
            let shrinks = (self.blocks / blocks).sqrt();
            let half = |reach: f64| {
                let (low, high) = (difference.ends)(reach);
                (high - low) / 2.0
            };
            // More games narrow the interval in proportion, or, where its ends do not grow evenly
            // with the reach (quantiles near the longest games), as a shorter reach does.
            (half(reach) * shrinks).min(half(reach * shrinks))
        };
        let found = (difference.value, difference.error, self.blocks);
        let blocks = deciding_blocks(found, margin, half, 1e15 / self.games_a_block)?;
        Some(((blocks - self.blocks) * self.games_a_block).max(1.0) as u64)
    }
}

/// After how many blocks in all, fewer than `most`, a verdict falls with the probability [`POWER`],
/// if the true difference is the one that was found: its value, its standard error, and the blocks
/// so far. `half` is half of the interval after a number of blocks.
fn deciding_blocks(
    (value, error, blocks): (f64, f64, f64),
    margin: f64,
    half: impl Fn(f64) -> f64,
    most: f64,
) -> Option<f64> {
    let mut all = blocks;
    while all < most {
        all = (all * 1.1).ceil();
        let (played, half) = (blocks / all, half(all));
        // Of the value after all blocks, only the part of the further ones is not known.
        let spread = (error * (played * (1.0 - played)).sqrt()).max(f64::MIN_POSITIVE);
        let below = |limit: f64| normal_share((limit - value) / spread);
        let far = 1.0 - below(margin + half) + below(-margin - half);
        let near = (below(margin - half) - below(half - margin)).max(0.0);
        if far + near >= POWER {
            return Some(all);
        }
    }
    None
}

/// The largest reach with which an interval does not contain 0.
fn reach_without_zero(ends: &dyn Fn(f64) -> (f64, f64)) -> f64 {
    let is_without = |reach: f64| {
        let (low, high) = ends(reach);
        low > 0.0 || high < 0.0
    };
    let (mut low, mut high) = (0.0, 40.0);
    if is_without(high) {
        return high;
    }
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if is_without(middle) { low = middle } else { high = middle }
    }
    low
}

/// The widest headline interval, as its half width over what `--until` allows: playing stops at 1
/// or below. `None` without headline metrics.
pub fn relative_half_width(
    plan: &ExperimentPlan,
    tally: &Tally,
    until: f64,
    terms: &Terms,
) -> Option<f64> {
    let headline = findings_for(plan, tally, terms, |metric| metric.headline).into_iter();
    let widths = headline.map(|finding| {
        let (low, high) =
            finding.difference.map_or(finding.a.interval, |difference| difference.interval);
        let allowed =
            if finding.metric.unit.is_share() { until } else { until * finding.a.value.abs() };
        if high > low { (high - low) / 2.0 / allowed } else { 0.0 }
    });
    widths.reduce(f64::max)
}

/// The values of some metrics under the first rule set at all tables, with intervals that miss in a
/// share `alpha` of all experiments each.
pub(crate) fn values(
    plan: &ExperimentPlan,
    tally: &Tally,
    confidence: Confidence,
    alpha: f64,
    wanted: impl Fn(&Metric) -> bool,
) -> Vec<(String, MetricEstimate)> {
    let tables = plan.tables.iter().zip(&tally.tables);
    let of_table = tables.flat_map(|(table, sums)| {
        let estimates = TableEstimates {
            plan,
            table,
            sums,
            side: 0,
            games_a_block: table.games_a_block() as f64,
        };
        let blocks = sums.blocks as f64;
        estimates.all(&wanted).into_iter().map(move |Estimated { name, a, .. }| {
            let interval = (a.ends)(confidence.reach(alpha, blocks, a.freedom));
            (name, MetricEstimate { value: a.value, interval })
        })
    });
    of_table.collect()
}

/// How far apart the win shares of the seats of a table are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeatSpread {
    /// The difference between the largest and the smallest share.
    pub value: f64,
    /// The least difference that is not ruled out.
    pub least: f64,
    /// The largest difference that is not ruled out.
    pub largest: f64,
    /// Whether it is larger than a margin: [`DifferenceVerdict::Higher`],
    /// [`DifferenceVerdict::SlightlyHigher`], [`DifferenceVerdict::Equivalent`] or
    /// [`DifferenceVerdict::Undecided`].
    pub verdict: DifferenceVerdict,
}

impl SeatSpread {
    /// The verdict in words: `fair`, `not fair`, `slightly uneven, but fair` or `not decided`.
    pub const fn word(&self) -> &'static str {
        match self.verdict {
            DifferenceVerdict::Higher => "not fair",
            DifferenceVerdict::SlightlyHigher => "slightly uneven, but fair",
            DifferenceVerdict::Equivalent => "fair",
            _ => "not decided",
        }
    }
}

/// How far apart the win shares of the seats are at each table where wins are measured, with the
/// table's place in the plan. All tables together are judged wrongly with a probability of at most
/// 5 %.
pub fn seat_spreads(
    plan: &ExperimentPlan,
    tally: &Tally,
    confidence: Confidence,
    margin: f64,
) -> Vec<(usize, SeatSpread)> {
    let tables: Vec<usize> =
        (0..plan.tables.len()).filter(|&table| !plan.tables[table].skill_only).collect();
    let spread = |&table: &usize| {
        Some((table, seat_spread(plan, tally, table, confidence, margin, tables.len())?))
    };
    tables.iter().filter_map(spread).collect()
}

/// How far apart the win shares are at one of `tables` tables that are judged together, under the
/// first rule set; `None` where wins are not measured. The intervals of all seats hold at once, so
/// the two that differ most may be picked.
pub(crate) fn seat_spread(
    plan: &ExperimentPlan,
    tally: &Tally,
    table: usize,
    confidence: Confidence,
    margin: f64,
    tables: usize,
) -> Option<SeatSpread> {
    let (at, sums) = (&plan.tables[table], &tally.tables[table]);
    let estimates =
        TableEstimates { plan, table: at, sums, side: 0, games_a_block: at.games_a_block() as f64 };
    let seats = estimates.all(&|metric| metric.name == "win-share");
    let blocks = sums.blocks as f64;
    let reach =
        confidence.reach(ALPHA / (tables * seats.len().max(1)) as f64, blocks, f64::INFINITY);
    let by_value =
        |one: &&Estimated<'_>, other: &&Estimated<'_>| one.a.value.total_cmp(&other.a.value);
    let (fewest, most) = (&seats.iter().min_by(by_value)?.a, &seats.iter().max_by(by_value)?.a);
    let (low, high) = ((fewest.ends)(reach), (most.ends)(reach));
    let (least, largest) = ((high.0 - low.1).max(0.0), high.1 - low.0);
    let verdict = if blocks < LEAST_BLOCKS {
        DifferenceVerdict::Undecided
    } else {
        DifferenceVerdict::from_interval((least, largest), margin)
    };
    Some(SeatSpread { value: most.value - fewest.value, least, largest, verdict })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;
    use crate::GameCounter;
    use crate::compare::{Experiment, PlanSide};
    use crate::metrics::Family;
    use tsuro::rules::Registry;
    use tsuro::ruleset::{BuiltIns, Variant};

    /// With 300 games, the interval of a quantile near the longest games does not grow evenly with
    /// its reach: about 1,100,000 more games were said to be needed, where a few thousand are.
    #[test]
    fn what_is_said_of_further_games_is_right_for_quantiles_near_the_longest_games() {
        let variants = ["classic", "classic+board.columns=7"]
            .map(|rules| Variant::load(rules, &BuiltIns, &Registry::default()).unwrap());
        let judged = |blocks: u64| {
            let plan = ExperimentPlan::new(
                variants.iter().map(PlanSide::new).collect(),
                &[4],
                &["random".to_owned()],
                "1".to_owned(),
                false,
                &[Family::Length],
            )
            .unwrap();
            let experiment = Experiment::new(&plan, variants.iter().collect()).unwrap();
            let (tally, _) = experiment.play(0..blocks, 1, &GameCounter::default());
            let found = findings(&plan, &tally, &Terms::new(Confidence::Fixed, 0.01));
            let found = found.into_iter().find(|finding| finding.name == "turns-high").unwrap();
            found.difference.unwrap()
        };
        let few = judged(300);
        assert_eq!(few.verdict, DifferenceVerdict::Undecided);
        assert!((300..12_000).contains(&few.more_games.unwrap()), "{:?}", few.more_games);
        assert_eq!(judged(12_300).verdict, DifferenceVerdict::Higher);
    }

    /// A difference whose standard error after 100 blocks is 1, and intervals that reach 3.6 of
    /// them to each side.
    fn half(blocks: f64) -> f64 {
        3.6 * (100.0 / blocks).sqrt()
    }

    /// After how many blocks a verdict falls with 80 % probability, by the true difference.
    fn truly_deciding(difference: f64, margin: f64) -> f64 {
        let mut blocks = 100.0;
        loop {
            let (half, error) = (half(blocks), (100.0f64 / blocks).sqrt());
            let below = |limit: f64| normal_share((limit - difference) / error);
            let far = 1.0 - below(margin + half) + below(-margin - half);
            if far + (below(margin - half) - below(half - margin)).max(0.0) >= POWER {
                return blocks;
            }
            blocks *= 1.05;
        }
    }

    #[test]
    fn the_median_of_what_is_said_of_further_games_is_right_within_a_factor_of_two() {
        for (difference, margin) in [
            (0.0, 2.0),
            (0.5, 2.0),
            (1.0, 2.0),
            (3.0, 2.0),
            (5.0, 2.0),
            (0.5, 1.0),
            (2.0, 1.0),
            (3.0, 1.0),
            (2.0, 0.3),
            (3.0, 0.3),
        ] {
            let values =
                (0..99).map(|at| difference + normal_quantile((f64::from(at) + 0.5) / 99.0));
            let mut said: Vec<f64> = values
                .filter(|value| {
                    let interval = (value - half(100.0), value + half(100.0));
                    DifferenceVerdict::from_interval(interval, margin)
                        == DifferenceVerdict::Undecided
                })
                .map(|value| {
                    deciding_blocks((value, 1.0, 100.0), margin, half, 1e12).unwrap_or(1e12)
                })
                .collect();
            said.sort_by(f64::total_cmp);
            let ratio = said[said.len() / 2] / truly_deciding(difference, margin);
            assert!((0.5..2.0).contains(&ratio), "{difference} with margin {margin}: {ratio}");
        }
    }

    #[test]
    fn a_difference_of_the_size_of_the_margin_is_not_decided_by_any_number_of_games() {
        assert_eq!(deciding_blocks((1.0, 0.5, 100.0), 1.0, |_| 0.1, 1e9), None);
    }
}
