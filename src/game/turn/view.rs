//! [`View`]: a rule set and a state of its game together, which deciders are given and observations
//! are made of.

use super::asking;
use super::legal::Choices;
use super::setup::Marks;
use crate::game::basics::data::Basics;
use crate::game::chance::Rng;
use crate::game::declare::ask::{Answer, Question};
use crate::game::declare::look::RulePiece;
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::state::game_state::State;
use crate::game::table::core::{Aim, Core, Phase};

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
    /// A view of `state`, a game under `rules`.
    #[inline]
    pub fn new(rules: &'a R, state: &'a State<R>) -> Self {
        Self { rules, state }
    }

    /// The placements from which the active seat can choose.
    #[inline]
    pub fn choices(&self) -> Choices<'a, R::Size> {
        Choices::new(self.rules, self.state)
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

    /// Whether the active seat chooses among the squares of its team (W7).
    pub fn aims(&self) -> bool {
        self.core().aim == Aim::Asked
    }

    /// What a rule asks now; `None`: nothing.
    pub fn question(&self) -> Option<Question> {
        let core = self.core();
        (core.phase() == Phase::Ask).then(|| asking::question(self.rules, self.state)).flatten()
    }

    /// A random answer to what a rule asks now, all equally likely.
    #[cold]
    pub(in crate::game) fn random_answer(&self, rng: &mut Rng) -> Answer {
        let question = self.question();
        let options = question.as_ref().map_or(&[][..], |question| &question.options);
        let number = rng.below(options.len().max(1) as u32) as usize;
        options
            .get(number)
            .copied()
            .unwrap_or_else(|| unreachable!("a rule that asks has at least one answer"))
    }

    /// Writes the codes of all squares as [`Observation::codes`](crate::game::Observation::codes),
    /// with nothing hidden.
    pub(crate) fn codes(&self, codes: &mut [u8]) {
        self.core().board().codes(self.basics().grid(), codes);
    }

    /// Calls `each` with every piece of rules, hidden ones too.
    pub(crate) fn each_rule_piece(&self, each: &mut dyn FnMut(RulePiece)) {
        self.rules.rule().each_piece(&self.state.own, each);
    }

    /// The table as the active seat sees it.
    #[inline]
    pub(in crate::game) fn placing_core(&self) -> &'a Core<R::Size> {
        self.state.seen_core(self.rules, Some(self.state.core.active))
    }

    /// The plain data of the rule set.
    pub(in crate::game) fn basics(&self) -> &'a Basics<R::Size> {
        self.rules.basics()
    }
}
