//! Positions as JSON: [`read_position`] sets a game up, [`write_position`] writes one down.

mod read;
mod set_up;
mod write;

pub use read::{FIELDS, read_position};
pub(super) use set_up::own_field_of;
pub(super) use write::position_in_order;
pub use write::write_position;
