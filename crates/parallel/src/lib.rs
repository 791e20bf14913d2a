//! Jobs on several threads, with results that do not depend on the number of threads: for commands
//! that play many games or scenarios.
//!
//! [`Jobs::in_order`] hands over the results in the order of the jobs and keeps only a bounded
//! number of them. [`Jobs::fold`] is for jobs that only add to sums: each thread has its own. No
//! well-kept library has all that is needed: results in order, a bound on waiting results, tools
//! made on each thread, an early end by the jobs or the caller, and a panic that reaches the caller
//! and leaves no thread waiting.
//!
//! *Not here:* what the jobs are.

#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "nothing of it is published yet: what uses it is in this workspace, and changes with \
        it"
)]

mod jobs;

pub use jobs::Jobs;

/// Locks and threads of the standard library for [`jobs`]. Tests use the ones of `shuttle` instead,
/// which tries many orders of the threads, or a system without threads.
mod system {
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard};
    pub(super) use std::thread::{Scope, scope};

    /// Starts a thread; an error if the system has none left.
    pub(super) fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce() + Send + 'scope,
    ) -> std::io::Result<()> {
        std::thread::Builder::new().spawn_scoped(scope, work).map(drop)
    }
}

#[cfg(test)]
mod alone;
#[cfg(test)]
mod on_shuttle;
#[cfg(test)]
mod tests;
