//! Intervals of means of skewed numbers.

/// The least base of the cube in [`skewed_reach`]: with so few and so skewed numbers, more than a
/// hundredfold reach says nothing.
const LEAST_BASE: f64 = 0.2;

/// How far the interval of a mean reaches below and above it, in standard deviations of the
/// numbers, if it would reach `reach` standard errors to each side were they not skewed.
///
/// The numbers are taken as a gamma distribution, which may begin anywhere, with the measured
/// skewness; its quantiles are those of Wilson and Hilferty (Proc. Natl. Acad. Sci. 17, 1931).
/// Where an end would be nearer than without skewness, it stays where it was: few numbers show the
/// skewness itself only badly.
pub(crate) fn skewed_reach(reach: f64, skewness: f64, blocks: f64) -> (f64, f64) {
    let part = reach / blocks.sqrt();
    if skewness.abs() < 1e-6 {
        return (part, part);
    }
    let end = |part: f64| {
        let base = 1.0 - skewness * skewness / (36.0 * blocks) - skewness * part / 6.0;
        2.0 / skewness * (base.max(LEAST_BASE).powi(-3) - 1.0)
    };
    ((-end(-part)).max(part), end(part).max(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_skewed_mean_reaches_further_where_the_tail_is() {
        assert_eq!(skewed_reach(2.0, 0.0, 100.0), (0.2, 0.2));
        let (low, high) = skewed_reach(2.0, 2.0, 100.0);
        // By hand: (1 − 4 / 3600 − 2 · 0.2 / 6)⁻³ − 1 = 0.23436…
        assert!((low - 0.2).abs() < 1e-12 && (high - 0.234_36).abs() < 1e-4, "{low} {high}");
        let (mirrored, _) = skewed_reach(2.0, -2.0, 100.0);
        assert!((mirrored - high).abs() < 1e-12);
        // 30 exponential numbers with the mean 1: 60 over the quantile of chi-square with 60
        // degrees of freedom at 2.5 %, which is 40.4817.
        let (_, high) = skewed_reach(1.959_964, 2.0, 30.0);
        assert!((1.0 + high - 60.0 / 40.4817).abs() < 2e-3, "{high}");
        // With more blocks, the skewness matters less.
        let (low, high) = skewed_reach(2.0, 2.0, 1e8);
        assert!((high / low - 1.0).abs() < 1e-3);
    }

    #[test]
    fn intervals_of_skewed_means_hold_more_often_than_those_of_t() {
        use crate::stats::t_quantile;
        use tsuro::game::Rng;
        const NUMBERS: usize = 30;
        let mut rng = Rng::new(1, 0);
        let (mut plain, mut skewed) = (0, 0);
        let tries = 4000;
        for _ in 0..tries {
            let uniform = |rng: &mut Rng| f64::from(rng.below(1 << 30)) / f64::from(1 << 30);
            // An exponential number has the mean 1 and the skewness 2.
            let drawn: Vec<f64> =
                (0..NUMBERS).map(|_| -libm::log(1.0 - uniform(&mut rng))).collect();
            let n = NUMBERS as f64;
            let mean = drawn.iter().sum::<f64>() / n;
            let power = |k: i32| drawn.iter().map(|one| (one - mean).powi(k)).sum::<f64>() / n;
            let sd = (power(2) * n / (n - 1.0)).sqrt();
            let (low, high) =
                skewed_reach(t_quantile(0.975, n - 1.0), power(3) / libm::pow(power(2), 1.5), n);
            let half = t_quantile(0.975, n - 1.0) / n.sqrt();
            plain += usize::from((mean - 1.0).abs() <= half * sd);
            skewed += usize::from(mean - low * sd <= 1.0 && 1.0 <= mean + high * sd);
        }
        let share = |hits: usize| hits as f64 / f64::from(tries);
        assert!(share(plain) < 0.94 && share(skewed) > 0.945, "{plain} {skewed}");
    }
}
