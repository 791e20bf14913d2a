//! The rules that a rule-set file selects by name, one file for each rule, and the [`Registry`] that lists them. Rules from
//! outside the crate are registered beside those of the crate.

pub(crate) mod draw;
pub(crate) mod hazard;
mod other;
mod placement;
mod registry;
mod score;
mod set;

pub use crate::game::{RuleDecl, RuleList, RulePhase};
pub use registry::Registry;
pub(crate) use set::{AnyGameState, with_state};
pub use set::{AnyRules, Rules};
