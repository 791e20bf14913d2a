//! Reads what a scenario gives: the position in its short forms, the choices, and the outcomes of
//! chance.

use super::drawing;
use super::letters::letter;
use super::model::{Situation, Span, Spanned, Start, TurnBeginning};
use super::short::{self, Piece, StandingPiece};
use super::values::SuiteReader;
use super::values::json;
use serde_json::{Map, Value, json};
use tsuro::board::{Face, Laid, Square};
use tsuro::game::{Exchange, Seat, SwapTiles, UnequalExchange};
use tsuro::rules::Registry;
use tsuro::rules::hazard::names::PIECES;
use tsuro::ruleset::{Code, Problem, SourceData, SourceEntry, SourceValue, find};

/// The keys of a scenario that give its situation, choices and chance; the first 17 describe a
/// position.
pub const KEYS: &[&str] = &[
    "board",
    "players",
    "hands",
    "tiles",
    PIECES,
    "position",
    "active",
    "pile",
    "dragon",
    "turn",
    "supply",
    "under",
    "scores",
    "hand",
    "boxed",
    "rule-state",
    "blocked",
    "havens",
    "seats",
    "first",
    "deck",
    "begin",
    "turns",
    "place",
    "exchange",
    "relocate",
    "choose",
    "marks",
    "dice",
    "spawns",
    "shuffles",
    "picks",
    "seed",
];

/// Whether a key gives something: one of [`KEYS`], or the name of a rule whose state positions have
/// in a field of its own.
pub(super) fn is_key(registry: &Registry, key: &str) -> bool {
    KEYS.contains(&key) || registry.all().any(|rule| rule.in_field == Some(key))
}

/// The keys whose tables a scenario adds to the tables of its fixture.
pub(super) const TABLES: &[&str] = &["players", "hands", "tiles", PIECES, "rule-state"];

/// A position that is being put together.
#[derive(Default)]
struct PositionDraft {
    position: Map<String, Value>,
    fields: Vec<(String, Span)>,
    pieces: Vec<(Seat, Piece, Span)>,
    /// Tiles and pieces of rules, by the names of their squares.
    tiles: Vec<(String, Laid, Span)>,
    rule_pieces: Vec<(String, StandingPiece, Span)>,
    closed: Vec<Square>,
}

/// Reads what is given; `None` where something is wrong with it.
pub(super) fn read(
    values: &mut SuiteReader<'_>,
    entries: &[SourceEntry],
    header: &Span,
) -> Option<Situation> {
    let before = values.problems.len();
    let entry = |key: &str| find(entries, key).map(|entry| &entry.value);
    let at_deal = entry("seats").is_some();
    let (start, seats, fields, closed) =
        if at_deal { deal(values, entries)? } else { position(values, entries, header)? };
    let dice = lists(values, entries, "dice", roll);
    let shuffles =
        lists(values, entries, "shuffles", |values, pile| values.faces("shuffles", pile));
    let spawns = each(values, entries, "spawns", |values, item| {
        let (piece, facing) = values.rule_piece("spawns", item)?;
        Some(vec![piece.into(), facing.into()])
    });
    let picks = each(values, entries, "picks", picked);
    let placed = each(values, entries, "place", |values, item| values.laid_on("place", item));
    let (place, place_on) =
        placed.into_iter().map(|((tile, square), span)| ((tile, span), square)).unzip();
    let marks = each(values, entries, "marks", |values, item| values.port_place("marks", item));
    let exchange = each(values, entries, "exchange", exchange);
    let relocate = each(values, entries, "relocate", |values, item| match item.as_text() {
        Some("stay") => Some(None),
        _ => values.port_place("relocate", item).map(Some),
    });
    let choose = each(values, entries, "choose", |values, item| values.answer("choose", item));
    let seed = entry("seed").and_then(|node| values.text("seed", node));
    let begin = entry("begin").and_then(|node| values.choice::<TurnBeginning>("begin", node));
    let turns = entry("turns").and_then(|node| values.number("turns", node, 0, 100_000));
    if values.problems.len() > before {
        return None;
    }
    // What rules draw and relocations come before the placement, so giving them asks for the whole
    // turn.
    let whole = at_deal
        || !(dice.is_empty() && spawns.is_empty() && relocate.is_empty() && picks.is_empty());
    let begin = begin.unwrap_or(if whole { TurnBeginning::Turn } else { TurnBeginning::Placement });
    let turns = turns.map(|turns| turns as usize);
    Some(Situation {
        start,
        closed,
        seats,
        fields,
        begin,
        turns,
        place,
        place_on,
        exchange,
        relocate,
        choose,
        marks,
        dice,
        spawns,
        shuffles,
        picks,
        seed,
    })
}

