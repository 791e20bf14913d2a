//! From sums to findings: values with confidence intervals, differences, and verdicts.

use super::plan::{Column, Plan, PlanTable};
use super::tally::{SideTally, TableTally, Tally};
use crate::game::{MAX_SEATS, Seat};
use crate::lab::metrics::{Family, Metric, MetricScope, MetricValue, Pool, Unit};
use crate::lab::stats::{ALPHA, Confidence, Jackknife, Wilson, covariance, holm, jackknife, normal_quantile, ratio};

/// How findings are judged: the confidence of the intervals, and the margin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// How often the results are looked at, on which the width of the intervals depends.
    pub confidence: Confidence,
    /// The margin of equivalence, below which a difference does not matter: percentage points (as 0–1) for shares,
    /// otherwise a part of A's value.
    pub margin: f64,
}

/// What can be said of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// B's value is higher.
    Higher,
    /// B's value is lower.
    Lower,
    /// The difference is smaller than the margin.
    Equivalent,
    /// More games are needed.
    Undecided,
}

impl Verdict {
    /// The name as in JSON and CSV.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Higher => "higher",
            Self::Lower => "lower",
            Self::Equivalent => "equivalent",
            Self::Undecided => "undecided",
        }
    }

    /// Whether it says that B's value is higher or lower.
    pub const fn is_different(self) -> bool {
        matches!(self, Self::Higher | Self::Lower)
    }
}

/// An estimated value with its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MetricEstimate {
    /// The estimate, in the unit of the metric.
    pub value: f64,
    /// The lower and upper end of the interval.
    pub interval: (f64, f64),
}

/// The difference between two sides, B − A.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The estimate of B − A.
    pub value: f64,
    /// The lower and upper end of the 95 % confidence interval.
    pub interval: (f64, f64),
    /// Whether the interval is that of the paired difference: both sides had the same luck, and their values are
    /// positively correlated.
    pub paired: bool,
    /// The correlation of both sides over blocks; `None` without common luck, or where a side does not vary.
    pub correlation: Option<f64>,
    /// The factor by which common luck saved games; 1 where it did not help, and the number of blocks where both sides
    /// always moved together.
    pub saved: f64,
    /// The p-value: how likely so large a difference is where there is none.
    pub p: f64,
    /// The p-value after Holm's correction, over the headline metrics together or over all others together.
    pub p_holm: f64,
    /// What can be said of it.
    pub verdict: Verdict,
    /// The margin of equivalence in the metric's own unit.
    pub margin: f64,
    /// The smallest true difference that an experiment of this size detects with 80 % probability; `None` where nothing
    /// varies.
    pub detectable: Option<f64>,
    /// About how many more games of each side it takes to decide; `None` where it is decided, or where no number of
    /// games decides it.
    pub more_games: Option<u64>,
    /// The standard error of the difference.
    pub error: f64,
}

/// What was found for one value of a metric at one table.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The metric, one of [`METRICS`](crate::lab::metrics::METRICS).
    pub metric: &'static Metric,
    /// The metric's name with the numbers of its seats, from 0: `win-share-0`.
    pub name: String,
    /// The table's place in the plan.
    pub table: usize,
    /// The value under the first rule set.
    pub a: MetricEstimate,
    /// The value under the other rule set, if there is one.
    pub b: Option<MetricEstimate>,
    /// The difference, if there are two rule sets.
    pub difference: Option<Difference>,
}

impl Finding {
    /// The metric's name for people, who count seats from 1: `win-share, seat 1`, `outlasts, seats 1 and 2`.
    pub fn title(&self) -> String {
        let metric = self.metric.name;
        let numbers = self.name.strip_prefix(metric).unwrap_or_default().split('-').skip(1);
        let seats: Vec<Seat> = numbers.filter_map(|number| Seat::checked(number.parse().ok()?, MAX_SEATS as u8)).collect();
        match &seats[..] {
            [seat] => format!("{metric}, seat {seat}"),
            [one, other] => format!("{metric}, seats {one} and {other}"),
            _ => self.name.clone(),
        }
    }
}

/// The findings at all tables: of the first rule set compared with that of number `side`, or (side 0) of the first
/// alone.
pub fn findings(plan: &Plan, tally: &Tally, side: usize, terms: &Terms) -> Vec<Finding> {
    findings_for(plan, tally, side, terms, |_| true)
}

