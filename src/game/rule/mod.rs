//! What a rule is: the one trait, what a rule declares, its state, and what a set of rules is.

pub(super) mod contract;
pub(super) mod list;
pub(super) mod midst;
pub(super) mod own;
pub(super) mod phase;
pub(in crate::game) mod planned;
