//! Answers `tsuro apply` requests: what follows from a position and a placement.

use super::fields::{
    Object, error, flag, kinds, laid, list, number, numbers, place, seat, small_numbers, square,
    text,
};
use super::objects::object_with;
use super::observed::write_about;
use super::position::{position_in_order, read_position};
use super::read::MAX_LINE;
use super::script::arrange;
use super::write::write_event;
use crate::board::{KINDS, Laid, Place, Size, Square};
use crate::game::unchecked::{NextStep, advance_turn, begin_when_due, play_by_steps};
use crate::game::{
    self, Answer, Chance, ChanceLook, Choice, Event, Exchange, GameSeed, Illegal, Listener, Lot,
    Luck, Marks, Moment, Phase, PositionError, RuleSet, RunSeed, Seat, Shuffle, Sink, State,
    SwapTiles, UnequalExchange, View,
};
use crate::json::{Json, json};
use crate::rules::Rules;
use crate::ruleset::Variant;
use crate::with_rules;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::iter::Enumerate;
use std::vec::IntoIter;

/// Why a request has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// The request is not a JSON object.
    #[error("not a request: {0}")]
    NotARequest(String),
    /// A field of the request is wrong.
    #[error("{0}")]
    BadRequest(PositionError),
    /// The position is impossible or written wrong.
    #[error("position.{0}")]
    BadPosition(PositionError),
    /// The placement is not legal.
    #[error("{0}")]
    IllegalPlacement(Illegal),
    /// The start mark, exchange or relocation is not allowed.
    #[error("{0}")]
    IllegalChoice(Illegal),
    /// Numbers or a pile of the request are not possible at that point.
    #[error("{0}")]
    ImpossibleChance(String),
}

impl ApplyError {
    /// The error's code, for programs; codes do not change between versions.
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

/// Answers one line with a request, of at most [`MAX_LINE`] bytes. The answer is always a JSON
/// object; an error has the field `error`.
pub fn answer_line(variant: &Variant, line: &str) -> Value {
    answer_line_in_order(variant, line).into()
}

/// As [`answer_line`], with the fields in the documented order.
pub fn answer_line_in_order(variant: &Variant, line: &str) -> Json {
    let request = match line.len() {
        0..=MAX_LINE => {
            serde_json::from_str(line).map_err(|error| ApplyError::NotARequest(error.to_string()))
        }
        _ => Err(ApplyError::NotARequest(format!("the line is longer than {MAX_LINE} bytes"))),
    };
    request
        .and_then(|request| answer_in_order(variant, &request))
        .unwrap_or_else(|error| error_json(&error))
}

/// Writes an error as an answer.
fn error_json(error: &ApplyError) -> Json {
    json!({ "error": json!({ "code": error.code(), "message": error.to_string() }) })
}

/// Answers one request, as documented in `docs/formats/positions.md`.
///
/// # Errors
/// Why the request has no answer.
pub fn answer(variant: &Variant, request: &Value) -> Result<Value, ApplyError> {
    answer_in_order(variant, request).map(Value::from)
}

/// As [`answer`], with the fields in the documented order.
fn answer_in_order(variant: &Variant, request: &Value) -> Result<Json, ApplyError> {
    let request =
        request.as_object().ok_or_else(|| ApplyError::NotARequest("it is not an object".into()))?;
    let request = Request::read(request).map_err(ApplyError::BadRequest)?;
    with_rules!(variant.rules(), |rules| request.answer(rules))
}

/// A request whose fields have been read; its position has not.
struct Request<'a> {
    position: &'a Value,
    whole_turn: bool,
    seed: GameSeed,
    chance: ListedChance,
    choices: GivenChoices<'a>,
}

/// An answer, and of which rule's question to which seat, if the request says so.
type GivenAnswer<'a> = (Option<(&'a str, Seat)>, Answer);

const FIELDS: [&str; 14] = [
    "position", "place", "turn", "seed", "rolls", "spawns", "picks", "shuffles", "start", "return",
    "exchange", "relocate", "choices", "chose",
];

