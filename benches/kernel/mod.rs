//! A bare kernel: random legal games of classic and nothing else, as a programmer would write it
//! first. It has a table of far ends, hands in small arrays and a shuffled pile, and draws
//! placements among the distinct ones until one is legal. The engine is measured beside it.

#![allow(
    clippy::cast_possible_truncation,
    clippy::inline_always,
    reason = "numbers are small; the generator is hot"
)]

mod random;
mod tables;

use random::Random;
use tables::{EMPTY_BOARD, ENDS, MARKS, ORIENTATIONS, ORIENTED, RIM, START_MARKS, TILES};

/// Tiles in a full hand.
const HAND: usize = 3;
/// Draws before all placements are looked at.
const DRAWS: usize = 16;

/// What a run added up to.
#[derive(Debug, Clone, Copy, Default)]
pub struct Totals {
    /// Turns played, passes included.
    pub turns: u64,
    /// Depends on where every marker ended in every game.
    pub checksum: u64,
}

struct Game {
    /// For each end of a path its far end, or [`RIM`].
    links: [u16; ENDS],
    /// Where each marker stands.
    ends: [u16; 8],
    hands: [[u8; HAND]; 8],
    sizes: [u8; 8],
    pile: [u8; TILES],
    in_pile: usize,
    on_board: usize,
    dragon: Option<usize>,
    /// One bit a seat.
    alive: u8,
    random: Random,
}

/// Where a marker's trip ends.
enum Trip {
    To(u16),
    Out,
}

/// Plays `games` games with `players` seats.
pub fn play(games: u64, players: usize, seed: u64) -> Totals {
    let mut random = Random::new(seed);
    let mut totals = Totals::default();
    for _ in 0..games {
        let mut game = Game::new(players, random);
        totals.turns += game.play(players);
        totals.checksum =
            game.ends.iter().fold(totals.checksum, |sum, &end| sum.rotate_left(7) ^ u64::from(end));
        random = game.random;
    }
    totals
}

impl Game {
    fn new(players: usize, mut random: Random) -> Self {
        let mut pile: [u8; TILES] = std::array::from_fn(|face| face as u8);
        shuffle(&mut pile, &mut random);
        let mut game = Self {
            links: EMPTY_BOARD,
            ends: [0; 8],
            hands: [[0; HAND]; 8],
            sizes: [HAND as u8; 8],
            pile,
            in_pile: TILES,
            on_board: 0,
            dragon: None,
            alive: ((1_u32 << players) - 1) as u8,
            random,
        };
        let mut marks = START_MARKS;
        for seat in 0..players {
            let last = MARKS - 1 - seat;
            marks.swap(game.below(last + 1), last);
            game.ends[seat] = marks[last];
            for slot in 0..HAND {
                game.in_pile -= 1;
                game.hands[seat][slot] = game.pile[game.in_pile];
            }
        }
        game
    }

    fn below(&mut self, bound: usize) -> usize {
        let bits = self.random.word() as u32;
        self.random.below(bits, bound as u32) as usize
    }

    /// Plays to the end; gives back how many turns it took.
    fn play(&mut self, players: usize) -> u64 {
        let mut seat = 0;
        let mut turns = 0;
        loop {
            turns += 1;
            let before = self.alive;
            if self.sizes[seat] > 0 {
                let (slot, rotation) = self.choose(seat);
                self.place(seat, slot, rotation);
                if self.alive.count_ones() <= 1 {
                    return turns;
                }
                if self.alive != before {
                    self.give_back(before & !self.alive);
                }
            }
            if players == 2 {
                self.draw(seat);
            } else {
                self.draw_in_turn(seat);
            }
            let held: usize = seats(self.alive).map(|seat| usize::from(self.sizes[seat])).sum();
            if held == 0 && self.in_pile == 0 {
                return turns;
            }
            seat = self.next(seat);
        }
    }

    fn next(&self, seat: usize) -> usize {
        let later = (u32::from(self.alive) | u32::from(self.alive) << 8) >> (seat + 1);
        (seat + 1 + later.trailing_zeros() as usize) & 7
    }

    /// A legal placement (C3), all equally likely: slot and rotation.
    fn choose(&mut self, seat: usize) -> (usize, usize) {
        let size = usize::from(self.sizes[seat]);
        for _ in 0..DRAWS {
            let drawn = self.below(size * 4);
            let (slot, rotation) = (drawn / 4, drawn % 4);
            if self.is_distinct(seat, slot, rotation) && self.survives(seat, slot, rotation) {
                return (slot, rotation);
            }
        }
        let (mut distinct, mut legal) = (Vec::new(), Vec::new());
        for slot in 0..size {
            for rotation in 0..4 {
                if self.is_distinct(seat, slot, rotation) {
                    distinct.push((slot, rotation));
                    if self.survives(seat, slot, rotation) {
                        legal.push((slot, rotation));
                    }
                }
            }
        }
        let among = if legal.is_empty() { distinct } else { legal };
        among[self.below(among.len())]
    }

