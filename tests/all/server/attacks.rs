//! Who should not come in, and who comes in to do harm: a game beside them goes on.

use super::client::{Opened, Server, play_out};
use serde_json::json;
use std::io::Write as _;
use std::net::TcpStream;
use tungstenite::Message;

#[test]
fn only_known_names_and_own_pages_come_in() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--name", "games.example"]);
    let at = &server.at;
    let request = |lines: &str| {
        server.raw(format!("GET / HTTP/1.1\r\n{lines}Connection: close\r\n\r\n").as_bytes()).status
    };
    assert_eq!(request(&format!("Host: {at}\r\n")), 200);
    assert_eq!(request("Host: games.example\r\n"), 200);
    assert_eq!(request("Host: evil.example\r\n"), 403, "a name of somebody else for this address");
    assert_eq!(request(&format!("Host: evil.example:{}\r\n", at.rsplit(':').next().unwrap())), 403);
    let body = r#"{"rules":"classic","seats":[{"kind":"here"},{"kind":"bot"}]}"#;
    let post = |lines: &[&str]| server.ask("POST", "/api/1/games", lines, body).status;
    let own = format!("Origin: http://{at}");
    assert_eq!(post(&["Content-Type: application/json", &own]), 200);
    assert_eq!(post(&["Content-Type: application/json"]), 200, "a program");
    assert_eq!(post(&["Content-Type: application/json", "Origin: http://evil.example"]), 403);
    assert_eq!(post(&["Content-Type: application/json", "Origin: null"]), 403);
    assert_eq!(post(&["Content-Type: application/json", "Sec-Fetch-Site: cross-site"]), 403);
    assert_eq!(
        post(&["Content-Type: text/plain", &own]),
        415,
        "what a form of another page can send"
    );
    let table = server.open("classic", &["person", "easy"], None);
    let upgrade = |origin: &str| {
        let path = format!("/api/1/games/{}/live", table.id);
        let lines = [
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            origin,
        ];
        let lines = lines.iter().flat_map(|line| [*line, "\r\n"]).collect::<String>();
        let mut stream = TcpStream::connect(at).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {at}\r\n{lines}\r\n").unwrap();
        let mut first = [0; 12];
        std::io::Read::read_exact(&mut stream, &mut first).unwrap();
        String::from_utf8_lossy(&first[9..]).into_owned()
    };
    assert_eq!([upgrade(&own), upgrade("Origin: http://evil.example")], ["101", "403"]);
}

#[test]
fn every_answer_tells_browsers_to_load_nothing_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    for path in [
        "/",
        "/history",
        "/game/x",
        "/static/base.css",
        "/api/1/editions",
        "/nothing",
        "/api/1/board.svg?rules=classic",
    ] {
        let head = server.ask("GET", path, &[], "").head.to_lowercase();
        for wanted in [
            "content-security-policy: default-src 'none'; script-src 'self';",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "frame-ancestors 'none'",
        ] {
            assert!(head.contains(wanted), "{path}: {head}");
        }
    }
    for page in ["/", "/history", "/game/x"] {
        let text = server.ask("GET", page, &[], "").body;
        assert!(
            !text.contains("style=")
                && !text.contains("<style")
                && !text.contains("<script>")
                && !text.contains(" onclick"),
            "{page}"
        );
    }
    for path in [
        "/static/../mod.rs",
        "/static/%2e%2e%2fmod.rs",
        "/static/mod.rs",
        "/static/",
        "/etc/passwd",
    ] {
        assert_eq!(server.ask("GET", path, &[], "").status, 404, "{path}");
    }
}

/// Why a live connection ends when this is its first message.
fn ended_by(server: &Server, table: &Opened, message: Message) -> String {
    let mut live = server.connect_silently(&table.id);
    let _ = live.socket.send(message);
    loop {
        if let Err(why) = live.text() {
            break why;
        }
    }
}

