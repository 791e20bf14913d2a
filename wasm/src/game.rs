//! `Game`: a game in progress.

use crate::arguments::{self, SeedArgument, document, options, shaped, whole};
use crate::bots;
use crate::fault::{Fault, guard};
use crate::rules::{REGISTRY, Rules, RulesArgument, ending_document};
use crate::value::to_js;
use serde::Deserialize;
use serde_json::Value;
use std::panic::AssertUnwindSafe;
use tsuro::game::{Choice, DecisionKind, Illegal, Seat};
use tsuro::json::{Json, json};
use tsuro::picture::{BoardPicture, BoardScene, TileScale, board, seat_letters};
use tsuro::record::{write_asked, write_event, write_observation, write_seen};
use tsuro::{Game as Session, Snapshot};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The number of playouts of each choice, if the caller names none.
const USUAL_PLAYOUTS: f64 = 1000.0;

/// How a game begins.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct GameOptions {
    players: Option<u64>,
    seed: Option<SeedArgument>,
    index: Option<u64>,
}

/// A game in progress: rules and state in one object, every choice checked.
///
/// The same rules, players and seed give the same luck, whatever is chosen. Call `free()` when a
/// game is no longer needed, or leave that to the garbage collector.
#[wasm_bindgen]
pub struct Game {
    session: AssertUnwindSafe<Session>,
    rules: Rules,
    /// Whether a panic has left it in the midst of a change.
    is_broken: bool,
}

impl Game {
    fn new_of(game: Session, rules: Rules) -> Self {
        Self { session: AssertUnwindSafe(game), rules, is_broken: false }
    }

    fn of(game: Session) -> Self {
        let rules = Rules::of_record(game.variant().clone());
        Self::new_of(game, rules)
    }

    /// The game, for what only looks at it.
    pub fn session(&self) -> Result<&Session, Fault> {
        if self.is_broken { Err(Fault::unfinished()) } else { Ok(&self.session) }
    }

    /// Looks at the game.
    fn look<T>(&self, look: impl FnOnce(&Session) -> Result<T, Fault>) -> Result<T, JsValue> {
        guard(|| look(self.session()?))
    }

    /// Changes the game. After a panic nothing more is done with it.
    fn change<T>(
        &mut self,
        change: impl FnOnce(&mut Session) -> Result<T, Fault>,
    ) -> Result<T, JsValue> {
        guard(|| {
            self.session()?;
            self.is_broken = true;
            let changed = change(&mut self.session);
            self.is_broken = false;
            changed
        })
    }

    fn seat(&self, seat: Option<f64>) -> Result<Option<Seat>, Fault> {
        seat.map(|seat| arguments::seat(seat, self.session.seats())).transpose()
    }
}

/// The choice of a bot for the seat that decides.
fn bot_chooses(game: &Session, bot: &str) -> Result<Choice, Fault> {
    let spec = bots::named(bot)?;
    let decision = game.decision().ok_or_else(|| Fault::illegal(&Illegal::GameOver))?;
    let see = game.observe(decision.seat());
    let choice = spec.make().choose(&see, &mut game.bot_stream());
    choice.ok_or_else(|| Fault::new("Bug", format!("{bot} made no choice")))
}

/// What a game waits for, as a document; `null`: it is over.
fn decision_document(game: &Session) -> Json {
    let Some(decision) = game.decision() else { return Json::NULL };
    let kind = decision.kind();
    let see = game.observe(decision.seat());
    let asked = (kind == DecisionKind::Rule).then(|| see.question()).flatten();
    let question = asked.map(|question| {
        let mut written = write_observation(&see)["question"].take();
        if let Value::Object(fields) = &mut written {
            let texts = ["en", "fr"].map(|language| (language, question.text(language)));
            fields.insert("text".to_owned(), Value::from_iter(texts));
        }
        written
    });
    let word = match kind {
        DecisionKind::Start => "start",
        DecisionKind::Place => "place",
        DecisionKind::Exchange => "exchange",
        DecisionKind::Relocate { .. } => "relocate",
        _ => "rule",
    };
    json!({
        "seat": decision.seat().number(),
        "kind": word,
        "must": kind == DecisionKind::Relocate { must: true },
        "question": question,
    })
}

/// The lines of events as a list of documents.
fn events_document(lines: &[u8]) -> Json {
    let lines = lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let events = lines.filter_map(|line| serde_json::from_slice::<Json>(line).ok());
    Json::List(
        events
            .map(|mut event| {
                // Counted only where a record is written.
                if let Json::Object(fields) = &mut event {
                    fields.retain(|(name, _)| name != "legal");
                }
                event
            })
            .collect(),
    )
}

