//! `tsuro rules check --deep`: plays games of a rule set and reports what looks wrong.

use super::super::options::threads;
use super::super::{Context, Exit, print_problems, problem, progress, shell_line};
use std::sync::Arc;
use tsuro::ruleset::{Code, Problem, Resolved, Variant};
use tsuro_lab::{DeepCheck, DeepReport, GameCounter};
use tsuro_suite::{Conformance, conformance};
use tsuro_world::interrupt;

/// The result of a deep check.
pub(super) struct DeepResult {
    /// What looks wrong.
    pub findings: Vec<Problem>,
    /// The number of games, and what never happened in them, in one line.
    pub line: String,
}

/// Plays games of one rule set, with a progress bar. `named` is what the user called it.
///
/// # Errors
/// How the program ends: it was interrupted, or a bot broke the rules.
pub(super) fn check(
    context: &Context,
    named: &str,
    rules: Resolved,
    games: u64,
    seed: &str,
) -> Result<DeepResult, Exit> {
    let variant = Variant::new(rules, &context.registry).map_err(|problems| {
        print_problems(&problems);
        Exit::Problems
    })?;
    let variant = Arc::new(variant);
    let check = DeepCheck { variant: &variant, named, seed, games, threads: threads(None) };
    let done = GameCounter::default();
    let report = progress::show(check.planned(), &done, || check.run(&done));
    if interrupt::requested() {
        return Err(Exit::Interrupted);
    }
    let mut report = report.map_err(problem)?;
    report.findings.extend(broken_contract(context, named, &variant, seed));
    Ok(DeepResult { line: in_words(&report, &variant), findings: report.findings })
}

/// What scripts do against the contract of rules. Rules in Rust are tested where they are written.
fn broken_contract(
    context: &Context,
    named: &str,
    variant: &Arc<Variant>,
    seed: &str,
) -> Option<Problem> {
    if !variant.resolved().is_scripted() {
        return None;
    }
    let how = Conformance { seed: seed.to_owned(), ..Conformance::default() };
    let broken = conformance(named, variant, &context.registry, &context.files, &how).err()?;
    let message = format!("it does not hold that {}: {}", broken.what, broken.why);
    let again = shell_line(["tsuro", "test", "--conformance", named, "--seed", seed]);
    Some(
        Problem::error(Code::Script, message)
            .help(format!("`{again}` shows the smallest game that was found")),
    )
}

fn in_words(report: &DeepReport, variant: &Variant) -> String {
    let players = variant.players();
    let seen = report.coverage.points().iter().filter(|point| point.times > 0).count();
    let never: Vec<&str> = report.coverage.never().map(|point| point.name.as_str()).collect();
    let all = report.coverage.points().len();
    let mut line = format!(
        "fine; {} games with {players} players were played, and {seen} of {all} effects of the \
         rules occurred",
        report.games
    );
    if !never.is_empty() {
        line.push_str("; unseen: ");
        line.push_str(&never.join(", "));
    }
    line
}
