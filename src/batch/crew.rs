//! [`Crew`]: the threads that share the lanes of a batch.

use super::arrays::{BatchArrays, BatchError, RowLens};
use super::command::Command;
use super::lane::{Lane, LaneFacts};
use super::offers::Offer;
use crate::board::Size;
use crate::tensor::ActionId;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The most lanes that a thread takes at a time.
const PIECE: usize = 16;

/// How often the calling thread looks whether the others are done, before it sleeps until they are:
/// to be woken up takes longer than what they still have to do.
const LOOKS: u32 = 10_000;

/// The least work of a thread in a step: to wake up one that has less takes longer than its part
/// would.
const LEAST: Duration = Duration::from_micros(40);

/// How many steps the calling thread does alone at least and at most after one in which others took
/// longer than it would have.
const LEAST_ALONE: u32 = 8;
const MOST_ALONE: u32 = 512;

/// The threads that share the lanes: the calling one, and others that wait for the next step.
#[derive(Default)]
pub(super) struct Crew {
    /// How many there are beside the calling one.
    others: usize,
    /// The others, started by the first step that needs them.
    pool: Option<ThreadPool>,
    pace: Pace,
}

/// How long a lane takes in a step, by the steps so far. It decides only which threads take part,
/// and these do not change what is written.
#[derive(Default)]
struct Pace {
    /// The work for a lane in nanoseconds.
    lane: Option<u64>,
    /// The number of steps that the calling thread does alone, because others were too slow: they
    /// may have no processor.
    alone: u32,
    /// The number of such steps the last time.
    penalty: u32,
}

impl Pace {
    /// How many of `threads` threads should share `lanes` lanes. While nothing is known, all do:
    /// bots may search.
    fn threads(&self, lanes: usize, threads: usize) -> usize {
        let Some(work) = self.work(lanes) else { return threads.min(lanes) };
        let fitting = work / LEAST.as_nanos() as u64;
        if self.alone > 0 { 1 } else { (fitting as usize).min(threads).min(lanes).max(1) }
    }

    /// The work for `lanes` lanes in nanoseconds.
    fn work(&self, lanes: usize) -> Option<u64> {
        Some(self.lane?.saturating_mul(lanes as u64))
    }

    /// Notes a step of `lanes` lanes by `threads` threads: the work of all of them together, and
    /// how long it took.
    fn note(&mut self, lanes: usize, threads: usize, work: Duration, took: Duration) {
        if threads == 1 {
            self.alone = self.alone.saturating_sub(1);
        } else if self.work(lanes).is_some_and(|alone| took.as_nanos() as u64 > alone) {
            self.penalty = (2 * self.penalty).clamp(LEAST_ALONE, MOST_ALONE);
            self.alone = self.penalty;
        } else {
            self.penalty /= 2;
        }
        let now = work.as_nanos() as u64 / lanes.max(1) as u64;
        // A step that the system kept waiting counts little.
        self.lane = Some(self.lane.map_or(now, |before| {
            (before.saturating_mul(3) + now.min(before.saturating_mul(2).max(100))) / 4
        }));
    }
}

/// Adjacent lanes that no thread has taken yet, with their rows and the number of the first lane.
struct RemainingLanes<'a, Z: Size> {
    first: usize,
    lanes: &'a mut [Lane<Z>],
    rows: BatchArrays<'a>,
    offers: Offer<'a>,
}

impl<Z: Size> RemainingLanes<'_, Z> {
    /// Splits off the first `lanes` lanes: these, and the remaining ones.
    fn split(self, lanes: usize, row_lens: RowLens) -> (Self, Self) {
        let ((rows, more_rows), (offers, more_offers)) =
            (self.rows.split(lanes, row_lens), self.offers.split(lanes));
        let first = self.first;
        let (lanes, more_lanes) = self.lanes.split_at_mut(lanes);
        let next = first + lanes.len();
        (
            Self { first, lanes, rows, offers },
            Self { first: next, lanes: more_lanes, rows: more_rows, offers: more_offers },
        )
    }

    /// A piece of what is left: the first lanes for the thread whose part it is, the last ones for
    /// one that helps.
    fn take(
        rest: &Mutex<Option<Self>>,
        size: usize,
        is_own: bool,
        row_lens: RowLens,
    ) -> Option<Self> {
        let mut rest = rest.lock().unwrap_or_else(PoisonError::into_inner);
        let all = rest.take()?;
        let (size, len) = (size.min(all.lanes.len()), all.lanes.len());
        let (front, back) = all.split(if is_own { size } else { len - size }, row_lens);
        let (piece, left) = if is_own { (front, back) } else { (back, front) };
        *rest = (!left.lanes.is_empty()).then_some(left);
        Some(piece)
    }

    /// Has each lane follow the command and write its row, up to the first error, which comes with
    /// the number of its game.
    fn play(
        self,
        facts: &LaneFacts<'_, Z>,
        command: Command<'_>,
        row_lens: RowLens,
    ) -> Result<(), (usize, BatchError)> {
        let Self { first, lanes, mut rows, mut offers } = self;
        for (number, lane) in (first..).zip(lanes) {
            let ((row, more_rows), (offer, more_offers)) =
                (rows.split(1, row_lens), offers.split(1));
            (rows, offers) = (more_rows, more_offers);
            let done = match command {
                Command::Reset => lane.reset(facts, number, row, offer),
                Command::Step(actions) => {
                    lane.step(facts, number, ActionId::unchecked(actions[number]), row, offer)
                }
                Command::Answer(answers) => answers[number]
                    .map_or(Ok(()), |action| lane.answer(facts, number, action, row, offer)),
            };
            done.map_err(|why| (number, why))?;
        }
        Ok(())
    }
}

