//! The compiled part of a site that needs no server: a worker of the page gives it requests, and
//! keeps and tells what comes of them (`crates/pages/src/device.rs`).

use std::panic::AssertUnwindSafe;
use tsuro::rules::Registry;
use tsuro_pages::device::{Device, DeviceReply};
use wasm_bindgen::prelude::wasm_bindgen;

/// What answers the pages. It drops what it was about when something panics.
#[wasm_bindgen]
pub struct Site(AssertUnwindSafe<Device>);

#[wasm_bindgen]
impl Site {
    /// One that has answered nothing yet.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript has no defaults")]
    pub fn new() -> Self {
        tsuro_traps::install();
        // A module has one, for as long as it is loaded.
        Self(AssertUnwindSafe(Device::new(Box::leak(Box::<Registry>::default()))))
    }

    /// Answers a request: both are JSON.
    pub fn answer(&mut self, ask: &str) -> String {
        text(&self.0.answer(ask))
    }

    /// Goes on for a slice. `time` is in seconds since 1970, `random` are new random digits.
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&mut self, time: f64, random: &str) -> String {
        text(&self.0.go_on(time as i64, random))
    }
}

fn text(reply: &DeviceReply) -> String {
    serde_json::to_string(reply).unwrap_or_default()
}
