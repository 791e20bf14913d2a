//! One file of the corpus, as `tests/corpus/positions/README.md` describes it.

use crate::common::in_checkout;
use serde::Deserialize;
use serde_json::Value;
use std::fmt;
use std::path::{Path, PathBuf};

/// A position with one clearly right choice.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The lesson of the position, as a sentence.
    pub title: String,
    /// Why the right choice is right, and why the tempting ones are wrong.
    pub why: String,
    /// The rule set.
    pub rules: String,
    /// What is to be reached.
    pub goal: Goal,
    /// The choices that reach it, or reach it most often.
    pub right: Vec<Choice>,
    /// How often they do.
    pub odds: Odds,
    /// The tile that is placed first, where the choice is an exchange after it.
    pub after: Option<Choice>,
    /// Bots that have to find it, besides the bots of its group.
    #[serde(default)]
    pub bots: Vec<String>,
    /// The board, as the program draws it.
    #[serde(default)]
    pub drawing: String,
    /// As in `docs/formats/positions.md`; a hand may be given as a number of hidden tiles.
    pub position: Value,
}

/// What is to be reached by the player whose choice it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// At once: to eliminate another player and survive.
    PutOut,
    /// At once: to put everybody else out and to live.
    WinAtOnce,
    /// At once: to live.
    Live,
    /// At once: that no player is eliminated.
    AllLive,
    /// To live when its next turn begins.
    ReachNextTurn,
    /// To live when its next turn is over.
    OutliveNextTurn,
    /// The win; a win of several counts as the share of it.
    Win,
}

impl Goal {
    /// Whether the placement alone decides.
    pub fn is_at_once(self) -> bool {
        matches!(self, Self::PutOut | Self::WinAtOnce | Self::Live | Self::AllLive)
    }
}

/// What can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Choice {
    Place {
        tile: u8,
        rotation: u8,
    },
    Exchange {
        gave: Vec<u8>,
        took: Vec<u8>,
    },
    /// A start mark, or `stay`.
    Relocate {
        mark: String,
    },
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { tile, rotation } => write!(f, "tile {tile} turned {rotation}"),
            Self::Exchange { gave, took } if gave.is_empty() && took.is_empty() => {
                f.write_str("no exchange")
            }
            Self::Exchange { gave, took } => write!(f, "{gave:?} for {took:?}"),
            Self::Relocate { mark } => write!(f, "to {mark}"),
        }
    }
}

/// The probability of the goal in per cent, over all chance and all hidden tiles, with all others
/// playing against it.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Odds {
    /// With the right choice; with the least good one, if there are several.
    pub right: f64,
    /// With the best of the other choices.
    pub others: f64,
    /// With the best of the other choices if everybody else even helped.
    pub helped: Option<f64>,
}

/// The folder of all positions.
pub fn folder() -> PathBuf {
    in_checkout("tests/corpus/positions")
}

/// The positions of all groups: group, name and file of each, in order.
pub fn puzzles() -> Vec<(String, String, Puzzle)> {
    let sorted = |folder: &Path| {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    let mut found = Vec::new();
    for group in sorted(&folder()).iter().filter(|path| path.is_dir()) {
        for path in sorted(group) {
            let text = std::fs::read_to_string(&path).unwrap();
            let puzzle =
                toml::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            found.push((name(group), name(&path), puzzle));
        }
    }
    found
}
