//! The games that were played, as they are listed and found.

use crate::bounds::{LONGEST_REFERENCE, LONGEST_SEARCH, is_longer};
use crate::choose;
use crate::refused::NotAnswered;
use crate::states::GameState;
use crate::table::TableTexts;
use serde::{Deserialize, Serialize};
use tsuro::json::{Json, json};
use tsuro_faces::words::Language;

/// The number of games or runs in a list.
pub const LISTED: usize = 50;

/// One entry of the history.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// The name of the game in addresses.
    pub id: String,
    /// The rules, as whoever opened the table named them.
    pub reference: String,
    /// What they are called ([`TableTexts`]).
    pub titles: String,
    /// The word of its state.
    pub state: String,
    /// Why it ended without a result.
    pub why: Option<String>,
    /// The numbers of the seats that have won, as JSON.
    pub winners: Option<String>,
    /// The number of its last turn.
    pub turn: u32,
    /// When it began, in seconds since 1970.
    pub created: i64,
    /// When it last changed, likewise.
    pub changed: i64,
    /// The players, by seat, as records name them.
    pub names: Vec<String>,
}

impl HistoryEntry {
    /// As clients are told it.
    pub fn listed(&self, language: Language) -> Json {
        let texts = TableTexts::from_text(&self.titles);
        let title = texts.as_ref().map_or(self.reference.as_str(), |texts| texts.title(language));
        let winners: Json = self
            .winners
            .as_deref()
            .and_then(|winners| serde_json::from_str(winners).ok())
            .unwrap_or(Json::NULL);
        let names = self.names.iter().map(|name| choose::name_in_words(name, language));
        json!({
            "id": self.id,
            "title": title,
            "rules": self.reference,
            "state": self.state,
            "names": names.collect::<Vec<_>>(),
            "winners": winners,
            "turn": self.turn,
            "created": self.created,
            "changed": self.changed,
            "why": self.why,
        })
    }
}

/// Which games a client asks for.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct AskedList {
    #[serde(default)]
    rules: Option<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    won: bool,
    #[serde(default)]
    state: Option<String>,
    #[serde(default)]
    before: Option<String>,
}

/// The filter of a list of games.
#[derive(Debug, Clone, Default)]
pub struct HistoryFilter {
    /// What is in the name of the rules.
    pub rules: Option<String>,
    /// What is in the name of a player.
    pub name: Option<String>,
    /// Whether the player with that name won.
    pub won: bool,
    /// The word of the state.
    pub state: Option<String>,
    /// The `changed` and the name of the last game of the page before.
    pub before: Option<(i64, String)>,
    /// The name of the game.
    pub id: Option<String>,
}

impl HistoryFilter {
    /// Whether games are looked for, so that many may have to be looked at.
    pub fn is_search(&self) -> bool {
        self.rules.is_some() || self.name.is_some() || self.state.is_some()
    }
}

impl AskedList {
    /// The filter that it asks for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn filter(self) -> Result<HistoryFilter, NotAnswered> {
        let given = |text: Option<String>| text.filter(|text| !text.is_empty());
        let state = given(self.state);
        if state.as_deref().is_some_and(|state| GameState::from_word(state).is_none()) {
            return Err(NotAnswered::bad("state: running, over, broken, expired or uploaded"));
        }
        let before = given(self.before).map(|text| {
            let parts = text
                .split_once('.')
                .and_then(|(changed, id)| Some((changed.parse().ok()?, id.to_owned())));
            parts.ok_or_else(|| {
                NotAnswered::bad("before: the time and the name of a game, joined by a dot")
            })
        });
        let before = before.transpose()?;
        let is_long =
            |text: &Option<String>, most| text.as_ref().is_some_and(|text| is_longer(text, most));
        if is_long(&self.name, LONGEST_SEARCH) || is_long(&self.rules, LONGEST_REFERENCE) {
            return Err(NotAnswered::bad(format!(
                "name, rules: at most {LONGEST_SEARCH} and {LONGEST_REFERENCE} characters"
            )));
        }
        let (rules, name) = (given(self.rules), given(self.name));
        Ok(HistoryFilter { rules, name, won: self.won, state, before, id: None })
    }
}
