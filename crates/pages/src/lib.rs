//! The pages of tsuro, and their answers: what the games in a browser show, whether a server
//! answers or the page itself.
//!
//! Nothing here opens a file, a connection or a thread. A server stores games and tells them to
//! many; a page without one keeps them in the browser.

#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "nothing of it is published yet: what uses it is in this workspace, and changes with \
        it"
)]

pub mod advice;
pub mod afterwards;
pub mod bounds;
pub mod choose;
pub mod comments;
pub mod device;
pub mod evening;
pub mod files;
pub mod history;
pub mod how_to_play;
pub mod lessons;
pub mod measured;
pub mod offline;
pub mod pictures;
mod players;
pub mod ratings;
pub mod records;
pub mod refused;
pub mod requests;
pub mod reviewing;
pub mod rules;
pub mod run;
pub mod sent;
pub mod sheet;
pub mod site;
pub mod states;
pub mod suites;
pub mod table;
pub mod telling;
pub mod trial;
pub mod words;
pub mod written;

pub use players::host;
