//! What people read while they play: a file of sentences for each language, and how events become
//! sentences.
//!
//! A sentence is a text with names in braces, like `{who} moves to {place}`. English has the list
//! of all sentences; where another language lacks one, the crate does not compile, and a test
//! checks that all use the same names in a sentence. A new language is two files like `fr.rs` and
//! `pages/fr.rs`, and a line in [`Language`].

#[macro_use]
mod pages;
mod narrator;
mod rulebook;
mod wrap;

pub use en::TextKey;
pub use narrator::{Narrator, OnBoard};
pub use rulebook::{ExplainedRule, explained_rules};
pub use wrap::wrap;

use tsuro::board::{Place, Port, Side};
use tsuro::bots::{Fault, LEVELS};
use tsuro::game::PlayerCounts;
use tsuro::ruleset::shown;

/// The levels, weakest first: the word for each, and how its bots play.
pub(crate) const LEVEL_WORDS: [(TextKey, TextKey); LEVELS.len()] = [
    (TextKey::LevelBeginner, TextKey::AboutBeginner),
    (TextKey::LevelEasy, TextKey::AboutEasy),
    (TextKey::LevelMedium, TextKey::AboutMedium),
    (TextKey::LevelHard, TextKey::AboutHard),
    (TextKey::LevelExpert, TextKey::AboutExpert),
    (TextKey::LevelMaster, TextKey::AboutMaster),
];

/// Makes [`TextKey`] and its English sentences.
macro_rules! sentences {
    ($($key:ident: $sentence:literal;)*) => {
        /// The name of a sentence.
        #[allow(missing_docs, reason = "the sentence says what it is for")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum TextKey {
            $($key,)*
        }

        impl TextKey {
            /// All keys, in the order of the file.
            pub const ALL: &[Self] = &[$(Self::$key,)*];
        }

        /// The sentence, with its names in braces.
        pub const fn sentence(key: TextKey) -> &'static str {
            match key {
                $(TextKey::$key => $sentence,)*
            }
        }
    };
}

/// Makes the sentences of another language.
macro_rules! translation {
    ($($key:ident: $sentence:literal;)*) => {
        use super::TextKey;

        /// The sentence, with its names in braces.
        pub const fn sentence(key: TextKey) -> &'static str {
            match key {
                $(TextKey::$key => $sentence,)*
            }
        }
    };
}

/// Makes [`Language`]: for each its code, its name in English, and its name in itself.
macro_rules! languages {
    ($($code:ident $name:ident $own:literal,)*) => {
        $(mod $code;)*

        /// A language in which a game can be played.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, clap::ValueEnum)]
        pub enum Language {
            #[default]
            $(
                #[doc = $own]
                #[value(name = stringify!($code))]
                $name,
            )*
        }

        impl Language {
            /// All languages.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The two-letter code, as in rule-set files: `en`, `fr`.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($code),)*
                }
            }

            /// Its name in itself.
            pub const fn own_name(self) -> &'static str {
                match self {
                    $(Self::$name => $own,)*
                }
            }

            /// The sentence, with its names still in braces.
            pub const fn sentence(self, key: TextKey) -> &'static str {
                match self {
                    $(Self::$name => $code::sentence(key),)*
                }
            }
        }
    };
}

languages! {
    en English "English",
    fr French "Français",
}

impl Language {
    /// The language with this [code](Self::code).
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|language| language.code() == code)
    }

    /// The user's language, by the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set; English
    /// where that names another language.
    pub fn of_the_user() -> Self {
        let set = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
        let said = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set).unwrap_or_default();
        Self::ALL
            .iter()
            .copied()
            .find(|language| said.starts_with(language.code()))
            .unwrap_or_default()
    }

    /// The sentence with its names filled in.
    pub fn say(self, key: TextKey, names: &[(&str, &str)]) -> String {
        fill(self.sentence(key), names)
    }

    /// Numbers of players: `2 to 8`, `4, 6 or 8`.
    pub fn counts(self, counts: PlayerCounts) -> String {
        counts.in_words(self.sentence(TextKey::WordTo), self.sentence(TextKey::WordOr))
    }

    /// What a bot that is a program did wrong: the rest of a sentence that begins with its name.
    pub fn fault(self, fault: &Fault) -> String {
        match fault {
            Fault::Answer { answer, last } => self.say(
                TextKey::FaultAnswer,
                &[("answer", &format!("{answer:?}")), ("last", &last.to_string())],
            ),
            Fault::Flood { .. } => self.plain(TextKey::FaultFlood),
            Fault::Late { milliseconds } => {
                self.say(TextKey::FaultLate, &[("milliseconds", &milliseconds.to_string())])
            }
            Fault::Gone { status } if status.is_empty() => self.plain(TextKey::FaultGone),
            Fault::Gone { status } => self.say(TextKey::FaultGoneHow, &[("status", status)]),
            Fault::Unasked { after } => {
                // `exec_bot` gives the reason in English.
                let known = [TextKey::AfterLate, TextKey::AfterFlood, TextKey::AfterEnding]
                    .into_iter()
                    .find(|&key| Self::English.sentence(key) == *after);
                self.say(
                    TextKey::FaultUnasked,
                    &[("after", known.map_or(*after, |key| self.sentence(key)))],
                )
            }
            Fault::NotStarted { why } => self.say(TextKey::FaultNotStarted, &[("why", why)]),
        }
    }

    /// A sentence that has no names in it.
    pub fn plain(self, key: TextKey) -> String {
        self.sentence(key).to_owned()
    }

    /// A number of tiles: `one tile`, `3 tiles`.
    pub fn tiles(self, count: usize) -> String {
        if count == 1 {
            self.plain(TextKey::OneTile)
        } else {
            self.say(TextKey::Tiles, &[("count", &count.to_string())])
        }
    }

    /// A number of points: `one point`, `3 points`.
    pub fn points(self, count: i64) -> String {
        if count == 1 {
            self.plain(TextKey::OnePoint)
        } else {
            self.say(TextKey::Points, &[("count", &count.to_string())])
        }
    }

    /// A port in words: `left side, lower`.
    pub fn port(self, port: Port) -> &'static str {
        use TextKey::{PortA, PortB, PortC, PortD, PortE, PortF, PortG, PortH};
        self.sentence([PortA, PortB, PortC, PortD, PortE, PortF, PortG, PortH][port.index()])
    }

    /// A place in words: `c4, left side, lower`.
    pub fn place(self, place: Place) -> String {
        self.say(
            TextKey::Place,
            &[("square", &place.square().to_string()), ("port", self.port(place.port()))],
        )
    }

    /// A side in words: `left`.
    pub fn side(self, side: Side) -> &'static str {
        self.sentence(match side {
            Side::Top => TextKey::SideTop,
            Side::Right => TextKey::SideRight,
            Side::Bottom => TextKey::SideBottom,
            Side::Left => TextKey::SideLeft,
        })
    }

    /// A list in words: `a, b and c`.
    pub fn list(self, things: &[String]) -> String {
        match things {
            [] => String::new(),
            [one] => one.clone(),
            [most @ .., last] => {
                self.say(TextKey::And, &[("first", &most.join(", ")), ("last", last)])
            }
        }
    }
}

