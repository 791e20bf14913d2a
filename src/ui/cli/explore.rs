//! `tsuro explore`: which values of some keys come nearest to what is wanted.

use super::experiment::{check_target, write_file};
use super::numbers::{self, Threads};
use super::output::{print, print_json};
use super::progress::{show_on, style};
use super::{Context, Exit, complain, error, random_seed, seats};
use crate::bots::split;
use crate::lab::Progress;
use crate::lab::compare::PlanTable;
use crate::lab::explore::{KeySearch, MetricTarget, best};
use crate::lab::report::{Exploration, RunDescription};
use crate::ruleset::{self, Variant};
use crate::ui::files::Existing;
use crate::ui::interrupt;
use crate::ui::terminal::Terminal;
use indicatif::ProgressBar;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

/// The most values that a range may have.
const LONGEST: i64 = 10_000;

/// What `tsuro explore` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rule set to begin with: a name, a file, or either with changes behind it
    rules: String,
    /// A key and the values it may take: a range (`tiles.hand=2..5`, both ends included) or a list (`board.columns=5,7`). Every combination is a
    /// candidate
    #[arg(long, value_name = "KEY=VALUES", required = true)]
    vary: Vec<String>,
    /// A metric and what it should come to: `turns=25`, `ties=5%`, `win-share-0=25%`; in names of metrics seats are counted from 0
    #[arg(long, value_name = "METRIC=VALUE", required = true)]
    target: Vec<String>,
    /// How many players, several with commas; 4, or as near to it as the rules allow, if not given
    #[arg(long, short, value_name = "N", value_delimiter = ',', value_parser = numbers::players())]
    players: Vec<u8>,
    /// Who plays, several tiers with commas; targets are then about the mean of all
    #[arg(long, short, value_name = "LIST", default_value = "greedy")]
    bots: String,
    /// The most games that a candidate plays at each table; clearly worse ones are dropped earlier
    #[arg(long, short, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// The most combinations that are tried; of more, so many are taken that are spread evenly over all
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    candidates: u32,
    /// How many iterations the search has that values positions, for targets such as lead-changes
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    iterations: u32,
    /// Any text; the same seed gives the same games. From the operating system if not given
    #[arg(long, short, value_name = "S")]
    seed: Option<String>,
    #[command(flatten)]
    threads: Threads,
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
    /// Write over files that are there already
    #[arg(long)]
    force: bool,
}

