//! A game that was broken off, from its record.

use super::record_file::RecordFile;
use crate::record::{GameRecord, Head, Mismatch, ReadError, Reader, Replayer, Verdict};
use crate::rules::Registry;
use std::io::{self, Write as _};
use std::path::Path;

/// Why a record cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub(super) enum ResumeError {
    /// The file.
    #[error("cannot be read: {0}")]
    Unreadable(#[source] io::Error),
    /// It cannot be written to.
    #[error("cannot be written: {0}")]
    Unwritable(#[source] io::Error),
    /// It is no record.
    #[error("{0}")]
    NoRecord(#[source] ReadError),
    /// There is nothing in it.
    #[error("there is no game in it")]
    Empty,
    /// It does not follow the rules.
    #[error("{0}")]
    Mismatch(#[source] Mismatch),
    /// There is nothing left to play.
    #[error("the game in it has ended")]
    Ended,
}

/// A game to go on with.
pub(super) struct BrokenOff {
    /// Its first line.
    pub head: Head,
    /// Its lines.
    pub game: GameRecord,
    /// How many bytes of the file are whole lines, and whether the last one lacks its line end.
    length: (u64, bool),
}

impl BrokenOff {
    /// Reads the last game of a file, and checks that it follows.
    pub(super) fn read(path: &Path, registry: &Registry) -> Result<Self, ResumeError> {
        let bytes = std::fs::read(path).map_err(ResumeError::Unreadable)?;
        let mut reader = Reader::new(&bytes[..]);
        let mut last = None;
        while let Some(game) = reader.game().map_err(ResumeError::NoRecord)? {
            last = Some(game);
        }
        let game = last.ok_or(ResumeError::Empty)?;
        let replayed = Replayer::new(registry).replay(&game).map_err(ResumeError::Mismatch)?;
        if matches!(replayed.verdict, Verdict::Complete(_)) {
            return Err(ResumeError::Ended);
        }
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let length = if game.cut { (whole as u64, false) } else { (bytes.len() as u64, whole < bytes.len()) };
        Ok(Self { head: replayed.head, game, length })
    }

    /// The file, ready to be gone on with: a line that was cut off is taken away.
    pub(super) fn file(&self, path: &Path) -> Result<RecordFile, ResumeError> {
        let (length, unended) = self.length;
        let mut file = RecordFile::go_on(path, length).map_err(ResumeError::Unwritable)?;
        if unended {
            file.write_all(b"\n").map_err(ResumeError::Unwritable)?;
        }
        Ok(file)
    }
}
