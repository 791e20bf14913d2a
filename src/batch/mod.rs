//! Many games side by side, for programs that learn: one call takes an action in each, and writes
//! what is seen next.
//!
//! ```
//! use std::sync::Arc;
//! use tsuro::batch::{BatchBuffers, GameBatch};
//! use tsuro::rules::Registry;
//! use tsuro::ruleset::{BuiltIns, Variant};
//! use tsuro::tensor::{BoardForm, Layout};
//!
//! let variant = Arc::new(Variant::load("classic", &BuiltIns, &Registry::default())?);
//! let layout = Layout::new(&variant, 4, BoardForm::Planes)?;
//! let mut batch = GameBatch::new(variant, layout, 64, "any text")?.threads(2);
//! let mut buffers = BatchBuffers::new(&batch);
//! batch.reset(&mut buffers.arrays())?;
//! let mut actions = vec![0; batch.games()];
//! let mut ended = 0;
//! for _ in 0..200 {
//!     // A policy would look at the observations and the masks.
//!     actions.copy_from_slice(batch.sampled_actions());
//!     batch.step(&actions, &mut buffers.arrays())?;
//!     ended += buffers.dones.iter().filter(|&&done| done == 1).count();
//! }
//! assert!(ended > 64, "games that end begin anew by themselves");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! *Not here:* what the numbers and bytes mean ([`crate::tensor`]), and how a policy is trained.

mod arrays;
mod buffers;
mod command;
mod crew;
mod lane;
mod lanes;
mod offers;
mod reward;
#[cfg(test)]
mod tests;

pub use arrays::{BatchArrays, BatchError};
pub use buffers::BatchBuffers;
pub use lanes::{GameBatch, LearnerSeat};
pub use reward::RewardKind;
