//! `tsuro compare`: what a change of the rules changes in play.

use super::experiment::{GamesArgs, OutputArgs, experiment, made};
use super::{Context, Exit, random_seed};
use crate::ruleset::Variant;
use std::time::Instant;

/// What `tsuro compare` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule sets: names, files, or either with changes behind it (`classic+hand=4`). All others are compared with the first
    #[arg(required = true, num_args = 2.., value_name = "RULES")]
    rules: Vec<String>,
    #[command(flatten)]
    games: GamesArgs,
    /// Give each rule set luck of its own
    #[arg(long)]
    unpaired: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// Plays the games and reports what differs.
pub fn run(args: &Args, context: &Context) -> Exit {
    match compare(args, context) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn compare(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variants: Vec<Variant> = args.rules.iter().map(|rules| context.variant(rules)).collect::<Result<_, _>>()?;
    let began = Instant::now();
    args.output.check()?;
    let seed = args.games.seed.clone().unwrap_or_else(random_seed);
    let plan = args.games.plan(&variants, args.unpaired, seed)?;
    let terms = args.output.terms(args.games.games);
    let experiment = experiment(&plan, &variants)?;
    let played = args.output.play(&experiment, &args.games, &terms)?;
    let made = made("compare", &plan, &args.output, &args.games, &played.tally, began);
    args.output.write(&plan, &played.tally, played.terms, &made, &variants, context).and(played.saved)?;
    Ok(if played.interrupted { Exit::Interrupted } else { Exit::Fine })
}
