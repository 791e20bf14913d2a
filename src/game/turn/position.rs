//! [`Position`]: a game between two turns as plain data, to set a game up and to read one off.

use super::interrupted::AskedAbout;
use crate::board::{Face, Laid, Place, Square};
use crate::game::basics::timing::Timing;
use crate::game::declare::look::RulePiece;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::table::core::ChanceCounts;

/// One seat of a [`Position`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PlayerPosition {
    /// Where its piece stands; `None` before it has chosen a start mark.
    pub at: Option<Place>,
    /// Whether its piece has left its start mark; `None`: it has, unless it stands at an edge.
    pub started: Option<bool>,
    /// Its tiles, none where the table has one open hand.
    pub hand: Vec<Face>,
    /// Whether its piece may move to another start mark in its next turn (S12).
    pub displaced: bool,
    /// Whether its piece waits off the board to come back in its next turn (V16).
    pub waits: bool,
    /// How many lives it has left, the one that it plays included; `None`: all that the rules give
    /// (V16).
    pub lives: Option<u8>,
    /// How many tiles it has played in turns of others, which are not replaced before the end of
    /// its own (W1).
    pub owed: u8,
}

/// Where in the course of a game a [`Position`] stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum PositionPhase {
    /// Between two turns, or after the end: the next turn begins with its hazard.
    #[default]
    Turn,
    /// The active seat chooses its start mark, the seats without a place after it (C1).
    Start,
    /// The active seat chooses the start mark on which its piece comes back (V16).
    Return,
    /// The active seat may move to another start mark (S12).
    Relocate {
        /// Whether it must.
        must: bool,
    },
    /// The active seat places a tile (C2).
    Place,
    /// The active seat may exchange tiles (C12).
    Exchange {
        /// The hands of the pieces that were just eliminated, by seat in ascending order; their
        /// tiles are not in the pile yet.
        offered: Vec<(Seat, Vec<Face>)>,
    },
    /// A rule asks a seat.
    Ask {
        /// The name of the rule.
        rule: String,
        /// The seat that is asked.
        player: Seat,
        /// The moment at which the rule acts.
        at: Timing,
        /// The occasion of a question that interrupts something else.
        about: Option<AskedAbout>,
    },
}

impl PositionPhase {
    /// Whether no start mark is chosen yet, or not all: a rule asks while the game is set up, or
    /// the marks are chosen.
    pub(crate) const fn is_before_first_turn(&self) -> bool {
        matches!(self, Self::Start | Self::Ask { at: Timing::SetUp, .. })
    }

    /// Whether a placement is made and another may follow.
    pub(crate) const fn is_after_placement(&self) -> bool {
        matches!(self, Self::Exchange { .. } | Self::Ask { at: Timing::AfterPlacement, .. })
    }

    /// Whether a rule asks after the placement.
    pub(super) const fn asks_late(&self) -> bool {
        matches!(
            self,
            Self::Ask {
                at: Timing::AfterPlacement
                    | Timing::Drawing
                    | Timing::Drawn
                    | Timing::TurnEnds
                    | Timing::NextSeat,
                ..
            }
        )
    }

    /// The tile that was placed, and over which no piece has sailed.
    pub(crate) const fn placed(&self) -> Option<(Square, Laid)> {
        match self {
            &Self::Ask { about: Some(AskedAbout::Placed(square, tile)), .. } => {
                Some((square, tile))
            }
            _ => None,
        }
    }

    /// The square on which a piece of a rule threatens others, and to which it may just have come.
    pub(super) const fn threatening(&self) -> Option<Square> {
        match self {
            &Self::Ask { about: Some(AskedAbout::Piece(square)), .. } => Some(square),
            _ => None,
        }
    }

    /// Whether the turn may have laid tiles.
    pub(crate) const fn has_laid(&self) -> bool {
        matches!(
            self,
            Self::Place
                | Self::Exchange { .. }
                | Self::Ask {
                    at: Timing::Due | Timing::Threat | Timing::Ahead | Timing::Drawn,
                    ..
                }
        ) || self.asks_late()
    }

