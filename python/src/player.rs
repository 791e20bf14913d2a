//! Policies of Python as bots: one row at a time in games that are played side by side on threads,
//! many rows at once in a batch.

use crate::arguments::{Wanted, layout_version};
use crate::bots;
use crate::errors::raise;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tsuro::batch::{BatchError, GameBatch};
use tsuro::board::Laid;
use tsuro::bots::{BadChoice, Bot, BotSpec};
use tsuro::game::{Choice, Observation, Rng, Seat};
use tsuro::ruleset::Variant;
use tsuro::tensor::{Layout, PartialExchange};
use tsuro_lab::RunError;
use tsuro_lab::compare::BlockError;

/// A `tsuro.PolicyBot` at tables of one rule set and one number of players.
pub struct Policy {
    bot: Py<PyAny>,
    name: String,
    layout: Layout,
    /// Whether it takes many rows in one call.
    is_batched: bool,
    /// Whoever asks it in one game. To hold the interpreter is not enough: a policy may release it
    /// in the middle of its work.
    turn: Turn,
}

/// Held while a policy is asked; one for each policy of a call, whatever the table. A policy that
/// plays games of its own with itself asks in another call, so it does not wait for itself.
type Turn = Arc<Mutex<()>>;

/// Why a policy gave no action: the end of a sentence, and what it raised.
struct Failure {
    what: String,
    cause: Option<PyErr>,
}

impl Failure {
    fn new(what: String) -> Self {
        Self { what, cause: None }
    }

    fn raised(py: Python<'_>, error: PyErr) -> Self {
        let kind =
            error.get_type(py).name().map_or_else(|_| "an error".into(), |it| it.to_string());
        let text = error.value(py).to_string();
        let what = if text.is_empty() {
            format!("raised {kind}")
        } else {
            format!("raised {kind}: {text}")
        };
        Self { what, cause: Some(error) }
    }
}

impl Policy {
    fn read(bot: &Bound<'_, PyAny>, variant: &Variant, players: u8, turn: Turn) -> PyResult<Self> {
        let is = |option: &str| bot.getattr(option)?.extract::<bool>();
        let tokens = bot.getattr("form")?.extract::<String>()? == "tokens";
        let version = layout_version(&bot.getattr("layout_version")?)?;
        let (outlook, knowledge) = (is("outlook")?, is("knowledge")?);
        let wanted = Wanted { version, tokens, outlook, knowledge };
        // A policy that was saved plays at the tables for which it was made alone.
        bot.call_method1("check_table", (variant.name(), variant.hash(), players))?;
        Ok(Self {
            bot: bot.clone().unbind(),
            name: bot.getattr("name")?.extract()?,
            is_batched: is("is_batched")?,
            layout: wanted.layout(bot.py(), variant, players)?,
            turn,
        })
    }

    /// The number of an action that a mask allows. Everything else that Python answers is refused.
    fn action(&self, answer: &Bound<'_, PyAny>, mask: &[u8]) -> Result<u16, Failure> {
        let Ok(number) = answer.call_method0("__index__") else {
            let shown: String = answer.repr().map(|text| text.to_string()).unwrap_or_default();
            let shown: String = shown.chars().take(40).collect();
            return Err(Failure::new(format!("answered {shown}, not a whole number")));
        };
        let index = number.extract::<usize>().unwrap_or(usize::MAX);
        if mask.get(index) == Some(&1) {
            return Ok(index as u16);
        }
        let actions = self.layout.actions();
        let name = actions.id(index).and_then(|id| actions.action(id));
        let name = name.map_or_else(|| "no action".to_owned(), |action| action.to_string());
        Err(Failure::new(format!("answered {number} ({name}), which the mask does not allow")))
    }

    /// Asks for one action of a seat, and takes it. `None`: a tile of an exchange was given or
    /// taken, and the seat acts again.
    fn choose(
        &self,
        sees: &Observation<'_>,
        partial: &mut PartialExchange,
    ) -> Result<Option<Choice>, Failure> {
        let actions = self.layout.actions();
        let (mut array, mut mask) = (vec![0; self.layout.len()], vec![0; actions.len()]);
        let wrong =
            |why: &dyn ToString| Failure::new(format!("cannot be asked: {}", why.to_string()));
        self.layout.write(sees, partial, &mut array);
        actions.write_mask(sees, partial, &mut mask).map_err(|why| wrong(&why))?;
        // Before the interpreter is taken: whoever has the turn needs it to end its own.
        let turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let number = Python::attach(|py| {
            let rows = (PyArray1::from_vec(py, array), PyArray1::from_slice(py, &mask));
            let answer = self.bot.bind(py).call_method1("act", rows);
            self.action(&answer.map_err(|error| Failure::raised(py, error))?, &mask)
        })?;
        drop(turn);
        let id = actions.id(number.into()).ok_or_else(|| wrong(&"there is no such action"))?;
        actions.take(sees, partial, id).map_err(|why| wrong(&why))
    }

