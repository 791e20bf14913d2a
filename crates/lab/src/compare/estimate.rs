//! From the sums of one table to values and differences with their intervals.
//!
//! An interval is a function of its *reach*, the number of standard errors to each side: the same
//! estimate has a narrower interval by itself and a wider one that holds together with all others
//! of a report.

use super::plan::{Column, ExperimentPlan, PlanTable};
use super::tally::{SideTally, TableTally};
use crate::metrics::{
    Counted, DICE, JointCounts, Metric, MetricValue, Pool, Unit, grouped_quantile,
};
use crate::stats::{
    Jackknife, Ratio, Sums, Wilson, covariance, jackknife, noncentrality, normal_quantile,
    normal_share, ratio, skewed_reach, skewness, skewness_of_difference,
};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The least number of replayed games from which the luck metrics are computed.
pub(crate) const LEAST_REPLAYED: u64 = 100;

/// The ends of an interval that reaches a given number of standard errors to each side.
type Ends<'a> = Rc<dyn Fn(f64) -> (f64, f64) + 'a>;

/// An estimate with its intervals.
#[derive(Clone)]
pub(super) struct Ranged<'a> {
    /// The estimate.
    pub value: f64,
    /// The intervals.
    pub ends: Ends<'a>,
    /// The standard error.
    pub error: f64,
    /// The degrees of freedom of the standard error.
    pub freedom: f64,
    /// Number of blocks that were observed for it.
    pub observed: f64,
}

/// The estimates of one value of a metric.
pub(super) struct Estimated<'a> {
    pub metric: &'static Metric,
    pub name: String,
    pub a: Ranged<'a>,
    /// The value of the other rule set and the difference, B − A.
    pub compared: Option<Compared<'a>>,
}

/// The other side of a comparison.
pub(super) struct Compared<'a> {
    pub b: Ranged<'a>,
    pub difference: Ranged<'a>,
    /// Whether the difference is judged as paired.
    pub paired: bool,
    pub correlation: Option<f64>,
    /// The intervals of the difference as they would be with luck of its own on each side.
    pub apart: Ends<'a>,
}

/// A value on one side, and how far it can be trusted.
#[derive(Debug, Clone, Copy)]
struct SideValue {
    value: f64,
    /// The variance of the value over repeated experiments.
    variance: f64,
    /// The degrees of freedom of the variance.
    freedom: f64,
    /// The most by which one block can move the value.
    jump: f64,
    /// The skewness of what the blocks add; 0 where it is not known.
    skewness: f64,
    /// Number of blocks that were observed for it.
    observed: f64,
}

/// What the blocks of two sides have in common.
#[derive(Debug, Default)]
struct Between {
    /// The covariance of the values.
    covariance: f64,
    /// The skewness of the differences; 0 where it is not known.
    skewness: f64,
    /// The share of the blocks in which the sides do not differ.
    unseen: f64,
}

/// One table of a comparison.
pub(super) struct TableEstimates<'a> {
    pub plan: &'a ExperimentPlan,
    pub table: &'a PlanTable,
    pub sums: &'a TableTally,
    /// The rule set that is compared with the first; 0 for the first alone.
    pub side: usize,
    pub games_a_block: f64,
}

