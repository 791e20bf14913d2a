//! Makes a scenario of one turn of a recorded game: the position before it, its choices and chance, and its events.

use super::chance::ChanceKind;
use super::model::ScenarioDecision;
use super::play::{Onlookers, ScenarioStop, Trace};
use super::sentences::{letter, sentence};
use super::short::turned;
use crate::game::unchecked::{advance_turn, deal, take};
use crate::game::{Deciders as _, Phase, ReturnOrder, Rule as _, Seat, StopAtDecision, View};
use crate::record::{GameRecord, RecordHead, Script, ScriptFollower, write_position};
use crate::rules::{Registry, RulePhase, hazard::NoHazard};
use crate::ruleset::{Problems, Source, SourceId, Variant, toml_inline, toml_string};
use crate::with_rules;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::fmt::Write as _;

/// Why a turn of a record cannot become a scenario.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    let refused = || CutError::Mismatch(script.borrow().mismatch().map_or_else(String::new, ToString::to_string));
    with_rules!(head.variant.rules(), |rules| {
        let mut chance = ScriptFollower::new(&script, head.luck());
        let mut sink = ScriptFollower::new(&script, ());
        let mut deciders = ScriptFollower::new(&script, StopAtDecision);
        let mut state = deal(rules, head.seats(), &mut chance, &mut sink);
        loop {
            match state.core().phase() {
                Phase::Turn if state.core().turn() + 1 == turn => break Ok(write_position(rules, &state)),
                Phase::Over => break Err(CutError::NoTurn { turn, last: state.core().turn() }),
                Phase::Turn => drop(advance_turn(rules, &mut state, &mut chance, &mut sink)),
                _ => {
                    let choice = deciders.decide(View::new(rules, &state)).map_err(|_| refused())?;
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
        let number = (event_name(&event) == "turn").then(|| event.get("number").and_then(Value::as_u64).unwrap_or_default());
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
pub fn cut(game: &GameRecord, head: &RecordHead, turn: u32, rules: &str, title: &str) -> Result<String, CutError> {
    let events = turn_events(game, turn)?;
    let position = position_before(game, head, turn)?;
    Ok(written(&head.variant, &position, &events, rules, title))
}

/// A scenario as TOML that begins with this position and expects these events.
pub(super) fn written(variant: &Variant, position: &Value, events: &[Map<String, Value>], rules: &str, title: &str) -> String {
    let (mut declined, mut picks) = (Vec::new(), Vec::new());
    loop {
        let text = draft(variant, position, events, rules, title, &declined, &picks);
        // A declined choice leaves no event, so the draft is played to find where one is asked for.
        let Some(trace) = played(variant, &text) else { return text };
        match trace.stop {
            ScenarioStop::Asked(asked @ (ScenarioDecision::Exchange | ScenarioDecision::Relocation)) if !declined.contains(&asked) => {
                declined.push(asked);
            }
            _ if trace.trouble.as_ref().is_some_and(|trouble| trouble.kind == ChanceKind::Picks && trouble.item.is_none()) => {
                let agreement = |picks: &[u32]| {
                    let trace = played(variant, &draft(variant, position, events, rules, title, &declined, picks))?;
                    // A number that the rule cannot have picked is replaced by luck, which may happen to agree.
                    let impossible = trace.trouble.is_some_and(|trouble| trouble.item.is_some());
                    let found = trace.events.iter().filter(|event| event_name(event) != "turn");
                    (!impossible).then(|| found.zip(events).take_while(|(found, event)| found == event).count())
                };
                match next_pick(events, &mut picks, agreement) {
                    Some(pick) => picks.push(pick),
                    None => return text,
                }
            }
            _ => return text,
        }
    }
}

/// Plays the one scenario of a text.
fn played(variant: &Variant, text: &str) -> Option<Trace> {
    let source = Source::new(SourceId::File("cut.toml".into()), "cut.toml", text);
    let suite = super::read(source, &Registry::default(), &mut Problems::default());
    Some(super::play::play(variant, &suite.scenarios.first()?.given, &[], Onlookers::default()))
}

/// The most numbers of a lot that are tried.
const LOTS: u32 = 256;

/// The number that a rule picked after `picks`. A record has the number of a pick; what it has of a lot is data that
/// only the rule can make of the number, so numbers are tried. `None`: with none does the game go on as it did.
fn next_pick(events: &[Map<String, Value>], picks: &mut Vec<u32>, agreement: impl Fn(&[u32]) -> Option<usize>) -> Option<u32> {
    let picked = |event: &Map<String, Value>| event.get("data")?.get("picked")?.as_u64()?.try_into().ok();
    let numbers = events.iter().filter_map(picked).chain(0..LOTS);
    let mut best = None;
    for number in numbers {
        picks.push(number);
        let agreed = agreement(picks);
        picks.pop();
        if agreed > best.map(|(agreed, _)| agreed) {
            best = agreed.map(|agreed| (agreed, number));
        }
    }
    // No rule picks more often than it reports.
    let reports = events.iter().filter(|event| event_name(event) == "rule").count();
    best.filter(|&(agreed, _)| picks.len() < reports && agreed > 0).map(|(_, number)| number)
}

fn draft(
    variant: &Variant,
    position: &Value,
    events: &[Map<String, Value>],
    rules: &str,
    title: &str,
    declined: &[ScenarioDecision],
    picks: &[u32],
) -> String {
    let hazard = !variant.resolved().has_rule(RulePhase::Hazard, NoHazard::NAME);
    // A rule id that fits every turn; its author may know a better one.
    let id = if hazard { "S4" } else { "C2" };
    let mut text = format!("[[scenario]]\ntitle = {}\nrule = \"{id}\"\nrules = {}\n", toml_string(title), toml_string(rules));
    let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let number = |value: &Value, field: &str| value.get(field).and_then(Value::as_u64).unwrap_or_default();
    let word = |value: &Value, field: &str| value.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
    let seat = |number: u64| letter(Seat::checked(number, 32).unwrap_or(Seat::new(0)));
    // Writing to a string cannot fail.
    for (index, player) in list(position.get("players")).iter().enumerate() {
        let mut piece = word(player, "at");
        if player.get("out").is_some() {
            "out".clone_into(&mut piece);
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
        let _ = writeln!(text, "players.{} = {}", seat(index as u64), toml_string(&piece));
    }
    for tile in list(position.get("tiles")) {
        let laid = turned(number(&tile, "tile") as u8, number(&tile, "rotation") as u8);
        let _ = writeln!(text, "tiles.{} = {}", word(&tile, "square"), toml_string(&laid));
    }
    for rule_piece in list(position.get("daikaiju")) {
        let turned = turned(number(&rule_piece, "tile") as u8, number(&rule_piece, "facing") as u8);
        let _ = writeln!(text, "daikaiju.{} = {}", word(&rule_piece, "square"), toml_string(&turned));
    }
    let _ = writeln!(text, "active = \"{}\"\nturn = {}", seat(number(position, "active")), number(position, "turn"));
    for field in ["pile", "supply", "hand", "scores", "blocked"] {
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
    text.push_str("begin = \"turn\"\n");
    let shuffled = variant.resolved().choice::<ReturnOrder>("draw.returned") == ReturnOrder::Shuffle;
    choices(&mut text, events, shuffled);
    if !picks.is_empty() {
        let _ = writeln!(text, "picks = {}", toml_inline(&json!(picks)));
    }
    for asked in declined {
        let no = if *asked == ScenarioDecision::Exchange { "none" } else { "stay" };
        let _ = writeln!(text, "{} = \"{no}\"", asked.key());
    }
    text.push_str("expect.events = [\n");
    for words in events.iter().filter(|event| event_name(event) != "placed").filter_map(sentence) {
        let _ = writeln!(text, "    {},", toml_string(&words));
    }
    text.push_str("]\n");
    text
}

/// Reads a choice from an event and its name, if the event has it.
type ReadChoice<'a> = &'a dyn Fn(&Map<String, Value>, &str) -> Option<Value>;

/// Adds the choices and the outcomes of chance, taken from the events.
fn choices(text: &mut String, events: &[Map<String, Value>], shuffled: bool) {
    let number = |event: &Map<String, Value>, field: &str| event.get(field).and_then(Value::as_u64).unwrap_or_default() as u8;
    let mut line = |key: &str, value: ReadChoice<'_>| {
        let values: Vec<Value> = events.iter().filter_map(|event| value(event, event_name(event))).collect();
        if !values.is_empty() {
            let _ = writeln!(text, "{key} = {}", toml_inline(&values.into()));
        }
    };
    line("place", &|event, name| (name == "placed").then(|| json!(turned(number(event, "tile"), number(event, "rotation")))));
    line("dice", &|event, name| match name {
        "roll" | "daikaiju_placed" => event.get("dice").cloned(),
        "die" => Some(json!([event.get("value")?])),
        _ => None,
    });
    line("spawns", &|event, name| (name == "daikaiju_placed").then(|| json!(turned(number(event, "tile"), number(event, "facing")))));
    line("choose", &|event, name| if name == "chose" { event.get("choice").cloned() } else { None });
    line("relocate", &|event, name| event.get("mark").filter(|mark| name == "relocated" && mark.is_string()).cloned());
    line("exchange", &|event, name| {
        let side = |field: &str| Some(event.get(field)?.as_array()?.iter().map(Value::to_string).collect::<Vec<_>>().join(" "));
        if name == "exchanged" { Some(json!(format!("{} for {}", side("gave")?, side("took")?))) } else { None }
    });
    line("shuffles", &|event, name| if shuffled && name == "returned" { event.get("pile").cloned() } else { None });
}
