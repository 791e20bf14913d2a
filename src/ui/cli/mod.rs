//! The command line: one file a sub-command, and what they share.

mod advise;
mod apply;
mod bench;
mod board;
mod bots;
mod compare;
mod completions;
mod experiment;
mod explore;
mod manual;
mod measure;
mod merge;
mod numbers;
mod output;
mod perft;
mod play;
mod progress;
mod replay;
mod rules;
mod scenario;
mod simulate;
mod standard_output;
mod test;
mod tournament;

use super::context::{Context, complain, error, exit_for, named, print_problems, random_seed, seats};
use super::programs::{report_faults, report_output};
use super::{Exit, RuleFiles, door, files, interrupt, program};
use crate::rules::Registry;
use crate::ruleset::shown;
use clap::{CommandFactory as _, Parser, Subcommand};
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
    /// Play a game in the terminal, against people and bots
    Play(play::Args),
    /// Play many games and say what they come to
    Simulate(simulate::Args),
    /// Say what a change of the rules changes in play: paired games, intervals, a verdict
    Compare(compare::Args),
    /// Say what a rule set plays like, and whether its seats are fair
    Measure(measure::Args),
    /// Search for the values of some keys that come nearest to what is wanted
    Explore(explore::Args),
    /// Make one report of the parts of a comparison
    Merge(merge::Args),
    /// Check a record event by event
    Replay(replay::Args),
    /// Say what follows from positions: one request a line, one answer a line
    Apply(apply::Args),
    /// Say what each placement in a position is worth
    Advise(advise::Args),
    /// Say how fast games are played, and the signature of a fixed set of games
    Bench(bench::Args),
    /// Count the ways in which a game can go
    Perft(perft::Args),
    /// Let bots play against each other, each in every seat, and rate them
    Tournament(tournament::Args),
    /// List the bots, weakest first
    Bots(bots::Args),
    /// Test rule sets: run suites of scenarios
    Test(test::Args),
    /// Cut a scenario out of a recorded game
    Scenario(scenario::Args),
    /// List, show, check, compare and start rule sets
    #[command(subcommand)]
    Rules(rules::Args),
    /// Print the script with which a shell completes commands, rule sets and bots
    Completions(completions::Args),
    /// Write the manual pages
    Man(manual::Args),
}

/// The command line as data: its commands, their options, and what they take.
pub fn command() -> clap::Command {
    Cli::command()
}

/// What is wrong with the call, with its arguments as they are shown. A message of clap's is coloured by escape sequences, among which those of
/// an argument could not be told apart, so the message is made anew of harmless arguments.
fn shown_usage(error: clap::Error) -> clap::Error {
    let arguments = std::env::args_os().map(|argument| shown(&argument.to_string_lossy()).into_owned());
    Cli::try_parse_from(arguments).err().unwrap_or(error)
}

/// The whole program, with the rules of `registry`: what `main` calls first, and what the author of a rule calls to have all commands with it.
///
/// It reads the arguments of the program, listens for requests to stop, and on Linux starts itself to start bots that are programs: what comes
/// before it in `main` is run then, too.
pub fn main_with(registry: Registry) -> ExitCode {
    if let Some(code) = program::become_program() {
        return code;
    }
    door::watch_panics();
    if standard_output::is_closed() {
        error("standard output is closed; to throw the answer away, open it for writing only: >/dev/null");
        return Exit::Usage.into();
    }
    if let Some(answered) = completions::answer(command) {
        return answered.into();
    }
    interrupt::listen();
    files::survive_size_limits();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return output::print_usage(&shown_usage(error)).into(),
    };
    let context = Context { registry, files: RuleFiles::from_environment() };
    let exit = match cli.command {
        Command::Play(args) => play::run(&args, &context),
        Command::Simulate(args) => simulate::run(&args, &context),
        Command::Compare(args) => compare::run(&args, &context),
        Command::Measure(args) => measure::run(&args, &context),
        Command::Explore(args) => explore::run(&args, &context),
        Command::Merge(args) => merge::run(&args, &context),
        Command::Replay(args) => replay::run(&args, &context),
        Command::Advise(args) => advise::run(&args, &context),
        Command::Apply(args) => apply::run(&args, &context),
        Command::Bench(args) => bench::run(&args, &context),
        Command::Perft(args) => perft::run(&args, &context),
        Command::Tournament(args) => tournament::run(&args, &context),
        Command::Bots(args) => bots::run(&args),
        Command::Scenario(args) => scenario::run(&args, &context),
        Command::Test(args) => test::run(&args, &context),
        Command::Rules(args) => rules::run(&args, &context),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => manual::run(&args, Cli::command()),
    };
    exit.into()
}
