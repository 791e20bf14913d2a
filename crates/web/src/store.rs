//! The games in a database, so that they survive the server.
//!
//! One thread writes. It takes all that waits into one transaction, so that many games a second
//! share the time that the disk needs. Whoever writes waits until that transaction is on the disk,
//! and shows nothing before.

mod age;
mod backup;
mod history;
mod space;
#[cfg(test)]
mod tests;

pub use self::backup::back_up;
pub(super) use self::history::{Listed, Wanted};
use self::space::Space;
pub(super) use self::space::prune;
use super::age::Jump;
use super::token::TokenHash;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};
use tokio::sync::oneshot;
use tsuro::json::Json;
use tsuro_world::context::error;
use tsuro_world::files::{FilesInPlace, WriteError, make_private_file, make_private_folder};

/// The scripts that make the database, in the order in which they were written. New ones are added
/// at the end.
const SCRIPTS: &[&str] = &[
    include_str!("schema.sql"),
    include_str!("runs.sql"),
    include_str!("again.sql"),
    include_str!("bounds.sql"),
    include_str!("spared.sql"),
];

/// The file in the folder of the server.
const FILE: &str = "games.sqlite";
/// The file that keeps other servers out of the folder.
const LOCK: &str = "server.lock";
/// What the database keeps beside its file while it is open.
const BESIDE: [&str; 2] = ["games.sqlite-wal", "games.sqlite-shm"];

/// The most that one transaction takes together.
const BATCH: usize = 512;

/// Why something was not stored or read.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The disk or the limit of the database is full.
    #[error("the server has no room left for games")]
    Full,
    /// The database was written by a newer version of the program.
    #[error("{} was written by a newer version of tsuro (format {found}; this one knows \
        {known})", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: usize,
        /// The newest that this version knows.
        known: usize,
    },
    /// The database was written by an older version of the program, which may be serving it.
    #[error("{} has an older format: stop the server that uses it first", .0.display())]
    Older(PathBuf),
    /// The folder cannot be made, or is not kept from others.
    #[error("{0}")]
    Folder(Arc<WriteError>),
    /// The files of the server are no longer where they were when it started.
    #[error("the folder of the games is gone, and nothing can be stored")]
    Gone,
    /// A search was broken off.
    #[error("the search takes too long: write more of what you look for")]
    SearchTooLong,
    /// The database cannot be used.
    #[error("the database of games: {0}")]
    Database(Arc<rusqlite::Error>),
    /// The thread that writes has ended.
    #[error("the server is stopping")]
    Stopping,
}

impl StoreError {
    /// Whether what was refused may be tried again later.
    pub(super) const fn may_pass(&self) -> bool {
        matches!(self, Self::Full | Self::Gone)
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(why: rusqlite::Error) -> Self {
        match why.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => Self::Full,
            // Only searches are interrupted.
            Some(rusqlite::ErrorCode::OperationInterrupted) => Self::SearchTooLong,
            _ => Self::Database(Arc::new(why)),
        }
    }
}

/// What has become of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GameState {
    Running,
    Over,
    /// Ended by a fault of the program.
    Broken,
    /// Nobody went on for too long.
    Expired,
    /// A record from elsewhere.
    Uploaded,
}

impl GameState {
    const ALL: [Self; 5] = [Self::Running, Self::Over, Self::Broken, Self::Expired, Self::Uploaded];

    /// As it is stored and sent.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Over => "over",
            Self::Broken => "broken",
            Self::Expired => "expired",
            Self::Uploaded => "uploaded",
        }
    }

    /// The state with this word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// A seat as it is stored.
#[derive(Debug, Clone)]
pub(super) struct StoredSeat {
    /// As in records: a person's name, or the bot.
    pub name: String,
    /// `None`: a bot.
    pub token: Option<TokenHash>,
    /// Whether a bot decides for the person.
    pub is_away: bool,
}

/// A game as it is stored, without its steps.
#[derive(Debug, Clone)]
pub(super) struct StoredGame {
    pub id: String,
    pub reference: String,
    /// A JSON object, by language.
    pub titles: String,
    pub rules_hash: String,
    pub rules: String,
    pub seed: String,
    pub host: TokenHash,
    pub clock: Option<u16>,
    pub undos: u32,
    pub state: GameState,
    pub why: Option<String>,
    pub seats: Vec<StoredSeat>,
    pub record: Option<String>,
    /// The game that was opened for the same table, once it was.
    pub again: Option<String>,
    pub winners: Option<String>,
    pub turn: u32,
    pub created: i64,
    pub changed: i64,
}

