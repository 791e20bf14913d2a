//! An engine for the Tsuro family of tile-path games.
pub mod board;
pub mod game;
pub mod rules;