impl<'a> Request<'a> {
    fn read(fields: &'a Map<String, Value>) -> Result<Self, PositionError> {
        let fields = Object::outermost(fields).only(&FIELDS)?;
        let position = fields
            .optional("position", |_, value| Ok(value))?
            .ok_or_else(|| error("position", "missing"))?;
        let place = fields.optional("place", read_placements)?.unwrap_or_default();
        let whole_turn = fields.optional("turn", flag)?.unwrap_or_default();
        let seed = RunSeed::new(fields.optional("seed", text)?.unwrap_or_default()).game(0);
        Ok(Self {
            position,
            whole_turn,
            seed,
            chance: ListedChance::read(&fields, seed)?,
            choices: GivenChoices::read(&fields, place, seed)?,
        })
    }

    fn answer<Z: Size>(self, rules: &Rules<Z>) -> Result<Json, ApplyError> {
        let Self { position, whole_turn, seed, mut chance, mut choices } = self;
        let mut state = read_position(rules, position, seed).map_err(ApplyError::BadPosition)?;
        let mut lines = Vec::new();
        let mut sink = Listener(|event: &Event<'_>| write_event(&mut lines, event));
        begin_turn(rules, &mut state, whole_turn, &mut chance, &mut sink)?;
        play_by_steps(rules, &mut state, &mut chance, &mut sink, |state, chance, _| {
            choices.next(rules, state, chance)
        })?;
        if let Some(problem) = chance.problem {
            return Err(ApplyError::ImpossibleChance(problem));
        }
        // A placement that the turn has no use for is ignored, and the answer is whole all the
        // same.
        if !choices.chosen && choices.place.is_empty() {
            return Ok(write_options(&View::new(rules, &state), choices.legal));
        }
        let events: Vec<Json> =
            serde_json::Deserializer::from_slice(&lines).into_iter().flatten().collect();
        let end = state.core().ending().map(|ending| {
            let winners: Vec<Seat> = ending.winners.iter().collect();
            json!({ "winners": winners, "outcome": ending.outcome.name() })
        });
        Ok(json!({
            "legal": choices.legal, "events": events,
            "position": position_in_order(rules, &state), "end": end,
        }))
    }
}

/// Begins the turn, if the position is before one: whole, or at its placement.
fn begin_turn<Z: Size>(
    rules: &Rules<Z>,
    state: &mut State<Rules<Z>>,
    whole_turn: bool,
    chance: &mut ListedChance,
    sink: &mut impl Sink,
) -> Result<(), ApplyError> {
    match state.core().phase() {
        Phase::Turn if whole_turn => {
            _ = advance_turn(rules, state, chance, sink);
        }
        Phase::Turn => {
            let core = state.core();
            let faced = core.place(core.active()).square();
            if core.board().is_blocked(faced) && core.placed().contains(core.active()) {
                let why = format!(
                    "the active piece faces a piece of a rule at {faced}: ask for the whole turn \
                     (`\"turn\": true`)"
                );
                return Err(ApplyError::BadPosition(error(
                    format!("{}.at", core.active().field()),
                    why,
                )));
            }
            begin_when_due(rules, state, chance, sink);
        }
        // A position in the middle of a turn, or of the choice of start marks.
        _ => {}
    }
    Ok(())
}

/// What can be chosen in a position of which the request asks nothing else.
fn write_options<R: RuleSet>(view: &View<'_, R>, legal: Json) -> Json {
    let question = view.question().filter(|_| !view.aims());
    let about = question.as_ref().and_then(write_about);
    let options = question.map(|question| json!(question.options));
    object_with([("legal", Some(legal)), ("options", options), ("about", about)])
}

/// The choices of a request, which are taken as the game comes to them.
struct GivenChoices<'a> {
    place: Vec<(Laid, Option<Square>)>,
    start: Option<Place>,
    comes_back: Option<Place>,
    exchange: Option<Exchange>,
    relocate: Option<Place>,
    /// Answers to questions, in order: of `choices` with the rule that asks and the seat that it
    /// asks, of `chose` without.
    answers: Enumerate<IntoIter<GivenAnswer<'a>>>,
    /// Decides what the request leaves open.
    seed: GameSeed,
    /// Whether a choice was taken other than the choices that may be left out.
    chosen: bool,
    /// How many tiles were placed.
    placed: usize,
    /// What was legal at the first placement.
    legal: Json,
}

