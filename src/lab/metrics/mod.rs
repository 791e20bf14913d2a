//! What can be measured about games: each metric a small type with its definition, unit and range, and the one list of them.
//!
//! A metric is either a *mean* (a number a game), a *ratio* (two numbers a game, summed apart: legal placements over decisions), or *derived*
//! from the sums of many games (a median, a balance). All numbers of single games are whole, so that sums are exact and do not depend on the
//! order in which they are made.

mod causes;
mod collect;
mod decisions;
mod derived;
mod facts;
mod length;
mod luck;
mod outcome;
mod skill;
mod space;
mod tension;
mod trail;

pub use collect::{Collector, DecisionCounts};
pub use derived::{Pool, pooled_quantile};
pub use facts::{EliminationAgent, GameFacts, Tension, WIN};
pub use luck::LuckSums;

use crate::game::Seat;
use crate::lab::stats::Pair;

/// What kind of thing a metric is about. Each can be asked for by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Who wins, and how games end.
    Outcome,
    /// How long games are.
    Length,
    /// Why, and by whom, pieces are put out.
    Causes,
    /// What players have to choose from.
    Decisions,
    /// What happens on the board.
    Space,
    /// What better play is worth.
    Skill,
    /// How much of the outcome chance decides before anybody plays.
    Luck,
    /// How close games are, as an evaluator sees them.
    Tension,
}

impl Family {
    /// All, in the order of reports.
    pub const ALL: [Self; 8] =
        [Self::Outcome, Self::Length, Self::Causes, Self::Decisions, Self::Space, Self::Skill, Self::Luck, Self::Tension];

    /// As asked for and shown.
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
}

/// What a metric is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A share of games, where one game counts as something between 0 and 1.
    Games,
    /// Any other share: of turns, of eliminations, of variance.
    Share,
    /// A difference of shares.
    Points,
    /// Turns.
    Turns,
    /// Rounds.
    Rounds,
    /// Tiles.
    Tiles,
    /// Whatever the name says, a plain count.
    Count,
}

impl Unit {
    /// As in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games => "share of games",
            Self::Share => "share",
            Self::Points => "share points",
            Self::Turns => "turns",
            Self::Rounds => "rounds",
            Self::Tiles => "tiles",
            Self::Count => "count",
        }
    }

    /// Whether values are shares, to be shown as percentages; margins are then points, otherwise parts of the value.
    pub const fn is_share(self) -> bool {
        matches!(self, Self::Games | Self::Share | Self::Points)
    }
}

/// For what a metric has a value: the whole table, each seat, or each pair of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetricScope {
    /// One value.
    Table,
    /// One a seat: `win-share-0`.
    Seat,
    /// One for each two seats, the lower first: `outlasts-0-1`.
    Pair,
}

/// The seats that one value is about; 0 where it is about none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatPair {
    /// The seat, or the first of two.
    pub seat: Seat,
    /// The second of two.
    pub other: Seat,
}

/// How a metric comes about.
#[derive(Debug, Clone, Copy)]
pub enum MetricValue {
    /// A whole number a game, and what to divide its mean by, for so many seats.
    Mean(fn(&GameFacts, SeatPair) -> i64, fn(u8) -> i64),
    /// Two whole numbers a game: the sum of the first over the sum of the second, both over all games.
    Ratio(fn(&GameFacts, SeatPair) -> (i64, i64)),
    /// Worked out from the sums of many games; `None` where they are too few.
    Derived(fn(&Pool) -> Option<f64>),
}

/// What has to be collected for a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    /// Turns and eliminations.
    Events,
    /// Everything that happens, and the way of every piece.
    Detail,
    /// The legal placements of every turn.
    Choices,
    /// Seats of different bots at one table.
    MixedTable,
    /// Games played again with one kind of luck held fast.
    Replays,
    /// Values of positions, from an evaluator.
    Evaluator,
}

/// A metric as it stands in the list.
#[derive(Debug, Clone, Copy)]
pub struct Metric {
    /// Kebab-case.
    pub name: &'static str,
    /// What it is about.
    pub family: Family,
    /// What it is counted in.
    pub unit: Unit,
    /// Smallest and largest value, in words.
    pub range: &'static str,
    /// What it is: a sentence without a full stop.
    pub definition: &'static str,
    /// For what it has a value.
    pub per: MetricScope,
    /// What has to be collected.
    pub needs: Needs,
    /// Whether it is among the few that a report begins with, and that `--until` looks at.
    pub headline: bool,
    /// How it comes about.
    pub value: MetricValue,
    /// Sums it up over the games of each block, which follow each other; every block has as many. Derived metrics are not summed up.
    pub sum: fn(&[GameFacts], usize, SeatPair, &mut [Pair]),
}

