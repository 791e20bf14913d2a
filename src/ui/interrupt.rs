//! Requests to stop: Ctrl-C, and on Unix also SIGTERM and SIGHUP. One handler for every command.
//!
//! A command without anything to finish ends at once. One that has results to show, or a terminal to give back, calls [`note`] before its work:
//! from then on the first request is only noted, and whoever works looks at [`requested`] or at the [`flag`]. The second request ends the
//! program at once whatever it does. A program that ends at once ends those that it started, too.

use super::{Exit, files, play, program};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

static REQUESTED: AtomicBool = AtomicBool::new(false);
/// Whether the first request is only noted.
static NOTED: AtomicBool = AtomicBool::new(false);
/// Called when the first request is noted.
static WAKE: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// Installs the handler.
pub fn listen() {
    // Without a handler the signal simply ends the program, as it does anyway.
    let _ = ctrlc::set_handler(|| {
        let again = REQUESTED.swap(true, Ordering::SeqCst);
        if again || !NOTED.load(Ordering::SeqCst) {
            program::end_all();
            play::give_back_screen();
            files::remove_temporaries();
            std::process::exit(Exit::Interrupted.code().into());
        }
        if let Some(wake) = &*WAKE.lock().unwrap_or_else(PoisonError::into_inner) {
            wake();
        }
    });
}

/// From now on the first request is only noted.
pub fn note() {
    NOTED.store(true, Ordering::SeqCst);
}

/// As [`note`], and `wake` is called with the first request: for a thread that waits and looks at no flag.
pub fn note_and_wake(wake: impl Fn() + Send + 'static) {
    *WAKE.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(wake));
    note();
}

/// Whether the program has been asked to stop.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// Set once the program has been asked to stop: for those that cannot ask.
pub fn flag() -> &'static AtomicBool {
    &REQUESTED
}