/// What one decision led to.
#[derive(Debug, Clone)]
pub(super) struct StoredStep {
    pub seat: Option<u8>,
    /// As JSON; `None`: the deal.
    pub choice: Option<String>,
    /// Lines of a record.
    pub events: String,
}

/// How a game stands after a step.
#[derive(Debug, Clone, Default)]
pub(super) struct Standing {
    pub turn: u32,
    pub undos: u32,
    /// Of a game that is over: the seats as JSON, and the record.
    pub ended: Option<(String, String)>,
}

/// What has become of a run of the laboratory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunState {
    Running,
    Paused,
    /// Ended by whoever began it.
    Stopped,
    /// All planned games were played.
    Done,
    /// It cannot go on.
    Failed,
}

impl RunState {
    const ALL: [Self; 5] = [Self::Running, Self::Paused, Self::Stopped, Self::Done, Self::Failed];

    /// As it is stored and sent.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Stopped => "stopped",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    /// The state with this word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// A run of the laboratory as it is stored.
#[derive(Debug, Clone)]
pub(super) struct StoredRun {
    pub id: String,
    pub host: TokenHash,
    /// A JSON object.
    pub asked: String,
    pub created: i64,
    pub standing: RunStanding,
    /// A part file.
    pub part: String,
}

/// How a run stands, for lists.
#[derive(Debug, Clone)]
pub(super) struct RunStanding {
    pub names: Vec<String>,
    pub state: RunState,
    pub why: Option<String>,
    pub games: u64,
    pub planned: u64,
    pub seconds: f64,
    pub changed: i64,
}

/// A change of the database.
#[derive(Debug)]
pub(super) enum Write {
    /// A new game with its first step.
    Game(Box<StoredGame>, StoredStep),
    /// Games from elsewhere: all of them or none.
    Uploads(Vec<StoredGame>),
    /// A step after so many others.
    Step { game: String, step: u32, what: StoredStep, standing: Standing },
    /// The steps from this one on were taken back.
    Undo { game: String, step: u32, standing: Standing },
    /// Who sits at a seat.
    Seat { game: String, seat: u8, what: StoredSeat },
    /// The same table was opened again.
    Again { game: String, next: String },
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
    /// The clock of the machine has jumped: all games stay as old as they were.
    Jump(Jump),
}

/// The number of games on a page of the history.
pub(super) const LISTED: usize = 50;

/// What the thread that writes is told.
enum Order {
    Write(Write, oneshot::Sender<Result<(), StoreError>>),
    /// To end.
    Close,
}

/// A connection that only reads; `None`: the database is closed.
type Reader = Mutex<Option<Connection>>;

/// The database of a server.
pub(super) struct Store {
    orders: mpsc::Sender<Order>,
    reader: Reader,
    /// For searches, which may take long: nobody else waits for it.
    searcher: Reader,
    /// Breaks off a search.
    is_closing: Arc<AtomicBool>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

/// The file of the games in a folder.
pub(super) fn file_in(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// The file that keeps other servers out of a folder.
pub(super) fn lock_in(folder: &Path) -> PathBuf {
    folder.join(LOCK)
}

/// Makes the folder of a server, and keeps others from its files.
///
/// # Errors
/// It cannot be made.
pub(super) fn make_private(folder: &Path) -> Result<(), WriteError> {
    make_private_folder(folder, &[FILE, LOCK, BESIDE[0], BESIDE[1]])?;
    for name in
        BESIDE.iter().chain(&[LOCK]).map(|name| folder.join(name)).filter(|path| path.exists())
    {
        make_private_file(&name)?;
    }
    // The database gives its permissions to the files beside it.
    make_private_file(&file_in(folder))
}

/// The time, in seconds since 1970.
pub(super) fn now() -> i64 {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |passed| passed.as_secs().cast_signed())
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    // `file:` at the beginning of a path would be read as an address, with options after a `?`.
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(Duration::from_secs(10))?;
    // With the write-ahead log readers do not wait for the writer. `FULL` has the log on the disk
    // before a commit returns, so that not even a power cut loses what somebody has seen.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // The database's own `lower` knows English letters alone.
    let fold = |context: &Context<'_>| Ok(context.get::<String>(0)?.to_lowercase());
    connection.create_scalar_function(
        "folded",
        1,
        FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC,
        fold,
    )?;
    Ok(connection)
}

/// Runs the scripts that the database has not seen.
fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let found: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let (found, known) = (found as usize, SCRIPTS.len());
    if found > known {
        return Err(StoreError::Newer { path: path.to_owned(), found, known });
    }
    for (number, script) in (1u32..).zip(SCRIPTS).skip(found) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(script)?;
        transaction.pragma_update(None, "user_version", number)?;
        transaction.commit()?;
    }
    Ok(())
}

