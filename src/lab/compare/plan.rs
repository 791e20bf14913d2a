//! What is compared, and at which tables: everything that the games of an experiment depend on, and nothing else.

use crate::bots::{BOTS, BotError, BotSpec, split_at};
use crate::game::{MAX_SEATS, Seat, SeatSet};
use crate::lab::metrics::{Family, METRICS, Metric, MetricScope, MetricValue, Needs, SeatPair};
use crate::rules::Registry;
use crate::ruleset::{Variant, from_json};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// One of the rule sets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlanSide {
    /// Its name, with overrides.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its rule hash.
    pub hash: String,
    /// All of its values.
    pub rules: serde_json::Value,
}

impl PlanSide {
    /// What a rule set says of itself.
    pub fn new(variant: &Variant) -> Self {
        let resolved = variant.resolved();
        Self {
            name: variant.name().to_owned(),
            title: resolved.title().to_owned(),
            hash: variant.hash().to_owned(),
            rules: resolved.to_json(),
        }
    }
}

/// A table: how many sit at it, and who.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanTable {
    /// Seats.
    pub players: u8,
    /// The tier: a bot, or several with `+` between them, who take the seats in turn.
    pub bots: String,
    /// Whether it is there only to see what better play is worth.
    #[serde(default)]
    pub skill_only: bool,
}

/// Why a tier cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Not a bot.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// More seats than a game can have, or none.
    #[error("a table has 1 to {MAX_SEATS} seats, not {0}")]
    Seats(u8),
    /// More kinds of bots than seats.
    #[error("{bots} are more kinds of bots than a table of {players} has seats")]
    TooMany {
        /// The tier.
        bots: String,
        /// The seats.
        players: u8,
    },
    /// The same table twice.
    #[error("{bots} with {players} players is asked for twice")]
    Twice {
        /// The tier.
        bots: String,
        /// The seats.
        players: u8,
    },
}

/// A table with its bots found: the arrangements that a block plays.
#[derive(Debug, Clone)]
pub struct Seating {
    /// The different arrangements, each a bot a seat: the cyclic rotations that are not alike.
    pub arrangements: Vec<Vec<BotSpec>>,
    /// In each of them, the seats of the strongest bot; empty where all play the same.
    pub strong: Vec<SeatSet>,
    /// Whether all play at random, which needs no observation and is fast.
    pub random: bool,
}

/// How strong a bot is among others: its place in the list, weakest first, then how long it thinks.
fn strength(bot: &BotSpec) -> (usize, u64) {
    let place = BOTS.iter().position(|known| known.name == bot.info().name).unwrap_or_default();
    let written = bot.to_string();
    let length = written.split(':').nth(1).and_then(|length| length.parse().ok()).unwrap_or_default();
    (place, length)
}

fn names(seats: &[BotSpec]) -> Vec<String> {
    seats.iter().map(ToString::to_string).collect()
}

impl PlanTable {
    /// Finds the bots and their arrangements.
    ///
    /// # Errors
    /// An unknown bot, or more of them than seats.
    pub fn seating(&self) -> Result<Seating, TableError> {
        if !(1..=MAX_SEATS).contains(&self.players.into()) {
            return Err(TableError::Seats(self.players));
        }
        let bots: Vec<BotSpec> = split_at(&self.bots, '+')?.into_iter().map(BotSpec::parse).collect::<Result<_, _>>()?;
        if bots.len() > usize::from(self.players) {
            return Err(TableError::TooMany { bots: self.bots.clone(), players: self.players });
        }
        let seats: Vec<BotSpec> = bots.iter().cloned().cycle().take(self.players.into()).collect();
        let mut arrangements: Vec<Vec<BotSpec>> = Vec::new();
        for turn in 0..seats.len() {
            let mut rotated = seats.clone();
            rotated.rotate_right(turn);
            let like = |other: &Vec<BotSpec>| names(other) == names(&rotated);
            if !arrangements.iter().any(like) {
                arrangements.push(rotated);
            }
        }
        let best = bots.iter().map(strength).max().unwrap_or_default();
        let mixed = bots.iter().any(|bot| strength(bot) != best);
        let strong_seats = |seats: &Vec<BotSpec>| -> SeatSet {
            let strong = seats.iter().enumerate().filter(|(_, bot)| mixed && strength(bot) == best);
            strong.map(|(seat, _)| Seat::new(seat as u8)).collect()
        };
        let strong = arrangements.iter().map(strong_seats).collect();
        Ok(Seating { strong, random: bots.iter().all(|bot| bot.info().name == "random"), arrangements })
    }

