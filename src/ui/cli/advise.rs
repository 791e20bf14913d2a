//! `tsuro advise`: what each placement is worth.

use super::output::{print, print_json};
use super::{Context, Exit, error};
use crate::game::{Luck, Observation, Phase, RunSeed, Seat, View, begin_at_placement, bot_stream};
use crate::lab::{Advice, advise};
use crate::record::{RecordReader, ReplayVerdict, Replayer, fill_hands, read_position};
use crate::ui::files;
use crate::ui::interrupt;
use crate::with_rules;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead, Cursor, Read};

/// What `tsuro advise` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A position, or a record of a game; standard input if not given, or `-`
    #[arg(default_value = "-")]
    file: String,
    /// The rule set of a position: a name, a file, or either with changes behind it. A record has its own
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// The turn of a record; its last decision, if not given, where it is broken off
    #[arg(long, value_name = "TURN")]
    at: Option<u32>,
    /// Which game of a record with several, from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    game: u64,
    /// How many games are played on after each placement
    #[arg(long, short, value_name = "G", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Any text; the same seed gives the same advice
    #[arg(long, short, value_name = "S", default_value = "advice")]
    seed: String,
    /// Print the advice as one JSON document
    #[arg(long)]
    json: bool,
}

/// Why there is no advice: what is wrong with the call, or with what is in the file.
enum Refusal {
    Usage(String),
    Problem(String),
    /// It was said already.
    Told(Exit),
}

/// Reads a position or a record and prints what each placement is worth.
pub fn run(args: &Args, context: &Context) -> Exit {
    let (why, exit) = match found(args, context) {
        Ok(found) => {
            let printed = if args.json { print_json(&found.as_json(args)) } else { print(&found.in_words()) };
            match printed {
                Ok(_) if interrupt::requested() => return Exit::Interrupted,
                Ok(_) => return Exit::Fine,
                Err(why) => (format!("the advice cannot be written: {why}"), Exit::Usage),
            }
        }
        Err(Refusal::Usage(why)) => (why, Exit::Usage),
        Err(Refusal::Problem(why)) => (why, Exit::Problems),
        Err(Refusal::Told(exit)) => return exit,
    };
    error(why);
    exit
}

fn found(args: &Args, context: &Context) -> Result<Advised, Refusal> {
    let name = if args.file == "-" { "standard input" } else { &args.file };
    let unreadable = |why: &dyn std::fmt::Display| Refusal::Usage(format!("{name} cannot be read: {why}"));
    let mut from = files::lines(&args.file).map_err(|why| unreadable(&why))?;
    // As much as a position may have, and one byte more; a record is read on, line by line.
    let limit = files::POSITION;
    let beginning = files::take(&mut from, limit.bytes + 1).map_err(|why| unreadable(&why))?;
    let is_all = beginning.len() as u64 <= limit.bytes;
    // A position is one JSON object over any number of lines; a record has one on its first.
    match serde_json::Deserializer::from_slice(&beginning).into_iter::<Value>().next() {
        Some(Ok(value)) if value.get("event").is_some() => from_record(args, context, Cursor::new(beginning).chain(from)),
        _ if !is_all => Err(unreadable(&files::FileReadError::TooLarge(limit))),
        None => Err(Refusal::Problem(format!("{}: it is empty", args.file))),
        Some(Err(why)) => Err(Refusal::Problem(format!("{}: neither a position nor a record: {why}", args.file))),
        Some(Ok(value)) => from_position(args, context, &value),
    }
}

fn from_position(args: &Args, context: &Context, value: &Value) -> Result<Advised, Refusal> {
    let Some(rules) = &args.rules else {
        return Err(Refusal::Usage("--rules is needed: a position does not say by which rules it is played".into()));
    };
    if args.at.is_some() {
        return Err(Refusal::Usage("--at is for records: a position has one turn".into()));
    }
    let variant = context.variant(rules).map_err(Refusal::Told)?;
    let position = value.get("position").unwrap_or(value);
    let wrong = |why: crate::game::PositionError| Refusal::Problem(format!("{}: {why}", args.file));
    let seed = RunSeed::new(&args.seed).game(0);
    with_rules!(variant.rules(), |rules| {
        let position = fill_hands(rules, position).map_err(wrong)?;
        let mut state = read_position(rules, &position, seed).map_err(wrong)?;
        let core = state.core();
        let faced = core.place(core.active()).square();
        if core.board().is_blocked(faced) {
            let why = format!("seat {} faces a daikaiju at {faced}: it will not place in this turn", core.active());
            return Err(Refusal::Problem(format!("{}: {why}", args.file)));
        }
        begin_at_placement(rules, &mut state, &mut Luck(seed), &mut ());
        if state.core().phase() != Phase::Place {
            return Err(Refusal::Problem(format!("{}: seat {} has no tiles to place", args.file, state.core().active())));
        }
        let active = state.core().active();
        Ok(Advised::new(args, variant.name(), variant.hash(), &View::new(rules, &state).observation(Some(active))))
    })
}

