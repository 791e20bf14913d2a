//! A training while it is played: what `tsuro.train` stands on. `python/tsuro/_training.py` reads
//! and writes the files.

use crate::arguments::seed;
use crate::errors::{argument, raise};
use crate::rules::{REGISTRY, RuleSet};
use crate::run::counted;
use crate::simulate::threads_or_cores;
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tsuro::ruleset::Variant;
use tsuro_lab::{Training as Asked, TrainingError, TrainingPart, TrainingRound, TrainingState};

/// A figure: the number of players, the games, and the shares of `learned` and, at all seats, of
/// `greedy`.
type Figure = (u8, u64, f64, Option<f64>);

/// The text of a file of values, and its figures.
type Values = (String, Vec<Figure>);

/// A training while it is played.
#[pyclass(module = "tsuro._core")]
pub struct Training {
    variant: Arc<Variant>,
    players: Vec<u8>,
    seed: String,
    games: u64,
    searched: u64,
    state: TrainingState,
    /// The round that others play, as a text, and what came back of it.
    round: Option<(String, Vec<TrainingPart>)>,
}

fn refused(py: Python<'_>, why: &TrainingError) -> PyErr {
    match why {
        TrainingError::Players { .. } | TrainingError::Goals { .. } => {
            argument(py, format!("players: {why}"))
        }
        why => raise(py, "PartError", (why.to_string(),)),
    }
}

/// Plays games of a round, and returns what they teach as a text.
pub fn play_part(
    py: Python<'_>,
    round: &str,
    games: Range<u64>,
    threads: usize,
) -> PyResult<String> {
    if games.is_empty() {
        return Err(argument(py, format!("games: {games:?} is not a range of games")));
    }
    let part = counted(py, None, |counter| {
        TrainingRound::play(round, games, &REGISTRY, threads, counter)
    })?;
    let part = part.map_err(|why| refused(py, &why))?;
    part.ok_or_else(|| raise(py, "Bug", ("a part was stopped by nobody",)))
}

impl Training {
    /// What is asked for, and how far it is.
    fn asked(&mut self, threads: usize) -> (Asked<'_>, &mut TrainingState) {
        let Self { variant, players, seed, games, searched, state, .. } = self;
        let players = players.clone();
        (Asked { variant, players, seed, games: *games, searched: *searched, threads }, state)
    }
}

#[pymethods]
impl Training {
    /// The beginning, or what was kept as a text. Without `players`, `games` or
    /// `searched`, the usual numbers.
    #[new]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        players: Vec<u8>,
        games: Option<u64>,
        searched: Option<u64>,
        seed: &Bound<'_, PyAny>,
        kept: Option<&str>,
    ) -> PyResult<Self> {
        let variant = RuleSet::from_argument(rules)?.variant;
        let players = if players.is_empty() { Asked::usual_players(&variant) } else { players };
        let games = games.unwrap_or_else(|| Asked::usual_games(&variant));
        let searched = searched.unwrap_or(Asked::usual_searched(games));
        let seed = self::seed(py, Some(seed))?;
        let training =
            Asked { variant: &variant, players, seed: &seed, games, searched, threads: 1 };
        let state = match kept {
            Some(text) => training.resume(text),
            None => training.begin(),
        };
        let (state, players) = (state.map_err(|why| refused(py, &why))?, training.players);
        Ok(Self { variant, players, seed, games, searched, state, round: None })
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

    /// The number of games of the bot.
    #[getter]
    const fn games(&self) -> u64 {
        self.games
    }

    /// The number of games of the search after them.
    #[getter]
    const fn searched(&self) -> u64 {
        self.searched
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
        let (training, state) = self.asked(threads_or_cores(threads));
        counted(py, progress, |counter| {
            let (began, time) = (Instant::now(), Duration::from_secs_f64(seconds.max(0.0)));
            loop {
                let more = training.round(state, counter);
                let is_over = counter.stop.load(Ordering::Relaxed) || began.elapsed() >= time;
                if !more || is_over {
                    return more;
                }
            }
        })
    }

    /// Begins a round that others play: its text for `play_part`, and the numbers of its first game
    /// and of the game after its last one.
    fn begin_round(&mut self) -> (String, u64, u64) {
        let (training, state) = self.asked(1);
        let (text, numbers) = training.next_round(state);
        self.round = Some((text.clone(), Vec::new()));
        (text, numbers.start, numbers.end)
    }

    /// Takes what exactly these games of the round teach. There is only one plan, number 0.
    fn add(
        &mut self,
        py: Python<'_>,
        _index: u64,
        text: &str,
        low: u64,
        high: u64,
    ) -> PyResult<()> {
        if let Some((round, parts)) = &mut self.round {
            let part = py.detach(|| TrainingPart::read(text, round, &(low..high)));
            parts.push(part.map_err(|why| refused(py, &why))?);
        }
        Ok(())
    }

    /// Learns from the round, all games of which were taken. Returns whether there is more to play.
    fn end_round(&mut self, py: Python<'_>) -> PyResult<bool> {
        let parts = self.round.take().map_or_else(Vec::new, |(_, parts)| parts);
        let (training, state) = self.asked(1);
        training.learn_round(state, parts).map_err(|why| refused(py, &why))
    }

    /// What is kept of it, as a text.
    fn kept(&self) -> String {
        self.state.to_text()
    }

    /// The number of games of which `progress` is told: also those that measure the result.
    #[getter]
    fn counted_games(&mut self) -> u64 {
        let (training, state) = self.asked(1);
        training.counted_games(state)
    }

    /// Measures the result. Returns the text of the file of values, and the figures in it.
    fn finish(
        &mut self,
        py: Python<'_>,
        threads: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Values> {
        let (training, state) = self.asked(threads_or_cores(threads));
        let trained = counted(py, progress, |counter| training.end(state, counter))?;
        let figures = trained.figures.iter();
        let figures = figures
            .map(|figure| (figure.players, figure.games, figure.share, figure.greedy))
            .collect();
        Ok((trained.to_text(), figures))
    }
}
