//! Many games: simulations and comparisons.

use crate::bots;
use crate::convert::{result, seed, to_python};
use crate::errors::{argument, guard, raise};
use crate::rules::{REGISTRY, RuleSet};
use crate::run::{cores, interruptible};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::Value;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use tsuro::bots::BotSpec;
use tsuro::lab::compare::{Design, Experiment, Margins, Plan, PlanSide, PlanTable, Tally, Terms};
use tsuro::lab::metrics::Family;
use tsuro::lab::report::{self, Report as Findings, RunDescription};
use tsuro::lab::{Bots, GameCounter, Simulation, simulate as play_games};
use tsuro::ruleset::Variant;

/// Refuses a number of players that a rule set is not for.
fn check_players(py: Python<'_>, rules: &RuleSet, players: u8) -> PyResult<()> {
    let allowed = rules.variant.players();
    if allowed.contains(players) {
        return Ok(());
    }
    Err(argument(py, format!("players: {}: {players} players, where {allowed} can play", rules.variant.name())))
}

/// The number of threads: those asked for, or one for each core.
fn threads_or_cores(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(cores)
}

/// Plays games of one rule set with these bots, and writes their records to a new file if there is a path.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python that calls it")]
pub fn simulate<'py>(
    py: Python<'py>,
    rules: &Bound<'py, PyAny>,
    players: Option<u8>,
    bots: Vec<String>,
    games: u64,
    seed: Option<&Bound<'py, PyAny>>,
    threads: Option<usize>,
    record: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = RuleSet::given(rules)?;
    let players = players.unwrap_or_else(|| if bots.len() > 1 { bots.len() as u8 } else { rules.variant.players().nearest(4) });
    check_players(py, &rules, players)?;
    let specs = bots.iter().map(|bot| BotSpec::parse(bot).map_err(|why| bots::error(py, &why))).collect::<PyResult<Vec<_>>>()?;
    let specs = match specs.as_slice() {
        [one] => vec![one.clone(); players.into()],
        several if several.len() == usize::from(players) => several.to_vec(),
        several => return Err(argument(py, format!("bots: there are {} bots, and {players} players", several.len()))),
    };
    let seed = self::seed(py, seed)?;
    let mut file = record.as_ref().map(|path| File::create_new(path).map(BufWriter::new)).transpose().map_err(|error| {
        let path = record.as_ref().map(|path| path.display().to_string());
        PyOSError::new_err((error.raw_os_error(), error.to_string(), path))
    })?;
    let seats = Bots::new(specs);
    let progress = GameCounter::default();
    let (summary, outcome) = interruptible(py, &progress.stop, || {
        let games = Simulation::new(&rules.variant, &seats, &seed, games).threads(threads_or_cores(threads));
        play_games(&games, &progress, file.as_mut().map(|file| file as &mut dyn Write))
    })?;
    match outcome {
        Ok(()) => {}
        Err(tsuro::lab::RunError::Record(error)) => return Err(error.into()),
        Err(why) => return Err(raise(py, "Bug", (why.to_string(),))),
    }
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

/// What a comparison found: the report of `tsuro.compare`.
///
/// In a notebook it shows itself as a page. `str()` of it is the report as text.
#[pyclass(module = "tsuro", frozen)]
pub struct Report {
    plan: Plan,
    tally: Tally,
    terms: Terms,
    design: Design,
    variants: Vec<Arc<Variant>>,
    run: RunDescription,
}

impl Report {
    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&Findings<'_>) -> T + Send) -> PyResult<T>
    where
        T: Send,
    {
        guard(py, || {
            Ok(py.detach(|| {
                let findings = Findings::new(&self.plan, &self.tally, self.terms.clone(), &self.variants, &REGISTRY);
                work(&findings.with_design(self.design.clone(), None))
            }))
        })
    }
}

#[pymethods]
impl Report {
    /// The whole report as one document, as `tsuro compare --json` prints it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let document = self.with(py, report::json)?;
        to_python(py, &document)
    }

    /// The same as a JSON text.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |findings| report::json(findings).to_string())
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

    /// The metrics as a CSV table.
    fn csv(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, report::csv)
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
        let page = self.html(py)?.replace('&', "&amp;").replace('"', "&quot;");
        Ok(format!("<iframe srcdoc=\"{page}\" title=\"Report\" style=\"width: 100%; height: 40em; border: 0\"></iframe>"))
    }
}

