//! What a rule can do wrong so that a game cannot go on, and how such a game ends.

use super::event::OutcomeDecl;
use super::texts::Texts;

/// The outcome of a game that a rule has broken off: no player wins. The event before its end is
/// [`Event::Broken`](crate::game::Event::Broken).
pub static BROKEN_RULE: OutcomeDecl = OutcomeDecl::new(
    "broken-rule",
    Texts(&[
        ("en", "The game breaks off, because a rule is broken."),
        ("fr", "La partie s’interrompt : une règle est défectueuse."),
    ]),
);

/// Something that a rule does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "each has a sentence in every language")]
pub enum RuleFault {
    /// It asks a seat that is eliminated or not at the table.
    AsksOut,
    /// It asks a question without answers.
    AsksNothing,
    /// It acts, or asks, again and again at one moment, and is never done.
    NeverEnds,
    /// It asks a question that offers an answer twice.
    AsksTwice,
    /// It lays a tile that is not where it takes it from.
    LaysNone,
    /// It carries a piece off the board.
    CarriesOff,
    /// It panics.
    Panics,
    /// Its script fails.
    Fails,
}

impl RuleFault {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::AsksOut,
        Self::AsksNothing,
        Self::NeverEnds,
        Self::AsksTwice,
        Self::LaysNone,
        Self::CarriesOff,
        Self::Panics,
        Self::Fails,
    ];

    /// The word for it in records.
    pub const fn word(self) -> &'static str {
        match self {
            Self::AsksOut => "asks-out",
            Self::AsksNothing => "asks-nothing",
            Self::NeverEnds => "never-ends",
            Self::AsksTwice => "asks-twice",
            Self::LaysNone => "lays-none",
            Self::CarriesOff => "carries-off",
            Self::Panics => "panics",
            Self::Fails => "fails",
        }
    }

    /// What the rule does, as the rest of a sentence that begins with its name and ends with a
    /// seat.
    pub const fn deed(self) -> &'static str {
        match self {
            Self::AsksOut => "asks a player who is out",
            Self::AsksNothing => "asks a question without answers",
            Self::NeverEnds => "acts without end, in a turn of",
            Self::AsksTwice => "offers an answer twice, to",
            Self::LaysNone => "lays a tile that nobody has, in a turn of",
            Self::CarriesOff => "carries a piece off the board, in a turn of",
            Self::Panics => "panics, in a turn of",
            Self::Fails => "fails, in a turn of",
        }
    }
}
