//! [`Key`]: how a rule declares the keys that rule-set files can set, with name, kind, range,
//! default, rule ids and meaning.
//!
//! The parser, the defaults, the reference, the JSON Schema and the error messages are all made
//! from these declarations, so they agree.
//!
//! *Not here:* reading files, which is the work of [`crate::ruleset`].

use crate::board::{Shape, StartMarks};
use crate::game::declare::texts::Texts;
use serde_json::Value;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// One key of a rule-set table.
///
/// ```
/// use tsuro::game::Key;
///
/// const KEYS: &[Key] = &[
///     Key::number("every", 1..=100)
///         .default(8)
///         .rule("V12")
///         .means("How many turns there are between two waves"),
///     Key::flag("announced")
///         .default_flag(false)
///         .means("Whether the wave is seen one turn before it comes"),
/// ];
/// assert_eq!(KEYS[0].default_value().toml().as_deref(), Some("8"));
/// ```
///
/// A default that the key does not take is an error of the compiler:
///
/// ```compile_fail
/// const KEY: tsuro::game::Key = tsuro::game::Key::number("every", 1..=100).default(0);
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Key {
    /// The last part of the key, in kebab-case (`min-players`).
    pub name: &'static str,
    /// The kind of value that it takes.
    pub kind: ValueKind,
    /// Its value when no file sets it.
    pub(crate) default: KeyDefault,
    /// The ids of the rules that it belongs to (`"C7, T8"`).
    pub rules: &'static str,
    /// One line of meaning, a sentence without a full stop.
    pub doc: &'static str,
    /// What a rulebook says of its values.
    pub rulebook: &'static [KeySentence],
}

impl Key {
    /// A key with this name (kebab-case) that takes values of `kind`. The file has to set it, until
    /// a default is given.
    pub const fn new(name: &'static str, kind: ValueKind) -> Self {
        Self { name, kind, default: KeyDefault::Required, rules: "", doc: "", rulebook: &[] }
    }

    /// The kind of value that it takes.
    pub const fn kind(&self) -> &ValueKind {
        &self.kind
    }

    /// Its value when no file sets it.
    pub const fn default_value(&self) -> &KeyDefault {
        &self.default
    }

    /// A key that takes a whole number of this range.
    pub const fn number(name: &'static str, range: RangeInclusive<i64>) -> Self {
        Self::new(name, ValueKind::Int { min: *range.start(), max: *range.end() })
    }

    /// A key that takes `true` or `false`.
    pub const fn flag(name: &'static str) -> Self {
        Self::new(name, ValueKind::Bool)
    }

    /// A key that takes any text.
    pub const fn text(name: &'static str) -> Self {
        Self::new(name, ValueKind::Text)
    }

    /// A key that takes one of `words`, see [`KeyWords`](crate::game::KeyWords).
    pub const fn choice(name: &'static str, words: &'static [KeyWord]) -> Self {
        Self::new(name, ValueKind::Choice(words))
    }

    /// A key that takes a list of different words out of `words`.
    pub const fn choices(name: &'static str, words: &'static [KeyWord]) -> Self {
        Self::new(name, ValueKind::Choices(words))
    }

    /// The value of a number key when no file sets it.
    ///
    /// # Panics
    /// If the key does not take this number. In a `static`, such as that of a
    /// [`RuleDecl`](crate::game::RuleDecl), that is an error of the compiler.
    #[must_use]
    pub const fn default(mut self, number: i64) -> Self {
        let ValueKind::Int { min, max } = self.kind else {
            panic!("only a number key has a number as its default")
        };
        assert!(min <= number && number <= max, "the default is out of the key's range");
        self.default = KeyDefault::Number(number);
        self
    }

    /// The value of a key of `true` or `false` when no file sets it.
    ///
    /// # Panics
    /// If the key takes something else.
    #[must_use]
    pub const fn default_flag(mut self, flag: bool) -> Self {
        assert!(
            matches!(self.kind, ValueKind::Bool),
            "only a key of true or false has such a default"
        );
        self.default = KeyDefault::Flag(flag);
        self
    }

    /// The value of a key of words or texts when no file sets it.
    ///
    /// # Panics
    /// If the key does not take this word.
    #[must_use]
    pub const fn default_word(mut self, word: &'static str) -> Self {
        match self.kind {
            ValueKind::Choice(words) | ValueKind::WordOrPlaces(words) => {
                assert!(
                    KeyWord::is_among(word, words),
                    "the default is not one of the key's words"
                );
            }
            ValueKind::Text => {}
            _ => panic!("only a key of words or texts has a word as its default"),
        }
        self.default = KeyDefault::Word(word);
        self
    }

