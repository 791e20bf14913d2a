//! Numbers as options take them: each kind has its range in one place, so that what is worked out from them fits.

use crate::game::MAX_SEATS;
use crate::lab::compare::MOST_BLOCKS;
use clap::builder::{RangedI64ValueParser, RangedU64ValueParser};

/// The most games, and blocks of games, that can be asked for: years of playing. With all that they are multiplied by, they fit into 64 bits.
pub const MOST_GAMES: u64 = MOST_BLOCKS;

/// The most threads.
const MOST_THREADS: i64 = 1024;

/// A number of games, from `fewest` on.
pub fn games(fewest: u64) -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(fewest..=MOST_GAMES)
}

/// A number of players, as far as any rule set may go.
pub fn players() -> RangedI64ValueParser<u8> {
    RangedI64ValueParser::new().range(1..=MAX_SEATS as i64)
}

/// A number of threads.
pub fn thread_count() -> RangedI64ValueParser<u16> {
    RangedI64ValueParser::new().range(1..=MOST_THREADS)
}

/// On how many threads something is played: as `asked`, or one for each core.
pub fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS as usize), usize::from)
}

/// The option `--threads` of commands whose results do not depend on it.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Threads {
    /// How many threads; one for each core if not given. The result does not depend on it
    #[arg(long, short, value_name = "T", value_parser = thread_count())]
    threads: Option<u16>,
}

impl Threads {
    /// How many there are to be.
    pub fn count(self) -> usize {
        threads(self.threads)
    }
}
