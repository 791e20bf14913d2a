//! What bots may use of the outside world: a clock, and other programs.

use crate::exec_bot::{ErrorOutput, ExecBot, Patience};
use crate::files::{self, Limit};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tsuro::bots::ismcts::Clock;
use tsuro::bots::{Bot, Host};

/// Files of values have some ten thousand letters.
const VALUES: Limit = Limit { bytes: 1 << 20, kind: "a file of values" };

/// Gives bots a clock and starts bots that are programs.
#[derive(Debug)]
pub struct ProgramHost {
    patience: Patience,
    /// What each program wrote on its standard error, by the name of its bot.
    errors: Mutex<BTreeMap<String, ErrorOutput>>,
}

impl ProgramHost {
    /// The end of what each program wrote on its standard error, with the name of its bot; without
    /// programs that wrote nothing.
    pub fn error_output(&self) -> Vec<(String, String)> {
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        errors
            .iter()
            .map(|(name, output)| (name.clone(), output.text()))
            .filter(|(_, text)| !text.trim().is_empty())
            .collect()
    }
}

impl Host for ProgramHost {
    fn clock(&self, milliseconds: u32) -> Box<dyn Clock> {
        Box::new(Stopwatch::new(milliseconds))
    }

    fn find(&self, program: &str) -> Result<(), String> {
        which::which(program)
            .map(|_| ())
            .map_err(|_| format!("there is no program {program:?} that can be started"))
    }

    fn values(&self, file: &str) -> Result<String, String> {
        values(file)
    }

    fn program(&self, name: &str, words: &[String]) -> Box<dyn Bot> {
        let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let output = errors.entry(name.to_owned()).or_default().clone();
        Box::new(ExecBot::new(words, self.patience, output))
    }
}

/// A host whose programs have this many milliseconds for each answer: once for
/// [`ProgramHost::error_output`], once as the host of bots.
pub fn host(timeout: u32) -> (Arc<ProgramHost>, Arc<dyn Host>) {
    patient_host(timeout, timeout)
}

/// A host like [`host`], whose programs have `start` milliseconds for their first answer after each
/// start, if that is more.
pub fn patient_host(timeout: u32, start: u32) -> (Arc<ProgramHost>, Arc<dyn Host>) {
    let answer = Duration::from_millis(timeout.into());
    let first = answer.max(Duration::from_millis(start.into()));
    let patience = Patience { first, answer };
    let host = Arc::new(ProgramHost { patience, errors: Mutex::default() });
    (Arc::clone(&host), host)
}

/// The text of a file of values.
///
/// # Errors
/// Why it cannot be read.
pub fn values(file: &str) -> Result<String, String> {
    let path = Path::new(file);
    // A pipe would never end.
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Err("it is no file".to_owned());
    }
    files::read_text(path, VALUES).map_err(|why| why.to_string())
}

/// Measures the time of one decision.
#[derive(Debug)]
pub struct Stopwatch {
    time: Duration,
    end: Instant,
}

impl Stopwatch {
    /// One that has run out until it is started; each decision has this many milliseconds.
    pub fn new(milliseconds: u32) -> Self {
        Self { time: Duration::from_millis(milliseconds.into()), end: Instant::now() }
    }
}

impl Clock for Stopwatch {
    fn start(&mut self) {
        self.end = Instant::now() + self.time;
    }

    fn has_time(&self) -> bool {
        Instant::now() < self.end
    }
}
