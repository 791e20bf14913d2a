//! The program: the only place that prints, reads files, starts processes or looks at the clock.

pub mod cli;
pub mod diagnostics;
mod exit;
mod loader;

pub use exit::Exit;
pub use loader::Files;
