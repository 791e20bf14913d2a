//! Fetches the record of a game from a tsuro server in the home network, over plain HTTP.

use std::io::{self, Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::{Duration, Instant};

/// The longest that a server may take in all, after its name was looked up.
const TIME_LIMIT: Duration = Duration::from_secs(20);
/// The most bytes of an answer: the record of the longest game has well under a megabyte.
const MOST_BYTES: usize = 16 << 20;
/// The longest that one of the addresses of a server is tried.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);
/// The port of a server whose address names none.
const USUAL_PORT: u16 = 80;

/// Why a game was not fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The address is encrypted.
    #[error(
        "an https address cannot be read: download the record in \"Games played\" of that server, \
         and name the file"
    )]
    Encrypted,
    /// The address is not that of a game.
    #[error("it is not the address of a game, as in http://192.168.1.5:7879/game/k7fq2mxa")]
    NotGame,
    /// The server cannot be reached, or breaks off.
    #[error("the server cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The server takes too long.
    #[error("the server took more than {} seconds", TIME_LIMIT.as_secs())]
    Late,
    /// The answer is too large.
    #[error("the answer has more than {MOST_BYTES} bytes")]
    TooLarge,
    /// The answer ends before its end.
    #[error("the answer was cut off")]
    Cut,
    /// The server does not give it away: the game goes on, so its record would show hidden tiles, or
    /// the server does not know its own name.
    #[error("the server refuses it: {0}")]
    Refused(String),
    /// There is no such game.
    #[error("there is no such game on that server")]
    NoGame,
    /// Another answer than a record.
    #[error("the server answers with {0:?}, and not with a record")]
    Status(String),
}

/// Whether a text is the address of something on a server, and not a file.
pub fn is_link(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.starts_with("http://") || lower.starts_with("https://")
}

/// Where a game is: the host with its port, as in the address, and the path of its record.
fn place_of(link: &str) -> Result<(String, String), FetchError> {
    if link.to_ascii_lowercase().starts_with("https://") {
        return Err(FetchError::Encrypted);
    }
    let rest = link.get("http://".len()..).ok_or(FetchError::NotGame)?;
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = rest.split_once('/').ok_or(FetchError::NotGame)?;
    let parts: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    let (["game", id] | ["game", id, _] | ["api", "1", "games", id, "record"]) = parts[..] else {
        return Err(FetchError::NotGame);
    };
    let is_plain = |text: &str, others: &str| {
        let fits = |one: char| one.is_ascii_alphanumeric() || others.contains(one);
        !text.is_empty() && text.chars().all(fits)
    };
    // What is sent is one line of a request: nothing else can be smuggled into it.
    if !is_plain(host, ".-_:[]") || !is_plain(id, "-_") {
        return Err(FetchError::NotGame);
    }
    Ok((host.to_owned(), format!("/api/1/games/{id}/record")))
}

/// The record of the game at an address: `http://HOST:PORT/game/ID`, also with `/review` after it.
///
/// # Errors
/// The address is not that of a game, the server cannot be read, or the game goes on.
pub fn record_at(link: &str) -> Result<String, FetchError> {
    let until = Instant::now() + TIME_LIMIT;
    let (host, path) = place_of(link)?;
    let answer = ask(&host, &path, until)?;
    let Some((head, body)) = split_head(&answer) else {
        return Err(FetchError::Status(beginning(&answer)));
    };
    let lengths = head.lines().filter_map(|line| line.split_once(':'));
    let mut length = lengths.filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let length = length.next().and_then(|(_, length)| length.trim().parse::<usize>().ok());
    if length.is_some_and(|length| length != body.len()) {
        return Err(FetchError::Cut);
    }
    let status = head.split_whitespace().nth(1).unwrap_or_default();
    match status {
        "200" => String::from_utf8(body.to_vec()).map_err(|_| FetchError::Status(beginning(body))),
        "403" => Err(FetchError::Refused(reason(body).unwrap_or_else(|| "forbidden".to_owned()))),
        "404" => Err(FetchError::NoGame),
        _ => Err(FetchError::Status(head.lines().next().unwrap_or_default().to_owned())),
    }
}

