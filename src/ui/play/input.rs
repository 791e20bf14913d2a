//! Answers, line by line, from a keyboard or a pipe; and Ctrl-C.

use super::stop::PlayStop;
use crate::ui::interrupt;
use std::io::{self, BufRead, IsTerminal, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The longest answer, in bytes: whatever comes after that on the line is dropped.
const LONGEST: u64 = 4096;

/// What comes in.
enum Incoming {
    Line(String),
    End,
    /// The program has been asked to stop.
    Wake,
}

/// Lines that somebody types.
pub(super) struct Input {
    from: Receiver<Incoming>,
    /// Whether it is typed, not piped.
    pub typed: bool,
}

impl Input {
    /// Begins to read, and to notice Ctrl-C.
    pub(super) fn open() -> Self {
        let (to, from) = sync_channel(16);
        let wake = to.clone();
        interrupt::note_and_wake(move || drop(wake.try_send(Incoming::Wake)));
        // The thread ends with the program, or with its input.
        thread::spawn(move || read_all(&mut io::stdin().lock(), &to));
        Self { from, typed: io::stdin().is_terminal() }
    }

    /// The next answer, without its line end.
    pub(super) fn line(&self) -> Result<String, PlayStop> {
        loop {
            if interrupt::requested() {
                return Err(PlayStop::Interrupted);
            }
            match self.from.recv() {
                Ok(Incoming::Line(line)) => return Ok(line),
                Ok(Incoming::End) | Err(_) => {
                    return Err(if interrupt::requested() { PlayStop::Interrupted } else { PlayStop::EndOfInput });
                }
                Ok(Incoming::Wake) => {}
            }
        }
    }

    /// Forgets what was typed ahead: an Enter too many must not uncover the next player's hand. A pipe is never ahead of itself.
    pub(super) fn forget(&self) {
        if self.typed {
            while let Ok(Incoming::Line(_) | Incoming::Wake) = self.from.try_recv() {}
        }
    }
}

fn read_all(from: &mut impl BufRead, to: &SyncSender<Incoming>) {
    while let Ok(Some(line)) = read_line(from) {
        if to.send(Incoming::Line(line)).is_err() {
            return;
        }
    }
    let _ = to.send(Incoming::End);
}

/// One line, cut off where it is too long.
fn read_line(from: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if from.take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    while bytes.last() != Some(&b'\n') {
        let mut rest = Vec::new();
        let read = from.take(LONGEST).read_until(b'\n', &mut rest)?;
        if read == 0 || rest.last() == Some(&b'\n') {
            break;
        }
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_trimmed_and_cut_where_they_are_too_long() {
        let text = format!("  3 \r\n{}\nlast", "x".repeat(3 * LONGEST as usize));
        let mut from = io::Cursor::new(text);
        let mut line = || read_line(&mut from).unwrap();
        assert_eq!(line().unwrap(), "3");
        assert_eq!(line().unwrap().len(), LONGEST as usize);
        assert_eq!(line().unwrap(), "last");
        assert!(line().is_none());
    }
}
