//! `tsuro.measure_records`: recorded games, such as those of people, beside games of bots.

use crate::arguments::seed;
use crate::convert::to_python;
use crate::errors::{argument, guard, raise};
use crate::frames;
use crate::records::{TextOrPath, os_error, text_or_path};
use crate::rules::REGISTRY;
use crate::run::counted;
use crate::simulate::threads_or_cores;
use pyo3::prelude::*;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufReader, Cursor, Error};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tsuro::ruleset::Variant;
use tsuro_lab::compare::{
    Experiment, ExperimentPlan, Margins, PlanSide, Tally, Terms, is_recorded,
};
use tsuro_lab::metrics::Family;
use tsuro_lab::report::{LeftOut, RecordedReport as Findings};
use tsuro_lab::stats::Confidence;
use tsuro_lab::{DataTable, GameCounter, ReadGroup, RecordedInput, SummedGroup};

/// What recorded games show beside games of bots: the report of `tsuro.measure_records`.
///
/// In a notebook it shows itself as a page. `str()` of it is the report as text, and `to_polars()`
/// a data frame with a row for each metric, group of games and kind of bots; with `games`, one with
/// a row for each recorded game.
#[pyclass(module = "tsuro", frozen)]
pub struct RecordedReport {
    groups: Vec<(SummedGroup, ExperimentPlan, Tally)>,
    left_out: LeftOut,
    terms: Terms,
    games: DataTable,
    reasons: Vec<String>,
    command: String,
}

impl RecordedReport {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Findings<'_>) -> T + Send,
    ) -> PyResult<T> {
        guard(py, || {
            Ok(py.detach(|| {
                let groups =
                    self.groups.iter().map(|(group, plan, tally)| group.beside(plan, tally));
                work(&Findings::new(groups.collect(), self.left_out, self.terms.clone()))
            }))
        })
    }

    fn table(&self, py: Python<'_>, games: bool) -> PyResult<DataTable> {
        if games { Ok(self.games.clone()) } else { self.with(py, |findings| findings.table()) }
    }
}

#[pymethods]
impl RecordedReport {
    /// The whole report as one document, with the fields of `tsuro measure --records --json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let document = self.with(py, |findings| findings.json())?;
        to_python(py, &document.into())
    }

    /// The same as a JSON text.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |findings| format!("{:#}\n", findings.json()))
    }

    /// The metrics as a polars data frame, with a row for each metric, group of games and kind of
    /// bots; with `games`, the recorded games. Needs the package polars.
    #[pyo3(signature = (*, games = false))]
    fn to_polars<'py>(&self, py: Python<'py>, games: bool) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table(py, games)?, "to_polars")
    }

    /// The same as a pandas data frame; needs the package pandas.
    #[pyo3(signature = (*, games = false))]
    fn to_pandas<'py>(&self, py: Python<'py>, games: bool) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table(py, games)?, "to_pandas")
    }

    /// The same as a table of Arrow; needs the package pyarrow.
    #[pyo3(signature = (*, games = false))]
    fn to_arrow<'py>(&self, py: Python<'py>, games: bool) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table(py, games)?, "to_arrow")
    }

    /// The same as comma-separated values.
    #[pyo3(signature = (*, games = false))]
    fn csv(&self, py: Python<'_>, games: bool) -> PyResult<String> {
        Ok(self.table(py, games)?.csv())
    }

    /// The report as text; with `all`, with every metric.
    #[pyo3(signature = (*, all = false))]
    fn text(&self, py: Python<'_>, all: bool) -> PyResult<String> {
        self.with(py, |findings| findings.text(all))
    }

    /// The report as one HTML page, which needs no network.
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |findings| findings.html(&self.command))
    }

    /// Why games are left out as damaged, a text for each.
    #[getter]
    fn reasons(&self) -> Vec<String> {
        self.reasons.clone()
    }

    /// The number of recorded games that are measured.
    #[getter]
    fn games(&self) -> usize {
        self.games.rows().len()
    }

    fn __repr__(&self) -> String {
        format!("<tsuro.RecordedReport {} games>", self.games())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, false)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(frames::framed(&self.html(py)?, "Report"))
    }
}

/// Which games bots play, and how the games are judged.
struct Asked {
    tiers: Vec<String>,
    games: u64,
    seed: String,
    threads: usize,
    families: Vec<Family>,
    margins: Margins,
}

