//! Positions as JSON: [`read_position`] sets a game up, [`write_position`] writes one down.

use super::fields::{Object, error, faces, flag, laid, list, number, object, place, rotation, seat, small_numbers, square};
use crate::board::{Face, Laid, Size, Square};
use crate::game::{self, GameSeed, Monster, PlayerPosition, Position, PositionError, Purpose, State};
use crate::rules::Rules;
use serde_json::{Map, Value, json};

/// The fields of a position, as documented in `docs/formats/positions.md`.
const FIELDS: [&str; 13] =
    ["tiles", "players", "active", "pile", "dragon", "turn", "daikaiju", "blocked", "supply", "boxed", "hand", "scores", "rule-state"];

/// Reads a position and sets a game up at it. `seed` decides the order of a pile that is left out.
///
/// # Errors
/// The first field that is wrong.
pub fn read_position<Z: Size>(rules: &Rules<Z>, value: &Value, seed: GameSeed) -> Result<State<Rules<Z>>, PositionError> {
    let fields = Object::outermost(object("position", value)?).only(&FIELDS)?;
    let mut position = Position {
        tiles: fields.optional("tiles", |field, value| list(field, value, read_tile))?.unwrap_or_default(),
        players: Vec::new(),
        active: fields.needed("active", seat)?,
        open_hand: fields.optional("hand", faces)?,
        pile: Vec::new(),
        holder: fields.optional("dragon", seat)?,
        turn: fields.optional("turn", |field, value| number(field, value, 0..=u32::MAX))?.unwrap_or(1),
        monsters: fields.optional("daikaiju", |field, value| list(field, value, read_monster))?.unwrap_or_default(),
        blocked: fields.optional("blocked", |field, value| list(field, value, square))?.unwrap_or_default(),
        supply: fields.optional("supply", |field, value| small_numbers(field, value, 0..=63))?,
        scores: fields.optional("scores", |field, value| list(field, value, read_score))?,
    };
    position.players = fields.needed("players", |field, value| list(field, value, read_player))?;
    if rules.basics.open && position.open_hand.is_none() {
        position.open_hand = Some(Vec::new());
    }
    let boxed = fields.optional("boxed", faces)?.unwrap_or_default();
    position.pile = match fields.optional("pile", faces)? {
        Some(pile) => pile,
        None => rest_of_deck(rules, &position, &boxed, seed)?,
    };
    if !position.blocked.is_empty() && rules.hazard.outside_name().is_none() {
        return Err(error("blocked", "only a hazard from outside the program blocks squares without standing on them"));
    }
    let mut state = game::set_up(rules, &position)?;
    if let Some(saved) = fields.optional("rule-state", object)? {
        restore(rules, &mut state, saved)?;
    }
    Ok(state)
}

fn read_tile(field: &str, value: &Value) -> Result<(Square, Laid), PositionError> {
    let entry = Object::new(field, value)?.only(&["square", "tile", "rotation"])?;
    Ok((entry.needed("square", square)?, laid(&entry)?))
}

fn read_player(field: &str, value: &Value) -> Result<Option<PlayerPosition>, PositionError> {
    let entry = Object::new(field, value)?.only(&["at", "hand", "displaced", "out"])?;
    if entry.optional("out", flag)?.unwrap_or_default() {
        for name in ["at", "hand", "displaced"] {
            entry.optional(name, |field, _| Err::<(), _>(error(field, "an eliminated player has none")))?;
        }
        return Ok(None);
    }
    Ok(Some(PlayerPosition {
        at: Some(entry.needed("at", place)?),
        hand: entry.optional("hand", faces)?.unwrap_or_default(),
        displaced: entry.optional("displaced", flag)?.unwrap_or_default(),
    }))
}

fn read_monster(field: &str, value: &Value) -> Result<Monster, PositionError> {
    let entry = Object::new(field, value)?.only(&["tile", "square", "facing"])?;
    Ok(Monster {
        tile: entry.needed("tile", |field, value| number(field, value, 0..=63))? as u8,
        square: entry.needed("square", square)?,
        facing: entry.needed("facing", rotation)?,
    })
}

fn read_score(field: &str, value: &Value) -> Result<i64, PositionError> {
    value.as_i64().ok_or_else(|| error(field, format!("a whole number is needed, not {value}")))
}

/// The pile that a position leaves out: every tile of the deck that is nowhere else, in an order that the seed decides.
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

/// Restores the states of rules from outside the crate, by the names of the rules.
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

/// Writes the position of a game between two turns, or after its end, as JSON.
pub fn write_position<Z: Size>(rules: &Rules<Z>, state: &State<Rules<Z>>) -> Value {
    let position = game::position(rules, state);
    let player = |player: &Option<PlayerPosition>| {
        let Some(player) = player else { return json!({ "out": true }) };
        object_with([
            ("at", Some(json!(player.at))),
            ("hand", position.open_hand.is_none().then(|| json!(player.hand))),
            ("displaced", player.displaced.then_some(Value::Bool(true))),
        ])
    };
    let saved = [rules.draw.save(state.draw()), rules.hazard.save(state.hazard()), rules.score.save(state.score())];
    let saved: Map<String, Value> = saved.into_iter().flatten().map(|(name, value)| (name.to_owned(), value)).collect();
    object_with([
        ("tiles", Some(position.tiles.iter().map(|&(square, tile)| write_tile(square, tile)).collect())),
        ("players", Some(position.players.iter().map(player).collect())),
        ("active", Some(json!(position.active))),
        ("hand", position.open_hand.as_ref().map(|hand| json!(hand))),
        ("pile", Some(json!(position.pile))),
        ("dragon", Some(json!(position.holder))),
        ("turn", Some(json!(position.turn))),
        ("daikaiju", position.supply.is_some().then(|| position.monsters.iter().copied().map(write_monster).collect())),
        ("supply", position.supply.as_ref().map(|supply| json!(supply))),
        ("blocked", (!position.blocked.is_empty()).then(|| json!(position.blocked))),
        ("scores", position.scores.as_ref().map(|scores| json!(scores))),
        ("rule-state", (!saved.is_empty()).then_some(Value::Object(saved))),
    ])
}

/// A JSON object with those of the entries that have a value.
pub(super) fn object_with<const N: usize>(entries: [(&str, Option<Value>); N]) -> Value {
    entries.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// A tile on the board, as JSON.
pub(super) fn write_tile(square: Square, tile: Laid) -> Value {
    json!({ "square": square, "tile": tile.face(), "rotation": tile.rotation() })
}

/// A monster on the board, as JSON.
pub(super) fn write_monster(monster: Monster) -> Value {
    json!({ "tile": monster.tile, "square": monster.square, "facing": monster.facing })
}
