//! `tsuro simulate`: plays many games and summarises them.

use super::experiment::write_file;
use super::options::{self, ProgramBots, SeedAndThreads};
use super::output::{print_as, print_json};
use super::{
    Context, Exit, error, progress, report_faults, report_output, report_write_error, seats, usage,
};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use tsuro::bots::{BotSpec, Faults, Host, parse_bots};
use tsuro::game::Seat;
use tsuro::json::{Json, json};
use tsuro::ruleset::Variant;
use tsuro_faces::words::Language;
use tsuro_lab::report;
use tsuro_lab::{
    Bots, GameCounter, LossMap, RunError, Simulation, Summary, compare_losses, simulate,
    simulate_into,
};
use tsuro_world::door::{self, Form};
use tsuro_world::files::{self, Existing, Record};
use tsuro_world::interrupt;

/// The arguments of `tsuro simulate`.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("files").args(["record", "losses"]).multiple(true))]
pub(super) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    /// Number of players [default: the number of bots in --bots if there are several, otherwise 4,
    /// or the nearest number that the rules allow]
    #[arg(long, short, value_name = "N", value_parser = options::players())]
    players: Option<u8>,
    /// Number of games
    #[arg(long, short, value_name = "G", default_value_t = 1000, value_parser = options::games(1))]
    games: u64,
    /// Bots: one for all seats, or one for each seat, separated by commas
    #[arg(long, short, value_name = "LIST", default_value = "random")]
    bots: String,
    #[command(flatten)]
    run: SeedAndThreads,
    /// Write the record of every game to this file; with `-` it goes to standard output, and the
    /// summary to standard error
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::AnyPath)]
    record: Option<String>,
    /// Show where pieces are lost: by square, start mark and tile; with a file, also write a page
    /// (`.html`) or comma-separated values
    #[arg(
        long, value_name = "FILE", num_args = 0..=1, require_equals = true,
        value_hint = clap::ValueHint::AnyPath
    )]
    #[expect(clippy::option_option, reason = "it is absent, alone, or has a file")]
    losses: Option<Option<PathBuf>>,
    /// Compare where pieces are lost under another rule set, on the same luck
    #[arg(long, value_name = "RULES", requires = "losses", conflicts_with = "record")]
    against: Option<String>,
    /// Overwrite the files of --record and --losses if they exist
    #[arg(long, requires = "files")]
    force: bool,
    #[command(flatten)]
    programs: ProgramBots,
    /// Print the summary as one JSON document
    #[arg(long)]
    json: bool,
}

