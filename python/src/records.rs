//! Records: read from a text or a file, and checked.

use crate::convert::{numbers, result, tuple, type_name};
use crate::errors;
use crate::rules::{REGISTRY, RuleSet};
use crate::run::interruptible;
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use tsuro::game::Ending;
use tsuro::record::{Mismatch, ReadError, RecordReader, ReplayVerdict, ReplayedGame, Replayer};

/// How a game ended.
pub fn ending<'py>(py: Python<'py>, ending: &Ending) -> PyResult<Bound<'py, PyAny>> {
    result!(py, "Ending", {
        winners: numbers(py, ending.winners.iter().map(|seat| seat.number()))?,
        outcome: ending.outcome.name(),
    })
}

/// A text that was given, or a path object of a file that has it.
pub enum TextOrPath {
    /// The text.
    Text(String),
    /// The path.
    Path(PathBuf),
}

/// What was given as the argument `name`.
pub fn text_or_path(value: &Bound<'_, PyAny>, name: &str) -> PyResult<TextOrPath> {
    if value.is_instance_of::<PyString>() {
        return Ok(TextOrPath::Text(value.extract()?));
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return match std::str::from_utf8(bytes.as_bytes()) {
            Ok(text) => Ok(TextOrPath::Text(text.to_owned())),
            Err(why) => Err(errors::raise(
                value.py(),
                "RecordError",
                (format!("{name}: not UTF-8 text: {why}"), None::<usize>),
            )),
        };
    }
    if value.hasattr("__fspath__")? {
        return Ok(TextOrPath::Path(value.extract()?));
    }
    Err(PyTypeError::new_err(format!(
        "{name}: a text or a path object is needed, not {}",
        type_name(value)
    )))
}

/// An error of the operating system about a file, as `open` raises it.
pub fn os_error(path: &std::path::Path, error: &std::io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, text, path.display().to_string()))
        }
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// Why the games of a record cannot be replayed.
enum Failed {
    Read(ReadError),
    Follows(Mismatch),
}

fn replay_all(from: impl BufRead, stop: &AtomicBool) -> Result<Vec<(usize, ReplayedGame)>, Failed> {
    let (mut reader, mut replayer, mut games) =
        (RecordReader::new(from), Replayer::new(&REGISTRY), Vec::new());
    while let Some(game) = reader.game().map_err(Failed::Read)? {
        games.push((game.first_line, replayer.replay(&game).map_err(Failed::Follows)?));
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(games)
}

/// Checks all games of a record, event by event.
#[pyfunction]
pub fn replay<'py>(py: Python<'py>, record: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let stop = AtomicBool::new(false);
    let games = match text_or_path(record, "record")? {
        TextOrPath::Text(text) => {
            interruptible(py, &stop, || replay_all(Cursor::new(text), &stop))?
        }
        TextOrPath::Path(path) => {
            let file = File::open(&path).map_err(|error| os_error(&path, &error))?;
            match interruptible(py, &stop, || replay_all(BufReader::new(file), &stop))? {
                Err(Failed::Read(ReadError::Io(error))) => return Err(os_error(&path, &error)),
                games => games,
            }
        }
    };
    let games = games.map_err(|why| match why {
        Failed::Read(why) => errors::unreadable(py, why),
        Failed::Follows(why) => errors::mismatch(py, &why),
    })?;
    if games.is_empty() {
        return Err(errors::raise(py, "RecordError", ("the record holds no game", None::<usize>)));
    }
    let one = |(line, game): &(usize, ReplayedGame)| {
        py.check_signals()?;
        let ended = match &game.verdict {
            ReplayVerdict::Complete(ended) => Some(ending(py, ended)?),
            _ => None,
        };
        result!(py, "ReplayedGame", {
            rules: RuleSet::of_record(game.head.variant.clone()),
            players: PyTuple::new(py, &game.head.players)?,
            first: game.head.first.number(),
            seed: &game.head.seed,
            index: game.head.index,
            undos: game.head.undos,
            line: line,
            ending: ended,
        })
    };
    tuple(py, games.iter().map(one))
}
