//! From sums to findings: values, intervals, differences and verdicts.

use super::plan::{Column, Plan};
use super::tally::{SideTally, TableTally, Tally};
use crate::game::{MAX_SEATS, Seat};
use crate::lab::metrics::{Family, METRICS, Metric, MetricScope, MetricValue, Pool, Unit};
use crate::lab::stats::{ALPHA, Confidence, Cross, Jackknife, Sums, Wilson, covariance, holm, jackknife, normal_quantile, ratio};

/// How findings are judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// When the results are looked at.
    pub confidence: Confidence,
    /// Differences smaller than this are as good as none: points for shares, a part of A's value for everything else.
    pub margin: f64,
}

/// What can be said of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// As in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Higher => "higher",
            Self::Lower => "lower",
            Self::Equivalent => "equivalent",
            Self::Undecided => "undecided",
        }
    }

    /// Whether the sides are called different.
    pub const fn is_different(self) -> bool {
        matches!(self, Self::Higher | Self::Lower)
    }
}

/// A value with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MetricEstimate {
    /// The value.
    pub value: f64,
    /// Lower and upper end.
    pub interval: (f64, f64),
}

/// A difference between two sides, B less A.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// B less A.
    pub value: f64,
    /// Lower and upper end.
    pub interval: (f64, f64),
    /// Whether common luck was used.
    pub paired: bool,
    /// The correlation of both sides over blocks; `None` without common luck, or where a side does not vary.
    pub correlation: Option<f64>,
    /// How many times fewer games common luck took: 1 where it was of no use, the number of blocks where both sides always moved together.
    pub saved: f64,
    /// How likely a difference so great is where there is none.
    pub p: f64,
    /// The same after Holm's correction for all metrics of its kind (headline, or not).
    pub p_holm: f64,
    /// What can be said.
    pub verdict: Verdict,
    /// The margin of equivalence in the metric's own unit.
    pub margin: f64,
    /// The smallest true difference that an experiment of this size finds four times in five; `None` where nothing varies.
    pub detectable: Option<f64>,
    /// About how many more games a side would decide it; `None` where it is decided, or no number would.
    pub more_games: Option<u64>,
    /// Smallest and largest of both intervals' half widths: the standard error.
    pub error: f64,
}

/// What was found for one metric at one table.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The metric.
    pub metric: &'static Metric,
    /// Its name, with the seats it is about.
    pub name: String,
    /// The table's place in the plan.
    pub table: usize,
    /// The first rule set.
    pub a: MetricEstimate,
    /// The other one, where there is one.
    pub b: Option<MetricEstimate>,
    /// The difference, where there are two.
    pub difference: Option<Difference>,
}

