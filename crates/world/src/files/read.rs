//! Reads files whole, up to a limit, and records line by line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use tsuro::record::MAX_LINE;
use tsuro::ruleset::MAX_SOURCE_BYTES;

/// The largest size of a kind of file.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// The limit in bytes.
    pub bytes: u64,
    /// The kind of file, as part of a message.
    pub kind: &'static str,
}

/// Rule sets and suites.
pub const SOURCE: Limit = Limit { bytes: MAX_SOURCE_BYTES as u64, kind: "a rule set or a suite" };

/// Parts of comparisons: a part of ten tables with all metrics has well under a megabyte.
pub const PART: Limit = Limit { bytes: 64 << 20, kind: "a part of a comparison" };

/// Positions: as much as one line of a record.
pub const POSITION: Limit = Limit { bytes: MAX_LINE as u64, kind: "a position" };

/// Records of games: that of the longest has well under a megabyte.
pub const RECORD: Limit = Limit { bytes: 64 << 20, kind: "a record that is played on" };

/// Why a file was not read.
#[derive(Debug, thiserror::Error)]
pub enum FileReadError {
    /// The system reports an error.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is larger than its limit.
    #[error("it has more than {} bytes, the most that {} may have", .0.bytes, .0.kind)]
    TooLarge(Limit),
    /// The file is not UTF-8 text.
    #[error("it is not UTF-8 text")]
    NotText,
}

/// Reads up to `most` bytes.
///
/// # Errors
/// The source cannot be read.
pub fn take(from: &mut (impl Read + ?Sized), most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the bytes of a file: all of them, or one more than `limit` allows.
///
/// # Errors
/// The file cannot be read.
pub fn read_bytes(path: &Path, limit: Limit) -> io::Result<Vec<u8>> {
    read_beginning(path, limit.bytes + 1)
}

/// Reads the first `most` bytes of a file, or all of them if there are fewer.
///
/// # Errors
/// The file cannot be read.
pub fn read_beginning(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    take(&mut File::open(path)?, most)
}

/// Reads the text of a file.
///
/// # Errors
/// The file cannot be read, is too large, or is not text.
pub fn read_text(path: &Path, limit: Limit) -> Result<String, FileReadError> {
    read_text_from(&mut File::open(path)?, limit)
}

/// Reads the text of an open file.
pub(super) fn read_text_from(from: &mut File, limit: Limit) -> Result<String, FileReadError> {
    let bytes = take(from, limit.bytes + 1)?;
    if bytes.len() as u64 > limit.bytes {
        return Err(FileReadError::TooLarge(limit));
    }
    String::from_utf8(bytes).map_err(|_| FileReadError::NotText)
}

/// Opens a file that is read line by line; the reader has to limit the length of a line. `-` is
/// standard input.
///
/// # Errors
/// The file cannot be opened.
pub fn lines(path: &str) -> io::Result<Box<dyn BufRead>> {
    Ok(if path == "-" {
        Box::new(lines_of(io::stdin()))
    } else {
        Box::new(lines_of(File::open(path)?))
    })
}

/// A buffer around an open file, for reading it line by line.
pub(super) fn lines_of(from: impl Read) -> impl BufRead {
    BufReader::with_capacity(1 << 16, from)
}

/// Reads a line, with its end; `None` at the end of the input. Of a line with more than `longest`
/// bytes, the rest is skipped.
///
/// # Errors
/// The input cannot be read.
pub fn read_line(from: &mut impl BufRead, longest: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    from.take(longest as u64).read_until(b'\n', &mut bytes)?;
    if bytes.len() == longest && bytes.last() != Some(&b'\n') {
        from.skip_until(b'\n')?;
    }
    Ok(Some(bytes).filter(|bytes| !bytes.is_empty()))
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

    #[test]
    fn a_line_is_read_up_to_its_limit_and_the_rest_of_it_skipped() {
        let mut from = io::Cursor::new("four\nlonger line\nlast");
        let mut line =
            || read_line(&mut from, 5).unwrap().map(|line| String::from_utf8(line).unwrap());
        assert_eq!(
            (line().unwrap(), line().unwrap(), line().unwrap()),
            ("four\n".into(), "longe".into(), "last".into())
        );
        assert!(line().is_none());
    }
}
