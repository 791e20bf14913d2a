//! Suites of scenarios ("in this situation, this must happen"): read, played, compared, measured,
//! and written as pages.
//!
//! A suite is a TOML file. It is [read](read()) into [`Scenario`]s, each with what is given and
//! what is expected; a [`RunPlan`] says under which rule sets each is played; [`play()`] plays it
//! and [`judge()`] compares. Nothing here opens a file or prints: texts come in as
//! [`Source`](tsuro::ruleset::Source)s, and problems come out as data.

#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "nothing of it is published yet: what uses it is in this workspace, and changes with \
        it"
)]

mod bless;
mod causes;
mod chance;
mod conformance;
mod coverage;
mod cut;
mod drawing;
mod examples;
mod exercise;
mod expect;
mod given;
mod hunt;
pub mod ids;
mod judge;
mod letters;
mod model;
mod mutate;
mod pages;
mod plan;
mod play;
mod proof;
mod read;
mod sentences;
mod shipped;
mod short;
mod shown;
mod solve;
mod values;
mod words;

pub use bless::{Ambiguous, bless};
pub use chance::{ChanceKind, ChanceProblem};
pub use conformance::{Conformance, ConformanceBreach, ConformanceSummary, MUST_HOLD, conformance};
pub use coverage::{RuleSetCoverage, SuiteCoverage, cover};
pub use cut::{CutError, cut};
pub use exercise::{Exercise, LessonChoice, LessonOutcome};
pub use expect::KEYS as EXPECT_KEYS;
pub use given::KEYS as GIVEN_KEYS;
pub use hunt::{HuntError, HuntProgress, MinedPuzzle, PuzzleHunt, best_puzzles};
pub use judge::{Failure, judge};
pub use letters::letter;
pub use model::{
    Course, ExampleRow, Expectation, ExpectedEnding, ExpectedFact, IllegalPlacement, Lesson,
    LessonAsk, LessonOption, LessonQuestion, LessonReply, LessonText, Puzzle, RuleSetChoice,
    Scenario, ScenarioDecision, Situation, Span, Spanned, Start, Suite, TurnBeginning, WinningWay,
};
pub use mutate::{Baseline, Mutant, MutantNotice, MutantResult, Mutation, MutationError, bases};
pub use pages::{MARK, Page, PagesError, pages};
pub use plan::{
    Child, RuleBook, RuleSetSelection, Run, RunPlan, RunResult, SkippedScenario, problem,
    questions, reference_from,
};
pub use play::{BoardLook, FinalState, LegalSet, LookMoment, Onlookers, ScenarioStop, Trace, play};
pub use read::{looks_like_a_suite, read, read_with};
pub use sentences::{examples as event_sentences, matches as same, sentence, story};
pub use shipped::{
    SHIPPED, course_names, puzzle_names, shipped, shipped_course, shipped_puzzles, shipped_suites,
};
pub use shown::ScenarioView;
