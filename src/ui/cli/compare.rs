//! `tsuro compare`: measures how differently rule sets play.

use super::experiment::{GamesArgs, OutputArgs, play_and_report};
use super::{Context, Exit};

/// The arguments of `tsuro compare`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule sets: names or files, with changes after a + (`classic+hand=4`). The first is A; each other one is compared
    /// with it
    #[arg(required = true, num_args = 2.., value_name = "RULES")]
    rules: Vec<String>,
    #[command(flatten)]
    games: GamesArgs,
    /// Deal different games to each rule set, instead of the same luck to all
    #[arg(long)]
    unpaired: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// Plays the games and reports what differs.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variants = args.rules.iter().map(|rules| context.variant(rules)).collect::<Result<Vec<_>, _>>()?;
    let played = play_and_report("compare", &variants, args.unpaired, &args.games, &args.output, context)?;
    Ok(if played.interrupted { Exit::Interrupted } else { Exit::Fine })
}