#[wasm_bindgen]
impl Game {
    /// Deals a game. Without `players`, as many play as is nearest to four; without `seed`, the
    /// luck is another each time. `index` is the number of the game in the run of that seed: the
    /// games that `simulate` plays.
    #[wasm_bindgen(constructor)]
    pub fn new(
        rules: &RulesArgument,
        #[wasm_bindgen(unchecked_optional_param_type = "GameOptions")] options: JsValue,
    ) -> Result<Self, JsValue> {
        let rules = rules.rules()?;
        let options: GameOptions = self::options(&options)?;
        let seed = arguments::seed(options.seed)?;
        let game = guard(|| {
            let players = match options.players {
                Some(players) => arguments::players(players)?,
                None => rules.variant().players().nearest(4),
            };
            let index = options.index.unwrap_or(0);
            Session::in_run(rules.variant().clone(), players, &seed, index)
                .map_err(|why| Fault::game(&why))
        })?;
        Ok(Self::new_of(game, rules))
    }

    /// Takes up the first game of a record, checked event by event, where the record ends.
    ///
    /// @throws a `RecordError` with the line that is wrong
    #[wasm_bindgen(js_name = fromRecord)]
    pub fn from_record(record: String) -> Result<Self, JsValue> {
        let game =
            guard(|| Session::from_record(&record, &REGISTRY).map_err(|why| Fault::game(&why)))?;
        Ok(Self::of(game))
    }

    /// Sets a game up at a position, as `position()` gives it. The seed decides the luck from there
    /// on.
    ///
    /// @throws a `PositionError` with the first field that cannot be
    #[wasm_bindgen(js_name = fromPosition)]
    pub fn from_position(
        rules: &RulesArgument,
        #[wasm_bindgen(unchecked_param_type = "Position")] position: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string | number")] seed: JsValue,
    ) -> Result<Self, JsValue> {
        let rules = rules.rules()?;
        let position = document("position", position)?;
        let seed = arguments::seed(shaped("seed", &seed)?)?;
        let game = guard(|| {
            Session::at(rules.variant().clone(), &position, &seed).map_err(|why| Fault::game(&why))
        })?;
        Ok(Self::new_of(game, rules))
    }

    /// Takes a game up again from what `snapshot()` gave.
    ///
    /// @throws a `SnapshotError` if the text is not a snapshot, or of another version
    pub fn restore(snapshot: String) -> Result<Self, JsValue> {
        let refuse = |why: String| Fault::new("SnapshotError", why);
        let game = guard(|| {
            let value: Value = serde_json::from_str(&snapshot)
                .map_err(|error| refuse(format!("not a snapshot: {error}")))?;
            match value.get("format") {
                Some(format) if *format == Snapshot::FORMAT => {}
                Some(format) => {
                    let known = Snapshot::FORMAT;
                    return Err(refuse(format!(
                        "format {format} of snapshots cannot be read, only format {known}"
                    )));
                }
                None => return Err(refuse("not a snapshot: it has no field `format`".to_owned())),
            }
            let snapshot: Snapshot = serde_json::from_value(value)
                .map_err(|error| refuse(format!("not a snapshot: {error}")))?;
            Session::restore(&snapshot, &REGISTRY).map_err(|why| match &why {
                tsuro::session::GameError::Rules(problems) => Fault::rules(problems),
                why => refuse(why.to_string()),
            })
        })?;
        Ok(Self::of(game))
    }

    /// The rule set of the game.
    #[wasm_bindgen(getter)]
    pub fn rules(&self) -> Rules {
        self.rules.clone()
    }

    /// The number of players.
    #[wasm_bindgen(getter)]
    pub fn players(&self) -> u8 {
        self.session.seats()
    }

    /// The names of the players, by seat; records have them.
    #[wasm_bindgen(getter)]
    pub fn names(&self) -> Vec<String> {
        self.session.players()
    }

    /// Names the players, by seat.
    #[wasm_bindgen(js_name = namePlayers)]
    pub fn name_players(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string[]")] names: &JsValue,
    ) -> Result<(), JsValue> {
        let names: Vec<String> = shaped("names", names)?;
        self.change(|game| {
            let seats = usize::from(game.seats());
            if names.len() != seats {
                let count = names.len();
                return Err(Fault::argument(format!(
                    "names: there are {count} names, and {seats} players"
                )));
            }
            game.name_players(&names);
            Ok(())
        })
    }

    /// The seed with which the game began.
    #[wasm_bindgen(getter)]
    pub fn seed(&self) -> String {
        self.session.seed().to_owned()
    }

    /// The number of the turn, from 1; 0 before the first.
    #[wasm_bindgen(getter)]
    pub fn turn(&self) -> Result<u32, JsValue> {
        self.look(|game| Ok(game.turn()))
    }

