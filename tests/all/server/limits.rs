//! What one client, or everybody together, may have of a server.

use super::client::{Server, pick, play_out};
use serde_json::json;
use std::collections::HashSet;
use std::io::Write as _;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Looks again and again until something is so, for two minutes.
fn until(what: &str, mut is: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is() {
        assert!(began.elapsed() < Duration::from_secs(120), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A number of a line of a file about a process.
#[cfg(target_os = "linux")]
fn about(process: u32, file: &str, line: &str, word: usize) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/{file}")).unwrap();
    let line = text.lines().find_map(|known| known.strip_prefix(line)).unwrap();
    line.split_whitespace().nth(word).unwrap().parse().unwrap()
}

/// Puts uploaded games with records of this size into the database of a server.
fn fill(folder: &std::path::Path, games: usize, size: usize) {
    let mut database = rusqlite::Connection::open(folder.join("games.sqlite")).unwrap();
    let transaction = database.transaction().unwrap();
    transaction.execute("INSERT INTO rules (hash, text) VALUES ('none', '{}')", []).unwrap();
    for number in 0..games {
        let game =
            "INSERT INTO games (id, created, changed, reference, titles, rules, seed, host, \
            undos, turn, state, record)
            VALUES (?1, ?2, ?2, 'classic', '{}', 'none', '', x'00', 0, 0, 'uploaded', ?3)";
        let now =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
        transaction
            .execute(
                game,
                rusqlite::params![
                    format!("game{number}"),
                    now.cast_signed(),
                    format!("{}\n", "x".repeat(size - 1))
                ],
            )
            .unwrap();
    }
    transaction.commit().unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn exports_that_nobody_reads_need_no_memory_and_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    fill(folder.path(), 64, 400_000);
    let whole = server.get("export").body;
    assert_eq!(whole.len(), 64 * 400_000);
    let before = about(server.id(), "status", "VmHWM:", 0);
    let mut deaf: Vec<TcpStream> = (0..64)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.at).unwrap();
            write!(stream, "GET /api/1/export HTTP/1.1\r\nHost: {}\r\n\r\n", server.at).unwrap();
            stream
        })
        .collect();
    // Built at once, these are 1.6 GB.
    until("they are disconnected", || {
        deaf.retain(|stream| !has_ended(stream));
        deaf.is_empty()
    });
    let grown = about(server.id(), "status", "VmHWM:", 0) - before;
    assert!(grown < 150 * 1024, "{grown} KiB");
    assert_eq!(server.get("export").body.len(), whole.len(), "who reads is served again");
}

/// Whether a connection has ended, or was told that there is no room for it. Nothing is read of it.
#[cfg(target_os = "linux")]
fn has_ended(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let mut head = [0; 12];
    match (stream.take_error().unwrap(), stream.peek(&mut head)) {
        (None, Ok(12)) => head.ends_with(b" 429"),
        (None, Err(why)) => why.kind() != std::io::ErrorKind::WouldBlock,
        (Some(_), _) | (None, Ok(_)) => true,
    }
}

#[test]
fn bodies_are_small_but_for_texts_and_uploads() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let table = server.open("classic", &["person", "person"], None);
    let status = |path: &str, size: usize| {
        let body = json!({ "text": "x".repeat(size) }).to_string();
        server
            .ask(
                "POST",
                &format!("/api/1/{path}"),
                &["Content-Type: application/json", "Authorization: Bearer x"],
                &body,
            )
            .status
    };
    for route in ["choose", "preview", "advice", "undo", "seats"] {
        let route = format!("games/{}/{route}", table.id);
        assert_eq!((status(&route, 1000), status(&route, 5000)), (400, 413), "{route}");
    }
    assert_eq!(status("runs/none/state", 5000), 413);
    let own = ["rules/check", "rules/sheet", "rules/edit", "rules/try"];
    for route in ["games", "choose", "runs", "suites/run", "suites/look", "suites/changes"]
        .into_iter()
        .chain(own)
    {
        assert!(status(route, 200_000) != 413 && status(route, 300_000) == 413, "{route}");
    }
    assert_eq!((status("records", 4_000_000), status("records", 5_000_000)), (400, 413));
}

