//! An engine for the Tsuro family of tile-path games.
pub mod game;
pub mod rules;
pub mod ruleset;
#[cfg(feature = "cli")]
pub mod ui;