impl<'a> GivenChoices<'a> {
    fn read(
        fields: &Object<'a>,
        place: Vec<(Laid, Option<Square>)>,
        seed: GameSeed,
    ) -> Result<Self, PositionError> {
        Ok(Self {
            place,
            start: fields.optional("start", self::place)?,
            comes_back: fields.optional("return", self::place)?,
            exchange: fields.optional("exchange", read_exchange)?,
            relocate: fields.optional("relocate", self::place)?,
            answers: match (
                fields.optional("choices", read_choices)?,
                fields.optional("chose", read_answers)?,
            ) {
                (Some(_), Some(_)) => {
                    return Err(error("chose", "the request has `choices` for the same"));
                }
                (answers, bare) => answers.or(bare).unwrap_or_default().into_iter().enumerate(),
            },
            seed,
            chosen: false,
            placed: 0,
            legal: Json::List(Vec::new()),
        })
    }

    /// The next choice, checked; `None` where the request has no more.
    fn next<Z: Size>(
        &mut self,
        rules: &Rules<Z>,
        state: &State<Rules<Z>>,
        chance: &mut ListedChance,
    ) -> Result<Option<NextStep>, ApplyError> {
        let view = View::new(rules, state);
        let Some(choice) = self.choice(rules, state, &view, chance)? else { return Ok(None) };
        view.check(&choice).map_err(|why| match choice {
            Choice::Place(_) => ApplyError::IllegalPlacement(why),
            Choice::Rule(_) if view.aims() => ApplyError::IllegalPlacement(why),
            _ => ApplyError::IllegalChoice(why),
        })?;
        self.chosen |=
            !matches!(choice, Choice::Relocate(_)) && !view.aims() && !state.core().comes_back();
        self.placed += usize::from(matches!(choice, Choice::Place(_)));
        Ok(Some(NextStep::Take(choice)))
    }

    fn choice<Z: Size>(
        &mut self,
        rules: &Rules<Z>,
        state: &State<Rules<Z>>,
        view: &View<'_, Rules<Z>>,
        chance: &mut ListedChance,
    ) -> Result<Option<Choice>, ApplyError> {
        let all_are_placed = self.placed > 0 && self.placed == self.place.len();
        Ok(match state.core().phase() {
            Phase::Start if state.core().comes_back() => self
                .comes_back
                .or_else(|| mark(rules, state, self.seed, !self.place.is_empty()))
                .map(Choice::Start),
            Phase::Start => self.start.filter(|_| !self.chosen).map(Choice::Start),
            Phase::Relocate { must } => Some(Choice::Relocate(
                self.relocate
                    .or_else(|| must.then(|| relocation(rules, state, self.seed)).flatten()),
            )),
            // A turn may lay more tiles than the request (V8): it goes on at the position in the
            // answer.
            Phase::Place if all_are_placed => None,
            Phase::Ask if view.aims() && all_are_placed => None,
            Phase::Ask if view.aims() => self.square(view),
            Phase::Place => self.placement(view, chance)?,
            Phase::Exchange if self.exchange.is_none() && self.place.is_empty() => None,
            // It is for the first exchange of the turn.
            Phase::Exchange => {
                Some(Choice::Exchange(std::mem::take(&mut self.exchange).unwrap_or_default()))
            }
            Phase::Ask => self.answer(view)?,
            Phase::Turn | Phase::Over => None,
        })
    }

    /// The square is part of the placement (W7).
    fn square<R: RuleSet>(&mut self, view: &View<'_, R>) -> Option<Choice> {
        if self.placed == 0 {
            self.legal = offered(view);
        }
        let &(_, square) = self.place.get(self.placed)?;
        let core = view.core();
        Some(Choice::Rule(square.unwrap_or(core.place(core.active()).square()).into()))
    }

