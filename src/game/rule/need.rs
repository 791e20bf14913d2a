//! [`Need`]: what else has to be in a rule set in which a rule is chosen.

use super::phase::RulePhase;

/// What a rule set needs in which a rule is chosen: another rule, and perhaps a value of one of
/// that rule's keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Need {
    /// Where the other rule is named.
    pub phase: RulePhase,
    /// The name of the other rule.
    pub rule: &'static str,
    /// One of its keys of words, and the word that it has to have.
    pub value: Option<(&'static str, &'static str)>,
    /// Why, as a lower-case fragment.
    pub why: &'static str,
}

impl Need {
    /// Another rule has to be chosen, because of `why`.
    pub const fn rule(phase: RulePhase, rule: &'static str, why: &'static str) -> Self {
        Self { phase, rule, value: None, why }
    }

    /// Another rule, where it is chosen, has to have this word at one of its keys.
    #[must_use]
    pub const fn value(
        phase: RulePhase,
        rule: &'static str,
        value: (&'static str, &'static str),
        why: &'static str,
    ) -> Self {
        Self { phase, rule, value: Some(value), why }
    }
}
