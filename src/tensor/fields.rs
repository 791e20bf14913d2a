//! The fields of arrays, and the bytes that several of them share.

use crate::board::{Laid, Port};
use serde::Serialize;

/// The byte for something that is not on the board.
pub(super) const NOWHERE: u8 = u8::MAX;
/// The number of pairs of ports, each of which is a plane: what joins A and B, A and C, and so on
/// up to G and H.
pub(super) const JOINS: usize = Port::COUNT * (Port::COUNT - 1) / 2;
/// The planes of the four pairs of ports that a tile joins, by the tile's code. 256 rows, so that a
/// code in a byte needs no bounds check.
pub(super) static JOINED: [[u8; 4]; 256] = {
    let mut planes = [[0; 4]; 256];
    let mut code = 0;
    while code < Laid::LIMIT as usize {
        let pairs = Laid::from_code(code as u8).pairs();
        let mut pair = 0;
        while pair < 4 {
            let (one, other) = (pairs[pair].0.index(), pairs[pair].1.index());
            planes[code][pair] = join(one, other) as u8;
            pair += 1;
        }
        code += 1;
    }
    planes
};

/// The plane of a tile that joins the ports `one` < `other`: AB, AC, … AH, BC, … GH.
const fn join(one: usize, other: usize) -> usize {
    one * (2 * Port::COUNT - 1 - one) / 2 + other - one - 1
}

/// A count as a byte, 255 if it is more.
pub(super) fn byte(count: impl TryInto<u8>) -> u8 {
    count.try_into().unwrap_or(u8::MAX)
}

/// How the board is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BoardForm {
    /// A plane of 0 and 1 for everything that a square can have: for networks that look at
    /// neighbouring squares.
    Planes,
    /// A code for each square and each piece: for embeddings and transformers, and about a tenth as
    /// long.
    Tokens,
}

impl BoardForm {
    /// Its name: `planes` or `tokens`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Planes => "planes",
            Self::Tokens => "tokens",
        }
    }
}

/// A field of an array: bytes that belong together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ArrayField {
    /// Its name, which no other field of the array has.
    pub name: String,
    /// The number of bytes before it.
    pub offset: usize,
    /// Its dimensions; the last one varies fastest.
    pub shape: Vec<usize>,
    /// What its bytes mean.
    pub meaning: String,
}

impl ArrayField {
    /// The number of bytes.
    #[expect(clippy::len_without_is_empty, reason = "no field is empty")]
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }
}

/// Collects fields one after the other.
#[derive(Debug, Default)]
pub(super) struct FieldList {
    pub fields: Vec<ArrayField>,
    pub len: usize,
}

impl FieldList {
    /// Adds a field, and returns where it begins.
    pub(super) fn add(&mut self, name: &str, shape: &[usize], meaning: impl Into<String>) -> usize {
        let offset = self.len;
        self.fields.push(ArrayField {
            name: name.into(),
            offset,
            shape: shape.into(),
            meaning: meaning.into(),
        });
        self.len += shape.iter().product::<usize>();
        offset
    }
}
