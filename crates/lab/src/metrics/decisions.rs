//! Metrics of what players can choose from.

use super::{Metric, MetricValue, metric};

pub(super) const METRICS: &[Metric] = &[
    metric! {
        name: "legal-placements", family: Decisions, unit: Count, range: "from 1", per: Table,
        needs: Choices, headline: false,
        definition: "Different legal placements per turn, over the turns with a placement",
        value: MetricValue::Ratio(|facts, _| (facts.legal.into(), facts.decisions.into())),
    },
    metric! {
        name: "choice", family: Decisions, unit: Share, range: "0 to 1", per: Table, needs: Choices,
        headline: false,
        definition: "The share of placements for which there was more than one legal choice",
        value: MetricValue::Ratio(|facts, _| (facts.free.into(), facts.decisions.into())),
    },
    metric! {
        name: "forced-suicides", family: Decisions, unit: Share, range: "0 to 1", per: Table,
        needs: Choices, headline: false,
        definition: "The share of placements that eliminated the player who made them, where every \
            legal placement would have done so",
        value: MetricValue::Ratio(|facts, _| (facts.forced.into(), facts.decisions.into())),
    },
    metric! {
        name: "kingmaking", family: Decisions, unit: Share, range: "0 to 1", per: Table,
        needs: Choices, headline: false,
        definition: "The share of games in which a player whom every legal placement eliminates \
            can choose which others go out with it; only where players play against each other",
        value: MetricValue::Ratio(|facts, _| {
            let has_rivals = !facts.one_hand && !facts.together;
            let kingmade = facts.kingmade * u32::from(has_rivals);
            facts.over_detailed(kingmade, u8::from(has_rivals))
        }),
    },
    metric! {
        name: "exchanges-offered", family: Decisions, unit: Count, range: "from 0", per: Table,
        needs: Choices, headline: false,
        definition: "Exchanges per game that a player could have made",
        value: MetricValue::Ratio(|facts, _| facts.over_detailed(facts.offered, 1)),
    },
    metric! {
        name: "exchanges-taken", family: Decisions, unit: Count, range: "from 0", per: Table,
        needs: Detail, headline: false,
        definition: "Exchanges made per game",
        value: MetricValue::Ratio(|facts, _| facts.over_detailed(facts.exchanged, 1)),
    },
];
