//! [`View`]: a rule set and a state of its game together, which deciders are given and observations are made of.

use super::engine;
use super::legal::Choices;
use super::setup::Marks;
use crate::board::Face;
use crate::game::rule::basics::Basics;
use crate::game::rule::traits::RuleSet;
use crate::game::state::core::Core;
use crate::game::state::game_state::State;

/// A rule set and a state of its game. It shows everything: bots and players are given an
/// [`Observation`](crate::game::Observation) of it.
#[derive(Debug)]
pub struct View<'a, R: RuleSet> {
    pub(in crate::game) rules: &'a R,
    pub(in crate::game) state: &'a State<R>,
}

impl<R: RuleSet> Clone for View<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: RuleSet> Copy for View<'_, R> {}

impl<'a, R: RuleSet> View<'a, R> {
    /// The tiles that the active seat may take in an exchange (C12).
    pub(in crate::game) fn offered(&self) -> impl Iterator<Item = Face> {
        engine::offered(self.state)
    }

    /// A view of `state`, a game under `rules`.
    #[inline]
    pub fn new(rules: &'a R, state: &'a State<R>) -> Self {
        Self { rules, state }
    }

    /// The placements from which the active seat can choose.
    #[inline]
    pub fn choices(&self) -> Choices<'a, R::Size> {
        Choices::new(self.rules.basics(), &self.state.core)
    }

    /// The start marks from which the active seat can choose.
    #[inline]
    pub fn marks(&self) -> Marks<'a, R::Size> {
        Marks::new(self.rules.basics(), &self.state.core)
    }

    /// The part of the state that every game has.
    #[inline]
    pub fn core(&self) -> &'a Core<R::Size> {
        &self.state.core
    }

    /// The whole state, hidden tiles included.
    #[inline]
    pub fn state(&self) -> &'a State<R> {
        self.state
    }

    /// The plain data of the rule set.
    pub(in crate::game) fn basics(&self) -> &'a Basics<R::Size> {
        self.rules.basics()
    }
}
