//! The sentences of the pages.

use crate::files;
use std::sync::LazyLock;
use tsuro::json::Json;
use tsuro_faces::words::{Language, TextKey};

/// All sentences, by their keys: where none is sent, all of them cost nothing.
pub fn all_words(language: Language) -> Json {
    Json::object(TextKey::ALL.iter().map(|&key| (format!("{key:?}"), language.sentence(key))))
}

/// The sentences that pages name, by their keys.
pub fn words(language: Language) -> Json {
    static KEYS: LazyLock<Vec<(TextKey, String)>> = LazyLock::new(|| {
        let all = TextKey::ALL.iter().map(|&key| (key, format!("{key:?}")));
        all.filter(|(_, name)| files::have(name)).collect()
    });
    Json::object(KEYS.iter().map(|(key, name)| (name.as_str(), language.sentence(*key))))
}
