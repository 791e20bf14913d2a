//! [`Jobs`]: hands numbered jobs to threads, and their results to the caller.

use super::system::{Condvar, Mutex, MutexGuard, scope, start};
use std::any::Any;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

/// The fewest results that [`Jobs::in_order`] keeps while it waits for one before them; beyond
/// that, threads wait.
const AHEAD: u64 = 64;

/// Jobs numbered from 0, to be done on several threads. They begin in ascending order, and a job
/// that has begun is finished, so the jobs done are always the first ones.
#[derive(Debug, Clone, Copy)]
pub struct Jobs<'a> {
    count: u64,
    threads: usize,
    /// How many jobs, counted from the first whose result was not taken, may have begun.
    ahead: u64,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Jobs<'a> {
    /// The same jobs; once `stop` is set, no further job begins.
    #[must_use]
    pub fn stopped_by(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }
}

impl Jobs<'_> {
    /// `count` jobs on `threads` threads, at least one and no more than there are jobs. If the
    /// system refuses to start some of them, the others do all the work; if it refuses all, as on
    /// WebAssembly, the calling thread does it.
    pub fn new(count: u64, threads: usize) -> Self {
        let threads = threads.clamp(1, usize::try_from(count).unwrap_or(usize::MAX).max(1));
        Self { count, threads, ahead: AHEAD.max(4 * threads as u64), stop: None }
    }

    /// The same jobs with another bound on the results that are ready before the first one not
    /// taken.
    #[cfg(test)]
    #[must_use]
    pub(crate) fn ahead(self, ahead: u64) -> Self {
        Self { ahead, ..self }
    }

    /// Does the jobs with the tools that `begin` makes on each thread. `take` gets the results in
    /// order, on the calling thread. When it breaks, no further job begins, and the results of the
    /// jobs that have begun are dropped.
    ///
    /// # Panics
    /// With the panic of a job or of `take`.
    pub fn in_order<W, T: Send>(
        &self,
        begin: impl Fn() -> W + Sync,
        job: impl Fn(&mut W, u64) -> T + Sync,
        mut take: impl FnMut(T) -> ControlFlow<()>,
    ) {
        let queue = JobQueue::new(*self);
        let work = || {
            let mut tools = begin();
            while let Some(number) = queue.next() {
                let result = job(&mut tools, number);
                queue.put(number, result);
            }
        };
        queue.run(&work, |is_alone| {
            let mut tools = is_alone.then(&begin);
            loop {
                if let Some(tools) = &mut tools
                    && let Some(number) = queue.next()
                {
                    let result = job(tools, number);
                    queue.put(number, result);
                }
                let Some(result) = queue.take() else { return };
                if take(result).is_break() {
                    return queue.close();
                }
            }
        });
    }

    /// Does the jobs, each of which adds to the sums that `begin` makes on its thread. Returns the
    /// number of jobs done, and what `end` makes of the sums of each thread. Which jobs are in
    /// which sums is left to chance.
    ///
    /// # Panics
    /// With the panic of a job.
    pub fn fold<W, T: Send>(
        &self,
        begin: impl Fn() -> W + Sync,
        job: impl Fn(&mut W, u64) + Sync,
        end: impl Fn(W) -> T + Sync,
    ) -> (u64, Vec<T>) {
        // Nothing takes results, so no job may wait for that.
        let queue = JobQueue::<()>::new(Self { ahead: u64::MAX, ..*self });
        let ends = Mutex::new(Vec::new());
        let work = || {
            let mut sums = begin();
            while let Some(number) = queue.next() {
                job(&mut sums, number);
            }
            let ended = end(sums);
            lock(&ends).push(ended);
        };
        queue.run(&work, |is_alone| {
            if is_alone {
                work();
            }
        });
        let done = queue.state().next;
        (done, ends.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Where jobs are handed out and results are handed in.
struct JobQueue<'a, T> {
    jobs: Jobs<'a>,
    state: Mutex<QueueState<T>>,
    /// Signals that a job can be handed out, or that there are no more.
    job_ready: Condvar,
    /// Signals that the next result is there, or that there may be no more.
    result_ready: Condvar,
}

struct QueueState<T> {
    /// The number of the next job to be handed out.
    next: u64,
    /// The number of the next result to be taken.
    taken: u64,
    /// Results that are not taken yet, by the number of their job.
    results: BTreeMap<u64, T>,
    /// The number of threads that have not ended.
    working: usize,
    /// Whether no more jobs are handed out and no more results taken.
    closed: bool,
    /// The first panic of a job.
    panic: Option<Box<dyn Any + Send>>,
}

/// Locks a mutex. One that is poisoned is as good: nothing can panic while it is held.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, T: Send> JobQueue<'a, T> {
    fn new(jobs: Jobs<'a>) -> Self {
        let state = QueueState {
            next: 0,
            taken: 0,
            results: BTreeMap::new(),
            working: jobs.threads,
            closed: false,
            panic: None,
        };
        Self {
            jobs,
            state: Mutex::new(state),
            job_ready: Condvar::new(),
            result_ready: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, QueueState<T>> {
        lock(&self.state)
    }

    /// Runs `work` on every thread, and meanwhile `own_part` on this one, which is told whether no
    /// thread could be started, so that it has to do the work as well. A panic of either is resumed
    /// here after all threads have ended.
    fn run(&self, work: &(impl Fn() + Sync), own_part: impl FnOnce(bool)) {
        let own_part = scope(|scope| {
            let threads = self.jobs.threads;
            let all = (0..threads).map(|_| start(scope, || self.run_thread(work)));
            let started = all.take_while(Result::is_ok).count();
            if started < threads {
                self.end_threads(threads - started, None);
            }
            let own_part = catch_unwind(AssertUnwindSafe(|| own_part(started == 0)));
            if own_part.is_err() {
                self.close();
            }
            own_part
        });
        let panic = self.state().panic.take();
        if let Some(panic) = panic.or(own_part.err()) {
            resume_unwind(panic);
        }
    }

    /// Does `work` on a thread, and notes its end.
    fn run_thread(&self, work: &impl Fn()) {
        let panic = catch_unwind(AssertUnwindSafe(work)).err();
        self.end_threads(1, panic);
    }

    /// Notes that `threads` threads have ended. After a panic no more jobs are handed out.
    fn end_threads(&self, threads: usize, panic: Option<Box<dyn Any + Send>>) {
        let mut state = self.state();
        state.working -= threads;
        state.closed |= panic.is_some();
        state.panic = state.panic.take().or(panic);
        drop(state);
        self.job_ready.notify_all();
        self.result_ready.notify_all();
    }

    /// Hands out no more jobs, and no more results.
    fn close(&self) {
        self.state().closed = true;
        self.job_ready.notify_all();
    }

    /// Waits until there is room for the result of the next job, and returns its number; `None`:
    /// there are no more jobs.
    fn next(&self) -> Option<u64> {
        let mut state = self.state();
        loop {
            let stopped = self.jobs.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
            if state.closed || stopped || state.next >= self.jobs.count {
                return None;
            }
            // The thread that has the first job whose result is missing does not wait here, so
            // there will be room.
            if state.next - state.taken < self.jobs.ahead {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self.job_ready.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes in the result of a job.
    fn put(&self, number: u64, result: T) {
        let mut state = self.state();
        if state.closed {
            drop(state);
            return;
        }
        state.results.insert(number, result);
        if number == state.taken {
            drop(state);
            self.result_ready.notify_one();
        }
    }

    /// Waits for the next result in order; `None`: there are no more.
    fn take(&self) -> Option<T> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            let next = state.taken;
            if let Some(result) = state.results.remove(&next) {
                state.taken += 1;
                drop(state);
                self.job_ready.notify_one();
                return Some(result);
            }
            if state.working == 0 {
                return None;
            }
            state = self.result_ready.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
