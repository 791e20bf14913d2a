//! Options that several commands share, and the ranges of their numbers: with these limits, what is
//! calculated from them does not overflow.

use super::random_seed;
use clap::builder::{RangedI64ValueParser, RangedU64ValueParser};
use std::sync::Arc;
use tsuro::bots::Host;
use tsuro::game::MAX_SEATS;
use tsuro_lab::compare::MOST_BLOCKS;
use tsuro_world::host::{ProgramHost, patient_host};

/// The highest number of games, or blocks of games, that can be asked for: years of playing.
pub(super) const MOST_GAMES: u64 = MOST_BLOCKS;

/// The highest number of threads.
const MOST_THREADS: i64 = 1024;

/// Parses a number of games, at least `fewest`.
pub(super) fn games(fewest: u64) -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(fewest..=MOST_GAMES)
}

/// Parses a number of players, up to the most that any rule set can allow.
pub(super) fn players() -> RangedI64ValueParser<u8> {
    RangedI64ValueParser::new().range(1..=MAX_SEATS as i64)
}

/// Parses a number of threads.
pub(super) fn thread_count() -> RangedI64ValueParser<u16> {
    RangedI64ValueParser::new().range(1..=MOST_THREADS)
}

/// Parses the number of iterations of a search.
pub(super) fn iterations() -> RangedI64ValueParser<u32> {
    RangedI64ValueParser::new().range(1..=1_000_000)
}

/// The number of threads: as asked for, otherwise one for each core.
pub(super) fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS as usize),
        usize::from,
    )
}

/// `--seed` and `--threads`, for commands whose result depends on the first and not on the second.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct SeedAndThreads {
    /// Seed, any text: the same seed gives the same games [default: a random one]
    #[arg(long, short, value_name = "S")]
    seed: Option<String>,
    /// Number of threads; the result does not depend on it [default: one for each core]
    #[arg(long, short, value_name = "T", value_parser = thread_count())]
    threads: Option<u16>,
}

impl SeedAndThreads {
    /// The seed that was given, or a new one.
    pub(super) fn seed(&self) -> String {
        self.seed.clone().unwrap_or_else(random_seed)
    }

    /// The number of threads to use.
    pub(super) fn threads(&self) -> usize {
        threads(self.threads)
    }
}

/// How bots that are programs are treated.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct ProgramBots {
    /// Time limit for each answer of a bot that is a program, in milliseconds
    #[arg(
        long, value_name = "MS", default_value_t = 5000,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub bot_timeout: u32,
    /// Time limit for the first answer of a program after each start, in which it may load what it
    /// needs, in milliseconds; at least that of --bot-timeout
    #[arg(
        long, value_name = "MS", default_value_t = 30_000,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub bot_start: u32,
    /// Stop at the first fault of a bot that is a program; without this option, the bot `safe`
    /// chooses in its place
    #[arg(long)]
    pub strict: bool,
}

impl ProgramBots {
    /// The host of bots: once for what programs write on their standard error.
    pub(super) fn host(&self) -> (Arc<ProgramHost>, Arc<dyn Host>) {
        patient_host(self.bot_timeout, self.bot_start)
    }
}
