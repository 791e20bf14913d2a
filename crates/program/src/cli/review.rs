//! `tsuro review`: looks at a recorded game afterwards: everybody's chances, the costliest
//! decisions, and what was luck.

use super::one_game::{find_game, record_name};
use super::options;
use super::output::{print_as, print_json};
use super::progress::{show_on, spinner};
use super::{Context, Exit, error, problem, report_write_error, shell_line, usage};
use crate::play;
use std::io::{BufRead, Cursor};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tsuro::Game;
use tsuro::game::{DecisionPoint, Seat};
use tsuro::ruleset::Variant;
use tsuro::with_rules;
use tsuro_faces::table::review::{self as told, ReviewedTable};
use tsuro_faces::words::{Language, Narrator};
use tsuro_faces::{Player, names_no_file, seats};
use tsuro_lab::GameCounter;
use tsuro_lab::review::{self, Review};
use tsuro_world::door::Form;
use tsuro_world::fetch;
use tsuro_world::files::{self, Existing, KeptGames};
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
    /// The record, or the address of a game on a tsuro server in your network, as in
    /// `http://192.168.1.5:7879/game/k7fq2mxa`; `-` is standard input
    #[arg(value_hint = clap::ValueHint::AnyPath)]
    record: String,
    /// Whose review: the name or the colour of a player, or the number of a seat, counted from 0
    /// as in the record [default: the first person, otherwise seat 0]
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
    /// Go on with the game from the player's choice in this turn, against bots, instead of
    /// reviewing it; 0 is the start. The game is kept as a new one
    #[arg(long, value_name = "TURN",
        conflicts_with_all = ["time", "playouts", "threads", "format", "output", "force"])]
    go_on: Option<u32>,
    /// Language of the review [default: yours]
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<Language>,
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
    if args.go_on.is_some() && args.record == "-" {
        return Err(usage(
            "--go-on needs a record in a file: the choices of the game come from standard input",
        ));
    }
    let record = find_game(name, lines_of(args)?, args.game)?.lines.join("\n");
    let game = Game::from_record(&record, &context.registry)
        .map_err(|why| problem(format_args!("{name}: {why}")))?;
    let language = args.language.unwrap_or_else(Language::of_the_user);
    let title = title(game.variant(), context, language);
    let host = host(1).1;
    let mut table =
        ReviewedTable::of_record((title, game.variant()), &game.players(), &host, language);
    let seat = seat(args, &game, &table)?;
    if let Some(turn) = args.go_on {
        return go_on(turn, (&game, seat), args, context);
    }
    if args.record != "-" {
        let mut line = again(args, seat);
        if let Some(language) = args.language {
            line.extend(["--language", language.code()].map(str::to_owned));
        }
        line.push("--go-on".to_owned());
        table.go_on = Some(shell_line(line.iter().map(String::as_str)));
    }
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
            print_as(&told::text(&review, &findings, &table, color), Form::Colored)?;
        }
        (Format::Html, None) => {
            let command = command(args, &review);
            let page = told::html(&review, &findings, &table, command.as_deref());
            print_as(&page, Form::Document)?;
        }
        (Format::Json, None) => {
            print_json(&review::in_order(&review, &findings))?;
        }
        (format, Some(path)) => {
            let text = match format {
                Format::Text => told::text(&review, &findings, &table, false),
                Format::Html => {
                    told::html(&review, &findings, &table, command(args, &review).as_deref())
                }
                Format::Json => format!("{:#}\n", review::in_order(&review, &findings)),
            };
            files::write_whole(path, text.as_bytes(), existing).map_err(report_write_error)?;
        }
    }
    Ok(interrupt::exit())
}

/// The lines of the record: of a file, or of a game on a server.
fn lines_of(args: &Args) -> Result<Box<dyn BufRead>, Exit> {
    let name = record_name(&args.record);
    if fetch::is_link(&args.record) {
        let record = fetch::record_at(&args.record);
        let record = record.map_err(|why| usage(format_args!("{name}: {why}")))?;
        return Ok(Box::new(Cursor::new(record)));
    }
    files::lines(&args.record).map_err(|why| usage(format_args!("{name} cannot be read: {why}")))
}

