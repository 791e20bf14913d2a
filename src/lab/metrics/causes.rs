//! Metrics of why pieces are eliminated, and by whom.

use super::facts::{EliminationAgent, GameFacts};
use super::{Metric, MetricValue, metric, unscaled};

/// A count of eliminations over all eliminations of the game.
const fn of_eliminations(count: u32, facts: &GameFacts) -> (i64, i64) {
    (count as i64, (facts.agents[0] + facts.agents[1] + facts.agents[2]) as i64)
}

pub const METRICS: &[Metric] = &[
    metric! {
        name: "out-edge", family: Causes, unit: Share, range: "0 to 1", per: Table, needs: Events, headline: false,
        definition: "The share of eliminations in which the path ended at the edge",
        value: MetricValue::Ratio(|facts, _| of_eliminations(facts.causes[0], facts)),
    },
    metric! {
        name: "out-collision", family: Causes, unit: Share, range: "0 to 1", per: Table, needs: Events, headline: false,
        definition: "The share of eliminations in which pieces met",
        value: MetricValue::Ratio(|facts, _| of_eliminations(facts.causes[1], facts)),
    },
    metric! {
        name: "out-loop", family: Causes, unit: Share, range: "0 to 1", per: Table, needs: Events, headline: false,
        definition: "The share of eliminations in which the path closed into an endless loop",
        value: MetricValue::Ratio(|facts, _| of_eliminations(facts.causes[2], facts)),
    },
    metric! {
        name: "out-daikaiju", family: Causes, unit: Share, range: "0 to 1", per: Table, needs: Events, headline: false,
        definition: "The share of eliminations by a daikaiju",
        value: MetricValue::Ratio(|facts, _| of_eliminations(facts.causes[3], facts)),
    },
    metric! {
        name: "out-outside-rule", family: Causes, unit: Share, range: "0 to 1", per: Table, needs: Events, headline: false,
        definition: "The share of eliminations by a rule from outside the crate",
        value: MetricValue::Ratio(|facts, _| of_eliminations(facts.causes[4], facts)),
    },
    metric! {
        name: "out-by-own", family: Causes, unit: Share, range: "0 to 1", per: Table, needs: Events, headline: false,
        definition: "The share of eliminations by the eliminated player's own placement",
        value: MetricValue::Ratio(|facts, _| of_eliminations(facts.agents[EliminationAgent::Own as usize], facts)),
    },
    metric! {
        name: "out-by-other", family: Causes, unit: Share, range: "0 to 1", per: Table, needs: Events, headline: false,
        definition: "The share of eliminations by another player's placement",
        value: MetricValue::Ratio(|facts, _| of_eliminations(facts.agents[EliminationAgent::Other as usize], facts)),
    },
    metric! {
        name: "out-by-chance", family: Causes, unit: Share, range: "0 to 1", per: Table, needs: Events, headline: false,
        definition: "The share of eliminations before the placement of a turn, by dice and what they move",
        value: MetricValue::Ratio(|facts, _| of_eliminations(facts.agents[EliminationAgent::Chance as usize], facts)),
    },
    metric! {
        name: "eliminations", family: Causes, unit: Count, range: "0 to the number of players", per: Table, needs: Events, headline: false,
        definition: "Pieces eliminated per game",
        value: MetricValue::Mean(|facts, _| facts.eliminated().into(), unscaled),
    },
];
