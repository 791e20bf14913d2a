//! The command line: one file a sub-command, and what they share.

mod play;

use super::{Exit, RuleFiles, diagnostics};
use crate::rules::Registry;
use crate::ruleset::{self, Problems, Variant};
use clap::{Parser, Subcommand};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

/// Tsuro and its family: play, simulate, replay; every edition is a file.
#[derive(Debug, Parser)]
#[command(name = "tsuro", version, arg_required_else_help = true, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a game in the terminal, against people and bots.
    Play(play::Args),
}

/// What every command is given.
#[derive(Debug)]
pub struct Context {
    /// The rules that files may name.
    pub registry: Registry,
    /// Where rule sets are found.
    pub files: RuleFiles,
}

impl Context {
    /// The rule set that `reference` names, or `None` after its problems have been printed.
    pub fn variant(&self, reference: &str) -> Option<Variant> {
        let loaded = ruleset::load(reference, &self.files, &self.registry);
        match loaded.and_then(|resolved| Variant::new(resolved, &self.registry)) {
            Ok(variant) => Some(variant),
            Err(problems) => {
                print_problems(&problems);
                None
            }
        }
    }
}

/// Prints problems on standard error, with source lines and carets.
pub fn print_problems(problems: &Problems) {
    let look = diagnostics::Look { color: std::io::stderr().is_terminal(), ..diagnostics::Look::default() };
    complain(diagnostics::terminal(problems, look).trim_end());
}

/// Prints on standard error; a standard error that is gone is no reason to fail.
pub fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Prints an error in the way of the program: `error: …`, lower case.
pub fn error(text: impl std::fmt::Display) {
    complain(&format!("error: {text}"));
}

/// The whole program, with the rules of `registry`: what `main` calls, and what the author of a rule calls to have all commands with it.
pub fn main_with(registry: Registry) -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Fine }.into();
        }
    };
    let context = Context { registry, files: RuleFiles::from_environment() };
    let exit = match cli.command {
        Command::Play(args) => play::run(&args, &context),
    };
    exit.into()
}