impl Finding {
    /// The metric's name for people, who count seats from 1: `win-share, seat 1`, `outlives, seats 1 and 2`.
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

/// A value on one side with what is needed to compare it.
#[derive(Debug, Clone)]
struct SideValue {
    value: f64,
    variance: f64,
    freedom: f64,
    kind: FindingKind,
}

#[derive(Debug, Clone)]
enum FindingKind {
    Sums(Sums),
    Groups(Jackknife),
}

/// What was found at all tables: between the first rule set and that with the number `side`, or (side 0) of the first alone.
pub fn findings(plan: &Plan, tally: &Tally, side: usize, terms: &Terms) -> Vec<Finding> {
    those(plan, tally, side, terms, |_| true)
}

/// As [`findings`], but only of some metrics; the correction for many is among those.
pub fn those(plan: &Plan, tally: &Tally, side: usize, terms: &Terms, wanted: impl Fn(&Metric) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (table, sums) in tally.tables.iter().enumerate() {
        findings.extend(at_table(plan, table, sums, side, terms, &wanted));
    }
    let games = |table: usize| (tally.tables[table].blocks * plan.tables[table].games_a_block()) as f64;
    correct(&mut findings, games);
    findings
}

fn at_table(plan: &Plan, index: usize, sums: &TableTally, side: usize, terms: &Terms, wanted: &dyn Fn(&Metric) -> bool) -> Vec<Finding> {
    let table = &plan.tables[index];
    let columns = plan.columns(table);
    let games_a_block = table.games_a_block() as i64;
    let look = Judgement { plan, sums, side, terms, seats: table.players, games_a_block, index };
    let mut findings = Vec::new();
    let derived: Vec<&'static Metric> =
        plan.metrics(table).filter(|metric| matches!(metric.value, MetricValue::Derived(_)) && wanted(metric)).collect();
    let pools = if derived.is_empty() {
        Vec::new()
    } else {
        [0, side].iter().map(|&side| JackknifePools::new(&sums.sides[side], table.players)).collect()
    };
    // In the order of the list.
    for metric in METRICS.iter().filter(|metric| wanted(metric)) {
        for (at, column) in columns.iter().enumerate().filter(|(_, column)| column.metric.name == metric.name) {
            findings.extend(look.summed(at, column));
        }
        if let (MetricValue::Derived(value), true) = (metric.value, derived.iter().any(|one| one.name == metric.name)) {
            findings.extend(look.derived(metric, value, &pools));
        }
    }
    findings
}

/// The pools of a side with each group of blocks left out.
struct JackknifePools {
    whole: Pool,
    without: Vec<Pool>,
}

impl JackknifePools {
    fn new(side: &SideTally, seats: u8) -> Self {
        let whole = side.pool(seats);
        let some = side.groups.iter().filter(|group| group.games > 0);
        let leave = |group: &Pool| {
            let mut rest = whole.clone();
            rest.merge(group, -1);
            rest
        };
        Self { without: some.map(leave).collect(), whole }
    }

    fn measure(&self, value: fn(&Pool) -> Option<f64>) -> Option<SideValue> {
        let whole = value(&self.whole)?;
        let without: Vec<f64> = self.without.iter().map(value).collect::<Option<_>>()?;
        let found = jackknife(whole, &without)?;
        Some(SideValue { value: whole, variance: found.variance(), freedom: without.len() as f64 - 1.0, kind: FindingKind::Groups(found) })
    }
}

struct Judgement<'a> {
    plan: &'a Plan,
    sums: &'a TableTally,
    side: usize,
    terms: &'a Terms,
    seats: u8,
    games_a_block: i64,
    index: usize,
}

