//! A lock that a process which was forked does not wait for.

use pyo3::Python;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How often a thread that waits looks whether it is its turn.
const LOOK: Duration = Duration::from_micros(100);

/// A value with which one thread at a time works, while others may have the interpreter.
///
/// If the process is forked meanwhile, the new one has the value as it was in the middle of the
/// work, and no thread that will ever be done: there it is [`Forked`].
pub struct ForkLock<T> {
    /// The process with the thread whose turn it is; 0: no thread has its turn. A mutex would not
    /// tell the process.
    owner: AtomicU32,
    /// Locked only by the thread whose turn it is.
    value: Mutex<T>,
}

/// The process was forked while another thread worked with the value.
#[derive(Debug)]
pub struct Forked;

/// The turn of a thread, which ends when this is dropped.
pub struct Turn<'a, T>(&'a ForkLock<T>);

impl<T> ForkLock<T> {
    /// A value with which no thread works yet.
    pub fn new(value: T) -> Self {
        Self { owner: AtomicU32::new(0), value: Mutex::new(value) }
    }

    /// Whether the process was forked in the middle of work with the value.
    pub fn is_forked(&self) -> bool {
        ![0, std::process::id()].contains(&self.owner.load(Ordering::Acquire))
    }

    /// Waits until no other thread works with the value. The turn has to end while the interpreter
    /// is held: processes are forked by who holds it.
    pub fn turn(&self, py: Python<'_>) -> Result<Turn<'_, T>, Forked> {
        let own = std::process::id();
        while let Err(other) =
            self.owner.compare_exchange(0, own, Ordering::Acquire, Ordering::Relaxed)
        {
            if other != own {
                return Err(Forked);
            }
            py.detach(|| thread::sleep(LOOK));
        }
        Ok(Turn(self))
    }

    /// The value, whatever became of the threads that worked with it.
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Turn<'_, T> {
    /// The value; `None` after a panic in the middle of work with it.
    pub fn value(&self) -> Option<MutexGuard<'_, T>> {
        self.0.value.lock().ok()
    }
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        self.0.owner.store(0, Ordering::Release);
    }
}
