//! What a seat sees and remembers, and games that a search samples and plays from there.

mod at_once;
mod danger;
pub(super) mod decision_point;
pub(super) mod exchanges;
pub(super) mod features;
pub(super) mod illegal;
mod lifted;
mod logged;
pub(super) mod memory;
pub(super) mod observation;
pub(super) mod outlook;
mod paths;
pub(super) mod redeal;
mod rooms;
pub(super) mod sampled_game;
pub(super) mod seen;
mod sights;
