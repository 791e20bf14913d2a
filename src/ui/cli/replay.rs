//! `tsuro replay`: records checked event by event.

use super::output::{print, print_as};
use super::{Context, Exit, complain, error};
use crate::game::{Observation, Seat};
use crate::record::{GameRecord, Mismatch, RecordReader, ReplayVerdict, Replayer, Viewer, is_view, view};
use crate::ui::door::Form;
use crate::ui::files;
use serde_json::{Value, json};
use std::io;

/// What `tsuro replay` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A record; `-` is standard input
    file: String,
    /// Print the board as it was when somebody had to decide in this turn (of the first game, or of --game)
    #[arg(long, value_name = "TURN", conflicts_with_all = ["view", "json"])]
    at: Option<u32>,
    /// Print the board of --at as an SVG image
    #[arg(long, requires = "at")]
    svg: bool,
    /// Print the record as this seat could have written it, with everything hidden that it could not know; seats are counted from 0, as in the
    /// record itself
    #[arg(long, value_name = "SEAT", conflicts_with = "json")]
    view: Option<u8>,
    /// Only the game with this number in the stream, from 0
    #[arg(long, value_name = "N")]
    game: Option<u64>,
    /// Print one JSON document a game
    #[arg(long)]
    json: bool,
}

/// What came of a stream.
#[derive(Default)]
struct ReplayTally {
    games: u64,
    events: u64,
    broken: u64,
    views: u64,
}

/// Checks the games of a stream, one after another.
pub fn run(args: &Args, context: &Context) -> Exit {
    let from = match files::lines(&args.file) {
        Ok(from) => from,
        Err(why) => {
            error(format_args!("{} cannot be read: {why}", args.file));
            return Exit::Usage;
        }
    };
    let mut reader = RecordReader::new(from);
    let mut replayer = Replayer::new(&context.registry);
    let mut tally = ReplayTally::default();
    let mut exit = Exit::Fine;
    loop {
        let game = match reader.game() {
            Ok(Some(game)) => game,
            Ok(None) => break,
            Err(crate::record::ReadError::Io(why)) => {
                error(format_args!("{} cannot be read: {why}", args.file));
                return Exit::Usage;
            }
            Err(why) => return unreadable(args, &why.to_string()),
        };
        let number = tally.games;
        tally.games += 1;
        // A picture is of one game: the first, where no other was named.
        let wanted = args.game.or(args.at.map(|_| 0));
        if wanted.is_some_and(|wanted| wanted != number) {
            continue;
        }
        match one_game(args, &game, number, &mut replayer, &mut tally) {
            Ok(Exit::Fine) => {}
            Ok(problem) => exit = problem,
            Err(OutputStop::Reader) => return exit,
            Err(OutputStop::Output(why)) => {
                error(format_args!("the answer cannot be written: {why}"));
                return Exit::Usage;
            }
        }
    }
    if tally.games == 0 {
        return unreadable(args, "there is no game in it");
    }
    if let Some(wanted) = args.game.filter(|&wanted| wanted >= tally.games) {
        error(format_args!("--game {wanted}: there are {} games, counted from 0", tally.games));
        return Exit::Usage;
    }
    if args.at.is_none() && args.view.is_none() && !args.json && exit == Exit::Fine && tally.views < tally.games {
        let games = if tally.games == 1 { "1 game".to_owned() } else { format!("{} games", tally.games) };
        let broken = if tally.broken > 0 { format!(", {} broken off", tally.broken) } else { String::new() };
        let views = if tally.views > 0 { format!(", {} of the games only as far as a view shows", tally.views) } else { String::new() };
        let rest = broken + &views;
        if let Err(why) = print(&format!("{}: {games}, {} events, all of them follow{rest}\n", args.file, tally.events)) {
            error(format_args!("the answer cannot be written: {why}"));
            return Exit::Usage;
        }
    }
    exit
}

/// A stream that cannot be read on: said on standard error, or as the last JSON document.
fn unreadable(args: &Args, why: &str) -> Exit {
    if args.json {
        // A reader that has gone needs no answer, and any other failure has the same end as the bad stream.
        let _ = print_as(&format!("{}\n", json!({ "follows": false, "why": why })), Form::Json);
    } else {
        error(format_args!("{}: {why}", args.file));
    }
    Exit::Problems
}

