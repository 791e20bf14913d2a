//! What a server keeps, and for how long: uploads, the history, copies, and the files themselves.

use super::client::{Opened, Server, play_out};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

/// The record of a whole game.
fn record(seed: &str) -> String {
    let mut game = tsuro::Game::new("classic", 2, seed).unwrap();
    while let Some(decision) = game.decision() {
        game.play(&game.observe(decision.seat()).choices()[0].clone()).unwrap();
    }
    game.record().unwrap()
}

/// How many games the history has, page by page.
fn listed(server: &Server, query: &str) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    loop {
        let before = all
            .last()
            .map(|game| format!("&before={}.{}", game["changed"], game["id"].as_str().unwrap()));
        let page = server.get(&format!("games?{query}{}", before.unwrap_or_default())).json();
        all.extend(page["games"].as_array().unwrap().iter().cloned());
        if page["more"] == false {
            return all;
        }
    }
}

fn call(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tsuro"))
        .args(["serve", "--data"])
        .arg(folder)
        .args(arguments)
        .output()
        .unwrap()
}

/// What a call printed that did what it should.
fn fine(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What a call said that was refused.
fn refused(output: &Output) -> String {
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn database(folder: &Path) -> Connection {
    Connection::open(folder.join("games.sqlite")).unwrap()
}

fn waited_for(mut what: impl FnMut() -> bool) -> bool {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(60) {
        if what() {
            return true;
        }
        thread::sleep(Duration::from_millis(50));
    }
    false
}

#[test]
fn an_upload_counts_each_of_its_games_and_keeps_all_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--games", "60"]);
    let record = record("1");
    let upload = |text: String| server.post("records", &json!({ "text": text }), "");
    let many = upload(record.repeat(51));
    assert_eq!(many.error(), (400, "bad-request".into()), "{}", many.body);
    let broken = upload(format!("{}{}", record.repeat(3), record.replace("\"turn\"", "\"tern\"")));
    assert_eq!(broken.error(), (400, "bad-request".into()), "{}", broken.body);
    assert_eq!(listed(&server, "").len(), 0, "nothing of them is kept");
    assert_eq!(upload(record.repeat(50)).json()["count"], 50);
    // 4 were counted for what was refused, and 50 for what was kept.
    assert_eq!(upload(record.repeat(7)).error(), (429, "busy".into()));
    assert_eq!(upload(record.repeat(6)).json()["count"], 6);
    assert_eq!(upload(record).error(), (429, "busy".into()));
    let table = json!({ "rules": "classic", "seats": [{ "kind": "here" }, { "kind": "here" }] });
    assert_eq!(
        server.post("games", &table, "").error(),
        (429, "busy".into()),
        "tables are counted with them"
    );
    assert_eq!(listed(&server, "").len(), 56);
}

#[test]
fn names_titles_and_references_that_are_too_long_are_refused_wherever_they_come_in() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let long = "x".repeat(100_000);
    let refused = |path: &str, body: Value| {
        let reply = server.post(path, &body, "");
        assert!(
            (400..500).contains(&reply.status) && reply.body.len() < 5000,
            "{path}: {} with {} bytes",
            reply.status,
            reply.body.len()
        );
        reply.body
    };
    let seats = json!([{ "kind": "here" }, { "kind": "here" }]);
    let reference = format!("classic{}", "+tiles.hand=3".repeat(1000));
    assert!(
        refused("games", json!({ "rules": reference, "seats": seats })).contains("1000 characters")
    );
    assert!(
        refused(
            "games",
            json!({ "rules": "classic", "options": vec!["tiles.hand=3"; 1000], "seats": seats })
        )
        .contains("1000 characters")
    );
    assert!(refused("choose", json!({ "rules": reference })).contains("1000 characters"));
    assert!(
        refused("runs", json!({ "rules": [{ "rules": reference }], "games": 1 }))
            .contains("1000 characters")
    );
    refused(
        "games",
        json!({
            "rules": "classic", "seats": [{ "kind": "here", "name": long }, { "kind": "here" }]
        }),
    );
    refused(
        "games",
        json!({
            "rules": "classic", "seats": [{ "kind": "here" }, { "kind": "bot", "level": long }]
        }),
    );
    for (line, key) in
        [("title = ", "title"), ("summary = ", "summary"), ("[text.fr]\ntitle = ", "title")]
    {
        let text =
            format!("schema = 1\nname = \"mine\"\nextends = \"classic\"\n{line}\"{long}\"\n");
        assert!(refused("games", json!({ "text": text, "seats": seats })).contains(key));
        let problems =
            server.post("rules/check", &json!({ "text": text }), "").json()["problems"].clone();
        assert_eq!(
            (&problems[0]["key"], problems.as_array().unwrap().len()),
            (&json!(key), 1),
            "{problems}"
        );
        refused("runs", json!({ "rules": [{ "text": text }], "games": 1 }));
    }
    let renamed = record("1").replacen("\"name\":\"classic\"", &format!("\"name\":\"{long}\""), 1);
    refused("records", json!({ "text": renamed }));
    let table = server.open("classic", &["person", "person"], None);
    let named = server.post(
        &format!("games/{}/seats", table.id),
        &json!({ "seat": 0, "name": long[..2000] }),
        table.token(0),
    );
    assert!(named.status == 400 && named.body.len() < 1000, "{}", named.status);
    assert_eq!(server.get(&format!("games?name={}", "x".repeat(101))).status, 400);
    // A player of a record, which may be a program with many arguments, is cut.
    let named = record("1").replacen("player 1", &long, 1);
    assert_eq!(server.post("records", &json!({ "text": named }), "").status, 200);
    let all = server.get("games");
    assert!(
        all.json()["games"].as_array().unwrap().len() == 2 && all.body.len() < 2000,
        "{} bytes",
        all.body.len()
    );
}

