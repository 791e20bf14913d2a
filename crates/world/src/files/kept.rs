//! The games that were played on this machine: a folder of records, bounded in number.

use super::error::WriteError;
use super::game_file::GameFile;
use super::game_file::last_game;
use super::read::{FileReadError, RECORD, read_text};
use super::record::Record;
use super::savings::{Savings, SavingsError};
use super::write::{Existing, make_folder};
use serde::Deserialize;
use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::time::SystemTime;

/// How many games are kept.
pub const MOST_KEPT: usize = 100;

/// The folder for what the program keeps between two runs: `tsuro` in `$XDG_STATE_HOME`, otherwise
/// in `~/.local/state`.
pub fn state_folder() -> Option<PathBuf> {
    let set =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = set("XDG_STATE_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local").join("state")))?;
    Some(state.join("tsuro"))
}

/// The folder of the games that are kept.
#[derive(Debug, Clone)]
pub struct KeptGames {
    folder: PathBuf,
}

/// A game that is kept, as far as a list shows it.
#[derive(Debug, Clone)]
pub struct KeptGame {
    /// Its number, by which it is named on the command line.
    pub number: u32,
    /// The file with its record.
    pub path: PathBuf,
    /// The reference of its rule set.
    pub rules: String,
    /// The names of the players, as in records.
    pub players: Vec<String>,
    /// The last turn that was begun.
    pub turn: u32,
    /// Whether a player has chosen anything.
    pub is_begun: bool,
    /// The seats that won; `None`: the game was broken off.
    pub winners: Option<Vec<usize>>,
    /// When it was played last.
    pub played: SystemTime,
}

impl KeptGames {
    /// `$XDG_STATE_HOME/tsuro/games`, otherwise `~/.local/state/tsuro/games`; `None` where there is
    /// no such place.
    pub fn from_environment() -> Option<Self> {
        Some(Self { folder: state_folder()?.join("games") })
    }

    /// The games, the one that was played last first. Files that are no records are left out.
    pub fn all(&self) -> Vec<KeptGame> {
        let mut games: Vec<KeptGame> = self
            .files()
            .into_iter()
            .filter_map(|(number, path)| KeptGame::read(number, path))
            .collect();
        games.sort_by_key(|game| (std::cmp::Reverse(game.played), std::cmp::Reverse(game.number)));
        games
    }

    /// Whether a file is one of these.
    pub fn holds(&self, path: &Path) -> bool {
        path.parent() == Some(&self.folder)
    }

    /// The game with this number.
    pub fn find(&self, number: u32) -> Option<KeptGame> {
        self.files()
            .into_iter()
            .find(|file| file.0 == number)
            .and_then(|(number, path)| KeptGame::read(number, path))
    }

    /// The files with their numbers, in no order.
    fn files(&self) -> Vec<(u32, PathBuf)> {
        let number = |path: PathBuf| {
            let name = path.file_name()?.to_str()?.strip_suffix(".jsonl")?;
            Some((name.split('-').next()?.parse().ok()?, path))
        };
        fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| number(entry.path()))
            .collect()
    }

    /// Begins to keep a game whose record so far is `record`; the oldest games beyond `MOST_KEPT`
    /// are removed, games that are over first.
    ///
    /// # Errors
    /// Why there can be no such file.
    pub fn begin(&self, rules: &str, record: &str) -> Result<GameFile, SavingsError> {
        make_folder(&self.folder)?;
        loop {
            let path = self.next(rules);
            // If there is a text, another process has just begun a game with this number.
            if let (savings, None) = Savings::open(&path, record.as_bytes(), RECORD)? {
                self.make_room(MOST_KEPT);
                return Ok(GameFile::new(path, savings));
            }
        }
    }

    /// As [`KeptGames::begin`], for a game whose record grows line by line.
    ///
    /// # Errors
    /// Why there can be no such file.
    pub fn begin_record(&self, rules: &str) -> Result<Record, WriteError> {
        make_folder(&self.folder)?;
        // The new one has no lines yet, and is not counted.
        self.make_room(MOST_KEPT - 1);
        loop {
            match Record::begin(&self.next(rules), Existing::Refuse) {
                Err(WriteError::Exists(_)) => {}
                begun => return begun,
            }
        }
    }

    /// The path of the next game.
    fn next(&self, rules: &str) -> PathBuf {
        // The name of a rule set may be a path; the file is named by its last part.
        let last = rules
            .split('+')
            .next()
            .unwrap_or_default()
            .rsplit(['/', '\\'])
            .next()
            .unwrap_or_default();
        let name: String = last
            .chars()
            .filter(|letter| letter.is_alphanumeric() || *letter == '-')
            .take(40)
            .collect();
        let number = self.files().iter().map(|file| file.0).max().unwrap_or(0).saturating_add(1);
        self.folder.join(format!("{number}-{name}.jsonl"))
    }

    /// Removes the oldest games beyond `most`.
    fn make_room(&self, most: usize) {
        let mut games = self.all();
        // Games that were broken off go last, and the newest of each kind.
        games.sort_by_key(|game| {
            (game.winners.is_some(), std::cmp::Reverse(game.played), std::cmp::Reverse(game.number))
        });
        for game in games.iter().skip(most) {
            // A game that is being played is locked, and stays.
            let _ = game.delete();
        }
    }
}

