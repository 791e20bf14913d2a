//! What the engine and a rule tell each other: what the rule knows when a game begins, when it is
//! asked whether that has ended, what it hears of pieces, and what it says of a placement.

use crate::board::{Laid, Port, Shape, Square};
use crate::game::declare::look::RulePiece;
use crate::game::pieces::seat::Seat;

/// What a rule knows when a game begins.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Setup<'a> {
    /// The number of seats (T8).
    pub seats: u8,
    /// The board (T1, V5–V7).
    pub shape: &'a Shape,
}

impl<'a> Setup<'a> {
    /// A game of `seats` on a board.
    pub const fn new(seats: u8, shape: &'a Shape) -> Self {
        Self { seats, shape }
    }
}

/// When a rule is asked whether the game has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Occasion {
    /// The pieces of a placement have travelled, whether one is eliminated or not. Asked only where
    /// a rule acts at [`Timing::Travelled`](crate::game::Timing::Travelled), and before any other end.
    Travelled,
    /// A placement has eliminated a piece.
    Placement,
    /// An act of a rule has eliminated a piece, or a rule that
    /// [counts pieces](crate::game::Rule::count_pieces) wants to judge that pieces of other rules
    /// have left the game.
    Act,
    /// A turn is over.
    TurnEnd,
    /// No more turns are allowed (`end.turn-limit`): who wins? The game ends in any case; if no
    /// rule answers, all who are alive win.
    TurnLimit,
}

/// How many pieces the rules of a rule set have, counting all rules with a
/// [supply](crate::game::Rule::supply).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PieceCount {
    /// How many there are when a game begins.
    pub all: u32,
    /// How many are on the board or may still come onto it; the others are out of the game.
    pub in_play: u32,
}

impl PieceCount {
    /// Counts `all` pieces of a rule, of which `in_play` are still in the game.
    pub const fn new(all: u32, in_play: u32) -> Self {
        Self { all, in_play }
    }

    /// How many are out of the game.
    pub const fn out(self) -> u32 {
        self.all.saturating_sub(self.in_play)
    }
}

/// What a rule says of a placement, from the mildest to the strictest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Verdict {
    /// The rule says nothing against it.
    Allowed,
    /// It is not legal as long as another is left. This is judged last, among the placements that
    /// the keys of `[placement]` leave (V14).
    Avoided,
    /// It is not legal, even if all that are left eliminate the player's own piece: this is judged
    /// before `placement.avoid`, as `placement.never` is. Only if the rule says so of every
    /// placement, all of them stay.
    Never,
}

/// A piece that travels over a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Crossing {
    /// Whose piece.
    pub seat: Seat,
    /// Where the tile lies.
    pub square: Square,
    /// The tile.
    pub tile: Laid,
    /// The port at which it enters.
    pub from: Port,
    /// The port at which it leaves.
    pub to: Port,
}

impl Crossing {
    /// A piece of `seat` travels over `tile` on `square`, from one port to the other.
    pub const fn new(seat: Seat, square: Square, tile: Laid, from: Port, to: Port) -> Self {
        Self { seat, square, tile, from, to }
    }
}

/// A guest that its host has drawn, and where it comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct DrawnGuest {
    /// The guest with its number among the host's pieces, the square to which it comes, and its
    /// direction.
    pub piece: RulePiece,
    /// The dice that named the square, each from 1.
    pub dice: [u32; 2],
    /// Why the host has drawn it, as it tells of its own.
    pub reason: &'static str,
}

impl DrawnGuest {
    /// This guest comes because the dice named its square.
    pub const fn new(piece: RulePiece, dice: [u32; 2], reason: &'static str) -> Self {
        Self { piece, dice, reason }
    }
}
