//! Reviews of games that are over: by many at once, of hostile records, and over a restart.

use super::client::{Server, play_out};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use tsuro::Game;
use tsuro::bots::{Bot, Random};

/// The record of a whole game, whose players have these names.
fn record(rules: &str, names: [&str; 2]) -> String {
    let mut game = Game::new(rules, 2, "reviewed").unwrap();
    while let Some(decision) = game.decision() {
        let see = game.observe(decision.seat());
        let choice = Random.choose(&see, &mut game.bot_stream()).unwrap();
        game.play(&choice).unwrap();
    }
    game.name_players(&names);
    game.record().unwrap()
}

fn upload(server: &Server, text: &str) -> String {
    let reply = server.post("records", &json!({ "text": text }), "");
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()["id"].as_str().unwrap().to_owned()
}

/// Asks until every decision was looked at.
fn whole(server: &Server, id: &str) -> Value {
    for _ in 0..100 {
        let told = server.post(&format!("games/{id}/review"), &json!({}), "").json();
        if told["found"]["whole"] == true {
            return told;
        }
    }
    panic!("the first pass has no end");
}

#[test]
fn a_review_says_what_decisions_cost_and_a_table_goes_on_from_one() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let table = server.open("classic", &["person", "easy", "easy"], None);
    let path = format!("games/{}/review", table.id);
    // Not before the end, not even for a person of the game.
    assert_eq!(server.post(&path, &json!({}), &table.seats[0].1).error().0, 400);
    play_out(&server, &table);
    let told = whole(&server, &table.id);
    assert_eq!(told["seat"], 0, "the first person");
    let found = &told["found"];
    assert_eq!(found["accounts"].as_array().unwrap().len(), 3);
    assert!(
        found["curves"]
            .as_array()
            .unwrap()
            .iter()
            .all(|curve| { curve["svg"].as_str().unwrap().starts_with("<svg") })
    );
    // What a client has is not sent again.
    let known = json!({ "seat": 0, "known": told["known"] });
    let again = server.post(&path, &known, "").json();
    assert!(again["known"] != told["known"] || again["found"].is_null(), "{again}");
    if let Some(decision) = found["decisions"].get(0) {
        let choices = decision["choices"].as_array().unwrap();
        for kind in ["best", "made"] {
            assert_eq!(choices.iter().filter(|choice| choice[kind] == true).count(), 1);
        }
        let asked = json!({ "seat": decision["seat"], "mark": decision["mark"] });
        let opened = server.post(&format!("games/{}/go-on", table.id), &asked, "").json();
        let id = opened["id"].as_str().unwrap();
        let replay = server.get(&format!("games/{id}/replay")).json();
        assert_eq!(replay["table"]["state"], "running");
    }
    for bad in [json!({ "seat": 9 }), json!({ "seat": "0" }), json!({ "games": 1 }), json!([])] {
        assert_eq!(server.post(&path, &bad, "").error().0, 400, "{bad}");
    }
    let nothing = json!({ "seat": 0, "mark": 1_000_000_000u64 });
    let refused = server.post(&format!("games/{}/go-on", table.id), &nothing, "");
    assert_eq!(refused.error(), (400, "bad-request".into()));
}

#[test]
fn names_in_a_record_are_no_markup_and_damaged_records_have_no_review() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let text = record("seas", ["<img src=x onerror=alert(1)>", "a\u{202e}b</svg><script>"]);
    for damaged in [
        text.replacen("\"event\":\"turn\"", "\"event\":\"tern\"", 1),
        text.replacen("\"event\":\"placed\"", "\"event\":\"laid\"", 1),
        text.lines().skip(1).collect::<Vec<_>>().join("\n"),
    ] {
        assert_ne!(damaged, text);
        assert_eq!(server.post("records", &json!({ "text": damaged }), "").status, 400);
    }
    let told = whole(&server, &upload(&server, &text));
    let drawings = |value: &Value| value.as_str().map(str::to_owned).unwrap_or_default();
    let found = &told["found"];
    let mut drawn: Vec<String> = vec![drawings(&found["board"])];
    drawn.extend(found["curves"].as_array().unwrap().iter().map(|one| drawings(&one["svg"])));
    for decision in found["decisions"].as_array().unwrap() {
        drawn.push(drawings(&decision["board"]));
        let patches = decision["choices"].as_array().unwrap().iter();
        drawn.extend(patches.map(|choice| choice["patch"].to_string()));
    }
    for drawing in drawn {
        assert!(!drawing.contains("<img") && !drawing.contains("<script"), "{drawing}");
    }
}

#[test]
fn a_game_of_people_goes_on_beside_many_reviews() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let id = upload(&server, &record("seas", ["a", "b"]));
    let table = server.open("classic", &["person", "easy"], None);
    let (busy, told) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..100 {
            scope.spawn(|| {
                let reply = server.post(&format!("games/{id}/review"), &json!({}), "");
                match reply.status {
                    200 => told.fetch_add(1, Ordering::Relaxed),
                    // Too many wait, or their time is up.
                    429 | 408 => busy.fetch_add(1, Ordering::Relaxed),
                    status => panic!("{status}: {}", reply.body),
                };
            });
        }
        play_out(&server, &table);
    });
    let (busy, told) = (busy.into_inner(), told.into_inner());
    assert!(busy > 0 && told > 0 && busy + told == 100, "{busy} {told}");
    whole(&server, &id);
}

#[test]
fn a_server_that_is_stopped_in_the_middle_of_a_review_begins_it_anew() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let id = upload(&server, &record("seas", ["a", "b"]));
    let before = whole(&server, &id);
    let at = server.at.clone();
    let path = format!("/api/1/games/{id}/review");
    let asking = std::thread::spawn(move || {
        use std::io::{Read as _, Write as _};
        let mut stream = std::net::TcpStream::connect(&at).unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {at}\r\nContent-Type: application/json\r\n\
             Content-Length: 2\r\nConnection: close\r\n\r\n{{}}"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    });
    std::thread::sleep(std::time::Duration::from_millis(100));
    server.stop();
    asking.join().unwrap();
    let server = Server::start(folder.path(), &[]);
    let after = whole(&server, &id);
    assert_eq!(after["title"], before["title"]);
}
