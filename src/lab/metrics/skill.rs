//! What better play is worth.

use super::facts::WIN;
use super::{MetricValue, metric};

metric!(
    SkillEdge,
    "skill-edge",
    Skill,
    Share,
    "0 to 1",
    Table,
    MixedTable,
    false,
    "At a table of two kinds of bots, the win rate of a seat of the stronger kind over that and the rate of a weaker seat: one half is no edge",
    MetricValue::Ratio(|facts, _| {
        let strong = i64::from(facts.strong.len());
        let weak = i64::from(facts.seats) - strong;
        let won: i64 = facts.strong.iter().map(|seat| facts.win(seat)).sum();
        let all: i64 = facts.winners.iter().map(|seat| facts.win(seat)).sum();
        // Rates a seat, on the common denominator.
        let (strong_rate, weak_rate) = (won * weak, (all - won) * strong);
        debug_assert!(all <= WIN);
        (strong_rate, strong_rate + weak_rate)
    })
);
