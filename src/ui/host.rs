//! What the program gives to bots: a clock, and other programs.

use crate::bots::ismcts::Clock;
use crate::bots::{Bot, Host};
use crate::ui::exec_bot::{ErrorOutput, ExecBot};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The program as a host of bots.
#[derive(Debug)]
pub struct ProgramHost {
    timeout: Duration,
    /// What programs wrote on their standard error, by the bot as it was written.
    errors: Mutex<BTreeMap<String, ErrorOutput>>,
}

impl ProgramHost {
    /// A host that waits so long for an answer.
    pub fn new(timeout: Duration) -> Self {
        Self { timeout, errors: Mutex::default() }
    }

    /// The end of what each program wrote on its standard error, by the bot as it was written.
    pub fn error_output(&self) -> Vec<(String, String)> {
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        errors.iter().map(|(name, output)| (name.clone(), output.text())).filter(|(_, text)| !text.trim().is_empty()).collect()
    }
}

impl Host for ProgramHost {
    fn clock(&self, milliseconds: u32) -> Box<dyn Clock> {
        Box::new(Stopwatch { time: Duration::from_millis(milliseconds.into()), end: Instant::now() })
    }

    fn find(&self, program: &str) -> Result<(), String> {
        which::which(program).map(|_| ()).map_err(|_| format!("there is no program {program:?} that can be started"))
    }

    fn program(&self, name: &str, words: &[String]) -> Box<dyn Bot> {
        let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let output = errors.entry(name.to_owned()).or_default().clone();
        Box::new(ExecBot::new(words, self.timeout, output))
    }
}

/// A host that waits so many milliseconds, ready to be asked from any thread.
pub fn host(milliseconds: u32) -> (Arc<ProgramHost>, Arc<dyn Host>) {
    let host = Arc::new(ProgramHost::new(Duration::from_millis(milliseconds.into())));
    (Arc::clone(&host), host)
}

/// The time of one decision.
struct Stopwatch {
    time: Duration,
    end: Instant,
}

impl Clock for Stopwatch {
    fn start(&mut self) {
        self.end = Instant::now() + self.time;
    }

    fn has_time(&self) -> bool {
        Instant::now() < self.end
    }
}
