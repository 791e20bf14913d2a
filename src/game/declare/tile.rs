//! [`TileDecl`]: a special tile that a rule puts into the deck.

use super::look::Look;
use crate::board::{FACES, Face, KINDS};
use crate::game::pieces::hand::MAX_HAND;

/// The number of different special tiles that a rule set can have.
pub const SPECIALS: usize = KINDS - FACES;

/// A tile that has something of a rule's on it instead of paths, declared once as a `static` and
/// put into the deck by [`Plan::put_into_deck`](crate::game::Plan::put_into_deck).
///
/// It is dealt, held, drawn, exchanged and returned like all others, and counts in a hand. One with
/// an odd number is in no placement: who holds nothing else passes (C11). Its rule offers it in a
/// question, and then [puts](crate::game::Table::put) it elsewhere. One with an even number, 36 or
/// 38, can be placed as well: it makes its square a [haven](crate::board::Content::Haven), and its
/// rule [hears of it](crate::game::Rule::placed).
///
/// ```
/// use tsuro::game::{Look, LookColor, Texts, TileDecl};
///
/// static CANNON: Look =
///     Look::new('!', LookColor::Red, Texts(&[("en", "a cannon"), ("fr", "un canon")]));
/// static TILE: TileDecl = TileDecl::new(35, &CANNON);
/// assert!(TILE.face.is_special());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TileDecl {
    /// What deck, hands and records have of it.
    pub face: Face,
    /// How it looks, and what it is called.
    pub look: &'static Look,
    /// How many of them one hand may hold, see [`TileDecl::most_in_hand`].
    pub(crate) most: u8,
}

impl TileDecl {
    /// The special tile of this number, from 35 to 39, with this look. Two rules of a rule set
    /// cannot have the same number.
    ///
    /// # Panics
    /// If the number is none of these: for a `static`, when it is compiled.
    pub const fn new(number: u8, look: &'static Look) -> Self {
        match Face::of_tile(number) {
            Some(face) if face.is_special() => Self { face, look, most: MAX_HAND as u8 },
            _ => panic!("special tiles have numbers from 35 to 39"),
        }
    }

    /// Sets how many of this tile a hand holds at most: the deal goes past further ones, which stay
    /// in the pile, and no exchange leaves more of them. The rule decides what becomes of one that
    /// is drawn, at [`Timing::Drawn`](crate::game::Timing::Drawn).
    #[must_use]
    pub const fn most_in_hand(self, most: u8) -> Self {
        Self { most, ..self }
    }
}
