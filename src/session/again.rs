//! A game as it was before, and again from its deal: for the screen and the server.

use super::Game;
use super::snapshot::{Beginning, SeedLuck, told_by};
use crate::game::{Choice, DecisionKind, Event, Exchange};
use std::sync::Arc;

impl Game {
    /// The same game, played again from its deal, so that every choice can be taken back; `None` if
    /// the luck of the record with which it began is not that of its seed.
    pub fn again_from_deal(&self) -> Option<Self> {
        let SeedLuck { seed, index } = &self.start.luck;
        let luck = SeedLuck { seed: seed.clone(), index: *index };
        let mut again = Self::begin(
            Arc::clone(&self.variant),
            luck,
            Beginning::Deal(self.seats()),
            self.is_followed(),
        )
        .ok()?;
        // No event tells that a player stayed, or exchanged nothing.
        let untold = |again: &mut Self| match again.decision()?.kind() {
            DecisionKind::Relocate { .. } => again.play(&Choice::Relocate(None)).map(drop).ok(),
            DecisionKind::Exchange => {
                again.play(&Choice::Exchange(Exchange::default())).map(drop).ok()
            }
            _ => None,
        };
        for (seat, choice) in self.events_since(0).filter_map(|event| told_by(&event)) {
            while again.decision()?.seat() != seat || again.play(&choice).is_err() {
                untold(&mut again)?;
            }
        }
        while again.decision() != self.decision() {
            untold(&mut again)?;
        }
        (again.players, again.undos) = (self.players.clone(), self.undos);
        again.notes = self.notes.clone();
        (again.record().ok()? == self.record().ok()?).then_some(again)
    }

    /// The game as it was dealt, before the first choice; `None` if it began at a position.
    pub fn dealt(&self) -> Option<Self> {
        self.before_choice(0)
    }

    /// The game before the last choice that is told by its first `events` events; before the first
    /// choice if none is. `None` if the game began at a position.
    pub fn before_choice(&self, events: usize) -> Option<Self> {
        let mut told = self
            .events_since(0)
            .filter(Event::is_written)
            .enumerate()
            .filter(|(_, event)| told_by(event).is_some())
            .map(|(number, _)| number);
        let first = told.next().unwrap_or(self.mark());
        self.with_lines(told.take_while(|&number| number < events).last().unwrap_or(first))
    }

    /// The game as it stood when it had this [mark](Self::mark): at the decision that came after
    /// that number of events. `None` if the game began at a position.
    pub fn at_mark(&self, mark: usize) -> Option<Self> {
        let before = self.events_since(0).take(mark);
        self.with_lines(before.filter(Event::is_written).count())
    }

    /// The game that the first `count` events of its record tell.
    fn with_lines(&self, count: usize) -> Option<Self> {
        let lines = self.record().ok()?.lines().take(1 + count).map(str::to_owned).collect();
        Self::begin(
            Arc::clone(&self.variant),
            self.past().last_luck(),
            Beginning::Record(lines),
            self.is_followed(),
        )
        .ok()
    }
}
