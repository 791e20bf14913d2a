//! The jackknife: the variance of a value computed from many games at once, found by leaving out
//! one group of blocks at a time.

/// How a value varies with the groups of blocks from which it is computed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Jackknife {
    /// For each group, its pseudo-value less the mean of all.
    pub deviations: Vec<f64>,
}

/// The delete-a-group jackknife (Shao and Tu, *The Jackknife and Bootstrap*, 1995, 2.3) of the
/// estimates without each of the groups. `None` with fewer than two groups.
pub(crate) fn jackknife(without: &[f64]) -> Option<Jackknife> {
    let mean = without.iter().sum::<f64>() / without.len() as f64;
    let scale = without.len() as f64 - 1.0;
    (without.len() > 1)
        .then(|| Jackknife { deviations: without.iter().map(|one| scale * (mean - one)).collect() })
}

impl Jackknife {
    /// The variance of the value of everything over repeated experiments.
    pub(crate) fn variance(&self) -> f64 {
        self.covariance(self)
    }

    /// The covariance of the value with that of another side over the same groups.
    pub(crate) fn covariance(&self, other: &Self) -> f64 {
        let groups = self.deviations.len() as f64;
        self.deviations.iter().zip(&other.deviations).map(|(one, other)| one * other).sum::<f64>()
            / groups
            / (groups - 1.0)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    /// The numbers 3, 5, 7, 9 have the variance 20/3, so that of their mean is a quarter of it.
    #[test]
    fn the_variance_of_a_mean_is_the_usual_one() {
        let numbers = [3.0, 5.0, 7.0, 9.0];
        let without: Vec<f64> = numbers.iter().map(|number| (24.0 - number) / 3.0).collect();
        let found = jackknife(&without).unwrap();
        assert!((found.variance() - 20.0 / 3.0 / 4.0).abs() < 1e-12, "{found:?}");
        assert!(jackknife(&[6.0]).is_none());
    }
}
