//! Games at tables: with bots, shared devices, links, clocks; the history.

use super::client::{Opened, Server, pick, play_out};
use serde_json::{Value, json};
use std::process::Command;

#[test]
fn one_plays_against_bots_takes_back_and_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let table = server.open("classic", &["person", "easy", "easy"], None);
    let mut live =
        server.connect(&table.id, &json!({ "tokens": [table.token(0)], "pictures": true }));
    let begun = live.next("table");
    assert_eq!(
        (&begun["mine"], &begun["host"], &begun["can_undo"]),
        (&json!([0]), &json!(false), &json!(true))
    );
    assert!(begun["board"].as_str().unwrap().starts_with("<svg"));
    let mut asked = Vec::new();
    for turn in 0..3 {
        let ask = live.next("ask");
        assert_eq!(server.choose(&table.id, &ask, pick(&ask, turn), table.token(0)).status, 200);
        asked.push(ask);
    }
    let now = live.next("ask");
    let moment = json!({ "seat": 0, "number": now["number"] });
    let advice = server.post(&format!("games/{}/advice", table.id), &moment, table.token(0)).json();
    let shares: Vec<f64> = advice["advice"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["share"].as_f64().unwrap())
        .collect();
    assert!(!shares.is_empty() && shares.is_sorted_by(|a, b| a >= b), "{advice}");
    // Back to the decision before, as often as one likes; the same question comes again, with the
    // same luck.
    let mut number = now["number"].clone();
    for (undos, before) in (1..).zip(asked.iter().rev()) {
        let reply = server.post(
            &format!("games/{}/undo", table.id),
            &json!({ "seat": 0, "number": number }),
            table.token(0),
        );
        assert_eq!(reply.status, 200, "{}", reply.body);
        let told = live.next("table");
        assert_eq!((&told["undos"], &told["number"]), (&json!(undos), &before["number"]));
        let again = live.next("ask");
        assert_eq!((&again["choices"], &again["sees"]), (&before["choices"], &before["sees"]));
        // What was sent before is not the answer to what is asked now.
        assert!(
            again["number"].as_u64() > number.as_u64() && reply.json()["number"] == again["number"],
            "{again}"
        );
        assert_eq!(
            server.choose(&table.id, before, 0, table.token(0)).error(),
            (409, "stale".into())
        );
        number = again["number"].clone();
    }
    let result = play_out(&server, &table);
    assert_eq!(
        (result["undos"].as_u64(), result["standings"].as_array().unwrap().len()),
        (Some(3), 3)
    );
    let record = server.get(&format!("games/{}/record", table.id));
    assert!(
        record.body.lines().next().unwrap().contains("\"undos\":3")
            && record.body.contains("\"event\":\"end\"")
    );
    // The same table again: everybody is told, and the same tokens fit.
    let opened =
        server.post(&format!("games/{}/again", table.id), &json!({}), table.token(0)).json();
    assert_eq!(live.next("again")["id"], opened["id"]);
    let twice = server.post(&format!("games/{}/again", table.id), &json!({}), &table.host).json();
    assert_eq!(twice["id"], opened["id"]);
    let mut next =
        server.connect(opened["id"].as_str().unwrap(), &json!({ "tokens": [table.token(0)] }));
    assert_eq!(next.next("table")["mine"], json!([0]));
}

#[test]
fn a_question_is_answered_once_and_only_by_its_seat() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let table = server.open("classic", &["person", "person"], None);
    let mut live = server.connect(&table.id, &json!({ "tokens": table.tokens() }));
    let ask = live.next("ask");
    let (seat, path) = (ask["seat"].as_u64().unwrap() as u8, format!("games/{}/choose", table.id));
    let body = |pick: usize| json!({ "seat": seat, "number": ask["number"], "pick": pick });
    let count = ask["choices"].as_array().unwrap().len();
    assert_eq!(
        server.post(&path, &body(0), table.token(1 - seat)).error(),
        (403, "forbidden".into())
    );
    assert_eq!(server.post(&path, &body(0), "").error(), (403, "forbidden".into()));
    assert_eq!(server.post(&path, &body(0), &table.host).error(), (403, "forbidden".into()));
    assert_eq!(
        server.post(&path, &body(count), table.token(seat)).error(),
        (400, "bad-request".into())
    );
    assert_eq!(
        server
            .post(&path, &json!({ "seat": seat, "number": 0, "pick": 0 }), table.token(seat))
            .error(),
        (409, "stale".into())
    );
    assert_eq!(server.post(&path, &body(0), table.token(seat)).status, 200);
    assert_eq!(server.post(&path, &body(0), table.token(seat)).error(), (409, "stale".into()));
    assert_eq!(
        server.post("games/nosuchgame/choose", &body(0), table.token(seat)).error(),
        (404, "not-found".into())
    );
}

