//! Which rules there are to choose from: the registry of the program, as this module sees it.

pub use crate::rules::{RuleInfo, RulePhase};

use crate::game::{Key, ScoreRule, ValueKind, Values};
use crate::rules::Registry;

/// All rules that a file can choose from.
pub trait RuleCatalog {
    /// The rules of a phase, in the order in which they are listed.
    fn rules(&self, phase: RulePhase) -> &[RuleInfo];

    /// Has the rule look for contradictions among values that are each allowed. What it notes in `values` becomes errors at those keys.
    ///
    /// The default finds nothing.
    fn check(&self, phase: RulePhase, rule: &str, values: &mut Values<'_>) {
        let _ = (phase, rule, values);
    }

    /// What a key takes, the causes of rules from outside the crate among the words of `placement.avoid`.
    ///
    /// The default knows of none.
    fn kind(&self, key: &Key) -> ValueKind {
        match key.kind {
            ValueKind::Causes(words) => ValueKind::Choices(words),
            kind => kind,
        }
    }

    /// Whether a score rule with these values has one hand for the whole table, whatever `tiles.open` says (V4). Only asked of values that are
    /// each allowed.
    ///
    /// The default says no.
    fn one_hand(&self, rule: &str, values: &mut Values<'_>) -> bool {
        let _ = (rule, values);
        false
    }

    /// One rule by name.
    fn rule(&self, phase: RulePhase, name: &str) -> Option<&RuleInfo> {
        self.rules(phase).iter().find(|rule| rule.name == name)
    }
}

impl RuleCatalog for Registry {
    fn rules(&self, phase: RulePhase) -> &[RuleInfo] {
        Self::rules(self, phase)
    }

    fn kind(&self, key: &Key) -> ValueKind {
        Self::kind(self, key.kind)
    }

    fn one_hand(&self, rule: &str, values: &mut Values<'_>) -> bool {
        self.build_score(rule, values).is_some_and(|rule| rule.one_hand())
    }

    fn check(&self, phase: RulePhase, rule: &str, values: &mut Values<'_>) {
        match phase {
            RulePhase::Draw => drop(self.build_draw(rule, values)),
            RulePhase::Hazard => drop(self.build_hazard(rule, values)),
            RulePhase::Score => drop(self.build_score(rule, values)),
        }
    }
}