    fn placement<R: RuleSet>(
        &mut self,
        view: &View<'_, R>,
        chance: &mut ListedChance,
    ) -> Result<Option<Choice>, ApplyError> {
        let offered = offered(view);
        if let Some(problem) = chance.problem.take() {
            return Err(ApplyError::ImpossibleChance(problem));
        }
        // Of several placements, the answer has what was legal at the first.
        if self.placed == 0 {
            self.legal = offered;
        }
        let Some(&(tile, square)) = self.place.get(self.placed) else { return Ok(None) };
        let here = view.observation(None).placing_square();
        if let Some(other) = square.filter(|&square| Some(square) != here) {
            return Err(ApplyError::IllegalPlacement(Illegal::Answer {
                answer: other.into(),
                options: here.into_iter().map(Answer::from).collect(),
            }));
        }
        Ok(Some(Choice::Place(tile)))
    }

    fn answer<R: RuleSet>(&mut self, view: &View<'_, R>) -> Result<Option<Choice>, ApplyError> {
        let Some((index, (asked, answer))) = self.answers.next() else {
            let goes_on = !self.place.is_empty();
            return Ok(goes_on.then(|| Choice::Rule(random_answer(view, self.seed))));
        };
        let decider = view.core().decider();
        let see = view.observation(Some(decider));
        let rule = see.question().map_or("", |question| question.asks.rule);
        if asked.is_some_and(|asked| asked != (rule, decider)) {
            let why = format!("the rule {rule:?} asks seat {} here", decider.number());
            return Err(ApplyError::BadRequest(error(format!("choices[{index}]"), why)));
        }
        Ok(Some(Choice::Rule(answer)))
    }
}

/// The legal placements, with their squares where a tile may be laid on several (W7).
fn offered<R: RuleSet>(view: &View<'_, R>) -> Json {
    let choices = view.choices();
    if choices.is_for_team() {
        let on_squares = choices.legal_on_squares();
        return Json::list(on_squares.iter().map(|(square, tile)| {
            json!({
                "tile": tile.face(), "rotation": tile.rotation(), "square": square
            })
        }));
    }
    Json::list(
        choices
            .legal()
            .iter()
            .map(|tile| json!({ "tile": tile.face(), "rotation": tile.rotation() })),
    )
}

/// One placement, or the placements of a turn in order (V8); with its square, where that is not the
/// one that the player's own piece faces (W7).
fn read_placements(
    field: &str,
    value: &Value,
) -> Result<Vec<(Laid, Option<Square>)>, PositionError> {
    let one = |field: &str, value| {
        let entry = Object::new(field, value)?;
        Ok((laid(&entry)?, entry.optional("square", square)?))
    };
    if value.is_array() { list(field, value, one) } else { Ok(vec![one(field, value)?]) }
}

fn read_roll(field: &str, value: &Value) -> Result<Vec<u32>, PositionError> {
    let dice = numbers(field, value, 1..=6)?;
    if matches!(dice.len(), 1 | 2) {
        Ok(dice)
    } else {
        Err(error(field, "a roll has one die, or two: gold and blue"))
    }
}

fn read_spawn(field: &str, value: &Value) -> Result<Vec<u32>, PositionError> {
    let spawn = numbers(field, value, 0..=63)?;
    if matches!(spawn[..], [_, 0..4]) {
        Ok(spawn)
    } else {
        Err(error(field, "a piece and its facing, 0 to 3, are needed"))
    }
}

/// One number, or two in a list.
fn read_pick(field: &str, value: &Value) -> Result<Vec<u32>, PositionError> {
    if value.is_array() {
        numbers(field, value, 0..=u32::MAX)
    } else {
        Ok(vec![number(field, value, 0..=u32::MAX)?])
    }
}

fn read_shuffle(field: &str, value: &Value) -> Result<Vec<u8>, PositionError> {
    small_numbers(field, value, 0..=KINDS as u8 - 1)
}

fn read_exchange(field: &str, value: &Value) -> Result<Exchange, PositionError> {
    let entry = Object::new(field, value)?;
    let side = |field: &str, value| {
        let tiles = kinds(field, value)?;
        SwapTiles::try_from(&tiles[..]).map_err(|_| error(field, "more tiles than a hand can hold"))
    };
    let (gave, took) = (entry.needed("gave", side)?, entry.needed("took", side)?);
    let unequal = |why: UnequalExchange| {
        error(
            field,
            format!("{} tiles are given for {}; the numbers have to be equal", why.gave, why.took),
        )
    };
    Exchange::new(&gave, &took).map_err(unequal)
}

