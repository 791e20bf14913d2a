//! The plan of an experiment: everything that its games depend on, and nothing else.

use crate::metrics::{Family, METRICS, Metric, MetricNeed, MetricScope, MetricValue, SeatPair};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;
use tsuro::bots::{BotError, BotSpec, Strength, split_at};
use tsuro::game::{MAX_SEATS, Seat, SeatSet};
use tsuro::rules::Registry;
use tsuro::ruleset::{Variant, from_json};

/// One of the rule sets of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlanSide {
    /// The name, with the overrides: `classic+tiles.hand=4`.
    pub name: String,
    /// The title of the rule set.
    pub title: String,
    /// The hash of its rules.
    pub hash: String,
    /// All of its keys with their values.
    pub rules: Value,
}

impl PlanSide {
    /// Describes a compiled rule set.
    pub fn new(variant: &Variant) -> Self {
        let resolved = variant.resolved();
        Self {
            name: variant.name().to_owned(),
            title: resolved.title().to_owned(),
            hash: variant.hash().to_owned(),
            rules: alphabetical(resolved.to_json()),
        }
    }
}

/// A value with the keys of all objects in alphabetical order. Whether `serde_json` keeps another
/// order is up to the program that is built, and equal plans are equal texts in all programs: the
/// names of the files of a search are made of them.
fn alphabetical(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields: BTreeMap<String, Value> =
                fields.into_iter().map(|(name, value)| (name, alphabetical(value))).collect();
            Value::Object(fields.into_iter().collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(alphabetical).collect()),
        other => other,
    }
}

/// A table: the number of seats and the bots that take them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanTable {
    /// The number of seats.
    pub players: u8,
    /// The tier: one bot for all seats, or several with `+` between them that take the seats in
    /// turn.
    pub bots: String,
    /// Whether it is played only to measure what better play is worth.
    #[serde(default)]
    pub skill_only: bool,
}

/// Why a table cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The tier names something that is not a bot.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The number of seats is 0 or more than a game can have.
    #[error("a table has 1 to {MAX_SEATS} seats, not {0}")]
    Seats(u8),
    /// The tier names more bots than there are seats.
    #[error("{bots} are more bots than a table of {players} players has seats")]
    TooMany {
        /// The tier as it was named.
        bots: String,
        /// The number of seats.
        players: u8,
    },
    /// The same table is listed twice.
    #[error("{bots} with {players} players is listed twice")]
    Twice {
        /// The tier as it was named.
        bots: String,
        /// The number of seats.
        players: u8,
    },
}

/// The bots of a table, in every arrangement that a block plays.
#[derive(Debug, Clone)]
pub struct Seating {
    /// The arrangements, a bot for each seat: the rotations of the tier that differ.
    pub(crate) arrangements: Vec<Vec<BotSpec>>,
    /// For each arrangement, the seats of the strongest bot; none where all bots are alike.
    pub strong: Vec<SeatSet>,
    /// Whether all bots play at random, which needs no observations and is fast.
    pub(crate) is_random: bool,
}

fn names(seats: &[BotSpec]) -> Vec<String> {
    seats.iter().map(ToString::to_string).collect()
}

impl PlanTable {
    /// The bots in the order in which they take seats.
    ///
    /// # Errors
    /// One cannot be read.
    pub fn bots(&self) -> Result<Vec<BotSpec>, BotError> {
        split_at(&self.bots, '+')?.into_iter().map(BotSpec::parse_planned).collect()
    }

    /// The bots in all their arrangements.
    ///
    /// # Errors
    /// The number of seats is not allowed, a bot is unknown, or there are more bots than seats.
    pub fn seating(&self) -> Result<Seating, TableError> {
        if !(1..=MAX_SEATS).contains(&self.players.into()) {
            return Err(TableError::Seats(self.players));
        }
        let bots = self.bots()?;
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
        let best = bots.iter().map(BotSpec::strength).max();
        let mixed = bots.iter().any(|bot| Some(bot.strength()) != best);
        let strong_seats = |seats: &Vec<BotSpec>| -> SeatSet {
            let strong =
                seats.iter().enumerate().filter(|(_, bot)| mixed && Some(bot.strength()) == best);
            strong.map(|(seat, _)| Seat::new(seat as u8)).collect()
        };
        let strong = arrangements.iter().map(strong_seats).collect();
        Ok(Seating {
            strong,
            is_random: bots.iter().all(|bot| bot.info().is_random()),
            arrangements,
        })
    }

    /// How many games a block plays at it under each rule set.
    pub fn games_a_block(&self) -> u64 {
        self.seating().map_or(1, |seating| seating.arrangements.len() as u64)
    }

    /// Whether bots of different strength sit at it.
    pub(crate) fn is_mixed(&self) -> bool {
        self.seating()
            .is_ok_and(|seating| seating.strong.first().is_some_and(|strong| !strong.is_empty()))
    }
}

