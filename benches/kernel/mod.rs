//! A bare kernel: uniformly random legal games of classic Tsuro, and nothing else.
//!
//! It is a yardstick for how fast the rules can be played on one core: no configuration, no
//! events, no names. Rule ids as in the rules document. The ideas it lives on:
//!
//! - **One table of path ends.** [`Links`] maps each end of a path to its other end. A marker's path
//!   always begins where the marker started, so that the link of the start *is* the marker's
//!   position: no marker is ever moved. It is out (edge or collision: both join its path to the rim)
//!   when that link leads outside the board.
//! - **Guess once, then look.** A placement is guessed, uniformly among the distinct ones, and is
//!   legal more often than not. After a wrong guess all placements of the hand are tested together,
//!   one byte each, and one of the legal ones is picked by arithmetic. Both are exactly uniform, so
//!   their mixture is.
//! - **Nobody looks at the pile.** It has no order: whoever needs a tile takes a random one of the
//!   tiles that nobody has seen, and only when it must choose from its hand. That is what a shuffled
//!   pile amounts to (C6), without shuffling.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::inline_always,
    reason = "numbers are small; the benchmark showed what to inline"
)]

mod choice;
pub mod plain;
mod random;
mod tables;

use choice::{choose, join, outside};
use random::Random;
use tables::{EMPTY_BOARD, ENDS, FULL_BOX, MARKS, RIM, START, START_MARKS, TILES};

/// Tiles in a full hand.
const HAND: u32 = 3;
/// As the holder of the Dragon tile: it lies beside the board.
const NOBODY: u32 = 8;

/// For each end of a path its other end. Only the ends on the board and the starts are used; the
/// rest is there so that an end needs no check before it is used as an index.
type Links = [u16; 1 << 16];

/// What a run added up to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Totals {
    /// Games played.
    pub games: u64,
    /// Turns played, passes included.
    pub turns: u64,
    /// Wins of each seat; a win of several is split evenly.
    pub wins_by_seat: [f64; 8],
    /// Games in which the tiles ran out with two or more markers left.
    pub shared: u64,
    /// Games in which one placement eliminated all the remaining markers.
    pub tied: u64,
    /// Depends on where every marker ended in every game.
    pub checksum: u64,
}

/// A seat's tiles.
#[derive(Debug, Clone, Copy, Default)]
struct Hand {
    /// The tiles that it has looked at, one in each of the three lower bytes; 0 is none. Between
    /// turns the lowest one is none.
    seen: u32,
    /// How many tiles it has not looked at.
    unseen: u32,
}

/// One table, used for game after game.
struct Game {
    links: Box<Links>,
    hands: [Hand; 8],
    /// The tiles that nobody has seen come first, in no order: the pile and the unseen tiles of the
    /// hands. Only 35 places are used; the rest is there so that a `u8` needs no check.
    unseen: [u8; 256],
    /// All start marks. A game leaves them in a new order, which does no harm.
    marks: [u16; MARKS],
    /// For each seat the next live one clockwise.
    next: [u8; 8],
}

/// What changes with every turn, kept apart from [`Game`] so that it can live in registers.
#[derive(Debug, Clone, Copy)]
struct Counts {
    /// Tiles that nobody has seen.
    unseen: u32,
    /// Tiles in the pile. None between turns while someone holds the Dragon tile.
    pile: u32,
    /// Tiles not on the board.
    left: u32,
    /// The seat that holds the Dragon tile, or [`NOBODY`].
    dragon: u32,
}

/// Plays `games` games with `players` (2–8) seats.
///
/// # Panics
///
/// If `players` is out of range.
#[must_use]
pub fn play(games: u64, players: usize, seed: u64) -> Totals {
    assert!((2..=8).contains(&players), "2 to 8 players");
    let mut totals = Totals { games, ..Totals::default() };
    if players == 2 {
        run::<false>(players, seed, &mut totals);
    } else {
        run::<true>(players, seed, &mut totals);
    }
    totals
}

/// Plays all the games; `DRAGON`: with the Dragon tile (C8), else by C7.
fn run<const DRAGON: bool>(players: usize, seed: u64, totals: &mut Totals) {
    let mut game = Game::new();
    let mut random = Random::new(seed);
    for _ in 0..totals.games {
        game.set_up(players, &mut random);
        game.play::<DRAGON>(players, &mut random, totals);
    }
}

impl Hand {
    /// How many tiles it has, seen or not.
    const fn size(self) -> u32 {
        // The three lowest bits of a tile are never all 0.
        let flags = ((self.seen & 0x07_0707) + 0x07_0707) >> 3 & 0x01_0101;
        self.unseen + (flags.wrapping_mul(0x01_0101) >> 16 & 3)
    }

