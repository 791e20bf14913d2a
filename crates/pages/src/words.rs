//! The sentences of the pages.

use crate::files::{self, STATIC};
use std::collections::HashSet;
use std::sync::LazyLock;
use tsuro::json::Json;
use tsuro_faces::words::{Language, TextKey};

/// The names in a text: of sentences, of files, and whatever else.
type Names = HashSet<&'static str>;

/// All sentences, by their keys: where none is sent, all of them cost nothing.
pub fn all_words(language: Language) -> Json {
    Json::object(TextKey::ALL.iter().map(|&key| (format!("{key:?}"), language.sentence(key))))
}

/// The sentences that the pages with this script name, and what they load; without one, and if no
/// page has it, those of all pages. By their keys.
pub fn words(language: Language, script: Option<&str>) -> Json {
    static KEYS: LazyLock<Vec<(TextKey, String)>> =
        LazyLock::new(|| TextKey::ALL.iter().map(|&key| (key, format!("{key:?}"))).collect());
    let named = script
        .and_then(named_with)
        .unwrap_or_else(|| files::all().flat_map(|(_, text)| names(text)).collect());
    let keys = KEYS.iter().filter(|(_, name)| named.contains(name.as_str()));
    Json::object(keys.map(|(key, name)| (name.as_str(), language.sentence(*key))))
}

/// What the pages with this script name, and the files that they load; `None`: no page has it.
fn named_with(script: &str) -> Option<Names> {
    static FILES: LazyLock<Vec<(&str, Names)>> =
        LazyLock::new(|| STATIC.iter().map(|&(name, text)| (name, names(text))).collect());
    let pages = files::pages().map(|(_, text)| names(text));
    let mut named: Names = pages.filter(|names| names.contains(script)).flatten().collect();
    if !named.contains(script) {
        return None;
    }
    let mut left: Vec<&(&str, Names)> = FILES.iter().collect();
    loop {
        let (loaded, rest): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|(name, _)| named.contains(name));
        if loaded.is_empty() {
            return Some(named);
        }
        for (_, names) in loaded {
            named.extend(names);
        }
        left = rest;
    }
}

/// The names in a text: its words, and the parts of its addresses.
fn names(text: &'static str) -> Names {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.chain(text.split(['"', '/'])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(script: Option<&str>) -> HashSet<String> {
        let words: serde_json::Value =
            serde_json::from_str(&words(Language::French, script).to_string()).unwrap();
        words.as_object().unwrap().keys().cloned().collect()
    }

    #[test]
    fn a_page_is_sent_the_sentences_of_what_it_loads_and_no_others() {
        let (game, history) = (keys(Some("game.js")), keys(Some("history.js")));
        let (all, unknown) = (keys(None), keys(Some("nothing.js")));
        assert_eq!(unknown, all);
        assert!(game.is_subset(&all) && history.is_subset(&all));
        // In the frame of all pages, in a file that is loaded by a file, in a page itself.
        for key in ["WebLanguage", "DoAgain", "WebCopyLink", "WebSkip"] {
            assert!(game.contains(key), "{key}");
        }
        assert!(history.contains("WebSkip") && !history.contains("DoAgain"));
        assert!(history.len() < all.len() / 3, "{} of {}", history.len(), all.len());
    }

    #[test]
    fn every_sentence_of_the_pages_is_one_of_some_page() {
        let scripts = STATIC.iter().filter(|(name, _)| named_with(name).is_some());
        let sent: HashSet<String> = scripts.flat_map(|(name, _)| keys(Some(name))).collect();
        let other: Vec<String> = keys(None).into_iter().filter(|key| !sent.contains(key)).collect();
        assert_eq!(other, [] as [String; 0]);
    }
}
