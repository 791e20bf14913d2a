//! Ctrl-C: noted, and looked at where a command can stop cleanly.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C (and a request to terminate) is only noted. A second one ends the program at once.
pub fn listen() {
    // Without a handler the signal simply ends the program, as it does anyway.
    let _ = ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::SeqCst) {
            std::process::exit(super::Exit::Interrupted.code().into());
        }
    });
}

/// Whether it was pressed.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}
