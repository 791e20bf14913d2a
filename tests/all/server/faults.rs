//! What must not be lost: servers that are killed, disks that are full.

use super::client::{Opened, Reply, Server, pick, play_out};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The events of a table, as an onlooker is told them from the deal on, one after another over all
/// connections.
pub struct TableEvents {
    pub events: Vec<Value>,
    pub number: usize,
}

impl TableEvents {
    /// Adds what has happened; `first` events came before all of them.
    pub fn hear(&mut self, happened: &Value, first: usize) {
        let events = happened["events"].as_array().unwrap();
        self.events.extend(events.iter().map(|event| event["event"].clone()));
        self.number = happened["number"].as_u64().unwrap() as usize;
        assert_eq!(first + self.events.len(), self.number, "nothing is lost or doubled");
    }

    /// The record of the game says the same.
    pub fn check_against(&self, record: &str, first: usize) {
        let events: Vec<Value> =
            record.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(events.len(), self.number, "the record has as many events as were told");
        for (told, written) in self.events.iter().zip(&events[first..]) {
            assert_eq!(
                (&told["event"], &told["player"], &told["square"]),
                (&written["event"], &written["player"], &written["square"])
            );
        }
        tsuro::Game::from_record(record, &tsuro::rules::Registry::default()).unwrap();
    }
}

/// Plays a game until the server dies or the game is over; `true`: it is over.
fn play_until_killed(
    at: &Server,
    id: &str,
    tokens: &[(u8, String)],
    told: &mut TableEvents,
    first: usize,
) -> bool {
    let Ok(mut live) = std::panic::catch_unwind(|| {
        let tokens: Vec<&str> = tokens.iter().map(|(_, token)| token.as_str()).collect();
        let hello = json!({ "tokens": tokens, "number": told.number, "undos": 0 });
        at.connect(id, &hello)
    }) else {
        return false;
    };
    let mut turn = told.number;
    while let Ok(message) = live.message() {
        match message["type"].as_str() {
            Some("table") => {
                // Only at the very beginning: later the connection goes on from where it was.
                assert_eq!(told.number, first, "{message}");
            }
            Some("happened") => told.hear(&message, first),
            Some("ask") => {
                turn += 1;
                let seat = message["seat"].as_u64().unwrap() as u8;
                let token = &tokens.iter().find(|(known, _)| *known == seat).unwrap().1;
                // Who does not hear whether it was stored asks again; the second time it is stale.
                let body = json!({
                    "seat": seat, "number": message["number"], "pick": pick(&message, turn)
                })
                .to_string();
                let sent = std::panic::catch_unwind(|| {
                    let bearer = format!("Authorization: Bearer {token}");
                    at.ask(
                        "POST",
                        &format!("/api/1/games/{id}/choose"),
                        &["Content-Type: application/json", &bearer],
                        &body,
                    )
                    .status
                });
                assert!(
                    sent.is_err() || [0, 200, 409].contains(&sent.unwrap()),
                    "an answer that was not expected"
                );
            }
            Some("result") => return true,
            _ => {}
        }
    }
    false
}

/// Kills the server `kills` times while a game of Seas is played against bots.
fn kill_again_and_again(kills: usize, folder: &Path) {
    let mut done = 0;
    while done < kills {
        let server = Server::start(folder, &[]);
        let table = server.open("seas", &["person", "easy", "person", "easy"], None);
        let first = server.connect(&table.id, &json!({})).next("table")["number"].as_u64().unwrap()
            as usize;
        let mut told = TableEvents { events: Vec::new(), number: first };
        let mut server = Some(server);
        let over = loop {
            let running = server.take().unwrap_or_else(|| Server::start(folder, &[]));
            let id = running.id();
            let stopped = AtomicBool::new(false);
            let over = thread::scope(|scope| {
                let killer = scope.spawn(|| {
                    // At another moment each time.
                    let millis = 1 + (done * 7919) % 23;
                    thread::sleep(Duration::from_millis(millis as u64));
                    if !stopped.load(Ordering::Relaxed) {
                        let pid = rustix::process::Pid::from_raw(id as i32).unwrap();
                        let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
                    }
                });
                let over = play_until_killed(&running, &table.id, &table.seats, &mut told, first);
                stopped.store(over, Ordering::Relaxed);
                killer.join().unwrap();
                over
            });
            if over {
                break over;
            }
            done += 1;
        };
        assert!(over);
        let server = Server::start(folder, &[]);
        told.check_against(&server.get(&format!("games/{}/record", table.id)).body, first);
    }
}

#[test]
fn a_hundred_kills_lose_and_double_nothing() {
    let folder = tempfile::tempdir().unwrap();
    kill_again_and_again(100, folder.path());
}

/// Makes one choice at a table, and gives the question and the answer.
fn choose_once(server: &Server, table: &Opened) -> (Value, Reply) {
    let ask = server.connect(&table.id, &json!({ "tokens": table.tokens() })).next("ask");
    let reply = server.choose(
        &table.id,
        &ask,
        pick(&ask, 0),
        table.token(ask["seat"].as_u64().unwrap() as u8),
    );
    (ask, reply)
}

#[test]
fn a_full_disk_refuses_choices_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--disk", "1"]);
    let mut tables = Vec::new();
    let body = json!({ "rules": "classic", "seats": vec![json!({ "kind": "here" }); 8] });
    let refused = loop {
        let reply = server.post("games", &body, "");
        if reply.status != 200 {
            break reply;
        }
        tables.push(Opened::new(&reply.json()));
        assert!(tables.len() < 5000, "the disk gets full");
    };
    assert_eq!(refused.error(), (507, "full".into()));
    // What is left is for the games that go on, and they all do: nothing of them can go to make
    // room.
    let chosen = |round: usize| tables.iter().map(move |table| (round, table));
    let (mut made, mut found) = (0, None);
    for (_, table) in (0..1000).flat_map(chosen) {
        let (ask, reply) = choose_once(&server, table);
        if reply.status != 200 {
            found = Some((table, ask, reply));
            break;
        }
        made += 1;
    }
    let (table, ask, refused) = found.expect("a choice is refused");
    assert!(made >= 10, "{made} choices were made in {} games", tables.len());
    assert_eq!(refused.error(), (507, "full".into()));
    // The question is still open, and the server answers all who only look.
    assert_eq!(server.get("games").status, 200);
    let again = server.connect(&table.id, &json!({ "tokens": table.tokens() })).next("ask");
    assert_eq!((&again["number"], &again["choices"]), (&ask["number"], &ask["choices"]));
    drop(server);
    let server = Server::start(folder.path(), &[]);
    let again = server.connect(&table.id, &json!({ "tokens": table.tokens() })).next("ask");
    assert_eq!((&again["number"], &again["choices"]), (&ask["number"], &ask["choices"]));
    play_out(&server, table);
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let _first = Server::start(folder.path(), &[]);
    let second = std::process::Command::new(env!("CARGO_BIN_EXE_tsuro"))
        .args(["serve", "--port", "0", "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(
        !second.status.success() && second.stdout.is_empty() && said.contains("another server"),
        "{said}"
    );
}
