//! Seats and sets of seats.

use std::fmt;

/// The most seats that a game can have.
pub const MAX_SEATS: usize = 32;

/// A seat at the table, counted clockwise.
///
/// Programs count seats from 0 ([`Seat::number`]): in records, positions, JSON and names of
/// metrics. People count them from 1 ([`Seat::ordinal`]): that is how a seat is displayed.
///
/// ```
/// use tsuro::game::Seat;
///
/// let seat = Seat::new(2);
/// // Programs count from 0, people from 1.
/// assert_eq!((seat.number(), seat.to_string()), (2, "3".to_owned()));
/// assert_eq!(Seat::checked(4, 4), None, "a table of four has the seats 0 to 3");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number, 0–31.
    ///
    /// # Panics
    /// With 32 or more; [`Seat::checked`] says so instead.
    #[inline]
    pub const fn new(number: u8) -> Self {
        assert!((number as usize) < MAX_SEATS, "seats are numbered 0 to 31");
        Self(number)
    }

    /// The seat with this number at a table of `seats`; `None` if the table has no such seat.
    pub const fn checked(number: u64, seats: u8) -> Option<Self> {
        if number < seats as u64 { Some(Self(number as u8)) } else { None }
    }

    /// The seat's number as programs count, 0–31.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The seat's number as people count, 1–32.
    pub const fn ordinal(self) -> u8 {
        self.0 + 1
    }

    /// The seat's field in a position, counted from 0: `players[0]`.
    pub fn field(self) -> String {
        format!("players[{}]", self.0)
    }

    /// The seat's number as an index, 0–31.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The numbers of players with which a rule set can be played.
///
/// ```
/// use tsuro::game::PlayerCounts;
///
/// let in_pairs = PlayerCounts::new(4, 8, 2);
/// assert_eq!(in_pairs.iter().collect::<Vec<_>>(), [4, 6, 8]);
/// assert_eq!((in_pairs.to_string(), in_pairs.nearest(5)), ("4, 6 or 8".to_owned(), 4));
/// assert_eq!(PlayerCounts::new(2, 8, 1).to_string(), "2 to 8");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerCounts {
    fewest: u8,
    most: u8,
    step: u8,
}

impl PlayerCounts {
    /// The counts from `fewest` to `most`, each `step` (at least 1) more than the one before.
    pub const fn new(fewest: u8, most: u8, step: u8) -> Self {
        Self { fewest, most, step: if step == 0 { 1 } else { step } }
    }

    /// The smallest of them.
    #[inline]
    pub const fn fewest(self) -> u8 {
        self.fewest
    }

    /// The largest of them.
    #[inline]
    pub fn most(self) -> u8 {
        self.iter().last().unwrap_or(self.fewest)
    }

    /// Whether this number of players can play.
    #[inline]
    pub const fn contains(self, players: u8) -> bool {
        self.fewest <= players
            && players <= self.most
            && (players - self.fewest).is_multiple_of(self.step)
    }

    /// The counts, ascending.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = u8> + ExactSizeIterator {
        (self.fewest..=self.most).step_by(self.step.into())
    }

    /// Count number `index`, ascending, and round again after the last.
    pub fn round(self, index: u64) -> u8 {
        let number = index % self.iter().len().max(1) as u64;
        self.iter().nth(number as usize).unwrap_or(self.fewest)
    }

    /// The one that is nearest to `players`; of two, the smaller.
    pub fn nearest(self, players: u8) -> u8 {
        self.iter().min_by_key(|count| count.abs_diff(players)).unwrap_or(self.fewest)
    }

    /// The counts in words, with the words for "to" and "or" of a language: `2 to 8`, `4, 6 or 8`.
    pub fn in_words(self, to: &str, or: &str) -> String {
        let counts: Vec<String> = self.iter().map(|count| count.to_string()).collect();
        match &counts[..] {
            [first, .., last] if self.step == 1 => format!("{first} {to} {last}"),
            [first @ .., last] if !first.is_empty() => format!("{} {or} {last}", first.join(", ")),
            _ => counts.concat(),
        }
    }
}

/// In English.
impl fmt::Display for PlayerCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words("to", "or"))
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
        Self::checked(number.into(), MAX_SEATS as u8)
            .ok_or_else(|| serde::de::Error::invalid_value(unexpected, &"a seat, 0 to 31"))
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

/// Shows the seat as people count, from 1.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.ordinal())
    }
}

/// A set of seats.
///
/// ```
/// use tsuro::game::{Seat, SeatSet};
///
/// let alive: SeatSet = [0, 2, 3].map(Seat::new).into_iter().collect();
/// assert!(alive.contains(Seat::new(2)) && alive.len() == 3);
/// assert_eq!(alive.next_after(Seat::new(3)), Some(Seat::new(0)), "clockwise");
/// assert_eq!(SeatSet::first(4).without(alive), SeatSet::only(Seat::new(1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct SeatSet(u32);

impl SeatSet {
    /// The set without seats.
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

    /// Adds `seat`; no effect if the set has it.
    #[inline]
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << (seat.0 & 31);
    }

    /// The set with `seat` added if `is_in`. Without a branch.
    #[inline]
    #[must_use]
    pub(in crate::game) const fn with_if(self, seat: Seat, is_in: bool) -> Self {
        Self(self.0 | (is_in as u32) << (seat.0 & 31))
    }

    /// Removes `seat`; no effect if the set does not have it.
    #[inline]
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << (seat.0 & 31));
    }

    /// The seats of this set that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The seats in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The seats in at least one of the sets.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The number of seats in the set.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether no seat is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether exactly one seat is in the set.
    #[inline]
    pub const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    /// The first seat of the set clockwise from `seat`, `seat` itself included; `None` if the set
    /// is empty.
    #[inline]
    pub const fn next_from(self, seat: Seat) -> Option<Seat> {
        self.next(seat.0)
    }

    /// The first seat of the set clockwise after `seat`; `seat` itself comes last. `None` if the
    /// set is empty.
    #[inline]
    pub const fn next_after(self, seat: Seat) -> Option<Seat> {
        self.next(seat.0 + 1)
    }

    #[inline]
    const fn next(self, from: u8) -> Option<Seat> {
        // Round the 32 seats.
        let ahead = self.0.rotate_right(from as u32).trailing_zeros() as u8;
        if self.0 == 0 { None } else { Some(Seat((from + ahead) & 31)) }
    }

    /// The seats of the set in ascending order.
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

    /// The seats of the set clockwise from `seat`, `seat` itself first if it is in the set.
    #[inline]
    pub fn clockwise_from(self, seat: Seat) -> impl Iterator<Item = Seat> {
        let lower = (1u32 << (seat.0 & 31)) - 1;
        Self(self.0 & !lower).iter().chain(Self(self.0 & lower).iter())
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
    fn clockwise_continues_with_seat_0_after_the_last() {
        let set: SeatSet = [0, 3, 31].map(Seat::new).into_iter().collect();
        let round =
            |seat| set.clockwise_from(Seat::new(seat)).map(Seat::number).collect::<Vec<_>>();
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
