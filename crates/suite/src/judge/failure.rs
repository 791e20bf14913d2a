//! A difference between a scenario and what happened.

use crate::model::Span;
use tsuro::ruleset::Code;

/// One difference between a scenario and what happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The kind of failure; programs tell failures apart by it.
    pub code: Code,
    /// What differs, as a fragment.
    pub message: String,
    /// The place in the suite; `None` for the scenario as a whole.
    pub span: Option<Span>,
    /// What was expected, line by line; may be empty.
    pub expected: Vec<String>,
    /// What happened, line by line.
    pub found: Vec<String>,
    /// The value that was found, as TOML, if the expectation has a value.
    pub toml: Option<String>,
    /// Whether the scenario asks for the value with a `?` and there is one.
    pub asks: bool,
}

impl Failure {
    /// A failure without values.
    pub(crate) fn new(code: Code, message: impl Into<String>, span: Option<Span>) -> Self {
        Self {
            code,
            message: message.into(),
            span,
            expected: Vec::new(),
            found: Vec::new(),
            toml: None,
            asks: false,
        }
    }
}
