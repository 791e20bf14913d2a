//! The 35 faces and their orientations (T3).

use super::port::{Port, PortSet, Rotation};
use std::fmt;

/// The number of faces: joinings of eight ports in pairs, up to rotation (T3).
pub const FACES: usize = 35;

/// The number of kinds of tiles: the faces, and after them the special tiles that rules may put
/// into the deck.
pub const KINDS: usize = 40;

/// What is on a tile: a face, 0–34, or something of a rule's, 35–39.
///
/// A face is one of the 35 ways to join eight ports in pairs, up to rotation (T3). Special tiles
/// lie in deck and hands like all others, and have no paths. Special tiles with an even number, 36
/// and 38, can be placed, in one orientation; the others are in no placement.
///
/// Rotation 0 is the lexicographically smallest orientation, and faces are numbered in
/// lexicographic order of these.
///
/// ```
/// use tsuro::board::Face;
///
/// // Some faces look the same after a quarter-turn or half a turn.
/// let looks: u32 = Face::all().map(|face| u32::from(face.orientations())).sum();
/// assert_eq!(looks, 105);
/// assert_eq!(Face::new(35), None);
/// assert!(
///     Face::of_tile(35).is_some_and(|tile| tile.is_special() && tile.orientations() == 0)
/// );
/// assert!(
///     Face::of_tile(36)
///         .is_some_and(|tile| tile.is_placed_special() && tile.orientations() == 1)
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u8);

impl Face {
    /// The face with this number; `None` from 35 on.
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < FACES { Some(Self(number)) } else { None }
    }

    /// The face or special tile with this number; `None` from 40 on.
    pub const fn of_tile(number: u8) -> Option<Self> {
        if (number as usize) < KINDS { Some(Self(number)) } else { None }
    }

    /// All 35 faces in ascending order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FACES as u8).map(Self)
    }

    /// All faces in ascending order, and after them all special tiles.
    pub fn all_kinds() -> impl Iterator<Item = Self> {
        (0..KINDS as u8).map(Self)
    }

    /// Whether it is a special tile that can be placed: 36 or 38.
    #[inline]
    pub const fn is_placed_special(self) -> bool {
        self.is_special() && self.0 & 1 == 0
    }

    /// Whether it is a special tile of a rule's, without paths.
    #[inline]
    pub const fn is_special(self) -> bool {
        self.0 as usize >= FACES
    }

    /// The face's number, 0–34, or that of a special tile.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number as an index, below [`KINDS`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// How many orientations look different: 1, 2 or 4 (T3); 1 for a special tile that can be
    /// placed, 0 for another.
    #[inline]
    pub const fn orientations(self) -> u8 {
        ORIENTATIONS[(self.0 & 63) as usize]
    }

    /// The different orientations, each named by its smallest rotation (T3).
    pub fn rotations(self) -> impl Iterator<Item = Rotation> {
        (0..self.orientations()).map(Rotation::new)
    }

    /// The different orientations in which a path that enters at `enter` leaves at one of `ports`;
    /// none of a special tile.
    #[inline]
    pub(crate) const fn leaving(self, enter: Port, ports: PortSet) -> Leaving {
        let leaves = LEAVES[(self.0 & 63) as usize][enter.index()];
        Leaving(leaves & (ports.bits() as u32).wrapping_mul(0x0101_0101))
    }

    /// The smallest rotation that looks like `rotation` (T3).
    #[must_use]
    pub const fn smallest(self, rotation: Rotation) -> Rotation {
        Rotation::new(rotation.turns() & self.orientations().wrapping_sub(1))
    }

    /// The face or special tile with this number, which the caller knows to be below 40.
    #[inline]
    pub(crate) const fn from_raw(number: u8) -> Self {
        Self(number)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Orientations of a face, each with the port at which a path leaves: for each quarter-turn a byte
/// with the bit of that port, or 0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Leaving(u32);

impl Leaving {
    /// A one in each byte of an orientation.
    #[inline]
    const fn ones(self) -> u32 {
        // A byte has one bit at most.
        ((self.0 + 0x7f7f_7f7f) >> 7) & 0x0101_0101
    }

    /// The number of orientations.
    #[inline]
    pub(crate) const fn count(self) -> u8 {
        (self.ones().wrapping_mul(0x0101_0101) >> 24) as u8
    }

    /// The orientations as bits, the one without a turn as the lowest.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.ones().wrapping_mul(0x0102_0408) >> 24 & 15
    }

    /// The orientations and the ports.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = (Rotation, Port)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some((Rotation::new(bit / 8), Port::new(bit)))
        })
    }
}

