//! [`Texts`]: what a rule says to people, in the languages of the program.

/// A text in one or more languages, each with its two-letter code. The first is English, which stands in for languages
/// that are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "rules write it down")]
pub struct Texts(pub &'static [(&'static str, &'static str)]);

impl Texts {
    /// The text in a language; in English where it is not translated.
    pub fn of(self, language: &str) -> &'static str {
        let text = self.0.iter().find(|text| text.0 == language).or(self.0.first());
        text.map_or("", |text| text.1)
    }
}
