//! What two players gain who play for each other, as text, JSON, a table and a page.

use super::figures::{grouped, percent, points};
use super::page::{number_cell, page, wide_table};
use super::standings::rounded;
use super::words::{remarks, stopped_after};
use super::{ReportForms, bots_without_goal};
use crate::collusion::{Collusion, CollusionRun};
use crate::table::{DataTable, TableCell};
use maud::html;
use tsuro::json::{Json, json};

const COLUMNS: &str = "bot,deals,together,apart,gain,low,high";

/// A collusion, with what was asked for.
#[derive(Debug)]
pub struct CollusionReport<'a> {
    /// What was asked for.
    pub asked: &'a CollusionRun<'a>,
    /// What was found.
    pub found: &'a Collusion,
    /// Whether the user interrupted it.
    pub interrupted: bool,
}

impl CollusionReport<'_> {
    /// The name of the bot if it plays for another goal than the rules have.
    fn without_goal(&self) -> Vec<String> {
        let CollusionRun { variant, bot, players, .. } = *self.asked;
        bots_without_goal(variant, players, std::slice::from_ref(bot))
    }

    /// What is said below the figures.
    fn remarks(&self) -> Vec<String> {
        let (done, all) = (self.found.deals, self.asked.deals);
        let stopped = self.interrupted.then(|| stopped_after(done, all, "deals"));
        remarks(stopped, self.asked.variant.name(), &self.without_goal())
    }

    /// What was played, in one line.
    fn played(&self) -> String {
        let asked = self.asked;
        format!(
            "{}, {} players, {}, {} deals, seed {}",
            asked.variant.name_with_hash(),
            asked.players,
            asked.bot,
            grouped(self.found.deals),
            asked.seed
        )
    }

    fn verdict(&self) -> &'static str {
        let [_, low, high] = self.found.gain;
        if low > 0.0 {
            "Collusion pays"
        } else if high < 0.0 {
            "Collusion does harm to those who try it"
        } else {
            "It is not decided whether collusion pays; more games may tell"
        }
    }

    /// The verdict with its figures.
    fn decided(&self) -> String {
        let [gain, low, high] = self.found.gain.map(points);
        let sure = rounded(100.0 * self.asked.confidence);
        format!("{}: {gain} points ({sure} % interval {low} to {high}).", self.verdict())
    }
}

impl ReportForms for CollusionReport<'_> {
    fn text(&self) -> String {
        let mut text = format!(
            "{}\n\nTwo players who play for each other win {} % of the games; the same two seats,\n\
             each for itself, win {} %.\n{}\n",
            self.played(),
            percent(self.found.together),
            percent(self.found.apart),
            self.decided(),
        );
        for sentence in self.remarks() {
            text = text + "\n" + sentence.as_str() + "\n";
        }
        text
    }

    fn json(&self) -> Json {
        let (asked, found) = (self.asked, self.found);
        let [gain, low, high] = found.gain;
        json!({
            "rules": asked.variant.name(),
            "rules_hash": asked.variant.hash(),
            "players": asked.players,
            "bot": asked.bot.to_string(),
            "seed": asked.seed,
            "deals": found.deals,
            "confidence": asked.confidence,
            "together": found.together,
            "apart": found.apart,
            "gain": gain,
            "interval": [low, high],
            "without_goal": Json::list(self.without_goal()),
            "interrupted": self.interrupted,
        })
    }

    /// A table of one row.
    fn table(&self) -> DataTable {
        let Collusion { deals, together, apart, gain: [gain, low, high] } = *self.found;
        let row = vec![
            TableCell::from(self.asked.bot.to_string()),
            deals.into(),
            together.into(),
            apart.into(),
            gain.into(),
            low.into(),
            high.into(),
        ];
        DataTable::of_kinds(COLUMNS, "bot", "deals", "", [row])
    }

    fn html(&self) -> String {
        let title = "What two players gain who play for each other";
        let head = html! {
            th {} th.n { "wins, %" }
        };
        let row = |name: &str, share: f64| {
            html! { td { (name) } (number_cell(share, &percent(share))) }
        };
        let body = html! {
            h1 { (title) }
            p { (self.played()) "." }
            p.words { (self.decided()) }
            (wide_table(None, Some(&head), &[
                row("two players who play for each other", self.found.together),
                row("the same two seats, each for itself", self.found.apart),
            ]))
            @for sentence in self.remarks() {
                p { (sentence) }
            }
        };
        page("en", title, &body)
    }
}
