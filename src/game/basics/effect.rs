//! [`Effect`]: something that a rule can do in a game, and how an event shows it. Reports on
//! coverage say which effects were seen.

use super::rule_key::RuleKey;
use crate::game::event::Event;
use crate::game::pieces::seat::SeatSet;

/// Something that a rule can do in a game. A rule lists its effects in
/// [`Rule::effects`](crate::game::Rule::effects).
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Effect {
    /// Its name in kebab-case, unique among the rule's effects.
    pub name: &'static str,
    /// The rule's key that it belongs to, without the table; empty if it belongs to the rule as a
    /// whole.
    pub key: &'static str,
    /// The ids of the rules that it belongs to (`"S7"`); may be empty.
    pub rules: &'static str,
    /// What happens: a sentence without a full stop.
    pub doc: &'static str,
    /// Whether an event shows that it has happened.
    pub shows: fn(&EffectScene<'_>) -> bool,
}

impl Effect {
    /// An effect of the rule as a whole: its name in kebab-case, what happens, and whether an event
    /// shows that it has happened.
    pub const fn new(
        name: &'static str,
        doc: &'static str,
        shows: fn(&EffectScene<'_>) -> bool,
    ) -> Self {
        Self { name, key: "", rules: "", doc, shows }
    }

    /// The effect as one of this key of the rule.
    #[must_use]
    pub const fn of_key<T>(mut self, key: &RuleKey<T>) -> Self {
        self.key = key.name();
        self
    }

    /// The effect with the ids of the rules that it belongs to (`"S7"`).
    #[must_use]
    pub const fn rule(mut self, ids: &'static str) -> Self {
        self.rules = ids;
        self
    }
}

/// An event, and what was true when it happened.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct EffectScene<'a> {
    /// The event, as a sink gets it.
    pub event: &'a Event<'a>,
    /// The name of the event before it; empty for the first.
    pub before: &'static str,
    /// The seats not eliminated after the event.
    pub alive: SeatSet,
    /// Whether a tile was laid in this turn.
    pub laid: bool,
}

impl<'a> EffectScene<'a> {
    /// The first event of a game of `seats`.
    pub fn new(event: &'a Event<'a>, alive: SeatSet) -> Self {
        Self { event, before: "", alive, laid: false }
    }
}
