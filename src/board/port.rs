//! Ports and sides of a square, and quarter-turns (T2, T3).

use std::fmt;

/// One of the eight ports of a square, lettered clockwise from the top-left: `A B` top, `C D`
/// right, `E F` bottom, `G H` left (T2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Port(u8);

impl Port {
    /// The number of ports of a square.
    pub const COUNT: usize = 8;

    /// The port with index `index & 7`: 0 is `A`, 7 is `H`.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(index & 7)
    }

    /// The port's number: 0 for `A`, 7 for `H`.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// All eight ports, `A` to `H`.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// The port with this letter; `None` for anything but `A` to `H`.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'A'..='H' => Some(Self(letter as u8 - b'A')),
            _ => None,
        }
    }

    /// The port's letter, `A` to `H`.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The side of the square on which the port lies.
    #[inline]
    pub const fn side(self) -> Side {
        match self.0 >> 1 {
            0 => Side::Top,
            1 => Side::Right,
            2 => Side::Bottom,
            _ => Side::Left,
        }
    }

    /// The port of the neighbouring square that lies at the same point: `A` meets `F`, `B` `E`, `C`
    /// `H`, `D` `G` (T2).
    #[inline]
    #[must_use]
    pub const fn across(self) -> Self {
        const ACROSS: [u8; 8] = [5, 4, 7, 6, 1, 0, 3, 2];
        Self(ACROSS[self.index()])
    }

    /// The port at which this one lies after the tile is turned by `rotation`.
    #[inline]
    #[must_use]
    pub const fn turned(self, rotation: Rotation) -> Self {
        Self((self.0 + 2 * rotation.0) & 7)
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Maps each port to a port, packed into 32 bits: the processor waits for arrays of bytes that are
/// written one by one and read at once.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PortMap(u32);

impl PortMap {
    /// The map with these eight ports, four bits for each.
    #[inline]
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The port to which `port` is mapped.
    #[inline]
    pub(crate) const fn at(self, port: Port) -> Port {
        Port::new((self.0 >> (4 * port.index())) as u8)
    }

    /// Maps `port` to `to`.
    #[inline]
    pub(crate) const fn set(&mut self, port: Port, to: Port) {
        let shift = 4 * port.index();
        self.0 = self.0 & !(0xf << shift) | (to.index() as u32) << shift;
    }
}

/// A set of ports of one square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PortSet(u8);

impl PortSet {
    /// The set without ports.
    pub const EMPTY: Self = Self(0);

    /// The set with `port` added.
    #[inline]
    #[must_use]
    pub const fn with(self, port: Port) -> Self {
        Self(self.0 | 1 << port.0)
    }

    /// The set with these bits, the lowest for `A`.
    #[inline]
    pub(super) const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// The set with `port` added if `is_in`. Without a branch.
    #[inline]
    #[must_use]
    pub(crate) const fn with_if(self, port: Port, is_in: bool) -> Self {
        Self(self.0 | (is_in as u8) << port.0)
    }

    /// The bits of its ports, the lowest for `A`.
    #[inline]
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// The set with the two ports of `side` added.
    #[inline]
    #[must_use]
    pub(crate) const fn with_side(self, side: Side) -> Self {
        Self(self.0 | 3 << (2 * side as u8))
    }

    /// Whether `port` is in the set.
    #[inline]
    pub const fn contains(self, port: Port) -> bool {
        self.0 >> port.0 & 1 != 0
    }

    /// Whether the set has no port.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set without the ports of `other`.
    #[inline]
    #[must_use]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The ports that are in one of the sets, or in both.
    #[inline]
    #[must_use]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The ports that are not in the set.
    #[inline]
    #[must_use]
    pub(crate) const fn others(self) -> Self {
        Self(!self.0)
    }

    /// The number of ports.
    #[inline]
    pub(crate) const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The ports, from `A` on.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Port> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let port = (rest != 0).then(|| Port(rest.trailing_zeros() as u8))?;
            rest &= rest - 1;
            Some(port)
        })
    }

    /// `one` and `other` if `one` is in the set, else `other` and `one`. Without a branch.
    #[inline]
    pub(super) const fn first_of(self, one: Port, other: Port) -> (Port, Port) {
        // All ones if they change places.
        let swap = (self.0 >> one.0 & 1).wrapping_sub(1) & (one.0 ^ other.0);
        (Port::new(one.0 ^ swap), Port::new(other.0 ^ swap))
    }
}

/// A side of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(clippy::exhaustive_enums, reason = "a square has four sides")]
pub enum Side {
    /// The side towards row 1.
    Top,
    /// The side towards the last column.
    Right,
    /// The side towards the last row.
    Bottom,
    /// The side towards column a.
    Left,
}

impl Side {
    /// The four sides, clockwise from the top.
    pub const ALL: [Self; 4] = [Self::Top, Self::Right, Self::Bottom, Self::Left];

    /// The directions in which they lie, in the same order, as answers and scripts say them.
    pub const DIRECTIONS: [&'static str; 4] = ["up", "right", "down", "left"];

    /// The side that this one becomes after `rotation`.
    #[inline]
    #[must_use]
    pub const fn turned(self, rotation: Rotation) -> Self {
        Self::ALL[(self as usize + rotation.0 as usize) & 3]
    }

    /// How far to the right and how far down the neighbouring square lies.
    pub(super) const fn offset(self) -> (i8, i8) {
        match self {
            Self::Top => (0, -1),
            Self::Right => (1, 0),
            Self::Bottom => (0, 1),
            Self::Left => (-1, 0),
        }
    }

    /// The first of its two ports, clockwise.
    pub(super) const fn first_port(self) -> Port {
        Port::new(2 * self as u8)
    }

    /// The side's name: `top`, `right`, `bottom` or `left`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Right => "right",
            Self::Bottom => "bottom",
            Self::Left => "left",
        }
    }
}

/// A number of quarter-turns clockwise, 0–3 (T3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Rotation(u8);

impl Rotation {
    /// No turn at all.
    pub const NONE: Self = Self(0);

    /// The rotation by `turns & 3` quarter-turns.
    #[inline]
    pub const fn new(turns: u8) -> Self {
        Self(turns & 3)
    }

    /// How many quarter-turns it is, 0–3.
    #[inline]
    pub const fn turns(self) -> u8 {
        self.0
    }

    /// This rotation and then `other`.
    #[inline]
    #[must_use]
    pub const fn then(self, other: Self) -> Self {
        Self((self.0 + other.0) & 3)
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t2_a_meets_f_b_meets_e_c_meets_h_d_meets_g() {
        for (one, other) in [('A', 'F'), ('B', 'E'), ('C', 'H'), ('D', 'G')] {
            let (one, other) = (Port::from_letter(one).unwrap(), Port::from_letter(other).unwrap());
            assert_eq!(one.across(), other);
            assert_eq!(other.across(), one);
        }
    }

    #[test]
    fn t3_a_quarter_turn_clockwise_takes_the_top_to_the_right() {
        let quarter = Rotation::new(1);
        assert_eq!(Port::from_letter('A').unwrap().turned(quarter).letter(), 'C');
        assert_eq!(Side::Top.turned(quarter), Side::Right);
    }
}
