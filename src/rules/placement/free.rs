//! Free: what the keys of `[placement]` leave is legal (C3).
//!
//! **What it changes.** Nothing.
//!
//! **Keys.** None of its own.
//!
//! **Example.** `[placement]` `rule = "free"`, which is the default.

use crate::game::{Abilities, Key, Rule, Values};

/// No rule besides the keys of `[placement]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct Free;

impl Rule for Free {
    const NAME: &'static str = "free";
    const SUMMARY: &'static str = "Nothing besides what `avoid` and `never` say";
    const KEYS: &'static [Key] = &[];
    const ABILITIES: Abilities = Abilities::NONE;

    fn build(_: &mut Values<'_>) -> Option<Self> {
        Some(Self)
    }
}
