//! Which choices are allowed, and why another is not.

use crate::board::{Face, Laid, Place};
use crate::game::declare::ask::Answer;
use crate::game::event::Cause;
use crate::game::pieces::seat::Seat;
use crate::game::rule::contract::RuleSet;
use crate::game::state::game_state::Exchange;
use crate::game::table::core::Phase;
use crate::game::turn::choice::{Choice, DecisionKind};
use crate::game::turn::legal::Choices;
use crate::game::turn::view::View;

/// Why a choice is not allowed. The message is for people; players are named as in positions
/// (`players[0]`).
///
/// Written by serde by its name, as `"game-over"` or `{"not-in-hand": {"seat": 0, "tile": 14}}`. It
/// cannot be read back, because a [`Cause`] cannot.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Illegal {
    /// Nothing is left to choose.
    #[error("the game is over")]
    GameOver,
    /// It is the choice of another kind of decision.
    #[error("{needed} is to be chosen now, not {chosen}")]
    OtherDecision {
        /// The decision for which the game waits.
        needed: DecisionKind,
        /// The one that was made.
        chosen: DecisionKind,
    },
    /// The start mark is not on the board, taken, or faces a blocked square while another does not
    /// (T4, S3).
    #[error("start: {mark} is not one of the start marks that may be chosen")]
    StartMark {
        /// The start mark that was chosen.
        mark: Place,
    },
    /// The tile is not in the hand (C2).
    #[error("tile {tile} is not in the hand of {}", .seat.field())]
    NotInHand {
        /// The seat whose hand was looked into.
        seat: Seat,
        /// The face that was chosen.
        tile: Face,
    },
    /// The tile is special: it has no paths, and is never laid (C11).
    #[error("tile {tile} is a special tile, and never laid")]
    Special {
        /// The tile that was chosen.
        tile: Face,
    },
    /// The placement puts the active player out for a reason that it has to avoid while it can (C3,
    /// L1).
    #[error(
        "tile {} turned {} puts {} out ({}), and another placement does not", .tile.face(),
        .tile.rotation(), .seat.field(), .cause.name()
    )]
    Avoidable {
        /// The active player.
        seat: Seat,
        /// The tile as it was to be laid.
        tile: Laid,
        /// Why the player would be out.
        cause: Cause,
    },
    /// The placement brings two ships onto one wake, and another does not (S13).
    #[error(
        "tile {} turned {} puts two ships on one wake, and another placement does not",
        .tile.face(), .tile.rotation()
    )]
    SharedWake {
        /// The tile as it was to be laid.
        tile: Laid,
    },
    /// The placement rule forbids it, and another placement is left (V14).
    #[error(
        "tile {} turned {} is forbidden by the rule `{rule}`, and another placement is not",
        .tile.face(), .tile.rotation()
    )]
    Forbidden {
        /// The tile as it was to be laid.
        tile: Laid,
        /// The name of the placement rule.
        rule: &'static str,
    },
    /// The exchange leaves more of a special tile in the hand than one may hold (W2).
    #[error("exchange: {} would hold more than {most} of tile {tile}", .seat.field())]
    TooMany {
        /// Who exchanges.
        seat: Seat,
        /// The special tile.
        tile: Face,
        /// How many of it a hand may hold.
        most: usize,
    },
    /// Tiles are given that are not in the hand, or taken that are not offered (C12).
    #[error("exchange: these tiles are not in those hands")]
    Exchange,
    /// The mark is taken, on another side, or its square is not empty (S12).
    #[error("relocate: {mark} is not a free start mark on the same side before an empty square")]
    Relocation {
        /// The start mark that was chosen.
        mark: Place,
    },
    /// It is none of the answers to the question of the rule.
    #[error(
        "{answer:?} is not one of the answers{list}", answer = .answer.to_string(),
        list = listed(.options)
    )]
    Answer {
        /// The answer that was given.
        answer: Answer,
        /// The answers to the question.
        options: Vec<Answer>,
    },
    /// The piece may not stay where it is (S12).
    #[error("relocate: {} has to move to another start mark", .seat.field())]
    MustRelocate {
        /// The seat whose piece has to move.
        seat: Seat,
    },
}

/// The most answers that a message lists.
const MOST_LISTED: usize = 12;

