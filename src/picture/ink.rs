//! The colours of the seats, and of what rules have on the board.

use crate::game::{LookColor, Seat};

/// A colour, for terminals and for SVG.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ink {
    /// Its English name in lower case.
    pub name: &'static str,
    /// Its number among the 256 colours of a terminal.
    pub ansi: u8,
    /// Its value as `#rrggbb`.
    pub rgb: &'static str,
}

/// The colours, by seat; seat 9 has the first colour again. Most colour-blind people can tell them
/// apart on a dark background too, and every piece also has a letter.
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

/// The colours of what rules have on the board.
pub(super) const LOOK_INKS: [Ink; 6] = [
    Ink { name: "white", ansi: 255, rgb: "#f4f1ea" },
    Ink { name: "gold", ansi: 220, rgb: "#f2c14e" },
    INKS[0],
    INKS[1],
    INKS[2],
    INKS[4],
];

/// The colour of something that a rule has on the board.
pub(super) const fn look_ink(color: LookColor) -> Ink {
    LOOK_INKS[match color {
        LookColor::White => 0,
        LookColor::Gold => 1,
        LookColor::Red => 2,
        LookColor::Blue => 3,
        LookColor::Green => 4,
        LookColor::Purple => 5,
    }]
}
