//! Tests of the jobs on real threads.

use super::Jobs;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Duration;

/// Runs `what` and fails after a minute, where a test would otherwise wait for ever.
fn within_a_minute<T: Send + 'static>(what: impl FnOnce() -> T + Send + 'static) -> T {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || send.send(what()));
    receive.recv_timeout(Duration::from_secs(60)).expect("it ends in time and without a panic")
}

/// All results in the order in which they are taken.
fn taken<T: Send>(jobs: Jobs<'_>, job: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let mut taken = Vec::new();
    let take = |result| {
        taken.push(result);
        ControlFlow::Continue(())
    };
    jobs.in_order(|| (), |(), number| job(number), take);
    taken
}

#[test]
fn results_come_in_order_with_any_number_of_threads() {
    for threads in [0, 1, 2, 3, 257, 258, 1024] {
        for count in [0, 1, 2, 63, 64, 65, 300, 5000] {
            let squares =
                within_a_minute(move || taken(Jobs::new(count, threads), |number| number * number));
            assert!(
                squares.into_iter().eq((0..count).map(|number| number * number)),
                "{threads} threads, {count} jobs"
            );
        }
    }
}

#[test]
fn every_job_is_in_exactly_one_sum() {
    for threads in [1, 2, 258, 1024] {
        let (done, sums) =
            within_a_minute(move || Jobs::new(3000, threads).fold(Vec::new, Vec::push, |sum| sum));
        assert_eq!(done, 3000);
        assert!(sums.len() <= threads);
        let mut all = sums.concat();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..3000));
    }
}

#[test]
fn there_are_no_more_threads_than_jobs_and_each_makes_its_own_tools() {
    let (made, threads) = (AtomicUsize::new(0), Mutex::new(BTreeSet::new()));
    let begin = || {
        made.fetch_add(1, Ordering::Relaxed);
        let here = format!("{:?}", std::thread::current().id());
        threads.lock().unwrap().insert(here.clone());
        here
    };
    let check =
        |here: &mut String, _| assert_eq!(*here, format!("{:?}", std::thread::current().id()));
    Jobs::new(5, 1024).in_order(begin, check, ControlFlow::Continue);
    assert_eq!((made.load(Ordering::Relaxed), threads.lock().unwrap().len()), (5, 5));
    Jobs::new(0, 1024).fold(begin, |_, _| (), drop);
    assert_eq!(made.load(Ordering::Relaxed), 6);
}

#[test]
fn a_slow_job_does_not_let_results_pile_up() {
    within_a_minute(|| {
        let (begun, released) = (AtomicU64::new(0), AtomicBool::new(false));
        let job = |number| {
            begun.fetch_add(1, Ordering::Relaxed);
            // The first job waits for the last one that may begin, which gives the others time to
            // begin one too many.
            if number == 0 {
                while !released.load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
            } else if number == 9 {
                std::thread::sleep(Duration::from_millis(50));
                assert_eq!(begun.load(Ordering::Relaxed), 10);
                released.store(true, Ordering::Relaxed);
            }
        };
        assert_eq!(taken(Jobs::new(10_000, 4).ahead(10), job).len(), 10_000);
    });
}

#[test]
fn the_jobs_done_before_a_stop_are_the_first_ones() {
    for threads in [1, 3, 258] {
        within_a_minute(move || {
            let stop = AtomicBool::new(false);
            let halt = |number: u64| stop.fetch_or(number == 500, Ordering::Relaxed);
            let jobs = Jobs::new(u64::MAX, threads).stopped_by(&stop);
            let numbers = taken(jobs, |number| {
                halt(number);
                number
            });
            assert!(numbers.len() > 500 && numbers.iter().copied().eq(0..numbers.len() as u64));
            stop.store(false, Ordering::Relaxed);
            let job = |sum: &mut Vec<u64>, number| {
                halt(number);
                sum.push(number);
            };
            let (done, sums) = jobs.fold(Vec::new, job, |sum| sum);
            let mut all = sums.concat();
            all.sort_unstable();
            assert!(done > 500 && all.into_iter().eq(0..done));
        });
    }
}

#[test]
fn the_caller_can_stop_by_breaking() {
    let taken = within_a_minute(|| {
        let mut taken = 0;
        Jobs::new(u64::MAX, 8).in_order(
            || (),
            |(), number| number,
            |number| {
                taken += 1;
                if number == 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        taken
    });
    assert_eq!(taken, 101);
}

#[test]
fn a_panic_reaches_the_caller_and_leaves_no_thread_waiting() {
    for threads in [1, 2, 16, 300] {
        let caught = within_a_minute(move || {
            let in_a_job = |(): &mut (), number| {
                if number == 700 {
                    panic_any(number)
                }
            };
            let run = |what: &dyn Fn()| {
                catch_unwind(AssertUnwindSafe(what)).unwrap_err().downcast_ref::<u64>().copied()
            };
            let jobs = Jobs::new(u64::MAX, threads);
            [
                run(&|| jobs.in_order(|| (), in_a_job, ControlFlow::Continue)),
                run(&|| drop(jobs.fold(|| (), in_a_job, drop))),
                run(&|| jobs.in_order(|| panic_any(700u64), |(), _| (), ControlFlow::Continue)),
                run(&|| {
                    jobs.in_order(
                        || (),
                        |(), number| number,
                        |number| {
                            if number == 70 { panic_any(700u64) } else { ControlFlow::Continue(()) }
                        },
                    );
                }),
            ]
        });
        assert_eq!(caught, [Some(700); 4], "{threads} threads");
    }
}
