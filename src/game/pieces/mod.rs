//! Seats, hands and the pile, the places of the pieces, and the supply of a hazard's pieces.

pub(super) mod hand;
pub(super) mod places;
pub(super) mod seat;
pub(super) mod supply;
