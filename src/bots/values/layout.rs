//! Which entries of the tables a piece has: its features, combined by twos and threes.
//!
//! A piece is judged by the sum of one entry of each table. There are four banks of tables: for two
//! pieces and for more, and for boards on which all hands are known and on which some are hidden.

use crate::game::Features;

/// The name of this layout. A file of values has it, so that tables are never read with another
/// meaning; it changes with everything in this module and in [`Features`].
pub const LAYOUT: &str = "pieces-1";

/// The number of tables in a bank.
pub const TABLES: usize = 11;

/// How many classes each feature has.
const COVERED: usize = 8;
const WAYS: usize = 8;
const ORDER: usize = 8;
const CROWD: usize = 4;
const FREE: usize = 5;
const RIM: usize = 10;
const NEAREST: usize = 8;
const HAND: usize = 9;
const THREATS: usize = 4;
const STANDING: usize = 3;
const FAR: usize = 4;
const NEAR: usize = 4;
const COUNT: usize = 5;

/// The sizes of the tables of a bank.
const SIZES: [usize; TABLES] = [
    COVERED * ORDER * COUNT,
    WAYS * HAND * 3,
    WAYS * WAYS * NEAR * 2,
    HAND * HAND * NEAR * 2,
    HAND * COVERED * CROWD,
    HAND * CROWD * NEAREST,
    RIM * FREE * COVERED,
    NEAREST * ORDER,
    WAYS * HAND * COUNT,
    THREATS * STANDING * FAR * HAND,
    COVERED * THREATS * STANDING,
];

/// Where each table of a bank begins.
const STARTS: [usize; TABLES] = {
    let mut starts = [0; TABLES];
    let mut table = 1;
    while table < TABLES {
        starts[table] = starts[table - 1] + SIZES[table - 1];
        table += 1;
    }
    starts
};

/// The number of entries in a bank.
const BANK: usize = STARTS[TABLES - 1] + SIZES[TABLES - 1];

/// The number of entries in all banks.
pub const ENTRIES: usize = BANK * 4;

/// The class of a number of placements that keep a piece alive; the last one: not known.
fn hand_class(continuations: Option<u8>) -> usize {
    match continuations {
        Some(few @ 0..=3) => few.into(),
        Some(some @ 4..=9) => 2 + usize::from(some) / 2,
        Some(_) => 7,
        None => HAND - 1,
    }
}

/// The class of a distance from two edges.
fn rim_class([near, far]: [u8; 2]) -> usize {
    let (near, far) = (usize::from(near.min(3)), usize::from(far.min(3)));
    far * (far + 1) / 2 + near
}

/// The class of how many pieces are in the game.
fn count_class(pieces: usize) -> usize {
    match pieces {
        0..=2 => 0,
        3 => 1,
        4 => 2,
        5 | 6 => 3,
        _ => 4,
    }
}

/// Where the bank of a board begins.
fn bank(features: &Features) -> usize {
    let open = features.pieces.iter().all(|piece| piece.continuations.is_some());
    let duel = features.pieces.len() <= 2;
    (usize::from(open) * 2 + usize::from(duel)) * BANK
}

/// The entries of the piece that moves as number `at` from now.
pub(super) fn entries(features: &Features, at: usize) -> [u16; TABLES] {
    let bank = bank(features);
    let piece = &features.pieces[at];
    let covered = usize::from(features.covered).min(COVERED - 1);
    let count = count_class(features.pieces.len());
    let order = at.min(ORDER - 1);
    let rival = features.pieces.iter().position(|other| Some(other.seat) == piece.rival);
    let other = rival.map_or(piece, |rival| &features.pieces[rival]);
    let first = usize::from(rival.is_some_and(|rival| rival < at));
    let rival_ways = usize::from(other.ways).min(WAYS - 1);
    let rival_hand = hand_class(other.continuations);
    let ways = usize::from(piece.ways).min(WAYS - 1);
    let crowd = usize::from(piece.crowd).min(CROWD - 1);
    let free = usize::from(piece.free).min(FREE - 1);
    let rim = rim_class(piece.rim);
    let nearest = usize::from(piece.nearest).min(NEAREST - 1);
    let hand = hand_class(piece.continuations);
    let threats = usize::from(piece.threats[0]).min(THREATS - 1);
    let standing = usize::from(piece.threats[1]).min(STANDING - 1);
    let far = usize::from(piece.far_threats).min(FAR - 1);
    let near = nearest.min(NEAR - 1);
    let within = [
        (covered * ORDER + order) * COUNT + count,
        (ways * HAND + hand) * 3 + order.min(2),
        ((ways * WAYS + rival_ways) * NEAR + near) * 2 + first,
        ((hand * HAND + rival_hand) * NEAR + near) * 2 + first,
        (hand * COVERED + covered) * CROWD + crowd,
        (hand * CROWD + crowd) * NEAREST + nearest,
        (rim * FREE + free) * COVERED + covered,
        nearest * ORDER + order,
        (ways * HAND + hand) * COUNT + count,
        ((threats * STANDING + standing) * FAR + far) * HAND + hand,
        (covered * THREATS + threats) * STANDING + standing,
    ];
    std::array::from_fn(|table| (bank + STARTS[table] + within[table]) as u16)
}