/// Fills the names of a sentence in. Braces in a value mean nothing, and hidden characters in it,
/// which may come from outside, are shown as escapes.
pub fn fill(sentence: &str, names: &[(&str, &str)]) -> String {
    tsuro::game::fill(sentence, &|name| {
        names.iter().find(|(known, _)| *known == name).map(|(_, value)| shown(value).to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro_world::door::{Form, filter};

    fn names(sentence: &str) -> Vec<&str> {
        let mut names: Vec<_> = sentence
            .split('{')
            .skip(1)
            .filter_map(|part| part.split_once('}'))
            .map(|(name, _)| name)
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    #[test]
    fn all_languages_say_the_same_with_the_same_names() {
        for &key in TextKey::ALL {
            let english = Language::English.sentence(key);
            for &language in Language::ALL {
                let sentence = language.sentence(key);
                assert!(
                    !sentence.trim().is_empty() || english.is_empty(),
                    "{key:?} in {language:?}"
                );
                assert_eq!(names(sentence), names(english), "{key:?} in {language:?}");
                assert_eq!(
                    sentence.matches('{').count(),
                    sentence.matches('}').count(),
                    "{key:?} in {language:?}"
                );
            }
        }
    }

    #[test]
    fn french_has_one_kind_of_apostrophe() {
        let has_other = |key: &&TextKey| Language::French.sentence(**key).contains('\'');
        assert_eq!(TextKey::ALL.iter().find(has_other), None);
    }

    #[test]
    fn french_is_not_english() {
        let same = TextKey::ALL
            .iter()
            .filter(|&&key| Language::French.sentence(key) == Language::English.sentence(key));
        // What is made of names alone is the same everywhere, and points are called points.
        let alike = [TextKey::Place, TextKey::Points];
        let same: Vec<_> = same
            .filter(|&key| !alike.contains(key) && Language::English.sentence(*key).len() > 12)
            .collect();
        assert!(same.is_empty(), "{same:?}");
    }

    #[test]
    fn faults_of_programs_have_sentences_in_every_language() {
        for after in ["late answers in a row", "a flood of output", "ending again and again"] {
            let fault = Fault::Unasked { after };
            assert_eq!(Language::English.fault(&fault), fault.to_string());
            assert!(!Language::French.fault(&fault).contains(after));
        }
        for fault in [
            Fault::Late { milliseconds: 5 },
            Fault::Gone { status: "signal: 9".into() },
            Fault::NotStarted { why: "why".into() },
        ] {
            assert_eq!(Language::English.fault(&fault), fault.to_string());
        }
    }

    #[test]
    fn names_are_filled_in_and_not_looked_into() {
        assert_eq!(fill("{who} to {to}{none}!", &[("who", "{to}"), ("to", "c4")]), "{to} to c4!");
        assert_eq!(Language::English.place("c4:G".parse().unwrap()), "c4, left side, lower");
        assert_eq!(Language::English.points(1), "one point");
        assert_eq!(Language::French.points(2), "2 points");
        assert_eq!(Language::English.list(&["a".into(), "b".into(), "c".into()]), "a, b and c");
    }

    #[test]
    fn every_sentence_of_play_has_a_form_in_ascii() {
        for &language in Language::ALL {
            for &key in TextKey::ALL {
                let text = filter(language.sentence(key), Form::Words, true, false);
                assert!(text.is_ascii() && !text.contains("\\u"), "{language:?} {key:?}: {text}");
            }
        }
    }
}
