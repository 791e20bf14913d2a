//! [`HelpDecl`]: what the help of a game says of a rule.

use super::texts::Texts;

/// A section of the help that people read while they play, in every face: a heading, a text, and
/// what the rule's signs on the board mean.
///
/// ```
/// use tsuro::game::{HelpDecl, Texts};
///
/// const HELP: &[HelpDecl] = &[HelpDecl::new(
///     Texts(&[("en", "Rocks"), ("fr", "Rochers")]),
///     Texts(&[
///         ("en", "In each turn a rock falls on a square."),
///         ("fr", "À chaque tour un rocher tombe sur une case."),
///     ]),
/// )
/// .signs(&[("◉", Texts(&[("en", "a rock"), ("fr", "un rocher")]))])];
/// assert_eq!(HELP[0].heading.in_language("fr"), "Rochers");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct HelpDecl {
    /// The subject of the section, in a word or two.
    pub heading: Texts,
    /// Whole sentences.
    pub text: Texts,
    /// Signs, each with what it means: a fragment without a full stop.
    pub signs: &'static [(&'static str, Texts)],
}

impl HelpDecl {
    /// A section without signs.
    pub const fn new(heading: Texts, text: Texts) -> Self {
        Self { heading, text, signs: &[] }
    }

    /// Sets the signs.
    #[must_use]
    pub const fn signs(self, signs: &'static [(&'static str, Texts)]) -> Self {
        Self { signs, ..self }
    }
}