    /// How many games a block plays at it under each rule set.
    pub fn games_a_block(&self) -> u64 {
        self.seating().map_or(1, |seating| seating.arrangements.len() as u64)
    }

    /// Whether different bots sit at it.
    pub fn is_mixed(&self) -> bool {
        self.seating().is_ok_and(|seating| seating.strong.first().is_some_and(|strong| !strong.is_empty()))
    }
}

/// All that the games depend on. Two experiments with the same plan play the same games in the same blocks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The version of the program: games of another one may go otherwise.
    pub version: String,
    /// The rule sets; all are compared with the first.
    pub sides: Vec<PlanSide>,
    /// The tables, each of which plays every block.
    pub tables: Vec<PlanTable>,
    /// The run's seed, any text.
    pub seed: String,
    /// Whether the other sides have luck of their own.
    pub unpaired: bool,
    /// Which kinds of metrics are collected.
    pub families: Vec<String>,
    /// With how many iterations a search values positions, where tension is measured.
    #[serde(default)]
    pub iterations: Option<u32>,
}

impl Plan {
    /// A plan for these rule sets at these numbers of players and tiers. Where skill is measured, each tier also meets the next lower one.
    ///
    /// # Errors
    /// A tier that cannot be played.
    pub fn new(
        sides: Vec<PlanSide>,
        players: &[u8],
        tiers: &[String],
        seed: String,
        unpaired: bool,
        families: &[Family],
    ) -> Result<Self, TableError> {
        let mut tables: Vec<PlanTable> = Vec::new();
        for &players in players {
            let mut pure: Vec<((usize, u64), &String)> = Vec::new();
            for bots in tiers {
                let table = PlanTable { players, bots: bots.clone(), skill_only: false };
                let seating = table.seating()?;
                if tables.contains(&table) {
                    return Err(TableError::Twice { bots: bots.clone(), players });
                }
                if seating.arrangements.len() == 1 {
                    pure.push((strength(&seating.arrangements[0][0]), bots));
                }
                tables.push(table);
            }
            pure.sort();
            if families.contains(&Family::Skill) && players > 1 {
                for two in pure.windows(2) {
                    let table = PlanTable { players, bots: format!("{}+{}", two[1].1, two[0].1), skill_only: true };
                    if !tables.iter().any(|known| known.players == players && known.bots == table.bots) {
                        tables.push(table);
                    }
                }
            }
        }
        let families = families.iter().map(|family| family.name().to_owned()).collect();
        Ok(Self { version: env!("CARGO_PKG_VERSION").to_owned(), sides, tables, seed, unpaired, families, iterations: None })
    }

    /// Has positions valued by a search of so many iterations: what the metrics of tension need.
    #[must_use]
    pub fn with_search(mut self, iterations: u32) -> Self {
        self.iterations = Some(iterations);
        self
    }

    /// The rule sets compiled from the values in the plan; `None` where they cannot be read with the rules of `registry`.
    pub fn variants(&self, registry: &Registry) -> Option<Vec<Variant>> {
        let compile = |side: &PlanSide| Variant::new(from_json(&side.rules, registry).ok()?, registry).ok();
        self.sides.iter().map(compile).collect()
    }

