//! The whole program with three rules of our own, one file each: a draw rule that asks the players
//! something (`pass_left.rs`), a hazard that moves pieces (`current.rs`), and a rule that forbids
//! placements (`open_middle.rs`). `examples/invented.toml` combines them with rules of the crate:
//!
//! ```text
//! cargo run --release --example invented -- play examples/invented.toml
//! cargo run --release --example invented -- compare seas+teams examples/invented.toml
//! cargo run --release --example invented -- test examples/invented_suite.toml
//! ```

mod current;
mod open_middle;
mod pass_left;

use std::process::ExitCode;
use tsuro::rules::Registry;

/// The rules of the crate and ours.
pub fn registry() -> Registry {
    Registry::default()
        .with(&pass_left::PASS_LEFT)
        .with(&current::CURRENT)
        .with(&open_middle::OPEN_MIDDLE)
}

fn main() -> ExitCode {
    tsuro_program::main_with(registry())
}
