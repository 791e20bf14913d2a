//! Who plays when no person does: the [`Bot`] trait, one file a bot, and their one list.

mod choice;
mod fault;
mod greedy;
mod hunter;
pub mod ismcts;
mod list;
mod random;
mod safe;
mod table;
mod timid;

pub use fault::{Fault, Faults};
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

    /// Nothing of earlier games is to be left in the next one, not even what was learned from them. A bot inside the program keeps nothing in
    /// any case; one that is a program of its own ends, and is started anew.
    fn start_afresh(&mut self) {}

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
