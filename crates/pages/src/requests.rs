//! The bodies of requests (`docs/formats/server.md`).

use crate::refused::{NotAnswered, Refused};
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

/// What a client adds to the luck of a game that it opens.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentLuck {
    /// The commitment that the server has given it.
    pub commitment: String,
    /// A number of 128 bits, in hexadecimal digits.
    pub number: String,
}

/// The same table is opened again.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentAgain {
    /// What is added to the luck of the game.
    #[serde(default)]
    pub luck: Option<SentLuck>,
}

/// A game, or a table before its game, of which a browser has tokens.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentOwnGame {
    /// Its name.
    pub id: String,
    /// The tokens of seats at which it plays.
    pub tokens: Vec<String>,
    /// The tokens of seats whose links it has given away.
    #[serde(default)]
    pub links: Vec<String>,
    /// The host's token.
    #[serde(default)]
    pub host: Option<String>,
}

/// The games of which a browser has tokens.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentMine {
    /// All of them.
    pub games: Vec<SentOwnGame>,
}

/// A token with which something is taken.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentToken {
    /// The token.
    pub token: String,
}

/// A person sits down at a table before its game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentPlace {
    /// The seat.
    pub seat: SentSeatNumber,
    /// The name of the person; may be empty.
    #[serde(default)]
    pub name: String,
}

/// What changes at a seat of a table before its game: a bot of a level sits there, it changes
/// places with another, or it becomes free.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentArrangement {
    /// The seat.
    pub seat: SentSeatNumber,
    /// The level of the bot.
    #[serde(default)]
    pub level: Option<String>,
    /// The other seat.
    #[serde(default)]
    pub to: Option<SentSeatNumber>,
}

impl SentArrangement {
    /// Whether the seat becomes free.
    pub const fn leaves(&self) -> bool {
        self.level.is_none() && self.to.is_none()
    }
}

/// The game of a table begins.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentBeginning {
    /// The level of the bots that take the free seats.
    #[serde(default)]
    pub fill: Option<String>,
    /// The number of games of an evening; 1: a game by itself.
    #[serde(default = "one")]
    pub games: u32,
    /// Whether other tables may play the same deals.
    #[serde(default)]
    pub duplicate: bool,
}

const fn one() -> u32 {
    1
}

/// To which number a person is bound in the draw for the luck of a game, and the number to which the
/// person was bound before, which is shown with it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentLot {
    /// The hash of the number that is not shown.
    pub commitment: String,
    /// The number that is shown.
    #[serde(default)]
    pub number: Option<String>,
}

/// The word of a table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentWord {
    /// As somebody typed it.
    pub word: String,
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

/// What a person says at a table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentTalk {
    /// The seat.
    pub seat: SentSeatNumber,
    #[serde(default)]
    reaction: Option<String>,
    #[serde(default)]
    text: Option<String>,
}

/// What a person says of a game that is over.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentFeedback {
    /// The seat.
    pub seat: SentSeatNumber,
    /// The answers, as in records.
    pub feedback: serde_json::Value,
}

/// What is said.
#[derive(Debug)]
pub enum Talk {
    /// The code of a reaction.
    Reaction(String),
    /// In own words.
    Text(String),
}

impl SentTalk {
    /// What is said.
    ///
    /// # Errors
    /// It says nothing, or two things.
    pub fn talk(self) -> Result<Talk, Refused> {
        match (self.reaction, self.text) {
            (Some(code), None) => Ok(Talk::Reaction(code)),
            (None, Some(text)) => Ok(Talk::Text(text)),
            _ => Err(Refused::Bad("either `reaction` or `text`".to_owned())),
        }
    }
}

/// A comment at a turn of a game that is over.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentComment {
    /// The seat; `None`: a note of the device, which has no seat in the game.
    #[serde(default)]
    pub seat: Option<SentSeatNumber>,
    /// The number of the turn.
    pub turn: u32,
    /// What is written; nothing: what was written there is removed.
    pub text: String,
    /// The token of the host, if the client has it.
    #[serde(default)]
    pub host: Option<String>,
}

/// What the person who leads others through a game that is over shows them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentLead {
    /// The seat of the person.
    pub seat: SentSeatNumber,
    /// The number of events of the replay that are shown; `None`: the person no longer leads.
    #[serde(default)]
    pub at: Option<u32>,
    /// The tile that is tried out at the next placement, by its number and its rotation.
    #[serde(default)]
    pub laid: Option<(u8, u8)>,
}

/// Other placements in a game that is over.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentWhatIf {
    /// The number of placements before this one.
    pub placement: usize,
    /// The tile that is tried out, by its number and its rotation.
    #[serde(default)]
    pub laid: Option<(u8, u8)>,
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