    /// How many tiles it has laid at least, and at most, if a turn lays as many as this (V8).
    pub(super) const fn may_have_laid(&self, turn_tiles: u8) -> (u8, u8) {
        match self {
            Self::Place | Self::Ask { at: Timing::Due, .. } => (0, turn_tiles - 1),
            _ if self.has_placed() => (1, turn_tiles),
            _ if self.threatening().is_some() => (0, 0),
            // A turn may also end with a pass.
            _ if self.has_laid() => (0, turn_tiles),
            _ => (0, 0),
        }
    }

    /// Whether a placement is made, and nothing comes between it and the question but its own
    /// consequences.
    pub(crate) const fn has_placed(&self) -> bool {
        self.is_after_placement() || self.placed().is_some()
    }

    /// Whether the turn has begun.
    pub(super) const fn is_mid_turn(&self) -> bool {
        !matches!(self, Self::Turn) && !self.is_before_first_turn()
    }
}

/// A game at a moment at which a seat decides, between two turns, or at its end.
///
/// As JSON it is written and read under rules, by `Game::position` and
/// `Game::at`: the states of the rules are in it, and a pile that is left out follows from
/// the deck. So it has no `serde` of its own.
///
/// ```
/// use std::sync::Arc;
/// use tsuro::Game;
///
/// let mut game = Game::new("classic", 2, "any text")?;
/// let seat = game.decision().expect("the game has just begun").seat();
/// let choice = game.observe(seat).choices()[0].clone();
/// game.play(&choice)?;
///
/// // As JSON, which `docs/formats/positions.md` describes: what is past is not in it.
/// let position = game.position();
/// let again = Game::at(Arc::clone(game.variant()), &position, "other luck from here on")?;
/// assert_eq!(again.position(), position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Position {
    /// Where in the course of the game it stands.
    pub phase: PositionPhase,
    /// In the middle of a turn, how many outcomes of each kind of chance the turn has had: the next
    /// one of a kind is drawn with the next number.
    pub outcomes: ChanceCounts,
    /// How many tiles the turn has laid, where it may lay more than one (V8).
    pub laid: u8,
    /// In [`PositionPhase::Place`], the square that was chosen for the placement, where the team
    /// has several (W7); `None`: it is still to be chosen.
    pub aim: Option<Square>,
    /// After a placement, the seats whose pieces travelled in it, under rules that ask for them.
    pub travelled: SeatSet,
    /// The tiles on the board.
    pub tiles: Vec<(Square, Laid)>,
    /// The players by seat; `None`: eliminated.
    pub players: Vec<Option<PlayerPosition>>,
    /// Whose turn it is or comes; in [`PositionPhase::Start`], who chooses.
    pub active: Seat,
    /// The table's one open hand, if the rules have it (V3).
    pub open_hand: Option<Vec<Face>>,
    /// The draw pile from the top. Tiles of the deck that are nowhere in the position are out of
    /// the game.
    pub pile: Vec<Face>,
    /// The seat that holds the token; `None`: no seat.
    pub holder: Option<Seat>,
    /// The number of the turn in which it stands or that comes, from 1.
    pub turn: u32,
    /// The pieces of rules on the board.
    pub rule_pieces: Vec<RulePiece>,
    /// Squares that a rule blocks without a piece.
    pub blocked: Vec<Square>,
    /// Squares at which paths end and on which nothing is laid, where no state of a rule says so.
    pub havens: Vec<Square>,
    /// The indices of the pieces in the supply; `None`: all that are not on the board.
    pub supply: Option<Vec<u8>>,
    /// The indices of the pieces under the supply, in the order in which they come (W2).
    pub under: Vec<u8>,
    /// The points of each seat, if a rule has points to set.
    pub scores: Option<Vec<i64>>,
}

impl Position {
    /// The tiles that are offered in an exchange.
    pub(crate) fn offered(&self) -> impl Iterator<Item = Face> {
        let offered =
            if let PositionPhase::Exchange { offered } = &self.phase { &offered[..] } else { &[] };
        offered.iter().flat_map(|(_, hand)| hand.iter().copied())
    }
}
