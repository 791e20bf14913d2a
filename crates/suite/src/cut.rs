//! Makes a scenario of one turn of a recorded game: the position before it, its choices and chance,
//! and its events.

use super::letters::letter;
use super::model::ScenarioDecision;
use super::play::{Onlookers, ScenarioStop};
use super::sentences::sentence;
use super::short::turned;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::fmt::Write as _;
use tsuro::game::unchecked::{advance_turn, deal, take};
use tsuro::game::{
    Chance, ChanceLook, Deciders as _, Lot, Luck, Moment, Phase, ReturnOrder, Rule as _, RunSeed,
    Seat, Shuffle, StopAtDecision, View,
};
use tsuro::record::{
    GameRecord, RecordHead, Script, ScriptFollower, read_position, write_position,
};
use tsuro::rules::Registry;
use tsuro::rules::hazard::names::PIECES;
use tsuro::ruleset::{Problems, Source, SourceId, Variant, toml_inline, toml_string};
use tsuro::with_rules;

/// Why a turn of a record cannot become a scenario.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CutError {
    /// The game has no such turn.
    #[error("the game has no turn {turn}: its last is {last}")]
    NoTurn {
        /// The turn that was asked for.
        turn: u32,
        /// The last turn of the record.
        last: u32,
    },
    /// The record breaks off in that turn.
    #[error("the record breaks off in turn {0}, so its outcome is not known")]
    BrokenOff(u32),
    /// The record cannot be replayed.
    #[error("{0}")]
    Mismatch(String),
}

/// The position before turn `turn` of a recorded game.
fn position_before(game: &GameRecord, head: &RecordHead, turn: u32) -> Result<Value, CutError> {
    let script = RefCell::new(Script::new(&game.lines, 1));
    let refused = || {
        CutError::Mismatch(script.borrow().mismatch().map_or_else(String::new, ToString::to_string))
    };
    with_rules!(head.variant.rules(), |rules| {
        let mut chance = ScriptFollower::new(&script, head.luck());
        let mut sink = ScriptFollower::new(&script, ());
        let mut deciders = ScriptFollower::new(&script, StopAtDecision);
        let mut state = deal(rules, head.seats(), &mut chance, &mut sink);
        loop {
            match state.core().phase() {
                Phase::Turn if state.core().turn() + 1 == turn => {
                    break Ok(write_position(rules, &state));
                }
                Phase::Over => break Err(CutError::NoTurn { turn, last: state.core().turn() }),
                Phase::Turn => drop(advance_turn(rules, &mut state, &mut chance, &mut sink)),
                _ => {
                    let choice =
                        deciders.decide(View::new(rules, &state)).map_err(|_| refused())?;
                    take(rules, &mut state, &choice, &mut chance, &mut sink);
                }
            }
            if script.borrow().mismatch().is_some() {
                break Err(refused());
            }
        }
    })
}

fn event_name(event: &Map<String, Value>) -> &str {
    event.get("event").and_then(Value::as_str).unwrap_or_default()
}

/// The events of one turn, without its beginning.
fn turn_events(game: &GameRecord, turn: u32) -> Result<Vec<Map<String, Value>>, CutError> {
    let mut found: Option<Vec<Map<String, Value>>> = None;
    let mut last = 0;
    for line in &game.lines {
        let Ok(event) = serde_json::from_str::<Map<String, Value>>(line) else { continue };
        let number = (event_name(&event) == "turn")
            .then(|| event.get("number").and_then(Value::as_u64).unwrap_or_default());
        if let Some(number) = number {
            if let Some(found) = found {
                return Ok(found);
            }
            last = number as u32;
            if last == turn {
                found = Some(Vec::new());
            }
        } else if let Some(events) = &mut found {
            let over = event_name(&event) == "end";
            events.push(event);
            if over {
                return Ok(std::mem::take(events));
            }
        }
    }
    Err(if found.is_some() { CutError::BrokenOff(turn) } else { CutError::NoTurn { turn, last } })
}

/// A scenario of turn `turn` as TOML; `rules` is the reference of its rule set.
///
/// # Errors
/// If the game has no such turn, breaks off in it, or cannot be replayed.
pub fn cut(
    game: &GameRecord,
    head: &RecordHead,
    turn: u32,
    rules: &str,
    title: &str,
) -> Result<String, CutError> {
    let events = turn_events(game, turn)?;
    let position = position_before(game, head, turn)?;
    Ok(written(&head.variant, &position, &events, rules, title))
}