    /// The value of any other key when no file sets it, written as in a TOML file (`"[1, 2]"`).
    #[must_use]
    pub const fn default_toml(mut self, text: &'static str) -> Self {
        self.default = KeyDefault::Toml(text);
        self
    }

    /// A default that follows from the rest of the rule set, and how it is worked out, for the
    /// reference. `None`: the file has to set it.
    #[must_use]
    pub const fn computed(
        mut self,
        value: fn(&RuleFacts) -> Option<Value>,
        how: &'static str,
    ) -> Self {
        self.default = KeyDefault::Computed { value, doc: how };
        self
    }

    /// A key of a table that is not part of the rules, and may be left out there; `without` says
    /// what holds then.
    pub(crate) const fn may_be_left_out(self, without: &'static str) -> Self {
        self.computed(|_| None, without)
    }

    /// The ids of the rules that the key belongs to (`"C7, T8"`).
    #[must_use]
    pub const fn rule(mut self, ids: &'static str) -> Self {
        self.rules = ids;
        self
    }

    /// One line of meaning, a sentence without a full stop.
    #[must_use]
    pub const fn means(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }

    /// What a rulebook says of its values: the first sentence that fits. A key without one is for
    /// those who write rule sets, and players are not told of it.
    #[must_use]
    pub const fn rulebook(mut self, sentences: &'static [KeySentence]) -> Self {
        self.rulebook = sentences;
        self
    }
}

/// What a rulebook says of a key's value.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct KeySentence {
    /// The value of which it is said; `None`: of any.
    pub value: Option<&'static str>,
    /// A whole sentence, with the value as `{value}`.
    pub text: Texts,
    /// How an entry of a [`ValueKind::Records`] stands in the value, with its fields in braces.
    pub entry: Texts,
}

impl KeySentence {
    /// A sentence for any value, which stands in it as `{value}`.
    pub const fn any(text: Texts) -> Self {
        Self { value: None, text, entry: Texts(&[]) }
    }

    /// A sentence for one value.
    pub const fn of(value: &'static str, text: Texts) -> Self {
        Self { value: Some(value), text, entry: Texts(&[]) }
    }

    /// How each entry of a list of small tables stands in the sentence.
    #[must_use]
    pub const fn entry(mut self, entry: Texts) -> Self {
        self.entry = entry;
        self
    }
}

/// The default of a [`Key`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum KeyDefault {
    /// A whole number.
    Number(i64),
    /// `true` or `false`.
    Flag(bool),
    /// A word or a text.
    Word(&'static str),
    /// A fixed value, written as in a TOML file (`"3"`, `"[\"edge\"]"`).
    Toml(&'static str),
    /// A value that follows from other keys of the rule set.
    Computed {
        /// The value as JSON; `None` if the file has to set the key.
        value: fn(&RuleFacts) -> Option<Value>,
        /// How it is worked out, for the reference.
        doc: &'static str,
    },
    /// No default: the file has to set the key.
    Required,
}

impl KeyDefault {
    /// The fixed value as written in a TOML file; `None` for the others.
    pub fn toml(&self) -> Option<Cow<'static, str>> {
        match *self {
            Self::Number(number) => Some(number.to_string().into()),
            Self::Flag(flag) => Some(if flag { "true" } else { "false" }.into()),
            // Words and texts are escaped in TOML as they are in JSON.
            Self::Word(word) => Some(Value::from(word).to_string().into()),
            Self::Toml(text) => Some(text.into()),
            Self::Computed { .. } | Self::Required => None,
        }
    }
}