    /// Asks for the actions in these games of a batch, with one call if it takes many rows.
    fn choose_many(
        &self,
        py: Python<'_>,
        batch: &GameBatch,
        games: &[usize],
    ) -> Result<Vec<u16>, BatchFailure> {
        let (row, width) = (self.layout.len(), self.layout.actions().len());
        let (mut arrays, mut masks) = (vec![0; games.len() * row], vec![0; games.len() * width]);
        let mut places = Vec::with_capacity(games.len());
        for ((&game, array), mask) in
            games.iter().zip(arrays.chunks_mut(row)).zip(masks.chunks_mut(width))
        {
            let (turn, seat) = batch.show(game, &self.layout, array, mask)?;
            places.push((game, turn, seat));
        }
        if !self.is_batched {
            let rows = arrays.chunks(row).zip(masks.chunks(width)).zip(&places);
            let one = |((array, mask), &place)| {
                let rows = (PyArray1::from_slice(py, array), PyArray1::from_slice(py, mask));
                let answer = self.bot.bind(py).call_method1("act", rows);
                let answer = answer.map_err(|error| Failure::raised(py, error));
                answer
                    .and_then(|answer| self.action(&answer, mask))
                    .map_err(|why| self.of_one(py, why, place))
            };
            return rows.map(one).collect();
        }
        let shape = |len| [games.len(), len];
        let shown = PyArray1::from_slice(py, &masks);
        let answers = PyArray1::from_vec(py, arrays)
            .reshape(shape(row))
            .and_then(|arrays| Ok((arrays, shown.reshape(shape(width))?)))
            .and_then(|rows| self.bot.bind(py).call_method1("act_many", rows))
            .and_then(|answers| answers.extract::<Vec<Bound<'_, PyAny>>>());
        let answers = answers.map_err(|error| self.of_all(py, error, games.len()))?;
        let actions = answers.iter().zip(masks.chunks(width)).zip(&places);
        actions
            .map(|((answer, mask), &place)| {
                self.action(answer, mask).map_err(|why| self.of_one(py, why, place))
            })
            .collect()
    }

    /// What went wrong in one game.
    fn of_one(&self, py: Python<'_>, why: Failure, place: (usize, u32, Seat)) -> BatchFailure {
        let ((game, turn, seat), Failure { what, cause }) = (place, why);
        let what = format!("policy:{} {what}", self.name);
        BatchFailure::policy(py, what, Some((game as u64, turn, seat)), cause)
    }

    /// What went wrong with all games that were asked about at once.
    fn of_all(&self, py: Python<'_>, error: PyErr, games: usize) -> BatchFailure {
        let (name, Failure { what, cause }) = (&self.name, Failure::raised(py, error));
        let what = format!("policy:{name} {what}, when it was asked about {games} games at once");
        BatchFailure::policy(py, what, None, cause)
    }
}

/// Why a batch with policies cannot go on.
pub enum BatchFailure {
    /// The batch says so.
    Batch(BatchError),
    /// A policy failed.
    Policy(PyErr),
}

impl BatchFailure {
    fn policy(
        py: Python<'_>,
        message: String,
        place: Option<(u64, u32, Seat)>,
        cause: Option<PyErr>,
    ) -> Self {
        // On the main thread, Ctrl-C is heard within the policy.
        match cause {
            Some(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => Self::Policy(error),
            cause => Self::Policy(policy_error(py, message, place.map(Place::of_game), cause)),
        }
    }
}

impl From<BatchError> for BatchFailure {
    fn from(why: BatchError) -> Self {
        Self::Batch(why)
    }
}

/// A decision of a run.
struct Place {
    /// The game in words.
    shown: String,
    /// Its number; in a comparison, that of the block.
    game: u64,
    turn: u32,
    seat: Seat,
}

impl Place {
    fn of_game((game, turn, seat): (u64, u32, Seat)) -> Self {
        Self { shown: format!("game {game}"), game, turn, seat }
    }
}

/// A `tsuro.PolicyError` about a decision, with what the policy raised as its cause.
fn policy_error(
    py: Python<'_>,
    message: String,
    place: Option<Place>,
    cause: Option<PyErr>,
) -> PyErr {
    let Some(Place { shown, game, turn, seat }) = place else {
        let none = None::<u64>;
        let error = raise(py, "PolicyError", (message, none, none, none));
        error.set_cause(py, cause);
        return error;
    };
    // Seats are counted from 0, as everywhere in Python.
    let seat = seat.number();
    let message = format!("{shown}, turn {turn}, seat {seat}: {message}");
    let error = raise(py, "PolicyError", (message, game, turn, seat));
    error.set_cause(py, cause);
    error
}

/// A failure of a policy at a decision.
struct FailureNote {
    seat: Option<Seat>,
    turn: u32,
    name: String,
    failure: Failure,
}

/// The failures of policies.
type Failures = Arc<Mutex<Vec<FailureNote>>>;

/// A policy as a bot of the engine.
struct Player {
    policy: Arc<Policy>,
    failures: Failures,
    failed: Option<String>,
}

impl Bot for Player {
    fn place(&mut self, see: &Observation<'_>, _: &mut Rng) -> Laid {
        // Never called: `choose` makes all decisions.
        see.legal()[0]
    }

