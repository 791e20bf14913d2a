//! Every sentence that `play` and `replay` say, in every language: one table of sentences a language, and what makes sentences of events.
//!
//! A sentence is a text with names in braces, like `{who} moves to {place}`. The compiler sees to it that no language lacks one; a test, that
//! all languages use the same names in it.

mod en;
mod fr;
mod key;
mod narrator;

pub use key::TextKey;
pub use narrator::Narrator;

use crate::board::{Place, Port, Side, Square};
use crate::bots::Fault;
use crate::ruleset::shown;

/// A language that sentences can be had in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// French.
    French,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::French];

    /// The language that rule-set files call so.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The user's language: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set says it; English where none does.
    pub fn of_the_user() -> Self {
        let set = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
        let said = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set).unwrap_or_default();
        Self::ALL.into_iter().find(|language| said.starts_with(language.code())).unwrap_or_default()
    }

    /// As in rule-set files: `en`, `fr`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }

    /// The sentence, its names still in braces.
    pub const fn sentence(self, key: TextKey) -> &'static str {
        match self {
            Self::English => en::sentence(key),
            Self::French => fr::sentence(key),
        }
    }

    /// The sentence with its names filled in.
    pub fn say(self, key: TextKey, names: &[(&str, &str)]) -> String {
        fill(self.sentence(key), names)
    }

    /// What a program did wrong, as part of a sentence after its name.
    pub fn fault(self, fault: &Fault) -> String {
        match fault {
            Fault::Answer { answer, last } => {
                self.say(TextKey::FaultAnswer, &[("answer", &format!("{answer:?}")), ("last", &last.to_string())])
            }
            Fault::Flood { .. } => self.plain(TextKey::FaultFlood),
            Fault::Late { milliseconds } => self.say(TextKey::FaultLate, &[("milliseconds", &milliseconds.to_string())]),
            Fault::Gone { status } if status.is_empty() => self.plain(TextKey::FaultGone),
            Fault::Gone { status } => self.say(TextKey::FaultGoneHow, &[("status", status)]),
            Fault::Unasked { after } => {
                // What the host of programs says in English.
                let known = [TextKey::AfterLate, TextKey::AfterFlood, TextKey::AfterEnding]
                    .into_iter()
                    .find(|&key| Self::English.sentence(key) == *after);
                self.say(TextKey::FaultUnasked, &[("after", known.map_or(*after, |key| self.sentence(key)))])
            }
            Fault::NotStarted { why } => self.say(TextKey::FaultNotStarted, &[("why", why)]),
        }
    }

    /// A sentence without names.
    pub fn plain(self, key: TextKey) -> String {
        self.sentence(key).to_owned()
    }

    /// `one tile`, `3 tiles`.
    pub fn tiles(self, count: usize) -> String {
        if count == 1 { self.plain(TextKey::OneTile) } else { self.say(TextKey::Tiles, &[("count", &count.to_string())]) }
    }

    /// A port in words: `left side, lower`.
    pub fn port(self, port: Port) -> &'static str {
        use TextKey::{PortA, PortB, PortC, PortD, PortE, PortF, PortG, PortH};
        self.sentence([PortA, PortB, PortC, PortD, PortE, PortF, PortG, PortH][port.index()])
    }

    /// A place in words: `c4, left side, lower`.
    pub fn place(self, place: Place) -> String {
        self.say(TextKey::Place, &[("square", &place.square().to_string()), ("port", self.port(place.port()))])
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

    /// Several things in a row: `a, b and c`.
    pub fn list(self, things: &[String]) -> String {
        match things {
            [] => String::new(),
            [one] => one.clone(),
            [most @ .., last] => self.say(TextKey::And, &[("first", &most.join(", ")), ("last", last)]),
        }
    }

    /// The squares in a row.
    pub fn squares(self, squares: &[Square]) -> String {
        self.list(&squares.iter().map(Square::to_string).collect::<Vec<_>>())
    }
}

/// Puts names into a sentence. A name may hold braces of its own: it is not looked into. It may come from outside, so hidden characters in it
/// are shown as escapes.
fn fill(sentence: &str, names: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(sentence.len() + 16);
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            rest = after;
            break;
        };
        if let Some((_, value)) = names.iter().find(|(known, _)| *known == name) {
            text.push_str(&shown(value));
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(sentence: &str) -> Vec<&str> {
        let mut names: Vec<_> = sentence.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    #[test]
    fn all_languages_say_the_same_with_the_same_names() {
        for &key in TextKey::ALL {
            let english = Language::English.sentence(key);
            for language in Language::ALL {
                let sentence = language.sentence(key);
                assert!(!sentence.trim().is_empty() || english.is_empty(), "{key:?} in {language:?}");
                assert_eq!(names(sentence), names(english), "{key:?} in {language:?}");
                assert_eq!(sentence.matches('{').count(), sentence.matches('}').count(), "{key:?} in {language:?}");
            }
        }
    }

    #[test]
    fn french_is_not_english() {
        let same = TextKey::ALL.iter().filter(|&&key| Language::French.sentence(key) == Language::English.sentence(key));
        // What is made of names alone is the same everywhere.
        let same: Vec<_> = same.filter(|&&key| key != TextKey::Place && Language::English.sentence(key).len() > 12).collect();
        assert!(same.is_empty(), "{same:?}");
    }

    #[test]
    fn faults_of_programs_are_told_in_every_language() {
        for after in ["late answers in a row", "a flood of output", "ending again and again"] {
            let fault = Fault::Unasked { after };
            assert_eq!(Language::English.fault(&fault), fault.to_string());
            assert!(!Language::French.fault(&fault).contains(after));
        }
        for fault in [Fault::Late { milliseconds: 5 }, Fault::Gone { status: "signal: 9".into() }, Fault::NotStarted { why: "why".into() }]
        {
            assert_eq!(Language::English.fault(&fault), fault.to_string());
        }
    }

    #[test]
    fn names_are_filled_in_and_not_looked_into() {
        assert_eq!(fill("{who} to {to}{none}!", &[("who", "{to}"), ("to", "c4")]), "{to} to c4!");
        assert_eq!(Language::English.place("c4:G".parse().unwrap()), "c4, left side, lower");
        assert_eq!(Language::English.list(&["a".into(), "b".into(), "c".into()]), "a, b and c");
    }
}
