//! What the keys of a rule set say, in the sentences of a rulebook.

use crate::words::{Language, TextKey};
use serde_json::{Map, Value};
use tsuro::game::{KeySentence, RuleDecl, RulePhase};
use tsuro::ruleset::{KeyDifference, RuleCatalog};

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
    ("board.portals", Some(""), TextKey::RuleNoPortals),
    ("board.portals", None, TextKey::RulePortals),
    ("players.min", Some("1"), TextKey::RuleFewestOne),
    ("players.min", None, TextKey::RuleFewest),
    ("players.max", None, TextKey::RuleMost),
    ("players.first", Some("seat"), TextKey::RuleFirstSeat),
    ("players.first", Some("random"), TextKey::RuleFirstRandom),
    ("tiles.hand", Some("1"), TextKey::RuleHandOne),
    ("tiles.hand", None, TextKey::RuleHand),
    ("tiles.copies", None, TextKey::RuleDeck),
    ("tiles.open", Some("true"), TextKey::RuleOpen),
    ("tiles.open", Some("false"), TextKey::RuleHidden),
    ("start.share-square", Some("true"), TextKey::RuleShareSquare),
    ("start.share-square", Some("false"), TextKey::RuleOwnSquare),
    ("start.marks", Some("rim"), TextKey::RuleMarksRim),
    ("start.marks", Some("shore"), TextKey::RuleMarksShore),
    ("start.marks", None, TextKey::RuleMarks),
    ("turn.tiles", None, TextKey::RuleTurnTiles),
    ("placement.avoid", Some(""), TextKey::RuleAvoidNothing),
    ("placement.avoid", None, TextKey::RuleAvoid),
    ("placement.unless", Some("no-other-move"), TextKey::RuleUnlessAll),
    ("placement.unless", Some("no-safe-move"), TextKey::RuleUnlessLost),
    ("placement.never", Some(""), TextKey::RuleNeverNothing),
    ("placement.never", Some("shared-wake"), TextKey::RuleNeverShare),
    ("placement.for", Some("own"), TextKey::RuleForOwn),
    ("placement.for", Some("team"), TextKey::RuleForTeam),
    ("movement.meeting", Some("collide"), TextKey::RuleCollide),
    ("movement.meeting", Some("pass"), TextKey::RulePass),
    ("draw.returned", Some("shuffle"), TextKey::RuleReturnShuffle),
    ("draw.returned", Some("bottom"), TextKey::RuleReturnBottom),
    ("bonus.exchange", Some("true"), TextKey::RuleExchange),
    ("bonus.exchange", Some("false"), TextKey::RuleNoExchange),
    ("bonus.min-players", None, TextKey::RuleBonusPlayers),
    ("end.tie-break", Some("none"), TextKey::RuleTieShared),
    ("end.tie-break", Some("active-first"), TextKey::RuleTieOthers),
    ("end.lives", None, TextKey::RuleLives),
    ("end.turn-limit", None, TextKey::RuleTurnLimit),
];

/// What a rule set says where it differs from another. A number is told with that of the other.
/// Where a rulebook has no sentence, so are all values; the meaning of such a key is known in
/// English alone. Two decks of the same number of tiles are told by their values too, since their
/// sentence would not say what differs.
pub(super) fn sentences(
    difference: &KeyDifference,
    catalog: &dyn RuleCatalog,
    words: Language,
) -> Vec<String> {
    // Of the same rules in another order there is nothing to tell.
    if difference.chosen.iter().any(|rules| !rules.is_empty()) {
        return rules_in_words(difference, words);
    }
    let written = |value: &Option<Value>, sentence: Option<Sentence>| {
        value
            .as_ref()
            .and_then(|value| Writer { catalog, words, sentence }.value(&difference.key, value))
    };
    let [old, new] = &difference.values;
    let sentence = sentence_of(difference);
    let [old, new] = [written(old, sentence), written(new, sentence)];
    if let (Some(sentence), Some(new)) = (sentence, &new)
        && old.as_ref() != Some(new)
    {
        let said = sentence.say(new, words);
        let is_number = |text: &String| text.parse::<u64>().is_ok();
        return vec![match old.filter(|old| is_number(old) && is_number(new)) {
            None => said,
            Some(old) => {
                let names = [("sentence", said.trim_end_matches('.')), ("old", &*old)];
                words.say(TextKey::DiffersValues, &names)
            }
        }];
    }
    let what = if words == Language::English { &difference.doc } else { &difference.key };
    let [old, new] = &difference.words;
    let key = match &difference.values {
        [_, None] => TextKey::DiffersGone,
        [None, _] => TextKey::DiffersNew,
        _ => TextKey::DiffersKey,
    };
    vec![words.say(key, &[("what", what), ("old", old), ("new", new)])]
}

