//! The hazard rules: what acts before each placement. One file or folder for each rule.

mod daikaiju;
mod none;

pub use daikaiju::DaikaijuTile;
pub(crate) use daikaiju::{Daikaiju, Pack};
pub(crate) use none::NoHazard;

use super::any::{AnyHazard, AnyState};
use super::maker::{each_method, enum_method, given_type, phase_enum, wrong_state};
use crate::board::Square;
use crate::game::{
    Answer, Cause, Effect, HazardRule, Monster, Progress, Question, Relocation, Rng, Rule, RuleContext, RuleFacts, Seat, Timing, TimingSet,
    hazard_rule,
};
use serde_json::Value;

/// The hazard rule of a rule set: one that a file can name.
#[derive(Debug)]
#[non_exhaustive]
pub enum Hazard {
    /// No hazard (S19).
    None(NoHazard),
    /// Sea monsters (S1–S12).
    Daikaiju(Box<Daikaiju>),
    /// A rule from outside the crate.
    Any(AnyHazard),
}

/// The state of a [`Hazard`].
#[derive(Debug)]
pub enum HazardState {
    /// No hazard has no state.
    None(()),
    /// The daikaiju on the board and in the supply.
    Daikaiju(Box<Pack>),
    /// The state of a rule from outside the crate.
    Any(AnyState),
}

phase_enum! {
    hazard_rule: HazardRule for Hazard { None(NoHazard) in None, Daikaiju(Daikaiju) in Daikaiju },
    HazardState { None, Daikaiju, Any }
}

impl Hazard {
    /// The moments at which the rule of this name acts; none if there is no such rule.
    pub(crate) fn timings_of(&self, rule: &str) -> TimingSet {
        match self {
            Self::Any(own) if own.name() == rule => own.timings(),
            _ => TimingSet::default(),
        }
    }

    /// Whether the rule set has no hazard (S19).
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None(_))
    }

    /// What is printed on the daikaiju tiles, by index in `hazard.tiles`; empty under other rules.
    pub fn daikaiju_tiles(&self) -> &[DaikaijuTile] {
        match self {
            Self::Daikaiju(daikaiju) => &daikaiju.tiles,
            _ => &[],
        }
    }
}
