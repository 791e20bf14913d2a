//! Seats as letters: `A` for seat 0.

use tsuro::game::Seat;

/// A seat as a letter: `A` to `Z`, then `a` to `f`.
pub fn letter(seat: Seat) -> char {
    let number = seat.number();
    char::from(if number < 26 { b'A' + number } else { b'a' + number - 26 })
}

/// The seat of a letter.
pub(super) fn seat(text: &str) -> Option<Seat> {
    match text.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(Seat::new(letter - b'A')),
        [letter @ b'a'..=b'f'] => Some(Seat::new(letter - b'a' + 26)),
        _ => None,
    }
}
