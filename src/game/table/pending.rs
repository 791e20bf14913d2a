//! [`Pending`]: what has happened in a game and is not dealt with yet.

use crate::board::{Face, RouteEnd, Square};
use crate::game::basics::timing::Timing;
use crate::game::event::Cause;
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use arrayvec::ArrayVec;

/// What has happened and is not dealt with yet.
#[derive(Debug, Clone, Default)]
pub(in crate::game) struct Pending {
    /// The pieces about to be lost, in the order in which they fell. Empty unless a rule acts at
    /// one of [`TimingSet::FALLING`](crate::game::TimingSet::FALLING).
    pub falling: Vec<Fall>,
    /// The threats of which rules have not heard, in order; they hear of the first. Empty unless
    /// one acts at [`Timing::Threat`].
    pub dangers: Vec<Danger>,
    /// Where the pieces go that a tile lets travel, while they wait until rules have heard of
    /// threats to them.
    pub trips: Option<Resolution>,
    /// The seats whose pieces rules have carried away from these trips.
    pub carried: SeatSet,
    /// Where the engine goes on when it is settled which of these pieces are lost, or no longer
    /// threatened.
    pub within: Within,
    /// Who has drawn which tiles of which rules have not heard, in the order of the draws. Empty
    /// unless one acts at [`Timing::Drawn`].
    pub drawn: Vec<(Seat, Face)>,
    /// The draw of which rules hear now.
    pub heard: Option<(Seat, Face)>,
    /// How many draws they have heard of, one after another.
    pub heard_of: u32,
    /// The moment that the draw of tiles has interrupted; `None`: the engine lets tiles be drawn
    /// when a turn ends.
    pub drawn_at: Option<Timing>,
    /// How far the engine has got with these draws.
    pub round: Round,
    /// Whether the end of the game is to be judged although perhaps no piece is out.
    pub is_judged: bool,
    /// Whether a rule has acted instead of the placement that is due.
    pub forgone: bool,
    /// What is kept until it changes.
    pub kept: LastingState,
}

/// A piece that is about to be lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::game) struct Fall {
    pub seat: Seat,
    pub cause: Cause,
    /// The seats whose pieces it has met, if that is why.
    pub met: SeatSet,
}

/// A square at which something is about to put pieces out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::game) struct Danger {
    pub square: Square,
    /// The seats of those pieces.
    pub seats: SeatSet,
}

/// What one placement does to all pieces that it touches, on the board as it will be (T7).
#[derive(Debug, Clone, serde::Serialize)]
#[non_exhaustive]
pub struct Resolution {
    /// The seats whose pieces travel, and how their trips end: the active one first, then
    /// clockwise.
    pub trips: ArrayVec<(Seat, RouteEnd), MAX_SEATS>,
    /// The seats whose pieces collide, whether they travel or not.
    pub met: SeatSet,
    /// The seats whose pieces collide with the active piece (L6).
    pub met_active: SeatSet,
}

/// The act that was interrupted because pieces are about to be lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::game) enum Within {
    /// A placement.
    #[default]
    Placement,
    /// What rules do when the pieces of a placement have travelled.
    Travel,
    /// What rules do at a moment.
    Act(Timing),
    /// The active piece faces a blocked square when it should place.
    Facing,
}

/// Where the drawing at the end of a turn stands, where tiles are drawn one by one.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::game) struct Round {
    /// The seat from which on the next one that draws is looked for, where it goes round the table
    /// and has begun.
    pub at: Option<Seat>,
    /// The tiles drawn so far by one seat, where only that draws.
    pub drawn: u16,
    /// Whether the holder of the token has drawn, and has yet to pass it on when rules have heard
    /// of the draw.
    pub token_is_due: bool,
}

/// What is kept for longer than a turn: what each seat has lost or owes, in four bits each, and the
/// squares that rules hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::game) struct LastingState {
    /// The lives lost without being eliminated (V16).
    pub lost_lives: Nibbles,
    /// The tiles played in turns of others, which are not replaced before the end of the seat's own
    /// (W1).
    pub owed: Nibbles,
    /// The squares that rules hold, as a set of bits.
    pub held: [u64; 4],
}

/// A number from 0 to 15 for each seat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::game) struct Nibbles([u32; MAX_SEATS / 8]);

impl Nibbles {
    pub(in crate::game) const fn get(self, seat: Seat) -> u8 {
        (self.0[seat.index() / 8] >> (seat.index() % 8 * 4) & 15) as u8
    }

    pub(in crate::game) fn set(&mut self, seat: Seat, number: u8) {
        let (word, shift) = (&mut self.0[seat.index() / 8], seat.index() % 8 * 4);
        *word = *word & !(15 << shift) | u32::from(number & 15) << shift;
    }
}
