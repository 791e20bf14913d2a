//! A lock that a process which was forked does not wait for.

use pyo3::{PyErr, Python};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How often a thread that waits looks whether it is its turn.
const LOOK: Duration = Duration::from_micros(100);

/// The number of the calling thread in this process, from 1. An atomic number, unlike a mutex with
/// a `ThreadId`, is never found locked after a fork.
fn this_thread() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local!(static NUMBER: u64 = NEXT.fetch_add(1, Ordering::Relaxed));
    NUMBER.with(|number| *number)
}

/// A value with which one thread at a time works, while others may have the interpreter.
///
/// If the process is forked meanwhile, the new one has the value as it was in the middle of the
/// work, and no thread that will ever be done: there it is [`NoTurn::Forked`].
pub struct ForkLock<T> {
    /// The process with the thread whose turn it is; 0: no thread has its turn. A mutex would not
    /// tell the process.
    owner: AtomicU32,
    /// The thread whose turn it is, and the one that works for it; 0: none.
    threads: [AtomicU64; 2],
    /// Locked only by the thread whose turn it is.
    value: Mutex<T>,
}

/// Why a thread does not get its turn.
#[derive(Debug)]
pub enum NoTurn {
    /// The process was forked while another thread worked with the value.
    Forked,
    /// It is this thread's turn already: it would wait for itself.
    Own,
    /// The handler of a signal raised this meanwhile.
    Raised(PyErr),
}

/// The turn of a thread, which ends when this is dropped.
pub struct Turn<'a, T>(&'a ForkLock<T>);

impl<T> ForkLock<T> {
    /// A value with which no thread works yet.
    pub fn new(value: T) -> Self {
        Self { owner: AtomicU32::new(0), threads: Default::default(), value: Mutex::new(value) }
    }

    /// Whether the process was forked in the middle of work with the value.
    pub fn is_forked(&self) -> bool {
        ![0, std::process::id()].contains(&self.owner.load(Ordering::Acquire))
    }

    /// Whether this thread is in the middle of work with the value.
    pub fn is_own(&self) -> bool {
        self.threads.iter().any(|thread| thread.load(Ordering::Relaxed) == this_thread())
    }

    /// Waits until no other thread works with the value. The turn has to end while the interpreter
    /// is held: processes are forked by who holds it.
    pub fn turn(&self, py: Python<'_>) -> Result<Turn<'_, T>, NoTurn> {
        let own = std::process::id();
        while let Err(other) =
            self.owner.compare_exchange(0, own, Ordering::Acquire, Ordering::Relaxed)
        {
            if other != own {
                return Err(NoTurn::Forked);
            }
            if self.is_own() {
                return Err(NoTurn::Own);
            }
            py.check_signals().map_err(NoTurn::Raised)?;
            py.detach(|| thread::sleep(LOOK));
        }
        self.threads[0].store(this_thread(), Ordering::Relaxed);
        Ok(Turn(self))
    }

    /// The value, whatever became of the threads that worked with it.
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Turn<'_, T> {
    /// Notes that this thread works for the one whose turn it is.
    pub fn work_here(&self) {
        self.0.threads[1].store(this_thread(), Ordering::Relaxed);
    }

    /// The value; `None` after a panic in the middle of work with it.
    pub fn value(&self) -> Option<MutexGuard<'_, T>> {
        self.0.value.lock().ok()
    }
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        for thread in &self.0.threads {
            thread.store(0, Ordering::Relaxed);
        }
        self.0.owner.store(0, Ordering::Release);
    }
}