impl Store {
    /// Opens the database in a folder, or makes it; it grows to at most so many bytes.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(super) fn open(folder: &Path, most_bytes: u64) -> Result<Self, StoreError> {
        make_private(folder).map_err(|why| StoreError::Folder(Arc::new(why)))?;
        let path = file_in(folder);
        let mut connection = connect(&path)?;
        migrate(&mut connection, &path)?;
        let read_only = || -> Result<Connection, StoreError> {
            let connection = connect(&path)?;
            connection.pragma_update(None, "query_only", true)?;
            Ok(connection)
        };
        let (reader, searcher) = (read_only()?, read_only()?);
        let space = Space::new(&connection, most_bytes)?;
        let files = FilesInPlace::new([path, lock_in(folder)]);
        let mut writer =
            Writer { connection, space, files, folder: folder.to_owned(), is_gone: false };
        let (orders, waiting) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer.write_all(&waiting));
        let writer = Mutex::new(Some(thread.map_err(|_| StoreError::Stopping)?));
        let (reader, searcher) = (Mutex::new(Some(reader)), Mutex::new(Some(searcher)));
        Ok(Self { orders, reader, searcher, is_closing: Arc::default(), writer })
    }

    /// Writes what is still to be written, and closes the database, so that all of it is in one
    /// file.
    pub(super) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        // The one that is closed last leaves nothing beside the file.
        for reader in [&self.reader, &self.searcher] {
            reader.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
        let _ = self.orders.send(Order::Close);
        if let Some(writer) = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // A panic in it has closed its connection, too.
            let _ = writer.join();
        }
    }

    /// Stores a change; when this returns it is on the disk.
    ///
    /// # Errors
    /// Why it was not stored.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (done, stored) = oneshot::channel();
        self.orders.send(Order::Write(write, done)).map_err(|_| StoreError::Stopping)?;
        stored.await.map_err(|_| StoreError::Stopping)?
    }

    /// As [`write`](Self::write), for threads that may wait.
    ///
    /// # Errors
    /// Why it was not stored.
    pub(super) fn write_and_wait(&self, write: Write) -> Result<(), StoreError> {
        let (done, stored) = oneshot::channel();
        self.orders.send(Order::Write(write, done)).map_err(|_| StoreError::Stopping)?;
        stored.blocking_recv().map_err(|_| StoreError::Stopping)?
    }

    fn read<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(query(reader.as_ref().ok_or(StoreError::Stopping)?)?)
    }

    /// A game with its steps.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) fn game(
        &self,
        id: &str,
    ) -> Result<Option<(StoredGame, Vec<StoredStep>)>, StoreError> {
        self.read(|connection| {
            let Some(mut game) = read_game(connection, id)? else { return Ok(None) };
            let mut statement = connection.prepare_cached(
                "SELECT name, token, away FROM seats WHERE game = ?1 ORDER BY seat",
            )?;
            let seats = statement.query_map([id], |row| {
                let token: Option<Vec<u8>> = row.get(1)?;
                let token = token.and_then(|bytes| TokenHash::stored(&bytes));
                Ok(StoredSeat { name: row.get(0)?, token, is_away: row.get(2)? })
            })?;
            game.seats = seats.collect::<Result<_, _>>()?;
            let mut statement = connection.prepare_cached(
                "SELECT seat, choice, events FROM steps WHERE game = ?1 ORDER BY step",
            )?;
            let steps = statement.query_map([id], |row| {
                Ok(StoredStep { seat: row.get(0)?, choice: row.get(1)?, events: row.get(2)? })
            })?;
            Ok(Some((game, steps.collect::<Result<_, _>>()?)))
        })
    }

    /// The number of the last game, which may have gone; 0: there was none.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) fn last_number(&self) -> Result<u64, StoreError> {
        self.read(|connection| {
            connection
                .query_row(
                    "SELECT max(number, (SELECT coalesce(max(rowid), 0) FROM games)) FROM gone",
                    [],
                    |row| row.get(0),
                )
                .map(i64::cast_unsigned)
        })
    }

    /// A run of the laboratory.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) fn run(&self, id: &str) -> Result<Option<StoredRun>, StoreError> {
        let text = format!("SELECT {RUN}, host, asked, part FROM runs WHERE id = ?1");
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&text)?;
            let found = statement.query_row([id], |row| {
                let host: Vec<u8> = row.get("host")?;
                Ok(StoredRun {
                    id: row.get("id")?,
                    host: TokenHash::stored(&host).unwrap_or(TokenHash::new("")),
                    asked: row.get("asked")?,
                    created: row.get("created")?,
                    standing: read_standing(row)?,
                    part: row.get("part")?,
                })
            });
            found.optional()
        })
    }

    /// Runs of the laboratory, the one that changed last first, each with its name and when it was
    /// begun. With a state, all that have it, the oldest first.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) fn runs(
        &self,
        state: Option<RunState>,
    ) -> Result<Vec<(String, i64, RunStanding)>, StoreError> {
        let text = match state {
            None => format!(
                "SELECT {RUN} FROM runs WHERE ?1 IS NULL ORDER BY changed DESC, id DESC LIMIT \
                 {LISTED}"
            ),
            Some(_) => format!("SELECT {RUN} FROM runs WHERE state = ?1 ORDER BY created, id"),
        };
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&text)?;
            let rows = statement.query_map([state.map(RunState::word)], |row| {
                Ok((row.get("id")?, row.get("created")?, read_standing(row)?))
            })?;
            rows.collect()
        })
    }

    /// The records of games that are over or were uploaded, oldest first, beginning after the game
    /// with this number; each with its number. The last is the one with which they have at least so
    /// many bytes.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) fn records_after(
        &self,
        number: i64,
        bytes: usize,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT rowid, record FROM games WHERE rowid > ?1 AND state IN ('over', \
                 'uploaded') AND record IS NOT NULL ORDER BY rowid",
            )?;
            let (mut rows, mut found, mut left) = (statement.query([number])?, Vec::new(), bytes);
            while left > 0
                && let Some(row) = rows.next()?
            {
                let record: String = row.get(1)?;
                left = left.saturating_sub(record.len().max(1));
                found.push((row.get(0)?, record));
            }
            Ok(found)
        })
    }
}

