//! The games of a server as they are listed, and found by the names of their players.

use super::error::StoreError;
use super::{RECORDS, Store};
use crate::token::TokenHash;
use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, OptionalExtension as _, params_from_iter};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tsuro_pages::bounds::{LONGEST_PLAYER, LONGEST_REFERENCE};
use tsuro_pages::history::{HistoryEntry, HistoryFilter, LISTED};

/// How long a search may take, waiting for others included.
const LONGEST_SEARCH: Duration = Duration::from_secs(3);
/// Steps of the database's machine after which a search looks at the clock.
const LOOKS: i32 = 10_000;

/// Which games a filter finds, for the database.
struct FilterTerms {
    /// What stands in front of the question.
    before: &'static str,
    /// What the games have to fulfil.
    conditions: String,
    values: Vec<SqlValue>,
}

/// What a filter asks of the database.
fn terms(wanted: &HistoryFilter) -> FilterTerms {
    let mut conditions = vec!["1"];
    let mut values: Vec<SqlValue> = Vec::new();
    let mut add = |condition: &'static str, given: &[SqlValue]| {
        conditions.push(condition);
        values.extend_from_slice(given);
    };
    if let Some(name) = &wanted.name {
        // The first value: it stands in front of all conditions.
        let found = if wanted.won {
            "id IN (SELECT found.game FROM found JOIN games AS own ON own.id = found.game, \
             json_each(own.winners) AS winner
                    WHERE winner.value = found.seat)"
        } else {
            "id IN (SELECT game FROM found)"
        };
        add(found, &[name.clone().into()]);
    }
    if let Some(rules) = &wanted.rules {
        // The rule set itself, or with options.
        add(
            "(reference = ? OR substr(reference, 1, length(?) + 1) = ? || '+')",
            &[(); 3].map(|()| rules.clone().into()),
        );
    }
    if let Some(state) = &wanted.state {
        add("state = ?", &[state.clone().into()]);
    }
    if let Some((changed, id)) = &wanted.before {
        add("(changed, id) < (?, ?)", &[(*changed).into(), id.clone().into()]);
    }
    if let Some(id) = &wanted.id {
        add("id = ?", &[id.clone().into()]);
    }
    // Each name is looked at once, however many games it is in.
    let found = "\
        WITH RECURSIVE
        known (name) AS (
            SELECT min(folded) FROM seats
            UNION ALL SELECT (SELECT min(folded) FROM seats WHERE folded > known.name) FROM \
            known WHERE known.name IS NOT NULL
        ),
        found (game, seat) AS MATERIALIZED (
            SELECT seats.game, seats.seat FROM known CROSS JOIN seats ON seats.folded = \
            known.name
            WHERE instr(known.name, folded(?)) > 0
        )";
    FilterTerms {
        before: if wanted.name.is_some() { found } else { "" },
        conditions: conditions.join(" AND "),
        values,
    }
}

/// The question to the database, and its values.
pub(super) fn question(wanted: &HistoryFilter) -> (String, Vec<SqlValue>) {
    let FilterTerms { before, conditions, values } = terms(wanted);
    let text = format!(
        "{before} SELECT id, substr(reference, 1, {LONGEST_REFERENCE}), titles, state, why, winners, \
         turn, created, changed,
            (SELECT json_group_array(substr(name, 1, {LONGEST_PLAYER})) FROM (SELECT name FROM \
            seats WHERE game = id ORDER BY seat))
         FROM games WHERE {conditions} ORDER BY changed DESC, id DESC LIMIT {}",
        LISTED + 1
    );
    (text, values)
}

impl Store {
    /// Games, the one that changed last first, and whether there are more. A search has a
    /// connection of its own, and is broken off when it takes too long.
    ///
    /// # Errors
    /// The database cannot be read, or the search takes too long.
    pub(crate) fn list(
        &self,
        wanted: &HistoryFilter,
    ) -> Result<(Vec<HistoryEntry>, bool), StoreError> {
        if wanted.is_search() {
            self.search(LONGEST_SEARCH, |connection| list(connection, wanted))
        } else {
            self.read(|connection| list(connection, wanted))
        }
    }

    /// The last `most` records that everybody may read, of the games that a filter finds, the newest
    /// first, and whether there are more. They end with the record with which they reach `bytes`
    /// bytes.
    ///
    /// # Errors
    /// The database cannot be read, or the search takes too long.
    pub(crate) fn latest_records(
        &self,
        wanted: &HistoryFilter,
        most: usize,
        bytes: usize,
    ) -> Result<(Vec<String>, bool), StoreError> {
        let latest = |connection: &Connection| latest_records(connection, wanted, most, bytes);
        if wanted.is_search() { self.search(LONGEST_SEARCH, latest) } else { self.read(latest) }
    }

