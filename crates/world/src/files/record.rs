//! The file to which games are recorded. After every write it is a valid record.

use super::error::{WriteError, WriteStep};
use super::lock::{self, open_locked};
use super::read::lines_of;
use super::write::{Existing, Target, folder_of, replacement_of, sync_folder, target};
use crate::door::{self, Form};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// A record that grows by whole lines: when a write fails, an incomplete last line is removed.
///
/// It is locked as long as it is open. A new record to which nothing was written is removed.
#[derive(Debug)]
pub struct Record {
    to: RecordTarget,
    path: PathBuf,
    /// The length of all whole lines, in bytes.
    length: u64,
    /// Whether the file did not exist before.
    is_new: bool,
    /// The file that the record replaces when it is first synced.
    replaces: Option<FileReplacement>,
}

/// A file that stays until the record that replaces it is on the disk.
#[derive(Debug)]
struct FileReplacement {
    /// The temporary name of the new record. Dropping it removes that file.
    new: TempPath,
    /// The path of the old file, with all links followed.
    target: PathBuf,
    /// The old file, open to keep its lock.
    _old: File,
}

/// Where a record is written.
#[derive(Debug)]
enum RecordTarget {
    File(File),
    /// A device or pipe, which cannot be read back or shortened.
    Stream(File),
    /// Standard output, which cannot be read back or shortened.
    Output,
}

impl Record {
    /// A record on standard output.
    pub fn to_output() -> Self {
        Self {
            to: RecordTarget::Output,
            path: PathBuf::from("standard output"),
            length: 0,
            is_new: false,
            replaces: None,
        }
    }

