//! The draw rules: who draws tiles when a turn ends. One file for each rule, or for rules that
//! differ in data alone.

mod draft;
mod refill;
mod token;

pub(super) use draft::DRAFT;
pub(super) use refill::REFILL;
pub use token::TOKEN_WORDS;
pub(super) use token::{DRAGON, STATUE};
