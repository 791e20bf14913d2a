//! How large the database may become, and what goes first: games from elsewhere, then games and
//! runs that have ended, the oldest first. Games that go on never go, and find room when there is
//! none for new ones.

use super::error::StoreError;
use super::evenings;
use super::files::{SCRIPTS, connect, file_in, migrate};
use super::stored::{StoredGame, Write};
use rusqlite::{Connection, params};
use std::path::Path;

/// How many games or runs go at once to make room.
const FOR_ROOM: u32 = 4;
/// How often room is made for a change of a game that goes on, and for something new. Others wait
/// meanwhile.
const ROUNDS: [usize; 2] = [16, 1024];
/// How many are removed at once because they are old.
const OLD_ONES: u32 = 64;
/// How often some are removed in one step because they are old.
const OLD_ROUNDS: usize = 4;
/// Pages that a change may need beside the pages for its texts.
const BESIDE: u64 = 8;

/// What was removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Pruned {
    pub games: usize,
    pub runs: usize,
}

/// The room that the database has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Space {
    /// The size of a page, in bytes.
    page: u64,
    /// The most pages.
    most: u64,
}

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<u64> {
    connection.pragma_query_value(None, name, |row| row.get(0)).map(i64::cast_unsigned)
}

impl Space {
    /// Limits a database to `most_bytes` bytes.
    pub(super) fn new(connection: &Connection, most_bytes: u64) -> rusqlite::Result<Self> {
        let page = pragma(connection, "page_size")?.max(1);
        let most = most_bytes / page;
        connection.pragma_update(
            None,
            "max_page_count",
            i64::try_from(most).unwrap_or(i64::MAX),
        )?;
        Ok(Self { page, most })
    }

    /// Makes room for a change: what has ended goes when an eighth is left. What is new is refused
    /// where a sixteenth is left all the same, and leaves that to the games that go on.
    ///
    /// # Errors
    /// There is no room.
    pub(super) fn make_room(
        self,
        connection: &Connection,
        write: &Write,
    ) -> Result<(), StoreError> {
        let Some((bytes, mut is_new)) = size(write) else { return Ok(()) };
        let known = match write {
            Write::Run(run) => Some(("SELECT 1 FROM runs WHERE id = ?1", &run.id)),
            Write::Table(table) => Some(("SELECT 1 FROM tables WHERE id = ?1", &table.id)),
            _ => None,
        };
        if let Some((query, id)) = known {
            is_new = !connection.prepare_cached(query)?.exists([id])?;
        }
        // Texts of a page each and more leave parts of pages empty.
        let needed = (bytes as u64 * 9 / 8).div_ceil(self.page) + BESIDE;
        let is_within = |most: u64| -> rusqlite::Result<bool> {
            Ok(pragma(connection, "page_count")? - pragma(connection, "freelist_count")? + needed
                <= most)
        };
        for _ in 0..ROUNDS[usize::from(is_new)] {
            if is_within(self.most / 8 * 7)?
                || remove_oldest(connection, i64::MAX, FOR_ROOM)? == Pruned::default()
            {
                break;
            }
        }
        if is_new && !is_within(self.most / 16 * 15)? { Err(StoreError::Full) } else { Ok(()) }
    }
}

/// How many bytes of text a change stores, and whether it is something new; `None`: it needs no
/// room.
fn size(write: &Write) -> Option<(usize, bool)> {
    let game = |game: &StoredGame| {
        let texts = [&game.record, &game.beginning];
        let record: usize = texts.into_iter().flatten().map(String::len).sum();
        // Rules are stored once, but perhaps for the first time.
        let names: usize = game.seats.iter().map(|seat| 3 * seat.name.len() + 64).sum();
        game.rules.len() + game.titles.len() + game.reference.len() + record + names
    };
    match write {
        Write::Game(new, first, _) => Some((game(new) + first.events.len(), true)),
        Write::Table(table) => Some((
            table.rules.len()
                + table.titles.len()
                + table.reference.len()
                + 128 * table.places.len(),
            true,
        )),
        Write::Uploads(games) => Some((games.iter().map(game).sum(), true)),
        Write::Run(run) => Some((run.kept.asked.len() + run.kept.part.len(), true)),
        Write::Step { what, standing, .. } => {
            let ended = standing.ended.as_ref();
            let record =
                ended.map_or(0, |end| end.winners.len() + end.places.len() + end.record.len());
            Some((what.events.len() + what.choice.as_ref().map_or(0, String::len) + record, false))
        }
        Write::Feedback { record, .. } | Write::Comments { record, .. } => {
            Some((record.len(), false))
        }
        Write::Undo { .. } | Write::Seat { .. } | Write::End { .. } => Some((0, false)),
        Write::Expire { .. }
        | Write::Forget { .. }
        | Write::Used { .. }
        | Write::TablesUsed { .. }
        | Write::TablesGone(_)
        | Write::Due { .. }
        | Write::Ran(_)
        | Write::Called(_)
        | Write::Jump(_) => None,
    }
}