/// A face in one orientation: what lies, or may be laid, on a square. The number inside is
/// `4 × face + rotation`.
///
/// ```
/// use tsuro::board::{Face, Laid, Port, Rotation};
///
/// let face = Face::new(14).expect("there are 35 faces");
/// let laid = Laid::new(face, Rotation::new(1));
/// assert_eq!(Laid::new(face, Rotation::NONE).to_string(), "AC BD EH FG");
/// // A quarter-turn clockwise takes A to C and C to E.
/// let (c, e) =
///     (Port::from_letter('C').expect("a port"), Port::from_letter('E').expect("a port"));
/// assert_eq!(laid.exit(c), e);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Laid(u8);

impl Laid {
    /// One more than the largest code of a laid tile.
    pub(crate) const LIMIT: u8 = 4 * FACES as u8;

    /// `face` turned by `rotation`, which is reduced to the smallest that looks the same (T3).
    #[inline]
    pub const fn new(face: Face, rotation: Rotation) -> Self {
        Self(face.0 * 4 + face.smallest(rotation).turns())
    }

    /// `face` turned by `turns`, which the caller knows to be the smallest rotation that looks the
    /// same.
    #[inline]
    pub(crate) const fn smallest(face: Face, turns: u8) -> Self {
        Self(face.0 * 4 + (turns & 3))
    }

    /// The face, whichever way it is turned.
    #[inline]
    pub const fn face(self) -> Face {
        Face(self.0 >> 2)
    }

    /// The smallest rotation that gives the orientation.
    #[inline]
    pub const fn rotation(self) -> Rotation {
        Rotation::new(self.0 & 3)
    }

    /// The port at which a path that enters at `port` leaves.
    #[inline]
    pub const fn exit(self, port: Port) -> Port {
        Port::new(EXITS[self.0 as usize][port.index()])
    }

    /// The four pairs of joined ports.
    #[inline]
    pub const fn pairs(self) -> [(Port, Port); 4] {
        let [a, b, c, d, e, f, g, h] = PAIRS[self.0 as usize];
        [
            (Port::new(a), Port::new(b)),
            (Port::new(c), Port::new(d)),
            (Port::new(e), Port::new(f)),
            (Port::new(g), Port::new(h)),
        ]
    }

    /// The number inside: `4 × face + rotation`, 0–139. It never changes its meaning: arrays for
    /// learners have it.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The laid tile with this [code](Laid::code); `None` if no tile has it, which is so for
    /// rotations that look like a smaller one (T3).
    pub const fn checked(code: u8) -> Option<Self> {
        let is_tile = code < Self::LIMIT && (code & 3) < ORIENTATIONS[(code >> 2) as usize & 63];
        if is_tile { Some(Self(code)) } else { None }
    }

    /// The laid tile with this code, which the caller knows to be one.
    #[inline]
    pub(crate) const fn from_code(code: u8) -> Self {
        Self(code)
    }
}

impl fmt::Debug for Laid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}r{}", self.face(), self.rotation())
    }
}