/// The title of the game. A record holds the rules alone, so it is that of the rule set with this
/// name if this has the same rules, and otherwise the name.
fn title(variant: &Variant, context: &Context, language: Language) -> String {
    let name = variant.name();
    let named = names_no_file(name)
        .then(|| Variant::load(name, &context.files, &context.registry).ok())
        .flatten()
        .filter(|named| named.hash() == variant.hash());
    let title = named.map(|named| named.resolved().texts().title_in(language.code()).to_owned());
    title.unwrap_or_else(|| name.to_owned())
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
fn seat(args: &Args, game: &Game, table: &ReviewedTable) -> Result<Seat, Exit> {
    let players = game.players();
    let Some(asked) = &args.seat else { return Ok(table.first_person()) };
    // Colours are understood in English as well.
    let english = Narrator::new(Language::English, &vec![None; players.len()]);
    let is_called = |seat: &usize| {
        let called = [&table.narrator, &english].map(|one| one.name(Seat::new(*seat as u8)));
        called.iter().any(|name| name.to_lowercase() == asked.to_lowercase())
            || table.players[*seat] == *asked
    };
    let named = players.iter().position(|player| player == asked);
    let named = named.or_else(|| (0..players.len()).find(is_called));
    let numbered = || asked.parse().ok().filter(|&seat: &usize| seat < players.len());
    named.or_else(numbered).map(|seat| Seat::new(seat as u8)).ok_or_else(|| {
        usage(format_args!(
            "--seat {asked}: there is no such player: the players are {}, in seats 0 to {}",
            table.players.join(", "),
            players.len() - 1
        ))
    })
}

/// Keeps the game as it stood before a choice of the seat, as a new one, and goes on with it.
fn go_on(
    turn: u32,
    (game, seat): (&Game, Seat),
    args: &Args,
    context: &Context,
) -> Result<Exit, Exit> {
    let points = game.decision_points().map_err(|why| problem(&why))?;
    let decides = |point: &DecisionPoint| {
        with_rules!(game.variant().rules(), |rules| {
            let see = point.observe(rules, None);
            let is_own = see.plays_alone() || see.decider() == seat;
            (see.ending().is_none() && is_own).then(|| see.turn())
        })
    };
    let Some(point) = points.iter().find(|point| decides(point) == Some(turn)) else {
        let mut turns: Vec<u32> = points.iter().filter_map(decides).collect();
        turns.dedup();
        let turns: Vec<String> = turns.iter().map(u32::to_string).collect();
        return Err(usage(format_args!(
            "--go-on {turn}: seat {} chooses nothing in that turn, but in {}",
            seat.number(),
            turns.join(", ")
        )));
    };
    let players = seats::to_go_on(&game.players(), seat, game.variant(), &host(1).1);
    let names: Vec<String> = players.iter().map(Player::record_name).collect();
    // A position has no past, and a record is one.
    let begun = game.at_mark(point.mark()).and_then(|mut game| {
        game.name_players(&names);
        game.record().ok()
    });
    let record = begun.ok_or_else(|| problem("a game that began at a position has no record"))?;
    let kept = KeptGames::from_environment()
        .ok_or_else(|| problem("there is no folder for games: set XDG_STATE_HOME or HOME"))?;
    let file = kept.begin(game.variant().name(), &record).map_err(|why| problem(&why))?;
    let path = file.path().to_owned();
    // Whoever resumes it locks it.
    drop(file);
    play::run(&play::Args::resuming(path, false, args.language), context)
}

/// The beginning of a command line about the same player of the same game.
fn again(args: &Args, seat: Seat) -> Vec<String> {
    let line = ["tsuro", "review", &args.record].map(str::to_owned);
    let game = (args.game > 0).then(|| ["--game".to_owned(), args.game.to_string()]);
    let seat = ["--seat".to_owned(), seat.number().to_string()];
    line.into_iter().chain(game.into_iter().flatten()).chain(seat).collect()
}

/// The command line that makes the same review again: findings are those of whole passes, and the
/// number of games says which. `None`: the record came from standard input, which is gone, or the
/// first pass was ended early.
fn command(args: &Args, review: &Review) -> Option<String> {
    if args.record == "-" || review.passes() == 0 {
        return None;
    }
    let language = args.language.unwrap_or_else(Language::of_the_user).code();
    let mut line = again(args, review.seat());
    line.extend(["--playouts".to_owned(), review.games().to_string()]);
    line.extend(
        ["--seed", &args.seed, "--language", language, "--format", "html"].map(str::to_owned),
    );
    Some(shell_line(line.iter().map(String::as_str)))
}
