//! Tests of the jobs on the locks and threads of `shuttle`, which tries thousands of orders of the
//! threads, and so finds waits without an end.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

/// The code of `super::jobs` compiled again, with `shuttle`'s locks and threads.
#[path = "jobs.rs"]
#[allow(
    clippy::duplicate_mod,
    reason = "it is compiled once with the standard library's threads and once with these"
)]
#[allow(dead_code, reason = "what these tests do not use is used by the program")]
mod jobs;

mod system {
    pub(super) use shuttle::sync::{Condvar, Mutex, MutexGuard};
    pub(super) use shuttle::thread::{Scope, scope};

    #[allow(clippy::unnecessary_wraps, reason = "the standard library's function can fail")]
    pub(super) fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce() + Send + 'scope,
    ) -> std::io::Result<()> {
        scope.spawn(work);
        Ok(())
    }
}

use jobs::Jobs;

/// Checks thousands of orders of the threads: random ones, and ones that hold a thread back for
/// long.
fn in_many_orders(check: impl Fn() + Send + Sync + Clone + 'static) {
    shuttle::check_random(check.clone(), 3000);
    shuttle::check_pct(check, 3000, 3);
}

/// The numbers of the jobs in the order in which they are taken, up to the `last` one; each job
/// calls `job`.
fn taken(jobs: Jobs<'_>, job: impl Fn(u64) + Sync, last: u64) -> Vec<u64> {
    let mut taken = Vec::new();
    let work = |(): &mut (), number| {
        job(number);
        number
    };
    let take = |number| {
        taken.push(number);
        if number == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    jobs.in_order(|| (), work, take);
    taken
}

#[test]
fn all_results_come_in_order_and_no_thread_waits_for_ever() {
    in_many_orders(|| {
        for (count, threads, ahead) in [(1, 2, 1), (4, 2, 1), (5, 3, 2), (3, 3, 4)] {
            assert!(
                taken(Jobs::new(count, threads).ahead(ahead), |_| (), u64::MAX)
                    .into_iter()
                    .eq(0..count)
            );
        }
    });
}

#[test]
fn every_job_is_in_exactly_one_sum() {
    in_many_orders(|| {
        let (done, sums) = Jobs::new(5, 3).fold(Vec::new, Vec::push, |sum| sum);
        let mut all = sums.concat();
        all.sort_unstable();
        assert!(done == 5 && all == [0, 1, 2, 3, 4]);
    });
}

#[test]
fn jobs_end_when_the_caller_or_the_flag_stops_them() {
    in_many_orders(|| {
        for last in [0, 2] {
            let jobs = Jobs::new(6, 3).ahead(2);
            assert!(taken(jobs, |_| (), last).into_iter().eq(0..=last));
            let stop = AtomicBool::new(false);
            let set_flag = |number| _ = stop.fetch_or(number == last, Ordering::Relaxed);
            let numbers = taken(jobs.stopped_by(&stop), set_flag, u64::MAX);
            assert!(
                numbers.len() as u64 > last && numbers.iter().copied().eq(0..numbers.len() as u64)
            );
        }
    });
}

#[test]
fn a_panic_reaches_the_caller_while_others_wait() {
    in_many_orders(|| {
        // Not `panic!`, which `shuttle` would report as a failed test.
        let fail = |number: u64| -> () {
            if number == 1 {
                resume_unwind(Box::new(number))
            }
        };
        let caught =
            |what: &dyn Fn()| catch_unwind(AssertUnwindSafe(what)).unwrap_err().is::<u64>();
        let jobs = Jobs::new(5, 3).ahead(2);
        assert!(caught(&|| jobs.in_order(|| (), |(), number| fail(number), ControlFlow::Continue)));
        assert!(caught(&|| drop(jobs.fold(|| (), |(), number| fail(number), drop))));
        assert!(caught(&|| jobs.in_order(
            || (),
            |(), number| number,
            |number| {
                fail(number);
                ControlFlow::Continue(())
            }
        )));
    });
}
