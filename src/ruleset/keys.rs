//! The table of all keys of rule-set files, apart from the keys that rules declare for themselves.
//!
//! Parser, defaults, reference, JSON Schema, templates and tests all work from it. In the tables
//! that are not part of the rules (the top of the file, `[text.…]`, `[presentation]`), a computed
//! default of `None` means that the key may be left out.

use super::catalog::{RuleCatalog, RulePhase};
use crate::board::Wrap;
use crate::game::{
    AvoidException, BoardStyle, Cause, FirstPlayer, ForbiddenOutcome, Key, KeyWord, KeyWords,
    Meeting, PlacementFor, ReturnOrder, TieBreak, ValueKind,
};
use crate::rules::hazard::names;

/// The version of the language that this program reads and writes.
pub const SCHEMA: i64 = 1;
/// How many faces of tiles there are (T3).
pub const FACES: usize = 35;
/// The number of the last face.
pub(crate) const LAST_FACE: i64 = 34;
/// The most tiles of a deck.
pub(crate) const MAX_TILES: i64 = 1024;
/// The most squares of a board.
const MOST_SQUARES: usize = 256;
/// The most places of a board.
pub(crate) const MOST_PLACES: usize = 8 * MOST_SQUARES;
/// The most `extends` on the way from a file to its first parent.
pub(crate) const MAX_EXTENDS: usize = 32;

/// Where a key stands: its table, and of hazards, of which a file can have several, the rule of the
/// one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KeyHome {
    /// The name of the table.
    pub table: &'static str,
    /// The hazard's rule; `None` in any other table.
    pub rule: Option<&'static str>,
}

/// Where a key stands, and its name there.
pub(crate) type FullKey = (KeyHome, &'static str);

/// A table of the file.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct KeyTable {
    /// The name in its header; empty for the top of the file.
    pub name: &'static str,
    /// One line of meaning, a sentence without a full stop.
    pub doc: &'static str,
    /// Its keys; in the table of a phase, the keys that all its rules share.
    pub keys: &'static [Key],
    /// The choice of a rule, if the table is that of a phase.
    pub phase: Option<PhaseInfo>,
}

/// The key `rule` at the beginning of a phase's table.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
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
    const fn of_phase(
        self,
        phase: RulePhase,
        default: &'static str,
        rules: &'static str,
        doc: &'static str,
    ) -> Self {
        Self { phase: Some(PhaseInfo { phase, default, rules, doc }), ..self }
    }

    /// Whether a file can have several of it, each with another rule, as a list of tables.
    pub(crate) fn several(&self) -> bool {
        self.phase.is_some_and(|info| info.phase.several())
    }

    /// Where the keys of one of its rules stand.
    pub(crate) fn home(&self, rule: Option<&'static str>) -> KeyHome {
        KeyHome { table: self.name, rule: rule.filter(|_| self.several()) }
    }

    /// Whether the value of a key stays when another rule is chosen.
    pub(crate) fn keeps(&self, key: &str) -> bool {
        self.phase.is_some_and(|info| info.phase.keeps_shared_keys())
            && self.keys.iter().any(|shared| shared.name == key)
    }
}

const fn table(name: &'static str, doc: &'static str, keys: &'static [Key]) -> KeyTable {
    KeyTable { name, doc, keys, phase: None }
}

/// The keys at the top of the file.
pub const TOP: KeyTable = table(
    "",
    "The file itself: its name and texts, and the rule sets that it is made from",
    &[
        Key::number("schema", 1..=SCHEMA).means(
            "Version of the rule-set language; a program refuses files of a newer version \
                than its own",
        ),
        Key::text("name").may_be_left_out("the file's name without `.toml`").means(
            "The name of the rule set in records and on the command line: up to 64 letters, \
                digits, hyphens, underscores and dots",
        ),
        Key::text("title").may_be_left_out("the name").means("The title that lists show"),
        Key::text("summary").may_be_left_out("empty").means("One line on what it is like to play"),
        Key::text("source").may_be_left_out("empty").means("Where the rules come from"),
        Key::text("extends").may_be_left_out("the defaults of all keys").means(
            "The rule set that this one extends, its parent: a name, or a path relative to \
                this file",
        ),
        Key::new("mixins", ValueKind::Texts { len: (0, 32) }).default_toml("[]").means(
            "Rule sets that hold only differences, by name or path; they are applied in \
                this order, after the parent",
        ),
        Key::new("scripts", ValueKind::Texts { len: (0, 16) }).default_toml("[]").means(
            "Rules in scripts: paths to files that end in `.rhai`, beside this file or \
                below, or their whole texts",
        ),
    ],
);

