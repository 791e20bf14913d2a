//! Statistics of experiments: exact sums, confidence intervals, tests, and confidence sequences for
//! results that are looked at during play.
//!
//! Distributions come from `statrs`; each formula is named with its source.

mod interval;
mod jackknife;
mod multiple;
mod skew;
mod sums;

pub(crate) use interval::{ALPHA, mean_and_reach, normal_quantile, normal_share, t_quantile};
pub use interval::{Confidence, Wilson};
pub(crate) use jackknife::{Jackknife, jackknife};
pub use multiple::Seats;
pub(crate) use multiple::{equal_seats, noncentrality};
pub(crate) use skew::skewed_reach;
pub use sums::{Cross, Pair, Sums};
pub(crate) use sums::{Ratio, covariance, ratio, skewness, skewness_of_difference, text};