#[test]
fn a_history_that_is_full_makes_room_for_games_that_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--disk", "1"]);
    let table = server.open("classic", &["person", "person"], None);
    let records: String = (0..20).map(|seed| record(&seed.to_string())).collect();
    let upload = || {
        let reply = server.post("records", &json!({ "text": records }), "");
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["id"].as_str().unwrap().to_owned()
    };
    let first = upload();
    assert_eq!(server.get(&format!("games/{first}")).status, 200);
    // Several times what the database may have.
    let mut last = first.clone();
    for _ in 0..40 {
        last = upload();
    }
    assert!(records.len() * 40 > 2 << 20, "{} bytes", records.len());
    assert_eq!(
        (server.get(&format!("games/{first}")).status, server.get(&format!("games/{last}")).status),
        (404, 200)
    );
    assert!(play_out(&server, &table)["title"].is_string());
    let own: Vec<Opened> = (0..5).map(|_| server.open("seas", &["person", "easy"], None)).collect();
    for table in &own {
        play_out(&server, table);
    }
    assert!(fs::metadata(folder.path().join("games.sqlite")).unwrap().len() <= 1 << 20);
    assert_eq!(
        listed(&server, "state=over").len(),
        6,
        "what was played here goes after what was brought"
    );
}

#[test]
fn what_has_ended_goes_after_some_days_and_what_goes_on_stays() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let over = server.open("classic", &["person", "easy"], None);
    play_out(&server, &over);
    let [new, running] = [(); 2].map(|()| server.open("classic", &["person", "person"], None));
    let brought = server.post("records", &json!({ "text": record("1") }), "").json()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    server.stop();
    let days_ago = |days: u64, games: &[&str]| {
        let then = std::time::SystemTime::now() - Duration::from_secs(days * 24 * 3600 + 60);
        let then = then.duration_since(std::time::SystemTime::UNIX_EPOCH).unwrap().as_secs() as i64;
        let database = database(folder.path());
        for game in games {
            assert_eq!(
                database
                    .execute("UPDATE games SET changed = ?1 WHERE id = ?2", (then, game))
                    .unwrap(),
                1
            );
        }
    };
    // One was played just now: the time in which no server runs makes no game older.
    days_ago(20, &[&over.id, &running.id, &brought]);
    let ids = |server: &Server| -> Vec<String> {
        listed(server, "").iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
    };
    let server = Server::start(folder.path(), &["--keep", "21"]);
    assert_eq!(ids(&server).len(), 4);
    server.stop();
    let server = Server::start(folder.path(), &["--keep", "20"]);
    assert!(waited_for(|| ids(&server) == [new.id.as_str(), &running.id]), "{:?}", ids(&server));
    play_out(&server, &running);
}

