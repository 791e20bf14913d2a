//! Requests to stop: Ctrl-C, and on Unix also SIGTERM and SIGHUP. One handler serves every command.
//!
//! By default the first request ends the program at once. A command that has results to show or a
//! screen to restore calls [`note`] before its work: from then on the first request only sets a
//! flag ([`requested`], [`flag`]), which the work has to look at. The second request ends the
//! program in any case, and so does the first SIGTERM or SIGHUP after a `GRACE`, since its sender
//! may not send a second, and a rule that never ends looks at no flag. Before the program ends,
//! bots that are programs are killed, temporary files removed, and the screen restored.

use super::door::{self, Form};
use super::{Exit, files, program, terminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;
use tsuro::game::acting;

/// Whether there has been a request.
static REQUESTED: AtomicBool = AtomicBool::new(false);
/// Whether the first request only sets [`REQUESTED`].
static NOTED: AtomicBool = AtomicBool::new(false);
/// Gives the screen back when the program ends at once.
static RESTORE: Mutex<Option<fn()>> = Mutex::new(None);
/// Called when the first request is noted.
static WAKE: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// How long a program may take to end by itself after SIGTERM or SIGHUP; and after any request if
/// it shows the whole screen, since one whose terminal has gone may wait for keys without end.
const GRACE: Duration = Duration::from_millis(1500);

/// How long the program waits for a terminal to take what gives the screen back.
const RESTORING: Duration = Duration::from_millis(300);

/// The sender of a request to end waits two seconds.
const _: () = assert!(GRACE.as_millis() + RESTORING.as_millis() < 2000);

/// Installs the handler.
pub fn listen() {
    let is_told_to_end = Arc::new(AtomicBool::new(false));
    let is_told = Arc::clone(&is_told_to_end);
    // Where no handler can be installed, a signal ends the program by itself.
    let _ = ctrlc::set_handler(move || {
        let again = REQUESTED.swap(true, Ordering::SeqCst);
        if again || !NOTED.load(Ordering::SeqCst) {
            end();
        }
        if let Some(wake) = &*WAKE.lock().unwrap_or_else(PoisonError::into_inner) {
            wake();
        }
        let is_told = Arc::clone(&is_told);
        let watch = move || {
            thread::sleep(GRACE);
            if is_told.load(Ordering::SeqCst)
                || RESTORE.lock().unwrap_or_else(PoisonError::into_inner).is_some()
            {
                end();
            }
        };
        if thread::Builder::new().name("grace".into()).spawn(watch).is_err() {
            end();
        }
    });
    // The handler of all requests cannot say which one it was; it is called by these, which come
    // before it.
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        let _ = signal_hook::flag::register(signal, Arc::clone(&is_told_to_end));
    }
}

/// Ends the program at once. Rules that act now are named: one that never comes back may be why the
/// program was asked to end.
fn end() -> ! {
    program::end_all();
    let acting = acting::everywhere();
    // A thread of its own: the terminal may be stopped, or another thread may hold the standard
    // output.
    let (restored, wait) = mpsc::channel();
    let restore = move || {
        terminal::leave_second_screen();
        if let Some(restore) = *RESTORE.lock().unwrap_or_else(PoisonError::into_inner) {
            restore();
        }
        let _ = restored.send(());
    };
    if thread::Builder::new().name("restore".into()).spawn(restore).is_ok() {
        let _ = wait.recv_timeout(RESTORING);
    }
    files::remove_temporaries();
    for rule in acting {
        door::write_err(&format!("stopped in the midst of {rule}\n"), Form::Words);
    }
    std::process::exit(Exit::Interrupted.code().into());
}

/// From now on the first request only sets the flag.
pub fn note() {
    NOTED.store(true, Ordering::SeqCst);
}

/// Has `restore` called where the program ends at once.
pub fn restore_with(restore: fn()) {
    *RESTORE.lock().unwrap_or_else(PoisonError::into_inner) = Some(restore);
}

/// As [`note`]; the first request also calls `wake`, for a thread that is blocked and cannot look
/// at the flag.
pub fn note_and_wake(wake: impl Fn() + Send + 'static) {
    *WAKE.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(wake));
    note();
}

/// Whether the program has been asked to stop.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// The flag behind [`requested`], for code of other packages.
pub fn flag() -> &'static AtomicBool {
    &REQUESTED
}

/// How a command ends that did its work, or as much of it as there was time for.
pub fn exit() -> Exit {
    if requested() { Exit::Interrupted } else { Exit::Fine }
}
