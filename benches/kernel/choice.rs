//! Laying a tile, and choosing a legal placement at random.

use super::Links;
use super::random::Random;
use super::tables::{ENDS, EXITS, ORIENTED, RIM, Tile};

/// A one in every byte of a word.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The top bit of every byte of a word.
const TOPS: u64 = 0x8080_8080_8080_8080;
/// The lower half of every byte of a word.
const LOWS: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// A tile of a hand, and how to turn it.
#[derive(Debug, Clone, Copy)]
struct Placement {
    slot: u32,
    rotation: u32,
}

impl Placement {
    /// The tile as it is placed.
    #[inline(always)]
    fn of(self, hand: u32) -> &'static Tile {
        let tile = (hand >> (8 * self.slot)) as u8;
        &ORIENTED[usize::from(tile)][self.rotation as usize & 3]
    }
}

/// Lays a tile on the square that `place` leads into. Whether that eliminates anyone.
#[inline(always)]
pub fn join(links: &mut Links, place: u16, tile: &Tile) -> bool {
    let square = usize::from(place & 0x1f8);
    let mut fates = 0;
    for [one, other] in [0, 2, 4, 6].map(|i| [tile.pairs[i], tile.pairs[i + 1]]) {
        let a = around(links, square)[usize::from(one)];
        let b = around(links, square)[usize::from(other)];
        links[usize::from(a)] = b;
        links[usize::from(b)] = a;
        // Whether a marker is out: see `RIM`.
        fates |= u32::from(a) + u32::from(b);
    }
    fates & 0x10000 != 0
}

/// A random legal placement (C3) of the tiles of `hand` by the marker at `place`: the place of the
/// tile in the hand, and the tile. 32 random bits are given.
#[inline(always)]
pub fn choose(links: &Links, hand: u32, place: u16, random: &mut Random, bits: u32) -> (u32, &'static Tile) {
    debug_assert!(0 < hand && hand < 1 << 24 && usize::from(place) < ENDS);
    let (square, port) = (usize::from(place & 0x1f8), usize::from(place & 7));
    // Byte by byte the distinct placements of the tiles up to and including that one: their numbers
    // are in the lower bits of the tiles.
    let counts = (hand & 0x07_0707).wrapping_mul(0x01_0101);
    let pick = random.below(bits, counts >> 16 & 0xff);
    let slot = u32::from(pick >= counts & 0xff) + u32::from(pick >= counts >> 8 & 0xff);
    let rotation = pick - (counts << 8 >> (slot * 8) & 0xff);
    let guess = Placement { slot, rotation };
    let end = usize::from(around(links, square)[usize::from(guess.of(hand).partner[port])]);
    // One comparison for: on the board, and in another square.
    if (end ^ square).wrapping_sub(8) < ENDS.next_power_of_two() - 8 || stays(links, guess.of(hand), square, end) {
        return (slot, guess.of(hand));
    }
    let (after, placement) = choose_exactly(links, hand, square, port, *random);
    *random = after;
    (placement.slot, placement.of(hand))
}

/// The same without guessing.
#[inline(always)]
fn choose_exactly(links: &Links, hand: u32, square: usize, port: usize, mut random: Random) -> (Random, Placement) {
    // One byte a placement, with the bit of the port at which it leaves the square.
    let exits = |slot: u32| u64::from(EXITS[usize::from((hand >> (slot * 8)) as u8)][port]);
    let (front, back) = (exits(0) | exits(1) << 32, exits(2));
    let safe = u64::from(!outside(links, square) & 0xff) * ONES;
    let mut left = flags(front & safe, back & safe);
    while left != 0 {
        let (placement, flag) = pick(left, &mut random);
        let tile = placement.of(hand);
        let end = usize::from(around(links, square)[usize::from(tile.partner[port])]);
        if stays(links, tile, square, end) {
            return (random, placement);
        }
        left ^= flag;
    }
    // All of them are fatal, hence all are legal.
    let (placement, _) = pick(flags(front, back), &mut random);
    (random, placement)
}

/// The bottom bit of each nibble: even ones for the bytes of `front` that have a bit, odd ones for
/// those of `back`. No byte may have more than one bit.
#[inline(always)]
const fn flags(front: u64, back: u64) -> u64 {
    // Nothing is carried into the next byte.
    (front + (TOPS - ONES)) >> 7 & ONES | (back + (TOPS - ONES)) >> 3 & (ONES << 4)
}

