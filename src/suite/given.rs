//! What a scenario gives: the position in its short forms, the choices, and chance.

use super::drawing;
use super::model::{Given, Span, Spanned, Start, TurnBeginning};
use super::short::{self, Piece};
use super::values::{ScenarioValues, items, json};
use crate::board::{Face, Laid, Place};
use crate::game::{Exchange, Seat, Swapped};
use crate::ruleset::{Code, Problem, SourceData, SourceEntry, SourceValue, find};
use serde_json::{Map, Value, json};

/// The keys by which a scenario gives something.
pub const KEYS: &[&str] = &[
    "board",
    "players",
    "hands",
    "tiles",
    "daikaiju",
    "position",
    "active",
    "pile",
    "dragon",
    "turn",
    "supply",
    "scores",
    "hand",
    "boxed",
    "rule-state",
    "blocked",
    "seats",
    "first",
    "deck",
    "begin",
    "turns",
    "place",
    "exchange",
    "relocate",
    "marks",
    "dice",
    "spawns",
    "shuffles",
    "picks",
    "seed",
];

/// The keys whose tables a scenario adds to those of its fixture.
pub const TABLES: &[&str] = &["players", "hands", "tiles", "daikaiju", "rule-state"];

/// A position on its way.
#[derive(Default)]
struct PositionDraft {
    position: Map<String, Value>,
    fields: Vec<(String, Span)>,
    pieces: Vec<(Seat, Piece, Span)>,
}

/// Reads what is given; `None` where something of it is wrong.
pub fn read(values: &mut ScenarioValues<'_>, entries: &[SourceEntry], header: &Span) -> Option<Given> {
    let before = values.problems.len();
    let entry = |key: &str| find(entries, key);
    let at_deal = entry("seats").is_some();
    let (start, seats, fields) = if at_deal { deal(values, entries)? } else { position(values, entries, header)? };
    let numbers = |values: &mut ScenarioValues<'_>,
                   key: &str,
                   read: fn(&mut ScenarioValues<'_>, &SourceValue) -> Option<Vec<u8>>|
     -> Spanned<Vec<u8>> {
        let Some(entry) = find(entries, key) else { return Vec::new() };
        let SourceData::List(items) = &entry.value.data else {
            values.problem(Code::WrongType, &entry.value.span, format!("`{key}` is a list of lists, as in [[4, 3]]"));
            return Vec::new();
        };
        items.iter().filter_map(|item| read(values, item).map(|found| (found, item.span.clone()))).collect()
    };
    let dice = numbers(values, "dice", roll);
    let shuffles = numbers(values, "shuffles", pile);
    let spawns: Spanned<(u8, u8)> = match entry("spawns") {
        Some(entry) => items(&entry.value).iter().filter_map(|item| Some((values.monster(item)?, item.span.clone()))).collect(),
        None => Vec::new(),
    };
    let picks: Spanned<u32> = match entry("picks") {
        Some(entry) => {
            let items = items(&entry.value);
            items.iter().filter_map(|item| Some((values.number(item, 0, u32::MAX.into())? as u32, item.span.clone()))).collect()
        }
        None => Vec::new(),
    };
    let place = entry("place").map_or(Some(Vec::new()), |entry| values.laids(&entry.value));
    let marks = entry("marks").map_or(Some(Vec::new()), |entry| values.places(&entry.value));
    let exchange = entry("exchange").map_or(Some(Vec::new()), |entry| exchanges(values, &entry.value));
    let relocate = entry("relocate").map_or(Some(Vec::new()), |entry| relocations(values, &entry.value));
    let seed = entry("seed").and_then(|entry| values.text(&entry.value));
    let begin = entry("begin").and_then(|entry| values.word(&entry.value, &["turn", "placement"]));
    let turns = entry("turns").and_then(|entry| values.number(&entry.value, 0, 100_000));
    if values.problems.len() > before {
        return None;
    }
    let (place, marks, exchange, relocate) = (place?, marks?, exchange?, relocate?);
    // Dice, daikaiju and relocations come before the placement, so giving them asks for the whole turn.
    let whole = at_deal || !(dice.is_empty() && spawns.is_empty() && relocate.is_empty() && picks.is_empty());
    let begin = match begin.as_deref() {
        Some("turn") => TurnBeginning::Turn,
        None if whole => TurnBeginning::Turn,
        _ => TurnBeginning::Placement,
    };
    let turns = turns.map_or_else(|| place.len().max(usize::from(!at_deal)), |turns| turns as usize);
    Some(Given { start, seats, fields, begin, turns, place, exchange, relocate, marks, dice, spawns, shuffles, picks, seed })
}

fn pile(values: &mut ScenarioValues<'_>, node: &SourceValue) -> Option<Vec<u8>> {
    values.faces(node)
}

fn roll(values: &mut ScenarioValues<'_>, node: &SourceValue) -> Option<Vec<u8>> {
    let items = items(node);
    let dice: Vec<u8> = items.iter().map(|item| values.number(item, 1, 6).map(|die| die as u8)).collect::<Option<_>>()?;
    if matches!(dice.len(), 1 | 2) {
        return Some(dice);
    }
    values.problem(Code::WrongLength, &node.span, "a roll has one die, as in [4], or two, gold and blue, as in [4, 3]");
    None
}

/// `"2 1 for 6 5"`, or `"none"`.
fn exchanges(values: &mut ScenarioValues<'_>, node: &SourceValue) -> Option<Spanned<Exchange>> {
    let texts = values.texts(node)?;
    let mut found = Vec::new();
    for (text, span) in texts {
        let side = |text: &str| -> Option<Swapped> {
            let mut tiles = Swapped::new();
            for word in text.split_whitespace() {
                tiles.try_push(short::face(word).ok().and_then(Face::new)?).ok()?;
            }
            Some(tiles)
        };
        let exchange = if text.trim() == "none" {
            Some(Exchange::default())
        } else {
            text.split_once(" for ").and_then(|(gave, took)| Some(Exchange { gave: side(gave)?, took: side(took)? }))
        };
        let Some(exchange) = exchange else {
            values.problem(Code::UnknownValue, &span, "an exchange is written as \"2 1 for 6 5\" (given, then taken), or as \"none\"");
            return None;
        };
        found.push((exchange, span));
    }
    Some(found)
}

/// Marks, or `"stay"`.
fn relocations(values: &mut ScenarioValues<'_>, node: &SourceValue) -> Option<Spanned<Option<Place>>> {
    let items = items(node);
    let one = |item: &SourceValue, values: &mut ScenarioValues<'_>| match item.as_text() {
        Some("stay") => Some(None),
        _ => values.place(item).map(Some),
    };
    items.iter().map(|item| one(item, values).map(|found| (found, item.span.clone()))).collect()
}

