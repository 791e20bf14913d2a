//! The tables before their games, in the database.

use super::stored::{StoredPlace, StoredTable, now};
use crate::token::TokenHash;
use rusqlite::{Connection, OptionalExtension as _, params};
use tsuro_pages::table::{TalkRules, TimeLimit};

/// The time that players have: the time for each decision and the reserve, from this column on.
pub(super) fn time_limit(
    row: &rusqlite::Row<'_>,
    column: usize,
) -> rusqlite::Result<Option<TimeLimit>> {
    let (each, reserve): (Option<u32>, u32) = (row.get(column)?, row.get(column + 1)?);
    Ok(each.map(|each| TimeLimit { each, reserve }))
}

/// What people may say, from this column on.
pub(super) fn talk(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<TalkRules> {
    Ok(TalkRules { chat: row.get(column)?, onlookers: row.get(column + 1)? })
}

/// Writes a table as it is now, new or not.
pub(super) fn write(connection: &Connection, table: &StoredTable) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO tables (id, changed, word, host, reference, titles, hash, rules, clock, \
             reserve, chat, onlookers, secret, evening)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
             ON CONFLICT (id) DO UPDATE SET changed = excluded.changed",
        )?
        .execute(params![
            table.id,
            now(),
            table.word,
            table.host.bytes(),
            table.reference,
            table.titles,
            table.rules_hash,
            table.rules,
            table.clock.map(|clock| clock.each),
            table.clock.map_or(0, |clock| clock.reserve),
            table.talk.chat,
            table.talk.onlookers,
            table.secret,
            table.evening,
        ])?;
    let mut place = connection.prepare_cached(
        "INSERT OR REPLACE INTO places (gathering, seat, name, token, lot)
         VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (seat, StoredPlace { name, token, lot }) in (0u8..).zip(&table.places) {
        place.execute(params![table.id, seat, name, token.as_ref().map(TokenHash::bytes), lot])?;
    }
    Ok(())
}

/// The game of a table begins: the table goes.
pub(super) fn begin(connection: &Connection, table: &str, game: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE games SET gathered = ?2 WHERE id = ?1")?
        .execute([game, table])?;
    connection.prepare_cached("DELETE FROM tables WHERE id = ?1")?.execute([table])?;
    Ok(())
}

/// The game of the people who gathered at a table.
pub(super) fn begun(connection: &Connection, table: &str) -> rusqlite::Result<Option<String>> {
    connection
        .prepare_cached("SELECT id FROM games WHERE gathered = ?1")?
        .query_row([table], |row| row.get(0))
        .optional()
}

/// Notes that tables are in use at a time.
pub(super) fn use_all(
    connection: &Connection,
    tables: &[String],
    time: i64,
) -> rusqlite::Result<()> {
    let mut used = connection.prepare_cached("UPDATE tables SET changed = ?2 WHERE id = ?1")?;
    tables.iter().try_for_each(|table| used.execute(params![table, time]).map(drop))
}

/// Removes tables with their places.
pub(super) fn remove(connection: &Connection, tables: &[String]) -> rusqlite::Result<()> {
    let mut gone = connection.prepare_cached("DELETE FROM tables WHERE id = ?1")?;
    tables.iter().try_for_each(|table| gone.execute([table]).map(drop))
}

/// The tables that nobody has used since then.
pub(super) fn unused(connection: &Connection, before: i64) -> rusqlite::Result<Vec<String>> {
    let mut old = connection.prepare_cached("SELECT id FROM tables WHERE changed < ?1")?;
    old.query_map([before], |row| row.get(0))?.collect()
}

/// All tables.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<StoredTable>> {
    let mut tables = connection.prepare_cached(
        "SELECT id, word, host, reference, titles, hash, rules, clock, reserve, chat, \
         onlookers, secret, evening FROM tables",
    )?;
    let table = |row: &rusqlite::Row<'_>| {
        let host: Vec<u8> = row.get(2)?;
        Ok(StoredTable {
            id: row.get(0)?,
            word: row.get(1)?,
            // A hash that is none fits no token.
            host: TokenHash::stored(&host).unwrap_or(TokenHash::new("")),
            reference: row.get(3)?,
            titles: row.get(4)?,
            rules_hash: row.get(5)?,
            rules: row.get(6)?,
            clock: time_limit(row, 7)?,
            talk: talk(row, 9)?,
            secret: row.get(11)?,
            evening: row.get(12)?,
            places: Vec::new(),
        })
    };
    let mut tables: Vec<StoredTable> = tables.query_map([], table)?.collect::<Result<_, _>>()?;
    let mut places = connection
        .prepare_cached("SELECT name, token, lot FROM places WHERE gathering = ?1 ORDER BY seat")?;
    for table in &mut tables {
        let place = |row: &rusqlite::Row<'_>| {
            let token: Option<Vec<u8>> = row.get(1)?;
            let token = token.and_then(|bytes| TokenHash::stored(&bytes));
            Ok(StoredPlace { name: row.get(0)?, token, lot: row.get(2)? })
        };
        table.places = places.query_map([&table.id], place)?.collect::<Result<_, _>>()?;
    }
    Ok(tables)
}
