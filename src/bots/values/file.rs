//! Files of [`BoardValues`]: TOML with what they were trained on, how well they play, and tables.

use super::layout::LAYOUT;
use super::{BoardValues, ENTRIES, Goal};
use crate::ruleset::{hex, sha256, toml_string};
use serde::Deserialize;
use std::fmt::Write as _;

/// The version of the file format.
const FORMAT: i64 = 1;

/// How `learned` did with these tables: alone among `greedy` or, where nobody plays against another,
/// at all seats.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct VersusGreedy {
    /// The number of players.
    pub players: u8,
    /// The number of games.
    pub games: u64,
    /// Its share of the wins, 0–1; at all seats: the share of the pieces that it kept (V4), or of
    /// the games that it won (W6).
    pub share: f64,
    /// What `greedy` came to at all seats.
    pub greedy: Option<f64>,
}

impl VersusGreedy {
    /// Figures of this many games.
    pub const fn new(players: u8, games: u64, share: f64) -> Self {
        Self { players, games, share, greedy: None }
    }
}

/// Tables and where they come from: what a file of values holds.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Trained {
    /// The name of the rule set.
    pub rules: String,
    /// Its hash.
    pub rules_hash: String,
    /// The numbers of players in the games.
    pub players: Vec<u8>,
    /// The seed of the games.
    pub seed: String,
    /// The number of games that the bot `learned` has played with itself.
    pub games: u64,
    /// The number of games of a search that judges by the tables, after them.
    pub searched: u64,
    /// How strong a player the tables make.
    pub figures: Vec<VersusGreedy>,
    /// The tables.
    pub values: BoardValues,
}

/// The keys of a file after `format`, in their order.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ValuesFile {
    layout: String,
    #[serde(default)]
    goal: Goal,
    rules: String,
    rules_hash: String,
    players: Vec<u8>,
    seed: String,
    games: u64,
    #[serde(default)]
    searched: u64,
    tables_hash: String,
    tables: String,
    #[serde(default)]
    figures: Vec<VersusGreedy>,
}

/// Why a file of values cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValuesError {
    /// It is not TOML with the keys of such a file.
    #[error("not a file of values: {0}")]
    Unreadable(String),
    /// It has a format of another version of the program.
    #[error("it has format {0}, and this version reads format {FORMAT}")]
    Format(i64),
    /// Its tables have another meaning.
    #[error("its tables have the layout {0:?}, and this version has {LAYOUT:?}: train it anew")]
    Layout(String),
    /// The tables are damaged.
    #[error("its tables are damaged: {0}")]
    Damaged(&'static str),
}