    /// Begins an empty record. A file that exists is locked, and with [`Existing::Replace`] it is
    /// replaced when the new record is first synced.
    ///
    /// # Errors
    /// The record cannot be written there.
    pub fn begin(path: &Path, existing: Existing) -> Result<Self, WriteError> {
        if let Target::Stream = target(path)? {
            let opened = OpenOptions::new()
                .append(true)
                .open(path)
                .map_err(|why| WriteError::failed(path, WriteStep::Open, why))?;
            return Ok(Self {
                to: RecordTarget::Stream(opened),
                path: path.to_owned(),
                length: 0,
                is_new: false,
                replaces: None,
            });
        }
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => match lock::lock(&file) {
                Ok(true) => Ok(Self {
                    to: RecordTarget::File(file),
                    path: path.to_owned(),
                    length: 0,
                    is_new: true,
                    replaces: None,
                }),
                Ok(false) => Err(WriteError::InUse(path.to_owned())),
                Err(why) => {
                    let _ = fs::remove_file(path);
                    Err(WriteError::failed(path, WriteStep::Lock, why))
                }
            },
            Err(why) if why.kind() != io::ErrorKind::AlreadyExists => {
                Err(WriteError::failed(path, WriteStep::Create, why))
            }
            Err(_) if existing == Existing::Refuse => Err(WriteError::Exists(path.to_owned())),
            Err(_) => {
                let old =
                    open_locked(path, OpenOptions::new().write(true).create(true).truncate(false))?;
                let failed = |step| move |why| WriteError::failed(path, step, why);
                let target = fs::canonicalize(path).map_err(failed(WriteStep::Open))?;
                let there = old.metadata().map_err(failed(WriteStep::Open))?;
                let (file, new) = replacement_of(path, &target, Some(&there))?;
                lock::lock(&file).map_err(failed(WriteStep::Lock))?;
                let replaces = Some(FileReplacement { new, target, _old: old });
                Ok(Self {
                    to: RecordTarget::File(file),
                    path: path.to_owned(),
                    length: 0,
                    is_new: false,
                    replaces,
                })
            }
        }
    }

    /// Opens and locks a record that exists, to read it and write more.
    ///
    /// # Errors
    /// The record cannot be opened, or another process has locked it.
    pub fn reopen(path: &Path) -> Result<Self, WriteError> {
        match target(path)? {
            Target::File { .. } => {}
            Target::Stream => return Err(WriteError::NotPlain(path.to_owned())),
        }
        let file = open_locked(path, OpenOptions::new().read(true).write(true))?;
        let length =
            file.metadata().map_err(|why| WriteError::failed(path, WriteStep::Open, why))?.len();
        Ok(Self {
            to: RecordTarget::File(file),
            path: path.to_owned(),
            length,
            is_new: false,
            replaces: None,
        })
    }

    /// A reader of its lines, from the first. Call [`Record::cut`] before writing again, since
    /// writing goes on where reading stopped.
    ///
    /// # Errors
    /// The record cannot be read.
    pub fn lines(&mut self) -> io::Result<impl BufRead> {
        let RecordTarget::File(file) = &mut self.to else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        file.rewind()?;
        Ok(lines_of(file))
    }

    /// The length of its whole lines and of the whole file, in bytes; no line may be longer than
    /// `longest`.
    ///
    /// # Errors
    /// The record cannot be read.
    pub fn whole_lines(&mut self, longest: usize) -> io::Result<(u64, u64)> {
        let RecordTarget::File(file) = &mut self.to else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        let from = self.length.saturating_sub(longest as u64 + 1);
        file.seek(SeekFrom::Start(from))?;
        let end = super::read::take(file, self.length - from)?;
        let whole =
            end.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| from + at as u64 + 1);
        Ok((whole, self.length))
    }

    /// Keeps the first `length` bytes; what is written next follows them.
    ///
    /// # Errors
    /// The record cannot be shortened.
    pub fn cut(&mut self, length: u64) -> Result<(), WriteError> {
        let RecordTarget::File(file) = &mut self.to else {
            return Err(WriteError::NotPlain(self.path.clone()));
        };
        let cut = if length < self.length { file.set_len(length) } else { Ok(()) };
        cut.map_err(|why| WriteError::failed(&self.path, WriteStep::Truncate, why))?;
        file.seek(SeekFrom::Start(length))
            .map_err(|why| WriteError::failed(&self.path, WriteStep::Open, why))?;
        self.length = length;
        Ok(())
    }

    /// Whether it is a file, and neither a pipe nor a device.
    pub fn is_plain(&self) -> bool {
        matches!(self.to, RecordTarget::File(_))
    }

    /// Keeps the first `from` bytes, and writes other whole lines after them, in one step: if
    /// something fails, or the program is killed, the record is as it was.
    ///
    /// # Errors
    /// The record cannot be replaced, or is a pipe or a device.
    pub fn replace_from(&mut self, from: u64, lines: &[u8]) -> Result<(), WriteError> {
        let path = &self.path;
        let failed = |step| move |why| WriteError::failed(path, step, why);
        let RecordTarget::File(old) = &mut self.to else {
            return Err(WriteError::NotPlain(path.clone()));
        };
        let target = match &self.replaces {
            Some(pending) => pending.target.clone(),
            None => fs::canonicalize(path).map_err(failed(WriteStep::Open))?,
        };
        let there = old.metadata().map_err(failed(WriteStep::Open))?;
        let (mut file, new) = replacement_of(path, &target, Some(&there))?;
        lock::lock(&file).map_err(failed(WriteStep::Lock))?;
        if from > 0 {
            old.rewind().map_err(failed(WriteStep::Open))?;
            io::copy(&mut old.take(from), &mut file).map_err(failed(WriteStep::Write))?;
        }
        file.write_all(lines).map_err(failed(WriteStep::Write))?;
        file.sync_data().map_err(failed(WriteStep::Sync))?;
        fs::rename(&new, &target).map_err(failed(WriteStep::Rename))?;
        self.to = RecordTarget::File(file);
        (self.length, self.is_new, self.replaces) = (from + lines.len() as u64, false, None);
        sync_folder(folder_of(&target)).map_err(failed(WriteStep::Sync))
    }

    /// Waits until everything written is on the disk. A record that replaces a file then takes its
    /// place.
    ///
    /// # Errors
    /// Some of it may not be on the disk.
    pub fn sync(&mut self) -> io::Result<()> {
        let RecordTarget::File(file) = &mut self.to else { return Ok(()) };
        file.sync_data()?;
        if let Some(FileReplacement { new, target, _old }) = &self.replaces {
            fs::rename(new, target)?;
            sync_folder(folder_of(target))?;
            self.replaces = None;
        }
        if self.is_new && self.length > 0 {
            sync_folder(folder_of(&self.path))?;
            self.is_new = false;
        }
        Ok(())
    }

    /// Whether the path still leads to the file that the record will replace.
    pub fn is_pending(&self) -> bool {
        self.replaces.is_some()
    }

    /// The name of the record in messages: its path, or "standard output".
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Write for Record {
    /// Writes all of `bytes`, which are whole lines. If that fails, the file keeps the lines that
    /// were written whole.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let file = match &mut self.to {
            RecordTarget::Output => {
                return door::write_out(&String::from_utf8_lossy(bytes), Form::Json)
                    .map(|()| bytes.len());
            }
            RecordTarget::Stream(stream) => return stream.write_all(bytes).map(|()| bytes.len()),
            RecordTarget::File(file) => file,
        };
        let mut written = 0;
        let why = loop {
            match file.write(&bytes[written..]) {
                Ok(0) => break io::ErrorKind::WriteZero.into(),
                Ok(some) => written += some,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break error,
            }
            if written == bytes.len() {
                self.length += written as u64;
                return Ok(written);
            }
        };
        self.length +=
            bytes[..written].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at as u64 + 1);
        // If the file cannot be shortened, readers ignore the incomplete line.
        let _ = file.set_len(self.length);
        Err(why)
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            RecordTarget::Output => Ok(()),
            RecordTarget::Stream(file) | RecordTarget::File(file) => file.flush(),
        }
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        if self.is_new && self.length == 0 {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_existing_file_is_only_overwritten_on_purpose() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        Record::begin(&path, Existing::Refuse).unwrap().write_all(b"one\n").unwrap();
        assert!(matches!(Record::begin(&path, Existing::Refuse), Err(WriteError::Exists(_))));
        assert_eq!(fs::read(&path).unwrap(), b"one\n");
        let mut record = Record::reopen(&path).unwrap();
        record.cut(2).unwrap();
        record.write_all(b"!\n").unwrap();
        drop(record);
        assert_eq!(fs::read(&path).unwrap(), b"on!\n");
        let mut record = Record::begin(&path, Existing::Replace).unwrap();
        record.write_all(b"new\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"on!\n", "until the new record is on the disk");
        record.sync().unwrap();
        record.write_all(b"more\n").unwrap();
        drop(record);
        assert_eq!(fs::read(&path).unwrap(), b"new\nmore\n");
        drop(Record::begin(&path, Existing::Replace).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"new\nmore\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn lines_are_replaced_in_one_step() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        fs::write(&path, "first\nsecond\nthird\n").unwrap();
        let mut record = Record::reopen(&path).unwrap();
        let before = File::open(&path).unwrap();
        record.replace_from(6, b"other\n").unwrap();
        assert_eq!(io::read_to_string(before).unwrap(), "first\nsecond\nthird\n", "not written to");
        assert!(matches!(Record::reopen(&path), Err(WriteError::InUse(_))), "still locked");
        record.write_all(b"more\n").unwrap();
        record.sync().unwrap();
        drop(record);
        assert_eq!(fs::read(&path).unwrap(), b"first\nother\nmore\n");
        // A new record, too, and one that is about to replace another.
        for existing in [Existing::Refuse, Existing::Replace] {
            if existing == Existing::Refuse {
                fs::remove_file(&path).unwrap();
            }
            let mut record = Record::begin(&path, existing).unwrap();
            record.write_all(b"one\n").unwrap();
            record.replace_from(0, b"two\n").unwrap();
            record.write_all(b"three\n").unwrap();
            drop(record);
            assert_eq!(fs::read(&path).unwrap(), b"two\nthree\n");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_record_has_one_writer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let mut record = Record::begin(&path, Existing::Refuse).unwrap();
        record.write_all(b"one\n").unwrap();
        assert!(matches!(Record::begin(&path, Existing::Replace), Err(WriteError::InUse(_))));
        assert!(matches!(Record::reopen(&path), Err(WriteError::InUse(_))));
        drop(record);
        assert_eq!(fs::read(&path).unwrap(), b"one\n");
        assert_eq!(Record::reopen(&path).unwrap().whole_lines(10).unwrap(), (4, 4));
    }

    #[test]
    fn a_new_record_without_lines_is_not_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        drop(Record::begin(&path, Existing::Refuse).unwrap());
        assert!(!path.exists());
    }
}
