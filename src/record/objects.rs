//! What positions, events and the views of seats write alike: tiles, pieces of rules, and what a
//! seat is told that it sees.

use crate::board::{Content, Laid, Place, Square};
use crate::game::{RulePiece, Seat, Sight};
use crate::json::{Json, json};
use crate::rules::hazard::names::PIECES;
use serde_json::Value;

/// A JSON object with the entries that have a value.
pub(super) fn object_with<'n>(entries: impl IntoIterator<Item = (&'n str, Option<Json>)>) -> Json {
    Json::Object(
        entries.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect(),
    )
}

/// A tile on the board, as JSON.
pub(super) fn write_tile(square: Square, tile: Laid) -> Json {
    json!({ "square": square, "tile": tile.face(), "rotation": tile.rotation() })
}

/// What a seat is told that it sees of the board, as JSON: squares by what lies there, where pieces
/// stand, and all pieces of rules that it sees.
pub(super) fn write_sight(sight: &Sight) -> Json {
    let lies = |wanted: Content| {
        let squares: Vec<Square> =
            sight.squares.iter().filter(|known| known.1 == wanted).map(|known| known.0).collect();
        (!squares.is_empty()).then(|| json!(squares))
    };
    let tile = |&(square, content): &(Square, Content)| match content {
        Content::Tile(tile) => Some(write_tile(square, tile)),
        _ => None,
    };
    let tiles: Vec<Json> = sight.squares.iter().filter_map(tile).collect();
    let piece = |&(seat, place): &(Seat, Option<Place>)| json!({ "player": seat, "at": place });
    object_with([
        ("hidden", lies(Content::Hidden)),
        ("tiles", (!tiles.is_empty()).then_some(Json::List(tiles))),
        ("empty", lies(Content::Empty)),
        ("blocked", lies(Content::Blocked)),
        ("havens", lies(Content::Haven)),
        ("players", (!sight.pieces.is_empty()).then(|| Json::list(sight.pieces.iter().map(piece)))),
        (
            PIECES,
            (!sight.rule_pieces.is_empty()).then(|| {
                Json::list(
                    sight.rule_pieces.iter().map(|&piece| write_rule_piece(piece, Vec::new())),
                )
            }),
        ),
    ])
}

/// A piece of a rule on the board, as JSON, with what its rule says of it beside number, square and
/// direction.
pub(super) fn write_rule_piece(rule_piece: RulePiece, more: Vec<(&'static str, Value)>) -> Json {
    let mut written = json!({
        "tile": rule_piece.tile, "square": rule_piece.square, "facing": rule_piece.facing
    });
    for (name, value) in more {
        written.set(name, value);
    }
    written
}
