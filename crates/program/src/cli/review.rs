//! `tsuro review`: looks at a recorded game afterwards: everybody's chances, the costliest
//! decisions, and what was luck.

use super::one_game::{find_game, record_name};
use super::options;
use super::output::{print_as, print_json};
use super::progress::{show_on, spinner};
use super::{Context, Exit, error, problem, report_write_error, shell_line, usage};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tsuro::Game;
use tsuro::game::Seat;
use tsuro_faces::seats::Player;
use tsuro_lab::GameCounter;
use tsuro_lab::review::{self, Review};
use tsuro_world::door::Form;
use tsuro_world::files::{self, Existing};
use tsuro_world::host::host;
use tsuro_world::interrupt;
use tsuro_world::terminal::Terminal;

/// The time for a review without `--time` and `--playouts`, in seconds.
const USUAL_TIME: u32 = 10;

/// In which form a review is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text for a terminal, at most 80 columns wide
    Text,
    /// One page that needs no network
    Html,
    /// One JSON document
    Json,
}

/// The arguments of `tsuro review`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The record; `-` is standard input
    #[arg(value_hint = clap::ValueHint::AnyPath)]
    record: String,
    /// Whose review: the name of a player, or the number of a seat, counted from 0 as in the record
    /// [default: the first person, otherwise seat 0]
    #[arg(long, value_name = "SEAT|NAME")]
    seat: Option<String>,
    /// Which game of the record, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    game: u64,
    /// Seconds to search: the longer, the surer. If they are over before every decision was looked
    /// at, the review says how far it came [default: 10, without --playouts]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    time: Option<u32>,
    /// Number of games to search for each chance and each choice; with it and without --time, the
    /// review is the same on every machine
    #[arg(long, value_name = "N", value_parser = options::iterations())]
    playouts: Option<u32>,
    /// Seed, any text: the same seed and --playouts give the same review
    #[arg(long, short, value_name = "S", default_value = review::SEED)]
    seed: String,
    /// Number of threads; the review does not depend on it [default: one for each core]
    #[arg(long, short, value_name = "T", value_parser = options::thread_count())]
    threads: Option<u16>,
    /// Form of the review
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Write the review to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite a file that exists
    #[arg(long)]
    force: bool,
}

/// Reads a game, searches at its decisions, and prints or writes what that came to.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let existing = Existing::with_force(args.force);
    if let Some(path) = &args.output {
        files::check_writable(path, existing).map_err(report_write_error)?;
    }
    let name = record_name(&args.record);
    let from = files::lines(&args.record)
        .map_err(|why| usage(format_args!("{name} cannot be read: {why}")))?;
    let record = find_game(name, from, args.game)?.lines.join("\n");
    let game = Game::from_record(&record, &context.registry)
        .map_err(|why| problem(format_args!("{name}: {why}")))?;
    let seat = seat(args, &game)?;
    let mut review = Review::new(&game, seat, &args.seed)
        .map_err(|why| problem(format_args!("{name}: {why}")))?;
    search(args, &mut review);
    let Some(findings) = review.findings() else {
        if interrupt::requested() {
            error("interrupted before the first decision was looked at, so there is no review");
            return Ok(Exit::Interrupted);
        }
        return Err(problem(
            "the time was over before the first decision was looked at: give a larger --time",
        ));
    };
    let color = args.output.is_none() && Terminal::current().out.color;
    match (args.format, &args.output) {
        (Format::Text, None) => {
            print_as(&review::text(&review, &findings, color), Form::Colored)?;
        }
        (Format::Html, None) => {
            let command = command(args, &review);
            let page = review::html(&review, &findings, command.as_deref());
            print_as(&page, Form::Document)?;
        }
        (Format::Json, None) => {
            print_json(&review::in_order(&review, &findings))?;
        }
        (format, Some(path)) => {
            let text = match format {
                Format::Text => review::text(&review, &findings, false),
                Format::Html => review::html(&review, &findings, command(args, &review).as_deref()),
                Format::Json => format!("{:#}\n", review::in_order(&review, &findings)),
            };
            files::write_whole(path, text.as_bytes(), existing).map_err(report_write_error)?;
        }
    }
    Ok(interrupt::exit())
}

/// Searches until the time is over, the number of games is reached, or Ctrl-C.
fn search(args: &Args, review: &mut Review) {
    let seconds = args.time.or_else(|| args.playouts.is_none().then_some(USUAL_TIME));
    let until = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds.into()));
    let most = args.playouts.unwrap_or(u32::MAX);
    let threads = options::threads(args.threads);
    let progress = GameCounter::default();
    show_on(&spinner(), &progress, || {
        while review.games() < most {
            let goes_on = |games| {
                progress.games.fetch_add(u64::from(games > 0), Ordering::Relaxed);
                !progress.stop.load(Ordering::Relaxed)
                    && until.is_none_or(|until| Instant::now() < until)
            };
            if !review.pass(most - review.games(), threads, &goes_on) {
                break;
            }
        }
    });
}

/// The seat that was asked for, otherwise that of the first person.
fn seat(args: &Args, game: &Game) -> Result<Seat, Exit> {
    let players = game.players();
    let Some(asked) = &args.seat else {
        let host = host(1).1;
        let person = players.iter().position(|player| {
            Player::from_record(player, &host).is_ok_and(|player| player.is_human())
        });
        return Ok(Seat::new(person.unwrap_or(0) as u8));
    };
    let named = players.iter().position(|player| player == asked);
    let numbered = || asked.parse().ok().filter(|&seat: &usize| seat < players.len());
    named.or_else(numbered).map(|seat| Seat::new(seat as u8)).ok_or_else(|| {
        usage(format_args!(
            "--seat {asked}: there is no such player: the players are {}, in seats 0 to {}",
            players.join(", "),
            players.len() - 1
        ))
    })
}

/// The command line that makes the same review again: findings are those of whole passes, and the
/// number of games says which. `None`: the record came from standard input, which is gone, or the
/// first pass was ended early.
fn command(args: &Args, review: &Review) -> Option<String> {
    if args.record == "-" || review.passes() == 0 {
        return None;
    }
    let (seat, games) = (review.seat().number().to_string(), review.games().to_string());
    let game = args.game.to_string();
    Some(shell_line([
        "tsuro",
        "review",
        &args.record,
        "--game",
        &game,
        "--seat",
        &seat,
        "--playouts",
        &games,
        "--seed",
        &args.seed,
        "--format",
        "html",
    ]))
}
