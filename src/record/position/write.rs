//! Writes the position of a game as JSON.

use super::set_up::changed_by_set_up;
use crate::board::{Face, Size};
use crate::game::{
    self, AskedAbout, ChanceCounts, KeyWords as _, Midst, PlayerPosition, PositionPhase, Rule as _,
    Seat, State,
};
use crate::json::{Json, json};
use crate::record::objects::{object_with, write_rule_piece, write_tile};
use crate::rules::Rules;
use crate::rules::hazard::names::PIECES;
use serde_json::Value;

/// Writes the position of a game, in whatever phase it is, as JSON.
pub fn write_position<Z: Size>(rules: &Rules<Z>, state: &State<Rules<Z>>) -> Value {
    position_in_order(rules, state).into()
}

/// As [`write_position`], with the fields in the documented order.
pub(crate) fn position_in_order<Z: Size>(rules: &Rules<Z>, state: &State<Rules<Z>>) -> Json {
    let position = game::position(rules, state);
    let is_open = position.open_hand.is_some();
    let saved = rules.list.saved(state.own()).filter(|(_, state)| !state.is_null());
    let (in_fields, mut saved): (Vec<_>, Vec<_>) =
        saved.partition(|(name, _)| rules.list.field_of(name).is_some());
    saved.extend(rules.list.saved_pending(state.own()));
    let set_up = changed_by_set_up(rules, state.core().seats());
    let WrittenPhase { phase, must, pending } = write_phase(rules, &position.phase);
    let has_pieces = position.supply.is_some() || !position.rule_pieces.is_empty();
    let (pending_name, pending) = pending.map_or(("", None), |(name, value)| (name, Some(value)));
    let Json::Object(mut fields) = object_with([
        (
            "tiles",
            Some(Json::list(position.tiles.iter().map(|&(square, tile)| write_tile(square, tile)))),
        ),
        (
            "players",
            Some(Json::list(
                position.players.iter().map(|player| write_player(player.as_ref(), is_open)),
            )),
        ),
        ("active", Some(json!(position.active))),
        ("hand", position.open_hand.as_ref().map(|hand| json!(hand))),
        ("pile", Some(json!(position.pile))),
        ("dragon", Some(json!(position.holder))),
        ("turn", Some(json!(position.turn))),
        ("phase", phase.map(|phase| json!(phase))),
        ("laid", (position.laid > 0 && rules.basics.turn_tiles > 1).then(|| json!(position.laid))),
        ("square", position.aim.map(|square| json!(square))),
        ("must", must.map(|must| json!(must))),
        (pending_name, pending),
        ("travelled", (!position.travelled.is_empty()).then(|| json!(position.travelled))),
        (
            "outcomes",
            (position.outcomes != ChanceCounts::default()).then(|| json!(position.outcomes)),
        ),
        (
            PIECES,
            has_pieces.then(|| {
                Json::list(position.rule_pieces.iter().map(|&piece| {
                    write_rule_piece(piece, rules.list.piece_fields(state.own(), piece.tile))
                }))
            }),
        ),
        ("supply", position.supply.as_ref().map(|supply| json!(supply))),
        ("under", (!position.under.is_empty()).then(|| json!(position.under))),
        (
            "blocked",
            (!position.blocked.is_empty() || set_up.contains(&"blocked"))
                .then(|| json!(position.blocked)),
        ),
        ("havens", (!position.havens.is_empty()).then(|| json!(position.havens))),
        ("scores", position.scores.as_ref().map(|scores| json!(scores))),
        ("rule-state", (!saved.is_empty()).then(|| Json::object(saved))),
    ]) else {
        unreachable!("it is an object")
    };
    fields.extend(
        in_fields.into_iter().filter_map(|(name, state)| {
            Some((rules.list.field_of(name)?.to_owned(), json!(state)))
        }),
    );
    Json::Object(fields)
}

/// A player: the piece, and the hand unless the table has one.
fn write_player(player: Option<&PlayerPosition>, is_open: bool) -> Json {
    let Some(player) = player else { return json!({ "out": true }) };
    object_with([
        ("waits", player.waits.then(|| json!(true))),
        ("at", player.at.map(|at| json!(at))),
        ("started", player.started.map(|started| json!(started))),
        ("hand", (!is_open).then(|| json!(player.hand))),
        ("displaced", player.displaced.then(|| json!(true))),
        ("lives", player.lives.map(|lives| json!(lives))),
        ("owed", (player.owed > 0).then(|| json!(player.owed))),
    ])
}

/// The fields that a position has by its phase.
#[derive(Default)]
struct WrittenPhase {
    phase: Option<&'static str>,
    must: Option<bool>,
    /// What is to be decided: the name of the field, and its value.
    pending: Option<(&'static str, Json)>,
}

fn write_phase<Z: Size>(rules: &Rules<Z>, phase: &PositionPhase) -> WrittenPhase {
    let only = |phase| WrittenPhase { phase: Some(phase), ..WrittenPhase::default() };
    match phase {
        PositionPhase::Turn => WrittenPhase::default(),
        PositionPhase::Start => only("start"),
        PositionPhase::Return => only("return"),
        PositionPhase::Relocate { must } => WrittenPhase { must: Some(*must), ..only("relocate") },
        PositionPhase::Place => only("place"),
        PositionPhase::Exchange { offered } => {
            let hands = offered.iter().map(|(seat, hand)| (seat.number().to_string(), hand));
            WrittenPhase { pending: Some(("offered", Json::object(hands))), ..only("exchange") }
        }
        PositionPhase::Ask { rule, player, at, about } => {
            let when = (rules.list.timings_of(rule).iter().count() > 1).then(|| json!(at.word()));
            let question = object_with([
                ("rule", Some(json!(rule))),
                ("player", Some(json!(player))),
                ("when", when),
                ("about", about.as_ref().map(write_asked_about)),
            ]);
            WrittenPhase { pending: Some(("question", question)), ..only("ask") }
        }
    }
}

/// The occasion of a question that interrupts something else, as JSON.
fn write_asked_about(about: &AskedAbout) -> Json {
    match about {
        AskedAbout::Piece(square) => Json::object([(PIECES.to_owned(), json!(square))]),
        &AskedAbout::Placed(square, tile) => json!({ "placed": write_tile(square, tile) }),
        AskedAbout::Drew(draw) => {
            let further = |&(seat, tile): &(Seat, Face)| json!({ "player": seat, "tile": tile });
            let midst = |midst: &Midst| {
                object_with([
                    ("when", Some(json!(midst.at.word()))),
                    ("rule", midst.rule.as_ref().map(|rule| json!(rule))),
                    ("begun", midst.begun.then(|| json!(true))),
                ])
            };
            object_with([
                ("drew", Some(json!(draw.tile))),
                ("by", draw.by.map(|by| json!(by))),
                (
                    "further",
                    (!draw.further.is_empty())
                        .then(|| Json::list(draw.further.iter().map(further))),
                ),
                ("next", draw.next.map(|next| json!(next))),
                ("drawn", (draw.drawn > 0).then(|| json!(draw.drawn))),
                ("token", draw.token_is_due.then(|| json!(true))),
                ("midst", draw.midst.as_ref().map(midst)),
            ])
        }
    }
}
