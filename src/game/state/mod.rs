//! The state of a game.

pub(super) mod game_state;
