//! `tsuro measure`: measures how a rule set plays, and whether its seats are fair; or games that
//! were recorded.

use super::experiment::{GamesArgs, OutputArgs, PlayedExperiment, play_and_report, share};
use super::recorded::{self, RecordArgs};
use super::{Context, Exit, complain};
use tsuro_lab::compare::{DifferenceVerdict, seat_spreads};
use tsuro_lab::report::table_in_words;

/// The arguments of `tsuro measure`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    #[arg(required_unless_present_any = ["records", "kept"])]
    rules: Option<String>,
    #[command(flatten)]
    recorded: RecordArgs,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// End with exit code 1 if at any table the win shares of two seats differ by more than this
    /// (95 % confidence)
    #[arg(long, value_name = "WIDTH", value_parser = share)]
    fair: Option<f64>,
}

/// Plays the games and reports the metrics.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let Some(rules) = args.rules.as_ref().filter(|_| !args.recorded.are_given()) else {
        return recorded::run(&args.recorded, &args.games, &args.output, context);
    };
    let variants = vec![context.variant(rules)?];
    let played =
        play_and_report("measure", &variants, (false, None), &args.games, &args.output, context)?;
    let fair = args.fair.is_none_or(|width| is_fair(&played, width));
    Ok(match (played.interrupted, fair) {
        (true, _) => Exit::Interrupted,
        (false, true) => Exit::Fine,
        (false, false) => Exit::Problems,
    })
}

/// Whether there is no table at which two seats certainly differ by more than `width`; prints the
/// verdict on each table on standard error. All tables together are judged wrongly with a
/// probability of at most 5 %.
fn is_fair(PlayedExperiment { plan, tally, terms, .. }: &PlayedExperiment, width: f64) -> bool {
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    let spreads = seat_spreads(plan, tally, terms.confidence, width);
    for (index, spread) in &spreads {
        let advice = if spread.verdict == DifferenceVerdict::Undecided {
            "; more games are needed"
        } else {
            ""
        };
        complain(&format!(
            "seats differ by {} ({} to {}) with {}: {} within {}{advice}",
            percent(spread.value),
            percent(spread.least),
            percent(spread.largest),
            table_in_words(&plan.tables[*index]),
            spread.word(),
            percent(width),
        ));
    }
    spreads.iter().all(|(_, spread)| spread.verdict != DifferenceVerdict::Higher)
}