/// A scenario as TOML that begins with this position and expects these events.
pub(super) fn written(
    variant: &Variant,
    position: &Value,
    events: &[Map<String, Value>],
    rules: &str,
    title: &str,
) -> String {
    let numbers = numbers(variant, position, events);
    let draft = TurnDraft { variant, position, events, rules, title, numbers };
    let mut declined = Vec::new();
    loop {
        let text = draft.text(&declined);
        // A declined choice leaves no event, so the draft is played to find where one is asked for.
        match played(variant, &text) {
            Some(ScenarioStop::Asked(
                asked @ (ScenarioDecision::Exchange | ScenarioDecision::Relocation),
            )) if !declined.contains(&asked) => {
                declined.push(asked);
            }
            _ => return text,
        }
    }
}

/// Plays the one scenario of a text.
fn played(variant: &Variant, text: &str) -> Option<ScenarioStop> {
    let source = Source::new(SourceId::File("cut.toml".into()), "cut.toml", text);
    let suite = super::read(source, &Registry::default(), &mut Problems::default());
    Some(
        super::play::play(variant, &suite.scenarios.first()?.given, &[], Onlookers::default()).stop,
    )
}

/// Numbers that rules drew, as a scenario gives them: what they look like, and the numbers.
type GivenNumbers = Vec<(ChanceLook, Vec<u32>)>;

/// The chance of a record, which notes the numbers that rules draw.
struct NotedChance<'s, 'a> {
    script: &'s RefCell<Script<'a>>,
    chance: ScriptFollower<'s, 'a, Luck>,
    noted: GivenNumbers,
}

impl Chance for NotedChance<'_, '_> {
    fn first(&mut self, seats: u8) -> Seat {
        self.chance.first(seats)
    }
    fn deck<T: Shuffle>(&mut self, deck: &mut T) {
        self.chance.deck(deck);
    }
    fn reshuffle<T: Shuffle>(&mut self, at: Moment, pile: &mut T) {
        self.chance.reshuffle(at, pile);
    }
    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        let is_over = self.script.borrow().is_used_up();
        let numbers = self.chance.numbers(at, lot);
        if !is_over && self.script.borrow().mismatch().is_none() {
            self.noted.push((lot.decl().look, lot.as_given(numbers)));
        }
        numbers
    }
}

/// The numbers that rules draw while these events happen, which follow a position between two
/// turns.
fn numbers(variant: &Variant, position: &Value, events: &[Map<String, Value>]) -> GivenNumbers {
    let begins =
        json!({ "event": "turn", "player": position["active"], "number": position["turn"] });
    // Where a record has its first line, there is nothing.
    let lines = [String::new(), begins.to_string()]
        .into_iter()
        .chain(events.iter().map(|event| json!(event).to_string()));
    let lines: Vec<String> = lines.collect();
    let script = RefCell::new(Script::new(&lines, 1));
    let luck = Luck(RunSeed::new("").game(0));
    let mut chance = NotedChance {
        script: &script,
        chance: ScriptFollower::new(&script, luck.clone()),
        noted: Vec::new(),
    };
    let (mut sink, mut deciders) =
        (ScriptFollower::new(&script, ()), ScriptFollower::new(&script, StopAtDecision));
    with_rules!(variant.rules(), |rules| {
        let Ok(mut state) = read_position(rules, position, luck.0) else { return Vec::new() };
        while !script.borrow().is_used_up() && script.borrow().mismatch().is_none() {
            match state.core().phase() {
                Phase::Over => break,
                Phase::Turn => drop(advance_turn(rules, &mut state, &mut chance, &mut sink)),
                _ => match deciders.decide(View::new(rules, &state)) {
                    Ok(choice) => take(rules, &mut state, &choice, &mut chance, &mut sink),
                    Err(_) => break,
                },
            }
        }
    });
    chance.noted
}

/// A turn that becomes a scenario.
struct TurnDraft<'a> {
    variant: &'a Variant,
    position: &'a Value,
    events: &'a [Map<String, Value>],
    rules: &'a str,
    title: &'a str,
    numbers: GivenNumbers,
}