/// What a rulebook says of this value of a key, if it has a sentence for it; `rulebook` has those
/// that the key declares.
pub(super) fn sentence_of_value(
    (key, rulebook): (&str, &[KeySentence]),
    value: &Value,
    catalog: &dyn RuleCatalog,
    words: Language,
) -> Option<String> {
    let sentence = sentence_for(key, rulebook, value)?;
    let value = Writer { catalog, words, sentence: Some(sentence) }.value(key, value)?;
    Some(sentence.say(&value, words))
}

/// Whether players need to be told of a difference: a rulebook has a sentence for it.
pub(super) fn is_for_players(difference: &KeyDifference) -> bool {
    difference.chosen.iter().any(|rules| !rules.is_empty()) || sentence_of(difference).is_some()
}

/// What the rules say that a rule set chooses and the other does not; nothing if they are the same,
/// or the key does not choose rules.
fn rules_in_words(difference: &KeyDifference, words: Language) -> Vec<String> {
    let [old, new] = &difference.chosen;
    let only_in = |these: &[&'static RuleDecl], others: &[&RuleDecl]| -> Vec<String> {
        let is_other = |rule: &&&RuleDecl| !others.iter().any(|other| other.name == rule.name);
        let said = |rule: &&RuleDecl| rule.summary_in(words.code()).replace('`', "");
        these.iter().filter(is_other).map(said).collect()
    };
    let (gone, come) = (only_in(old, new), only_in(new, old));
    let mut said: Vec<String> = come.into_iter().map(|rule| format!("{rule}.")).collect();
    // Where there is one rule, the new one takes the place of the old one.
    if !gone.is_empty() && (said.is_empty() || old.len() > 1) {
        said.push(words.say(TextKey::DiffersNoLonger, &[("rules", &gone.join("; "))]));
    }
    said
}

/// A sentence of a rulebook.
#[derive(Clone, Copy)]
enum Sentence {
    /// For a key that every rule set has.
    Core(TextKey),
    /// For a key that a rule declares.
    OfRule(KeySentence),
}

impl Sentence {
    fn say(self, value: &str, words: Language) -> String {
        match self {
            Self::Core(key) => words.say(key, &[("value", value)]),
            Self::OfRule(sentence) => {
                sentence.text.filled(words.code(), &|_| Some(value.to_owned()))
            }
        }
    }
}

/// The sentence for the value that a rule set has where it differs.
fn sentence_of(difference: &KeyDifference) -> Option<Sentence> {
    sentence_for(&difference.key, difference.rulebook, difference.values[1].as_ref()?)
}

/// The sentence for a value of a key, which may declare some.
fn sentence_for(key: &str, rulebook: &[KeySentence], value: &Value) -> Option<Sentence> {
    let value = plain(value);
    let fits = |only: Option<&str>| only.is_none_or(|only| only == value);
    let core = SENTENCES.iter().find(|core| core.0 == key && fits(core.1));
    let declared = || rulebook.iter().find(|declared| fits(declared.value));
    core.map(|core| Sentence::Core(core.2)).or_else(|| declared().copied().map(Sentence::OfRule))
}

/// A value as files have it: a list with commas.
fn plain(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(all) => all.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// Writes values as sentences have them.
struct Writer<'r> {
    /// The rules, whose causes may be named.
    catalog: &'r dyn RuleCatalog,
    words: Language,
    sentence: Option<Sentence>,
}

