//! Club evenings in the database.

use super::Store;
use super::error::StoreError;
use super::stored::{StoredGame, now};
use rusqlite::{Connection, OptionalExtension as _, params};
use tsuro::json::json;
use tsuro_pages::evening::{Evening, EveningGame, EveningRound};
use tsuro_pages::ratings::RatedGame;

/// The most games of evenings, games by themselves among them; of more, the oldest evenings go.
const MOST_ROUNDS: u32 = 50_000;

/// Notes a new game of an evening, if it is one.
///
/// # Errors
/// Others know its deal, or it cannot be written.
pub(super) fn begin(connection: &Connection, game: &StoredGame) -> Result<(), StoreError> {
    let Some(EveningGame { evening, games, number, board, is_duplicate }) = &game.evening else {
        return Ok(());
    };
    // Whoever opens it has looked before; in the meantime the last game with this deal may have
    // ended.
    if matches!(dealt(connection, evening, *number)?, Dealt::Known) {
        return Err(StoreError::DealKnown);
    }
    connection
        .prepare_cached(
            "INSERT INTO evenings (id, changed, titles, games, duplicate)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (id) DO UPDATE SET changed = excluded.changed",
        )?
        .execute(params![evening, now(), game.titles, games, is_duplicate])?;
    let names: Vec<&str> = game.seats.iter().map(|seat| seat.name.as_str()).collect();
    connection
        .prepare_cached(
            "INSERT INTO rounds (evening, board, number, game, names, seed)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![evening, board, number, game.id, json!(names).to_string(), game.seed])?;
    Ok(())
}

/// Notes how a game ended, or that it goes on again.
pub(super) fn note_places(
    connection: &Connection,
    game: &str,
    places: Option<&str>,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE rounds SET places = ?2 WHERE game = ?1")?
        .execute(params![game, places])?;
    connection
        .prepare_cached(
            "UPDATE evenings SET changed = ?2
             WHERE id = (SELECT evening FROM rounds WHERE game = ?1)",
        )?
        .execute(params![game, now()])?;
    Ok(())
}

/// What is known of the deal of the games with a number in an evening.
pub(crate) enum Dealt {
    /// No table has played it.
    Not,
    /// A table plays it or has played it, with this seed, and no other people have seen it.
    Sealed(String),
    /// All may have seen it.
    Known,
}

fn dealt(connection: &Connection, evening: &str, number: u32) -> rusqlite::Result<Dealt> {
    let mut dealt = connection.prepare_cached(
        "SELECT seed, EXISTS (SELECT 1 FROM sealed WHERE sealed.game = rounds.game) FROM rounds
         WHERE evening = ?1 AND number = ?2 LIMIT 1",
    )?;
    let found = dealt.query_row(params![evening, number], |row| Ok((row.get(0)?, row.get(1)?)));
    Ok(match found.optional()? {
        None => Dealt::Not,
        Some((seed, true)) => Dealt::Sealed(seed),
        Some((_, false)) => Dealt::Known,
    })
}

/// Notes that a person of a game has another name. Once somebody has chosen, a result belongs to the
/// names of before: nobody leaves a loss to another name.
pub(super) fn rename(
    connection: &Connection,
    game: &str,
    seat: u8,
    name: &str,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE rounds SET names = json_set(names, '$[' || ?2 || ']', ?3)
             WHERE game = ?1 AND NOT EXISTS (SELECT 1 FROM steps WHERE game = ?1 AND step > 0)",
        )?
        .execute(params![game, seat, name])?;
    Ok(())
}

/// Which game of an evening a game is.
pub(super) fn of_game(
    connection: &Connection,
    game: &str,
) -> rusqlite::Result<Option<EveningGame>> {
    let mut found = connection.prepare_cached(
        "SELECT id, games, number, board, duplicate FROM rounds JOIN evenings ON id = evening
         WHERE game = ?1",
    )?;
    let found = found.query_row([game], |row| {
        Ok(EveningGame {
            evening: row.get(0)?,
            games: row.get(1)?,
            number: row.get(2)?,
            board: row.get(3)?,
            is_duplicate: row.get(4)?,
        })
    });
    found.optional()
}

