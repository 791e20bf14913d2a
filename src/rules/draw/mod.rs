//! The draw rules: who draws tiles when a turn ends. One file for each rule.

mod draft;
mod dragon;
mod refill;
mod statue;
mod token;

pub(crate) use draft::DRAFT;
pub(super) use dragon::DRAGON;
pub(super) use refill::REFILL;
pub(crate) use statue::STATUE;