/// The fields of the lines of a record that a list shows.
#[derive(Deserialize)]
struct ListedLine {
    #[serde(default)]
    event: String,
    #[serde(default)]
    rules: ListedRules,
    #[serde(default)]
    players: Vec<String>,
    #[serde(default)]
    number: u32,
    #[serde(default)]
    winners: Vec<usize>,
}

#[derive(Deserialize, Default)]
struct ListedRules {
    #[serde(default)]
    name: String,
}

impl KeptGame {
    fn read(number: u32, path: PathBuf) -> Option<Self> {
        let played = fs::metadata(&path).and_then(|file| file.modified()).ok()?;
        let game = last_game(&read_text(&path, RECORD).ok()?)?.0;
        let listed = |line: &String| serde_json::from_str::<ListedLine>(line).ok();
        let head = game.lines.first().and_then(listed)?;
        let turn = game
            .lines
            .iter()
            .rev()
            .filter(|line| line.contains("\"turn\""))
            .find_map(|line| listed(line).filter(|line| line.event == "turn"));
        let end = game.lines.last().and_then(listed).filter(|line| line.event == "end");
        let is_begun = game.lines.iter().any(|line| line.contains("\"event\":\"start\""));
        let (turn, winners) = (turn.map_or(0, |turn| turn.number), end.map(|end| end.winners));
        Some(Self {
            number,
            path,
            rules: head.rules.name,
            players: head.players,
            turn,
            is_begun,
            winners,
            played,
        })
    }

    /// Whether it is being played now, in another window.
    pub fn is_being_played(&self) -> bool {
        Savings::open(&self.path, b"", RECORD).is_err()
    }

    /// The record.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn text(&self) -> Result<String, FileReadError> {
        read_text(&self.path, RECORD)
    }

    /// Removes the game.
    ///
    /// # Errors
    /// It is being played, or cannot be removed.
    pub fn delete(&self) -> Result<(), SavingsError> {
        Savings::open(&self.path, b"", RECORD)?.0.remove()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::session::Game;

    fn kept() -> (tempfile::TempDir, KeptGames) {
        let folder = tempfile::tempdir().unwrap();
        let games = KeptGames { folder: folder.path().join("deep").join("games") };
        (folder, games)
    }

    #[test]
    fn games_are_listed_the_last_first_and_their_number_is_bounded() {
        let (_folder, games) = kept();
        assert!(games.all().is_empty());
        let mut game = Game::new("classic", 2, "kept").unwrap();
        let dealt = game.record().unwrap();
        while let Some(decision) = game.decision() {
            let choice = game.observe(decision.seat()).choices()[0].clone();
            game.play(&choice).unwrap();
        }
        let over = game.record().unwrap();
        // The first was broken off, so it stays while finished games go.
        games.begin("classic", &dealt).unwrap();
        for _ in 0..MOST_KEPT + 5 {
            games.begin("../x/classic.toml+hand=4", &over).unwrap();
        }
        let all = games.all();
        assert_eq!(all.len(), MOST_KEPT);
        assert!(
            all.iter().any(|game| game.number == 1 && game.winners.is_none() && game.turn == 0)
        );
        let last = games.find(106).expect("the last");
        assert_eq!(
            (last.rules.as_str(), last.turn, last.winners),
            (
                "classic",
                game.turn(),
                Some(game.ending().unwrap().winners.iter().map(tsuro::game::Seat::index).collect())
            )
        );
        assert!(last.path.to_string_lossy().ends_with("106-classictoml.jsonl"), "{:?}", last.path);
        assert!(games.find(2).is_none());
    }

    #[test]
    fn a_game_that_is_played_is_neither_removed_nor_taken_up_twice() {
        let (_folder, games) = kept();
        let record = Game::new("seas", 3, "kept").unwrap().record().unwrap();
        let mut file = games.begin("seas", &record).unwrap();
        let game = games.find(1).unwrap();
        assert!(game.delete().is_err() && GameFile::reopen(&game.path, false).is_err());
        file.keep(&record).unwrap();
        drop(file);
        assert!(GameFile::reopen(&game.path, false).is_ok());
        game.delete().unwrap();
        assert!(games.all().is_empty());
        assert!(
            GameFile::reopen(&game.path, false).is_err() && !game.path.exists(),
            "nothing is made where nothing was"
        );
    }
}
