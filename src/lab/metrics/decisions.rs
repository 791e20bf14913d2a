//! What players have to choose from.

use super::{MetricValue, metric};

metric!(
    LegalPlacements,
    "legal-placements",
    Decisions,
    Count,
    "from 1",
    Table,
    Choices,
    false,
    "Different legal placements a turn, over the turns with a placement",
    MetricValue::Ratio(|facts, _| (facts.legal.into(), facts.decisions.into()))
);

metric!(
    Choice,
    "choice",
    Decisions,
    Share,
    "0 to 1",
    Table,
    Choices,
    false,
    "The share of the placements for which there was more than one",
    MetricValue::Ratio(|facts, _| (facts.free.into(), facts.decisions.into()))
);

metric!(
    ForcedSuicide,
    "forced-suicides",
    Decisions,
    Share,
    "0 to 1",
    Table,
    Choices,
    false,
    "The share of the placements that put out the player who made them, where every other would have done so too",
    MetricValue::Ratio(|facts, _| (facts.forced.into(), facts.decisions.into()))
);

metric!(
    ExchangesOffered,
    "exchanges-offered",
    Decisions,
    Count,
    "from 0",
    Table,
    Choices,
    false,
    "Exchanges that a player could have made, a game",
    MetricValue::Ratio(|facts, _| facts.detailed(facts.offered, 1))
);

metric!(
    ExchangesTaken,
    "exchanges-taken",
    Decisions,
    Count,
    "from 0",
    Table,
    Detail,
    false,
    "Exchanges made, a game",
    MetricValue::Ratio(|facts, _| facts.detailed(facts.exchanged, 1))
);
