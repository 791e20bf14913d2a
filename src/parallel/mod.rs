//! Jobs on several threads, the same whatever their number: all that plays many games, or judges many scenarios, is spread by it.
//!
//! [`Jobs::in_order`] gives what the jobs come to in their order, through a window that keeps memory flat. [`Jobs::fold`] is for jobs that only
//! add to sums: each thread keeps its own. It is written here, and not taken from a library, since what is needed comes together in none that
//! is well kept: results in order, a bounded look-ahead, tools made on each thread, an early end by either side, and a panic that reaches the
//! caller and leaves nobody waiting.
//!
//! *Not here:* what the jobs are.

mod jobs;

pub use jobs::Jobs;

/// What [`jobs`] needs of the system. Its tests take these from `shuttle` in their stead, which tries out in which order threads may come.
mod system {
    pub use std::sync::{Condvar, Mutex, MutexGuard};
    pub use std::thread::{Scope, scope};

    /// Starts a thread; an error if the system has none left.
    pub fn start<'scope>(scope: &'scope Scope<'scope, '_>, work: impl FnOnce() + Send + 'scope) -> std::io::Result<()> {
        std::thread::Builder::new().spawn_scoped(scope, work).map(drop)
    }
}

#[cfg(test)]
mod on_shuttle;
#[cfg(test)]
mod tests;
