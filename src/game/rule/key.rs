//! [`Key`]: how a rule declares the keys that rule-set files can set, with name, kind, range, default, rule ids and meaning.
//!
//! The parser, the defaults, the reference, the JSON Schema and the error messages are all made from these declarations, so they agree.
//!
//! *Not here:* reading files, which is the work of [`crate::ruleset`].

/// One key of a rule-set table.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The last part of the key, in kebab-case (`min-players`).
    pub name: &'static str,
    /// The kind of value that it takes.
    pub kind: ValueKind,
    /// Its value when no file sets it.
    pub default: KeyDefault,
    /// The ids of the rules that it belongs to (`"C7, T8"`).
    pub rules: &'static str,
    /// One line of meaning, a sentence without a full stop.
    pub doc: &'static str,
}

/// The default of a [`Key`].
#[derive(Debug, Clone, Copy)]
pub enum KeyDefault {
    /// A fixed value, written as in a TOML file (`"3"`, `"[\"edge\"]"`).
    Toml(&'static str),
    /// A value that follows from other keys of the rule set.
    Computed {
        /// The value as JSON; `None` if the file has to set the key.
        value: fn(&RuleFacts) -> Option<serde_json::Value>,
        /// How it is worked out, for the reference.
        doc: &'static str,
    },
    /// No default: the file has to set the key.
    Required,
}

/// The kind of value that a [`Key`] or a [`Field`] takes.
#[derive(Debug, Clone, Copy)]
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
    /// ([`Rule::CAUSES`](crate::game::Rule::CAUSES)).
    Causes(&'static [KeyWord]),
    /// A list of texts; their order matters.
    Texts {
        /// The shortest and the longest length, both included.
        len: (usize, usize),
    },
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
    /// The copies of each face: one number for all faces, 35 numbers, or a table of `face = number` (1 for faces left out).
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
pub struct Field {
    /// The field's name in the file.
    pub name: &'static str,
    /// The kind of value that it takes; never [`ValueKind::Records`].
    pub kind: ValueKind,
    /// One line of meaning.
    pub doc: &'static str,
}

/// A word that a [`ValueKind::Choice`] or [`ValueKind::Choices`] key accepts.
#[derive(Debug, Clone, Copy)]
pub struct KeyWord {
    /// The word as written in the file.
    pub name: &'static str,
    /// One line of meaning.
    pub doc: &'static str,
}

/// The values of the rest of the rule set that a rule may use while it is built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleFacts {
    /// The number of columns of the board, 3–16 (T1).
    pub columns: u8,
    /// The number of rows of the board, 3–16 (T1).
    pub rows: u8,
    /// The fewest seats, 1–32.
    pub min_players: u8,
    /// The most seats, 1–32.
    pub max_players: u8,
    /// The size of a full hand, 1–5.
    pub hand: u8,
    /// The number of tiles in the deck, at most 1,024.
    pub tiles: u16,
}