/// Sends the request and reads the whole answer.
fn ask(host: &str, path: &str, until: Instant) -> Result<Vec<u8>, FetchError> {
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let full = if has_port { host.to_owned() } else { format!("{host}:{USUAL_PORT}") };
    let left = || {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(FetchError::Late) } else { Ok(left) }
    };
    let mut failed = io::Error::from(io::ErrorKind::NotFound);
    let mut stream = None;
    for address in full.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, left()?.min(CONNECT_LIMIT)) {
            Ok(connected) => {
                stream = Some(connected);
                break;
            }
            Err(why) => failed = why,
        }
    }
    let mut stream = stream.ok_or(failed)?;
    stream.set_write_timeout(Some(left()?))?;
    // The answer of this version of HTTP is not in pieces, and ends with the connection.
    let request = format!("GET {path} HTTP/1.0\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let (mut answer, mut part) = (Vec::new(), [0; 1 << 14]);
    loop {
        stream.set_read_timeout(Some(left()?))?;
        match stream.read(&mut part) {
            Ok(0) => return Ok(answer),
            Ok(count) => answer.extend_from_slice(&part[..count]),
            Err(why)
                if matches!(why.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) =>
            {
                return Err(FetchError::Late);
            }
            Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
            Err(why) => return Err(why.into()),
        }
        if answer.len() > MOST_BYTES {
            return Err(FetchError::TooLarge);
        }
    }
}

/// The head of an answer and its body.
fn split_head(answer: &[u8]) -> Option<(&str, &[u8])> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..end]).ok()?;
    head.starts_with("HTTP/1.").then_some((head, &answer[end + 4..]))
}

/// The reason that an answer gives for a refusal.
fn reason(body: &[u8]) -> Option<String> {
    let said: serde_json::Value = serde_json::from_slice(body).ok()?;
    Some(said.get("error")?.as_str()?.chars().take(200).collect())
}

fn beginning(answer: &[u8]) -> String {
    String::from_utf8_lossy(&answer[..answer.len().min(40)]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// Answers one request with `answer`, and gives back what was asked.
    fn serve(answer: &'static [u8]) -> (String, std::thread::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let served = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut asked = Vec::new();
            let mut byte = [0];
            while !asked.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap() > 0 {
                asked.push(byte[0]);
            }
            stream.write_all(answer).unwrap();
            String::from_utf8(asked).unwrap()
        });
        (format!("http://{address}/game/k7fq2mxa"), served)
    }

    #[test]
    fn the_record_of_a_game_is_fetched_by_its_address() {
        let (link, served) = serve(b"HTTP/1.0 200 OK\r\ncontent-length: 5\r\n\r\nline\n");
        assert_eq!(record_at(&format!("{link}/review?seat=1#x")).unwrap(), "line\n");
        let asked = served.join().unwrap();
        assert!(asked.starts_with("GET /api/1/games/k7fq2mxa/record HTTP/1.0\r\nHost: 127.0.0.1:"));
    }

    #[test]
    fn what_is_no_record_is_refused_with_the_reason() {
        for (answer, why) in [
            (&b"HTTP/1.1 403 Forbidden\r\n\r\n{}"[..], "refuses it: forbidden"),
            (b"HTTP/1.1 403 No\r\n\r\n{\"error\": \"not by that name\"}", "not by that name"),
            (b"HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nline\n", "cut off"),
            (b"HTTP/1.1 404 Not Found\r\n\r\n{}", "no such game"),
            (b"HTTP/1.1 500 Oh\r\n\r\n", "HTTP/1.1 500 Oh"),
            (b"SSH-2.0-something\r\n", "SSH-2.0"),
            (b"", "\"\""),
        ] {
            let (link, served) = serve(answer);
            let refused = record_at(&link).unwrap_err().to_string();
            assert!(refused.contains(why), "{refused}");
            served.join().unwrap();
        }
        for link in [
            "http://host",
            "http://host/",
            "http://host/history",
            "http://host/game/a b",
            "http://ho st/game/a",
            "http://host/game/a\r\nX: y",
            "http:///game/a",
        ] {
            assert!(matches!(record_at(link), Err(FetchError::NotGame)), "{link}");
        }
        assert_eq!(place_of("http://[::1]:7879/game/a").unwrap().0, "[::1]:7879");
        assert!(matches!(record_at("HTTPS://host/game/a"), Err(FetchError::Encrypted)));
        assert!(is_link("Http://x") && !is_link("games.jsonl") && !is_link("https.jsonl"));
    }
}
