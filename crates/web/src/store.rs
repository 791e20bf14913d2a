//! The games in a database, so that they survive the server.
//!
//! One thread writes. It takes all that waits into one transaction, so that many games a second
//! share the time that the disk needs. A caller that writes waits until that transaction is on the
//! disk, and shows nothing before.

mod age;
mod backup;
mod error;
mod evenings;
mod files;
pub(super) mod history;
mod space;
mod stored;
mod tables;
#[cfg(test)]
mod tests;
mod writer;

pub use self::backup::back_up;
pub use self::error::StoreError;
pub(super) use self::evenings::Dealt;
pub(super) use self::files::{file_in, lock_in, make_private};
pub(super) use self::history::Holders;
pub(super) use self::space::prune;
pub(super) use self::stored::{
    GameState, Origin, RunStanding, RunState, Standing, StoredEnd, StoredGame, StoredPlace,
    StoredRun, StoredSeat, StoredStep, StoredTable, Write, now,
};

use self::files::{connect, migrate};
use self::space::Space;
use self::writer::{Order, Writer};
use super::token::TokenHash;
use rusqlite::{Connection, OptionalExtension as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use tokio::sync::oneshot;
use tsuro_pages::history::LISTED;
use tsuro_pages::run::KeptRun;
use tsuro_world::files::FilesInPlace;

/// A connection that only reads; `None`: the database is closed.
type Reader = Mutex<Option<Connection>>;

/// A way to write into the database.
#[derive(Clone)]
pub(super) struct Orders(mpsc::Sender<Order>);

impl Orders {
    fn give(&self, write: Write) -> Result<Waiting, StoreError> {
        let (done, stored) = oneshot::channel();
        self.0.send(Order::Write(write, done)).map_err(|_| StoreError::Stopping)?;
        Ok(stored)
    }

    /// As [`Store::write`], for threads that may wait.
    ///
    /// # Errors
    /// Why it was not stored.
    pub(super) fn write_and_wait(&self, write: Write) -> Result<(), StoreError> {
        self.give(write)?.blocking_recv().map_err(|_| StoreError::Stopping)?
    }
}

/// What comes when a change is on the disk.
type Waiting = oneshot::Receiver<Result<(), StoreError>>;

/// The database of a server.
pub(super) struct Store {
    orders: Orders,
    reader: Reader,
    /// For searches, which may take long: no other reader waits for it.
    searcher: Reader,
    /// Breaks off a search.
    is_closing: Arc<AtomicBool>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Store {
    /// Opens the database in a folder, or makes it; it grows to at most `most_bytes` bytes.
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
        Ok(Self { orders: Orders(orders), reader, searcher, is_closing: Arc::default(), writer })
    }

    /// Writes what is still to be written, and closes the database, so that all of it is in one
    /// file.
    pub(super) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        // The one that is closed last leaves nothing beside the file.
        for reader in [&self.reader, &self.searcher] {
            reader.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
        let _ = self.orders.0.send(Order::Close);
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
        self.orders.give(write)?.await.map_err(|_| StoreError::Stopping)?
    }

    /// Stores a change, without waiting for it.
    pub(super) fn note(&self, write: Write) {
        // What is not stored is as it was after a restart.
        let _ = self.orders.give(write);
    }

    /// As [`write`](Self::write), for threads that may wait.
    ///
    /// # Errors
    /// Why it was not stored.
    pub(super) fn write_and_wait(&self, write: Write) -> Result<(), StoreError> {
        self.orders.write_and_wait(write)
    }

    /// A way to write for those who need nothing else of the database.
    pub(super) fn orders(&self) -> Orders {
        self.orders.clone()
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
                "SELECT name, token, away, reserve FROM seats WHERE game = ?1 ORDER BY seat",
            )?;
            let seats = statement.query_map([id], |row| {
                let token: Option<Vec<u8>> = row.get(1)?;
                let token = token.and_then(|bytes| TokenHash::stored(&bytes));
                Ok(StoredSeat {
                    name: row.get(0)?,
                    token,
                    is_away: row.get(2)?,
                    reserve: row.get(3)?,
                })
            })?;
            game.seats = seats.collect::<Result<_, _>>()?;
            game.evening = evenings::of_game(connection, id)?;
            let mut statement = connection.prepare_cached(
                "SELECT seat, choice, events FROM steps WHERE game = ?1 ORDER BY step",
            )?;
            let steps = statement.query_map([id], |row| {
                Ok(StoredStep { seat: row.get(0)?, choice: row.get(1)?, events: row.get(2)? })
            })?;
            Ok(Some((game, steps.collect::<Result<_, _>>()?)))
        })
    }

    /// Running games that have not changed since then.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) fn expired(&self, before: i64) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id FROM games WHERE state = 'running' AND changed + spared < ?1",
            )?;
            statement.query_map([before], |row| row.get(0))?.collect()
        })
    }

    /// All tables before their games.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) fn tables(&self) -> Result<Vec<StoredTable>, StoreError> {
        self.read(tables::all)
    }

    /// The game of the people who gathered at a table, once it has begun.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) fn begun(&self, table: &str) -> Result<Option<String>, StoreError> {
        self.read(|connection| tables::begun(connection, table))
    }

    /// The tables before their games that nobody has used since then.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) fn unused_tables(&self, before: i64) -> Result<Vec<String>, StoreError> {
        self.read(|connection| tables::unused(connection, before))
    }

    /// For how many seconds servers have run.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) fn ran(&self) -> Result<i64, StoreError> {
        self.read(|connection| {
            connection.query_row("SELECT seconds FROM ran", [], |row| row.get(0))
        })
    }

    /// Games with clocks that have to be gone on with when servers have run for `ran` seconds: the
    /// time of a decision is over, or its clock has not begun to run, or a bot is to decide.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) fn due(&self, ran: i64) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id FROM games WHERE state = 'running' AND clock IS NOT NULL AND waits IS \
                 NOT NULL AND (due IS NULL OR due <= ?1)",
            )?;
            statement.query_map([ran], |row| row.get(0))?.collect()
        })
    }

    /// Games that wait for persons who were not called, and that have changed since then, the last
    /// ones first; not those of one person without a clock, who is never called.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) fn uncalled(&self, since: i64) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id FROM games JOIN seats ON game = id AND seat = waits
                 WHERE state = 'running' AND changed + spared > ?1 AND called = 0 AND token IS NOT \
                 NULL AND away = 0 AND (
                     clock IS NOT NULL OR
                     (SELECT count(token) FROM seats AS persons WHERE persons.game = id) > 1
                 ) ORDER BY changed DESC",
            )?;
            statement.query_map([since], |row| row.get(0))?.collect()
        })
    }

    /// When a game was last changed or used, in seconds since 1970; `None`: there is no game.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) fn newest(&self) -> Result<Option<i64>, StoreError> {
        self.read(|connection| {
            connection.query_row("SELECT max(changed + spared) FROM games", [], |row| row.get(0))
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
                    kept: KeptRun {
                        asked: row.get("asked")?,
                        created: row.get("created")?,
                        standing: read_standing(row)?,
                        part: row.get("part")?,
                    },
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
    /// with this number; each with its number. They end with the record with which they reach
    /// `bytes` bytes.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) fn records_after(
        &self,
        number: i64,
        bytes: usize,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached(&format!("{RECORDS} AND rowid > ?1 ORDER BY rowid"))?;
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

/// The records that everybody may read: of games that are over or were uploaded.
const RECORDS: &str = "SELECT rowid, record FROM games WHERE state IN ('over', 'uploaded') AND \
                       record IS NOT NULL AND id NOT IN (SELECT game FROM sealed)";

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
         winners, turn, created, changed, again, beginning, waits, due, clock, games.reserve, chat, \
         onlookers, called
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
            clock: tables::time_limit(row, 19)?,
            talk: tables::talk(row, 21)?,
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
            evening: None,
            beginning: row.get(16)?,
            waits: row.get(17)?,
            is_called: row.get(23)?,
            due: row.get(18)?,
        })
    });
    found.optional()
}
