//! What the keys of a rule set say, in the sentences of a rulebook.

use crate::words::{Language, TextKey};
use serde_json::Value;
use tsuro::ruleset::KeyDifference;

/// The sentence of a key that has this value; `None` if any value will do, which is then filled in.
const SENTENCES: &[(&str, Option<&str>, TextKey)] = &[
    ("board.columns", None, TextKey::RuleColumns),
    ("board.rows", None, TextKey::RuleRows),
    ("board.wrap", Some("none"), TextKey::RuleWrapNone),
    ("board.wrap", Some("columns"), TextKey::RuleWrapColumns),
    ("board.wrap", Some("rows"), TextKey::RuleWrapRows),
    ("board.wrap", Some("both"), TextKey::RuleWrapBoth),
    ("board.missing", Some(""), TextKey::RuleNoneMissing),
    ("board.missing", None, TextKey::RuleMissing),
    ("players.min", None, TextKey::RuleFewest),
    ("players.max", None, TextKey::RuleMost),
    ("players.first", Some("seat"), TextKey::RuleFirstSeat),
    ("players.first", Some("random"), TextKey::RuleFirstRandom),
    ("tiles.hand", None, TextKey::RuleHand),
    ("tiles.copies", None, TextKey::RuleDeck),
    ("tiles.open", Some("true"), TextKey::RuleOpen),
    ("tiles.open", Some("false"), TextKey::RuleHidden),
    ("start.share-square", Some("true"), TextKey::RuleShareSquare),
    ("start.share-square", Some("false"), TextKey::RuleOwnSquare),
    ("turn.tiles", None, TextKey::RuleTurnTiles),
    ("movement.meeting", Some("collide"), TextKey::RuleCollide),
    ("movement.meeting", Some("pass"), TextKey::RulePass),
    ("draw.returned", Some("shuffle"), TextKey::RuleReturnShuffle),
    ("draw.returned", Some("bottom"), TextKey::RuleReturnBottom),
    ("bonus.exchange", Some("true"), TextKey::RuleExchange),
    ("bonus.exchange", Some("false"), TextKey::RuleNoExchange),
    ("bonus.min-players", None, TextKey::RuleBonusPlayers),
    ("end.lives", None, TextKey::RuleLives),
    ("end.turn-limit", None, TextKey::RuleTurnLimit),
];

/// What a rule set says of a key on which it differs from another. A number is told with that of
/// the other. Where there is no sentence of a rulebook, so are all values; the meaning of such a
/// key is known in English alone. So are two decks of as many tiles, whose sentence would not say
/// what differs.
pub(super) fn sentence(difference: &KeyDifference, words: Language) -> String {
    let key = &*difference.key;
    let [old, new] = difference.values.each_ref().map(|value| written(key, value.as_ref()?));
    let is_number = |text: &String| text.parse::<u64>().is_ok();
    let both =
        |old: &str, new: &str| words.say(TextKey::DiffersValues, &[("old", old), ("new", new)]);
    if let Some(new) = new
        && old.as_ref() != Some(&new)
        && let Some(sentence) = sentence_of(difference, &new)
    {
        let value = old.filter(is_number).map_or_else(|| new.clone(), |old| both(&old, &new));
        return words.say(sentence, &[("value", &value)]);
    }
    if words == Language::English
        && let Some(rules) = rules_in_words(difference)
    {
        return rules;
    }
    let what = if words == Language::English { &difference.doc } else { &difference.key };
    let [old, new] = &difference.words;
    let key = match &difference.values {
        [_, None] => TextKey::DiffersGone,
        [None, _] => TextKey::DiffersNew,
        _ => TextKey::DiffersKey,
    };
    words.say(key, &[("what", what), ("old", old), ("new", new)])
}

/// Whether players need to be told of a difference: the value of a key that came or went with its
/// rule says less than that the rule did, unless it has a sentence of its own.
pub(super) fn is_for_players(difference: &KeyDifference) -> bool {
    let new = difference.values[1].as_ref().and_then(|value| written(&difference.key, value));
    difference.values.iter().all(Option::is_some)
        || new.is_some_and(|new| sentence_of(difference, &new).is_some())
}

