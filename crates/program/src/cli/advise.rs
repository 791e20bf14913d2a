//! `tsuro advise`: estimates how often each placement in a position wins, or each answer to what a
//! rule asks.

use super::moment::GameMoment;
use super::one_game::{find_game, record_name};
use super::output::{print, print_json};
use super::{Context, Exit, error, problem, report_output, usage};
use serde_json::Value;
use std::fmt::{Display, Write as _};
use std::io::{BufRead, Cursor, Read};
use tsuro::board::Laid;
use tsuro::bots::{BotSpec, Weighed};
use tsuro::game::unchecked::begin_at_placement;
use tsuro::game::{Answer, Choice, Luck, Observation, Phase, RunSeed, Seat, SeatSet, View};
use tsuro::json::{Json, json};
use tsuro::record::{ReplayVerdict, Replayer, fill_hands, read_position};
use tsuro::with_rules;
use tsuro_faces::words::Language;
use tsuro_lab::{Advice, advise};
use tsuro_world::files;
use tsuro_world::host::host;
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
    /// Show what this bot would choose, and how it judges the choices, instead of advice
    #[arg(long, short, value_name = "BOT", conflicts_with = "games")]
    bot: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// How long a bot that is a program may take, in milliseconds.
const TIMEOUT: u32 = 60_000;

/// Reads a position or a record and prints what each choice is worth.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let (program, host) = host(TIMEOUT);
    let bot = args.bot.as_deref().map(|name| {
        BotSpec::parse_on(name, &host).map_err(|why| usage(format_args!("--bot: {why}")))
    });
    let asked = Asked { args, bot: bot.transpose()? };
    let found = look_up(&asked, context)?;
    report_output(&program.error_output(), Language::English);
    if args.json { print_json(&found.as_json(&asked)) } else { print(&found.in_words(&asked)) }?;
    Ok(interrupt::exit())
}

/// What is asked: of the search, or of a bot.
struct Asked<'a> {
    args: &'a Args,
    bot: Option<BotSpec>,
}

/// Finds the moment, and asks there.
fn look_up(asked: &Asked<'_>, context: &Context) -> Result<DecisionAdvice, Exit> {
    let args = asked.args;
    let name = record_name(&args.file);
    let unreadable = |why: &dyn Display| usage(format_args!("{name} cannot be read: {why}"));
    let mut from = files::lines(&args.file).map_err(|why| unreadable(&why))?;
    // One byte more than a position may have; a record is read further, line by line.
    let limit = files::POSITION;
    let beginning = files::take(&mut from, limit.bytes + 1).map_err(|why| unreadable(&why))?;
    let is_all = beginning.len() as u64 <= limit.bytes;
    // A position is one JSON object over any number of lines; a record begins with one on its first
    // line.
    match serde_json::Deserializer::from_slice(&beginning).into_iter::<Value>().next() {
        Some(Ok(value)) if value.get("event").is_some() => {
            from_record(name, asked, context, Cursor::new(beginning).chain(from))
        }
        _ if !is_all => Err(unreadable(&files::FileReadError::TooLarge(limit))),
        None => Err(problem(format_args!("{name}: it is empty"))),
        Some(Err(why)) => {
            Err(problem(format_args!("{name}: neither a position nor a record: {why}")))
        }
        Some(Ok(value)) => from_position(name, asked, context, &value),
    }
}

fn from_position(
    name: &str,
    asked: &Asked<'_>,
    context: &Context,
    value: &Value,
) -> Result<DecisionAdvice, Exit> {
    let args = asked.args;
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
            asked,
            variant.name(),
            variant.hash(),
            &View::new(rules, &state).observation(Some(seat)),
        ))
    })
}

fn from_record(
    name: &str,
    asked: &Asked<'_>,
    context: &Context,
    from: impl BufRead,
) -> Result<DecisionAdvice, Exit> {
    let args = asked.args;
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
            found = Some(DecisionAdvice::new(asked, variant.name(), variant.hash(), &see));
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
    /// What the bot chooses that was asked.
    chosen: Option<AdvisedChoice>,
    lines: Vec<ChoiceLine>,
}

/// What is known of one choice, and where it leads.
struct ChoiceLine {
    figures: Figures,
    what: AdvisedChoice,
}

/// What is known of one choice.
enum Figures {
    /// From games that the search played out.
    Played(Advice),
    /// From the bot that was asked.
    Weighed(Weighed),
}

/// What advice is on.
#[derive(Clone, PartialEq)]
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

