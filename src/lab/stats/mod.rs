//! Statistics of experiments: sums that merge exactly, intervals, tests, and what may be looked at while the games are still being played.
//!
//! Distributions come from `statrs`; the formulas are named with their sources where they stand.

mod interval;
mod jackknife;
mod multiple;
mod sums;

pub use interval::{ALPHA, Confidence, Wilson, normal_quantile, t_quantile};
pub use jackknife::{Jackknife, jackknife};
pub use multiple::{Seats, equal_seats, holm};
pub use sums::{Cross, Pair, Ratio, Sums, covariance, ratio};
pub(crate) use sums::{is_small, text};
