//! `tsuro.depth`, `tsuro.learnability` and `tsuro.collusion`: how much room for skill one rule set
//! has, what it teaches, and what two players gain together.

use crate::arguments::seed;
use crate::bots::reproducible;
use crate::convert::to_python;
use crate::errors::{argument, raise};
use crate::frames;
use crate::rules::RuleSet;
use crate::run::counted;
use crate::simulate::{check_players, threads_or_cores};
use pyo3::prelude::*;
use tsuro::json::Json;
use tsuro_lab::report::{CollusionReport, DepthReport, LearnabilityReport, ReportForms};
use tsuro_lab::{
    CollusionError, CollusionRun, DataTable, DepthError, DepthRun, LADDER, LearnabilityError,
    LearnabilityRun,
};

/// What a measure of one rule set shows: the report of `tsuro.depth`, `tsuro.learnability` or
/// `tsuro.collusion`.
///
/// In a notebook it shows itself as a page. `str()` of it is the report as text, and `to_polars()`
/// a data frame.
#[pyclass(module = "tsuro", frozen)]
pub struct MeasureReport {
    measure: &'static str,
    document: Json,
    table: DataTable,
    text: String,
    page: String,
}

impl MeasureReport {
    fn of(measure: &'static str, report: &impl ReportForms) -> Self {
        Self {
            measure,
            document: report.json(),
            table: report.table(),
            text: report.text(),
            page: report.html(),
        }
    }
}

#[pymethods]
impl MeasureReport {
    /// The whole report as one document, with the fields of `--json` of the command.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.document.clone().into())
    }

    /// The same as a JSON text.
    fn to_json(&self) -> String {
        format!("{:#}\n", self.document)
    }

    /// The report as a polars data frame; needs the package polars.
    fn to_polars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table, "to_polars")
    }

    /// The same as a pandas data frame; needs the package pandas.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table, "to_pandas")
    }

    /// The same as a table of Arrow; needs the package pyarrow.
    fn to_arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table, "to_arrow")
    }

    /// The same as comma-separated values.
    fn csv(&self) -> String {
        self.table.csv()
    }

    /// The report as text.
    fn text(&self) -> &str {
        &self.text
    }

    /// The report as one HTML page, which needs no network.
    fn html(&self) -> &str {
        &self.page
    }

    fn __repr__(&self) -> String {
        format!("<tsuro.MeasureReport {}>", self.measure)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn _repr_html_(&self) -> String {
        frames::framed(&self.page, "Report")
    }
}

/// The number of players that is asked for, or the nearest to `usual` that the rules allow.
fn seats(py: Python<'_>, rules: &RuleSet, players: Option<u8>, usual: u8) -> PyResult<u8> {
    let players = players.unwrap_or_else(|| rules.variant.players().nearest(usual));
    check_players(py, rules, players)?;
    Ok(players)
}

/// Lets each bot of a ladder play among those below it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the arguments of the Python function")]
pub fn depth(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    players: Option<u8>,
    bots: Option<Vec<String>>,
    games: u64,
    confidence: f64,
    seed: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<MeasureReport> {
    let rules = RuleSet::from_argument(rules)?;
    let bots = bots.unwrap_or_else(|| LADDER.iter().map(ToString::to_string).collect());
    let (ladder, players) = (reproducible(py, &bots)?, seats(py, &rules, players, 2)?);
    let seed = self::seed(py, seed)?;
    let asked = DepthRun {
        variant: &rules.variant,
        ladder: &ladder,
        players,
        games,
        seed: &seed,
        confidence,
        strict: true,
        threads: threads_or_cores(threads),
    };
    let found = counted(py, progress, |counter| asked.run(counter))?.map_err(|why| match why {
        DepthError::Ladder => argument(py, format!("bots: {why}")),
        DepthError::Goal(_) => argument(py, why.to_string()),
        DepthError::Run(why) => raise(py, "BotError", (why.to_string(),)),
    })?;
    let report = DepthReport { asked: &asked, found: &found, interrupted: false };
    Ok(MeasureReport::of("depth", &report))
}

/// Lets learners play against themselves, and measures them in between.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the arguments of the Python function")]
pub fn learnability(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    players: Option<u8>,
    bots: Vec<String>,
    games: u64,
    learners: u64,
    measured: u64,
    level: Option<f64>,
    confidence: f64,
    seed: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<MeasureReport> {
    let rules = RuleSet::from_argument(rules)?;
    let (opponents, players) = (reproducible(py, &bots)?, seats(py, &rules, players, 2)?);
    let seed = self::seed(py, seed)?;
    let asked = LearnabilityRun {
        variant: &rules.variant,
        opponents: &opponents,
        players,
        learners,
        games,
        measured,
        level,
        seed: &seed,
        confidence,
        threads: threads_or_cores(threads),
    };
    let found = counted(py, progress, |counter| asked.run(counter))?.map_err(|why| match why {
        LearnabilityError::Run(why) => raise(py, "BotError", (why.to_string(),)),
        why => argument(py, format!("rules: {why}")),
    })?;
    let report = LearnabilityReport { asked: &asked, found: &found, interrupted: false };
    Ok(MeasureReport::of("learnability", &report))
}

/// Plays deals with and without two players who play for each other.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the arguments of the Python function")]
pub fn collusion(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    players: Option<u8>,
    bot: String,
    games: u64,
    confidence: f64,
    seed: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<MeasureReport> {
    let rules = RuleSet::from_argument(rules)?;
    let (bots, players) = (reproducible(py, &[bot])?, seats(py, &rules, players, 4)?);
    let seed = self::seed(py, seed)?;
    let asked = CollusionRun {
        variant: &rules.variant,
        bot: &bots[0],
        players,
        deals: games.div_ceil(u64::from(players) + 1),
        seed: &seed,
        confidence,
        threads: threads_or_cores(threads),
    };
    let found = counted(py, progress, |counter| asked.run(counter))?.map_err(|why| match why {
        CollusionError::Goal(_) => argument(py, format!("rules: {why}")),
        CollusionError::Bot(_) => argument(py, format!("bot: {why}")),
        why => raise(py, "BotError", (why.to_string(),)),
    })?;
    let report = CollusionReport { asked: &asked, found: &found, interrupted: false };
    Ok(MeasureReport::of("collusion", &report))
}
