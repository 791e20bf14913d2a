//! `tsuro measure`: what a rule set plays like, and whether its seats are fair.

use super::experiment::{GamesArgs, OutputArgs, experiment, made, share};
use super::{Context, Exit, complain, random_seed};
use crate::lab::compare::{Plan, Tally, Terms, findings_for};
use crate::lab::report::table_in_words;
use std::time::Instant;

/// What `tsuro measure` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A rule set: a name, a file, or either with changes behind it (`classic+hand=4`)
    rules: String,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// End with exit code 1 if the win shares of two seats differ by more than this at any table, beyond doubt at 95 %
    #[arg(long, value_name = "WIDTH", value_parser = share)]
    fair: Option<f64>,
}

/// Plays the games and reports what they are like.
pub fn run(args: &Args, context: &Context) -> Exit {
    match measure(args, context) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn measure(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let began = Instant::now();
    let variants = vec![context.variant(&args.rules)?];
    args.output.check()?;
    let seed = args.games.seed.clone().unwrap_or_else(random_seed);
    let plan = args.games.plan(&variants, false, seed)?;
    let terms = args.output.terms(args.games.games);
    let experiment = experiment(&plan, &variants)?;
    let played = args.output.play(&experiment, &args.games, &terms)?;
    let made = made("measure", &plan, &args.output, &args.games, &played.tally, began);
    args.output.write(&plan, &played.tally, played.terms, &made, &variants, context).and(played.saved)?;
    let fair = args.fair.is_none_or(|width| is_fair(&plan, &played.tally, &played.terms, width));
    Ok(match (played.interrupted, fair) {
        (true, _) => Exit::Interrupted,
        (false, true) => Exit::Fine,
        (false, false) => Exit::Problems,
    })
}

/// Whether no two seats differ by more than `width` beyond doubt, said on standard error for each table.
fn is_fair(plan: &Plan, tally: &Tally, terms: &Terms, width: f64) -> bool {
    let findings = findings_for(plan, tally, 0, terms, |metric| metric.name == "win-share");
    let mut fair = true;
    for (index, table) in plan.tables.iter().enumerate().filter(|(_, table)| !table.skill_only) {
        let shares = || findings.iter().filter(move |finding| finding.table == index).map(|finding| finding.a);
        let (Some(most), Some(fewest)) = (
            shares().max_by(|one, other| one.value.total_cmp(&other.value)),
            shares().min_by(|one, other| one.value.total_cmp(&other.value)),
        ) else {
            continue;
        };
        // The intervals hold for all seats together, so any two of them may be picked out.
        let least = most.interval.0 - fewest.interval.1;
        let largest = most.interval.1 - fewest.interval.0;
        let verdict = if least > width {
            fair = false;
            "not fair"
        } else if largest <= width {
            "fair"
        } else {
            "not decided"
        };
        let percent = |share: f64| format!("{:.2} %", 100.0 * share);
        complain(&format!(
            "seats differ by {} ({} to {}) with {}: {verdict} within {}{}",
            percent(most.value - fewest.value),
            percent(least.max(0.0)),
            percent(largest),
            table_in_words(table),
            percent(width),
            if verdict == "not decided" { "; more games are needed" } else { "" }
        ));
    }
    fair
}
