//! How close games are, as an evaluator sees them: it says after each turn what share of the win each seat can expect.

use super::{MetricValue, metric};

metric!(
    Behind,
    "behind",
    Tension,
    Share,
    "0 to 1",
    Table,
    Evaluator,
    false,
    "The share of the turns after which another seat stood better than the later winner",
    MetricValue::Ratio(|facts, _| (facts.tension.behind.into(), facts.tension.valued.into()))
);

metric!(
    Drama,
    "drama",
    Tension,
    Points,
    "0 to 1",
    Table,
    Evaluator,
    false,
    "How far the later winner was behind the best seat, in expected share of the win, over the turns after which it was",
    MetricValue::Ratio(|facts, _| (facts.tension.deficit as i64, 10_000 * i64::from(facts.tension.behind)))
);

metric!(
    LeadChanges,
    "lead-changes",
    Tension,
    Count,
    "from 0",
    Table,
    Evaluator,
    false,
    "How often in a game another seat came to stand best",
    MetricValue::Mean(|facts, _| facts.tension.changes.into(), |_| 1)
);

metric!(
    Uncertainty,
    "uncertainty",
    Tension,
    Share,
    "0 to 1",
    Table,
    Evaluator,
    false,
    "The entropy of the seats' values, as a share of the most that there can be, over all turns",
    MetricValue::Ratio(|facts, _| (facts.tension.entropy as i64, 10_000 * i64::from(facts.tension.valued)))
);

metric!(
    Decisiveness,
    "decisiveness",
    Tension,
    Share,
    "0 to 1",
    Table,
    Evaluator,
    false,
    "The share of the game after which the later winner stood best for good",
    MetricValue::Ratio(|facts, _| (facts.tension.open.into(), facts.tension.valued.into()))
);
