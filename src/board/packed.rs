//! Small numbers packed into a 64-bit word, so that one comparison of words asks about all of them.

/// A one in every 16 bits.
pub(crate) const ONES: u64 = 0x0001_0001_0001_0001;
/// The highest bit in every 16 bits.
const TOPS: u64 = ONES << 15;

/// Which of the four numbers agree with those of `pattern` in the bits of `mask`, which has no
/// highest bits: the first one as bit 0.
#[inline]
pub(crate) const fn equal(word: u64, pattern: u64, mask: u64) -> u8 {
    let differences = (word ^ pattern) & mask;
    // Bits 15, 31, 47 and 63 become bits 0 to 3.
    let equal = ((TOPS - differences) & TOPS) >> 15;
    ((equal.wrapping_mul(0x0001_0002_0004_0008) >> 48) & 15) as u8
}

/// The lowest three bits of the four numbers, each in four bits: the first one in the lowest.
#[inline]
pub(super) const fn nibbles(word: u64) -> u16 {
    ((word & (7 * ONES)).wrapping_mul(0x0001_0010_0100_1000) >> 48) as u16
}

/// The lowest seven bits of every byte.
const SEVENS: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Which of the eight bytes are 255: the lowest one as bit 0.
#[inline]
pub(super) const fn bytes_of_ones(word: u64) -> u8 {
    let gaps = !word;
    // The highest bit of a byte tells whether it has any gap.
    let full = !(((gaps & SEVENS) + SEVENS) | gaps | SEVENS);
    // Bits 7, 15, … and 63 become bits 0 to 7.
    ((full >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::bytes_of_ones;

    #[test]
    fn full_bytes_are_told_from_all_others() {
        for place in 0..8 {
            for byte in 0..=255_u64 {
                let expected = if byte == 255 { 1 << place } else { 0 };
                assert_eq!(bytes_of_ones(byte << (8 * place)), expected, "{byte}");
                let others = u64::MAX ^ (255 << (8 * place));
                assert_eq!(
                    bytes_of_ones(others | byte << (8 * place)),
                    expected | !(1 << place),
                    "{byte}"
                );
            }
        }
    }
}
