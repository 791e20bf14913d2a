//! T2, T3: ports, the 35 faces and their rotations.

/// The pairs of the 35 faces, at rotation 0.
pub const FACES: [&str; 35] = [
    "AB CD EF GH",
    "AB CD EG FH",
    "AB CD EH FG",
    "AB CE DG FH",
    "AB CE DH FG",
    "AB CF DG EH",
    "AB CF DH EG",
    "AB CG DE FH",
    "AB CG DF EH",
    "AB CG DH EF",
    "AB CH DE FG",
    "AB CH DF EG",
    "AB CH DG EF",
    "AC BD EG FH",
    "AC BD EH FG",
    "AC BE DG FH",
    "AC BE DH FG",
    "AC BF DG EH",
    "AC BF DH EG",
    "AC BG DE FH",
    "AC BG DF EH",
    "AC BH DE FG",
    "AC BH DF EG",
    "AD BC EH FG",
    "AD BE CG FH",
    "AD BE CH FG",
    "AD BF CG EH",
    "AD BG CF EH",
    "AE BC DG FH",
    "AE BC DH FG",
    "AE BD CG FH",
    "AE BF CG DH",
    "AE BF CH DG",
    "AF BE CH DG",
    "AH BC DE FG",
];

/// The number of faces.
pub const FACE_COUNT: usize = FACES.len();

/// The letter of a port, `A` to `H`.
pub fn port_letter(port: u8) -> char {
    char::from(b'A' + port)
}

/// The port that a letter names.
pub fn port_of_letter(letter: char) -> Option<u8> {
    ('A'..='H').position(|l| l == letter).and_then(|n| u8::try_from(n).ok())
}

/// T2: the side on which a port lies: 0 top, 1 right, 2 bottom, 3 left.
pub fn side(port: u8) -> u8 {
    port / 2
}

/// T2: the port of the neighbouring square that a port meets: A with F, B with E, C with H, D with
/// G.
pub fn meets(port: u8) -> u8 {
    match port {
        0 => 5,
        1 => 4,
        2 => 7,
        3 => 6,
        4 => 1,
        5 => 0,
        6 => 3,
        _ => 2,
    }
}

/// T3: the four pairs of a face, turned by `rotation` quarter-turns clockwise. Each pair is in
/// ascending order, and so are the pairs.
pub fn pairs(face: u8, rotation: u8) -> Vec<(u8, u8)> {
    let mut list = Vec::new();
    for pair in FACES[usize::from(face)].split(' ') {
        let ends: Vec<u8> =
            pair.chars().filter_map(port_of_letter).map(|port| (port + 2 * rotation) % 8).collect();
        list.push((ends[0].min(ends[1]), ends[0].max(ends[1])));
    }
    list.sort_unstable();
    list
}

/// T3: the rotations of a face that look different, each named by its smallest number of
/// quarter-turns.
pub fn distinct_rotations(face: u8) -> Vec<u8> {
    (0..4).filter(|&r| (0..r).all(|smaller| pairs(face, smaller) != pairs(face, r))).collect()
}

/// T3: the port at which a path that enters a tile at `entry` leaves it.
pub fn exit(face: u8, rotation: u8, entry: u8) -> u8 {
    for (a, b) in pairs(face, rotation) {
        if a == entry {
            return b;
        }
        if b == entry {
            return a;
        }
    }
    unreachable!("a face joins all eight ports")
}