impl AdvisedChoice {
    /// The choice of a seat that places or answers.
    fn new(see: &Observation<'_>, choice: &Choice) -> Option<Self> {
        match choice {
            Choice::Place(tile) => {
                let (outlook, here) = (see.outlook(*tile), see.placing_square());
                let others = SeatSet::only(see.decider());
                Some(Self::Placement {
                    tile: *tile,
                    square: here.map(|square| square.to_string()).unwrap_or_default(),
                    to: outlook.to.map(|to| to.to_string()),
                    out: outlook.out.without(others).iter().collect(),
                })
            }
            Choice::Rule(answer) => Some(Self::Answer(*answer)),
            _ => None,
        }
    }

    /// As an object with these figures among its fields.
    fn as_json(&self, figures: Json) -> Json {
        let mut json = match self {
            Self::Placement { tile, square, .. } => json!({
                "tile": tile.face().number(), "rotation": tile.rotation().turns(),
                "square": square,
            }),
            Self::Answer(answer) => json!({ "choice": answer }),
        };
        if let Json::Object(figures) = figures {
            for (name, value) in figures {
                json.set(&name, value);
            }
        }
        if let Self::Placement { to, out, .. } = self {
            json.set("to", to);
            json.set("out", Json::list(out.iter().map(|seat| seat.number())));
        }
        json
    }

    /// As the end of a sentence.
    fn named(&self) -> String {
        match self {
            Self::Placement { tile, .. } => {
                format!("face {}, turned {}: {}", tile.face(), tile.rotation(), self.outcome())
            }
            Self::Answer(answer) => answer.to_string(),
        }
    }

    /// Where the piece comes to, and who is out.
    fn outcome(&self) -> String {
        let Self::Placement { to, out, .. } = self else { return String::new() };
        let then = to.as_ref().map_or_else(|| "out".to_owned(), |to| format!("at {to}"));
        let out = out.iter().map(|seat| format!("seat {seat} out"));
        [then].into_iter().chain(out).collect::<Vec<_>>().join(", ")
    }

    /// As a line of a table with these figures.
    fn in_words(&self, figures: &str) -> String {
        match self {
            Self::Placement { tile, .. } => {
                let (face, turns) = (tile.face().to_string(), tile.rotation().to_string());
                format!("{face:>4}  {turns:>6}  {tile}    {figures}  {}", self.outcome())
            }
            Self::Answer(answer) => format!("{:<17} {}", answer.to_string(), figures.trim_end()),
        }
    }
}

impl DecisionAdvice {
    fn new(asked: &Asked<'_>, rules: &str, hash: &str, see: &Observation<'_>) -> Self {
        let args = asked.args;
        let mut rng = see.decision_stream(RunSeed::new(&args.seed).game(args.game));
        // Ctrl-C ends the search; its results so far are printed.
        interrupt::note();
        let stoppable = see.stopped_by(interrupt::flag());
        let (chosen, figures): (_, Vec<(Choice, Figures)>) = if let Some(bot) = &asked.bot {
            let mut bot = bot.make();
            let (choice, weighed) = bot.explain(&stoppable, &mut rng);
            // A program that failed; the choice is that of `safe`.
            bot.faults().iter().for_each(error);
            let figures =
                weighed.into_iter().map(|one| (one.choice.clone(), Figures::Weighed(one)));
            (choice.and_then(|choice| AdvisedChoice::new(see, &choice)), figures.collect())
        } else {
            let advice = advise(&stoppable, args.games, &mut rng).into_iter();
            (None, advice.map(|one| (one.choice.clone(), Figures::Played(one))).collect())
        };
        let line = |(choice, figures): (Choice, Figures)| {
            Some(ChoiceLine { figures, what: AdvisedChoice::new(see, &choice)? })
        };
        Self {
            rules: rules.to_owned(),
            hash: hash.to_owned(),
            turn: see.turn(),
            seat: see.decider(),
            question: see.question().map(|question| question.text("en")),
            chosen,
            lines: figures.into_iter().filter_map(line).collect(),
        }
    }

    fn as_json(&self, asked: &Asked<'_>) -> Json {
        let mut json = json!({
            "rules": self.rules,
            "rules_hash": self.hash,
            "turn": self.turn,
            "seat": self.seat.number(),
            "seed": asked.args.seed,
        });
        let lines =
            Json::list(self.lines.iter().map(|line| line.what.as_json(line.figures.as_json())));
        if let Some(bot) = &asked.bot {
            json.set("bot", bot.to_string());
            json.set(
                "chosen",
                self.chosen.as_ref().map(|chosen| {
                    let line = self.lines.iter().find(|line| line.what == *chosen);
                    let wins = line.map(|line| line.figures.wins());
                    chosen.as_json(json!({ "wins": wins }))
                }),
            );
            json.set("choices", lines);
        } else {
            json.set("advice", lines);
        }
        json
    }

