//! Metrics of how close games are: an evaluator says in each turn what share of the win each seat
//! can expect.

use super::{Metric, MetricValue, metric, unscaled};

pub(super) const METRICS: &[Metric] = &[
    metric! {
        name: "behind", family: Tension, unit: Share, range: "0 to 1", per: Table, needs: Evaluator,
        headline: false,
        definition: "The share of turns in which another seat stood better than the eventual \
            winner",
        value: MetricValue::Ratio(
            |facts, _| (facts.tension.behind.into(), facts.tension.valued.into())
        ),
    },
    metric! {
        name: "drama", family: Tension, unit: Points, range: "0 to 1", per: Table, needs: Evaluator,
        headline: false,
        definition: "How far the eventual winner was behind the best seat, in expected share of \
            the win, over the turns in which it was behind",
        value: MetricValue::Ratio(
            |facts, _| (facts.tension.deficit as i64, 10_000 * i64::from(facts.tension.behind))
        ),
    },
    metric! {
        name: "lead-changes", family: Tension, unit: Count, range: "from 0", per: Table,
        needs: Evaluator, headline: false,
        definition: "How often per game another seat came to stand best",
        value: MetricValue::Mean(|facts, _| facts.tension.changes.into(), unscaled),
    },
    metric! {
        name: "uncertainty", family: Tension, unit: Share, range: "0 to 1", per: Table,
        needs: Evaluator, headline: false,
        definition: "The entropy of the seats' expected shares of the win, as a share of the \
            largest possible, over all turns",
        value: MetricValue::Ratio(
            |facts, _| (facts.tension.entropy as i64, 10_000 * i64::from(facts.tension.valued))
        ),
    },
    metric! {
        name: "decisiveness", family: Tension, unit: Share, range: "0 to 1", per: Table,
        needs: Evaluator, headline: false,
        definition: "The share of the game's turns that passed before the eventual winner stood \
            best for good",
        value: MetricValue::Ratio(
            |facts, _| (facts.tension.open.into(), facts.tension.valued.into())
        ),
    },
];
