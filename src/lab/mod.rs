//! Many games: played on all cores, the same whatever their number, and summed up.

mod simulate;
mod summary;

pub use simulate::{Bots, Progress, RunError, Simulation, simulate};
pub use summary::{Summary, Turns};
