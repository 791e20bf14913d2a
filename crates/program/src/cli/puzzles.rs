//! `tsuro puzzles`: positions with one winning choice, to be solved; `make` finds new ones in games
//! of bots.

use super::options::{self, SeedAndThreads};
use super::output::{print, print_as, print_json};
use super::{Context, Exit, complain, error, problem, progress, report_write_error};
use crate::play;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tsuro::bots::BotSpec;
use tsuro::json::{Json, json};
use tsuro::ruleset::{Variant, toml_string};
use tsuro_faces::words::{Language, TextKey};
use tsuro_lab::GameCounter;
use tsuro_suite::{HuntProgress, MinedPuzzle, PuzzleHunt, best_puzzles};
use tsuro_world::door::Form;
use tsuro_world::files::{self, Existing};
use tsuro_world::host::host;
use tsuro_world::interrupt;

/// The arguments of `tsuro puzzles`.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(subcommand)]
    deed: Option<Deed>,
    #[command(flatten)]
    solve: play::learn::PuzzleArgs,
}

/// The sub-commands of `tsuro puzzles`.
#[derive(Debug, clap::Subcommand)]
enum Deed {
    /// Play games with bots, and write a suite of the puzzles in them
    Make(MakeArgs),
}

/// The arguments of `tsuro puzzles make`.
#[derive(Debug, clap::Args)]
struct MakeArgs {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    /// Number of players [default: the number of bots in --bots if there are several, otherwise 3,
    /// or the nearest number that the rules allow]
    #[arg(long, short, value_name = "N", value_parser = options::players())]
    players: Option<u8>,
    /// Number of games, each of which gives one puzzle at most
    #[arg(long, short, value_name = "G", default_value_t = 200, value_parser = options::games(1))]
    games: u64,
    /// Bots: one for all seats, or one for each seat, separated by commas
    #[arg(long, short, value_name = "LIST", default_value = "medium")]
    bots: String,
    /// The most puzzles to keep: the most interesting ones
    #[arg(long, value_name = "N", default_value_t = 20,
        value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// Number of deals of what the player cannot see: where a win cannot be shown for all deals, it
    /// has to hold in every one of these
    #[arg(long, value_name = "N", default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(20..=1_000_000))]
    deals: u32,
    #[command(flatten)]
    run: SeedAndThreads,
    /// Write the suite to this file [default: standard output]
    #[arg(long, short, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// Overwrite a file that exists
    #[arg(long, requires = "out")]
    force: bool,
    /// Print the puzzles as one JSON document
    #[arg(long, conflicts_with = "out")]
    json: bool,
}

/// Asks puzzles, or makes some.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    match &args.deed {
        None => play::learn::solve(&args.solve, context),
        Some(Deed::Make(args)) => make(args, context),
    }
}

fn make(args: &MakeArgs, context: &Context) -> Result<Exit, Exit> {
    let variant = Arc::new(context.variant(&args.rules)?);
    let (_, host) = host(play::BOT_TIMEOUT);
    let bots = super::simulate::read_bots(&args.bots, (args.players, 3), &variant, &host)?;
    let existing = Existing::with_force(args.force);
    if let Some(path) = &args.out {
        files::check_writable(path, existing).map_err(report_write_error)?;
    }
    let seed = args.run.seed();
    let hunt = PuzzleHunt {
        variant: &variant,
        rules: &args.rules,
        registry: &context.registry,
        loader: &context.files,
        bots: &bots,
        seed: &seed,
        games: args.games,
        deals: args.deals,
        threads: args.run.threads(),
    };
    let done = GameCounter::default();
    let progress = HuntProgress { games: &done.games, stop: &done.stop };
    let found = progress::show(args.games, &done, || hunt.run(&progress));
    let (found, games) = found.map_err(|why| problem(&why))?;
    let (all, exit) = (found.len(), interrupt::exit());
    let puzzles = best_puzzles(found, args.count as usize);
    if exit == Exit::Interrupted {
        complain(&format!("note: it was stopped after {}", games_in_words(games)));
    }
    if puzzles.is_empty() {
        error(format_args!(
            "no puzzle in {} of {}: more games (--games) or other bots may have some",
            games_in_words(games),
            variant.name()
        ));
        return Ok(if exit == Exit::Interrupted { exit } else { Exit::Problems });
    }
    if args.json {
        let list = Json::list(puzzles.iter().map(as_json));
        print_json(&json!({
            "rules": args.rules, "seed": seed, "games": games, "found": all, "puzzles": list,
        }))?;
        return Ok(exit);
    }
    let rules = args
        .out
        .as_deref()
        .map_or_else(|| args.rules.clone(), |out| reference_beside(&args.rules, out));
    let text = suite((&rules, &variant), bots.as_slice(), (&seed, games), &puzzles);
    let Some(path) = &args.out else { return print_as(&text, Form::Toml).map(|_| exit) };
    files::write_whole(path, text.as_bytes(), existing).map_err(report_write_error)?;
    print(&format!(
        "{} has {}, of {all} in {}; solve them with: tsuro puzzles {0}\n",
        path.display(),
        if puzzles.len() == 1 {
            "1 puzzle".to_owned()
        } else {
            format!("{} puzzles", puzzles.len())
        },
        games_in_words(games),
    ))?;
    Ok(exit)
}

