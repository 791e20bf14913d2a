//! The colours of the seats.

use crate::game::Seat;

/// A colour as terminals and pictures know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ink {
    /// Its English name, lower case.
    pub name: &'static str,
    /// Its number among the 256 of a terminal.
    pub ansi: u8,
    /// As `#rrggbb`.
    pub rgb: &'static str,
}

/// One colour a seat; a ninth seat has the first again. They were chosen to be told apart on a dark ground by most colour-blind people too, and
/// every piece carries a letter besides.
pub const INKS: [Ink; 8] = [
    Ink { name: "red", ansi: 203, rgb: "#f2545b" },
    Ink { name: "blue", ansi: 75, rgb: "#55a8f5" },
    Ink { name: "green", ansi: 77, rgb: "#5cc960" },
    Ink { name: "yellow", ansi: 227, rgb: "#fde047" },
    Ink { name: "purple", ansi: 177, rgb: "#cf86f5" },
    Ink { name: "cyan", ansi: 80, rgb: "#4fd6d2" },
    Ink { name: "orange", ansi: 208, rgb: "#ff8a1f" },
    Ink { name: "white", ansi: 231, rgb: "#ffffff" },
];

/// The colour of a seat.
pub const fn ink(seat: Seat) -> Ink {
    INKS[seat.index() % INKS.len()]
}
