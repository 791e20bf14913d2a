//! What follows from a position: one request, one answer (`tsuro apply`).

use super::position::{array, error, face, flag, laid, number, object, place, read_position, text, write_position};
use super::write::write_event;
use crate::board::{Laid, Place, Size};
use crate::game::{
    self, Chance, Choice, Dice, Event, Exchange, Illegal, Listener, Luck, Marks, Moment, Phase, PositionError, RunSeed, Seat, Shuffle,
    State, Supply, Swapped, View, advance_turn, begin_at_placement,
};
use crate::rules::Rules;
use crate::ruleset::Variant;
use crate::with_rules;
use serde_json::{Map, Value, json};

/// Why a request has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ApplyError {
    /// Not JSON, or not an object.
    #[error("not a request: {0}")]
    NotARequest(String),
    /// A field of the request is wrong.
    #[error("{0}")]
    BadRequest(PositionError),
    /// The position cannot be.
    #[error("position.{0}")]
    BadPosition(PositionError),
    /// The placement is not legal.
    #[error("{0}")]
    IllegalPlacement(Illegal),
    /// The start mark, exchange or relocation is not allowed.
    #[error("{0}")]
    IllegalChoice(Illegal),
    /// A given roll, daikaiju or pile cannot come there.
    #[error("{0}")]
    ImpossibleChance(String),
}

impl ApplyError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotARequest(_) => "not-a-request",
            Self::BadRequest(_) => "bad-request",
            Self::BadPosition(_) => "bad-position",
            Self::IllegalPlacement(_) => "illegal-placement",
            Self::IllegalChoice(_) => "illegal-choice",
            Self::ImpossibleChance(_) => "impossible-chance",
        }
    }
}

/// Answers one request line: always one JSON document, an error among them.
pub fn answer_line(variant: &Variant, line: &str) -> Value {
    let request = serde_json::from_str(line).map_err(|error| ApplyError::NotARequest(error.to_string()));
    request.and_then(|request| answer(variant, &request)).unwrap_or_else(|error| error_json(&error))
}

/// An error as an answer.
fn error_json(error: &ApplyError) -> Value {
    json!({ "error": { "code": error.code(), "message": error.to_string() } })
}

/// Answers one request, as documented in `docs/formats/positions.md`.
///
/// # Errors
/// Why there is no answer.
pub fn answer(variant: &Variant, request: &Value) -> Result<Value, ApplyError> {
    let request = request.as_object().ok_or_else(|| ApplyError::NotARequest("it is not an object".into()))?;
    let request = Request::read(request).map_err(ApplyError::BadRequest)?;
    with_rules!(variant.rules(), |rules| request.answer(rules))
}

/// A request, read.
struct Request<'a> {
    position: &'a Value,
    place: Option<Laid>,
    whole_turn: bool,
    seed: &'a str,
    rolls: Vec<Vec<u8>>,
    spawns: Vec<(u8, u8)>,
    shuffles: Vec<Vec<u8>>,
    start: Option<Place>,
    exchange: Option<Exchange>,
    relocate: Option<Place>,
}

const FIELDS: [&str; 10] = ["position", "place", "turn", "seed", "rolls", "spawns", "shuffles", "start", "exchange", "relocate"];

