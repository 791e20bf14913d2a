//! `tsuro explore`: searches for key values that bring the metrics of a rule set nearest to given targets.

use super::experiment::{tiers, write_file};
use super::options::{self, SeedAndThreads};
use super::output::{print, print_json};
use super::progress::{show_on, spinner};
use super::{Context, Exit, complain, error, problem, report_write_error, seats, shell_line, usage};
use crate::lab::GameCounter;
use crate::lab::compare::PlanTable;
use crate::lab::explore::{KeySearch, MetricTarget, best};
use crate::lab::report::{Exploration, RunDescription};
use crate::ruleset::Variant;
use crate::ui::files::{self, Existing};
use crate::ui::interrupt;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

/// The most values in a range of --vary.
const LONGEST: i64 = 10_000;

/// The arguments of `tsuro explore`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule set to start from: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    /// A key and its values to try: a range with both ends (`tiles.hand=2..5`) or a list (`board.columns=5,7`). May be
    /// given several times: every combination of values is a candidate
    #[arg(long, value_name = "KEY=VALUES", required = true)]
    vary: Vec<String>,
    /// A metric and the value to reach: `turns=25`, `ties=5%`, `win-share-0=25%` (the win share of the first seat). May
    /// be given several times
    #[arg(long, value_name = "METRIC=VALUE", required = true)]
    target: Vec<String>,
    /// Number of players, or several numbers separated by commas
    /// [default: 4, or the nearest number that the rules allow]
    #[arg(long, short, value_name = "N", value_delimiter = ',', value_parser = options::players())]
    players: Vec<u8>,
    /// Bots: each one in the list plays a table of its own, in all seats; targets are compared with the mean over the
    /// tables
    #[arg(long, short, value_name = "LIST", default_value = "greedy")]
    bots: String,
    /// Largest number of games for each candidate at each table; clearly worse candidates are dropped earlier
    #[arg(long, short, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Largest number of candidates to try; of more combinations, an evenly spread sample is tried
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=100_000))]
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
    let varied = args.vary.iter().map(|text| vary(text)).collect::<Result<Vec<_>, _>>()?;
    let targets = args.target.iter().map(|text| MetricTarget::parse(text)).collect::<Result<Vec<_>, _>>();
    let targets = targets.map_err(|why| usage(format_args!("--target: {why}")))?;
    let existing = Existing::with_force(args.force);
    for path in std::iter::once(&args.out).chain(&args.html) {
        files::check_writable(path, existing).map_err(report_write_error)?;
    }
    let tiers = tiers(&args.bots)?;
    let players = if args.players.is_empty() { vec![seats(&base, None, 4)?] } else { args.players.clone() };
    for (tier, players) in tiers.iter().flat_map(|tier| players.iter().map(move |players| (tier, *players))) {
        let table = PlanTable { players, bots: tier.clone(), skill_only: false };
        table.seating().map_err(|why| usage(format_args!("--bots: {why}")))?;
    }
    let Candidates { variants, names, refused } = candidates(args, &varied, &players, context)?;
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
        search.run(threads, &progress, |blocks, left| bar.set_message(format!("{left} candidates to {blocks} blocks")))
    });
    let tried = tried.map_err(|why| usage(format_args!("--bots: {why}")))?;
    let best = best(&tried);
    let candidates = names.into_iter().zip(tried).map(|((name, places), tried)| (name, places, tried)).collect();
    let explored = Exploration { base: base.name(), varied: &varied, targets: &targets, candidates, refused: &refused, best };
    let printed = if args.json { print_json(&explored.json_in_order()) } else { print(&explored.text(args.all)) };
    let mut written = printed.map(|_| ());
    if let Some(path) = &args.html {
        let run =
            RunDescription { command: command(args, &seed), run: format!("{threads} threads, {:.1} s", began.elapsed().as_secs_f64()) };
        written = written.and(write_file(path, &explored.html(&run), existing));
    }
    let Some(best) = best else {
        if interrupt::requested() {
            error("interrupted before the first round was played, so there is no rule set to write");
            return written.map(|()| Exit::Interrupted);
        }
        error("no candidate has a value for every target, so there is no rule set to write");
        return written.map(|()| Exit::Problems);
    };
    write_file(&args.out, &rule_set(&variants[best], &seed), existing)?;
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

/// The text of a rule-set file with every value, so that it does not depend on the files that it was made from.
fn rule_set(variant: &Variant, seed: &str) -> String {
    format!("# Found by `tsuro explore` (seed {}): {}\n\n{}", one_line(seed), one_line(variant.name()), variant.resolved().to_toml(false))
}

