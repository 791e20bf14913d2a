//! The one table of keys: what a rule-set file may say, apart from the keys that rules declare for themselves.
//!
//! Parser, defaults, reference, JSON Schema, templates and tests all read it. In the tables that are no part of the rules (the top of the
//! file, `[text.…]`, `[presentation]`), a computed default of `None` means that the key may be left out.

use super::catalog::{Phase, RuleCatalog};
use crate::game::{Key, KeyDefault, Kind, Word};

/// The version of the language that this program speaks.
pub const SCHEMA: i64 = 1;
/// How many faces of tiles there are (T3).
pub const FACES: usize = 35;
/// The number of the last of them.
pub const LAST_FACE: i64 = 34;
/// The most tiles of a deck.
pub const MAX_TILES: i64 = 1024;
/// The most `extends` on the way from a file to its first parent.
pub const MAX_EXTENDS: usize = 32;

/// A table of the file.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// As in its header; empty for the top of the file.
    pub name: &'static str,
    /// One line of meaning, a sentence without a full stop.
    pub doc: &'static str,
    /// Its keys. In a phase's table those that all its rules share; the chosen rule has more.
    pub keys: &'static [Key],
    /// The choice of a rule, where the table is a phase.
    pub phase: Option<PhaseInfo>,
    /// Whether it is part of the rules, and so of records and of the hash.
    pub in_rules: bool,
}

/// The choice that a phase's table begins with.
#[derive(Debug, Clone, Copy)]
pub struct PhaseInfo {
    /// The phase.
    pub phase: Phase,
    /// The rule where none is chosen.
    pub default: &'static str,
    /// The rule ids.
    pub rules: &'static str,
    /// One line of meaning.
    pub doc: &'static str,
}

const fn word(name: &'static str, doc: &'static str) -> Word {
    Word { name, doc }
}

const fn key(name: &'static str, kind: Kind, default: &'static str, rules: &'static str, doc: &'static str) -> Key {
    Key { name, kind, default: KeyDefault::Toml(default), rules, doc }
}

const fn optional(name: &'static str, kind: Kind, without: &'static str, doc: &'static str) -> Key {
    Key { name, kind, default: KeyDefault::Computed { value: |_| None, doc: without }, rules: "", doc }
}

/// The keys at the top of the file.
pub const TOP: Table = Table {
    name: "",
    doc: "What the file is, and what it is made from",
    keys: &[
        Key {
            name: "schema",
            kind: Kind::Int { min: 1, max: SCHEMA },
            default: KeyDefault::Required,
            rules: "",
            doc: "The version of this language; a program that is too old for the file says so",
        },
        optional(
            "name",
            Kind::Text,
            "the file's name without `.toml`",
            "What the rule set is called in records and on the command line: up to 64 letters, digits, hyphens, underscores and dots",
        ),
        optional("title", Kind::Text, "the name", "What lists and the picker call it"),
        optional("summary", Kind::Text, "empty", "One line on what it is like to play"),
        optional("source", Kind::Text, "empty", "Where the rules come from"),
        optional(
            "extends",
            Kind::Text,
            "the defaults of all keys",
            "The rule set that this one differs from: a name, or a path relative to this file",
        ),
        key(
            "mixins",
            Kind::Texts { len: (0, 32) },
            "[]",
            "",
            "Rule sets of differences only, by name or path, applied in order after the parent",
        ),
    ],
    phase: None,
    in_rules: false,
};

/// The keys of a `[text.fr]` table.
pub const TEXT: Table = Table {
    name: "text",
    doc: "Texts in other languages: `[text.fr]` for French",
    keys: &[
        optional("title", Kind::Text, "the title at the top", "The title in that language"),
        optional("summary", Kind::Text, "the summary at the top", "The summary in that language"),
    ],
    phase: None,
    in_rules: false,
};

/// How the game is shown.
pub const PRESENTATION: Table = Table {
    name: "presentation",
    doc: "How `play` starts; no part of the rules",
    keys: &[
        key("plain", Kind::Bool, "false", "C14", "Whether the game is told in plain sentences, without a drawn board"),
        optional("language", Kind::Choice(&[word("en", "English"), word("fr", "French")]), "the user's", "The language of the texts"),
    ],
    phase: None,
    in_rules: false,
};

