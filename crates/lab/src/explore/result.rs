//! What a search found out about each candidate.

use super::target::MetricTarget;
use crate::compare::MetricEstimate;

/// The result of one candidate.
#[derive(Debug, Clone, Default)]
#[allow(clippy::struct_excessive_bools, reason = "a candidate may be any of these at once")]
pub struct CandidateResult {
    /// For each target, the value of its metric with its interval: the mean over all tables.
    pub values: Vec<MetricEstimate>,
    /// The same for each measure of the map, if there is one.
    pub measures: Vec<MetricEstimate>,
    /// For each target, the distance in percentage points or per cent.
    pub distances: Vec<f64>,
    /// The root of the sum of the squares of all distances.
    pub total: f64,
    /// Number of blocks from which the values come.
    pub blocks: u64,
    /// Whether it was dropped early because another candidate is surely nearer to every target; in
    /// a search for a map, because it is surely the nearest of no cell.
    pub dropped: bool,
    /// Whether the budget was spent on others that promised more, so that it was not played to the
    /// end, although it may be as good.
    pub set_aside: bool,
    /// Whether its values come from games that were played after the search, on other deals, so
    /// that they are not better than they should be because it was chosen for them.
    pub confirmed: bool,
    /// Whether it may be the nearest of all, or of its cell of the map: it cannot be told apart
    /// from the best with the games that were played. The nearest, or those of all cells together,
    /// are among these with a probability of 95 %.
    pub level: bool,
    /// Whether it is one of the best trade-offs: no other candidate is at least as near to every
    /// target and nearer to one.
    pub front: bool,
}

impl CandidateResult {
    /// For each target, the least and the largest distance of the values in the interval.
    pub(super) fn reaches(&self, targets: &[MetricTarget]) -> Vec<(f64, f64)> {
        let pairs = targets.iter().zip(&self.values);
        pairs.map(|(target, value)| target.distances(value.interval)).collect()
    }

    /// The least and the largest total distance of the values in the intervals.
    pub(super) fn reach(&self, targets: &[MetricTarget]) -> (f64, f64) {
        let reaches = self.reaches(targets);
        let root = |of: fn(&(f64, f64)) -> f64| {
            reaches.iter().map(|reach| of(reach).powi(2)).sum::<f64>().sqrt()
        };
        (root(|reach| reach.0), root(|reach| reach.1))
    }
}

/// Marks the best trade-offs: no other candidate is at least as near to every target and nearer to
/// one.
pub(super) fn mark_front(result: &mut [Option<CandidateResult>]) {
    let all: Vec<Vec<f64>> =
        result.iter().flatten().map(|result| result.distances.clone()).collect();
    for one in result.iter_mut().flatten() {
        let beats = |other: &Vec<f64>| {
            let pairs = || other.iter().zip(&one.distances);
            pairs().all(|(other, own)| other <= own) && pairs().any(|(other, own)| other < own)
        };
        one.front = !one.dropped && !all.iter().any(beats);
    }
}

/// The place of the best candidate: the one with the least total, the first of equals, among the
/// confirmed candidates if any were confirmed.
pub fn best(result: &[Option<CandidateResult>]) -> Option<usize> {
    let is_confirmed = result.iter().flatten().any(|result| result.confirmed);
    let known = result.iter().enumerate().filter_map(|(index, result)| {
        let result = result.as_ref().filter(|result| result.confirmed == is_confirmed)?;
        Some((index, result.total))
    });
    known.min_by(|one, other| one.1.total_cmp(&other.1)).map(|(index, _)| index)
}
