//! An engine for the Tsuro family of tile-path games.
pub mod board;
pub mod bots;
pub mod game;
pub mod lab;
pub mod record;
pub mod rules;
pub mod ruleset;
#[cfg(feature = "cli")]
pub mod ui;

#[cfg(feature = "cli")]
pub use ui::cli::main_with;
