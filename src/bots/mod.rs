//! Bots: the [`Bot`] trait, one file for each bot, and the list of all of them.

mod choice;
mod fault;
mod greedy;
mod hunter;
pub mod ismcts;
mod list;
mod one_ahead;
mod random;
mod safe;
mod table;
mod timid;

pub use fault::{Fault, Faults};
pub use greedy::Greedy;
pub use hunter::Hunter;
pub use ismcts::Ismcts;
pub use list::split_at;
pub use list::{BOTS, BotError, BotInfo, BotSpec, Host, LEVELS, names, parse_bots, split};
pub use random::Random;
pub use safe::Safe;
pub use table::{BadChoice, BotTable};
pub use timid::Timid;

use crate::board::{Laid, Place};
use crate::game::{
    Answer, Choice, Exchange, Observation, Phase, Rng, random_exchange, random_relocation,
};

/// A player that decides by an [`Observation`] alone, and so cannot see hidden tiles.
///
/// Each decision comes with its own stream of random numbers, which depends only on the game's
/// seed, the seat, the turn and the kind of decision. A bot that uses no other chance decides the
/// same when a game is repeated or resumed.
///
/// ```
/// use tsuro::Game;
/// use tsuro::board::Laid;
/// use tsuro::bots::{Bot, Greedy};
/// use tsuro::game::{Observation, Rng};
///
/// /// Lays the first tile that keeps its piece alive.
/// struct Careful;
///
/// impl Bot for Careful {
///     fn place(&mut self, see: &Observation<'_>, _: &mut Rng) -> Laid {
///         let legal = see.legal();
///         *legal.iter().find(|tile| see.fate(**tile).cause.is_none()).unwrap_or(&legal[0])
///     }
/// }
///
/// let mut bots: [Box<dyn Bot>; 2] = [Box::new(Careful), Box::new(Greedy)];
/// let mut game = Game::new("classic", 2, "any text")?;
/// while let Some(decision) = game.decision() {
///     let mut stream = game.bot_stream();
///     let choice =
///         bots[decision.seat().index()].choose(&game.observe(decision.seat()), &mut stream);
///     game.play(&choice.expect("it is this seat's decision"))?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bot: Send {
    /// Chooses a start mark, one of [`Observation::start_marks`] (C1). By default a random one.
    fn start(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Place {
        see.sample_mark(rng)
    }

    /// Chooses a placement, one of [`Observation::legal`] (C2).
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid;

    /// Chooses an exchange that [`Observation::allows_exchange`], or an empty one to decline (C12).
    /// By default a random one.
    fn exchange(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Exchange {
        random_exchange(see.hand(), see.offered(), rng)
    }

    /// Chooses another start mark, one of [`Observation::relocation_marks`], or `None` to stay
    /// unless it `must` move (S12). By default at random.
    fn relocate(&mut self, see: &Observation<'_>, must: bool, rng: &mut Rng) -> Option<Place> {
        random_relocation(&see.relocation_marks(), must, rng)
    }

    /// Answers the question of a rule, by one of the options of [`Observation::question`]. By
    /// default at random.
    fn answer(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Answer {
        see.sample_answer(rng)
    }

    /// Makes the decision that the seat has to make, of whatever kind, for
    /// [`Game::play`](crate::Game::play); `None` if it has none.
    fn choose(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Option<Choice> {
        if !see.is_to_decide() {
            return None;
        }
        match see.phase() {
            Phase::Start => Some(Choice::Start(self.start(see, rng))),
            Phase::Place => Some(Choice::Place(self.place(see, rng))),
            Phase::Exchange => Some(Choice::Exchange(self.exchange(see, rng))),
            Phase::Relocate { must } => Some(Choice::Relocate(self.relocate(see, must, rng))),
            Phase::Ask => Some(Choice::Rule(self.answer(see, rng))),
            Phase::Turn | Phase::Over => None,
        }
    }

    /// Called when a game begins or is resumed: the bot has to drop what it remembers of the game
    /// before.
    fn new_game(&mut self) {}

    /// Called before a game for which the bot has to forget all earlier ones, even what it has
    /// learned from them. Bots of this crate keep nothing in any case; one that is a program of its
    /// own is started anew.
    fn start_afresh(&mut self) {}

    /// Whether the bot reads [`Observation::events`]. If not, no events are kept for it, which
    /// saves time.
    fn wants_events(&self) -> bool {
        true
    }

    /// Takes the faults since the last call. Only a bot outside the program has faults, after each
    /// of which another choice is made for it. When a bot inside the program chooses what is not
    /// allowed, that is a bug and stops the game.
    fn faults(&mut self) -> Vec<Fault> {
        Vec::new()
    }
}
