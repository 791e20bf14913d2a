//! Understands what a person types: words, numbers, places, ports.

use tsuro::board::{Laid, Place, Port, Square};
use tsuro::ruleset::nearest;
use tsuro_faces::words::{Language, TextKey};

/// A word that can be typed instead of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnswerWord {
    Help,
    Where,
    Hand,
    Board,
    Log,
    Exact,
    Choices,
    Quit,
    Back,
    Undo,
    Marks,
    Advise,
}

const WORDS: [(AnswerWord, TextKey); 12] = [
    (AnswerWord::Help, TextKey::WordHelp),
    (AnswerWord::Where, TextKey::WordWhere),
    (AnswerWord::Hand, TextKey::WordHand),
    (AnswerWord::Board, TextKey::WordBoard),
    (AnswerWord::Log, TextKey::WordLog),
    (AnswerWord::Exact, TextKey::WordExact),
    (AnswerWord::Choices, TextKey::WordChoices),
    (AnswerWord::Quit, TextKey::WordQuit),
    (AnswerWord::Back, TextKey::WordBack),
    (AnswerWord::Undo, TextKey::WordUndo),
    (AnswerWord::Marks, TextKey::WordMarks),
    (AnswerWord::Advise, TextKey::WordAdvise),
];

/// Asks whether one of these words was meant, if one is similar enough.
pub(super) fn did_you_mean<'w>(
    text: &str,
    words: impl IntoIterator<Item = &'w str>,
    language: Language,
) -> Option<String> {
    let name = nearest(text, words)?;
    Some(language.say(TextKey::DidYouMean, &[("name", &name)]))
}

/// Asks whether a word was meant that can be typed in a game.
pub(super) fn guessed(text: &str, language: Language) -> Option<String> {
    did_you_mean(text, WORDS.iter().map(|(_, key)| language.sentence(*key)), language)
}

/// Whether a text in lower case is this word, in the language of the game or in English.
pub(super) fn says(text: &str, key: TextKey, language: Language) -> bool {
    [language, Language::English].iter().any(|language| language.sentence(key) == text)
}

/// Reads a word, in the language of the game or in English.
pub(super) fn word(text: &str, language: Language) -> Option<AnswerWord> {
    let text = text.to_lowercase();
    let known = |(_, key): &&(AnswerWord, TextKey)| says(&text, *key, language);
    // Some keyboards have no accents.
    let extra = match text.as_str() {
        "?" => Some(AnswerWord::Help),
        "ou" if language == Language::French => Some(AnswerWord::Where),
        "q" | "exit" => Some(AnswerWord::Quit),
        _ => None,
    };
    extra.or_else(|| WORDS.iter().find(known).map(|(word, _)| *word))
}

/// Reads a number: `3`, `3.` or `#3`.
pub(super) fn number(text: &str) -> Option<usize> {
    let digits = text.trim().trim_start_matches('#').trim_end_matches(['.', ')', ':']);
    (!digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))
        .then(|| digits.parse().unwrap_or(usize::MAX))
}

/// Reads a number with a question mark before or after it: `?3`.
pub(super) fn trial(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('?').or_else(|| text.strip_suffix('?'))?;
    number(rest)
}

/// Reads a square and a port: `a1 H`, `a1:H` or `A1h`.
pub(super) fn place(text: &str) -> Option<Place> {
    let joined: String =
        text.chars().filter(|letter| !letter.is_whitespace() && *letter != ':').collect();
    let port = joined.chars().last()?.to_ascii_uppercase();
    let square = joined.get(..joined.len().checked_sub(port.len_utf8())?)?.to_ascii_lowercase();
    Some(Place::new(square.parse::<Square>().ok()?, Port::from_letter(port)?))
}

/// Reads the four pairs of ports that a tile joins: `AC BD EG FH`.
pub(super) fn pairs(text: &str) -> Option<[(Port, Port); 4]> {
    let letters =
        text.chars().filter(|letter| !letter.is_whitespace() && !",-;/".contains(*letter));
    let ports: Vec<Port> = letters
        .map(|letter| Port::from_letter(letter.to_ascii_uppercase()))
        .collect::<Option<_>>()?;
    let all_different = ports.len() == Port::COUNT && Port::all().all(|port| ports.contains(&port));
    all_different.then(|| [0, 2, 4, 6].map(|at| (ports[at], ports[at + 1])))
}

/// Whether a turned tile joins exactly these pairs.
pub(super) fn joins(tile: Laid, pairs: [(Port, Port); 4]) -> bool {
    pairs.iter().all(|&(one, other)| tile.exit(one) == other)
}

/// An answer that was not understood, as messages quote it: its beginning, with hidden characters
/// escaped.
pub(super) fn quote(text: &str) -> String {
    format!("{:?}", text.chars().take(40).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_places_and_ports_are_read_in_the_ways_people_write_them() {
        assert_eq!(
            (number("12"), number("#3."), number("x"), number(""), number("-1")),
            (Some(12), Some(3), None, None, None)
        );
        assert_eq!(number("99999999999999999999999"), Some(usize::MAX));
        assert_eq!(
            (trial("?3"), trial("3?"), trial("?"), trial("3")),
            (Some(3), Some(3), None, None)
        );
        for text in ["a1 H", "a1:H", "A1h", " a 1 h"] {
            assert_eq!(
                place(text).map(|place| place.to_string()).as_deref(),
                Some("a1:H"),
                "{text}"
            );
        }
        for text in ["", "a", "a1", "a1 I", "é", "1é", "q9 A"] {
            assert_eq!(place(text), None, "{text}");
        }
        assert!(pairs("AC BD EG FH").is_some() && pairs("acbd,eg-fh").is_some());
        for text in ["", "AC", "AC BD EG FF", "AC BD EG FX", "AC BD EG FH A"] {
            assert_eq!(pairs(text), None, "{text}");
        }
    }

    #[test]
    fn words_are_understood_in_both_languages() {
        assert_eq!(word("HELP", Language::French), Some(AnswerWord::Help));
        assert_eq!(word("aide", Language::French), Some(AnswerWord::Help));
        assert_eq!(word("aide", Language::English), None);
        assert_eq!(
            (word("ou", Language::French), word("où", Language::French)),
            (Some(AnswerWord::Where), Some(AnswerWord::Where))
        );
        assert_eq!(word("3", Language::English), None);
    }
}
