//! The bodies of requests (`docs/formats/server.md`).

use crate::refused::NotAnswered;
use crate::reviewing::Known;
use crate::sent::SentScript;
use crate::states::RunState;
use crate::table::QuestionNumber;
use serde::Deserialize;
use tsuro::game::{MAX_SEATS, Seat};

/// The number of a seat.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "u8")]
pub struct SentSeatNumber(
    /// The seat.
    pub Seat,
);

impl TryFrom<u8> for SentSeatNumber {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Seat::checked(number.into(), MAX_SEATS as u8).map(Self).ok_or("there is no such seat")
    }
}

/// A choice of a seat.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentChoice {
    /// The seat.
    pub seat: SentSeatNumber,
    /// The number of the question.
    pub number: QuestionNumber,
    /// The number of the choice in the question.
    pub pick: usize,
    /// How long the person took, in milliseconds, if the client says it.
    #[serde(default)]
    pub ms: Option<u32>,
}

/// A tile that is tried out.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentPreview {
    /// The seat.
    pub seat: SentSeatNumber,
    /// The number of the question.
    pub number: QuestionNumber,
    /// The number of the tile.
    pub tile: u8,
    /// In quarter turns.
    pub rotation: u8,
}

/// A question of a seat.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentMoment {
    /// The seat.
    pub seat: SentSeatNumber,
    /// The number of the question.
    pub number: QuestionNumber,
}

/// A person agrees to what another one wants to take back, or does not.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentConsent {
    /// The seat.
    pub seat: SentSeatNumber,
    /// The number of the question.
    pub number: QuestionNumber,
    /// Whether the person agrees.
    pub agrees: bool,
}

/// What changes at a seat.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentSeat {
    /// The seat.
    pub seat: SentSeatNumber,
    #[serde(default)]
    player: Option<SeatPlayer>,
    #[serde(default)]
    name: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SeatPlayer {
    Bot,
    Person,
}

/// What a request changes at a seat.
#[derive(Debug)]
pub enum SeatChange {
    /// A bot decides for the person.
    Away,
    /// The person decides again.
    Back,
    /// The person has this name.
    Name(String),
}

impl SentSeat {
    /// What it changes.
    ///
    /// # Errors
    /// It says nothing, or two things.
    pub fn change(self) -> Result<SeatChange, NotAnswered> {
        match (self.player, self.name) {
            (Some(SeatPlayer::Bot), None) => Ok(SeatChange::Away),
            (Some(SeatPlayer::Person), None) => Ok(SeatChange::Back),
            (None, Some(name)) => Ok(SeatChange::Name(name)),
            _ => Err(NotAnswered::bad("either `player` or `name`")),
        }
    }
}

/// Whose review, and what of it the client has.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentReview {
    /// The seat; `None`: the client's own.
    #[serde(default)]
    pub seat: Option<SentSeatNumber>,
    /// What the client has.
    #[serde(default)]
    pub known: Option<Known>,
}

/// From which moment a game goes on, and for whom.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentGoOn {
    /// The seat.
    pub seat: SentSeatNumber,
    /// The number of events before the decision.
    pub mark: usize,
}

/// A rule set that is being written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentRules {
    /// In TOML.
    pub text: String,
    /// The scripts beside it.
    #[serde(default)]
    pub scripts: Vec<SentScript>,
}

/// Records.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentText {
    /// One or several games.
    pub text: String,
}

/// To which state a run of the laboratory goes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentState {
    state: String,
}

impl SentState {
    /// The state to which a client may bring a run.
    ///
    /// # Errors
    /// It is no such state.
    pub fn wanted(&self) -> Result<RunState, NotAnswered> {
        use RunState::{Paused, Running, Stopped};
        RunState::from_word(&self.state)
            .filter(|state| matches!(state, Running | Paused | Stopped))
            .ok_or_else(|| NotAnswered::bad("state: running, paused or stopped"))
    }
}
