//! `tsuro replay`: shows a recorded game on the screen, checks records event by event, draws boards
//! of them, and writes the view of one seat.

use super::moment::GameMoment;
use super::one_game::{find_game, no_such_game, record_name};
use super::output::{print, print_as};
use super::{Context, Exit, complain, error, play, problem, usage};
use std::fmt;
use tsuro::game::{Observation, Seat};
use tsuro::json::{Json, json};
use tsuro::record::{
    GameRecord, Mismatch, ReadError, RecordReader, ReplayVerdict, Replayer, Viewer, is_view, view,
};
use tsuro::rules::Registry;
use tsuro::session::Game;
use tsuro_faces::fair_seed::FairSeed;
use tsuro_faces::words::Language;
use tsuro_world::door::Form;
use tsuro_world::files;

/// The arguments of `tsuro replay`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The record; `-` is standard input
    #[arg(value_hint = clap::ValueHint::AnyPath)]
    file: String,
    /// Print the board as it was in this turn (of the first game, or of --game); `4.2` is before
    /// the second tile of turn 4
    #[arg(long, value_name = "TURN[.TILE]", conflicts_with_all = ["view", "json"])]
    at: Option<GameMoment>,
    /// With --at: print the board as an SVG image
    #[arg(long, requires = "at")]
    svg: bool,
    /// Print the record as this seat saw the game, with hidden tiles left out; seats are counted
    /// from 0, as in the record
    #[arg(long, value_name = "SEAT", conflicts_with = "json")]
    view: Option<u8>,
    /// Only the game with this number, counted from 0
    #[arg(long, value_name = "N")]
    game: Option<u64>,
    /// Print one JSON document for each game
    #[arg(long)]
    json: bool,
    /// Check also that the deal, the dice and all other chance are those of the seed, and that the
    /// server was bound to it by this commitment, if you name one
    #[arg(long, value_name = "COMMITMENT", num_args = 0..=1, require_equals = true)]
    #[arg(conflicts_with_all = ["at", "view"])]
    #[expect(clippy::option_option, reason = "it is absent, alone, or has a commitment")]
    verify: Option<Option<String>>,
    /// Only check the games, also on a terminal, where a game is otherwise shown step by step
    #[arg(long)]
    check: bool,
    /// Language in which a game is shown [default: yours]
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<Language>,
}

impl Args {
    /// The arguments that show the game of a record.
    pub(super) fn showing(file: String) -> Self {
        Self {
            file,
            at: None,
            svg: false,
            view: None,
            game: None,
            json: false,
            verify: None,
            check: false,
            language: None,
        }
    }
}

/// Counts over the games of a record.
#[derive(Default)]
struct ReplayTally {
    games: u64,
    events: u64,
    /// Games that were broken off.
    broken: u64,
    /// Games of which the record is the view of a seat or of the table.
    views: u64,
}

/// Checks the games of a record one after another.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let is_checked = args.check || args.json || args.verify.is_some();
    let is_shown = !is_checked && args.at.is_none() && args.view.is_none() && args.file != "-";
    if is_shown && play::has_screen() {
        let from = files::lines(&args.file).map_err(|why| {
            usage(format_args!("{} cannot be read: {why}", record_name(&args.file)))
        })?;
        let game = find_game(&args.file, from, args.game.unwrap_or(0))?;
        // A view hides what a board needs; it can be checked.
        if !is_view(&game) {
            return play::show_record(&(game.lines.join("\n") + "\n"), args.language, context)
                .map(|()| Exit::Fine);
        }
    }
    let from = files::lines(&args.file)
        .map_err(|why| usage(format_args!("{} cannot be read: {why}", record_name(&args.file))))?;
    let mut reader = RecordReader::new(from);
    let mut check = RecordCheck {
        args,
        registry: &context.registry,
        replayer: Replayer::new(&context.registry),
        tally: ReplayTally::default(),
        is_read: true,
    };
    let mut exit = Exit::Fine;
    // A board is drawn of one game.
    let wanted = args.game.or(args.at.map(|_| 0));
    loop {
        let game = match reader.game() {
            Ok(Some(game)) => game,
            Ok(None) => break,
            Err(ReadError::Io(why)) => {
                return Err(usage(format_args!(
                    "{} cannot be read: {why}",
                    record_name(&args.file)
                )));
            }
            Err(why) => return check.unreadable(&why.to_string()),
        };
        let number = check.tally.games;
        check.tally.games += 1;
        if wanted.is_some_and(|wanted| wanted != number) {
            continue;
        }
        let checked = check.check_game(&game, number)?;
        if !check.is_read {
            return Ok(exit);
        }
        if checked != Exit::Fine {
            exit = checked;
        }
    }
    let ReplayTally { games, events, broken, views } = check.tally;
    if games == 0 {
        return check.unreadable("the record has no game");
    }
    if let Some(wanted) = args.game.filter(|&wanted| wanted >= games) {
        return Err(no_such_game(wanted, games));
    }
    if args.at.is_none() && args.view.is_none() && !args.json && exit == Exit::Fine && views < games
    {
        let games = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
        let broken = if broken > 0 { format!(", {broken} broken off") } else { String::new() };
        let views = if views > 0 {
            format!(", {views} of the games checked only as far as a view shows them")
        } else {
            String::new()
        };
        print(&format!(
            "{}: {games}, {events} events, all of them follow the rules{broken}{views}\n",
            record_name(&args.file)
        ))?;
    }
    Ok(exit)
}

