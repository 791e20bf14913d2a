//! What happens in a game, as it happens.
//!
//! The engine reports to a [`Sink`]: records, screens, statistics, tests and the network all feed on the same events. Their order is that of
//! `docs/formats/records.md`.

use crate::board::{Face, Laid, Place, Rotation, Size, Square};
use crate::game::chance::Dice;
use crate::game::pieces::hand::{Hand, Pile};
use crate::game::pieces::seat::{Seat, SeatSet};
use std::fmt;

/// Why a piece is out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// Its path ends at the edge (C4, S15).
    Edge,
    /// Its path and another's became one (C5).
    Collision,
    /// Its path is an endless loop (S15).
    Loop,
    /// A daikaiju got it (S7, S9, S11, S12, S15).
    Daikaiju,
    /// A rule from outside the crate, as `name/word`.
    Rule(&'static str),
}

impl Cause {
    /// The causes of the shipped rules.
    pub const ALL: [Self; 4] = [Self::Edge, Self::Collision, Self::Loop, Self::Daikaiju];

    /// Its place in a table of causes, below 5: those of rules from outside the crate share the last one.
    pub const fn slot(self) -> usize {
        match self {
            Self::Edge => 0,
            Self::Collision => 1,
            Self::Loop => 2,
            Self::Daikaiju => 3,
            Self::Rule(_) => 4,
        }
    }

    /// As in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Edge => "edge",
            Self::Collision => "collision",
            Self::Loop => "loop",
            Self::Daikaiju => "daikaiju",
            Self::Rule(name) => name,
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// One piece was left (C10).
    LastStanding,
    /// All that were left went out at once (C10, L7, S18).
    Tie,
    /// Several were left when the tiles were gone or the board was full (C10, T9).
    Shared,
    /// Points decided (V1, V2, V4).
    Score,
    /// The turn limit was reached.
    TurnLimit,
    /// A rule from outside the crate, as `name/word`.
    Rule(&'static str),
}

impl Outcome {
    /// The outcomes of the shipped rules.
    pub const ALL: [Self; 5] = [Self::LastStanding, Self::Tie, Self::Shared, Self::Score, Self::TurnLimit];

    /// As in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LastStanding => "last-standing",
            Self::Tie => "tie",
            Self::Shared => "shared",
            Self::Score => "score",
            Self::TurnLimit => "turn-limit",
            Self::Rule(name) => name,
        }
    }
}

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// Who won; the win is split evenly among them.
    pub winners: SeatSet,
    /// How.
    pub outcome: Outcome,
}

/// Why a daikaiju was placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpawnReason {
    /// Before the first turn (S1).
    Setup,
    /// The die showed a 6 (S5).
    Six,
    /// There were too few (S10).
    Minimum,
}

impl SpawnReason {
    /// As in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Six => "six",
            Self::Minimum => "minimum",
        }
    }
}

/// Where a wake tile goes that is taken off the board (S7, S9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// Under the draw pile.
    Pile,
    /// Out of the game.
    Box,
}

impl Destination {
    /// As in records and rule-set files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pile => "pile",
            Self::Box => "box",
        }
    }
}

/// A draw pile as events show it: only for reading.
pub trait PileView: Send + Sync {
    /// How many tiles there are.
    fn len(&self) -> usize;
    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The tile `depth` below the top; `depth` is below [`PileView::len`].
    fn at(&self, depth: usize) -> Face;
}

impl fmt::Debug for dyn PileView + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len()).map(|depth| self.at(depth).number())).finish()
    }
}

impl<Z: Size> PileView for Pile<Z> {
    fn len(&self) -> usize {
        Self::len(self)
    }
    fn at(&self, depth: usize) -> Face {
        Self::at(self, depth)
    }
}

/// Tiles from the top.
impl PileView for Vec<Face> {
    fn len(&self) -> usize {
        self.len()
    }
    fn at(&self, depth: usize) -> Face {
        self[depth]
    }
}