/// The columns of a run that lists need.
const RUN: &str = "id, created, changed, names, state, why, games, planned, seconds";

fn read_standing(row: &rusqlite::Row<'_>) -> rusqlite::Result<RunStanding> {
    let (names, state): (String, String) = (row.get("names")?, row.get("state")?);
    Ok(RunStanding {
        names: serde_json::from_str(&names).unwrap_or_default(),
        state: RunState::from_word(&state).unwrap_or(RunState::Failed),
        why: row.get("why")?,
        games: row.get::<_, i64>("games")?.cast_unsigned(),
        planned: row.get::<_, i64>("planned")?.cast_unsigned(),
        seconds: row.get("seconds")?,
        changed: row.get("changed")?,
    })
}

fn read_game(connection: &Connection, id: &str) -> rusqlite::Result<Option<StoredGame>> {
    let mut statement = connection.prepare_cached(
        "SELECT reference, titles, rules, text, seed, host, clock, undos, state, why, record, \
         winners, turn, created, changed, again
         FROM games JOIN rules ON rules = hash WHERE id = ?1",
    )?;
    let found = statement.query_row([id], |row| {
        let (host, state): (Vec<u8>, String) = (row.get(5)?, row.get(8)?);
        Ok(StoredGame {
            id: id.to_owned(),
            reference: row.get(0)?,
            titles: row.get(1)?,
            rules_hash: row.get(2)?,
            rules: row.get(3)?,
            seed: row.get(4)?,
            // A hash that is none fits no token.
            host: TokenHash::stored(&host).unwrap_or(TokenHash::new("")),
            clock: row.get(6)?,
            undos: row.get(7)?,
            state: GameState::from_word(&state).unwrap_or(GameState::Broken),
            why: row.get(9)?,
            seats: Vec::new(),
            record: row.get(10)?,
            winners: row.get(11)?,
            turn: row.get(12)?,
            created: row.get(13)?,
            changed: row.get(14)?,
            again: row.get(15)?,
        })
    });
    found.optional()
}

