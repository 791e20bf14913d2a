//! The compiled part of the Python package `tsuro`: games, rule sets, records, suites and
//! comparisons, over the public interface of the crate. What people import is in `python/tsuro/`.

mod arguments;
mod batch;
mod bots;
mod choice;
mod comparison;
mod convert;
mod errors;
mod explore;
mod frames;
mod game;
mod lock;
mod measures;
mod player;
mod policy;
mod recorded;
mod records;
mod report;
mod rules;
mod run;
mod simulate;
mod suites;
mod table;
mod tournament;
mod train;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use std::sync::OnceLock;

/// Refuses every interpreter of this process but the first: pyo3 keeps the types of the module for
/// the whole process.
fn refuse_other_interpreters(py: Python<'_>) -> PyResult<()> {
    static FIRST: OnceLock<usize> = OnceLock::new();
    // Each interpreter has its own dictionary of modules.
    let own = py.import("sys")?.getattr("modules")?.as_ptr() as usize;
    if *FIRST.get_or_init(|| own) == own {
        return Ok(());
    }
    Err(PyImportError::new_err(
        "tsuro does not work in subinterpreters: it was imported in another interpreter of this \
         process",
    ))
}

/// Panics, so that a test can see what becomes of a panic.
#[pyfunction]
fn _panic(py: Python<'_>, message: String) -> PyResult<()> {
    errors::guard(py, || panic!("{message}"))
}

/// The compiled part of the package `tsuro`.
// A build of Python without the global interpreter lock switches it on for this module, and says
// so.
#[pymodule(gil_used = true)]
mod _core {
    use super::{Bound, PyModule, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::refuse_other_interpreters(module.py())
    }

    #[pymodule_export]
    use super::_panic;
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::bots::{bot_list, check_bot, level_list, shipped_values};
    #[pymodule_export]
    use super::choice::{Answer, Decision, Exchange, Mark, Place, Stay};
    #[pymodule_export]
    use super::comparison::{Comparison, play_part};
    #[pymodule_export]
    use super::explore::{Exploration, Search};
    #[pymodule_export]
    use super::game::{_unpickle_game, Game};
    #[pymodule_export]
    use super::measures::{MeasureReport, collusion, depth, learnability};
    #[pymodule_export]
    use super::policy::GameArrays;
    #[pymodule_export]
    use super::recorded::{RecordedReport, measure_records};
    #[pymodule_export]
    use super::records::replay;
    #[pymodule_export]
    use super::report::Report;
    #[pymodule_export]
    use super::rules::{_unpickle_rule_set, RuleSet, keys, rule_set_names, schema};
    #[pymodule_export]
    use super::simulate::{losses, simulate};
    #[pymodule_export]
    use super::suites::run_suites;
    #[pymodule_export]
    use super::table::{_unpickle_table, Table};
    #[pymodule_export]
    use super::tournament::{LeagueSums, TournamentReport, TournamentRun};
    #[pymodule_export]
    use super::train::Training;

    /// The version of the engine.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that packages of Python give it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
