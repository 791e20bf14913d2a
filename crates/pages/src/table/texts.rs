//! What the rules of a table are called.

use crate::bounds::{LONGEST_SUMMARY, LONGEST_TITLE, cut};
use std::collections::BTreeMap;
use tsuro::json::Json;
use tsuro::ruleset::Resolved;
use tsuro::session::Game;
use tsuro_faces::words::Language;

/// The title and the summary of a rule set by language: the rules of a record do not have them.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
pub struct TableTexts(BTreeMap<String, [String; 2]>);

impl TableTexts {
    /// Those of a rule set.
    pub fn new(resolved: &Resolved) -> Self {
        let texts = resolved.texts();
        let one = |code: &str| {
            [cut(texts.title_in(code), LONGEST_TITLE), cut(texts.summary_in(code), LONGEST_SUMMARY)]
        };
        Self(
            Language::ALL
                .iter()
                .map(|language| (language.code().to_owned(), one(language.code())))
                .collect(),
        )
    }

    /// As they are stored.
    pub fn to_text(&self) -> String {
        Json::serialized(&self.0).to_string()
    }

    /// The texts that were stored with a game.
    pub fn stored(text: &str, game: &Game) -> Self {
        Self::from_text(text).unwrap_or_else(|| Self::new(game.variant().resolved()))
    }

    /// Reads what is stored.
    pub fn from_text(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The title in a language.
    pub fn title(&self, language: Language) -> &str {
        self.0.get(language.code()).map_or("", |texts| &texts[0])
    }

    /// The summary in a language.
    pub fn summary(&self, language: Language) -> &str {
        self.0.get(language.code()).map_or("", |texts| &texts[1])
    }
}
