//! The table of all keys of rule-set files, apart from those that rules declare for themselves.
//!
//! Parser, defaults, reference, JSON Schema, templates and tests all work from it. In the tables that are not part of
//! the rules (the top of the file, `[text.…]`, `[presentation]`), a computed default of `None` means that the key may
//! be left out.

use super::catalog::{RuleCatalog, RulePhase};
use crate::game::{
    AvoidException, Cause, FirstPlayer, ForbiddenOutcome, Key, KeyDefault, KeyWord, KeyWords, Meeting, ReturnOrder, TieBreak, ValueKind,
};

/// The version of the language that this program reads and writes.
pub const SCHEMA: i64 = 1;
/// How many faces of tiles there are (T3).
pub const FACES: usize = 35;
/// The number of the last face.
pub const LAST_FACE: i64 = 34;
/// The most tiles of a deck.
pub const MAX_TILES: i64 = 1024;
/// The most `extends` on the way from a file to its first parent.
pub const MAX_EXTENDS: usize = 32;

/// The names of a table and of a key in it.
pub type FullKey = (&'static str, &'static str);

/// A table of the file.
#[derive(Debug, Clone, Copy)]
pub struct KeyTable {
    /// The name in its header; empty for the top of the file.
    pub name: &'static str,
    /// One line of meaning, a sentence without a full stop.
    pub doc: &'static str,
    /// Its keys; in the table of a phase, those that all its rules share.
    pub keys: &'static [Key],
    /// The choice of a rule, if the table is that of a phase.
    pub phase: Option<PhaseInfo>,
}

/// The key `rule` at the beginning of a phase's table.
#[derive(Debug, Clone, Copy)]
pub struct PhaseInfo {
    /// The phase whose rule the key chooses.
    pub phase: RulePhase,
    /// The rule if none is chosen.
    pub default: &'static str,
    /// The rule ids it belongs to.
    pub rules: &'static str,
    /// One line of meaning.
    pub doc: &'static str,
}

impl KeyTable {
    /// The table of a phase: the chosen rule adds its keys.
    const fn of_phase(self, phase: RulePhase, default: &'static str, rules: &'static str, doc: &'static str) -> Self {
        Self { phase: Some(PhaseInfo { phase, default, rules, doc }), ..self }
    }
}

const fn table(name: &'static str, doc: &'static str, keys: &'static [Key]) -> KeyTable {
    KeyTable { name, doc, keys, phase: None }
}

const fn key(name: &'static str, kind: ValueKind, default: &'static str, rules: &'static str, doc: &'static str) -> Key {
    Key { name, kind, default: KeyDefault::Toml(default), rules, doc }
}

const fn optional(name: &'static str, kind: ValueKind, without: &'static str, doc: &'static str) -> Key {
    Key { name, kind, default: KeyDefault::Computed { value: |_| None, doc: without }, rules: "", doc }
}

/// The keys at the top of the file.
pub const TOP: KeyTable = table(
    "",
    "The file itself: its name and texts, and the rule sets that it is made from",
    &[
        Key {
            name: "schema",
            kind: ValueKind::Int { min: 1, max: SCHEMA },
            default: KeyDefault::Required,
            rules: "",
            doc: "Version of the rule-set language; a program refuses files of a newer version than its own",
        },
        optional(
            "name",
            ValueKind::Text,
            "the file's name without `.toml`",
            "The name of the rule set in records and on the command line: up to 64 letters, digits, hyphens, underscores and dots",
        ),
        optional("title", ValueKind::Text, "the name", "The title that lists show"),
        optional("summary", ValueKind::Text, "empty", "One line on what it is like to play"),
        optional("source", ValueKind::Text, "empty", "Where the rules come from"),
        optional(
            "extends",
            ValueKind::Text,
            "the defaults of all keys",
            "The rule set that this one extends, its parent: a name, or a path relative to this file",
        ),
        key(
            "mixins",
            ValueKind::Texts { len: (0, 32) },
            "[]",
            "",
            "Rule sets that hold only differences, by name or path; they are applied in this order, after the parent",
        ),
    ],
);

/// The keys of a `[text.fr]` table.
pub const TEXT: KeyTable = table(
    "text",
    "Texts in other languages: `[text.fr]` for French",
    &[
        optional("title", ValueKind::Text, "the title at the top", "The title in that language"),
        optional("summary", ValueKind::Text, "the summary at the top", "The summary in that language"),
    ],
);

/// The table `[presentation]`.
pub const PRESENTATION: KeyTable = table(
    "presentation",
    "How `play` starts; not part of the rules",
    &[
        key("plain", ValueKind::Bool, "false", "C14", "Whether `play` describes the game in plain sentences, without a drawn board"),
        optional(
            "language",
            ValueKind::Choice(&[KeyWord { name: "en", doc: "English" }, KeyWord { name: "fr", doc: "French" }]),
            "the user's",
            "The language of the texts",
        ),
    ],
);