/// Live connections on which garbage is sent are closed, and told why.
fn send_garbage_on_live_connections(server: &Server, table: &Opened) {
    let says = |message: Message| ended_by(server, table, message);
    for bad in [
        "",
        "{",
        "[]",
        "null",
        r#"{"tokens":1}"#,
        r#"{"tokens":[],"spy":true}"#,
        "{\"tokens\":[\"\u{0}\"]",
        r#"{"number":-1}"#,
    ] {
        let why = says(Message::text(bad));
        assert!(why.starts_with("bad-message"), "{bad}: {why}");
    }
    assert!(says(Message::text(r#"{"tokens":["wrong"]}"#)).starts_with("forbidden"));
    assert!(says(Message::binary(vec![0xff; 100])).starts_with("bad-message"));
    let long = says(Message::text("x".repeat(5000)));
    assert!(!long.is_empty(), "{long}");
    let mut talker = server.connect(&table.id, &json!({}));
    talker.next("table");
    talker.socket.send(Message::text("{}")).unwrap();
    let why = loop {
        if let Err(why) = talker.text() {
            break why;
        }
    };
    assert!(why.starts_with("bad-message"), "{why}");
}

/// Requests that are garbage are refused.
fn send_garbage_as_requests(server: &Server) {
    for request in [
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "POST /api/1/games HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "\u{0}\u{1}\u{2}\r\n\r\n",
    ] {
        assert!([0, 400, 403, 505].contains(&server.raw(request.as_bytes()).status), "{request:?}");
    }
    let large = format!("{{\"text\":\"{}\"}}", "x".repeat(300 * 1024));
    assert_eq!(
        server
            .ask("POST", "/api/1/rules/check", &["Content-Type: application/json"], &large)
            .status,
        413
    );
    for bad in [
        "",
        "{}",
        "[]",
        r#"{"rules":5}"#,
        r#"{"rules":"classic"}"#,
        r#"{"rules":"classic","seats":[]}"#,
        r#"{"rules":"classic","seats":[{"kind":"spy"}]}"#,
    ] {
        let reply = server.ask("POST", "/api/1/games", &["Content-Type: application/json"], bad);
        assert!((400..500).contains(&reply.status), "{bad}: {}", reply.status);
    }
    let many = json!({ "rules": "classic", "seats": vec![json!({ "kind": "bot" }); 300] });
    assert_eq!(server.post("games", &many, "").status, 400);
}

#[test]
fn garbage_floods_and_slow_clients_do_not_disturb_a_game_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--connections-each", "150"]);
    let table = server.open("seas", &["person", "easy", "person"], None);
    // Half a request each, and no more.
    let slow: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.at).unwrap();
            write!(
                stream,
                "POST /api/1/games HTTP/1.1\r\nHost: {}\r\nContent-Length: 100000\r\n",
                server.at
            )
            .unwrap();
            stream
        })
        .collect();
    // Clients that connect and say nothing, and clients that are sent everything and read nothing.
    let silent: Vec<_> = (0..20).map(|_| server.connect_silently(&table.id)).collect();
    let deaf: Vec<_> =
        (0..20).map(|_| server.connect(&table.id, &json!({ "pictures": true }))).collect();
    send_garbage_on_live_connections(&server, &table);
    send_garbage_as_requests(&server);
    // The game beside all of them.
    assert!(play_out(&server, &table)["title"].is_string());
    drop((slow, silent, deaf));
}

#[test]
fn what_a_client_names_is_no_file_and_no_program_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret.toml");
    std::fs::write(
        &secret,
        "schema = 1\nname = \"secret\"\nextends = \"classic\"\nhidden = \"treasure\"\n",
    )
    .unwrap();
    let server = Server::start(folder.path(), &[]);
    let path = secret.display().to_string();
    for reference in [
        path.clone(),
        format!("classic+{path}"),
        "../secret.toml".to_owned(),
        format!("seas+{path}"),
    ] {
        for reply in [
            server.post("choose", &json!({ "rules": reference }), ""),
            server.get(&format!("board.svg?rules={reference}")),
        ] {
            assert!(
                reply.status == 422 && !reply.body.contains("treasure"),
                "{reference}: {}",
                reply.body
            );
        }
    }
    for key in ["extends = ", "extends = \"classic\"\nmixins = "] {
        let value =
            if key.contains("mixins") { format!("[{path:?}]") } else { format!("{path:?}") };
        let text = format!("schema = 1\nname = \"mine\"\n{key}{value}\n");
        let reply = server.post("rules/check", &json!({ "text": text }), "").json();
        let problems = reply["problems"].as_array().unwrap();
        assert!(!problems.is_empty() && !reply.to_string().contains("treasure"), "{reply}");
    }
    let marker = folder.path().join("started");
    for level in [
        format!("exec:touch {}", marker.display()),
        "exec:true".to_owned(),
        "ismcts:4000000000".to_owned(),
        String::new(),
    ] {
        let seats = json!([{ "kind": "here" }, { "kind": "bot", "level": level }]);
        assert_eq!(
            server.post("games", &json!({ "rules": "classic", "seats": seats }), "").status,
            400,
            "{level}"
        );
    }
    assert!(!marker.exists());
}

#[test]
fn one_client_gets_no_more_than_its_share() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--games", "5", "--connections-each", "4"]);
    // The last `--games` counts.
    let body = json!({ "rules": "classic", "seats": [{ "kind": "here" }, { "kind": "here" }] });
    let opened: Vec<u16> = (0..7).map(|_| server.post("games", &body, "").status).collect();
    assert_eq!(opened, [200, 200, 200, 200, 200, 429, 429]);
    let id = server.get("games").json()["games"][0]["id"].as_str().unwrap().to_owned();
    let mut open: Vec<_> = (0..4).map(|_| server.connect(&id, &json!({}))).collect();
    for live in &mut open {
        live.next("table");
    }
    let mut fifth = server.connect_silently(&id);
    assert!(fifth.text().unwrap_err().starts_with("limit"));
    drop(open.pop());
    let again = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        server.connect(&id, &json!({})).message().is_ok()
    });
    assert!(again, "a place that was left is free");
    let limited = Server::start(&folder.path().join("other"), &["--rate", "10"]);
    let statuses: Vec<u16> = (0..60).map(|_| limited.get("games").status).collect();
    assert!(statuses.contains(&200) && statuses.contains(&429), "{statuses:?}");
    // Files of pages have a limit of their own, so that many people behind one address can go to
    // the next game at once.
    let files: Vec<u16> =
        (0..400).map(|_| limited.ask("GET", "/static/game.css", &[], "").status).collect();
    let loaded = files.iter().filter(|status| **status == 200).count();
    assert!((200..400).contains(&loaded), "{loaded}");
}