    /// Looks at a tile: puts it into the first empty place.
    const fn look(&mut self, tile: u32) {
        let mut shift = 0;
        while self.seen >> shift & 0xff != 0 {
            shift += 8;
        }
        self.seen |= tile << shift;
        self.unseen -= 1;
    }
}

impl Game {
    fn new() -> Self {
        Self {
            links: vec![RIM; 1 << 16].try_into().expect("the length is right"),
            hands: [Hand::default(); 8],
            unseen: [0; 256],
            marks: START_MARKS,
            next: [0; 8],
        }
    }

    /// The deal and the start marks (C1).
    #[inline(always)]
    fn set_up(&mut self, players: usize, random: &mut Random) {
        self.links[..ENDS].copy_from_slice(&EMPTY_BOARD);
        self.unseen[..FULL_BOX.len()].copy_from_slice(&FULL_BOX);
        self.next = [1, 2, 3, 4, 5, 6, 7, 0];
        self.next[players - 1] = 0;
        let mut count = TILES as u32;
        for seat in 0..players {
            let word = random.word();
            let last = MARKS - 1 - seat;
            let mark = random.below(word as u32, last as u32 + 1) as usize;
            self.marks.swap(mark, last);
            let (end, start) = (self.marks[last], START + seat as u16);
            self.links[usize::from(end)] = start;
            self.links[usize::from(start)] = end;
            // The third tile is left for the first turn, so that every turn looks at one.
            let first = take(&mut self.unseen, &mut count, random, (word >> 32) as u32);
            let bits = random.word() as u32;
            let second = take(&mut self.unseen, &mut count, random, bits);
            self.hands[seat] = Hand { seen: first << 16 | second << 8, unseen: 1 };
        }
    }

    /// One game, from the first turn on.
    #[inline(always)]
    fn play<const DRAGON: bool>(&mut self, players: usize, random: &mut Random, totals: &mut Totals) {
        let mut counts = Counts {
            unseen: TILES as u32 - 2 * players as u32,
            pile: TILES as u32 - HAND * players as u32,
            left: TILES as u32,
            dragon: NOBODY,
        };
        let mut alive = (1_u32 << players) - 1;
        let mut seat = 0;
        let winners = loop {
            debug_assert!(self.is_consistent(alive, &counts, players));
            let word = random.word();
            // Field by field: one wide read of two narrow writes would have to wait for them.
            let mut seen = self.hands[seat].seen;
            let unseen = self.hands[seat].unseen;
            debug_assert_eq!(seen & 0xff, 0);
            if unseen == 1 {
                // Almost always.
                let bits = (word >> 32) as u32;
                seen |= take(&mut self.unseen, &mut counts.unseen, random, bits);
            } else if DRAGON {
                if unseen > 1 {
                    let hand;
                    (hand, counts.unseen, *random) = self.look(self.hands[seat], counts.unseen, *random);
                    seen = hand.seen;
                } else if seen == 0 {
                    // A pass (C11). The pile is empty, so there is nothing to draw either.
                    totals.turns += 1;
                    seat = usize::from(self.next[seat] & 7);
                    continue;
                }
            }
            let end = self.links[usize::from(START) + seat];
            let (slot, tile) = choose(&self.links, seen, end, random, word as u32);
            self.hands[seat].seen = without(seen, slot);
            counts.left -= 1;

            if join(&mut self.links, end, tile) {
                let now = !outside(&self.links, usize::from(START)) & alive;
                debug_assert_ne!(now, alive);
                if !DRAGON || now & now.wrapping_sub(1) == 0 || counts.left == 0 {
                    if now == 0 {
                        totals.tied += 1;
                        break alive;
                    }
                    totals.shared += u64::from(now & (now - 1) != 0);
                    break now;
                }
                self.hands[seat].unseen = 0;
                counts = self.bury(alive & !now, now, seat, counts);
                alive = now;
            } else if counts.pile > 0 {
                counts.pile -= 1;
                self.hands[seat].unseen = 1;
            } else {
                self.hands[seat].unseen = 0;
                if counts.left == 0 {
                    totals.shared += 1;
                    break alive;
                }
                if DRAGON && counts.dragon == NOBODY {
                    counts.dragon = seat as u32;
                }
            }
            seat = if DRAGON { usize::from(self.next[seat] & 7) } else { seat ^ 1 };
        };
        totals.turns += u64::from(TILES as u32 - counts.left);
        for seat in 0..8 {
            let end = self.links[usize::from(START) + seat];
            totals.checksum = totals.checksum.rotate_left(7) ^ u64::from(end);
        }
        let share = 1.0 / f64::from(winners.count_ones());
        for (seat, wins) in totals.wins_by_seat.iter_mut().enumerate().take(players) {
            *wins += if winners >> seat & 1 == 1 { share } else { 0.0 };
        }
    }

