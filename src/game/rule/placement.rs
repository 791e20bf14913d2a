//! [`PlacementRule`]: a rule that forbids placements.

use crate::board::{Content, Laid, Place, Square};
use crate::game::event::Consequence;
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::traits::sealed;
use std::fmt::Debug;
use std::sync::Arc;

/// Forbids placements, always or as long as another is left.
///
/// It is asked last, about the placements that the keys of `[placement]` leave (C3, S13), and for each is told what it
/// would do to every piece. What it looks at is what the placing seat sees, so it cannot tell anybody anything that is
/// hidden. It has no state: what a rule has to remember belongs to a hazard rule.
///
/// ```
/// use tsuro::board::Laid;
/// use tsuro::game::{Consequence, PlacementRule, PlacementTable, PlacementVerdict};
///
/// /// Nobody lays a tile that leaves its own piece facing a square of the first column, if it can help it.
/// #[derive(Debug)]
/// struct AwayFromA;
///
/// impl PlacementRule for AwayFromA {
///     fn verdict(&self, table: &dyn PlacementTable, _: Laid, consequences: &[Consequence]) -> PlacementVerdict {
///         let faces_a = |place: tsuro::board::Place| place.square().column() == 0;
///         match consequences.iter().find(|consequence| consequence.player == table.active()).and_then(|own| own.to) {
///             Some(place) if faces_a(place) => PlacementVerdict::Avoided,
///             _ => PlacementVerdict::Allowed,
///         }
///     }
/// }
/// ```
pub trait PlacementRule: Debug + Send + Sync + 'static {
    /// What the rule says of a placement with these consequences: the active piece first, then clockwise.
    fn verdict(&self, table: &dyn PlacementTable, tile: Laid, consequences: &[Consequence]) -> PlacementVerdict;
}

/// A placement rule with its name.
pub(crate) type Filter = (&'static str, Arc<dyn PlacementRule>);

/// What a [`PlacementRule`] says of a placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlacementVerdict {
    /// It is legal.
    Allowed,
    /// It is not legal as long as there is another that is.
    Avoided,
}

/// A game as its active seat sees it before a placement. Only the engine implements it: it can gain methods without
/// breaking rules that exist.
pub trait PlacementTable: sealed::Sealed {
    /// The number of seats at the start (T8).
    fn seats(&self) -> u8;
    /// The number of the turn, from 1.
    fn turn(&self) -> u32;
    /// The seat that places.
    fn active(&self) -> Seat;
    /// The seats not eliminated.
    fn alive(&self) -> SeatSet;
    /// Where the piece of a seat stands, or stood last if it is eliminated.
    fn place(&self, seat: Seat) -> Place;
    /// What lies on a square of the board.
    fn content(&self, square: Square) -> Content;
    /// The hand of the seat that places.
    fn hand(&self) -> Hand;
    /// The number of tiles that a seat holds.
    fn hand_len(&self, seat: Seat) -> usize;
}
