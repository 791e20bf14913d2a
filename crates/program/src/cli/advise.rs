//! `tsuro advise`: estimates how often each placement in a position wins, or each answer to what a
//! rule asks.

use super::moment::GameMoment;
use super::one_game::{find_game, record_name};
use super::output::{print, print_json};
use super::{Context, Exit, problem, usage};
use serde_json::Value;
use std::fmt::{Display, Write as _};
use std::io::{BufRead, Cursor, Read};
use tsuro::board::Laid;
use tsuro::game::unchecked::begin_at_placement;
use tsuro::game::{Answer, Choice, Luck, Observation, Phase, RunSeed, Seat, View};
use tsuro::json::{Json, json};
use tsuro::record::{ReplayVerdict, Replayer, fill_hands, read_position};
use tsuro::with_rules;
use tsuro_lab::{Advice, advise};
use tsuro_world::files;
use tsuro_world::interrupt;

/// The arguments of `tsuro advise`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A position, or a record of games; `-` is standard input
    #[arg(default_value = "-", value_hint = clap::ValueHint::AnyPath)]
    file: String,
    /// Rule set of a position: a name or a file, with changes after a + (`classic+hand=4`). A
    /// record names its own
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Turn of the recorded game whose placement (or question of a rule, without one) is judged;
    /// `4.2` is the second tile of turn 4 [default: the turn at which an unfinished game stops]
    #[arg(long, value_name = "TURN[.TILE]")]
    at: Option<GameMoment>,
    /// Which game of a record, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    game: u64,
    /// Number of games to simulate after each placement or answer
    #[arg(
        long, short, value_name = "G", default_value_t = 2000,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    games: u32,
    /// Seed, any text: the same seed gives the same advice
    #[arg(long, short, value_name = "S", default_value = "advice")]
    seed: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Reads a position or a record and prints what each choice is worth.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let name = record_name(&args.file);
    let unreadable = |why: &dyn Display| usage(format_args!("{name} cannot be read: {why}"));
    let mut from = files::lines(&args.file).map_err(|why| unreadable(&why))?;
    // One byte more than a position may have; a record is read further, line by line.
    let limit = files::POSITION;
    let beginning = files::take(&mut from, limit.bytes + 1).map_err(|why| unreadable(&why))?;
    let is_all = beginning.len() as u64 <= limit.bytes;
    // A position is one JSON object over any number of lines; a record begins with one on its first
    // line.
    let found = match serde_json::Deserializer::from_slice(&beginning).into_iter::<Value>().next() {
        Some(Ok(value)) if value.get("event").is_some() => {
            from_record(name, args, context, Cursor::new(beginning).chain(from))
        }
        _ if !is_all => Err(unreadable(&files::FileReadError::TooLarge(limit))),
        None => Err(problem(format_args!("{name}: it is empty"))),
        Some(Err(why)) => {
            Err(problem(format_args!("{name}: neither a position nor a record: {why}")))
        }
        Some(Ok(value)) => from_position(name, args, context, &value),
    }?;
    if args.json { print_json(&found.as_json(args)) } else { print(&found.in_words()) }?;
    Ok(interrupt::exit())
}