impl fmt::Display for Laid {
    /// The pairs of joined ports, as in `AC BD EG FH`; the number of a special tile.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.face().is_special() {
            return self.face().fmt(f);
        }
        for (index, (one, other)) in self.pairs().into_iter().enumerate() {
            write!(f, "{}{one}{other}", if index > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

/// A joining of the eight ports in pairs: `matching[port]` is the port joined with `port`.
type Matching = [u8; 8];

/// The joining after a quarter-turn clockwise.
const fn turned(matching: Matching) -> Matching {
    let mut out = [0; 8];
    let mut port = 0;
    while port < 8 {
        out[(port + 2) & 7] = (matching[port] + 2) & 7;
        port += 1;
    }
    out
}

/// A number by which joinings are in lexicographic order: that of their sorted pairs.
const fn order(matching: Matching) -> u64 {
    u64::from_be_bytes(matching)
}

/// Whether no rotation of the joining comes before it.
const fn is_smallest_rotation(matching: Matching) -> bool {
    let quarter = turned(matching);
    let half = turned(quarter);
    let this = order(matching);
    this <= order(quarter) && this <= order(half) && this <= order(turned(half))
}

/// The faces: of all 105 joinings, the ones that come first among their rotations, in lexicographic
/// order.
const BASE: [Matching; FACES] = {
    let mut faces = [[0; 8]; FACES];
    let mut found = 0;
    // Each joining is three choices: the partner of the first free port among 7, then 5, then 3
    // others.
    let mut code = 0;
    while code < 105 {
        let choices = [code / 15, code / 3 % 5, code % 3, 0];
        let mut matching = [8; 8];
        let mut pair = 0;
        while pair < 4 {
            let mut first = 0;
            while matching[first] != 8 {
                first += 1;
            }
            let mut skip = choices[pair];
            let mut second = first + 1;
            while matching[second] != 8 || skip > 0 {
                if matching[second] == 8 {
                    skip -= 1;
                }
                second += 1;
            }
            matching[first] = second as u8;
            matching[second] = first as u8;
            pair += 1;
        }
        if is_smallest_rotation(matching) {
            faces[found] = matching;
            found += 1;
        }
        code += 1;
    }
    assert!(found == FACES);
    faces
};

/// How many orientations each face has; special tiles have one if they can be placed. With 64
/// entries an index is masked and not checked.
const ORIENTATIONS: [u8; 64] = {
    let mut counts = [0; 64];
    let mut face = 0;
    while face < FACES {
        counts[face] = 4;
        let quarter = turned(BASE[face]);
        if order(quarter) == order(BASE[face]) {
            counts[face] = 1;
        } else if order(turned(quarter)) == order(BASE[face]) {
            counts[face] = 2;
        }
        face += 1;
    }
    while face < KINDS {
        counts[face] = !(face as u8) & 1;
        face += 1;
    }
    counts
};

/// The exit port of each entry port, by [`Laid`] code. 256 rows, so that a code in a byte needs no
/// bounds check. A special tile leads each port back to itself, so that every walk ends.
static EXITS: [Matching; 256] = {
    let mut exits = [[0, 1, 2, 3, 4, 5, 6, 7]; 256];
    let mut face = 0;
    while face < FACES {
        let mut matching = BASE[face];
        let mut rotation = 0;
        while rotation < 4 {
            exits[4 * face + rotation] = matching;
            matching = turned(matching);
            rotation += 1;
        }
        face += 1;
    }
    exits
};

/// By face and entry port: for each of the different orientations a byte with the bit of the exit
/// port. With 64 rows an index is masked and not checked.
static LEAVES: [[u32; 8]; 64] = {
    let mut leaves = [[0; 8]; 64];
    let mut face = 0;
    while face < FACES {
        let mut port = 0;
        while port < 8 {
            let mut turns = 0;
            while turns < ORIENTATIONS[face] as usize {
                leaves[face][port] |= 1 << EXITS[4 * face + turns][port] << (8 * turns);
                turns += 1;
            }
            port += 1;
        }
        face += 1;
    }
    leaves
};

/// The four pairs of joined ports, one after the other, by [`Laid`] code.
static PAIRS: [[u8; 8]; 256] = {
    let mut pairs = [[0; 8]; 256];
    let mut code = 0;
    while code < 4 * FACES {
        let mut written = 0;
        let mut port = 0;
        while port < 8 {
            let other = EXITS[code][port];
            if other as usize > port {
                pairs[code][written] = port as u8;
                pairs[code][written + 1] = other;
                written += 2;
            }
            port += 1;
        }
        code += 1;
    }
    pairs
};

#[cfg(test)]
mod tests {
    use super::*;

    fn face(number: u8) -> Face {
        Face::new(number).unwrap()
    }

    #[test]
    fn t3_there_are_35_faces_with_one_two_or_four_orientations() {
        let count = |n| Face::all().filter(|face| face.orientations() == n).count();
        assert_eq!((count(1), count(2), count(4)), (5, 10, 20));
        assert!(Face::new(35).is_none());
    }

    #[test]
    fn t3_twenty_five_faces_mirror_themselves_and_five_pairs_do_not() {
        let mirror = |laid: Laid| {
            let mut out = [0; 8];
            for port in Port::all() {
                // Left and right change places: A with B, C with H, D with G, E with F.
                let flip = |port: Port| [1, 0, 7, 6, 5, 4, 3, 2][port.index()];
                out[flip(port) as usize] = flip(laid.exit(port));
            }
            Face::all()
                .find(|&face| {
                    face.rotations().any(|r| EXITS[Laid::new(face, r).code() as usize] == out)
                })
                .unwrap()
        };
        let own =
            Face::all().filter(|&face| mirror(Laid::new(face, Rotation::NONE)) == face).count();
        assert_eq!(own, 25);
        assert!(Face::all().all(|face| mirror(Laid::new(
            mirror(Laid::new(face, Rotation::NONE)),
            Rotation::NONE
        )) == face));
    }

    #[test]
    fn t3_rotations_that_look_the_same_are_one() {
        assert_eq!(Laid::new(face(0), Rotation::new(3)), Laid::new(face(0), Rotation::NONE));
        assert_eq!(Laid::new(face(9), Rotation::new(3)).rotation(), Rotation::new(1));
        for face in Face::all() {
            let looks: Vec<_> =
                face.rotations().map(|r| EXITS[Laid::new(face, r).code() as usize]).collect();
            for (index, look) in looks.iter().enumerate() {
                assert!(!looks[..index].contains(look), "face {face}");
            }
        }
    }

    #[test]
    fn t3_faces_read_as_in_the_table_of_faces() {
        assert_eq!(Laid::new(face(0), Rotation::NONE).to_string(), "AB CD EF GH");
        assert_eq!(Laid::new(face(14), Rotation::NONE).to_string(), "AC BD EH FG");
        assert_eq!(Laid::new(face(34), Rotation::NONE).to_string(), "AH BC DE FG");
    }

    #[test]
    fn the_orientations_that_leave_at_some_ports_are_counted() {
        for face in Face::all_kinds() {
            for bits in 0..=u8::MAX {
                let ports = PortSet::from_bits(bits);
                for enter in Port::all() {
                    let exits: Vec<(Rotation, Port)> = face
                        .rotations()
                        .filter(|_| !face.is_special())
                        .map(|turns| (turns, Laid::new(face, turns).exit(enter)))
                        .filter(|(_, leave)| ports.contains(*leave))
                        .collect();
                    let leaving = face.leaving(enter, ports);
                    assert_eq!(usize::from(leaving.count()), exits.len(), "{face}");
                    let bits = exits.iter().map(|(turns, _)| 1 << turns.turns());
                    assert_eq!(leaving.bits(), bits.sum::<u32>(), "{face}");
                    assert!(leaving.iter().eq(exits), "{face}");
                }
            }
        }
    }

    #[test]
    fn exits_undo_themselves() {
        for face in Face::all() {
            for rotation in face.rotations() {
                let laid = Laid::new(face, rotation);
                assert!(
                    Port::all()
                        .all(|port| laid.exit(port) != port && laid.exit(laid.exit(port)) == port)
                );
                assert!(laid.pairs().iter().all(|&(one, other)| laid.exit(one) == other));
            }
        }
    }
}
