//! Action numbers and arrays of bytes, for programs that learn to play.
//!
//! An [`ActionSpace`] numbers everything that can be chosen under a rule set: the same number means
//! the same action in every position. A [`Layout`] writes what a seat sees as an array of bytes, in
//! which every field has a fixed place and a name. Both are made of the rule set, so they fit every
//! one: boards of any shape, pieces and questions of rules, rules written in Rust. What a number
//! and a byte mean is part of [`LAYOUT`], and is described as JSON by [`Layout::describe`].
//!
//! The arrays are made of an [`Observation`](crate::game::Observation) alone, so nothing hidden can
//! get into them; only a [`StateLayout`], for critics that judge play in training, shows the whole
//! game.
//!
//! ```
//! use tsuro::Game;
//! use tsuro::tensor::{ActionSpace, BoardForm, Layout, PartialExchange};
//!
//! let mut game = Game::new("classic", 2, "any text")?;
//! let layout = Layout::new(game.variant(), game.seats(), BoardForm::Planes)?;
//! let mut array = vec![0; layout.len()];
//! let mut mask = vec![0; layout.actions().len()];
//! // What the seat has given and taken so far in an exchange, which takes several actions.
//! let mut partial = PartialExchange::default();
//! while let Some(decision) = game.decision() {
//!     let sees = game.observe(decision.seat());
//!     layout.write(&sees, &partial, &mut array);
//!     layout.actions().write_mask(&sees, &partial, &mut mask)?;
//!     // A policy would look at the array; this one takes the first action that is allowed.
//!     let first =
//!         mask.iter().position(|&allowed| allowed == 1).expect("there is always one");
//!     let action =
//!         layout.actions().id(first).expect("the mask has an entry for each action");
//!     if let Some(choice) = layout.actions().take(&sees, &mut partial, action)? {
//!         game.play(&choice)?;
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! *Not here:* many games at once, and how a policy is trained.

mod action;
mod encode;
mod exchange;
mod fields;
mod layout;
mod near;
mod space;
#[cfg(test)]
mod tests;
mod whole;

pub use action::{Action, ActionError, ActionId, AnswerOption, MAX_LISTED};
pub use exchange::PartialExchange;
pub use fields::{ArrayField, BoardForm};
pub use layout::{LAYOUT, LAYOUTS, Layout, LayoutError};
pub use space::{ActionGroup, ActionSpace};
pub use whole::StateLayout;
