//! Many games of one rule set.

use crate::arguments::seed;
use crate::convert::{result, to_python};
use crate::errors::argument;
use crate::frames::progress_of;
use crate::player::Team;
use crate::rules::RuleSet;
use crate::run::{cores, interruptible_with};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::Value;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use tsuro_lab::{Bots, GameCounter, Simulation, simulate as play_games};

/// Refuses a number of players that a rule set is not for.
pub fn check_players(py: Python<'_>, rules: &RuleSet, players: u8) -> PyResult<()> {
    let allowed = rules.variant.players();
    if allowed.contains(players) {
        return Ok(());
    }
    Err(argument(
        py,
        format!("players: {}: {players} players, where {allowed} can play", rules.variant.name()),
    ))
}

/// The number of threads: those asked for, or one for each core.
pub fn threads_or_cores(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(cores)
}

/// Plays games of one rule set with these bots, and writes their records to a new file if there is
/// a path.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "it has the arguments of the Python function")]
pub fn simulate<'py>(
    py: Python<'py>,
    rules: &Bound<'py, PyAny>,
    players: Option<u8>,
    bots: Vec<Bound<'py, PyAny>>,
    games: u64,
    seed: Option<&Bound<'py, PyAny>>,
    threads: Option<usize>,
    record: Option<PathBuf>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = RuleSet::from_argument(rules)?;
    let players = players.unwrap_or_else(|| {
        if bots.len() > 1 { bots.len() as u8 } else { rules.variant.players().nearest(4) }
    });
    check_players(py, &rules, players)?;
    let team = Team::read(py, &bots, &rules.variant, players)?;
    let specs = match team.specs.as_slice() {
        [one] => vec![one.clone(); players.into()],
        several if several.len() == usize::from(players) => several.to_vec(),
        several => {
            return Err(argument(
                py,
                format!("bots: there are {} bots, and {players} players", several.len()),
            ));
        }
    };
    let seed = self::seed(py, seed)?;
    let mut file = record
        .as_ref()
        .map(|path| File::create_new(path).map(BufWriter::new))
        .transpose()
        .map_err(|error| {
            let path = record.as_ref().map(|path| path.display().to_string());
            PyOSError::new_err((error.raw_os_error(), error.to_string(), path))
        })?;
    let seats = Bots::new(specs);
    let tell = progress;
    let progress = GameCounter::default();
    let (summary, outcome) =
        interruptible_with(py, &progress.stop, progress_of(tell, &progress), || {
            let games = Simulation::new(&rules.variant, &seats, &seed, games)
                .threads(threads_or_cores(threads));
            play_games(&games, &progress, file.as_mut().map(|file| file as &mut dyn Write))
        })?;
    outcome.map_err(|why| team.error(py, why))?;
    let sums = summary.to_json();
    let field = |name: &str| to_python(py, sums.get(name).unwrap_or(&Value::Null));
    result!(py, "Simulation", {
        rules: rules.variant.name(),
        bots: PyTuple::new(py, seats.names())?,
        seed: &seed,
        games: summary.games(),
        outcomes: field("outcomes")?,
        turns: field("turns")?,
        wins: PyTuple::new(py, summary.win_shares())?,
        eliminations: field("eliminations")?,
    })
}
