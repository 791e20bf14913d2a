//! What every command is given, and how commands say what went wrong.
//!
//! A command that cannot go on prints why and gives back how the program ends: the functions here
//! that return an [`Exit`] as their error have printed the reason.

use super::door::{self, Form};
use super::files::WriteError;
use super::terminal::Terminal;
use super::{Exit, RuleFiles, diagnostics};
use rand::TryRng as _;
use rand::rngs::SysRng;
use std::fmt::Display;
use tsuro::rules::Registry;
use tsuro::ruleset::{Code, Problems, SourceId, Variant};

/// What every command is given.
#[derive(Debug)]
pub struct Context {
    /// The rules that rule-set files may name.
    pub registry: Registry,
    /// Where rule-set files are found.
    pub files: RuleFiles,
}

impl Context {
    /// Loads the rule set that `reference` names.
    ///
    /// # Errors
    /// How the program ends; the problems have been printed.
    pub fn variant(&self, reference: &str) -> Result<Variant, Exit> {
        Variant::load(reference, &self.files, &self.registry).map_err(|problems| refuse(&problems))
    }
}

/// Prints problems of a rule set. The exit is [`Exit::Usage`] where the name or file on the command
/// line does not exist, and [`Exit::Problems`] for anything wrong inside a file.
pub fn refuse(problems: &Problems) -> Exit {
    print_problems(problems);
    exit_for(problems)
}

/// How a command ends that was given a rule set with these problems; see [`refuse`].
pub fn exit_for(problems: &Problems) -> Exit {
    let missing = problems.iter().any(|problem| {
        let in_the_call =
            problem.place().is_none_or(|place| place.source.id == SourceId::Overrides);
        in_the_call && matches!(problem.code, Code::NotFound | Code::Unreadable)
    });
    if missing { Exit::Usage } else { Exit::Problems }
}

/// Prints problems on standard error, with source lines and carets.
pub fn print_problems(problems: &Problems) {
    let style = diagnostics::DiagnosticStyle {
        color: Terminal::current().err.color,
        ..diagnostics::DiagnosticStyle::default()
    };
    door::write_err(
        &format!("{}\n", diagnostics::terminal(problems, style).trim_end()),
        Form::Colored,
    );
}

/// Prints a line on standard error. A standard error that is closed does not make the command fail.
pub fn complain(text: &str) {
    door::write_err(&format!("{text}\n"), Form::Words);
}

/// Prints `error: …` on standard error.
pub fn error(text: impl Display) {
    complain(&format!("error: {text}"));
}

/// Prints an error of the call, or of a file that cannot be read or written.
pub fn usage(why: impl Display) -> Exit {
    error(why);
    Exit::Usage
}

/// Prints what is wrong with the content of a file.
pub fn problem(why: impl Display) -> Exit {
    error(why);
    Exit::Problems
}

/// Prints why a file was not written.
#[allow(clippy::needless_pass_by_value, reason = "it is given to `map_err`")]
pub fn report_write_error(why: WriteError) -> Exit {
    error(&why);
    why.exit()
}

/// The number of players: as asked for, otherwise `usual` or the number nearest to it that the
/// rules allow.
///
/// # Errors
/// The rules do not allow the number asked for.
pub fn seats(variant: &Variant, asked: Option<u8>, usual: u8) -> Result<u8, Exit> {
    let counts = variant.players();
    let players = asked.unwrap_or_else(|| counts.nearest(usual));
    if counts.contains(players) {
        return Ok(players);
    }
    Err(usage(format_args!("--players {players}: {} is for {counts} players", variant.name())))
}

/// A random seed from the operating system, short enough to be typed again.
///
/// # Panics
/// If the operating system has no random numbers.
pub fn random_seed() -> String {
    let number = SysRng
        .try_next_u64()
        .unwrap_or_else(|error| panic!("the operating system has no random numbers: {error}"));
    format!("{number:x}")
}
