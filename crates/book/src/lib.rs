//! Rulebooks of rule sets, and sheets to print and cut. Both are made of what a rule set, its rules
//! and the scenarios say, so they know no rule set and no rule. Nothing here opens a file.

#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "nothing of it is published yet: what uses it is in this workspace, and changes with \
        it"
)]

mod book;
mod dice;
mod html;
mod markdown;
mod model;
mod parts;
mod pdf;
mod setup;
mod sheets;
#[cfg(test)]
mod tests;
mod words;

pub use book::{BookSource, book, leaf};
pub use markdown::Markdown;
pub use model::Book;
pub use pdf::{DrawingError, Paper};
pub use sheets::{LONGEST_TILE, SHORTEST_TILE, Sheets, sheets};

/// Why a rulebook or sheets cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// No game of the rule set can begin.
    #[error("a game of {players} players cannot begin: {why}")]
    NoGame {
        /// The number of players.
        players: u8,
        /// Why.
        why: String,
    },
    /// A drawing is wrong, such as the picture of a rule's piece.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
}
