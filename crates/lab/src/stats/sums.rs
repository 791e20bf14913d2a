//! Sums over blocks, and the ratios that are estimated from them. Sums are whole numbers, so adding
//! them up in any order gives the same.

use serde::{Deserialize, Serialize};

/// The two numbers that a block adds to a metric: a numerator and a denominator.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pair {
    /// The numerator, in the unit of the metric.
    pub over: i64,
    /// The denominator: the number of games, turns or whatever the metric is per; 0 if there were
    /// none.
    pub under: i64,
}

/// Sums of the pairs of all blocks on one side, and of their squares and products.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Σ over: the sum of the numerators.
    #[serde(with = "text")]
    pub over: i128,
    /// Σ under: the sum of the denominators.
    #[serde(with = "text")]
    pub under: i128,
    /// Σ over²: the sum of the squares of the numerators, for the variance.
    #[serde(with = "text")]
    pub over_over: i128,
    /// Σ over · under: the sum of the products, for the covariance.
    #[serde(with = "text")]
    pub(crate) over_under: i128,
    /// Σ under²: the sum of the squares of the denominators, for the variance.
    #[serde(with = "text")]
    pub(crate) under_under: i128,
    /// Σ over³, Σ over² · under, Σ over · under² and Σ under³, for the skewness.
    #[serde(with = "text_list")]
    pub(crate) thirds: [i128; 4],
    /// The least and the largest numerator of a block; `None` without blocks.
    pub(crate) over_range: Option<(i64, i64)>,
    /// The least and the largest denominator of a block that has one; `None` for a mean, whose
    /// denominator is left out.
    pub(crate) under_range: Option<(i64, i64)>,
}

/// Sums of the products of the pairs of two sides, block by block.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cross {
    /// Σ over of A · over of B.
    #[serde(with = "text")]
    pub over_over: i128,
    /// Σ over of A · under of B.
    #[serde(with = "text")]
    pub(crate) over_under: i128,
    /// Σ under of A · over of B.
    #[serde(with = "text")]
    pub(crate) under_over: i128,
    /// Σ under of A · under of B.
    #[serde(with = "text")]
    pub(crate) under_under: i128,
    /// Σ over² of A · over of B and Σ over of A · over² of B, for the skewness of a difference.
    #[serde(with = "text_list")]
    pub(crate) thirds: [i128; 2],
    /// Number of blocks in which the two sides differ; two numerators of 0 do not, whatever is
    /// below them.
    pub(crate) differing: u64,
}

/// The range of both ranges together.
fn joined(one: Option<(i64, i64)>, other: Option<(i64, i64)>) -> Option<(i64, i64)> {
    match (one, other) {
        (Some(one), Some(other)) => Some((one.0.min(other.0), one.1.max(other.1))),
        (known, None) | (None, known) => known,
    }
}

/// The range of some numbers.
fn range_of(numbers: impl Iterator<Item = i64>) -> Option<(i64, i64)> {
    numbers.fold(None, |range, number| joined(range, Some((number, number))))
}

impl Sums {
    /// Adds a block of a mean, whose denominator is the same for all blocks and left out.
    pub fn add_mean(&mut self, over: i64) {
        self.add_blocks(&[Pair { over, under: 0 }], true);
    }

    /// Adds a block.
    pub fn add(&mut self, pair: Pair) {
        self.add_blocks(&[pair], false);
    }

    /// Adds blocks of a mean or of a ratio.
    pub(crate) fn add_blocks(&mut self, pairs: &[Pair], is_mean: bool) {
        for pair in pairs {
            let over = i128::from(pair.over);
            self.over += over;
            self.over_over += over * over;
            self.thirds[0] += over * over * over;
            if !is_mean {
                let under = i128::from(pair.under);
                self.under += under;
                self.over_under += over * under;
                self.under_under += under * under;
                self.thirds[1] += over * over * under;
                self.thirds[2] += over * under * under;
                self.thirds[3] += under * under * under;
            }
        }
        self.over_range = joined(self.over_range, range_of(pairs.iter().map(|pair| pair.over)));
        if !is_mean {
            self.under_range = joined(
                self.under_range,
                range_of(pairs.iter().map(|pair| pair.under).filter(|&under| under > 0)),
            );
        }
    }

    /// The ranges of the numerators and of the denominators on both sides together.
    pub(crate) fn ranges_with(&self, other: &Self) -> [Option<(i64, i64)>; 2] {
        [joined(self.over_range, other.over_range), joined(self.under_range, other.under_range)]
    }