impl Crew {
    /// A crew of `threads` threads, including the calling one.
    pub(super) fn new(threads: usize) -> Self {
        Self { others: threads - 1, pool: None, pace: Pace::default() }
    }

    /// The other threads; `None`: there are none, or the system refuses to start them.
    fn pool(&mut self) -> Option<&ThreadPool> {
        if self.others > 0 && self.pool.is_none() {
            let name = |number| format!("tsuro batch {number}");
            self.pool = Some(
                ThreadPoolBuilder::new().num_threads(self.others).thread_name(name).build().ok()?,
            );
        }
        self.pool.as_ref()
    }

    /// Forgets the other threads, so that the next step starts some.
    pub(super) fn renew(&mut self) {
        // The threads belong to another process (after a fork), so the pool cannot end them.
        std::mem::forget(self.pool.take());
    }

    /// Has each lane follow the command and write its row.
    pub(super) fn each<Z: Size>(
        &mut self,
        facts: &LaneFacts<'_, Z>,
        lanes: &mut [Lane<Z>],
        command: Command<'_>,
        (arrays, row_lens): (BatchArrays<'_>, RowLens),
        offers: Offer<'_>,
    ) -> Result<(), BatchError> {
        let threads = self.pace.threads(lanes.len(), self.others + 1);
        // Each thread has the same lanes in each step, so that they are in its cache, and helps the
        // others at its end.
        let (count, mut left) =
            (lanes.len(), RemainingLanes { first: 0, lanes, rows: arrays, offers });
        let mut rests = Vec::with_capacity(threads);
        for thread in 0..threads {
            let own = count * (thread + 1) / threads - left.first;
            let (part, others) = left.split(own, row_lens);
            rests.push(Mutex::new((!part.lanes.is_empty()).then_some(part)));
            left = others;
        }
        let size = count.div_ceil(8 * threads).min(PIECE);
        let failed: Mutex<Option<(usize, BatchError)>> = Mutex::new(None);
        // Without others nothing has to be known, and some systems have no clock.
        let has_others = self.others > 0;
        let (worked, begin) = (AtomicU64::new(0), has_others.then(Instant::now));
        let work = |thread: usize| {
            if thread >= threads {
                return;
            }
            let begin = has_others.then(Instant::now);
            for helped in 0..threads {
                let rest = &rests[(thread + helped) % threads];
                while let Some(piece) = RemainingLanes::take(rest, size, helped == 0, row_lens) {
                    if let Err((number, why)) = piece.play(facts, command, row_lens) {
                        // The error of the first game counts, whichever thread was faster.
                        let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                        if failed.as_ref().is_none_or(|(other, _)| number < *other) {
                            *failed = Some((number, why));
                        }
                    }
                }
            }
            if let Some(begin) = begin {
                worked.fetch_add(begin.elapsed().as_nanos() as u64, Ordering::Relaxed);
            }
        };
        let pool = if threads > 1 { self.pool() } else { None };
        match pool {
            Some(pool) => {
                let busy = AtomicUsize::new(pool.current_num_threads());
                pool.in_place_scope(|scope| {
                    scope.spawn_broadcast(|_, own| {
                        work(own.index() + 1);
                        busy.fetch_sub(1, Ordering::Release);
                    });
                    work(0);
                    let mut looks = 0..LOOKS;
                    while busy.load(Ordering::Acquire) > 0 && looks.next().is_some() {
                        std::hint::spin_loop();
                    }
                });
            }
            None => work(0),
        }
        if let Some(begin) = begin {
            let worked = Duration::from_nanos(worked.into_inner());
            self.pace.note(count, threads, worked, begin.elapsed());
        }
        failed
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .map_or(Ok(()), |(_, why)| Err(why))
    }
}

impl fmt::Debug for Crew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Crew").field("others", &self.others).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step of these lanes, in which each took this many nanoseconds.
    fn step(pace: &mut Pace, lanes: usize, lane: u64, took: u64) -> usize {
        let threads = pace.threads(lanes, 4);
        let work = Duration::from_nanos(lane * lanes as u64);
        pace.note(lanes, threads, work, Duration::from_nanos(took));
        threads
    }

    #[test]
    fn threads_take_part_where_there_is_work_for_them() {
        // Lanes, nanoseconds for a lane, and the threads after some steps.
        for (lanes, lane, wanted) in [
            (1, 400, 1),
            (64, 400, 1),
            (256, 400, 2),
            (1024, 400, 4),
            (1, 5_000_000, 1),
            (3, 5_000_000, 3),
        ] {
            let mut pace = Pace::default();
            assert_eq!(pace.threads(lanes, 4), lanes.min(4), "bots may search");
            for _ in 0..20 {
                step(&mut pace, lanes, lane, lane * lanes as u64 / 2);
            }
            assert_eq!(pace.threads(lanes, 4), wanted, "{lanes} lanes of {lane} ns");
        }
    }

    #[test]
    fn threads_that_are_slower_than_one_rest_for_longer_and_longer() {
        let mut pace = Pace::default();
        let work = 1024 * 400;
        step(&mut pace, 1024, 400, work);
        let mut rests = Vec::new();
        for _ in 0..8 {
            assert_eq!(step(&mut pace, 1024, 400, 2 * work), 4);
            let mut rest = 0;
            while pace.threads(1024, 4) == 1 {
                step(&mut pace, 1024, 400, work);
                rest += 1;
            }
            rests.push(rest);
        }
        assert_eq!(rests, [8, 16, 32, 64, 128, 256, 512, 512]);
        // One slow step is soon forgotten.
        for _ in 0..10 {
            assert_eq!(step(&mut pace, 1024, 400, work / 2), 4);
        }
        assert_eq!(pace.penalty, 0);
    }
}
