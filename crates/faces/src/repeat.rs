//! The command that makes a report again.

use crate::shell_line;
use tsuro_lab::compare::{ExperimentPlan, Margins, PlanTable};

/// How many games are played, and what is printed, beside what the plan says.
#[derive(Debug, Default)]
pub struct RepeatOptions<'a> {
    /// Options that say how many games are played, with their values.
    pub amounts: Vec<(&'a str, String)>,
    /// Whether every kind of bots meets every other one.
    pub all_pairs: bool,
}

/// The command line that plays the games of a plan again; `rules` are its rule sets as the command
/// line names them.
pub fn repeating(
    name: &str,
    rules: &[String],
    plan: &ExperimentPlan,
    margins: &Margins,
    options: &RepeatOptions<'_>,
) -> String {
    let tables: Vec<&PlanTable> = plan.tables.iter().filter(|table| !table.skill_only).collect();
    let mut players: Vec<String> = tables.iter().map(|table| table.players.to_string()).collect();
    players.dedup();
    let bots = tables.iter().filter(|table| Some(&table.players.to_string()) == players.first());
    let bots: Vec<&str> = bots.map(|table| table.bots.as_str()).collect();
    let (bots, players, margins, families) =
        (bots.join(","), players.join(","), margins.as_text().join(","), plan.families.join(","));
    let iterations = plan.iterations.map(|iterations| iterations.to_string());
    let mut words = vec!["tsuro", name];
    words.extend(rules.iter().map(String::as_str));
    words.extend(["--players", &players, "--bots", &bots, "--seed", &plan.seed]);
    words.extend(options.amounts.iter().flat_map(|(option, amount)| [*option, amount]));
    words.extend(["--margin", &margins, "--metrics", &families]);
    words.extend(iterations.iter().flat_map(|iterations| ["--iterations", iterations]));
    words.extend(plan.unpaired.then_some("--unpaired"));
    words.extend(options.all_pairs.then_some("--all-pairs"));
    shell_line(words)
}
