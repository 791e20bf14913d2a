//! [`Greedy`]: the bot that weighs its own freedom against that of the others.

use super::one_ahead::OneAhead;
use crate::game::{MAX_WAYS, Observation, Outlook, Seat, SeatSet};

/// Stays alive, then keeps its own ways open and closes those of the others.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "a bot without settings")]
pub struct Greedy;

/// The worth of an open way of the bot's own piece, in continuations with the tiles in the hand.
const OWN_WAY: i32 = 2;
/// The worth of a closed way of another piece.
const CLOSED_WAY: i32 = 1;
/// The worth of eliminating another piece: more than any freedom of the bot's own piece, but less than having a way on.
const KILL: i32 = 50;
/// The cost of having no way on with any tile.
const DOOMED: i32 = 100;

/// How good a placement with this outlook is for the active seat: whether its piece stays alive, then a number. More is
/// better.
///
/// If one person plays all pieces (`alone`), all are worth the same: their ways are kept open, and eliminating one
/// counts against a placement.
pub(super) fn worth(outlook: &Outlook, active: Seat, alive: SeatSet, alone: bool) -> (bool, i32) {
    let others = alive.without(SeatSet::only(active));
    let out = outlook.out.and(others);
    if alone {
        let open: i32 = alive.iter().map(|seat| i32::from(outlook.ways(seat))).sum();
        return (outlook.to.is_some(), i32::from(outlook.continuations) + OWN_WAY * open - KILL * i32::from(out.len()));
    }
    let closed: i32 = others.iter().map(|seat| i32::from(MAX_WAYS - outlook.ways(seat))).sum();
    let own = i32::from(outlook.continuations) + OWN_WAY * i32::from(outlook.ways(active));
    let wins = out == others;
    let doomed = outlook.ways(active) == 0 && !wins;
    let worth = own + CLOSED_WAY * closed + KILL * i32::from(out.len()) - if doomed { DOOMED } else { 0 };
    (outlook.to.is_some(), worth)
}

impl OneAhead for Greedy {
    type Worth = (bool, i32);

    fn worth(&self, see: &Observation<'_>, outlook: &Outlook) -> Self::Worth {
        worth(outlook, see.active(), see.alive(), see.plays_alone())
    }
}
