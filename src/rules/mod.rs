//! The rules that a rule-set file selects by name, one file for each rule, and the [`Registry`]
//! that lists them. Rules from outside the crate are registered beside the crate's own rules.

pub mod draw;
pub mod hazard;
mod other;
mod placement;
pub mod printed;
mod registry;
mod rule_script;
mod score;
#[cfg_attr(not(feature = "script"), path = "no_script.rs")]
pub mod script;
mod set;

pub use crate::game::{RuleDecl, RuleList, RulePhase};
pub use printed::PrintedLine;
pub use printed::printed_so_far;
pub use registry::Registry;
pub use rule_script::RuleScript;
pub(crate) use set::{AnyGameState, with_state};
pub use set::{AnyRules, Rules};
