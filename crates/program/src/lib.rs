//! The command line: one file for each sub-command, and games that are told line by line.

#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "nothing of it is published yet: what uses it is in this workspace, and changes with \
        it"
)]

pub mod cli;
mod play;
mod programs;

pub use cli::main_with;
pub use tsuro_world::{Exit, RuleFiles};
