//! A server that runs, and clients of it.

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::ops::Deref;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// How long a test waits for a message.
const PATIENCE: Duration = Duration::from_secs(60);

/// `tsuro serve`, stopped when it is dropped.
pub struct Server {
    child: Child,
    client: Client,
}

impl Deref for Server {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

/// Sends requests to a server.
pub struct Client {
    /// The address and port of the server.
    pub at: String,
    /// Where it connects: to the server itself, or to a network before it.
    to: String,
}

/// What a server answered: the status, the head and the body.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body)
            .unwrap_or_else(|why| panic!("{why}: {} {}", self.status, self.body))
    }

    /// The status and the code of an error.
    pub fn error(&self) -> (u16, String) {
        (self.status, self.json()["code"].as_str().unwrap_or_default().to_owned())
    }
}

impl Server {
    /// Over the games in a folder, with a port of its own.
    pub fn start(folder: &Path, arguments: &[&str]) -> Self {
        Self::start_by(Command::new(env!("CARGO_BIN_EXE_tsuro")), folder, arguments)
    }

    /// The same where the program may have `files` files open.
    pub fn start_with_files(files: &str, folder: &Path, arguments: &[&str]) -> Self {
        let mut shell = Command::new("sh");
        shell.args([
            "-c",
            &format!("ulimit {files} && exec \"$0\" \"$@\""),
            env!("CARGO_BIN_EXE_tsuro"),
        ]);
        Self::start_by(shell, folder, arguments)
    }

