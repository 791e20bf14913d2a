//! Clients that take their time, at a server that gives them little of it.

use super::super::{App, Patience, ServeOptions, Server, store};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tsuro::rules::Registry;
use tsuro_world::RuleFiles;

/// A server that runs until it is dropped.
struct Running {
    at: String,
    app: Weak<App>,
    stop: Arc<Notify>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn start(data: &Path, patience: Patience) -> Self {
        let options = ServeOptions {
            host: None,
            lan: false,
            port: 0,
            data: data.to_owned(),
            names: Vec::new(),
            proxy: None,
            connections: 100,
            connections_each: 100,
            rate: 1000,
            games: 1000,
            disk: 1024,
            expiry: 30,
            keep: 365,
            seed: None,
            lobby: false,
            ratings: false,
            clock: None,
            patience,
        };
        let registry = Box::leak(Box::new(Registry::default()));
        let server = Server::start(options, RuleFiles::default(), registry).unwrap();
        let (at, app, stop) = (
            format!("127.0.0.1:{}", server.port()),
            Arc::downgrade(&server.app),
            Arc::new(Notify::new()),
        );
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || server.run_until(&stopped).unwrap());
        Self { at, app, stop, thread: Some(thread) }
    }

    fn send(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.at).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(request.replace("HOST", &self.at).as_bytes()).unwrap();
        stream
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.notify_one();
        let ended = self.thread.take().unwrap().join();
        assert!(ended.is_ok() || thread::panicking());
    }
}

/// Looks again and again until something is so, for a minute.
fn until(what: &str, mut is: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

const LONG: Duration = Duration::from_secs(600);

#[test]
fn who_does_not_read_an_answer_is_disconnected_and_who_reads_slowly_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(
        folder.path(),
        Patience { head: LONG, request: LONG, reading: Duration::from_secs(2) },
    );
    let mut database = rusqlite::Connection::open(store::file_in(folder.path())).unwrap();
    let transaction = database.transaction().unwrap();
    transaction.execute("INSERT INTO rules (hash, text) VALUES ('none', '{}')", []).unwrap();
    let record = "x".repeat(1 << 20);
    for number in 0..8 {
        let game =
            "INSERT INTO games (id, created, changed, reference, titles, rules, seed, host, \
            undos, turn, state, record)
            VALUES (?1, unixepoch(), unixepoch(), 'classic', '{}', 'none', '', x'00', 0, 0, \
            'uploaded', ?2)";
        transaction.execute(game, (number.to_string(), &record)).unwrap();
    }
    transaction.commit().unwrap();
    let ask =
        || server.send("GET /api/1/export HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n");
    let (deaf, mut slow) = (ask(), ask());
    let reader = thread::spawn(move || {
        let (mut all, mut part) = (0, vec![0; 64 * 1024]);
        loop {
            match slow.read(&mut part) {
                Ok(0) => return all,
                Ok(some) => all += some,
                Err(why) => panic!("after {all} bytes: {why}"),
            }
            // The whole takes longer than the time of a client that reads nothing.
            thread::sleep(Duration::from_millis(25));
        }
    });
    until("the connection is reset", || deaf.take_error().unwrap().is_some());
    assert!(reader.join().unwrap() > 8 << 20);
}

#[test]
fn when_the_time_of_a_request_is_up_its_task_its_body_and_its_connection_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(
        folder.path(),
        Patience { head: LONG, request: Duration::from_millis(500), reading: LONG },
    );
    // A connection that is idle uses the server as much as one that has ended does not.
    let used = || server.app.strong_count();
    let mut first =
        server.send("GET /api/1/games HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n");
    first.read_to_end(&mut Vec::new()).unwrap();
    let before = used();
    let head = "POST /api/1/rules/check HTTP/1.1\r\nHost: HOST\r\n\
        Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{";
    let mut slow = server.send(head);
    let mut feeder = slow.try_clone().unwrap();
    // A byte now and then, for as long as the other end takes it.
    let fed = thread::spawn(move || {
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(60) {
            if feeder.write_all(b" ").is_err() {
                return true;
            }
            thread::sleep(Duration::from_millis(20));
        }
        false
    });
    let mut answer = Vec::new();
    let _ = slow.read_to_end(&mut answer);
    assert!(answer.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&answer));
    assert!(fed.join().unwrap(), "the connection takes no more");
    until("nothing of the request is left", || used() <= before);
}
