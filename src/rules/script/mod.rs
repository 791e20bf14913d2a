//! Rules written as scripts beside a rule set, in the language [Rhai](https://rhai.rs): a
//! [`RuleScript`](super::RuleScript) is read once, and its rule acts through the views and verbs of
//! [`Table`](crate::game::Table).
//!
//! A script has no files, no clock, no chance and no output of its own, and limits to everything:
//! what it does is the same on every machine, and what it does wrong ends its game by name.

mod calls;
mod check;
mod compiled;
mod declare;
mod hooks;
mod lists;
mod literal;
mod live;
mod print;
mod problem;
mod program;
mod rule;
mod sections;
mod steps;
mod values;
mod verbs;

pub(crate) use calls::rule_of;
pub use check::signature;
pub(crate) use compiled::Program;
pub use hooks::HOOKS;
pub(crate) use problem::ScriptProblem;
pub use sections::{SECTIONS, ScriptPart};
pub use verbs::{OF_LANGUAGE, Verb, all as verbs};
