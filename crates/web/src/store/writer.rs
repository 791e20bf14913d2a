//! The thread that writes.

use super::age;
use super::error::StoreError;
use super::evenings;
use super::space::{self, Space};
use super::stored::{
    GameState, Origin, Standing, StoredGame, StoredRun, StoredSeat, StoredStep, Write, now,
};
use super::tables;
use crate::token::TokenHash;
use rusqlite::{Connection, params};
use std::path::PathBuf;
use std::sync::mpsc;
use tokio::sync::oneshot;
use tsuro::json::Json;
use tsuro_pages::run::KeptRun;
use tsuro_world::context::error;
use tsuro_world::files::FilesInPlace;

/// The most that one transaction takes together.
const BATCH: usize = 512;

/// What the thread that writes is told.
pub(super) enum Order {
    Write(Write, oneshot::Sender<Result<(), StoreError>>),
    /// To end.
    Close,
}

/// What the thread that writes has.
pub(super) struct Writer {
    pub connection: Connection,
    pub space: Space,
    pub files: FilesInPlace,
    pub folder: PathBuf,
    /// Whether the files were gone when they were last looked for.
    pub is_gone: bool,
}

impl Writer {
    /// Writes what is ordered until it is told to end.
    pub(super) fn write_all(&mut self, orders: &mpsc::Receiver<Order>) {
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
        // What was written into files that are gone is not stored.
        if self.are_files_there() { results } else { gone() }
    }

    /// Whether the files are where they were. The operator is told when they go.
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

fn write_one(connection: &Connection, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::Game(game, first, origin) => {
            write_game(connection, game)?;
            write_step(connection, &game.id, 0, first)?;
            evenings::begin(connection, game)?;
            match origin {
                None => {}
                Some(Origin::Table(table)) => tables::begin(connection, table, &game.id)?,
                Some(Origin::Game(before)) => {
                    connection
                        .prepare_cached("UPDATE games SET again = ?2 WHERE id = ?1")?
                        .execute([before, &game.id])?;
                }
            }
        }
        Write::Table(table) => tables::write(connection, table)?,
        Write::TablesUsed { tables, time } => tables::use_all(connection, tables, *time)?,
        Write::TablesGone(tables) => tables::remove(connection, tables)?,
        Write::Uploads(games) => games.iter().try_for_each(|game| write_game(connection, game))?,
        Write::Step { game, step, what, standing } => {
            write_step(connection, game, *step, what)?;
            write_standing(connection, game, standing)?;
            if let Some(end) = &standing.ended {
                evenings::note_places(connection, game, Some(&end.places))?;
            }
        }
        Write::Undo { game, step, standing } => {
            connection
                .prepare_cached("DELETE FROM steps WHERE game = ?1 AND step >= ?2")?
                .execute(params![game, step])?;
            write_standing(connection, game, standing)?;
            evenings::note_places(connection, game, None)?;
        }
        Write::Feedback { game, step, record } => {
            write_feedback(connection, game, *step, record)?;
        }
        Write::Seat { game, seat, what } => {
            write_seat(connection, game, *seat, what)?;
            evenings::rename(connection, game, *seat, &what.name)?;
        }
        Write::Comments { game, record } => {
            connection
                .prepare_cached("UPDATE games SET record = ?2 WHERE id = ?1 AND state = 'over'")?
                .execute(params![game, record])?;
        }
        Write::End { game, state, why } => {
            connection
                .prepare_cached(
                    "UPDATE games SET state = ?2, why = ?3, changed = ?4, spared = 0 WHERE id = ?1",
                )?
                .execute(params![game, state.word(), why, now()])?;
        }
        Write::Run(run) => write_run(connection, run)?,
        Write::Expire { before } => {
            age::expire(connection, *before)?;
        }
        Write::Forget { before } => {
            space::remove_old(connection, *before)?;
            evenings::remove_old(connection, *before)?;
        }
        Write::Used { games, time } => age::use_all(connection, games, *time)?,
        Write::Due { game, due } => {
            connection
                .prepare_cached("UPDATE games SET due = ?2 WHERE id = ?1")?
                .execute(params![game, due])?;
        }
        Write::Called(game) => {
            connection
                .prepare_cached("UPDATE games SET called = 1 WHERE id = ?1")?
                .execute([game])?;
        }
        Write::Ran(seconds) => {
            connection.prepare_cached("UPDATE ran SET seconds = ?1")?.execute([seconds])?;
        }
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
             clock, undos, turn, state, why, winners, record, beginning, reserve, waits, \
             chat, onlookers)
             VALUES ((SELECT max(number, (SELECT coalesce(max(rowid), 0) FROM games)) + 1 FROM \
             gone), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, \
             ?17, ?18, ?19, ?20)",
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
            game.clock.map(|clock| clock.each),
            game.undos,
            game.turn,
            game.state.word(),
            game.why,
            game.winners,
            game.record,
            game.beginning,
            game.clock.map_or(0, |clock| clock.reserve),
            game.waits,
            game.talk.chat,
            game.talk.onlookers,
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
            "INSERT OR REPLACE INTO seats (game, seat, name, folded, token, away, reserve)
            VALUES (?1, ?2, ?3, folded(?3), ?4, ?5, ?6)",
        )?
        .execute(params![
            game,
            number,
            seat.name,
            seat.token.as_ref().map(TokenHash::bytes),
            seat.is_away,
            seat.reserve,
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

/// The end of the record takes the place of that in the last step.
fn write_feedback(
    connection: &Connection,
    game: &str,
    step: u32,
    record: &str,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE games SET record = ?2 WHERE id = ?1 AND record IS NOT NULL")?
        .execute(params![game, record])?;
    let events: String = connection
        .prepare_cached("SELECT events FROM steps WHERE game = ?1 AND step = ?2")?
        .query_row(params![game, step], |row| row.get(0))?;
    let before = events.trim_end().rfind('\n').map_or(0, |at| at + 1);
    let end = record.trim_end().rfind('\n').map_or(0, |at| at + 1);
    connection
        .prepare_cached("UPDATE steps SET events = ?3 WHERE game = ?1 AND step = ?2")?
        .execute(params![game, step, format!("{}{}", &events[..before], &record[end..])])?;
    Ok(())
}

fn write_standing(
    connection: &Connection,
    game: &str,
    standing: &Standing,
) -> rusqlite::Result<()> {
    let ended = standing.ended.as_ref();
    let record = ended.map(|end| &end.record);
    let state = if record.is_some() { GameState::Over } else { GameState::Running };
    let changed = connection
        .prepare_cached(
            "UPDATE games SET changed = ?2, spared = 0, turn = ?3, undos = ?4, state = ?5, winners \
             = ?6, record = ?7, waits = ?8, due = NULL, called = 0 \
             WHERE id = ?1",
        )?
        .execute(params![
            game,
            now(),
            standing.turn,
            standing.undos,
            state.word(),
            ended.map(|end| &end.winners),
            record,
            standing.waits,
        ])?;
    if let Some((seat, reserve)) = standing.reserve {
        connection
            .prepare_cached("UPDATE seats SET reserve = ?3 WHERE game = ?1 AND seat = ?2")?
            .execute(params![game, seat, reserve])?;
    }
    // The game may have gone from the history in the meantime.
    if changed == 1 { Ok(()) } else { Err(rusqlite::Error::QueryReturnedNoRows) }
}

fn write_run(connection: &Connection, run: &StoredRun) -> rusqlite::Result<()> {
    let StoredRun { id, host, kept: KeptRun { asked, created, standing, part } } = run;
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
    Ok(())
}