impl<'a> TableEstimates<'a> {
    /// The estimates in the order of the metrics.
    pub(super) fn all(&self, is_wanted: &dyn Fn(&Metric) -> bool) -> Vec<Estimated<'a>> {
        let columns = self.plan.columns(self.table);
        let is_judged = |metric: &&'static Metric| self.side == 0 || metric.is_compared();
        let metrics: Vec<&'static Metric> = self
            .plan
            .metrics(self.table)
            .filter(|metric| is_wanted(metric))
            .filter(is_judged)
            .collect();
        let is_pooled = |metric: &&Metric| {
            metric.value.is_derived() && !matches!(metric.value, MetricValue::Seats(_))
        };
        let pools: Vec<GroupedPools> = if metrics.iter().any(is_pooled) {
            self.sides()
                .map(|side| GroupedPools::new(&self.sums.sides[side], self.table.players))
                .collect()
        } else {
            Vec::new()
        };
        let mut all = Vec::new();
        for metric in metrics {
            match metric.value {
                MetricValue::Mean(..) | MetricValue::Ratio(_) => {
                    let columns = columns
                        .iter()
                        .enumerate()
                        .filter(|(_, column)| column.metric.name == metric.name);
                    all.extend(columns.filter_map(|(at, column)| self.summed(at, column)));
                }
                MetricValue::Seats(of) => all.extend(self.seats(metric, of, &columns)),
                MetricValue::Quantile(what, share) => {
                    all.extend(self.quantile(metric, what, share, &pools));
                }
                MetricValue::Spread(what) => all.extend(self.spread(metric, what, &pools)),
                MetricValue::Luck(kind) => all.extend(self.luck(metric, kind, &pools)),
            }
        }
        all
    }

    /// The sides that are judged: the first, and the one that is compared with it.
    fn sides(&self) -> impl Iterator<Item = usize> + use<> {
        let side = self.side;
        std::iter::once(0).chain((side > 0).then_some(side))
    }

    fn blocks(&self) -> f64 {
        self.sums.blocks as f64
    }

    /// The sums of a column on one side, completed where the denominator of a mean is left out.
    fn completed(&self, side: usize, at: usize, column: &Column) -> Sums {
        let sums = self.sums.sides[side].columns[at];
        let is_mean = matches!(column.metric.value, MetricValue::Mean(..));
        if is_mean {
            sums.with_under(self.sums.blocks, self.games_a_block as i64 * column.scale)
        } else {
            sums
        }
    }

    /// The estimate for a column of sums.
    fn summed(&self, at: usize, column: &Column) -> Option<Estimated<'a>> {
        let blocks = self.sums.blocks;
        let sums: Vec<Sums> = self.sides().map(|side| self.completed(side, at, column)).collect();
        let ranges = sums[0].ranges_with(sums.last()?);
        let side = |sums: &Sums| -> Option<SideValue> {
            let Ratio { value, variance } = ratio(sums, blocks)?;
            let (least, most) = ranges[1].unwrap_or_default();
            let jump = match column.metric.unit {
                // A block adds from nothing to everything.
                Unit::Games | Unit::Share | Unit::Points => most as f64,
                _ => {
                    let over = ranges[0].map_or(0, |(least, most)| most - least) as f64;
                    (over + value.abs() * (most - least) as f64).max(1.0)
                }
            };
            let under = sums.under as f64;
            let observed = (under / most as f64).min(self.blocks());
            Some(SideValue {
                value,
                variance: variance.max(0.0),
                freedom: blocks as f64 - 1.0,
                jump: jump / under,
                skewness: skewness(sums, blocks),
                observed,
            })
        };
        let values: Vec<SideValue> = sums.iter().map(side).collect::<Option<_>>()?;
        let mut between = Between::default();
        if let [a, b] = &sums[..] {
            let cross = self.sums.crosses[self.side - 1][at];
            let is_mean = matches!(column.metric.value, MetricValue::Mean(..));
            let under = self.games_a_block as i64 * column.scale;
            between.covariance = covariance(
                a,
                b,
                &if is_mean { cross.with_under(a, b, blocks, under) } else { cross },
                blocks,
            );
            between.unseen =
                1.0 - cross.differing as f64 / values[0].observed.min(values[1].observed);
            if a.has_denominators_of(b, blocks) {
                between.skewness = skewness_of_difference(a, b, &cross, blocks);
            }
        }
        Some(self.estimated(column.metric, column.name.clone(), &values, &between))
    }

    /// The share of the blocks in which no measured number differs between the sides.
    fn unseen_in_all(&self) -> f64 {
        let crosses = if self.side > 0 { &self.sums.crosses[self.side - 1][..] } else { &[] };
        let most = crosses.iter().map(|cross| cross.differing).max().unwrap_or_default();
        1.0 - most as f64 / self.blocks()
    }

    /// The share of the blocks in which the number does not differ from which a spread or a
    /// quantile is made: `turns` for `turns-sd`. Blocks that differ in something else say nothing
    /// about it.
    fn unseen_below(&self, metric: &Metric) -> f64 {
        let counted = metric.name.split('-').next();
        let at = self
            .plan
            .columns(self.table)
            .iter()
            .position(|column| Some(column.metric.name) == counted);
        match at.filter(|_| self.side > 0) {
            Some(at) => 1.0 - self.sums.crosses[self.side - 1][at].differing as f64 / self.blocks(),
            None => self.unseen_in_all(),
        }
    }

    /// The estimate for the share of a kind of luck, by the jackknife.
    fn luck(
        &self,
        metric: &'static Metric,
        kind: usize,
        pools: &[GroupedPools],
    ) -> Option<Estimated<'a>> {
        let measure = |pools: &GroupedPools| -> Option<(SideValue, Jackknife)> {
            let luck = &pools.whole.luck;
            let value = luck.explained(kind)?;
            let without: Vec<f64> =
                pools.without().map(|pool| pool.luck.explained(kind)).collect::<Option<_>>()?;
            let found = jackknife(&without)?;
            let games = (luck.games >= LEAST_REPLAYED).then_some(luck.games as f64)?;
            let side = SideValue {
                value,
                variance: found.variance(),
                freedom: without.len() as f64 - 1.0,
                // Four is roughly what one pair of games can add to a covariance, in units of the
                // variance.
                jump: 4.0 / games,
                skewness: 0.0,
                observed: games,
            };
            Some((side, found))
        };
        let found: Vec<(SideValue, Jackknife)> =
            pools.iter().map(measure).collect::<Option<_>>()?;
        let mut between = Between { unseen: self.unseen_below(metric), ..Between::default() };
        if let [(_, a), (_, b)] = &found[..]
            && a.deviations.len() == b.deviations.len()
        {
            between.covariance = a.covariance(b);
        }
        let values: Vec<SideValue> = found.iter().map(|(value, _)| *value).collect();
        // Where no rule set has dice, they explain exactly nothing, and there is no need to say so.
        let is_impossible =
            kind == DICE && pools.iter().all(|pools| pools.whole.luck.with_dice == 0);
        (!is_impossible).then(|| self.estimated(metric, metric.name.to_owned(), &values, &between))
    }

    /// The estimate for the values of one or two sides.
    fn estimated(
        &self,
        metric: &'static Metric,
        name: String,
        values: &[SideValue],
        between: &Between,
    ) -> Estimated<'a> {
        let a = values[0];
        let compared = values.get(1).map(|&b| self.difference(metric, a, b, between));
        Estimated { metric, name, a: self.one_side(metric, a), compared }
    }

    fn one_side(&self, metric: &Metric, side: SideValue) -> Ranged<'a> {
        let SideValue { value, variance, freedom, jump, skewness, observed } = side;
        let (blocks, games_a_block) = (self.blocks(), self.games_a_block);
        let is_luck = matches!(metric.value, MetricValue::Luck(_));
        let ends: Ends<'a> = match metric.unit {
            // What happened in none of the blocks, or in all, may yet be possible, or not certain.
            Unit::Games | Unit::Share if !is_luck => {
                let least = if metric.unit == Unit::Games { blocks / 2.0 } else { observed / 2.0 };
                let trials =
                    match (games_a_block <= 1.0 && metric.unit == Unit::Games, variance > 0.0) {
                        (true, _) => blocks,
                        (false, true) => (value * (1.0 - value) / variance).max(least),
                        (false, false) => observed,
                    };
                Rc::new(move |reach| {
                    let found = Wilson::new(value, trials, reach);
                    (found.low, found.high)
                })
            }
            unit => {
                let is_count = !unit.is_share();
                let deviation = (variance * blocks).sqrt();
                Rc::new(move |reach| {
                    let floor = if variance > 0.0 { 0.0 } else { reach * reach * jump };
                    let (below, above) = skewed_reach(reach, skewness, blocks);
                    let low = value - below * deviation - floor;
                    (if is_count { low.max(0.0) } else { low }, value + above * deviation + floor)
                })
            }
        };
        Ranged {
            value,
            ends,
            error: variance.sqrt(),
            freedom: if is_luck { freedom } else { value_freedom(metric, freedom) },
            observed,
        }
    }

    fn difference(
        &self,
        metric: &Metric,
        a: SideValue,
        b: SideValue,
        between: &Between,
    ) -> Compared<'a> {
        let has_common_luck = !self.plan.unpaired;
        let shared = if has_common_luck { between.covariance } else { 0.0 };
        let (blocks, skewness) = (self.blocks(), between.skewness);
        let unpaired_variance = a.variance + b.variance;
        let paired_variance = (unpaired_variance - 2.0 * shared).max(0.0);
        let is_constant = a.variance == 0.0 && b.variance == 0.0;
        let paired = has_common_luck && (shared > 0.0 || is_constant);
        let value = b.value - a.value;
        let same_rules =
            has_common_luck && self.plan.sides[0].hash == self.plan.sides[self.side].hash;
        let observed = a.observed.min(b.observed);
        let independent = || apart(self.one_side(metric, a), self.one_side(metric, b));
        let (variance, freedom, ends): (f64, f64, Ends<'a>) = if same_rules {
            // The same games: there is no difference, in any number of them.
            (0.0, a.freedom, Rc::new(move |_| (value, value)))
        } else if paired {
            // The blocks that are seen to differ give the variance. How much the others may hide is
            // not known: at most the share of them that Wilson's interval allows when none of these
            // blocks was seen to differ, each by as much as a block can.
            let hidden = a.jump.max(b.jump).powi(2) * between.unseen.clamp(0.0, 1.0);
            let ends = around(value, paired_variance, skewness, blocks, hidden);
            (paired_variance, a.freedom.min(b.freedom), ends)
        } else if paired_variance > unpaired_variance {
            // Common luck drives the sides apart, and the paired variance is the true one.
            let ends = around(value, paired_variance, skewness, blocks, 0.0);
            (paired_variance, welch_freedom(a, b), ends)
        } else {
            (unpaired_variance, welch_freedom(a, b), independent())
        };
        Compared {
            b: self.one_side(metric, b),
            difference: Ranged { value, ends, error: variance.sqrt(), freedom, observed },
            paired,
            correlation: (has_common_luck && a.variance > 0.0 && b.variance > 0.0)
                .then(|| shared / (a.variance * b.variance).sqrt()),
            apart: independent(),
        }
    }

    /// The estimate for a metric of all seats: their distances from even are pulled in by as much
    /// as chance has spread them.
    fn seats(
        &self,
        metric: &'static Metric,
        of: fn(&[f64]) -> f64,
        columns: &[Column],
    ) -> Option<Estimated<'a>> {
        let side = |side: usize| -> Option<Ranged<'a>> {
            let (mut shares, mut variance) = (Vec::new(), 0.0);
            for (at, column) in
                columns.iter().enumerate().filter(|(_, column)| column.metric.name == "win-share")
            {
                let found = ratio(&self.completed(side, at, column), self.sums.blocks)?;
                shares.push(found.value);
                variance += found.variance.max(0.0);
            }
            let freedom = shares.len().checked_sub(1).filter(|&freedom| freedom > 0)? as f64;
            let mean = shares.iter().sum::<f64>() / shares.len() as f64;
            let squares: f64 = shares.iter().map(|share| (share - mean).powi(2)).sum();
            // Where the shares are even, one seat may yet win more than the others.
            let away: Vec<f64> = if squares > 0.0 {
                shares.iter().map(|share| (share - mean) / squares.sqrt()).collect()
            } else {
                let first = (freedom / shares.len() as f64).sqrt();
                let rest = std::iter::repeat_n(-first / freedom, shares.len() - 1);
                std::iter::once(first).chain(rest).collect()
            };
            let at = move |squares_without_chance: f64| {
                let distance = squares_without_chance.sqrt();
                of(&away.iter().map(|away| (mean + distance * away).max(0.0)).collect::<Vec<_>>())
            };
            if variance <= 0.0 {
                // All games went alike: as much as one seat may yet win.
                let (value, blocks) = (at(squares), self.blocks());
                let ends: Ends<'a> = Rc::new(move |reach| {
                    let room = Wilson::new(0.0, blocks, reach).high;
                    (value - room, value + room)
                });
                return Some(Ranged {
                    value,
                    ends,
                    error: 0.0,
                    freedom: blocks - 1.0,
                    observed: blocks,
                });
            }
            // Satterthwaite: the squares are distributed as variance / freedom times a noncentral
            // chi-square.
            let unit = variance / freedom;
            let value = at((squares - variance).max(0.0));
            let ends: Ends<'a> = Rc::new(move |reach| {
                let found = squares / unit;
                let (low, _) = noncentrality(found, freedom, reach);
                // Shares that are more even than chance makes them say no more than chance does.
                let (_, high) = noncentrality(found.max(freedom), freedom, reach);
                let (one, other) = (at(low * unit), at(high * unit));
                (one.min(other), one.max(other))
            });
            let (low, high) = ends(1.0);
            Some(Ranged {
                value,
                error: (high - low) / 2.0,
                ends,
                freedom: self.blocks() - 1.0,
                observed: self.blocks(),
            })
        };
        let mut estimated = self.joined(metric, &side, 0.0, 0.0)?;
        if metric.name == "unfairness"
            && let Some(compared) = &mut estimated.compared
            && !self.plan.unpaired
            && compared.difference.error > 0.0
        {
            self.narrow_by_seats(&mut compared.difference, columns);
        }
        Some(estimated)
    }

    /// The distance of one list of shares from even is at most that of another, and the distance
    /// between both. So the paired differences of the shares of all seats bound that of the
    /// unfairness, closely where few blocks differ. Both ways have half of the error rate.
    fn narrow_by_seats(&self, difference: &mut Ranged<'a>, columns: &[Column]) {
        let seats =
            columns.iter().enumerate().filter(|(_, column)| column.metric.name == "win-share");
        let seats: Vec<Ranged<'a>> = seats
            .filter_map(|(at, column)| Some(self.summed(at, column)?.compared?.difference))
            .collect();
        let (value, count) = (difference.value, seats.len() as f64);
        let apart = std::mem::replace(&mut difference.ends, Rc::new(move |_| (value, value)));
        difference.ends = Rc::new(move |reach| {
            let alpha = 2.0 * normal_share(-reach);
            let reach_at = |alpha: f64| -normal_quantile((alpha / 2.0).max(f64::MIN_POSITIVE));
            let each = reach_at(alpha / 2.0 / count);
            let far = |seat: &Ranged<'_>| {
                let (low, high) = (seat.ends)(each);
                low.abs().max(high.abs())
            };
            let bound = (seats.iter().map(|seat| far(seat).powi(2)).sum::<f64>() / count).sqrt();
            let (low, high) = apart(reach_at(alpha / 2.0));
            (low.max(-bound).min(value), high.min(bound).max(value))
        });
        let (low, high) = (difference.ends)(1.0);
        difference.error = (high - low) / 2.0;
    }

    /// The estimate for a quantile: the values at which the share below is not surprising
    /// (Woodruff, J. Am. Stat. Assoc. 47, 1952, with the variance at the quantile).
    fn quantile(
        &self,
        metric: &'static Metric,
        what: Counted,
        share: f64,
        pools: &[GroupedPools],
    ) -> Option<Estimated<'a>> {
        let blocks = self.blocks();
        let variance = share * (1.0 - share) / blocks;
        let at: Vec<f64> = pools
            .iter()
            .map(|pools| grouped_quantile(pools.whole.counts(what), share))
            .collect::<Option<_>>()?;
        let side = |side: usize| -> Option<Ranged<'a>> {
            let number = usize::from(side > 0);
            let counted = pools[number].whole.counts(what).to_vec();
            let value = at[number];
            let ends: Ends<'a> = Rc::new(move |reach| {
                let half = reach * variance.sqrt();
                let least = counted.iter().position(|&games| games > 0).unwrap_or_default() as f64;
                let most = counted.len() as f64 - 0.5;
                // Where so few games say nothing about an end, it is out of sight: at 0, and as far
                // beyond the largest value as the values range.
                let low = if share > half {
                    grouped_quantile(&counted, share - half).unwrap_or(0.0)
                } else {
                    0.0
                };
                let high = if share + half < 1.0 {
                    grouped_quantile(&counted, share + half)
                } else {
                    None
                };
                (low, high.unwrap_or(2.0 * most - least))
            });
            let (low, high) = ends(1.0);
            Some(Ranged {
                value,
                error: (high - low) / 2.0,
                ends,
                freedom: f64::INFINITY,
                observed: blocks,
            })
        };
        let below = |limit: f64| move |value: f64| (limit - (value - 0.5)).clamp(0.0, 1.0);
        let correlation = match (&at[..], self.joint()) {
            (&[a, b], Some(joint)) => joint.correlation(what, below(a), below(b)),
            _ => 0.0,
        };
        let hidden = self.unseen_below(metric) / (2.0 * blocks * share * (1.0 - share));
        self.joined(metric, &side, correlation, hidden)
    }

    /// The counts of the games of both sides together; `None` for one side, or without common luck.
    fn joint(&self) -> Option<&'a JointCounts> {
        self.sums.joint.get(self.side.checked_sub(1)?)
    }

    /// The estimate for a standard deviation: the root of a mean, that of the squared distances
    /// from the mean, which are skewed.
    fn spread(
        &self,
        metric: &'static Metric,
        what: Counted,
        pools: &[GroupedPools],
    ) -> Option<Estimated<'a>> {
        let blocks = self.blocks();
        let moments: Vec<SquareMoments> = pools
            .iter()
            .map(|pools| SquareMoments::new(pools.whole.counts(what)))
            .collect::<Option<_>>()?;
        let side = |side: usize| -> Option<Ranged<'a>> {
            let SquareMoments { variance, deviation, skewness, .. } =
                moments[usize::from(side > 0)];
            let ends: Ends<'a> = Rc::new(move |reach| {
                if variance <= 0.0 {
                    // All games were alike: as many as may yet be one away from them.
                    return (0.0, Wilson::new(0.0, blocks, reach).high.sqrt());
                }
                let (below, above) = skewed_reach(reach, skewness, blocks);
                (
                    (variance - below * deviation).max(0.0).sqrt(),
                    (variance + above * deviation).sqrt(),
                )
            });
            let (low, high) = ends(1.0);
            Some(Ranged {
                value: variance.sqrt(),
                error: (high - low) / 2.0,
                ends,
                freedom: blocks - 1.0,
                observed: blocks,
            })
        };
        let distance = |of: &SquareMoments| {
            let mean = of.mean;
            move |value: f64| (value - mean).powi(2)
        };
        let (mut correlation, mut hidden) = (0.0, 0.0);
        if let ([a, b], Some(joint)) = (&moments[..], self.joint()) {
            correlation = joint.correlation(what, distance(a), distance(b));
            // One block more may lie as far out as any did.
            let far = |of: &SquareMoments| (of.farthest / of.deviation.max(0.5)).powi(2);
            hidden = self.unseen_below(metric) * far(a).max(far(b)) / (2.0 * blocks);
        }
        self.joined(metric, &side, correlation, hidden)
    }

    /// The estimate for two sides whose intervals are known, by the method of variance estimates
    /// recovery. Blocks that do not differ may hide a difference: the correlation is no closer to 1
    /// than reach² · `hidden`.
    fn joined(
        &self,
        metric: &'static Metric,
        side: &dyn Fn(usize) -> Option<Ranged<'a>>,
        correlation: f64,
        hidden: f64,
    ) -> Option<Estimated<'a>> {
        let a = side(0)?;
        let name = metric.name.to_owned();
        if self.side == 0 {
            return Some(Estimated { metric, name, a, compared: None });
        }
        let b = side(self.side)?;
        let same_rules =
            !self.plan.unpaired && self.plan.sides[0].hash == self.plan.sides[self.side].hash;
        let paired = !self.plan.unpaired && correlation > 0.0;
        let (value, observed) = (b.value - a.value, a.observed.min(b.observed));
        let independent = || Some(apart(side(0)?, side(self.side)?));
        let ends: Ends<'a> = if same_rules {
            Rc::new(move |_| (value, value))
        } else if paired {
            let (one, other) = (side(0)?, side(self.side)?);
            Rc::new(move |reach| {
                let correlation = correlation.min(1.0 - reach * reach * hidden).max(0.0);
                recovered(
                    (one.value, (one.ends)(reach)),
                    (other.value, (other.ends)(reach)),
                    correlation,
                )
            })
        } else {
            independent()?
        };
        let freedom = a.freedom.min(b.freedom);
        let (low, high) = ends(1.0);
        let difference = Ranged { value, error: (high - low) / 2.0, ends, freedom, observed };
        let correlation = (!self.plan.unpaired && correlation != 0.0).then_some(correlation);
        Some(Estimated {
            metric,
            name,
            a,
            compared: Some(Compared {
                b,
                difference,
                paired: paired || same_rules,
                correlation,
                apart: independent()?,
            }),
        })
    }
}