/// The tables that make up the rules, in the order in which they are always written.
pub const RULES: &[KeyTable] = &[
    table(
        "board",
        "The board",
        &[
            key("columns", ValueKind::Int { min: 3, max: 16 }, "6", "T1", "Squares from left to right"),
            key("rows", ValueKind::Int { min: 3, max: 16 }, "6", "T1", "Squares from top to bottom"),
        ],
    ),
    table(
        "players",
        "Who plays",
        &[
            key("min", ValueKind::Int { min: 1, max: 32 }, "2", "C1", "Fewest players"),
            key("max", ValueKind::Int { min: 1, max: 32 }, "8", "C1, L2", "Most players; each needs a start mark and a hand of tiles"),
            key("first", ValueKind::Choice(FirstPlayer::WORDS), "\"seat\"", "C1, L2", "Who begins"),
        ],
    ),
    table(
        "tiles",
        "The tiles",
        &[
            key("hand", ValueKind::Int { min: 1, max: 5 }, "3", "C1, T8", "Tiles in a hand"),
            key("copies", ValueKind::Copies, "1", "S1", "How many of each face the deck holds, at most 1024 tiles in all"),
            key("open", ValueKind::Bool, "false", "V3", "Whether one open hand serves the whole table"),
        ],
    ),
    table(
        "start",
        "The start",
        &[key("share-square", ValueKind::Bool, "true", "T4", "Whether two pieces may start on two marks of the same square")],
    ),
    table(
        "placement",
        "Which placements are legal: those that break no `never`, then those among them that do nothing in `avoid`",
        &[
            key(
                "avoid",
                ValueKind::Causes(Cause::WORDS),
                "[\"edge\", \"collision\"]",
                "C3, L1, S13",
                "What a placement may not do to the player's own piece, unless `unless` allows it",
            ),
            key(
                "never",
                ValueKind::Choices(ForbiddenOutcome::WORDS),
                "[]",
                "S13",
                "What a placement may not do at all, unless every placement does it",
            ),
            key("unless", ValueKind::Choice(AvoidException::WORDS), "\"no-other-move\"", "C3, L1", "When `avoid` does not apply"),
        ],
    ),
    table(
        "movement",
        "How pieces move",
        &[key("meeting", ValueKind::Choice(Meeting::WORDS), "\"collide\"", "C5, S14", "What happens when two pieces meet")],
    ),
    table(
        "draw",
        "Drawing tiles after a placement",
        &[key("returned", ValueKind::Choice(ReturnOrder::WORDS), "\"shuffle\"", "C6, S16", "Where the hands of eliminated players go")],
    )
    .of_phase(RulePhase::Draw, "dragon", "C7, C8, C9, L3, L4, S17", "Who draws, and when"),
    table(
        "bonus",
        "The bonus for eliminating others",
        &[
            key(
                "exchange",
                ValueKind::Bool,
                "false",
                "C12, L5, S16",
                "Whether a player who eliminates others may exchange tiles with them",
            ),
            key("min-players", ValueKind::Int { min: 1, max: 32 }, "3", "C12, L5, S16", "With fewer players there is no exchange"),
        ],
    ),
    table("hazard", "What threatens the pieces before each placement", &[]).of_phase(
        RulePhase::Hazard,
        "none",
        "S5, S19",
        "What acts before each placement",
    ),
    table("score", "Who wins", &[]).of_phase(RulePhase::Score, "last-standing", "C10, V1, V2, V4", "How the winner is found"),
    table(
        "end",
        "How the game ends",
        &[
            key("tie-break", ValueKind::Choice(TieBreak::WORDS), "\"none\"", "L6", "Who wins when one placement eliminates everyone left"),
            key(
                "turn-limit",
                ValueKind::Int { min: 1, max: 1_000_000 },
                "10000",
                "",
                "After this many turns the game ends, and all players who are not eliminated win",
            ),
        ],
    ),
];

/// All tables with a header of their own, `[text.…]` last.
pub fn tables() -> impl Iterator<Item = &'static KeyTable> + Clone {
    RULES.iter().chain([&PRESENTATION, &TEXT])
}

/// The table of that name, if it is part of the rules or `presentation`.
pub fn find_table(name: &str) -> Option<&'static KeyTable> {
    RULES.iter().chain([&PRESENTATION]).find(|table| table.name == name)
}

/// The keys of a table: those of the chosen rule, then those that all rules share.
pub fn keys_with<'a>(table: &'a KeyTable, rule: &'a [Key]) -> impl Iterator<Item = &'a Key> {
    rule.iter().chain(table.keys)
}

/// Every key of the rules and of `[presentation]` as `table.key`, with those of all rules that could be chosen, each
/// name once.
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
