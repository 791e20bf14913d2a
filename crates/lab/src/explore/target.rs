//! Targets: metrics with the values that they should have.

use crate::compare::metric_of_name;
use crate::metrics::{Metric, Unit};

/// A metric with the value that it should have.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricTarget {
    /// The name of the metric, with the numbers of its seats: `win-share-0`.
    pub name: String,
    /// The wanted value.
    pub wanted: f64,
}

/// Why a target cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// It is not written as `name=value`.
    #[error("a target is written NAME=VALUE, such as turns=25, not {0:?}")]
    Form(String),
    /// There is no such metric.
    #[error("there is no metric {0:?}; docs/metrics.md lists them")]
    Unknown(String),
    /// No game can have such a share.
    #[error(
        "a share is from {least}% to 100%, so {text:?} cannot be reached",
        least = if *is_difference { "-100" } else { "0" }
    )]
    Impossible {
        /// The target.
        text: String,
        /// Whether it is a difference between shares.
        is_difference: bool,
    },
}

/// The largest absolute value of a target: more than any metric can have.
const MOST_WANTED: f64 = 1e12;

/// Reads a value of a metric: `25`, or `5%` of a share.
pub(super) fn amount(text: &str) -> Option<f64> {
    let text = text.trim();
    let (number, scale) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 0.01));
    let value = number.trim().parse::<f64>().ok().filter(|value| value.abs() <= MOST_WANTED)?;
    Some(value * scale)
}

impl MetricTarget {
    /// Reads a target such as `turns=25` or `ties=5%`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, TargetError> {
        let form = || TargetError::Form(text.to_owned());
        let (name, value) = text.split_once('=').ok_or_else(form)?;
        let name = name.trim();
        let wanted = amount(value).ok_or_else(form)?;
        let target = Self { name: name.to_owned(), wanted };
        let metric = target.metric().ok_or_else(|| TargetError::Unknown(name.to_owned()))?;
        let is_difference = metric.unit == Unit::Points;
        let least = if is_difference { -1.0 } else { 0.0 };
        if metric.unit.is_share() && !(least..=1.0).contains(&wanted) {
            return Err(TargetError::Impossible { text: text.to_owned(), is_difference });
        }
        Ok(target)
    }

    /// The metric of the target.
    pub fn metric(&self) -> Option<&'static Metric> {
        metric_of_name(&self.name)
    }

    /// How far a value is from the target: in percentage points for shares, otherwise in per cent
    /// of the target (or of 1 if the target is 0).
    pub(super) fn distance(&self, value: f64) -> f64 {
        let share = self.metric().is_some_and(|metric| metric.unit.is_share());
        let scale = if share || self.wanted == 0.0 { 0.01 } else { 0.01 * self.wanted.abs() };
        (value - self.wanted).abs() / scale
    }

    /// The least and the largest distance of the values in an interval.
    pub(super) fn distances(&self, (low, high): (f64, f64)) -> (f64, f64) {
        let (one, other) = (self.distance(low), self.distance(high));
        let is_inside = (low..=high).contains(&self.wanted);
        (if is_inside { 0.0 } else { one.min(other) }, one.max(other))
    }
}
