//! The state of a game, and what of it a rule hides from a seat.

pub(super) mod game_state;
mod hidden;
