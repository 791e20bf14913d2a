//! A server under load: `GAMES` games with a move a second in each, a player and `ONLOOKERS`
//! onlookers connected to each. Prints how long it takes from sending a choice until all of them have
//! been told what happened, and the memory of a game. All tables are opened within the first second;
//! the choices of the first two seconds, which compete with that, have a line of their own.
//!
//! ```text
//! cargo bench --bench server -- [GAMES] [SECONDS] [COMPARISONS] [ONLOOKERS]
//! ```
//!
//! Meanwhile the laboratory plays `COMPARISONS` comparisons.
//!
//! All clients run on the same machine, so their time is in the figures. Each choice is on the disk
//! before it is told (`SQLite` with a write-ahead log and `synchronous = FULL`).
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that cannot go on ends"
)]

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::{Message, Utf8Bytes, WebSocket};

/// A connection that stays open from one request to the next.
struct Http {
    at: String,
    stream: BufReader<TcpStream>,
}

impl Http {
    fn new(at: &str) -> Self {
        let stream = TcpStream::connect(at).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { at: at.to_owned(), stream: BufReader::new(stream) }
    }

    fn post(&mut self, path: &str, body: &Value, token: &str) -> Value {
        let (at, body) = (&self.at, body.to_string());
        let head = format!(
            "POST /api/1/{path} HTTP/1.1\r\nHost: {at}\r\nContent-Type: application/json\r\n\
             Authorization: Bearer {token}\r\n"
        );
        let request = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        let (mut length, mut line) = (0, String::new());
        while line != "\r\n" {
            line.clear();
            self.stream.read_line(&mut line).unwrap();
            if let Some(("content-length", value)) = line.to_lowercase().split_once(": ") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }
}

fn connect(at: &str, game: &str, hello: &Value) -> WebSocket<TcpStream> {
    let stream = TcpStream::connect(at).unwrap();
    stream.set_nodelay(true).unwrap();
    let (mut socket, _) =
        tungstenite::client(format!("ws://{at}/api/1/games/{game}/live"), stream).unwrap();
    socket.send(Message::text(hello.to_string())).unwrap();
    socket
}

/// Reads up to a message of one of these types. It decodes none: what the clients do is in the
/// figures, and in a game it is done on other machines.
fn read(socket: &mut WebSocket<TcpStream>, kinds: &[&str]) -> Utf8Bytes {
    loop {
        if let Message::Text(text) = socket.read().unwrap() {
            let rest = text.strip_prefix(r#"{"type":""#).unwrap();
            if kinds.iter().any(|kind| rest.split('"').next() == Some(kind)) {
                return text;
            }
        }
    }
}

/// The next question, or none when the game is over.
fn question(player: &mut WebSocket<TcpStream>) -> Option<Value> {
    let message: Value = serde_json::from_str(&read(player, &["ask", "result"])).unwrap();
    (message["type"] == "ask").then_some(message)
}

/// One table after another, a choice a second.
fn play(at: &str, number: usize, onlookers: u64, end: Instant) -> Vec<(Instant, Duration)> {
    let mut http = Http::new(at);
    let mut took = Vec::new();
    // Not all at once.
    thread::sleep(Duration::from_millis((number * 7919 % 1000) as u64));
    'games: while Instant::now() < end {
        let seats = json!([{ "kind": "here" }, { "kind": "here" }, { "kind": "here" }]);
        let table = http.post("games", &json!({ "rules": "seas", "seats": seats }), "");
        let tokens: Vec<String> = table["seats"]
            .as_array()
            .unwrap()
            .iter()
            .map(|seat| seat["token"].as_str().unwrap().to_owned())
            .collect();
        let game = table["id"].as_str().unwrap();
        let mut player = connect(at, game, &json!({ "tokens": tokens, "pictures": true }));
        let onlooker = |_| connect(at, game, &json!({ "pictures": true }));
        let mut onlookers: Vec<_> = (0..onlookers).map(onlooker).collect();
        for onlooker in &mut onlookers {
            read(onlooker, &["waits"]);
        }
        while Instant::now() < end {
            let Some(asked) = question(&mut player) else { continue 'games };
            thread::sleep(Duration::from_secs(1));
            let choices = asked["choices"].as_array().unwrap();
            let pick = choices
                .iter()
                .position(|choice| choice.get("to").is_none_or(|to| !to.is_null()))
                .unwrap_or(0);
            let seat = asked["seat"].as_u64().unwrap() as usize;
            let body = json!({ "seat": seat, "number": asked["number"], "pick": pick });
            let sent = Instant::now();
            http.post(&format!("games/{game}/choose"), &body, &tokens[seat]);
            read(&mut player, &["happened"]);
            for onlooker in &mut onlookers {
                read(onlooker, &["happened"]);
            }
            took.push((sent, sent.elapsed()));
        }
    }
    took
}

/// The memory that a process holds, in KiB.
fn memory(process: &Child) -> u64 {
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (games, seconds) = (numbers.next().unwrap_or(500) as usize, numbers.next().unwrap_or(30));
    let comparisons = numbers.next().unwrap_or(0);
    let onlookers = numbers.next().unwrap_or(4);
    let folder = tempfile::tempdir().unwrap();
    let most = [
        "--rate",
        "1000000",
        "--games",
        "1000000",
        "--connections",
        "10000",
        "--connections-each",
        "10000",
    ];
    let mut server = Command::new(env!("CARGO_BIN_EXE_tsuro"))
        .args(["serve", "--port", "0", "--data"])
        .arg(folder.path())
        .args(most)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let at = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    for number in 0..comparisons {
        let rules = json!([{ "rules": "classic" }, { "rules": "classic+hand=4" }]);
        Http::new(&at).post(
            "runs",
            &json!({ "rules": rules, "games": 1_000_000, "seed": number.to_string() }),
            "",
        );
    }
    let before = memory(&server);
    let begin = Instant::now();
    let end = begin + Duration::from_secs(seconds);
    let took: Vec<_> = thread::scope(|scope| {
        let at = &at;
        let play = |number| {
            thread::Builder::new()
                .stack_size(256 << 10)
                .spawn_scoped(scope, move || play(at, number, onlookers, end))
                .unwrap()
        };
        let players: Vec<_> = (0..games).map(play).collect();
        thread::sleep(Duration::from_secs(seconds * 3 / 4));
        println!("memory of a game: {} KiB", memory(&server).saturating_sub(before) / games as u64);
        players.into_iter().flat_map(|player| player.join().unwrap()).collect()
    });
    server.kill().unwrap();
    server.wait().unwrap();
    println!(
        "{games} games, {} onlookers, for {seconds} s: {} choices, {:.0} a second",
        games as u64 * onlookers,
        took.len(),
        took.len() as f64 / seconds as f64
    );
    let all_are_there = begin + Duration::from_secs(2);
    let (opening, playing): (Vec<_>, Vec<_>) =
        took.iter().partition(|(sent, _)| *sent < all_are_there);
    print("while tables are opened", &opening);
    print("afterwards", &playing);
}

/// Prints how long choices took.
fn print(when: &str, choices: &[&(Instant, Duration)]) {
    let mut took: Vec<_> = choices.iter().map(|(_, took)| took.as_secs_f64() * 1000.0).collect();
    took.sort_by(f64::total_cmp);
    let at = |share: f64| {
        took.get((took.len().saturating_sub(1) as f64 * share) as usize)
            .copied()
            .unwrap_or(f64::NAN)
    };
    println!(
        "{when}, from sent to told, in ms: median {:.1}, p99 {:.1}, most {:.1}",
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
