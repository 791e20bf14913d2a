//! Bytes → compiled rules → ten turns: no panic, no hang, memory bounded.
#![no_main]

#[path = "../load_path.rs"]
mod load_path;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    load_path::take(bytes);
});
