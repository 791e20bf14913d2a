//! **What it changes.** The active player draws until its hand is full; if the pile is empty, nothing happens (S17). No
//! Dragon.
//!
//! **Keys.** None of its own.
//!
//! **Example.** `[draw]` `rule = "refill"`, as in `rulesets/seas.toml`.
//!
//! **Source.** Rulebook of *Tsuro of the Seas*.

use super::fill_hand;
use crate::game::{Abilities, DrawRule, Effect, EffectScene, Event, Key, Progress, Rule, RuleContext, RuleFacts, Seat, Values};

/// The active player draws until its hand is full (S17).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refill;

impl Rule for Refill {
    const NAME: &'static str = "refill";
    const SUMMARY: &'static str = "The active player draws until its hand is full";
    const KEYS: &'static [Key] = &[];
    const ABILITIES: Abilities = Abilities::NONE;

    fn build(_: &mut Values<'_>) -> Option<Self> {
        Some(Self)
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let shows = |scene: &EffectScene<'_>| matches!(scene.event, Event::Drew { .. });
        vec![Effect { name: "filled", key: "", rules: "S17", doc: "the active player fills its hand", shows }]
    }
}

impl DrawRule for Refill {
    /// Nobody ever holds anything.
    type State = Option<Seat>;

    fn start(&self, _: u8) -> Option<Seat> {
        None
    }

    #[inline]
    fn draw<T: RuleContext + ?Sized>(&self, table: &mut T, _: &mut Option<Seat>) -> Progress {
        fill_hand(table);
        Progress::Done
    }
}