/// What the rules say that a rule set chooses and the other does not, in English; `None` if they
/// are the same, or the key does not choose rules.
fn rules_in_words(difference: &KeyDifference) -> Option<String> {
    difference.key.split_once('.').filter(|(_, key)| *key == "rule")?;
    let [old, new] = difference.words.each_ref().map(|words| words.split("; "));
    let (gone, come): (Vec<&str>, Vec<&str>) = (
        old.clone().filter(|rule| !new.clone().any(|other| other == *rule)).collect(),
        new.clone().filter(|rule| !old.clone().any(|other| other == *rule)).collect(),
    );
    match (&come[..], &gone[..]) {
        ([], []) => None,
        ([], gone) => Some(format!("No longer: {}.", gone.join("; ")).replace('`', "")),
        (come, _) => Some(format!("{}.", come.join("; ")).replace('`', "")),
    }
}

/// The sentence for a value, which is filled in.
fn sentence_of(difference: &KeyDifference, new: &str) -> Option<TextKey> {
    let fits = |sentence: &&(&str, Option<&str>, TextKey)| {
        sentence.0 == difference.key && sentence.1.is_none_or(|only| only == new)
    };
    SENTENCES.iter().find(fits).map(|sentence| sentence.2)
}

/// A value as a sentence has it: a list with commas, the tiles of a deck by their number.
fn written(key: &str, value: &Value) -> Option<String> {
    match value {
        Value::Array(copies) if key == "tiles.copies" => {
            Some(copies.iter().filter_map(Value::as_i64).sum::<i64>().to_string())
        }
        Value::String(word) => Some(word.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Array(all) => {
            let all: Option<Vec<String>> = all.iter().map(|one| written(key, one)).collect();
            all.map(|all| all.join(", "))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::choosing::{Choosing, RuleSource, difference_lines, lines_for_players};
    use super::*;
    use tsuro::ruleset::{BUILT_INS, BuiltIns, HOUSE_RULES};

    fn rules() -> RuleSource<'static> {
        RuleSource { loader: &BuiltIns, registry: Box::leak(Box::default()) }
    }

    #[test]
    fn what_differs_is_said_in_sentences_of_a_rulebook() {
        let say = |reference: &str, language: Language| {
            Choosing::new(reference, rules(), language).differences(rules(), language)
        };
        assert_eq!(
            say("classic+double-deck+tiles.hand=4+start.share-square=false", Language::English),
            [
                "Double deck: Every tile twice.",
                "Tiles in a hand: 4 instead of 3.",
                "Each piece starts on a square of its own."
            ]
        );
        assert_eq!(
            say("classic+big-board+movement.meeting=pass", Language::French),
            [
                "Grand plateau : Huit cases sur huit, et chaque tuile en double.",
                "Les pions qui se rencontrent se croisent."
            ]
        );
        assert!(say("classic", Language::English).is_empty());
    }

    #[test]
    fn decks_of_as_many_tiles_are_told_apart() {
        let say = |own: &str| {
            let [plain, own] = ["classic", own].map(|name| rules().resolved(name).unwrap());
            difference_lines(&plain, &own, rules(), Language::English)
        };
        assert_eq!(say("classic+copies=2"), ["Tiles in the deck: 70 instead of 35."]);
        let lines = say("classic+copies={0=2,1=0}");
        assert!(lines.len() == 1 && lines[0].contains("0 of 1; 2 of 0 instead of"), "{lines:?}");
    }

    #[test]
    fn players_are_told_of_rules_and_not_of_all_their_values() {
        let say = |plain: &str, own: &str| {
            let [plain, own] = [plain, own].map(|name| rules().resolved(name).unwrap());
            lines_for_players(&plain, &own, rules(), Language::English)
        };
        let seas = say("classic", "seas").join("\n");
        assert!(!seas.contains("entries") && !seas.contains("gold die"), "{seas}");
        assert!(seas.contains("The active player draws until its hand is full."), "{seas}");
        for house in HOUSE_RULES.iter().chain(BUILT_INS) {
            let own = rules().resolved(house.name).unwrap();
            let plain = rules().resolved("classic").unwrap();
            for line in lines_for_players(&plain, &own, rules(), Language::English) {
                assert!(!line.contains("entries"), "{}: {line}", house.name);
            }
        }
    }

    #[test]
    fn no_difference_is_told_by_arrows() {
        let plain = rules().resolved("classic").unwrap();
        for other in BUILT_INS.iter().chain(HOUSE_RULES) {
            let own = rules().resolved(other.name).unwrap();
            for &language in Language::ALL {
                for line in difference_lines(&plain, &own, rules(), language) {
                    let is_sentence = line.len() > 1 && line.ends_with('.') && !line.contains('→');
                    assert!(is_sentence, "{}: {line}", other.name);
                }
            }
        }
    }
}
