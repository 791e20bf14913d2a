//! Positions as JSON.

use crate::board::{FACES, Face, Laid, Place, Rotation, Size, Square};
use crate::game::{self, GameSeed, Monster, PlayerPosition, Position, PositionError, Purpose, Seat, State};
use crate::rules::Rules;
use serde_json::{Map, Value, json};

/// The fields of a position, as documented in `docs/formats/positions.md`.
const FIELDS: [&str; 13] =
    ["tiles", "players", "active", "pile", "dragon", "turn", "daikaiju", "blocked", "supply", "boxed", "hand", "scores", "rule-state"];

pub(super) fn error(field: impl Into<String>, why: impl Into<String>) -> PositionError {
    PositionError { field: field.into(), why: why.into() }
}

/// A value of the wrong kind.
pub(super) fn wrong(field: &str, wanted: &str, found: &Value) -> PositionError {
    let mut shown = found.to_string();
    if shown.len() > 40 {
        shown = format!("{}…", shown.chars().take(40).collect::<String>());
    }
    error(field, format!("{wanted} is needed, not {shown}"))
}

pub(super) fn array<'a>(field: &str, value: &'a Value) -> Result<&'a [Value], PositionError> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| wrong(field, "a list", value))
}

pub(super) fn object<'a>(field: &str, value: &'a Value) -> Result<&'a Map<String, Value>, PositionError> {
    value.as_object().ok_or_else(|| wrong(field, "an object", value))
}

pub(super) fn number(field: &str, value: &Value, most: u64) -> Result<u64, PositionError> {
    value.as_u64().filter(|&number| number <= most).ok_or_else(|| wrong(field, &format!("a number from 0 to {most}"), value))
}

pub(super) fn text<'a>(field: &str, value: &'a Value) -> Result<&'a str, PositionError> {
    value.as_str().ok_or_else(|| wrong(field, "a text", value))
}

pub(super) fn flag(field: &str, value: &Value) -> Result<bool, PositionError> {
    value.as_bool().ok_or_else(|| wrong(field, "true or false", value))
}

pub(super) fn face(field: &str, value: &Value) -> Result<Face, PositionError> {
    let number = number(field, value, FACES as u64 - 1)?;
    Face::new(number as u8).ok_or_else(|| wrong(field, "a tile", value))
}

pub(super) fn faces(field: &str, value: &Value) -> Result<Vec<Face>, PositionError> {
    array(field, value)?.iter().enumerate().map(|(index, value)| face(&format!("{field}[{index}]"), value)).collect()
}

fn seat(field: &str, value: &Value) -> Result<Seat, PositionError> {
    Ok(Seat::new(number(field, value, 31)? as u8))
}

fn square(field: &str, value: &Value) -> Result<Square, PositionError> {
    text(field, value)?.parse().map_err(|_| wrong(field, "a square such as \"c3\"", value))
}

pub(super) fn place(field: &str, value: &Value) -> Result<Place, PositionError> {
    text(field, value)?.parse().map_err(|_| wrong(field, "a place such as \"c3:H\"", value))
}

fn needed<'a>(object: &'a Map<String, Value>, prefix: &str, name: &str) -> Result<&'a Value, PositionError> {
    object.get(name).ok_or_else(|| error(format!("{prefix}{name}"), "missing"))
}

/// `null` counts as left out.
fn given<'a>(object: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    object.get(name).filter(|value| !value.is_null())
}

fn known_fields(object: &Map<String, Value>, prefix: &str, known: &[&str]) -> Result<(), PositionError> {
    match object.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(error(format!("{prefix}{key}"), format!("there is no such field, only {}", known.join(", ")))),
        None => Ok(()),
    }
}

/// A tile in an orientation, from an object with `tile` and `rotation`.
pub(super) fn laid(field: &str, object: &Map<String, Value>) -> Result<Laid, PositionError> {
    let prefix = format!("{field}.");
    let face = face(&format!("{prefix}tile"), needed(object, &prefix, "tile")?)?;
    let turns = number(&format!("{prefix}rotation"), needed(object, &prefix, "rotation")?, 3)?;
    Ok(Laid::new(face, Rotation::new(turns as u8)))
}

