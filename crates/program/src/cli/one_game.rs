//! Finds one game in a record of several, and names records in messages.

use super::{Exit, problem, usage};
use std::io::BufRead;
use tsuro::record::{GameRecord, ReadError, RecordReader};

/// The name of a record in messages: its path, or `standard input` for `-`.
pub(super) fn record_name(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}

/// The game with this number, from 0, in a record; `name` is what messages call the record.
///
/// # Errors
/// The record cannot be read, or has no such game.
pub(super) fn find_game(name: &str, from: impl BufRead, number: u64) -> Result<GameRecord, Exit> {
    let mut reader = RecordReader::new(from);
    let mut games = 0;
    loop {
        match next_game(name, &mut reader)? {
            Some(game) if games == number => return Ok(game),
            Some(_) => games += 1,
            None if games == 0 => {
                return Err(problem(format_args!("{name}: the record has no game")));
            }
            None => return Err(no_such_game(number, games)),
        }
    }
}

/// Prints that a record of `games` games has none with this number.
pub(super) fn no_such_game(number: u64, games: u64) -> Exit {
    usage(format_args!("--game {number}: there are {games} games, counted from 0"))
}

/// The next game of a record; `None` at its end.
fn next_game(
    name: &str,
    reader: &mut RecordReader<impl BufRead>,
) -> Result<Option<GameRecord>, Exit> {
    reader.game().map_err(|why| match why {
        ReadError::Io(why) => usage(format_args!("{name} cannot be read: {why}")),
        why => problem(format_args!("{name}: {why}")),
    })
}
