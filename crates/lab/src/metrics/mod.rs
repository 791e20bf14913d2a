//! What can be measured about games: [`METRICS`], the one list of metrics with their definitions,
//! and what they are computed from.
//!
//! A metric is a *mean* (one number per game), a *ratio* (two numbers per game, summed separately:
//! legal placements over decisions), or *derived* from the counts of many games (a median, a
//! balance). All numbers of single games are whole, so sums are exact and do not depend on the
//! order of the games.

mod causes;
mod collect;
mod decisions;
mod facts;
mod length;
mod luck;
mod outcome;
mod pool;
mod skill;
mod space;
mod tension;
mod trail;

pub use collect::Collector;
pub(crate) use collect::DecisionCounts;
pub use facts::{GameFacts, Pace, Tension, WIN};
pub(crate) use luck::DICE;
pub use luck::LuckSums;
pub(crate) use pool::grouped_quantile;
pub use pool::{Counted, JointCounts, Pool};
pub(crate) use trail::Trails;

use crate::stats::Pair;
use std::sync::LazyLock;
use tsuro::game::Seat;

/// A group of metrics about the same subject, which can be asked for by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Who wins, and how games end.
    Outcome,
    /// How long games are.
    Length,
    /// Why pieces are eliminated, and by whom.
    Causes,
    /// What players can choose from.
    Decisions,
    /// What happens on the board.
    Space,
    /// What better play is worth.
    Skill,
    /// How much of the outcome is luck.
    Luck,
    /// How close games are, as an evaluator sees them.
    Tension,
}

impl Family {
    /// All families, in the order of reports.
    pub const ALL: [Self; 8] = [
        Self::Outcome,
        Self::Length,
        Self::Causes,
        Self::Decisions,
        Self::Space,
        Self::Skill,
        Self::Luck,
        Self::Tension,
    ];

    /// The name as in `--metrics`, reports and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Length => "length",
            Self::Causes => "causes",
            Self::Decisions => "decisions",
            Self::Space => "space",
            Self::Skill => "skill",
            Self::Luck => "luck",
            Self::Tension => "tension",
        }
    }

    /// The families of these names, in the order of reports and each once; `all` stands for every
    /// family that needs no search.
    ///
    /// # Errors
    /// One of the names is unknown.
    pub fn of_names<'a>(
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<Self>, UnknownFamily> {
        let mut families = Vec::new();
        for name in names.into_iter().map(str::trim) {
            if name == "all" {
                families.extend(Self::ALL.into_iter().filter(|family| *family != Self::Tension));
            } else {
                let family = Self::ALL.into_iter().find(|family| family.name() == name);
                families.push(family.ok_or_else(|| UnknownFamily(name.to_owned()))?);
            }
        }
        families.sort();
        families.dedup();
        Ok(families)
    }
}

/// A name that is not that of a family of metrics.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no kind of metric {0:?}; the kinds are all, {names}",
    names = Family::ALL.map(Family::name).join(", ")
)]
pub struct UnknownFamily(pub String);

/// The unit of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A share of games, to which each game adds a number from 0 to 1.
    Games,
    /// Any other share: of turns, eliminations or variance.
    Share,
    /// A difference between shares.
    Points,
    /// A number of turns.
    Turns,
    /// A number of rounds.
    Rounds,
    /// A time.
    Minutes,
    /// A number of tiles.
    Tiles,
    /// A count of what the metric's name says.
    Count,
}

impl Unit {
    /// The name as in JSON and CSV.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games => "share of games",
            Self::Share => "share",
            Self::Points => "share points",
            Self::Turns => "turns",
            Self::Rounds => "rounds",
            Self::Minutes => "minutes",
            Self::Tiles => "tiles",
            Self::Count => "count",
        }
    }

    /// Whether values are shares: they are shown in per cent, and margins are percentage points,
    /// not parts of the value.
    pub(crate) const fn is_share(self) -> bool {
        matches!(self, Self::Games | Self::Share | Self::Points)
    }
}

/// What a metric has one value for: the whole table, each seat, or each pair of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetricScope {
    /// The whole table.
    Table,
    /// Each seat: `win-share-0`.
    Seat,
    /// Each pair of seats, the lower number first: `outlasts-0-1`.
    Pair,
}

/// The seats of one value of a metric; 0 where the metric has fewer seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "it is a pair")]
pub struct SeatPair {
    /// The seat, or the first of two.
    pub seat: Seat,
    /// The second of two.
    pub other: Seat,
}

/// How the value of a metric is computed.
#[derive(Debug, Clone, Copy)]
pub enum MetricValue {
    /// The mean of a whole number per game, divided by a scale, which depends on the number of
    /// seats.
    Mean(fn(&GameFacts, SeatPair) -> i64, fn(u8) -> i64),
    /// Two whole numbers per game: the sum of the first over all games, divided by the sum of the
    /// second.
    Ratio(fn(&GameFacts, SeatPair) -> (i64, i64)),
    /// The standard deviation of a number that is counted by value over many games.
    Spread(Counted),
    /// The quantile, at a share from 0 to 1, of a number that is counted by value over many games.
    Quantile(Counted, f64),
    /// Computed from the win shares of all seats.
    Seats(fn(&[f64]) -> f64),
    /// The share of the variance of the wins that one kind of luck explains; the number is its
    /// place in [`LuckSums::again`].
    Luck(usize),
}