/// The tables for these players at which two tiers meet that are not there yet. `meets` says which
/// places in the order of strength do.
fn ladder(
    tables: &[PlanTable],
    players: u8,
    meets: impl Fn(usize, usize) -> bool,
) -> Vec<PlanTable> {
    let alone = |table: &PlanTable| -> Option<(Strength, String)> {
        let seating = table.seating().ok()?;
        (seating.arrangements.len() == 1)
            .then(|| (seating.arrangements[0][0].strength(), table.bots.clone()))
    };
    let mut uniform: Vec<(Strength, String)> = tables
        .iter()
        .filter(|table| table.players == players && !table.skill_only)
        .filter_map(alone)
        .collect();
    uniform.sort();
    let mut ladder = Vec::new();
    for (weaker, (_, weak)) in uniform.iter().enumerate() {
        for (_, (_, strong)) in
            uniform.iter().enumerate().filter(|&(stronger, _)| meets(weaker, stronger))
        {
            let table = PlanTable { players, bots: format!("{strong}+{weak}"), skill_only: true };
            if !tables.iter().any(|known| known.players == players && known.bots == table.bots) {
                ladder.push(table);
            }
        }
    }
    ladder
}

/// Everything that the games depend on. Two experiments with the same plan play the same games in
/// the same blocks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExperimentPlan {
    /// The version of the program; another one may play different games.
    pub version: String,
    /// The rule sets; all others are compared with the first.
    pub sides: Vec<PlanSide>,
    /// The tables; every block is played at each.
    pub tables: Vec<PlanTable>,
    /// The run's seed, any text.
    pub seed: String,
    /// Whether each side has luck of its own.
    pub unpaired: bool,
    /// The names of the families of metrics that are collected.
    pub families: Vec<String>,
    /// The number of iterations with which a search values positions, if tension is measured.
    #[serde(default)]
    pub iterations: Option<u32>,
}

impl ExperimentPlan {
    /// A plan for these rule sets with a table for each number of players and each tier. Where
    /// skill is measured, each tier also meets the next weaker one.
    ///
    /// # Errors
    /// A table that cannot be played.
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
            for bots in tiers {
                let table = PlanTable { players, bots: bots.clone(), skill_only: false };
                table.seating()?;
                if tables.contains(&table) {
                    return Err(TableError::Twice { bots: bots.clone(), players });
                }
                tables.push(table);
            }
            if families.contains(&Family::Skill) && players > 1 {
                let ladder = ladder(&tables, players, |weaker, stronger| stronger == weaker + 1);
                tables.extend(ladder);
            }
        }
        let families = families.iter().map(|family| family.name().to_owned()).collect();
        Ok(Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            sides,
            tables,
            seed,
            unpaired,
            families,
            iterations: None,
        })
    }

    /// The same plan with positions valued by a search of `iterations` iterations, which the
    /// metrics of tension need.
    #[must_use]
    pub fn with_search(mut self, iterations: u32) -> Self {
        self.iterations = Some(iterations);
        self
    }

    /// The same plan with a table for every two tiers, not only for each and the next weaker one,
    /// if skill is measured.
    #[must_use]
    pub fn with_all_pairs(mut self) -> Self {
        let mut players: Vec<u8> = self
            .tables
            .iter()
            .filter(|table| !table.skill_only && table.players > 1)
            .map(|table| table.players)
            .collect();
        players.dedup();
        for players in
            players.into_iter().filter(|_| self.has_family(Family::Skill)).collect::<Vec<_>>()
        {
            let ladder = ladder(&self.tables, players, |weaker, stronger| stronger > weaker);
            self.tables.extend(ladder);
        }
        self
    }

    /// How many games each rule set plays in `blocks` blocks at the table where it plays fewest.
    pub fn games_of(&self, blocks: u64) -> u64 {
        let tables = self.tables.iter().filter(|table| !table.skill_only);
        blocks * tables.map(PlanTable::games_a_block).min().unwrap_or(1)
    }

    /// The number of blocks in which each rule set plays at least `games` games at each table.
    pub fn blocks_of(&self, games: u64) -> u64 {
        games.div_ceil(self.games_of(1))
    }

    /// The rule sets compiled from the values in the plan; `None` where they cannot be read with
    /// the rules of `registry`.
    pub fn variants(&self, registry: &Registry) -> Option<Vec<Variant>> {
        let compile =
            |side: &PlanSide| Variant::new(from_json(&side.rules, registry).ok()?, registry).ok();
        self.sides.iter().map(compile).collect()
    }

    /// The sides whose findings are reported: all that are compared with the first, or the first
    /// where it is alone.
    pub(crate) fn reported_sides(&self) -> Range<usize> {
        if self.sides.len() > 1 { 1..self.sides.len() } else { 0..1 }
    }

    /// The number of rule sets whose games at a table are counted together with those of the first:
    /// where they share their luck, and quantiles and spreads are measured.
    pub(super) fn joint_sides(&self, table: &PlanTable) -> usize {
        let is_counted = !self.unpaired && !table.skill_only && self.has_family(Family::Length);
        if is_counted { self.sides.len() - 1 } else { 0 }
    }

    /// Whether the metrics of a family are collected.
    pub(crate) fn has_family(&self, family: Family) -> bool {
        self.families.iter().any(|name| name == family.name())
    }

    /// The metrics that are measured at a table.
    pub fn metrics(&self, table: &PlanTable) -> impl Iterator<Item = &'static Metric> {
        let mixed = table.is_mixed();
        METRICS.iter().filter(move |metric| {
            let fits = match metric.needs {
                MetricNeed::MixedTable => mixed,
                MetricNeed::Evaluator => !table.skill_only && self.iterations.is_some(),
                _ => !table.skill_only,
            };
            fits && self.has_family(metric.family)
        })
    }

    /// How much detail has to be collected from the games at a table.
    pub fn needs(&self, table: &PlanTable) -> MetricNeed {
        let needs = self.metrics(table).map(|metric| metric.needs);
        needs.filter(|needs| *needs <= MetricNeed::Choices).max().unwrap_or(MetricNeed::Events)
    }

    /// Whether the coverage of the rules is followed at a table, which is where choices are counted
    /// as well.
    pub(crate) fn has_coverage(&self, table: &PlanTable) -> bool {
        !table.skill_only && self.needs(table) == MetricNeed::Choices
    }

    /// The numbers that are summed over blocks at a table.
    pub fn columns(&self, table: &PlanTable) -> Vec<Column> {
        let seats = table.players;
        let mut columns = Vec::new();
        let none = SeatPair { seat: Seat::new(0), other: Seat::new(0) };
        for metric in self.metrics(table) {
            let mut push = |suffix: String, at| {
                let scale = match metric.value {
                    MetricValue::Mean(_, scale) => scale(seats),
                    MetricValue::Ratio(_) => 1,
                    _ => return,
                };
                columns.push(Column {
                    metric,
                    name: format!("{}{suffix}", metric.name),
                    at,
                    scale,
                });
            };
            match metric.per {
                MetricScope::Table => push(String::new(), none),
                MetricScope::Seat => (0..seats).for_each(|seat| {
                    push(format!("-{seat}"), SeatPair { seat: Seat::new(seat), ..none });
                }),
                MetricScope::Pair => {
                    for one in 0..seats {
                        for other in one + 1..seats {
                            push(
                                format!("-{one}-{other}"),
                                SeatPair { seat: Seat::new(one), other: Seat::new(other) },
                            );
                        }
                    }
                }
            }
        }
        columns
    }
}