/// Text that stays within a TOML comment.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// Parses `tiles.hand=2..5` or `board.columns=5,7`.
fn vary(text: &str) -> Result<(String, Vec<String>), Exit> {
    let wrong = || usage(format_args!("--vary {text}: a key and its values are written KEY=FROM..TO or KEY=ONE,OTHER"));
    let (key, values) = text.split_once('=').ok_or_else(wrong)?;
    let values: Vec<String> = match values.split_once("..") {
        Some((from, to)) => {
            let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
            let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
            if to < from || to.checked_sub(from).is_none_or(|length| length >= LONGEST) {
                let why =
                    format_args!("--vary {text}: a range goes from the smaller to the larger number and has at most {LONGEST} numbers");
                return Err(usage(why));
            }
            (from..=to).map(|value| value.to_string()).collect()
        }
        None => values.split(',').map(|value| value.trim().to_owned()).collect(),
    };
    if key.trim().is_empty() || values.iter().any(String::is_empty) { Err(wrong()) } else { Ok((key.trim().to_owned(), values)) }
}

/// The rule sets to try.
struct Candidates {
    variants: Vec<Variant>,
    /// The name of each variant, and for each key the index of its value.
    names: Vec<(String, Vec<usize>)>,
    /// Combinations that cannot be played, with the reason.
    refused: Vec<(String, String)>,
}

/// Combinations of one value of each key, as indices: all of them, or `most` that are spread evenly over the grid.
fn grid(lengths: &[usize], most: usize) -> BTreeSet<Vec<usize>> {
    let number = lengths.iter().try_fold(1, |product: usize, &length| product.checked_mul(length)).unwrap_or(usize::MAX);
    if number <= most {
        let place = |index: usize, key: usize| index / lengths[key + 1..].iter().product::<usize>() % lengths[key];
        return (0..number).map(|index| (0..lengths.len()).map(|key| place(index, key)).collect()).collect();
    }
    // The additive recurrence whose steps are powers of the root of x^(d+1) = x + 1: of all such sequences known, it leaves the smallest
    // gaps in d dimensions (M. Roberts, 2018).
    let dimensions = lengths.len() as f64;
    let root = (0..60).fold(2.0f64, |root, _| (1.0 + root).powf(1.0 / (dimensions + 1.0)));
    let place = |sample: usize, key: usize| {
        let share = (0.5 + (sample + 1) as f64 / root.powi(key as i32 + 1)).fract();
        ((share * lengths[key] as f64) as usize).min(lengths[key] - 1)
    };
    let mut chosen = BTreeSet::new();
    // If nearly all combinations are wanted, the last ones come up late.
    for sample in 0..most.saturating_mul(100) {
        if chosen.len() == most {
            break;
        }
        chosen.insert((0..lengths.len()).map(|key| place(sample, key)).collect());
    }
    chosen
}

/// Loads the combinations that can be played with all numbers of players.
fn candidates(args: &Args, varied: &[(String, Vec<String>)], players: &[u8], context: &Context) -> Result<Candidates, Exit> {
    let lengths: Vec<usize> = varied.iter().map(|(_, values)| values.len()).collect();
    let (mut variants, mut names, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for places in grid(&lengths, args.candidates as usize) {
        let mut reference = args.rules.clone();
        for ((key, values), &place) in varied.iter().zip(&places) {
            let _ = write!(reference, "+{key}={}", values[place]);
        }
        match Variant::load(&reference, &context.files, &context.registry) {
            Ok(variant) => {
                let counts = variant.players();
                if let Some(players) = players.iter().find(|&&players| !counts.contains(players)) {
                    refused.push((reference, format!("it is for {counts} players, not {players}")));
                } else {
                    variants.push(variant);
                    names.push((reference, places));
                }
            }
            Err(problems) => {
                let why = problems.iter().next().map_or_else(String::new, |problem| problem.message.clone());
                refused.push((reference, why));
            }
        }
    }
    if variants.is_empty() {
        for (name, why) in refused.iter().take(3) {
            error(format_args!("{name}: {why}"));
        }
        return Err(problem("none of the combinations is a rule set that can be played"));
    }
    Ok(Candidates { variants, names, refused })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_is_played_whole_or_evenly_in_part() {
        let whole: Vec<Vec<usize>> = grid(&[2, 3], 6).into_iter().collect();
        assert_eq!(whole, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        let part = grid(&[40, 50], 100);
        assert_eq!(part.len(), 100);
        // Four by five fields of a hundred combinations each, with five samples on average: none is empty, none has twice as many.
        for field in 0..20 {
            let here = part.iter().filter(|places| places[0] / 10 == field / 5 && places[1] / 10 == field % 5).count();
            assert!((1..10).contains(&here), "{here} in field {field}");
        }
        assert_eq!(grid(&[10, 10], 99).len(), 99);
    }
}
