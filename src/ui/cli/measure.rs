//! `tsuro measure`: measures how a rule set plays, and whether its seats are fair.

use super::experiment::{GamesArgs, OutputArgs, PlayedExperiment, play_and_report, share};
use super::{Context, Exit, complain};
use crate::lab::compare::findings_for;
use crate::lab::report::table_in_words;

/// The arguments of `tsuro measure`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// End with exit code 1 if at any table the win shares of two seats differ by more than this (95 % confidence)
    #[arg(long, value_name = "WIDTH", value_parser = share)]
    fair: Option<f64>,
}

/// Plays the games and reports the metrics.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variants = vec![context.variant(&args.rules)?];
    let played = play_and_report("measure", &variants, false, &args.games, &args.output, context)?;
    let fair = args.fair.is_none_or(|width| is_fair(&played, width));
    Ok(match (played.interrupted, fair) {
        (true, _) => Exit::Interrupted,
        (false, true) => Exit::Fine,
        (false, false) => Exit::Problems,
    })
}

/// Whether there is no table at which two seats certainly differ by more than `width`; prints the verdict on each table
/// on standard error.
fn is_fair(PlayedExperiment { plan, tally, terms, .. }: &PlayedExperiment, width: f64) -> bool {
    let findings = findings_for(plan, tally, 0, terms, |metric| metric.name == "win-share");
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    let mut fair = true;
    for (index, table) in plan.tables.iter().enumerate().filter(|(_, table)| !table.skill_only) {
        let mut shares: Vec<_> = findings.iter().filter(|finding| finding.table == index).map(|finding| finding.a).collect();
        shares.sort_by(|one, other| one.value.total_cmp(&other.value));
        let (Some(fewest), Some(most)) = (shares.first(), shares.last()) else { continue };
        // The intervals hold for all seats at once, so the two that differ most may be picked.
        let least = most.interval.0 - fewest.interval.1;
        let largest = most.interval.1 - fewest.interval.0;
        let (verdict, advice) = match (least > width, largest <= width) {
            (true, _) => ("not fair", ""),
            (false, true) => ("fair", ""),
            (false, false) => ("not decided", "; more games are needed"),
        };
        fair &= least <= width;
        complain(&format!(
            "seats differ by {} ({} to {}) with {}: {verdict} within {}{advice}",
            percent(most.value - fewest.value),
            percent(least.max(0.0)),
            percent(largest),
            table_in_words(table),
            percent(width),
        ));
    }
    fair
}
