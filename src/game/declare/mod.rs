//! What a rule declares, so that the program can tell of it: texts, what it asks, the numbers that
//! it draws, its events, causes and outcomes, what it can do wrong, how what it has on the board
//! looks, its special tiles, and its part of the help.

pub(super) mod ask;
pub(super) mod chance;
pub(super) mod event;
pub(super) mod fault;
pub(super) mod help;
pub(super) mod look;
pub(super) mod texts;
pub(super) mod tile;
