//! Files read whole, up to a limit; and records, which are read line by line.

use crate::record::MAX_LINE;
use crate::ruleset::MAX_SOURCE_BYTES;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// How much is read of a kind of file.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// In bytes.
    pub bytes: u64,
    /// The kind, as the end of "the most that … may have".
    pub kind: &'static str,
}

/// Rule sets and suites.
pub const SOURCE: Limit = Limit { bytes: MAX_SOURCE_BYTES as u64, kind: "a rule set or a suite" };

/// Parts of comparisons: a part of ten tables with all metrics has well under a megabyte.
pub const PART: Limit = Limit { bytes: 64 << 20, kind: "a part of a comparison" };

/// Positions: as much as one line of a record.
pub const POSITION: Limit = Limit { bytes: MAX_LINE as u64, kind: "a position" };

/// Why there is no text.
#[derive(Debug, thiserror::Error)]
pub enum FileReadError {
    /// The system would not give it out.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Over its limit.
    #[error("it has more than {} bytes, the most that {} may have", .0.bytes, .0.kind)]
    TooLarge(Limit),
    /// Not text.
    #[error("it is not UTF-8 text")]
    NotText,
}

/// Up to `most` bytes of what can be read.
///
/// # Errors
/// Why it cannot be read.
pub fn take(from: &mut (impl Read + ?Sized), most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The bytes of a file: all of them, or one more than `limit` allows.
///
/// # Errors
/// Why it cannot be read.
pub fn read_bytes(path: &Path, limit: Limit) -> io::Result<Vec<u8>> {
    read_beginning(path, limit.bytes + 1)
}

/// The first bytes of a file, or all of them where there are fewer.
///
/// # Errors
/// Why it cannot be read.
pub fn read_beginning(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    take(&mut File::open(path)?, most)
}

/// The text of a file.
///
/// # Errors
/// Why there is none.
pub fn read_text(path: &Path, limit: Limit) -> Result<String, FileReadError> {
    read_text_from(&mut File::open(path)?, limit)
}

/// The text of an open file.
pub(super) fn read_text_from(from: &mut File, limit: Limit) -> Result<String, FileReadError> {
    let bytes = take(from, limit.bytes + 1)?;
    if bytes.len() as u64 > limit.bytes {
        return Err(FileReadError::TooLarge(limit));
    }
    String::from_utf8(bytes).map_err(|_| FileReadError::NotText)
}

/// A file to be read line by line by somebody who limits how long a line may be; `-` is standard input.
///
/// # Errors
/// Why it cannot be opened.
pub fn lines(path: &str) -> io::Result<Box<dyn BufRead>> {
    Ok(if path == "-" { Box::new(lines_of(io::stdin())) } else { Box::new(lines_of(File::open(path)?)) })
}

/// The same of an open file.
pub(super) fn lines_of(from: impl Read) -> impl BufRead {
    BufReader::with_capacity(1 << 16, from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        let limit = Limit { bytes: 4, kind: "a test" };
        std::fs::write(&path, "four").unwrap();
        assert_eq!(read_text(&path, limit).unwrap(), "four");
        std::fs::write(&path, "fives").unwrap();
        let refused = read_text(&path, limit).unwrap_err();
        assert_eq!(refused.to_string(), "it has more than 4 bytes, the most that a test may have");
        assert_eq!(read_bytes(&path, limit).unwrap().len(), 5);
    }
}
