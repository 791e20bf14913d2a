//! Seats and what belongs to them: hands and the pile, where pieces stand, and the supply of daikaiju.

pub(super) mod hand;
pub(super) mod places;
pub(super) mod seat;
pub(super) mod supply;
