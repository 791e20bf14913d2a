//! A file that is replaced from time to time by one process, and by no other meanwhile.

use super::lock::open_locked;
use super::read::{FileReadError, Limit, read_text_from};
use super::write::{Existing, Target, WriteError, put, target};
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

/// A file that is kept locked while it is replaced by newer ones. Each new file is locked before it takes the place of the old one, so there is
/// no moment at which somebody else could lock it.
#[derive(Debug)]
pub struct Savings {
    path: PathBuf,
    /// The file that is at the path. On a file system without locks it is only held.
    file: Option<File>,
}

/// Why there are no savings to go on with.
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
        /// Why not.
        why: FileReadError,
    },
}

impl Savings {
    /// Opens and locks the file, with its text; where there is none, it begins with `first`, and there is no text.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn open(path: &Path, first: &[u8], limit: Limit) -> Result<(Self, Option<String>), SavingsError> {
        if let Target::Stream = target(path)? {
            return Err(WriteError::NotPlain(path.to_owned()).into());
        }
        loop {
            match open_locked(path, OpenOptions::new().read(true).write(true)) {
                Ok(mut file) => {
                    let text = read_text_from(&mut file, limit).map_err(|why| SavingsError::Read { path: path.to_owned(), why })?;
                    return Ok((Self { path: path.to_owned(), file: Some(file) }, Some(text)));
                }
                Err(why) if why.is_not_found() => {}
                Err(why) => return Err(why.into()),
            }
            // A link that leads to nothing yet is followed.
            let existing = if path.is_symlink() { Existing::Replace } else { Existing::Refuse };
            match put(path, first, existing, true) {
                Ok(file) => return Ok((Self { path: path.to_owned(), file }, None)),
                // Another process was quicker.
                Err(WriteError::Exists(_)) => {}
                Err(why) => return Err(why.into()),
            }
        }
    }

    /// Puts newer text in the place of the old.
    ///
    /// # Errors
    /// Why not, and which of the two is there now.
    pub fn replace(&mut self, text: &[u8]) -> Result<(), WriteError> {
        self.file = put(&self.path, text, Existing::Replace, true)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::files::PART;

    #[test]
    fn savings_stay_locked_while_they_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.json");
        let (mut savings, before) = Savings::open(&path, b"one", PART).unwrap();
        assert_eq!(before, None);
        for text in ["two", "three"] {
            assert!(matches!(Savings::open(&path, b"", PART), Err(SavingsError::Write(WriteError::InUse(_)))));
            savings.replace(text.as_bytes()).unwrap();
        }
        drop(savings);
        assert_eq!(Savings::open(&path, b"", PART).unwrap().1.as_deref(), Some("three"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