#[test]
fn who_comes_back_is_told_what_was_missed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let table = server.open("seas", &["person", "person", "medium"], None);
    let mut whole = server.connect(&table.id, &json!({ "pictures": true }));
    let first = whole.next("table");
    let (number, undos) = (first["number"].clone(), first["undos"].clone());
    let reading = whole.read_all();
    play_out(&server, &table);
    let whole = reading.join().unwrap();
    let mut back =
        server.connect(&table.id, &json!({ "number": number, "undos": undos, "pictures": true }));
    let missed = back.message().unwrap();
    let events = |message: &Value| message["events"].as_array().unwrap().clone();
    let told: Vec<Value> = whole
        .iter()
        .map(|text| serde_json::from_str::<Value>(text).unwrap())
        .filter(|message| message["type"] == "happened")
        .flat_map(|message| events(&message))
        .collect();
    assert_eq!(events(&missed), told, "the same events with the same words and pictures");
    assert_eq!(back.message().unwrap()["type"], "result");
    // Numbers that do not fit begin anew.
    for (number, undos) in [(0, 0), (100_000, 0), (20, 7)] {
        let mut other = server.connect(&table.id, &json!({ "number": number, "undos": undos }));
        assert_eq!(other.message().unwrap()["type"], "table");
    }
}

#[test]
fn a_bot_plays_for_who_has_left_until_they_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let table = server.open("classic", &["person", "person"], None);
    let path = format!("games/{}/seats", table.id);
    let mut ann = server.connect(&table.id, &json!({ "tokens": [table.token(0)] }));
    let mut bea = server.connect(&table.id, &json!({ "tokens": [table.token(1)] }));
    bea.next("waits");
    let named = server.post(&path, &json!({ "seat": 1, "name": " Bea " }), table.token(1));
    assert_eq!(named.status, 200, "{}", named.body);
    for bad in ["greedy", "x".repeat(21).as_str(), "red", "a\u{202e}b"] {
        assert_eq!(
            server.post(&path, &json!({ "seat": 1, "name": bad }), table.token(1)).status,
            400,
            "{bad}"
        );
    }
    assert_eq!(
        server.post(&path, &json!({ "seat": 1, "name": "Eve" }), table.token(0)).status,
        403
    );
    let bot = json!({ "seat": 1, "player": "bot" });
    assert_eq!(server.post(&path, &bot, table.token(0)).status, 400, "she is connected");
    let seats = |live: &mut super::client::Live, wanted: &dyn Fn(&Value) -> bool| loop {
        let seats = live.next("seats")["seats"].clone();
        if wanted(&seats[1]) {
            break seats[1].clone();
        }
    };
    seats(&mut ann, &|seat| seat["connected"] == 1 && seat["name"] == "Bea");
    bea.socket.close(None).unwrap();
    while bea.text().is_ok() {}
    seats(&mut ann, &|seat| seat["connected"] == 0);
    assert_eq!(server.post(&path, &bot, table.token(0)).status, 200);
    seats(&mut ann, &|seat| seat["away"] == true);
    let mut live = server.connect(&table.id, &json!({ "tokens": [table.token(0)] }));
    for turn in 0..2 {
        let ask = live.next("ask");
        assert_eq!(ask["seat"], 0, "the bot has decided for the other");
        assert_eq!(server.choose(&table.id, &ask, pick(&ask, turn), table.token(0)).status, 200);
    }
    let person = json!({ "seat": 1, "player": "person" });
    assert_eq!(server.post(&path, &person, table.token(0)).status, 403);
    assert_eq!(server.post(&path, &person, table.token(1)).status, 200);
    seats(&mut ann, &|seat| seat["away"] == false);
}