fn games_in_words(games: u64) -> String {
    if games == 1 { "1 game".to_owned() } else { format!("{games} games") }
}

fn as_json(puzzle: &MinedPuzzle) -> Json {
    use tsuro::game::KeyWords as _;
    json!({
        "game": puzzle.game, "turn": puzzle.turn, "wins": puzzle.wins.word(),
        "deals": puzzle.deals, "answer": puzzle.answer, "choices": puzzle.choices,
        "scenario": puzzle.text,
    })
}

/// A reference of the command line as the file `out` has to write it: there, paths are relative to
/// the file.
fn reference_beside(reference: &str, out: &Path) -> String {
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).ok();
    let part = |part: &str| {
        let path = Path::new(part);
        let is_path = part.contains('/') || path.extension().is_some_and(|end| end == "toml");
        let is_path = is_path && !part.contains('=');
        let to = std::fs::canonicalize(path).ok().filter(|_| is_path);
        let Some((folder, to)) = folder.as_ref().zip(to) else { return part.to_owned() };
        let same = folder.components().zip(to.components()).take_while(|(a, b)| a == b).count();
        let up = folder.components().skip(same).map(|_| Path::new(".."));
        let down = to.components().skip(same);
        let between: PathBuf = up.chain(down.map(|part| Path::new(part.as_os_str()))).collect();
        let between = between.display().to_string();
        if between.contains('/') { between } else { format!("./{between}") }
    };
    reference.split('+').map(part).collect::<Vec<_>>().join("+")
}

/// The suite with these puzzles. `first-game` is the rule set itself.
fn suite(
    (rules, variant): (&str, &Variant),
    bots: &[BotSpec],
    (seed, games): (&str, u64),
    puzzles: &[MinedPuzzle],
) -> String {
    let resolved = variant.resolved();
    let title = |language: Language| resolved.texts().title_in(language.code()).to_owned();
    let names: Vec<String> = bots.iter().map(ToString::to_string).collect();
    let mut text = format!(
        "schema = 1\ntitle = {}\nsummary = {}\nrules = {}\n\n[course]\n",
        toml_string(&format!("Puzzles: {}", title(Language::English))),
        toml_string(&format!("From {games} games of {} with the seed {seed}.", names.join(","))),
        toml_string(rules),
    );
    // Writing to a string cannot fail.
    for (key, words) in [("title", None), ("about", Some(TextKey::PuzzleCourseAbout))] {
        for &language in Language::ALL {
            let words = words.map_or_else(|| title(language), |words| language.plain(words));
            let _ = writeln!(text, "{key}.{} = {}", language.code(), toml_string(&words));
        }
    }
    let _ = writeln!(text, "first-game = {}", toml_string(rules));
    for puzzle in puzzles {
        let _ = write!(text, "\n{}", puzzle.text);
    }
    text
}
