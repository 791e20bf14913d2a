//! Words that keys take, each with the value that it stands for: one list for the file, its
//! explanations and the engine.

use super::key::KeyWord;
use crate::board::Wrap;
use crate::game::event::{Cause, Destination};

/// A type whose values rule-set files name by words.
///
/// A [`Key::choice`](crate::game::Key::choice) of [`KeyWords::WORDS`] is read as one of them, so
/// that code compares values and never words.
pub trait KeyWords: Copy + PartialEq + 'static {
    /// The values that have words.
    const VALUES: &'static [Self];
    /// The word of each value and its meaning, in the order of [`KeyWords::VALUES`].
    const WORDS: &'static [KeyWord];

    /// The word of a value that has one; empty for others.
    fn word(self) -> &'static str {
        let at = Self::VALUES.iter().position(|value| *value == self);
        at.and_then(|at| Self::WORDS.get(at)).map_or("", |word| word.name)
    }

    /// The value that a word stands for.
    fn from_word(word: &str) -> Option<Self> {
        let at = Self::WORDS.iter().position(|known| known.name == word)?;
        Self::VALUES.get(at).copied()
    }
}

/// Declares an enum with the word of each variant and its meaning. `KeyWord` and `KeyWords` have to
/// be imported where it is used.
#[macro_export]
#[doc(hidden)]
macro_rules! key_words {
    (
        $(#[$attribute:meta])* $public:vis enum $name:ident {
            $($variant:ident = $word:literal: $doc:literal,)+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $public enum $name {
            $(#[doc = concat!("`", $word, "`: ", $doc, ".")] $variant,)+
        }

        impl KeyWords for $name {
            const VALUES: &'static [Self] = &[$(Self::$variant),+];
            const WORDS: &'static [KeyWord] = &[$(KeyWord::new($word, $doc)),+];
        }
    };
}
pub use key_words;

/// The causes that the shipped rules have (`placement.avoid`); rules from outside the crate declare
/// their own.
impl KeyWords for Cause {
    const VALUES: &'static [Self] = &Self::ALL;
    const WORDS: &'static [KeyWord] = &[
        KeyWord::new(Self::Edge.name(), "running off the board"),
        KeyWord::new(Self::Collision.name(), "running into another piece"),
        KeyWord::new(Self::Loop.name(), "running into an endless loop"),
    ];
}

impl KeyWords for Destination {
    const VALUES: &'static [Self] = &[Self::Pile, Self::Box];
    const WORDS: &'static [KeyWord] = &[
        KeyWord::new(Self::Pile.name(), "to the bottom of the draw pile"),
        KeyWord::new(Self::Box.name(), "out of the game"),
    ];
}

impl KeyWords for Wrap {
    const VALUES: &'static [Self] = &[Self::None, Self::Columns, Self::Rows, Self::Both];
    const WORDS: &'static [KeyWord] = &[
        KeyWord::new("none", "every side of the board is an edge"),
        KeyWord::new("columns", "beyond the last column lies the first"),
        KeyWord::new("rows", "beyond the last row lies the first"),
        KeyWord::new("both", "both, so that the board has no rim"),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_stands_for_the_value_of_its_name() {
        for cause in Cause::ALL {
            assert_eq!(Cause::from_word(cause.name()), Some(cause));
        }
        assert_eq!(Destination::from_word("box"), Some(Destination::Box));
        assert_eq!(Cause::from_word("boredom"), None);
    }
}
