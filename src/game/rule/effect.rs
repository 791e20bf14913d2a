//! What a rule can do in a game, and how it shows: so that tests and comparisons can say which rules of a rule set have come into play.

use crate::game::event::Event;
use crate::game::pieces::seat::{Seat, SeatSet};

/// Something that a rule does now and then. A rule names its effects in [`Rule::effects`](crate::game::Rule::effects).
#[derive(Debug, Clone, Copy)]
pub struct Effect {
    /// Its name in kebab-case, different from the rule's others.
    pub name: &'static str,
    /// The rule's own key that it belongs to, without its table; empty where it belongs to the rule as a whole.
    pub key: &'static str,
    /// The rule ids it belongs to (`"S7"`); may be empty.
    pub rules: &'static str,
    /// What happens: a sentence without a full stop.
    pub doc: &'static str,
    /// Whether an event shows it.
    pub shows: fn(&EffectScene<'_>) -> bool,
}

/// An event, and what it takes to understand it.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct EffectScene<'a> {
    /// What happened.
    pub event: &'a Event<'a>,
    /// The name of the event before it; empty for the first.
    pub before: &'static str,
    /// Who held the Dragon tile (or the statue) before it.
    pub holder: Option<Seat>,
    /// Who is not eliminated, the event's own elimination taken off already.
    pub alive: SeatSet,
    /// Whether a tile was laid in this turn.
    pub laid: bool,
}

impl<'a> EffectScene<'a> {
    /// The first event of a game of `seats`.
    pub fn new(event: &'a Event<'a>, alive: SeatSet) -> Self {
        Self { event, before: "", holder: None, alive, laid: false }
    }
}
