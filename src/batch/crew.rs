//! [`Crew`]: the threads that share the lanes of a batch.

use super::arrays::{BatchArrays, BatchError, RowLens};
use super::command::Command;
use super::lane::{Lane, LaneFacts};
use super::offers::Offer;
use crate::board::Size;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The most lanes that a thread takes at a time.
const PIECE: usize = 16;

/// How often the calling thread looks whether the others are done, before it sleeps until they are:
/// to be woken up takes longer than what they still have to do.
const LOOKS: u32 = 10_000;

/// The least work of a thread in a step, in nanoseconds: to wake up one that has less takes longer
/// than its part would.
const LEAST: usize = 40_000;

/// The threads that share the lanes: the calling one, and others that wait for the next step.
#[derive(Default)]
pub(super) struct Crew {
    /// How many there are beside the calling one.
    others: usize,
    /// The others, started by the first step that needs them.
    pool: Option<ThreadPool>,
    /// About how long a lane takes in a step, in nanoseconds. It decides only which threads take
    /// part, and these do not change what is written.
    lane: usize,
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
                Command::Step(actions) => lane.step(facts, number, actions[number], row, offer),
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
        Self { others: threads - 1, pool: None, lane: usize::MAX }
    }

    /// Says about how long a lane takes in a step, in nanoseconds: threads take part only where
    /// there is work for them. Until it is said, all do.
    pub(super) fn expect(&mut self, lane: usize) {
        self.lane = lane;
    }

    /// How many threads share this many lanes.
    fn threads(&self, lanes: usize) -> usize {
        let fitting = self.lane.saturating_mul(lanes) / LEAST;
        fitting.min(self.others + 1).min(lanes).max(1)
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
        let threads = self.threads(lanes.len());
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
        let work = |thread: usize| {
            if thread >= threads {
                return;
            }
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

    #[test]
    fn threads_take_part_where_there_is_work_for_them() {
        let mut crew = Crew::new(4);
        assert_eq!([1, 3, 64].map(|lanes| crew.threads(lanes)), [1, 3, 4], "nothing is known");
        // Nanoseconds for a lane, lanes, and the threads that share them.
        for (lane, lanes, threads) in [
            (400, 1, 1),
            (400, 64, 1),
            (400, 256, 2),
            (400, 1024, 4),
            (5_000_000, 1, 1),
            (5_000_000, 3, 3),
            (usize::MAX, 2, 2),
        ] {
            crew.expect(lane);
            assert_eq!(crew.threads(lanes), threads, "{lanes} lanes of {lane} ns");
        }
    }
}
