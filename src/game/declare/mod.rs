//! What a rule declares, so that the program can tell of it: texts, what it asks, its events, causes and outcomes.

pub(super) mod ask;
pub(super) mod event;
pub(super) mod texts;
