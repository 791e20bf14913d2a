//! [`RecordReader`]: reads a stream of records game by game.

use super::write::{FORMAT, TIME};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::io::{self, BufRead};

/// The longest line of a record that is read, in bytes; events are far shorter.
pub const MAX_LINE: usize = 1 << 20;

/// The longest game that is read, in bytes; enough for a hundred thousand turns.
const MAX_GAME: usize = 64 << 20;

/// The lines of one game. Each is an event, of which only the name has been checked, and of the
/// first the format.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct GameRecord {
    /// The number of the first line in the stream, from 1.
    pub first_line: usize,
    /// The events, each without its line end. The first is `game`.
    pub lines: Vec<String>,
    /// Whether the stream broke off within a line, which was left out.
    pub cut: bool,
}

/// The fields of a `game` event that a reader needs, without its [rules](rules_text).
#[derive(Debug, Deserialize)]
pub(super) struct GameLine {
    pub rules_hash: Option<String>,
    pub players: Option<Vec<String>>,
    pub first: Option<u64>,
    #[serde(default)]
    pub seed: Option<String>,
    #[serde(default)]
    pub index: u64,
    #[serde(default)]
    pub undos: u32,
}

/// Why a stream of records cannot be read further.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file or pipe cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line is not an event.
    #[error("line {line}: not an event: {why}")]
    NotAnEvent {
        /// The number of the line, from 1.
        line: usize,
        /// The message of the JSON parser.
        why: String,
    },
    /// A line is longer than any event.
    #[error("line {line}: longer than {MAX_LINE} bytes")]
    TooLong {
        /// The number of the line, from 1.
        line: usize,
    },
    /// A game is too long to be kept in memory.
    #[error(
        "line {line}: the game has more than {MAX_GAME} bytes up to here; longer games are not read"
    )]
    GameTooLong {
        /// The number of the line, from 1.
        line: usize,
    },
    /// The stream does not begin with the event `game`.
    #[error("line {line}: a record begins with the event game, not with {found}")]
    NoGame {
        /// The number of the line, from 1.
        line: usize,
        /// The event that it begins with.
        found: String,
    },
    /// The record has another version of the format.
    #[error("line {line}: {found}; this program reads format {FORMAT}")]
    Format {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with the format of the record, as a clause.
        found: String,
    },
}

/// Reads a stream of records game by game; only one game is in memory.
#[derive(Debug)]
pub struct RecordReader<R> {
    from: R,
    /// The number of lines read so far.
    line: usize,
    /// The first line of the next game, once it has been read.
    ahead: Option<String>,
    done: bool,
}

impl<R: BufRead> RecordReader<R> {
    /// Makes a reader; `from` is at the beginning of a line.
    pub fn new(from: R) -> Self {
        Self { from, line: 0, ahead: None, done: false }
    }

