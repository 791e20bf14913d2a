//! Metrics of why pieces are eliminated, and by whom.

use super::facts::{EliminationAgent, FIRST_RULE, GameFacts, OTHER_RULE};
use super::{Metric, MetricValue, metric, unscaled};
use tsuro::game::Cause;
use tsuro::rules::hazard::names;

/// A count of eliminations over all eliminations of the game.
const fn of_eliminations(count: u32, facts: &GameFacts) -> (i64, i64) {
    (count as i64, (facts.agents[0] + facts.agents[1] + facts.agents[2]) as i64)
}

/// The metric of a count in [`GameFacts`], as its share of all eliminations.
macro_rules! share {
    ($name:expr, $definition:expr, $($count:tt)+) => {
        metric! {
            name: $name, family: Causes, unit: Share, range: "0 to 1", per: Table, needs: Events,
            headline: false,
            definition: $definition,
            value: MetricValue::Ratio(|facts, _| of_eliminations(facts.$($count)+, facts)),
        }
    };
}

pub(super) const METRICS: &[Metric] = &[
    share!(
        "out-edge",
        "The share of eliminations in which the path ended at the edge",
        causes[Cause::Edge.slot()]
    ),
    share!(
        "out-collision",
        "The share of eliminations in which pieces met",
        causes[Cause::Collision.slot()]
    ),
    share!(
        "out-loop",
        "The share of eliminations in which the path closed into an endless loop",
        causes[Cause::Loop.slot()]
    ),
    share!(names::OUT, names::OUT_DEFINITION, causes[FIRST_RULE]),
    share!(
        "out-outside-rule",
        "The share of eliminations by a rule from outside the crate",
        causes[OTHER_RULE]
    ),
    share!(
        "out-by-own",
        "The share of eliminations by the eliminated player's own placement",
        agents[EliminationAgent::Own as usize]
    ),
    share!(
        "out-by-other",
        "The share of eliminations by another player's placement",
        agents[EliminationAgent::Other as usize]
    ),
    share!(
        "out-by-chance",
        "The share of eliminations before the placement of a turn, by dice and what they move",
        agents[EliminationAgent::Chance as usize]
    ),
    metric! {
        name: "eliminations", family: Causes, unit: Count, range: "0 to the number of players",
        per: Table, needs: Events, headline: false,
        definition: "Pieces eliminated per game",
        value: MetricValue::Mean(|facts, _| facts.eliminated().into(), unscaled),
    },
];
