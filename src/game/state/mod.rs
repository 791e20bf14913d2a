//! The state of a game, how rules act on it, and positions that are set up and read off.

pub(super) mod context;
pub(super) mod core;
pub(super) mod game_state;
