//! Metrics of how long games are.

use super::facts::SHARE;
use super::{Counted, Metric, MetricValue, metric, unscaled};
use tsuro::rules::hazard::names;

/// A count per game as five metrics: its mean, standard deviation, median, and 5 % and 95 %
/// quantiles. `kind` is its name in [`Counted`].
macro_rules! counted {
    (
        name: $name:literal, unit: $unit:ident, range: $range:literal, headline: $headline:literal,
        definition: $definition:expr,
        counted: $counted:literal, kind: $kind:ident,
    ) => {
        &[
            metric! {
                name: $name, family: Length, unit: $unit, range: $range, per: Table, needs: Events,
                headline: $headline,
                definition: $definition,
                value: MetricValue::Mean(|facts, _| Counted::$kind.of(facts).into(), unscaled),
            },
            metric! {
                name: concat!($name, "-sd"), family: Length, unit: $unit, range: "from 0",
                per: Table, needs: Events, headline: false,
                definition: concat!("The standard deviation of ", $counted, " per game"),
                value: MetricValue::Spread(Counted::$kind),
            },
            metric! {
                name: concat!($name, "-median"), family: Length, unit: $unit, range: "from 0",
                per: Table, needs: Events, headline: false,
                definition: concat!("The median of ", $counted, " per game, interpolated as for \
        grouped data"),
                value: MetricValue::Quantile(Counted::$kind, 0.5),
            },
            metric! {
                name: concat!($name, "-low"), family: Length, unit: $unit, range: "from 0",
                per: Table, needs: Events, headline: false,
                definition: concat!("The 5 % quantile of ", $counted, " per game, interpolated as \
        for grouped data"),
                value: MetricValue::Quantile(Counted::$kind, 0.05),
            },
            metric! {
                name: concat!($name, "-high"), family: Length, unit: $unit, range: "from 0",
                per: Table, needs: Events, headline: false,
                definition: concat!("The 95 % quantile of ", $counted, " per game, interpolated as \
        for grouped data"),
                value: MetricValue::Quantile(Counted::$kind, 0.95),
            },
        ]
    };
}

pub(super) const TURNS: &[Metric] = counted! {
    name: "turns", unit: Turns, range: "from 1", headline: true,
    definition: names::TURNS_DEFINITION,
    counted: "turns", kind: Turns,
};

pub(super) const ROUNDS: &[Metric] = counted! {
    name: "rounds", unit: Rounds, range: "from 1", headline: false,
    definition: "Rounds per game, the last one counted as whole; a round is over when the turn has \
        gone once round the table",
    counted: "rounds", kind: Rounds,
};

pub(super) const TILES_PLACED: &[Metric] = counted! {
    name: "tiles-placed", unit: Tiles, range: "from 0", headline: false,
    definition: "Tiles placed per game",
    counted: "tiles placed", kind: Placed,
};

pub(super) const ELIMINATIONS: &[Metric] = &[
    metric! {
        name: "first-elimination", family: Length, unit: Turns, range: "from 1", per: Table,
        needs: Events, headline: false,
        definition: "The turn of the first elimination; the last turn of a game without one",
        value: MetricValue::Mean(|facts, _| facts.first_out().into(), unscaled),
    },
    metric! {
        name: "sat-out", family: Length, unit: Share, range: "0 to 1", per: Table, needs: Events,
        headline: true,
        definition: "The share of the turns of a game that come after a player's elimination, over \
            all eliminated players",
        value: MetricValue::Ratio(
            |facts, _| (
                facts.sat_out().into(), i64::from(facts.eliminated()) * i64::from(facts.turns)
            )
        ),
    },
    metric! {
        name: "sat-out-median", family: Length, unit: Share, range: "0 to 1", per: Table,
        needs: Events, headline: false,
        definition: "The share of a game that the median player sits out, who may still be in it",
        value: MetricValue::Mean(|facts, _| facts.median_sat_out(), |_| 2 * SHARE),
    },
    metric! {
        name: "wait", family: Length, unit: Turns, range: "from 0", per: Table, needs: Events,
        headline: false,
        definition: "The turns of others for which a player waits between two turns of its own, \
            while it is in the game; not where one person plays all pieces",
        value: MetricValue::Ratio(|facts, _| {
            let rivals = i64::from(!facts.one_hand);
            (rivals * i64::from(facts.waited()), rivals * i64::from(facts.turns))
        }),
    },
    metric! {
        name: "minutes", family: Length, unit: Minutes, range: "from 0", per: Table,
        needs: Detail, headline: false,
        definition: "How long a game of people would take, in minutes: 20 seconds a player to set \
            up, 12 seconds a tile, 10 seconds an exchange, 4 seconds a turn in which a rule does \
            something before the placement; assumed, not measured",
        value: MetricValue::Ratio(|facts, _| {
            let detailed = i64::from(facts.detailed);
            (detailed * i64::from(facts.seconds()), detailed * 60)
        }),
    },
];
