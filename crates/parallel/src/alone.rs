//! Tests of the jobs where the system starts no threads, as on WebAssembly.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{ThreadId, current};

/// The code of `super::jobs` compiled again, with a system that refuses every thread.
#[path = "jobs.rs"]
#[allow(
    clippy::duplicate_mod,
    reason = "it is compiled once with the standard library's threads and once without threads"
)]
#[allow(dead_code, reason = "what these tests do not use is used by the program")]
mod jobs;

mod system {
    pub(super) use std::sync::{Condvar, Mutex, MutexGuard};
    pub(super) use std::thread::{Scope, scope};

    pub(super) fn start<'scope>(
        _scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce() + Send + 'scope,
    ) -> std::io::Result<()> {
        drop(work);
        Err(std::io::ErrorKind::Unsupported.into())
    }
}

use jobs::Jobs;

/// The numbers of the jobs in the order in which they are taken, each with the thread that did it.
fn taken(jobs: Jobs<'_>, job: impl Fn(u64) + Sync, last: u64) -> Vec<(u64, ThreadId)> {
    let mut taken = Vec::new();
    let work = |(): &mut (), number| {
        job(number);
        (number, current().id())
    };
    let take = |one: (u64, ThreadId)| {
        taken.push(one);
        if one.0 == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    jobs.in_order(|| (), work, take);
    taken
}

#[test]
fn the_calling_thread_does_all_jobs_in_order() {
    for (count, threads) in [(0, 1), (1, 1), (5, 1), (5, 3), (1000, 300)] {
        let own = current().id();
        assert!(
            taken(Jobs::new(count, threads), |_| (), u64::MAX)
                .into_iter()
                .eq((0..count).map(|number| (number, own))),
            "{count} jobs, {threads} threads"
        );
        let (done, sums) = Jobs::new(count, threads).fold(Vec::new, Vec::push, |sum| sum);
        assert_eq!((done, sums), (count, vec![(0..count).collect()]));
    }
}

#[test]
fn it_ends_when_the_caller_or_the_flag_stops_it() {
    let begun = std::sync::atomic::AtomicU64::new(0);
    let count = |_| _ = begun.fetch_add(1, Ordering::Relaxed);
    assert_eq!(taken(Jobs::new(u64::MAX, 2), count, 7).len(), 8);
    assert_eq!(begun.into_inner(), 8, "each result is taken before the next job begins");
    let stop = AtomicBool::new(false);
    let jobs = Jobs::new(u64::MAX, 2).stopped_by(&stop);
    let set_flag = |number| _ = stop.fetch_or(number == 5, Ordering::Relaxed);
    assert_eq!(taken(jobs, set_flag, u64::MAX).len(), 6);
    stop.store(false, Ordering::Relaxed);
    let (done, _) = jobs.fold(|| (), |(), number| set_flag(number), drop);
    assert_eq!(done, 6);
}

#[test]
fn a_panic_reaches_the_caller() {
    let fail = |number: u64| -> () {
        if number == 3 {
            resume_unwind(Box::new(number))
        }
    };
    let caught = |what: &dyn Fn()| {
        catch_unwind(AssertUnwindSafe(what)).unwrap_err().downcast_ref::<u64>().copied()
    };
    let jobs = Jobs::new(9, 2);
    let in_a_job = |(): &mut (), number| fail(number);
    assert_eq!(caught(&|| jobs.in_order(|| (), in_a_job, ControlFlow::Continue)), Some(3));
    assert_eq!(caught(&|| drop(jobs.fold(|| (), in_a_job, drop))), Some(3));
}