/// Tries the candidates, prints the best trade-offs and writes the nearest rule set.
pub fn run(args: &Args, context: &Context) -> Exit {
    match explore(args, context) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn usage(why: impl std::fmt::Display) -> Exit {
    error(why);
    Exit::Usage
}

fn explore(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let began = Instant::now();
    // What the base itself gets wrong is not the fault of any candidate.
    let base = context.variant(&args.rules)?;
    let varied: Vec<(String, Vec<String>)> = args.vary.iter().map(|text| vary(text)).collect::<Result<_, _>>().map_err(usage)?;
    let targets: Vec<MetricTarget> = args
        .target
        .iter()
        .map(|text| MetricTarget::parse(text))
        .collect::<Result<_, _>>()
        .map_err(|why| usage(format!("--target: {why}")))?;
    let existing = Existing::with_force(args.force);
    for path in std::iter::once(&args.out).chain(&args.html) {
        check_target(path, args.force)?;
    }
    let tiers = split(&args.bots).map_err(|why| usage(format!("--bots: {why}")))?;
    let tiers: Vec<String> = tiers.into_iter().map(str::to_owned).collect();
    let players = if args.players.is_empty() { vec![seats(&base, None, 4)?] } else { args.players.clone() };
    for (tier, players) in tiers.iter().flat_map(|tier| players.iter().map(move |players| (tier, *players))) {
        PlanTable { players, bots: tier.clone(), skill_only: false }.seating().map_err(|why| usage(format!("--bots: {why}")))?;
    }
    let Candidates { variants, names, refused } = candidates(args, &varied, &players, context)?;
    let seed = args.seed.clone().unwrap_or_else(random_seed);
    let threads = args.threads.count();
    let search = KeySearch {
        variants: &variants,
        players: &players,
        tiers: &tiers,
        seed: &seed,
        targets: &targets,
        blocks: args.games,
        iterations: args.iterations,
    };
    let (progress, bar) = (Progress::default(), bar());
    let tried = show_on(&bar, &progress, || {
        search.run(threads, &progress, |blocks, left| bar.set_message(format!("{left} candidates to {blocks} blocks")))
    });
    let tried = tried.map_err(|why| usage(format!("--bots: {why}")))?;
    let best = best(&tried);
    let candidates = names.into_iter().zip(tried).map(|((name, places), tried)| (name, places, tried)).collect();
    let explored = Exploration { base: base.name(), varied: &varied, targets: &targets, candidates, refused: &refused, best };
    let printed = if args.json { print_json(&explored.json()) } else { print(&explored.text(args.all)) };
    let mut written = printed.map(|_| ()).map_err(|why| usage(format!("the result cannot be written: {why}")));
    if let Some(path) = &args.html {
        let mut words = vec![format!("tsuro explore {}", args.rules)];
        words.extend(args.vary.iter().map(|vary| format!("--vary {vary}")));
        words.extend(args.target.iter().map(|target| format!("--target {target}")));
        words.push(format!("--bots {} --games {} --seed {seed}", args.bots, args.games));
        let command = words.join(" ");
        let made = RunDescription { command, run: format!("{threads} threads, {:.1} s", began.elapsed().as_secs_f64()) };
        written = written.and(write_file(path, &explored.html(&made), existing));
    }
    let Some(best) = best else {
        if interrupt::requested() {
            error("nothing was played to the end of a round, so there is no rule set to write");
            return written.map(|()| Exit::Interrupted);
        }
        error("no candidate has a value for every target, so there is no rule set to write");
        return written.map(|()| Exit::Problems);
    };
    write_file(&args.out, &rule_set(&variants[best], &seed), existing)?;
    complain(&format!("{} is in {}", variants[best].name(), args.out.display()));
    written?;
    Ok(if interrupt::requested() { Exit::Interrupted } else { Exit::Fine })
}

/// A rule-set file that says everything, so that it does not depend on the files it was made from.
fn rule_set(variant: &Variant, seed: &str) -> String {
    format!("# Found by `tsuro explore` (seed {}): {}\n\n{}", one_line(seed), one_line(variant.name()), variant.resolved().to_toml(false))
}

/// Text that stays within a remark.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// Reads `tiles.hand=2..5` or `board.columns=5,7`.
fn vary(text: &str) -> Result<(String, Vec<String>), String> {
    let wrong = || format!("--vary {text}: a key and its values are written KEY=FROM..TO or KEY=ONE,OTHER");
    let (key, values) = text.split_once('=').ok_or_else(wrong)?;
    let values: Vec<String> = match values.split_once("..") {
        Some((from, to)) => {
            let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
            let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
            if to < from || to.checked_sub(from).is_none_or(|length| length >= LONGEST) {
                return Err(format!("--vary {text}: a range goes from the smaller to the larger number, over at most {LONGEST} of them"));
            }
            (from..=to).map(|value| value.to_string()).collect()
        }
        None => values.split(',').map(|value| value.trim().to_owned()).collect(),
    };
    if key.trim().is_empty() || values.iter().any(String::is_empty) { Err(wrong()) } else { Ok((key.trim().to_owned(), values)) }
}

/// The combinations to try.
#[derive(Default)]
struct Candidates {
    variants: Vec<Variant>,
    /// Their names, with the place of each value among its key's.
    names: Vec<(String, Vec<usize>)>,
    /// Those that are no rule sets for so many players, with the reason.
    refused: Vec<(String, String)>,
}

/// The combinations of one value of each key, at most so many: all, or some that are spread evenly over them, in the order of the grid.
fn grid(lengths: &[usize], most: usize) -> BTreeSet<Vec<usize>> {
    let number = lengths.iter().try_fold(1, |product: usize, &length| product.checked_mul(length)).unwrap_or(usize::MAX);
    if number <= most {
        let place = |index: usize, key: usize| index / lengths[key + 1..].iter().product::<usize>() % lengths[key];
        return (0..number).map(|index| (0..lengths.len()).map(|key| place(index, key)).collect()).collect();
    }
    // The additive recurrence whose steps are powers of the root of x^(d+1) = x + 1: it leaves the smallest gaps in d dimensions that are known
    // of such sequences (M. Roberts, 2018).
    let dimensions = lengths.len() as f64;
    let root = (0..60).fold(2.0f64, |root, _| (1.0 + root).powf(1.0 / (dimensions + 1.0)));
    let place = |sample: usize, key: usize| {
        let share = (0.5 + (sample + 1) as f64 / root.powi(key as i32 + 1)).fract();
        ((share * lengths[key] as f64) as usize).min(lengths[key] - 1)
    };
    let mut chosen = BTreeSet::new();
    // Where nearly all are taken, the last ones come up late.
    for sample in 0..most.saturating_mul(100) {
        if chosen.len() == most {
            break;
        }
        chosen.insert((0..lengths.len()).map(|key| place(sample, key)).collect());
    }
    chosen
}

/// All combinations that are rule sets for so many players; the others with the reason.
fn candidates(args: &Args, varied: &[(String, Vec<String>)], players: &[u8], context: &Context) -> Result<Candidates, Exit> {
    let lengths: Vec<usize> = varied.iter().map(|(_, values)| values.len()).collect();
    let Candidates { mut variants, mut names, mut refused } = Candidates::default();
    for places in grid(&lengths, args.candidates as usize) {
        let mut reference = args.rules.clone();
        for ((key, values), &place) in varied.iter().zip(&places) {
            let _ = write!(reference, "+{key}={}", values[place]);
        }
        let loaded =
            ruleset::load(&reference, &context.files, &context.registry).and_then(|resolved| Variant::new(resolved, &context.registry));
        match loaded {
            Ok(variant) => {
                let (fewest, most) = variant.players();
                if let Some(players) = players.iter().find(|players| !(fewest..=most).contains(*players)) {
                    refused.push((reference, format!("it is for {fewest} to {most} players, not {players}")));
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
        error("none of the combinations is a rule set");
        return Err(Exit::Problems);
    }
    Ok(Candidates { variants, names, refused })
}

/// A line that moves, on a terminal only.
fn bar() -> ProgressBar {
    if !Terminal::here().err.cursor {
        return ProgressBar::hidden();
    }
    ProgressBar::new_spinner().with_style(style("{spinner} {human_pos} games, {rate}, {elapsed}  {wide_msg}"))
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
        // Four by five fields of a hundred combinations each: none without a sample, none with twice its share.
        for field in 0..20 {
            let here = part.iter().filter(|places| places[0] / 10 == field / 5 && places[1] / 10 == field % 5).count();
            assert!((1..10).contains(&here), "{here} in field {field}");
        }
        assert_eq!(grid(&[10, 10], 99).len(), 99);
    }
}
