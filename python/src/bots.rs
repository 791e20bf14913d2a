//! The bots that can be named.

use crate::errors::raise;
use pyo3::prelude::*;
use std::sync::Arc;
use tsuro::bots::ismcts::Clock;
use tsuro::bots::values::shipped;
use tsuro::bots::{BOTS, Bot, BotError, BotSpec, Host, LEVELS, Random};
use tsuro_world::host::Stopwatch;

/// Gives bots a clock. Programs are not started from here.
struct Clocks;

impl Host for Clocks {
    fn clock(&self, milliseconds: u32) -> Box<dyn Clock> {
        Box::new(Stopwatch::new(milliseconds))
    }

    fn find(&self, _program: &str) -> Result<(), String> {
        Err("bots that are programs do not play here".to_owned())
    }

    fn values(&self, file: &str) -> Result<String, String> {
        tsuro_world::host::values(file)
    }

    // Never called: no program is found.
    fn program(&self, _name: &str, _words: &[String]) -> Box<dyn Bot> {
        Box::new(Random)
    }
}

/// Why a bot cannot be read.
pub fn error(py: Python<'_>, why: &BotError) -> PyErr {
    raise(py, "BotError", (why.to_string(),))
}

fn read(name: &str) -> Result<BotSpec, BotError> {
    let host: Arc<dyn Host> = Arc::new(Clocks);
    BotSpec::parse_on(name, &host)
}

/// The bot of this name, for one decision of a game in progress: it may have a clock.
pub fn named(py: Python<'_>, name: &str) -> PyResult<BotSpec> {
    read(name).map_err(|why| error(py, &why))
}

/// Bots for games that have to be the same again: none with a clock. They may read a file of
/// values.
pub fn reproducible(py: Python<'_>, names: &[String]) -> PyResult<Vec<BotSpec>> {
    let one = |name: &String| match BotSpec::parse(name) {
        Err(why @ BotError::Outside { .. }) => Err(why),
        _ => read(name),
    };
    names.iter().map(|name| one(name).map_err(|why| error(py, &why))).collect()
}

/// The kinds of bots that play here, weakest first: name, argument and summary of each.
#[pyfunction]
pub fn bot_list() -> Vec<(&'static str, &'static str, &'static str)> {
    BOTS.iter()
        .filter(|bot| bot.argument != "COMMAND")
        .map(|bot| (bot.name, bot.argument, bot.summary))
        .collect()
}

/// The levels of difficulty, weakest first: name, bot, milliseconds for a decision and summary of
/// each.
#[pyfunction]
pub fn level_list() -> Vec<(&'static str, &'static str, u32, &'static str)> {
    LEVELS.iter().map(|level| (level.name, level.bot, level.milliseconds, level.summary)).collect()
}

/// Raises `BotError` unless a bot of this name can play here.
#[pyfunction]
pub fn check_bot(py: Python<'_>, name: &str) -> PyResult<()> {
    named(py, name).map(drop)
}

/// The files of values of the package: the name of the rule set and the text of each.
#[pyfunction]
pub fn shipped_values() -> Vec<(&'static str, &'static str)> {
    shipped().collect()
}
