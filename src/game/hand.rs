//! A hand of tiles, and the draw pile.

use crate::board::{Face, Size, Store};

/// Most tiles a hand can hold.
pub const MAX_HAND: usize = 5;

/// The tiles of one player, in the order in which they came.
#[derive(Clone, Copy, Default)]
pub struct Hand {
    len: u8,
    // Seven slots and the length make eight bytes; a hand never holds more than five.
    tiles: [u8; 7],
}

impl Hand {
    /// How many tiles there are.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The tiles, in the order in which they came.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Face> + Clone + use<> {
        self.tiles.into_iter().take(self.len()).map(Face::from_raw)
    }

    /// The tile in `slot`.
    #[inline]
    pub(super) fn at(self, slot: usize) -> Face {
        debug_assert!(slot < self.len());
        Face::from_raw(self.tiles[slot])
    }

    /// Whether a tile with this face is in it.
    #[inline]
    pub fn contains(&self, face: Face) -> bool {
        self.iter().any(|held| held == face)
    }

    /// Adds a tile; the caller knows that there is room.
    #[inline]
    pub fn push(&mut self, face: Face) {
        debug_assert!(self.len() < MAX_HAND);
        self.tiles[self.len()] = face.number();
        self.len += 1;
    }

    /// Takes one tile with this face out. `false` (and no change) if there is none.
    #[inline]
    pub fn take(&mut self, face: Face) -> bool {
        let Some(slot) = self.iter().position(|held| held == face) else { return false };
        let mut at = slot;
        while at + 1 < self.len() {
            self.tiles[at] = self.tiles[at + 1];
            at += 1;
        }
        self.len -= 1;
        true
    }

    /// The different faces in it, each once, in the order in which they came.
    #[inline]
    pub fn distinct(&self) -> impl Iterator<Item = Face> + use<> {
        let tiles = *self;
        (0..tiles.len()).filter_map(move |slot| {
            let face = tiles.at(slot);
            tiles.iter().take(slot).all(|earlier| earlier != face).then_some(face)
        })
    }
}

impl FromIterator<Face> for Hand {
    fn from_iter<I: IntoIterator<Item = Face>>(tiles: I) -> Self {
        let mut hand = Self::default();
        tiles.into_iter().take(MAX_HAND).for_each(|face| hand.push(face));
        hand
    }
}

impl PartialEq for Hand {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Hand {}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(Face::number)).finish()
    }
}

/// The draw pile: drawn from the top, added to at the bottom.
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

impl<Z: Size> Pile<Z> {
    /// How many tiles there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Takes the top tile.
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

    /// Puts a tile under the pile; the caller knows that the deck has no more tiles than the size allows.
    #[inline]
    pub fn push(&mut self, face: Face) {
        debug_assert!(self.len() < Z::TILES);
        self.tiles.put(self.slot(self.len()), face.number());
        self.len += 1;
    }

    /// The tile `depth` below the top.
    #[inline]
    pub fn at(&self, depth: usize) -> Face {
        debug_assert!(depth < self.len());
        Face::from_raw(self.tiles.at(self.slot(depth)))
    }

    /// Exchanges the tiles at two depths.
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

    /// Takes all tiles out.
    pub fn clear(&mut self) {
        (self.top, self.len) = (0, 0);
    }

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
    fn a_hand_keeps_its_order_and_names_each_face_once() {
        let mut hand: Hand = [4, 2, 4, 7].map(face).into_iter().collect();
        assert_eq!(hand.distinct().map(Face::number).collect::<Vec<_>>(), [4, 2, 7]);
        assert!(hand.take(face(4)));
        assert_eq!(format!("{hand:?}"), "[2, 4, 7]");
        assert!(!hand.take(face(5)));
        assert_eq!(hand.len(), 3);
    }

    #[test]
    fn a_pile_is_drawn_from_the_top_and_filled_from_below_for_ever() {
        let mut pile = Pile::<Small>::default();
        for round in 0..1000u16 {
            pile.push(face((round % 35) as u8));
            pile.push(face((round % 34) as u8));
            assert_eq!(pile.draw(), Some(face(if round % 2 == 0 { round / 2 % 35 } else { round / 2 % 34 } as u8)));
            if pile.len() == 100 {
                break;
            }
        }
        assert_eq!(pile.len(), 100);
    }
}
