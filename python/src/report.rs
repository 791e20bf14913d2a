//! `tsuro.Report`: what a comparison or a measurement found.

use crate::convert::{result, to_python, tuple};
use crate::errors::{argument, guard};
use crate::frames;
use crate::rules::REGISTRY;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;
use tsuro::ruleset::Variant;
use tsuro_lab::DataTable;
use tsuro_lab::compare::{ClaimResult, Design, ExperimentPlan, Tally, Terms, seat_spreads};
use tsuro_lab::report::{self, Report as Findings, RunDescription};

/// What a comparison or a measurement found: the report of `tsuro.compare` and `tsuro.measure`.
///
/// In a notebook it shows itself as a page. `str()` of it is the report as text, and `to_polars()`
/// a data frame with a row for each metric, table and pair of rule sets.
#[pyclass(module = "tsuro", frozen)]
pub struct Report {
    pub plan: ExperimentPlan,
    pub tally: Tally,
    pub terms: Terms,
    pub design: Design,
    pub claim: Option<ClaimResult>,
    pub variants: Vec<Arc<Variant>>,
    pub run: RunDescription,
}

impl Report {
    fn table(&self, py: Python<'_>, overview: bool) -> PyResult<DataTable> {
        self.with(py, if overview { report::overview_table } else { report::table })
    }

    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&Findings<'_>) -> T + Send) -> PyResult<T>
    where
        T: Send,
    {
        guard(py, || {
            Ok(py.detach(|| {
                let findings = Findings::new(
                    &self.plan,
                    &self.tally,
                    self.terms.clone(),
                    &self.variants,
                    &REGISTRY,
                );
                work(&findings.with_design(self.design.clone(), self.claim.clone()))
            }))
        })
    }
}

#[pymethods]
impl Report {
    /// The whole report as one document, with the fields of `tsuro compare --json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let document = self.with(py, report::json)?;
        to_python(py, &document)
    }

    /// The same as a JSON text: what `tsuro compare --json` or `tsuro measure --json` prints.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |findings| format!("{:#}\n", report::json(findings)))
    }

    /// The metrics as a polars data frame; needs the package polars. It has a row for each metric,
    /// table and pair of rule sets, and the columns of the CSV table; with `overview`, a row for
    /// each metric and kind of bots, and all rule sets and numbers of players side by side.
    #[pyo3(signature = (*, overview = false))]
    fn to_polars<'py>(&self, py: Python<'py>, overview: bool) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table(py, overview)?, "to_polars")
    }

    /// The same as a pandas data frame; needs the package pandas.
    #[pyo3(signature = (*, overview = false))]
    fn to_pandas<'py>(&self, py: Python<'py>, overview: bool) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table(py, overview)?, "to_pandas")
    }

    /// The same as a table of Arrow; needs the package pyarrow.
    #[pyo3(signature = (*, overview = false))]
    fn to_arrow<'py>(&self, py: Python<'py>, overview: bool) -> PyResult<Bound<'py, PyAny>> {
        frames::frame(py, &self.table(py, overview)?, "to_arrow")
    }

    /// How far apart the win shares of the seats are under the first rule set, at each table:
    /// whether by more than `width` (0 to 1). All tables together are judged wrongly with a
    /// probability of at most 5 %.
    #[pyo3(signature = (width = 0.01))]
    fn fairness<'py>(&self, py: Python<'py>, width: f64) -> PyResult<Bound<'py, PyTuple>> {
        if !(width > 0.0 && width < 1.0) {
            return Err(argument(py, format!("width: {width} does not lie between 0 and 1")));
        }
        let spreads = seat_spreads(&self.plan, &self.tally, self.terms.confidence, width);
        tuple(
            py,
            spreads.iter().map(|(table, spread)| {
                let table = &self.plan.tables[*table];
                result!(py, "Fairness", {
                    players: table.players, bots: &table.bots, difference: spread.value,
                    low: spread.least, high: spread.largest,
                    width: width, verdict: spread.word(),
                })
            }),
        )
    }

    /// The report as text; with `all`, with every metric.
    #[pyo3(signature = (*, all = false))]
    fn text(&self, py: Python<'_>, all: bool) -> PyResult<String> {
        self.with(py, |findings| report::text(findings, all))
    }

    /// The report as one HTML page, which needs no network.
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |findings| report::html(findings, &self.run))
    }

    /// The metrics as a CSV table; with `overview`, all rule sets and numbers of players side by
    /// side.
    #[pyo3(signature = (*, overview = false))]
    fn csv(&self, py: Python<'_>, overview: bool) -> PyResult<String> {
        Ok(self.table(py, overview)?.csv())
    }

    /// The names of the rule sets; all others are compared with the first.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.plan.sides.iter().map(|side| side.name.as_str()))
    }

    /// The seed of the run.
    #[getter]
    fn seed(&self) -> &str {
        &self.plan.seed
    }

    /// How many games were played under each rule set, at all tables together.
    #[getter]
    fn games(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |findings| findings.games())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let names: Vec<&str> = self.plan.sides.iter().map(|side| side.name.as_str()).collect();
        Ok(format!("<tsuro.Report {}, {} games each>", names.join(" and "), self.games(py)?))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, false)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(frames::framed(&self.html(py)?, "Report"))
    }
}