/// The interval of a mean over `blocks` blocks, with room for what is hidden: to each side the root
/// of what its reach comes to, squared, and reach⁴ · hidden.
fn around<'a>(value: f64, variance: f64, skewness: f64, blocks: f64, hidden: f64) -> Ends<'a> {
    let deviation = (variance * blocks).sqrt();
    Rc::new(move |reach| {
        let (below, above) = skewed_reach(reach, skewness, blocks);
        let half = |part: f64| ((part * deviation).powi(2) + reach.powi(4) * hidden).sqrt();
        (value - half(below), value + half(above))
    })
}

/// The intervals of the difference of two independent values (the method of variance estimates
/// recovery: Zou and Donner, Statistics in Medicine 27, 2008; for shares it is Newcombe's).
fn apart<'a>(a: Ranged<'a>, b: Ranged<'a>) -> Ends<'a> {
    Rc::new(move |reach| recovered((a.value, (a.ends)(reach)), (b.value, (b.ends)(reach)), 0.0))
}

/// The estimates of every value that two tables have in common, whose games have neither luck nor
/// number in common. A is the first table.
pub(super) fn beside<'a>(a: &TableEstimates<'a>, b: &TableEstimates<'a>) -> Vec<Estimated<'a>> {
    let others = b.all(&Metric::is_compared).into_iter();
    let mut others: BTreeMap<String, Ranged<'a>> =
        others.map(|estimated| (estimated.name, estimated.a)).collect();
    let both = a.all(&Metric::is_compared).into_iter().filter_map(|estimated| {
        let b = others.remove(&estimated.name)?;
        Some(Estimated { compared: Some(independent(&estimated.a, b)), ..estimated })
    });
    both.collect()
}

