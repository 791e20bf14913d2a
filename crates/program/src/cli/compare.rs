//! `tsuro compare`: measures how differently rule sets play.

use super::experiment::{GamesArgs, OutputArgs, play_and_report, share};
use super::{Context, Exit, usage};
use tsuro_lab::compare::Claim;

/// The arguments of `tsuro compare`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule sets: names or files, with changes after a + (`classic+hand=4`). The first is A; each
    /// other one is compared with it
    #[arg(required = true, num_args = 2.., value_name = "RULES")]
    rules: Vec<String>,
    #[command(flatten)]
    games: GamesArgs,
    /// Deal different games to each rule set, instead of the same luck to all
    #[arg(long)]
    unpaired: bool,
    /// Test a claim about B − A while playing, and stop as soon as it is decided: `turns >= +2`,
    /// `ties <= -3%`, or `turns >= +2 against +1` to test it against another difference than 0. It
    /// needs one table, and two rule sets
    #[arg(long, value_name = "CLAIM", conflicts_with_all = ["until", "blocks", "part"])]
    claim: Option<String>,
    /// Largest probability of accepting a claim that is not true
    #[arg(
        long, value_name = "SHARE", value_parser = error_rate, default_value = "5%",
        requires = "claim"
    )]
    alpha: f64,
    /// Largest probability of rejecting a claim that is true
    #[arg(
        long, value_name = "SHARE", value_parser = error_rate, default_value = "5%",
        requires = "claim"
    )]
    beta: f64,
    #[command(flatten)]
    output: OutputArgs,
}

/// Parses an error rate: a share below one half.
fn error_rate(text: &str) -> Result<f64, String> {
    share(text).and_then(|rate| {
        if rate < 0.5 { Ok(rate) } else { Err("an error rate lies between 0% and 50%".to_owned()) }
    })
}

/// Plays the games and reports what differs.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variants =
        args.rules.iter().map(|rules| context.variant(rules)).collect::<Result<Vec<_>, _>>()?;
    let claim =
        args.claim.as_ref().map(|text| Claim::parse(text, args.alpha, args.beta)).transpose();
    let claim = claim.map_err(|why| usage(format_args!("--claim: {why}")))?;
    let played = play_and_report(
        "compare",
        &variants,
        (args.unpaired, claim),
        &args.games,
        &args.output,
        context,
    )?;
    Ok(if played.interrupted { Exit::Interrupted } else { Exit::Fine })
}