/// What a metric's type says of itself.
pub trait Measure {
    /// Its line in the list.
    const METRIC: Metric;
}

/// [`Metric::sum`] of one metric. Its type tells the compiler which, so that there is one call for many games and not one for each.
fn sum<M: Measure>(games: &[GameFacts], games_a_block: usize, at: SeatPair, pairs: &mut [Pair]) {
    for (pair, games) in pairs.iter_mut().zip(games.chunks_exact(games_a_block)) {
        let mut sum = Pair::default();
        for facts in games {
            match M::METRIC.value {
                MetricValue::Mean(value, _) => sum.over += value(facts, at),
                MetricValue::Ratio(value) => {
                    let (over, under) = value(facts, at);
                    sum.over += over;
                    sum.under += under;
                }
                MetricValue::Derived(_) => {}
            }
        }
        *pair = sum;
    }
}

/// Declares a metric as a type whose documentation is its definition, unit and range.
macro_rules! metric {
    ($type:ident, $name:literal, $family:ident, $unit:ident, $range:literal, $per:ident, $needs:ident, $headline:literal, $definition:expr, $value:expr) => {
        #[doc = concat!("`", $name, "`: ", $definition, ".\n\nUnit: ", stringify!($unit), ". Range: ", $range, ".")]
        #[derive(Debug, Clone, Copy)]
        pub struct $type;

        impl crate::lab::metrics::Measure for $type {
            const METRIC: crate::lab::metrics::Metric = crate::lab::metrics::Metric {
                name: $name,
                family: crate::lab::metrics::Family::$family,
                unit: crate::lab::metrics::Unit::$unit,
                range: $range,
                definition: $definition,
                per: crate::lab::metrics::MetricScope::$per,
                needs: crate::lab::metrics::Needs::$needs,
                headline: $headline,
                value: $value,
                sum: crate::lab::metrics::sum::<Self>,
            };
        }
    };
}
use metric;

/// A mean that needs no scale.
const fn plain(_: u8) -> i64 {
    1
}

/// All metrics, in the order of reports.
pub const METRICS: &[Metric] = &[
    outcome::WinShare::METRIC,
    outcome::FirstSeatAdvantage::METRIC,
    derived::SeatBalance::METRIC,
    derived::SeatEntropy::METRIC,
    outcome::Ties::METRIC,
    outcome::TiesSameMove::METRIC,
    outcome::TiesTilesGone::METRIC,
    outcome::TurnLimit::METRIC,
    outcome::Outlasts::METRIC,
    length::Turns::METRIC,
    derived::TurnsSd::METRIC,
    derived::TurnsMedian::METRIC,
    derived::TurnsLow::METRIC,
    derived::TurnsHigh::METRIC,
    length::Rounds::METRIC,
    derived::RoundsSd::METRIC,
    derived::RoundsMedian::METRIC,
    derived::RoundsLow::METRIC,
    derived::RoundsHigh::METRIC,
    length::TilesPlaced::METRIC,
    derived::TilesPlacedSd::METRIC,
    derived::TilesPlacedMedian::METRIC,
    derived::TilesPlacedLow::METRIC,
    derived::TilesPlacedHigh::METRIC,
    length::FirstElimination::METRIC,
    length::SatOut::METRIC,
    causes::Edge::METRIC,
    causes::Collision::METRIC,
    causes::Loop::METRIC,
    causes::Daikaiju::METRIC,
    causes::Outside::METRIC,
    causes::Own::METRIC,
    causes::Other::METRIC,
    causes::Chance::METRIC,
    causes::Eliminations::METRIC,
    decisions::LegalPlacements::METRIC,
    decisions::Choice::METRIC,
    decisions::ForcedSuicide::METRIC,
    decisions::ExchangesOffered::METRIC,
    decisions::ExchangesTaken::METRIC,
    space::SquaresFilled::METRIC,
    space::PathLength::METRIC,
    space::Crossings::METRIC,
    space::DaikaijuOnBoard::METRIC,
    space::WakeTilesEaten::METRIC,
    space::TilesLeft::METRIC,
    space::DragonTurns::METRIC,
    skill::SkillEdge::METRIC,
    luck::DeckLuck::METRIC,
    luck::DiceLuck::METRIC,
    luck::StartLuck::METRIC,
    tension::Behind::METRIC,
    tension::Drama::METRIC,
    tension::LeadChanges::METRIC,
    tension::Uncertainty::METRIC,
    tension::Decisiveness::METRIC,
];

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
            assert!(metric.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", metric.name);
            assert!(METRICS[..index].iter().all(|other| other.name != metric.name), "{} twice", metric.name);
            assert!(!metric.definition.ends_with('.') && metric.definition.starts_with(char::is_uppercase), "{}", metric.name);
        }
    }
}