    fn in_words(&self, asked: &Asked<'_>) -> String {
        let head = format!("{}, turn {}, seat {}", self.rules, self.turn, self.seat);
        let mut text = match &asked.bot {
            Some(bot) => format!("{head}: {bot}\n\n"),
            None => self.head_of_advice(&head),
        };
        if let Some(question) = &self.question {
            let _ = writeln!(text, "{question}\n");
        }
        let figures = match self.lines.first().map(|line| &line.figures) {
            Some(Figures::Weighed(Weighed { prior: Some(_), .. })) => "wins %   games  prior %",
            Some(Figures::Weighed(_)) => "wins %",
            Some(Figures::Played(_)) => "wins %        95 %",
            None => "",
        };
        if !self.lines.is_empty() {
            let _ = if self.question.is_some() {
                writeln!(text, "answer            {figures}")
            } else {
                writeln!(text, "tile  turned  joins          {figures}  then")
            };
        }
        for line in &self.lines {
            let _ = writeln!(text, "{}", line.what.in_words(&line.figures.in_words()));
        }
        match (&asked.bot, &self.chosen) {
            (None, _) => text += &self.tail_of_advice(),
            (Some(bot), Some(chosen)) => {
                let gap = if self.lines.is_empty() { "" } else { "\n" };
                let _ = writeln!(text, "{gap}{bot} chooses {}", chosen.named());
            }
            (Some(bot), None) => _ = writeln!(text, "{bot} chooses nothing"),
        }
        text
    }

    /// What choices there are: `answers` or `placements`, one and many.
    fn kinds(&self) -> (&'static str, &'static str) {
        if self.question.is_some() { ("answer", "answers") } else { ("placement", "placements") }
    }

    fn head_of_advice(&self, head: &str) -> String {
        let (_, many) = self.kinds();
        let games = self.games_in_words("simulated ");
        format!("{head}: {} {many}, {games} after each\n\n", self.lines.len())
    }

    /// How many games were played after each choice, with what they are: `200 simulated games`.
    fn games_in_words(&self, of_kind: &str) -> String {
        let games = self.lines.first().map_or(0, |line| line.figures.games());
        format!("{games} {of_kind}game{}", if games == 1 { "" } else { "s" })
    }

    /// How certain the advice is.
    fn tail_of_advice(&self) -> String {
        let (one, many) = self.kinds();
        let mut text = String::new();
        let is_level =
            |line: &&ChoiceLine| matches!(&line.figures, Figures::Played(advice) if advice.level);
        let level = self.lines.iter().filter(is_level).count();
        if level > 1 {
            let games = self.games_in_words("");
            let all = if level == self.lines.len() {
                format!("All {many}")
            } else {
                format!("The first {level} {many}")
            };
            let _ = write!(text, "\n{all} are level: {games} after each cannot tell them apart. ");
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

impl Figures {
    fn games(&self) -> u32 {
        match self {
            Self::Played(advice) => advice.games,
            Self::Weighed(weighed) => weighed.visits,
        }
    }

    fn wins(&self) -> f64 {
        match self {
            Self::Played(advice) => advice.share,
            Self::Weighed(weighed) => weighed.wins,
        }
    }

    fn as_json(&self) -> Json {
        match self {
            Self::Played(Advice { share, interval, level, games, .. }) => json!({
                "share": share, "interval": interval, "level": level, "games": games,
            }),
            Self::Weighed(Weighed { wins, prior: Some(prior), visits, .. }) => {
                json!({ "wins": wins, "visits": visits, "prior": prior })
            }
            Self::Weighed(Weighed { wins, .. }) => json!({ "wins": wins }),
        }
    }

    fn in_words(&self) -> String {
        match self {
            Self::Played(Advice { share, interval: [low, high], .. }) => {
                format!("{:5.1}  {:4.1}–{:<5.1}", 100.0 * share, 100.0 * low, 100.0 * high)
            }
            Self::Weighed(Weighed { wins, prior: Some(prior), visits, .. }) => {
                format!("{:6.1} {visits:>7}  {:7.1}", 100.0 * wins, 100.0 * prior)
            }
            Self::Weighed(Weighed { wins, .. }) => format!("{:6.1}", 100.0 * wins),
        }
    }
}
