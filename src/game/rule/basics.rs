//! [`Basics`]: what the core reads of a rule set while it plays; and the words and sets that are the values of its keys.

use crate::board::{Board, FACES, Grid, Size};
use crate::game::event::Cause;
use crate::game::pieces::seat::PlayerCounts;
use crate::game::rule::ability::Abilities;
use crate::game::rule::key::KeyWord;
use crate::game::rule::placement::Filter;
use crate::game::rule::timing::TimingSet;
use crate::game::rule::words::{KeyWords, key_words};

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
    pub(crate) const fn contains_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

key_words! {
    /// Who takes the first turn (`players.first`; C1, L2).
    #[non_exhaustive]
    pub enum FirstPlayer {
        Seat = "seat": "the first seat begins",
        Random = "random": "a random seat begins",
    }
}

key_words! {
    /// What no placement may do unless every placement does it (`placement.never`; S13).
    #[non_exhaustive]
    pub enum ForbiddenOutcome {
        SharedWake = "shared-wake": "two pieces that stood at different ports come to stand at the same one",
    }
}

key_words! {
    /// When a placement that should be avoided is legal nevertheless (`placement.unless`; C3, L1).
    #[non_exhaustive]
    pub enum AvoidException {
        NoOtherMove = "no-other-move": "`avoid` does not apply when every placement does something in it",
        NoSafeMove = "no-safe-move": "`avoid` does not apply when no placement keeps the player alive",
    }
}

key_words! {
    /// What happens to pieces that meet (`movement.meeting`; C5, S14).
    #[non_exhaustive]
    pub enum Meeting {
        Collide = "collide": "pieces that meet are both out",
        Pass = "pass": "pieces that meet pass each other",
    }
}

key_words! {
    /// Where the hands of eliminated players go (`draw.returned`; C6, S16).
    #[non_exhaustive]
    pub enum ReturnOrder {
        Shuffle = "shuffle": "into the pile, which is shuffled",
        Bottom = "bottom": "under the pile, in ascending order",
    }
}

key_words! {
    /// Who wins when one placement eliminates everyone left (`end.tie-break`; C10, L6, L7).
    #[non_exhaustive]
    pub enum TieBreak {
        None = "none": "all who are eliminated last tie",
        ActiveFirst = "active-first": "the active player counts as eliminated before the others",
    }
}

/// What the core reads of a rule set while it plays: values of its keys, and what follows from them and from its rules
/// (the deck, the empty board, the moments at which the hazard acts, the rule that forbids placements). Module `ruleset`
/// makes it from a rule set whose values it has checked.
#[allow(clippy::struct_excessive_bools, reason = "each is a yes-or-no key of its own in the file")]
#[derive(Debug, Clone)]
pub struct Basics<Z: Size> {
    /// The board's shape (T1).
    pub(crate) grid: Grid<Z>,
    /// The numbers of players with which the rules can be played.
    pub(crate) players: PlayerCounts,
    /// The number of teams; 0: each seat plays for itself (V9).
    pub(crate) teams: u8,
    /// Whether the seat that goes first is chosen at random; otherwise it is seat 0 (L2).
    pub(crate) first_at_random: bool,
    /// Hand size, 1–5.
    pub(crate) hand: u8,
    /// The number of copies of each face in the deck.
    pub(crate) copies: [u16; FACES],
    /// Whether the whole table has one open hand (V3).
    pub(crate) open: bool,
    /// Whether two pieces may start on the same square (T4).
    pub(crate) share_square: bool,
    /// How many tiles are placed in a turn, 1–3 (V8).
    pub(crate) turn_tiles: u8,
    /// The causes of elimination of the active piece that a placement should avoid (C3, L1, S13).
    pub(crate) avoid: CauseSet,
    /// Whether a placement that puts two ships on one wake is illegal, unless every placement does (S13).
    pub(crate) never_share_wake: bool,
    /// The hazard rule's cause of elimination for a piece whose path ends before a blocked square.
    pub(crate) cause_of_blocked: Cause,
    /// The rule that forbids further placements (V14); `None`: none does.
    pub(crate) filter: Option<Filter>,
    /// When placements that should be avoided are legal after all (C3, L1).
    pub(crate) unless: AvoidException,
    /// What happens to pieces that meet (C5, S14).
    pub(crate) meeting: Meeting,
    /// How the hands of eliminated players go back into the pile (C6, S16).
    pub(crate) returned: ReturnOrder,
    /// The fewest seats with which a player may exchange tiles with those it eliminated; `None`: never (C12).
    pub(crate) exchange_from: Option<u8>,
    /// Who wins when one placement eliminates everyone left (L6).
    pub(crate) tie_break: TieBreak,
    /// The number of turns after which the game ends in any case.
    pub(crate) turn_limit: u32,
    /// A board without tiles, copied at the start of each game.
    pub(crate) empty: Board<Z>,
    /// The numbers of the faces of all tiles, ascending.
    pub(crate) deck: Vec<u8>,
    /// The moments at which the hazard acts.
    pub(crate) timings: TimingSet,
    /// Whether the score rule is told of tiles that are taken off the board.
    pub(crate) tells_removed: bool,
    /// What any of the rules can do.
    pub(crate) abilities: Abilities,
    /// The most tiles in a hand while tiles are drawn; the hand size, unless the draw rule says more.
    pub(crate) hand_limit: u8,
}

impl<Z: Size> Basics<Z> {
    /// The board's shape (T1).
    #[inline]
    pub const fn grid(&self) -> &Grid<Z> {
        &self.grid
    }

    /// The numbers of players with which the rules can be played.
    pub const fn players(&self) -> PlayerCounts {
        self.players
    }

    /// Whether the seat that goes first is chosen at random; otherwise it is seat 0 (L2).
    pub const fn first_at_random(&self) -> bool {
        self.first_at_random
    }

    /// Hand size, 1–5.
    pub const fn hand(&self) -> u8 {
        self.hand
    }

    /// How many tiles are placed in a turn, 1–3 (V8).
    pub const fn turn_tiles(&self) -> u8 {
        self.turn_tiles
    }

    /// Whether the whole table has one open hand (V3).
    pub const fn open(&self) -> bool {
        self.open
    }

    /// The number of copies of each face in the deck.
    pub const fn copies(&self) -> &[u16; FACES] {
        &self.copies
    }

    /// What happens to pieces that meet (C5, S14).
    pub const fn meeting(&self) -> Meeting {
        self.meeting
    }

    /// How the hands of eliminated players go back into the pile (C6, S16).
    pub const fn returned(&self) -> ReturnOrder {
        self.returned
    }

    /// Whether rules may move pieces and tiles in ways in which no placement does: then a piece need not stand on a tile.
    pub(crate) const fn moves_pieces(&self) -> bool {
        self.abilities.contains(Abilities::MOVES_PIECES)
    }

    /// The number of turns after which the game ends in any case.
    pub const fn turn_limit(&self) -> u32 {
        self.turn_limit
    }
}
