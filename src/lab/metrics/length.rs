//! How long games are.

use super::{MetricValue, metric, plain};

metric!(
    Turns,
    "turns",
    Length,
    Turns,
    "from 1",
    Table,
    Events,
    true,
    "Turns a game, passes and turns that a daikaiju ended included",
    MetricValue::Mean(|facts, _| facts.turns.into(), plain)
);

metric!(
    Rounds,
    "rounds",
    Length,
    Rounds,
    "from 1",
    Table,
    Events,
    false,
    "Rounds a game, the last one counted whole; a round is over when the turn has gone once round the table",
    MetricValue::Mean(|facts, _| facts.rounds.into(), plain)
);

metric!(
    TilesPlaced,
    "tiles-placed",
    Length,
    Tiles,
    "from 0",
    Table,
    Events,
    false,
    "Tiles laid a game",
    MetricValue::Mean(|facts, _| facts.placed.into(), plain)
);

metric!(
    FirstElimination,
    "first-elimination",
    Length,
    Turns,
    "from 1",
    Table,
    Events,
    false,
    "The turn in which the first piece was put out; the last turn where none was",
    MetricValue::Mean(|facts, _| facts.first_out().into(), plain)
);

metric!(
    SatOut,
    "sat-out",
    Length,
    Share,
    "0 to 1",
    Table,
    Events,
    true,
    "The share of the turns of a game that came after a player's elimination, over all eliminated players",
    MetricValue::Ratio(|facts, _| (facts.sat_out().into(), i64::from(facts.eliminated()) * i64::from(facts.turns)))
);
