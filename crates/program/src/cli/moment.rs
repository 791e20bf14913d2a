//! A moment of a recorded game, as the command line names it.

use std::fmt;
use std::str::FromStr;
use tsuro::game::{Observation, Phase};

/// A turn, and which tile of it: `12`, or `12.2` where a turn lays several (V8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GameMoment {
    /// The number of the turn, from 1; 0 is before the first.
    pub turn: u32,
    /// Which tile of the turn, from 1.
    pub tile: u8,
}

impl GameMoment {
    /// Whether a game that is replayed has come to this moment, or has ended before it.
    pub(super) fn is_reached(self, seen: &Observation<'_>) -> bool {
        match self.tile {
            1 => seen.turn() >= self.turn || seen.ending().is_some(),
            tile => {
                seen.turn() == self.turn && seen.phase() == Phase::Place && seen.laid() + 1 == tile
            }
        }
    }
}

impl FromStr for GameMoment {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "a turn is a number, and a tile of it follows after a point: 12 or 12.2";
        let (turn, tile) = text.split_once('.').unwrap_or((text, "1"));
        let tile: u8 = tile.parse().ok().filter(|tile| (1..=3).contains(tile)).ok_or(wrong)?;
        Ok(Self { turn: turn.parse().map_err(|_| wrong)?, tile })
    }
}

impl fmt::Display for GameMoment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tile {
            1 => write!(f, "{}", self.turn),
            tile => write!(f, "{}.{tile}", self.turn),
        }
    }
}
