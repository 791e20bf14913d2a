//! What a client is sent: every byte of whole games, compared with what its seat may know.

use super::client::{Server, pick};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use tsuro::board::{Face, Laid};
use tsuro::game::Seat;
use tsuro::rules::Registry;
use tsuro::{Game, ruleset};

/// All ways in which a tile can be named by its ports.
fn tiles_by_ports() -> HashMap<String, u8> {
    let faces = (0..).map_while(Face::new);
    faces
        .flat_map(|face| {
            face.rotations()
                .map(move |rotation| (Laid::new(face, rotation).to_string(), face.number()))
        })
        .collect()
}

/// The tiles that a text names by their ports.
fn named(text: &str, tiles: &HashMap<String, u8>) -> HashSet<u8> {
    let length = tiles.keys().next().map_or(0, String::len);
    (0..text.len())
        .filter_map(|at| text.get(at..at + length))
        .filter_map(|part| tiles.get(part).copied())
        .collect()
}

/// Every number that stands in a field of this name, anywhere in a message.
fn numbers<'v>(value: &'v Value, name: &str, found: &mut Vec<&'v Value>) {
    match value {
        Value::Object(fields) => {
            for (known, value) in fields {
                if known == name {
                    found.push(value);
                }
                numbers(value, name, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| numbers(item, name, found)),
        _ => {}
    }
}

#[test]
fn nobody_is_sent_what_their_seat_may_not_know_in_whole_games_of_every_edition() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--connections-each", "10000"]);
    let tiles = tiles_by_ports();
    for edition in ruleset::BUILT_INS {
        let players =
            tsuro::ruleset::Variant::load(edition.name, &ruleset::BuiltIns, &Registry::default())
                .unwrap()
                .players()
                .nearest(3);
        let table = server.open(edition.name, &vec!["person"; players.into()], None);
        // Everybody at a device of their own, somebody who looks on, and all of them at one device.
        let mut readers = vec![(None, server.connect(&table.id, &json!({ "pictures": true })))];
        for (seat, token) in &table.seats {
            readers.push((
                Some(*seat),
                server.connect(
                    &table.id,
                    &json!({ "tokens": [token], "pictures": true, "lang": "fr" }),
                ),
            ));
            readers.push((Some(*seat), server.connect(&table.id, &json!({ "tokens": [token] }))));
        }
        let mut driver = server.connect(&table.id, &json!({ "tokens": table.tokens() }));
        let mut turn = 0;
        // Nothing is asked before everybody is there.
        let first: Vec<Value> = readers.iter_mut().map(|(_, live)| live.next("table")).collect();
        let reading: Vec<_> =
            readers.into_iter().map(|(seat, live)| (seat, live.read_all())).collect();
        let result = loop {
            let message = driver.message().unwrap();
            if message["type"] == "ask" {
                turn += 1;
                let seat = message["seat"].as_u64().unwrap() as u8;
                // Until a record is written about half of the game, what can be asked for besides
                // is asked for as well.
                if turn == 6 {
                    let path = format!("games/{}/", table.id);
                    let others: Vec<String> = ["described", "replay"]
                        .iter()
                        .map(|what| server.get(&format!("{path}{what}")).body)
                        .collect();
                    assert!(
                        others.iter().all(|text| !text.contains("\"seed\":\"")),
                        "{}",
                        edition.name
                    );
                }
                let reply =
                    server.choose(&table.id, &message, pick(&message, turn), table.token(seat));
                assert_eq!(reply.status, 200, "{}: {}", edition.name, reply.body);
            } else if message["type"] == "result" {
                break message;
            }
        };
        assert!(!result["title"].as_str().unwrap().is_empty());
        let record = server.get(&format!("games/{}/record", table.id)).body;
        let game = Game::from_record(&record, &Registry::default()).unwrap();
        let is_open = game.observe(None).is_open();
        let placed: HashSet<u8> = lines(&record)
            .iter()
            .filter_map(|event| match event["event"].as_str() {
                Some("placed") => event["tile"].as_u64(),
                // Whom the portal carries lays a tile before everybody's eyes (W3).
                Some("chose") => event["choice"]["tile"].as_u64(),
                _ => None,
            })
            .map(|tile| tile as u8)
            .collect();
        for ((seat, reading), first) in reading.into_iter().zip(first) {
            let all = reading.join().unwrap();
            // What everybody sees is told by what several seats see alike.
            if seat.is_none() && game.seats() == 1 {
                continue;
            }
            let messages: Vec<Value> =
                all.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
            // The events are those of the seat's own view of the record.
            let view = seat.map_or_else(
                || onlooker(&record),
                |seat| lines(&game.record_seen_by(Seat::new(seat)).unwrap()),
            );
            let begun = first["number"].as_u64().unwrap() as usize;
            let told: Vec<&Value> = messages
                .iter()
                .filter(|message| message["type"] == "happened")
                .flat_map(|message| message["events"].as_array().unwrap())
                .map(|event| &event["event"])
                .collect();
            let seen: Vec<&Value> = view.iter().skip(begun).collect();
            assert_eq!(told.len(), seen.len(), "{} {seat:?}", edition.name);
            for (told, seen) in told.iter().zip(&seen) {
                let without = |event: &Value| {
                    let mut event = event.clone();
                    if let Some(fields) = event.as_object_mut() {
                        fields.remove("legal");
                    }
                    event
                };
                assert_eq!(without(told), without(seen), "{} {seat:?}", edition.name);
            }
            // The tiles that this seat ever held.
            let mut own: HashSet<u8> =
                view.iter().flat_map(|event| own_tiles(event, seat)).collect();
            // Who exchanges sees the hands of the eliminated (C12).
            let offered = messages
                .iter()
                .filter_map(|message| message["sees"]["offered"].as_array())
                .flatten();
            own.extend(offered.filter_map(Value::as_u64).map(|tile| tile as u8));
            for (text, message) in all.iter().zip(&messages) {
                let here = || format!("{} {seat:?}: {text}", edition.name);
                assert!(!text.contains(game.seed()), "{}", here());
                for name in ["seed", "pile", "supply"] {
                    let mut found = Vec::new();
                    numbers(message, name, &mut found);
                    let is_size = |value: &&Value| {
                        value.is_null()
                            || value.is_number()
                            || (name == "supply" && value.is_array())
                            || hidden_list(value)
                    };
                    assert!(found.iter().all(is_size), "{name} in {}", here());
                }
                if message["type"] == "ask" {
                    assert_eq!(message["seat"].as_u64(), seat.map(u64::from), "{}", here());
                    let hand: Vec<u8> =
                        serde_json::from_value(message["sees"]["hand"].clone()).unwrap();
                    assert!(is_open || hand.iter().all(|tile| own.contains(tile)), "{}", here());
                }
                let spoken = named(text, &tiles);
                assert!(
                    is_open
                        || spoken.iter().all(|tile| own.contains(tile) || placed.contains(tile)),
                    "{spoken:?} in {}",
                    here()
                );
            }
        }
    }
}

