//! A hand of tiles, and the draw pile.

use crate::board::{Face, Laid, Size, Store};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most tiles that a hand can hold.
pub const MAX_HAND: usize = 7;

/// The tiles of one player, in the order in which they were drawn.
///
/// One byte holds one tile, from the lowest byte up; unused bytes are 0, and the highest byte has
/// the number of tiles. The lower six bits of a tile's byte are its face. The two highest tell how
/// many orientations the tile adds: 1, 2 and 3 stand for 1, 2 and 4, and 0 for none, because the
/// hand has the same face in a lower byte or the tile is special.
///
/// The operations work on all bytes of the word at once, without loops or branches. This is item 2
/// of `docs/performance.md`, "What helped"; items 1 to 8 together brought a turn of classic from
/// 165 to 65 ns.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Hand(u64);

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const TOPS: u64 = 0x8080_8080_8080_8080;
/// The bytes that hold tiles.
const TILES: u64 = 0x00ff_ffff_ffff_ffff;
/// The part of a tile's byte that is its face.
const FACE: u64 = 0x3f;

/// The byte of a tile with this face, if no lower byte has the same face.
#[inline]
const fn first(face: Face) -> u64 {
    let orientations = face.orientations() as u64;
    face.number() as u64 | (orientations - (orientations >> 2)) << 6
}

impl Hand {
    /// The number of tiles.
    #[inline]
    pub const fn len(&self) -> usize {
        (self.0 >> 56) as usize
    }

    /// Whether there are no tiles.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Whether there is a tile that can be placed: one that is not special.
    #[inline]
    pub const fn can_place(&self) -> bool {
        self.0 & (TOPS | TOPS >> 1) & TILES != 0
    }

    /// The tiles, in the order in which they were drawn.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Face> + Clone + use<> {
        let hand = *self;
        (0..hand.len()).map(move |slot| hand.at(slot))
    }

    /// The tile in byte `slot`, below [`Hand::len`].
    #[inline]
    pub(in crate::game) const fn at(self, slot: usize) -> Face {
        debug_assert!(slot < self.len());
        Face::from_raw((self.0 >> (8 * slot) & FACE) as u8)
    }

    /// The number of the lowest byte with this value; 8 if there is none.
    #[inline]
    const fn find(self, byte: u64) -> usize {
        let differences = (self.0 | !TILES) ^ byte.wrapping_mul(ONES);
        // The lowest byte that is 0, and perhaps higher ones.
        let zeros = differences.wrapping_sub(ONES) & !differences & TOPS;
        zeros.trailing_zeros() as usize / 8
    }

    /// Whether the hand has a tile with this face.
    #[inline]
    pub const fn contains(&self, face: Face) -> bool {
        self.find(first(face)) < 8
    }

    /// Adds a tile; there must be fewer than [`MAX_HAND`].
    ///
    /// # Panics
    /// In debug builds, if the hand is full.
    #[inline]
    pub const fn push(&mut self, face: Face) {
        debug_assert!(self.len() < MAX_HAND);
        let byte = if self.contains(face) { face.number() as u64 } else { first(face) };
        self.0 = (self.0 | byte << (8 * self.len())) + (1 << 56);
    }

    /// Removes one tile with this face. `false` (and no change) if there is none.
    #[inline]
    pub const fn take(&mut self, face: Face) -> bool {
        let slot = self.find(first(face));
        if slot >= 8 {
            return false;
        }
        let before = (1 << (8 * slot)) - 1;
        let tiles = self.0 & TILES;
        self.0 = (tiles & before) | (tiles >> 8 & !before) | (self.0 - (1 << 56)) & !TILES;
        if self.repeats() {
            // If there is another tile with this face, it is the lowest one now.
            let slot = self.find(face.number() as u64);
            if slot < self.len() {
                self.0 |= first(face) << (8 * slot);
            }
        }
        true
    }

    /// Whether any face is in the hand more than once.
    #[inline]
    const fn repeats(self) -> bool {
        let firsts = (self.0 >> 6 | self.0 >> 7) & ONES & TILES;
        firsts != (1 << (8 * self.len())) / 255
    }

    /// Whether this face is in the hand more than once.
    #[inline]
    pub(in crate::game) fn has_twice(self, face: Face) -> bool {
        self.repeats() && self.iter().filter(|&tile| tile == face).count() > 1
    }

    /// The different faces of the tiles, each once, in the order in which they were drawn. Special
    /// tiles are not among them.
    #[inline]
    pub fn distinct(&self) -> impl Iterator<Item = Face> + use<> {
        let hand = *self;
        (0..hand.len())
            .filter(move |slot| hand.0 >> (8 * slot + 6) & 3 != 0)
            .map(move |slot| hand.at(slot))
    }

    /// The different placements from this hand, numbered tile after tile; a face that is there
    /// twice counts once.
    #[inline]
    pub(in crate::game) const fn orientations(self) -> Orientations {
        let halves = (self.0 >> 6) & (3 * ONES) & TILES;
        let counts = halves + (halves & (halves >> 1) & ONES);
        Orientations { hand: self, totals: counts.wrapping_mul(ONES) }
    }
}

