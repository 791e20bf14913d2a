//! What a client is sent: every byte of whole games, compared with what its seat may know.

use super::client::{Opened, Server, pick, play_out};
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

/// What a client was sent of a game.
struct Sent {
    /// As whom it saw the game; `None`: as an onlooker.
    seat: Option<u8>,
    /// How many events there were when it came.
    begun: usize,
    texts: Vec<String>,
    messages: Vec<Value>,
}

impl Sent {
    fn new(seat: Option<u8>, first: &Value, texts: Vec<String>) -> Self {
        let messages = texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        Self { seat, begun: first["number"].as_u64().unwrap() as usize, texts, messages }
    }

    /// The events that it was told.
    fn events(&self) -> Vec<&Value> {
        let happened = self.messages.iter().filter(|message| message["type"] == "happened");
        happened
            .flat_map(|message| message["events"].as_array().unwrap())
            .map(|event| &event["event"])
            .collect()
    }

    /// The tiles that this seat ever held, or was shown.
    fn own(&self, view: &[Value]) -> HashSet<u8> {
        let mut own: HashSet<u8> =
            view.iter().flat_map(|event| own_tiles(event, self.seat)).collect();
        // Who exchanges sees the hands of the eliminated (C12).
        let offered = self
            .messages
            .iter()
            .filter_map(|message| message["sees"]["offered"].as_array())
            .flatten();
        own.extend(offered.filter_map(Value::as_u64).map(|tile| tile as u8));
        own
    }
}

/// A game that was played to its end, and its record.
struct WholeGame {
    name: &'static str,
    game: Game,
    record: String,
    /// The tiles that lie before everybody's eyes.
    placed: HashSet<u8>,
}

impl WholeGame {
    fn new(name: &'static str, record: String) -> Self {
        let game = Game::from_record(&record, &Registry::default()).unwrap();
        let placed = lines(&record)
            .iter()
            .filter_map(|event| match event["event"].as_str() {
                Some("placed") => event["tile"].as_u64(),
                // Whom the portal carries lays a tile before everybody's eyes (W3).
                Some("chose") => event["choice"]["tile"].as_u64(),
                _ => None,
            })
            .map(|tile| tile as u8)
            .collect();
        Self { name, game, record, placed }
    }

    /// The record as a seat sees it, or as an onlooker does.
    fn view(&self, seat: Option<u8>) -> Vec<Value> {
        seat.map_or_else(
            || onlooker(&self.record),
            |seat| lines(&self.game.record_seen_by(Seat::new(seat)).unwrap()),
        )
    }

    /// The events that a client was told are the events of the seat's own view of the record.
    fn check_events(&self, sent: &Sent, view: &[Value]) {
        let (name, seat) = (self.name, sent.seat);
        let (told, seen): (Vec<&Value>, Vec<&Value>) =
            (sent.events(), view.iter().skip(sent.begun).collect());
        assert_eq!(told.len(), seen.len(), "{name} {seat:?}");
        let without = |event: &Value| {
            let mut event = event.clone();
            if let Some(fields) = event.as_object_mut() {
                fields.remove("legal");
            }
            event
        };
        for (told, seen) in told.iter().zip(&seen) {
            assert_eq!(without(told), without(seen), "{name} {seat:?}");
        }
    }

    /// No message has or says what the seat may not know.
    fn check_messages(&self, sent: &Sent, view: &[Value], tiles: &HashMap<String, u8>) {
        let (own, is_open) = (sent.own(view), self.game.observe(None).is_open());
        for (text, message) in sent.texts.iter().zip(&sent.messages) {
            let here = || format!("{} {:?}: {text}", self.name, sent.seat);
            assert!(!text.contains(self.game.seed()), "{}", here());
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
                assert_eq!(message["seat"].as_u64(), sent.seat.map(u64::from), "{}", here());
                let hand: Vec<u8> =
                    serde_json::from_value(message["sees"]["hand"].clone()).unwrap();
                assert!(is_open || hand.iter().all(|tile| own.contains(tile)), "{}", here());
            }
            let spoken = named(text, tiles);
            let is_known = |tile: &u8| own.contains(tile) || self.placed.contains(tile);
            assert!(is_open || spoken.iter().all(is_known), "{spoken:?} in {}", here());
        }
    }
}

/// Plays a game to its end by what its seats are asked.
fn play_asked(server: &Server, name: &str, table: &Opened) {
    let mut driver = server.connect(&table.id, &json!({ "tokens": table.tokens() }));
    let mut turn = 0;
    let result = loop {
        let message = driver.message().unwrap();
        if message["type"] == "ask" {
            turn += 1;
            let seat = message["seat"].as_u64().unwrap() as u8;
            // Until a record is written about half of the game, what can be asked for besides is
            // asked for as well.
            if turn == 6 {
                for what in ["described", "replay"] {
                    let text = server.get(&format!("games/{}/{what}", table.id)).body;
                    assert!(!text.contains("\"seed\":\""), "{name}");
                }
            }
            let reply = server.choose(&table.id, &message, pick(&message, turn), table.token(seat));
            assert_eq!(reply.status, 200, "{name}: {}", reply.body);
        } else if message["type"] == "result" {
            break message;
        }
    };
    assert!(!result["title"].as_str().unwrap().is_empty());
}

