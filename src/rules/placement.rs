//! The placement rules: what a placement may not do, besides what `placement.avoid` and `placement.never` say.
//!
//! **What `free` changes.** Nothing: what those keys leave is legal (C3).
//!
//! **Keys.** None of its own.
//!
//! **Example.** `[placement]` `rule = "free"`, which is the default.

use crate::game::{Key, Rule, Values};

/// No rule besides the keys of `[placement]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Free;

impl Rule for Free {
    const NAME: &'static str = "free";
    const SUMMARY: &'static str = "Nothing besides what `avoid` and `never` say";
    const KEYS: &'static [Key] = &[];

    fn build(_: &mut Values<'_>) -> Option<Self> {
        Some(Self)
    }
}
