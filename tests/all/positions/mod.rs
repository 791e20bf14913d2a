//! Positions with one clearly right choice: how their files are read, what they claim, and the
//! proof of it.
//!
//! - `puzzle`: one file
//! - `proof`: what each choice is worth, worked out on the slow implementation
//! - `setup`: the same position on the engine, for bots

pub mod proof;
pub mod puzzle;
pub mod setup;
