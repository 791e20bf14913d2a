//! [`Basics`]: the part of a rule set that is plain data, which the core reads while it plays.

use crate::board::{Board, FACES, Grid, Size};
use crate::game::event::Cause;

/// A set of causes of elimination, as `placement.avoid` lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CauseSet(u8);

impl CauseSet {
    /// The set with `cause` added. All causes of rules from outside the crate count as one.
    #[must_use]
    pub const fn with(self, cause: Cause) -> Self {
        Self(self.0 | 1 << cause.slot())
    }

    /// Whether `cause` is in the set.
    #[inline]
    pub const fn contains(self, cause: Cause) -> bool {
        self.0 >> cause.slot() & 1 != 0
    }

    /// Whether all of `other` are in the set.
    #[inline]
    pub const fn contains_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// When placements that should be avoided are legal after all (`placement.unless`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AvoidException {
    /// When every placement should be avoided (C3).
    NoOtherMove,
    /// When no placement keeps the active player alive (L1).
    NoSafeMove,
}

/// What happens to pieces that meet (`movement.meeting`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meeting {
    /// They are eliminated (C5).
    Collide,
    /// They pass each other (S14).
    Pass,
}

/// How the hands of eliminated players go back into the pile (`draw.returned`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReturnOrder {
    /// They are added to the pile, which is shuffled (C6).
    Shuffle,
    /// They go under the pile in ascending order (S16).
    Bottom,
}

/// Who wins when one placement eliminates everyone left (`end.tie-break`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TieBreak {
    /// All of them tie (C10, L7).
    None,
    /// The active player counts as eliminated before the others, who win (L6).
    ActiveFirst,
}

/// The part of a rule set that is plain data. Module `ruleset` makes it from a rule set whose values it has checked.
#[allow(clippy::struct_excessive_bools, reason = "each is a yes-or-no key of its own in the file")]
#[derive(Debug, Clone)]
pub struct Basics<Z: Size> {
    /// The board's shape (T1).
    pub grid: Grid<Z>,
    /// The fewest and the most seats.
    pub players: (u8, u8),
    /// Whether the seat that goes first is chosen at random; otherwise it is seat 0 (L2).
    pub first_at_random: bool,
    /// Hand size, 1–5.
    pub hand: u8,
    /// The number of copies of each face in the deck.
    pub copies: [u16; FACES],
    /// Whether the whole table has one open hand (V3).
    pub open: bool,
    /// Whether two pieces may start on the same square (T4).
    pub share_square: bool,
    /// The causes of elimination of the active piece that a placement should avoid (C3, L1, S13).
    pub avoid: CauseSet,
    /// Whether a placement that puts two ships on one wake is illegal, unless every placement does (S13).
    pub never_share_wake: bool,
    /// The cause for which a piece is out whose path ends before a blocked square, from the hazard rule.
    pub cause_of_blocked: Cause,
    /// When placements that should be avoided are legal after all (C3, L1).
    pub unless: AvoidException,
    /// What happens to pieces that meet (C5, S14).
    pub meeting: Meeting,
    /// How the hands of eliminated players go back into the pile (C6, S16).
    pub returned: ReturnOrder,
    /// The fewest seats with which a player may exchange tiles with those it eliminated; `None`: never (C12).
    pub exchange_from: Option<u8>,
    /// Who wins when one placement eliminates everyone left (L6).
    pub tie_break: TieBreak,
    /// The number of turns after which the game ends in any case.
    pub turn_limit: u32,
    /// A board without tiles, copied at the start of each game.
    pub empty: Board<Z>,
    /// The numbers of the faces of all tiles, ascending.
    pub deck: Vec<u8>,
    /// Whether the score rule is told of tiles that are taken off the board.
    pub tells_removed: bool,
}
