//! How fast learners climb, as text, JSON, a table and a page.

use super::figures::{grouped, percent, points};
use super::lines::wrap;
use super::page::{number_cell, page, wide_table};
use super::plot::climb as plot_of_climb;
use super::standings::rounded;
use super::words::{players_and_teams, remarks, stopped_after};
use super::{ReportForms, bots_without_goal};
use crate::learnability::{Climb, Learnability, LearnabilityRun, Reached};
use crate::table::{DataTable, TableCell};
use maud::html;
use std::fmt::Write as _;
use tsuro::json::{Json, json};

const COLUMNS: &str = "opponent,games,share,low,high,level,reached";

/// A learnability, with what was asked for.
#[derive(Debug)]
pub struct LearnabilityReport<'a> {
    /// What was asked for.
    pub asked: &'a LearnabilityRun<'a>,
    /// What was found.
    pub found: &'a Learnability,
    /// Whether the user interrupted it.
    pub interrupted: bool,
}

impl LearnabilityReport<'_> {
    /// The bots that play for another goal than the rules have.
    fn without_goal(&self) -> Vec<String> {
        bots_without_goal(self.asked.variant, self.asked.players, self.asked.opponents)
    }

    /// What is said below the figures.
    fn remarks(&self) -> Vec<String> {
        let (done, all) = (self.found.learners, self.asked.learners);
        let stopped = self.interrupted.then(|| stopped_after(done, all, "learners"));
        remarks(stopped, self.asked.variant.name(), &self.without_goal())
    }

    /// What was played, in one line.
    fn played(&self) -> String {
        let asked = self.asked;
        format!(
            "{}, {}, {} learners, each measured in {} games a stage, seed {}",
            asked.variant.name_with_hash(),
            players_and_teams(asked.players, asked.sides()),
            self.found.learners,
            grouped(asked.measured_games()),
            asked.seed
        )
    }

    /// What was found of one kind of opponents, in sentences.
    fn sentences(&self, climb: &Climb) -> String {
        let last = grouped(climb.stages.last().map_or(0, |stage| stage.games));
        let [gain, low, high] = climb.gain.map(points);
        let mut text = format!("Among {}: ", climb.opponent);
        let _ = match climb.half() {
            Some(half) => write!(
                text,
                "{last} games teach {gain} points of the wins ({low} to {high}), and half of that \
                 is there after {}. ",
                grouped(half)
            ),
            None => write!(
                text,
                "no sign that {last} games teach anything: {gain} points of the wins ({low} to \
                 {high}). "
            ),
        };
        let level = format!("{} % of the wins", rounded(100.0 * self.asked.level()));
        let Reached { games, earliest, latest } = climb.reached;
        let _ = match (games, earliest, latest) {
            (_, _, Some(0)) => write!(text, "The learners have {level} from the beginning."),
            (Some(games), Some(earliest), Some(latest)) => write!(
                text,
                "The learners reach {level} after {} games ({} to {}).",
                grouped(games),
                grouped(earliest),
                grouped(latest)
            ),
            (Some(games), Some(earliest), None) => write!(
                text,
                "The learners reach {level} after {} games ({} at the earliest; {last} games do not \
                 make it certain).",
                grouped(games),
                grouped(earliest)
            ),
            (_, Some(earliest), _) => write!(
                text,
                "The learners do not reach {level} within {last} games ({} at the earliest).",
                grouped(earliest)
            ),
            _ => write!(text, "The learners surely do not reach {level} within {last} games."),
        };
        text
    }
}

impl ReportForms for LearnabilityReport<'_> {
    /// A table with a row for each stage, and what follows from it.
    fn text(&self) -> String {
        let mut text = format!("{}\n\n  games", self.played());
        for climb in &self.found.climbs {
            let _ = write!(text, "  {:>24}", format!("wins % among {}", climb.opponent));
        }
        text.push('\n');
        for (number, games) in self.asked.stages().into_iter().enumerate() {
            let _ = write!(text, "{:>7}", grouped(games));
            for climb in &self.found.climbs {
                let stage = &climb.stages[number];
                let [low, high] = stage.interval.map(percent);
                let shown = format!("{} ({low} to {high})", percent(stage.share));
                let _ = write!(text, "  {shown:>24}");
            }
            text.push('\n');
        }
        for climb in &self.found.climbs {
            text = text + "\n" + wrap(&self.sentences(climb), "").as_str();
        }
        let sure = rounded(100.0 * self.asked.confidence);
        let _ = writeln!(text, "\nThe {sure} % intervals of one column hold together.");
        for sentence in self.remarks() {
            let _ = writeln!(text, "\n{sentence}");
        }
        text
    }

    fn json(&self) -> Json {
        let asked = self.asked;
        let climb = |climb: &Climb| {
            let [gain, low, high] = climb.gain;
            let Reached { games, earliest, latest } = climb.reached;
            json!({
                "opponent": climb.opponent.as_str(),
                "gain": gain,
                "gain_interval": [low, high],
                "half": climb.half(),
                "reached": json!({ "games": games, "earliest": earliest, "latest": latest }),
                "stages": Json::list(climb.stages.iter().map(|stage| json!({
                    "games": stage.games,
                    "share": stage.share,
                    "interval": stage.interval,
                }))),
            })
        };
        json!({
            "rules": asked.variant.name(),
            "rules_hash": asked.variant.hash(),
            "players": asked.players,
            "sides": asked.sides(),
            "seed": asked.seed,
            "learners": self.found.learners,
            "measured": asked.measured_games(),
            "confidence": asked.confidence,
            "level": asked.level(),
            "climbs": Json::list(self.found.climbs.iter().map(climb)),
            "without_goal": Json::list(self.without_goal()),
            "interrupted": self.interrupted,
        })
    }

    /// A row for each stage and kind of opponents.
    fn table(&self) -> DataTable {
        let row = |climb: &Climb, number: usize| {
            let stage = climb.stages[number];
            vec![
                TableCell::from(climb.opponent.clone()),
                stage.games.into(),
                stage.share.into(),
                stage.interval[0].into(),
                stage.interval[1].into(),
                self.asked.level().into(),
                climb.reached.games.into(),
            ]
        };
        let climbs = self.found.climbs.iter();
        let rows = climbs.flat_map(|climb| (0..climb.stages.len()).map(move |at| row(climb, at)));
        DataTable::of_kinds(COLUMNS, "opponent", "games,reached", "", rows)
    }

    fn html(&self) -> String {
        let sure = rounded(100.0 * self.asked.confidence);
        let head = html! {
            th.n { "games" } th.n { "wins, %" } th.n { (sure) " % interval" }
        };
        let body = html! {
            h1 { "How fast the game is learned" }
            p { (self.played()) "." }
            @for climb in &self.found.climbs {
                h2 { "Among " (climb.opponent) }
                p.words { (self.sentences(climb)) }
                div.plots { (plot_of_climb(climb, self.asked.level())) }
                (wide_table(None, Some(&head), &climb.stages.iter().map(|stage| html! {
                    (number_cell(stage.games as f64, &grouped(stage.games)))
                    (number_cell(stage.share, &percent(stage.share)))
                    td.n { (percent(stage.interval[0])) " to " (percent(stage.interval[1])) }
                }).collect::<Vec<_>>()))
            }
            p.note { "The " (sure) " % intervals of one table hold together." }
            @for sentence in self.remarks() {
                p { (sentence) }
            }
        };
        page("en", "How fast the game is learned", &body)
    }
}
