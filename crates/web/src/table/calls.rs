//! When a person is called for whom a game waits, and who has no page of it open.

use super::Table;
use std::time::{Duration, Instant};
use tsuro::game::Seat;
use tsuro_pages::table::QuestionNumber;

/// A seat is called once in this time.
const REST: Duration = Duration::from_secs(60);
/// Whoever has been away for this time does not come back at once, as a page does that is loaded
/// anew.
const AWAY: Duration = Duration::from_secs(5);

/// Who was called, and who may have to be.
#[derive(Default)]
pub(super) struct Calls {
    /// The decision of a person who is away, and since when it was seen to wait.
    waits: Option<(QuestionNumber, Instant)>,
    /// The decision for which the person was called.
    called: Option<QuestionNumber>,
    /// When seats were called.
    last: Vec<(Seat, Instant)>,
}

impl Table {
    /// The seat of the person who is to be called now. It is asked every few seconds: a person who
    /// leaves the page is called as one who was not there.
    pub(crate) fn person_to_call(&mut self, now: Instant) -> Option<Seat> {
        let (seat, number) = (self.decision()?.seat(), self.moment());
        // A game alone against bots without a clock keeps nobody else waiting.
        let is_called =
            self.calls.called == Some(number) || self.clock.is_none() && !self.is_shared();
        if is_called || self.next_bot().is_some() || self.is_connected(seat) {
            self.calls.waits = None;
            return None;
        }
        let known = self.calls.waits.filter(|(waiting, _)| *waiting == number);
        let (_, since) = *self.calls.waits.insert(known.unwrap_or((number, now)));
        self.calls.last.retain(|(_, called)| now.saturating_duration_since(*called) < REST);
        let rests = self.calls.last.iter().any(|(called, _)| *called == seat);
        (!rests && now.saturating_duration_since(since) >= AWAY).then_some(seat)
    }

    /// The person at a seat was called for the decision for which the game waits.
    pub(crate) fn note_called(&mut self, seat: Seat, now: Instant) {
        self.note_called_before();
        self.calls.last.push((seat, now));
    }

    /// As it was stored, the person for whom the game waits was called.
    pub(super) fn note_called_before(&mut self) {
        self.calls.called = Some(self.moment());
    }
}