fn read_answer(field: &str, value: &Value) -> Result<Answer, PositionError> {
    let needed = "a number, a short word, or a port with or without a tile";
    Answer::deserialize(value).map_err(|_| error(field, format!("{needed} is needed, not {value}")))
}

/// Answers with the rule that asks and the seat that it asks.
fn read_choices<'a>(field: &str, value: &'a Value) -> Result<Vec<GivenAnswer<'a>>, PositionError> {
    list(field, value, |field, value| {
        let entry = Object::new(field, value)?.only(&["rule", "player", "choice"])?;
        let asked = (entry.needed("rule", text)?, entry.needed("player", seat)?);
        Ok((Some(asked), entry.needed("choice", read_answer)?))
    })
}

/// Answers alone.
fn read_answers<'a>(field: &str, value: &Value) -> Result<Vec<GivenAnswer<'a>>, PositionError> {
    list(field, value, |field, value| Ok((None, read_answer(field, value)?)))
}

/// An answer for which the request has none: left to the seed.
fn random_answer<R: RuleSet>(view: &View<'_, R>, seed: GameSeed) -> Answer {
    let core = view.core();
    view.observation(Some(core.decider())).sample_answer(&mut game::decision_stream(seed, core))
}

/// Where a piece relocates that has to and for which nothing was asked: left to the seed.
fn relocation<Z: Size>(rules: &Rules<Z>, state: &State<Rules<Z>>, seed: GameSeed) -> Option<Place> {
    let core = state.core();
    let mut rng = game::decision_stream(seed, core);
    Marks::new(&rules.basics, core).sample_to_relocate(core.active(), true, &mut rng)
}

/// Where a piece comes back for which the request says nothing: left to the seed, if the turn is to
/// go on.
fn mark<Z: Size>(
    rules: &Rules<Z>,
    state: &State<Rules<Z>>,
    seed: GameSeed,
    goes_on: bool,
) -> Option<Place> {
    let core = state.core();
    goes_on.then(|| {
        Marks::new(&rules.basics, core).sample_at_start(&mut game::decision_stream(seed, core))
    })
}

/// A source of chance that takes outcomes from the request's lists in order, and from the seed when
/// a list is used up.
struct ListedChance {
    rolls: Enumerate<IntoIter<Vec<u32>>>,
    spawns: Enumerate<IntoIter<Vec<u32>>>,
    picks: Enumerate<IntoIter<Vec<u32>>>,
    shuffles: Enumerate<IntoIter<Vec<u8>>>,
    luck: Luck,
    /// The first outcome that was not possible.
    problem: Option<String>,
}

impl ListedChance {
    fn read(fields: &Object<'_>, seed: GameSeed) -> Result<Self, PositionError> {
        let outcomes = |name, read: fn(&str, &Value) -> Result<Vec<u32>, PositionError>| {
            let read = fields.optional(name, |field, value| list(field, value, read));
            read.map(|found| found.unwrap_or_default().into_iter().enumerate())
        };
        Ok(Self {
            rolls: outcomes("rolls", read_roll)?,
            spawns: outcomes("spawns", read_spawn)?,
            picks: outcomes("picks", read_pick)?,
            shuffles: fields
                .optional("shuffles", |field, value| list(field, value, read_shuffle))?
                .unwrap_or_default()
                .into_iter()
                .enumerate(),
            luck: Luck(seed),
            problem: None,
        })
    }

    /// Notes an outcome that is not possible; only the first is kept.
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
        let Some((index, order)) = self.shuffles.next() else {
            return self.luck.reshuffle(at, pile);
        };
        if !arrange(pile, &order) {
            self.note(format!(
                "shuffles[{index}]: these are not the {} tiles in the pile",
                pile.len()
            ));
        }
    }

    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        let (name, list) = match lot.decl().look {
            ChanceLook::Dice => ("rolls", &mut self.rolls),
            ChanceLook::Piece => ("spawns", &mut self.spawns),
            _ => ("picks", &mut self.picks),
        };
        let Some((index, given)) = list.next() else { return self.luck.numbers(at, lot) };
        lot.given(&given).unwrap_or_else(|why| {
            self.note(format!("{name}[{index}]: {why}"));
            self.luck.numbers(at, lot)
        })
    }
}
