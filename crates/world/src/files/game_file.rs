//! The file of a game that is played, and the last game of a record.
pub use locked::{GameFile, GameFileError};

use tsuro::record::{GameRecord, RecordReader};

/// The last game of a record, and the text before it.
pub(super) fn last_game(text: &str) -> Option<(GameRecord, &str)> {
    let mut reader = RecordReader::new(text.as_bytes());
    let mut last = None;
    while let Ok(Some(game)) = reader.game() {
        last = Some(game);
    }
    let game = last?;
    let before: usize =
        text.split_inclusive('\n').take(game.first_line.saturating_sub(1)).map(str::len).sum();
    Some((game, &text[..before]))
}
mod locked {
    use super::last_game;
    use crate::files::error::WriteError;
    use crate::files::read::{FileReadError, RECORD};
    use crate::files::savings::{Savings, SavingsError};
    use std::fs;
    use std::path::{Path, PathBuf};

    /// The file in which one game is kept while it is played, locked, and replaced in one step at
    /// each change.
    #[derive(Debug)]
    pub struct GameFile {
        path: PathBuf,
        savings: Savings,
        /// The games in front of it.
        before: String,
        /// Whether the user named it, so that a game must not go on without it.
        pub is_asked_for: bool,
    }

    /// Why a game cannot be played on from a file.
    #[derive(Debug, thiserror::Error)]
    pub enum GameFileError {
        /// The file cannot be made, locked or read.
        #[error("{0}")]
        File(#[from] SavingsError),
        /// The file has no game.
        #[error("{}: the record has no game", .0.display())]
        Empty(PathBuf),
    }

    impl GameFile {
        /// A new file, which has its game already.
        pub(in crate::files) fn new(path: PathBuf, savings: Savings) -> Self {
            Self { path, savings, before: String::new(), is_asked_for: false }
        }

        /// Begins a record at a path that the user named, whose file has been checked to be new or
        /// to be overwritten.
        ///
        /// # Errors
        /// The file cannot be made or locked.
        pub fn begin(path: &Path) -> Result<Self, SavingsError> {
            let (savings, _) = Savings::open(path, b"", RECORD)?;
            Ok(Self { path: path.to_owned(), savings, before: String::new(), is_asked_for: true })
        }

        /// Takes up the last game of a record, and gives its text.
        ///
        /// # Errors
        /// The file cannot be read or locked, or has no game.
        pub fn reopen(path: &Path, is_asked_for: bool) -> Result<(Self, String), GameFileError> {
            // Nothing is to be made where nothing is.
            if let Err(why) = fs::metadata(path) {
                return Err(SavingsError::Read {
                    path: path.to_owned(),
                    why: FileReadError::Io(why),
                }
                .into());
            }
            let (savings, text) = Savings::open(path, b"", RECORD)?;
            let text = text.unwrap_or_default();
            let (game, before) =
                last_game(&text).ok_or_else(|| GameFileError::Empty(path.to_owned()))?;
            let file =
                Self { path: path.to_owned(), savings, before: before.to_owned(), is_asked_for };
            Ok((file, game.lines.join("\n") + "\n"))
        }

        /// Keeps the game as it is, in one step.
        ///
        /// # Errors
        /// Why it was not kept.
        pub fn keep(&mut self, record: &str) -> Result<(), WriteError> {
            self.savings.replace(format!("{}{record}", self.before).as_bytes())
        }

        /// Removes the file of a game in which nothing was chosen, if the user did not name it;
        /// gives its path otherwise.
        pub fn discard(self) -> Option<PathBuf> {
            if self.is_asked_for {
                return Some(self.path);
            }
            // A file that stays does no harm.
            let _ = self.savings.remove();
            None
        }

        /// Where it is.
        pub fn path(&self) -> &Path {
            &self.path
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tsuro::session::Game;

    #[test]
    fn games_in_front_of_the_last_stay_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("several.jsonl");
        let of = |seed: &str| Game::new("classic", 2, seed).unwrap().record().unwrap();
        fs::write(&path, format!("{}{}{}", of("1"), of("2"), r#"{"event":"st"#)).unwrap();
        let (mut file, text) = GameFile::reopen(&path, true).unwrap();
        assert_eq!(text, of("2"));
        file.keep(&of("3")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), of("1") + of("3").as_str());
    }
}