#[test]
fn when_the_clock_runs_out_a_bot_decides_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let table = server.open("classic", &["person", "person"], Some(5));
    let mut live = server.connect(&table.id, &json!({ "tokens": table.tokens() }));
    let ask = live.next("ask");
    assert!(ask["left"].as_u64().unwrap() <= 5);
    let notice = live.next("notice");
    assert!(notice["words"].as_str().unwrap().contains("time"), "{notice}");
    let next = live.next("ask");
    assert!(next["number"].as_u64() > ask["number"].as_u64() && next["seat"] != ask["seat"]);
    assert_eq!(
        server
            .choose(&table.id, &ask, 0, table.token(ask["seat"].as_u64().unwrap() as u8))
            .error()
            .1,
        "stale"
    );
}

#[test]
fn what_others_bring_changes_no_other_table() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let text = "schema = 1\nname = \"mine\"\ntitle = \"Not yours\"\nextends = \"classic\"\n";
    let seats = json!([{ "kind": "here" }, { "kind": "here" }]);
    assert_eq!(server.post("games", &json!({ "text": text, "seats": seats }), "").status, 200);
    let table = server.open("classic", &["person", "person"], None);
    assert_eq!(server.get(&format!("games/{}", table.id)).json()["title"], "Tsuro");
    play_out(&server, &table);
    let record = server.get(&format!("games/{}/record", table.id)).body;
    assert!(!record.contains("mine") && !record.contains("Not yours"));
    let picture = |name: &str| server.get(&format!("games/{}/{name}", table.id));
    assert!(
        picture("picture.svg").body.starts_with("<svg")
            && picture("picture.gif").body.starts_with("GIF89a")
    );
    // Its pieces have the letters of the table, which are drawn: this is the R of the first seat.
    let drawn = picture("picture.svg").body;
    assert!(drawn.contains("M-3.2 5v-10h3.2c1.9 0 3 1 3 2.8s-1.1 2.8-3 2.8h-3.2M-0.2"), "{drawn}");
    assert_eq!((picture("picture.png").status, picture("picture.exe").status), (200, 404));
}

#[test]
fn what_is_not_for_clients_to_say_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let slow = json!({
        "rules": "classic",
        "seats": [{ "kind": "here" }, { "kind": "bot", "level": "ismcts:10000000" }],
    });
    assert_eq!(server.post("games", &slow, "").error(), (400, "bad-request".into()));
    let table = server.open("open-tiles", &["person", "person"], None);
    let path = |command: &str| format!("games/{}/{command}", table.id);
    for command in ["choose", "preview", "advice", "undo", "consent", "seats"] {
        let beyond = json!({
            "seat": 255, "number": 0, "pick": 0, "tile": 1, "rotation": 0, "agrees": true
        });
        let beyond = server.post(&path(command), &beyond, table.token(0));
        assert_eq!(beyond.error(), (400, "bad-request".into()), "{command}");
    }
    assert_eq!(
        server.post(&path("again"), &json!({}), table.token(0)).error(),
        (400, "bad-request".into()),
        "it goes on"
    );
    assert_eq!(server.get(&path("picture.png")).error(), (400, "bad-request".into()), "it goes on");
    assert_eq!(server.get("board.svg").error(), (400, "bad-request".into()));
    play_out(&server, &table);
    // The record is there for all now, and shows the tiles to come.
    let mut live = server.connect(&table.id, &json!({ "tokens": [table.token(0)] }));
    let told = live.next("table");
    assert_eq!(told["can_undo"], false);
    let undo =
        server.post(&path("undo"), &json!({ "seat": 0, "number": told["number"] }), table.token(0));
    assert_eq!(undo.error(), (400, "game-ended".into()));
    // Opened again, it is opened once, also by who asks after a restart.
    let again = server.post(&path("again"), &json!({}), table.token(0)).json()["id"].clone();
    drop(live);
    drop(server);
    let server = Server::start(folder.path(), &[]);
    assert_eq!(server.post(&path("again"), &json!({}), table.token(1)).json()["id"], again);
    let back = json!({ "tokens": [table.token(1)], "number": told["number"], "undos": 0 });
    assert_eq!(server.connect(&table.id, &back).next("again")["id"], again);
}

