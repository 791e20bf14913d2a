//! The command line: one file for each sub-command, and what they share.

mod advise;
mod apply;
mod bench;
mod board;
mod bots;
mod collusion;
mod compare;
mod completions;
mod depth;
mod experiment;
mod explore;
mod games;
mod learnability;
mod manual;
mod measure;
mod merge;
mod moment;
mod one_game;
mod options;
mod output;
mod perft;
mod progress;
mod puzzles;
mod recorded;
mod render;
mod replay;
mod report_files;
mod review;
mod rules;
mod scenario;
#[cfg(feature = "web")]
mod serve;
mod simulate;
#[cfg(feature = "web")]
mod site;
mod standard_output;
mod test;
mod tournament;
mod train;

use crate::play;
use crate::programs::{report_faults, report_output};
use clap::{CommandFactory as _, Parser, Subcommand};
use std::process::ExitCode;
use tsuro::rules::Registry;
use tsuro::ruleset::shown;
use tsuro_faces::shell_line;
use tsuro_world::context::{
    Context, complain, error, exit_for, print_problems, problem, random_seed, refuse,
    report_write_error, seats, usage,
};
use tsuro_world::{Exit, RuleFiles, door, files, interrupt, program};

/// Play, simulate and compare tile-path games of the Tsuro family. Every edition is a rule-set
/// file, and you can write your own
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
    /// Learn the game by playing: small boards that ask one thing each
    Learn(play::learn::LearnArgs),
    /// Solve puzzles: positions with one winning choice, a new one every day; make more of them
    Puzzles(puzzles::Args),
    /// Watch bots play
    Watch(play::WatchArgs),
    /// List, resume, replay, export and delete the games that were played here
    Games(games::Args),
    /// Play in a browser, alone, at one table, or with friends by link
    #[cfg(feature = "web")]
    Serve(serve::Args),
    /// Write the pages as a site that plays without a server
    #[cfg(feature = "web")]
    Site(site::Args),
    /// Play many games with bots and summarise them
    Simulate(simulate::Args),
    /// Compare how rule sets play: all get the same luck, and each difference has a confidence
    /// interval and a verdict
    Compare(compare::Args),
    /// Measure how a rule set plays, and whether its seats are fair
    Measure(measure::Args),
    /// Search for key values that bring the metrics of a rule set nearest to given targets
    Explore(explore::Args),
    /// Merge the parts of a comparison that ran on several machines into one report
    Merge(merge::Args),
    /// Show a recorded game step by step; check records event by event, and draw the board at any
    /// turn
    Replay(replay::Args),
    /// Review a recorded game: everybody's chances turn by turn, the costliest decisions, and what
    /// was luck
    Review(review::Args),
    /// Draw a recorded game or a position as a picture: SVG, PNG, or a moving GIF of a whole game
    Render(render::Args),
    /// Answer requests about positions from another program: one line of JSON in, one line out
    Apply(apply::Args),
    /// Estimate how often each placement in a position wins
    Advise(advise::Args),
    /// Measure how fast games are played, and print a signature that changes only if the engine's
    /// behaviour does
    Bench(bench::Args),
    /// Count the sequences of placements with which a game can begin, to check the engine
    Perft(perft::Args),
    /// Let bots play against each other, each in every seat, and rate them
    Tournament(tournament::Args),
    /// Find out how much room for skill a rule set has, by how far bots of growing strength are
    /// above each other
    Depth(depth::Args),
    /// Find out how fast a rule set is learned, by how learners that play against themselves climb
    Learnability(learnability::Args),
    /// Find out how much two players gain who play for each other
    Collusion(collusion::Args),
    /// Train the bot `learned` for a rule set, in games against itself and of a search
    Train(train::Args),
    /// List the bots, weakest first
    Bots(bots::Args),
    /// Test rule sets: run suites of scenarios
    Test(test::Args),
    /// Cut a scenario for a suite out of a recorded game
    Scenario(scenario::Args),
    /// List, show, check and compare rule sets, and start new ones
    #[command(subcommand)]
    Rules(rules::Args),
    /// Print the script that completes commands, rule sets and bots in your shell
    Completions(completions::Args),
    /// Write the manual pages
    Man(manual::Args),
}

/// The command line as data: commands, options, and the values that they take.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Makes the message about a wrong call anew from escaped arguments: in clap's message, escape
/// sequences in an argument could not be told from clap's own colours.
fn shown_usage(error: clap::Error) -> clap::Error {
    let arguments =
        std::env::args_os().map(|argument| shown(&argument.to_string_lossy()).into_owned());
    Cli::try_parse_from(arguments).err().unwrap_or(error)
}

/// Runs the whole program with the rules of `registry`: `main` calls it, and so does the author of
/// a rule who wants all commands to know it.
///
/// It reads the command line and handles Ctrl-C. On Linux it starts its own executable again to
/// start bots that are programs, so what `main` does before this call is then done there, too.
pub fn main_with(registry: Registry) -> ExitCode {
    if let Some(code) = program::become_program() {
        return code;
    }
    door::watch_panics();
    if standard_output::is_unwritable() {
        return usage("standard output is open for reading alone, so nothing can be printed")
            .into();
    }
    if let Some(answered) = completions::answer(command) {
        return answered.into();
    }
    interrupt::listen();
    files::survive_size_limits();
    // It lasts as long as the program; threads of a server use it.
    let context: &'static Context =
        Box::leak(Box::new(Context { registry, files: RuleFiles::from_environment() }));
    let done = match Cli::try_parse() {
        Ok(cli) => run(cli.command, context),
        Err(error) => output::print_usage(&shown_usage(error)),
    };
    let (Ok(exit) | Err(exit)) = done;
    exit.into()
}

/// Runs a sub-command; whether it succeeds or fails, the result is how the program ends.
fn run(chosen: Command, context: &'static Context) -> Result<Exit, Exit> {
    match chosen {
        Command::Play(args) => play::run(&args, context),
        Command::Learn(args) => play::learn::run(&args, context),
        Command::Watch(args) => play::run(&play::Args::watching(args), context),
        Command::Puzzles(args) => puzzles::run(&args, context),
        Command::Games(args) => games::run(&args, context),
        #[cfg(feature = "web")]
        Command::Serve(args) => serve::run(args, context),
        #[cfg(feature = "web")]
        Command::Site(args) => site::run(&args, context),
        Command::Simulate(args) => simulate::run(&args, context),
        Command::Depth(args) => depth::run(&args, context),
        Command::Learnability(args) => learnability::run(&args, context),
        Command::Collusion(args) => collusion::run(&args, context),
        Command::Train(args) => train::run(&args, context),
        Command::Compare(args) => compare::run(&args, context),
        Command::Measure(args) => measure::run(&args, context),
        Command::Explore(args) => explore::run(&args, context),
        Command::Merge(args) => merge::run(&args, context),
        Command::Replay(args) => replay::run(&args, context),
        Command::Review(args) => review::run(&args, context),
        Command::Render(args) => render::run(&args, context),
        Command::Advise(args) => advise::run(&args, context),
        Command::Apply(args) => apply::run(&args, context),
        Command::Bench(args) => bench::run(&args, context),
        Command::Perft(args) => perft::run(&args, context),
        Command::Tournament(args) => tournament::run(&args, context),
        Command::Bots(args) => bots::run(&args),
        Command::Scenario(args) => scenario::run(&args, context),
        Command::Test(args) => test::run(&args, context),
        Command::Rules(args) => rules::run(&args, context),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => manual::run(&args, command()),
    }
}