impl Judgement<'_> {
    fn summed(&self, at: usize, column: &Column) -> Option<Finding> {
        let blocks = self.sums.blocks;
        let under = self.games_a_block * column.scale;
        let mean = matches!(column.metric.value, MetricValue::Mean(..));
        let measure = |side: usize| {
            let sums = self.sums.sides[side].columns[at];
            let sums = if mean { sums.with_under(blocks, under) } else { sums };
            let found = ratio(&sums, blocks)?;
            Some(SideValue {
                value: found.value,
                variance: found.variance.max(0.0),
                freedom: blocks as f64 - 1.0,
                kind: FindingKind::Sums(sums),
            })
        };
        let cross = (self.side > 0).then(|| self.sums.crosses[self.side - 1][at]);
        let cross = |a: &Sums, b: &Sums| {
            let cross = cross.unwrap_or_default();
            if mean { cross.with_under(a, b, blocks, under) } else { cross }
        };
        self.finding(column.metric, column.name.clone(), &measure(0)?, self.side, measure, cross)
    }

    fn derived(&self, metric: &'static Metric, value: fn(&Pool) -> Option<f64>, pools: &[JackknifePools]) -> Option<Finding> {
        let measure = |side: usize| pools[usize::from(side > 0)].measure(value);
        self.finding(metric, metric.name.to_owned(), &measure(0)?, self.side, measure, |_, _| Cross::default())
    }

    fn finding(
        &self,
        metric: &'static Metric,
        name: String,
        a: &SideValue,
        side: usize,
        measure: impl Fn(usize) -> Option<SideValue>,
        cross: impl Fn(&Sums, &Sums) -> Cross,
    ) -> Option<Finding> {
        let mut finding = Finding { metric, name, table: self.index, a: self.estimate(metric, a), b: None, difference: None };
        if side > 0 {
            let b = measure(side)?;
            finding.b = Some(self.estimate(metric, &b));
            finding.difference = Some(self.difference(metric, a, &b, cross));
        }
        Some(finding)
    }

    /// How many blocks, as intervals see them.
    fn blocks(&self) -> f64 {
        self.sums.blocks as f64
    }

    fn estimate(&self, metric: &Metric, measured: &SideValue) -> MetricEstimate {
        let SideValue { value, variance, freedom, .. } = *measured;
        let interval = if let (Unit::Games, FindingKind::Sums(_)) = (metric.unit, &measured.kind) {
            // All seats are looked at together.
            let looks = if metric.per == MetricScope::Seat { f64::from(self.seats) } else { 1.0 };
            let reach = self.terms.confidence.reach(ALPHA / looks, self.blocks(), f64::INFINITY);
            let found = Wilson::new(value, self.trials(value, variance), reach);
            (found.low, found.high)
        } else if metric.unit == Unit::Share && variance == 0.0 && (value <= 0.0 || value >= 1.0) {
            // Never (or always) in so many blocks is not never.
            let found = Wilson::new(value, self.blocks(), self.terms.confidence.reach(ALPHA, self.blocks(), f64::INFINITY));
            (found.low, found.high)
        } else {
            let half = self.terms.confidence.reach(ALPHA, self.blocks(), freedom) * variance.sqrt();
            // An estimate of explained variance may be below 0 by chance; any other share is one.
            let bounds = metric.unit == Unit::Share && metric.family != Family::Luck;
            let within = |end: f64| if bounds { end.clamp(0.0, 1.0) } else { end };
            (within(value - half), within(value + half))
        };
        MetricEstimate { value, interval }
    }

    /// As how many independent games the blocks count: games of one block share their luck.
    fn trials(&self, share: f64, variance: f64) -> f64 {
        let games = self.blocks() * self.games_a_block as f64;
        if self.games_a_block == 1 || variance <= 0.0 {
            self.blocks()
        } else {
            (share * (1.0 - share) / variance).clamp(self.blocks() / 2.0, games)
        }
    }

    fn difference(&self, metric: &Metric, a: &SideValue, b: &SideValue, cross: impl Fn(&Sums, &Sums) -> Cross) -> Difference {
        let confidence = self.terms.confidence;
        let common = !self.plan.unpaired;
        let shared = match (&a.kind, &b.kind) {
            _ if !common => 0.0,
            (FindingKind::Sums(a), FindingKind::Sums(b)) => covariance(a, b, &cross(a, b), self.sums.blocks),
            (FindingKind::Groups(a), FindingKind::Groups(b)) if a.deviations.len() == b.deviations.len() => a.covariance(b),
            _ => 0.0,
        };
        let apart = a.variance + b.variance;
        let together = (apart - 2.0 * shared).max(0.0);
        let still = a.variance == 0.0 && b.variance == 0.0;
        let paired = common && (shared > 0.0 || still);
        let (variance, freedom) = if paired {
            (together, a.freedom.min(b.freedom))
        } else {
            // Where common luck drives both sides apart, that is not forgotten: the interval has to be as wide as the truth.
            (apart.max(together), welch(a, b))
        };
        let error = variance.sqrt();
        let value = b.value - a.value;
        let mut half = confidence.reach(ALPHA, self.blocks(), freedom) * error;
        let same_rules = common && self.plan.sides[0].hash == self.plan.sides[self.side].hash;
        if variance == 0.0 && !same_rules && matches!(metric.unit, Unit::Games | Unit::Points) {
            // That no block differed does not mean that none ever will: as wide as Wilson's interval of no block among so many.
            half = Wilson::new(0.0, self.blocks(), confidence.reach(ALPHA, self.blocks(), f64::INFINITY)).high;
        }
        let p = match (error > 0.0, value == 0.0) {
            (true, _) => confidence.p_value(value / error, self.blocks(), freedom),
            (false, true) => 1.0,
            (false, false) => 0.0,
        };
        let margin = if metric.unit.is_share() { self.terms.margin } else { self.terms.margin * a.value.abs() };
        // Two one-sided tests.
        let one_sided = match confidence {
            Confidence::Fixed => confidence.reach(2.0 * ALPHA, self.blocks(), freedom) * error,
            Confidence::Always { .. } => half,
        };
        let room = margin - value.abs();
        let equivalent = if error > 0.0 { one_sided < room } else { half <= room };
        let detectable = (error > 0.0).then(|| (confidence.reach(ALPHA, self.blocks(), freedom) + normal_quantile(0.8)) * error);
        let games = self.blocks() * self.games_a_block as f64;
        // The half width shrinks with the root of the number of games.
        let needed = |half: f64, room: f64| if room > 0.0 && half > 0.0 { games * (half / room).powi(2) } else { f64::INFINITY };
        // Until it is equivalent; how many until it differs depends on the other metrics, too.
        let more = needed(one_sided, room) - games;
        Difference {
            value,
            interval: (value - half, value + half),
            paired,
            correlation: (common && a.variance > 0.0 && b.variance > 0.0).then(|| shared / (a.variance * b.variance).sqrt()),
            saved: match (paired && !still, together > 0.0) {
                (false, _) => 1.0,
                (true, true) => apart / together,
                (true, false) => self.blocks(),
            },
            p,
            p_holm: p,
            verdict: if equivalent { Verdict::Equivalent } else { Verdict::Undecided },
            margin,
            detectable,
            more_games: whole_games(more),
            error,
        }
    }
}