/// The difference of two independent values.
fn independent<'a>(a: &Ranged<'a>, b: Ranged<'a>) -> Compared<'a> {
    let variances = [a, &b].map(|one| one.error * one.error);
    let parts: f64 =
        [a, &b].iter().zip(variances).map(|(one, found)| found * found / one.freedom).sum();
    let variance: f64 = variances.iter().sum();
    let ends = apart(a.clone(), b.clone());
    let difference = Ranged {
        value: b.value - a.value,
        ends: Rc::clone(&ends),
        error: variance.sqrt(),
        freedom: if parts > 0.0 { variance * variance / parts } else { b.freedom },
        observed: a.observed.min(b.observed),
    };
    Compared { b, difference, paired: false, correlation: None, apart: ends }
}

/// The interval of b − a from the intervals of both.
fn recovered(
    (a, (a_low, a_high)): (f64, (f64, f64)),
    (b, (b_low, b_high)): (f64, (f64, f64)),
    correlation: f64,
) -> (f64, f64) {
    let root = |one: f64, other: f64| {
        (one * one + other * other - 2.0 * correlation * one * other).max(0.0).sqrt()
    };
    (b - a - root(b - b_low, a_high - a), b - a + root(b_high - b, a - a_low))
}

/// The degrees of freedom by which the interval of one value is made: none are lost where the
/// variance follows from the share.
fn value_freedom(metric: &Metric, freedom: f64) -> f64 {
    if metric.unit == Unit::Games { f64::INFINITY } else { freedom }
}