/// What the thread that writes has.
struct Writer {
    connection: Connection,
    space: Space,
    files: FilesInPlace,
    folder: PathBuf,
    /// Whether the files were gone when they were last looked for.
    is_gone: bool,
}

impl Writer {
    /// Writes what is ordered until it is told to end.
    fn write_all(&mut self, orders: &mpsc::Receiver<Order>) {
        let mut is_open = true;
        while is_open && let Ok(first) = orders.recv() {
            let (mut writes, mut waiting) = (Vec::new(), Vec::new());
            let mut next = Some(first);
            while let Some(Order::Write(write, done)) = next {
                writes.push(write);
                waiting.push(done);
                next = if writes.len() < BATCH { orders.try_recv().ok() } else { None };
                is_open = !matches!(next, Some(Order::Close));
            }
            is_open &= !writes.is_empty();
            let results = self.write_batch(&writes);
            for (done, result) in waiting.into_iter().zip(results) {
                // Who has gone in the meantime finds it stored.
                let _ = done.send(result);
            }
        }
    }

    /// Writes a batch, if the files are still there when it is written.
    fn write_batch(&mut self, writes: &[Write]) -> Vec<Result<(), StoreError>> {
        let gone = || writes.iter().map(|_| Err(StoreError::Gone)).collect();
        if !self.are_files_there() {
            return gone();
        }
        // Where the database takes everything back, as a full disk makes it do, each is written
        // alone.
        let results = self.write_together(writes).unwrap_or_else(|| {
            let alone = writes.iter().map(|write| self.write_together(std::slice::from_ref(write)));
            alone
                .map(|results| {
                    results.and_then(|mut results| results.pop()).unwrap_or(Err(StoreError::Full))
                })
                .collect()
        });
        // What was written into files that nobody finds again is not stored.
        if self.are_files_there() { results } else { gone() }
    }

    /// Whether the files are where they were. Whoever runs the server is told when they go.
    fn are_files_there(&mut self) -> bool {
        let was_gone = std::mem::replace(&mut self.is_gone, !self.files.are_there());
        if self.is_gone && !was_gone {
            error(format_args!(
                "{}: the database or its lock is gone, and nothing is stored until it is back",
                self.folder.display()
            ));
        }
        !self.is_gone
    }

    /// Writes a batch in one transaction. One that cannot be written does not keep the others from
    /// it; `None`: the database has taken everything back.
    fn write_together(&mut self, writes: &[Write]) -> Option<Vec<Result<(), StoreError>>> {
        let all = |why: StoreError| Some(writes.iter().map(|_| Err(why.clone())).collect());
        let mut transaction = match self
            .connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
        {
            Ok(transaction) => transaction,
            Err(why) => return all(why.into()),
        };
        let mut results = Vec::with_capacity(writes.len());
        for write in writes {
            let one = transaction.savepoint().map_err(StoreError::from).and_then(|savepoint| {
                self.space.make_room(&savepoint, write)?;
                write_one(&savepoint, write)?;
                Ok(savepoint.commit()?)
            });
            results.push(one);
            if transaction.is_autocommit() {
                return None;
            }
        }
        match transaction.commit() {
            Ok(()) => Some(results),
            Err(why) => all(why.into()),
        }
    }
}

