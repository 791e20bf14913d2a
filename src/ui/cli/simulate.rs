//! `tsuro simulate`: many games, and what they come to.

use super::numbers::{self, Threads};
use super::output::print_as;
use super::{Context, Exit, error, named, progress, random_seed, report_faults, report_output, seats};
use crate::bots::{Faults, Host, parse_bots};
use crate::game::Seat;
use crate::lab::{Bots, Progress, RunError, Simulation, Summary, simulate};
use crate::ruleset::Variant;
use crate::ui::door::{self, Form};
use crate::ui::files::{Existing, Record};
use crate::ui::host::host;
use crate::ui::interrupt;
use crate::ui::words::Language;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, PoisonError};

/// What `tsuro simulate` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A rule set: a name, a file, or either with changes behind it (`classic+hand=4`)
    rules: String,
    /// How many players; as many as --bots names if it names several, otherwise 4, or as near to it as the rules allow, if not given
    #[arg(long, short, value_name = "N", value_parser = numbers::players())]
    players: Option<u8>,
    /// How many games
    #[arg(long, short, value_name = "G", default_value_t = 1000, value_parser = numbers::games(1))]
    games: u64,
    /// Who plays: one bot for all seats, or one a seat, with commas between them
    #[arg(long, short, value_name = "LIST", default_value = "random")]
    bots: String,
    /// Any text; the same seed gives the same games. From the operating system if not given
    #[arg(long, short, value_name = "S")]
    seed: Option<String>,
    #[command(flatten)]
    threads: Threads,
    /// Write the record of every game to this file; `-` is standard output, and the summary then goes to standard error
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
    /// Write over a file that is there already
    #[arg(long, requires = "record")]
    force: bool,
    /// How long a program that plays may take for an answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..))]
    bot_timeout: u32,
    /// Stop at the first fault of a program that plays, instead of choosing for it
    #[arg(long)]
    strict: bool,
    /// Print the summary as one JSON document
    #[arg(long)]
    json: bool,
}

/// Plays the games and prints the summary.
pub fn run(args: &Args, context: &Context) -> Exit {
    let variant = match context.variant(&args.rules) {
        Ok(variant) => variant,
        Err(exit) => return exit,
    };
    let (program, host) = host(args.bot_timeout);
    let bots = match read_bots(&args.bots, args.players, &variant, &host) {
        Ok(bots) => bots.strict(args.strict),
        Err(exit) => return exit,
    };
    let seed = args.seed.clone().unwrap_or_else(random_seed);
    let mut record = match args.record.as_deref() {
        None => None,
        Some("-") => Some(Record::to_output()),
        Some(path) => match Record::begin(Path::new(path), Existing::with_force(args.force)) {
            Ok(record) => Some(record),
            Err(why) => {
                error(&why);
                return why.exit();
            }
        },
    };
    let simulation = Simulation { variant: &variant, bots: &bots, seed: &seed, games: args.games, threads: args.threads.count() };
    let done = Progress::default();
    let (summary, outcome) =
        progress::show(args.games, &done, || simulate(&simulation, &done, record.as_mut().map(|record| record as &mut dyn Write)));
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
    let mut exit = if interrupt::requested() { Exit::Interrupted } else { Exit::Fine };
    match outcome {
        Ok(()) => {}
        // Whoever stops a run does not have to read what a program did meanwhile.
        Err(RunError::Bot { .. }) if exit == Exit::Interrupted => {}
        Err(RunError::Record(why)) if why.kind() == io::ErrorKind::BrokenPipe => return exit,
        Err(RunError::Record(why)) => {
            let path = record.as_ref().map(|record| record.path().display().to_string()).unwrap_or_default();
            let left =
                if record.as_ref().is_some_and(Record::is_pending) { "it is as it was" } else { "what is in it is whole up to there" };
            error(format_args!("the record cannot be written to {path}: {why}; {left}"));
            exit = Exit::Usage;
        }
        Err(why @ RunError::Bot { .. }) => {
            error(why);
            exit = Exit::Problems;
        }
    }
    let mut json = summary.to_json();
    json.insert("rules".into(), json!(variant.name()));
    json.insert("rules_hash".into(), json!(variant.hash()));
    json.insert("bots".into(), json!(bots.names()));
    json.insert("seed".into(), json!(seed));
    json.insert("faults".into(), json!(faults.values().map(Faults::count).sum::<u64>()));
    json.insert("fault_kinds".into(), json!(faults));
    json.insert("interrupted".into(), json!(exit == Exit::Interrupted));
    let (text, form) = if args.json {
        (format!("{:#}\n", serde_json::Value::Object(json)), Form::Json)
    } else {
        (in_words(&summary, &named(&variant), &seed), Form::Words)
    };
    if args.record.as_deref() == Some("-") {
        door::write_err(&text, form);
        return exit;
    }
    let printed = print_as(&text, form);
    if let Err(why) = printed {
        error(format_args!("the summary cannot be written: {why}"));
        return Exit::Usage;
    }
    exit
}

/// The bots that a list names, one a seat; what is wrong with the list has been said.
fn read_bots(list: &str, players: Option<u8>, variant: &Variant, host: &Arc<dyn Host>) -> Result<Bots, Exit> {
    let refuse = |why: String| {
        error(format_args!("--bots{why}"));
        Exit::Usage
    };
    let bots = parse_bots(list, host).map_err(|why| refuse(format!(": {why}")))?;
    if let [bot] = &bots[..] {
        return Ok(Bots::new(vec![bot.clone(); seats(variant, players, 4)?.into()]));
    }
    let (fewest, most) = variant.players();
    match players {
        Some(players) if usize::from(seats(variant, Some(players), players)?) != bots.len() => {
            Err(refuse(format!(" names {} bots for {players} players: name one for all of them, or one a seat", bots.len())))
        }
        None if !(usize::from(fewest)..=usize::from(most)).contains(&bots.len()) => {
            Err(refuse(format!(" names {} bots: {} is for {fewest} to {most} players", bots.len(), variant.name())))
        }
        _ => Ok(Bots::new(bots)),
    }
}

fn in_words(summary: &Summary, rules: &str, seed: &str) -> String {
    let json = summary.to_json();
    let turns = summary.turns();
    let games = summary.games();
    let of = if games == 1 { "game" } else { "games" };
    let mut text = format!("{games} {of} of {rules}, {} players, seed {seed}\n", json["players"]);
    let _ = writeln!(text, "turns         {:.1} on average (sd {:.1}), {} to {}", turns.mean, turns.sd, turns.min, turns.max);
    let share = |count: f64| 100.0 * count / (games.max(1) as f64);
    for (title, field) in [("outcomes", "outcomes"), ("eliminations", "eliminations")] {
        let counts = json[field].as_object().into_iter().flatten();
        let total: f64 = json[field].as_object().into_iter().flatten().filter_map(|(_, count)| count.as_f64()).sum();
        for (index, (name, count)) in counts.enumerate() {
            let count = count.as_f64().unwrap_or_default();
            let percent = if field == "outcomes" { share(count) } else { 100.0 * count / total.max(1.0) };
            let _ = writeln!(text, "{:<13} {name:<14} {count:>9}  {percent:5.1} %", if index == 0 { title } else { "" });
        }
    }
    for (wins, seat) in summary.win_shares().into_iter().zip((0..).map(Seat::new)) {
        let title = if seat.index() == 0 { "wins" } else { "" };
        let _ = writeln!(text, "{title:<13} seat {:<9} {:>9}  {:5.1} %", seat.ordinal(), "", 100.0 * wins);
    }
    text
}