/// The items of a key with their places; none where the key is missing or something is wrong with
/// it.
fn each<T>(
    values: &mut SuiteReader<'_>,
    entries: &[SourceEntry],
    key: &str,
    read: impl FnMut(&mut SuiteReader<'_>, &SourceValue) -> Option<T>,
) -> Spanned<T> {
    find(entries, key).and_then(|entry| values.each(&entry.value, read)).unwrap_or_default()
}

/// As [`each`], of a key whose items are lists.
fn lists<T>(
    values: &mut SuiteReader<'_>,
    entries: &[SourceEntry],
    key: &str,
    read: fn(&mut SuiteReader<'_>, &SourceValue) -> Option<Vec<T>>,
) -> Spanned<Vec<T>> {
    let outer = find(entries, key).map(|entry| &entry.value);
    if let Some(node) = outer.filter(|node| !matches!(node.data, SourceData::List(_))) {
        values.problem(
            Code::WrongType,
            &node.span,
            format!("`{key}` is a list of lists, as in [[4, 3]]"),
        );
        return Vec::new();
    }
    each(values, entries, key, read)
}

/// A roll of one die or two.
fn roll(values: &mut SuiteReader<'_>, node: &SourceValue) -> Option<Vec<u32>> {
    let dice = values
        .list(node, |values, item| values.number("dice", item, 1, 6).map(|die| die as u32))?;
    if matches!(dice.len(), 1 | 2) {
        return Some(dice);
    }
    values.problem(
        Code::WrongLength,
        &node.span,
        "a roll has one die, as in [4], or two, gold and blue, as in [4, 3]",
    );
    None
}

/// One number, or a list of two.
fn picked(values: &mut SuiteReader<'_>, node: &SourceValue) -> Option<Vec<u32>> {
    let number = |values: &mut SuiteReader<'_>, item: &SourceValue| {
        Some(values.number("picks", item, 0, u32::MAX.into())? as u32)
    };
    if matches!(node.data, SourceData::List(_)) {
        values.list(node, number)
    } else {
        Some(vec![number(values, node)?])
    }
}

/// `"2 1 for 6 5"`, or `"none"`.
fn exchange(
    values: &mut SuiteReader<'_>,
    node: &SourceValue,
) -> Option<Result<Exchange, UnequalExchange>> {
    let text = values.text("exchange", node)?;
    if text.trim() == "none" {
        return Some(Ok(Exchange::default()));
    }
    let side = |text: &str| -> Option<SwapTiles> {
        let mut tiles = SwapTiles::new();
        for word in text.split_whitespace() {
            tiles.try_push(short::face(word).ok().and_then(Face::of_tile)?).ok()?;
        }
        Some(tiles)
    };
    let exchange = text
        .split_once(" for ")
        .and_then(|(gave, took)| Some(Exchange::new(&side(gave)?, &side(took)?)));
    if exchange.is_none() {
        let message =
            "an exchange is written as \"2 1 for 6 5\" (given, then taken), or as \"none\"";
        values.problem(Code::UnknownValue, &node.span, message);
    }
    exchange
}

/// Where a scenario begins, its number of seats, and where each field is written.
type ScenarioStart = (Start, u8, Vec<(String, Span)>, Vec<Square>);

/// A game from the deal.
fn deal(values: &mut SuiteReader<'_>, entries: &[SourceEntry]) -> Option<ScenarioStart> {
    for entry in entries {
        let of_positions = &KEYS[..17];
        if of_positions.contains(&entry.key.as_str()) || !KEYS.contains(&entry.key.as_str()) {
            let message = format!(
                "`{}` describes a position, but with `seats` the scenario begins with the deal",
                entry.key
            );
            values.problem(Code::MisplacedKey, &entry.key_span, message);
            return None;
        }
    }
    let seats = values.number("seats", &find(entries, "seats")?.value, 1, 32)? as u8;
    let first = match find(entries, "first") {
        Some(entry) => {
            let seat = values.seat_value("first", &entry.value)?;
            if seat.number() >= seats {
                values.problem(
                    Code::OutOfRange,
                    &entry.value.span,
                    format!("there are only {seats} seats"),
                );
                return None;
            }
            Some(seat)
        }
        None => None,
    };
    let deck = match find(entries, "deck") {
        Some(entry) => Some(values.faces("deck", &entry.value)?),
        None => None,
    };
    let fields = ["seats", "first", "deck"]
        .iter()
        .filter_map(|&key| Some((key.to_owned(), find(entries, key)?.value.span.clone())));
    Some((Start::Deal { seats, first, deck }, seats, fields.collect(), Vec::new()))
}

fn position(
    values: &mut SuiteReader<'_>,
    entries: &[SourceEntry],
    header: &Span,
) -> Option<ScenarioStart> {
    for key in ["first", "deck"] {
        if let Some(entry) = find(entries, key) {
            let message = format!(
                "`{key}` is about the deal: a scenario that begins with the deal needs `seats`"
            );
            values.problem(Code::MisplacedKey, &entry.key_span, message);
            return None;
        }
    }
    let mut draft = PositionDraft::default();
    match find(entries, "position") {
        Some(entry) => take_position(values, entry, &mut draft)?,
        None => drop(draft.position.insert("pile".to_owned(), json!([]))),
    }
    if let Some(entry) = find(entries, "board") {
        take_board(values, entry, &mut draft)?;
    }
    take_tiles(values, entries, &mut draft)?;
    take_pieces(values, entries, &mut draft)?;
    simple_fields(values, entries, &mut draft)?;
    add_tiles(&mut draft);
    let seats = seat_players(values, &mut draft, header)?;
    Some((Start::Position(Value::Object(draft.position)), seats, draft.fields, draft.closed))
}

/// The position as positions are written, to which all else is added.
fn take_position(
    values: &mut SuiteReader<'_>,
    entry: &SourceEntry,
    draft: &mut PositionDraft,
) -> Option<()> {
    let Some(table) = entry.value.as_table() else {
        values.problem(
            Code::WrongType,
            &entry.value.span,
            "`position` is a table with the fields of docs/formats/positions.md",
        );
        return None;
    };
    if let Value::Object(fields) = json(&entry.value) {
        draft.fields.extend(fields.keys().map(|field| (field.clone(), entry.value.span.clone())));
        draft.position = fields;
    }
    for field in table {
        draft.fields.insert(0, (field.key.clone(), field.value.span.clone()));
    }
    Some(())
}

/// The board as it is drawn.
fn take_board(
    values: &mut SuiteReader<'_>,
    entry: &SourceEntry,
    draft: &mut PositionDraft,
) -> Option<()> {
    let text = values.text("board", &entry.value)?;
    let span = &entry.value.span;
    let drawn = match drawing::read(&text) {
        Ok(drawn) => drawn,
        Err(bad) => {
            // A text over several lines begins after its quotation marks and the end of their
            // line.
            let raw = values.written.source.text().get(span.clone()).unwrap_or_default();
            let offset = raw.find(text.as_str()).map(|at| span.start + at);
            let place = offset
                .map_or_else(|| span.clone(), |offset| offset + bad.at.start..offset + bad.at.end);
            values.problem(Code::UnknownValue, &place, bad.why);
            return None;
        }
    };
    let tiles = drawn.tiles.into_iter();
    draft.tiles.extend(tiles.map(|(square, tile)| (square.to_string(), tile, span.clone())));
    let standing = |(tile, facing)| (tile, facing, Vec::new());
    let pieces = drawn.rule_pieces.into_iter();
    draft
        .rule_pieces
        .extend(pieces.map(|(square, piece)| (square.to_string(), standing(piece), span.clone())));
    let piece = |at| Piece { at: Some(at), ..Piece::default() };
    draft.fields.push(("board".to_owned(), span.clone()));
    draft.closed = drawn.closed;
    draft.pieces.extend(drawn.pieces.into_iter().map(|(seat, at)| (seat, piece(at), span.clone())));
    Some(())
}

/// What lies and stands on squares, in the place of what is drawn there.
fn take_tiles(
    values: &mut SuiteReader<'_>,
    entries: &[SourceEntry],
    draft: &mut PositionDraft,
) -> Option<()> {
    for entry in table_of(values, entries, "tiles")? {
        let (square, tile) = (values.square_key(entry)?, values.laid("tiles", &entry.value)?);
        draft.tiles.retain(|(name, ..)| *name != square.to_string());
        draft.tiles.push((square.to_string(), tile, entry.span()));
    }
    for entry in table_of(values, entries, PIECES)? {
        let (square, pieces) =
            (values.square_key(entry)?, values.rule_pieces(PIECES, &entry.value)?);
        draft.rule_pieces.retain(|(name, ..)| *name != square.to_string());
        draft
            .rule_pieces
            .extend(pieces.into_iter().map(|piece| (square.to_string(), piece, entry.span())));
    }
    Some(())
}

/// The pieces of the players with their hands, in the place of the ones that are drawn.
fn take_pieces(
    values: &mut SuiteReader<'_>,
    entries: &[SourceEntry],
    draft: &mut PositionDraft,
) -> Option<()> {
    for entry in table_of(values, entries, "players")? {
        let seat = values.seat(&entry.key, &entry.key_span)?;
        let text = values.text("players", &entry.value)?;
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
        let (seat, hand) =
            (values.seat(&entry.key, &entry.key_span)?, values.faces("hands", &entry.value)?);
        match draft.pieces.iter_mut().find(|known| known.0 == seat) {
            Some((_, piece, span)) if piece.at.is_some() || piece.waits => {
                (piece.hand, *span) = (hand, entry.span());
            }
            _ => {
                values.problem(
                    Code::ImpossiblePosition,
                    &entry.key_span,
                    format!("there is no piece {} to hold a hand", entry.key),
                );
                return None;
            }
        }
    }
    Some(())
}

fn table_of<'e>(
    values: &mut SuiteReader<'_>,
    entries: &'e [SourceEntry],
    key: &str,
) -> Option<&'e [SourceEntry]> {
    match find(entries, key) {
        Some(entry) => values.table(key, &entry.value),
        None => Some(&[]),
    }
}