// Writing to a string cannot fail.
impl TurnDraft<'_> {
    /// The scenario as TOML; the decisions of `declined` are answered with no.
    fn text(&self, declined: &[ScenarioDecision]) -> String {
        // A rule id that fits every turn; its author may know a better one.
        let id = if self.variant.has_hazard() { "S4" } else { "C2" };
        let mut text = format!(
            "[[scenario]]\ntitle = {}\nrule = \"{id}\"\nrules = {}\n",
            toml_string(self.title),
            toml_string(self.rules)
        );
        text.push_str(&situation(self.variant, self.position));
        text.push_str("begin = \"turn\"\n");
        let shuffled =
            self.variant.resolved().choice::<ReturnOrder>("draw.returned") == ReturnOrder::Shuffle;
        let for_team = with_rules!(self.variant.rules(), |rules| rules.basics.for_team());
        choices(&mut text, self.events, &self.numbers, shuffled, for_team);
        for asked in declined {
            let no = if *asked == ScenarioDecision::Exchange { "none" } else { "stay" };
            let _ = writeln!(text, "{} = \"{no}\"", asked.key());
        }
        text.push_str("expect.events = [\n");
        let told = self.events.iter().filter(|event| event_name(event) != "placed");
        for words in told.filter_map(sentence) {
            let _ = writeln!(text, "    {},", toml_string(&words));
        }
        text.push_str("]\n");
        text
    }
}

/// The situation of a position as a scenario gives it, in TOML.
pub(super) fn situation(variant: &Variant, position: &Value) -> String {
    let mut text = String::new();
    for (index, player) in list(position.get("players")).enumerate() {
        let piece = toml_string(&piece(player));
        let _ = writeln!(text, "players.{} = {piece}", seat(index as u64));
    }
    for tile in list(position.get("tiles")) {
        let laid = turned(number(tile, "tile") as u8, number(tile, "rotation") as u8);
        let _ = writeln!(text, "tiles.{} = {}", word(tile, "square"), toml_string(&laid));
    }
    add_rule_pieces(position, &mut text);
    add_fields(variant, position, &mut text);
    text
}

/// The pieces of rules; all pieces on a square are in one line.
fn add_rule_pieces(position: &Value, text: &mut String) {
    let mut standing: Vec<(&str, String)> = Vec::new();
    for rule_piece in list(position.get(PIECES)) {
        let mut written =
            turned(number(rule_piece, "tile") as u8, number(rule_piece, "facing") as u8);
        let more = rule_piece
            .as_object()
            .into_iter()
            .flatten()
            .filter(|field| !["tile", "square", "facing"].contains(&field.0.as_str()));
        for (name, value) in more {
            let _ = write!(written, " {name}={value}");
        }
        let square = word(rule_piece, "square");
        match standing.iter_mut().find(|known| known.0 == square) {
            Some((_, shared)) => *shared = format!("{shared}, {written}"),
            None => standing.push((square, written)),
        }
    }
    for (square, pieces) in standing {
        let _ = writeln!(text, "{PIECES}.{square} = {}", toml_string(&pieces));
    }
}

/// Whose turn it is, the pile and all else that is in no hand, and the states of rules.
fn add_fields(variant: &Variant, position: &Value, text: &mut String) {
    let (active, turn) = (seat(number(position, "active")), number(position, "turn"));
    let _ = writeln!(text, "active = \"{active}\"\nturn = {turn}");
    for field in ["pile", "supply", "under", "hand", "scores", "blocked", "havens"] {
        if let Some(value) = position.get(field) {
            let _ = writeln!(text, "{field} = {}", toml_inline(value));
        }
    }
    if let Some(holder) = position.get("dragon").and_then(Value::as_u64) {
        let _ = writeln!(text, "dragon = \"{}\"", seat(holder));
    }
    if let Some(state) = position.get("rule-state") {
        let _ = writeln!(text, "rule-state = {}", toml_string(&state.to_string()));
    }
    for rule in &fields_of_rules(variant) {
        if let Some(state) = position.get(rule) {
            let _ = writeln!(text, "{rule} = {}", toml_inline(state));
        }
    }
}

/// The items of a field, if there are any.
fn list(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

fn number(value: &Value, field: &str) -> u64 {
    value.get(field).and_then(Value::as_u64).unwrap_or_default()
}

fn word<'v>(value: &'v Value, field: &str) -> &'v str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}

