//! Reports of comparisons and searches: text for a terminal, JSON, CSV and HTML.
//!
//! A report is made from the plan and the sums alone and depends neither on time nor on threads:
//! the same games give the same report.

mod collusion;
mod csv;
mod depth;
mod explored;
mod feedback;
mod figures;
mod html;
mod json;
mod learnability;
mod lines;
mod losses;
mod mapped;
mod names;
mod overview;
mod page;
pub mod plot;
mod recorded;
mod recorded_games;
mod standings;
mod text;
mod times;
mod words;

pub use collusion::CollusionReport;
pub use csv::{csv, table};
pub use depth::DepthReport;
pub use explored::Exploration;
pub use html::{RunDescription, html};
pub use json::finding_for_page;
pub use json::in_order as json_in_order;
pub use json::json;
pub use learnability::LearnabilityReport;
pub use losses::{loss_differences_html, loss_differences_text, losses_html, losses_text};
pub use names::name_for_people;
pub use overview::overview_table;
pub use page::{number_cell, page, wide_table};
pub use recorded::{LeftOut, RecordedGroup, RecordedReport};
pub use recorded_games::RecordedRows;
pub use standings::{TournamentReport, rounded};
pub use text::text;
pub use words::{CountUnit, certainty_in, paragraph_in};
pub use words::{certainty, headline, paragraph, unknown_goal};

use super::compare::{
    ClaimResult, Design, ExperimentPlan, Finding, PlanTable, Tally, Terms, findings,
};
use super::stats::{ALPHA, Seats, Wilson, equal_seats, normal_quantile, ratio};
use super::table::DataTable;
use std::borrow::Borrow;
use tsuro::bots::BotSpec;
use tsuro::game::RuleSet as _;
use tsuro::json::Json;
use tsuro::record::Coverage;
use tsuro::rules::Registry;
use tsuro::ruleset::{KeyDifference, Variant, diff};
use tsuro::with_rules;

/// A report in the forms in which a command gives it, and Python.
pub trait ReportForms {
    /// As text.
    fn text(&self) -> String;
    /// As one JSON document.
    fn json(&self) -> Json;
    /// As a table.
    fn table(&self) -> DataTable;
    /// As a page.
    fn html(&self) -> String;
}

/// What is reported of one comparison: of another rule set with the first, or (side 0) of the first
/// alone.
#[derive(Debug)]
pub struct ComparisonSection {
    /// The other rule set's place in the plan.
    pub side: usize,
    /// The findings for all metrics at all tables.
    pub findings: Vec<Finding>,
    /// What the two rule sets do differently.
    pub differences: Vec<KeyDifference>,
}

impl ComparisonSection {
    /// The places in the plan of the rule sets that the finding concerns.
    fn sides(&self) -> Vec<usize> {
        if self.side > 0 { vec![0, self.side] } else { vec![0] }
    }

    /// The findings at one table.
    fn at_table(&self, table: usize) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |finding| finding.table == table)
    }
}

/// The findings of an experiment, ready to be written in any form.
#[derive(Debug)]
pub struct Report<'a> {
    /// What was played.
    pub plan: &'a ExperimentPlan,
    /// The sums of the games.
    pub tally: &'a Tally,
    /// How the findings are judged.
    pub terms: Terms,
    /// How many blocks were planned, if that is known.
    pub design: Option<Design>,
    /// The claim that was tested, if there was one.
    pub claim: Option<ClaimResult>,
    /// A section for each rule set after the first, or for the only one.
    pub sections: Vec<ComparisonSection>,
    /// What can happen under each rule set, in the order of the sides.
    points: Vec<Coverage>,
    /// The bots that do not know the goal of each rule set, in the order of the sides.
    without_goal: Vec<Vec<String>>,
    /// Whether players play against each other under each rule set, in the order of the sides.
    has_rivals: Vec<bool>,
}

/// The share of the games at a table in which one thing happened that the rules provide for.
#[derive(Debug)]
#[expect(
    clippy::exhaustive_structs,
    reason = "plots and pages are drawn of ones made by hand, too"
)]
pub struct FiredShare {
    /// Its name: `placement/avoid-edge`.
    pub name: String,
    /// The key of the rule set from which it follows, if there is one.
    pub key: Option<String>,
    /// The ids of its rules.
    pub rules: &'static str,
    /// What happens: a sentence without its full stop.
    pub doc: &'static str,
    /// For each side: the share with its interval; `None` where it cannot happen under that rule
    /// set.
    pub shares: Vec<Option<(f64, Wilson)>>,
}

impl FiredShare {
    /// Whether it happened in no game on any side.
    pub fn never_happened(&self) -> bool {
        self.shares.iter().flatten().all(|(share, _)| *share == 0.0)
    }
}

/// The bots of a plan that play for another goal than the rules have, each once.
fn without_goal(plan: &ExperimentPlan, variant: &Variant) -> Vec<String> {
    let mut names = Vec::new();
    for table in &plan.tables {
        for bot in table.bots().unwrap_or_default() {
            let name = bot.to_string();
            if !names.contains(&name) && !bot.knows_goal(variant, table.players) {
                names.push(name);
            }
        }
    }
    names
}

/// Those of `bots` that play for another goal than a rule set has.
fn bots_without_goal(variant: &Variant, players: u8, bots: &[BotSpec]) -> Vec<String> {
    let other = |bot: &&BotSpec| !bot.knows_goal(variant, players);
    bots.iter().filter(other).map(ToString::to_string).collect()
}

/// Whether players play against each other: not all together (W6), and not one person with all
/// pieces (V4).
fn has_rivals(variant: &Variant) -> bool {
    with_rules!(variant.rules(), |rules| {
        !rules.basics().together() && !rules.basics().one_hand()
    })
}