    /// Whether all of `blocks` blocks have the same denominator, on this side and on another one.
    pub(crate) fn has_denominators_of(&self, other: &Self, blocks: u64) -> bool {
        let range = joined(self.under_range, other.under_range);
        range.is_some_and(|(least, largest)| {
            let all = i128::from(blocks) * i128::from(largest);
            least == largest && self.under == all && other.under == all
        })
    }

    /// Adds the sums of other blocks.
    pub fn merge(&mut self, other: &Self) {
        self.over += other.over;
        self.under += other.under;
        self.over_over += other.over_over;
        self.over_under += other.over_under;
        self.under_under += other.under_under;
        self.thirds.iter_mut().zip(other.thirds).for_each(|(sum, other)| *sum += other);
        self.over_range = joined(self.over_range, other.over_range);
        self.under_range = joined(self.under_range, other.under_range);
    }

    /// The sums of a mean completed: the denominator was `under` in each of `blocks` blocks.
    #[must_use]
    pub(crate) fn with_under(self, blocks: u64, under: i64) -> Self {
        let under_range = (blocks > 0).then_some((under, under));
        let (blocks, under) = (i128::from(blocks), i128::from(under));
        Self {
            under: blocks * under,
            over_under: self.over.saturating_mul(under),
            under_under: blocks.saturating_mul(under * under),
            thirds: [
                self.thirds[0],
                self.over_over.saturating_mul(under),
                self.over.saturating_mul(under * under),
                blocks.saturating_mul(under * under * under),
            ],
            under_range,
            ..self
        }
    }
}

impl Cross {
    /// Adds a block of a mean.
    #[inline]
    pub fn add_mean(&mut self, a: i64, b: i64) {
        self.add_over(a, b);
        self.differing += u64::from(a != b);
    }

    /// Adds a block.
    #[inline]
    pub fn add(&mut self, a: Pair, b: Pair) {
        let product = |one: i64, other: i64| i128::from(one) * i128::from(other);
        self.add_over(a.over, b.over);
        self.over_under += product(a.over, b.under);
        self.under_over += product(a.under, b.over);
        self.under_under += product(a.under, b.under);
        // Where both numerators are 0, the denominators say nothing about the ratio.
        self.differing += u64::from(a.over != b.over || (a.over != 0 && a.under != b.under));
    }

    /// Adds the numerators of a block.
    #[inline]
    fn add_over(&mut self, a: i64, b: i64) {
        let (a, b) = (i128::from(a), i128::from(b));
        let product = a * b;
        self.over_over += product;
        self.thirds[0] += a * product;
        self.thirds[1] += product * b;
    }

    /// Adds blocks of a mean or of a ratio, which have the same places in both lists.
    pub(crate) fn add_blocks(&mut self, a: &[Pair], b: &[Pair], is_mean: bool) {
        for (a, b) in a.iter().zip(b) {
            if is_mean {
                self.add_mean(a.over, b.over);
            } else {
                self.add(*a, *b);
            }
        }
    }

    /// Adds the sums of other blocks.
    pub fn merge(&mut self, other: &Self) {
        self.over_over += other.over_over;
        self.over_under += other.over_under;
        self.under_over += other.under_over;
        self.under_under += other.under_under;
        self.thirds.iter_mut().zip(other.thirds).for_each(|(sum, other)| *sum += other);
        self.differing += other.differing;
    }

    /// The sums of a mean completed; `a` and `b` are the completed sums of both sides.
    #[must_use]
    pub(crate) fn with_under(self, a: &Sums, b: &Sums, blocks: u64, under: i64) -> Self {
        let under = i128::from(under);
        Self {
            over_under: a.over.saturating_mul(under),
            under_over: b.over.saturating_mul(under),
            under_under: i128::from(blocks).saturating_mul(under * under),
            ..self
        }
    }
}

/// A ratio of two sums with its variance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ratio {
    /// Σ over / Σ under.
    pub value: f64,
    /// The variance of the value over repeated experiments of this many blocks.
    pub variance: f64,
}

/// The ratio of sums over `blocks` blocks, with its variance by the delta method (Cochran,
/// *Sampling Techniques*, 3rd ed., 6.4): that of the mean of over − value · under, over the squared
/// mean of under. `None` if the denominator is 0, or with fewer than two blocks.
pub(crate) fn ratio(sums: &Sums, blocks: u64) -> Option<Ratio> {
    if sums.under <= 0 || blocks < 2 {
        return None;
    }
    let value = sums.over as f64 / sums.under as f64;
    Some(Ratio { value, variance: covariance(sums, sums, &Cross::of_self(sums), blocks) })
}

