//! Why, and by whom, pieces are put out.

use super::facts::{EliminationAgent, GameFacts};
use super::{MetricValue, metric, plain};

/// Eliminations of one kind over all.
const fn over_all(count: u32, facts: &GameFacts) -> (i64, i64) {
    (count as i64, (facts.agents[0] + facts.agents[1] + facts.agents[2]) as i64)
}

metric!(
    Edge,
    "out-edge",
    Causes,
    Share,
    "0 to 1",
    Table,
    Events,
    false,
    "The share of the eliminations whose path ended at the edge",
    MetricValue::Ratio(|facts, _| over_all(facts.causes[0], facts))
);

metric!(
    Collision,
    "out-collision",
    Causes,
    Share,
    "0 to 1",
    Table,
    Events,
    false,
    "The share of the eliminations in which pieces met",
    MetricValue::Ratio(|facts, _| over_all(facts.causes[1], facts))
);

metric!(
    Loop,
    "out-loop",
    Causes,
    Share,
    "0 to 1",
    Table,
    Events,
    false,
    "The share of the eliminations whose path closed into an endless loop",
    MetricValue::Ratio(|facts, _| over_all(facts.causes[2], facts))
);

metric!(
    Daikaiju,
    "out-daikaiju",
    Causes,
    Share,
    "0 to 1",
    Table,
    Events,
    false,
    "The share of the eliminations by a daikaiju",
    MetricValue::Ratio(|facts, _| over_all(facts.causes[3], facts))
);

metric!(
    Outside,
    "out-outside-rule",
    Causes,
    Share,
    "0 to 1",
    Table,
    Events,
    false,
    "The share of the eliminations by a rule from outside the crate",
    MetricValue::Ratio(|facts, _| over_all(facts.causes[4], facts))
);

metric!(
    Own,
    "out-by-own",
    Causes,
    Share,
    "0 to 1",
    Table,
    Events,
    false,
    "The share of the eliminations by the player's own placement",
    MetricValue::Ratio(|facts, _| over_all(facts.agents[EliminationAgent::Own as usize], facts))
);

metric!(
    Other,
    "out-by-other",
    Causes,
    Share,
    "0 to 1",
    Table,
    Events,
    false,
    "The share of the eliminations by the placement of another player",
    MetricValue::Ratio(|facts, _| over_all(facts.agents[EliminationAgent::Other as usize], facts))
);

metric!(
    Chance,
    "out-by-chance",
    Causes,
    Share,
    "0 to 1",
    Table,
    Events,
    false,
    "The share of the eliminations before the placement of a turn, by dice and what they move",
    MetricValue::Ratio(|facts, _| over_all(facts.agents[EliminationAgent::Chance as usize], facts))
);

metric!(
    Eliminations,
    "eliminations",
    Causes,
    Count,
    "0 to the number of players",
    Table,
    Events,
    false,
    "Pieces put out a game",
    MetricValue::Mean(|facts, _| facts.eliminated().into(), plain)
);
