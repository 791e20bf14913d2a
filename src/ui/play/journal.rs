//! What listens to the game: it records each event, and then tells it.

use super::console::{Announcement, Console};
use crate::game::{Event, Seat, Sink};
use crate::record::{Recorder, Script};
use crate::ui::files::Record;
use crate::ui::words::TextKey;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;

/// What those who decide and those who listen share.
pub(super) struct SharedLog {
    /// Where everything is shown.
    pub console: Console,
    /// Where everything is recorded.
    pub recorder: Option<Recorder<Record>>,
    /// By seat, whether a person sits there.
    humans: Vec<bool>,
}

impl SharedLog {
    pub(super) fn new(console: Console, recorder: Option<Recorder<Record>>, humans: Vec<bool>) -> Self {
        Self { console, recorder, humans }
    }

    /// Waits until the record is on the disk.
    pub(super) fn sync(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.with(Record::sync);
        }
    }

    /// Records an event. What a person decided outlasts a loss of power; what bots do is worked out again.
    fn record(&mut self, event: &Event<'_>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.event(event);
        }
        if decider(event).is_some_and(|seat| self.humans.get(seat.index()) == Some(&true)) {
            self.sync();
        }
    }

    /// Why the record is not written any more, if so.
    pub(super) fn record_error(&self) -> Option<io::Error> {
        let error = self.recorder.as_ref()?.error()?;
        Some(error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error))
    }
}

/// Whose decision an event is.
fn decider(event: &Event<'_>) -> Option<Seat> {
    match event {
        Event::Start { player, .. } | Event::Relocated { player, .. } | Event::Placed { player, .. } | Event::Exchanged { player, .. } => {
            Some(*player)
        }
        _ => None,
    }
}

/// What is told of an event; `None` for what nobody needs to hear.
fn news(console: &Console, event: &Event<'_>) -> Option<Announcement> {
    let narrator = &console.narrator;
    // The question says whose turn it is, and what is laid names those who lay.
    if matches!(event, Event::Turn { .. }) {
        return None;
    }
    let full = narrator.event(event)?;
    let short = match event {
        Event::Moved { player, to } => {
            Some(narrator.language.say(TextKey::BriefMoved, &[("who", narrator.name(*player)), ("square", &to.square().to_string())]))
                .filter(|_| narrator.you != Some(*player))
        }
        Event::Placed { .. } | Event::Drew { .. } | Event::Returned { .. } => None,
        _ => Some(full.clone()),
    };
    Some(Announcement { full, short })
}

/// The sink of a game.
pub(super) struct Journal(pub Rc<RefCell<SharedLog>>);

impl Sink for Journal {
    fn event(&mut self, event: &Event<'_>) {
        let mut shared = self.0.borrow_mut();
        let shared = &mut *shared;
        shared.record(event);
        if let Some(news) = news(&shared.console, event) {
            shared.console.tell(news);
        }
    }
}

/// The sink of a game that goes on: what its record holds was told when it happened, and is only kept for those who ask for the log.
pub(super) struct ResumedSink<'s, 'a, S> {
    /// The record, as far as it has been played.
    pub script: &'s RefCell<Script<'a>>,
    /// Where it is kept.
    pub shared: Rc<RefCell<SharedLog>>,
    /// The sink of what is new.
    pub then: S,
}

impl<S: Sink> Sink for ResumedSink<'_, '_, S> {
    fn event(&mut self, event: &Event<'_>) {
        if !self.script.borrow().is_used_up() {
            let console = &mut self.shared.borrow_mut().console;
            if let Event::Start { player, .. } | Event::Placed { player, .. } | Event::Relocated { player, .. } = event {
                console.mark_seen(*player);
            }
            if let Some(news) = news(console, event) {
                console.keep(news);
            }
        }
        self.then.event(event);
    }
}
