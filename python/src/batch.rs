//! Many games side by side, for programs that learn: what `tsuro.VectorEnv` is made of.

use crate::arguments::{Wanted, layout_version, seed};
use crate::convert::to_python;
use crate::errors::{argument, bug, raise};
use crate::lock::{ForkLock, NoTurn};
use crate::player::{self, BatchFailure, Policy, Team};
use crate::rules::RuleSet;
use crate::run::interruptible;
use numpy::{PyArray1, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use tsuro::batch::{BatchArrays, BatchError, GameBatch, LearnerSeat, RewardKind};
use tsuro::bots::BotSpec;
use tsuro::game::{Observation, Seat};
use tsuro::picture::{BoardPicture, PictureWidth};
use tsuro::ruleset::Variant;
use tsuro::tensor::{Layout, StateLayout};

/// The arrays that a call writes.
#[derive(FromPyObject)]
struct Arrays<'py> {
    #[pyo3(item)]
    observations: PyReadwriteArray2<'py, u8>,
    #[pyo3(item)]
    masks: PyReadwriteArray2<'py, u8>,
    #[pyo3(item)]
    seats: PyReadwriteArray1<'py, u8>,
    #[pyo3(item)]
    rewards: PyReadwriteArray2<'py, f32>,
    #[pyo3(item)]
    dones: PyReadwriteArray1<'py, u8>,
    #[pyo3(item)]
    states: PyReadwriteArray2<'py, u8>,
    #[pyo3(item)]
    finals: PyReadwriteArray2<'py, u8>,
}

/// What a batch is made of, but for its seed.
struct Setup {
    variant: Arc<Variant>,
    layout: Layout,
    games: usize,
    bots: Vec<BotSpec>,
    /// The policies that play for bots, and for each bot the number of its policy.
    policies: Vec<Arc<Policy>>,
    asked: Vec<Option<usize>>,
    learner: LearnerSeat,
    reward: RewardKind,
    /// What an action that is not allowed gives, and ends the game; `None`: it is refused.
    forfeit: Option<f32>,
    states: bool,
    finals: bool,
    random_starts: bool,
    threads: usize,
    /// Set where a step is to end at once.
    stop: Arc<AtomicBool>,
}

impl Setup {
    fn batch(&self, seed: &str) -> Result<GameBatch, BatchError> {
        let batch =
            GameBatch::new(Arc::clone(&self.variant), self.layout.clone(), self.games, seed)?;
        let mut batch =
            batch.threads(self.threads).rewards(self.reward).stopped_by(Arc::clone(&self.stop));
        if self.finals {
            batch = batch.with_finals();
        }
        if let Some(reward) = self.forfeit {
            batch = batch.with_forfeits(reward);
        }
        if self.random_starts {
            batch = batch.with_random_starts();
        }
        if self.states {
            batch = batch.with_states();
        }
        if self.bots.is_empty() {
            Ok(batch)
        } else {
            let batch = batch.against(self.bots.clone(), self.learner)?;
            Ok(batch.asking(self.asked.clone()))
        }
    }

    /// Whether a step may take so long that the user wants to interrupt it. The thread that looks
    /// for signals meanwhile costs up to a tenth of a millisecond. Where no bot searches, policies
    /// are called on the thread of the caller, where Python itself hears of signals.
    fn takes_long(&self) -> bool {
        if self.bots.iter().any(BotSpec::searches) {
            return true;
        }
        self.policies.is_empty()
            && self.games * usize::from(self.layout.seats())
                >= if self.bots.is_empty() { 1 << 18 } else { 1 << 13 }
    }
}

/// Many games of one rule set side by side. It writes into arrays that it is given.
#[pyclass(module = "tsuro._core", frozen)]
pub struct Batch {
    setup: Setup,
    /// Always there, until it is dropped.
    batch: ForkLock<Option<Box<GameBatch>>>,
    /// The process in which the threads of the batch are.
    process: AtomicU32,
}

/// Why a batch cannot be made or go on.
fn error(py: Python<'_>, why: &BatchError) -> PyErr {
    match why {
        BatchError::Illegal { game, action } => {
            let details = PyDict::new(py);
            if let Err(error) =
                details.set_item("game", game).and_then(|()| details.set_item("action", action))
            {
                return error;
            }
            raise(py, "Illegal", (why.to_string(), "action", details))
        }
        BatchError::Bot { .. } => raise(py, "Bug", (why.to_string(),)),
        BatchError::Stopped => raise(py, "Error", (why.to_string(),)),
        why => argument(py, why.to_string()),
    }
}