/// Why recorded games are not measured.
enum Failed {
    File(PathBuf, Error),
    NoGame(LeftOut),
    Bots(String),
}

impl Asked {
    /// The games of bots beside those of a group.
    fn play(
        &self,
        variant: &Variant,
        players: u8,
        counter: &GameCounter,
    ) -> Result<(ExperimentPlan, Tally), String> {
        let sides = vec![PlanSide::new(variant)];
        let (seed, families) = (self.seed.clone(), &self.families);
        let plan = ExperimentPlan::new(sides, &[players], &self.tiers, seed, false, families)
            .map_err(|why| why.to_string())?;
        let experiment = Experiment::new(&plan, vec![variant]).map_err(|why| why.to_string())?;
        let (tally, error) = experiment.play(0..plan.blocks_of(self.games), self.threads, counter);
        drop(experiment);
        error.map_or(Ok((plan, tally)), |why| Err(why.to_string()))
    }

    /// Reads all records, and lets bots play beside each group.
    fn measure(
        self,
        records: Vec<TextOrPath>,
        command: String,
        counter: &GameCounter,
    ) -> Result<RecordedReport, Failed> {
        let (mut input, mut reasons) = (RecordedInput::new(&REGISTRY), Vec::new());
        for record in records {
            let complain = &mut |why: &dyn Display| reasons.push(why.to_string());
            match record {
                // Reading from memory does not fail.
                TextOrPath::Text(text) => drop(input.read(Cursor::new(text), complain)),
                TextOrPath::Path(path) => File::open(&path)
                    .and_then(|file| input.read(BufReader::new(file), complain))
                    .map_err(|why| Failed::File(path, why))?,
            }
            if counter.stop.load(Ordering::Relaxed) {
                break;
            }
        }
        let (read, left_out, rows) = input.finish();
        if read.is_empty() {
            return Err(Failed::NoGame(left_out));
        }
        let one = |group: ReadGroup| {
            let (variant, players) = (Arc::clone(&group.variant), group.players);
            let (plan, tally) = self.play(&variant, players, counter)?;
            Ok((group.summed(&self.families), plan, tally))
        };
        let groups = read.into_iter().map(one).collect::<Result<_, _>>().map_err(Failed::Bots)?;
        let terms = Terms { confidence: Confidence::Fixed, margins: self.margins };
        Ok(RecordedReport { groups, left_out, terms, games: rows.table(), reasons, command })
    }
}

/// Measures recorded games beside games of bots.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the arguments of the Python function")]
pub fn measure_records(
    py: Python<'_>,
    records: Vec<Bound<'_, PyAny>>,
    bots: Vec<String>,
    games: u64,
    seed: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
    metrics: Vec<String>,
    margins: Vec<String>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<RecordedReport> {
    let records: Vec<TextOrPath> =
        records.iter().map(|record| text_or_path(record, "records")).collect::<PyResult<_>>()?;
    let margins = Margins::parse(margins.iter().map(String::as_str))
        .map_err(|why| argument(py, format!("margin: {why}")))?;
    let mut families = Family::of_names(metrics.iter().map(String::as_str))
        .map_err(|why| argument(py, format!("metrics: {why}")))?;
    families.retain(|family| is_recorded(*family));
    if families.is_empty() {
        return Err(argument(py, "metrics: a record shows no luck, skill or tension"));
    }
    let (tiers, seed) = (bots, self::seed(py, seed)?);
    let command = format!(
        "tsuro.measure_records(…, bots={tiers:?}, games={games}, seed={seed:?}, \
         metrics={metrics:?})"
    );
    let threads = threads_or_cores(threads);
    let asked = Asked { tiers, games, seed, threads, families, margins };
    let measure = |counter: &GameCounter| asked.measure(records, command, counter);
    counted(py, progress, measure)?.map_err(|why| match why {
        Failed::File(path, why) => os_error(&path, &why),
        Failed::NoGame(left_out) => {
            let left_out =
                left_out.in_words().map_or_else(String::new, |words| format!(". {words}"));
            let message = format!("the records have no game to measure{left_out}");
            raise(py, "RecordError", (message, None::<usize>))
        }
        Failed::Bots(why) => raise(py, "BotError", (why,)),
    })
}