/// Something that happened.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The tiles were dealt (C1).
    Deal {
        /// A hand a seat; one for the whole table where it is open (V3).
        hands: &'a [Hand],
        /// The draw pile.
        pile: &'a dyn PileView,
    },
    /// A daikaiju was placed (S2).
    DaikaijuPlaced {
        /// Its index in `hazard.tiles`.
        tile: u8,
        /// Quarter-turns clockwise.
        facing: Rotation,
        /// Where.
        square: Square,
        /// The roll that counted.
        dice: Dice,
        /// Why.
        reason: SpawnReason,
    },
    /// A seat chose its start mark (C1).
    Start {
        /// Who.
        player: Seat,
        /// The mark.
        mark: Place,
    },
    /// A turn began.
    Turn {
        /// Whose.
        player: Seat,
        /// From 1.
        number: u32,
    },
    /// Two dice were rolled (S5).
    Roll {
        /// What they show.
        dice: Dice,
    },
    /// One die was rolled for all daikaiju (S5).
    Die {
        /// 1–6.
        value: u8,
    },
    /// A daikaiju moved one square (S5).
    DaikaijuMoved {
        /// Its index in `hazard.tiles`.
        tile: u8,
        /// From where.
        from: Square,
        /// To where; `None`: off the board (S6).
        to: Option<Square>,
    },
    /// A daikaiju turned in place (S5).
    DaikaijuTurned {
        /// Its index in `hazard.tiles`.
        tile: u8,
        /// Where.
        square: Square,
        /// The new facing.
        facing: Rotation,
    },
    /// A daikaiju was removed by another that moved onto it (S8).
    DaikaijuDestroyed {
        /// Its index in `hazard.tiles`.
        tile: u8,
        /// Where.
        square: Square,
    },
    /// A tile was taken off the board (S7, S9).
    WakeRemoved {
        /// From where.
        square: Square,
        /// Which.
        tile: Face,
        /// Where it went.
        to: Destination,
    },
    /// A piece moved to another start mark (S12).
    Relocated {
        /// Who.
        player: Seat,
        /// The new mark.
        mark: Place,
    },
    /// A tile was laid (C2).
    Placed {
        /// By whom.
        player: Seat,
        /// Which, and how turned.
        tile: Laid,
        /// Where.
        square: Square,
        /// How many different legal placements there were; 0 where the sink did not ask for the count.
        legal: u8,
    },
    /// A piece travelled (T6).
    Moved {
        /// Who.
        player: Seat,
        /// The place now faced.
        to: Place,
    },
    /// A piece is out.
    Eliminated {
        /// Who.
        player: Seat,
        /// Why.
        cause: Cause,
    },
    /// Tiles were exchanged with those of the players just eliminated (C12).
    Exchanged {
        /// By whom.
        player: Seat,
        /// Tiles given, in the order of the swaps.
        gave: &'a [Face],
        /// Tiles taken, in the order of the swaps.
        took: &'a [Face],
    },
    /// Eliminated hands went into the pile (C6, S16).
    Returned {
        /// Which tiles, ascending.
        tiles: &'a [Face],
        /// The whole pile afterwards.
        pile: &'a dyn PileView,
    },
    /// The Dragon tile (or the statue) changed hands (C8, C9, L3).
    Dragon {
        /// Who holds it now; `None`: it was set aside.
        holder: Option<Seat>,
    },
    /// A tile was drawn.
    Drew {
        /// By whom.
        player: Seat,
        /// Which.
        tile: Face,
    },
    /// A player without tiles passed (C11).
    Passed {
        /// Who.
        player: Seat,
    },
    /// What a rule from outside the crate has to say.
    Rule {
        /// The rule's name.
        rule: &'a str,
        /// What it says.
        data: &'a serde_json::Value,
    },
    /// The game ended.
    End {
        /// Who won and how.
        ending: Ending,
        /// Points a seat, where the score rule counts (V).
        scores: Option<&'a [i64]>,
    },
}

impl Event<'_> {
    /// As in records.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Deal { .. } => "deal",
            Self::DaikaijuPlaced { .. } => "daikaiju_placed",
            Self::Start { .. } => "start",
            Self::Turn { .. } => "turn",
            Self::Roll { .. } => "roll",
            Self::Die { .. } => "die",
            Self::DaikaijuMoved { .. } => "daikaiju_moved",
            Self::DaikaijuTurned { .. } => "daikaiju_turned",
            Self::DaikaijuDestroyed { .. } => "daikaiju_destroyed",
            Self::WakeRemoved { .. } => "wake_removed",
            Self::Relocated { .. } => "relocated",
            Self::Placed { .. } => "placed",
            Self::Moved { .. } => "moved",
            Self::Eliminated { .. } => "eliminated",
            Self::Exchanged { .. } => "exchanged",
            Self::Returned { .. } => "returned",
            Self::Dragon { .. } => "dragon",
            Self::Drew { .. } => "drew",
            Self::Passed { .. } => "passed",
            Self::Rule { .. } => "rule",
            Self::End { .. } => "end",
        }
    }
}

/// What listens to a game. `()` listens to nothing and costs nothing.
pub trait Sink {
    /// Whether it wants events at all.
    const EVENTS: bool = true;
    /// Whether it wants the number of legal placements in [`Event::Placed`]; counting them costs as much as the rest of the turn.
    const LEGAL: bool = true;
    /// Takes note of what happened.
    fn event(&mut self, event: &Event<'_>);
}

impl Sink for () {
    const EVENTS: bool = false;
    const LEGAL: bool = false;
    #[inline]
    fn event(&mut self, _: &Event<'_>) {}
}

impl<S: Sink> Sink for &mut S {
    const EVENTS: bool = S::EVENTS;
    const LEGAL: bool = S::LEGAL;
    #[inline]
    fn event(&mut self, event: &Event<'_>) {
        (**self).event(event);
    }
}

/// A closure that listens to everything.
pub struct Listener<F>(pub F);

impl<F: FnMut(&Event<'_>)> Sink for Listener<F> {
    fn event(&mut self, event: &Event<'_>) {
        (self.0)(event);
    }
}