/// The tables that make up the rules, in the order in which they are always written.
pub const RULES: &[Table] = &[
    Table {
        name: "board",
        doc: "The board",
        keys: &[
            key("columns", Kind::Int { min: 3, max: 16 }, "6", "T1", "Squares from left to right"),
            key("rows", Kind::Int { min: 3, max: 16 }, "6", "T1", "Squares from top to bottom"),
        ],
        phase: None,
        in_rules: true,
    },
    Table {
        name: "players",
        doc: "Who plays",
        keys: &[
            key("min", Kind::Int { min: 1, max: 32 }, "2", "C1", "Fewest players"),
            key("max", Kind::Int { min: 1, max: 32 }, "8", "C1, L2", "Most players; each needs a start mark and a hand of tiles"),
            key(
                "first",
                Kind::Choice(&[word("seat", "the first seat begins"), word("random", "a random seat begins")]),
                "\"seat\"",
                "C1, L2",
                "Who begins",
            ),
        ],
        phase: None,
        in_rules: true,
    },
    Table {
        name: "tiles",
        doc: "The tiles",
        keys: &[
            key("hand", Kind::Int { min: 1, max: 5 }, "3", "C1, T8", "Tiles in a hand"),
            key("copies", Kind::Copies, "1", "S1", "How many of each face the deck holds, at most 1024 tiles in all"),
            key("open", Kind::Bool, "false", "V3", "Whether one open hand serves the whole table"),
        ],
        phase: None,
        in_rules: true,
    },
    Table {
        name: "start",
        doc: "The start",
        keys: &[key("share-square", Kind::Bool, "true", "T4", "Whether two pieces may start on two marks of the same square")],
        phase: None,
        in_rules: true,
    },
    Table {
        name: "placement",
        doc: "Which placements are legal: those that break no `never`, then those among them that do nothing in `avoid`",
        keys: &[
            key(
                "avoid",
                Kind::Causes(&[
                    word("edge", "running off the board"),
                    word("collision", "running into another piece"),
                    word("loop", "running into an endless loop"),
                    word("daikaiju", "running into a daikaiju"),
                ]),
                "[\"edge\", \"collision\"]",
                "C3, L1, S13",
                "What a placement may not do to the player's own piece, unless nothing else is left",
            ),
            key(
                "never",
                Kind::Choices(&[word("shared-wake", "two pieces that stood at different ports come to stand at the same one")]),
                "[]",
                "S13",
                "What a placement may not do at all, unless every placement does it",
            ),
            key(
                "unless",
                Kind::Choice(&[
                    word("no-other-move", "`avoid` falls away when every placement does something in it"),
                    word("no-safe-move", "`avoid` falls away when no placement keeps the player alive"),
                ]),
                "\"no-other-move\"",
                "C3, L1",
                "When `avoid` falls away",
            ),
        ],
        phase: None,
        in_rules: true,
    },
    Table {
        name: "movement",
        doc: "How pieces move",
        keys: &[key(
            "meeting",
            Kind::Choice(&[word("collide", "pieces that meet are both out"), word("pass", "pieces that meet pass each other")]),
            "\"collide\"",
            "C5, S14",
            "What happens when two pieces meet",
        )],
        phase: None,
        in_rules: true,
    },
    Table {
        name: "draw",
        doc: "Drawing tiles after a placement",
        keys: &[key(
            "returned",
            Kind::Choice(&[word("shuffle", "into the pile, which is shuffled"), word("bottom", "under the pile, in ascending order")]),
            "\"shuffle\"",
            "C6, S16",
            "Where the hands of eliminated players go",
        )],
        phase: Some(PhaseInfo { phase: Phase::Draw, default: "dragon", rules: "C7, C8, C9, L3, L4, S17", doc: "Who draws, and when" }),
        in_rules: true,
    },
    Table {
        name: "bonus",
        doc: "The bonus for eliminating others",
        keys: &[
            key("exchange", Kind::Bool, "false", "C12, L5, S16", "Whether who eliminates others may exchange tiles with them"),
            key("min-players", Kind::Int { min: 1, max: 32 }, "3", "C12, L5, S16", "With fewer seats there is no exchange"),
        ],
        phase: None,
        in_rules: true,
    },
    Table {
        name: "hazard",
        doc: "What threatens the pieces before each placement",
        keys: &[],
        phase: Some(PhaseInfo { phase: Phase::Hazard, default: "none", rules: "S5, S19", doc: "What acts before each placement" }),
        in_rules: true,
    },
    Table {
        name: "score",
        doc: "Who wins",
        keys: &[],
        phase: Some(PhaseInfo { phase: Phase::Score, default: "last-standing", rules: "C10, V1, V2, V4", doc: "How the winner is found" }),
        in_rules: true,
    },
    Table {
        name: "end",
        doc: "How the game ends",
        keys: &[
            key(
                "tie-break",
                Kind::Choice(&[
                    word("none", "all who are eliminated last tie"),
                    word("active-first", "the active player counts as eliminated before the others"),
                ]),
                "\"none\"",
                "L6",
                "Who wins when one placement eliminates everyone left",
            ),
            key(
                "turn-limit",
                Kind::Int { min: 1, max: 1_000_000 },
                "10000",
                "",
                "After that many turns the game ends, and all who are alive win",
            ),
        ],
        phase: None,
        in_rules: true,
    },
];

/// All tables with a header of their own, `[text.…]` last.
pub fn tables() -> impl Iterator<Item = &'static Table> + Clone {
    RULES.iter().chain([&PRESENTATION, &TEXT])
}

/// The table of that name, if it is part of the rules or `presentation`.
pub fn table(name: &str) -> Option<&'static Table> {
    RULES.iter().chain([&PRESENTATION]).find(|table| table.name == name)
}

/// The keys of a table with the chosen rule's own between `rule` and those that all rules share.
pub fn keys_with<'a>(table: &'a Table, rule: &'a [Key]) -> impl Iterator<Item = &'a Key> {
    rule.iter().chain(table.keys)
}

/// Every key of the rules and of `[presentation]` as `table.key`, with those of all rules that could be chosen, each name once.
pub fn all_names(catalog: &dyn RuleCatalog) -> Vec<(&'static str, &'static str)> {
    let mut names = Vec::new();
    for table in RULES.iter().chain([&PRESENTATION]) {
        if let Some(info) = table.phase {
            names.push((table.name, "rule"));
            names.extend(catalog.rules(info.phase).iter().flat_map(|rule| rule.keys).map(|key| (table.name, key.name)));
        }
        names.extend(table.keys.iter().map(|key| (table.name, key.name)));
    }
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    names
}
