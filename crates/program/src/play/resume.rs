//! Reads a game that was broken off from its record.

use super::transcript::RecordFile;
use std::io::{self, BufRead as _, Write as _};
use std::path::Path;
use tsuro::record::{
    GameRecord, MAX_LINE, Mismatch, ReadError, RecordHead, RecordReader, ReplayVerdict, Replayer,
};
use tsuro::rules::Registry;
use tsuro_world::files::{Record, WriteError};

/// Why the game of a record cannot be resumed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ResumeError {
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(#[source] io::Error),
    /// The file cannot be written.
    #[error("{0}")]
    Unwritable(#[source] WriteError),
    /// The file is not a record.
    #[error("{0}")]
    NotRecord(#[source] ReadError),
    /// The record is empty.
    #[error("the record has no game")]
    Empty,
    /// The record does not follow the rules.
    #[error("{0}")]
    Mismatch(#[source] Mismatch),
    /// The game has ended.
    #[error("the game has ended, so it cannot be continued")]
    Ended,
}

/// A game that was broken off.
pub(super) struct UnfinishedGame {
    /// What its first line says.
    pub head: RecordHead,
    /// The lines of its record.
    pub game: GameRecord,
    /// The file, which is locked.
    record: Record,
}

impl UnfinishedGame {
    /// Locks a file, reads its last game, and checks that the game follows its rules.
    pub(super) fn read(path: &Path, registry: &Registry) -> Result<Self, ResumeError> {
        let mut record = Record::reopen(path).map_err(|why| match why {
            WriteError::Failed { why, .. } if why.kind() == io::ErrorKind::NotFound => {
                ResumeError::Unreadable(why)
            }
            why => ResumeError::Unwritable(why),
        })?;
        let mut reader = RecordReader::new(record.lines().map_err(ResumeError::Unreadable)?);
        let mut last = None;
        while let Some(game) = reader.game().map_err(|why| match why {
            ReadError::Io(why) => ResumeError::Unreadable(why),
            why => ResumeError::NotRecord(why),
        })? {
            last = Some(game);
        }
        drop(reader);
        let game = last.ok_or(ResumeError::Empty)?;
        let replayed = Replayer::new(registry).replay(&game).map_err(ResumeError::Mismatch)?;
        if matches!(replayed.verdict, ReplayVerdict::Complete(_)) {
            return Err(ResumeError::Ended);
        }
        Ok(Self { head: replayed.head, game, record })
    }

    /// The game and its file, ready for new events: an incomplete last line is removed.
    pub(super) fn into_parts(self) -> Result<(RecordHead, GameRecord, RecordFile), ResumeError> {
        let Self { head, game, mut record } = self;
        let from = begin_of(&mut record, game.first_line).map_err(ResumeError::Unreadable)?;
        let (whole, all) = record.whole_lines(MAX_LINE).map_err(ResumeError::Unreadable)?;
        let unended = !game.cut && whole < all;
        record.cut(if unended { all } else { whole }).map_err(ResumeError::Unwritable)?;
        if unended {
            record.write_all(b"\n").map_err(ResumeError::Unreadable)?;
        }
        Ok((head, game, RecordFile { record, from }))
    }
}

/// The bytes before line `first`, which is counted from 1.
fn begin_of(record: &mut Record, first: usize) -> io::Result<u64> {
    let mut lines = record.lines()?;
    let mut bytes = 0;
    for _ in 1..first {
        bytes += lines.read_until(b'\n', &mut Vec::new())? as u64;
    }
    Ok(bytes)
}
