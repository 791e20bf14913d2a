//! What was found, as people and programs read it: terminal text, JSON, CSV, HTML.
//!
//! All of it is made from the plan and the sums alone. Nothing here knows how long the games took or on how many threads they were played; a
//! report of the same games is the same report.

mod csv;
mod explored;
mod figures;
mod html;
mod json;
pub mod plot;
mod text;
mod words;

pub use csv::csv;
pub use explored::Exploration;
pub use html::{RunDescription, html};
pub use json::json;
pub use text::text;
pub use words::{headline, paragraph};

use super::compare::{Finding, Plan, PlanTable, Tally, Terms, findings};
use super::stats::{ALPHA, Seats, Wilson, equal_seats, normal_quantile, ratio};
use crate::record::Coverage;
use crate::rules::Registry;
use crate::ruleset::{KeyDifference, Variant, diff};
use std::borrow::Borrow;

/// One comparison: the first rule set with another, or (side 0) the first alone.
#[derive(Debug)]
pub struct ComparisonSection {
    /// The other rule set's place in the plan.
    pub side: usize,
    /// All metrics at all tables.
    pub findings: Vec<Finding>,
    /// What the two rule sets do differently.
    pub differences: Vec<KeyDifference>,
}

/// A report of some blocks of games.
#[derive(Debug)]
pub struct Report<'a> {
    /// What was played.
    pub plan: &'a Plan,
    /// What it came to.
    pub tally: &'a Tally,
    /// How it was judged.
    pub terms: Terms,
    /// Each rule set after the first, or the only one.
    pub compared: Vec<ComparisonSection>,
    /// What can come into play under each rule set.
    points: Vec<Coverage>,
}

/// In what share of the games something came into play at a table.
#[derive(Debug)]
pub struct FiredShare {
    /// What it is called: `placement/avoid-edge`.
    pub name: String,
    /// The key of the rule set that it comes from, if it comes from one.
    pub key: Option<String>,
    /// The rule ids.
    pub rules: &'static str,
    /// What happens.
    pub doc: &'static str,
    /// For each side asked for: the share with its interval; `None` where it cannot happen under that rule set.
    pub shares: Vec<Option<(f64, Wilson)>>,
}

impl FiredShare {
    /// Whether it never happened.
    pub fn never(&self) -> bool {
        self.shares.iter().flatten().all(|(share, _)| *share == 0.0)
    }
}

impl<'a> Report<'a> {
    /// Judges what was played; `variants` are the sides of the plan, whose rules are those of `registry`.
    pub fn new(plan: &'a Plan, tally: &'a Tally, terms: Terms, variants: &[impl Borrow<Variant>], registry: &Registry) -> Self {
        let rules = |side: usize| variants[side].borrow().resolved();
        let compared = plan.reported_sides().map(|side| ComparisonSection {
            side,
            findings: findings(plan, tally, side, &terms),
            differences: if side > 0 { diff(rules(0), rules(side), registry) } else { Vec::new() },
        });
        let points = variants.iter().map(|variant| Coverage::new(variant.borrow())).collect();
        Self { compared: compared.collect(), plan, tally, terms, points }
    }

    /// Whether there is only one rule set.
    pub fn is_single(&self) -> bool {
        self.plan.sides.len() == 1
    }

    /// Blocks played at every table.
    pub fn blocks(&self) -> u64 {
        self.tally.blocks.count()
    }

    /// Games a side, at all tables together.
    pub fn games(&self) -> u64 {
        (0..self.plan.tables.len()).map(|table| self.games_at(table)).sum()
    }

    /// Games a side at one table.
    pub fn games_at(&self, table: usize) -> u64 {
        self.tally.tables[table].blocks * self.plan.tables[table].games_a_block()
    }

    /// Games in which a bot broke a rule, on all sides.
    pub fn errors(&self) -> u64 {
        self.tally.tables.iter().flat_map(|table| &table.sides).map(|side| side.errors).sum()
    }

    /// A test of all seats winning alike, at one table on one side; `None` where wins are not measured.
    pub fn seats(&self, table: usize, side: usize) -> Option<Seats> {
        let at = &self.plan.tables[table];
        let sums = &self.tally.tables[table];
        let games = at.games_a_block() as i64;
        let (mut shares, mut variances) = (Vec::new(), Vec::new());
        for (index, column) in self.plan.columns(at).iter().enumerate().filter(|(_, column)| column.metric.name == "win-share") {
            let found = ratio(&sums.sides[side].columns[index].with_under(sums.blocks, games * column.scale), sums.blocks)?;
            shares.push(found.value);
            variances.push(found.variance);
        }
        if shares.is_empty() { None } else { equal_seats(&shares, &variances, self.games_at(table) as f64) }
    }

    /// In what share of the games each thing happened that can happen under at least one of the `sides`.
    pub fn fired(&self, table: usize, sides: &[usize]) -> Vec<FiredShare> {
        let mut all: Vec<FiredShare> = Vec::new();
        for (slot, &side) in sides.iter().enumerate() {
            let sums = &self.tally.tables[table].sides[side];
            let games = sums.listened as f64;
            for (point, &fired) in self.points[side].points().iter().zip(&sums.fired) {
                let share = fired as f64 / games;
                let found = Some((share, Wilson::new(share, games, normal_quantile(1.0 - ALPHA / 2.0))));
                let at = all.iter().position(|known| known.name == point.name).unwrap_or_else(|| {
                    let (name, key, shares) = (point.name.clone(), point.key.clone(), vec![None; sides.len()]);
                    all.push(FiredShare { name, key, rules: point.rules, doc: point.doc, shares });
                    all.len() - 1
                });
                all[at].shares[slot] = found;
            }
        }
        all
    }

    /// The rule sets' names: A, and B where there is one.
    pub fn names(&self, compared: &ComparisonSection) -> (&str, Option<&str>) {
        let name = |side: usize| self.plan.sides[side].name.as_str();
        (name(0), (compared.side > 0).then(|| name(compared.side)))
    }

    /// Differences in the rules that never did anything: whatever they shape fired in no game, at any table, on either side.
    pub fn idle<'b>(&self, compared: &'b ComparisonSection) -> Vec<&'b KeyDifference> {
        let sides = [0, compared.side];
        let tables = || (0..self.plan.tables.len()).map(|table| self.fired(table, &sides));
        let never = |difference: &&KeyDifference| {
            let mut seen = tables().flatten().filter(|fired| fired.key.as_ref() == Some(&difference.key)).peekable();
            seen.peek().is_some() && seen.all(|fired| fired.never())
        };
        compared.differences.iter().filter(never).collect()
    }
}

/// A table in words: `4 random players`.
pub fn table_in_words(table: &PlanTable) -> String {
    format!("{} {} players", table.players, table.bots)
}
