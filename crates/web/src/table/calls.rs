//! When a person is called for whom a game waits, and who has no page of it open.

use super::Table;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tsuro::game::Seat;
use tsuro_pages::table::QuestionNumber;

/// A seat is called once in this time.
const REST: Duration = Duration::from_secs(60);
/// After each call for a decision that fails, the time until the next one is twice as long; this
/// number of times at most.
const DOUBLED: u32 = 6;
/// Whoever has been away for this time does not come back at once, as a page does that is loaded
/// anew.
const AWAY: Duration = Duration::from_secs(5);

/// Who was called, and who may have to be.
#[derive(Default)]
pub(super) struct Calls {
    /// The decision of a person who is away, and since when it was seen to wait.
    waits: Option<(QuestionNumber, Instant)>,
    /// The decision for which the person was called.
    called: Option<Called>,
    /// When seats were called.
    last: Vec<(Seat, Instant)>,
}

/// A call for a decision.
struct Called {
    number: QuestionNumber,
    /// Whether it has come, once that is known.
    is_told: Arc<OnceLock<bool>>,
    /// Whether it is stored that it has come.
    is_noted: bool,
    /// How many have failed for this decision, if it fails.
    failed: u32,
}

/// What is to be done for a person who is away.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ToCall {
    /// The person at this seat is to be called.
    Person(Seat),
    /// The person was called, and that is to be stored.
    Note,
}

impl Table {
    /// What is to be done now. It is asked every few seconds: a person who leaves the page is called
    /// as one who was not there, and one whose call has failed is called again.
    pub(crate) fn next_call(&mut self, now: Instant) -> Option<ToCall> {
        let (seat, number) = (self.decision()?.seat(), self.moment());
        let mut failed = 0;
        if let Some(called) = self.calls.called.as_mut().filter(|called| called.number == number) {
            match called.is_told.get() {
                Some(false) => failed = called.failed,
                Some(true) if !called.is_noted => {
                    called.is_noted = true;
                    return Some(ToCall::Note);
                }
                _ => return None,
            }
        }
        // A game alone against bots without a clock keeps nobody else waiting.
        let is_alone = self.clock.is_none() && !self.is_shared();
        if is_alone || self.next_bot().is_some() || self.is_connected(seat) {
            self.calls.waits = None;
            return None;
        }
        let known = self.calls.waits.filter(|(waiting, _)| *waiting == number);
        let (_, since) = *self.calls.waits.insert(known.unwrap_or((number, now)));
        let rest = REST * 2_u32.pow(failed.min(DOUBLED));
        let rests = |(called, at): &(Seat, Instant)| {
            *called == seat && now.saturating_duration_since(*at) < rest
        };
        let rests = self.calls.last.iter().any(rests);
        let is_away = now.saturating_duration_since(since) >= AWAY;
        (!rests && is_away).then_some(ToCall::Person(seat))
    }

    /// The person at a seat is called for the decision for which the game waits.
    pub(crate) fn note_call(&mut self, seat: Seat, is_told: Arc<OnceLock<bool>>, now: Instant) {
        let number = self.moment();
        let before = self.calls.called.as_ref().filter(|called| called.number == number);
        let failed = before.map_or(0, |called| called.failed) + 1;
        self.calls.called = Some(Called { number, is_told, is_noted: false, failed });
        self.calls.last.retain(|(called, _)| *called != seat);
        self.calls.last.push((seat, now));
    }

    /// As it was stored, the person for whom the game waits was called.
    pub(super) fn note_called_before(&mut self) {
        let (number, is_told) = (self.moment(), Arc::new(OnceLock::from(true)));
        self.calls.called = Some(Called { number, is_told, is_noted: true, failed: 0 });
    }
}
