//! A small generator and exactly uniform bounded numbers.

/// The wyrand generator: an additive counter, scrambled by one wide multiplication. Successive
/// numbers do not wait for each other.
#[derive(Debug, Clone, Copy)]
pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        // Any state will do; spread seeds that differ by little.
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2d35_8dcc_aa6c_78a5)
    }

    /// 64 random bits.
    #[inline(always)]
    pub const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        fold(self.0, self.0 ^ 0xe703_7ed1_a0b4_28db)
    }

    /// A number below `bound` (at least 1) from the 32 random bits `bits`. Lemire's method; more
    /// numbers are drawn in the rare case that this needs them.
    #[inline(always)]
    pub const fn below(&mut self, bits: u32, bound: u32) -> u32 {
        let product = bits as u64 * bound as u64;
        if (product as u32) < bound {
            let (after, number) = self.unbiased(product, bound);
            *self = after;
            number
        } else {
            (product >> 32) as u32
        }
    }

    /// By value, so that the generator can live in a register.
    #[cold]
    #[inline(never)]
    const fn unbiased(mut self, mut product: u64, bound: u32) -> (Self, u32) {
        let reject = bound.wrapping_neg() % bound;
        while (product as u32) < reject {
            product = (self.word() >> 32) * bound as u64;
        }
        (self, (product >> 32) as u32)
    }
}

/// The two halves of the product, one laid over the other.
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product >> 64) as u64 ^ product as u64
}