/// One of the placements that are flagged, and its flag.
#[inline(always)]
fn pick(flags: u64, random: &mut Random) -> (Placement, u64) {
    // Each nibble counts the flags up to and including its own: at most 12.
    let counts = flags.wrapping_mul(0x1111_1111_1111_1111);
    let bits = random.word() as u32;
    let pick = random.below(bits, (counts >> 60) as u32);
    // How many counts are not above the pick: they come before it.
    let bound = u64::from(pick).wrapping_mul(ONES) | TOPS;
    let even = (bound - (counts & LOWS)) >> 7 & ONES;
    let odd = (bound - (counts >> 4 & LOWS)) >> 7 & ONES;
    let index = ((even + odd).wrapping_mul(ONES) >> 56) as u32;
    let slot = index >> 3 | (index & 1) << 1;
    (Placement { slot, rotation: index >> 1 & 3 }, 1 << (4 * index))
}

/// Whether a path over the new tile stays on the board, if `end` is where it goes when it first leaves
/// the square: it may come back, up to three times.
#[inline(always)]
fn stays(links: &Links, tile: &Tile, square: usize, mut end: usize) -> bool {
    while end & !7 == square {
        end = usize::from(around(links, square)[usize::from(tile.partner[end & 7])]);
    }
    end < usize::from(RIM)
}

/// The ports of a square (or the eight starts) whose links lead outside the board, one bit each.
#[inline(always)]
pub fn outside(links: &Links, first: usize) -> u32 {
    let row: &[u16; 8] = links[first..first + 8].try_into().expect("eight of them");
    let word = |i: usize| u64::from(row[i]) | u64::from(row[i + 1]) << 16 | u64::from(row[i + 2]) << 32 | u64::from(row[i + 3]) << 48;
    let bits = word(0) >> 8 & 0x0040_0040_0040_0040 | word(4) & 0x4000_4000_4000_4000;
    // Byte 2i has port i, byte 2i + 1 port i + 4: bring each to its bit of the top byte.
    ((bits >> 6).wrapping_mul(0x0110_0220_0440_0880) >> 56) as u32
}

/// The links of a square and beyond, so that a `u8` port needs no check.
#[inline(always)]
fn around(links: &Links, square: usize) -> &[u16; 256] {
    links[square..square + 256].try_into().expect("256 of them")
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_legal_placement_is_equally_likely() {
        use super::super::tables::{EMPTY_BOARD, FULL_BOX, MARKS, START, START_MARKS, TILES};
        use super::*;
        use std::collections::BTreeMap;

        const DRAWS: u32 = 5_000;
        let mut random = Random::new(5);
        let mut links: Box<Links> = vec![RIM; 1 << 16].try_into().expect("the length is right");
        let (mut forced, mut returning) = (0, 0);
        for _ in 0..100 {
            links[..ENDS].copy_from_slice(&EMPTY_BOARD);
            let first = START_MARKS[random.word() as usize % MARKS];
            links[usize::from(first)] = START;
            links[usize::from(START)] = first;
            loop {
                let place = links[usize::from(START)];
                if usize::from(place) >= ENDS {
                    break;
                }
                let mut hand = 0;
                for _ in 0..=random.word() % 3 {
                    hand = hand << 8 | u32::from(FULL_BOX[random.word() as usize % TILES]);
                }
                let (square, port) = (usize::from(place & !7), usize::from(place & 7));
                let mut all = Vec::new();
                for slot in 0..3 {
                    for rotation in 0..hand >> (8 * slot) & 7 {
                        let tile = Placement { slot, rotation }.of(hand);
                        let end = usize::from(links[square + usize::from(tile.partner[port])]);
                        returning += u32::from(end & !7 == square);
                        all.push((slot, tile.partner, stays(&links, tile, square, end)));
                    }
                }
                if all.iter().all(|&(_, _, safe)| !safe) {
                    forced += 1;
                } else {
                    all.retain(|&(_, _, safe)| safe);
                }
                let mut counts: BTreeMap<(u32, [u8; 8]), u32> = all.iter().map(|&(slot, partner, _)| ((slot, partner), 0)).collect();
                assert_eq!(counts.len(), all.len(), "placements are distinct");
                for _ in 0..DRAWS {
                    let bits = random.word() as u32;
                    let (slot, tile) = choose(&links, hand, place, &mut random, bits);
                    *counts.get_mut(&(slot, tile.partner)).expect("a legal placement") += 1;
                }
                let p = 1.0 / all.len() as f64;
                let mean = f64::from(DRAWS) * p;
                for &count in counts.values() {
                    let z = (f64::from(count) - mean) / (mean * (1.0 - p) + 1e-9).sqrt();
                    assert!(z.abs() < 5.5, "{count} of {DRAWS}, {} legal: z = {z}", all.len());
                }
                let bits = random.word() as u32;
                let (_, tile) = choose(&links, hand, place, &mut random, bits);
                join(&mut links, place, tile);
            }
        }
        assert!(forced > 50 && returning > 200, "{forced} forced, {returning} returning");
    }
}
