//! [`Action`]: what a number of an [`ActionSpace`](super::ActionSpace) stands for.

use crate::board::{Face, Laid, Place, Square};
use crate::game::{Answer, Choice, DecisionKind, Entry, Illegal};
use std::fmt;

/// The most answers to a question whose answers are any numbers: they are numbered in the order in
/// which they are listed.
pub const MAX_LISTED: u8 = 64;

/// The number of an action: below [`ActionSpace::len`](super::ActionSpace::len) of its rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionId(pub(super) u16);

impl ActionId {
    /// The number of an action, which the caller knows to be one.
    #[cfg(feature = "batch")]
    pub(crate) const fn unchecked(number: u16) -> Self {
        Self(number)
    }

    /// The number.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The number as an index into a mask.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ActionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a seat does in one step: a choice, or a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// Lays a tile (C2).
    Place(Laid),
    /// Chooses a start mark (C1), or moves to another (S12).
    Mark(Place),
    /// Ends an exchange or declines one (C12); stays on the start mark (S12).
    Pass,
    /// Gives a tile of this face in an exchange; a [`Action::Take`] follows (C12).
    Give(Face),
    /// Takes a tile of this face in an exchange (C12).
    Take(Face),
    /// Answers what a rule asks.
    Answer {
        /// The number of the question in [`Variant::asks`](crate::ruleset::Variant::asks).
        question: u8,
        /// The answer.
        option: AnswerOption,
    },
}

/// An answer to a question, as action numbers name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AnswerOption {
    /// A word that the rule declares.
    Word(&'static str),
    /// A face.
    Face(Face),
    /// A square.
    Square(Square),
    /// A place.
    Place(Place),
    /// A port, and perhaps a tile for its square.
    Entry(Entry),
    /// The seat that sits this many places clockwise from the one that answers; 0: itself.
    Seat(u8),
    /// The answer with this number in the list of the question, from 0: for questions whose answers
    /// are any numbers.
    Listed(u8),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(tile) => write!(f, "tile {} turned {}", tile.face(), tile.rotation()),
            Self::Mark(mark) => write!(f, "mark {mark}"),
            Self::Pass => f.write_str("pass"),
            Self::Give(face) => write!(f, "give {face}"),
            Self::Take(face) => write!(f, "take {face}"),
            Self::Answer { option, .. } => write!(f, "answer {option}"),
        }
    }
}

impl fmt::Display for AnswerOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Face(face) => face.fmt(f),
            Self::Square(square) => square.fmt(f),
            Self::Place(place) => place.fmt(f),
            Self::Entry(entry) => entry.fmt(f),
            Self::Seat(clockwise) => write!(f, "seat {clockwise} clockwise"),
            Self::Listed(number) => write!(f, "number {number} of the list"),
        }
    }
}

/// Why an action cannot be taken, or a decision has no actions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ActionError {
    /// No decision is waited for, or it is that of another seat.
    #[error("it is not this seat's decision")]
    NotToDecide,
    /// No action has the number: it is too large, or a placement in a rotation that looks like a
    /// smaller one (T3).
    #[error("no action of these rules has the number {id}")]
    NoAction {
        /// The number that was given.
        id: ActionId,
    },
    /// There is no such choice under these rules.
    #[error("no action of these rules makes the choice {:?}", .choice.to_string())]
    NoNumber {
        /// The choice.
        choice: Choice,
    },
    /// The action belongs to another kind of decision.
    #[error("action {id} ({action}) is for another decision; {needed} is to be chosen now")]
    OtherDecision {
        /// The number that was given.
        id: ActionId,
        /// What it stands for.
        action: Action,
        /// The decision for which the game waits.
        needed: DecisionKind,
    },
    /// The rules do not allow the choice.
    #[error("action {id}: {why}")]
    Illegal {
        /// The number that was given.
        id: ActionId,
        /// Why the choice is not allowed.
        why: Illegal,
    },
    /// The tile cannot be given or taken as the exchange stands (C12).
    #[error("action {id} ({action}) does not go on with the exchange; see the mask")]
    Exchange {
        /// The number that was given.
        id: ActionId,
        /// What it stands for.
        action: Action,
    },
    /// A rule asks something that it does not declare, so its answers have no numbers.
    #[error(
        "the rule `{rule}` asks something that it does not list in `RuleDecl::asks`, so its \
         answers have no numbers"
    )]
    Undeclared {
        /// The name of the rule.
        rule: &'static str,
    },
    /// An answer that the question does not declare, or one of more answers than can be numbered.
    #[error("the rule `{rule}` offers the answer {answer:?}, which is not of the kind that its \
        question declares, or one too many", answer = .answer.to_string())]
    Answer {
        /// The name of the rule.
        rule: &'static str,
        /// The answer.
        answer: Answer,
    },
}
