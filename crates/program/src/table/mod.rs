//! A game at a table, as data: what people choose, are asked, are shown and are told at the end. The full screen and the
//! server are made of it; nothing here draws or waits.

pub(in crate::ui) mod ask;
pub(in crate::ui) mod choosing;
pub(in crate::ui) mod show;
pub(in crate::ui) mod summary;
