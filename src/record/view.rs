//! A record as one seat could have written it.

use crate::game::Seat;
use serde_json::{Map, Value};

/// One line of a record with everything hidden that `seat` could not know: other hands, the order of the pile, tiles drawn by others, how
/// many legal placements others had, and the seed. What is hidden is `null`, so that counts stay visible. With one `open` hand for the table,
/// tiles drawn are no secret.
pub fn view_line(event: &mut Map<String, Value>, seat: Seat, open: bool) {
    let own = event.get("player").and_then(Value::as_u64) == Some(seat.number().into());
    match event.get("event").and_then(Value::as_str).unwrap_or_default() {
        "game" => hide(event, "seed"),
        "deal" => {
            hide_each(event, "pile");
            if let Some(Value::Array(hands)) = event.get_mut("hands").filter(|_| !open) {
                hands.iter_mut().enumerate().filter(|(index, _)| *index != seat.index()).for_each(|(_, hand)| hide_all(hand));
            }
        }
        "returned" => {
            hide_each(event, "pile");
            hide_each(event, "tiles");
        }
        "drew" if !own && !open => hide(event, "tile"),
        "placed" if !own => hide(event, "legal"),
        "exchanged" if !own => {
            hide_each(event, "gave");
            hide_each(event, "took");
        }
        _ => {}
    }
}

fn hide(event: &mut Map<String, Value>, name: &str) {
    if let Some(value) = event.get_mut(name) {
        *value = Value::Null;
    }
}

fn hide_each(event: &mut Map<String, Value>, name: &str) {
    if let Some(value) = event.get_mut(name) {
        hide_all(value);
    }
}

fn hide_all(list: &mut Value) {
    if let Value::Array(list) = list {
        list.fill(Value::Null);
    }
}