/// The kind of value that a [`Key`] or a [`Field`] takes.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum ValueKind {
    /// `true` or `false`.
    Bool,
    /// A whole number, both ends included.
    Int {
        /// The smallest allowed value.
        min: i64,
        /// The largest allowed value.
        max: i64,
    },
    /// A text of any length.
    Text,
    /// One of these words.
    Choice(&'static [KeyWord]),
    /// A list of different words out of these; their order does not matter.
    Choices(&'static [KeyWord]),
    /// As [`ValueKind::Choices`], with the causes of rules from outside the crate after the words
    /// ([`RuleDecl::causes`](crate::game::RuleDecl::causes)).
    Causes(&'static [KeyWord]),
    /// A list of texts; their order matters.
    Texts {
        /// The shortest and the longest length, both included.
        len: (usize, usize),
    },
    /// A list of different squares by their names, such as `"c3"`; their order does not matter.
    /// Whether they are on the board is for the rule to check.
    Squares {
        /// The shortest and the longest length, both included.
        len: (usize, usize),
    },
    /// A list of pairs of squares; their order does not matter, and no square may be in two of
    /// them.
    SquarePairs {
        /// The shortest and the longest length, both included.
        len: (usize, usize),
    },
    /// One of these words, or a list of different places such as `"c3:H"`, whose order matters.
    WordOrPlaces(&'static [KeyWord]),
    /// A list of whole numbers.
    Ints {
        /// The shortest and the longest length, both included.
        len: (usize, usize),
        /// The smallest allowed number.
        min: i64,
        /// The largest allowed number.
        max: i64,
        /// Whether each number may occur only once.
        distinct: bool,
    },
    /// The copies of each face: one number for all faces, 35 numbers, or a table of `face = number`
    /// (1 for faces left out).
    Copies,
    /// A list of small tables, all with the same fields.
    Records {
        /// The fields of each table, all required.
        fields: &'static [Field],
        /// The shortest and the longest length, both included.
        len: (usize, usize),
    },
}

/// One field of a [`ValueKind::Records`] entry.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Field {
    /// The field's name in the file.
    pub name: &'static str,
    /// The kind of value that it takes; never [`ValueKind::Records`].
    pub kind: ValueKind,
    /// One line of meaning.
    pub doc: &'static str,
}

impl Field {
    /// A field of this name, which takes values of `kind`: any but [`ValueKind::Records`]. `doc` is
    /// one line of meaning.
    pub const fn new(name: &'static str, kind: ValueKind, doc: &'static str) -> Self {
        Self { name, kind, doc }
    }
}

/// A word that a [`ValueKind::Choice`] or [`ValueKind::Choices`] key accepts.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct KeyWord {
    /// The word as written in the file.
    pub name: &'static str,
    /// One line of meaning.
    pub doc: &'static str,
}

impl KeyWord {
    /// A word as written in the file, and one line of meaning.
    pub const fn new(name: &'static str, doc: &'static str) -> Self {
        Self { name, doc }
    }

    /// Whether `word` is the name of one of `words`.
    const fn is_among(word: &str, mut words: &[Self]) -> bool {
        while let [first, rest @ ..] = words {
            if is_same(word.as_bytes(), first.name.as_bytes()) {
                return true;
            }
            words = rest;
        }
        false
    }
}

/// Whether two texts are the same; `==` cannot be used in constants.
pub(super) const fn is_same(mut one: &[u8], mut other: &[u8]) -> bool {
    while let ([first, rest @ ..], [first_of_other, rest_of_other @ ..]) = (one, other) {
        if *first != *first_of_other {
            return false;
        }
        (one, other) = (rest, rest_of_other);
    }
    one.is_empty() && other.is_empty()
}

/// The values of the rest of the rule set that a rule may use while it is built.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleFacts {
    /// The board (T1, V5–V7).
    pub shape: Shape,
    /// Where pieces may start (T4, V5).
    pub marks: StartMarks,
    /// The fewest seats, 1–32.
    pub min_players: u8,
    /// The most seats, 1–32.
    pub max_players: u8,
    /// The size of a full hand, 1–5.
    pub hand: u8,
    /// The number of tiles in the deck, at most 1,024.
    pub tiles: u16,
}

impl RuleFacts {
    /// The facts of a rule set for a board of `(columns, rows)` and for `(fewest, most)` players,
    /// with hands of `hand` tiles from a deck of `tiles`: for tests of rules.
    pub const fn new(
        (columns, rows): (u8, u8),
        (min_players, max_players): (u8, u8),
        hand: u8,
        tiles: u16,
    ) -> Self {
        Self {
            shape: Shape::rectangle(columns, rows),
            marks: StartMarks::Rim,
            min_players,
            max_players,
            hand,
            tiles,
        }
    }

    /// The number of columns of the board, 3–16 (T1).
    pub const fn columns(&self) -> u8 {
        self.shape.columns()
    }

    /// The number of rows of the board, 3–16 (T1).
    pub const fn rows(&self) -> u8 {
        self.shape.rows()
    }
}
