//! What a rule is: the one trait, what a rule declares, its state, and what a set of rules is.

pub(super) mod contract;
pub(super) mod list;
pub(super) mod midst;
pub(super) mod need;
pub(super) mod own;
pub(super) mod phase;
mod piece_numbers;
pub(in crate::game) mod planned;
pub(super) mod terms;