#[test]
fn the_history_finds_the_games_that_somebody_won() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let table = server.open("classic", &["person", "person"], None);
    for (seat, name) in [(0, "Ann"), (1, "Bob")] {
        let named = server.post(
            &format!("games/{}/seats", table.id),
            &json!({ "seat": seat, "name": name }),
            table.token(seat),
        );
        assert_eq!(named.status, 200, "{}", named.body);
    }
    let found = |query: &str| {
        server.get(&format!("games?{query}")).json()["games"].as_array().unwrap().len()
    };
    assert_eq!((found("name=ann"), found("name=ann&won=true")), (1, 0), "nobody has won yet");
    play_out(&server, &table);
    let winners = server.get(&format!("games/{}", table.id)).json()["winners"].clone();
    let has_won = |seat: u8| usize::from(winners.as_array().unwrap().contains(&json!(seat)));
    assert_eq!((found("name=ann&won=true"), found("name=bob&won=true")), (has_won(0), has_won(1)));
    assert_ne!((has_won(0), has_won(1)), (0, 0));
}

/// A game with a name that goes on, and the token of its first seat.
fn opened_by_zoe(server: &Server) -> (String, String) {
    let seats = json!([{ "kind": "here", "name": "Zoë <b>" }, { "kind": "bot", "level": "easy" }]);
    let opened = server
        .post("games", &json!({ "rules": "seas", "options": ["four-tiles"], "seats": seats }), "")
        .json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&opened["id"]), text(&opened["seats"][0]["token"]))
}

/// A game that is over.
fn played(server: &Server) -> Opened {
    let over = server.open("classic", &["person", "easy"], None);
    play_out(server, &over);
    over
}

#[test]
fn games_are_found_in_the_history() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let ((running, _), over) = (opened_by_zoe(&server), played(&server));
    let ids = |query: &str| -> Vec<String> {
        let list = server.get(&format!("games?{query}")).json();
        list["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["id"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(ids("").len(), 2);
    assert_eq!(ids("rules=seas"), [running.as_str()]);
    assert_eq!(
        (ids("name=zo%C3%AB"), ids("name=ZO%C3%8B")),
        (vec![running.clone()], vec![running.clone()])
    );
    assert_eq!(ids("state=over"), [over.id.as_str()]);
    assert_eq!(ids("state=running&rules=classic"), [""; 0]);
    assert_eq!(server.get("games?state=won").status, 400);
    let entry = server.get(&format!("games/{running}?lang=fr")).json();
    assert_eq!(
        (&entry["names"][0], &entry["names"][1]),
        (&json!("Zoë <b>"), &json!("robot facile"))
    );
}

#[test]
fn records_go_in_and_out() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let ((running, token), over) = (opened_by_zoe(&server), played(&server));
    // A record of a running game is for its seats, as they see it.
    let path = format!("games/{running}/record");
    assert_eq!(server.get(&path).status, 403);
    let seen = server.get_as(&path, &token);
    assert!(seen.body.contains("\"seed\":null"), "{}", seen.body);
    let record = server.get(&format!("games/{}/record", over.id)).body;
    let again = server.post("records", &json!({ "text": record }), "").json();
    let uploaded = server.get(&format!("games/{}/record", again["id"].as_str().unwrap())).body;
    assert_eq!(uploaded, record);
    let replay = |id: &str| server.get(&format!("games/{id}/replay")).json();
    let (own, other) = (replay(&over.id), replay(again["id"].as_str().unwrap()));
    assert_eq!(
        (&own["happened"], &own["result"]["moments"]),
        (&other["happened"], &other["result"]["moments"])
    );
    assert!(
        server
            .post("records", &json!({ "text": record.replace("\"turn\"", "\"tern\"") }), "")
            .status
            == 400
    );
    assert_eq!(
        server.get("export").body,
        record.repeat(2),
        "games that are over, and those that were uploaded"
    );
    let both = server.post("records", &json!({ "text": record.repeat(2) }), "").json();
    assert_eq!(both["count"], 2);
}

