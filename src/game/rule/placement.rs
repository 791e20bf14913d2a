//! [`PlacementRule`]: a rule that forbids placements.

use crate::board::{Content, Laid, Place, Square};
use crate::game::event::Consequence;
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{Seat, SeatSet};
use std::fmt::Debug;
use std::sync::Arc;

/// Forbids placements as long as others are left.
///
/// It is asked about each placement that `placement.never` leaves, and is told what that would do to every piece. It sees
/// what the placing seat sees, so its answer tells nobody anything that is hidden. It has no state: what a rule has to
/// remember belongs to a hazard rule. Ask it the same twice, and it has to give the same answer.
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
///         let own = consequences.iter().find(|consequence| consequence.player == table.active());
///         match own.and_then(|own| own.to) {
///             Some(place) if place.square().column() == 0 => PlacementVerdict::Avoided,
///             _ => PlacementVerdict::Allowed,
///         }
///     }
/// }
/// ```
pub trait PlacementRule: Debug + Send + Sync + 'static {
    /// What the rule says of laying `tile`, which has these consequences: for the active piece first, then clockwise for
    /// the others that travel. Pieces that it does not touch are not among them.
    fn verdict(&self, table: &dyn PlacementTable, tile: Laid, consequences: &[Consequence]) -> PlacementVerdict;
}

/// The placement rule of a rule set.
#[derive(Debug, Clone)]
pub(crate) struct Filter {
    /// Its name.
    pub name: &'static str,
    /// Whether it was added from outside the crate.
    pub is_from_outside: bool,
    pub rule: Arc<dyn PlacementRule>,
}

/// What a [`PlacementRule`] says of a placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlacementVerdict {
    /// The rule says nothing against it.
    Allowed,
    /// It is not legal as long as another is left. This is judged last, among the placements that the keys of
    /// `[placement]` leave (V14).
    Avoided,
    /// It is not legal, even if all that are left eliminate the player's own piece: this is judged before
    /// `placement.avoid`, as `placement.never` is. Only if the rule says so of every placement, all of them stay.
    Never,
}

/// Keeps [`PlacementTable`] to the engine, so that methods can be added to it.
pub(in crate::game) mod sealed {
    /// A game that placement rules look at.
    pub trait PlacementSeal {}
}

/// A game as its active seat sees it before a placement. Only the engine implements it: it can gain methods without
/// breaking rules that exist.
pub trait PlacementTable: sealed::PlacementSeal {
    /// The number of seats at the start (T8).
    fn seats(&self) -> u8;
    /// The number of the turn, from 1.
    fn turn(&self) -> u32;
    /// The seat that places.
    fn active(&self) -> Seat;
    /// The seats not eliminated.
    fn alive(&self) -> SeatSet;
    /// Where the piece of a seat stands; `None` if it is eliminated.
    fn place(&self, seat: Seat) -> Option<Place>;
    /// What lies on a square of the board.
    fn content(&self, square: Square) -> Content;
    /// The hand of the seat that places, or the one hand of the table (V3).
    fn hand(&self) -> Hand;
}
