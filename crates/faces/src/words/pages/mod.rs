//! The sentences of the pages that a server shows, one file for each language.

#[macro_use]
mod afterwards;
#[macro_use]
mod en;
#[macro_use]
mod fr;
