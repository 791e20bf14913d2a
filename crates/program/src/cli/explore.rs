//! `tsuro explore`: searches for key values that bring the metrics of a rule set nearest to given
//! targets.

use super::experiment::{tiers, write_file};
use super::options::{self, SeedAndThreads};
use super::output::{print, print_json};
use super::progress::{show_on, spinner};
use super::{
    Context, Exit, complain, error, problem, report_write_error, seats, shell_line, usage,
};
use std::path::PathBuf;
use std::time::Instant;
use tsuro_lab::GameCounter;
use tsuro_lab::compare::PlanTable;
use tsuro_lab::explore::{Candidates, KeySearch, MetricTarget, VariedKey, best, rule_set_text};
use tsuro_lab::report::{Exploration, RunDescription};
use tsuro_world::files::{self, Existing};
use tsuro_world::interrupt;

/// The arguments of `tsuro explore`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule set to start from: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    /// A key and its values to try: a range with both ends (`tiles.hand=2..5`) or a list
    /// (`board.columns=5,7`). May be given several times: every combination of values is a
    /// candidate
    #[arg(long, value_name = "KEY=VALUES", required = true)]
    vary: Vec<String>,
    /// A metric and the value to reach: `turns=25`, `ties=5%`, `win-share-0=25%` (the win share of
    /// the first seat). May be given several times
    #[arg(long, value_name = "METRIC=VALUE", required = true)]
    target: Vec<String>,
    /// Number of players, or several numbers separated by commas
    /// [default: 4, or the nearest number that the rules allow]
    #[arg(long, short, value_name = "N", value_delimiter = ',', value_parser = options::players())]
    players: Vec<u8>,
    /// Bots: each one in the list plays a table of its own, in all seats; targets are compared with
    /// the mean over the tables
    #[arg(long, short, value_name = "LIST", default_value = "greedy")]
    bots: String,
    /// Largest number of games for each candidate at each table; clearly worse candidates are
    /// dropped earlier
    #[arg(
        long, short, value_name = "N", default_value_t = 4000,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000)
    )]
    games: u64,
    /// Largest number of candidates to try; of more combinations, an evenly spread sample is tried
    #[arg(
        long, value_name = "N", default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(1..=100_000)
    )]
    candidates: u32,
    /// Iterations of the search that estimates who is winning, for targets such as lead-changes
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = options::iterations())]
    iterations: u32,
    #[command(flatten)]
    run: SeedAndThreads,
    /// Write the nearest rule set to this file
    #[arg(long, value_name = "FILE", default_value = "explored.toml")]
    out: PathBuf,
    /// Write a report with heat maps as one HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Print all candidates, not only the best trade-offs
    #[arg(long)]
    all: bool,
    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
}

/// Tries the candidates, prints the best trade-offs and writes the nearest rule set.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let began = Instant::now();
    // Problems of the base itself are not blamed on the candidates.
    let base = context.variant(&args.rules)?;
    let varied = args.vary.iter().map(|text| VariedKey::parse(text)).collect::<Result<Vec<_>, _>>();
    let varied = varied.map_err(|why| usage(format_args!("--vary {why}")))?;
    let targets =
        args.target.iter().map(|text| MetricTarget::parse(text)).collect::<Result<Vec<_>, _>>();
    let targets = targets.map_err(|why| usage(format_args!("--target: {why}")))?;
    let existing = Existing::with_force(args.force);
    for path in std::iter::once(&args.out).chain(&args.html) {
        files::check_writable(path, existing).map_err(report_write_error)?;
    }
    let tiers = tiers(&args.bots)?;
    let players =
        if args.players.is_empty() { vec![seats(&base, None, 4)?] } else { args.players.clone() };
    for (tier, players) in
        tiers.iter().flat_map(|tier| players.iter().map(move |players| (tier, *players)))
    {
        let table = PlanTable { players, bots: tier.clone(), skill_only: false };
        table.seating().map_err(|why| usage(format_args!("--bots: {why}")))?;
    }
    let Candidates { variants, names, refused, .. } = candidates(args, &varied, &players, context)?;
    let (seed, threads) = (args.run.seed(), args.run.threads());
    let search = KeySearch {
        variants: &variants,
        players: &players,
        tiers: &tiers,
        seed: &seed,
        targets: &targets,
        blocks: args.games,
        iterations: args.iterations,
    };
    let (progress, bar) = (GameCounter::default(), spinner());
    let tried = show_on(&bar, &progress, || {
        search.run(threads, &progress, |blocks, left| {
            bar.set_message(format!("{left} candidates to {blocks} blocks"));
        })
    });
    let tried = tried.map_err(|why| usage(format_args!("--bots: {why}")))?;
    let best = best(&tried);
    let candidates =
        names.into_iter().zip(tried).map(|((name, places), tried)| (name, places, tried)).collect();
    let explored = Exploration {
        base: base.name(),
        varied: &varied,
        targets: &targets,
        candidates,
        refused: &refused,
        best,
    };
    let printed = if args.json {
        print_json(&explored.json_in_order())
    } else {
        print(&explored.text(args.all))
    };
    let mut written = printed.map(|_| ());
    if let Some(path) = &args.html {
        let run = RunDescription {
            command: command(args, &seed),
            run: format!("{threads} threads, {:.1} s", began.elapsed().as_secs_f64()),
        };
        written = written.and(write_file(path, &explored.html(&run), existing));
    }
    let Some(best) = best else {
        if interrupt::requested() {
            error(
                "interrupted before the first round was played, so there is no rule set to write",
            );
            return written.map(|()| Exit::Interrupted);
        }
        error("no candidate has a value for every target, so there is no rule set to write");
        return written.map(|()| Exit::Problems);
    };
    write_file(&args.out, &rule_set_text(&variants[best], &seed), existing)?;
    complain(&format!("{} is in {}", variants[best].name(), args.out.display()));
    written?;
    Ok(interrupt::exit())
}

/// The command line that makes the same report again.
fn command(args: &Args, seed: &str) -> String {
    let games = args.games.to_string();
    let mut words = vec!["tsuro", "explore", &args.rules];
    words.extend(args.vary.iter().flat_map(|vary| ["--vary", vary]));
    words.extend(args.target.iter().flat_map(|target| ["--target", target]));
    words.extend(["--bots", &args.bots, "--games", &games, "--seed", seed]);
    shell_line(words)
}

/// Loads the combinations that can be played with all numbers of players.
fn candidates(
    args: &Args,
    varied: &[VariedKey],
    players: &[u8],
    context: &Context,
) -> Result<Candidates, Exit> {
    let candidates = Candidates::load(
        &args.rules,
        varied,
        players,
        args.candidates as usize,
        (&context.files, &context.registry),
    );
    if candidates.variants.is_empty() {
        for (name, why) in candidates.refused.iter().take(3) {
            error(format_args!("{name}: {why}"));
        }
        return Err(problem("none of the combinations is a rule set that can be played"));
    }
    Ok(candidates)
}
