//! The pages of tsuro, and their answers: what the games in a browser show, whether a server
//! answers or the page itself.

#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "nothing of it is published yet: what uses it is in this workspace, and changes with \
        it"
)]

pub mod files;
pub mod site;