/// Reads a position and sets a game up at it; `seed` decides the order of a pile that is left out.
///
/// # Errors
/// The first field that cannot be.
pub fn read_position<Z: Size>(rules: &Rules<Z>, value: &Value, seed: GameSeed) -> Result<State<Rules<Z>>, PositionError> {
    let fields = object("position", value)?;
    known_fields(fields, "", &FIELDS)?;
    let mut position = Position {
        tiles: read_tiles(given(fields, "tiles"))?,
        players: Vec::new(),
        active: seat("active", needed(fields, "", "active")?)?,
        open_hand: given(fields, "hand").map(|hand| faces("hand", hand)).transpose()?,
        pile: Vec::new(),
        holder: given(fields, "dragon").map(|holder| seat("dragon", holder)).transpose()?,
        turn: given(fields, "turn").map_or(Ok(1), |turn| number("turn", turn, u32::MAX.into()))? as u32,
        monsters: read_monsters(given(fields, "daikaiju"))?,
        blocked: given(fields, "blocked").map_or(Ok(Vec::new()), read_blocked)?,
        supply: given(fields, "supply").map(read_supply).transpose()?,
        scores: given(fields, "scores").map(read_scores).transpose()?,
    };
    for (index, player) in array("players", needed(fields, "", "players")?)?.iter().enumerate() {
        position.players.push(read_player(index, player)?);
    }
    if rules.basics.open && position.open_hand.is_none() {
        position.open_hand = Some(Vec::new());
    }
    let boxed = given(fields, "boxed").map_or(Ok(Vec::new()), |boxed| faces("boxed", boxed))?;
    position.pile = match given(fields, "pile") {
        Some(pile) => faces("pile", pile)?,
        None => rest_of_deck(rules, &position, &boxed, seed)?,
    };
    if !position.blocked.is_empty() && rules.hazard.outside_name().is_none() {
        return Err(error("blocked", "only a hazard from outside the program blocks squares without standing on them"));
    }
    let mut state = game::set_up(rules, &position)?;
    if let Some(saved) = given(fields, "rule-state") {
        restore(rules, &mut state, object("rule-state", saved)?)?;
    }
    Ok(state)
}

fn read_tiles(value: Option<&Value>) -> Result<Vec<(Square, Laid)>, PositionError> {
    let mut tiles = Vec::new();
    for (index, tile) in value.map_or(Ok(&[][..]), |value| array("tiles", value))?.iter().enumerate() {
        let field = format!("tiles[{index}]");
        let entry = object(&field, tile)?;
        known_fields(entry, &format!("{field}."), &["square", "tile", "rotation"])?;
        let at = square(&format!("{field}.square"), needed(entry, &format!("{field}."), "square")?)?;
        tiles.push((at, laid(&field, entry)?));
    }
    Ok(tiles)
}

fn read_player(index: usize, value: &Value) -> Result<Option<PlayerPosition>, PositionError> {
    let prefix = format!("players[{index}].");
    let entry = object(prefix.trim_end_matches('.'), value)?;
    known_fields(entry, &prefix, &["at", "hand", "displaced", "out"])?;
    if given(entry, "out").map_or(Ok(false), |out| flag(&format!("{prefix}out"), out))? {
        return match ["at", "hand", "displaced"].into_iter().find(|&name| given(entry, name).is_some()) {
            Some(name) => Err(error(format!("{prefix}{name}"), "an eliminated player has none")),
            None => Ok(None),
        };
    }
    Ok(Some(PlayerPosition {
        at: Some(place(&format!("{prefix}at"), needed(entry, &prefix, "at")?)?),
        hand: given(entry, "hand").map_or(Ok(Vec::new()), |hand| faces(&format!("{prefix}hand"), hand))?,
        displaced: given(entry, "displaced").map_or(Ok(false), |displaced| flag(&format!("{prefix}displaced"), displaced))?,
    }))
}

fn read_monsters(value: Option<&Value>) -> Result<Vec<Monster>, PositionError> {
    let mut monsters = Vec::new();
    for (index, monster) in value.map_or(Ok(&[][..]), |value| array("daikaiju", value))?.iter().enumerate() {
        let prefix = format!("daikaiju[{index}].");
        let entry = object(prefix.trim_end_matches('.'), monster)?;
        known_fields(entry, &prefix, &["tile", "square", "facing"])?;
        let facing = number(&format!("{prefix}facing"), needed(entry, &prefix, "facing")?, 3)?;
        monsters.push(Monster {
            tile: number(&format!("{prefix}tile"), needed(entry, &prefix, "tile")?, 63)? as u8,
            square: square(&format!("{prefix}square"), needed(entry, &prefix, "square")?)?,
            facing: Rotation::new(facing as u8),
        });
    }
    Ok(monsters)
}

fn read_blocked(value: &Value) -> Result<Vec<Square>, PositionError> {
    array("blocked", value)?.iter().enumerate().map(|(index, value)| square(&format!("blocked[{index}]"), value)).collect()
}

fn read_supply(value: &Value) -> Result<Vec<u8>, PositionError> {
    let tile = |(index, value)| number(&format!("supply[{index}]"), value, 63).map(|tile| tile as u8);
    array("supply", value)?.iter().enumerate().map(tile).collect()
}