/// The covariance of the ratios of two sides over the same blocks; the variance of a ratio if both
/// sides are the same.
pub(crate) fn covariance(a: &Sums, b: &Sums, cross: &Cross, blocks: u64) -> f64 {
    let n = blocks as f64;
    let (one, other) = (a.over as f64 / a.under as f64, b.over as f64 / b.under as f64);
    // Σ (over − value · under)(over' − value' · under'): both factors have the mean 0 by the
    // definition of the values. The terms are grouped so that equal sides give exactly equal sums.
    let sum = cross.over_over as f64
        - (other * cross.over_under as f64 + one * cross.under_over as f64)
        + one * other * cross.under_under as f64;
    // Where everything cancels, what is left is rounding error.
    let noise = f64::EPSILON * 8.0 * (cross.over_over as f64).abs();
    let sum = if sum.abs() <= noise { 0.0 } else { sum };
    sum / (n - 1.0) / n / (a.under as f64 / n) / (b.under as f64 / n)
}

impl Cross {
    fn of_self(sums: &Sums) -> Self {
        Self {
            over_over: sums.over_over,
            over_under: sums.over_under,
            under_over: sums.over_under,
            under_under: sums.under_under,
            thirds: [sums.thirds[0]; 2],
            differing: 0,
        }
    }
}

/// The skewness of over − value · under over the blocks: the mean cube over that of its standard
/// deviation; 0 where nothing varies.
pub(crate) fn skewness(sums: &Sums, blocks: u64) -> f64 {
    let (n, value) = (blocks as f64, sums.over as f64 / sums.under as f64);
    let [over, two, one, under] = sums.thirds.map(|sum| sum as f64);
    let cubes = over - 3.0 * value * two + 3.0 * value * value * one - value.powi(3) * under;
    let squares = sums.over_over as f64 - 2.0 * value * sums.over_under as f64
        + value * value * sums.under_under as f64;
    skewness_of(cubes / n, squares / n)
}

/// The skewness of the differences B − A of the numerators over the blocks, whose denominators are
/// the same in all blocks.
pub(crate) fn skewness_of_difference(a: &Sums, b: &Sums, cross: &Cross, blocks: u64) -> f64 {
    let n = blocks as f64;
    let mean = |sum: i128| sum as f64 / n;
    // The means of powers of the difference, then around its own mean.
    let first = mean(b.over) - mean(a.over);
    let second = mean(b.over_over) - 2.0 * mean(cross.over_over) + mean(a.over_over);
    let third = mean(b.thirds[0]) - 3.0 * mean(cross.thirds[1]) + 3.0 * mean(cross.thirds[0])
        - mean(a.thirds[0]);
    skewness_of(third - 3.0 * first * second + 2.0 * first.powi(3), second - first * first)
}

fn skewness_of(cube: f64, square: f64) -> f64 {
    if square > 0.0 { cube / (square * square.sqrt()) } else { 0.0 }
}

/// How a list of large whole numbers stands in JSON.
mod text_list {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer, const N: usize>(
        numbers: &[i128; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        numbers.map(|number| number.to_string()).as_slice().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>, const N: usize>(
        deserializer: D,
    ) -> Result<[i128; N], D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        let numbers = texts.iter().map(|text| text.parse().ok()).collect::<Option<Vec<_>>>();
        numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| {
            D::Error::custom(format!("{texts:?} is not a list of {N} whole numbers"))
        })
    }
}