#[test]
fn pruning_removes_what_has_ended_with_a_server_and_without() {
    let folder = tempfile::tempdir().unwrap();
    assert!(refused(&call(folder.path(), &["--prune", "0"])).contains("there are no games"));
    let server = Server::start(folder.path(), &[]);
    let records: String = (0..50).map(|seed| record(&seed.to_string())).collect();
    let upload = |server: &Server| {
        assert_eq!(server.post("records", &json!({ "text": records }), "").json()["count"], 50);
    };
    upload(&server);
    let over = server.open("classic", &["person", "easy"], None);
    play_out(&server, &over);
    let running = server.open("classic", &["person", "person"], None);
    assert!(fine(&call(folder.path(), &["--prune", "1"])).starts_with("removed: 0 games, 0 runs"));
    let said = fine(&call(folder.path(), &["--prune", "0"]));
    assert!(
        said.starts_with("removed: 51 games, 0 runs") && said.contains("the server that runs"),
        "{said}"
    );
    assert_eq!(listed(&server, "").len(), 1);
    // What is still in memory of a game that has gone is not gone on with.
    let live = server.connect(&over.id, &json!({ "tokens": over.tokens() })).next("table");
    let undo = server.post(
        &format!("games/{}/undo", over.id),
        &json!({ "seat": 0, "number": live["number"] }),
        over.token(0),
    );
    assert_eq!(undo.error().1, "unavailable");
    upload(&server);
    server.stop();
    let size = || fs::metadata(folder.path().join("games.sqlite")).unwrap().len();
    let before = size();
    let said = fine(&call(folder.path(), &["--prune", "0"]));
    assert!(said == "removed: 50 games, 0 runs of the laboratory\n", "{said}");
    assert!(size() < before / 2, "{} of {before} bytes", size());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no lock and nothing else is left");
    let server = Server::start(folder.path(), &[]);
    play_out(&server, &running);
}

#[test]
fn a_copy_is_whole_or_not_there_wherever_it_is_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("the data?mode=memory");
    let server = Server::start(&data, &[]);
    let over = server.open("classic", &["person", "easy"], None);
    play_out(&server, &over);
    let copy_to = |to: &std::ffi::OsStr| {
        Command::new(env!("CARGO_BIN_EXE_tsuro"))
            .current_dir(folder.path())
            .args(["serve", "--data"])
            .arg(&data)
            .arg("--backup")
            .arg(to)
            .output()
            .unwrap()
    };
    let mut names: Vec<std::ffi::OsString> =
        ["plain", "with spaces ü", "file:copy", "copy?mode=memory", "it's", "100%41"]
            .map(Into::into)
            .to_vec();
    #[cfg(target_os = "linux")]
    names.push(std::os::unix::ffi::OsStringExt::from_vec(b"not \xff text".to_vec()));
    let count = || fs::read_dir(folder.path()).unwrap().count();
    let before = count();
    for (number, name) in names.iter().enumerate() {
        fine(&copy_to(name));
        assert_eq!(count(), before + number + 1, "{name:?} and nothing else");
        let bytes = fs::read(folder.path().join(name)).unwrap();
        assert!(bytes.starts_with(b"SQLite format 3\0"), "{name:?}");
        let other = folder.path().join(name).with_file_name("other");
        fs::create_dir_all(&other).unwrap();
        fs::write(other.join("games.sqlite"), bytes).unwrap();
        let games: i64 = database(&other)
            .query_row("SELECT count(*) FROM games WHERE state = 'over'", [], |row| row.get(0))
            .unwrap();
        assert_eq!(games, 1, "{name:?}");
        fs::remove_dir_all(&other).unwrap();
    }
    // What is refused says why, and changes nothing.
    let own = data.join("games.sqlite");
    for (to, why) in [
        (own.clone(), "exists already"),
        (data.join("server.lock"), "exists already"),
        (data.clone(), "exists already"),
        (folder.path().join("plain"), "exists already"),
        (folder.path().join("no/such/copy"), "no new file can be made in its folder"),
        (folder.path().join("plain/copy"), "cannot be written"),
    ] {
        let said = refused(&copy_to(to.as_os_str()));
        assert!(said.contains(why) && said.contains(&to.display().to_string()), "{said}");
    }
    std::os::unix::fs::symlink(&own, folder.path().join("link")).unwrap();
    std::os::unix::fs::symlink(folder.path().join("nowhere"), folder.path().join("dangling"))
        .unwrap();
    for name in ["link", "dangling"] {
        assert!(refused(&copy_to(name.as_ref())).contains("exists already"));
    }
    server.stop();
    assert!(
        refused(&copy_to(data.join("games.sqlite-wal").as_os_str()))
            .contains("a file of the server itself")
    );
    assert_eq!(fs::read_dir(&data).unwrap().count(), 1);
    assert_eq!(count(), before + names.len() + 2);
}

