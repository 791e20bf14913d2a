//! `tsuro rules check --deep`: what playing says of a rule set.

use super::super::numbers::threads;
use super::super::{Context, Exit, error, print_problems, progress};
use crate::lab::{DeepCheck, DeepReport, Progress};
use crate::ruleset::{Problem, Resolved, Variant};
use crate::ui::interrupt;

/// What was asked for.
pub struct DeepPlan<'a> {
    /// How many games with each number of players.
    pub games: u64,
    /// The run's seed.
    pub seed: &'a str,
}

/// What came of it.
pub struct DeepResult {
    /// What looks wrong.
    pub findings: Vec<Problem>,
    /// One line on it.
    pub said: String,
}

/// Plays games of one rule set, with a progress bar.
///
/// # Errors
/// How the program ends where it was interrupted, or a bot broke the rules; that has been said.
pub fn check(plan: &DeepPlan<'_>, context: &Context, named: &str, rules: Resolved) -> Result<DeepResult, Exit> {
    let variant = Variant::new(rules, &context.registry).map_err(|problems| {
        print_problems(&problems);
        Exit::Problems
    })?;
    let check = DeepCheck { variant: &variant, named, seed: plan.seed, games: plan.games, threads: threads(None) };
    let done = Progress::default();
    let report = progress::show(check.planned(), &done, || check.run(&done));
    if interrupt::requested() {
        return Err(Exit::Interrupted);
    }
    match report {
        Ok(report) => Ok(DeepResult { said: in_words(&report, &variant), findings: report.findings }),
        Err(why) => {
            error(why);
            Err(Exit::Problems)
        }
    }
}

fn in_words(report: &DeepReport, variant: &Variant) -> String {
    let (fewest, most) = variant.players();
    let who = if fewest == most { format!("{most} players") } else { format!("{fewest} to {most} players") };
    let seen = report.coverage.points().iter().filter(|point| point.times > 0).count();
    let unseen: Vec<&str> = report.coverage.never().map(|point| point.name.as_str()).collect();
    let all = report.coverage.points().len();
    let mut said = format!("fine; {} games with {who} were played, and {seen} of {all} things that can happen did", report.games);
    if !unseen.is_empty() {
        said.push_str("; unseen: ");
        said.push_str(&unseen.join(", "));
    }
    said
}
