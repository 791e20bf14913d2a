//! A decision of a seat, and the kinds of decisions that there are.

use super::setup::choose_start;
use super::step;
use crate::board::{Face, Laid, Place};
use crate::game::chance::Chance;
use crate::game::declare::ask::Answer;
use crate::game::event::Sink;
use crate::game::pieces::seat::Seat;
use crate::game::rule::contract::RuleSet;
use crate::game::state::game_state::{Exchange, State};
use crate::game::table::core::Phase;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a seat chooses, whatever kind of decision it is.
///
/// Written by serde with the names and values of an `apply` request:
/// `{"place": {"tile": 14, "rotation": 0}}`, `{"start": "b1:H"}`,
/// `{"exchange": {"gave": [3], "took": [5]}}`, `{"relocate": "c1:A"}` or `{"relocate": null}`,
/// `{"rule": "up"}`.
///
/// ```
/// use tsuro::Game;
/// use tsuro::game::Choice;
///
/// let game = Game::new("classic", 2, "any text")?;
/// let seat = game.decision().expect("the first start mark").seat();
/// let choices = game.observe(seat).choices();
/// assert_eq!(choices[0].to_string(), "start at a1:A");
/// let written = serde_json::to_string(&choices[0])?;
/// assert_eq!(written, r#"{"start":"a1:A"}"#);
/// assert_eq!(serde_json::from_str::<Choice>(&written)?, choices[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Choice {
    /// A start mark (C1).
    Start(Place),
    /// A placement (C2).
    Place(Laid),
    /// An exchange; an empty one declines (C12).
    Exchange(Exchange),
    /// Another start mark; `None`: the piece stays where it is (S12).
    Relocate(Option<Place>),
    /// The answer to the question of a rule.
    Rule(Answer),
}

impl Choice {
    /// The kind of decision that it answers; a relocation that stays answers one that need not
    /// move.
    pub const fn kind(&self) -> DecisionKind {
        match self {
            Self::Start(_) => DecisionKind::Start,
            Self::Place(_) => DecisionKind::Place,
            Self::Exchange(_) => DecisionKind::Exchange,
            Self::Relocate(mark) => DecisionKind::Relocate { must: mark.is_some() },
            Self::Rule(_) => DecisionKind::Rule,
        }
    }

    /// Whether an event tells it: none tells to stay, and to exchange nothing. Where a team chooses
    /// the square of its next placement (W7), the placement tells it.
    pub fn is_told(&self) -> bool {
        match self {
            Self::Start(_) | Self::Place(_) | Self::Rule(_) => true,
            Self::Exchange(exchange) => !exchange.is_empty(),
            Self::Relocate(mark) => mark.is_some(),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |tiles: &[Face]| tiles.iter().map(Face::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Self::Start(mark) => write!(f, "start at {mark}"),
            Self::Place(tile) => write!(f, "tile {} turned {}", tile.face(), tile.rotation()),
            Self::Exchange(exchange) if exchange.is_empty() => f.write_str("no exchange"),
            Self::Exchange(exchange) => {
                write!(f, "exchange {} for {}", list(exchange.gave()), list(exchange.took()))
            }
            Self::Relocate(Some(mark)) => write!(f, "relocate to {mark}"),
            Self::Relocate(None) => f.write_str("stay"),
            Self::Rule(answer) => write!(f, "answer {answer}"),
        }
    }
}

/// Carries out a choice that is allowed now, which [`View::check`](crate::game::View::check) tells;
/// it is not checked here. What follows up to the next decision is played by
/// [`advance`](super::step::advance).
#[inline]
pub fn take<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    choice: &Choice,
    chance: &mut C,
    sink: &mut S,
) {
    match choice {
        Choice::Place(tile) => step::place(rules, state, *tile, chance, sink),
        Choice::Start(mark) => start(rules, state, *mark, chance, sink),
        Choice::Exchange(exchange) => step::exchange(rules, state, exchange, chance, sink),
        Choice::Relocate(mark) => step::relocate(rules, state, *mark, chance, sink),
        Choice::Rule(answer) => step::answer(rules, state, *answer, chance, sink),
    }
}

/// Puts the active piece on a start mark: before the first turn, or where it comes back (V16).
/// Compiled apart: inside [`take`], which would grow too large to be inlined, it cost 0.9 % of the
/// instructions of a random game of classic.
#[inline(never)]
pub fn start<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    mark: Place,
    chance: &mut C,
    sink: &mut S,
) {
    if state.core.comes_back() {
        step::come_back(rules, state, mark, chance, sink);
    } else {
        choose_start(rules, state, mark, sink);
    }
}

/// The kinds of decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum DecisionKind {
    /// A start mark is chosen: [`Choice::Start`] (C1).
    Start,
    /// The piece may move to another start mark: [`Choice::Relocate`] (S12).
    Relocate {
        /// Whether it has to.
        must: bool,
    },
    /// A tile is placed: [`Choice::Place`] (C2).
    Place,
    /// Tiles may be exchanged with the tiles of the pieces just eliminated: [`Choice::Exchange`]
    /// (C12).
    Exchange,
    /// A rule's question is answered: [`Choice::Rule`].
    Rule,
}

impl Phase {
    /// The kind of decision for which the game waits in this phase; `None`: for none.
    pub const fn decision(self) -> Option<DecisionKind> {
        match self {
            Self::Start => Some(DecisionKind::Start),
            Self::Relocate { must } => Some(DecisionKind::Relocate { must }),
            Self::Place => Some(DecisionKind::Place),
            Self::Exchange => Some(DecisionKind::Exchange),
            Self::Ask => Some(DecisionKind::Rule),
            Self::Turn | Self::Over => None,
        }
    }
}

impl fmt::Display for DecisionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "a start mark",
            Self::Relocate { .. } => "a relocation",
            Self::Place => "a placement",
            Self::Exchange => "an exchange",
            Self::Rule => "an answer",
        })
    }
}

/// A decision that a game waits for.
///
/// ```
/// use tsuro::Game;
/// use tsuro::game::DecisionKind;
///
/// let game = Game::new("classic", 2, "any text")?;
/// let decision = game.decision().expect("the game has just begun");
/// assert_eq!((decision.seat().number(), decision.kind()), (0, DecisionKind::Start));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    seat: Seat,
    kind: DecisionKind,
}

impl Decision {
    pub(crate) const fn new(seat: Seat, kind: DecisionKind) -> Self {
        Self { seat, kind }
    }

    /// The seat that decides.
    pub const fn seat(self) -> Seat {
        self.seat
    }

    /// What it decides about.
    pub const fn kind(self) -> DecisionKind {
        self.kind
    }
}
