//! [`ShareEstimate`]: an estimated chance or difference, and sums of them.

use crate::stats::{ALPHA, Wilson, normal_quantile};
use std::collections::BTreeMap;

/// A share in per cent, without the sign.
pub fn percent(share: f64) -> String {
    format!("{:.0}", 100.0 * share)
}

/// A difference of shares in per cent, as `−12 ± 4`.
pub fn signed(estimate: &ShareEstimate) -> String {
    let room = 50.0 * (estimate.interval[1] - estimate.interval[0]);
    let value = (100.0 * estimate.value).round();
    let sign = if value < 0.0 {
        "−"
    } else if value > 0.0 {
        "+"
    } else {
        ""
    };
    format!("{sign}{:.0} ± {room:.0}", value.abs())
}

/// A number that was estimated: a chance, or a difference of chances.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ShareEstimate {
    /// The estimate.
    pub value: f64,
    /// Its interval at 95 %.
    pub interval: [f64; 2],
    /// The square of its standard error.
    variance: f64,
}

impl ShareEstimate {
    /// The estimate from the results of `games` games, numbers from 0 to 1: their mean, and the mean
    /// of their squares.
    pub(super) fn new(mean: f64, squares: f64, games: f64) -> Self {
        let reach = normal_quantile(1.0 - ALPHA / 2.0);
        let wilson = Wilson::new(mean, games, reach);
        // As if two more games had been played, one of them won: what never happened yet may
        // happen.
        let variance = ((squares - mean * mean).max(0.0) * games + 0.5) / (games + 2.0);
        let interval = [wilson.low, wilson.high];
        Self { value: mean, interval, variance: variance / games }
    }

    /// What is known, as the result of a game that is over.
    pub(super) fn exact(value: f64) -> Self {
        Self { value, interval: [value; 2], variance: 0.0 }
    }

    /// The sum of estimates.
    pub(super) fn sum(parts: &SignedParts) -> Self {
        let (value, variance) = parts.values().fold((0.0, 0.0), |(value, variance), part| {
            (value + part.0 * part.1.value, variance + part.0 * part.0 * part.1.variance)
        });
        let room = normal_quantile(1.0 - ALPHA / 2.0) * variance.sqrt();
        Self { value, interval: [value - room, value + room], variance }
    }

    /// Whether it is above 0 or below beyond chance.
    pub fn is_sure(&self) -> bool {
        self.interval[0] > 0.0 || self.interval[1] < 0.0
    }
}

/// Estimates by their numbers, each with the number of times that it is added, or taken away: one
/// that is added and taken away makes the sum no less sure.
pub(super) type SignedParts = BTreeMap<usize, (f64, ShareEstimate)>;

/// Adds an estimate `times` times, or takes it away if that is negative.
pub(super) fn add(parts: &mut SignedParts, number: usize, times: f64, estimate: ShareEstimate) {
    parts.entry(number).or_insert((0.0, estimate)).0 += times;
}