/// Why this thread cannot use the games now.
fn no_turn(py: Python<'_>, why: NoTurn) -> PyErr {
    let message = match why {
        NoTurn::Forked => {
            "another thread played these games when the process was forked: make new ones in this \
             process"
        }
        NoTurn::Own => {
            "these games are in the middle of a step: the policy may not use its own environment"
        }
        NoTurn::Raised(error) => return error,
    };
    raise(py, "Error", (message,))
}

/// A panic left the games in the middle of a step.
fn unfinished(py: Python<'_>) -> PyErr {
    raise(
        py,
        "Bug",
        ("these games were left unfinished by a mistake in the engine: make new ones",),
    )
}

impl Batch {
    /// Calls the batch with the slices of the arrays, while other threads of Python go on.
    fn write(
        &self,
        py: Python<'_>,
        arrays: &Bound<'_, PyAny>,
        work: impl FnOnce(&mut GameBatch, &mut BatchArrays<'_>) -> Result<(), BatchError> + Send,
    ) -> PyResult<()> {
        // Arrays into which another thread writes are refused. In a process that was forked
        // meanwhile, that would be for ever; in a policy of these games, the reason is another.
        if self.batch.is_forked() {
            return Err(no_turn(py, NoTurn::Forked));
        }
        if self.batch.is_own() {
            return Err(no_turn(py, NoTurn::Own));
        }
        let mut arrays: Arrays<'_> = arrays.extract()?;
        let turn = self.batch.turn(py).map_err(|why| no_turn(py, why))?;
        let mut slices = BatchArrays {
            observations: arrays.observations.as_slice_mut()?,
            masks: arrays.masks.as_slice_mut()?,
            seats: arrays.seats.as_slice_mut()?,
            rewards: arrays.rewards.as_slice_mut()?,
            dones: arrays.dones.as_slice_mut()?,
            states: arrays.states.as_slice_mut()?,
            finals: arrays.finals.as_slice_mut()?,
        };
        let stop = &self.setup.stop;
        stop.store(false, Ordering::Relaxed);
        let work = || {
            turn.work_here();
            let mut batch = turn.value().ok_or(None)?;
            let batch = batch.as_mut().ok_or(None)?;
            let process = std::process::id();
            if self.process.swap(process, Ordering::Relaxed) != process {
                batch.renew_threads();
            }
            let played = work(batch, &mut slices).map_err(BatchFailure::from).and_then(|()| {
                player::ask(&self.setup.policies, batch, |batch, answers| {
                    batch.answer(answers, &mut slices)
                })
            });
            played.map_err(Some)
        };
        let done = if self.setup.takes_long() {
            interruptible(py, stop, work)?
        } else {
            py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|panic| bug(py, &*panic))?
        };
        done.map_err(|why| match why {
            Some(BatchFailure::Batch(why)) => error(py, &why),
            Some(BatchFailure::Policy(why)) => why,
            None => unfinished(py),
        })
    }
}