/// Removes some of the oldest games and runs that have ended and not changed since then: uploads,
/// as long as there are any.
fn remove_oldest(connection: &Connection, before: i64, most: u32) -> rusqlite::Result<Pruned> {
    let mut found = connection.prepare_cached(
        "SELECT id FROM games WHERE state = 'uploaded' AND changed + \
            spared < ?1 ORDER BY changed LIMIT ?2",
    )?;
    let uploads = found.query_map(params![before, most], |row| Ok((row.get(0)?, true)))?;
    let mut going: Vec<(String, bool)> = uploads.collect::<Result<_, _>>()?;
    let mut found = connection.prepare_cached(
        "SELECT id, is_game FROM (
            SELECT * FROM (SELECT id, changed, 1 AS is_game FROM games
                           WHERE state NOT IN ('running', 'uploaded') AND changed + spared < ?1 \
                           ORDER BY changed LIMIT ?2)
            UNION ALL
            SELECT * FROM (SELECT id, changed, 0 FROM runs WHERE state <> 'running' AND changed < \
            ?1 ORDER BY changed LIMIT ?2)
         ) ORDER BY changed LIMIT ?2",
    )?;
    if going.is_empty() {
        let ended = found.query_map(params![before, most], |row| Ok((row.get(0)?, row.get(1)?)))?;
        going = ended.collect::<Result<_, _>>()?;
    }
    let mut pruned = Pruned::default();
    for (id, is_game) in going {
        if is_game {
            remove_game(connection, &id)?;
            pruned.games += 1;
        } else {
            pruned.runs +=
                connection.prepare_cached("DELETE FROM runs WHERE id = ?1")?.execute([&id])?;
        }
    }
    Ok(pruned)
}

/// Removes some of what has ended and not changed since then.
pub(super) fn remove_old(connection: &Connection, before: i64) -> rusqlite::Result<()> {
    for _ in 0..OLD_ROUNDS {
        if remove_oldest(connection, before, OLD_ONES)? == Pruned::default() {
            break;
        }
    }
    Ok(())
}

/// Removes a game with its seats and steps, and its rules where no other game has them.
fn remove_game(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    let rules: String = connection
        .prepare_cached("SELECT rules FROM games WHERE id = ?1")?
        .query_row([id], |row| row.get(0))?;
    connection.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([id])?;
    connection
        .prepare_cached(
            "DELETE FROM rules WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM games \
            WHERE rules = ?1)",
        )?
        .execute([rules])?;
    Ok(())
}

/// Removes what has ended in the database of a folder and has not changed since then. `is_alone`:
/// no server uses the folder, and none begins to; the file then becomes smaller as well.
///
/// # Errors
/// Why not all of it was removed.
pub(crate) fn prune(folder: &Path, before: i64, is_alone: bool) -> Result<Pruned, StoreError> {
    let path = file_in(folder);
    let mut connection = connect(&path)?;
    if !is_alone && pragma(&connection, "user_version")? < SCRIPTS.len() as u64 {
        return Err(StoreError::Older(path));
    }
    migrate(&mut connection, &path)?;
    let mut all = Pruned::default();
    loop {
        // In small steps, between which a server can write.
        let transaction =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let pruned = remove_oldest(&transaction, before, OLD_ONES)?;
        transaction.commit()?;
        if pruned == Pruned::default() {
            break;
        }
        all.games += pruned.games;
        all.runs += pruned.runs;
    }
    evenings::remove_old(&connection, before)?;
    if is_alone {
        connection.execute("VACUUM", [])?;
    }
    Ok(all)
}
