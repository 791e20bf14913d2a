//! Bots: the [`Bot`] trait, one file for each bot, and the list of all of them.

mod choice;
mod fault;
mod goal;
mod greedy;
mod hunter;
pub mod ismcts;
mod learned;
mod levels;
mod list;
mod one_ahead;
mod random;
mod safe;
mod table;
mod timid;
pub mod values;

pub use fault::{Fault, Faults};
pub use greedy::Greedy;
pub use hunter::Hunter;
pub use ismcts::Ismcts;
pub use learned::Learned;
pub use levels::{LEVELS, Level};
pub use list::split_at;
pub use list::{BOTS, BotError, BotInfo, BotSpec, Host, Strength, names, parse_bots, split};
pub use random::Random;
pub use safe::Safe;
pub use table::{BadChoice, BotTable};
pub use timid::Timid;

use crate::board::{Laid, Place};
use crate::game::{
    Answer, Choice, Exchange, Observation, Phase, Rng, random_exchange, random_relocation,
};

/// A choice that a bot has looked at, and what it thinks of it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Weighed {
    /// One of the legal choices.
    pub choice: Choice,
    /// The share of the win that it expects, 0–1.
    pub wins: f64,
    /// How many games of its search began with it; 0 if the bot does not search.
    pub visits: u32,
    /// How much of the search it had the claim to before anything was tried, 0–1; `None` if the bot
    /// does not search.
    pub prior: Option<f64>,
}

impl Weighed {
    /// A choice that is judged without a search.
    pub const fn new(choice: Choice, wins: f64) -> Self {
        Self { choice, wins, visits: 0, prior: None }
    }
}

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

    /// Makes the decision as [`Bot::choose`], and tells what the bot thinks of the choices, the best
    /// first; nothing by default, and of choices that it judges by no number.
    fn explain(&mut self, see: &Observation<'_>, rng: &mut Rng) -> (Option<Choice>, Vec<Weighed>) {
        (self.choose(see, rng), Vec::new())
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

    /// Takes the reason why the last [`Bot::choose`] gave no choice, as the end of a sentence. A
    /// bot that can fail tells it, and the game stops.
    fn failure(&mut self) -> Option<String> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    #[test]
    fn a_bot_that_explains_itself_chooses_as_it_does_otherwise() {
        for name in
            ["greedy", "learned", "learned:sharp=3", "ismcts:30", "ismcts:30:values=learned"]
        {
            for rules in ["seas", "luxury-advanced", "solo"] {
                let players = if rules == "solo" { 2 } else { 3 };
                let mut game = Game::new(rules, players, name).unwrap();
                let (mut bot, mut explained) = (BotSpec::parse(name).unwrap().make(), 0);
                while let Some(decision) = game.decision() {
                    let see = game.observe(decision.seat());
                    let choice = bot.choose(&see, &mut game.bot_stream());
                    let (same, weighed) = bot.explain(&see, &mut game.bot_stream());
                    assert_eq!(choice, same, "{name} in {rules}");
                    let legal = see.choices();
                    assert!(weighed.iter().all(|one| legal.contains(&one.choice)));
                    assert!(weighed.iter().all(|one| (0.0..=1.0).contains(&one.wins)));
                    if name.starts_with("ismcts") && !weighed.is_empty() {
                        assert_eq!(weighed.iter().map(|one| one.visits).sum::<u32>(), 30);
                        let priors: f64 = weighed.iter().filter_map(|one| one.prior).sum();
                        assert!((priors - 1.0).abs() < 1e-3, "{priors}");
                        assert_eq!(Some(&weighed[0].choice), choice.as_ref());
                    }
                    explained += usize::from(!weighed.is_empty());
                    let chosen = choice.unwrap();
                    game.play(&chosen).unwrap();
                }
                assert_eq!(explained > 0, name != "greedy", "{name} in {rules}");
            }
        }
    }
}