    /// Reads the next line that is not empty: without its line end, and whether it had one. `None`
    /// at the end of the stream.
    fn line(&mut self) -> Result<Option<(String, bool)>, ReadError> {
        loop {
            let mut bytes = Vec::new();
            let read = io::Read::take(&mut self.from, MAX_LINE as u64 + 1)
                .read_until(b'\n', &mut bytes)?;
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
                // The stream broke off, perhaps within a character of several bytes.
                Err(error) if !ended => {
                    return Ok(Some((
                        String::from_utf8_lossy(error.as_bytes()).into_owned(),
                        false,
                    )));
                }
                Err(_) => {
                    return Err(ReadError::NotAnEvent {
                        line: self.line,
                        why: "it is not UTF-8 text".into(),
                    });
                }
            }
        }
    }

    /// Reads the next game; `None` at the end of the stream.
    ///
    /// # Errors
    /// If the game cannot be read to its end; its lines before the error are lost.
    pub fn game(&mut self) -> Result<Option<GameRecord>, ReadError> {
        let first = match self.ahead.take() {
            Some(line) => line,
            None if self.done => return Ok(None),
            None => match self.line()? {
                Some((line, true)) => line,
                // A stream that breaks off within its first line has no game, but a whole `game`
                // event without a line end is one.
                Some((line, false)) if event_name(&line).is_ok() => line,
                Some((_, false)) => {
                    return Err(ReadError::NoGame {
                        line: self.line,
                        found: "a line that is cut off".into(),
                    });
                }
                None => return Ok(None),
            },
        };
        let name =
            event_name(&first).map_err(|why| ReadError::NotAnEvent { line: self.line, why })?;
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

/// The events that tell choices.
const CHOICES: [&str; 5] = ["start", "relocated", "placed", "exchanged", "chose"];

/// The field that every event has.
#[derive(Deserialize)]
struct EventName {
    event: String,
}

/// The name of the event on a line. It usually comes first; then the rest is not parsed.
pub(super) fn event_name(line: &str) -> Result<String, String> {
    if let Some(rest) = line.strip_prefix("{\"event\":\"")
        && let Some((name, rest)) = rest.split_once('"')
        && line.ends_with('}')
        && (rest == "}" || rest.starts_with(','))
        && !name.contains('\\')
    {
        return Ok(name.to_owned());
    }
    serde_json::from_str::<EventName>(line)
        .map(|named| named.event)
        .map_err(|error| error.to_string())
}

/// The field with the rules of a `game` event.
#[derive(Deserialize)]
struct GameRules {
    rules: Option<Value>,
}

/// The text of the rules of a `game` event; `None` if it has none. They are usually taken from the
/// line as they are, and not parsed.
pub(super) fn rules_text(line: &str) -> serde_json::Result<Option<Cow<'_, str>>> {
    const FIELD: &str = ",\"rules\":";
    if let Some(at) = line.find(FIELD)
        // With one brace and no bracket before it, the field is one of the event itself.
        && line[..at].bytes().filter(|byte| matches!(byte, b'{' | b'[')).count() == 1
    {
        let rest = &line[at + FIELD.len()..];
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<IgnoredAny>();
        if rest.starts_with('{') && values.next().is_some_and(|value| value.is_ok()) {
            return Ok(Some(rest[..values.byte_offset()].into()));
        }
    }
    let game: GameRules = serde_json::from_str(line)?;
    Ok(game.rules.map(|rules| rules.to_string().into()))
}

/// The field by which a `game` event is accepted.
#[derive(Deserialize)]
struct FirstEvent {
    #[serde(default)]
    format: serde_json::Value,
}

/// Refuses a `game` event of another format.
fn check_format(line: &str, number: usize) -> Result<(), ReadError> {
    let why =
        |error: serde_json::Error| ReadError::NotAnEvent { line: number, why: error.to_string() };
    let found: FirstEvent = serde_json::from_str(line).map_err(why)?;
    if found.format == serde_json::json!(FORMAT) {
        Ok(())
    } else {
        let found = if found.format.is_null() {
            "the record has no `format`".to_owned()
        } else {
            format!("format {} cannot be read", found.format)
        };
        Err(ReadError::Format { line: number, found })
    }
}

/// The value of a field of an event; `None` if the event does not have it, or has another kind of
/// value there.
pub(super) fn field<T: DeserializeOwned>(event: &Map<String, Value>, name: &str) -> Option<T> {
    T::deserialize(event.get(name)?).ok()
}

/// How long the choice took that a line of a record tells, in milliseconds; `None` if the line tells
/// no choice, or does not say it.
pub fn choice_time(line: &str) -> Option<u32> {
    timed_choice(line).map(|(_, time)| time)
}

/// As [`choice_time`], with the name of the event.
pub fn timed_choice(line: &str) -> Option<(String, u32)> {
    // Nearly no line is parsed for it.
    if !line.contains(TIME) {
        return None;
    }
    let name = event_name(line).ok().filter(|name| CHOICES.contains(&name.as_str()))?;
    Some((name, field(&serde_json::from_str(line).ok()?, TIME)?))
}

/// Whether a record is a seat's [`view()`](super::view()): tiles of its deal are hidden.
pub fn is_view(game: &GameRecord) -> bool {
    let deal =
        game.lines.iter().skip(1).find(|line| event_name(line).is_ok_and(|name| name == "deal"));
    let deal: Option<Map<String, Value>> = deal.and_then(|line| serde_json::from_str(line).ok());
    deal.is_some_and(|deal| {
        ["hands", "pile"].into_iter().filter_map(|name| deal.get(name)).any(has_null)
    })
}

fn has_null(value: &Value) -> bool {
    value.is_null() || value.as_array().is_some_and(|items| items.iter().any(has_null))
}

/// The line, cut to `most` characters if it has more bytes than that.
pub(super) fn shortened(line: &str, most: usize) -> String {
    if line.len() > most {
        format!("{}…", line.chars().take(most).collect::<String>())
    } else {
        line.to_owned()
    }
}