/// A view: as much as one seat can say of it.
fn one_view(args: &Args, game: &GameRecord, number: u64, replayer: &mut Replayer<'_>, tally: &mut ReplayTally) -> Result<Exit, OutputStop> {
    let checked = match replayer.check_view(game) {
        Ok(checked) => checked,
        Err(mismatch) => return refused(args, number, &mismatch),
    };
    let (whose, seat) = match checked.viewer {
        Viewer::Seat(seat) => {
            let player = checked.head.players.get(seat.index()).map_or("", String::as_str);
            (format!("player {} ({player})", seat.index() + 1), Some(seat.number()))
        }
        Viewer::Table => ("the table".to_owned(), None),
    };
    if args.at.is_some() || args.view.is_some() {
        error(format_args!("{}: game {number} is a view of {whose}: --at and --view need the whole record", args.file));
        return Ok(Exit::Usage);
    }
    tally.events += game.lines.len() as u64;
    tally.views += 1;
    let complete = checked.end.is_some();
    tally.broken += u64::from(!complete);
    if args.json {
        let end = checked.end.map_or(Value::Null, |end| json!({ "outcome": end.get("outcome"), "winners": end.get("winners") }));
        let answer = json!({
            "game": number, "follows": true, "events": game.lines.len(), "complete": complete, "end": end,
            "view": { "seat": seat, "placements": checked.placements },
        });
        say(&format!("{answer}\n"), Form::Json)?;
    } else {
        say(
            &format!(
                "{}: game {number} is a view of {whose}: {} placements and what they did follow; what is hidden cannot be checked\n",
                args.file, checked.placements
            ),
            Form::Words,
        )?;
    }
    Ok(Exit::Fine)
}

/// A game that does not follow.
fn refused(args: &Args, number: u64, mismatch: &Mismatch) -> Result<Exit, OutputStop> {
    if args.json {
        let why = json!({ "game": number, "follows": false, "line": mismatch.line, "event": mismatch.event, "why": mismatch.why });
        say(&format!("{why}\n"), Form::Json)?;
    } else {
        error(format_args!("{}: {mismatch}", args.file));
    }
    Ok(Exit::Problems)
}

/// Why printing stopped.
enum OutputStop {
    /// Nobody reads any more, which is no error.
    Reader,
    /// The output cannot be written.
    Output(io::Error),
}

fn say(text: &str, form: Form) -> Result<(), OutputStop> {
    match print_as(text, form) {
        Ok(true) => Ok(()),
        Ok(false) => Err(OutputStop::Reader),
        Err(why) => Err(OutputStop::Output(why)),
    }
}

fn one_game(args: &Args, game: &GameRecord, number: u64, replayer: &mut Replayer<'_>, tally: &mut ReplayTally) -> Result<Exit, OutputStop> {
    if game.cut {
        complain(&format!("warning: {}: the last line is cut off and left out", args.file));
    }
    if is_view(game) {
        return one_view(args, game, number, replayer, tally);
    }
    let mut picture = None;
    // A head that is not right is refused with the rest of the game.
    let head = args.at.and_then(|_| replayer.head(game).ok());
    let faces = head.as_ref().map_or(&[][..], |head| head.variant.daikaiju_tiles());
    let mut look = |seen: Observation<'_>| {
        if args.at.is_some_and(|turn| seen.turn() >= turn || seen.ending().is_some()) && picture.is_none() {
            let draw = if args.svg { super::board::as_svg } else { super::board::as_text };
            picture = Some((seen.turn(), draw(&seen, faces)));
        }
    };
    let (replayed, memory) = match replayer.replay_remembering(game, &mut look) {
        Ok(played) => played,
        Err(mismatch) => return refused(args, number, &mismatch),
    };
    tally.events += game.lines.len() as u64;
    let complete = matches!(replayed.verdict, ReplayVerdict::Complete(_));
    tally.broken += u64::from(!complete);
    if let Some(turn) = args.at {
        match picture {
            Some((at, board)) if at >= turn => say(&board, if args.svg { Form::Document } else { Form::Colored })?,
            _ => {
                error(format_args!("--at {turn}: the game has no such turn"));
                return Ok(Exit::Usage);
            }
        }
    } else if let Some(seat) = args.view {
        if seat >= replayed.head.seats() {
            error(format_args!("--view {seat}: there are {} seats, counted from 0", replayed.head.seats()));
            return Ok(Exit::Usage);
        }
        say(&view(game, &memory, Seat::new(seat)), Form::Json)?;
    } else if args.json {
        let outcome = match replayed.verdict {
            ReplayVerdict::Complete(ending) => json!({
                "outcome": ending.outcome.name(),
                "winners": ending.winners.iter().map(Seat::number).collect::<Vec<_>>(),
            }),
            ReplayVerdict::BrokenOff => Value::Null,
        };
        let answer = json!({ "game": number, "follows": true, "events": game.lines.len(), "complete": complete, "end": outcome });
        say(&format!("{answer}\n"), Form::Json)?;
    } else if !complete {
        complain(&format!("warning: {}: game {number} is broken off; tsuro play --resume goes on with it", args.file));
    }
    Ok(Exit::Fine)
}
