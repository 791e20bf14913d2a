//! The state of a game, the verbs by which rules act on it, and positions: games as plain data.

pub(super) mod context;
pub(super) mod core;
pub(super) mod game_state;