impl<'a> Request<'a> {
    fn read(fields: &'a Map<String, Value>) -> Result<Self, PositionError> {
        if let Some(name) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
            return Err(error(name, format!("there is no such field, only {}", FIELDS.join(", "))));
        }
        let given = |name: &str| fields.get(name).filter(|value| !value.is_null());
        let list = |name: &str| given(name).map_or(Ok(&[][..]), |value| array(name, value));
        let dice = |(index, roll): (usize, &Value)| {
            let field = format!("rolls[{index}]");
            let dice: Vec<u8> = small_numbers(&field, roll, 1, 6)?;
            if matches!(dice.len(), 1 | 2) { Ok(dice) } else { Err(error(field, "a roll has one die, or two: gold and blue")) }
        };
        let spawn = |(index, spawn): (usize, &Value)| {
            let field = format!("spawns[{index}]");
            match small_numbers(&field, spawn, 0, 63)?[..] {
                [tile, facing @ 0..4] => Ok((tile, facing)),
                _ => Err(error(field, "a daikaiju tile and its facing, 0 to 3, are needed")),
            }
        };
        let shuffle = |(index, pile): (usize, &Value)| small_numbers(&format!("shuffles[{index}]"), pile, 0, 34);
        Ok(Self {
            position: given("position").ok_or_else(|| error("position", "missing"))?,
            place: given("place").map(|value| object("place", value).and_then(|entry| laid("place", entry))).transpose()?,
            whole_turn: given("turn").map_or(Ok(false), |value| flag("turn", value))?,
            seed: given("seed").map_or(Ok(""), |value| text("seed", value))?,
            rolls: list("rolls")?.iter().enumerate().map(dice).collect::<Result<_, _>>()?,
            spawns: list("spawns")?.iter().enumerate().map(spawn).collect::<Result<_, _>>()?,
            shuffles: list("shuffles")?.iter().enumerate().map(shuffle).collect::<Result<_, _>>()?,
            start: given("start").map(|value| place("start", value)).transpose()?,
            exchange: given("exchange").map(read_exchange).transpose()?,
            relocate: given("relocate").map(|value| place("relocate", value)).transpose()?,
        })
    }

    fn answer<Z: Size>(self, rules: &Rules<Z>) -> Result<Value, ApplyError> {
        let seed = RunSeed::new(self.seed).game(0);
        let mut state = read_position(rules, self.position, seed).map_err(ApplyError::BadPosition)?;
        let mut chance = ListedChance::new(self.rolls, self.spawns, self.shuffles, Luck(seed));
        let mut lines = Vec::new();
        let mut legal = Value::Array(Vec::new());
        let mut sink = Listener(|event: &Event<'_>| write_event(&mut lines, event));
        match state.core().phase() {
            Phase::Turn if self.whole_turn => _ = advance_turn(rules, &mut state, &mut chance, &mut sink),
            Phase::Turn => {
                let core = state.core();
                let faced = core.place(core.active()).square();
                if core.board().is_blocked(faced) {
                    let why = format!("the active piece faces a daikaiju at {faced}: only its whole turn can be asked for");
                    return Err(ApplyError::BadPosition(error(format!("{}.at", core.active().field()), why)));
                }
                begin_at_placement(rules, &mut state, &mut chance, &mut sink);
            }
            // A position in the middle of a turn, or of the choice of start marks.
            _ => {}
        }
        let mut chosen = false;
        loop {
            let view = View::new(rules, &state);
            let choice = match state.core().phase() {
                Phase::Start => match self.start {
                    Some(mark) if !chosen => Choice::Start(mark),
                    _ => break,
                },
                Phase::Relocate { must } => {
                    Choice::Relocate(self.relocate.or_else(|| must.then(|| relocation(rules, &state, seed)).flatten()))
                }
                Phase::Place => {
                    let set = view.choices().legal();
                    legal = set.iter().map(|tile| json!({ "tile": tile.face().number(), "rotation": tile.rotation().turns() })).collect();
                    if let Some(problem) = chance.problem {
                        return Err(ApplyError::ImpossibleChance(problem));
                    }
                    let Some(tile) = self.place else { break };
                    Choice::Place(tile)
                }
                Phase::Exchange if self.exchange.is_none() && self.place.is_none() => break,
                Phase::Exchange => Choice::Exchange(self.exchange.clone().unwrap_or_default()),
                Phase::Turn | Phase::Over => break,
            };
            view.check(&choice).map_err(|why| match choice {
                Choice::Place(_) => ApplyError::IllegalPlacement(why),
                _ => ApplyError::IllegalChoice(why),
            })?;
            chosen |= !matches!(choice, Choice::Relocate(_));
            game::take(rules, &mut state, &choice, &mut chance, &mut sink);
        }
        if let Some(problem) = chance.problem {
            return Err(ApplyError::ImpossibleChance(problem));
        }
        if !chosen {
            return Ok(json!({ "legal": legal }));
        }
        let events: Vec<Value> = serde_json::Deserializer::from_slice(&lines).into_iter().flatten().collect();
        let end = state.core().ending().map(|ending| {
            let winners: Vec<u8> = ending.winners.iter().map(Seat::number).collect();
            json!({ "winners": winners, "outcome": ending.outcome.name() })
        });
        Ok(json!({ "legal": legal, "events": events, "position": write_position(rules, &state), "end": end }))
    }
}

