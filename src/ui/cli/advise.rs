//! `tsuro advise`: estimates how often each placement in a position wins.

use super::games::{find_game, record_name};
use super::output::{print, print_json};
use super::{Context, Exit, problem, usage};
use crate::game::unchecked::begin_at_placement;
use crate::game::{Luck, Observation, Phase, RunSeed, Seat, View, bot_stream};
use crate::json::{Json, json};
use crate::lab::{Advice, advise};
use crate::record::{ReplayVerdict, Replayer, fill_hands, read_position};
use crate::ui::files;
use crate::ui::interrupt;
use crate::with_rules;
use serde_json::Value;
use std::fmt::{Display, Write as _};
use std::io::{BufRead, Cursor, Read};

/// The arguments of `tsuro advise`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A position, or a record of games; `-` is standard input
    #[arg(default_value = "-", value_hint = clap::ValueHint::AnyPath)]
    file: String,
    /// Rule set of a position: a name or a file, with changes after a + (`classic+hand=4`). A record names its own
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Turn of the recorded game whose placement is judged [default: the turn at which an unfinished game stops]
    #[arg(long, value_name = "TURN")]
    at: Option<u32>,
    /// Which game of a record, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    game: u64,
    /// Number of games to simulate after each placement
    #[arg(long, short, value_name = "G", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Seed, any text: the same seed gives the same advice
    #[arg(long, short, value_name = "S", default_value = "advice")]
    seed: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Reads a position or a record and prints what each placement is worth.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let name = record_name(&args.file);
    let unreadable = |why: &dyn Display| usage(format_args!("{name} cannot be read: {why}"));
    let mut from = files::lines(&args.file).map_err(|why| unreadable(&why))?;
    // One byte more than a position may have; a record is read further, line by line.
    let limit = files::POSITION;
    let beginning = files::take(&mut from, limit.bytes + 1).map_err(|why| unreadable(&why))?;
    let is_all = beginning.len() as u64 <= limit.bytes;
    // A position is one JSON object over any number of lines; a record begins with one on its first line.
    let found = match serde_json::Deserializer::from_slice(&beginning).into_iter::<Value>().next() {
        Some(Ok(value)) if value.get("event").is_some() => from_record(name, args, context, Cursor::new(beginning).chain(from)),
        _ if !is_all => Err(unreadable(&files::FileReadError::TooLarge(limit))),
        None => Err(problem(format_args!("{name}: it is empty"))),
        Some(Err(why)) => Err(problem(format_args!("{name}: neither a position nor a record: {why}"))),
        Some(Ok(value)) => from_position(name, args, context, &value),
    }?;
    if args.json { print_json(&found.as_json(args)) } else { print(&found.in_words()) }?;
    Ok(interrupt::exit())
}

fn from_position(name: &str, args: &Args, context: &Context, value: &Value) -> Result<DecisionAdvice, Exit> {
    let Some(rules) = &args.rules else {
        return Err(usage("--rules is needed: a position does not name its rule set"));
    };
    if args.at.is_some() {
        return Err(usage("--at is for records: a position has one turn"));
    }
    let variant = context.variant(rules)?;
    let position = value.get("position").unwrap_or(value);
    let wrong = |why: crate::game::PositionError| problem(format_args!("{name}: {why}"));
    let seed = RunSeed::new(&args.seed).game(0);
    with_rules!(variant.rules(), |rules| {
        let position = fill_hands(rules, position).map_err(wrong)?;
        let mut state = read_position(rules, &position, seed).map_err(wrong)?;
        let core = state.core();
        let (active, faced) = (core.active(), core.place(core.active()).square());
        if core.board().is_blocked(faced) {
            return Err(problem(format_args!("{name}: seat {active} faces a daikaiju at {faced}: it does not place in this turn")));
        }
        begin_at_placement(rules, &mut state, &mut Luck(seed), &mut ());
        let active = state.core().active();
        if state.core().phase() != Phase::Place {
            return Err(problem(format_args!("{name}: seat {active} has no tiles to place")));
        }
        Ok(DecisionAdvice::new(args, variant.name(), variant.hash(), &View::new(rules, &state).observation(Some(active))))
    })
}