/// How large whole numbers stand in JSON: as decimal text, which no reader rounds.
pub(crate) mod text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    pub(crate) fn serialize<S: Serializer>(
        number: &i128,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&number.to_string())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<i128, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::custom(format!("{text:?} is not a whole number")))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    const A: [(i64, i64); 6] = [(12, 5), (9, 4), (15, 5), (7, 3), (20, 7), (11, 4)];
    const B: [(i64, i64); 6] = [(10, 5), (9, 4), (12, 4), (8, 3), (18, 8), (9, 4)];

    fn sums(list: &[(i64, i64)]) -> Sums {
        let mut sums = Sums::default();
        for &(over, under) in list {
            sums.add(Pair { over, under });
        }
        sums
    }

    #[test]
    fn denominators_are_the_same_only_if_they_are_so_in_all_blocks_of_both_sides() {
        let alike = sums(&[(1, 3), (0, 3), (7, 3)]);
        assert!(alike.has_denominators_of(&sums(&[(2, 3), (2, 3), (0, 3)]), 3));
        for other in [&[(1, 3), (1, 3), (1, 2)][..], &[(1, 3), (1, 3), (0, 0)], &[(1, 4); 3]] {
            assert!(!alike.has_denominators_of(&sums(other), 3), "{other:?}");
        }
        assert!(!alike.has_denominators_of(&alike, 4), "one block had none");
    }

    fn cross() -> Cross {
        let mut cross = Cross::default();
        for (&a, &b) in A.iter().zip(&B) {
            cross.add(Pair { over: a.0, under: a.1 }, Pair { over: b.0, under: b.1 });
        }
        cross
    }

    /// By hand from the definition: the mean square of over − value · under.
    #[test]
    fn the_variance_of_a_ratio_is_that_of_its_linear_part() {
        let found = ratio(&sums(&A), 6).unwrap();
        let value = 74.0 / 28.0;
        let squares: f64 =
            A.iter().map(|&(over, under)| (over as f64 - value * under as f64).powi(2)).sum();
        assert!((found.value - value).abs() < 1e-12);
        assert!((found.variance - squares / 5.0 / 6.0 / (28.0f64 / 6.0).powi(2)).abs() < 1e-12);
        let other = 66.0 / 28.0;
        let products: f64 = A
            .iter()
            .zip(&B)
            .map(|(a, b)| (a.0 as f64 - value * a.1 as f64) * (b.0 as f64 - other * b.1 as f64))
            .sum();
        let both = covariance(&sums(&A), &sums(&B), &cross(), 6);
        assert!((both - products / 5.0 / 6.0 / (28.0f64 / 6.0).powi(2)).abs() < 1e-12);
    }

    /// Variance of 12, 9, 15, 7, 20, 11 is 115.33…/5; `numpy.var(x, ddof=1)` gives
    /// 21.466666666666665.
    #[test]
    fn a_mean_is_a_ratio_with_a_constant_below() {
        let mut mean = Sums::default();
        for pair in A {
            mean.add_mean(pair.0);
        }
        let found = ratio(&mean.with_under(6, 1), 6).unwrap();
        assert!((found.value - 74.0 / 6.0).abs() < 1e-12);
        assert!((found.variance * 6.0 - 21.466_666_666_666_665).abs() < 1e-9);
        assert_eq!(ratio(&Sums::default(), 6), None);
        assert_eq!(ratio(&mean.with_under(1, 1), 1), None);
    }

    /// `scipy.stats.skew([12, 9, 15, 7, 20, 11])`, and of the differences −2, 0, −3, 1, −2, −2; by
    /// hand.
    #[test]
    fn skewness_is_that_of_the_numbers() {
        let by_hand = |numbers: &[f64]| {
            let n = numbers.len() as f64;
            let mean = numbers.iter().sum::<f64>() / n;
            let power = |k: i32| numbers.iter().map(|one| (one - mean).powi(k)).sum::<f64>() / n;
            power(3) / libm::pow(power(2), 1.5)
        };
        let (mut a, mut b, mut cross) = (Sums::default(), Sums::default(), Cross::default());
        for (one, other) in A.iter().zip(&B) {
            a.add_mean(one.0);
            b.add_mean(other.0);
            cross.add_mean(one.0, other.0);
        }
        let overs = |list: &[(i64, i64)]| list.iter().map(|one| one.0 as f64).collect::<Vec<_>>();
        let found = skewness(&a.with_under(6, 3), 6);
        assert!((found - by_hand(&overs(&A))).abs() < 1e-9, "{found}");
        let differences: Vec<f64> =
            overs(&A).iter().zip(overs(&B)).map(|(one, other)| other - one).collect();
        let found = skewness_of_difference(&a, &b, &cross, 6);
        assert!((found - by_hand(&differences)).abs() < 1e-9, "{found}");
        // A ratio: of over − value · under, whose mean is 0.
        let value = 74.0 / 28.0;
        let linear: Vec<f64> = A.iter().map(|one| one.0 as f64 - value * one.1 as f64).collect();
        assert!((skewness(&sums(&A), 6) - by_hand(&linear)).abs() < 1e-9);
    }

    #[test]
    fn a_side_against_itself_has_no_variance_at_all() {
        let a = sums(&A);
        let cross = Cross::of_self(&a);
        let variance = ratio(&a, 6).unwrap().variance;
        assert_eq!((variance + variance - 2.0 * covariance(&a, &a, &cross, 6)).to_bits(), 0);
    }
}