    /// The sides whose findings are reported: all that are compared with the first, or the first where it is alone.
    pub fn reported_sides(&self) -> Range<usize> {
        if self.sides.len() > 1 { 1..self.sides.len() } else { 0..1 }
    }

    /// Whether a kind of metric is collected.
    pub fn wants(&self, family: Family) -> bool {
        self.families.iter().any(|name| name == family.name())
    }

    /// The metrics that a table has.
    pub fn metrics(&self, table: &PlanTable) -> impl Iterator<Item = &'static Metric> {
        let mixed = table.is_mixed();
        METRICS.iter().filter(move |metric| {
            let here = match metric.needs {
                Needs::MixedTable => mixed,
                Needs::Evaluator => !table.skill_only && self.iterations.is_some(),
                _ => !table.skill_only,
            };
            here && self.wants(metric.family)
        })
    }

    /// The most that has to be collected at a table.
    pub fn needs(&self, table: &PlanTable) -> Needs {
        let seen = self.metrics(table).map(|metric| metric.needs);
        seen.filter(|needs| *needs <= Needs::Choices).max().unwrap_or(Needs::Events)
    }

    /// Whether what comes into play is listened to at a table: where choices are counted as well.
    pub fn covers(&self, table: &PlanTable) -> bool {
        !table.skill_only && self.needs(table) == Needs::Choices
    }

    /// The numbers that are summed up block by block at a table.
    pub fn columns(&self, table: &PlanTable) -> Vec<Column> {
        let seats = table.players;
        let mut columns = Vec::new();
        let none = SeatPair { seat: Seat::new(0), other: Seat::new(0) };
        for metric in self.metrics(table) {
            let mut push = |suffix: String, at| {
                let scale = match metric.value {
                    MetricValue::Mean(_, scale) => scale(seats),
                    MetricValue::Ratio(_) => 1,
                    MetricValue::Derived(_) => return,
                };
                columns.push(Column { metric, name: format!("{}{suffix}", metric.name), at, scale });
            };
            match metric.per {
                MetricScope::Table => push(String::new(), none),
                MetricScope::Seat => (0..seats).for_each(|seat| push(format!("-{seat}"), SeatPair { seat: Seat::new(seat), ..none })),
                MetricScope::Pair => {
                    for one in 0..seats {
                        for other in one + 1..seats {
                            push(format!("-{one}-{other}"), SeatPair { seat: Seat::new(one), other: Seat::new(other) });
                        }
                    }
                }
            }
        }
        columns
    }
}

/// A number that is summed up over blocks.
#[derive(Debug, Clone)]
pub struct Column {
    /// Of which metric.
    pub metric: &'static Metric,
    /// The metric's name, with the seats it is about.
    pub name: String,
    /// The seats.
    pub at: SeatPair,
    /// What the mean of a game is divided by.
    pub scale: i64,
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    fn table(players: u8, bots: &str) -> PlanTable {
        PlanTable { players, bots: bots.into(), skill_only: false }
    }

    #[test]
    fn a_mixed_table_plays_the_rotations_that_are_not_alike() {
        let names = |players, bots: &str| -> Vec<String> {
            let seating = table(players, bots).seating().unwrap();
            seating.arrangements.iter().map(|seats| seats.iter().map(|bot| bot.to_string()[..1].to_owned()).collect()).collect()
        };
        assert_eq!(names(4, "random"), ["rrrr"]);
        assert_eq!(names(4, "greedy+random"), ["grgr", "rgrg"]);
        assert_eq!(names(3, "greedy+random"), ["grg", "ggr", "rgg"]);
        assert_eq!(table(3, "greedy+random").seating().unwrap().strong[1].len(), 2);
        assert!(table(3, "random").seating().unwrap().strong[0].is_empty());
        assert!(matches!(table(2, "greedy+random+greedy").seating(), Err(TableError::TooMany { .. })));
        assert_eq!(table(2, "gredy").seating().unwrap_err().to_string().split(',').next().unwrap(), "there is no bot \"gredy\"");
    }
}
