//! [`Goal`]: what a game is about.

use crate::game::{Observation, Seat, World};
use serde::{Deserialize, Serialize};

/// What players come to in a game. Tables judge boards for the goal that they were trained for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Goal {
    /// A share of the win: they play against each other.
    #[default]
    Win,
    /// A share of the win, which a rule may end by something else than who is left or who has the
    /// most points.
    Own,
    /// The share of the pieces that are kept: one person plays all of them (V4).
    Pieces,
    /// All or nothing: they win or lose together (W6), or one plays with one piece. Since that is
    /// seldom won, tables judge above all whether they live through the next rounds.
    Together,
}

impl Goal {
    /// The goal of a game.
    pub fn of(see: &Observation<'_>) -> Self {
        let is_against = !see.opponents(Seat::new(0)).is_empty();
        Self::new(is_against, see.plays_alone(), see.has_own_end())
    }

    /// The goal of an imagined game.
    pub(in crate::bots) fn of_world(world: &dyn World) -> Self {
        let is_against = !world.opponents(Seat::new(0)).is_empty();
        Self::new(is_against, world.plays_alone(), world.has_own_end())
    }

    const fn new(is_against: bool, plays_alone: bool, has_own_end: bool) -> Self {
        match (is_against, plays_alone) {
            (true, _) if has_own_end => Self::Own,
            (true, _) => Self::Win,
            (false, true) => Self::Pieces,
            (false, false) => Self::Together,
        }
    }

    /// Whether players play against each other for shares of the win.
    pub const fn is_shared(self) -> bool {
        matches!(self, Self::Win | Self::Own)
    }

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Own => "own",
            Self::Pieces => "pieces",
            Self::Together => "together",
        }
    }
}
