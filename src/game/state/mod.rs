//! The state of a game, and what a seat sees of it where rules hide squares.

pub(super) mod game_state;
pub(super) mod veil;