/// Plays the games and prints the summary.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variant = context.variant(&args.rules)?;
    let (program, host) = args.programs.host();
    let bots = read_bots(&args.bots, (args.players, 4), &variant, &host)?;
    let bots = Bots::new(bots).strict(args.programs.strict);
    let seed = args.run.seed();
    let existing = Existing::with_force(args.force);
    let file_of_losses = args.losses.iter().flatten().next();
    if let Some(path) = file_of_losses {
        files::check_writable(path, existing).map_err(report_write_error)?;
    }
    let against = args.against.as_deref().map(|name| context.variant(name)).transpose()?;
    if let Some(other) = &against {
        seats(other, Some(bots.names().len() as u8), 4)?;
        let sides = Sides { variants: [&variant, other], bots: &bots, seed: &seed };
        let exit = run_against(args, &sides, existing)?;
        report_output(&program.error_output(), Language::English);
        return Ok(exit);
    }
    let mut record = match args.record.as_deref() {
        None => None,
        Some("-") => Some(Record::to_output()),
        Some(path) => Some(Record::begin(Path::new(path), existing).map_err(report_write_error)?),
    };
    let simulation =
        Simulation::new(&variant, &bots, &seed, args.games).threads(args.run.threads());
    let done = GameCounter::default();
    let (summary, losses, outcome) = progress::show(args.games, &done, || {
        let record = record.as_mut().map(|record| record as &mut dyn Write);
        if args.losses.is_none() {
            let (summary, outcome) = simulate(&simulation, &done, record);
            return (summary, None, outcome);
        }
        let empty = || LossMap::of(&variant, bots.names().len() as u8);
        let (map, outcome) = simulate_into(empty, &simulation, &done, record);
        (map.summary.clone(), Some(map), outcome)
    });
    let outcome = match (&mut record, outcome) {
        (_, Err(RunError::Record(why))) => Err(RunError::Record(why)),
        (Some(record), outcome) => record.sync().map_err(RunError::Record).and(outcome),
        (None, outcome) => outcome,
    };
    let faults = done.faults.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (bot, counts) in &faults {
        report_faults(bot, counts);
    }
    report_output(&program.error_output(), Language::English);
    let Some(exit) = end_of(outcome, record.as_ref()) else { return Ok(interrupt::exit()) };
    let mut json = summary.to_json_in_order();
    json.set("rules", variant.name());
    json.set("rules_hash", variant.hash());
    json.set("bots", bots.names());
    json.set("seed", &seed);
    json.set("faults", faults.values().map(Faults::count).sum::<u64>());
    json.set("fault_kinds", faults);
    json.set("interrupted", exit == Exit::Interrupted);
    if let Some(map) = &losses {
        json.set("losses", map.to_json());
    }
    let title = variant.name_with_hash();
    let (text, form) = if args.json {
        (format!("{json:#}\n"), Form::Json)
    } else {
        let map = losses.as_ref().map(report::losses_text).unwrap_or_default();
        (in_words(&summary, &title, &seed) + map.as_str(), Form::Words)
    };
    if args.record.as_deref() == Some("-") {
        door::write_err(&text, form);
    } else {
        print_as(&text, form)?;
    }
    if let (Some(map), Some(path)) = (&losses, file_of_losses) {
        let title = format!("{title}, {}, seed {seed}", bots.names().join(", "));
        write_losses(map, path, &title, existing)?;
    }
    Ok(exit)
}

/// Two rule sets that play with the same bots and luck.
struct Sides<'a> {
    variants: [&'a Variant; 2],
    bots: &'a Bots,
    seed: &'a str,
}

/// Plays the games of both rule sets, and prints and writes how their losses differ.
fn run_against(args: &Args, sides: &Sides<'_>, existing: Existing) -> Result<Exit, Exit> {
    let games = sides.variants.map(|variant| {
        Simulation::new(variant, sides.bots, sides.seed, args.games).threads(args.run.threads())
    });
    let done = GameCounter::default();
    let (found, outcome) =
        progress::show(2 * args.games, &done, || compare_losses(games.each_ref(), &done));
    let faults = done.faults.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (bot, counts) in &faults {
        report_faults(bot, counts);
    }
    let Some(exit) = end_of(outcome, None) else { return Ok(interrupt::exit()) };
    let [a, b] = sides.variants.map(Variant::name_with_hash);
    if args.json {
        let side = |side: usize| {
            let mut json = found.maps[side].summary.to_json_in_order();
            json.set("rules", sides.variants[side].name());
            json.set("rules_hash", sides.variants[side].hash());
            json.set("losses", found.maps[side].to_json());
            json
        };
        print_json(&json!({
            "a": side(0),
            "b": side(1),
            "differences": found.to_json(),
            "bots": Json::list(sides.bots.names()),
            "seed": sides.seed,
            "faults": faults.values().map(Faults::count).sum::<u64>(),
            "interrupted": exit == Exit::Interrupted,
        }))?;
    } else {
        let words = |side: usize, name: &str| in_words(&found.maps[side].summary, name, sides.seed);
        let text = format!("A: {}\nB: {}", words(0, &a), words(1, &b));
        print_as(&[text, report::loss_differences_text(&found)].concat(), Form::Words)?;
    }
    if let Some(path) = args.losses.iter().flatten().next() {
        let title =
            format!("A: {a}, B: {b}, {}, seed {}", sides.bots.names().join(", "), sides.seed);
        let text = if is_page(path) {
            report::loss_differences_html(&found, &title)
        } else {
            found.table().csv()
        };
        write_file(path, &text, existing)?;
    }
    Ok(exit)
}

/// Whether a page is asked for, by the name of its file.
fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("html"))
}

