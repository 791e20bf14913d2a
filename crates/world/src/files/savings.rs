//! The file of `--resume`: one process replaces it from time to time, and no other can in between.

use super::error::{WriteError, WriteStep};
use super::lock::open_locked;
use super::read::{FileReadError, Limit, read_text_from};
use super::write::{Existing, Target, put, target};
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

/// A file that stays locked while newer ones replace it: each new file is locked before it takes
/// the place of the old one, so that no other process can lock it in between.
#[derive(Debug)]
pub struct Savings {
    path: PathBuf,
    /// The file at the path, open to keep its lock.
    file: Option<File>,
}

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SavingsError {
    /// The file cannot be made or locked.
    #[error("{0}")]
    Write(#[from] WriteError),
    /// The file cannot be read.
    #[error("{} cannot be read: {why}", .path.display())]
    Read {
        /// The path, as it was given.
        path: PathBuf,
        /// Why it cannot be read.
        why: FileReadError,
    },
}

impl Savings {
    /// Opens and locks the file, and reads its text. If there is no file, makes one with the text
    /// `first`; the text read is then `None`.
    ///
    /// # Errors
    /// The file cannot be made, locked or read.
    pub fn open(
        path: &Path,
        first: &[u8],
        limit: Limit,
    ) -> Result<(Self, Option<String>), SavingsError> {
        if let Target::Stream = target(path)? {
            return Err(WriteError::NotPlain(path.to_owned()).into());
        }
        loop {
            match open_locked(path, OpenOptions::new().read(true).write(true)) {
                Ok(mut file) => {
                    let text = read_text_from(&mut file, limit)
                        .map_err(|why| SavingsError::Read { path: path.to_owned(), why })?;
                    return Ok((Self { path: path.to_owned(), file: Some(file) }, Some(text)));
                }
                Err(why) if why.is_not_found() => {}
                Err(why) => return Err(why.into()),
            }
            // A link to a file that does not exist is followed.
            let existing = if path.is_symlink() { Existing::Replace } else { Existing::Refuse };
            match put(path, first, existing, true) {
                Ok(file) => return Ok((Self { path: path.to_owned(), file }, None)),
                // Another process has made the file in the meantime.
                Err(WriteError::Exists(_)) => {}
                Err(why) => return Err(why.into()),
            }
        }
    }

    /// Removes the file.
    ///
    /// # Errors
    /// Why it was not removed.
    pub fn remove(self) -> Result<(), WriteError> {
        std::fs::remove_file(&self.path)
            .map_err(|why| WriteError::failed(&self.path, WriteStep::Remove, why))
    }

    /// Replaces the text.
    ///
    /// # Errors
    /// Why it was not replaced, and what is at the path now.
    pub fn replace(&mut self, text: &[u8]) -> Result<(), WriteError> {
        self.file = put(&self.path, text, Existing::Replace, true)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::PART;

    #[test]
    fn savings_stay_locked_while_they_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.json");
        let (mut savings, before) = Savings::open(&path, b"one", PART).unwrap();
        assert_eq!(before, None);
        for text in ["two", "three"] {
            assert!(matches!(
                Savings::open(&path, b"", PART),
                Err(SavingsError::Write(WriteError::InUse(_)))
            ));
            savings.replace(text.as_bytes()).unwrap();
        }
        drop(savings);
        assert_eq!(Savings::open(&path, b"", PART).unwrap().1.as_deref(), Some("three"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
