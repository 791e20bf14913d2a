//! [`RulePhase`]: where a rule-set file names a rule.

use crate::game::basics::ability::Abilities;

/// Where a rule-set file names a rule. It says nothing about what the rule may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RulePhase {
    /// `[placement]`: what a placement may not do, besides what the keys of that table say.
    Placement,
    /// `[draw]`: who draws tiles when a turn ends.
    Draw,
    /// `[hazard]`: what acts by itself.
    Hazard,
    /// `[score]`: who wins, and when.
    Score,
    /// `[[rule]]`: whatever fits no other word.
    Rule,
}

impl RulePhase {
    /// All phases: placement, draw, hazard, score, rule.
    pub const ALL: [Self; 5] = [Self::Placement, Self::Draw, Self::Hazard, Self::Score, Self::Rule];

    /// The name of the phase's table in a rule-set file.
    pub const fn table(self) -> &'static str {
        match self {
            Self::Placement => "placement",
            Self::Draw => "draw",
            Self::Hazard => "hazard",
            Self::Score => "score",
            Self::Rule => "rule",
        }
    }

    /// What a rule of the phase may do that declares nothing.
    pub(super) const fn abilities(self) -> Abilities {
        match self {
            Self::Placement => Abilities::FORBIDS.and(Abilities::READS_HANDS),
            Self::Score => Abilities::ENDS.and(Abilities::ANY),
            Self::Draw | Self::Hazard | Self::Rule => Abilities::ANY,
        }
    }

    /// Whether a rule set can have several rules of the phase.
    pub(crate) const fn several(self) -> bool {
        matches!(self, Self::Hazard | Self::Rule)
    }

    /// Whether a rule set may have no rule of the phase at all: then files, records and reports say
    /// nothing of it.
    pub(crate) const fn optional(self) -> bool {
        matches!(self, Self::Rule)
    }

    /// Whether the keys that all its rules share keep their values when another rule is chosen. The
    /// keys of `[draw]` have always started anew.
    pub(crate) const fn keeps_shared_keys(self) -> bool {
        matches!(self, Self::Placement)
    }
}
