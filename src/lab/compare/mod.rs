//! Comparing rule sets: the same blocks of games are played under each, and the differences are judged.
//!
//! A [`Plan`] says which games are played, an [`Experiment`] plays blocks of them, a [`Tally`] keeps their sums, and
//! [`findings`] judges the sums. [`report`](crate::lab::report) writes what was found.

mod batch;
mod judge;
mod luck;
mod part;
mod plan;
mod play;
mod schedule;
mod tally;
mod tension;

pub use judge::{Difference, Finding, MetricEstimate, Terms, Verdict, findings, findings_for, relative_half_width};
pub use part::{MOST_BLOCKS, Part, PartError};
pub use plan::{Column, Plan, PlanSide, PlanTable, Seating, TableError};
pub use play::{BlockError, Experiment};
pub use schedule::next_look;
pub use tally::{Blocks, SideTally, TableTally, Tally};