/// Reports how the games ended, and returns how the program ends; `None` where nobody reads what it
/// prints.
fn end_of(outcome: Result<(), RunError>, record: Option<&Record>) -> Option<Exit> {
    let exit = interrupt::exit();
    match outcome {
        Ok(()) => Some(exit),
        // A user who stops a run need not read what a program did meanwhile.
        Err(RunError::Bot { .. }) if exit == Exit::Interrupted => Some(exit),
        Err(RunError::Record(why)) if why.kind() == io::ErrorKind::BrokenPipe => None,
        Err(RunError::Record(why)) => {
            let path = record.map(|record| record.path().display().to_string()).unwrap_or_default();
            let is_pending = record.is_some_and(Record::is_pending);
            let left =
                if is_pending { "it is unchanged" } else { "what was written before is complete" };
            error(format_args!("the record cannot be written to {path}: {why}; {left}"));
            Some(Exit::Usage)
        }
        Err(why @ RunError::Bot { .. }) => {
            error(why);
            Some(Exit::Problems)
        }
    }
}

/// Writes a page of losses, or for names of other kinds of files comma-separated values.
fn write_losses(map: &LossMap, path: &Path, title: &str, existing: Existing) -> Result<(), Exit> {
    let text = if is_page(path) { report::losses_html(map, title) } else { map.table().csv() };
    write_file(path, &text, existing)
}

/// Reads the list of bots: one for each seat.
pub(super) fn read_bots(
    list: &str,
    (players, usual): (Option<u8>, u8),
    variant: &Variant,
    host: &Arc<dyn Host>,
) -> Result<Vec<BotSpec>, Exit> {
    let bots = parse_bots(list, host).map_err(|why| usage(format_args!("--bots: {why}")))?;
    if let [bot] = &bots[..] {
        return Ok(vec![bot.clone(); seats(variant, players, usual)?.into()]);
    }
    let counts = variant.players();
    let count = bots.len();
    match players {
        Some(players) if usize::from(seats(variant, Some(players), players)?) != count => {
            Err(usage(format_args!(
                "--bots names {count} bots for {players} players: name one for all of them, or one \
                 for each seat"
            )))
        }
        None if !u8::try_from(count).is_ok_and(|count| counts.contains(count)) => Err(usage(
            format_args!("--bots names {count} bots: {} is for {counts} players", variant.name()),
        )),
        _ => Ok(bots),
    }
}

/// How many games that rules have broken off are told one by one.
const SHOWN_BROKEN: usize = 3;

fn in_words(summary: &Summary, rules: &str, seed: &str) -> String {
    let turns = summary.turns();
    let games = summary.games();
    let of = if games == 1 { "game" } else { "games" };
    let mut text = format!("{games} {of} of {rules}, {} players, seed {seed}\n", summary.players());
    let _ = writeln!(
        text,
        "turns         {:.1} on average (sd {:.1}), {} to {}",
        turns.mean, turns.sd, turns.min, turns.max
    );
    for (field, counts) in
        [("outcomes", summary.outcome_counts()), ("eliminations", summary.cause_counts())]
    {
        let total = if field == "outcomes" {
            games as f64
        } else {
            counts.iter().map(|(_, count)| *count as f64).sum()
        };
        for (index, (name, count)) in counts.into_iter().enumerate() {
            let percent = 100.0 * count as f64 / total.max(1.0);
            let _ = writeln!(
                text,
                "{:<13} {name:<14} {count:>9}  {percent:5.1} %",
                if index == 0 { field } else { "" }
            );
        }
    }
    for (wins, seat) in summary.win_shares().into_iter().zip((0..).map(Seat::new)) {
        let title = if seat.index() == 0 { "wins" } else { "" };
        let _ = writeln!(
            text,
            "{title:<13} seat {:<9} {:>9}  {:5.1} %",
            seat.ordinal(),
            "",
            100.0 * wins
        );
    }
    for (index, broken) in summary.broken().iter().take(SHOWN_BROKEN).enumerate() {
        let title = if index == 0 { "broken" } else { "" };
        let _ = writeln!(text, "{title:<13} game {}: {}", broken.game, broken.why);
    }
    if summary.broken().len() > SHOWN_BROKEN {
        let _ = writeln!(text, "{:<13} and more, which --json lists up to the twentieth", "");
    }
    text
}