/// The seed of a game whose chance is that of its seed; `None`: nobody was bound to it.
struct VerifiedLuck(Option<FairSeed>);

impl VerifiedLuck {
    fn to_json(&self) -> Json {
        let seed = self.0.as_ref();
        json!({
            "commitment": seed.map(FairSeed::commitment),
            "numbers": seed.map(|seed| seed.numbers().to_vec()),
        })
    }
}

impl fmt::Display for VerifiedLuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all chance is that of the seed")?;
        let Some(seed) = &self.0 else { return f.write_str(", to which nobody was bound") };
        write!(f, ", to which the commitment {} binds", seed.commitment())?;
        match seed.numbers() {
            [] => f.write_str("; no player added a number"),
            numbers => write!(f, "; players added {}", numbers.join(", ")),
        }
    }
}

/// A record that is being checked.
struct RecordCheck<'a> {
    args: &'a Args,
    registry: &'a Registry,
    replayer: Replayer<'a>,
    tally: ReplayTally,
    /// Whether the reader of standard output has not closed the pipe.
    is_read: bool,
}

impl RecordCheck<'_> {
    fn say(&mut self, text: &str, form: Form) -> Result<(), Exit> {
        self.is_read = print_as(text, form)?;
        Ok(())
    }

    fn say_json(&mut self, answer: &Json) -> Result<(), Exit> {
        self.say(&format!("{answer}\n"), Form::Json)
    }

    /// Reports a record that cannot be read any further.
    fn unreadable(&mut self, why: &str) -> Result<Exit, Exit> {
        if !self.args.json {
            return Err(problem(format_args!("{}: {why}", record_name(&self.args.file))));
        }
        self.say_json(&json!({ "follows": false, "why": why }))?;
        Ok(Exit::Problems)
    }

    /// Reports a game that does not follow its rules.
    fn refuse(&mut self, number: u64, mismatch: &Mismatch) -> Result<Exit, Exit> {
        if self.args.json {
            let Mismatch { line, event, why, .. } = mismatch;
            self.say_json(&json!({
                "game": number, "follows": false, "line": line, "event": event, "why": why
            }))?;
        } else {
            error(format_args!("{}: {mismatch}", record_name(&self.args.file)));
        }
        Ok(Exit::Problems)
    }

    /// Checks the view of a seat or of the table, as far as it shows the game.
    fn check_view(&mut self, game: &GameRecord, number: u64) -> Result<Exit, Exit> {
        let checked = match self.replayer.check_view(game) {
            Ok(checked) => checked,
            Err(mismatch) => return self.refuse(number, &mismatch),
        };
        let (whose, seat) = match checked.viewer {
            Viewer::Seat(seat) => {
                let player = checked.head.players.get(seat.index()).map_or("", String::as_str);
                (format!("player {} ({player})", seat.index() + 1), Some(seat.number()))
            }
            Viewer::Table => ("the table".to_owned(), None),
        };
        let file = record_name(&self.args.file);
        if self.args.at.is_some() || self.args.view.is_some() {
            error(format_args!(
                "{file}: game {number} is a view of {whose}: --at and --view need the whole record"
            ));
            return Ok(Exit::Usage);
        }
        if self.args.verify.is_some() {
            error(format_args!(
                "{file}: game {number} is a view of {whose}: the seed, by which its chance could \
                be checked, is hidden"
            ));
            return Ok(Exit::Problems);
        }
        let complete = checked.end.is_some();
        self.tally.events += game.lines.len() as u64;
        self.tally.views += 1;
        self.tally.broken += u64::from(!complete);
        if self.args.json {
            let end = checked
                .end
                .map(|end| json!({ "outcome": end.get("outcome"), "winners": end.get("winners") }));
            self.say_json(&json!({
                "game": number, "follows": true, "events": game.lines.len(), "complete": complete,
                "end": end,
                "view": json!({ "seat": seat, "placements": checked.placements }),
            }))?;
        } else {
            let count = checked.placements;
            let follows = "placements and their consequences follow the rules; what is hidden \
                cannot be checked";
            self.say(
                &format!("{file}: game {number} is a view of {whose}: {count} {follows}\n"),
                Form::Words,
            )?;
        }
        Ok(Exit::Fine)
    }

    /// Checks that the chance of a game is that of its seed, and that the server was bound to the
    /// seed by `wanted`.
    fn verify(&self, game: &GameRecord, wanted: Option<&str>) -> Result<VerifiedLuck, String> {
        let text = game.lines.join("\n") + "\n";
        let played = Game::from_record(&text, self.registry).map_err(|why| why.to_string())?;
        if played.again_from_deal().is_none() {
            return Err("its deal, its dice or other chance are not those of its seed".to_owned());
        }
        let luck = VerifiedLuck(FairSeed::parse(played.seed()));
        match (wanted, &luck.0) {
            (Some(_), None) => Err("nobody was bound to its seed".to_owned()),
            (Some(wanted), Some(seed)) if seed.commitment() != wanted.to_lowercase() => {
                Err(format!("the commitment to its seed is {}", seed.commitment()))
            }
            _ => Ok(luck),
        }
    }

    /// Reports a game whose chance is not what it has to be.
    fn refuse_luck(&mut self, number: u64, why: &str) -> Result<Exit, Exit> {
        if self.args.json {
            self.say_json(&json!({ "game": number, "follows": false, "why": why }))?;
        } else {
            error(format_args!("{}: game {number}: {why}", record_name(&self.args.file)));
        }
        Ok(Exit::Problems)
    }

    /// Checks a game, and prints what was asked for.
    fn check_game(&mut self, game: &GameRecord, number: u64) -> Result<Exit, Exit> {
        let args = self.args;
        if game.cut {
            complain(&format!(
                "warning: {}: the last line is incomplete and was ignored",
                record_name(&args.file)
            ));
        }
        if is_view(game) {
            return self.check_view(game, number);
        }
        let mut picture = None;
        let mut look = |seen: Observation<'_>| {
            if args.at.is_some_and(|at| at.is_reached(&seen)) && picture.is_none() {
                let draw = if args.svg { super::board::as_svg } else { super::board::as_text };
                picture = Some((seen.turn(), draw(&seen)));
            }
        };
        let (replayed, memory) = match self.replayer.replay_remembering(game, &mut look) {
            Ok(played) => played,
            Err(mismatch) => return self.refuse(number, &mismatch),
        };
        let luck = match args.verify.as_ref().map(|wanted| self.verify(game, wanted.as_deref())) {
            None => None,
            Some(Ok(luck)) => Some(luck),
            Some(Err(why)) => return self.refuse_luck(number, &why),
        };
        let complete = matches!(replayed.verdict, ReplayVerdict::Complete(_));
        self.tally.events += game.lines.len() as u64;
        self.tally.broken += u64::from(!complete);
        if let Some(wanted) = args.at {
            match picture {
                Some((at, board)) if at >= wanted.turn => {
                    self.say(&board, if args.svg { Form::Document } else { Form::Colored })?;
                }
                _ => {
                    error(format_args!(
                        "--at {wanted}: the game has no turn with this number, or no such tile in \
                         it"
                    ));
                    return Ok(Exit::Usage);
                }
            }
        } else if let Some(seat) = args.view {
            if seat >= replayed.head.seats() {
                error(format_args!(
                    "--view {seat}: there are {} seats, counted from 0",
                    replayed.head.seats()
                ));
                return Ok(Exit::Usage);
            }
            self.say(&view(game, &memory, Seat::new(seat)), Form::Json)?;
        } else if args.json {
            let end = match replayed.verdict {
                ReplayVerdict::Complete(ending) => json!({
                    "outcome": ending.outcome.name(),
                    "winners": ending.winners.iter().map(Seat::number).collect::<Vec<_>>(),
                }),
                ReplayVerdict::BrokenOff => Json::NULL,
            };
            let mut answer = json!({
                "game": number, "follows": true, "events": game.lines.len(), "complete": complete,
                "end": end,
            });
            if let Some(luck) = luck {
                answer.set("luck", luck.to_json());
            }
            self.say_json(&answer)?;
            return Ok(Exit::Fine);
        }
        if let Some(luck) = luck {
            let file = record_name(&args.file);
            self.say(&format!("{file}: game {number}: {luck}\n"), Form::Words)?;
        }
        if !complete && args.at.is_none() && args.view.is_none() {
            complain(&format!(
                "warning: {}: game {number} is broken off; tsuro play --resume continues it",
                record_name(&args.file)
            ));
        }
        Ok(Exit::Fine)
    }
}