/// The letter of a seat.
fn seat(number: u64) -> char {
    letter(Seat::checked(number, 32).unwrap_or(Seat::new(0)))
}

/// A player of a position in short form, as in `c3:H lives=1 14 2`.
fn piece(player: &Value) -> String {
    let mut piece = word(player, "at").to_owned();
    if player.get("out").is_some() {
        "out".clone_into(&mut piece);
    }
    if player.get("waits").is_some() {
        "waits".clone_into(&mut piece);
    }
    for name in ["lives", "owed"] {
        if let Some(count) = player.get(name).and_then(Value::as_u64) {
            let _ = write!(piece, " {name}={count}");
        }
    }
    if let Some(started) = player.get("started").and_then(Value::as_bool) {
        piece.push_str(if started { " started" } else { " unstarted" });
    }
    if player.get("displaced").is_some() {
        piece.push_str(" displaced");
    }
    for tile in list(player.get("hand")) {
        let _ = write!(piece, " {tile}");
    }
    piece
}

/// The rules whose states positions have in fields of their own.
fn fields_of_rules(variant: &Variant) -> Vec<&'static str> {
    with_rules!(variant.rules(), |rules| {
        rules.list.parts().iter().map(|rule| rule.decl()).filter_map(|decl| decl.in_field).collect()
    })
}

/// Reads a choice from an event and its name, if the event has it.
type ReadChoice<'a> = &'a dyn Fn(&Map<String, Value>, &str) -> Option<Value>;

/// Adds the choices and the outcomes of chance.
fn choices(
    text: &mut String,
    events: &[Map<String, Value>],
    drawn: &GivenNumbers,
    shuffled: bool,
    for_team: bool,
) {
    let number = |event: &Map<String, Value>, field: &str| {
        event.get(field).and_then(Value::as_u64).unwrap_or_default() as u8
    };
    let read = |value: ReadChoice<'_>| -> Vec<Value> {
        events.iter().filter_map(|event| value(event, event_name(event))).collect()
    };
    let numbers = |look: ChanceLook| -> Vec<Value> {
        let one = |(_, numbers): &(_, Vec<u32>)| match (look, &numbers[..]) {
            (ChanceLook::Piece, &[piece, facing]) => json!(turned(piece as u8, facing as u8)),
            (ChanceLook::Number, &[number]) => json!(number),
            (_, numbers) => json!(numbers),
        };
        drawn.iter().filter(|drawn| drawn.0 == look).map(one).collect()
    };
    // For its team a player may lay a tile on several squares (W7).
    let placed = |event: &Map<String, Value>| match event.get("square").and_then(Value::as_str) {
        Some(square) if for_team => {
            json!(format!("{}/{} on {square}", number(event, "tile"), number(event, "rotation")))
        }
        _ => json!(turned(number(event, "tile"), number(event, "rotation"))),
    };
    let mut line = |key: &str, values: Vec<Value>| {
        if !values.is_empty() {
            let _ = writeln!(text, "{key} = {}", toml_inline(&values.into()));
        }
    };
    line("place", read(&|event, name| (name == "placed").then(|| placed(event))));
    line("dice", numbers(ChanceLook::Dice));
    line("spawns", numbers(ChanceLook::Piece));
    line(
        "choose",
        read(&|event, name| if name == "chose" { event.get("choice").cloned() } else { None }),
    );
    line(
        "marks",
        read(&|event, name| {
            event.get("mark").filter(|mark| name == "start" && mark.is_string()).cloned()
        }),
    );
    line(
        "relocate",
        read(&|event, name| {
            event.get("mark").filter(|mark| name == "relocated" && mark.is_string()).cloned()
        }),
    );
    line(
        "exchange",
        read(&|event, name| {
            let side = |field: &str| {
                Some(
                    event
                        .get(field)?
                        .as_array()?
                        .iter()
                        .map(Value::to_string)
                        .collect::<Vec<_>>()
                        .join(" "),
                )
            };
            if name == "exchanged" {
                Some(json!(format!("{} for {}", side("gave")?, side("took")?)))
            } else {
                None
            }
        }),
    );
    line(
        "shuffles",
        read(&|event, name| {
            if shuffled && name == "returned" { event.get("pile").cloned() } else { None }
        }),
    );
    line("picks", numbers(ChanceLook::Number));
}
