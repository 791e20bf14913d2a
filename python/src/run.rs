//! Work that takes long: other threads of Python go on meanwhile, and Ctrl-C stops it.

use crate::errors;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;
use tsuro_lab::GameCounter;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);

/// Does work on a thread of its own, while the calling thread has released the interpreter and
/// looks for signals. A signal whose handler raises sets `stop`, and its exception is the answer
/// once the work has ended.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    interruptible_with(py, stop, || Ok(()), work)
}

/// As [`interruptible`], and calls `look` again and again meanwhile. An exception of it stops the
/// work, too.
fn interruptible_with<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    mut look: impl FnMut() -> PyResult<()>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (ended, mut end) = sync_channel::<()>(1);
    thread::scope(|scope| {
        let worker =
            thread::Builder::new().name("tsuro".to_owned()).spawn_scoped(scope, move || {
                let done = catch_unwind(AssertUnwindSafe(work));
                // The other end waits until it hears of this, or of this thread's end.
                let _ = ended.send(());
                done
            })?;
        let raised = loop {
            let (back, heard) = py.detach(move || {
                let heard = end.recv_timeout(LOOK);
                (end, heard)
            });
            end = back;
            if heard != Err(RecvTimeoutError::Timeout) {
                break None;
            }
            if let Err(raised) = py.check_signals().and_then(|()| look()) {
                stop.store(true, Ordering::Relaxed);
                break Some(raised);
            }
        };
        let done = py.detach(|| worker.join());
        if let Some(raised) = raised {
            return Err(raised);
        }
        done.and_then(|done| done).map_err(|panic| errors::bug(py, &*panic))
    })
}

/// Calls work that plays games as [`interruptible`] does, and tells a function of Python how many
/// were played, as often as that has changed.
pub fn counted<T: Send>(
    py: Python<'_>,
    tell: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&GameCounter) -> T + Send,
) -> PyResult<T> {
    let counter = GameCounter::default();
    let mut told = 0;
    let look = || {
        let games = counter.games.load(Ordering::Relaxed);
        if let Some(tell) = tell
            && games != told
        {
            told = games;
            tell.call1((games,))?;
        }
        Ok(())
    };
    interruptible_with(py, &counter.stop, look, || work(&counter))
}

/// The number of threads that are used by default: the cores that this process may use.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
