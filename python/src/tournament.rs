//! `tsuro.TournamentReport`: bots that play against each other.

use crate::arguments::seed;
use crate::convert::to_python;
use crate::errors::{argument, guard};
use crate::frames::{self, progress_of};
use crate::player::Team;
use crate::rules::RuleSet;
use crate::run::interruptible_with;
use crate::simulate::{check_players, threads_or_cores};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;
use tsuro::bots::BotSpec;
use tsuro::ruleset::Variant;
use tsuro_lab::report::TournamentReport as Findings;
use tsuro_lab::{DataTable, GameCounter, Standings, Tournament, tournament as play_games};

/// The standings of a tournament: the answer of `tsuro.tournament`.
///
/// `str()` of it is the standings as text, and `to_polars()` a data frame with a row for each bot.
#[pyclass(module = "tsuro", frozen)]
pub struct TournamentReport {
    variant: Arc<Variant>,
    bots: Vec<BotSpec>,
    players: u8,
    seed: String,
    standings: Standings,
    confidence: f64,
}

impl TournamentReport {
    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&Findings<'_>) -> T) -> PyResult<T> {
        let Self { variant, bots, players, seed, standings, confidence } = self;
        let (players, confidence) = (*players, *confidence);
        guard(py, || {
            Ok(work(&Findings {
                variant,
                bots,
                players,
                seed,
                standings,
                confidence,
                interrupted: false,
                stopped: None,
            }))
        })
    }

    fn table(&self, py: Python<'_>) -> PyResult<DataTable> {
        self.with(py, |findings| findings.table())
    }
}

#[pymethods]
impl TournamentReport {
    /// The rule set.
    #[getter]
    fn rules(&self) -> &str {
        self.variant.name()
    }

    /// The bots, in the order in which they were named.
    #[getter]
    fn bots<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.bots.iter().map(ToString::to_string))
    }

    /// The seed of the run.
    #[getter]
    fn seed(&self) -> &str {
        &self.seed
    }

    /// How many games were played.
    #[getter]
    fn games(&self) -> u64 {
        self.standings.games()
    }

    /// The whole report as one document, with the fields of `tsuro tournament --json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.with(py, |findings| findings.json())?)
    }

    /// The same as a JSON text: what `tsuro tournament --json` prints.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |findings| format!("{:#}\n", findings.json()))
    }

    /// The standings as text.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |findings| findings.text())
    }

    /// The standings as a CSV table.
    fn csv(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.table(py)?.csv())
    }

    /// The standings as a polars data frame, a row for each bot; needs the package polars.
    fn to_polars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table(py)?, "to_polars")
    }

    /// The same as a pandas data frame; needs the package pandas.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table(py)?, "to_pandas")
    }

    /// The same as a table of Arrow; needs the package pyarrow.
    fn to_arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table(py)?, "to_arrow")
    }

    fn __repr__(&self) -> String {
        let bots: Vec<String> = self.bots.iter().map(ToString::to_string).collect();
        format!(
            "<tsuro.TournamentReport {}, {}, {} games>",
            self.variant.name(),
            bots.join(" and "),
            self.standings.games()
        )
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        frames::preformatted(py, &self.text(py)?)
    }
}

/// Lets bots play against each other, each in every seat on every deal.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "it has the arguments of the Python function")]
pub fn tournament(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    bots: Vec<Bound<'_, PyAny>>,
    players: Option<u8>,
    games: u64,
    seed: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
    confidence: f64,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<TournamentReport> {
    let rules = RuleSet::from_argument(rules)?;
    if bots.len() < 2 {
        return Err(argument(
            py,
            "bots: a tournament needs at least two bots; to let a bot play against itself, name it \
             twice",
        ));
    }
    let players =
        players.unwrap_or_else(|| rules.variant.players().nearest(bots.len().min(32) as u8));
    check_players(py, &rules, players)?;
    let team = Team::read(py, &bots, &rules.variant, players)?;
    let bots = team.specs.clone();
    let (seed, counter) = (self::seed(py, seed)?, GameCounter::default());
    let played = interruptible_with(py, &counter.stop, progress_of(progress, &counter), || {
        let asked = Tournament::new(
            &rules.variant,
            &bots,
            players,
            games.div_ceil(bots.len() as u64),
            &seed,
        );
        play_games(&asked.threads(threads_or_cores(threads)), &counter)
    });
    let (standings, outcome) = played?;
    outcome.map_err(|why| team.error(py, why))?;
    Ok(TournamentReport { variant: rules.variant, bots, players, seed, standings, confidence })
}
