//! Which entries of the tables a piece has: its features, combined by twos and threes.
//!
//! A piece is judged by the sum of one entry of each table. There are four banks of tables: for two
//! pieces and for more, and for boards on which all hands are known and on which some are hidden.

use crate::game::{Features, PieceFeatures};

/// The name of this layout. A file of values has it, so that tables are never read with another
/// meaning; it changes with everything in this module and in [`Features`].
pub const LAYOUT: &str = "pieces-2";

/// The number of tables in a bank.
pub const TABLES: usize = 13;

/// How many classes each feature has.
const COVERED: usize = 8;
const WAYS: usize = 8;
const ORDER: usize = 8;
const CROWD: usize = 4;
const COMPANY: usize = 5;
const FREE: usize = 5;
const ROOM: usize = 8;
const RIM: usize = 10;
const NEAREST: usize = 8;
const HAND: usize = 9;
const DANGER: usize = 8;
const NEAR: usize = 4;
const COUNT: usize = 5;
const LEAD: usize = 11;

/// The sizes of the tables of a bank. The last one is of the lead, of pieces and of seats that are
/// out.
const SIZES: [usize; TABLES] = [
    COVERED * ORDER * COUNT,
    WAYS * HAND * 3,
    WAYS * WAYS * NEAR * 2,
    HAND * HAND * NEAR * 2,
    HAND * COVERED * CROWD,
    HAND * CROWD * NEAREST,
    RIM * FREE * COVERED,
    NEAREST * ORDER * COMPANY,
    WAYS * HAND * COUNT,
    DANGER * HAND * COUNT,
    DANGER * WAYS * COVERED,
    ROOM * FREE * COVERED,
    LEAD * COVERED * 2,
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

/// The entry that is always 0: a seat that is out has it for the tables of pieces.
pub const NO_ENTRY: u16 = (BANK * 4) as u16;

const _: () = assert!(BANK * 4 < u16::MAX as usize);

/// The number of entries in all banks, with [`NO_ENTRY`].
pub const ENTRIES: usize = BANK * 4 + 1;

/// The classes of how many squares can be reached, and of how many pieces are in the game; the last
/// one is that of all larger numbers. In tables, since branches here are often mispredicted.
const ROOM_CLASSES: [u8; 17] = [0, 1, 2, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7];
const COUNT_CLASSES: [u8; 8] = [0, 0, 0, 1, 2, 3, 3, 4];
/// The classes of how many placements keep a piece alive, the last but one of all larger numbers,
/// the last if that is not known.
const HAND_CLASSES: [u8; 12] = [0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7, HAND as u8 - 1];

const _: () = assert!(
    ROOM_CLASSES[ROOM_CLASSES.len() - 1] as usize == ROOM - 1
        && COUNT_CLASSES[COUNT_CLASSES.len() - 1] as usize == COUNT - 1
);

/// The class of a number, by the table of classes.
fn class<const N: usize>(classes: &[u8; N], number: u8) -> usize {
    classes[usize::from(number).min(N - 1)].into()
}

/// The class of a number of placements that keep a piece alive.
fn hand_class(continuations: Option<u8>) -> usize {
    let most = HAND_CLASSES.len() as u8 - 2;
    class(&HAND_CLASSES, continuations.map_or(u8::MAX, |number| number.min(most)))
}

/// The class of a danger: each is about twice as great as the one before.
fn danger_class(danger: u8) -> usize {
    (8 - danger.leading_zeros() as usize).saturating_sub(1).min(DANGER - 1)
}

/// The class of a lead in points: 5 is none, and with each further one it doubles.
fn lead_class(lead: i16) -> usize {
    let size = (16 - lead.unsigned_abs().leading_zeros() as usize).min(LEAD / 2);
    if lead < 0 { LEAD / 2 - size } else { LEAD / 2 + size }
}

/// The class of a distance from two edges.
fn rim_class([near, far]: [u8; 2]) -> usize {
    let (near, far) = (usize::from(near.min(3)), usize::from(far.min(3)));
    far * (far + 1) / 2 + near
}

/// All of a board on which the entries of a piece depend.
#[derive(Debug, Clone, Copy)]
pub(super) struct Circumstances {
    piece: PieceFeatures,
    rival: PieceFeatures,
    /// How many seats move before.
    order: u8,
    /// Whether the rival is among them.
    rival_first: bool,
    covered: u8,
    pieces: u8,
    /// Whether all hands are known.
    open: bool,
}

impl Circumstances {
    /// Those of the piece that moves as number `at` from now.
    pub(super) fn of(features: &Features, open: bool, at: usize) -> Self {
        let pieces = &features.pieces;
        let piece = pieces[at];
        // All pieces are looked at: an early stop would often be mispredicted.
        let seat = piece.rival.unwrap_or(piece.seat);
        let all = pieces.iter().enumerate();
        let rival =
            all.fold(at, |found, (index, one)| if one.seat == seat { index } else { found });
        Self {
            piece,
            rival: pieces[rival],
            order: at as u8,
            rival_first: rival < at,
            covered: features.covered,
            pieces: pieces.len() as u8,
            open,
        }
    }
}

/// Whether all hands are known.
pub(super) fn is_open(features: &Features) -> bool {
    features.pieces.iter().all(|piece| piece.continuations.is_some())
}

/// Where the bank of a board begins.
fn bank(open: bool, pieces: usize) -> usize {
    (usize::from(open) * 2 + usize::from(pieces <= 2)) * BANK
}

/// The entries of a piece.
pub(super) fn entries(of: &Circumstances) -> [u16; TABLES] {
    let Circumstances { piece, rival: other, order, rival_first, covered, pieces, open } = of;
    let bank = bank(*open, (*pieces).into());
    let covered = usize::from(*covered).min(COVERED - 1);
    let count = class(&COUNT_CLASSES, *pieces);
    let order = usize::from(*order).min(ORDER - 1);
    let first = usize::from(*rival_first);
    let rival_ways = usize::from(other.ways).min(WAYS - 1);
    let rival_hand = hand_class(other.continuations);
    let ways = usize::from(piece.ways).min(WAYS - 1);
    let crowd = usize::from(piece.crowd).min(CROWD - 1);
    let free = usize::from(piece.free).min(FREE - 1);
    let rim = rim_class(piece.rim);
    let nearest = usize::from(piece.nearest).min(NEAREST - 1);
    let hand = hand_class(piece.continuations);
    let company = usize::from(piece.company).min(COMPANY - 1);
    let room = class(&ROOM_CLASSES, piece.room);
    let danger = danger_class(piece.danger);
    let near = nearest.min(NEAR - 1);
    let within = [
        (covered * ORDER + order) * COUNT + count,
        (ways * HAND + hand) * 3 + order.min(2),
        ((ways * WAYS + rival_ways) * NEAR + near) * 2 + first,
        ((hand * HAND + rival_hand) * NEAR + near) * 2 + first,
        (hand * COVERED + covered) * CROWD + crowd,
        (hand * CROWD + crowd) * NEAREST + nearest,
        (rim * FREE + free) * COVERED + covered,
        (nearest * ORDER + order) * COMPANY + company,
        (ways * HAND + hand) * COUNT + count,
        (danger * HAND + hand) * COUNT + count,
        (danger * WAYS + ways) * COVERED + covered,
        (room * FREE + free) * COVERED + covered,
        (lead_class(piece.lead) * COVERED + covered) * 2,
    ];
    std::array::from_fn(|table| (bank + STARTS[table] + within[table]) as u16)
}

/// The entries of a seat that is out, with its lead in points.
pub(super) fn entries_out(features: &Features, lead: i16) -> [u16; TABLES] {
    let covered = usize::from(features.covered).min(COVERED - 1);
    let within = (lead_class(lead) * COVERED + covered) * 2 + 1;
    let bank = bank(is_open(features), features.pieces.len());
    let mut entries = [NO_ENTRY; TABLES];
    entries[TABLES - 1] = (bank + STARTS[TABLES - 1] + within) as u16;
    entries
}

/// Whether tables know of points: those of the lead have been taught something.
pub(super) fn knows_points(values: &[i8]) -> bool {
    let leads = STARTS[TABLES - 1]..BANK;
    values.chunks_exact(BANK).any(|bank| {
        // Without points, all pieces lead by none.
        let none = LEAD / 2 * COVERED * 2..(LEAD / 2 + 1) * COVERED * 2;
        bank[leads.clone()].iter().enumerate().any(|(at, &value)| value != 0 && !none.contains(&at))
    })
}
