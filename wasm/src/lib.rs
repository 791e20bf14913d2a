//! The compiled part of the npm package `tsuro`: games, rule sets, records, reviews, suites,
//! lessons and comparisons for browsers and Node, over the public interface of the crates. What
//! people import is in `npm/`.
//!
//! Values cross the border as JSON documents in the documented formats. Calls that take long do a
//! slice of their work and return, so that a worker can tell how far it is and hear that it should
//! stop.
//!
//! *Not here:* threads, files and the clock, which WebAssembly does not have.

mod arguments;
mod bots;
mod comparison;
mod fault;
mod game;
mod lessons;
mod records;
mod review;
mod rules;
mod simulation;
mod suites;
mod types;
mod value;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(start)]
fn start() {
    tsuro_traps::install();
}
