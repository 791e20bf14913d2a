//! Constant tables: the 35 faces in every orientation, and the board before the first tile.
//!
//! An **end** is where a path stops: `square * 8 + port`, seen from the empty square that it leads
//! into, or [`RIM`].

/// Squares a side.
const SIDE: usize = 6;
/// Tiles in the box, one of each face.
pub const TILES: usize = 35;
/// Start marks on the rim.
pub const MARKS: usize = 48;
/// Ends that lead into a square.
pub const ENDS: usize = SIDE * SIDE * 8;
/// A point of the rim. All of them share one code, because the path from there is never asked for.
pub const RIM: u16 = 0x4000;

/// The faces, ports lettered clockwise from the top left.
#[rustfmt::skip]
const FACES: [&[u8; 11]; TILES] = [
    b"AB CD EF GH", b"AB CD EG FH", b"AB CD EH FG", b"AB CE DG FH", b"AB CE DH FG",
    b"AB CF DG EH", b"AB CF DH EG", b"AB CG DE FH", b"AB CG DF EH", b"AB CG DH EF",
    b"AB CH DE FG", b"AB CH DF EG", b"AB CH DG EF", b"AC BD EG FH", b"AC BD EH FG",
    b"AC BE DG FH", b"AC BE DH FG", b"AC BF DG EH", b"AC BF DH EG", b"AC BG DE FH",
    b"AC BG DF EH", b"AC BH DE FG", b"AC BH DF EG", b"AD BC EH FG", b"AD BE CG FH",
    b"AD BE CH FG", b"AD BF CG EH", b"AD BG CF EH", b"AE BC DG FH", b"AE BC DH FG",
    b"AE BD CG FH", b"AE BF CG DH", b"AE BF CH DG", b"AF BE CH DG", b"AH BC DE FG",
];

/// The ports of `face`, turned clockwise by `rotation` quarter-turns, two by two.
const fn pairs(face: usize, rotation: usize) -> [u8; 8] {
    let letters = FACES[face];
    let mut ports = [0; 8];
    let mut i = 0;
    while i < 8 {
        ports[i] = (letters[i / 2 * 3 + i % 2] - b'A' + 2 * rotation as u8) % 8;
        i += 1;
    }
    ports
}

/// For each port the port that it is joined to.
const fn partners(face: usize, rotation: usize) -> [u8; 8] {
    let ports = pairs(face, rotation);
    let mut partner = [0; 8];
    let mut i = 0;
    while i < 8 {
        partner[ports[i] as usize] = ports[i ^ 1];
        i += 1;
    }
    partner
}

const fn same(a: [u8; 8], b: [u8; 8]) -> bool {
    u64::from_le_bytes(a) == u64::from_le_bytes(b)
}

/// How many orientations of `face` look different: 1, 2 or 4.
const fn orientations(face: usize) -> usize {
    let upright = partners(face, 0);
    if same(upright, partners(face, 1)) {
        1
    } else if same(upright, partners(face, 2)) {
        2
    } else {
        4
    }
}

/// A tile in one of its orientations.
#[derive(Clone, Copy)]
pub struct Tile {
    /// The eight ports, joined two by two.
    pub pairs: [u8; 8],
    /// For each port the one that it is joined to.
    pub partner: [u8; 8],
}

/// `ORIENTED[face][rotation]`.
pub static ORIENTED: [[Tile; 4]; TILES] = {
    let mut table = [[Tile { pairs: [0; 8], partner: [0; 8] }; 4]; TILES];
    let mut i = 0;
    while i < TILES * 4 {
        table[i / 4][i % 4] = Tile { pairs: pairs(i / 4, i % 4), partner: partners(i / 4, i % 4) };
        i += 1;
    }
    table
};

/// How many orientations of each face look different.
pub static ORIENTATIONS: [u8; TILES] = {
    let mut table = [0; TILES];
    let mut face = 0;
    while face < TILES {
        table[face] = orientations(face) as u8;
        face += 1;
    }
    table
};

/// The end reached by leaving square `end / 8` through port `end % 8` on the empty board.
const fn across(end: usize) -> u16 {
    let (column, row, port) = (end / 8 % SIDE, end / 8 / SIDE, end % 8);
    let (inside, square, opposite) = match port {
        0 | 1 => (row > 0, end / 8 - if row > 0 { SIDE } else { 0 }, 5 - port),
        2 | 3 => (column + 1 < SIDE, end / 8 + 1, 9 - port),
        4 | 5 => (row + 1 < SIDE, end / 8 + SIDE, 5 - port),
        _ => (column > 0, end / 8 - if column > 0 { 1 } else { 0 }, 9 - port),
    };
    if inside { (square * 8 + opposite) as u16 } else { RIM }
}

/// The links of the empty board.
pub static EMPTY_BOARD: [u16; ENDS] = {
    let mut links = [0; ENDS];
    let mut end = 0;
    while end < ENDS {
        links[end] = across(end);
        end += 1;
    }
    links
};

/// The ends at which markers may start, in no particular order.
pub static START_MARKS: [u16; MARKS] = {
    let mut marks = [0; MARKS];
    let (mut end, mut count) = (0, 0);
    while end < ENDS {
        if across(end) == RIM {
            marks[count] = end as u16;
            count += 1;
        }
        end += 1;
    }
    assert!(count == MARKS);
    marks
};
