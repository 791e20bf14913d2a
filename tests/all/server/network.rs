//! A bad network between the server and its clients: it delays, breaks messages into pieces, loses
//! connections in the middle, and lets later requests overtake earlier ones, all by a seed.

use super::client::{Client, Server, pick};
use super::faults::TableEvents;
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::panic::catch_unwind;
use std::thread;
use std::time::Duration;
use tsuro::game::Rng;

/// Stands before a server, and forwards connections to it badly.
struct Network {
    /// Where it listens.
    at: String,
}

impl Network {
    /// Lasts as long as the program.
    fn before(server: &Server, seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap().to_string();
        let to = server.at.clone();
        thread::spawn(move || {
            for (near, number) in listener.incoming().zip(0..) {
                // The server may have ended.
                let (Ok(near), Ok(far)) = (near, TcpStream::connect(&to)) else { return };
                let ways = [(near.try_clone(), far.try_clone()), (Ok(far), Ok(near))];
                for (way, (from, to)) in (0..).zip(ways) {
                    let rng = Rng::new(seed, 2 * number + way);
                    let (Ok(from), Ok(to)) = (from, to) else { return };
                    thread::spawn(move || forward(from, to, rng));
                }
            }
        });
        Self { at }
    }
}

/// Forwards bytes in one direction until the connection ends, or is lost on the way.
fn forward(mut from: TcpStream, mut to: TcpStream, mut rng: Rng) {
    // Every connection breaks after some bytes: many within one message, few in the course of a
    // game. Some have to live long enough for what bots do among themselves once all people are
    // out, which comes in one message of more than 20,000 bytes.
    let longest = if rng.below(4) == 0 { 80_000 } else { 20_000 };
    let mut left = 100 + rng.below(longest) as usize;
    let mut bytes = [0; 2000];
    loop {
        let bound = if rng.below(4) == 0 { 20 } else { 2000 };
        let most = 1 + rng.below(bound) as usize;
        let Ok(read @ 1..) = from.read(&mut bytes[..most]) else {
            // The other side may still have something to say.
            let _ = to.shutdown(Shutdown::Write);
            return;
        };
        thread::sleep(Duration::from_micros(rng.below(3000).into()));
        let sent = read.min(left);
        left -= sent;
        if to.write_all(&bytes[..sent]).is_err() || left == 0 {
            let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
            return;
        }
    }
}

/// Plays until the connection is lost or the game is over; `true`: it is over.
fn play_until_lost(
    at: &Client,
    id: &str,
    tokens: &[(u8, String)],
    told: &mut TableEvents,
    first: usize,
) -> bool {
    let all: Vec<&str> = tokens.iter().map(|(_, token)| token.as_str()).collect();
    let hello = json!({ "tokens": all, "number": told.number, "undos": 0 });
    let Ok(mut live) = catch_unwind(|| at.connect(id, &hello)) else { return false };
    let mut turn = told.number;
    while let Ok(message) = live.message() {
        match message["type"].as_str() {
            // Only at the very beginning: later the connection goes on from where it was.
            Some("table") => assert_eq!(told.number, first, "{message}"),
            Some("happened") => told.hear(&message, first),
            Some("ask") => {
                turn += 1;
                let seat = message["seat"].as_u64().unwrap() as u8;
                let token = &tokens.iter().find(|(known, _)| *known == seat).unwrap().1;
                // The same choice goes out twice, and either may arrive first, or not at all.
                let (at, message, pick) = (&at, &message, pick(&message, turn));
                let send = || catch_unwind(|| at.choose(id, message, pick, token).status);
                let statuses = thread::scope(|scope| {
                    let both = [scope.spawn(send), scope.spawn(send)];
                    both.map(|sent| sent.join().unwrap().unwrap_or(0))
                });
                assert!(
                    statuses.iter().all(|status| [0, 200, 409].contains(status)),
                    "{statuses:?}"
                );
                assert_ne!(statuses, [200, 200], "one choice was taken twice");
                if statuses == [0, 0] {
                    // It is not known whether it was taken: a new connection tells.
                    return false;
                }
            }
            Some("result") => return true,
            _ => {}
        }
    }
    false
}

#[test]
fn a_bad_network_loses_doubles_and_misorders_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    for seed in 0..6 {
        let far = server.through(&Network::before(&server, seed).at);
        let table = server.open("seas", &["person", "easy", "person", "easy"], None);
        let begun = server.connect(&table.id, &json!({})).next("table");
        let first = begun["number"].as_u64().unwrap() as usize;
        let mut told = TableEvents { events: Vec::new(), number: first };
        let mut lost = 0;
        while !play_until_lost(&far, &table.id, &table.seats, &mut told, first) {
            lost += 1;
            assert!(lost < 1000, "the game never ends");
        }
        assert!(lost > 0, "the network of seed {seed} is too good");
        told.check_against(&server.get(&format!("games/{}/record", table.id)).body, first);
    }
}

#[test]
fn a_request_that_is_cut_anywhere_changes_nothing_or_all_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let table = server.open("classic", &["person", "person"], None);
    let ask = |connection: &Value| server.connect(&table.id, connection).next("ask");
    let hello = json!({ "tokens": table.tokens() });
    let before = ask(&hello);
    let token = table.token(before["seat"].as_u64().unwrap() as u8);
    let body = json!({ "seat": before["seat"], "number": before["number"], "pick": 0 }).to_string();
    let request = format!(
        "POST /api/1/games/{}/choose HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAuthorization: \
         Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        table.id,
        server.at,
        body.len(),
    );
    for cut in (0..request.len()).step_by(7) {
        let mut stream = TcpStream::connect(&server.at).unwrap();
        stream.write_all(&request.as_bytes()[..cut]).unwrap();
        drop(stream);
    }
    assert_eq!(ask(&hello)["number"], before["number"], "a part of a request was taken");
    assert_eq!(server.raw(request.as_bytes()).status, 200);
    assert_ne!(ask(&hello)["number"], before["number"]);
}