/// Puts tiles and pieces of rules into the position.
fn add_tiles(draft: &mut PositionDraft) {
    let list = |draft: &mut PositionDraft, name: &str| match draft.position.remove(name) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    };
    let tiles = std::mem::take(&mut draft.tiles);
    if !tiles.is_empty() {
        let mut all = list(draft, "tiles");
        for (square, tile, span) in tiles {
            draft.fields.insert(0, (format!("tiles[{}]", all.len()), span));
            all.push(json!({
                "square": square, "tile": tile.face().number(), "rotation": tile.rotation().turns()
            }));
        }
        draft.position.insert("tiles".to_owned(), all.into());
    }
    let rule_pieces = std::mem::take(&mut draft.rule_pieces);
    if !rule_pieces.is_empty() {
        let mut all = list(draft, PIECES);
        for (square, (tile, facing, more), span) in rule_pieces {
            draft.fields.insert(0, (format!("{PIECES}[{}]", all.len()), span));
            let mut piece = json!({ "square": square, "tile": tile, "facing": facing });
            for (name, value) in more {
                piece[name] = value;
            }
            all.push(piece);
        }
        draft.position.insert(PIECES.to_owned(), all.into());
    }
}

/// Puts the pieces into the position, and counts the seats.
fn seat_players(
    values: &mut SuiteReader<'_>,
    draft: &mut PositionDraft,
    header: &Span,
) -> Option<u8> {
    if draft.pieces.is_empty() {
        let players = draft.position.get("players").and_then(Value::as_array);
        if let Some(players) = players {
            return Some(players.len().min(32) as u8);
        }
        let problem = Problem::error(Code::ImpossiblePosition, "this scenario has no pieces");
        let help = "give pieces, as in `players.A = \"c1:A 14 2\"`, or begin with the deal, as in \
            `seats = 3`";
        values.push(problem.help(help), header);
        return None;
    }
    draft.pieces.sort_by_key(|(seat, ..)| *seat);
    if let Some((expected, (seat, _, span))) =
        draft.pieces.iter().enumerate().find(|(expected, (seat, ..))| seat.index() != *expected)
    {
        let missing = letter(Seat::new(expected as u8));
        let message = format!(
            "there is a piece {}, but no piece {missing}: write \"out\" for an eliminated player",
            letter(*seat)
        );
        values.problem(Code::ImpossiblePosition, span, message);
        return None;
    }
    let open = draft.position.contains_key("hand");
    let player = |piece: &Piece| match piece.at {
        None if !piece.waits => json!({ "out": true }),
        at => {
            let mut player = Map::new();
            match at {
                Some(at) => player.insert("at".to_owned(), json!(at.to_string())),
                None => player.insert("waits".to_owned(), json!(true)),
            };
            if let Some(lives) = piece.lives {
                player.insert("lives".to_owned(), json!(lives));
            }
            if piece.owed > 0 {
                player.insert("owed".to_owned(), json!(piece.owed));
            }
            if !(open && piece.hand.is_empty()) {
                player.insert("hand".to_owned(), json!(piece.hand));
            }
            if let Some(started) = piece.started {
                player.insert("started".to_owned(), json!(started));
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

fn simple_fields(
    values: &mut SuiteReader<'_>,
    entries: &[SourceEntry],
    draft: &mut PositionDraft,
) -> Option<()> {
    for entry in entries {
        let node = &entry.value;
        let value = match entry.key.as_str() {
            "dragon" if node.as_text() == Some("nobody") => Value::Null,
            key @ ("active" | "dragon") => json!(values.seat_value(key, node)?.number()),
            "pile" if node.as_text() == Some("rest") => {
                draft.position.remove("pile");
                continue;
            }
            key @ ("pile" | "boxed" | "hand") => json!(values.faces(key, node)?),
            "turn" => json!(values.number("turn", node, 1, u32::MAX.into())?),
            key @ ("supply" | "under") => {
                json!(values.list(node, |values, item| values.small(key, item, 63))?)
            }
            "scores" => {
                json!(values.list(node, |values, item| values.number(
                    "scores",
                    item,
                    i32::MIN.into(),
                    i32::MAX.into()
                ))?)
            }
            // JSON has values that TOML does not.
            "rule-state" if node.as_text().is_some() => {
                match serde_json::from_str(node.as_text().unwrap_or_default()) {
                    Ok(state) => state,
                    Err(why) => {
                        values.problem(
                            Code::UnknownValue,
                            &node.span,
                            format!("this is not JSON: {why}"),
                        );
                        return None;
                    }
                }
            }
            "rule-state" | "blocked" | "havens" => json(node),
            key if KEYS.contains(&key) => continue,
            // The state of a rule that has a field of its own.
            _ => json(node),
        };
        draft.position.insert(entry.key.clone(), value);
        draft.fields.insert(0, (entry.key.clone(), node.span.clone()));
    }
    Some(())
}