/// The keys of a `[text.fr]` table.
pub const TEXT: KeyTable = table(
    "text",
    "Texts in other languages: `[text.fr]` for French",
    &[
        Key::text("title")
            .may_be_left_out("the title at the top")
            .means("The title in that language"),
        Key::text("summary")
            .may_be_left_out("the summary at the top")
            .means("The summary in that language"),
    ],
);

/// The table `[presentation]`.
pub const PRESENTATION: KeyTable = table(
    "presentation",
    "How `play` starts; not part of the rules",
    &[
        Key::flag("plain")
            .default_flag(false)
            .rule("C14")
            .means("Whether `play` describes the game in plain sentences, without a drawn board"),
        Key::choice("language", &[KeyWord::new("en", "English"), KeyWord::new("fr", "French")])
            .may_be_left_out("the user's")
            .means("The language of the texts"),
        Key::choice("look", BoardStyle::WORDS)
            .may_be_left_out("what its rules suggest, else `stone`")
            .means("What pictures make of the board"),
    ],
);

/// The causes that `placement.avoid` takes under any rules; the causes that rules declare are added
/// ([`RuleCatalog::kind`]).
const AVOIDABLE: &[KeyWord] = &[
    KeyWord::new(Cause::Edge.name(), "running off the board"),
    KeyWord::new(Cause::Collision.name(), "running into another piece"),
    KeyWord::new(Cause::Loop.name(), "running into an endless loop"),
    KeyWord::new(names::PIECES, names::RUNNING_INTO),
];

/// The word for the ports at all edges, including the ports of inner shores.
pub(crate) const SHORE: &str = "shore";

/// The words of `start.marks`.
const MARKS: &[KeyWord] = &[
    KeyWord::new("rim", "the ports on the outside of the board"),
    KeyWord::new(SHORE, "every port on whose other side there is no square"),
];

