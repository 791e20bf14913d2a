//! The placement, draw, hazard and score rules that a rule-set file selects by name, one file for each rule, and the
//! [`Registry`] that lists them. Rules from outside the crate are registered beside those of the crate.

mod any;
pub(crate) mod draw;
pub(crate) mod hazard;
mod maker;
mod placement;
mod registry;
mod score;
mod set;

pub use draw::Draw;
pub use hazard::Hazard;
pub use registry::{Registry, RuleInfo, RulePhase};
pub use score::Score;
pub(crate) use set::{AnyGameState, with_state};
pub use set::{AnyRules, Rules};