impl Drop for Batch {
    /// In a process that was forked, forgets what needs the threads of the other process to be
    /// ended.
    fn drop(&mut self) {
        if self.process.load(Ordering::Relaxed) == std::process::id() {
            return;
        }
        if self.batch.is_forked() {
            // Another thread was about to change it.
            std::mem::forget(self.batch.get_mut().take());
        } else if let Some(batch) = self.batch.get_mut() {
            batch.renew_threads();
        }
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "it has the arguments of the Python class")]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        players: Option<u8>,
        games: usize,
        seed: Option<&Bound<'_, PyAny>>,
        bots: Vec<Bound<'_, PyAny>>,
        seat: Option<u8>,
        tokens: bool,
        outlook: bool,
        knowledge: bool,
        states: bool,
        finals: bool,
        rank: bool,
        random_starts: bool,
        threads: usize,
        layout: &Bound<'_, PyAny>,
        forfeit: Option<f32>,
    ) -> PyResult<Self> {
        let variant = RuleSet::from_argument(rules)?.variant;
        let players = players.unwrap_or_else(|| variant.players().nearest(4));
        let wanted = Wanted { version: layout_version(layout)?, tokens, outlook, knowledge };
        let layout = wanted.layout(py, &variant, players)?;
        let others = usize::from(players).saturating_sub(1);
        let bots = match bots.as_slice() {
            [one] => vec![one.clone(); others],
            several => several.to_vec(),
        };
        let team = Team::read(py, &bots, &variant, players)?;
        let learner = seat.map_or(LearnerSeat::InTurn, |seat| LearnerSeat::At(Seat::new(seat)));
        let reward = if rank { RewardKind::Rank } else { RewardKind::Win };
        let setup = Setup {
            variant,
            layout,
            games,
            bots: team.specs,
            policies: team.policies,
            asked: team.numbers,
            learner,
            reward,
            forfeit,
            states,
            finals,
            random_starts,
            threads,
            stop: Arc::default(),
        };
        let batch = setup.batch(&self::seed(py, seed)?).map_err(|why| error(py, &why))?;
        Ok(Self {
            setup,
            batch: ForkLock::new(Some(Box::new(batch))),
            process: AtomicU32::new(std::process::id()),
        })
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet::of_record(Arc::clone(&self.setup.variant))
    }

    /// The number of players of a game.
    #[getter]
    fn players(&self) -> u8 {
        self.setup.layout.seats()
    }

    /// The lengths of a game's rows: observation, mask, state.
    #[getter]
    fn lens(&self) -> (usize, usize, usize) {
        let states = self.setup.states.then(|| StateLayout::new(self.setup.layout.clone()).len());
        (self.setup.layout.len(), self.setup.layout.actions().len(), states.unwrap_or(0))
    }

    /// The layout as a document.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.setup.layout.describe())
    }

    /// What an action does, in words; `None`: there is no such action.
    fn action_name(&self, number: usize) -> Option<String> {
        let actions = self.setup.layout.actions();
        actions.id(number).and_then(|id| actions.action(id)).map(|action| action.to_string())
    }

    /// The board of a game as a seat sees it, as a picture in PNG.
    fn png<'py>(&self, py: Python<'py>, game: usize, seat: u8) -> PyResult<Bound<'py, PyBytes>> {
        let turn = self.batch.turn(py).map_err(|why| no_turn(py, why))?;
        let batch = turn.value().ok_or_else(|| unfinished(py))?;
        let batch = batch.as_ref().ok_or_else(|| unfinished(py))?;
        if seat >= self.setup.layout.seats() {
            return Err(argument(py, format!("there is no seat {seat}")));
        }
        let draw =
            |see: &Observation<'_>| BoardPicture::with_hand(see).png(PictureWidth::default());
        let drawn = batch
            .observe(game, Some(Seat::new(seat)), draw)
            .ok_or_else(|| argument(py, format!("there is no game {game} that has begun")))?;
        Ok(PyBytes::new(py, &drawn.map_err(|why| argument(py, why.to_string()))?))
    }

    /// Begins all games anew, with another seed if there is one, and writes what is seen.
    fn reset(
        &self,
        py: Python<'_>,
        seed: Option<&Bound<'_, PyAny>>,
        arrays: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let anew = match seed {
            Some(seed) => Some(
                self.setup.batch(&self::seed(py, Some(seed))?).map_err(|why| error(py, &why))?,
            ),
            None => None,
        };
        self.write(py, arrays, |batch, arrays| {
            if let Some(anew) = anew {
                *batch = anew;
            }
            batch.reset(arrays)
        })
    }

    /// Takes an action in each game, and writes what is seen next.
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, u16>,
        arrays: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let actions = actions.as_slice()?;
        self.write(py, arrays, |batch, arrays| batch.step(actions, arrays))
    }

    /// Has the step that another thread has begun end soon, with an error. A step that begins later
    /// is not affected.
    fn stop(&self) {
        self.setup.stop.store(true, Ordering::Relaxed);
    }

    /// An action for each game, one of those allowed at random.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u16>>> {
        let turn = self.batch.turn(py).map_err(|why| no_turn(py, why))?;
        let batch = turn.value().ok_or_else(|| unfinished(py))?;
        let batch = batch.as_ref().ok_or_else(|| unfinished(py))?;
        Ok(PyArray1::from_slice(py, batch.sampled_actions()))
    }
}
