//! What the program remembers from one call to the next, in small JSON files.

use super::error::WriteError;
use super::kept::state_folder;
use super::read::{FileReadError, SOURCE, read_text};
use super::write::{Existing, make_folder, write_whole};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// A file that holds a `T`.
#[derive(Debug, Clone)]
pub struct StateFile<T> {
    path: PathBuf,
    holds: PhantomData<T>,
}

impl<T: Default + Serialize + DeserializeOwned> StateFile<T> {
    /// The file with this name in a folder.
    pub fn in_folder(folder: &Path, name: &str) -> Self {
        Self { path: folder.join(name), holds: PhantomData }
    }

    /// The file with this name in `$XDG_STATE_HOME/tsuro`, otherwise in `~/.local/state/tsuro`;
    /// `None` where there is no such place.
    pub fn from_environment(name: &str) -> Option<Self> {
        Some(Self::in_folder(&state_folder()?, name))
    }

    /// What it says; nothing, where it is missing or cannot be read.
    pub fn read(&self) -> T {
        let text = read_text(&self.path, SOURCE).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Writes a change, if `change` says that it is one. A file that cannot be read stays as it is:
    /// another version of this program may understand it. Of two programs that write at once, the
    /// last one wins.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn change(&self, change: impl FnOnce(&mut T) -> bool) -> Result<(), WriteError> {
        let known = match read_text(&self.path, SOURCE) {
            Ok(text) => serde_json::from_str(&text).ok(),
            Err(FileReadError::Io(why)) if why.kind() == io::ErrorKind::NotFound => {
                Some(T::default())
            }
            Err(_) => None,
        };
        let Some(mut state) = known else { return Ok(()) };
        if !change(&mut state) {
            return Ok(());
        }
        if let Some(folder) = self.path.parent() {
            make_folder(folder)?;
        }
        let text = serde_json::to_string(&state).unwrap_or_default() + "\n";
        if text.len() as u64 > SOURCE.bytes {
            return Ok(());
        }
        write_whole(&self.path, text.as_bytes(), Existing::Replace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_remembered_and_a_broken_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = StateFile::<Vec<u8>>::in_folder(&folder.path().join("tsuro"), "numbers.json");
        let add = |number| {
            move |numbers: &mut Vec<u8>| {
                let is_new = !numbers.contains(&number);
                numbers.extend(is_new.then_some(number));
                is_new
            }
        };
        assert!(file.read().is_empty());
        for number in [2, 3, 2] {
            file.change(add(number)).unwrap();
        }
        assert_eq!(file.read(), [2, 3]);
        std::fs::write(&file.path, "[2, \"").unwrap();
        assert!(file.read().is_empty());
        file.change(add(4)).unwrap();
        assert_eq!(std::fs::read_to_string(&file.path).unwrap(), "[2, \"");
    }
}
