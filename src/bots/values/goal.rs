//! [`Goal`]: what a game is about.

use crate::game::SeatSet;
use serde::{Deserialize, Serialize};

/// What players come to in a game. Tables judge boards for the goal that they were trained for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Goal {
    /// A share of the win: they play against each other.
    #[default]
    Win,
    /// The share of the pieces that are kept: one person plays all of them (V4).
    Pieces,
    /// All or nothing: they win or lose together (W6), or one plays with one piece.
    Together,
}

impl Goal {
    /// The goal of a seat with these opponents; `plays_alone`: one person plays all pieces.
    pub fn of(opponents: SeatSet, plays_alone: bool) -> Self {
        match (opponents.is_empty(), plays_alone) {
            (false, _) => Self::Win,
            (true, true) => Self::Pieces,
            (true, false) => Self::Together,
        }
    }

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Pieces => "pieces",
            Self::Together => "together",
        }
    }
}
