//! The turn engine.
mod key;
mod values;
pub use key::{Facts, Field, Key, KeyDefault, Kind, Word};
pub use values::{ValueProblem, Values};
