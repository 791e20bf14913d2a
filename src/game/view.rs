//! A rule set and a state side by side: what deciders are shown, and what observations are made of.

use super::basics::Basics;
use super::core::Core;
use super::legal::Choices;
use super::rule::RuleSet;
use super::setup::Marks;
use super::state::State;
use super::turn;
use crate::board::Face;

/// A rule set and a state of it, side by side.
#[derive(Debug)]
pub struct View<'a, R: RuleSet> {
    pub(super) rules: &'a R,
    pub(super) state: &'a State<R>,
}

impl<R: RuleSet> Clone for View<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: RuleSet> Copy for View<'_, R> {}

impl<'a, R: RuleSet> View<'a, R> {
    /// The tiles that the active seat may take in an exchange (C12).
    pub(super) fn offered(&self) -> impl Iterator<Item = Face> {
        turn::offered(self.state)
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
    pub(super) fn basics(&self) -> &'a Basics<R::Size> {
        self.rules.basics()
    }
}
