//! What of a rule set is data: the values that the engine reads while it plays, keys with their
//! words and values, moments, abilities, and effects.

pub(super) mod ability;
pub mod acting;
pub(super) mod data;
pub(super) mod drift;
pub(super) mod effect;
pub(super) mod key;
pub(super) mod rule_key;
pub(super) mod timing;
pub(super) mod values;
pub(super) mod words;