    /// The decision that the game waits for; `null` if it is over.
    #[wasm_bindgen(getter, unchecked_return_type = "Decision | null")]
    pub fn decision(&self) -> Result<JsValue, JsValue> {
        Ok(to_js(&self.look(|game| Ok(decision_document(game)))?))
    }

    /// Whether the game is over.
    #[wasm_bindgen(getter)]
    pub fn over(&self) -> Result<bool, JsValue> {
        self.look(|game| Ok(game.decision().is_none()))
    }

    /// Who won and how; `null` if the game is not over.
    #[wasm_bindgen(getter, unchecked_return_type = "Ending | null")]
    pub fn ending(&self) -> Result<JsValue, JsValue> {
        Ok(to_js(&self.look(|game| Ok(game.ending().map(|ending| ending_document(&ending))))?))
    }

    /// The seats that won; empty if the game is not over.
    #[wasm_bindgen(getter, unchecked_return_type = "number[]")]
    pub fn winners(&self) -> Result<JsValue, JsValue> {
        let winners = self.look(|game| {
            let ending = game.ending();
            let winners = ending.iter().flat_map(|ending| ending.winners.iter());
            Ok(winners.map(Seat::number).collect::<Vec<u8>>())
        })?;
        Ok(to_js(&winners))
    }

    /// The choices of the seat that decides, always in the same order; empty if the game is over.
    #[wasm_bindgen(unchecked_return_type = "Choice[]")]
    pub fn choices(&self) -> Result<JsValue, JsValue> {
        let choices = self.look(|game| {
            let decision = game.decision();
            Ok(decision.map_or_else(Vec::new, |decision| game.observe(decision.seat()).choices()))
        })?;
        Ok(to_js(&choices))
    }

    /// Makes a choice for the seat that decides, and plays on to the next decision.
    ///
    /// @throws an `Illegal` with the reason if it is not allowed; then nothing has changed
    pub fn play(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Choice")] choice: &JsValue,
    ) -> Result<(), JsValue> {
        let choice: Choice = shaped("choice", choice)?;
        self.change(|game| game.play(&choice).map(drop).map_err(|why| Fault::illegal(&why)))
    }

    /// Has a bot make the choice, such as `"greedy"` or `"ismcts:200"`, and plays it. Returns the
    /// choice. The bot sees what the seat that decides sees.
    #[wasm_bindgen(js_name = playBot, unchecked_return_type = "Choice")]
    pub fn play_bot(&mut self, bot: &str) -> Result<JsValue, JsValue> {
        let choice = self.look(|game| bot_chooses(game, bot))?;
        self.change(|game| game.play(&choice).map(drop).map_err(|why| Fault::illegal(&why)))?;
        Ok(to_js(&choice))
    }

    /// The choice that a bot would make now. Nothing is played.
    #[wasm_bindgen(js_name = botChoice, unchecked_return_type = "Choice")]
    pub fn bot_choice(&self, bot: &str) -> Result<JsValue, JsValue> {
        Ok(to_js(&self.look(|game| bot_chooses(game, bot))?))
    }

    /// What each choice of the seat that decides is worth, the best first, estimated by `playouts`
    /// playouts of each, by default 1,000.
    #[wasm_bindgen(unchecked_return_type = "Advice[]")]
    pub fn advise(&self, playouts: Option<f64>) -> Result<JsValue, JsValue> {
        let playouts = whole("playouts", playouts.unwrap_or(USUAL_PLAYOUTS), 1..=10_000_000)?;
        let advice = self.look(|game| {
            let Some(decision) = game.decision() else { return Ok(Vec::new()) };
            let see = game.observe(decision.seat());
            Ok(tsuro_lab::advise(&see, playouts, &mut game.bot_stream()))
        })?;
        let list = advice.iter().map(|advice| {
            json!({
                "choice": advice.choice,
                "share": advice.share,
                "low": advice.interval[0],
                "high": advice.interval[1],
                "level": advice.level,
                "playouts": advice.games,
            })
        });
        Ok(to_js(&Json::list(list)))
    }

    /// Takes the last choice back and returns it; `null` if nothing was chosen since the game was
    /// begun or taken up.
    #[wasm_bindgen(unchecked_return_type = "Choice | null")]
    pub fn undo(&mut self) -> Result<JsValue, JsValue> {
        Ok(to_js(&self.change(|game| Ok(game.undo()))?))
    }

    /// The same game once more, which goes its own way.
    pub fn copy(&self) -> Result<Self, JsValue> {
        let game = self.look(|game| Ok(game.clone()))?;
        Ok(Self::new_of(game, self.rules.clone()))
    }

    /// A copy that has other luck from here on: dice, shuffles and what rules draw. What was dealt
    /// stays as it is.
    pub fn fork(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | number")] seed: JsValue,
    ) -> Result<Self, JsValue> {
        let seed = arguments::seed(shaped("seed", &seed)?)?;
        let game = self.look(|game| Ok(game.fork(&seed)))?;
        Ok(Self::new_of(game, self.rules.clone()))
    }

