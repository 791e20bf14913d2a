//! [`Greedy`]: the bot that weighs its own freedom against that of the others.

use super::one_ahead::OneAhead;
use crate::game::{MAX_WAYS, Observation, Outlook, Seat, SeatSet};

/// Stays alive, then keeps its own ways open and closes the ways of its opponents.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "a bot without settings")]
pub struct Greedy;

/// The worth of an open way of the bot's own piece, in continuations with the tiles in the hand.
const OWN_WAY: i32 = 2;
/// The worth of a closed way of another piece.
const CLOSED_WAY: i32 = 1;
/// The worth of eliminating another piece: more than any freedom of the bot's own piece, but less
/// than having a way on.
const KILL: i32 = 50;
/// The cost of having no way on with any tile.
pub(super) const DOOMED: i32 = 100;

/// How good a placement with this outlook is for the active seat: whether its piece stays alive,
/// then a number. More is better.
///
/// The ways of the pieces that do not play against it are kept open, and eliminating one counts
/// against a placement. If it has no opponents, because one person plays all pieces, all pieces are
/// worth the same.
pub(super) fn worth(
    outlook: &Outlook,
    active: Seat,
    alive: SeatSet,
    opponents: SeatSet,
) -> (bool, i32) {
    let (foes, friends) = (alive.and(opponents), alive.without(opponents));
    let open: i32 = friends.iter().map(|seat| i32::from(outlook.ways(seat))).sum();
    let lost = outlook.out.and(friends.without(SeatSet::only(active)));
    let own = i32::from(outlook.continuations) + OWN_WAY * open - KILL * i32::from(lost.len());
    if foes.is_empty() {
        return (outlook.to.is_some(), own);
    }
    let out = outlook.out.and(foes);
    let closed: i32 = foes.iter().map(|seat| i32::from(MAX_WAYS - outlook.ways(seat))).sum();
    let wins = out == foes;
    let doomed = outlook.ways(active) == 0 && !wins;
    let worth =
        own + CLOSED_WAY * closed + KILL * i32::from(out.len()) - if doomed { DOOMED } else { 0 };
    (outlook.to.is_some(), worth)
}

impl OneAhead for Greedy {
    type Worth = (bool, i32);

    fn worth(&self, see: &Observation<'_>, outlook: &Outlook) -> Self::Worth {
        worth(outlook, see.active(), see.alive(), see.opponents(see.active()))
    }
}
