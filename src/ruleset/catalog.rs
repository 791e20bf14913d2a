//! Which rules there are to choose from. The registry of the program (built-in rules and those added from Rust) implements it.

use crate::game::{Key, Values};

/// A phase of the game that is played by a rule chosen by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// `[draw]`: what happens after the placement (C7–C9, L3, S17).
    Draw,
    /// `[hazard]`: what happens before it (S5–S12).
    Hazard,
    /// `[score]`: how the game ends and who wins (C10, V).
    Score,
}

impl Phase {
    /// All phases.
    pub const ALL: [Phase; 3] = [Phase::Draw, Phase::Hazard, Phase::Score];

    /// Its table in a rule-set file.
    pub const fn table(self) -> &'static str {
        match self {
            Phase::Draw => "draw",
            Phase::Hazard => "hazard",
            Phase::Score => "score",
        }
    }

    /// The phase of a table, if it is one.
    pub fn of(table: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.table() == table)
    }
}

/// A rule that a file can choose.
#[derive(Debug, Clone, Copy)]
pub struct RuleInfo {
    /// As written after `rule =`.
    pub name: &'static str,
    /// One line of meaning, a sentence without a full stop.
    pub summary: &'static str,
    /// Its own keys, beside those of the phase.
    pub keys: &'static [Key],
}

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
