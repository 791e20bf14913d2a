//! The file that a game is recorded to, valid after every write.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// A record that grows by whole lines: a line that cannot be written in full is taken back.
#[derive(Debug)]
pub(super) struct RecordFile {
    file: File,
    length: u64,
}

impl RecordFile {
    /// A new file; an existing one only with `force`.
    pub(super) fn create(path: &Path, force: bool) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.write(true);
        if force {
            options.create(true).truncate(true);
        } else {
            options.create_new(true);
        }
        Ok(Self { file: options.open(path)?, length: 0 })
    }

    /// An existing file, to be gone on with after its first `length` bytes; the rest is cut off.
    pub(super) fn go_on(path: &Path, length: u64) -> io::Result<Self> {
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self { file, length })
    }
}

impl Write for RecordFile {
    /// Writes all or nothing.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if let Err(error) = self.file.write_all(line) {
            // On a device this fails, and there is nothing to take back.
            let _ = self.file.set_len(self.length);
            return Err(error);
        }
        self.length += line.len() as u64;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn an_existing_file_is_only_overwritten_on_purpose() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        RecordFile::create(&path, false).unwrap().write_all(b"one\n").unwrap();
        assert_eq!(RecordFile::create(&path, false).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"one\n");
        RecordFile::go_on(&path, 2).unwrap().write_all(b"!\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"on!\n");
        RecordFile::create(&path, true).unwrap();
        assert!(fs::read(&path).unwrap().is_empty());
    }
}