impl<'a> Report<'a> {
    /// Judges the games of `tally`; `variants` are the rule sets of the plan, in its order.
    pub fn new(
        plan: &'a ExperimentPlan,
        tally: &'a Tally,
        terms: Terms,
        variants: &[impl Borrow<Variant>],
        registry: &Registry,
    ) -> Self {
        let rules = |side: usize| variants[side].borrow().resolved();
        let all = findings(plan, tally, &terms);
        let sections = plan.reported_sides().map(|side| ComparisonSection {
            side,
            findings: all.iter().filter(|finding| finding.side == side).cloned().collect(),
            differences: if side > 0 { diff(rules(0), rules(side), registry) } else { Vec::new() },
        });
        let points = variants.iter().map(|variant| Coverage::new(variant.borrow())).collect();
        let without_goal =
            variants.iter().map(|variant| without_goal(plan, variant.borrow())).collect();
        Self {
            sections: sections.collect(),
            plan,
            tally,
            terms,
            design: None,
            claim: None,
            points,
            without_goal,
            has_rivals: variants.iter().map(|variant| has_rivals(variant.borrow())).collect(),
        }
    }

    /// The same report, with what was planned and, if a claim was tested, the looks at it.
    #[must_use]
    pub fn with_design(self, design: Design, claim: Option<ClaimResult>) -> Self {
        Self { design: Some(design), claim, ..self }
    }

    /// Whether there is only one rule set, so that nothing is compared.
    pub fn is_single(&self) -> bool {
        self.plan.sides.len() == 1
    }

    /// Number of blocks played at every table.
    pub fn blocks(&self) -> u64 {
        self.tally.blocks.count()
    }

    /// Number of games under each rule set, at all tables together.
    pub fn games(&self) -> u64 {
        (0..self.plan.tables.len()).map(|table| self.games_at(table)).sum()
    }

    /// Number of games under each rule set at one table.
    pub(crate) fn games_at(&self, table: usize) -> u64 {
        self.tally.tables[table].blocks * self.plan.tables[table].games_a_block()
    }

    /// Number of games in which a bot broke a rule, on all sides.
    pub fn errors(&self) -> u64 {
        self.tally.tables.iter().flat_map(|table| &table.sides).map(|side| side.errors).sum()
    }

    /// The test of equal win shares of all seats, at one table on one side; `None` where wins are
    /// not measured.
    pub fn seat_test(&self, table: usize, side: usize) -> Option<Seats> {
        let at = &self.plan.tables[table];
        let sums = &self.tally.tables[table];
        let games = at.games_a_block() as i64;
        let (mut shares, mut variances) = (Vec::new(), Vec::new());
        for (index, column) in self
            .plan
            .columns(at)
            .iter()
            .enumerate()
            .filter(|(_, column)| column.metric.name == "win-share")
        {
            let found = ratio(
                &sums.sides[side].columns[index].with_under(sums.blocks, games * column.scale),
                sums.blocks,
            )?;
            shares.push(found.value);
            variances.push(found.variance);
        }
        if shares.is_empty() {
            None
        } else {
            equal_seats(&shares, &variances, self.games_at(table) as f64)
        }
    }

    /// For everything that can happen under at least one of the `sides`: in what share of the games
    /// it did.
    pub fn fired_shares(&self, table: usize, sides: &[usize]) -> Vec<FiredShare> {
        let mut all: Vec<FiredShare> = Vec::new();
        for (slot, &side) in sides.iter().enumerate() {
            let sums = &self.tally.tables[table].sides[side];
            let games = sums.listened as f64;
            for (point, &fired) in self.points[side].points().iter().zip(&sums.fired) {
                let share = fired as f64 / games;
                let index =
                    all.iter().position(|known| known.name == point.name).unwrap_or_else(|| {
                        let (name, key, shares) =
                            (point.name.clone(), point.key.clone(), vec![None; sides.len()]);
                        all.push(FiredShare {
                            name,
                            key,
                            rules: point.rules,
                            doc: point.doc,
                            shares,
                        });
                        all.len() - 1
                    });
                all[index].shares[slot] =
                    Some((share, Wilson::new(share, games, normal_quantile(1.0 - ALPHA / 2.0))));
            }
        }
        all
    }

    /// The names of the rule sets of a section: A, and B where there is one.
    pub fn names(&self, section: &ComparisonSection) -> (&str, Option<&str>) {
        let name = |side: usize| self.plan.sides[side].name.as_str();
        (name(0), (section.side > 0).then(|| name(section.side)))
    }

    /// The differences in the rules that had no effect: nothing that they shape happened in any
    /// game, at any table, on either side.
    fn idle_differences<'b>(&self, section: &'b ComparisonSection) -> Vec<&'b KeyDifference> {
        let tables = (0..self.plan.tables.len())
            .flat_map(|table| self.fired_shares(table, &[0, section.side]));
        let fired: Vec<FiredShare> = tables.collect();
        let is_idle = |difference: &&KeyDifference| {
            let mut shaped =
                fired.iter().filter(|fired| fired.key.as_ref() == Some(&difference.key)).peekable();
            shaped.peek().is_some() && shaped.all(FiredShare::never_happened)
        };
        section.differences.iter().filter(is_idle).collect()
    }
}

/// A table in words: `4 random players`, `4 greedy+random players`, `1 greedy player`.
pub fn table_in_words(table: &PlanTable) -> String {
    let word = if table.players == 1 { "player" } else { "players" };
    format!("{} {} {word}", table.players, table.bots)
}