/// A copy that cannot be finished: the file may have 100 KiB at most.
#[cfg(target_os = "linux")]
#[test]
fn a_copy_that_finds_no_room_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Server::start(&data, &[]);
    let records: String = (0..50).map(|seed| record(&seed.to_string())).collect();
    assert_eq!(server.post("records", &json!({ "text": records }), "").json()["count"], 50);
    server.stop();
    let copy = folder.path().join("copy");
    let script = "ulimit -f 100; exec \"$0\" serve --data \"$1\" --backup \"$2\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_tsuro")])
        .args([&data, &copy])
        .output()
        .unwrap();
    refused(&output);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "neither a copy nor a part of it");
    fine(&call(&data, &["--backup", copy.to_str().unwrap()]));
}

#[cfg(unix)]
#[test]
fn the_files_are_private_and_a_clean_stop_leaves_one() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let files = || -> Vec<String> {
        let mut files: Vec<String> = fs::read_dir(&data)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        files
    };
    let server = Server::start(&data, &[]);
    server.open("classic", &["person", "person"], None);
    assert_eq!(files(), ["games.sqlite", "games.sqlite-shm", "games.sqlite-wal", "server.lock"]);
    let all_private = || {
        assert_eq!(mode(&data), 0o700);
        for name in files() {
            assert_eq!(mode(&data.join(&name)), 0o600, "{name}");
        }
    };
    all_private();
    fine(&call(&data, &["--backup", folder.path().join("copy").to_str().unwrap()]));
    assert_eq!(mode(&folder.path().join("copy")), 0o600);
    server.stop();
    assert_eq!(files(), ["games.sqlite"]);
    // Folders and files of an older version are closed to others.
    for (path, mode) in [(&data, 0o755), (&data.join("games.sqlite"), 0o644)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let server = Server::start(&data, &[]);
    server.open("classic", &["person", "person"], None);
    all_private();
    // The folder of another user stays as it is.
    let home = folder.path().join("home");
    fs::create_dir(&home).unwrap();
    fs::set_permissions(&home, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(home.join("letter"), "").unwrap();
    let _server = Server::start(&home, &[]);
    assert_eq!((mode(&home), mode(&home.join("games.sqlite"))), (0o755, 0o600));
}

#[test]
fn a_folder_or_a_lock_that_is_gone_is_noticed_before_a_move_is_acknowledged() {
    for lost in ["games.sqlite", "server.lock", ""] {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let server = Server::start(&data, &[]);
        let table = server.open("classic", &["person", "person"], None);
        let mut live = server.connect(&table.id, &json!({ "tokens": table.tokens() }));
        let ask = live.next("ask");
        let token = table.token(ask["seat"].as_u64().unwrap() as u8);
        let (from, away) = (data.join(lost), folder.path().join("away"));
        fs::rename(&from, &away).unwrap();
        let reply = server.choose(&table.id, &ask, 0, token);
        assert_eq!(reply.error(), (503, "unavailable".into()), "{lost:?}: {}", reply.body);
        assert!(reply.body.contains("the folder of the games is gone"), "{}", reply.body);
        fs::rename(&away, &from).unwrap();
        assert_eq!(
            server.choose(&table.id, &ask, 0, token).status,
            200,
            "{lost:?}: back, it goes on"
        );
    }
}
