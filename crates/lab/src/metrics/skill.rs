//! The metric of what better play is worth.

use super::facts::WIN;
use super::{Metric, MetricValue, metric};

pub(super) const METRICS: &[Metric] = &[metric! {
    name: "skill-edge", family: Skill, unit: Share, range: "0 to 1", per: Table, needs: MixedTable,
    headline: true,
    definition: "At a table of two kinds of bots, the stronger kind's win rate per seat over the \
        sum of both kinds' rates: 0.5 means no edge",
    value: MetricValue::Ratio(|facts, _| {
        let strong = i64::from(facts.strong.len());
        let weak = i64::from(facts.seats) - strong;
        let won: i64 = facts.strong.iter().map(|seat| facts.win(seat)).sum();
        let all: i64 = facts.winners.iter().map(|seat| facts.win(seat)).sum();
        // Win rates per seat, on a common denominator.
        let (strong_rate, weak_rate) = (won * weak, (all - won) * strong);
        debug_assert!(all <= WIN);
        (strong_rate, strong_rate + weak_rate)
    }),
}];
