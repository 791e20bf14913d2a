//! The supply: a hazard's tiles that are not on the board but may come onto it.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most tiles that a hazard can have.
pub const MAX_SUPPLY: usize = 64;

/// A one in every byte.
const ONES: u64 = u64::MAX / 255;
/// The highest bit of every byte.
const TOPS: u64 = ONES << 7;

/// A set of a hazard's tiles by index, 0–63: the tiles that may come onto the board (S2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Supply(u64);

impl Supply {
    /// The set without tiles.
    pub const EMPTY: Self = Self(0);

    /// Tiles 0 to `count - 1`.
    ///
    /// # Panics
    /// In debug builds, if `count` is above [`MAX_SUPPLY`].
    pub const fn first(count: usize) -> Self {
        if count == 0 { Self::EMPTY } else { Self(u64::MAX >> (MAX_SUPPLY - count)) }
    }

    /// Whether no tile is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of tiles in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `tile` is in the set; `false` from [`MAX_SUPPLY`] on.
    pub const fn contains(self, tile: u8) -> bool {
        tile < MAX_SUPPLY as u8 && self.0 >> tile & 1 != 0
    }

    /// Adds `tile`.
    ///
    /// # Panics
    /// In debug builds, if it is not below [`MAX_SUPPLY`].
    #[inline]
    pub const fn insert(&mut self, tile: u8) {
        debug_assert!((tile as usize) < MAX_SUPPLY);
        self.0 |= 1 << (tile & 63);
    }

    /// Removes `tile`.
    ///
    /// # Panics
    /// In debug builds, if it is not below [`MAX_SUPPLY`].
    #[inline]
    pub const fn remove(&mut self, tile: u8) {
        debug_assert!((tile as usize) < MAX_SUPPLY);
        self.0 &= !(1 << (tile & 63));
    }

    /// The set with its tiles counted, to pick one at random.
    #[inline]
    pub const fn counted(self) -> CountedSupply {
        let pairs = self.0 - ((self.0 >> 1) & (ONES * 0x55));
        let fours = (pairs & (ONES * 0x33)) + ((pairs >> 2) & (ONES * 0x33));
        CountedSupply {
            tiles: self.0,
            sums: ((fours + (fours >> 4)) & (ONES * 0x0f)).wrapping_mul(ONES),
        }
    }

    /// The tiles of the set in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..MAX_SUPPLY as u8).filter(move |&tile| self.contains(tile))
    }
}

/// A [`Supply`] and how many tiles it has up to each byte: the number of tiles and a tile by its
/// rank are both read off these sums.
#[derive(Debug, Clone, Copy)]
pub struct CountedSupply {
    tiles: u64,
    /// In each byte, how many tiles are in the bytes up to it.
    sums: u64,
}

impl CountedSupply {
    /// The number of tiles in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        (self.sums >> 56) as u32
    }

    /// The tile that has `index` smaller ones in the set; `index` is below
    /// [`CountedSupply::count`].
    ///
    /// # Panics
    /// In debug builds, if there is no such tile.
    ///
    /// It finds the byte that holds the bit by the sums, and the bit in it by a table. So no branch
    /// depends on a random number (item 8 of `docs/performance.md`, "What helped").
    #[inline]
    pub const fn nth(self, index: u32) -> u8 {
        debug_assert!(index < self.count());
        let not_above = (((index as u64 * ONES) | TOPS) - self.sums) & TOPS;
        let byte = (not_above >> 7).wrapping_mul(ONES) >> 56;
        let before = ((self.sums << 8) >> (8 * byte)) & 0xff;
        let bits = (self.tiles >> (8 * byte)) & 0xff;
        (8 * byte) as u8 + BIT_OF_BYTE[bits as usize][(index as u64 - before) as usize & 7]
    }
}

/// For each byte and each number, which bit of the byte has as many smaller ones.
static BIT_OF_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut smaller) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][smaller] = bit;
                smaller += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The indices of its tiles, ascending.
impl Serialize for Supply {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Supply {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let tiles = Vec::<u8>::deserialize(from)?;
        match tiles.iter().find(|&&tile| usize::from(tile) >= MAX_SUPPLY) {
            Some(&tile) => Err(D::Error::invalid_value(
                Unexpected::Unsigned(tile.into()),
                &"an index, 0 to 63",
            )),
            None => Ok(tiles.into_iter().collect()),
        }
    }
}

impl FromIterator<u8> for Supply {
    fn from_iter<I: IntoIterator<Item = u8>>(tiles: I) -> Self {
        let mut set = Self::EMPTY;
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_nth_tile_has_n_smaller_ones(bits: u64, few: u64) {
            for set in [
                bits, bits & few, bits & few & few.rotate_left(17), bits | few | few.rotate_left(9),
                1 << (bits % 64), u64::MAX,
            ] {
                let set = Supply(set);
                let tiles: Vec<u8> = set.iter().collect();
                prop_assert_eq!(tiles.len() as u32, set.len());
                let found: Vec<u8> = (0..set.len()).map(|index| set.counted().nth(index)).collect();
                prop_assert_eq!(set.counted().count(), set.len());
                prop_assert_eq!(found, tiles);
            }
        }
    }

    #[test]
    fn tiles_are_added_and_removed() {
        for count in [0, 1, 10, 63, 64] {
            let mut set = Supply::first(count);
            assert!(set.iter().eq(0..count as u8), "{count}");
            assert_eq!(set.is_empty(), count == 0);
            for tile in 0..count as u8 {
                set.remove(tile);
                assert!(!set.contains(tile));
            }
            assert_eq!(set, Supply::EMPTY);
        }
        let mut set = Supply::EMPTY;
        set.insert(63);
        assert!(set.contains(63) && !set.contains(62) && !set.contains(200));
        set.insert(4);
        assert_eq!(serde_json::to_string(&set).expect("it can be written"), "[4,63]");
        assert_eq!(serde_json::from_str::<Supply>("[63,4,4]").ok(), Some(set));
        assert!(
            serde_json::from_str::<Supply>("[64]").is_err()
                && serde_json::from_str::<Supply>("[-1]").is_err()
        );
    }
}
