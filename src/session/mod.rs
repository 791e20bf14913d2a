//! A game in progress behind one checked door: for everyone who is not the engine.
//!
//! A [`Game`] owns its rules and its state, checks every choice, and remembers how it came about,
//! so that it can be taken back, saved, forked and recorded. The unchecked steps that simulations
//! play with are in [`game::unchecked`](crate::game::unchecked).

mod again;
mod error;
mod game;
mod noted_game;
mod notes;
mod snapshot;

pub use error::GameError;
pub use game::Game;
#[cfg(feature = "batch")]
pub(crate) use game::MemorySink;
pub use snapshot::Snapshot;