/// The answers to a question as a message ends with them: `: "hold", "up"`.
fn listed(options: &[Answer]) -> String {
    let list: Vec<String> = options
        .iter()
        .take(MOST_LISTED)
        .map(|option| format!("{:?}", option.to_string()))
        .collect();
    match (options.len(), options.len().saturating_sub(MOST_LISTED)) {
        (0, _) => String::new(),
        (_, 0) => format!(": {}", list.join(", ")),
        (_, more) => format!(": {} and {more} more", list.join(", ")),
    }
}

impl<R: RuleSet> View<'_, R> {
    /// Whether the active seat may make this choice now.
    ///
    /// # Errors
    /// Why not.
    #[inline]
    pub fn check(&self, choice: &Choice) -> Result<(), Illegal> {
        let core = self.core();
        match choice {
            // Nearly all choices are such placements.
            &Choice::Place(tile)
                if core.phase() == Phase::Place
                    && Choices::plainly_allows(self.basics(), self.placing_core(), tile) =>
            {
                Ok(())
            }
            _ => self.check_all(choice),
        }
    }

    /// [`View::check`] for any choice.
    fn check_all(&self, choice: &Choice) -> Result<(), Illegal> {
        let core = self.core();
        match (choice, core.phase()) {
            (&Choice::Start(mark), Phase::Start) if self.marks().allows_start(mark) => Ok(()),
            (&Choice::Start(mark), Phase::Start) => Err(Illegal::StartMark { mark }),
            (&Choice::Place(tile), Phase::Place) => self.check_placement(tile),
            (Choice::Exchange(exchange), Phase::Exchange) => self.check_exchange(exchange),
            (Choice::Relocate(None), Phase::Relocate { must: false }) => Ok(()),
            (Choice::Relocate(None), Phase::Relocate { must: true }) => {
                Err(Illegal::MustRelocate { seat: core.active() })
            }
            (&Choice::Relocate(Some(mark)), Phase::Relocate { .. })
                if self.marks().to_relocate(core.active()).contains(&mark) =>
            {
                Ok(())
            }
            (&Choice::Relocate(Some(mark)), Phase::Relocate { .. }) => {
                Err(Illegal::Relocation { mark })
            }
            (&Choice::Rule(answer), Phase::Ask) => {
                let options = self.question().map(|question| question.options).unwrap_or_default();
                if options.contains(&answer) {
                    Ok(())
                } else {
                    Err(Illegal::Answer { answer, options })
                }
            }
            (_, phase) => Err(match phase.decision() {
                Some(needed) => Illegal::OtherDecision { needed, chosen: choice.kind() },
                None => Illegal::GameOver,
            }),
        }
    }

    /// The answer on a placement that is not [plainly](Choices::plainly_allows) allowed.
    #[cold]
    fn check_placement(&self, tile: Laid) -> Result<(), Illegal> {
        let choices = self.choices();
        if choices.allows(tile) {
            return Ok(());
        }
        let seat = self.core().active();
        if !self.core().hand(seat).contains(tile.face()) {
            return Err(Illegal::NotInHand { seat, tile: tile.face() });
        }
        if tile.face().orientations() == 0 {
            return Err(Illegal::Special { tile: tile.face() });
        }
        if let Some(rule) = choices.forbidden_by(tile) {
            return Err(Illegal::Forbidden { tile, rule });
        }
        Err(match choices.fate(tile).cause {
            Some(cause) => Illegal::Avoidable { seat, tile, cause },
            None => Illegal::SharedWake { tile },
        })
    }

    /// Whether the exchange can be made from the active seat's hand and the tiles offered (C12).
    /// Declining always can.
    fn check_exchange(&self, exchange: &Exchange) -> Result<(), Illegal> {
        let (core, basics) = (self.core(), self.basics());
        let seat = core.active();
        let within = |tiles: &[Face], of: &mut Vec<Face>| {
            tiles.iter().all(|tile| {
                of.iter().position(|held| held == tile).map(|index| of.swap_remove(index)).is_some()
            })
        };
        let are_there = within(exchange.gave(), &mut core.hand(seat).iter().collect())
            && within(exchange.took(), &mut core.offered().collect());
        if !are_there {
            return Err(Illegal::Exchange);
        }
        match basics.too_many_in(exchange.applied(core.hand(seat))) {
            Some(tile) if !exchange.is_empty() => {
                Err(Illegal::TooMany { seat, tile, most: basics.most_in_hand(tile) })
            }
            _ => Ok(()),
        }
    }
}
