//! Shares of the win, and chances, from what pieces are worth, in whole numbers, so that they are the
//! same on every machine.

use super::WIN;

/// The units of worth by which a share doubles.
pub(super) const DOUBLES: u32 = 32;

/// The bits of the largest part.
const BITS: u32 = 24;

/// 2^24 · 2^(−i/32), rounded, for each remainder i.
static PARTS: [u32; DOUBLES as usize] = {
    // 2^(−1/32). Its products are rounded alike on every machine (IEEE 754).
    const STEP: f64 = 0.978_572_062_087_700_1;
    let (mut parts, mut part, mut index) = ([0; DOUBLES as usize], (1u32 << BITS) as f64, 0);
    while index < DOUBLES as usize {
        parts[index] = (part + 0.5) as u32;
        part *= STEP;
        index += 1;
    }
    parts
};

/// The part of a piece that is worth `less` units less than the best, which has 2^24; it halves
/// with every [`DOUBLES`] units.
pub(super) fn part(less: u32) -> u64 {
    // With more halvings than it has bits, nothing is left.
    u64::from(PARTS[(less % DOUBLES) as usize]) >> (less / DOUBLES).min(BITS + 1)
}

/// The chance of what is worth this much, of [`WIN`]: its share beside something worth 0.
pub(super) fn chance(worth: i32) -> u32 {
    let (own, other) = (part(worth.min(0).unsigned_abs()), part(worth.max(0).unsigned_abs()));
    (own * u64::from(WIN) / (own + other)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_is_the_logistic_function_of_the_worth() {
        for worth in -2000..2000 {
            let exact = f64::from(WIN) / (1.0 + libm::exp2(-f64::from(worth) / f64::from(DOUBLES)));
            let found = f64::from(chance(worth));
            assert!((found - exact).abs() < 1.1, "{worth}: {found} for {exact}");
        }
        assert_eq!((chance(0), chance(2000), chance(-2000)), (WIN / 2, WIN, 0));
    }

    #[test]
    fn a_part_halves_with_every_32_units() {
        for less in 0..600 {
            let exact = 2f64.powi(BITS as i32) * libm::exp2(-f64::from(less) / f64::from(DOUBLES));
            let found = part(less) as f64;
            assert!((found - exact).abs() < 1.0 + exact * 1e-6, "{less}: {found} for {exact}");
        }
        assert_eq!(part(u32::MAX), 0);
    }
}
