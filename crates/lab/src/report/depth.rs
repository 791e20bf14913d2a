//! How much room for skill there is, as text, JSON, a table and a page.

use super::figures::percent;
use super::page::{number_cell, page, wide_table};
use super::standings::rounded;
use super::words::{players_and_teams, remarks, stopped_after};
use super::{ReportForms, bots_without_goal};
use crate::depth::{Depth, DepthRun, Rung};
use crate::table::{DataTable, TableCell};
use maud::html;
use std::fmt::Write as _;
use tsuro::json::{Json, json};

const COLUMNS: &str = "bot,below,games,share,share_low,share_high,steps,low,high";

const TITLE: &str = "How much room for skill there is";

/// What a step is.
const STEP_IN_WORDS: [&str; 2] = [
    "One step is the difference between two players",
    "of whom the better wins 60 % of the games of two.",
];

/// A depth, with what was asked for.
#[derive(Debug)]
pub struct DepthReport<'a> {
    /// What was asked for.
    pub asked: &'a DepthRun<'a>,
    /// What was found.
    pub found: &'a Depth,
    /// Whether the user interrupted it.
    pub interrupted: bool,
}

impl DepthReport<'_> {
    /// The bots of the ladder that play for another goal than the rules have.
    fn without_goal(&self) -> Vec<String> {
        bots_without_goal(self.asked.variant, self.asked.players, self.asked.ladder)
    }

    /// What was played, in one line.
    fn played(&self) -> String {
        let asked = self.asked;
        format!(
            "{}, {}, {} games a rung, seed {}",
            asked.variant.name_with_hash(),
            players_and_teams(asked.players, asked.sides()),
            asked.rung_games(),
            asked.seed
        )
    }

    /// The depth with its interval.
    fn depth(&self) -> String {
        let [steps, low, high] = self.found.steps;
        format!("Depth: {steps:.1} steps ({low:.1} to {high:.1}).")
    }

    /// What is said below the figures.
    fn remarks(&self) -> Vec<String> {
        let (done, all) = (self.found.rungs.len() as u64, self.asked.ladder.len() as u64 - 1);
        let stopped = self.interrupted.then(|| stopped_after(done, all, "rungs"));
        remarks(stopped, self.asked.variant.name(), &self.without_goal())
    }

    fn confidence(&self) -> String {
        format!("{} %", rounded(100.0 * self.asked.confidence))
    }
}

fn pair(rung: &Rung) -> String {
    format!("{} among {}", rung.bot, rung.below)
}

impl ReportForms for DepthReport<'_> {
    /// A table with a line for each rung, and their sum.
    fn text(&self) -> String {
        let rungs = &self.found.rungs;
        let widest = rungs.iter().map(|rung| pair(rung).chars().count()).max().unwrap_or(0).max(4);
        let mut text = format!("{}\n\n", self.played());
        let _ = writeln!(text, "{:<widest$}  wins %  steps  {:>12}", "bot", self.confidence());
        for rung in rungs {
            let [steps, low, high] = rung.steps;
            let _ = writeln!(
                text,
                "{:<widest$}  {:>6}  {steps:>5.2}  {:>12}",
                pair(rung),
                percent(rung.standing.share),
                format!("{low:.2} to {high:.2}")
            );
        }
        let _ = writeln!(text, "\n{} {}\n{}", self.depth(), STEP_IN_WORDS[0], STEP_IN_WORDS[1]);
        for sentence in self.remarks() {
            let _ = writeln!(text, "\n{sentence}");
        }
        text
    }

    fn json(&self) -> Json {
        let (asked, [steps, low, high]) = (self.asked, self.found.steps);
        json!({
            "rules": asked.variant.name(),
            "rules_hash": asked.variant.hash(),
            "players": asked.players,
            "sides": asked.sides(),
            "seed": asked.seed,
            "confidence": asked.confidence,
            "steps": steps,
            "interval": [low, high],
            "rungs": Json::list(self.found.rungs.iter().map(|rung| json!({
                "bot": rung.bot.as_str(),
                "below": rung.below.as_str(),
                "games": rung.standing.games,
                "share": rung.standing.share,
                "share_interval": rung.standing.interval,
                "steps": rung.steps[0],
                "interval": [rung.steps[1], rung.steps[2]],
            }))),
            "without_goal": Json::list(self.without_goal()),
            "interrupted": self.interrupted,
        })
    }

    /// A row for each rung.
    fn table(&self) -> DataTable {
        let row = |rung: &Rung| {
            let [steps, low, high] = rung.steps;
            let [share_low, share_high] = rung.standing.interval;
            vec![
                TableCell::from(rung.bot.clone()),
                rung.below.clone().into(),
                rung.standing.games.into(),
                rung.standing.share.into(),
                share_low.into(),
                share_high.into(),
                steps.into(),
                low.into(),
                high.into(),
            ]
        };
        DataTable::of_kinds(COLUMNS, "bot,below", "games", "", self.found.rungs.iter().map(row))
    }

    fn html(&self) -> String {
        let head = html! {
            th {} th.n { "wins, %" } th.n { "steps" } th.n { (self.confidence()) " interval" }
        };
        let row = |rung: &Rung| {
            let ([steps, low, high], share) = (rung.steps, rung.standing.share);
            html! {
                td { (pair(rung)) }
                (number_cell(share, &percent(share)))
                (number_cell(steps, &format!("{steps:.2}")))
                td.n { (format!("{low:.2} to {high:.2}")) }
            }
        };
        let body = html! {
            h1 { (TITLE) }
            p { (self.played()) "." }
            p.words { (self.depth()) " " (STEP_IN_WORDS.join(" ")) }
            (wide_table(None, Some(&head), &self.found.rungs.iter().map(row).collect::<Vec<_>>()))
            @for sentence in self.remarks() {
                p { (sentence) }
            }
        };
        page("en", TITLE, &body)
    }
}