/// The tables that make up the rules, in the order in which they are always written.
pub const RULES: &[KeyTable] = &[
    table(
        "board",
        "The board",
        &[
            Key::number("columns", 3..=16).default(6).rule("T1").means(
                "Squares from left to \
                right",
            ),
            Key::number("rows", 3..=16).default(6).rule("T1").means("Squares from top to bottom"),
            Key::new("missing", ValueKind::Squares { len: (0, MOST_SQUARES) })
                .default_toml("[]")
                .rule("V5")
                .means("Squares that do not exist: a path that leads onto one has left the board"),
            Key::choice("wrap", Wrap::WORDS).default_word("none").rule("V6").means(
                "Which lines of \
                squares go round the world",
            ),
            Key::new("portals", ValueKind::SquarePairs { len: (0, MOST_SQUARES / 2) })
                .default_toml("[]")
                .rule("V7")
                .means(
                    "Pairs of squares: a path that leads onto one goes straight on behind the \
                    other",
                ),
        ],
    ),
    table(
        "players",
        "Who plays",
        &[
            Key::number("min", 1..=32).default(2).rule("C1").means("Fewest players"),
            Key::number("max", 1..=32).default(8).rule("C1, L2").means(
                "Most players; each needs a \
                start mark and a hand of tiles",
            ),
            Key::choice("first", FirstPlayer::WORDS)
                .default_word("seat")
                .rule("C1, L2")
                .means("Who begins"),
        ],
    ),
    table(
        "tiles",
        "The tiles",
        &[
            Key::number("hand", 1..=5).default(3).rule("C1, T8").means("Tiles in a hand"),
            Key::new("copies", ValueKind::Copies)
                .default_toml("1")
                .rule("S1")
                .means("How many of each face the deck holds, at most 1024 tiles in all"),
            Key::flag("open").default_flag(false).rule("V3").means(
                "Whether one open hand serves \
                the whole table",
            ),
        ],
    ),
    table(
        "start",
        "The start",
        &[
            Key::flag("share-square").default_flag(true).rule("T4").means(
                "Whether two pieces may \
                start on two marks of the same square",
            ),
            Key::new("marks", ValueKind::WordOrPlaces(MARKS))
                .default_word("rim")
                .rule("T4, V5")
                .means(
                    "Where pieces may start; of a list, in the order in which the marks are \
                    offered",
                ),
        ],
    ),
    table(
        "turn",
        "A turn",
        &[Key::number("tiles", 1..=3).default(1).rule("V8").means(
            "Tiles that a player places one \
            after the other before drawing",
        )],
    ),
    table(
        "placement",
        "Which placements are legal: those that break no `never`, then those among them that do \
         nothing in `avoid`",
        &[
            Key::new("avoid", ValueKind::Causes(AVOIDABLE))
                .default_toml("[\"edge\", \"collision\"]")
                .rule("C3, L1, S13")
                .means(
                    "What a placement may not do to the player's own piece, unless `unless` \
                    allows it",
                ),
            Key::choice("for", PlacementFor::WORDS)
                .default_word("own")
                .rule("W7")
                .means("Whose square takes the tile; `team` needs the score rule `last-team`"),
            Key::choices("never", ForbiddenOutcome::WORDS)
                .default_toml("[]")
                .rule("S13")
                .means("What a placement may not do at all, unless every placement does it"),
            Key::choice("unless", AvoidException::WORDS)
                .default_word("no-other-move")
                .rule("C3, L1")
                .means("When `avoid` does not apply"),
        ],
    )
    .of_phase(RulePhase::Placement, "free", "C3", "What a placement may not do besides"),
    table(
        "movement",
        "How pieces move",
        &[Key::choice("meeting", Meeting::WORDS)
            .default_word("collide")
            .rule("C5, S14")
            .means("What happens when two pieces meet")],
    ),
    table(
        "draw",
        "Drawing tiles after a placement",
        &[Key::choice("returned", ReturnOrder::WORDS)
            .default_word("shuffle")
            .rule("C6, S16")
            .means("Where the hands of eliminated players go")],
    )
    .of_phase(RulePhase::Draw, "dragon", "C7, C8, C9, L3, L4, S17", "Who draws, and when"),
    table(
        "bonus",
        "The bonus for eliminating others",
        &[
            Key::flag("exchange")
                .default_flag(false)
                .rule("C12, L5, S16")
                .means("Whether a player who eliminates others may exchange tiles with them"),
            Key::number("min-players", 1..=32).default(3).rule("C12, L5, S16").means(
                "With fewer \
                players there is no exchange",
            ),
        ],
    ),
    table(
        "hazard",
        "What threatens the pieces before each placement. To use several, write one `[[hazard]]` \
         for each, with its `rule`; `remove = true` beside that removes an inherited one",
        &[],
    )
    .of_phase(RulePhase::Hazard, "none", "S5, S19", "What acts before each placement"),
    table("score", "Who wins", &[]).of_phase(
        RulePhase::Score,
        "last-standing",
        "C10, V1, V2, \
        V4",
        "How the winner is found",
    ),
    table(
        "rule",
        "Rules that fit no other word. Write one `[[rule]]` for each, with its `rule`; `remove = \
         true` beside that removes an inherited one",
        &[],
    )
    .of_phase(RulePhase::Rule, "no-rule", "", "An additional rule"),
    table(
        "end",
        "How the game ends",
        &[
            Key::choice("tie-break", TieBreak::WORDS)
                .default_word("none")
                .rule("L6")
                .means("Who wins when one placement eliminates everyone left"),
            Key::number("lives", 1..=9).default(1).rule("V16").means(
                "How many lives a piece has: a placement that puts it out takes one, and \
                    with the last it is eliminated",
            ),
            Key::number("turn-limit", 1..=1_000_000).default(10_000).means(
                "After this many turns the game ends, and all players who are not \
                    eliminated win",
            ),
        ],
    ),
];

/// All tables with a header of their own, `[text.…]` last.
pub fn tables() -> impl Iterator<Item = &'static KeyTable> + Clone {
    RULES.iter().chain([&PRESENTATION, &TEXT])
}

/// The table of that name, if it is part of the rules or `presentation`.
pub(crate) fn find_table(name: &str) -> Option<&'static KeyTable> {
    RULES.iter().chain([&PRESENTATION]).find(|table| table.name == name)
}

/// The keys of a table: the keys of the chosen rule, then the keys that all rules share.
pub(crate) fn keys_with<'a>(table: &'a KeyTable, rule: &'a [Key]) -> impl Iterator<Item = &'a Key> {
    rule.iter().chain(table.keys)
}

/// Every key of the rules and of `[presentation]` as `table.key`, with the keys of all rules that
/// could be chosen, each name once.
pub fn all_names(catalog: &dyn RuleCatalog) -> Vec<(&'static str, &'static str)> {
    let mut names = Vec::new();
    for table in RULES.iter().chain([&PRESENTATION]) {
        if let Some(info) = table.phase {
            names.push((table.name, "rule"));
            names.extend(
                catalog
                    .rules(info.phase)
                    .iter()
                    .flat_map(|rule| rule.keys)
                    .map(|key| (table.name, key.name)),
            );
        }
        names.extend(table.keys.iter().map(|key| (table.name, key.name)));
    }
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    names
}
