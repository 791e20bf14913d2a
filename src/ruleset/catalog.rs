//! The rules that a file can choose from: what `ruleset` needs of the [`Registry`].

pub use crate::rules::{RuleDecl, RulePhase};

use crate::game::{Key, Plan, ValueKind, Values};
use crate::rules::Registry;
use crate::rules::RuleScript;
use std::sync::Arc;

/// All rules that a file can choose from.
pub trait RuleCatalog {
    /// The rules of a phase, in the order in which they are listed.
    fn rules(&self, phase: RulePhase) -> &[&'static RuleDecl];

    /// Lets the rule look for contradictions among values that are each allowed; its problems are
    /// noted in `values`.
    ///
    /// The default finds no problems.
    fn check(&self, phase: RulePhase, rule: &str, values: &mut Values<'_>) {
        let _ = (phase, rule, values);
    }

    /// The values that a key takes; `placement.avoid` takes the causes of rules from outside the
    /// crate as well.
    ///
    /// The default has no such rules.
    fn kind(&self, key: &Key) -> ValueKind {
        match key.kind {
            ValueKind::Causes(words) => ValueKind::Choices(words),
            kind => kind,
        }
    }

    /// Whether a rule with these values has one hand for the whole table even if `tiles.open` is
    /// `false` (V4). Every value has to be allowed.
    ///
    /// The default answers `false`.
    fn one_hand(&self, phase: RulePhase, rule: &str, values: &mut Values<'_>) -> bool {
        let _ = (phase, rule, values);
        false
    }

    /// How many pieces with a face a rule with these values has. Every value has to be allowed.
    ///
    /// The default answers that it has none.
    fn pieces(&self, phase: RulePhase, rule: &str, values: &mut Values<'_>) -> usize {
        let _ = (phase, rule, values);
        0
    }

    /// The same with the rules of these scripts; `None`: it takes none.
    ///
    /// The default takes none.
    #[doc(hidden)]
    fn with_scripts(&self, scripts: Vec<Arc<RuleScript>>) -> Option<Registry> {
        let _ = scripts;
        None
    }

    /// The rule of a phase with this name.
    fn rule(&self, phase: RulePhase, name: &str) -> Option<&'static RuleDecl> {
        self.rules(phase).iter().copied().find(|rule| rule.name == name)
    }
}

impl RuleCatalog for Registry {
    fn rules(&self, phase: RulePhase) -> &[&'static RuleDecl] {
        Self::rules(self, phase)
    }

    fn kind(&self, key: &Key) -> ValueKind {
        Self::kind(self, key.kind)
    }

    fn one_hand(&self, phase: RulePhase, rule: &str, values: &mut Values<'_>) -> bool {
        self.build(phase, rule, values).is_some_and(|rule| {
            let mut plan = Plan::default();
            rule.plan(&mut plan);
            plan.one_hand
        })
    }

    fn pieces(&self, phase: RulePhase, rule: &str, values: &mut Values<'_>) -> usize {
        self.build(phase, rule, values).map_or(0, |rule| rule.faces().len())
    }

    fn with_scripts(&self, scripts: Vec<Arc<RuleScript>>) -> Option<Registry> {
        Some(Self::with_scripts(self, scripts))
    }

    fn check(&self, phase: RulePhase, rule: &str, values: &mut Values<'_>) {
        drop(self.build(phase, rule, values));
    }
}