#[test]
fn behind_a_proxy_clients_are_told_apart_by_what_it_forwards() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |server: &Server, forwarded: &str| {
        server.ask("GET", "/api/1/games", &[forwarded], "").status
    };
    let refused = |server: &Server, forwarded: &dyn Fn(usize) -> String| {
        (0..60).filter(|&number| ask(server, &forwarded(number)) == 429).count()
    };
    let server =
        Server::start(&folder.path().join("behind"), &["--proxy", "127.0.0.1", "--rate", "1"]);
    assert!(refused(&server, &|_| "X-Forwarded-For: 192.0.2.1".to_owned()) > 40);
    assert_eq!(ask(&server, "X-Forwarded-For: 192.0.2.2"), 200, "another client");
    assert_eq!(ask(&server, "Forwarded: for=192.0.2.3;proto=https"), 200);
    // What a client says of itself changes nothing.
    assert!(
        refused(&server, &|number| format!("X-Forwarded-For: 192.0.2.{}, 192.0.2.1", 100 + number))
            > 40
    );
    // All addresses of a network of version 6 are one client.
    assert!(refused(&server, &|number| format!("X-Forwarded-For: 2001:db8:1:1::{number:x}")) > 40);
    assert_eq!(ask(&server, "X-Forwarded-For: 2001:db8:1:2::1"), 200);
    // Live connections as well.
    let server = Server::start(
        &folder.path().join("live"),
        &["--proxy", "127.0.0.1", "--connections-each", "2"],
    );
    let table = server.open("classic", &["person", "person"], None);
    let connect = |client: &str| {
        let stream = TcpStream::connect(&server.at).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let request = tungstenite::http::Request::builder()
            .uri(format!("ws://{}/api/1/games/{}/live", server.at, table.id))
            .header("Host", &server.at)
            .header("Connection", "Upgrade")
            .header("Upgrade", "websocket")
            .header("Sec-WebSocket-Version", "13")
            .header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
            .header("X-Forwarded-For", client);
        let (mut socket, _) = tungstenite::client(request.body(()).unwrap(), stream).unwrap();
        let _ = socket.send(tungstenite::Message::text("{}"));
        let mut live = super::client::Live { socket };
        let first = live.text();
        (live, first)
    };
    let connected: Vec<_> =
        ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"].map(connect).into_iter().collect();
    let is_let_in: Vec<bool> = connected.iter().map(|(_, first)| first.is_ok()).collect();
    assert_eq!(is_let_in, [true, true, false, true]);
    // Without the option, and from other addresses, the header is not believed.
    for arguments in [&["--rate", "1"][..], &["--rate", "1", "--proxy", "192.0.2.9"]] {
        let server = Server::start(&folder.path().join("open"), arguments);
        assert!(
            refused(&server, &|number| format!("X-Forwarded-For: 192.0.2.{number}")) > 40,
            "{arguments:?}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_limit_of_open_files_is_raised_and_some_are_kept_for_requests() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with_files("-Sn 200", &folder.path().join("soft"), &[]);
    let files = |word| about(server.id(), "limits", "Max open files", word);
    assert_eq!(files(0), files(1));
    let many = ["--connections", "1000", "--connections-each", "1000"];
    let server = Server::start_with_files("-n 160", &folder.path().join("hard"), &many);
    let table = server.open("classic", &["person", "easy"], None);
    let mut player = server.connect(&table.id, &json!({ "tokens": table.tokens() }));
    let ask = player.next("ask");
    let mut live: Vec<_> = (0..200).map(|_| server.connect(&table.id, &json!({}))).collect();
    let let_in = live.iter_mut().filter_map(|live| live.message().ok()).count();
    assert!((20..150).contains(&let_in), "{let_in}");
    // With all of them connected, others ask and play.
    assert_eq!(server.get("games").status, 200);
    assert_eq!(server.choose(&table.id, &ask, pick(&ask, 0), table.token(0)).status, 200);
}

#[test]
fn the_text_of_seed_stands_in_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let records = |name: &str| {
        let server = Server::start(&folder.path().join(name), &["--seed", "midsummer"]);
        let record = |_| {
            let table = server.open("classic", &["person", "easy"], None);
            play_out(&server, &table);
            server.get(&format!("games/{}/record", table.id)).body
        };
        (0..3).map(record).collect::<Vec<String>>()
    };
    let (first, second) = (records("one"), records("other"));
    let seed = |record: &String| {
        serde_json::from_str::<serde_json::Value>(record.lines().next().unwrap()).unwrap()["seed"]
            .to_string()
    };
    let seeds: Vec<String> = first.iter().map(seed).collect();
    assert!(first.iter().all(|record| !record.contains("midsummer")));
    assert_eq!(seeds.iter().collect::<HashSet<_>>().len(), 3, "{seeds:?}");
    assert_eq!(seeds, second.iter().map(seed).collect::<Vec<_>>(), "the same each time");
}

#[test]
fn nobody_is_called_like_a_bot() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let open = |name: &str, language: &str| {
        let seats = json!([{ "kind": "here", "name": name }, { "kind": "bot" }]);
        server.post(
            &format!("games?lang={language}"),
            &json!({ "rules": "classic", "seats": seats }),
            "",
        )
    };
    for name in ["Medium bot", "mеdium", "Robot moyen", "Greedy 2", "Rоuge"] {
        let (english, french) = (open(name, "en"), open(name, "fr"));
        assert_eq!((english.status, french.status), (400, 400), "{name}");
        let why = |reply: &super::client::Reply| reply.json()["error"].as_str().unwrap().to_owned();
        assert!(
            why(&english).contains("cannot be a person's name")
                && why(&french).contains("ne peut pas être le nom"),
            "{name}"
        );
    }
    assert_eq!(open("Ann", "en").status, 200);
    let table = server.open("classic", &["person", "easy"], None);
    let rename = |name: &str| {
        let body = json!({ "seat": 0, "name": name });
        server.post(&format!("games/{}/seats?lang=fr", table.id), &body, table.token(0))
    };
    let refused = rename("easy bot");
    assert!(
        refused.status == 400 && refused.body.contains("ne peut pas être le nom"),
        "{}",
        refused.body
    );
    assert_eq!(rename("Bea").status, 200);
}