    /// What a placement would do to each piece that it touches, that of the active player first.
    /// Empty for other choices.
    ///
    /// @throws an `Illegal` if the choice is not allowed
    #[wasm_bindgen(unchecked_return_type = "Consequence[]")]
    pub fn preview(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Choice")] choice: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let choice: Choice = shaped("choice", choice)?;
        let seen = self.look(|game| game.preview(&choice).map_err(|why| Fault::illegal(&why)))?;
        let list = seen.iter().map(|consequence| {
            json!({
                "seat": consequence.player.number(),
                "to": consequence.to.map(|to| to.to_string()),
                "cause": consequence.cause.map(tsuro::game::Cause::name),
            })
        });
        Ok(to_js(&Json::list(list)))
    }

    /// What a seat sees, as bots that are programs are told: the board, its own hand, and of the
    /// rest what is open. Without a seat, what an onlooker sees.
    #[wasm_bindgen(unchecked_return_type = "Observation")]
    pub fn observe(&self, seat: Option<f64>) -> Result<JsValue, JsValue> {
        let seat = self.seat(seat)?;
        let written = self.look(|game| Ok(write_asked(&game.observe(seat), &[])))?;
        let Json::Object(fields) = written else { return Ok(JsValue::NULL) };
        let sees = fields.into_iter().find(|(name, _)| name == "sees");
        Ok(to_js(&sees.map_or(Json::NULL, |(_, sees)| sees)))
    }

    /// How many events there have been: a mark for `events`.
    #[wasm_bindgen(getter)]
    pub fn mark(&self) -> Result<usize, JsValue> {
        self.look(|game| Ok(game.mark()))
    }

    /// The events since a mark (0, if it is left out), each as in a record; with a seat, as that
    /// seat saw them.
    #[wasm_bindgen(unchecked_return_type = "GameEvent[]")]
    pub fn events(&self, mark: Option<f64>, seat: Option<f64>) -> Result<JsValue, JsValue> {
        let mark = whole("mark", mark.unwrap_or(0.0), 0..=u32::MAX)? as usize;
        let seat = self.seat(seat)?;
        let events = self.look(|game| {
            let mut lines = Vec::new();
            match seat {
                Some(seat) => game
                    .events_seen_by(seat, mark.min(game.mark()))
                    .for_each(|event| write_seen(&mut lines, &event)),
                None => game
                    .events_since(mark.min(game.mark()))
                    .filter(tsuro::game::Event::is_written)
                    .for_each(|event| write_event(&mut lines, &event)),
            }
            Ok(events_document(&lines))
        })?;
        Ok(to_js(&events))
    }

    /// The position: everything that matters for what may happen next, hidden tiles included.
    #[wasm_bindgen(unchecked_return_type = "Position")]
    pub fn position(&self) -> Result<JsValue, JsValue> {
        Ok(to_js(&self.look(|game| Ok(game.position()))?))
    }

    /// The game as a record, one JSON document a line: what `tsuro replay` and `Game.fromRecord`
    /// read. With a seat, the record as that seat could have written it.
    ///
    /// @throws a `RecordError` if the game began at a position: records begin with the deal
    pub fn record(&self, seat: Option<f64>) -> Result<String, JsValue> {
        let seat = self.seat(seat)?;
        self.look(|game| {
            let record = match seat {
                Some(seat) => game.record_seen_by(seat),
                None => game.record(),
            };
            record.map_err(|why| Fault::game(&why))
        })
    }

    /// The game as it is, with its rules and its past, as a text for `Game.restore`. It holds
    /// everything that is hidden from the players, too.
    pub fn snapshot(&self) -> Result<String, JsValue> {
        self.look(|game| {
            serde_json::to_string(&game.snapshot())
                .map_err(|why| Fault::new("Bug", why.to_string()))
        })
    }

    /// The board as an SVG image; with a seat, with the hand of that seat. The title is what screen
    /// readers say of it.
    pub fn svg(&self, seat: Option<f64>, title: Option<String>) -> Result<String, JsValue> {
        let seat = self.seat(seat)?;
        self.look(|game| {
            let title = title.unwrap_or_else(|| format!("The board in turn {}", game.turn()));
            Ok(BoardPicture::with_hand(&game.observe(seat)).svg(&title))
        })
    }

    /// The board as text.
    #[wasm_bindgen(js_name = toString)]
    pub fn text(&self) -> Result<String, JsValue> {
        self.look(|game| {
            let see = game.observe(None);
            let scene = BoardScene::new(&see, &seat_letters(see.seats()));
            let lines = board(&scene, TileScale::new(3), false).lines(false);
            Ok(lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n"))
        })
    }
}