fn small_numbers(field: &str, value: &Value, least: u64, most: u64) -> Result<Vec<u8>, PositionError> {
    let small = |(index, value): (usize, &Value)| {
        let field = format!("{field}[{index}]");
        match number(&field, value, most)? {
            found if found >= least => Ok(found as u8),
            found => Err(error(field, format!("a number from {least} to {most} is needed, not {found}"))),
        }
    };
    array(field, value)?.iter().enumerate().map(small).collect()
}

fn read_exchange(value: &Value) -> Result<Exchange, PositionError> {
    let entry = object("exchange", value)?;
    let side = |name: &str| {
        let field = format!("exchange.{name}");
        let mut tiles = Swapped::new();
        for (index, value) in array(&field, entry.get(name).unwrap_or(&Value::Null))?.iter().enumerate() {
            let tile = face(&format!("{field}[{index}]"), value)?;
            tiles.try_push(tile).map_err(|_| error(&field, "more tiles than a hand can hold"))?;
        }
        Ok(tiles)
    };
    let exchange = Exchange { gave: side("gave")?, took: side("took")? };
    if exchange.gave.len() == exchange.took.len() {
        Ok(exchange)
    } else {
        Err(error("exchange", format!("{} tiles for {}: it has to be as many", exchange.gave.len(), exchange.took.len())))
    }
}

/// Where a piece relocates that has to and for which nothing was asked: left to the seed.
fn relocation<Z: Size>(rules: &Rules<Z>, state: &State<Rules<Z>>, seed: game::GameSeed) -> Option<Place> {
    let core = state.core();
    let mut rng = game::bot_stream(seed, core.phase(), core.active(), core.turn());
    Marks::new(&rules.basics, core).sample_to_relocate(core.active(), true, &mut rng)
}

/// Chance outcomes from lists, each used up in order and then left to luck.
struct ListedChance {
    rolls: std::vec::IntoIter<Vec<u8>>,
    spawns: std::vec::IntoIter<(u8, u8)>,
    shuffles: std::vec::IntoIter<Vec<u8>>,
    used: [usize; 3],
    luck: Luck,
    problem: Option<String>,
}

impl ListedChance {
    fn new(rolls: Vec<Vec<u8>>, spawns: Vec<(u8, u8)>, shuffles: Vec<Vec<u8>>, luck: Luck) -> Self {
        Self { rolls: rolls.into_iter(), spawns: spawns.into_iter(), shuffles: shuffles.into_iter(), used: [0; 3], luck, problem: None }
    }

    fn note(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }
}

impl Chance for ListedChance {
    fn first(&mut self, seats: u8) -> Seat {
        self.luck.first(seats)
    }

    fn deck<T: Shuffle>(&mut self, deck: &mut T) {
        self.luck.deck(deck);
    }

    fn reshuffle<T: Shuffle>(&mut self, at: Moment, pile: &mut T) {
        match self.shuffles.next() {
            Some(order) => {
                if !super::script::arrange(pile, &order) {
                    self.note(format!("shuffles[{}]: it is not an order of the {} tiles in the pile", self.used[2], pile.len()));
                }
                self.used[2] += 1;
            }
            None => self.luck.reshuffle(at, pile),
        }
    }

    fn dice(&mut self, at: Moment) -> Dice {
        let Some(roll) = self.rolls.next() else { return self.luck.dice(at) };
        self.used[0] += 1;
        if let [gold, blue] = roll[..] {
            return Dice { gold, blue };
        }
        self.note(format!("rolls[{}]: two dice are rolled here, not one", self.used[0] - 1));
        self.luck.dice(at)
    }

    fn die(&mut self, at: Moment) -> u8 {
        let Some(roll) = self.rolls.next() else { return self.luck.die(at) };
        self.used[0] += 1;
        if let [value] = roll[..] {
            return value;
        }
        self.note(format!("rolls[{}]: one die is rolled here, not two", self.used[0] - 1));
        self.luck.die(at)
    }

    fn spawn(&mut self, at: Moment, supply: Supply) -> (u8, u8) {
        let Some((tile, facing)) = self.spawns.next() else { return self.luck.spawn(at, supply) };
        self.used[1] += 1;
        if supply.contains(tile) {
            return (tile, facing);
        }
        self.note(format!("spawns[{}]: daikaiju tile {tile} is not in the supply", self.used[1] - 1));
        self.luck.spawn(at, supply)
    }

    fn pick(&mut self, at: Moment, rule: &'static str, bound: u32) -> u32 {
        self.luck.pick(at, rule, bound)
    }
}
