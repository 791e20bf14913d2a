//! Why a game cannot be begun or gone on with.

use crate::game::{Illegal, PlayerCounts, PositionError};
use crate::record::{Mismatch, ReadError};
use crate::ruleset::Problems;
use std::fmt;

/// Why there is no [`Game`](super::Game).
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The rule set does not exist, or something is wrong with it.
    #[error("{0}")]
    Rules(Problems),
    /// The rule set is for other numbers of players.
    #[error("{players} players, where {allowed} can play")]
    Players {
        /// How many were asked for.
        players: u8,
        /// How many can play.
        allowed: PlayerCounts,
    },
    /// The position cannot be.
    #[error("position.{0}")]
    Position(#[from] PositionError),
    /// The text is not a record.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// There is no game in the text.
    #[error("the record holds no game")]
    NoGame,
    /// The record does not follow its rules.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// The snapshot is of another version of this library.
    #[error("format {found} of snapshots cannot be read, only format {known}")]
    Format {
        /// The format that the snapshot names.
        found: u32,
        /// The one that this version reads and writes.
        known: u32,
    },
    /// The snapshot was taken from a game under other rules than the given ones.
    #[error("the rules have the hash {given}, and the snapshot is of a game under {needed}")]
    OtherRules {
        /// The hash of the rules that are given.
        given: String,
        /// The hash of the rules of the snapshot.
        needed: String,
    },
    /// A field of the snapshot does not fit the rest of it.
    #[error("{field}: {why}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// What is wrong with it, as a lower-case fragment.
        why: String,
    },
    /// A choice in the snapshot cannot be made.
    #[error("steps[{step}]: {why}")]
    Step {
        /// Its number in the snapshot, from 0.
        step: usize,
        /// Why the choice is not allowed.
        why: Illegal,
    },
    /// The snapshot's steps lead elsewhere than it says.
    #[error("the steps of the snapshot do not lead to its position")]
    Diverged,
    /// A game that begins at a position has no record: records begin with the deal.
    #[error("a game that began at a position has no record, which begins with the deal")]
    NoDeal,
    /// A game whose hidden tiles were dealt anew has no record: its events do not follow from its
    /// deal.
    #[error(
        "a game whose hidden tiles were dealt anew has no record, whose events follow from the deal"
    )]
    Redealt,
}

impl From<Problems> for GameError {
    fn from(problems: Problems) -> Self {
        Self::Rules(problems)
    }
}

/// The same as its message: a `main` that ends with the error prints it this way.
impl fmt::Debug for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
