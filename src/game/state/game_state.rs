//! [`State`]: everything that matters for how a game may go on; and [`Exchange`], a decision that changes hands.

use super::core::Core;
use crate::board::Face;
use crate::game::pieces::hand::{Hand, MAX_HAND};
use crate::game::rule::traits::{DrawRule, HazardRule, RuleSet, ScoreRule};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The state of a game: everything that matters for how it may go on. It has no random generator and no rules: these
/// come from outside.
#[derive(Debug)]
pub struct State<R: RuleSet> {
    pub(in crate::game) core: Core<R::Size>,
    pub(in crate::game) draw: <R::Draw as DrawRule>::State,
    pub(in crate::game) hazard: <R::Hazard as HazardRule>::State,
    pub(in crate::game) score: <R::Score as ScoreRule>::State,
}

// Not derived, since that would require `R: Clone`, and the rule set is not part of the state.
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
    /// A table before the deal: the pile is the deck in ascending order.
    pub(in crate::game) fn new(rules: &R, seats: u8) -> Self {
        let grid = &rules.basics().grid;
        Self {
            core: Core::new(rules.basics(), seats),
            draw: rules.draw().start(seats),
            hazard: rules.hazard().start(seats),
            score: rules.score().start(seats, grid.columns(), grid.rows()),
        }
    }

    /// The part of the state that every game has: board, pieces, hands, pile.
    #[inline]
    pub fn core(&self) -> &Core<R::Size> {
        &self.core
    }

    /// Replaces the state of the draw rule by another that the same rule has made.
    pub(crate) fn set_draw(&mut self, draw: <R::Draw as DrawRule>::State) {
        self.draw = draw;
    }

    /// Replaces the state of the hazard rule by another that the same rule has made.
    pub(crate) fn set_hazard(&mut self, hazard: <R::Hazard as HazardRule>::State) {
        self.hazard = hazard;
    }

    /// Replaces the state of the score rule by another that the same rule has made.
    pub(crate) fn set_score(&mut self, score: <R::Score as ScoreRule>::State) {
        self.score = score;
    }

    /// The state of the draw rule.
    pub fn draw(&self) -> &<R::Draw as DrawRule>::State {
        &self.draw
    }

    /// The state of the hazard rule.
    pub fn hazard(&self) -> &<R::Hazard as HazardRule>::State {
        &self.hazard
    }

    /// The state of the score rule.
    pub fn score(&self) -> &<R::Score as ScoreRule>::State {
        &self.score
    }
}

/// The tiles that one side gives in an exchange.
pub(crate) type SwapTiles = ArrayVec<Face, MAX_HAND>;

/// An exchange with the hands of the players just eliminated (C12): as many tiles given as taken, in the order of the
/// swaps. An empty one declines.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Exchange {
    /// The tiles given from the own hand.
    pub gave: SwapTiles,
    /// The tiles taken from the hands of the eliminated players.
    pub took: SwapTiles,
}

impl Exchange {
    /// The own hand after the exchange: the tiles that stay, in their order, then those taken.
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
