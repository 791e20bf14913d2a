//! A training while it is played: what `tsuro.train` stands on. `python/tsuro/_training.py` reads
//! and writes the files.

use crate::arguments::seed;
use crate::errors::{argument, raise};
use crate::frames::progress_of;
use crate::rules::RuleSet;
use crate::run::interruptible_with;
use crate::simulate::threads_or_cores;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tsuro::ruleset::Variant;
use tsuro_lab::{GameCounter, Training as Asked, TrainingError, TrainingState};

/// The text of a file of values, and its figures: number of players, games and share of the wins.
type Values = (String, Vec<(u8, u64, f64)>);

/// A training while it is played.
#[pyclass(module = "tsuro._core")]
pub struct Training {
    variant: Arc<Variant>,
    players: Vec<u8>,
    seed: String,
    games: u64,
    state: TrainingState,
}

fn refused(py: Python<'_>, why: &TrainingError) -> PyErr {
    match why {
        TrainingError::Goal(_) => argument(py, format!("rules: {why}")),
        TrainingError::Players { .. } => argument(py, format!("players: {why}")),
        why => raise(py, "PartError", (why.to_string(),)),
    }
}

fn asked<'a>(
    variant: &'a Variant,
    players: &[u8],
    seed: &'a str,
    games: u64,
    threads: usize,
) -> Asked<'a> {
    Asked { variant, players: players.to_vec(), seed, games, threads }
}

#[pymethods]
impl Training {
    /// The beginning, or what was kept as a text. Without `players`, all usual numbers.
    #[new]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        players: Vec<u8>,
        games: u64,
        seed: &Bound<'_, PyAny>,
        kept: Option<&str>,
    ) -> PyResult<Self> {
        let variant = RuleSet::from_argument(rules)?.variant;
        let players = if players.is_empty() { Asked::usual_players(&variant) } else { players };
        let seed = self::seed(py, Some(seed))?;
        let training = asked(&variant, &players, &seed, games, 1);
        let state = match kept {
            Some(text) => training.resume(text),
            None => training.begin(),
        };
        let state = state.map_err(|why| refused(py, &why))?;
        Ok(Self { variant, players, seed, games, state })
    }

    /// The name of the rule set.
    #[getter]
    fn rules(&self) -> &str {
        self.variant.name()
    }

    /// The hash of the rule set.
    #[getter]
    fn rules_hash(&self) -> &str {
        self.variant.hash()
    }

    /// The numbers of players, which take turns.
    #[getter]
    fn players(&self) -> Vec<u32> {
        self.players.iter().map(|&players| players.into()).collect()
    }

    /// The seed of the games.
    #[getter]
    fn seed(&self) -> &str {
        &self.seed
    }

    /// The number of games so far.
    #[getter]
    fn played(&self) -> u64 {
        self.state.played()
    }

    /// Plays rounds for about this many seconds. Returns whether there is more to play. A round
    /// that is interrupted counts for nothing.
    fn play(
        &mut self,
        py: Python<'_>,
        threads: Option<usize>,
        seconds: f64,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let Self { variant, players, seed, games, state } = self;
        let training = asked(variant, players, seed, *games, threads_or_cores(threads));
        let counter = GameCounter::default();
        interruptible_with(py, &counter.stop, progress_of(progress, &counter), || {
            let (began, time) = (Instant::now(), Duration::from_secs_f64(seconds.max(0.0)));
            loop {
                let more = training.round(state, &counter);
                let is_over = counter.stop.load(Ordering::Relaxed) || began.elapsed() >= time;
                if !more || is_over {
                    return more;
                }
            }
        })
    }

    /// What is kept of it, as a text.
    fn kept(&self) -> String {
        self.state.to_text()
    }

    /// Measures the result. Returns the text of the file of values, and the figures in it.
    fn finish(&self, py: Python<'_>, threads: Option<usize>) -> PyResult<Values> {
        let Self { variant, players, seed, games, state } = self;
        let training = asked(variant, players, seed, *games, threads_or_cores(threads));
        let counter = GameCounter::default();
        let trained =
            interruptible_with(py, &counter.stop, || Ok(()), || training.end(state, &counter))?;
        let figures = trained.figures.iter();
        let figures = figures.map(|figure| (figure.players, figure.games, figure.share)).collect();
        Ok((trained.to_text(), figures))
    }
}
