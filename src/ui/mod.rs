//! The program: the only place that prints, reads files, starts processes or looks at the clock.

pub mod cli;
mod context;
pub mod diagnostics;
mod door;
pub mod exec_bot;
mod exit;
mod files;
mod host;
mod interrupt;
mod play;
mod program;
mod programs;
pub mod rule_files;
mod terminal;
mod words;

pub use exit::Exit;
pub use rule_files::RuleFiles;