fn from_position(
    name: &str,
    args: &Args,
    context: &Context,
    value: &Value,
) -> Result<DecisionAdvice, Exit> {
    let Some(rules) = &args.rules else {
        return Err(usage("--rules is needed: a position does not name its rule set"));
    };
    if args.at.is_some() {
        return Err(usage("--at is for records: a position has one turn"));
    }
    let variant = context.variant(rules)?;
    let position = value.get("position").unwrap_or(value);
    let wrong = |why: tsuro::game::PositionError| problem(format_args!("{name}: {why}"));
    let seed = RunSeed::new(&args.seed).game(0);
    with_rules!(variant.rules(), |rules| {
        let position = fill_hands(rules, position).map_err(wrong)?;
        let mut state = read_position(rules, &position, seed).map_err(wrong)?;
        let core = state.core();
        if core.phase() == Phase::Turn {
            let (active, faced) = (core.active(), core.place(core.active()).square());
            if core.board().is_blocked(faced) {
                return Err(problem(format_args!(
                    "{name}: seat {active} faces a piece of a rule at {faced}: it does not place \
                     in this turn"
                )));
            }
            begin_at_placement(rules, &mut state, &mut Luck(seed), &mut ());
            if state.core().phase() == Phase::Turn {
                return Err(problem(format_args!("{name}: seat {active} has no tiles to place")));
            }
        }
        let (phase, seat) = (state.core().phase(), state.core().decider());
        if !matches!(phase, Phase::Place | Phase::Ask) {
            let awaited =
                phase.decision().map_or_else(|| "nothing".to_owned(), |kind| kind.to_string());
            return Err(problem(format_args!(
                "{name}: it waits for {awaited}, and advice is on placements and on answers to \
                 rules"
            )));
        }
        Ok(DecisionAdvice::new(
            args,
            variant.name(),
            variant.hash(),
            &View::new(rules, &state).observation(Some(seat)),
        ))
    })
}

fn from_record(
    name: &str,
    args: &Args,
    context: &Context,
    from: impl BufRead,
) -> Result<DecisionAdvice, Exit> {
    if args.rules.is_some() {
        return Err(usage("--rules is for positions: a record names its own rule set"));
    }
    let game = find_game(name, from, args.game)?;
    let mut replayer = Replayer::new(&context.registry);
    let mismatch = |why| problem(format_args!("{name}: {why}"));
    // All decisions of the game, and what follows the last.
    let mut decisions = Vec::new();
    let mut note = |see: Observation<'_>| {
        let judged = see.is_to_decide() && matches!(see.phase(), Phase::Place | Phase::Ask);
        let tile = if see.phase() == Phase::Place { see.laid() + 1 } else { 1 };
        decisions.push(judged.then(|| (GameMoment { turn: see.turn(), tile }, see.phase())));
    };
    let replayed = replayer.replay_looking(&game, &mut note).map_err(mismatch)?;
    let find = |at: GameMoment, wanted: Phase| {
        decisions.iter().position(|decision| *decision == Some((at, wanted)))
    };
    let number = match (args.at, replayed.verdict) {
        (Some(at), _) => find(at, Phase::Place).or_else(|| find(at, Phase::Ask)).ok_or_else(|| {
            usage(format_args!(
                "--at {at}: the game has no placement in a turn with \
                this number"
            ))
        }),
        (None, ReplayVerdict::BrokenOff) => decisions
            .iter()
            .rposition(|_| true)
            .filter(|&last| decisions[last].is_some())
            .ok_or_else(|| {
                usage(
                    "the record ends neither at a placement nor at the question of a \
                rule: choose a turn with --at",
                )
            }),
        (None, ReplayVerdict::Complete(_)) => Err(usage(
            "the game has ended: choose a turn with \
            --at",
        )),
    }?;
    let variant = replayed.head.variant;
    let (mut seen, mut found) = (0, None);
    let mut look = |see: Observation<'_>| {
        if seen == number {
            found = Some(DecisionAdvice::new(args, variant.name(), variant.hash(), &see));
        }
        seen += 1;
    };
    replayer.replay_looking(&game, &mut look).map_err(mismatch)?;
    found.ok_or_else(|| problem(format_args!("{name}: the game has no such decision")))
}

/// Advice on one decision.
struct DecisionAdvice {
    rules: String,
    hash: String,
    turn: u32,
    seat: Seat,
    /// What a rule asks; `None`: the seat places a tile.
    question: Option<String>,
    lines: Vec<ChoiceLine>,
}

/// Advice on one choice, and where it leads.
struct ChoiceLine {
    advice: Advice,
    what: AdvisedChoice,
}

/// What advice is on.
enum AdvisedChoice {
    Placement {
        tile: Laid,
        square: String,
        /// Where the piece would stand; `None` if it would be out.
        to: Option<String>,
        /// The other pieces that would be out.
        out: Vec<Seat>,
    },
    Answer(Answer),
}

