//! An engine for the Tsuro family of tile-path games: rule sets, the turn engine, records, bots and statistics.
pub mod board;
pub mod bots;
pub mod game;
mod json;
#[cfg(feature = "lab")]
pub mod lab;
#[cfg(any(feature = "lab", feature = "suite"))]
mod parallel;
pub mod picture;
pub mod record;
pub mod rules;
pub mod ruleset;
pub mod session;
#[cfg(feature = "suite")]
pub mod suite;
#[cfg(feature = "cli")]
pub mod ui;

pub use session::{Game, Snapshot};

#[cfg(feature = "cli")]
pub use ui::cli::main_with;

/// Compiles and runs the code examples in the README as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
