//! What a rule is and may do: its keys with their words and values, the data of a rule set, the traits of the three
//! phases, and the verbs by which it acts.

pub(super) mod ability;
pub(super) mod basics;
pub(super) mod effect;
pub(super) mod fault;
pub(super) mod key;
pub(super) mod placement;
pub(super) mod timing;
pub(super) mod traits;
pub(super) mod values;
pub(super) mod words;