    fn choose(&mut self, see: &Observation<'_>, _: &mut Rng) -> Option<Choice> {
        let mut partial = PartialExchange::default();
        loop {
            match self.policy.choose(see, &mut partial) {
                Ok(None) => {}
                Ok(choice) => return choice,
                Err(failure) => {
                    self.failed = Some(failure.what.clone());
                    let (seat, turn, name) = (see.seat(), see.turn(), self.policy.name.clone());
                    let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
                    failures.push(FailureNote { seat, turn, name, failure });
                    return None;
                }
            }
        }
    }

    fn wants_events(&self) -> bool {
        false
    }

    fn failure(&mut self) -> Option<String> {
        self.failed.take()
    }
}

/// The bots of a call: those that are named, and policies of Python.
pub struct Team {
    /// All of them, in their order.
    pub specs: Vec<BotSpec>,
    /// The policies, each once.
    pub policies: Vec<Arc<Policy>>,
    /// For each bot, the number of its policy.
    pub numbers: Vec<Option<usize>>,
    failures: Failures,
}

impl Team {
    /// Reads a list of names and of `tsuro.PolicyBot`s, for tables of a rule set.
    pub fn read(
        py: Python<'_>,
        given: &[Bound<'_, PyAny>],
        variant: &Variant,
        players: u8,
    ) -> PyResult<Self> {
        Self::read_with(py, given, variant, players, &mut Vec::new())
    }

    /// As [`Team::read`], with the turns of the policies by their numbers; those that are missing
    /// are added.
    fn read_with(
        py: Python<'_>,
        given: &[Bound<'_, PyAny>],
        variant: &Variant,
        players: u8,
        turns: &mut Vec<Turn>,
    ) -> PyResult<Self> {
        let mut team = Self {
            specs: Vec::new(),
            policies: Vec::new(),
            numbers: Vec::new(),
            failures: Failures::default(),
        };
        for bot in given {
            if let Ok(name) = bot.cast::<PyString>() {
                team.specs.extend(bots::reproducible(py, &[name.to_string()])?);
                team.numbers.push(None);
                continue;
            }
            let known = team.policies.iter().position(|policy| policy.bot.is(bot));
            let number = match known {
                Some(number) => number,
                None => {
                    let number = team.policies.len();
                    if number == turns.len() {
                        turns.push(Turn::default());
                    }
                    let turn = Arc::clone(&turns[number]);
                    team.policies.push(Arc::new(Policy::read(bot, variant, players, turn)?));
                    number
                }
            };
            let policy = Arc::clone(&team.policies[number]);
            let (name, failures) = (policy.name.clone(), Arc::clone(&team.failures));
            let make = move || -> Box<dyn Bot> {
                let (policy, failures) = (Arc::clone(&policy), Arc::clone(&failures));
                Box::new(Player { policy, failures, failed: None })
            };
            team.specs.push(BotSpec::given(&name, Arc::new(make)));
            team.numbers.push(Some(number));
        }
        Ok(team)
    }

    /// Why a run ended early: a policy failed, or the record cannot be written. Anything else is a
    /// mistake of the engine.
    pub fn error(&self, py: Python<'_>, why: RunError) -> PyErr {
        match why {
            RunError::Record(error) => error.into(),
            RunError::Bot { game, ref choice, .. } => self
                .failure(py, format!("game {game}"), game, choice)
                .unwrap_or_else(|| raise(py, "Bug", (why.to_string(),))),
        }
    }

    /// The failure of a policy that made a bad choice of a game.
    fn failure(
        &self,
        py: Python<'_>,
        shown: String,
        game: u64,
        choice: &BadChoice,
    ) -> Option<PyErr> {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        let at = failures.iter().position(|noted| {
            (noted.seat, noted.turn) == (Some(choice.seat), choice.turn)
                && noted.failure.what == choice.what
        })?;
        let FailureNote { name, failure: Failure { what, cause }, .. } = failures.swap_remove(at);
        let place = Place { shown, game, turn: choice.turn, seat: choice.seat };
        Some(policy_error(py, format!("policy:{name} {what}"), Some(place), cause))
    }
}

/// The policies of an experiment, at each of its tables.
pub struct Company(BTreeMap<(usize, u8), Team>);

impl Company {
    /// Reads `tsuro.PolicyBot`s for these rule sets and numbers of players.
    pub fn read(
        py: Python<'_>,
        policies: &[Bound<'_, PyAny>],
        variants: &[Variant],
        players: impl Iterator<Item = u8> + Clone,
    ) -> PyResult<Self> {
        let (mut teams, mut turns) = (BTreeMap::new(), Vec::new());
        for (side, variant) in variants.iter().enumerate().filter(|_| !policies.is_empty()) {
            for players in players.clone() {
                let team = Team::read_with(py, policies, variant, players, &mut turns)?;
                teams.insert((side, players), team);
            }
        }
        Ok(Self(teams))
    }

    /// The policy of this name at a table.
    pub fn bot(&self, side: usize, players: u8, name: &str) -> Option<BotSpec> {
        let team = self.0.get(&(side, players))?;
        let number = team.policies.iter().position(|policy| policy.name == name)?;
        team.specs.get(number).cloned()
    }

    /// Why a block was left out, or a replay of it.
    pub fn error(&self, py: Python<'_>, broken: Option<BlockError>) -> Option<PyErr> {
        let Some(why) = broken else {
            let mut teams = self.0.values();
            let is_broken = |team: &&Team| {
                !team.failures.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
            };
            return teams.find(is_broken).map(|team| {
                let mut failures = team.failures.lock().unwrap_or_else(PoisonError::into_inner);
                let FailureNote { name, failure: Failure { what, cause }, .. } =
                    failures.swap_remove(0);
                policy_error(py, format!("policy:{name} {what}, in a replay"), None, cause)
            });
        };
        let shown = format!("block {}, {}, {} players", why.block, why.rules, why.players);
        let teams = self.0.iter().filter(|((_, players), _)| *players == why.players);
        let mut failures =
            teams.map(|(_, team)| team.failure(py, shown.clone(), why.block, &why.choice));
        let found = failures.find_map(|failure| failure);
        Some(found.unwrap_or_else(|| raise(py, "Bug", (why.to_string(),))))
    }
}

/// Asks the policies of a batch for the games that wait for them, until none waits.
pub fn ask(
    policies: &[Arc<Policy>],
    batch: &mut GameBatch,
    mut answer: impl FnMut(&mut GameBatch, &[Option<u16>]) -> Result<(), BatchError>,
) -> Result<(), BatchFailure> {
    let mut is_asked = !policies.is_empty();
    while is_asked {
        is_asked = false;
        for (number, policy) in policies.iter().enumerate() {
            let games = batch.waiting(number);
            if games.is_empty() {
                continue;
            }
            is_asked = true;
            let actions = Python::attach(|py| policy.choose_many(py, batch, &games))
                .inspect_err(|_| batch.clear())?;
            let mut answers = vec![None; batch.games()];
            for (game, action) in games.into_iter().zip(actions) {
                answers[game] = Some(action);
            }
            answer(batch, &answers)?;
        }
    }
    Ok(())
}
