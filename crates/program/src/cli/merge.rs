//! `tsuro merge`: adds up the parts of a run that was spread over several machines, and reports on
//! the whole.

use super::experiment::{OutputArgs, PlayedExperiment, read_part};
use super::{Context, Exit, problem};
use std::path::PathBuf;
use tsuro_lab::compare::{ClaimResult, Part, StoppingRule, Terms};
use tsuro_lab::report::RunDescription;

/// The arguments of `tsuro merge`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files that `tsuro compare` or `tsuro measure` wrote with --out or --resume, all of the same
    /// run
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Adds up the parts and reports.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    args.output.check()?;
    args.output.margins()?;
    let (first, others) = args.parts.split_first().ok_or(Exit::Usage)?;
    let mut whole = read_part(first)?;
    for path in others {
        let part = read_part(path)?;
        let cannot = |why| {
            problem(format_args!(
                "{} cannot be added to {}: {why}",
                path.display(),
                first.display()
            ))
        };
        whole.add(&part).map_err(cannot)?;
    }
    let Some(variants) = whole.plan.variants(&context.registry) else {
        return Err(problem(
            "the rule sets of this comparison cannot be read with the rules of this program",
        ));
    };
    let terms = Terms { confidence: whole.confidence(), margins: args.output.margins()? };
    let Part { plan, design, looks, tally, .. } = whole;
    let claim = if let StoppingRule::Claim(claim) = &design.stop {
        Some(ClaimResult::new(claim.clone()))
    } else {
        None
    };
    let claim = claim.map(|claim| ClaimResult { looks, ..claim });
    let played = PlayedExperiment { plan, design, claim, tally, terms, interrupted: false };
    args.output.write(&played, false, &RunDescription::default(), &variants, context)?;
    Ok(Exit::Fine)
}