type Begun = (Start, u8, Vec<(String, Span)>);

/// A game from the deal.
fn deal(values: &mut ScenarioValues<'_>, entries: &[SourceEntry]) -> Option<Begun> {
    for entry in entries {
        let of_positions = &KEYS[..16];
        if of_positions.contains(&entry.key.as_str()) {
            let message = format!("`{}` belongs to a position, but with `seats` the scenario begins with the deal", entry.key);
            values.problem(Code::MisplacedKey, &entry.key_span, message);
            return None;
        }
    }
    let seats = values.number(&find(entries, "seats")?.value, 1, 32)? as u8;
    let first = match find(entries, "first") {
        Some(entry) => {
            let seat = values.seat_value(&entry.value)?;
            if seat.number() >= seats {
                values.problem(Code::OutOfRange, &entry.value.span, format!("there are only {seats} seats"));
                return None;
            }
            Some(seat)
        }
        None => None,
    };
    let deck = match find(entries, "deck") {
        Some(entry) => Some(values.faces(&entry.value)?),
        None => None,
    };
    let fields = ["seats", "first", "deck"].iter().filter_map(|&key| Some((key.to_owned(), find(entries, key)?.value.span.clone())));
    Some((Start::Deal { seats, first, deck }, seats, fields.collect()))
}

