//! [`fill_hands`]: completes positions as a player knows them, in which other hands are only
//! numbers of tiles.

use super::fields::{error, kind, object};
use crate::board::{Face, KINDS, Size};
use crate::game::PositionError;
use crate::rules::Rules;
use serde_json::{Value, json};

/// Returns the position with each hand that is only a number (`"hand": 3`) filled with that many of
/// the tiles that are nowhere else, in ascending order. Which tiles these are does not matter to a
/// seat that does not see them.
///
/// # Errors
/// If the hand of the seat whose turn it is is a number; if there are not enough tiles; if the
/// position lists the pile as well, whose tiles would be dealt out a second time.
pub fn fill_hands<Z: Size>(rules: &Rules<Z>, position: &Value) -> Result<Value, PositionError> {
    let mut position = position.clone();
    object("position", &position)?;
    let has_pile = position.get("pile").is_some_and(|pile| !pile.is_null());
    let mut left = tiles_left(rules, &position)?;
    let active = position.get("active").and_then(Value::as_u64);
    let players = position.get_mut("players").and_then(Value::as_array_mut).into_iter().flatten();
    for (index, player) in players.enumerate() {
        let Some(hand) = player.get_mut("hand") else { continue };
        let Some(count) = hand.as_u64() else { continue };
        let field = format!("players[{index}].hand");
        if active == Some(index as u64) {
            return Err(error(
                field,
                "its tiles have to be listed: it is this seat's turn, and it sees them",
            ));
        }
        if has_pile {
            return Err(error(field, "its tiles have to be listed, because those of the pile are"));
        }
        if count > u64::from(rules.basics.hand) {
            return Err(error(
                field,
                format!("{count} tiles, but a hand has at most {}", rules.basics.hand),
            ));
        }
        let mut tiles = Vec::new();
        for _ in 0..count {
            let next = Face::all_kinds().find(|face| left[face.index()] > 0);
            let next = next.ok_or_else(|| error(&field, "the deck has no more tiles"))?;
            left[next.index()] -= 1;
            tiles.push(next);
        }
        *hand = json!(tiles);
    }
    Ok(position)
}

/// How many tiles of each face are left: not on the board, not in a listed hand and not out of the
/// game.
fn tiles_left<Z: Size>(rules: &Rules<Z>, position: &Value) -> Result<[u16; KINDS], PositionError> {
    let mut left = rules.basics.copies;
    let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    let on_board =
        list(position.get("tiles")).into_iter().filter_map(|tile| tile.get("tile").cloned());
    let hands =
        list(position.get("players")).into_iter().flat_map(|player| list(player.get("hand")));
    let rest = list(position.get("hand")).into_iter().chain(list(position.get("boxed")));
    for tile in on_board.chain(hands).chain(rest) {
        let tile = kind("tiles", &tile)?;
        // More tiles of a face than the deck has are refused when the position is read.
        left[tile.index()] = left[tile.index()].saturating_sub(1);
    }
    Ok(left)
}