/// The [`findings`] for some metrics only; Holm's correction is for these alone.
pub fn findings_for(plan: &Plan, tally: &Tally, side: usize, terms: &Terms, is_wanted: impl Fn(&Metric) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, sums) in tally.tables.iter().enumerate() {
        let table = &plan.tables[index];
        let judge = TableJudge { plan, index, table, sums, side, terms, games_a_block: table.games_a_block() as f64 };
        findings.extend(judge.findings(&is_wanted));
    }
    let games = |table: usize| (tally.tables[table].blocks * plan.tables[table].games_a_block()) as f64;
    correct_and_decide(&mut findings, games);
    findings
}

/// A value on one side, and how far it can be trusted.
#[derive(Debug, Clone, Copy)]
struct SideValue {
    value: f64,
    /// The variance of the value over repeated experiments.
    variance: f64,
    /// The degrees of freedom of the variance.
    freedom: f64,
}

/// Judges the metrics of one table.
struct TableJudge<'a> {
    plan: &'a Plan,
    /// The table's place in the plan.
    index: usize,
    table: &'a PlanTable,
    sums: &'a TableTally,
    side: usize,
    terms: &'a Terms,
    games_a_block: f64,
}

impl TableJudge<'_> {
    /// The findings in the order of the metrics.
    fn findings(&self, is_wanted: &dyn Fn(&Metric) -> bool) -> Vec<Finding> {
        let columns = self.plan.columns(self.table);
        let metrics: Vec<&'static Metric> = self.plan.metrics(self.table).filter(|metric| is_wanted(metric)).collect();
        let is_derived = |metric: &&Metric| matches!(metric.value, MetricValue::Derived(_));
        let sides = if metrics.iter().any(is_derived) { self.sides() } else { Vec::new() };
        let pools: Vec<JackknifePools> =
            sides.iter().map(|&side| JackknifePools::new(&self.sums.sides[side], self.table.players)).collect();
        let mut findings = Vec::new();
        for metric in metrics {
            if let MetricValue::Derived(value) = metric.value {
                findings.extend(self.derived(metric, value, &pools));
            } else {
                let columns = columns.iter().enumerate().filter(|(_, column)| column.metric.name == metric.name);
                findings.extend(columns.filter_map(|(at, column)| self.summed(at, column)));
            }
        }
        findings
    }

    /// The sides that are judged: the first, and the one that is compared with it.
    fn sides(&self) -> Vec<usize> {
        if self.side > 0 { vec![0, self.side] } else { vec![0] }
    }

    /// The finding for a column of sums.
    fn summed(&self, at: usize, column: &Column) -> Option<Finding> {
        let blocks = self.sums.blocks;
        let under = self.games_a_block as i64 * column.scale;
        let is_mean = matches!(column.metric.value, MetricValue::Mean(..));
        let sums = self.sides().into_iter().map(|side| {
            let sums = self.sums.sides[side].columns[at];
            if is_mean { sums.with_under(blocks, under) } else { sums }
        });
        let sums: Vec<_> = sums.collect();
        let value = |found: crate::lab::stats::Ratio| SideValue {
            value: found.value,
            variance: found.variance.max(0.0),
            freedom: blocks as f64 - 1.0,
        };
        let values: Vec<SideValue> = sums.iter().map(|sums| ratio(sums, blocks).map(value)).collect::<Option<_>>()?;
        let shared = match &sums[..] {
            [a, b] => {
                let cross = self.sums.crosses[self.side - 1][at];
                covariance(a, b, &if is_mean { cross.with_under(a, b, blocks, under) } else { cross }, blocks)
            }
            _ => 0.0,
        };
        Some(self.finding(column.metric, column.name.clone(), &values, shared))
    }

    /// The finding for a derived metric.
    fn derived(&self, metric: &'static Metric, value: fn(&Pool) -> Option<f64>, pools: &[JackknifePools]) -> Option<Finding> {
        let found: Vec<(SideValue, Jackknife)> = pools.iter().map(|pools| pools.measure(value)).collect::<Option<_>>()?;
        let shared = match &found[..] {
            [(_, a), (_, b)] if a.deviations.len() == b.deviations.len() => a.covariance(b),
            _ => 0.0,
        };
        let values: Vec<SideValue> = found.iter().map(|(value, _)| *value).collect();
        Some(self.finding(metric, metric.name.to_owned(), &values, shared))
    }

    /// The finding for the values of one or two sides with this covariance.
    fn finding(&self, metric: &'static Metric, name: String, values: &[SideValue], covariance: f64) -> Finding {
        let (a, b) = (values[0], values.get(1));
        Finding {
            metric,
            name,
            table: self.index,
            a: self.estimate(metric, a),
            b: b.map(|&b| self.estimate(metric, b)),
            difference: b.map(|&b| self.difference(metric, a, b, covariance)),
        }
    }

    /// The number of blocks, by which intervals are made.
    fn blocks(&self) -> f64 {
        self.sums.blocks as f64
    }

    fn estimate(&self, metric: &Metric, side: SideValue) -> MetricEstimate {
        let SideValue { value, variance, freedom } = side;
        let reach = |alpha: f64, freedom: f64| self.terms.confidence.reach(alpha, self.blocks(), freedom);
        let interval = if metric.unit == Unit::Games {
            // The intervals of all seats are to hold together.
            let intervals = if metric.per == MetricScope::Seat { f64::from(self.table.players) } else { 1.0 };
            let found = Wilson::new(value, self.trials(value, variance), reach(ALPHA / intervals, f64::INFINITY));
            (found.low, found.high)
        } else if metric.unit == Unit::Share && variance == 0.0 && (value <= 0.0 || value >= 1.0) {
            // What happened in none of these blocks, or in all, may yet be possible, or not certain.
            let found = Wilson::new(value, self.blocks(), reach(ALPHA, f64::INFINITY));
            (found.low, found.high)
        } else {
            let half = reach(ALPHA, freedom) * variance.sqrt();
            // The estimate of a share of explained variance can be below 0 by chance; all other shares lie between 0 and 1.
            let is_bounded = metric.unit == Unit::Share && metric.family != Family::Luck;
            let within = |end: f64| if is_bounded { end.clamp(0.0, 1.0) } else { end };
            (within(value - half), within(value + half))
        };
        MetricEstimate { value, interval }
    }

    /// The number of independent games that would give a share of this variance: games of one block share their luck.
    fn trials(&self, share: f64, variance: f64) -> f64 {
        if self.games_a_block <= 1.0 || variance <= 0.0 {
            self.blocks()
        } else {
            (share * (1.0 - share) / variance).clamp(self.blocks() / 2.0, self.blocks() * self.games_a_block)
        }
    }

    fn difference(&self, metric: &Metric, a: SideValue, b: SideValue, covariance: f64) -> Difference {
        let confidence = self.terms.confidence;
        let has_common_luck = !self.plan.unpaired;
        let shared = if has_common_luck { covariance } else { 0.0 };
        let unpaired_variance = a.variance + b.variance;
        let paired_variance = (unpaired_variance - 2.0 * shared).max(0.0);
        let is_constant = a.variance == 0.0 && b.variance == 0.0;
        let paired = has_common_luck && (shared > 0.0 || is_constant);
        let (variance, freedom) = if paired {
            (paired_variance, a.freedom.min(b.freedom))
        } else {
            // Where common luck drives the sides apart, the paired variance is the larger and the true one.
            (unpaired_variance.max(paired_variance), welch_freedom(a, b))
        };
        let error = variance.sqrt();
        let value = b.value - a.value;
        let mut half = confidence.reach(ALPHA, self.blocks(), freedom) * error;
        let same_rules = has_common_luck && self.plan.sides[0].hash == self.plan.sides[self.side].hash;
        if variance == 0.0 && !same_rules && matches!(metric.unit, Unit::Games | Unit::Points) {
            // That no block differed does not mean that none ever will: as wide as Wilson's interval for no block of this many.
            half = Wilson::new(0.0, self.blocks(), confidence.reach(ALPHA, self.blocks(), f64::INFINITY)).high;
        }
        let p = match (error > 0.0, value == 0.0) {
            (true, _) => confidence.p_value(value / error, self.blocks(), freedom),
            (false, true) => 1.0,
            (false, false) => 0.0,
        };
        let margin = if metric.unit.is_share() { self.terms.margin } else { self.terms.margin * a.value.abs() };
        // Equivalence is tested by two one-sided tests.
        let one_sided = match confidence {
            Confidence::Fixed => confidence.reach(2.0 * ALPHA, self.blocks(), freedom) * error,
            Confidence::Always { .. } => half,
        };
        let room = margin - value.abs();
        let is_equivalent = if error > 0.0 { one_sided < room } else { half <= room };
        let games = self.blocks() * self.games_a_block;
        // The half width shrinks with the root of the number of games. How many it takes until the sides are called different depends on the
        // other metrics, too, and is worked out with Holm's correction.
        let until_equivalent = if room > 0.0 && one_sided > 0.0 { games * (one_sided / room).powi(2) - games } else { f64::INFINITY };
        Difference {
            value,
            interval: (value - half, value + half),
            paired,
            correlation: (has_common_luck && a.variance > 0.0 && b.variance > 0.0).then(|| shared / (a.variance * b.variance).sqrt()),
            saved: match (paired && !is_constant, paired_variance > 0.0) {
                (false, _) => 1.0,
                (true, true) => unpaired_variance / paired_variance,
                (true, false) => self.blocks(),
            },
            p,
            p_holm: p,
            verdict: if is_equivalent { Verdict::Equivalent } else { Verdict::Undecided },
            margin,
            detectable: (error > 0.0).then(|| (confidence.reach(ALPHA, self.blocks(), freedom) + normal_quantile(0.8)) * error),
            more_games: whole_games(until_equivalent),
            error,
        }
    }
}

