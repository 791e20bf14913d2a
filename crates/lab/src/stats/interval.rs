//! Confidence intervals, for a number of games that is fixed beforehand and for results that are
//! looked at during play.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// A number that `statrs` has calculated, without its last digits: it takes logarithms and powers
/// from the system's library, and each of those has its own last digit. With a million degrees of
/// freedom the difference grows to the eleventh digit. Nine are left, which are the same on every
/// machine unless they lie at the edge of a rounding: with ten thousand degrees of freedom, one
/// number in ten thousand.
pub(super) fn steady(number: f64) -> f64 {
    const DROPPED: u32 = 22;
    f64::from_bits((number.to_bits() + (1 << (DROPPED - 1))) >> DROPPED << DROPPED)
}

/// The quantile of the standard normal distribution.
///
/// # Panics
/// If `share` is not between 0 and 1.
pub(crate) fn normal_quantile(share: f64) -> f64 {
    steady(Normal::standard().inverse_cdf(share))
}

/// The share of the standard normal distribution that lies at or below `x`.
pub(crate) fn normal_share(x: f64) -> f64 {
    steady(Normal::standard().cdf(x))
}

fn t_distribution(freedom: f64) -> StudentsT {
    // The constructor refuses only parameters that are not positive numbers.
    StudentsT::new(0.0, 1.0, freedom.max(1.0))
        .unwrap_or_else(|_| unreachable!("degrees of freedom are positive"))
}

/// The quantile of Student's t distribution; with more than a million degrees of freedom, of the
/// normal distribution.
pub(crate) fn t_quantile(share: f64, freedom: f64) -> f64 {
    if freedom > 1e6 {
        normal_quantile(share)
    } else {
        steady(t_distribution(freedom).inverse_cdf(share))
    }
}

/// The mean of independent numbers, and how far Student's interval reaches to each side; `side` is
/// the share of the distribution below its upper end.
pub(crate) fn mean_and_reach(numbers: &[f64], side: f64) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count.max(1.0);
    if numbers.len() < 2 {
        return (mean, f64::INFINITY);
    }
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (mean, t_quantile(side, count - 1.0) * (squares / (count - 1.0) / count).sqrt())
}

/// Wilson's score interval of a proportion (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wilson {
    /// The lower end, 0–1.
    pub low: f64,
    /// The upper end, from [`low`](Self::low) to 1.
    pub high: f64,
}

impl Wilson {
    /// The interval of a proportion `share` of `trials` that reaches `z` standard errors to each
    /// side.
    ///
    /// For a mean of numbers between 0 and 1 (split wins) it is wider than necessary, since such
    /// numbers vary less than 0 and 1 do.
    pub fn new(share: f64, trials: f64, z: f64) -> Self {
        let square = z * z / trials;
        let centre = (share + square / 2.0) / (1.0 + square);
        let half =
            z / (1.0 + square) * (share * (1.0 - share) / trials + square / (4.0 * trials)).sqrt();
        Self {
            low: if share <= 0.0 { 0.0 } else { (centre - half).max(0.0) },
            high: if share >= 1.0 { 1.0 } else { (centre + half).min(1.0) },
        }
    }
}

/// How often intervals are looked at, on which their width depends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Confidence {
    /// Once, after a number of blocks that was fixed beforehand: t intervals.
    Fixed,
    /// At any number of blocks, so that playing can stop when they are narrow enough: asymptotic
    /// confidence sequences, which hold at all looks together.
    Always {
        /// The number of blocks at which the intervals are narrowest; they hold with any.
        tuned: f64,
    },
}

/// The error rate of the intervals: 5 % of them may miss.
pub(crate) const ALPHA: f64 = 0.05;

impl Confidence {
    /// How many standard errors an interval reaches to each side, if it is to miss in a share
    /// `alpha` of all experiments.
    ///
    /// For [`Confidence::Always`] it is the asymptotic confidence sequence of Robbins' normal
    /// mixture, of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, *Time-uniform central limit
    /// theory and asymptotic confidence sequences* (Annals of Statistics 52, 2024).
    pub fn reach(self, alpha: f64, blocks: f64, freedom: f64) -> f64 {
        match self {
            Self::Fixed => t_quantile(1.0 - alpha / 2.0, freedom),
            Self::Always { tuned } => {
                let mixed = blocks * rho_squared(tuned) + 1.0;
                (2.0 * mixed / (mixed - 1.0) * libm::log(mixed.sqrt() / alpha)).sqrt()
                    * widening(alpha, freedom)
            }
        }
    }