fn position(values: &mut ScenarioValues<'_>, entries: &[SourceEntry], header: &Span) -> Option<Begun> {
    for key in ["first", "deck"] {
        if let Some(entry) = find(entries, key) {
            let message = format!("`{key}` belongs to a scenario that begins with the deal, which needs `seats`");
            values.problem(Code::MisplacedKey, &entry.key_span, message);
            return None;
        }
    }
    let mut draft = PositionDraft::default();
    let mut tiles: Vec<(String, Laid, Span)> = Vec::new();
    let mut monsters: Vec<(String, (u8, u8), Span)> = Vec::new();
    if let Some(entry) = find(entries, "position") {
        if entry.value.as_table().is_none() {
            values.problem(Code::WrongType, &entry.value.span, "`position` is a table with the fields of docs/formats/positions.md");
            return None;
        }
        if let Value::Object(fields) = json(&entry.value) {
            draft.fields.extend(fields.keys().map(|field| (field.clone(), entry.value.span.clone())));
            draft.position = fields;
        }
        for field in entry.value.as_table().into_iter().flatten() {
            draft.fields.insert(0, (field.key.clone(), field.value.span.clone()));
        }
    } else {
        draft.position.insert("pile".to_owned(), json!([]));
    }
    if let Some(entry) = find(entries, "board") {
        let text = values.text(&entry.value)?;
        match drawing::read(&text) {
            Ok(drawn) => {
                let span = &entry.value.span;
                tiles.extend(drawn.tiles.into_iter().map(|(square, tile)| (square.to_string(), tile, span.clone())));
                monsters.extend(drawn.monsters.into_iter().map(|(square, monster)| (square.to_string(), monster, span.clone())));
                let piece = |at| Piece { at: Some(at), ..Piece::default() };
                draft.pieces.extend(drawn.pieces.into_iter().map(|(seat, at)| (seat, piece(at), span.clone())));
            }
            Err(bad) => {
                // A text over several lines begins behind its quotation marks and the end of their line.
                let raw = values.written.source.text().get(entry.value.span.clone()).unwrap_or_default();
                let offset = raw.find(text.as_str()).map(|at| entry.value.span.start + at);
                let span = offset.map_or_else(|| entry.value.span.clone(), |offset| offset + bad.at.start..offset + bad.at.end);
                values.problem(Code::UnknownValue, &span, bad.why);
                return None;
            }
        }
    }
    for entry in table_of(values, entries, "tiles")? {
        let (square, tile) = (values.square_key(entry)?, values.laid(&entry.value)?);
        tiles.retain(|(name, ..)| *name != square.to_string());
        tiles.push((square.to_string(), tile, entry.span()));
    }
    for entry in table_of(values, entries, "daikaiju")? {
        let (square, monster) = (values.square_key(entry)?, values.monster(&entry.value)?);
        monsters.retain(|(name, ..)| *name != square.to_string());
        monsters.push((square.to_string(), monster, entry.span()));
    }
    for entry in table_of(values, entries, "players")? {
        let seat = values.seat(&entry.key, &entry.key_span)?;
        let text = values.text(&entry.value)?;
        match short::piece(&text) {
            Ok(piece) => {
                draft.pieces.retain(|known| known.0 != seat);
                draft.pieces.push((seat, piece, entry.span()));
            }
            Err(why) => {
                values.problem(Code::UnknownValue, &entry.value.span, why.to_string());
                return None;
            }
        }
    }
    for entry in table_of(values, entries, "hands")? {
        let (seat, hand) = (values.seat(&entry.key, &entry.key_span)?, values.faces(&entry.value)?);
        match draft.pieces.iter_mut().find(|known| known.0 == seat) {
            Some((_, piece, span)) if piece.at.is_some() => (piece.hand, *span) = (hand, entry.span()),
            _ => {
                values.problem(Code::ImpossiblePosition, &entry.key_span, format!("there is no piece {} to hold a hand", entry.key));
                return None;
            }
        }
    }
    simple_fields(values, entries, &mut draft)?;
    add_tiles(&mut draft, tiles, monsters);
    let seats = seat_players(values, &mut draft, header)?;
    Some((Start::Position(Value::Object(draft.position)), seats, draft.fields))
}

fn table_of<'e>(values: &mut ScenarioValues<'_>, entries: &'e [SourceEntry], key: &str) -> Option<&'e [SourceEntry]> {
    match find(entries, key) {
        Some(entry) => values.table(&entry.value),
        None => Some(&[]),
    }
}

fn add_tiles(draft: &mut PositionDraft, tiles: Vec<(String, Laid, Span)>, monsters: Vec<(String, (u8, u8), Span)>) {
    let list = |draft: &mut PositionDraft, name: &str| match draft.position.remove(name) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    };
    if !tiles.is_empty() {
        let mut all = list(draft, "tiles");
        for (square, tile, span) in tiles {
            draft.fields.insert(0, (format!("tiles[{}]", all.len()), span));
            all.push(json!({ "square": square, "tile": tile.face().number(), "rotation": tile.rotation().turns() }));
        }
        draft.position.insert("tiles".to_owned(), all.into());
    }
    if !monsters.is_empty() {
        let mut all = list(draft, "daikaiju");
        for (square, (tile, facing), span) in monsters {
            draft.fields.insert(0, (format!("daikaiju[{}]", all.len()), span));
            all.push(json!({ "square": square, "tile": tile, "facing": facing }));
        }
        draft.position.insert("daikaiju".to_owned(), all.into());
    }
}

