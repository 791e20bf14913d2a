//! Why a request about a game is refused.

use super::store::StoreError;
use tsuro_faces::SeatsError;
use tsuro_faces::words::Language;

/// Why a request is refused.
#[derive(Debug, Clone, thiserror::Error)]
pub(super) enum Refused {
    #[error("there is no such game")]
    NoGame,
    #[error("the token is not that of this seat")]
    Forbidden,
    #[error("something has happened since the question was asked")]
    Stale,
    #[error("{0}")]
    Illegal(String),
    #[error("{0}")]
    Bad(String),
    #[error("name: {}", .0.in_words(Language::English))]
    Name(SeatsError),
    #[error("too many requests: try again in a moment")]
    Busy,
    #[error("one address may not open so many games in an hour")]
    TooManyGames,
    #[error("one address may not begin so many runs in an hour, or have so many go on at once")]
    TooManyRuns,
    #[error("one address may have only {0} games without persons go on at once")]
    TooManyIdle(usize),
    #[error(transparent)]
    TakeBack(#[from] NotTakenBack),
    #[error("this game was ended by a fault of the program")]
    Broken,
    #[error("{0}")]
    Store(#[from] StoreError),
}

/// Why nothing is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotTakenBack {
    /// The game has ended.
    #[error("choices are taken back only while the game goes on, or by somebody who plays alone")]
    Ended,
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
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Ended => "game-ended",
            Self::Nothing => "nothing-to-take-back",
            Self::Disagreed => "not-agreed",
            Self::OtherAsked => "other-asked",
            Self::NobodyAsked => "nobody-asked",
        }
    }
}