/// The different orientations of the different faces of a hand, numbered from 0.
#[derive(Debug, Clone, Copy)]
pub(in crate::game) struct Orientations {
    hand: Hand,
    /// In each byte, the number of orientations of the tiles up to and including that byte's.
    totals: u64,
}

impl Orientations {
    /// The number of orientations.
    #[inline]
    pub(crate) const fn len(self) -> u32 {
        (self.totals >> 56) as u32
    }

    /// The orientation with this number, below [`Orientations::len`].
    #[inline]
    pub(crate) const fn at(self, number: u32) -> Laid {
        debug_assert!(number < self.len());
        // Counts the tiles all of whose orientations come before.
        let before = ((number as u64).wrapping_mul(ONES) | TOPS).wrapping_sub(self.totals) & TOPS;
        let slot = (before >> 7).wrapping_mul(ONES) >> 56;
        let turns = number as u64 - (self.totals << 8 >> (8 * slot) & 0xff);
        Laid::smallest(self.hand.at(slot as usize), turns as u8)
    }
}

impl FromIterator<Face> for Hand {
    fn from_iter<I: IntoIterator<Item = Face>>(tiles: I) -> Self {
        let mut hand = Self::default();
        tiles.into_iter().take(MAX_HAND).for_each(|face| hand.push(face));
        hand
    }
}

/// The faces of its tiles, in the order in which they were drawn.
impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let tiles = Vec::<Face>::deserialize(from)?;
        if tiles.len() > MAX_HAND {
            return Err(D::Error::invalid_length(tiles.len(), &"a hand of at most 7 tiles"));
        }
        Ok(tiles.into_iter().collect())
    }
}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(Face::number)).finish()
    }
}

/// The draw pile: tiles are drawn from the top and put under the bottom.
#[derive(Debug, Clone)]
pub struct Pile<Z: Size> {
    tiles: Z::PerTile<u8>,
    top: u16,
    len: u16,
}

impl<Z: Size> Default for Pile<Z> {
    fn default() -> Self {
        Self { tiles: <Z::PerTile<u8> as Store<u8>>::filled(0), top: 0, len: 0 }
    }
}

impl<Z: Size> FromIterator<Face> for Pile<Z> {
    fn from_iter<I: IntoIterator<Item = Face>>(tiles: I) -> Self {
        let mut pile = Self::default();
        tiles.into_iter().take(Z::TILES).for_each(|face| pile.push(face));
        pile
    }
}

impl<Z: Size> Pile<Z> {
    /// The number of tiles.
    #[inline]
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// Whether there are no tiles.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes the top tile; `None` if there are no tiles.
    #[inline]
    pub fn draw(&mut self) -> Option<Face> {
        if self.len == 0 {
            return None;
        }
        let face = self.tiles.at(self.slot(0));
        self.top = self.slot(1) as u16;
        self.len -= 1;
        Some(Face::from_raw(face))
    }

    /// Puts a tile under the pile; a deck never has more tiles than the size allows.
    #[inline]
    pub fn push(&mut self, face: Face) {
        debug_assert!(self.len() < Z::TILES);
        self.tiles.put(self.slot(self.len()), face.number());
        self.len += 1;
    }

    /// Puts a tile on top of the pile.
    pub(in crate::game) fn push_on_top(&mut self, face: Face) {
        debug_assert!(self.len() < Z::TILES);
        self.top = self.slot(Z::TILES - 1) as u16;
        self.tiles.put(self.slot(0), face.number());
        self.len += 1;
    }

    /// Removes the tile of this face that is nearest to the top. `false` (and no change) if there
    /// is none.
    pub(in crate::game) fn take_first(&mut self, face: Face) -> bool {
        let found = self.iter().position(|tile| tile == face);
        found.map(|depth| self.remove(depth)).is_some()
    }

    /// Removes the tile of this face that is nearest to the bottom. `false` (and no change) if
    /// there is none.
    pub(in crate::game) fn take_last(&mut self, face: Face) -> bool {
        let found = (0..self.len()).rfind(|&depth| self.at(depth) == face);
        found.map(|depth| self.remove(depth)).is_some()
    }

    /// Removes the tile `depth` below the top; the tiles below it move up.
    fn remove(&mut self, depth: usize) {
        (depth + 1..self.len()).for_each(|below| {
            self.tiles.put(self.slot(below - 1), self.tiles.at(self.slot(below)));
        });
        self.len -= 1;
    }

    /// The tile `depth` below the top; `depth` is below [`Pile::len`].
    #[inline]
    pub fn at(&self, depth: usize) -> Face {
        debug_assert!(depth < self.len());
        Face::from_raw(self.tiles.at(self.slot(depth)))
    }

    /// Says of a pile from which nothing was drawn that it begins where its tiles do: the compiler
    /// then leaves out two additions for each tile that is shuffled.
    #[inline]
    pub(in crate::game) fn begins_at_its_first(&mut self) {
        debug_assert_eq!(self.top, 0);
        self.top = 0;
    }

