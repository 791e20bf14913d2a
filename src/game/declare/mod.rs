//! What a rule declares, so that the program can tell of it: texts, and what it asks.

pub(super) mod ask;
pub(super) mod texts;
