//! The program: the only place that prints, reads files, starts processes or looks at the clock.

#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "nothing of it is published yet: what uses it is in this workspace, and changes with it"
)]

// Unit tests take a rule from outside, which knows the program by this name.
#[cfg(all(test, feature = "tui"))]
extern crate self as tsuro_program;

pub mod cli;
mod context;
pub mod diagnostics;
mod door;
pub mod exec_bot;
mod exit;
mod files;
mod host;
mod interrupt;
mod outcomes;
mod play;
mod program;
mod programs;
mod repeat;
pub mod rule_files;
#[cfg(feature = "tui")]
mod screen;
mod script_reference;
#[cfg(any(feature = "tui", feature = "web"))]
#[cfg_attr(not(feature = "tui"), allow(dead_code, reason = "the screen uses all of it"))]
mod setup;
#[cfg(any(feature = "tui", feature = "web"))]
#[cfg_attr(not(feature = "tui"), allow(dead_code, reason = "the screen uses all of it"))]
mod table;
mod terminal;
#[cfg(feature = "web")]
pub mod web;
mod words;

pub use cli::main_with;
pub use exit::Exit;
pub use rule_files::RuleFiles;
