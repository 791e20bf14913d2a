//! The arrays that a batch writes, and what can be wrong with what it is given.

use crate::game::Seat;
use crate::tensor::ActionError;

/// Why a batch cannot be made or go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The layout was made for other rules.
    #[error("the layout is one of other rules than those of the batch")]
    OtherRules,
    /// A batch without games.
    #[error("a batch has at least one game")]
    NoGames,
    /// A seat is not at the table.
    #[error("there is no seat {seat} at a table of {seats}")]
    NoSeat {
        /// The number of the seat, from 0.
        seat: u8,
        /// The number of seats.
        seats: u8,
    },
    /// The number of bots is not that of the other seats.
    #[error("{given} bots play against the learner, where {needed} other seats are")]
    Bots {
        /// How many bots were given.
        given: usize,
        /// How many are needed.
        needed: usize,
    },
    /// An array is too long or too short.
    #[error("the array `{name}` has {given} entries, and {needed} are needed")]
    Length {
        /// The name of the array: a field of [`BatchArrays`], or `actions`.
        name: &'static str,
        /// How many entries it has.
        given: usize,
        /// How many it has to have.
        needed: usize,
    },
    /// An action is not allowed. Nothing has changed in any game.
    #[error("game {game}: action {action} is not allowed now; see the mask")]
    Illegal {
        /// The number of the game in the batch, from 0.
        game: usize,
        /// The action that was given.
        action: u16,
    },
    /// A step was taken before the first reset.
    #[error("the batch has not begun: reset it first")]
    NotBegun,
    /// A rule asks something that has no numbers.
    #[error("game {game}: {why}")]
    Action {
        /// The number of the game in the batch, from 0.
        game: usize,
        /// What is wrong.
        why: ActionError,
    },
    /// An opponent that [is asked](crate::batch::GameBatch::asking) gave an action that is not
    /// allowed. The batch has to be reset.
    #[error("game {game}, turn {turn}, seat {seat}: action {action} is not allowed; see the mask")]
    Answer {
        /// The number of the game in the batch, from 0.
        game: usize,
        /// The number of the turn.
        turn: u32,
        /// The seat of the opponent.
        seat: Seat,
        /// The action that was given.
        action: u16,
    },
    /// Games wait for opponents that [are asked](crate::batch::GameBatch::asking).
    #[error("some games wait for the answers of opponents")]
    Waiting,
    /// The step was stopped. The batch has to be reset.
    #[error("the step was stopped")]
    Stopped,
    /// A built-in opponent chose what is not allowed.
    #[error("game {game}: the bot at seat {seat} chose what is not allowed")]
    Bot {
        /// The number of the game in the batch, from 0.
        game: usize,
        /// The seat of the bot.
        seat: Seat,
    },
}

/// Where a batch writes: rows one after the other, one for each game.
///
/// The arrays are only written, so the caller may keep them anywhere. With a game that has just
/// ended, what is seen is the beginning of the next one.
#[derive(Debug)]
#[expect(clippy::exhaustive_structs, reason = "callers make it of their own arrays")]
pub struct BatchArrays<'a> {
    /// What the seat that decides sees: [`Layout::len`](crate::tensor::Layout::len) bytes a game.
    pub observations: &'a mut [u8],
    /// 1 for each action that is allowed, otherwise 0:
    /// [`ActionSpace::len`](crate::tensor::ActionSpace::len) bytes a game.
    pub masks: &'a mut [u8],
    /// The seat that decides, one byte a game.
    pub seats: &'a mut [u8],
    /// What each seat won by the last step, one number for each seat of each game; 0 while a game
    /// goes on.
    pub rewards: &'a mut [f32],
    /// 1 if a game has ended by the last step and another one has begun, otherwise 0: one byte a
    /// game.
    pub dones: &'a mut [u8],
    /// The whole game for a critic, [`StateLayout::len`](crate::tensor::StateLayout::len) bytes a
    /// game; empty unless the batch writes them.
    pub states: &'a mut [u8],
    /// What was seen at the end of the game, written where `dones` is 1: as many bytes a game as in
    /// `observations`; empty unless the batch [writes them](crate::batch::GameBatch::with_finals).
    pub finals: &'a mut [u8],
}

/// The lengths of a game's rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowLens {
    pub observation: usize,
    pub mask: usize,
    pub rewards: usize,
    pub state: usize,
    pub finals: usize,
}

impl BatchArrays<'_> {
    /// Checks the lengths for a number of games whose rows have these lengths.
    pub(super) fn check(&self, games: usize, lens: RowLens) -> Result<(), BatchError> {
        let lens = [
            ("observations", self.observations.len(), lens.observation),
            ("masks", self.masks.len(), lens.mask),
            ("seats", self.seats.len(), 1),
            ("rewards", self.rewards.len(), lens.rewards),
            ("dones", self.dones.len(), 1),
            ("states", self.states.len(), lens.state),
            ("finals", self.finals.len(), lens.finals),
        ];
        let wrong = lens.into_iter().find(|&(_, given, row)| given != games * row);
        wrong.map_or(Ok(()), |(name, given, row)| {
            Err(BatchError::Length { name, given, needed: games * row })
        })
    }

    /// The rows of the first `games` games, and the rest.
    pub(super) fn split(self, games: usize, lens: RowLens) -> (Self, Self) {
        let (observations, more_observations) =
            self.observations.split_at_mut(games * lens.observation);
        let (masks, more_masks) = self.masks.split_at_mut(games * lens.mask);
        let (seats, more_seats) = self.seats.split_at_mut(games);
        let (rewards, more_rewards) = self.rewards.split_at_mut(games * lens.rewards);
        let (dones, more_dones) = self.dones.split_at_mut(games);
        let (states, more_states) = self.states.split_at_mut(games * lens.state);
        let (finals, more_finals) = self.finals.split_at_mut(games * lens.finals);
        (
            Self { observations, masks, seats, rewards, dones, states, finals },
            Self {
                observations: more_observations,
                masks: more_masks,
                seats: more_seats,
                rewards: more_rewards,
                dones: more_dones,
                states: more_states,
                finals: more_finals,
            },
        )
    }

    /// The same arrays for a shorter time.
    pub(super) fn reborrow(&mut self) -> BatchArrays<'_> {
        BatchArrays {
            observations: self.observations,
            masks: self.masks,
            seats: self.seats,
            rewards: self.rewards,
            dones: self.dones,
            states: self.states,
            finals: self.finals,
        }
    }
}
