//! Reads answers line by line from a keyboard or a pipe, and notices Ctrl-C while it waits.

use super::stop::PlayStop;
use std::cell::{Cell, OnceCell};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use tsuro_world::files::read_line;
use tsuro_world::interrupt;

/// The longest answer, in bytes; the rest of a longer line is ignored.
const LONGEST: usize = 4096;

/// What the reading thread and the Ctrl-C handler send.
enum Incoming {
    Line(String),
    /// The input has ended.
    End,
    /// The program has been asked to stop.
    Wake,
}

/// The source of answers.
pub(super) struct Input {
    /// What the reading thread sends; it begins to read when the first answer is wanted, since a
    /// game on the whole screen reads keys itself.
    from: OnceCell<Receiver<Incoming>>,
    /// Whether the input has ended: nothing more comes.
    is_over: Cell<bool>,
    /// Whether answers are typed on a keyboard, and not piped.
    pub is_typed: bool,
}

impl Input {
    /// Standard input.
    pub(super) fn open() -> Self {
        Self {
            from: OnceCell::new(),
            is_over: Cell::new(false),
            is_typed: io::stdin().is_terminal(),
        }
    }

    /// Begins to read, and to notice Ctrl-C.
    fn start() -> Receiver<Incoming> {
        let (to, from) = sync_channel(16);
        let wake = to.clone();
        interrupt::note_and_wake(move || drop(wake.try_send(Incoming::Wake)));
        // The thread ends with the program, or with its input.
        thread::spawn(move || {
            let mut stdin = io::stdin().lock();
            while let Ok(Some(line)) = read_line(&mut stdin, LONGEST) {
                if to
                    .send(Incoming::Line(String::from_utf8_lossy(&line).trim().to_owned()))
                    .is_err()
                {
                    return;
                }
            }
            let _ = to.send(Incoming::End);
        });
        from
    }

    /// The next answer, without the space around it.
    pub(super) fn line(&self) -> Result<String, PlayStop> {
        loop {
            if interrupt::requested() {
                return Err(PlayStop::Interrupted);
            }
            if self.is_over.get() {
                return Err(PlayStop::EndOfInput);
            }
            match self.from.get_or_init(Self::start).recv() {
                Ok(Incoming::Line(line)) => return Ok(line),
                Ok(Incoming::End) | Err(_) => {
                    self.is_over.set(true);
                    return Err(if interrupt::requested() {
                        PlayStop::Interrupted
                    } else {
                        PlayStop::EndOfInput
                    });
                }
                Ok(Incoming::Wake) => {}
            }
        }
    }

    /// Forgets what was typed ahead, since an extra Enter must not show the next player's hand.
    /// Piped answers are kept.
    pub(super) fn forget(&self) {
        if self.is_typed {
            let from = self.from.get_or_init(Self::start);
            while let Ok(come) = from.try_recv() {
                if matches!(come, Incoming::End) {
                    self.is_over.set(true);
                    break;
                }
            }
        }
    }
}
