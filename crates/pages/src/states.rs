//! How games and runs stand, as they are kept and told.

use web_time::SystemTime;

/// What has become of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameState {
    /// It goes on.
    Running,
    /// It has ended.
    Over,
    /// Ended by a fault of the program.
    Broken,
    /// The game was not continued for too long.
    Expired,
    /// A record from elsewhere.
    Uploaded,
}

impl GameState {
    const ALL: [Self; 5] = [Self::Running, Self::Over, Self::Broken, Self::Expired, Self::Uploaded];

    /// As it is stored and sent.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Over => "over",
            Self::Broken => "broken",
            Self::Expired => "expired",
            Self::Uploaded => "uploaded",
        }
    }

    /// The state with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// What has become of a run of the laboratory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunState {
    /// It goes on.
    Running,
    /// It goes on when somebody wants it to.
    Paused,
    /// Ended by the client that began it.
    Stopped,
    /// All planned games were played.
    Done,
    /// It cannot go on.
    Failed,
}

impl RunState {
    const ALL: [Self; 5] = [Self::Running, Self::Paused, Self::Stopped, Self::Done, Self::Failed];

    /// As it is stored and sent.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Stopped => "stopped",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    /// The state with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// How a run stands, for lists.
#[derive(Debug, Clone)]
pub struct RunStanding {
    /// Its rule sets.
    pub names: Vec<String>,
    /// What has become of it.
    pub state: RunState,
    /// Why it failed, or was stopped.
    pub why: Option<String>,
    /// How many games were played.
    pub games: u64,
    /// How many are to be played.
    pub planned: u64,
    /// How long they took, in seconds.
    pub seconds: f64,
    /// When it last changed, in seconds since 1970.
    pub changed: i64,
}

/// The time, in seconds since 1970.
pub fn now() -> i64 {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |passed| passed.as_secs().cast_signed())
}