    /// The same of another program.
    pub fn start_by(mut program: Command, folder: &Path, arguments: &[&str]) -> Self {
        // Tests ask more often than people, and what they play has the same luck each time.
        let given = |option: &&[&str; 2]| !arguments.contains(&option[0]);
        let usual =
            [["--port", "0"], ["--rate", "100000"], ["--games", "100000"], ["--seed", "tests"]];
        let usual = usual.iter().filter(given).flatten();
        let mut child = program
            .arg("serve")
            .args(usual)
            .arg("--data")
            .arg(folder)
            .args(arguments)
            .env_remove("TSURO_RULESETS")
            .env("HOME", folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program");
        let mut first = String::new();
        BufReader::new(child.stdout.take().expect("a pipe"))
            .read_line(&mut first)
            .expect("the first line");
        let at = first.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        let at = at.unwrap_or_else(|| panic!("{first:?} is no address")).to_owned();
        Self { client: Client { to: at.clone(), at }, child }
    }

    /// A client that connects through this address.
    pub fn through(&self, to: &str) -> Client {
        Client { at: self.at.clone(), to: to.to_owned() }
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Stops it as Ctrl-C does, and waits until it has ended.
    pub fn stop(mut self) {
        let pid = rustix::process::Pid::from_raw(self.child.id().cast_signed()).expect("a process");
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("it runs");
        let began = Instant::now();
        while self.child.try_wait().expect("its own process").is_none() {
            assert!(began.elapsed() < PATIENCE, "the server does not stop");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Client {
    /// Sends a request as it is.
    pub fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(&self.to).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        // A server that has read enough may close before the rest is sent.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        let body = if chunked { unchunked(body) } else { body.to_owned() };
        Reply { status, head: head.to_owned(), body }
    }

    /// Asks with these header lines besides `Host`.
    pub fn ask(&self, method: &str, path: &str, headers: &[&str], body: &str) -> Reply {
        let lines = headers.iter().flat_map(|line| [*line, "\r\n"]).collect::<String>();
        let length = body.len();
        let at = &self.at;
        self.raw(
            format!(
                "{method} {path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n\
                {lines}Content-Length: {length}\r\n\r\n{body}"
            )
            .as_bytes(),
        )
    }

    pub fn get(&self, path: &str) -> Reply {
        self.ask("GET", &format!("/api/1/{path}"), &[], "")
    }

    pub fn get_as(&self, path: &str, token: &str) -> Reply {
        self.ask("GET", &format!("/api/1/{path}"), &[&format!("Authorization: Bearer {token}")], "")
    }

    pub fn post(&self, path: &str, body: &Value, token: &str) -> Reply {
        let token = format!("Authorization: Bearer {token}");
        self.ask(
            "POST",
            &format!("/api/1/{path}"),
            &["Content-Type: application/json", &token],
            &body.to_string(),
        )
    }

    /// Opens a table with these seats, each as `person` or the level of a bot.
    pub fn open(&self, rules: &str, seats: &[&str], clock: Option<u16>) -> Opened {
        let seat = |word: &&str| {
            if *word == "person" {
                json!({ "kind": "here" })
            } else {
                json!({ "kind": "bot", "level": word })
            }
        };
        let seats: Vec<Value> = seats.iter().map(seat).collect();
        let mut asked = json!({ "rules": rules, "seats": seats });
        if let Some(clock) = clock {
            asked["clock"] = json!(clock);
        }
        let reply = self.post("games", &asked, "");
        assert_eq!(reply.status, 200, "{}", reply.body);
        Opened::new(&reply.json())
    }

    /// Connects to a game.
    pub fn connect(&self, game: &str, hello: &Value) -> Live {
        let mut live = self.connect_silently(game);
        live.socket.send(Message::text(hello.to_string())).expect("the server reads");
        live
    }

    /// Connects, and says nothing.
    pub fn connect_silently(&self, game: &str) -> Live {
        let stream = TcpStream::connect(&self.to).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let (socket, _) =
            tungstenite::client(format!("ws://{}/api/1/games/{game}/live", self.at), stream)
                .expect("a WebSocket");
        Live { socket }
    }

    /// Makes a choice that was asked for.
    pub fn choose(&self, game: &str, ask: &Value, pick: usize, token: &str) -> Reply {
        let body = json!({ "seat": ask["seat"], "number": ask["number"], "pick": pick });
        self.post(&format!("games/{game}/choose"), &body, token)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn unchunked(mut rest: &str) -> String {
    let mut text = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        if size == 0 || size > after.len() {
            break;
        }
        text.push_str(&after[..size]);
        rest = after[size..].trim_start_matches("\r\n");
    }
    text
}

/// A table that was opened.
pub struct Opened {
    pub id: String,
    pub host: String,
    /// The seats of persons, with their tokens.
    pub seats: Vec<(u8, String)>,
}

impl Opened {
    /// As the server told it.
    pub fn new(opened: &Value) -> Self {
        let token = |seat: &Value| {
            (seat["seat"].as_u64().unwrap() as u8, seat["token"].as_str().unwrap().to_owned())
        };
        Self {
            id: opened["id"].as_str().unwrap().to_owned(),
            host: opened["host"].as_str().unwrap().to_owned(),
            seats: opened["seats"].as_array().unwrap().iter().map(token).collect(),
        }
    }

    pub fn token(&self, seat: u8) -> &str {
        &self.seats.iter().find(|(known, _)| *known == seat).expect("a person sits there").1
    }

    pub fn tokens(&self) -> Vec<&str> {
        self.seats.iter().map(|(_, token)| token.as_str()).collect()
    }
}

/// A live connection.
pub struct Live {
    pub socket: WebSocket<TcpStream>,
}

impl Live {
    /// The next message as it was sent; the reason, if the connection is closed instead.
    pub fn text(&mut self) -> Result<String, String> {
        // The server asks whether the client is there, so the socket itself is never silent for
        // long.
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Ok(text.to_string()),
                Ok(Message::Close(frame)) => {
                    return Err(frame.map(|frame| frame.reason.to_string()).unwrap_or_default());
                }
                Ok(_) => {}
                Err(why) => return Err(why.to_string()),
            }
        }
        Err("no message came".to_owned())
    }

    pub fn message(&mut self) -> Result<Value, String> {
        self.text().map(|text| serde_json::from_str(&text).expect("JSON"))
    }

    /// The next message of a type; those before it are gone.
    pub fn next(&mut self, kind: &str) -> Value {
        self.next_of(&[kind])
    }

    /// The next message of one of these types; those before it are gone.
    pub fn next_of(&mut self, kinds: &[&str]) -> Value {
        loop {
            let message = self
                .message()
                .unwrap_or_else(|why| panic!("closed before {}: {why}", kinds.join(" or ")));
            if kinds.iter().any(|kind| message["type"] == *kind) {
                return message;
            }
        }
    }

    /// Reads everything up to the result in a thread of its own.
    pub fn read_all(mut self) -> JoinHandle<Vec<String>> {
        thread::spawn(move || {
            let mut all = Vec::new();
            while let Ok(text) = self.text() {
                let is_last = text.starts_with(r#"{"type":"result""#);
                all.push(text);
                if is_last {
                    break;
                }
            }
            all
        })
    }
}

/// The choice of a question that the test takes: one that keeps the piece on the board where there
/// is one; `turn` varies it.
pub fn pick(ask: &Value, turn: usize) -> usize {
    let choices = ask["choices"].as_array().expect("choices");
    let lives = |choice: &Value| choice.get("to").is_none_or(|to| !to.is_null());
    let good: Vec<usize> = (0..choices.len()).filter(|&pick| lives(&choices[pick])).collect();
    if good.is_empty() { turn % choices.len() } else { good[turn % good.len()] }
}

/// Plays a game to its end for all its persons, over a connection of its own.
pub fn play_out(server: &Server, table: &Opened) -> Value {
    let mut live = server.connect(&table.id, &json!({ "tokens": table.tokens() }));
    let mut turn = 0;
    loop {
        let message = live.message().expect("the game goes on");
        match message["type"].as_str() {
            Some("ask") => {
                turn += 1;
                let seat = message["seat"].as_u64().unwrap() as u8;
                let reply =
                    server.choose(&table.id, &message, pick(&message, turn), table.token(seat));
                assert_eq!(reply.status, 200, "{}", reply.body);
            }
            Some("result") => return message,
            _ => {}
        }
    }
}
