//! What a learner has done on this machine: whether a lesson was taken, and which puzzles are
//! solved.

use super::error::WriteError;
use super::kept::state_folder;
use super::read::{FileReadError, SOURCE, read_text};
use super::write::{Existing, make_folder, write_whole};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

/// The most puzzles of one suite that are remembered, so that the file stays small.
const MOST_SOLVED: usize = 1000;

/// The file in which that is kept.
#[derive(Debug, Clone)]
pub struct LearnerFile {
    path: PathBuf,
}

/// What a learner has done.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Learner {
    /// Whether a lesson was answered right.
    pub has_learnt: bool,
    /// The puzzles that are solved, by the name of their suite and then by their title.
    pub solved: BTreeMap<String, BTreeSet<String>>,
}

impl LearnerFile {
    /// The file in this folder.
    pub fn in_folder(folder: &Path) -> Self {
        Self { path: folder.join("learner.json") }
    }

    /// `$XDG_STATE_HOME/tsuro/learner.json`, otherwise `~/.local/state/tsuro/learner.json`; `None`
    /// where there is no such place.
    pub fn from_environment() -> Option<Self> {
        Some(Self::in_folder(&state_folder()?))
    }

    /// What it says; nothing, where it is missing or cannot be read.
    pub fn read(&self) -> Learner {
        let text = read_text(&self.path, SOURCE).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Notes that a lesson was answered right.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn note_lesson(&self) -> Result<(), WriteError> {
        self.change(|learner| !std::mem::replace(&mut learner.has_learnt, true))
    }

    /// Notes that a puzzle of a suite is solved.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn note_solved(&self, suite: &str, title: &str) -> Result<(), WriteError> {
        self.change(|learner| {
            let solved = learner.solved.entry(suite.to_owned()).or_default();
            solved.len() < MOST_SOLVED && solved.insert(title.to_owned())
        })
    }

    /// Writes a change, if it is one. A file that cannot be read stays as it is: another version of
    /// this program may understand it. Of two programs that write at once, the last one wins.
    fn change(&self, change: impl FnOnce(&mut Learner) -> bool) -> Result<(), WriteError> {
        let known = match read_text(&self.path, SOURCE) {
            Ok(text) => serde_json::from_str(&text).ok(),
            Err(FileReadError::Io(why)) if why.kind() == io::ErrorKind::NotFound => {
                Some(Learner::default())
            }
            Err(_) => None,
        };
        let Some(mut learner) = known else { return Ok(()) };
        if !change(&mut learner) {
            return Ok(());
        }
        if let Some(folder) = self.path.parent() {
            make_folder(folder)?;
        }
        let text = serde_json::to_string(&learner).unwrap_or_default() + "\n";
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
    fn what_was_learnt_and_solved_is_remembered_and_a_broken_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = LearnerFile::in_folder(&folder.path().join("tsuro"));
        assert_eq!(file.read(), Learner::default());
        file.note_lesson().unwrap();
        for title in ["Game 1, turn 2", "Game 3, turn 4", "Game 1, turn 2"] {
            file.note_solved("classic", title).unwrap();
        }
        let learner = file.read();
        assert!(learner.has_learnt);
        assert_eq!(learner.solved["classic"].len(), 2);
        std::fs::write(&file.path, "{\"has_learnt\": 3").unwrap();
        assert_eq!(file.read(), Learner::default());
        file.note_solved("seas", "Game 5").unwrap();
        assert_eq!(std::fs::read_to_string(&file.path).unwrap(), "{\"has_learnt\": 3");
    }
}
