//! Comparing rule sets: the same blocks of games are played under each, and the differences are
//! judged.
//!
//! An [`ExperimentPlan`] says which games are played, an [`Experiment`] plays blocks of them, a
//! [`Tally`] keeps their sums, and [`findings`] judges the sums. [`report`](crate::report) writes
//! what was found.

mod batch;
mod claim;
mod design;
mod estimate;
mod feedback;
mod judge;
mod luck;
mod part;
mod plan;
mod play;
mod recorded;
mod schedule;
mod tally;
mod tension;
mod terms;
mod times;

pub use claim::{Claim, ClaimError, ClaimLook, ClaimResult, ClaimState};
pub use design::{Design, StoppingRule};
pub(crate) use estimate::LEAST_REPLAYED;
pub use feedback::FeedbackSums;
pub(crate) use judge::LEAST_BLOCKS;
pub(crate) use judge::values;
pub use judge::{
    Difference, DifferenceVerdict, Finding, MetricEstimate, SeatSpread, beside, findings,
    findings_for, relative_half_width, seat_spreads,
};
pub use part::{MOST_BLOCKS, Part, PartError};
pub(crate) use part::{checksum, has_checksum};
pub use plan::{Column, ExperimentPlan, PlanSide, PlanTable, Seating, TableError};
pub use play::{BlockError, Experiment};
pub use recorded::{RecordedGames, RecordedPair, is_recorded, recorded_facts};
pub use schedule::next_look;
pub(crate) use tally::REPLAYED;
pub use tally::{Blocks, SideTally, TableTally, Tally};
pub(crate) use terms::metric_of_name;
pub use terms::{Margin, MarginError, Margins, Terms};
pub use times::{ChoiceTimes, KindTimes, LONGEST, RecordedTimes, TimedKind};
