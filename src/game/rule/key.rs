//! What a rule says about its own keys: name, kind, range, default, rule id and one line of meaning.
//!
//! Declared keys are data. The rule-set parser, the defaults, the reference, the JSON Schema and the error messages are all made from these
//! declarations, so they cannot drift apart. Nothing here reads files; see [`crate::ruleset`].

/// One key of a rule-set table.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The last part of the key, in kebab-case (`min-players`).
    pub name: &'static str,
    /// What values it takes.
    pub kind: ValueKind,
    /// What it is when no file sets it.
    pub default: KeyDefault,
    /// The rule ids it belongs to (`"C7, T8"`).
    pub rules: &'static str,
    /// One line of meaning, a sentence without a full stop.
    pub doc: &'static str,
}

/// The default of a [`Key`].
#[derive(Debug, Clone, Copy)]
pub enum KeyDefault {
    /// A fixed value, written as in a TOML file (`"3"`, `"[\"edge\"]"`).
    Toml(&'static str),
    /// Follows from other keys of the rule set; `doc` says how.
    Computed {
        /// The value as JSON, or `None` where the file has to set the key itself.
        value: fn(&RuleFacts) -> Option<serde_json::Value>,
        /// How it is worked out, for the reference.
        doc: &'static str,
    },
    /// The file has to set it.
    Required,
}

/// The values a [`Key`] or a [`Field`] takes.
#[derive(Debug, Clone, Copy)]
pub enum ValueKind {
    /// `true` or `false`.
    Bool,
    /// A whole number, both ends included.
    Int {
        /// Smallest allowed value.
        min: i64,
        /// Largest allowed value.
        max: i64,
    },
    /// Any text.
    Text,
    /// One of the words.
    Choice(&'static [KeyWord]),
    /// A list of distinct words, order without meaning.
    Choices(&'static [KeyWord]),
    /// As [`ValueKind::Choices`], with the causes that rules from outside the crate declare ([`Rule::CAUSES`](crate::game::Rule::CAUSES)) behind the words.
    Causes(&'static [KeyWord]),
    /// A list of texts, order with meaning.
    Texts {
        /// Shortest and longest length, both included.
        len: (usize, usize),
    },
    /// A list of whole numbers.
    Ints {
        /// Shortest and longest length, both included.
        len: (usize, usize),
        /// Smallest allowed number.
        min: i64,
        /// Largest allowed number.
        max: i64,
        /// Whether a number may occur only once.
        distinct: bool,
    },
    /// How many of each face: one number for all, 35 numbers, or a table of face = number (the rest 1).
    Copies,
    /// A list of small tables, all with the same fields.
    Records {
        /// The fields of each table, all required.
        fields: &'static [Field],
        /// Shortest and longest length, both included.
        len: (usize, usize),
    },
}

/// One field of a [`ValueKind::Records`] entry.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The field's name.
    pub name: &'static str,
    /// What values it takes; never [`ValueKind::Records`] again.
    pub kind: ValueKind,
    /// One line of meaning.
    pub doc: &'static str,
}

/// A word that a [`ValueKind::Choice`] or [`ValueKind::Choices`] key accepts.
#[derive(Debug, Clone, Copy)]
pub struct KeyWord {
    /// As written in the file.
    pub name: &'static str,
    /// One line of meaning.
    pub doc: &'static str,
}

/// What a rule may know about the rest of the rule set while it is built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleFacts {
    /// Squares from left to right, 3–16 (T1).
    pub columns: u8,
    /// Squares from top to bottom, 3–16 (T1).
    pub rows: u8,
    /// Fewest seats, 1–32.
    pub min_players: u8,
    /// Most seats, 1–32.
    pub max_players: u8,
    /// Hand size, 1–5.
    pub hand: u8,
    /// Tiles in the deck, at most 1,024.
    pub tiles: u16,
}
