//! T1, T5: squares, and the places at which pieces stand.

use super::faces::port_letter;

/// T1: a square; `a1`, the top-left one, is column 0, row 0. Squares are ordered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square {
    pub row: usize,
    pub column: usize,
}

/// T5: where a piece stands: at a port of the square that it faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub square: Square,
    pub port: u8,
}

impl Square {
    /// `c3` and so on.
    pub fn name(self) -> String {
        let letter = ('a'..='z').nth(self.column).unwrap_or('?');
        format!("{letter}{}", self.row + 1)
    }
}

impl Place {
    /// `c3:H` and so on.
    pub fn name(self) -> String {
        format!("{}:{}", self.square.name(), port_letter(self.port))
    }
}
