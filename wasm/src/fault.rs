//! Errors of the engine as errors of JavaScript, and panics as such errors, too.

use crate::value::to_js;
use js_sys::{Error, Reflect};
use std::cell::Cell;
use std::fmt::Write as _;
use std::hint::black_box;
use tsuro::game::Illegal;
use tsuro::json::{Json, json};
use tsuro::panics::caught;
use tsuro::record::{Mismatch, ReadError};
use tsuro::ruleset::{Problem, Problems, SourceId, SourceSpan};
use tsuro::session::GameError;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// An error: its name, its message, and the further fields that programs read.
#[derive(Debug)]
pub struct Fault {
    name: &'static str,
    message: String,
    fields: Json,
}

thread_local! {
    /// Whether a call is in the midst of its work.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Does something, and turns a panic into an error.
///
/// A call that never came back, because the stack or the memory was used up, has left the module in
/// a state that nothing is known about. So every later call is refused.
pub fn guard<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, JsValue> {
    if INSIDE.replace(true) {
        return Err(Fault::new(
            "Bug",
            "the engine was left in the middle of an earlier call, whose error said why: load it \
             anew",
        )
        .into());
    }
    let done = caught(work);
    INSIDE.set(false);
    match done {
        Ok(done) => done.map_err(JsValue::from),
        Err(_) => Err(Fault::bug().into()),
    }
}

/// Panics, or without a message never comes back, so that a test can see what becomes of that.
#[wasm_bindgen(js_name = _fail, skip_typescript)]
pub fn fail(message: Option<String>) -> Result<(), JsValue> {
    guard(|| match message {
        Some(message) => panic!("{message}"),
        None => Err(Fault::argument(format!("depth: {}", endless(0)))),
    })
}

/// Uses up the stack.
fn endless(depth: u64) -> u64 {
    let depth = black_box(depth);
    if depth == u64::MAX { depth } else { black_box(endless(depth + 1)) + 1 }
}

impl Fault {
    /// An error without further fields.
    pub fn new(name: &'static str, message: impl Into<String>) -> Self {
        Self { name, message: message.into(), fields: Json::Object(Vec::new()) }
    }

    fn with(self, fields: Json) -> Self {
        Self { fields, ..self }
    }

    /// An argument with a value that is not allowed.
    pub fn argument(message: impl Into<String>) -> Self {
        Self::new("ArgumentError", message)
    }

    /// A list of bots that cannot be read, or a bot that cannot play here.
    pub fn bot(why: impl ToString) -> Self {
        Self::new("BotError", why.to_string())
    }

    /// The panic that was caught last.
    fn bug() -> Self {
        Self::new("Bug", format!("a mistake in the engine: {}", tsuro_traps::last_message()))
    }

    /// What a game answers after a panic in the midst of one of its changes.
    pub fn unfinished() -> Self {
        Self::new(
            "Bug",
            "this game was left unfinished by a mistake in the engine: take up a snapshot of it",
        )
    }

    fn with_problems(name: &'static str, problems: &Problems) -> Self {
        let text: Vec<String> = problems.iter().map(text).collect();
        Self::new(name, text.join("\n")).with(json!({ "problems": problem_list(problems) }))
    }

    /// The problems of a rule set.
    pub fn rules(problems: &Problems) -> Self {
        Self::with_problems("RuleSetError", problems)
    }

    /// The problems of a test suite.
    pub fn suite(problems: &Problems) -> Self {
        Self::with_problems("SuiteError", problems)
    }

    /// Why a choice is not allowed.
    pub fn illegal(why: &Illegal) -> Self {
        let (kind, details) = match Json::serialized(why) {
            Json::Object(fields) => {
                fields.into_iter().next().unwrap_or_else(|| (String::new(), Json::NULL))
            }
            Json::Plain(word) => {
                (word.as_str().unwrap_or_default().to_owned(), Json::Object(Vec::new()))
            }
            Json::List(_) => (String::new(), Json::NULL),
        };
        Self::new("Illegal", why.to_string()).with(json!({ "kind": kind, "details": details }))
    }

    /// A record that does not follow its rules.
    pub fn mismatch(why: &Mismatch) -> Self {
        Self::record(why, Some(why.line))
    }

    /// A record that cannot be used.
    pub fn record(why: impl ToString, line: Option<usize>) -> Self {
        Self::new("RecordError", why.to_string()).with(json!({ "line": line }))
    }

    /// A record that cannot be read.
    pub fn unreadable(why: &ReadError) -> Self {
        let line = match why {
            ReadError::NotAnEvent { line, .. }
            | ReadError::TooLong { line }
            | ReadError::GameTooLong { line }
            | ReadError::NoGame { line, .. }
            | ReadError::Format { line, .. } => Some(*line),
            _ => None,
        };
        Self::record(why, line)
    }

    /// Why there is no game.
    pub fn game(why: &GameError) -> Self {
        match why {
            GameError::Rules(problems) => Self::rules(problems),
            GameError::Players { .. } => Self::argument(format!("players: {why}")),
            GameError::Position(_) => Self::new("PositionError", why.to_string()),
            GameError::Unreadable(why) => Self::unreadable(why),
            GameError::NoGame | GameError::NoDeal | GameError::Redealt => Self::record(why, None),
            GameError::Mismatch(why) => Self::mismatch(why),
            why => Self::new("SnapshotError", why.to_string()),
        }
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> Self {
        let error = Error::new(&fault.message);
        error.set_name(fault.name);
        if let Json::Object(fields) = fault.fields {
            for (name, value) in fields {
                // A new error takes any field.
                let _ = Reflect::set(&error, &name.as_str().into(), &to_js(&value));
            }
        }
        error.into()
    }
}

/// The text that a problem is in. The crate calls a reference what it is to the program: its
/// command line.
fn file(problem: &Problem) -> Option<&str> {
    let source = &problem.place()?.source;
    Some(if source.id == SourceId::Overrides { "reference" } else { &source.shown })
}

/// A problem with its place and its advice, in full sentences where it has them.
fn text(problem: &Problem) -> String {
    let mut text = match (file(problem), problem.place().and_then(SourceSpan::start)) {
        (Some(file), Some(at)) => format!("{file}:{}:{}: ", at.line, at.column),
        (Some(file), None) => format!("{file}: "),
        (None, _) => String::new(),
    };
    let _ = write!(text, "{}[{}]: {}", problem.severity.as_str(), problem.code, problem.message);
    for (before, line, after) in [
        ("\n  did you mean `", problem.did_you_mean.clone(), "`?"),
        ("\n  allowed: ", problem.expected.as_ref().map(ToString::to_string), ""),
        ("\n  help: ", problem.help.clone(), ""),
    ] {
        if let Some(line) = line {
            text = [text.as_str(), before, &line, after].concat();
        }
    }
    text
}

/// The problems as a document: a list of `Problem`.
pub fn problem_list(problems: &Problems) -> Json {
    let one = |problem: &Problem| {
        let start = problem.place().and_then(SourceSpan::start);
        json!({
            "code": problem.code.as_str(),
            "severity": problem.severity.as_str(),
            "message": problem.message,
            "key": problem.key,
            "file": file(problem),
            "line": start.map(|at| at.line),
            "column": start.map(|at| at.column),
            "expected": problem.expected.as_ref().map(ToString::to_string),
            "didYouMean": problem.did_you_mean,
            "advice": problem.help,
            "text": text(problem),
        })
    };
    Json::list(problems.iter().map(one))
}