fn lines(record: &str) -> Vec<Value> {
    record.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A list that tells only how many there are.
fn hidden_list(value: &Value) -> bool {
    value.as_array().is_some_and(|items| items.iter().all(Value::is_null))
}

/// The record as an onlooker sees it, by the rules of the format: hidden tiles are `null`.
fn onlooker(record: &str) -> Vec<Value> {
    let game = Game::from_record(record, &Registry::default()).unwrap();
    let seats = 0..game.seats();
    // What every seat sees alike is what everybody sees; where they differ, one of them has seen
    // what is their own.
    let views: Vec<Vec<Value>> =
        seats.map(|seat| lines(&game.record_seen_by(Seat::new(seat)).unwrap())).collect();
    (0..views[0].len())
        .map(|line| {
            views
                .iter()
                .map(|view| view[line].clone())
                .reduce(|one, other| common(&one, &other))
                .unwrap()
        })
        .collect()
}

fn common(one: &Value, other: &Value) -> Value {
    match (one, other) {
        _ if one == other => one.clone(),
        (Value::Object(fields), Value::Object(others)) => Value::Object(
            fields
                .iter()
                .map(|(name, value)| (name.clone(), common(value, &others[name])))
                .collect(),
        ),
        (Value::Array(items), Value::Array(others)) if items.len() == others.len() => {
            Value::Array(items.iter().zip(others).map(|(one, other)| common(one, other)).collect())
        }
        _ => Value::Null,
    }
}

/// The tiles that an event puts into the hand of a seat, as that seat saw it.
fn own_tiles(event: &Value, seat: Option<u8>) -> Vec<u8> {
    let Some(seat) = seat else { return Vec::new() };
    let numbers = |value: &Value| {
        value
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_u64)
            .map(|tile| tile as u8)
            .collect::<Vec<_>>()
    };
    match event["event"].as_str() {
        Some("deal") => numbers(&event["hands"][usize::from(seat)]),
        Some("drew") if event["player"] == seat => {
            event["tile"].as_u64().map(|tile| tile as u8).into_iter().collect()
        }
        Some("exchanged") => [numbers(&event["took"]), numbers(&event["gave"])].concat(),
        // What else a rule shows a seat (a drafted tile, say) is in that seat's own view, too.
        _ => {
            let mut found = Vec::new();
            super::secrets::numbers(event, "tile", &mut found);
            super::secrets::numbers(event, "choice", &mut found);
            found.into_iter().filter_map(Value::as_u64).map(|tile| tile as u8).collect()
        }
    }
}
