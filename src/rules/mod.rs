//! What implements the phases of the game.
pub mod keys_draft;