    /// Whether the orientation is none that looks like an earlier one.
    fn is_distinct(&self, seat: usize, slot: usize, rotation: usize) -> bool {
        rotation < usize::from(ORIENTATIONS[usize::from(self.hands[seat][slot])])
    }

    fn survives(&self, seat: usize, slot: usize, rotation: usize) -> bool {
        let partner = ORIENTED[usize::from(self.hands[seat][slot])][rotation].partner;
        let square = self.ends[seat] >> 3;
        matches!(self.travel(seat, partner, self.standing(square)), Trip::To(_))
    }

    /// The ports of a square at which markers stand, one bit each.
    fn standing(&self, square: u16) -> u8 {
        seats(self.alive)
            .filter(|&seat| self.ends[seat] >> 3 == square)
            .fold(0, |ports, seat| ports | 1 << (self.ends[seat] & 7))
    }

    /// Follows the path of a marker over a tile that is laid before it; `standing`: the ports at
    /// which markers stand there, its own too.
    fn travel(&self, seat: usize, partner: [u8; 8], standing: u8) -> Trip {
        let square = self.ends[seat] >> 3;
        let mut port = self.ends[seat] & 7;
        loop {
            let out = u16::from(partner[usize::from(port)]);
            if standing >> out & 1 == 1 {
                return Trip::Out;
            }
            let far = self.links[usize::from(square << 3 | out)];
            if far == RIM {
                return Trip::Out;
            }
            if far >> 3 != square {
                return Trip::To(far);
            }
            port = far & 7;
            if standing >> port & 1 == 1 {
                return Trip::Out;
            }
        }
    }

    fn place(&mut self, seat: usize, slot: usize, rotation: usize) {
        let tile = &ORIENTED[usize::from(self.hands[seat][slot])][rotation];
        let square = self.ends[seat] >> 3;
        let standing = self.standing(square);
        for traveller in seats(self.alive) {
            if self.ends[traveller] >> 3 == square {
                match self.travel(traveller, tile.partner, standing) {
                    Trip::To(end) => self.ends[traveller] = end,
                    Trip::Out => self.alive &= !(1 << traveller),
                }
            }
        }
        for pair in tile.pairs.chunks_exact(2) {
            let [one, other] = [pair[0], pair[1]]
                .map(|port| self.links[usize::from(square << 3) + usize::from(port)]);
            if one != RIM {
                self.links[usize::from(one)] = other;
            }
            if other != RIM {
                self.links[usize::from(other)] = one;
            }
        }
        self.on_board += 1;
        self.sizes[seat] -= 1;
        self.hands[seat][slot] = self.hands[seat][usize::from(self.sizes[seat])];
    }

    /// Hands return to the pile, which is shuffled (C6), and the Dragon passes on (C9).
    fn give_back(&mut self, dead: u8) {
        let before = self.in_pile;
        for seat in seats(dead) {
            for slot in 0..usize::from(self.sizes[seat]) {
                self.pile[self.in_pile] = self.hands[seat][slot];
                self.in_pile += 1;
            }
            self.sizes[seat] = 0;
        }
        if self.in_pile > before {
            shuffle(&mut self.pile[..self.in_pile], &mut self.random);
        }
        if let Some(holder) = self.dragon
            && dead >> holder & 1 == 1
        {
            let mut seat = holder;
            self.dragon = (0..self.alive.count_ones()).find_map(|_| {
                seat = self.next(seat);
                (usize::from(self.sizes[seat]) < HAND).then_some(seat)
            });
        }
    }

    /// Draws a tile, if there is room and one to draw.
    fn draw(&mut self, seat: usize) {
        if self.alive >> seat & 1 == 1 && usize::from(self.sizes[seat]) < HAND && self.in_pile > 0 {
            self.in_pile -= 1;
            self.hands[seat][usize::from(self.sizes[seat])] = self.pile[self.in_pile];
            self.sizes[seat] += 1;
        }
    }

    /// Everyone with too few tiles draws in turn; who cannot takes the Dragon (C8).
    fn draw_in_turn(&mut self, active: usize) {
        let mut seat = self.dragon.unwrap_or(active);
        if self.alive >> seat & 1 == 0 {
            seat = self.next(seat);
        }
        let mut full = 0;
        while full < self.alive.count_ones() {
            if usize::from(self.sizes[seat]) == HAND {
                full += 1;
            } else if self.in_pile == 0 {
                self.dragon = self.dragon.or(Some(seat));
                return;
            } else {
                self.draw(seat);
                full = 0;
                if self.dragon == Some(seat) {
                    self.dragon = None;
                }
            }
            seat = self.next(seat);
        }
    }
}

fn seats(set: u8) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let seat = left.trailing_zeros() as usize & 7;
        (left != 0).then(|| {
            left &= left - 1;
            seat
        })
    })
}

fn shuffle(tiles: &mut [u8], random: &mut Random) {
    for last in (1..tiles.len()).rev() {
        let bits = random.word() as u32;
        tiles.swap(last, random.below(bits, last as u32 + 1) as usize);
    }
}