/// Plays the same games under several rule sets and judges the differences.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python that calls it")]
pub fn compare(
    py: Python<'_>,
    rules: Vec<Bound<'_, PyAny>>,
    players: Vec<u8>,
    bots: Vec<String>,
    games: u64,
    seed: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
    metrics: Vec<String>,
    margins: Vec<String>,
    unpaired: bool,
) -> PyResult<Report> {
    let rules = rules.iter().map(RuleSet::given).collect::<PyResult<Vec<_>>>()?;
    let Some(first) = rules.first() else { return Err(argument(py, "rules: at least one rule set is needed")) };
    let players = if players.is_empty() { vec![first.variant.players().nearest(4)] } else { players };
    for rules in &rules {
        for &players in &players {
            check_players(py, rules, players)?;
        }
    }
    let margins = Margins::parse(margins.iter().map(String::as_str)).map_err(|why| argument(py, format!("margin: {why}")))?;
    let families = families(py, &metrics)?;
    let seed = self::seed(py, seed)?;
    let variants: Vec<Arc<Variant>> = rules.iter().map(|rules| Arc::clone(&rules.variant)).collect();
    let sides = variants.iter().map(|variant| PlanSide::new(variant)).collect();
    let plan = Plan::new(sides, &players, &bots, seed, unpaired, &families).map_err(|why| raise(py, "BotError", (why.to_string(),)))?;
    let experiment = Experiment::new(&plan, variants.iter().map(|variant| &**variant).collect());
    let experiment = experiment.map_err(|why| raise(py, "BotError", (why.to_string(),)))?;
    let a_block = plan.tables.iter().filter(|table| !table.skill_only).map(PlanTable::games_a_block).min().unwrap_or(1);
    let blocks = games.div_ceil(a_block);
    let (threads, began, progress) = (threads_or_cores(threads), Instant::now(), GameCounter::default());
    let (tally, broken) = interruptible(py, &progress.stop, || experiment.play(0..blocks, threads, &progress))?;
    if let Some(why) = broken {
        return Err(raise(py, "Bug", (why.to_string(),)));
    }
    let design = Design::fixed(blocks);
    let mut terms = Terms::new(design.confidence(&tally.blocks), 0.01);
    terms.margins = margins;
    let command = repeating(&plan, &players, &bots, games, &terms.margins, &metrics);
    let (os, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
    let run = format!("{os} {architecture}, {threads} threads, {:.1} s", began.elapsed().as_secs_f64());
    drop(experiment);
    Ok(Report { plan, tally, terms, design, variants, run: RunDescription { command, run } })
}

/// The kinds of metrics that were asked for; `all` stands for every kind that needs no search.
fn families(py: Python<'_>, names: &[String]) -> PyResult<Vec<Family>> {
    let mut families = Vec::new();
    for name in names {
        if name == "all" {
            families.extend(Family::ALL.into_iter().filter(|family| *family != Family::Tension));
            continue;
        }
        let known = Family::ALL.into_iter().filter(|family| *family != Family::Tension);
        match known.clone().find(|family| family.name() == name) {
            Some(family) => families.push(family),
            None => {
                let names: Vec<&str> = known.map(Family::name).collect();
                return Err(argument(py, format!("metrics: there is no kind of metric {name:?}; the kinds are all, {}", names.join(", "))));
            }
        }
    }
    families.sort();
    families.dedup();
    Ok(families)
}

/// The call that makes the same report again.
fn repeating(plan: &Plan, players: &[u8], bots: &[String], games: u64, margins: &Margins, metrics: &[String]) -> String {
    let rules: Vec<String> = plan.sides.iter().map(|side| format!("{:?}", side.name)).collect();
    let unpaired = if plan.unpaired { ", unpaired=True" } else { "" };
    format!(
        "tsuro.compare({}, players={players:?}, bots={bots:?}, games={games}, seed={:?}, metrics={metrics:?}, margin={:?}{unpaired})",
        rules.join(", "),
        plan.seed,
        margins.as_text()
    )
}
