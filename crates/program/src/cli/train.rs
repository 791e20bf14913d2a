//! `tsuro train`: lets the bot `learned` and a search play against themselves, and writes what
//! these games teach.

use super::experiment::write_file;
use super::options;
use super::output::{print, print_json};
use super::{Context, Exit, files, progress, report_write_error, usage};
use files::{Existing, FileReadError, Limit, write_whole};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tsuro::bots::values::{Goal, Trained};
use tsuro::json::{Json, json};
use tsuro::ruleset::Variant;
use tsuro_lab::{GameCounter, Training, TrainingState};
use tsuro_world::context::complain;
use tsuro_world::interrupt;

/// The arguments of `tsuro train`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    /// The file to write, for bots such as `learned:values=FILE`
    #[arg(long, short, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: PathBuf,
    /// Numbers of players, separated by commas; they take turns [default: all that the rules allow
    /// from 2 to 8 with one goal]
    #[arg(
        long, short, value_name = "LIST", value_delimiter = ',', value_parser = options::players()
    )]
    players: Vec<u8>,
    /// Number of games of the bot against itself [default: 400000; 100000 where a rule is a script]
    #[arg(long, short, value_name = "G", value_parser = options::games(1))]
    games: Option<u64>,
    /// Number of games of a search after them, from which it learns more [default: a twentieth of
    /// --games]
    #[arg(long, value_name = "G", value_parser = options::games(0))]
    searched: Option<u64>,
    /// Seed, any text: the same seed gives the same file
    #[arg(long, short, value_name = "S", default_value = "train")]
    seed: String,
    /// Number of threads; the result does not depend on it [default: one for each core]
    #[arg(long, short, value_name = "T", value_parser = options::thread_count())]
    threads: Option<u16>,
    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,
    /// Print what was found as one JSON document
    #[arg(long)]
    json: bool,
}

/// How often a training in progress is kept.
const KEPT_EVERY: Duration = Duration::from_secs(20);

/// What is kept of a training has some 57,000 numbers.
const KEPT: Limit = Limit { bytes: 4 << 20, kind: "a training that was kept" };

/// Plays the games and writes the file.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variant = context.variant(&args.rules)?;
    let existing = Existing::with_force(args.force);
    files::check_writable(&args.out, existing).map_err(report_write_error)?;
    let games = args.games.unwrap_or_else(|| Training::usual_games(&variant));
    let training = Training {
        variant: &variant,
        players: if args.players.is_empty() {
            Training::usual_players(&variant)
        } else {
            args.players.clone()
        },
        seed: &args.seed,
        games,
        searched: args.searched.unwrap_or(Training::usual_searched(games)),
        threads: options::threads(args.threads),
    };
    if args.out.to_string_lossy().contains([':', ',']) {
        return Err(usage(format_args!(
            "{}: no bot can be given a file with a colon or a comma in its path",
            args.out.display()
        )));
    }
    let kept = kept_path(&args.out);
    files::check_writable(&kept, Existing::Replace).map_err(report_write_error)?;
    let mut progress = match files::read_text(&kept, KEPT) {
        Err(FileReadError::Io(why)) if why.kind() == std::io::ErrorKind::NotFound => {
            training.begin().map_err(usage)
        }
        text => text
            .map_err(|why| why.to_string())
            .and_then(|text| training.resume(&text).map_err(|why| why.to_string()))
            .map_err(|why| {
                usage(format_args!(
                    "{} cannot be gone on with: {why}; delete it to begin anew",
                    kept.display()
                ))
            }),
    }?;
    let counter = GameCounter::default();
    counter.games.store(progress.played(), std::sync::atomic::Ordering::Relaxed);
    let all = training.counted_games(&progress);
    let trained = progress::show(all, &counter, || -> Result<_, Exit> {
        let mut last = Instant::now();
        loop {
            let more = training.round(&mut progress, &counter);
            let stopped = interrupt::requested();
            if stopped || !more || last.elapsed() >= KEPT_EVERY {
                keep(&kept, &progress)?;
                last = Instant::now();
            }
            if stopped {
                return Ok(None);
            }
            if !more {
                let trained = training.end(&progress, &counter);
                return Ok(Some(trained).filter(|_| !interrupt::requested()));
            }
        }
    })?;
    let Some(trained) = trained else {
        complain(&format!(
            "{} of {} games are kept in {}: the same command goes on from there",
            progress.played(),
            training.all_games(),
            kept.display()
        ));
        return Ok(interrupt::exit());
    };
    write_file(&args.out, &trained.to_text(), existing)?;
    if args.json {
        print_json(&as_json(&trained, &args.out))?;
    } else {
        print(&in_words(&trained, &variant, &args.out))?;
    }
    files::remove(&kept).map_err(report_write_error)?;
    Ok(Exit::Fine)
}

/// Where a training in progress is kept: beside the file.
fn kept_path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".training");
    name.into()
}

fn keep(path: &Path, progress: &TrainingState) -> Result<(), Exit> {
    write_whole(path, progress.to_text().as_bytes(), Existing::Replace).map_err(report_write_error)
}

fn in_words(trained: &Trained, variant: &Variant, out: &Path) -> String {
    let goal = trained.values.goal();
    let head = match goal {
        Goal::Pieces => "pieces kept, %     learned      greedy",
        Goal::Together => "games won, %       learned      greedy",
        _ => "alone among greedy  wins %  even share",
    };
    // Where nobody plays against another, a search with the tables is the better player.
    let player = if goal.is_shared() { "learned" } else { "ismcts:200" };
    let mut text = format!(
        "{}: {} games and {} of a search, seed {:?}\n\n{head}\n",
        variant.name_with_hash(),
        trained.games,
        trained.searched,
        trained.seed
    );
    for figure in &trained.figures {
        let _ = writeln!(
            text,
            "{:>2} players          {:>6.1}  {:>10.1}",
            figure.players,
            100.0 * figure.share,
            100.0 * figure.greedy.unwrap_or(1.0 / f64::from(figure.players))
        );
    }
    let _ = writeln!(text, "\n{} is written: use it as {player}:values={0}", out.display());
    text
}

fn as_json(trained: &Trained, out: &Path) -> Json {
    json!({
        "rules": trained.rules,
        "rules_hash": trained.rules_hash,
        "players": Json::list(trained.players.iter().copied()),
        "seed": trained.seed,
        "games": trained.games,
        "searched": trained.searched,
        "tables_hash": trained.hash(),
        "figures": Json::list(trained.figures.iter().map(|figure| {
            let mut json = json!({
                "players": figure.players, "games": figure.games, "share": figure.share,
            });
            if let Some(greedy) = figure.greedy {
                json.set("greedy", greedy);
            }
            json
        })),
        "file": out.display().to_string(),
    })
}