/// Puts the pieces into the position, and counts the seats.
fn seat_players(values: &mut ScenarioValues<'_>, draft: &mut PositionDraft, header: &Span) -> Option<u8> {
    if draft.pieces.is_empty() {
        let players = draft.position.get("players").and_then(Value::as_array);
        if let Some(players) = players {
            return Some(players.len().min(32) as u8);
        }
        let problem = Problem::error(Code::ImpossiblePosition, "nobody plays in this scenario");
        let help = "give pieces, as in `players.A = \"c1:A 14 2\"`, or let the scenario begin with the deal, as in `seats = 3`";
        values.push(problem.help(help), header);
        return None;
    }
    draft.pieces.sort_by_key(|(seat, ..)| *seat);
    if let Some((expected, (seat, _, span))) = draft.pieces.iter().enumerate().find(|(expected, (seat, ..))| seat.index() != *expected) {
        let missing = super::sentences::letter(Seat::new(expected as u8));
        let message = format!("there is a piece {}, but none {missing}: an eliminated player is \"out\"", super::sentences::letter(*seat));
        values.problem(Code::ImpossiblePosition, span, message);
        return None;
    }
    let open = draft.position.contains_key("hand");
    let player = |piece: &Piece| match piece.at {
        None => json!({ "out": true }),
        Some(at) => {
            let mut player = Map::from_iter([("at".to_owned(), json!(at.to_string()))]);
            if !(open && piece.hand.is_empty()) {
                player.insert("hand".to_owned(), json!(piece.hand));
            }
            if piece.displaced {
                player.insert("displaced".to_owned(), json!(true));
            }
            player.into()
        }
    };
    let players: Vec<Value> = draft.pieces.iter().map(|(_, piece, _)| player(piece)).collect();
    let seats = players.len() as u8;
    draft.position.insert("players".to_owned(), players.into());
    draft.position.entry("active").or_insert_with(|| json!(0));
    for (seat, _, span) in std::mem::take(&mut draft.pieces) {
        draft.fields.insert(0, (seat.field(), span));
    }
    draft.fields.push(("players".to_owned(), header.clone()));
    Some(seats)
}

fn simple_fields(values: &mut ScenarioValues<'_>, entries: &[SourceEntry], draft: &mut PositionDraft) -> Option<()> {
    for entry in entries {
        let node = &entry.value;
        let value = match entry.key.as_str() {
            "dragon" if node.as_text() == Some("nobody") => Value::Null,
            "active" | "dragon" => json!(values.seat_value(node)?.number()),
            "pile" if node.as_text() == Some("rest") => {
                draft.position.remove("pile");
                continue;
            }
            "pile" | "boxed" | "hand" => json!(values.faces(node)?),
            "turn" => json!(values.number(node, 1, u32::MAX.into())?),
            "supply" => {
                let items = items(node);
                let tiles: Option<Vec<i64>> = items.iter().map(|item| values.number(item, 0, 63)).collect();
                json!(tiles?)
            }
            "scores" => {
                let items = items(node);
                let points: Option<Vec<i64>> =
                    items.iter().map(|item| values.number(item, i64::from(i32::MIN), i64::from(i32::MAX))).collect();
                json!(points?)
            }
            // JSON knows values that TOML does not.
            "rule-state" if node.as_text().is_some() => match serde_json::from_str(node.as_text().unwrap_or_default()) {
                Ok(state) => state,
                Err(why) => {
                    values.problem(Code::UnknownValue, &node.span, format!("this is no JSON: {why}"));
                    return None;
                }
            },
            "rule-state" | "blocked" => json(node),
            _ => continue,
        };
        draft.position.insert(entry.key.clone(), value);
        draft.fields.insert(0, (entry.key.clone(), node.span.clone()));
    }
    Some(())
}

/// What a scenario gives that is about the rules alone: no game.
pub fn nothing() -> Given {
    Given {
        start: Start::Position(Value::Null),
        seats: 32,
        fields: Vec::new(),
        begin: TurnBeginning::Placement,
        turns: 0,
        place: Vec::new(),
        exchange: Vec::new(),
        relocate: Vec::new(),
        marks: Vec::new(),
        dice: Vec::new(),
        spawns: Vec::new(),
        shuffles: Vec::new(),
        picks: Vec::new(),
        seed: None,
    }
}
