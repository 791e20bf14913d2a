//! Seats and sets of seats.

use std::fmt;

/// Most seats a game can have.
pub const MAX_SEATS: usize = 32;

/// A seat at the table, counted clockwise.
///
/// Programs count seats from 0 ([`Seat::number`]): in records, positions, JSON and names of metrics. People count them from 1
/// ([`Seat::ordinal`]): that is how a seat is displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number, 0–31.
    ///
    /// # Panics
    /// With 32 or more.
    pub const fn new(number: u8) -> Self {
        assert!((number as usize) < MAX_SEATS);
        Self(number)
    }

    /// The seat with this number, if there can be one.
    pub const fn checked(number: u64, seats: u8) -> Option<Self> {
        if number < seats as u64 { Some(Self(number as u8)) } else { None }
    }

    /// As programs count, 0–31.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// As people count, 1–32.
    pub const fn ordinal(self) -> u8 {
        self.0 + 1
    }

    /// As positions name what belongs to the seat, from 0: `players[0]`.
    pub fn field(self) -> String {
        format!("players[{}]", self.0)
    }

    /// 0–31, as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl serde::Serialize for Seat {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.number())
    }
}

impl<'de> serde::Deserialize<'de> for Seat {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(from)?;
        let unexpected = serde::de::Unexpected::Unsigned(number.into());
        Self::checked(number.into(), MAX_SEATS as u8).ok_or_else(|| serde::de::Error::invalid_value(unexpected, &"a seat, 0 to 31"))
    }
}

/// The numbers of its seats, ascending.
impl serde::Serialize for SeatSet {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> serde::Deserialize<'de> for SeatSet {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Vec::<Seat>::deserialize(from)?.into_iter().collect())
    }
}

/// As people count, from 1.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.ordinal())
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct SeatSet(u32);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// Seats 0 to `seats - 1`.
    #[inline]
    pub const fn first(seats: u8) -> Self {
        Self(((1u64 << seats) - 1) as u32)
    }

    /// The set whose members are the bits of `bits`.
    #[inline]
    pub(in crate::game) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The set of one seat.
    #[inline]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << (seat.0 & 31))
    }

    /// Whether `seat` is in the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> (seat.0 & 31) & 1 != 0
    }

    /// Adds `seat`.
    #[inline]
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << (seat.0 & 31);
    }

    /// Takes `seat` out.
    #[inline]
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << (seat.0 & 31));
    }

    /// Those in this set that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Those in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those in either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// How many seats are in the set.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is exactly one.
    #[inline]
    pub const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    /// The first member clockwise from `seat`, `seat` itself included.
    #[inline]
    pub const fn next_from(self, seat: Seat) -> Option<Seat> {
        self.next(seat.0)
    }

    /// The first member clockwise after `seat`; `seat` itself comes last.
    #[inline]
    pub const fn next_after(self, seat: Seat) -> Option<Seat> {
        self.next(seat.0 + 1)
    }

    #[inline]
    const fn next(self, from: u8) -> Option<Seat> {
        // Round the 32 seats: no branch on whether that passes the last one.
        let ahead = self.0.rotate_right(from as u32).trailing_zeros() as u8;
        if self.0 == 0 { None } else { Some(Seat((from + ahead) & 31)) }
    }

    /// The members in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let seat = Seat(bits.trailing_zeros() as u8);
                bits &= bits - 1;
                seat
            })
        })
    }

    /// The members clockwise from `seat`, `seat` first if it is one.
    #[inline]
    pub fn clockwise_from(self, seat: Seat) -> impl Iterator<Item = Seat> {
        let behind = (1u32 << (seat.0 & 31)) - 1;
        Self(self.0 & !behind).iter().chain(Self(self.0 & behind).iter())
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::number)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clockwise_goes_round_the_table() {
        let set: SeatSet = [0, 3, 31].map(Seat::new).into_iter().collect();
        let round = |seat| set.clockwise_from(Seat::new(seat)).map(Seat::number).collect::<Vec<_>>();
        assert_eq!(round(0), [0, 3, 31]);
        assert_eq!(round(1), [3, 31, 0]);
        assert_eq!(round(31), [31, 0, 3]);
        assert_eq!(set.next_after(Seat::new(3)), Some(Seat::new(31)));
        assert_eq!(set.next_after(Seat::new(31)), Some(Seat::new(0)));
        assert_eq!(set.next_from(Seat::new(31)), Some(Seat::new(31)));
        assert_eq!(SeatSet::only(Seat::new(5)).next_after(Seat::new(5)), Some(Seat::new(5)));
        assert_eq!(SeatSet::EMPTY.next_after(Seat::new(5)), None);
        assert_eq!(SeatSet::first(32).len(), 32);
    }
}
