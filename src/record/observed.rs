//! What a seat sees, as JSON, and the choices that it has: what bots outside the program are told.

use super::write::write_seen;
use crate::board::{Content, Face, Laid, Square};
use crate::game::{Choice, Observation, Phase, Seat, Whereabouts};
use serde_json::{Map, Value, json};

/// The version of the lines that programs that decide are sent.
pub const PROTOCOL: u64 = 1;

/// The line for a program that decides for the seat, line end included (`docs/formats/bot-programs.md`): the [`choices`] that it has, what it sees, and the
/// events from number `told` on, which it was not told before. `random` is a number that it may use.
pub fn write_request(see: &Observation<'_>, choices: &[Choice], told: usize, random: u32) -> Vec<u8> {
    let mut out = Vec::new();
    let decision = choices.first().map_or("none", decision);
    out.extend_from_slice(format!("{{\"protocol\":{PROTOCOL},\"decision\":\"{decision}\",\"events\":[").as_bytes());
    for (index, event) in see.events().skip(told).enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_seen(&mut out, &event);
        // Here they are no lines.
        out.pop();
    }
    let listed: Value = choices.iter().map(|choice| write_choice(see, choice)).collect();
    out.extend_from_slice(format!("],\"sees\":{},\"choices\":{listed},\"random\":{random}}}\n", write_observation(see)).as_bytes());
    out
}

/// What the seat sees, in the words of positions: where a position has other hands and the pile, here stand their sizes.
pub fn write_observation(see: &Observation<'_>) -> Value {
    let mut view = Map::new();
    view.insert("columns".into(), json!(see.columns()));
    view.insert("rows".into(), json!(see.rows()));
    let squares = (0..see.rows()).flat_map(|row| (0..see.columns()).map(move |column| Square::new(column, row)));
    let tile = |square: Square| match see.content(square) {
        Content::Tile(tile) => {
            Some(json!({ "square": square.to_string(), "tile": tile.face().number(), "rotation": tile.rotation().turns() }))
        }
        Content::Empty | Content::Blocked => None,
    };
    view.insert("tiles".into(), squares.filter_map(tile).collect());
    let player = |seat: Seat| {
        if !see.alive().contains(seat) {
            return json!({ "out": true });
        }
        let mut player = Map::new();
        player.insert("at".into(), see.place(seat).map_or(Value::Null, |place| json!(place.to_string())));
        player.insert("tiles".into(), json!(if see.is_open() { 0 } else { see.hand_len(seat) }));
        if see.displaced().contains(seat) {
            player.insert("displaced".into(), json!(true));
        }
        Value::Object(player)
    };
    view.insert("players".into(), (0..see.seats()).map(Seat::new).map(player).collect());
    view.insert("seat".into(), json!(see.seat().map(Seat::number)));
    view.insert("active".into(), json!(see.active().number()));
    view.insert("first".into(), json!(see.first().number()));
    view.insert("turn".into(), json!(see.turn()));
    view.insert("hand".into(), numbers(see.hand().iter()));
    view.insert("hand_size".into(), json!(see.hand_size()));
    view.insert("open".into(), json!(see.is_open()));
    view.insert("pile".into(), json!(see.pile_len()));
    view.insert("copies".into(), json!(see.copies().as_slice()));
    view.insert("dragon".into(), json!(see.holder().map(Seat::number)));
    view.insert("known".into(), see.knowledge().into_iter().map(|(face, at)| write_known(see, face, at)).collect());
    let offered = see.offered();
    if !offered.is_empty() {
        view.insert("offered".into(), numbers(offered.into_iter()));
    }
    if let Some(supply) = see.supply() {
        let monster = |monster: crate::game::Monster| json!({ "tile": monster.tile, "square": monster.square.to_string(), "facing": monster.facing.turns() });
        view.insert("daikaiju".into(), see.monsters().into_iter().map(monster).collect());
        view.insert("supply".into(), json!(supply));
    }
    if let Some(scores) = see.scores() {
        view.insert("scores".into(), json!(scores));
    }
    view.into()
}

/// A tile that the seat does not see, and where it knows it to be.
fn write_known(see: &Observation<'_>, face: Face, at: Whereabouts) -> Value {
    match at {
        Whereabouts::Pile { below } => json!({ "tile": face.number(), "below": below }),
        Whereabouts::Hand(seat) => json!({ "tile": face.number(), "hand": seat.number() }),
        Whereabouts::Loose { drawn } => json!({ "tile": face.number(), "drawn": drawn[..usize::from(see.seats())] }),
    }
}

/// The choices that the seat has now, in a fixed order; empty if it decides nothing.
pub fn choices(see: &Observation<'_>) -> Vec<Choice> {
    if !see.is_to_decide() {
        return Vec::new();
    }
    match see.phase() {
        Phase::Start => see.start_marks().into_iter().map(Choice::Start).collect(),
        Phase::Place => see.legal().into_iter().map(Choice::Place).collect(),
        Phase::Exchange => see.exchanges().into_iter().map(Choice::Exchange).collect(),
        Phase::Relocate { must } => {
            let stay = (!must).then_some(Choice::Relocate(None));
            stay.into_iter().chain(see.relocation_marks().into_iter().map(|mark| Choice::Relocate(Some(mark)))).collect()
        }
        Phase::Turn | Phase::Over => Vec::new(),
    }
}

/// The kind of a choice, as one word.
const fn decision(choice: &Choice) -> &'static str {
    match choice {
        Choice::Start(_) => "start",
        Choice::Place(_) => "place",
        Choice::Exchange(_) => "exchange",
        Choice::Relocate(_) => "relocate",
    }
}

/// A choice, and for a placement how things would stand after it.
fn write_choice(see: &Observation<'_>, choice: &Choice) -> Value {
    match choice {
        Choice::Start(mark) => json!({ "mark": mark.to_string() }),
        Choice::Place(tile) => write_placement(see, *tile),
        Choice::Exchange(exchange) => {
            json!({ "gave": numbers(exchange.gave.iter().copied()), "took": numbers(exchange.took.iter().copied()) })
        }
        Choice::Relocate(mark) => json!({ "mark": mark.map(|mark| mark.to_string()) }),
    }
}

fn write_placement(see: &Observation<'_>, tile: Laid) -> Value {
    let outlook = see.outlook(tile);
    let out: Vec<u8> = outlook.out.iter().map(Seat::number).collect();
    let ways: Vec<u8> = (0..see.seats()).map(|seat| outlook.ways(Seat::new(seat))).collect();
    json!({
        "tile": tile.face().number(),
        "rotation": tile.rotation().turns(),
        "to": outlook.to.map(|to| to.to_string()),
        "out": out,
        "continuations": outlook.continuations,
        "ways": ways,
    })
}

fn numbers(tiles: impl Iterator<Item = Face>) -> Value {
    tiles.map(Face::number).collect()
}
