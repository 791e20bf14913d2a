//! Test suites: the suites of the package, or one of the user's own.

use crate::convert::{result, tuple};
use crate::errors;
use crate::rules::{REGISTRY, RuleSet};
use crate::run::interruptible;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::atomic::{AtomicBool, Ordering};
use tsuro::ruleset::{BuiltIns, Loader, Problems, Source, SourceId};
use tsuro_suite::{
    Child, Failure, Onlookers, RuleBook, RuleSetSelection, Run, RunPlan, RunResult, Suite, read,
    shipped_suites,
};

/// The runs and what is skipped, in the form of the answer.
struct Played {
    suites: Vec<Suite>,
    runs: Vec<(Run, RunResult)>,
    skipped: Vec<String>,
}

fn play(
    suites: Vec<Suite>,
    rules: Option<&RuleSet>,
    loader: &dyn Loader,
    stop: &AtomicBool,
) -> Result<Played, Problems> {
    let mut book = RuleBook::new(&REGISTRY, loader);
    let child = match rules.and_then(|rules| Some((rules, rules.reference()?))) {
        Some((rules, reference)) => {
            Some(Child::new(reference, &mut book)?.known_as(rules.variant.name()))
        }
        None => None,
    };
    let children: Vec<Child> = child.into_iter().collect();
    let under = if children.is_empty() {
        RuleSetSelection::Own
    } else {
        RuleSetSelection::Instead(&children)
    };
    // Once it is to stop, nothing more is planned.
    let mut plan = RunPlan::new(&suites, &under, &mut book, &|_, _| !stop.load(Ordering::Relaxed));
    let label = |suite: usize, scenario: usize| {
        format!("{}: {}", suites[suite].source.shown, suites[suite].scenarios[scenario].title)
    };
    let skipped = plan
        .skipped
        .iter()
        .map(|skipped| format!("{}: {}", label(skipped.suite, skipped.scenario), skipped.why))
        .collect();
    let mut runs = Vec::with_capacity(plan.runs.len());
    for run in std::mem::take(&mut plan.runs) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let result = plan.play(&suites, &run, Onlookers::default());
        runs.push((run, result));
    }
    Ok(Played { suites, runs, skipped })
}

fn failure<'py>(
    py: Python<'py>,
    suite: &Suite,
    run: &Run,
    failure: &Failure,
) -> PyResult<Bound<'py, PyAny>> {
    let at = suite
        .source
        .line_column(failure.span.as_ref().unwrap_or(&suite.scenarios[run.scenario].span).start);
    result!(py, "ScenarioFailure", {
        code: failure.code.as_str(),
        message: &failure.message,
        file: &suite.source.shown,
        line: at.line,
        column: at.column,
        expected: PyTuple::new(py, &failure.expected)?,
        found: PyTuple::new(py, &failure.found)?,
    })
}

/// Plays suites under the rule sets that they name, or under one instead.
#[pyfunction]
pub fn run_suites<'py>(
    py: Python<'py>,
    rules: Option<&Bound<'py, PyAny>>,
    text: Option<&str>,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = rules.map(RuleSet::from_argument).transpose()?;
    if rules.as_ref().is_some_and(|rules| rules.reference().is_none()) {
        return Err(errors::argument(
            py,
            "rules: the rules of a record have no name under which suites could speak of them",
        ));
    }
    let stop = AtomicBool::new(false);
    let played = interruptible(py, &stop, || {
        let suites = match text {
            Some(text) => {
                let mut problems = Problems::default();
                let suite = read(
                    Source::new(SourceId::File(name.into()), name, text),
                    &REGISTRY,
                    &mut problems,
                );
                if problems.has_errors() {
                    return Err((true, problems));
                }
                vec![suite]
            }
            None => shipped_suites(&REGISTRY),
        };
        let work = |loader: &dyn Loader| {
            play(suites, rules.as_ref(), loader, &stop).map_err(|problems| (false, problems))
        };
        match &rules {
            Some(rules) => rules.origin.with_loader(work),
            None => work(&BuiltIns),
        }
    })?;
    let Played { suites, runs, skipped } = played.map_err(|(suite, problems)| {
        if suite { errors::suite(py, &problems) } else { errors::rule_set(py, &problems) }
    })?;
    let one = |(run, result): &(Run, RunResult)| {
        py.check_signals()?;
        let suite = &suites[run.suite];
        let scenario = &suite.scenarios[run.scenario];
        result!(py, "ScenarioResult", {
            suite: &suite.source.shown,
            title: &scenario.title,
            ids: PyTuple::new(py, &scenario.ids)?,
            rules: &run.rules,
            failures: tuple(
                py,
                result.failures.iter().map(|found| failure(py, suite, run, found)),
            )?,
        })
    };
    result!(py, "SuiteReport", {
        results: tuple(py, runs.iter().map(one))?,
        skipped: PyTuple::new(py, skipped)?,
    })
}
