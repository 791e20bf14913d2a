//! Why a request is refused.

use crate::choose;
use tsuro::json::{Json, json};
use tsuro::ruleset::Problems;
use tsuro_faces::SeatsError;
use tsuro_faces::words::Language;

/// Why a request is refused.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Refused {
    /// There is no such game.
    #[error("there is no such game")]
    NoGame,
    /// The token is another one's.
    #[error("the token is not that of this seat")]
    Forbidden,
    /// Another table is still to play the deal of the game.
    #[error("another table still plays the same deal: only the players of this one see it")]
    Sealed,
    /// Another table was to join an evening of which a game has ended.
    #[error("a game of this evening has ended, so no other table can join it")]
    Late,
    /// The question does not stand any more.
    #[error("something has happened since the question was asked")]
    Stale,
    /// The rules do not allow it.
    #[error("{0}")]
    Illegal(String),
    /// The request says something wrong.
    #[error("{0}")]
    Bad(String),
    /// A player may not be called so.
    #[error("name: {}", .0.in_words(Language::English))]
    Name(SeatsError),
    /// Too many requests of a client.
    #[error("too many requests: try again in a moment")]
    Busy,
    /// Too many games of a client.
    #[error("this address has opened too many games in the last hour")]
    TooManyGames,
    /// Too many runs of a client.
    #[error("this address has begun too many runs in the last hour, or too many of its runs go on")]
    TooManyRuns,
    /// Too many games of a client in which no person plays; how many there may be.
    #[error("one address may have only {0} games without persons go on at once")]
    TooManyIdle(usize),
    /// Nothing is taken back.
    #[error(transparent)]
    TakeBack(#[from] NotTakenBack),
    /// The game has ended by a fault.
    #[error("this game was ended by a fault of the program")]
    Broken,
    /// It cannot be read by this version.
    #[error("another version of these pages has kept this: {0}")]
    OtherVersion(String),
    /// What keeps the games does not keep this one.
    #[error("{0}")]
    NotKept(NotKept),
}

/// Why something was not kept.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{why}")]
pub struct NotKept {
    /// Whether there is no room left.
    pub is_full: bool,
    /// Whether it may be tried again later.
    pub may_pass: bool,
    /// As clients are told it.
    pub why: String,
}

/// Why nothing is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotTakenBack {
    /// The game has ended.
    #[error("you can take choices back only while the game goes on, or if you play alone")]
    Ended,
    /// Other tables play the same deal.
    #[error("other tables play the same deal, so no choice is taken back")]
    SameDeal,
    /// The seat has made no choice.
    #[error("there is nothing to take back")]
    Nothing,
    /// A person did not agree to the same.
    #[error("somebody at the table does not agree")]
    Disagreed,
    /// Another one has asked.
    #[error("somebody else has asked to take back: agree to that, or not")]
    OtherAsked,
    /// There is nothing to agree to.
    #[error("nobody asks to take something back")]
    NobodyAsked,
}

impl NotTakenBack {
    /// How pages and programs know it.
    const fn code(self) -> &'static str {
        match self {
            Self::Ended => "game-ended",
            Self::SameDeal => "same-deal",
            Self::Nothing => "nothing-to-take-back",
            Self::Disagreed => "not-agreed",
            Self::OtherAsked => "other-asked",
            Self::NobodyAsked => "nobody-asked",
        }
    }
}

impl Refused {
    /// The status of HTTP, and how pages and programs know it.
    const fn status(&self) -> (u16, &'static str) {
        match self {
            Self::NoGame => (404, "not-found"),
            Self::Forbidden => (403, "forbidden"),
            Self::Sealed => (403, "sealed"),
            Self::Late => (409, "late"),
            Self::Stale => (409, "stale"),
            Self::Illegal(_) => (422, "illegal"),
            Self::Bad(_) | Self::Name(_) => (400, "bad-request"),
            Self::Busy | Self::TooManyGames | Self::TooManyRuns => (429, "busy"),
            Self::TooManyIdle(_) => (429, "too-many-idle"),
            Self::TakeBack(why) => (400, why.code()),
            Self::Broken => (410, "broken"),
            Self::OtherVersion(_) => (410, "other-version"),
            Self::NotKept(NotKept { is_full: true, .. }) => (507, "full"),
            Self::NotKept(_) => (503, "unavailable"),
        }
    }
}

/// Why a request is not answered.
#[derive(Debug)]
pub enum NotAnswered {
    /// It is refused.
    Refused(Refused),
    /// The rules that it sent or named have problems.
    Rules(Problems),
    /// What it asks for is not there, as said in words.
    Nothing(&'static str),
    /// A fault of the program.
    Fault,
}

impl From<Refused> for NotAnswered {
    fn from(why: Refused) -> Self {
        Self::Refused(why)
    }
}

impl From<Problems> for NotAnswered {
    fn from(problems: Problems) -> Self {
        Self::Rules(problems)
    }
}

impl NotAnswered {
    /// The request says something wrong.
    pub fn bad(why: impl Into<String>) -> Self {
        Self::Refused(Refused::Bad(why.into()))
    }

    /// What is wrong with a name, in the language of the client that gave it.
    #[must_use]
    pub fn said_in(self, language: Language) -> Self {
        match self {
            Self::Refused(Refused::Name(why)) => {
                Self::bad(format!("name: {}", why.in_words(language)))
            }
            why => why,
        }
    }

    /// The status of HTTP, and what clients are told.
    pub fn told(&self) -> (u16, Json) {
        let ((status, code), why) = match self {
            Self::Refused(why) => (why.status(), why.to_string()),
            Self::Rules(problems) => {
                let first = problems.iter().next();
                ((422, "rules"), first.map(|first| first.message.clone()).unwrap_or_default())
            }
            Self::Nothing(why) => ((404, "not-found"), (*why).to_owned()),
            Self::Fault => ((500, "fault"), "a fault of the program ended this request".to_owned()),
        };
        let mut body = json!({ "error": why, "code": code });
        if let Self::Rules(problems) = self {
            body.set("problems", choose::problems(problems));
        }
        (status, body)
    }
}
