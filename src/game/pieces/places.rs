//! The places of all pieces, packed four to a 64-bit word.

use super::seat::{Seat, SeatSet};
use crate::board::packed::{ONES, equal};
use crate::board::{Place, Size, Square, Store};

/// A place for each seat. A place has fewer than 16 bits, so one comparison of words asks about
/// four seats (item 3 of `docs/performance.md`, "What helped", where the gain of items 1 to 8
/// together is given).
#[derive(Debug, Clone)]
pub(in crate::game) struct Places<Z: Size>(Z::PerFourSeats<u64>);

impl<Z: Size> Places<Z> {
    /// Puts every seat's piece at `place`.
    pub(crate) fn filled(place: Place) -> Self {
        Self(<Z::PerFourSeats<u64> as Store<_>>::filled(ONES * place.index() as u64))
    }

    /// The place of a seat's piece.
    #[inline]
    pub(crate) fn at(&self, seat: Seat) -> Place {
        Place::from_index(
            (self.0.at(seat.index() / 4) >> (16 * (seat.index() % 4)) & 0xffff) as usize,
        )
    }

    /// Moves a seat's piece to `place`.
    #[inline]
    pub(crate) fn put(&mut self, seat: Seat, place: Place) {
        let (word, shift) = (seat.index() / 4, 16 * (seat.index() % 4));
        self.0.put(word, self.0.at(word) & !(0xffff << shift) | (place.index() as u64) << shift);
    }

    /// The seats whose pieces stand at `place`. The first `seats` are certain; the caller has to
    /// drop any seat after them.
    #[inline]
    pub(crate) fn standing_at(&self, place: Place, seats: u8) -> SeatSet {
        self.matching(seats, ONES * place.index() as u64, ONES * 0x7fff)
    }

    /// The seats whose pieces face `square`. The first `seats` are certain; the caller has to drop
    /// any seat after them.
    #[inline]
    pub(crate) fn facing(&self, square: Square, seats: u8) -> SeatSet {
        // The three lowest bits of a place are its port.
        self.matching(seats, (ONES * square.index() as u64) << 3, ONES * 0x7ff8)
    }

    /// The seats whose places agree with `pattern` in the bits of `mask`.
    #[inline]
    fn matching(&self, seats: u8, pattern: u64, mask: u64) -> SeatSet {
        let mut found = 0;
        for word in 0..usize::from(seats).div_ceil(4) {
            found |= u32::from(equal(self.0.at(word), pattern, mask)) << (4 * word);
        }
        SeatSet::from_bits(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Large, Port, Small};

    #[test]
    fn every_seat_is_found_where_it_was_put() {
        fn check<Z: Size>() {
            let place = |seat: usize| {
                Place::new(Square::new(seat as u8 % 16, 15), Port::new(seat as u8 / 4))
            };
            let mut places = Places::<Z>::filled(Place::from_index(0));
            for seat in 0..Z::SEATS {
                places.put(Seat::new(seat as u8), place(seat));
            }
            let all = SeatSet::first(Z::SEATS as u8);
            for seat in all.iter() {
                let here = places.at(seat);
                assert_eq!(here, place(seat.index()));
                let at = |test: &dyn Fn(Place) -> bool| {
                    all.iter().filter(|&other| test(places.at(other))).collect::<SeatSet>()
                };
                assert_eq!(places.standing_at(here, Z::SEATS as u8), at(&|other| other == here));
                assert_eq!(
                    places.facing(here.square(), Z::SEATS as u8),
                    at(&|other| other.square() == here.square())
                );
            }
        }
        check::<Small>();
        check::<Large>();
    }
}