/// The pool of a side, whole and with each group of blocks left out.
struct JackknifePools {
    whole: Pool,
    without: Vec<Pool>,
}

impl JackknifePools {
    fn new(side: &SideTally, seats: u8) -> Self {
        let whole = side.pool(seats);
        let groups = side.groups.iter().filter(|group| group.games > 0);
        let leave_out = |group: &Pool| {
            let mut rest = whole.clone();
            rest.merge(group, -1);
            rest
        };
        Self { without: groups.map(leave_out).collect(), whole }
    }

    /// A derived value with its jackknife; `None` where there are too few games for either.
    fn measure(&self, value: fn(&Pool) -> Option<f64>) -> Option<(SideValue, Jackknife)> {
        let without: Vec<f64> = self.without.iter().map(value).collect::<Option<_>>()?;
        let found = jackknife(&without)?;
        let value = SideValue { value: value(&self.whole)?, variance: found.variance(), freedom: without.len() as f64 - 1.0 };
        Some((value, found))
    }
}

/// A number of games as a whole number, if it is one that could be played.
fn whole_games(games: f64) -> Option<u64> {
    (games.is_finite() && games < 1e15).then(|| games.ceil().max(1.0) as u64)
}

/// Welch's degrees of freedom.
fn welch_freedom(a: SideValue, b: SideValue) -> f64 {
    let part = |side: SideValue| side.variance * side.variance / side.freedom;
    let parts = part(a) + part(b);
    if parts > 0.0 { (a.variance + b.variance).powi(2) / parts } else { a.freedom }
}

