//! The sentences of pages on games that are over, one file for each language.

#[macro_use]
mod en;
#[macro_use]
mod fr;
