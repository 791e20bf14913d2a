//! Metrics of what happens on the board.

use super::{Metric, MetricValue, metric};
use tsuro::rules::hazard::names;

pub(super) const METRICS: &[Metric] = &[
    metric! {
        name: "squares-filled", family: Space, unit: Share, range: "0 to 1", per: Table,
        needs: Detail, headline: false,
        definition: "The share of squares with a tile at the end of the game",
        value: MetricValue::Ratio(
            |facts, _| (facts.filled.into(), i64::from(facts.detailed * facts.squares))
        ),
    },
    metric! {
        name: "path-length", family: Space, unit: Tiles, range: "from 0", per: Table, needs: Detail,
        headline: false,
        definition: "Tiles crossed per piece, on fatal trips as far as they went; a tile crossed \
            twice counts twice",
        value: MetricValue::Ratio(|facts, _| facts.over_detailed(facts.path, facts.seats)),
    },
    metric! {
        name: "crossings", family: Space, unit: Count, range: "from 0", per: Table, needs: Detail,
        headline: false,
        definition: "Pairs of a piece's own travelled segments that cross inside a tile, per piece",
        value: MetricValue::Ratio(|facts, _| facts.over_detailed(facts.crossings, facts.seats)),
    },
    metric! {
        name: names::ON_BOARD, family: Space, unit: Count, range: "from 0", per: Table,
        needs: Detail, headline: false,
        definition: names::ON_BOARD_DEFINITION,
        value: MetricValue::Ratio(|facts, _| facts.over_detailed(facts.rule_pieces, 1)),
    },
    metric! {
        name: "wake-tiles-eaten", family: Space, unit: Tiles, range: "from 0", per: Table,
        needs: Detail, headline: false,
        definition: "Tiles removed from the board per game",
        value: MetricValue::Ratio(|facts, _| facts.over_detailed(facts.eaten, 1)),
    },
    metric! {
        name: "tiles-left", family: Space, unit: Tiles, range: "from 0", per: Table, needs: Detail,
        headline: false,
        definition: "Tiles in the draw pile at the end of the game",
        value: MetricValue::Ratio(|facts, _| facts.over_detailed(facts.pile, 1)),
    },
    metric! {
        name: "dragon-turns", family: Space, unit: Share, range: "0 to 1", per: Table,
        needs: Detail, headline: false,
        definition: "The share of turns that began while a player held the Dragon tile or the \
            statue",
        value: MetricValue::Ratio(
            |facts, _| (facts.dragon.into(), i64::from(facts.detailed * facts.turns))
        ),
    },
];