    pub(super) fn search<T>(
        &self,
        longest: Duration,
        look: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let end = Instant::now() + longest;
        let mut searcher = self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
        let searcher = searcher.as_mut().ok_or(StoreError::Stopping)?;
        let is_closing = Arc::clone(&self.is_closing);
        searcher.progress_handler(
            LOOKS,
            Some(move || Instant::now() > end || is_closing.load(Ordering::Relaxed)),
        )?;
        Ok(look(searcher)?)
    }
}

/// The decision for which a game waits.
pub(crate) struct AwaitedDecision {
    /// The token of its seat; `None`: a bot decides.
    pub token: Option<TokenHash>,
    pub name: String,
    /// When its time is over, in seconds that servers have run.
    pub due: Option<i64>,
}

/// Who may act in a game, and what comes after it.
pub(crate) struct Holders {
    pub host: TokenHash,
    /// By seat; `None`: a bot.
    pub seats: Vec<Option<TokenHash>>,
    /// The game that was opened for the same table, once it was.
    pub again: Option<String>,
}

impl Store {
    /// Who may act in a game; `None`: there is no such game.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) fn holders_of(&self, id: &str) -> Result<Option<Holders>, StoreError> {
        self.read(|connection| {
            let mut game =
                connection.prepare_cached("SELECT host, again FROM games WHERE id = ?1")?;
            let game = game.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
            let Some((host, again)): Option<(Vec<u8>, Option<String>)> = game else {
                return Ok(None);
            };
            let mut seats = connection
                .prepare_cached("SELECT token FROM seats WHERE game = ?1 ORDER BY seat")?;
            let seats = seats.query_map([id], |row| row.get::<_, Option<Vec<u8>>>(0))?;
            let token = |bytes: Option<Vec<u8>>| bytes.and_then(|bytes| TokenHash::stored(&bytes));
            Ok(Some(Holders {
                // A hash that is none fits no token.
                host: TokenHash::stored(&host).unwrap_or(TokenHash::new("")),
                seats: seats.map(|seat| seat.map(token)).collect::<Result<_, _>>()?,
                again,
            }))
        })
    }

    /// A game and the decision for which it waits, if it is known; `None`: there is no such game.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) fn standing_of(
        &self,
        id: &str,
    ) -> Result<Option<(HistoryEntry, Option<AwaitedDecision>)>, StoreError> {
        let wanted = HistoryFilter { id: Some(id.to_owned()), ..HistoryFilter::default() };
        self.read(|connection| {
            let (games, _) = list(connection, &wanted)?;
            let Some(game) = games.into_iter().next() else { return Ok(None) };
            let mut awaited = connection.prepare_cached(
                "SELECT token, away, name, due FROM games JOIN seats ON game = id AND seat = waits
                 WHERE id = ?1 AND state = 'running'",
            )?;
            let awaited = awaited.query_row([id], |row| {
                let (token, is_away): (Option<Vec<u8>>, bool) = (row.get(0)?, row.get(1)?);
                let token = token.filter(|_| !is_away);
                Ok(AwaitedDecision {
                    token: token.and_then(|bytes| TokenHash::stored(&bytes)),
                    name: row.get(2)?,
                    due: row.get(3)?,
                })
            });
            Ok(Some((game, awaited.optional()?)))
        })
    }
}

fn list(
    connection: &Connection,
    wanted: &HistoryFilter,
) -> rusqlite::Result<(Vec<HistoryEntry>, bool)> {
    let (text, values) = question(wanted);
    let mut statement = connection.prepare_cached(&text)?;
    let rows = statement.query_map(params_from_iter(values), |row| {
        let names: String = row.get(9)?;
        Ok(HistoryEntry {
            id: row.get(0)?,
            reference: row.get(1)?,
            titles: row.get(2)?,
            state: row.get(3)?,
            why: row.get(4)?,
            winners: row.get(5)?,
            turn: row.get(6)?,
            created: row.get(7)?,
            changed: row.get(8)?,
            names: serde_json::from_str(&names).unwrap_or_default(),
        })
    })?;
    let mut games: Vec<HistoryEntry> = rows.collect::<Result<_, _>>()?;
    let more = games.len() > LISTED;
    games.truncate(LISTED);
    Ok((games, more))
}

fn latest_records(
    connection: &Connection,
    wanted: &HistoryFilter,
    most: usize,
    bytes: usize,
) -> rusqlite::Result<(Vec<String>, bool)> {
    let FilterTerms { before, conditions, values } = terms(wanted);
    let text = format!("{before} {RECORDS} AND {conditions} ORDER BY rowid DESC");
    let mut statement = connection.prepare_cached(&text)?;
    let mut rows = statement.query(params_from_iter(values))?;
    let (mut found, mut left) = (Vec::new(), bytes);
    while let Some(row) = rows.next()? {
        if left == 0 || found.len() == most {
            return Ok((found, true));
        }
        let record: String = row.get(1)?;
        left = left.saturating_sub(record.len().max(1));
        found.push(record);
    }
    Ok((found, false))
}
