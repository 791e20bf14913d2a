//! `tsuro merge`: one report of the parts of a run that was spread over machines.

use super::experiment::{OutputArgs, read_part};
use super::{Context, Exit, error};
use crate::lab::compare::Terms;
use crate::lab::report::RunDescription;
use std::path::PathBuf;

/// What `tsuro merge` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Parts of one comparison, written by --out or --resume
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    output: MergeOutput,
}

/// Where the report goes.
#[derive(Debug, clap::Args)]
struct MergeOutput {
    /// Differences smaller than this are as good as none: points for shares, a part of A's value for the rest
    #[arg(long, value_name = "WIDTH", value_parser = super::experiment::share, default_value = "1%")]
    margin: f64,
    /// Write a report as one HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the report as one JSON document
    #[arg(long)]
    json: bool,
    /// Write the metrics as a CSV file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print all metrics, not only the headline and what differs
    #[arg(long)]
    all: bool,
    /// Write the merged part
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over files that are there already
    #[arg(long)]
    force: bool,
}

/// Adds up the parts and reports.
pub fn run(args: &Args, context: &Context) -> Exit {
    match merge(args, context) {
        Ok(()) => Exit::Fine,
        Err(exit) => exit,
    }
}

fn merge(args: &Args, context: &Context) -> Result<(), Exit> {
    let MergeOutput { margin, html, json, csv, all, out, force } = &args.output;
    let output = OutputArgs {
        until: None,
        margin: *margin,
        html: html.clone(),
        json: *json,
        csv: csv.clone(),
        all: *all,
        resume: None,
        blocks: None,
        out: out.clone(),
        force: *force,
    };
    output.check()?;
    let (first, others) = args.parts.split_first().ok_or(Exit::Usage)?;
    let mut whole = read_part(first)?;
    for path in others {
        let part = read_part(path)?;
        whole.add(&part).map_err(|why| {
            error(format_args!("{} cannot be added to {}: {why}", path.display(), first.display()));
            Exit::Problems
        })?;
    }
    let Some(variants) = whole.plan.variants(&context.registry) else {
        error("the rule sets of this comparison cannot be read with the rules of this program");
        return Err(Exit::Problems);
    };
    let terms = Terms { confidence: whole.confidence(), margin: *margin };
    output.write(&whole.plan, &whole.tally, terms, &RunDescription::default(), &variants, context)
}
