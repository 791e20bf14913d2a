//! All seats at once: one test that they win alike, and how far they are from it.

use super::interval::{normal_share, steady};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// The result of the test that all seats win alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seats {
    /// The chi-square statistic, corrected for blocks and split wins.
    pub(crate) statistic: f64,
    /// The degrees of freedom: the number of seats less one.
    pub freedom: u32,
    /// The probability of so large a statistic if all seats win alike.
    pub p_value: f64,
}

/// Pearson's chi-square test of equal win shares over `games` games, divided by the mean design
/// effect of the shares (Rao and Scott, J. Am. Stat. Assoc. 76, 1981, first-order correction):
/// games of one block are not independent, and split wins vary less than whole ones. `variances`
/// are the variances of the shares. `None` where nothing varies or there is only one seat.
pub(crate) fn equal_seats(shares: &[f64], variances: &[f64], games: f64) -> Option<Seats> {
    let even = 1.0 / shares.len() as f64;
    let freedom = shares.len().checked_sub(1).filter(|&freedom| freedom > 0)?;
    let pearson: f64 =
        games * shares.iter().map(|share| (share - even).powi(2) / even).sum::<f64>();
    // Each seat's variance over that of as many independent games with equal seats, weighted as in
    // the paper.
    let effect: f64 =
        variances.iter().map(|variance| variance * games / even).sum::<f64>() / freedom as f64;
    let statistic = pearson / effect;
    let distribution = ChiSquared::new(freedom as f64).ok()?;
    statistic.is_finite().then(|| Seats {
        statistic,
        freedom: freedom as u32,
        p_value: steady(distribution.sf(statistic)),
    })
}

/// The noncentral chi-square distribution by Sankaran's approximation (M. Sankaran, Biometrika 46,
/// 1959): the standard normal quantile of the share of its values that are at most `x`.
fn noncentral_normal(x: f64, freedom: f64, shift: f64) -> f64 {
    let (sum, twice, thrice) = (freedom + shift, freedom + 2.0 * shift, freedom + 3.0 * shift);
    let h = 1.0 - 2.0 / 3.0 * sum * thrice / (twice * twice);
    let p = twice / (sum * sum);
    let m = (h - 1.0) * (1.0 - 3.0 * h);
    (libm::pow(x / sum, h) - (1.0 + h * p * (h - 1.0 - 0.5 * (2.0 - h) * m * p)))
        / (h * (2.0 * p).sqrt() * (1.0 + 0.5 * m * p))
}

/// Whether the share of the values of a noncentral chi-square distribution that are at most `x` is
/// above that of a standard normal distribution at `quantile`. With one degree of freedom, a value
/// is the square of a normal number, and the share is exact.
fn is_share_above(x: f64, freedom: f64, shift: f64, quantile: f64) -> bool {
    if freedom > 1.0 {
        return noncentral_normal(x, freedom, shift) > quantile;
    }
    let (root, mean) = (x.sqrt(), shift.sqrt());
    // Of the two tails, the smaller one has more digits.
    if quantile > 0.0 {
        normal_share(mean - root) + normal_share(-root - mean) < normal_share(-quantile)
    } else {
        normal_share(root - mean) - normal_share(-root - mean) > normal_share(quantile)
    }
}

/// The least and the largest noncentrality of a chi-square distribution for which a value as small
/// or as large as `x` is not surprising: `reach` standard errors of a normal distribution to each
/// side. The least is 0 where chance alone explains `x`.
pub(crate) fn noncentrality(x: f64, freedom: f64, reach: f64) -> (f64, f64) {
    // The share falls as the noncentrality rises.
    let solve = |wanted: f64| {
        let is_above = |shift: f64| is_share_above(x, freedom, shift, wanted);
        if !is_above(0.0) {
            return 0.0;
        }
        let mut high = x.max(1.0);
        while is_above(high) {
            high *= 2.0;
        }
        let mut low = 0.0;
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if is_above(middle) { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    };
    (solve(reach), solve(-reach))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    /// `scipy.stats.chisquare([295, 250, 240, 215])` gives statistic 13.4 and p-value
    /// 0.003846794304889503: with whole wins in independent games the design effects make hardly a
    /// difference to Pearson's statistic.
    #[test]
    fn independent_games_give_pearsons_chi_square() {
        let shares = [0.295, 0.25, 0.24, 0.215];
        let even: Vec<f64> = shares.iter().map(|_| 0.25 * 0.75 / 1000.0).collect();
        let found = equal_seats(&shares, &even, 1000.0).unwrap();
        assert!(
            (found.statistic - 13.4).abs() < 1e-9 && (found.p_value - SCIPY).abs() < 1e-9,
            "{found:?}"
        );
        // Blocks of two games that always go alike are half as many games.
        let blocks: Vec<f64> = even.iter().map(|variance| 2.0 * variance).collect();
        assert!((equal_seats(&shares, &blocks, 1000.0).unwrap().statistic - 6.7).abs() < 1e-9);
        assert_eq!(equal_seats(&[1.0], &[0.0], 10.0), None);
    }

    /// By bisection over the exact distribution, a Poisson mixture of central ones.
    #[test]
    fn noncentralities_are_those_of_exact_distributions() {
        let (low, high) = noncentrality(20.0, 3.0, 1.959_964);
        assert!(
            (low - NONCENTRAL.0).abs() < 0.05 && (high - NONCENTRAL.1).abs() < 0.05,
            "{low} {high}"
        );
        assert!(noncentrality(3.0, 3.0, 1.959_964).0 <= 0.0);
        // A normal number that is 5 lies between 3.04 and 6.96.
        let (low, high) = noncentrality(25.0, 1.0, 1.959_964);
        assert!(
            (low.sqrt() - 3.040_036).abs() < 1e-3 && (high.sqrt() - 6.959_964).abs() < 1e-3,
            "{low} {high}"
        );
    }

    const NONCENTRAL: (f64, f64) = (4.819_023_9, 38.968_574_4);

    const SCIPY: f64 = 0.003_846_794_304_889_503;
}