impl MetricValue {
    /// What a game adds to the sums of a metric; a derived metric gets nothing.
    #[inline]
    fn of_game(self, facts: &GameFacts, at: SeatPair) -> Pair {
        match self {
            Self::Mean(number, _) => Pair { over: number(facts, at), under: 0 },
            Self::Ratio(numbers) => {
                let (over, under) = numbers(facts, at);
                Pair { over, under }
            }
            _ => Pair::default(),
        }
    }

    /// Whether it is computed from the counts of many games and not from a number of each.
    pub(crate) const fn is_derived(self) -> bool {
        !matches!(self, Self::Mean(..) | Self::Ratio(_))
    }

    /// The value of a derived metric over the games of a pool; `None` where there are too few of
    /// them, and for means and ratios.
    pub fn of_pool(self, pool: &Pool) -> Option<f64> {
        match self {
            Self::Mean(..) | Self::Ratio(_) => None,
            Self::Spread(what) => pool::standard_deviation(pool.counts(what)),
            Self::Quantile(what, share) => pool::grouped_quantile(pool.counts(what), share),
            Self::Seats(value) => pool.win_shares().map(|shares| value(&shares)),
            Self::Luck(kind) => pool.luck.explained(kind),
        }
    }
}

/// What has to be collected for a metric, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MetricNeed {
    /// Turns and eliminations.
    Events,
    /// All events, and the path of every piece.
    Detail,
    /// The legal placements of every turn.
    Choices,
    /// Different bots at one table.
    MixedTable,
    /// Replays of games with one kind of luck kept.
    Replays,
    /// Values of positions from an evaluator.
    Evaluator,
}

/// One of [`METRICS`].
#[derive(Debug, Clone, Copy)]
pub struct Metric {
    /// The name in kebab-case.
    pub name: &'static str,
    /// The group it belongs to.
    pub family: Family,
    /// The unit of its values.
    pub unit: Unit,
    /// The smallest and largest value, in words.
    pub range: &'static str,
    /// What it measures: a sentence without its full stop.
    pub definition: &'static str,
    /// What it has one value for.
    pub per: MetricScope,
    /// What has to be collected for it.
    pub needs: MetricNeed,
    /// Whether it is one of the few with which a report begins, and which `--until` watches.
    pub headline: bool,
    /// How its value is computed.
    pub value: MetricValue,
    /// Sums it up over the games of each block. Blocks follow each other and have the given number
    /// of games each. Derived metrics are not summed.
    pub sum: fn(&[GameFacts], usize, SeatPair, &mut [Pair]),
}

impl Metric {
    /// Whether it is compared between rule sets. A difference of entropies has no size of which
    /// anybody could say that it is small.
    pub fn is_compared(&self) -> bool {
        self.name != "seat-entropy"
    }
}

/// [`Metric::sum`] of one metric; `pair` is what a game adds to it. The type of `pair` is different
/// for each metric, so the compiler makes a loop for each, and there is one call through a pointer
/// for many games instead of one per game.
fn sum_blocks(
    games: &[GameFacts],
    games_a_block: usize,
    pairs: &mut [Pair],
    pair: impl Fn(&GameFacts) -> Pair,
) {
    for (sum, games) in pairs.iter_mut().zip(games.chunks_exact(games_a_block)) {
        *sum = Pair::default();
        for game in games.iter().map(&pair) {
            sum.over += game.over;
            sum.under += game.under;
        }
    }
}

/// A [`Metric`] of all its fields but `sum`, which follows from `value`.
macro_rules! metric {
    (
        name: $name:expr, family: $family:ident, unit: $unit:ident, range: $range:literal,
        per: $per:ident, needs: $needs:ident, headline: $headline:literal,
        definition: $definition:expr,
        value: $value:expr,
    ) => {
        crate::metrics::Metric {
            name: $name,
            family: crate::metrics::Family::$family,
            unit: crate::metrics::Unit::$unit,
            range: $range,
            definition: $definition,
            per: crate::metrics::MetricScope::$per,
            needs: crate::metrics::MetricNeed::$needs,
            headline: $headline,
            value: $value,
            sum: |games, games_a_block, at, pairs| {
                crate::metrics::sum_blocks(games, games_a_block, pairs, |facts| {
                    $value.of_game(facts, at)
                });
            },
        }
    };
}
use metric;

/// The scale of a mean that is not divided by anything.
const fn unscaled(_: u8) -> i64 {
    1
}

/// All metrics, in the order of reports.
pub static METRICS: LazyLock<Vec<Metric>> = LazyLock::new(|| {
    [
        outcome::METRICS,
        length::TURNS,
        length::ROUNDS,
        length::TILES_PLACED,
        length::ELIMINATIONS,
        causes::METRICS,
        decisions::METRICS,
        space::METRICS,
        skill::METRICS,
        luck::METRICS,
        tension::METRICS,
    ]
    .concat()
});

/// The metric with this name.
pub fn find(name: &str) -> Option<&'static Metric> {
    METRICS.iter().find(|metric| metric.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_in_kebab_case() {
        for (index, metric) in METRICS.iter().enumerate() {
            assert!(
                metric.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'),
                "{}",
                metric.name
            );
            assert!(
                METRICS[..index].iter().all(|other| other.name != metric.name),
                "{} twice",
                metric.name
            );
            assert!(
                !metric.definition.ends_with('.')
                    && metric.definition.starts_with(char::is_uppercase),
                "{}",
                metric.name
            );
        }
    }
}
