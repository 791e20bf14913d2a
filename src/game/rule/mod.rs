//! What a rule is and may do: its keys and values, the data of a rule set, the traits of the phases, and the verbs by which rules act.

pub(super) mod basics;
pub(super) mod effect;
pub(super) mod key;
pub(super) mod traits;
pub(super) mod values;
