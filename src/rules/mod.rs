//! What implements the phases of a game: one folder a phase, one file a rule, and the [`Registry`] that names them all.
//!
//! A rule-set file selects these rules by name. Rules from outside the crate are registered beside them and go the same ways.

mod any;
pub mod draw;
pub mod hazard;
mod registry;
pub mod score;
mod set;

pub use any::{AnyDraw, AnyHazard, AnyScore, OpenState};
pub use registry::{Registry, RuleInfo, RulePhase};
pub use set::{AnyRules, Rules};
pub(crate) use set::{AnyState, with_state};
