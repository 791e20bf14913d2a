//! Errors of the crate as exceptions of the package, and panics as exceptions, too.

use crate::convert::{self, result, tuple};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::any::Any;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tsuro::game::Illegal;
use tsuro::panics;
use tsuro::record::{Mismatch, ReadError};
use tsuro::ruleset::{Problem, Problems, SourceId, SourceSpan};
use tsuro::session::GameError;

/// An exception of `tsuro.errors`.
pub fn raise<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let made = || py.import("tsuro.errors")?.getattr(class)?.call1(arguments);
    made().map_or_else(|error| error, PyErr::from_value)
}

/// An argument with a value that is not allowed.
pub fn argument(py: Python<'_>, message: impl Into<String>) -> PyErr {
    raise(py, "ArgumentError", (message.into(),))
}

/// A panic, by what it was called with.
pub fn bug(py: Python<'_>, panic: &(dyn Any + Send)) -> PyErr {
    raise(py, "Bug", (format!("a mistake in the engine: {}", panics::message(panic)),))
}

/// Does something, and turns a panic into an exception: pyo3's own is no `Exception` of Python.
pub fn guard<T>(py: Python<'_>, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(bug(py, &*panic)))
}

/// The text that a problem is in. The crate calls a reference what it is to the program: its
/// command line.
fn file(problem: &Problem) -> Option<&str> {
    let source = &problem.place()?.source;
    Some(if source.id == SourceId::Overrides { "reference" } else { &source.shown })
}

/// A problem with its place and its advice, in full sentences where it has them.
fn message(problem: &Problem) -> String {
    let mut text = match (file(problem), problem.place().and_then(SourceSpan::start)) {
        (Some(file), Some(at)) => format!("{file}:{}:{}: ", at.line, at.column),
        (Some(file), None) => format!("{file}: "),
        (None, _) => String::new(),
    };
    let _ = write!(text, "{}[{}]: {}", problem.severity.as_str(), problem.code, problem.message);
    if let Some(guess) = &problem.did_you_mean {
        let _ = write!(text, "\n  did you mean `{guess}`?");
    }
    if let Some(expected) = &problem.expected {
        let _ = write!(text, "\n  allowed: {expected}");
    }
    if let Some(help) = &problem.help {
        let _ = write!(text, "\n  help: {help}");
    }
    text
}

/// The problems as a tuple of `tsuro.Problem`.
pub fn problem_list<'py>(py: Python<'py>, problems: &Problems) -> PyResult<Bound<'py, PyTuple>> {
    let one = |problem: &Problem| {
        let start = problem.place().and_then(SourceSpan::start);
        result!(py, "Problem", {
            code: problem.code.as_str(),
            severity: problem.severity.as_str(),
            message: &problem.message,
            key: &problem.key,
            file: file(problem),
            line: start.map(|at| at.line),
            column: start.map(|at| at.column),
            expected: problem.expected.as_ref().map(ToString::to_string),
            did_you_mean: &problem.did_you_mean,
            advice: &problem.help,
            text: message(problem),
        })
    };
    tuple(py, problems.iter().map(one))
}

fn with_problems(py: Python<'_>, class: &str, problems: &Problems) -> PyErr {
    let all: Vec<String> = problems.iter().map(message).collect();
    match problem_list(py, problems) {
        Ok(list) => raise(py, class, (all.join("\n"), list)),
        Err(error) => error,
    }
}

/// The problems of a rule set.
pub fn rule_set(py: Python<'_>, problems: &Problems) -> PyErr {
    with_problems(py, "RuleSetError", problems)
}

/// The problems of a test suite.
pub fn suite(py: Python<'_>, problems: &Problems) -> PyErr {
    with_problems(py, "SuiteError", problems)
}

/// Why a choice is not allowed.
pub fn illegal(py: Python<'_>, why: &Illegal) -> PyErr {
    let made = || {
        let (kind, details) = match serde_json::to_value(why).unwrap_or_default() {
            serde_json::Value::Object(fields) => fields.into_iter().next().unwrap_or_default(),
            word => (word.as_str().unwrap_or_default().to_owned(), serde_json::json!({})),
        };
        Ok(raise(py, "Illegal", (why.to_string(), kind, convert::to_python(py, &details)?)))
    };
    made().unwrap_or_else(|error: PyErr| error)
}

/// A record that does not follow its rules.
pub fn mismatch(py: Python<'_>, why: &Mismatch) -> PyErr {
    raise(py, "RecordError", (why.to_string(), Some(why.line)))
}

/// A record that cannot be read.
pub fn unreadable(py: Python<'_>, why: ReadError) -> PyErr {
    let line = match &why {
        ReadError::Io(_) => None,
        ReadError::NotAnEvent { line, .. }
        | ReadError::TooLong { line }
        | ReadError::GameTooLong { line }
        | ReadError::NoGame { line, .. }
        | ReadError::Format { line, .. } => Some(*line),
        _ => None,
    };
    match why {
        ReadError::Io(error) => error.into(),
        why => raise(py, "RecordError", (why.to_string(), line)),
    }
}

/// Why there is no game.
pub fn game(py: Python<'_>, why: GameError) -> PyErr {
    match why {
        GameError::Rules(problems) => rule_set(py, &problems),
        GameError::Players { .. } => argument(py, format!("players: {why}")),
        GameError::Position(_) => raise(py, "PositionError", (why.to_string(),)),
        GameError::Unreadable(why) => unreadable(py, why),
        GameError::NoGame | GameError::NoDeal | GameError::Redealt => {
            raise(py, "RecordError", (why.to_string(), None::<usize>))
        }
        GameError::Mismatch(why) => mismatch(py, &why),
        why => raise(py, "SnapshotError", (why.to_string(),)),
    }
}
