//! The runner itself.

use super::system::{Condvar, Mutex, MutexGuard, scope, start};
use std::any::Any;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many results [`Jobs::in_order`] keeps for one that is slow, at least, before the other threads wait for it.
const AHEAD: u64 = 64;

/// Jobs with the numbers 0, 1, … below a count, to be done on several threads. They are begun in this order, and what is begun is finished:
/// so those that were done are always the first.
#[derive(Debug, Clone, Copy)]
pub struct Jobs<'a> {
    count: u64,
    threads: usize,
    /// How many jobs may be begun from the first on whose result was not taken.
    ahead: u64,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Jobs<'a> {
    /// `count` jobs on at most so many threads, never more than jobs, and at least one. Where the system has no more threads to give, those that it
    /// gave do all the work.
    pub fn new(count: u64, threads: usize) -> Self {
        let threads = threads.clamp(1, usize::try_from(count).unwrap_or(usize::MAX).max(1));
        Self { count, threads, ahead: AHEAD.max(4 * threads as u64), stop: None }
    }

    /// The same jobs, of which none is begun any more once `stop` is set.
    #[must_use]
    pub fn stopped_by(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// The same jobs with another window.
    #[cfg(test)]
    #[must_use]
    pub fn ahead(self, ahead: u64) -> Self {
        Self { ahead, ..self }
    }

    /// Does the jobs with the tools that `begin` makes on each thread. `take` is given what they come to, in order and on the calling thread,
    /// and may end everything; then what was begun is finished and dropped.
    ///
    /// # Panics
    /// With the panic of a job, or if the system gives no thread at all.
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
        queue.staff(&work, || {
            while let Some(result) = queue.take() {
                if take(result).is_break() {
                    return queue.close();
                }
            }
        });
    }

    /// Does the jobs, each of which adds to the sums that `begin` makes on its thread. Gives how many were done, and what `end` made of the sums
    /// of each thread. Which jobs are in which sums is chance.
    ///
    /// # Panics
    /// As [`in_order`](Self::in_order).
    pub fn fold<W, T: Send>(
        &self,
        begin: impl Fn() -> W + Sync,
        job: impl Fn(&mut W, u64) + Sync,
        end: impl Fn(W) -> T + Sync,
    ) -> (u64, Vec<T>) {
        // No results are taken while jobs are done, so none may wait for that.
        let queue = JobQueue::<()>::new(Self { ahead: u64::MAX, ..*self });
        let ends = Mutex::new(Vec::new());
        let work = || {
            let mut sums = begin();
            while let Some(number) = queue.next() {
                job(&mut sums, number);
            }
            let ended = end(sums);
            locked(&ends).push(ended);
        };
        queue.staff(&work, || ());
        let done = queue.state().next;
        (done, ends.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Where jobs are handed out and results are handed in.
struct JobQueue<'a, T> {
    jobs: Jobs<'a>,
    state: Mutex<QueueState<T>>,
    /// A job can be handed out, or there will be none any more.
    room: Condvar,
    /// The next result is there, or there may be none any more.
    news: Condvar,
}

struct QueueState<T> {
    /// The next job to be handed out.
    next: u64,
    /// The next result to be taken.
    taken: u64,
    /// Results that are there before their turn.
    results: BTreeMap<u64, T>,
    /// Threads that work.
    working: usize,
    /// Whether nothing is handed out any more, and no result taken.
    closed: bool,
    /// Of the first job that had one.
    panic: Option<Box<dyn Any + Send>>,
}

/// Nothing that can panic is done with the lock held.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, T: Send> JobQueue<'a, T> {
    fn new(jobs: Jobs<'a>) -> Self {
        let state = QueueState { next: 0, taken: 0, results: BTreeMap::new(), working: jobs.threads, closed: false, panic: None };
        Self { jobs, state: Mutex::new(state), room: Condvar::new(), news: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, QueueState<T>> {
        locked(&self.state)
    }

    /// Lets all threads work, and the caller do its own part meanwhile. A panic of either goes on here, when all have ended.
    fn staff(&self, work: &(impl Fn() + Sync), part: impl FnOnce()) {
        let (refused, parted) = scope(|scope| {
            let started = (0..self.jobs.threads).map(|_| start(scope, || self.serve(work)));
            let refused = started.enumerate().find_map(|(started, done)| done.err().map(|why| (started, why)));
            if let Some((started, _)) = &refused {
                self.leave(self.jobs.threads - started, None);
            }
            let parted = catch_unwind(AssertUnwindSafe(part));
            if parted.is_err() {
                self.close();
            }
            (refused, parted)
        });
        let panic = self.state().panic.take();
        if let Some(panic) = panic.or(parted.err()) {
            resume_unwind(panic);
        }
        if let Some((0, why)) = refused {
            panic!("no thread can be started: {why}");
        }
    }

    /// What a thread does.
    fn serve(&self, work: &impl Fn()) {
        let panic = catch_unwind(AssertUnwindSafe(work)).err();
        self.leave(1, panic);
    }

    /// So many threads work no more. After a panic nobody does.
    fn leave(&self, threads: usize, panic: Option<Box<dyn Any + Send>>) {
        let mut state = self.state();
        state.working -= threads;
        state.closed |= panic.is_some();
        state.panic = state.panic.take().or(panic);
        drop(state);
        self.room.notify_all();
        self.news.notify_all();
    }

    /// Ends everything early.
    fn close(&self) {
        self.state().closed = true;
        self.room.notify_all();
    }

    /// The next job, when there is room for its result; `None`: there is none any more.
    fn next(&self) -> Option<u64> {
        let mut state = self.state();
        loop {
            let stopped = self.jobs.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
            if state.closed || stopped || state.next >= self.jobs.count {
                return None;
            }
            // Whoever has the first job whose result is missing does not wait here, so there will be room.
            if state.next - state.taken < self.jobs.ahead {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Hands in what a job came to.
    fn put(&self, number: u64, result: T) {
        let mut state = self.state();
        if state.closed {
            drop(state);
            return;
        }
        state.results.insert(number, result);
        if number == state.taken {
            drop(state);
            self.news.notify_one();
        }
    }

    /// The next result in order; `None`: there is none any more.
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
                self.room.notify_one();
                return Some(result);
            }
            if state.working == 0 {
                return None;
            }
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