impl Writer<'_> {
    /// A list with commas, the tiles of a deck and the start marks by their number, causes by what
    /// people call them.
    fn value(&self, key: &str, value: &Value) -> Option<String> {
        match (key, value) {
            ("tiles.copies", Value::Array(copies)) => {
                Some(copies.iter().filter_map(Value::as_i64).sum::<i64>().to_string())
            }
            ("start.marks", Value::Array(marks)) => Some(marks.len().to_string()),
            ("placement.avoid", Value::Array(causes)) => {
                let named = |cause: &Value| Some(self.cause(cause.as_str()?));
                let causes: Option<Vec<_>> = causes.iter().map(named).collect();
                causes.map(|causes| self.one_of(&causes))
            }
            (_, Value::Array(all)) => {
                let entry = |one: &Value| match one {
                    Value::Array(of_one) => joined(of_one, "–"),
                    Value::Object(fields) => self.entry(fields),
                    other => Some(plain(other)),
                };
                let all: Option<Vec<String>> = all.iter().map(entry).collect();
                all.map(|all| all.join(", "))
            }
            (_, Value::Object(_) | Value::Null) => None,
            (_, other) => Some(plain(other)),
        }
    }

    /// `a`, `a or b`, `a, b or c`.
    fn one_of(&self, all: &[String]) -> String {
        match all.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} {} {last}", others.join(", "), self.words.sentence(TextKey::WordOr))
            }
            _ => all.concat(),
        }
    }

    /// An entry of a list of small tables, as the sentence has it.
    fn entry(&self, fields: &Map<String, Value>) -> Option<String> {
        let Some(Sentence::OfRule(KeySentence { entry, .. })) = self.sentence else { return None };
        let field = |name: &str| match fields.get(name)? {
            // A range of one number.
            Value::Array(ends) if ends.first() == ends.last() => ends.first().map(plain),
            Value::Array(ends) => joined(ends, "–"),
            other => Some(plain(other)),
        };
        Some(entry.filled(self.words.code(), &field)).filter(|text| !text.is_empty())
    }

    /// The name of a cause for people, as the end of a sentence.
    fn cause(&self, name: &str) -> String {
        let mut declared = RulePhase::ALL
            .iter()
            .flat_map(|phase| self.catalog.rules(*phase))
            .flat_map(|rule| rule.causes)
            .filter(|cause| cause.name == name);
        let core = match name {
            "edge" => TextKey::CauseEdge,
            "collision" => TextKey::CauseCollision,
            "loop" => TextKey::CauseLoop,
            _ => {
                let text = declared.next().map(|cause| cause.text.in_language(self.words.code()));
                return text.unwrap_or(name).to_owned();
            }
        };
        self.words.plain(core)
    }
}

/// The values of a short list, with this between them.
fn joined(values: &[Value], between: &str) -> Option<String> {
    (!values.is_empty()).then(|| values.iter().map(plain).collect::<Vec<_>>().join(between))
}

#[cfg(test)]
mod tests {
    use super::super::choosing::{Choosing, RuleSource, difference_lines, lines_for_players};
    use super::*;
    use tsuro::ruleset::{BUILT_INS, BuiltIns, HOUSE_RULES, SCRIPTED};

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
                "A hand has 4 tiles (instead of 3).",
                "Each piece starts on a square of its own."
            ]
        );
        assert_eq!(
            say("classic+big-board+movement.meeting=pass", Language::French),
            [
                "Grand plateau : Huit cases sur huit, et chaque tuile en double.",
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
        assert_eq!(say("classic+copies=2"), ["The deck has 70 tiles (instead of 35)."]);
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
    fn players_are_told_all_of_it_in_their_own_language() {
        for own in BUILT_INS.iter().chain(HOUSE_RULES).chain(SCRIPTED) {
            for base in ["classic", "seas"] {
                let plain = rules().resolved(base).unwrap();
                let mixed = rules().resolved(&format!("{base}+{}", own.name));
                let Ok(own) = mixed.or_else(|_| rules().resolved(own.name)) else { continue };
                let texts = own.texts();
                let said = [texts.title_in("fr"), texts.summary_in("fr")].join(" ");
                assert!(!said.contains('\''), "{said}");
                let [english, french] = [Language::English, Language::French]
                    .map(|language| lines_for_players(&plain, &own, rules(), language));
                assert_eq!(english.len(), french.len(), "{}", own.name());
                for (english, french) in english.iter().zip(&french) {
                    assert!(english != french, "{}: {english}", own.name());
                    assert!(french.ends_with('.') && !french.contains(['{', '\'']), "{french}");
                }
            }
        }
    }

    #[test]
    fn keys_of_rules_are_told_with_their_values() {
        let say = |plain: &str, own: &str, language| {
            let [plain, own] = [plain, own].map(|name| rules().resolved(name).unwrap());
            lines_for_players(&plain, &own, rules(), language)
        };
        let rough = say("seas", "rough-seas", Language::English);
        assert!(
            rough[0].ends_with(" in a game of 5–8.") && rough[0].contains(" in a game of 2–4, 6 "),
            "{rough:?}"
        );
        assert!(rough[1].ends_with("add up to 5, 6, 7, 8, 9."), "{rough:?}");
        assert!(rough[2].ends_with("instead of a roll (instead of 3)."), "{rough:?}");
        let alone = say("seas", "solo-seas", Language::French).join("\n");
        assert!(alone.contains("il y a 6 daïkaijus dans une partie à 1."), "{alone}");
        let luxury = say("classic", "luxury", Language::French).join("\n");
        assert!(
            luxury.contains("Une pose qui élimine son propre pion (hors du plateau)"),
            "{luxury}"
        );
        let calm = say("seas", "seas-calm", Language::English);
        assert_eq!(calm, ["Nothing but the other players threatens a piece."]);
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
