//! What has been played, line by line as in a record, and the file to which it is recorded.

use std::io::{self, Write};
use tsuro::record::Feedback;
use tsuro_world::files::Record;

/// A file to which a game is recorded.
pub(super) struct RecordFile {
    pub record: Record,
    /// Where the game begins in the file, in bytes.
    pub from: u64,
}

/// The lines of a game, which are written to a file, too, if it is recorded.
pub(super) struct Transcript {
    lines: Vec<String>,
    file: Option<RecordFile>,
}

impl Transcript {
    /// With the lines that are in the file already.
    pub(super) fn new(lines: Vec<String>, file: Option<RecordFile>) -> Self {
        Self { lines, file }
    }

    /// The whole game as the text of a record.
    pub(super) fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line, "\n"]).collect()
    }

    /// Goes back to the first `count` lines, with `first` as the first one; gives them.
    ///
    /// # Errors
    /// The file cannot be changed.
    pub(super) fn go_back(&mut self, count: usize, first: String) -> io::Result<Vec<String>> {
        self.lines.truncate(count);
        if let Some(line) = self.lines.first_mut() {
            *line = first;
        }
        let text = self.text();
        if let Some(RecordFile { record, from }) = &mut self.file {
            record.replace_from(*from, text.as_bytes()).map_err(io::Error::other)?;
        }
        Ok(self.lines.clone())
    }

    /// Adds to the line of the end what a person says of the game; `false` if it cannot be added.
    ///
    /// # Errors
    /// The file cannot be changed.
    pub(super) fn add_feedback(&mut self, feedback: Feedback) -> io::Result<bool> {
        let [first, .., last] = &mut self.lines[..] else { return Ok(false) };
        let Some(end) = feedback.added_to(last) else { return Ok(false) };
        *last = end;
        let first = first.clone();
        self.go_back(self.lines.len(), first)?;
        Ok(true)
    }

    /// Whether it can [go back](Self::go_back): not where it is written to a pipe or a device.
    pub(super) fn can_go_back(&self) -> bool {
        self.file.as_ref().is_none_or(|file| file.record.is_plain())
    }

    /// Waits until the file is on the disk.
    ///
    /// # Errors
    /// Some of it may not be on the disk.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.record.sync())
    }
}

impl Write for Transcript {
    /// Writes whole lines.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(file) = &mut self.file {
            file.record.write_all(bytes)?;
        }
        self.lines.extend(String::from_utf8_lossy(bytes).lines().map(str::to_owned));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.record.flush())
    }
}