fn write_one(connection: &Connection, write: &Write) -> rusqlite::Result<()> {
    match write {
        Write::Game(game, first) => {
            write_game(connection, game)?;
            write_step(connection, &game.id, 0, first)?;
        }
        Write::Uploads(games) => games.iter().try_for_each(|game| write_game(connection, game))?,
        Write::Step { game, step, what, standing } => {
            write_step(connection, game, *step, what)?;
            write_standing(connection, game, standing)?;
        }
        Write::Undo { game, step, standing } => {
            connection
                .prepare_cached("DELETE FROM steps WHERE game = ?1 AND step >= ?2")?
                .execute(params![game, step])?;
            write_standing(connection, game, standing)?;
        }
        Write::Seat { game, seat, what } => write_seat(connection, game, *seat, what)?,
        Write::Again { game, next } => {
            connection
                .prepare_cached("UPDATE games SET again = ?2 WHERE id = ?1")?
                .execute(params![game, next])?;
        }
        Write::End { game, state, why } => {
            connection
                .prepare_cached(
                    "UPDATE games SET state = ?2, why = ?3, changed = ?4, spared = 0 WHERE id = ?1",
                )?
                .execute(params![game, state.word(), why, now()])?;
        }
        Write::Run(run) => {
            let StoredRun { id, host, asked, created, standing, part } = &**run;
            connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO runs (id, created, changed, host, asked, names, state, \
                     why, games, planned, seconds, part)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
                )?
                .execute(params![
                    id,
                    created,
                    standing.changed,
                    host.bytes(),
                    asked,
                    Json::list(&standing.names).to_string(),
                    standing.state.word(),
                    standing.why,
                    standing.games.cast_signed(),
                    standing.planned.cast_signed(),
                    standing.seconds,
                    part
                ])?;
        }
        Write::Expire { before } => {
            age::expire(connection, *before)?;
        }
        Write::Forget { before } => space::remove_old(connection, *before)?,
        Write::Used { games, time } => age::use_all(connection, games, *time)?,
        Write::Jump(jump) => age::jump(connection, *jump)?,
    }
    Ok(())
}

fn write_game(connection: &Connection, game: &StoredGame) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO rules (hash, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
        .execute(params![game.rules_hash, game.rules])?;
    connection
        .prepare_cached(
            "INSERT INTO games (rowid, id, created, changed, reference, titles, rules, seed, host, \
             clock, undos, turn, state, why, winners, record)
             VALUES ((SELECT max(number, (SELECT coalesce(max(rowid), 0) FROM games)) + 1 FROM \
             gone), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        )?
        .execute(params![
            game.id,
            game.created,
            game.changed,
            game.reference,
            game.titles,
            game.rules_hash,
            game.seed,
            game.host.bytes(),
            game.clock,
            game.undos,
            game.turn,
            game.state.word(),
            game.why,
            game.winners,
            game.record
        ])?;
    (0u8..)
        .zip(&game.seats)
        .try_for_each(|(number, seat)| write_seat(connection, &game.id, number, seat))
}

fn write_seat(
    connection: &Connection,
    game: &str,
    number: u8,
    seat: &StoredSeat,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO seats (game, seat, name, folded, token, away) \
            VALUES (?1, ?2, ?3, folded(?3), ?4, ?5)",
        )?
        .execute(params![
            game,
            number,
            seat.name,
            seat.token.as_ref().map(TokenHash::bytes),
            seat.is_away
        ])?;
    Ok(())
}

fn write_step(
    connection: &Connection,
    game: &str,
    step: u32,
    what: &StoredStep,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO steps (game, step, seat, choice, events) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![game, step, what.seat, what.choice, what.events])?;
    Ok(())
}

fn write_standing(
    connection: &Connection,
    game: &str,
    standing: &Standing,
) -> rusqlite::Result<()> {
    let (winners, record) = standing
        .ended
        .as_ref()
        .map_or((None, None), |(winners, record)| (Some(winners), Some(record)));
    let state = if record.is_some() { GameState::Over } else { GameState::Running };
    let changed = connection
        .prepare_cached(
            "UPDATE games SET changed = ?2, spared = 0, turn = ?3, undos = ?4, state = ?5, winners \
             = ?6, record = ?7 WHERE id = ?1",
        )?
        .execute(params![
            game,
            now(),
            standing.turn,
            standing.undos,
            state.word(),
            winners,
            record
        ])?;
    // The game may have gone from the history in the meantime.
    if changed == 1 { Ok(()) } else { Err(rusqlite::Error::QueryReturnedNoRows) }
}