/// Plays a game of an edition, and returns what was sent to each player at a device of their own
/// and to an onlooker.
fn played(server: &Server, name: &'static str) -> (WholeGame, Vec<Sent>) {
    let variant = ruleset::Variant::load(name, &ruleset::BuiltIns, &Registry::default()).unwrap();
    let players = variant.players().nearest(3);
    let table = server.open(name, &vec!["person"; players.into()], None);
    let mut readers = vec![(None, server.connect(&table.id, &json!({ "pictures": true })))];
    for (seat, token) in &table.seats {
        for asked in [
            json!({ "tokens": [token], "pictures": true, "lang": "fr" }),
            json!({ "tokens": [token] }),
        ] {
            readers.push((Some(*seat), server.connect(&table.id, &asked)));
        }
    }
    // Nothing is asked before everybody is there.
    let first: Vec<Value> = readers.iter_mut().map(|(_, live)| live.next("table")).collect();
    let reading: Vec<_> = readers.into_iter().map(|(seat, live)| (seat, live.read_all())).collect();
    play_asked(server, name, &table);
    let sent = reading
        .into_iter()
        .zip(first)
        .map(|((seat, reading), first)| Sent::new(seat, &first, reading.join().unwrap()));
    let sent = sent.collect();
    (WholeGame::new(name, server.get(&format!("games/{}/record", table.id)).body), sent)
}

#[test]
fn nobody_is_sent_what_their_seat_may_not_know_in_whole_games_of_every_edition() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--connections-each", "10000"]);
    let tiles = tiles_by_ports();
    for edition in ruleset::BUILT_INS {
        let (played, everybody) = played(&server, edition.name);
        for sent in everybody {
            // What everybody sees is told by what several seats see alike.
            if sent.seat.is_none() && played.game.seats() == 1 {
                continue;
            }
            let view = played.view(sent.seat);
            played.check_events(&sent, &view);
            played.check_messages(&sent, &view, &tiles);
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

/// What the routes with the name of a game are sent, of those that take more than a name.
fn sent(route: &str) -> Value {
    match route {
        "go-on" => json!({ "seat": 0, "mark": 1 }),
        "lead" => json!({ "seat": 0, "at": 1 }),
        "what-if" => json!({ "placement": 0 }),
        "comment" => json!({ "seat": 0, "turn": 1, "text": "x" }),
        _ => json!({}),
    }
}

#[test]
fn while_another_table_plays_the_same_deal_no_address_shows_a_game_that_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let here = json!([{ "kind": "here", "name": "Ann" }, { "kind": "here", "name": "Bea" }]);
    let table = server.post("tables", &json!({ "rules": "classic", "seats": here }), "").json();
    let host = table["host"].as_str().unwrap();
    let begun = json!({ "games": 1, "duplicate": true });
    let first =
        server.post(&format!("tables/{}/begin", table["id"].as_str().unwrap()), &begun, host);
    let id = first.json()["id"].clone();
    let first = Opened::new(&json!({ "id": id, "host": host, "seats": table["seats"] }));
    let told = server.connect(&first.id, &json!({ "tokens": first.tokens() })).next("table");
    let evening = told["evening"]["id"].as_str().unwrap().to_owned();
    let other =
        server.post(&format!("evenings/{evening}/tables"), &json!({}), first.token(0)).json();
    let (id, host) = (other["id"].as_str().unwrap(), other["host"].as_str().unwrap());
    for seat in 0..2 {
        let sat = server.post(&format!("tables/{id}/sit"), &json!({ "seat": seat }), "");
        assert_eq!(sat.status, 200, "{}", sat.body);
    }
    let begun = server.post(&format!("tables/{id}/begin"), &json!({}), host);
    assert_eq!(begun.status, 200, "{}", begun.body);
    play_out(&server, &first);

    // All of them, so that one that is new is among them.
    let source = std::fs::read_to_string("../web/src/http.rs").unwrap();
    let routes = source.split(".route(\"/games/{id}/").skip(1).map(|rest| {
        let (route, rest) = rest.split_once("\", ").unwrap();
        let names = [("{picture}", "picture.svg"), ("{name}", "0.svg")];
        let named =
            names.iter().fold(route.to_owned(), |route, (gap, name)| route.replace(gap, name));
        (named, rest.starts_with("get("))
    });
    let mut closed = 0;
    for (route, gets) in routes {
        // Who has played may describe what was seen, play on and say what it was like; and a
        // connection begins with a message.
        if ["described", "again", "say", "feedback", "seats", "live"].contains(&route.as_str()) {
            continue;
        }
        let path = format!("games/{}/{route}", first.id);
        for token in ["", first.token(0), host] {
            let reply = match (gets, token) {
                (true, "") => server.get(&path),
                (true, token) => server.get_as(&path, token),
                (false, token) => server.post(&path, &sent(&route), token),
            };
            assert_ne!(reply.status, 200, "{route}: {}", reply.body);
            closed += usize::from(reply.status == 403);
        }
    }
    assert!(closed >= 20, "{closed}");
    assert_eq!(server.get(&format!("games/{}/described", first.id)).status, 403);
    assert!(server.get("export").body.is_empty());
}