fn from_record(name: &str, args: &Args, context: &Context, from: impl BufRead) -> Result<DecisionAdvice, Exit> {
    if args.rules.is_some() {
        return Err(usage("--rules is for positions: a record names its own rule set"));
    }
    let game = find_game(name, from, args.game)?;
    let mut replayer = Replayer::new(&context.registry);
    let mismatch = |why| problem(format_args!("{name}: {why}"));
    let places = |see: &Observation<'_>| see.is_to_decide() && see.phase() == Phase::Place;
    let mut last = None;
    let replayed = replayer.replay_looking(&game, &mut |see| last = places(&see).then(|| see.turn())).map_err(mismatch)?;
    let turn = match (args.at, replayed.verdict, last) {
        (Some(turn), ..) | (None, ReplayVerdict::BrokenOff, Some(turn)) => turn,
        (None, ReplayVerdict::BrokenOff, None) => {
            return Err(usage("the record does not end at a placement: choose a turn with --at"));
        }
        (None, ReplayVerdict::Complete(_), _) => return Err(usage("the game has ended: choose a turn with --at")),
    };
    let variant = replayed.head.variant;
    let mut found = None;
    let mut look = |see: Observation<'_>| {
        if found.is_none() && see.turn() == turn && places(&see) {
            found = Some(DecisionAdvice::new(args, variant.name(), variant.hash(), &see));
        }
    };
    replayer.replay_looking(&game, &mut look).map_err(mismatch)?;
    found.ok_or_else(|| usage(format_args!("--at {turn}: the game has no placement in a turn with this number")))
}

/// Advice on one decision.
struct DecisionAdvice {
    rules: String,
    hash: String,
    turn: u32,
    seat: Seat,
    lines: Vec<PlacementLine>,
}

/// Advice on one placement, and where it leads.
struct PlacementLine {
    advice: Advice,
    square: String,
    /// Where the piece would stand; `None` if it would be out.
    to: Option<String>,
    /// The other pieces that would be out.
    out: Vec<Seat>,
}

impl DecisionAdvice {
    fn new(args: &Args, rules: &str, hash: &str, see: &Observation<'_>) -> Self {
        let mut rng = bot_stream(RunSeed::new(&args.seed).game(args.game), see.phase(), see.active(), see.turn());
        let square = see.place(see.active()).map(|place| place.square().to_string()).unwrap_or_default();
        let line = |advice: Advice| {
            let outlook = see.outlook(advice.tile);
            let out = outlook.out.iter().filter(|&seat| seat != see.active()).collect();
            PlacementLine { advice, square: square.clone(), to: outlook.to.map(|to| to.to_string()), out }
        };
        // Ctrl-C ends the search; its results so far are printed.
        interrupt::note();
        let lines = advise(&see.stopped_by(interrupt::flag()), args.games, &mut rng).into_iter().map(line).collect();
        Self { rules: rules.to_owned(), hash: hash.to_owned(), turn: see.turn(), seat: see.active(), lines }
    }

    fn as_json(&self, args: &Args) -> Json {
        let line = |line: &PlacementLine| {
            let Advice { tile, share, interval, level, games, .. } = line.advice;
            json!({
                "tile": tile.face().number(),
                "rotation": tile.rotation().turns(),
                "square": line.square,
                "share": share,
                "interval": interval,
                "level": level,
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
            "advice": Json::list(self.lines.iter().map(line)),
        })
    }

    fn in_words(&self) -> String {
        let games = self.lines.first().map_or(0, |line| line.advice.games);
        let mut text = format!(
            "{}, turn {}, seat {}: {} placements, {games} simulated games after each\n\ntile  turned  joins          wins %        95 %  then\n",
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
        let level = self.lines.iter().filter(|line| line.advice.level).count();
        if level > 1 {
            let all = if level == self.lines.len() { "All placements".to_owned() } else { format!("The first {level} placements") };
            let _ = write!(text, "\n{all} are level: with so many games they cannot be told apart. ");
        } else if level == 1 && self.lines.len() > 1 {
            text += "\nThe first placement is better than each other one beyond chance. ";
        } else if level == 1 {
            text += "\nIt is the only placement. ";
        }
        if level > 0 {
            text += "The intervals hold together at 95 %.\nThe shares are those of games that the search itself plays out for all seats: how often people win may differ.\n";
        }
        text
    }
}
