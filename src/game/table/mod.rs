//! The part of a game's state that there is under any rules, what laying a tile does to it, and the
//! verbs by which rules look at it and act on it.

pub(super) mod context;
pub(super) mod core;
pub(super) mod handle;
pub(super) mod pending;
pub(super) mod travel;
pub(super) mod veil;
