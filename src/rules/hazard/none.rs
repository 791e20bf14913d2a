//! **What it changes.** Nothing: the rule set has no hazard (S19).
//!
//! **Keys.** None of its own.
//!
//! **Example.** `[hazard]` `rule = "none"`, as in `rulesets/seas-calm.toml`.
//!
//! **Source.** Classic *Tsuro*; "No Daikaiju" in the rulebook of *Tsuro of the Seas*.

use crate::game::{Abilities, HazardRule, Key, Rule, Timing, Values};

/// No hazard (S19).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoHazard;

impl Rule for NoHazard {
    const NAME: &'static str = "none";
    const SUMMARY: &'static str = "Nothing but the other players threatens a piece";
    const KEYS: &'static [Key] = &[];
    const TIMINGS: &'static [Timing] = &[];
    const ABILITIES: Abilities = Abilities::NONE;

    fn build(_: &mut Values<'_>) -> Option<Self> {
        Some(Self)
    }
}

impl HazardRule for NoHazard {
    type State = ();

    fn start(&self, _: u8) {}
}
