//! What is stored of games and runs, and how it changes.

use crate::age::Jump;
use crate::token::TokenHash;
use tsuro_pages::evening::EveningGame;
use tsuro_pages::run::KeptRun;
pub(crate) use tsuro_pages::states::{GameState, RunStanding, RunState, now};
use tsuro_pages::table::{TalkRules, TimeLimit};

/// A seat as it is stored.
#[derive(Debug, Clone)]
pub(crate) struct StoredSeat {
    /// As in records: a person's name, or the bot.
    pub name: String,
    /// `None`: a bot.
    pub token: Option<TokenHash>,
    /// Whether a bot decides for the person.
    pub is_away: bool,
    /// Seconds that are left in reserve; `None`: all.
    pub reserve: Option<u32>,
}

/// A game as it is stored, without its steps.
#[derive(Debug, Clone)]
pub(crate) struct StoredGame {
    pub id: String,
    pub reference: String,
    /// A JSON object, by language.
    pub titles: String,
    pub rules_hash: String,
    pub rules: String,
    pub seed: String,
    pub host: TokenHash,
    pub clock: Option<TimeLimit>,
    pub talk: TalkRules,
    pub undos: u32,
    pub state: GameState,
    pub why: Option<String>,
    pub seats: Vec<StoredSeat>,
    pub record: Option<String>,
    /// The record of the moment from which it goes on; `None`: it began with its deal.
    pub beginning: Option<String>,
    /// The game that was opened for the same table, once it was.
    pub again: Option<String>,
    /// Which game of an evening it is, if it is one.
    pub evening: Option<EveningGame>,
    pub winners: Option<String>,
    /// The seat that decides next.
    pub waits: Option<u8>,
    /// Whether the person at that seat was called.
    pub is_called: bool,
    /// When the time of that decision is over, in seconds that servers have run.
    pub due: Option<i64>,
    pub turn: u32,
    pub created: i64,
    pub changed: i64,
}

/// A table before its game as it is stored.
#[derive(Debug, Clone)]
pub(crate) struct StoredTable {
    pub id: String,
    pub word: String,
    pub host: TokenHash,
    pub reference: String,
    /// A JSON object, by language.
    pub titles: String,
    pub rules_hash: String,
    pub rules: String,
    pub clock: Option<TimeLimit>,
    pub talk: TalkRules,
    /// To which the server is bound, unless the luck was chosen.
    pub secret: Option<String>,
    /// The evening whose deals are played there, if it is another table's.
    pub evening: Option<String>,
    pub places: Vec<StoredPlace>,
}

/// A seat of a table before its game as it is stored.
#[derive(Debug, Clone)]
pub(crate) struct StoredPlace {
    /// As in records; `None`: the seat is free.
    pub name: Option<String>,
    /// `None`: free, or a bot.
    pub token: Option<TokenHash>,
    /// To which number the person is bound.
    pub lot: Option<String>,
}

/// What one decision led to.
#[derive(Debug, Clone)]
pub(crate) struct StoredStep {
    pub seat: Option<u8>,
    /// As JSON; `None`: the deal.
    pub choice: Option<String>,
    /// Lines of a record.
    pub events: String,
}

/// How a game stands after a step.
#[derive(Debug, Clone, Default)]
pub(crate) struct Standing {
    pub turn: u32,
    pub undos: u32,
    /// The seat that decides next.
    pub waits: Option<u8>,
    /// What a seat has left in reserve after its decision.
    pub reserve: Option<(u8, u32)>,
    /// Of a game that is over.
    pub ended: Option<StoredEnd>,
}

/// How a game has ended.
#[derive(Debug, Clone)]
pub(crate) struct StoredEnd {
    /// The seats that have won, as JSON.
    pub winners: String,
    /// The number of seats that did better, by seat, as JSON.
    pub places: String,
    pub record: String,
}

/// A run of the laboratory as it is stored.
#[derive(Debug, Clone)]
pub(crate) struct StoredRun {
    pub id: String,
    pub host: TokenHash,
    pub kept: KeptRun,
}

/// What a new game comes from: that is stored with it, so that it leads to one game only.
#[derive(Debug, Clone)]
pub(crate) enum Origin {
    /// The table at which its players have gathered.
    Table(String),
    /// The game of the same table before it.
    Game(String),
}

/// A change of the database.
#[derive(Debug)]
pub(crate) enum Write {
    /// A new game with its first step, and what it comes from.
    Game(Box<StoredGame>, StoredStep, Option<Origin>),
    /// A table before its game as it is now, new or not.
    Table(Box<StoredTable>),
    /// These tables before their games are in use at this time.
    TablesUsed { tables: Vec<String>, time: i64 },
    /// These tables go.
    TablesGone(Vec<String>),
    /// Games from elsewhere: all of them or none.
    Uploads(Vec<StoredGame>),
    /// A step, with the number of steps before it.
    Step { game: String, step: u32, what: StoredStep, standing: Standing },
    /// The steps from this one on were taken back.
    Undo { game: String, step: u32, standing: Standing },
    /// What a person says of a game that is over: the record, whose end is that of the last step.
    Feedback { game: String, step: u32, record: String },
    /// Who sits at a seat.
    Seat { game: String, seat: u8, what: StoredSeat },
    /// The record of a game that is over, with comments at its turns.
    Comments { game: String, record: String },
    /// A game has ended without a result.
    End { game: String, state: GameState, why: Option<String> },
    /// A run of the laboratory as it is now, new or not.
    Run(Box<StoredRun>),
    /// Running games that have not changed since then are no longer played.
    Expire { before: i64 },
    /// Some of what has ended and has not changed since then goes.
    Forget { before: i64 },
    /// These games are in use at this time, though nothing has changed in them.
    Used { games: Vec<String>, time: i64 },
    /// When the time of the decision for which a game waits is over, in seconds that servers have
    /// run; `None`: no clock runs.
    Due { game: String, due: Option<i64> },
    /// The person was called for whom a game waits.
    Called(String),
    /// The number of seconds that servers have run.
    Ran(i64),
    /// The clock of the machine has jumped: all games stay as old as they were.
    Jump(Jump),
}
