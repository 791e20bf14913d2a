//! What a seat sees and the choices that it has, as JSON: what bots that are programs of their own
//! receive.

use super::objects::{object_with, write_rule_piece, write_tile};
use super::write::write_seen;
use crate::board::{Content, Face, Laid, Square, Wrap};
use crate::game::{
    About, Answer, AnswerKind, Choice, KeyWords as _, Observation, Question, Seat, Shown,
    SquareMark, Subject, Whereabouts, started_follows,
};
use crate::json::{Json, json};
use crate::rules::hazard::names::PIECES;
use serde::Serialize;
use serde_json::Value;

/// The version of the protocol with bots that are programs of their own.
const PROTOCOL: u64 = 1;

/// Writes the line that asks a bot to decide for its seat, line end included
/// (`docs/formats/bot-programs.md`): its [`Observation::choices`], what the seat sees, and the
/// events from number `known_events` on, which the bot has not received before. `random` is a
/// number that the bot may use.
pub fn write_request(
    see: &Observation<'_>,
    choices: &[Choice],
    known_events: usize,
    random: u32,
) -> Vec<u8> {
    let mut out = Vec::new();
    let DecisionParts { decision, sees, choices } = DecisionParts::new(see, choices);
    out.extend_from_slice(
        format!(
            "{{\"protocol\":{PROTOCOL},\"rules_hash\":\"{}\",\"decision\":\"{decision}\",\
             \"events\":[",
            see.rules_hash()
        )
        .as_bytes(),
    );
    for (index, event) in see.events().skip(known_events).enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_seen(&mut out, &event);
        // Without its line end: the events are items of a list.
        out.pop();
    }
    out.extend_from_slice(
        format!("],\"sees\":{sees},\"choices\":{choices},\"random\":{random}}}\n").as_bytes(),
    );
    out
}

/// What a seat that decides is told, without events: `{"decision", "sees", "choices"}`, as a bot's
/// program is ([`write_request`]).
pub fn write_asked(see: &Observation<'_>, choices: &[Choice]) -> Json {
    let DecisionParts { decision, sees, choices } = DecisionParts::new(see, choices);
    json!({ "decision": decision, "sees": sees, "choices": choices })
}

/// A decision of a seat.
struct DecisionParts {
    /// Its kind.
    decision: &'static str,
    /// What the seat sees.
    sees: Json,
    /// The choices, in their order.
    choices: Json,
}

impl DecisionParts {
    fn new(see: &Observation<'_>, choices: &[Choice]) -> Self {
        Self {
            decision: choices.first().map_or("none", decision),
            sees: observation_in_order(see),
            choices: Json::List(choices.iter().map(|choice| write_choice(see, choice)).collect()),
        }
    }
}

/// What a seat sees, as JSON: a position in which the other hands and the pile are only their
/// sizes.
pub fn write_observation(see: &Observation<'_>) -> Value {
    observation_in_order(see).into()
}

/// As [`write_observation`], with the fields in the documented order.
fn observation_in_order(see: &Observation<'_>) -> Json {
    let on_board = of_board(see).into_iter().chain(of_turn(see));
    object_with(on_board.chain(of_tiles(see)).chain(of_rules(see)))
}

