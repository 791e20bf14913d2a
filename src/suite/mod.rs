//! Suites of scenarios: "in this situation this must happen", written by anyone, judged by the engine, and measured by how much they would
//! notice.
//!
//! A suite is a TOML file. It is [read](read()) into [`Scenario`]s, each with what is given and what is expected; a [`Plan`] says under which
//! rule sets each is played; [`play()`] plays it and [`judge()`] compares. Nothing here opens a file or prints: texts come in as
//! [`Source`](crate::ruleset::Source)s, and what is wrong comes out as data.

mod chance;
mod drawing;
mod examples;
mod expect;
mod given;
pub mod ids;
mod judge;
mod model;
mod plan;
mod play;
mod read;
mod sentences;
mod short;
mod values;

pub use chance::{Sort, Trouble};
pub use judge::{Failure, judge, story};
pub use model::{Asked, Begin, EndWant, Expectation, Given, Illegal, RulesOf, Said, Scenario, Span, Start, Suite, Want};
pub use plan::{Child, Done, Plan, RuleBook, Run, Skipped, Under, base, problem, questions};
pub use play::{After, LegalThen, Look, Moment, Stop, Trace, play};
pub use read::{MAX_SCENARIOS, looks_like_a_suite, read};
pub use sentences::{examples as event_sentences, letter, matches as same, sentence};