    /// Looks at several tiles. By value, so that the numbers can live in registers.
    #[cold]
    #[inline(never)]
    fn look(&mut self, mut hand: Hand, mut count: u32, mut random: Random) -> (Hand, u32, Random) {
        while hand.unseen > 0 {
            let bits = random.word() as u32;
            hand.look(take(&mut self.unseen, &mut count, &mut random, bits));
        }
        (hand, count, random)
    }

    /// After an elimination: returns the hands (C6), passes on the Dragon of the dead (C9), and draws
    /// (C8). `active`: whose turn it was.
    #[inline(never)]
    fn bury(&mut self, dead: u32, alive: u32, active: usize, mut counts: Counts) -> Counts {
        for seat in 0..8 {
            let later = (alive | alive << 8) >> (seat + 1);
            self.next[seat] = (seat as u32 + 1 + later.trailing_zeros()) as u8 & 7;
        }
        let follow = |next: &[u8; 8], seat: usize| usize::from(next[seat & 7] & 7);
        let mut left = dead;
        while left != 0 {
            let hand = self.hands[left.trailing_zeros() as usize & 7];
            left &= left - 1;
            counts.pile += hand.size();
            for place in 0..3 {
                let tile = (hand.seen >> (place * 8)) as u8;
                self.unseen[usize::from(counts.unseen as u8)] = tile;
                counts.unseen += u32::from(tile != 0);
            }
        }
        if counts.dragon != NOBODY && dead >> counts.dragon & 1 == 1 {
            let mut seat = counts.dragon as usize;
            counts.dragon = NOBODY;
            for _ in 0..alive.count_ones() {
                seat = follow(&self.next, seat);
                if self.hands[seat].size() < HAND {
                    counts.dragon = seat as u32;
                    break;
                }
            }
        }
        // All tiles are in the pile, on the board, or in the hands of the living.
        let mut missing = HAND * alive.count_ones() + counts.pile - counts.left;
        if missing == 0 {
            return counts;
        }
        let mut seat = if counts.dragon == NOBODY { active } else { counts.dragon as usize };
        if alive >> seat & 1 == 0 {
            seat = follow(&self.next, seat);
        }
        if counts.pile > 0 {
            // The holder, who has room for a tile, draws first and gives the Dragon back.
            counts.dragon = NOBODY;
        }
        while counts.pile > 0 && missing > 0 {
            let hand = &mut self.hands[seat & 7];
            let draws = u32::from(hand.size() < HAND);
            hand.unseen += draws;
            counts.pile -= draws;
            missing -= draws;
            seat = follow(&self.next, seat);
        }
        if missing > 0 && counts.dragon == NOBODY {
            while self.hands[seat & 7].size() == HAND {
                seat = follow(&self.next, seat);
            }
            counts.dragon = seat as u32;
        }
        counts
    }

    /// Whether all that must hold between turns holds.
    fn is_consistent(&self, alive: u32, counts: &Counts, players: usize) -> bool {
        let live = || (0..8).filter(|seat| alive >> seat & 1 == 1);
        let sizes: u32 = live().map(|seat| self.hands[seat].size()).sum();
        let unseen: u32 = live().map(|seat| self.hands[seat].unseen).sum();
        let mut tiles: Vec<u8> = self.unseen[..counts.unseen as usize].to_vec();
        for seat in live() {
            tiles.extend(self.hands[seat].seen.to_le_bytes().iter().filter(|&&tile| tile != 0));
        }
        let seen_once = (1..tiles.len()).all(|i| !tiles[..i].contains(&tiles[i]));
        seen_once
            && tiles.len() == counts.left as usize
            && sizes + counts.pile == counts.left
            && unseen + counts.pile == counts.unseen
            && live().all(|seat| {
                let start = START + seat as u16;
                let end = usize::from(self.links[usize::from(start)]);
                end < ENDS && self.links[end] == start && usize::from(self.next[seat]) != seat
            })
            && (players == 2
                || if counts.dragon == NOBODY {
                    live().all(|seat| self.hands[seat].size() == HAND)
                } else {
                    let holder = counts.dragon as usize;
                    counts.pile == 0 && alive >> holder & 1 == 1 && self.hands[holder].size() < HAND
                })
    }
}

/// Takes one of the first `count` tiles; 32 random bits are given.
#[inline(always)]
fn take(tiles: &mut [u8; 256], count: &mut u32, random: &mut Random, bits: u32) -> u32 {
    let place = random.below(bits, *count) as u8;
    *count -= 1;
    let tile = tiles[usize::from(place)];
    tiles[usize::from(place)] = tiles[usize::from(*count as u8)];
    u32::from(tile)
}

/// The hand without the tile at `slot`; the one in the lowest place takes its place.
#[inline(always)]
const fn without(hand: u32, slot: u32) -> u32 {
    let shift = 8 * slot;
    let change = (hand ^ hand >> shift) & 0xff;
    (hand ^ change << shift) & !0xff
}