/// A field of what a seat sees; without a value it is left out.
type SeenField = (&'static str, Option<Json>);

/// The board and the pieces of the players.
fn of_board(see: &Observation<'_>) -> [SeenField; 8] {
    let shape = see.shape();
    let tile = |square: Square| match see.content(square) {
        Content::Tile(tile) => Some(write_tile(square, tile)),
        Content::Empty | Content::Blocked | Content::Haven | Content::Closed | Content::Hidden => {
            None
        }
    };
    let missing: Vec<Square> = shape.missing().collect();
    let hidden: Vec<Square> =
        shape.squares().filter(|&square| see.content(square) == Content::Hidden).collect();
    let players = (0..see.seats()).map(Seat::new).map(|seat| write_player(see, seat));
    [
        ("columns", Some(json!(shape.columns()))),
        ("rows", Some(json!(shape.rows()))),
        ("missing", (!missing.is_empty()).then(|| json!(missing))),
        ("wrap", (shape.wrap() != Wrap::None).then(|| json!(shape.wrap().word()))),
        ("portals", (!shape.portals().is_empty()).then(|| json!(shape.portals()))),
        ("tiles", Some(Json::list(shape.squares().filter_map(tile)))),
        ("hidden", (!hidden.is_empty()).then(|| json!(hidden))),
        ("players", Some(Json::list(players))),
    ]
}

/// A player as a seat sees it.
fn write_player(see: &Observation<'_>, seat: Seat) -> Json {
    if !see.alive().contains(seat) {
        return json!({ "out": true });
    }
    let started = see.place(seat).and_then(|place| {
        let started = !see.on_start_mark().contains(seat);
        (!started_follows(see.shape(), place, started, |square| see.content(square)))
            .then(|| json!(started))
    });
    object_with([
        ("waits", see.is_waiting(seat).then(|| json!(true))),
        ("at", Some(json!(see.place(seat)))),
        ("started", started),
        ("tiles", Some(json!(if see.is_open() { 0 } else { see.hand_len(seat) }))),
        ("displaced", see.displaced().contains(seat).then(|| json!(true))),
    ])
}

/// Whose turn it is, and how far it has come.
fn of_turn(see: &Observation<'_>) -> [SeenField; 6] {
    let tells_laid = see.laid() > 0 && (see.turn_tiles() > 1 || see.question().is_some());
    [
        ("seat", Some(json!(see.seat()))),
        ("active", Some(json!(see.active()))),
        ("first", Some(json!(see.first()))),
        ("turn", Some(json!(see.turn()))),
        ("turn_tiles", (see.turn_tiles() > 1).then(|| json!(see.turn_tiles()))),
        ("laid", tells_laid.then(|| json!(see.laid()))),
    ]
}

/// The tiles of the hand, and what the seat knows of the tiles that it does not see.
fn of_tiles(see: &Observation<'_>) -> [SeenField; 7] {
    let known = see.knowledge().into_iter().map(|(face, at)| write_known(see, face, at));
    [
        ("hand", Some(numbers(see.hand().iter()))),
        ("hand_size", Some(json!(see.hand_size()))),
        ("open", Some(json!(see.is_open()))),
        ("pile", Some(json!(see.pile_len()))),
        ("copies", Some(json!(see.copies()))),
        ("dragon", Some(json!(see.holder()))),
        ("known", Some(Json::list(known))),
    ]
}

/// What rules ask, have on the board, and count.
fn of_rules(see: &Observation<'_>) -> [SeenField; 9] {
    let (offered, supply, marks) = (see.offered(), see.supply(), see.square_marks());
    let has_pieces = supply.is_some() || !see.piece_faces().is_empty();
    let pieces = || {
        let pieces = see.rule_pieces().into_iter();
        Json::list(pieces.map(|piece| write_rule_piece(piece, see.piece_fields(piece.tile))))
    };
    [
        ("question", see.question().map(|question| write_question(see, &question))),
        ("offered", (!offered.is_empty()).then(|| numbers(offered.into_iter()))),
        (PIECES, has_pieces.then(pieces)),
        ("supply", supply.map(|supply| json!(supply))),
        ("under", (!see.under_supply().is_empty()).then(|| json!(see.under_supply()))),
        ("scores", see.scores().map(|scores| json!(scores))),
        ("tallies", tallies(see)),
        ("table", table_counts(see)),
        ("marks", (!marks.is_empty()).then(|| Json::list(marks.into_iter().map(write_mark)))),
    ]
}

/// What a rule asks, in English, what it shows, and its answers.
fn write_question(see: &Observation<'_>, question: &Question) -> Json {
    let asks = question.asks;
    let special = |answer: Answer| see.special(answer.face().filter(|_| asks.kind.is_tile())?);
    let text = |answer: Answer, language| match special(answer) {
        Some(look) => look.name.in_language(language).to_owned(),
        None => asks.kind.text(answer, language),
    };
    let option = |&answer: &Answer| {
        json!({
            "choice": answer, "text": in_languages(|language| text(answer, language))
        })
    };
    let unit = if let AnswerKind::Amount(unit) = asks.kind {
        Some(unit.several.in_language("en"))
    } else {
        None
    };
    object_with([
        ("rule", Some(json!(asks.rule))),
        ("text", Some(json!(question.text("en")))),
        ("about", write_about(question)),
        ("unit", unit.map(|unit| json!(unit))),
        ("kind", Some(json!(asks.kind.name()))),
        ("options", Some(Json::list(question.options.iter().map(option)))),
    ])
}

/// A text in both languages of the program: `{"en": "a gale", "fr": "un coup de vent"}`.
fn in_languages<T: Serialize>(text: impl Fn(&'static str) -> T) -> Json {
    Json::object(["en", "fr"].map(|language| (language, text(language))))
}

/// The subjects of a question, numbers with their unit in English; `None`: it shows none.
pub(super) fn write_about(question: &Question) -> Option<Json> {
    let mut about = Json::serialized(About(question.asks, &question.about));
    let Json::List(written) = &mut about else { return None };
    for ((decl, subject), written) in
        question.asks.about.iter().zip(&question.about).zip(written.iter_mut())
    {
        if let (Some(unit), Subject::Number(number)) = (decl.unit, subject) {
            written.set("unit", unit.word(*number, "en"));
        }
    }
    (!question.about.is_empty()).then_some(about)
}

/// What the rules count for each seat, by name; `None`: nothing.
fn tallies(see: &Observation<'_>) -> Option<Json> {
    let mut counted: Vec<(&str, Vec<u8>)> = Vec::new();
    see.shows(|shown| {
        let Shown::Seat(decl, seat, count) = shown else { return };
        let at = counted.iter().position(|(known, _)| *known == decl.name).unwrap_or_else(|| {
            counted.push((decl.name, vec![0; see.seats().into()]));
            counted.len() - 1
        });
        counted[at].1[seat.index()] = count;
    });
    (!counted.is_empty()).then(|| {
        Json::object(counted.into_iter().map(|(name, counts)| (name.to_owned(), json!(counts))))
    })
}

/// What the rules count for the whole table, by name; `None`: nothing.
fn table_counts(see: &Observation<'_>) -> Option<Json> {
    let mut counted: Vec<(&str, u32)> = Vec::new();
    see.shows(|shown| {
        if let Shown::Table(decl, count) = shown {
            counted.push((decl.name, count));
        }
    });
    (!counted.is_empty()).then(|| {
        Json::list(
            counted.into_iter().map(|(name, number)| json!({ "name": name, "number": number })),
        )
    })
}

/// A mark of a rule on a square, and what it is called.
fn write_mark(mark: SquareMark) -> Json {
    json!({
        "square": mark.square, "name": in_languages(|language| mark.look.name.in_language(language))
    })
}

/// A tile that the seat does not see, and where it knows it to be.
fn write_known(see: &Observation<'_>, face: Face, at: Whereabouts) -> Json {
    match at {
        Whereabouts::Pile { below } => json!({ "tile": face, "below": below }),
        Whereabouts::Hand(seat) => json!({ "tile": face, "hand": seat }),
        Whereabouts::Loose { drawn } => {
            json!({ "tile": face, "drawn": drawn[..usize::from(see.seats())] })
        }
    }
}

/// The kind of a choice, as one word.
const fn decision(choice: &Choice) -> &'static str {
    match choice {
        Choice::Start(_) => "start",
        Choice::Place(_) => "place",
        Choice::Exchange(_) => "exchange",
        Choice::Relocate(_) => "relocate",
        Choice::Rule(_) => "rule",
    }
}

/// A choice; with a placement, how the game would stand after it.
fn write_choice(see: &Observation<'_>, choice: &Choice) -> Json {
    match choice {
        Choice::Start(mark) => json!({ "mark": mark }),
        Choice::Place(tile) => write_placement(see, *tile),
        Choice::Exchange(exchange) => json!({ "gave": exchange.gave(), "took": exchange.took() }),
        Choice::Relocate(mark) => json!({ "mark": mark }),
        Choice::Rule(answer) => json!({ "choice": answer }),
    }
}

fn write_placement(see: &Observation<'_>, tile: Laid) -> Json {
    let outlook = see.outlook(tile);
    let out: Vec<Seat> = outlook.out.iter().collect();
    let ways: Vec<u8> = (0..see.seats()).map(|seat| outlook.ways(Seat::new(seat))).collect();
    json!({
        "tile": tile.face(),
        "rotation": tile.rotation(),
        "to": outlook.to,
        "out": out,
        "continuations": outlook.continuations,
        "danger": outlook.danger,
        "ways": ways,
    })
}

fn numbers(tiles: impl Iterator<Item = Face>) -> Json {
    Json::list(tiles.map(Face::number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Game;

    #[test]
    fn what_is_asked_is_what_a_program_is_sent() {
        let mut game = Game::new("seas", 3, "any text").unwrap();
        while let Some(decision) = game.decision() {
            let see = game.observe(decision.seat());
            let choices = see.choices();
            let sent = String::from_utf8(write_request(&see, &choices, usize::MAX, 7)).unwrap();
            let asked = write_asked(&see, &choices).to_string();
            let fields = asked.strip_prefix('{').and_then(|asked| asked.strip_suffix('}')).unwrap();
            assert_eq!(
                sent,
                format!(
                    "{{\"protocol\":1,\"rules_hash\":\"{}\",{},\"random\":7}}\n",
                    see.rules_hash(),
                    fields.replacen(",\"sees\"", ",\"events\":[],\"sees\"", 1)
                )
            );
            let first = choices[0].clone();
            game.play(&first).unwrap();
        }
    }
}
