//! Many games of one rule set.

use crate::arguments::seed;
use crate::convert::{result, to_python};
use crate::errors::argument;
use crate::frames::columns;
use crate::player::Team;
use crate::rules::RuleSet;
use crate::run::{cores, counted};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::Value;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use tsuro::bots::BotSpec;
use tsuro_lab::{Bots, LossMap, Simulation, compare_losses, simulate as play_games, simulate_into};

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

/// The bots of all seats, and how many players there are: one bot for all, or one for each.
fn seated(
    py: Python<'_>,
    rules: &RuleSet,
    players: Option<u8>,
    bots: &[Bound<'_, PyAny>],
) -> PyResult<(Team, Vec<BotSpec>)> {
    let players = players.unwrap_or_else(|| {
        if bots.len() > 1 { bots.len() as u8 } else { rules.variant.players().nearest(4) }
    });
    check_players(py, rules, players)?;
    let team = Team::read(py, bots, &rules.variant, players)?;
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
    Ok((team, specs))
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
    let (team, specs) = seated(py, &rules, players, &bots)?;
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
    let (summary, outcome) = counted(py, progress, |counter| {
        let games = Simulation::new(&rules.variant, &seats, &seed, games)
            .threads(threads_or_cores(threads));
        play_games(&games, counter, file.as_mut().map(|file| file as &mut dyn Write))
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

/// Plays games of one rule set, or of two on the same luck, and tells where pieces are lost.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "it has the arguments of the Python function")]
pub fn losses<'py>(
    py: Python<'py>,
    rules: &Bound<'py, PyAny>,
    against: Option<&Bound<'py, PyAny>>,
    players: Option<u8>,
    bots: Vec<Bound<'py, PyAny>>,
    games: u64,
    seed: Option<&Bound<'py, PyAny>>,
    threads: Option<usize>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = RuleSet::from_argument(rules)?;
    let (team, specs) = seated(py, &rules, players, &bots)?;
    let against = against.map(RuleSet::from_argument).transpose()?;
    let players = specs.len() as u8;
    if let Some(other) = &against {
        check_players(py, other, players)?;
    }
    let (seed, seats) = (self::seed(py, seed)?, Bots::new(specs));
    let run =
        |variant| Simulation::new(variant, &seats, &seed, games).threads(threads_or_cores(threads));
    let (table, played, outcome) = counted(py, progress, |counter| {
        let first = run(&rules.variant);
        if let Some(other) = &against {
            let (found, outcome) = compare_losses([&first, &run(&other.variant)], counter);
            return (found.table(), found.maps[0].summary.games(), outcome);
        }
        let empty = || LossMap::of(&rules.variant, players);
        let (map, outcome) = simulate_into(empty, &first, counter, None);
        (map.table(), map.summary.games(), outcome)
    })?;
    outcome.map_err(|why| team.error(py, why))?;
    result!(py, "Losses", {
        rules: rules.variant.name(),
        against: against.as_ref().map(|other| other.variant.name()),
        bots: PyTuple::new(py, seats.names())?,
        seed: &seed,
        games: played,
        columns: columns(py, &table)?,
    })
}