/// A number of games that somebody could play.
fn whole_games(games: f64) -> Option<u64> {
    (games.is_finite() && games < 1e15).then(|| games.ceil().max(1.0) as u64)
}

/// Welch's degrees of freedom.
fn welch(a: &SideValue, b: &SideValue) -> f64 {
    let part = |side: &SideValue| side.variance * side.variance / side.freedom;
    let parts = part(a) + part(b);
    if parts > 0.0 { (a.variance + b.variance).powi(2) / parts } else { a.freedom }
}

/// After about how many more games a side a difference that stays as it is would be called one, among as many metrics as now.
fn until_different(difference: &Difference, games: f64) -> Option<u64> {
    let half = (difference.interval.1 - difference.interval.0) / 2.0;
    let among = if difference.p > 0.0 { (difference.p_holm / difference.p).max(1.0) } else { 1.0 };
    // The half width shrinks with the root of the number of games; the correction asks for more than the interval does.
    let wider = normal_quantile(1.0 - ALPHA / among / 2.0) / normal_quantile(1.0 - ALPHA / 2.0);
    whole_games(games * (wider * half / difference.value).powi(2) - games)
}

/// Corrects for the number of metrics looked at, the headline ones by themselves, and calls the differences that are left.
fn correct(findings: &mut [Finding], games: impl Fn(usize) -> f64) {
    for headline in [true, false] {
        let kind = findings.iter_mut().filter(|one| one.metric.headline == headline);
        let mut kind: Vec<(usize, &mut Difference)> = kind.filter_map(|one| Some((one.table, one.difference.as_mut()?))).collect();
        let corrected = holm(&kind.iter().map(|(_, difference)| difference.p).collect::<Vec<_>>());
        for ((table, difference), p) in kind.iter_mut().zip(corrected) {
            difference.p_holm = p;
            if p < ALPHA {
                difference.verdict = if difference.value > 0.0 { Verdict::Higher } else { Verdict::Lower };
            }
            difference.more_games = match difference.verdict {
                Verdict::Undecided => [difference.more_games, until_different(difference, games(*table))].into_iter().flatten().min(),
                _ => None,
            };
        }
    }
}

/// The widest half of a headline interval, as a part of what `--until` allows: playing stops at 1 or below. `None` without any.
pub fn relative_half_width(plan: &Plan, tally: &Tally, until: f64, terms: &Terms) -> Option<f64> {
    let widths = plan.reported_sides().flat_map(|side| those(plan, tally, side, terms, |metric| metric.headline)).map(|finding| {
        let (low, high) = finding.difference.map_or(finding.a.interval, |difference| difference.interval);
        let allowed = if finding.metric.unit.is_share() { until } else { until * finding.a.value.abs() };
        if high > low { (high - low) / 2.0 / allowed } else { 0.0 }
    });
    widths.reduce(f64::max)
}
