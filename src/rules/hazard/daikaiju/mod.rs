//! **What it changes.** Sea monsters stand on squares of the board. Before each placement the dice
//! may move them. They destroy the wake tiles that they move onto, the ships on those tiles, and
//! the active ship if it faces their square (S1–S12).
//!
//! **Keys.** `tiles`, `setup`, `columns`, `rows`, `moves-on`, `movement-dice`, `minimum`,
//! `removed`, `moved-onto-wake`, `placed-on-wake`.
//!
//! **Example.** `[hazard]` `rule = "daikaiju"`, as in `rulesets/seas.toml`; `minimum = 5` for
//! rougher waters.
//!
//! **Source.** Rulebook of *Tsuro of the Seas*; the numbers on the tiles are a reconstruction.

mod build;
mod effects;
mod events;
mod help;
mod keys;
mod monsters;
pub mod names;
mod pack;
mod phase;
mod position;

pub(crate) use build::DAIKAIJU;
pub(super) use events::SWALLOWED;
pub use events::TAKEN;