fn read_scores(value: &Value) -> Result<Vec<i64>, PositionError> {
    let points =
        |(index, value): (usize, &Value)| value.as_i64().ok_or_else(|| wrong(&format!("scores[{index}]"), "a whole number", value));
    array("scores", value)?.iter().enumerate().map(points).collect()
}

/// Every tile of the deck that is nowhere else, in an order that the seed decides.
fn rest_of_deck<Z: Size>(rules: &Rules<Z>, position: &Position, boxed: &[Face], seed: GameSeed) -> Result<Vec<Face>, PositionError> {
    let mut left: Vec<Face> = rules.basics.deck.iter().filter_map(|&face| Face::new(face)).collect();
    let hands = position.players.iter().flatten().flat_map(|player| &player.hand).chain(position.open_hand.iter().flatten());
    let elsewhere = position.tiles.iter().map(|tile| ("tiles", tile.1.face()));
    let elsewhere = elsewhere.chain(hands.map(|&face| ("players", face))).chain(boxed.iter().map(|&face| ("boxed", face)));
    for (field, face) in elsewhere {
        let copies = rules.basics.copies[face.index()];
        let index = left.iter().position(|&tile| tile == face);
        left.remove(index.ok_or_else(|| error(field, format!("more than {copies} of tile {face}, which is all that the deck has")))?);
    }
    let len = left.len();
    seed.stream(Purpose::Deck, 0, 0, 0).shuffle(len, |one, other| left.swap(one, other));
    Ok(left)
}

fn restore<Z: Size>(rules: &Rules<Z>, state: &mut State<Rules<Z>>, saved: &Map<String, Value>) -> Result<(), PositionError> {
    for (name, value) in saved {
        let field = format!("rule-state.{name}");
        let outcome = if rules.draw.outside_name() == Some(name) {
            rules.draw.restore(value).map(|draw| state.set_draw(draw))
        } else if rules.hazard.outside_name() == Some(name) {
            rules.hazard.restore(value).map(|hazard| state.set_hazard(hazard))
        } else if rules.score.outside_name() == Some(name) {
            rules.score.restore(value).map(|score| state.set_score(score))
        } else {
            Err("the rule set has no rule of that name from outside the program".into())
        };
        outcome.map_err(|why| error(field, why))?;
    }
    Ok(())
}

/// The position of a game between two turns, or after its end, as JSON.
pub fn write_position<Z: Size>(rules: &Rules<Z>, state: &State<Rules<Z>>) -> Value {
    let position = game::position(rules, state);
    let numbers = |tiles: &[Face]| tiles.iter().map(|tile| tile.number()).collect::<Vec<_>>();
    let tiles: Vec<Value> = position
        .tiles
        .iter()
        .map(|(square, tile)| json!({ "square": square.to_string(), "tile": tile.face().number(), "rotation": tile.rotation().turns() }))
        .collect();
    let player = |player: &Option<PlayerPosition>| {
        let Some(player) = player else { return json!({ "out": true }) };
        let mut entry = Map::new();
        entry.insert("at".into(), json!(player.at.map(|place| place.to_string())));
        if position.open_hand.is_none() {
            entry.insert("hand".into(), json!(numbers(&player.hand)));
        }
        if player.displaced {
            entry.insert("displaced".into(), json!(true));
        }
        Value::Object(entry)
    };
    let players: Vec<Value> = position.players.iter().map(player).collect();
    let mut out = Map::new();
    out.insert("tiles".into(), tiles.into());
    out.insert("players".into(), players.into());
    out.insert("active".into(), json!(position.active.number()));
    if let Some(hand) = &position.open_hand {
        out.insert("hand".into(), json!(numbers(hand)));
    }
    out.insert("pile".into(), json!(numbers(&position.pile)));
    out.insert("dragon".into(), json!(position.holder.map(Seat::number)));
    out.insert("turn".into(), json!(position.turn));
    if let Some(supply) = &position.supply {
        let monster =
            |monster: &Monster| json!({ "tile": monster.tile, "square": monster.square.to_string(), "facing": monster.facing.turns() });
        out.insert("daikaiju".into(), position.monsters.iter().map(monster).collect());
        out.insert("supply".into(), json!(supply));
    }
    if !position.blocked.is_empty() {
        out.insert("blocked".into(), position.blocked.iter().map(ToString::to_string).collect());
    }
    if let Some(scores) = &position.scores {
        out.insert("scores".into(), json!(scores));
    }
    let saved = [rules.draw.save(state.draw()), rules.hazard.save(state.hazard()), rules.score.save(state.score())];
    let saved: Map<String, Value> = saved.into_iter().flatten().map(|(name, value)| (name.to_owned(), value)).collect();
    if !saved.is_empty() {
        out.insert("rule-state".into(), Value::Object(saved));
    }
    Value::Object(out)
}