    /// The p-value of a difference that is `errors` standard errors from 0: the smallest `alpha` at
    /// which its interval does not contain 0.
    pub fn p_value(self, errors: f64, blocks: f64, freedom: f64) -> f64 {
        let errors = errors.abs();
        match self {
            Self::Fixed if freedom > 1e6 => 2.0 * steady(Normal::standard().sf(errors)),
            Self::Fixed => 2.0 * steady(t_distribution(freedom).sf(errors)),
            Self::Always { tuned } => {
                let mixed = blocks * rho_squared(tuned) + 1.0;
                let errors = errors / widening(ALPHA, freedom);
                libm::exp(0.5 * libm::log(mixed) - errors * errors * (mixed - 1.0) / (2.0 * mixed))
                    .min(1.0)
            }
        }
    }
}

/// The parameter ρ² of the mixture with which the sequence is narrowest after `blocks` blocks at 95
/// % (appendix B.2 of the same paper).
fn rho_squared(blocks: f64) -> f64 {
    let twice = -2.0 * libm::log(ALPHA);
    (twice + libm::log(twice + 1.0)) / blocks.max(1.0)
}

/// The factor by which a confidence sequence, which takes the variance as known, is widened for few
/// blocks: that of Student's t over the normal distribution.
fn widening(alpha: f64, freedom: f64) -> f64 {
    let share = 1.0 - alpha / 2.0;
    t_quantile(share, freedom) / normal_quantile(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_digits_are_kept_and_the_last_ones_make_no_difference() {
        for number in [1.0, -0.3, 1e-9, 12.706_204_736_174_694, 1e300] {
            let kept = steady(number);
            assert!((kept / number - 1.0).abs() < 1e-9, "{number}: {kept}");
            assert_eq!(steady(kept * (1.0 + 1e-11)).to_bits(), kept.to_bits());
        }
        assert_eq!((steady(0.0), steady(f64::INFINITY)), (0.0, f64::INFINITY));
        assert!(steady(f64::NAN).is_nan());
    }

    fn assert_near(one: f64, other: f64, within: f64) {
        assert!((one - other).abs() <= within, "{one} is not {other}");
    }

    /// `scipy.stats.norm.ppf` and `scipy.stats.t.ppf`, version 1.17.1.
    #[test]
    fn quantiles_are_those_of_scipy() {
        assert_near(normal_quantile(0.975), 1.959_963_984_540_054, 1e-9);
        assert_near(normal_quantile(0.8), 0.841_621_233_572_914_3, 1e-9);
        assert_near(t_quantile(0.975, 1.0), 12.706_204_736_174_694, 1e-6);
        assert_near(t_quantile(0.975, 9.0), 2.262_157_162_798_205, 1e-7);
        assert_near(t_quantile(0.95, 30.0), 1.697_260_886_593_957, 1e-7);
        assert_near(t_quantile(0.995, 999.0), 2.580_759_637_267_636_5, 1e-6);
    }

    /// Newcombe, *Two-sided confidence intervals for the single proportion* (Statistics in Medicine
    /// 17, 1998), table I, method 3.
    #[test]
    fn wilson_is_as_published() {
        for (wins, trials, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let found = Wilson::new(wins / trials, trials, normal_quantile(0.975));
            assert_near(found.low, low, 5e-5);
            assert_near(found.high, high, 5e-5);
        }
    }

    #[test]
    fn a_p_value_is_where_the_interval_touches_zero() {
        for confidence in [Confidence::Fixed, Confidence::Always { tuned: 5000.0 }] {
            for blocks in [200.0, 5000.0, 80_000.0] {
                let reach = confidence.reach(ALPHA, blocks, blocks - 1.0);
                assert_near(confidence.p_value(reach, blocks, blocks - 1.0), ALPHA, 1e-6);
            }
        }
    }

    /// The closed form by hand: ρ² = (5.991465 + ln 6.991465) / 1000 = 0.00793615, so tρ² + 1 =
    /// 8.93615, and √(2 · 8.93615 / 7.93615 · ln(√8.93615 / 0.05)) = 3.0352.
    #[test]
    fn the_sequence_is_wider_than_one_look_and_narrowest_where_it_is_tuned() {
        let tuned = Confidence::Always { tuned: 1000.0 };
        assert_near(tuned.reach(ALPHA, 1000.0, 1e9), 3.035_208_990, 1e-6);
        let at = |tuned: f64| Confidence::Always { tuned }.reach(ALPHA, 1000.0, 1e9);
        assert!(at(1000.0) < at(500.0) && at(1000.0) < at(2000.0));
        assert!(tuned.reach(ALPHA, 50.0, 49.0) > 3.2);
    }
}
