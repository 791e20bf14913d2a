//! [`DecisionPoint`]: a game at one of its decisions, kept without its past, for searches in any
//! number of threads after the game.

use super::memory::{Knowledge, Memory};
use super::observation::{Observation, ObservedRules as _, StateRef};
use super::sampled_game::World;
use crate::game::pieces::seat::Seat;
use crate::game::rule::contract::RuleSet;
use crate::game::turn::choice::Choice;
use crate::game::turn::view::View;
use std::fmt;

/// A game as it stood before a decision, or where it stopped, and what was chosen then.
/// [`Game::decision_points`](crate::Game::decision_points) gives them.
///
/// It holds everything that is hidden from the players: it is for those who look at a game that is
/// over.
pub struct DecisionPoint {
    state: Box<StateRef>,
    /// What each seat knows of tiles that it has followed.
    known: Box<[Knowledge]>,
    /// The number of events before it.
    mark: usize,
    chosen: Option<Choice>,
}

impl DecisionPoint {
    /// The game that is observed, as it is now.
    pub(crate) fn new(see: &Observation<'_>) -> Self {
        let knowledge =
            |seat| see.memory.map(|memory| memory.knowledge(Seat::new(seat))).unwrap_or_default();
        Self {
            state: see.rules.copy(see.state),
            known: (0..see.seats()).map(knowledge).collect(),
            mark: see.memory.map_or(0, Memory::len),
            chosen: None,
        }
    }

    /// Notes what was chosen.
    pub(crate) fn choose(&mut self, choice: &Choice) {
        self.chosen = Some(choice.clone());
    }

    /// What was chosen; `None` where the game ended or was broken off.
    pub fn chosen(&self) -> Option<&Choice> {
        self.chosen.as_ref()
    }

    /// The number of events of the game before the decision, as
    /// [`Game::mark`](crate::Game::mark).
    pub fn mark(&self) -> usize {
        self.mark
    }

    /// What a seat saw then, without what it remembered; `None`: what an onlooker saw.
    ///
    /// # Panics
    /// If the game is not under these rules, or there is no such seat at the table.
    pub fn observe<'a, R: RuleSet>(&'a self, rules: &'a R, seat: Option<Seat>) -> Observation<'a> {
        let state = self.state.downcast_ref().expect("the game is under these rules");
        View::new(rules, state).observation(seat)
    }

    /// A [`World`] for a search: the game as far as `seat` could see it or knew of it, whether it
    /// decided or not. `None`: with open hands and nothing hidden but the order of the pile.
    ///
    /// # Panics
    /// If the game is not under these rules, or there is no such seat at the table.
    pub fn imagine<'a, R: RuleSet>(
        &'a self,
        rules: &'a R,
        seat: Option<Seat>,
    ) -> Box<dyn World + 'a> {
        let known = seat.map(|seat| self.known[seat.index()].clone()).unwrap_or_default();
        rules.imagine(&*self.state, seat, known)
    }
}

impl fmt::Debug for DecisionPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecisionPoint")
            .field("mark", &self.mark)
            .field("chosen", &self.chosen)
            .finish_non_exhaustive()
    }
}
