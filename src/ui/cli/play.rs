//! `tsuro play`: what it can be told.

use super::{Context, Exit};
use crate::ui::play::{self, PlayOptions};
use crate::ui::words::Language;
use std::path::PathBuf;

/// What `tsuro play` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A rule set: a name, a file, or either with changes behind it (`classic+tiles.hand=4`); without one, a picker
    rules: Option<String>,
    /// Who sits where, as in `human,greedy,human:Ann`: persons, and bots by name
    #[arg(long, value_name = "LIST")]
    seats: Option<String>,
    /// How many play: you and bots
    #[arg(long, value_name = "N", value_parser = super::numbers::players())]
    players: Option<u8>,
    /// The seed of all chance, any text; without one, from the operating system
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    /// Record every event to this file as it happens
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Overwrite the file of --record if it exists
    #[arg(long, requires = "record")]
    force: bool,
    /// Go on with a game that was broken off, from its record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "players", "seed", "record"])]
    resume: Option<PathBuf>,
    /// How long a program that plays may take for an answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 60_000, value_parser = clap::value_parser!(u32).range(1..))]
    bot_timeout: u32,
    /// Tell everything in plain sentences, without a drawn board: for screen readers
    #[arg(long)]
    plain: bool,
    /// The language: en or fr; without it, that of the rule set
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    language: Option<Language>,
}

fn language(code: &str) -> Result<Language, String> {
    Language::from_code(code).ok_or_else(|| {
        let codes: Vec<&str> = Language::ALL.iter().map(|language| language.code()).collect();
        format!("the languages are {}", codes.join(", "))
    })
}

/// Plays a game.
pub fn run(args: &Args, context: &Context) -> Exit {
    let options = PlayOptions {
        rules: args.rules.clone(),
        seats: args.seats.clone(),
        players: args.players,
        seed: args.seed.clone(),
        record: args.record.clone(),
        force: args.force,
        resume: args.resume.clone(),
        bot_timeout: args.bot_timeout,
        plain: args.plain,
        language: args.language,
    };
    play::run(&options, context)
}
