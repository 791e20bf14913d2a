//! What lies outside: the terminal, files, signals, and programs that play as bots. Only packages
//! from here on print, read files, start processes or look at the clock.

#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "nothing of it is published yet: what uses it is in this workspace, and changes with \
        it"
)]

pub mod context;
pub mod diagnostics;
pub mod door;
pub mod exec_bot;
mod exit;
pub mod fetch;
pub mod files;
pub mod host;
pub mod interrupt;
pub mod program;
pub mod rule_files;
pub mod terminal;

pub use exit::Exit;
pub use rule_files::RuleFiles;
