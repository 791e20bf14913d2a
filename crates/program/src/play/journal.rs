//! Listens to the game: records each event, and then tells it.

use super::console::Console;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use tsuro::game::{DeciderNotice, Event, Memory, RuleSet, Seat, SeatSet, SeenEvent, Sink, View};
use tsuro::record::{Recorder, Script};
use tsuro_world::files::Record;

/// What the deciders and the sinks of a game share.
pub(super) struct SharedLog {
    /// Where the game is shown.
    pub console: Console,
    /// Where the game is recorded, if it is.
    pub recorder: Option<Recorder<Record>>,
    /// For each seat, whether a person sits there.
    humans: Vec<bool>,
    /// What has happened.
    memory: Memory,
    /// How much of it the person at the terminal was told; with several, all of them.
    told: usize,
}

impl SharedLog {
    pub(super) fn new(
        console: Console,
        recorder: Option<Recorder<Record>>,
        humans: Vec<bool>,
    ) -> Self {
        Self { console, recorder, humans, memory: Memory::default(), told: 0 }
    }

    /// Begins to listen to a game.
    pub(super) fn begin<R: RuleSet>(&mut self, view: &View<'_, R>) {
        self.memory =
            Memory::with_events(SeatSet::only(self.console.narrator.you.unwrap_or(Seat::new(0))));
        self.memory.hear(&DeciderNotice::Begins(*view));
    }

    /// What is to be told after an event, in words.
    fn news(&mut self, event: &Event<'_>) -> Vec<String> {
        self.memory.event(event);
        let narrator = &self.console.narrator;
        let events = self.memory.events(narrator.you);
        let told = std::mem::replace(&mut self.told, events.len());
        // Whose turn it is, the question and the placement say.
        let is_told =
            |event: &SeenEvent<'_>| !matches!(event, SeenEvent::Public(Event::Turn { .. }));
        events.skip(told).filter(is_told).filter_map(|event| narrator.seen(&event)).collect()
    }

    /// Waits until the record is on the disk.
    pub(super) fn sync(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.with(Record::sync);
        }
    }

    /// Records an event. Decisions of persons are synced to the disk at once; decisions of bots
    /// would be computed again.
    fn record(&mut self, event: &Event<'_>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.event(event);
        }
        if event.chooser().is_some_and(|seat| self.humans.get(seat.index()) == Some(&true)) {
            self.sync();
        }
    }

    /// Why the record cannot be written any more, if it cannot.
    pub(super) fn record_error(&self) -> Option<io::Error> {
        let error = self.recorder.as_ref()?.error()?;
        Some(error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error))
    }
}

/// The sink of a game.
pub(super) struct Journal(pub Rc<RefCell<SharedLog>>);

impl Sink for Journal {
    fn event(&mut self, event: &Event<'_>) {
        let mut shared = self.0.borrow_mut();
        let shared = &mut *shared;
        shared.record(event);
        for news in shared.news(event) {
            shared.console.tell(news);
        }
    }
}

/// The sink of a resumed game: what was recorded has been told before, and is only kept for the
/// log.
pub(super) struct ResumedSink<'s, 'a, S> {
    /// The record, and how far it has been replayed.
    pub script: &'s RefCell<Script<'a>>,
    /// Where the log is kept.
    pub shared: Rc<RefCell<SharedLog>>,
    /// The sink of new events.
    pub then: S,
}

impl<S: Sink> Sink for ResumedSink<'_, '_, S> {
    fn event(&mut self, event: &Event<'_>) {
        if !self.script.borrow().is_used_up() {
            let mut shared = self.shared.borrow_mut();
            if let Some(player) =
                event.chooser().filter(|_| !matches!(event, Event::Exchanged { .. }))
            {
                shared.console.mark_seen(player);
            }
            for news in shared.news(event) {
                shared.console.keep(news);
            }
        }
        self.then.event(event);
    }
}
