//! A game at a table, as data: what people choose, are asked, are shown and are told at the end.
//! The full screen and the server are made of it; nothing here draws or waits.

pub mod ask;
pub mod choosing;
mod differences;
pub mod first;
mod proposal;
pub mod review;
pub mod show;
pub mod summary;