fn from_record(args: &Args, context: &Context, from: impl BufRead) -> Result<Advised, Refusal> {
    if args.rules.is_some() {
        return Err(Refusal::Usage("--rules is for positions: a record has its rules in its first line".into()));
    }
    let problem = |why: String| Refusal::Problem(format!("{}: {why}", args.file));
    let mut reader = RecordReader::new(from);
    let mut games = 0;
    let game = loop {
        match reader.game().map_err(|why| problem(why.to_string()))? {
            Some(game) if games == args.game => break game,
            Some(_) => games += 1,
            None => return Err(Refusal::Usage(format!("--game {}: there are {games} games, counted from 0", args.game))),
        }
    };
    let mut replayer = Replayer::new(&context.registry);
    let places = |see: &Observation<'_>| see.is_to_decide() && see.phase() == Phase::Place;
    let mut last = None;
    let replayed = replayer.replay_looking(&game, &mut |see| last = places(&see).then(|| see.turn()));
    let replayed = replayed.map_err(|why| problem(why.to_string()))?;
    let turn = match (args.at, replayed.verdict, last) {
        (Some(turn), ..) | (None, ReplayVerdict::BrokenOff, Some(turn)) => turn,
        (None, ReplayVerdict::BrokenOff, None) => {
            return Err(Refusal::Usage("the record ends where nobody places: say with --at which turn is meant".into()));
        }
        (None, ReplayVerdict::Complete(_), _) => {
            return Err(Refusal::Usage("the game has ended: say with --at which turn is meant".into()));
        }
    };
    let variant = replayed.head.variant;
    let mut found = None;
    let mut look = |see: Observation<'_>| {
        if found.is_none() && see.turn() == turn && places(&see) {
            found = Some(Advised::new(args, variant.name(), variant.hash(), &see));
        }
    };
    replayer.replay_looking(&game, &mut look).map_err(|why| problem(why.to_string()))?;
    found.ok_or_else(|| Refusal::Usage(format!("--at {turn}: the game has no such turn, or nobody places in it")))
}

/// The advice, and what it is about.
struct Advised {
    rules: String,
    hash: String,
    turn: u32,
    seat: Seat,
    lines: Vec<PlacementLine>,
}

/// One placement.
struct PlacementLine {
    advice: Advice,
    square: String,
    to: Option<String>,
    out: Vec<Seat>,
}

impl Advised {
    fn new(args: &Args, rules: &str, hash: &str, see: &Observation<'_>) -> Self {
        let mut rng = bot_stream(RunSeed::new(&args.seed).game(args.game), see.phase(), see.active(), see.turn());
        let square = see.place(see.active()).map(|place| place.square().to_string()).unwrap_or_default();
        let line = |advice: Advice| {
            let outlook = see.outlook(advice.tile);
            let out = outlook.out.iter().filter(|&seat| seat != see.active()).collect();
            PlacementLine { advice, square: square.clone(), to: outlook.to.map(|to| to.to_string()), out }
        };
        // Ctrl-C ends the search, and what it found so far is told.
        interrupt::note();
        let lines = advise(&see.stopped_by(interrupt::flag()), args.games, &mut rng).into_iter().map(line).collect();
        Self { rules: rules.to_owned(), hash: hash.to_owned(), turn: see.turn(), seat: see.active(), lines }
    }

    fn as_json(&self, args: &Args) -> Value {
        let line = |line: &PlacementLine| {
            let Advice { tile, share, interval, games } = line.advice;
            json!({
                "tile": tile.face().number(),
                "rotation": tile.rotation().turns(),
                "square": line.square,
                "share": share,
                "interval": interval,
                "games": games,
                "to": line.to,
                "out": line.out,
            })
        };
        json!({
            "rules": self.rules,
            "rules_hash": self.hash,
            "turn": self.turn,
            "seat": self.seat.number(),
            "seed": args.seed,
            "advice": self.lines.iter().map(line).collect::<Vec<_>>(),
        })
    }

    fn in_words(&self) -> String {
        let games = self.lines.first().map_or(0, |line| line.advice.games);
        let mut text = format!(
            "{}, turn {}, seat {}: {} placements, {games} games played on after each\n\ntile  turned  joins          wins %        95 %  then\n",
            self.rules,
            self.turn,
            self.seat,
            self.lines.len()
        );
        for line in &self.lines {
            let Advice { tile, share, interval: [low, high], .. } = line.advice;
            let then = line.to.as_ref().map_or_else(|| "out".to_owned(), |to| format!("at {to}"));
            let out: Vec<String> = line.out.iter().map(|seat| format!("seat {seat} out")).collect();
            let _ = writeln!(
                text,
                "{:>4}  {:>6}  {}    {:5.1}  {:4.1}–{:<5.1}  {}",
                tile.face().to_string(),
                tile.rotation().to_string(),
                tile,
                100.0 * share,
                100.0 * low,
                100.0 * high,
                [vec![then], out].concat().join(", ")
            );
        }
        text
    }
}