#[test]
fn a_copy_made_while_the_server_runs_is_a_database_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let (_, over) = (opened_by_zoe(&server), played(&server));
    let record = server.get(&format!("games/{}/record", over.id)).body;
    assert_eq!(server.post("records", &json!({ "text": record.repeat(2) }), "").status, 200);
    let copy = folder.path().join("copy");
    std::fs::create_dir(&copy).unwrap();
    let backup = |to: &std::path::Path| {
        let run = Command::new(env!("CARGO_BIN_EXE_tsuro"))
            .args(["serve", "--data"])
            .arg(folder.path())
            .arg("--backup")
            .arg(to)
            .output()
            .unwrap();
        run.status.success()
    };
    assert!(
        backup(&copy.join("games.sqlite")) && !backup(&copy.join("games.sqlite")),
        "no file is overwritten"
    );
    let second = Server::start(&copy, &[]);
    assert_eq!(second.get(&format!("games/{}/record", over.id)).body, record);
    let title = |server: &Server| {
        server.get(&format!("games/{}/replay?lang=fr", over.id)).json()["table"]["title"].clone()
    };
    assert_eq!((title(&second), title(&server)), (json!("Tsuro"), json!("Tsuro")));
    assert_eq!(second.get("games").json()["games"].as_array().unwrap().len(), 4);
}

#[test]
fn every_shipped_rule_set_can_be_chosen_and_shows_its_board() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let editions = server.get("editions?lang=fr").json();
    let references: Vec<&str> = editions["editions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|edition| edition["reference"].as_str().unwrap())
        .collect();
    assert_eq!(
        references,
        tsuro::ruleset::BUILT_INS.iter().map(|edition| edition.name).collect::<Vec<_>>()
    );
    for reference in ["classic", "seas", "big-board"] {
        assert!(
            server.get(&format!("board.svg?rules={reference}")).body.starts_with("<svg"),
            "{reference}"
        );
    }
    let chosen = server.post("choose", &json!({ "rules": "seas+four-tiles+minimum=5" }), "").json();
    let ticked: Vec<&Value> = chosen["house_rules"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|house| house["ticked"] == true)
        .collect();
    assert_eq!(
        (ticked.len(), &ticked[0]["name"], chosen["differences"].as_array().unwrap().len()),
        (1, &json!("four-tiles"), 2),
        "{chosen}"
    );
    assert_eq!(
        server.post("choose", &json!({ "rules": "seas+no-such-rule" }), "").error(),
        (422, "rules".into())
    );
    let text = "schema = 1\nname = \"mine\"\nextends = \"classic\"\n[tiles]\nhand = 99\n";
    let problems = server.post("rules/check", &json!({ "text": text }), "").json();
    assert_eq!(
        (&problems["problems"][0]["line"], &problems["problems"][0]["key"]),
        (&json!(5), &json!("tiles.hand")),
        "{problems}"
    );
    assert_eq!(server.get("tiles/12-1.svg").status, 200);
    for bad in ["99-0.svg", "12-9.svg", "12.svg", "..%2f..%2fCargo.toml", "12-1.svgx"] {
        assert_eq!(server.get(&format!("tiles/{bad}")).status, 404, "{bad}");
    }
    let words = |lang: &str| server.get(&format!("words?lang={lang}")).json();
    assert_eq!(words("en").as_object().unwrap().len(), words("fr").as_object().unwrap().len());
    assert_ne!(words("en")["WebPlay"], words("fr")["WebPlay"]);
    let own = server.get("words?of=history.js&lang=fr").json();
    assert!(own["WebPlay"].is_null() && own["WebHistory"] == words("fr")["WebHistory"]);
    let twice = server.get("words?of=history.js&of=lab.js");
    assert_eq!((twice.status, &twice.json()["code"]), (400, &json!("bad-request")));
}
