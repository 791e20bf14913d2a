//! Numbers of 16 bits, packed four to a 64-bit word, so that one comparison of words asks about four.

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
