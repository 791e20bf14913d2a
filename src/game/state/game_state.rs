//! The state of a game, and what a seat's decisions are.

use super::core::Core;
use crate::board::Face;
use crate::game::pieces::hand::{Hand, MAX_HAND};
use crate::game::rule::traits::{DrawRule, HazardRule, RuleSet, ScoreRule};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Everything that matters for what may happen next. It holds no random numbers: chance is asked for from outside.
#[derive(Debug)]
pub struct State<R: RuleSet> {
    pub(in crate::game) core: Core<R::Size>,
    pub(in crate::game) draw: <R::Draw as DrawRule>::State,
    pub(in crate::game) hazard: <R::Hazard as HazardRule>::State,
    pub(in crate::game) score: <R::Score as ScoreRule>::State,
}

// Not derived: that would ask for a rule set that can be copied, and it is only the state that is.
impl<R: RuleSet> Clone for State<R> {
    fn clone(&self) -> Self {
        let Self { core, draw, hazard, score } = self;
        Self { core: core.clone(), draw: draw.clone(), hazard: hazard.clone(), score: score.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.core.clone_from(&other.core);
        self.draw.clone_from(&other.draw);
        self.hazard.clone_from(&other.hazard);
        self.score.clone_from(&other.score);
    }
}

impl<R: RuleSet> State<R> {
    /// A table before anything was dealt: the deck lies there in ascending order.
    pub(in crate::game) fn new(rules: &R, seats: u8) -> Self {
        let grid = &rules.basics().grid;
        Self {
            core: Core::new(rules.basics(), seats),
            draw: rules.draw().start(seats),
            hazard: rules.hazard().start(seats),
            score: rules.score().start(seats, grid.columns(), grid.rows()),
        }
    }

    /// What the core keeps: board, pieces, hands, pile.
    #[inline]
    pub fn core(&self) -> &Core<R::Size> {
        &self.core
    }

    /// Gives the draw rule another memory, one of its own making.
    pub fn set_draw(&mut self, draw: <R::Draw as DrawRule>::State) {
        self.draw = draw;
    }

    /// Gives the hazard rule another memory, one of its own making.
    pub fn set_hazard(&mut self, hazard: <R::Hazard as HazardRule>::State) {
        self.hazard = hazard;
    }

    /// Gives the score rule another memory, one of its own making.
    pub fn set_score(&mut self, score: <R::Score as ScoreRule>::State) {
        self.score = score;
    }

    /// What the draw rule remembers.
    pub fn draw(&self) -> &<R::Draw as DrawRule>::State {
        &self.draw
    }

    /// What the hazard rule remembers.
    pub fn hazard(&self) -> &<R::Hazard as HazardRule>::State {
        &self.hazard
    }

    /// What the score rule remembers.
    pub fn score(&self) -> &<R::Score as ScoreRule>::State {
        &self.score
    }
}

/// Tiles of one side of an exchange.
pub type Swapped = ArrayVec<Face, MAX_HAND>;

/// An exchange with the hands of those just eliminated (C12): as many tiles given as taken, in the order of the swaps. Empty: none.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Exchange {
    /// From the own hand.
    pub gave: Swapped,
    /// From theirs.
    pub took: Swapped,
}

impl Exchange {
    /// The hand after the exchange: what stays in the order in which it came, then what was taken.
    #[must_use]
    pub fn applied(&self, mut hand: Hand) -> Hand {
        for &tile in &self.gave {
            hand.take(tile);
        }
        for &tile in &self.took {
            hand.push(tile);
        }
        hand
    }
}
