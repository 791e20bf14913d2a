//! Which rules there are to choose from: the registry of the program, as this module sees it.

pub use crate::rules::{Phase, RuleInfo};

use crate::game::Values;
use crate::rules::Registry;

/// All rules that a file can choose from.
pub trait RuleCatalog {
    /// The rules of a phase, in the order in which they are listed.
    fn rules(&self, phase: Phase) -> &[RuleInfo];

    /// Has the rule look for contradictions among values that are each allowed. What it notes in `values` becomes errors at those keys.
    ///
    /// The default finds nothing.
    fn check(&self, phase: Phase, rule: &str, values: &mut Values<'_>) {
        let _ = (phase, rule, values);
    }

    /// One rule by name.
    fn rule(&self, phase: Phase, name: &str) -> Option<&RuleInfo> {
        self.rules(phase).iter().find(|rule| rule.name == name)
    }
}

impl RuleCatalog for Registry {
    fn rules(&self, phase: Phase) -> &[RuleInfo] {
        Self::rules(self, phase)
    }

    fn check(&self, phase: Phase, rule: &str, values: &mut Values<'_>) {
        match phase {
            Phase::Draw => drop(self.build_draw(rule, values)),
            Phase::Hazard => drop(self.build_hazard(rule, values)),
            Phase::Score => drop(self.build_score(rule, values)),
        }
    }
}
