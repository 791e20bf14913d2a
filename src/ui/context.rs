//! What every command is given, and how it says what went wrong.

use super::door::{self, Form};
use super::terminal::Terminal;
use super::{Exit, RuleFiles, diagnostics};
use crate::rules::Registry;
use crate::ruleset::{Code, Problems, SourceId, Variant};

/// What every command is given.
#[derive(Debug)]
pub struct Context {
    /// The rules that files may name.
    pub registry: Registry,
    /// Where rule sets are found.
    pub files: RuleFiles,
}

impl Context {
    /// The rule set that `reference` names.
    ///
    /// # Errors
    /// How the program ends, after its problems have been printed.
    pub fn variant(&self, reference: &str) -> Result<Variant, Exit> {
        Variant::load(reference, &self.files, &self.registry).map_err(|problems| {
            print_problems(&problems);
            exit_for(&problems)
        })
    }
}

/// How a command ends that was given a rule set with these problems: a name or file that is not there is wrong usage, anything in it a problem.
pub fn exit_for(problems: &Problems) -> Exit {
    let missing = problems.iter().any(|problem| {
        let in_the_call = problem.place().is_none_or(|place| place.source.id == SourceId::Overrides);
        in_the_call && matches!(problem.code, Code::NotFound | Code::Unreadable)
    });
    if missing { Exit::Usage } else { Exit::Problems }
}

/// Prints problems on standard error, with source lines and carets.
pub fn print_problems(problems: &Problems) {
    let look = diagnostics::DiagnosticStyle { color: Terminal::here().err.color, ..diagnostics::DiagnosticStyle::default() };
    door::write_err(&format!("{}\n", diagnostics::terminal(problems, look).trim_end()), Form::Colored);
}

/// Prints on standard error; a standard error that is gone is no reason to fail.
pub fn complain(text: &str) {
    door::write_err(&format!("{text}\n"), Form::Words);
}

/// Prints an error in the way of the program: `error: …`, lower case.
pub fn error(text: impl std::fmt::Display) {
    complain(&format!("error: {text}"));
}

/// How many play: as `asked` for, or, where nobody said, `usual` or as near to it as the rules allow.
///
/// # Errors
/// How the program ends, after it has said that the rules do not allow so many.
pub fn seats(variant: &Variant, asked: Option<u8>, usual: u8) -> Result<u8, Exit> {
    let (fewest, most) = variant.players();
    let players = asked.unwrap_or_else(|| usual.clamp(fewest, most));
    if (fewest..=most).contains(&players) {
        return Ok(players);
    }
    error(format_args!("--players {players}: {} is for {fewest} to {most} players", variant.name()));
    Err(Exit::Usage)
}

/// A rule set as reports in words name it: with the beginning of its rule hash.
pub fn named(variant: &Variant) -> String {
    format!("{} (rules {})", variant.name(), variant.hash().get(..12).unwrap_or_default())
}

/// A seed from the operating system, as short text that can be typed again.
pub fn random_seed() -> String {
    format!("{:x}", rand::random::<u64>())
}