/// About how many more games a side it takes until a difference that stays as it is would be called one, among as many
/// metrics as now.
fn games_until_different(difference: &Difference, games: f64) -> Option<u64> {
    let half = (difference.interval.1 - difference.interval.0) / 2.0;
    let correction = if difference.p > 0.0 { (difference.p_holm / difference.p).max(1.0) } else { 1.0 };
    // The half width shrinks with the root of the number of games; Holm's correction asks for more than the interval does.
    let wider = normal_quantile(1.0 - ALPHA / correction / 2.0) / normal_quantile(1.0 - ALPHA / 2.0);
    whole_games(games * (wider * half / difference.value).powi(2) - games)
}

/// Applies Holm's correction, to the headline metrics and to all others, and decides which sides differ.
fn correct_and_decide(findings: &mut [Finding], games: impl Fn(usize) -> f64) {
    for headline in [true, false] {
        let group = findings.iter_mut().filter(|finding| finding.metric.headline == headline);
        let mut group: Vec<(usize, &mut Difference)> =
            group.filter_map(|finding| Some((finding.table, finding.difference.as_mut()?))).collect();
        let corrected = holm(&group.iter().map(|(_, difference)| difference.p).collect::<Vec<_>>());
        for ((table, difference), p) in group.iter_mut().zip(corrected) {
            difference.p_holm = p;
            if p < ALPHA {
                difference.verdict = if difference.value > 0.0 { Verdict::Higher } else { Verdict::Lower };
            }
            difference.more_games = match difference.verdict {
                Verdict::Undecided => [difference.more_games, games_until_different(difference, games(*table))].into_iter().flatten().min(),
                _ => None,
            };
        }
    }
}

/// The widest headline interval, as its half width over what `--until` allows: playing stops at 1 or below. `None`
/// without headline metrics.
pub fn relative_half_width(plan: &Plan, tally: &Tally, until: f64, terms: &Terms) -> Option<f64> {
    let headline = plan.reported_sides().flat_map(|side| findings_for(plan, tally, side, terms, |metric| metric.headline));
    let widths = headline.map(|finding| {
        let (low, high) = finding.difference.map_or(finding.a.interval, |difference| difference.interval);
        let allowed = if finding.metric.unit.is_share() { until } else { until * finding.a.value.abs() };
        if high > low { (high - low) / 2.0 / allowed } else { 0.0 }
    });
    widths.reduce(f64::max)
}
