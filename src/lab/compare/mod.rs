//! Comparing rule sets: the same luck under each of them, block by block, and what differs.
//!
//! A [`Plan`] says which games are played, an [`Experiment`] plays blocks of them, a [`Tally`] keeps their sums, and [`findings`] says what they
//! mean. What is shown of it is made in [`report`](crate::lab::report).

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
pub use tally::{Blocks, GROUPS, REPLAYED, SideTally, TableTally, Tally};
