//! Rules written as scripts beside a rule set, in the language [Rhai](https://rhai.rs): a
//! [`RuleScript`] is read once, and its rule acts through the views and verbs of
//! [`Table`](crate::game::Table).
//!
//! A script has no files, no clock, no chance and no output of its own, and limits to everything:
//! what it does is the same on every machine, and what it does wrong ends its game by name.

mod check;
mod declare;
mod lists;
mod literal;
mod live;
mod print;
mod problem;
mod program;
mod rule;
mod sections;
mod values;
mod verbs;

use super::rule_script::RuleScript;
use crate::game::Rule;
pub use check::signature;
pub(crate) use problem::ScriptProblem;
pub use program::HOOKS;
pub(crate) use program::Program;
use serde_json::{Map, Value};
use std::sync::Arc;

pub use sections::{SECTIONS, ScriptPart};
pub use verbs::{OF_LANGUAGE, Verb, all as verbs};

/// The rule of a script with these values of its keys.
pub(crate) fn rule_of(
    script: &Arc<RuleScript>,
    given: &Map<String, Value>,
) -> Option<Box<dyn Rule>> {
    Some(Box::new(rule::ScriptRule::new(Arc::clone(script), given)?))
}
