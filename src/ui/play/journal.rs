//! What listens to the game: it records each event, and then tells it.

use super::console::{Console, News};
use super::record_file::RecordFile;
use crate::game::{Event, Sink};
use crate::record::Recorder;
use crate::ui::words::Key;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;

/// What those who decide and those who listen share.
pub(super) struct Shared {
    /// Where everything is shown.
    pub console: Console,
    /// Where everything is recorded.
    pub recorder: Option<Recorder<RecordFile>>,
}

impl Shared {
    pub(super) fn new(console: Console, recorder: Option<Recorder<RecordFile>>) -> Self {
        Self { console, recorder }
    }

    /// Why the record is not written any more, if so.
    pub(super) fn record_error(&self) -> Option<io::Error> {
        let error = self.recorder.as_ref()?.error()?;
        Some(error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error))
    }
}

/// The sink of a game.
pub(super) struct Journal(pub Rc<RefCell<Shared>>);

impl Sink for Journal {
    fn event(&mut self, event: &Event<'_>) {
        let mut shared = self.0.borrow_mut();
        let shared = &mut *shared;
        if let Some(recorder) = &mut shared.recorder {
            recorder.event(event);
        }
        let narrator = &shared.console.narrator;
        // The question says whose turn it is, and what is laid names those who lay.
        if matches!(event, Event::Turn { .. }) {
            return;
        }
        let Some(full) = narrator.event(event) else { return };
        let short = match event {
            Event::Moved { player, to } => {
                Some(narrator.language.say(Key::BriefMoved, &[("who", narrator.name(*player)), ("square", &to.square().to_string())]))
                    .filter(|_| narrator.you != Some(*player))
            }
            Event::Placed { .. } | Event::Drew { .. } | Event::Returned { .. } => None,
            _ => Some(full.clone()),
        };
        shared.console.tell(News { full, short });
    }
}
