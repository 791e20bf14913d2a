//! How far a number can be trusted that was worked out from many games at once: leave one group of blocks out at a time.

/// Estimates with each group left out, made into a spread.
#[derive(Debug, Clone, PartialEq)]
pub struct Jackknife {
    /// With nothing left out.
    pub value: f64,
    /// One pseudo-value less the value, for each group.
    pub deviations: Vec<f64>,
}

/// The delete-a-group jackknife (Shao and Tu, *The Jackknife and Bootstrap*, 1995, 2.3): `whole` is the estimate of everything, `without` those with
/// each group left out. `None` with fewer than two groups.
pub fn jackknife(whole: f64, without: &[f64]) -> Option<Jackknife> {
    let mean = without.iter().sum::<f64>() / without.len() as f64;
    let scale = without.len() as f64 - 1.0;
    (without.len() > 1).then(|| Jackknife { value: whole, deviations: without.iter().map(|one| scale * (mean - one)).collect() })
}

impl Jackknife {
    /// The variance of the value over repeated experiments.
    pub fn variance(&self) -> f64 {
        self.covariance(self)
    }

    /// The covariance with the value of another side over the same groups.
    pub fn covariance(&self, other: &Self) -> f64 {
        let groups = self.deviations.len() as f64;
        self.deviations.iter().zip(&other.deviations).map(|(one, other)| one * other).sum::<f64>() / groups / (groups - 1.0)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    /// Of a mean, the jackknife's variance is the usual one: that of 3, 5, 7, 9 is 20/3, over 4.
    #[test]
    fn of_a_mean_it_is_the_usual_variance() {
        let numbers = [3.0, 5.0, 7.0, 9.0];
        let without: Vec<f64> = numbers.iter().map(|number| (24.0 - number) / 3.0).collect();
        let found = jackknife(6.0, &without).unwrap();
        assert!((found.variance() - 20.0 / 3.0 / 4.0).abs() < 1e-12, "{found:?}");
        assert!(jackknife(6.0, &[6.0]).is_none());
    }
}