    /// Swaps the tiles at two depths.
    #[inline]
    pub fn swap(&mut self, one: usize, other: usize) {
        let (one, other) = (self.slot(one), self.slot(other));
        let kept = self.tiles.at(one);
        self.tiles.put(one, self.tiles.at(other));
        self.tiles.put(other, kept);
    }

    /// The tiles from the top down.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Face> {
        (0..self.len()).map(|depth| self.at(depth))
    }

    /// Removes all tiles.
    pub fn clear(&mut self) {
        (self.top, self.len) = (0, 0);
    }

    /// The index in the ring of tiles.
    #[inline]
    fn slot(&self, depth: usize) -> usize {
        (usize::from(self.top) + depth) & (Z::TILES - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Small;

    fn face(number: u8) -> Face {
        Face::new(number).unwrap()
    }

    #[test]
    fn a_hand_is_written_as_its_faces_and_eight_tiles_are_no_hand() {
        let hand: Hand = [4, 2, 4].map(face).into_iter().collect();
        let written = serde_json::to_string(&hand).expect("it can be written");
        assert_eq!(written, "[4,2,4]");
        assert_eq!(serde_json::from_str::<Hand>(&written).ok(), Some(hand));
        assert!(serde_json::from_str::<Hand>("[1,2,3,4,5,6,7,8]").is_err());
    }

    #[test]
    fn a_hand_keeps_its_order_and_lists_each_face_once() {
        let mut hand: Hand = [4, 2, 4, 7].map(face).into_iter().collect();
        assert_eq!(hand.distinct().map(Face::number).collect::<Vec<_>>(), [4, 2, 7]);
        assert!(hand.take(face(4)));
        assert_eq!(format!("{hand:?}"), "[2, 4, 7]");
        assert!(!hand.take(face(5)));
        assert_eq!(hand.len(), 3);
    }

    #[test]
    fn orientations_are_numbered_in_the_order_of_the_list() {
        for tiles in [
            &[0][..],
            &[34],
            &[4, 2, 4, 7],
            &[9, 9, 9],
            &[0, 12, 33],
            &[1, 2, 3, 4, 5],
            &[30, 30, 14, 0, 14],
        ] {
            let hand: Hand = tiles.iter().map(|&number| face(number)).collect();
            let listed: Vec<_> = hand
                .distinct()
                .flat_map(|face| face.rotations().map(move |rotation| Laid::new(face, rotation)))
                .collect();
            let numbered = hand.orientations();
            assert_eq!(
                (0..numbered.len()).map(|number| numbered.at(number)).collect::<Vec<_>>(),
                listed,
                "{hand:?}"
            );
        }
        assert_eq!(Hand::default().orientations().len(), 0);
    }

    #[test]
    fn special_tiles_are_held_and_taken_like_others_and_are_in_no_placement() {
        let kinds = |numbers: &[u8]| {
            numbers.iter().map(|&number| Face::of_tile(number).unwrap()).collect::<Hand>()
        };
        let mut hand = kinds(&[35, 4, 39, 35, 4]);
        assert_eq!(
            (hand.len(), hand.distinct().count(), hand.orientations().len()),
            (5, 1, u32::from(face(4).orientations()))
        );
        assert!(
            hand.can_place()
                && !kinds(&[35, 37, 35]).can_place()
                && kinds(&[35, 36]).can_place()
                && !Hand::default().can_place()
        );
        for (taken, left) in
            [(35, &[4, 39, 35, 4][..]), (4, &[39, 35, 4]), (35, &[39, 4]), (4, &[39]), (39, &[])]
        {
            assert!(hand.take(Face::of_tile(taken).unwrap()));
            assert_eq!(hand, kinds(left));
        }
        assert!(!kinds(&[36, 3]).take(Face::of_tile(35).unwrap()));
    }

    #[test]
    fn a_hand_that_lost_the_first_of_two_equals_one_that_never_had_it() {
        for tiles in [&[0, 0][..], &[0, 5, 0], &[5, 0, 0, 5], &[7, 7, 7, 1], &[34, 0, 34, 0, 34]] {
            for &taken in tiles {
                let mut hand: Hand = tiles.iter().map(|&number| face(number)).collect();
                assert!(hand.take(face(taken)));
                let mut left = tiles.to_vec();
                left.remove(tiles.iter().position(|&tile| tile == taken).unwrap());
                assert_eq!(
                    hand,
                    left.iter().map(|&number| face(number)).collect(),
                    "{taken} out of {tiles:?}"
                );
            }
        }
    }

    #[test]
    fn a_pile_is_drawn_from_the_top_and_filled_from_below_without_end() {
        let mut pile = Pile::<Small>::default();
        for round in 0..1000u16 {
            pile.push(face((round % 35) as u8));
            pile.push(face((round % 34) as u8));
            assert_eq!(
                pile.draw(),
                Some(face(if round % 2 == 0 { round / 2 % 35 } else { round / 2 % 34 } as u8))
            );
            if pile.len() == 100 {
                break;
            }
        }
        assert_eq!(pile.len(), 100);
    }
}