/// A number that is summed over blocks: a value of a metric.
#[derive(Debug, Clone)]
pub struct Column {
    /// The metric that the sums are for, one of [`METRICS`].
    pub metric: &'static Metric,
    /// The metric's name with the numbers of its seats: `win-share-0`.
    pub name: String,
    /// The seats that the metric concerns.
    pub at: SeatPair,
    /// The number by which the mean per game is divided.
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
    fn a_ladder_has_each_tier_over_the_next_and_on_demand_every_two() {
        let tiers = ["greedy", "random", "ismcts:5"].map(str::to_owned);
        let plan = ExperimentPlan::new(
            Vec::new(),
            &[2, 3],
            &tiers,
            "ladder".into(),
            false,
            &[Family::Skill],
        )
        .unwrap();
        let skill = |plan: &ExperimentPlan| {
            plan.tables
                .iter()
                .filter(|table| table.skill_only)
                .map(|table| format!("{}{}", table.players, table.bots))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            skill(&plan),
            ["2greedy+random", "2ismcts:5+greedy", "3greedy+random", "3ismcts:5+greedy"]
        );
        let all = skill(&plan.with_all_pairs());
        assert_eq!(all[4..], ["2ismcts:5+random", "3ismcts:5+random"]);
    }

    #[test]
    fn a_mixed_table_plays_the_rotations_that_differ() {
        let names = |players, bots: &str| -> Vec<String> {
            let seating = table(players, bots).seating().unwrap();
            seating
                .arrangements
                .iter()
                .map(|seats| seats.iter().map(|bot| bot.to_string()[..1].to_owned()).collect())
                .collect()
        };
        assert_eq!(names(4, "random"), ["rrrr"]);
        assert_eq!(names(4, "greedy+random"), ["grgr", "rgrg"]);
        assert_eq!(names(3, "greedy+random"), ["grg", "ggr", "rgg"]);
        assert_eq!(table(3, "greedy+random").seating().unwrap().strong[1].len(), 2);
        assert!(table(3, "random").seating().unwrap().strong[0].is_empty());
        assert!(matches!(
            table(2, "greedy+random+greedy").seating(),
            Err(TableError::TooMany { .. })
        ));
        assert_eq!(
            table(2, "gredy").seating().unwrap_err().to_string().split(';').next().unwrap(),
            "there is no bot \"gredy\""
        );
    }
}
