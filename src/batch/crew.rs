//! [`Crew`]: the threads that share the lanes of a batch.

use super::arrays::{BatchArrays, BatchError, RowLens};
use super::lane::{Lane, LaneFacts};
use super::offers::Offer;
use crate::board::Size;
use crate::tensor::ActionId;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt;
use std::slice::ChunksMut;
use std::sync::{Mutex, PoisonError};

/// The most lanes that a thread takes at a time.
const PIECE: usize = 64;

/// The threads that share the lanes: the calling one, and others that wait for the next step.
#[derive(Default)]
pub(super) struct Crew {
    /// How many there are beside the calling one.
    others: usize,
    /// The others, started by the first step.
    pool: Option<ThreadPool>,
}

/// The lanes that nobody has taken yet, with their rows and the number of the first of them.
struct Rest<'a, Z: Size> {
    pieces: ChunksMut<'a, Lane<Z>>,
    rows: Option<(BatchArrays<'a>, Offer<'a>)>,
    first: usize,
}

impl<'a, Z: Size> Rest<'a, Z> {
    /// The next lanes with their rows, and the number of the first.
    fn take(&mut self, row_lens: RowLens) -> Option<(usize, &'a mut [Lane<Z>], BatchArrays<'a>, Offer<'a>)> {
        let lanes = self.pieces.next()?;
        let (rows, offers) = self.rows.take()?;
        let ((rows, more_rows), (offers, more_offers)) = (rows.split(lanes.len(), row_lens), offers.split(lanes.len()));
        self.rows = Some((more_rows, more_offers));
        let first = self.first;
        self.first += lanes.len();
        Some((first, lanes, rows, offers))
    }
}

impl Crew {
    /// So many threads, with the calling one.
    pub(super) fn new(threads: usize) -> Self {
        Self { others: threads - 1, pool: None }
    }

    /// The other threads; `None`: there are none, or the system refuses to start them.
    fn pool(&mut self) -> Option<&ThreadPool> {
        if self.others > 0 && self.pool.is_none() {
            let name = |number| format!("tsuro batch {number}");
            self.pool = Some(ThreadPoolBuilder::new().num_threads(self.others).thread_name(name).build().ok()?);
        }
        self.pool.as_ref()
    }

    /// Forgets the other threads, so that the next step starts some.
    pub(super) fn renew(&mut self) {
        // Nobody would answer who ends the threads of another process.
        std::mem::forget(self.pool.take());
    }

    /// Has each lane take its action and write its row; without actions, all begin anew.
    pub(super) fn each<Z: Size>(
        &mut self,
        facts: &LaneFacts<'_, Z>,
        lanes: &mut [Lane<Z>],
        actions: Option<&[u16]>,
        (arrays, row_lens): (BatchArrays<'_>, RowLens),
        offers: Offer<'_>,
    ) -> Result<(), BatchError> {
        // Pieces are small enough that all threads end at nearly the same time.
        let size = lanes.len().div_ceil(8 * (self.others + 1)).min(PIECE);
        let rest = Mutex::new(Rest { pieces: lanes.chunks_mut(size), rows: Some((arrays, offers)), first: 0 });
        let failed: Mutex<Option<(usize, BatchError)>> = Mutex::new(None);
        let work = || {
            let next = || rest.lock().unwrap_or_else(PoisonError::into_inner).take(row_lens);
            while let Some((first, lanes, mut rows, mut offers)) = next() {
                for (number, lane) in (first..).zip(lanes) {
                    let ((row, more_rows), (offer, more_offers)) = (rows.split(1, row_lens), offers.split(1));
                    (rows, offers) = (more_rows, more_offers);
                    let done = match actions {
                        Some(actions) => lane.step(facts, number, ActionId::unchecked(actions[number]), row, offer),
                        None => lane.reset(facts, number, row, offer),
                    };
                    if let Err(why) = done {
                        // The error of the first game counts, whichever thread was faster.
                        let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                        if failed.as_ref().is_none_or(|(other, _)| number < *other) {
                            *failed = Some((number, why));
                        }
                        break;
                    }
                }
            }
        };
        let others = self.others;
        match self.pool() {
            Some(pool) => pool.in_place_scope(|scope| {
                (0..others).for_each(|_| scope.spawn(|_| work()));
                work();
            }),
            None => work(),
        }
        failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), |(_, why)| Err(why))
    }
}

impl fmt::Debug for Crew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Crew").field("others", &self.others).finish_non_exhaustive()
    }
}
