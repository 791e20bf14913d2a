//! Who plays when no person does: the [`Bot`] trait, one file a bot, and their one list.

mod choice;
mod greedy;
mod hunter;
pub mod ismcts;
mod list;
mod random;
mod safe;
mod table;
mod timid;

pub use greedy::Greedy;
pub use hunter::Hunter;
pub use ismcts::Ismcts;
pub use list::{BOTS, BotError, BotInfo, BotSpec, Host, LEVELS, names, parse_bots, parse_bots_on, split, split_at};
pub use random::Random;
pub use safe::Safe;
pub use table::{BadChoice, BotTable};
pub use timid::Timid;

use crate::board::{Laid, Place};
use crate::game::{Exchange, Observation, Rng, random_exchange, random_relocation};
use std::collections::BTreeMap;

/// A choice that a bot did not make, or not as it should: another one was made for it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// What it answered is not a choice.
    #[error("answered {answer:?}, which is not the number of a choice from 0 to {last}")]
    Answer {
        /// The beginning of the answer.
        answer: String,
        /// The number of the last choice.
        last: usize,
    },
    /// It writes more than it is asked for.
    #[error("wrote {what}")]
    Flood {
        /// What there is too much of.
        what: &'static str,
    },
    /// It answered too late, or not at all.
    #[error("did not answer within {milliseconds} ms")]
    Late {
        /// How long it had.
        milliseconds: u64,
    },
    /// It ended, or closed its output.
    #[error("ended{}", if .status.is_empty() { String::new() } else { format!(" ({})", .status) })]
    Gone {
        /// How, as far as that is known.
        status: String,
    },
    /// It was given up before, and its say is lost for good.
    #[error("is not asked any more, after {after}")]
    Unasked {
        /// What it was given up for.
        after: &'static str,
    },
    /// It cannot be started.
    #[error("cannot be started: {why}")]
    NotStarted {
        /// Why.
        why: String,
    },
}

impl Fault {
    /// What kind of fault it is, as it is counted: part of a sentence, without what was special about this one.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Answer { .. } => "answered what is not a choice",
            Self::Flood { .. } => "flooded its output",
            Self::Late { .. } => "did not answer in time",
            Self::Gone { .. } => "ended",
            Self::Unasked { .. } => "was not asked any more",
            Self::NotStarted { .. } => "could not be started",
        }
    }
}

/// How often which kind of [`Fault`] there was.
pub type FaultCounts = BTreeMap<&'static str, u64>;

/// Someone who decides through an [`Observation`], and so cannot peek.
///
/// Each decision comes with a stream of random numbers of its own, which depends on the game's seed, the seat and the turn alone: a bot that
/// uses no other chance decides the same in a game that is played again, or taken up in its middle.
pub trait Bot: Send {
    /// A start mark, one of [`Observation::start_marks`] (C1). Any, if the bot does not care.
    fn start(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Place {
        see.sample_mark(rng)
    }

    /// A placement, one of [`Observation::legal`] (C2).
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid;

    /// An exchange that [`Observation::allows_exchange`], or an empty one to decline (C12). Swap by swap at random, if the bot does not care.
    fn exchange(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Exchange {
        random_exchange(see.hand(), see.offered(), rng)
    }

    /// Another start mark, one of [`Observation::relocation_marks`], or `None` to stay unless it `must` go (S12). Any, if the bot does not care.
    fn relocate(&mut self, see: &Observation<'_>, must: bool, rng: &mut Rng) -> Option<Place> {
        random_relocation(&see.relocation_marks(), must, rng)
    }

    /// A new game begins, or one that this bot does not know is taken up: what it kept of another is over.
    fn new_game(&mut self) {}

    /// Whether it ever reads [`Observation::events`]. Where it does not, none are kept for it, which saves time.
    fn wants_events(&self) -> bool {
        true
    }

    /// What went wrong since this was last asked. Only bots outside the program have faults: one inside that chooses what is not allowed has
    /// a bug, and ends the game.
    fn faults(&mut self) -> Vec<Fault> {
        Vec::new()
    }
}