impl DecisionAdvice {
    fn new(args: &Args, rules: &str, hash: &str, see: &Observation<'_>) -> Self {
        let seat = see.decider();
        let mut rng = see.decision_stream(RunSeed::new(&args.seed).game(args.game));
        let line = |advice: Advice| {
            let what = match advice.choice {
                Choice::Place(tile) => {
                    let (outlook, here) = (see.outlook(tile), see.placing_square());
                    AdvisedChoice::Placement {
                        tile,
                        square: here.map(|square| square.to_string()).unwrap_or_default(),
                        to: outlook.to.map(|to| to.to_string()),
                        out: outlook.out.iter().filter(|&other| other != seat).collect(),
                    }
                }
                Choice::Rule(answer) => AdvisedChoice::Answer(answer),
                _ => return None,
            };
            Some(ChoiceLine { advice, what })
        };
        // Ctrl-C ends the search; its results so far are printed.
        interrupt::note();
        let lines = advise(&see.stopped_by(interrupt::flag()), args.games, &mut rng)
            .into_iter()
            .filter_map(line)
            .collect();
        let question = see.question().map(|question| question.text("en"));
        Self {
            rules: rules.to_owned(),
            hash: hash.to_owned(),
            turn: see.turn(),
            seat,
            question,
            lines,
        }
    }

    fn as_json(&self, args: &Args) -> Json {
        let line = |line: &ChoiceLine| {
            let Advice { share, interval, level, games, .. } = line.advice;
            match &line.what {
                AdvisedChoice::Placement { tile, square, to, out } => json!({
                    "tile": tile.face().number(),
                    "rotation": tile.rotation().turns(),
                    "square": square,
                    "share": share,
                    "interval": interval,
                    "level": level,
                    "games": games,
                    "to": to,
                    "out": out,
                }),
                AdvisedChoice::Answer(answer) => {
                    json!({
                        "choice": answer, "share": share, "interval": interval, "level": level,
                        "games": games,
                    })
                }
            }
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
        let (one, many) = if self.question.is_some() {
            ("answer", "answers")
        } else {
            ("placement", "placements")
        };
        let mut text = format!(
            "{}, turn {}, seat {}: {} {many}, {games} simulated games after each\n\n",
            self.rules,
            self.turn,
            self.seat,
            self.lines.len()
        );
        match &self.question {
            Some(question) => {
                let _ = write!(text, "{question}\n\nanswer            wins %        95 %\n");
            }
            None => text += "tile  turned  joins          wins %        95 %  then\n",
        }
        for line in &self.lines {
            let Advice { share, interval: [low, high], .. } = line.advice;
            let shares =
                format!("{:5.1}  {:4.1}–{:<5.1}", 100.0 * share, 100.0 * low, 100.0 * high);
            let _ = match &line.what {
                AdvisedChoice::Placement { tile, to, out, .. } => {
                    let then =
                        to.as_ref().map_or_else(|| "out".to_owned(), |to| format!("at {to}"));
                    let out: Vec<String> =
                        out.iter().map(|seat| format!("seat {seat} out")).collect();
                    let (face, turns, then) = (
                        tile.face().to_string(),
                        tile.rotation().to_string(),
                        [vec![then], out].concat().join(", "),
                    );
                    writeln!(text, "{face:>4}  {turns:>6}  {tile}    {shares}  {then}")
                }
                AdvisedChoice::Answer(answer) => {
                    writeln!(text, "{:<17} {}", answer.to_string(), shares.trim_end())
                }
            };
        }
        let level = self.lines.iter().filter(|line| line.advice.level).count();
        if level > 1 {
            let all = if level == self.lines.len() {
                format!("All {many}")
            } else {
                format!("The first {level} {many}")
            };
            let _ =
                write!(text, "\n{all} are level: with so many games they cannot be told apart. ");
        } else if level == 1 && self.lines.len() > 1 {
            let _ = write!(text, "\nThe first {one} is better than each other one beyond chance. ");
        } else if level == 1 {
            let _ = write!(text, "\nIt is the only {one}. ");
        }
        if level > 0 {
            text += "The intervals hold together at 95 %.\n\
                The shares are those of games that the search itself plays out for all seats: how \
                often people win may differ.\n";
        }
        text
    }
}