/// Welch's degrees of freedom.
fn welch_freedom(a: SideValue, b: SideValue) -> f64 {
    let part = |side: SideValue| side.variance * side.variance / side.freedom;
    let parts = part(a) + part(b);
    if parts > 0.0 { (a.variance + b.variance).powi(2) / parts } else { a.freedom }
}

/// The squared distances from the mean of a number that is counted by value.
#[derive(Debug, Clone, Copy)]
struct SquareMoments {
    /// The mean of the number.
    mean: f64,
    /// The variance of the number, which is the mean of the squared distances.
    variance: f64,
    /// The standard deviation of the squared distances.
    deviation: f64,
    /// Their skewness.
    skewness: f64,
    /// The largest of them, less the mean.
    farthest: f64,
}

impl SquareMoments {
    /// `None` with fewer than two games.
    fn new(counts: &[u64]) -> Option<Self> {
        let games: u64 = counts.iter().sum();
        let values = || {
            let counted = counts.iter().enumerate().filter(|(_, games)| **games > 0);
            counted.map(|(value, &games)| (value as f64, games as f64))
        };
        let n = games as f64;
        let mean = values().map(|(value, here)| value * here).sum::<f64>() / n;
        let squares = || values().map(|(value, here)| ((value - mean).powi(2), here));
        let power = |centre: f64, k: i32| {
            squares().map(|(square, here)| (square - centre).powi(k) * here).sum::<f64>()
        };
        let variance = power(0.0, 1) / (n - 1.0);
        let around = power(0.0, 1) / n;
        let deviation = (power(around, 2) / (n - 1.0)).sqrt();
        let skewness = if deviation > 0.0 { power(around, 3) / n / deviation.powi(3) } else { 0.0 };
        let farthest = squares().map(|(square, _)| square).fold(0.0, f64::max) - around;
        (games > 1).then_some(Self { mean, variance, deviation, skewness, farthest })
    }
}

/// The pool of a side, whole and by groups of blocks.
struct GroupedPools {
    whole: Pool,
    groups: Vec<Pool>,
}

impl GroupedPools {
    fn new(side: &SideTally, seats: u8) -> Self {
        Self {
            whole: side.pool(seats),
            groups: side.groups.iter().filter(|group| group.games > 0).cloned().collect(),
        }
    }

    /// The whole pool without each of the groups.
    fn without(&self) -> impl Iterator<Item = Pool> {
        self.groups.iter().map(|group| {
            let mut rest = self.whole.clone();
            rest.merge(group, -1);
            rest
        })
    }
}
