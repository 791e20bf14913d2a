//! A rule set and a state side by side: what deciders are shown, and what observations are made of.

use super::engine;
use super::legal::Choices;
use super::setup::Marks;
use crate::board::Face;
use crate::game::rule::basics::Basics;
use crate::game::rule::traits::RuleSet;
use crate::game::state::core::Core;
use crate::game::state::game_state::State;

/// A rule set and a state of it, side by side.
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

    /// Puts them side by side.
    #[inline]
    pub fn new(rules: &'a R, state: &'a State<R>) -> Self {
        Self { rules, state }
    }

    /// The question which placements are legal for the active seat.
    #[inline]
    pub fn choices(&self) -> Choices<'a, R::Size> {
        Choices::new(self.rules.basics(), &self.state.core)
    }

    /// The question which start marks the active seat may choose.
    #[inline]
    pub fn marks(&self) -> Marks<'a, R::Size> {
        Marks::new(self.rules.basics(), &self.state.core)
    }

    /// The core's state.
    #[inline]
    pub fn core(&self) -> &'a Core<R::Size> {
        &self.state.core
    }

    /// The whole game: for whoever watches over it, not for those who play.
    #[inline]
    pub fn state(&self) -> &'a State<R> {
        self.state
    }

    /// What the rules say as data.
    pub(in crate::game) fn basics(&self) -> &'a Basics<R::Size> {
        self.rules.basics()
    }
}
