//! Listens to the game: records each event, and then tells it.

use super::console::Console;
use super::transcript::Transcript;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use tsuro::game::{DeciderNotice, Event, Memory, RuleSet, Seat, SeatSet, SeenEvent, Sink, View};
use tsuro::record::{Header, RecordHead, Recorder, Script};
use tsuro_faces::table::first::FirstTimes;
use tsuro_faces::words::TextKey;

/// What the deciders and the sinks of a game share.
pub(super) struct SharedLog {
    /// Where the game is shown.
    pub console: Console,
    /// Where the game is recorded.
    pub recorder: Recorder<Transcript>,
    /// For each seat, whether a person sits there.
    humans: Vec<bool>,
    /// What has happened.
    memory: Memory,
    /// How much of it the person at the terminal was told; with several, all of them.
    told: usize,
    /// How many lines of the record have happened, its first line included.
    lines: usize,
    /// For each choice of a person, how many lines come before it.
    decisions: Vec<usize>,
    /// Explains what happens for the first time, in a first game.
    pub first: Option<FirstTimes>,
}

impl SharedLog {
    pub(super) fn new(console: Console, recorder: Recorder<Transcript>, humans: Vec<bool>) -> Self {
        let (memory, decisions) = (Memory::default(), Vec::new());
        Self { console, recorder, humans, memory, told: 0, lines: 1, decisions, first: None }
    }

    /// Begins to listen to a game, from its deal.
    pub(super) fn begin<R: RuleSet>(&mut self, view: &View<'_, R>) {
        self.console.forget_news();
        (self.told, self.lines) = (0, 1);
        self.memory =
            Memory::with_events(SeatSet::only(self.console.narrator.you.unwrap_or(Seat::new(0))));
        self.memory.hear(&DeciderNotice::Begins(*view));
    }

    /// Why nothing can be taken back, if that is so.
    pub(super) fn why_no_undo(&mut self) -> Option<TextKey> {
        let mut can_go_back = true;
        self.recorder.with(|transcript| {
            can_go_back = transcript.can_go_back();
            Ok(())
        });
        if !can_go_back {
            return Some(TextKey::NoUndoOnStream);
        }
        self.decisions.is_empty().then_some(TextKey::NothingBefore)
    }

    /// Notes that a person has decided. To stay, and to exchange nothing, are told by no event.
    pub(super) fn note_decision(&mut self) {
        // While a game is played again up to a choice that was taken back, all are noted already.
        if self.decisions.last().is_none_or(|&last| last < self.lines) {
            self.decisions.push(self.lines);
        }
    }

    /// Takes back the last choice of a person and all that came after it: gives the lines of the
    /// record that are left.
    ///
    /// # Errors
    /// The record cannot be changed.
    pub(super) fn take_back(&mut self, head: &mut RecordHead) -> io::Result<Vec<String>> {
        head.undos += 1;
        let count = self.decisions.pop().unwrap_or(1);
        let mut header =
            Header::new(&head.variant, &head.players, head.first, &head.seed, head.index);
        header.undos = head.undos;
        let mut first = Vec::new();
        header.write(&mut first);
        let first = String::from_utf8_lossy(&first).trim_end().to_owned();
        let mut left = Vec::new();
        self.recorder.with(|transcript| {
            left = transcript.go_back(count, first)?;
            Ok(())
        });
        self.record_error().map_or(Ok(left), Err)
    }

    /// The whole game as the text of a record.
    pub(super) fn transcript(&mut self) -> String {
        let mut text = String::new();
        self.recorder.with(|transcript| {
            text = transcript.text();
            Ok(())
        });
        text
    }

    /// Whether a person made the choice of which an event tells.
    fn is_of_person(&self, event: &Event<'_>) -> bool {
        event.chooser().is_some_and(|seat| self.humans.get(seat.index()) == Some(&true))
    }

    /// What is to be told after an event, in words.
    fn news(&mut self, event: &Event<'_>) -> Vec<String> {
        if self.is_of_person(event) {
            self.note_decision();
        }
        self.lines += usize::from(event.is_written());
        self.memory.event(event);
        let narrator = &self.console.narrator;
        let events = self.memory.events(narrator.you);
        let told = std::mem::replace(&mut self.told, events.len());
        // Whose turn it is, the question and the placement say.
        let is_told =
            |event: &SeenEvent<'_>| !matches!(event, SeenEvent::Public(Event::Turn { .. }));
        let first = &mut self.first;
        let mut news = |event: SeenEvent<'_>| {
            let explained = first.as_mut().and_then(|first| first.explain(&event, narrator));
            narrator.seen(&event).into_iter().chain(explained).collect::<Vec<_>>()
        };
        events.skip(told).filter(is_told).flat_map(&mut news).collect()
    }

    /// Waits until the record is on the disk.
    pub(super) fn sync(&mut self) {
        self.recorder.with(Transcript::sync);
    }

    /// Records an event. Decisions of persons are synced to the disk at once; decisions of bots
    /// would be computed again.
    fn record(&mut self, event: &Event<'_>) {
        self.recorder.event(event);
        if self.is_of_person(event) {
            self.sync();
        }
    }

    /// Why the record cannot be written any more, if it cannot.
    pub(super) fn record_error(&self) -> Option<io::Error> {
        let error = self.recorder.error()?;
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
