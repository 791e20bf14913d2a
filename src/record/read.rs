//! A stream of records, read game by game.

use super::write::FORMAT;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::io::{self, BufRead};

/// The longest line that is read, in bytes: far more than any event needs.
pub const MAX_LINE: usize = 1 << 20;

/// The longest game that is read, in bytes: room for a hundred thousand turns.
pub const MAX_GAME: usize = 64 << 20;

/// One game of a stream, as it was read: its lines, of which only the first has been looked into.
#[derive(Debug, Clone)]
pub struct GameRecord {
    /// The number of the first line in the stream, from 1.
    pub first_line: usize,
    /// The events, each without its line end; the first is `game`.
    pub lines: Vec<String>,
    /// Whether a last line was cut off in its middle, and left out.
    pub cut: bool,
}

/// The fields of a `game` event that a reader needs.
#[derive(Debug, Deserialize)]
pub(super) struct GameLine<'a> {
    #[serde(borrow)]
    pub rules: Option<&'a RawValue>,
    pub rules_hash: Option<String>,
    pub players: Option<Vec<String>>,
    pub first: Option<u64>,
    #[serde(default)]
    pub seed: Option<String>,
    #[serde(default)]
    pub index: u64,
}

/// Why a stream cannot be read on.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file or pipe.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line that is no event.
    #[error("line {line}: not an event: {why}")]
    NotAnEvent {
        /// From 1.
        line: usize,
        /// What the JSON parser says.
        why: String,
    },
    /// A line that is too long to be one.
    #[error("line {line}: longer than {MAX_LINE} bytes")]
    TooLong {
        /// From 1.
        line: usize,
    },
    /// A game that is too long to be kept.
    #[error("line {line}: the game has more than {MAX_GAME} bytes up to here, the most that is read of one")]
    GameTooLong {
        /// From 1.
        line: usize,
    },
    /// Something before the first `game`.
    #[error("line {line}: a record begins with the event game, not with {found}")]
    NoGame {
        /// From 1.
        line: usize,
        /// What is there.
        found: String,
    },
    /// A record of another version.
    #[error("line {line}: format {found} is not one that this program reads; it reads format {FORMAT}")]
    Format {
        /// From 1.
        line: usize,
        /// What is there.
        found: String,
    },
}

/// Reads a stream of records; its memory holds one game.
#[derive(Debug)]
pub struct RecordReader<R> {
    from: R,
    line: usize,
    /// The first line of the next game, once it has been read.
    ahead: Option<String>,
    done: bool,
}

impl<R: BufRead> RecordReader<R> {
    /// Reads from `from`, from its first line.
    pub fn new(from: R) -> Self {
        Self { from, line: 0, ahead: None, done: false }
    }

    /// The next line, without its end, and whether it had one; `None` at the end of the stream. Empty lines are passed over.
    fn line(&mut self) -> Result<Option<(String, bool)>, ReadError> {
        loop {
            let mut bytes = Vec::new();
            let read = io::Read::take(&mut self.from, MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
            if read == 0 {
                return Ok(None);
            }
            self.line += 1;
            let ended = bytes.last() == Some(&b'\n');
            if !ended && read > MAX_LINE {
                return Err(ReadError::TooLong { line: self.line });
            }
            while matches!(bytes.last(), Some(b'\n' | b'\r')) {
                bytes.pop();
            }
            if bytes.is_empty() {
                continue;
            }
            match String::from_utf8(bytes) {
                Ok(line) => return Ok(Some((line, ended))),
                // A multi-byte letter that is cut at the end of the stream is a line cut off, not a broken one.
                Err(error) if !ended => return Ok(Some((String::from_utf8_lossy(error.as_bytes()).into_owned(), false))),
                Err(_) => return Err(ReadError::NotAnEvent { line: self.line, why: "it is not UTF-8 text".into() }),
            }
        }
    }

    /// The next game; `None` at the end of the stream.
    ///
    /// # Errors
    /// Where the stream cannot be read on; what came before the error is lost only if it belongs to the same game.
    pub fn game(&mut self) -> Result<Option<GameRecord>, ReadError> {
        let first = match self.ahead.take() {
            Some(line) => line,
            None if self.done => return Ok(None),
            None => match self.line()? {
                Some((line, true)) => line,
                // A stream that breaks off in its very first line holds no game, but a whole `game` event without a line end is one.
                Some((line, false)) if event_name(&line).is_ok() => line,
                Some((_, false)) => return Err(ReadError::NoGame { line: self.line, found: "a line that is cut off".into() }),
                None => return Ok(None),
            },
        };
        let name = event_name(&first).map_err(|why| ReadError::NotAnEvent { line: self.line, why })?;
        if name != "game" {
            return Err(ReadError::NoGame { line: self.line, found: name });
        }
        check_format(&first, self.line)?;
        let mut bytes = first.len();
        let mut game = GameRecord { first_line: self.line, lines: vec![first], cut: false };
        while let Some((line, ended)) = self.line()? {
            bytes += line.len();
            if bytes > MAX_GAME {
                return Err(ReadError::GameTooLong { line: self.line });
            }
            match event_name(&line) {
                Ok(name) if name == "game" => {
                    self.ahead = Some(line);
                    return Ok(Some(game));
                }
                Ok(_) => game.lines.push(line),
                Err(_) if !ended => game.cut = true,
                Err(why) => return Err(ReadError::NotAnEvent { line: self.line, why }),
            }
        }
        self.done = true;
        Ok(Some(game))
    }
}

/// What every event has.
#[derive(Deserialize)]
struct EventName {
    event: String,
}

/// The name of the event on a line. Records are written with it first, which spares a look at the rest.
pub(super) fn event_name(line: &str) -> Result<String, String> {
    if let Some(rest) = line.strip_prefix("{\"event\":\"")
        && let Some((name, rest)) = rest.split_once('"')
        && line.ends_with('}')
        && (rest == "}" || rest.starts_with(','))
        && !name.contains('\\')
    {
        return Ok(name.to_owned());
    }
    serde_json::from_str::<EventName>(line).map(|named| named.event).map_err(|error| error.to_string())
}

/// What the first event of a game has.
#[derive(Deserialize)]
struct FirstEvent {
    #[serde(default)]
    format: serde_json::Value,
}

fn check_format(line: &str, number: usize) -> Result<(), ReadError> {
    let why = |error: serde_json::Error| ReadError::NotAnEvent { line: number, why: error.to_string() };
    let found: FirstEvent = serde_json::from_str(line).map_err(why)?;
    if found.format == serde_json::json!(FORMAT) {
        Ok(())
    } else {
        let found = if found.format.is_null() { "missing".to_owned() } else { found.format.to_string() };
        Err(ReadError::Format { line: number, found })
    }
}

/// Whether a game is a [`view()`](super::view()): whether tiles of its deal are hidden.
pub fn is_view(game: &GameRecord) -> bool {
    let deal = game.lines.iter().skip(1).find(|line| event_name(line).is_ok_and(|name| name == "deal"));
    let deal: Option<Map<String, Value>> = deal.and_then(|line| serde_json::from_str(line).ok());
    let is_hidden = |value: &Value| value.is_null() || value.as_array().is_some_and(|tiles| tiles.iter().any(Value::is_null));
    deal.is_some_and(|deal| {
        let hidden = |name: &str| {
            deal.get(name).is_some_and(|value| is_hidden(value) || value.as_array().is_some_and(|hands| hands.iter().any(is_hidden)))
        };
        hidden("hands") || hidden("pile")
    })
}