impl Trained {
    /// What `values` were trained on; without games of a search and without figures.
    pub fn new(
        rules: &str,
        rules_hash: &str,
        players: &[u8],
        seed: &str,
        games: u64,
        values: BoardValues,
    ) -> Self {
        Self {
            rules: rules.to_owned(),
            rules_hash: rules_hash.to_owned(),
            players: players.to_vec(),
            seed: seed.to_owned(),
            games,
            searched: 0,
            figures: Vec::new(),
            values,
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn from_text(text: &str) -> Result<Self, ValuesError> {
        let mut table: toml::Table = toml::from_str(text)
            .map_err(|why| ValuesError::Unreadable(why.message().to_owned()))?;
        // A file of another version may have other keys.
        match table.remove("format").as_ref().and_then(toml::Value::as_integer) {
            Some(FORMAT) => {}
            Some(other) => return Err(ValuesError::Format(other)),
            None => return Err(ValuesError::Unreadable("it has no `format`".to_owned())),
        }
        let file: ValuesFile = table
            .try_into()
            .map_err(|why: toml::de::Error| ValuesError::Unreadable(why.message().to_owned()))?;
        if file.layout != LAYOUT {
            return Err(ValuesError::Layout(file.layout.chars().take(40).collect()));
        }
        let bytes = from_hex(&file.tables)
            .ok_or(ValuesError::Damaged("they are not written in hexadecimal digits"))?;
        if bytes.len() != ENTRIES {
            return Err(ValuesError::Damaged("their length is wrong"));
        }
        if hash_of(&bytes, file.goal) != file.tables_hash {
            return Err(ValuesError::Damaged("they do not have the hash in `tables_hash`"));
        }
        let entries: Box<[i8]> = bytes.into_iter().map(u8::cast_signed).collect();
        let values = BoardValues::new(entries)
            .ok_or(ValuesError::Damaged("their length is wrong"))?
            .for_goal(file.goal);
        Ok(Self {
            rules: file.rules,
            rules_hash: file.rules_hash,
            players: file.players,
            seed: file.seed,
            games: file.games,
            searched: file.searched,
            figures: file.figures,
            values,
        })
    }

    /// The text of a file, which is the same for the same tables.
    pub fn to_text(&self) -> String {
        let bytes = self.bytes();
        let lines: Vec<String> = bytes.chunks(48).map(hex).collect();
        let (rules, seed) = (toml_string(&self.rules), toml_string(&self.seed));
        let searched = match self.searched {
            0 => String::new(),
            games => format!("searched = {games}\n"),
        };
        let goal = match self.values.goal() {
            Goal::Win => String::new(),
            goal => format!("goal = \"{}\"\n", goal.name()),
        };
        let mut text = format!(
            "format = {FORMAT}\nlayout = \"{LAYOUT}\"\n{goal}rules = {rules}\nrules_hash = {}\n\
             players = {:?}\nseed = {seed}\ngames = {}\n{searched}tables_hash = \"{}\"\n\
             tables = \"\"\"\n{}\n\"\"\"\n",
            toml_string(&self.rules_hash),
            self.players,
            self.games,
            self.hash(),
            lines.join("\n"),
        );
        for VersusGreedy { players, games, share, greedy } in &self.figures {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "\n[[figures]]\nplayers = {players}\ngames = {games}\nshare = {share:?}"
            );
            if let Some(greedy) = greedy {
                let _ = writeln!(text, "greedy = {greedy:?}");
            }
        }
        text
    }

    fn bytes(&self) -> Vec<u8> {
        self.values.entries().iter().map(|entry| entry.cast_unsigned()).collect()
    }

    /// The hash of the tables, as the file has it.
    pub fn hash(&self) -> String {
        hash_of(&self.bytes(), self.values.goal())
    }
}

/// The hash of tables. That of tables for another goal than to win is with its name, so that they
/// are not taken for those.
fn hash_of(bytes: &[u8], goal: Goal) -> String {
    match goal {
        Goal::Win => sha256(bytes),
        goal => sha256([bytes, goal.name().as_bytes()].concat()),
    }
}

/// The bytes whose hexadecimal digits a text has, between which white space counts for nothing.
fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.chars().filter(|letter| !letter.is_whitespace());
    let digits: Vec<u8> =
        digits.map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    digits
        .len()
        .is_multiple_of(2)
        .then(|| digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trained() -> Trained {
        let entries: Box<[i8]> = (0..ENTRIES).rev().map(|at| (at % 251) as u8 as i8).collect();
        let mut trained = Trained::new(
            "my \"rules\"",
            "abc",
            &[2, 4],
            "a\nseed",
            7,
            BoardValues::new(entries).unwrap(),
        );
        trained.figures.push(VersusGreedy::new(2, 4000, 0.6125));
        trained.searched = 3;
        trained
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let text = trained().to_text();
        assert_eq!(Trained::from_text(&text), Ok(trained()));
        assert!(text.contains(&trained().hash()) && !text.contains("goal"));
        for goal in [Goal::Own, Goal::Pieces, Goal::Together] {
            let mut kept = trained();
            kept.values = kept.values.for_goal(goal);
            kept.figures[0].greedy = Some(0.25);
            let text = kept.to_text();
            assert_eq!(Trained::from_text(&text), Ok(kept));
            // Its tables are not taken for those of another goal.
            let line = format!("goal = \"{}\"\n", goal.name());
            for other in ["", "goal = \"win\"\n", "goal = \"chess\"\n"] {
                let refused = Trained::from_text(&text.replace(&line, other)).unwrap_err();
                assert_eq!(matches!(refused, ValuesError::Unreadable(_)), other.contains("chess"));
            }
        }
        assert!(text.contains(&trained().hash()));
        // Files that are older than games of a search do not have their number.
        let without = text.replace("searched = 3\n", "");
        let older = Trained { searched: 0, ..trained() };
        assert_eq!((Trained::from_text(&without), older.to_text()), (Ok(older), without));
    }

    #[test]
    fn a_file_that_is_damaged_or_of_another_version_is_refused_with_the_reason() {
        let text = trained().to_text();
        let refused = |changed: String| Trained::from_text(&changed).unwrap_err();
        assert_eq!(refused(text.replace("format = 1", "format = 2")), ValuesError::Format(2));
        assert_eq!(
            refused(text.replace(LAYOUT, "pieces-0")),
            ValuesError::Layout("pieces-0".to_owned())
        );
        // One letter of the tables.
        let at = text.find("tables = \"\"\"").unwrap() + 20;
        let letter = if &text[at..=at] == "1" { "2" } else { "1" };
        let changed = format!("{}{letter}{}", &text[..at], &text[at + 1..]);
        assert_eq!(
            refused(changed),
            ValuesError::Damaged("they do not have the hash in `tables_hash`")
        );
        let shorter = format!("{}{}", &text[..at], &text[at + 4..]);
        assert_eq!(refused(shorter), ValuesError::Damaged("their length is wrong"));
        let foreign = format!("{}%{}", &text[..at], &text[at + 1..]);
        assert_eq!(
            refused(foreign),
            ValuesError::Damaged("they are not written in hexadecimal digits")
        );
        for broken in ["", "format = 1", "no toml", &text.replace("games = 7", "games = -7")] {
            assert!(matches!(refused(broken.to_owned()), ValuesError::Unreadable(_)), "{broken}");
        }
    }
}
