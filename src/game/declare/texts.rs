//! [`Texts`]: what a rule says to people, in the languages of the program.

/// A text in one or more languages, each with its two-letter code. The first is English, which
/// stands in for languages that are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "rules write it down")]
pub struct Texts(pub &'static [(&'static str, &'static str)]);

impl Texts {
    /// The text in a language; in English where it is not translated.
    pub fn in_language(self, language: &str) -> &'static str {
        self.only_in(language).or(self.0.first().map(|text| text.1)).unwrap_or_default()
    }

    /// The text in a language; `None` where it is not translated.
    pub fn only_in(self, language: &str) -> Option<&'static str> {
        self.0.iter().find(|text| text.0 == language).map(|text| text.1)
    }

    /// The text in a language, with the values of its names in braces.
    pub fn filled(self, language: &str, value: &dyn Fn(&str) -> Option<String>) -> String {
        fill(self.in_language(language), value)
    }
}

/// Fills the names of a sentence in. Braces in a value mean nothing.
pub fn fill(sentence: &str, value: &dyn Fn(&str) -> Option<String>) -> String {
    let mut text = String::with_capacity(sentence.len() + 16);
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            rest = after;
            break;
        };
        text.push_str(&value(name).unwrap_or_default());
        rest = after;
    }
    text.push_str(rest);
    text
}
