//! How old games are in the database: what has changed or was used last, and what does not count.

use crate::age::Jump;
use rusqlite::{Connection, params};

/// Ends running games that have not changed since then.
pub(super) fn expire(connection: &Connection, before: i64) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE games SET state = 'expired' WHERE state = 'running' AND changed + spared < ?1",
        )?
        .execute(params![before])?;
    Ok(())
}

/// Notes that games are in use at a time.
pub(super) fn use_all(
    connection: &Connection,
    games: &[String],
    time: i64,
) -> rusqlite::Result<()> {
    let mut used =
        connection.prepare_cached("UPDATE games SET spared = ?2 - changed WHERE id = ?1")?;
    for game in games {
        used.execute(params![game, time])?;
    }
    Ok(())
}

/// Keeps all games, runs, tables and evenings as old as they were before a jump of the clock. What
/// has changed since is of the new time already.
pub(super) fn jump(connection: &Connection, Jump { from, to }: Jump) -> rusqlite::Result<()> {
    let texts = if to > from {
        [
            "UPDATE games SET spared = spared + ?1 WHERE changed + spared <= ?2",
            "UPDATE runs SET changed = changed + ?1 WHERE changed <= ?2",
            "UPDATE tables SET changed = changed + ?1 WHERE changed <= ?2",
            "UPDATE evenings SET changed = changed + ?1 WHERE changed <= ?2",
        ]
    } else {
        [
            "UPDATE games SET spared = spared + ?1 WHERE changed + spared > ?2",
            "UPDATE runs SET changed = changed + ?1 WHERE changed > ?2",
            "UPDATE tables SET changed = changed + ?1 WHERE changed > ?2",
            "UPDATE evenings SET changed = changed + ?1 WHERE changed > ?2",
        ]
    };
    for text in texts {
        connection.execute(text, params![to - from, from.min(to)])?;
    }
    Ok(())
}