/// Removes the evenings that have not changed since then, and the oldest ones where there are too
/// many; not those of which a game goes on.
pub(super) fn remove_old(connection: &Connection, before: i64) -> rusqlite::Result<()> {
    const IDLE: &str = "id NOT IN (
        SELECT evening FROM rounds JOIN games ON games.id = game WHERE state = 'running'
    )";
    connection.execute(&format!("DELETE FROM evenings WHERE changed < ?1 AND {IDLE}"), [before])?;
    let is_full = |most: u32| {
        let count = "SELECT count(*) > ?1 FROM rounds";
        connection.query_row(count, [most], |row| row.get::<_, bool>(0))
    };
    let oldest = format!(
        "DELETE FROM evenings
         WHERE id = (SELECT id FROM evenings WHERE {IDLE} ORDER BY changed LIMIT 1)"
    );
    while is_full(MOST_ROUNDS)? && connection.execute(&oldest, [])? > 0 {}
    Ok(())
}

impl Store {
    /// All games of evenings that have a result.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) fn rated_games(&self) -> Result<Vec<RatedGame>, StoreError> {
        self.read(|connection| {
            let mut games = connection.prepare_cached(
                "SELECT names, places FROM rounds WHERE places IS NOT NULL
                 ORDER BY evening, number, board",
            )?;
            let games = games.query_map([], |row| {
                let (names, places): (String, String) = (row.get(0)?, row.get(1)?);
                let names: Vec<String> = serde_json::from_str(&names).unwrap_or_default();
                let places: Vec<usize> = serde_json::from_str(&places).unwrap_or_default();
                Ok(RatedGame::new(&names, &places))
            })?;
            games.collect()
        })
    }

    /// How games with this number are dealt in an evening.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) fn dealt(&self, evening: &str, number: u32) -> Result<Dealt, StoreError> {
        self.read(|connection| dealt(connection, evening, number))
    }

    /// Whether only its own players see a game: another table is still to play its deal.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) fn is_sealed(&self, game: &str) -> Result<bool, StoreError> {
        self.read(|connection| {
            connection.prepare_cached("SELECT 1 FROM sealed WHERE game = ?1")?.exists([game])
        })
    }

    /// An evening with its games.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) fn evening(&self, id: &str) -> Result<Option<Evening>, StoreError> {
        self.read(|connection| {
            let mut evening = connection
                .prepare_cached("SELECT titles, games, duplicate FROM evenings WHERE id = ?1")?;
            let evening = evening.query_row([id], |row| {
                Ok(Evening {
                    id: id.to_owned(),
                    titles: row.get(0)?,
                    games: row.get(1)?,
                    is_duplicate: row.get(2)?,
                    rounds: Vec::new(),
                })
            });
            let Some(mut evening) = evening.optional()? else { return Ok(None) };
            let mut rounds = connection.prepare_cached(
                "SELECT game, state, names, places, number, board,
                 EXISTS (SELECT 1 FROM sealed WHERE sealed.game = rounds.game) FROM rounds
                 LEFT JOIN games ON id = game WHERE evening = ?1 ORDER BY number, board",
            )?;
            let rounds = rounds.query_map([id], |row| {
                let (names, places): (String, Option<String>) = (row.get(2)?, row.get(3)?);
                let place = (row.get(4)?, row.get(5)?, row.get(6)?);
                let (game, state) = (row.get(0)?, row.get(1)?);
                Ok(EveningRound::stored(game, state, &names, places.as_deref(), place))
            })?;
            evening.rounds = rounds.collect::<Result<_, _>>()?;
            Ok(Some(evening))
        })
    }
}
