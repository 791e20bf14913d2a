//! [`Onlooker`]: follows a game beside the deciders, for counts, coverage and whatever else needs
//! the position before each decision.

use super::choice::Choice;
use super::play::{DeciderNotice, Deciders};
use super::view::View;
use crate::game::rule::contract::RuleSet;

/// Follows a game without deciding anything: it sees each position before a decision, and hears
/// what happens.
pub trait Onlooker<R: RuleSet> {
    /// Whether [`Onlooker::hear`] wants to be called.
    const LISTENS: bool = false;

    /// Takes note of what goes on between the decisions.
    fn hear(&mut self, _notice: &DeciderNotice<'_, R>) {}

    /// The active seat is about to decide; which kind of decision it is, the
    /// [phase](crate::game::Core::phase) says.
    fn before_decision(&mut self, view: &View<'_, R>);

    /// The seat has decided.
    fn after_decision(&mut self, _choice: &Choice) {}
}

/// Deciders with an [`Onlooker`] beside them.
#[derive(Debug)]
pub struct WatchedDeciders<'a, D, O> {
    deciders: &'a mut D,
    onlooker: &'a mut O,
}

impl<'a, D, O> WatchedDeciders<'a, D, O> {
    /// Has `onlooker` follow the games in which `deciders` decide.
    pub fn new(deciders: &'a mut D, onlooker: &'a mut O) -> Self {
        Self { deciders, onlooker }
    }
}

impl<R: RuleSet, D: Deciders<R>, O: Onlooker<R>> Deciders<R> for WatchedDeciders<'_, D, O> {
    type Stop = D::Stop;

    const LISTENS: bool = D::LISTENS || O::LISTENS;

    fn hear(&mut self, notice: DeciderNotice<'_, R>) {
        self.onlooker.hear(&notice);
        self.deciders.hear(notice);
    }

    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, D::Stop> {
        self.onlooker.before_decision(&view);
        let choice = self.deciders.decide(view)?;
        self.onlooker.after_decision(&choice);
        Ok(choice)
    }
}
