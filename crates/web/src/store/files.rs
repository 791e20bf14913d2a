//! The files of a server, and connections to its database.

use super::error::StoreError;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tsuro_world::files::{WriteError, make_private_file, make_private_folder};

/// The scripts that make the database, in the order in which they were written. New ones are added
/// at the end.
pub(super) const SCRIPTS: &[&str] = &[
    include_str!("../schema.sql"),
    include_str!("../runs.sql"),
    include_str!("../again.sql"),
    include_str!("../bounds.sql"),
    include_str!("../spared.sql"),
    include_str!("../beginning.sql"),
    include_str!("../tables.sql"),
    include_str!("../days.sql"),
    include_str!("../talk.sql"),
    include_str!("../evenings.sql"),
    include_str!("../calls.sql"),
    include_str!("../rests.sql"),
];

/// The file in the folder of the server.
pub(super) const FILE: &str = "games.sqlite";
/// The file that keeps other servers out of the folder.
pub(super) const LOCK: &str = "server.lock";
/// What the database keeps beside its file while it is open.
pub(super) const BESIDE: [&str; 2] = ["games.sqlite-wal", "games.sqlite-shm"];

/// The file of the games in a folder.
pub(crate) fn file_in(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// The file that keeps other servers out of a folder.
pub(crate) fn lock_in(folder: &Path) -> PathBuf {
    folder.join(LOCK)
}

/// Makes the folder of a server, and keeps others from its files.
///
/// # Errors
/// It cannot be made.
pub(crate) fn make_private(folder: &Path) -> Result<(), WriteError> {
    make_private_folder(folder, &[FILE, LOCK, BESIDE[0], BESIDE[1]])?;
    for name in
        BESIDE.iter().chain(&[LOCK]).map(|name| folder.join(name)).filter(|path| path.exists())
    {
        make_private_file(&name)?;
    }
    // The database gives its permissions to the files beside it.
    make_private_file(&file_in(folder))
}

pub(super) fn connect(path: &Path) -> Result<Connection, StoreError> {
    // `file:` at the beginning of a path would be read as an address, with options after a `?`.
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(Duration::from_secs(10))?;
    // With the write-ahead log readers do not wait for the writer. `FULL` has the log on the disk
    // before a commit returns, so that not even a power cut loses what a client has seen.
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
pub(super) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
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
