//! How games stand for a person who has tokens of them, without loading them.

use super::Hall;
use crate::store::StoreError;
use crate::token::TokenHash;
use std::time::Instant;
use tsuro::json::Json;
use tsuro_faces::words::Language;
use tsuro_pages::choose::name_in_words;

impl Hall {
    /// An entry of the history, with whether the game waits for one of these tokens, for whom it
    /// waits, and for how many seconds at most; `None`: there is no such game.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) fn own_game(
        &self,
        id: &str,
        tokens: &[TokenHash],
        language: Language,
    ) -> Result<Option<Json>, StoreError> {
        let Some((game, awaited)) = self.store.standing_of(id)? else { return Ok(None) };
        let mut entry = game.listed(language);
        let own = awaited.as_ref().and_then(|awaited| awaited.token);
        let is_own = own.is_some_and(|own| tokens.iter().any(|token| own.is_same(token)));
        entry.set("waits", is_own);
        let now = self.ran.at(Instant::now());
        let due = awaited.as_ref().and_then(|awaited| awaited.due).filter(|_| own.is_some());
        entry.set("left", due.map(|due| due.saturating_sub(now).max(0)));
        entry.set("who", own.and(awaited).map(|awaited| name_in_words(&awaited.name, language)));
        Ok(Some(entry))
    }
}
