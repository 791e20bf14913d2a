//! `tsuro.Table`: one game at a time by action numbers and arrays, for programs that learn.

use crate::arguments::{self, Wanted, layout_version, seed, whole};
use crate::bots;
use crate::convert::{from_python, numbers, to_python, tuple};
use crate::errors::{self, argument, bug, guard, raise};
use crate::game::Game;
use crate::rules::{Origin, RuleSet};
use crate::run::interruptible;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::sync::{MutexExt as _, PyOnceLock};
use pyo3::types::{PyByteArray, PyDict, PyList, PyTuple};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use tsuro::Game as Session;
use tsuro::board::Face;
use tsuro::game::{Choice, Illegal, Seat, SeatSet};
use tsuro::record::write_seen;
use tsuro::ruleset::Variant;
use tsuro::tensor::{
    Action, ActionError, ActionId, BoardForm, LAYOUT, LAYOUTS, Layout, PartialExchange, StateLayout,
};

/// The version of pickled tables.
const PICKLE: u32 = 1;

/// What was done at a table since the game began.
#[derive(Debug, Clone)]
enum TableStep {
    /// The seat that decided took this action.
    Action(u16),
    /// What this seat does not see was dealt anew, with this seed.
    Redeal(u8, String),
}

/// The game at a table.
#[derive(Clone)]
struct Inside {
    game: Session,
    /// What the seat that decides has given and taken so far in its exchange.
    partial: PartialExchange,
    steps: Vec<TableStep>,
}

impl Inside {
    fn new(game: Session) -> Self {
        Self { game, partial: PartialExchange::default(), steps: Vec::new() }
    }

    fn seat(&self) -> Option<Seat> {
        self.game.decision().map(|decision| decision.seat())
    }

    /// The exchange so far as `seat` knows it: only that of its own.
    fn partial(&self, seat: Seat) -> PartialExchange {
        if self.seat() == Some(seat) { self.partial } else { PartialExchange::default() }
    }

    fn step(&mut self, layout: &Layout, id: ActionId) -> Result<(), ActionError> {
        let seat = self.seat().ok_or(ActionError::NotToDecide)?;
        let mut partial = self.partial;
        if let Some(choice) = layout.actions().take(&self.game.observe(seat), &mut partial, id)? {
            self.game.play(&choice).map_err(|why| ActionError::Illegal { id, why })?;
        }
        self.partial = partial;
        self.steps.push(TableStep::Action(id.number()));
        Ok(())
    }

    fn redeal(&mut self, seat: Seat, seed: &str) {
        if self.seat() != Some(seat) {
            // Another seat may not have the tiles any more that it was about to give.
            self.partial = PartialExchange::default();
        }
        self.game = self.game.redealt(seat, seed);
        self.steps.push(TableStep::Redeal(seat.number(), seed.to_owned()));
    }
}

/// A game played by action numbers, which shows itself as arrays: for programs that learn, and for
/// wrappers of the libraries that they use.
///
/// `rules`, `players` and `seed` are as in `tsuro.Game`. `form` says how the board is written:
/// `"planes"` or `"tokens"`. With `outlook`, observations also tell what each placement would do;
/// with `knowledge`, which tiles of other hands the seat knows because it has followed them. The
/// version of the arrays is `layout`: 1, or 2 for arrays that tell more. What the numbers and bytes
/// mean is in `Table.layout`.
///
///     table = tsuro.Table("classic", players=2, seed="any text")
///     while not table.over:
///         observation, mask = table.observe(), table.mask()
///         table.step(mask.argmax())
///     print(table.rewards())
///
/// Arrays are new `numpy` arrays of `uint8`, which need the package `numpy`. A table can be copied
/// and pickled.
#[pyclass(module = "tsuro", frozen, weakref)]
pub struct Table {
    variant: Arc<Variant>,
    origin: Origin,
    players: u8,
    layout: StateLayout,
    outlook: bool,
    /// Whether only the last piece on the board can win.
    last_standing: bool,
    inside: Mutex<Inside>,
}

/// A new array of `uint8`.
fn array<'py>(
    py: Python<'py>,
    len: usize,
    fill: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    static FROM_BUFFER: PyOnceLock<(Py<PyAny>, Py<PyAny>)> = PyOnceLock::new();
    let (from_buffer, uint8) = FROM_BUFFER.get_or_try_init(py, || {
        let numpy = py.import("numpy").map_err(|error| {
            let why = PyImportError::new_err(
                "arrays need numpy, which is not installed: pip install numpy",
            );
            why.set_cause(py, Some(error));
            why
        })?;
        let uint8 = numpy.getattr("dtype")?.call1(("uint8",))?;
        PyResult::Ok((numpy.getattr("frombuffer")?.unbind(), uint8.unbind()))
    })?;
    from_buffer.bind(py).call1((PyByteArray::new_with(py, len, fill)?, uint8))
}

/// Why an action cannot be taken.
fn refused(py: Python<'_>, over: bool, why: &ActionError) -> PyErr {
    let (kind, id) = match why {
        ActionError::Illegal { why, .. } => return errors::illegal(py, why),
        ActionError::NotToDecide if over => return errors::illegal(py, &Illegal::GameOver),
        ActionError::NoAction { id } => ("no-action", Some(id)),
        ActionError::OtherDecision { id, .. } => ("other-decision", Some(id)),
        ActionError::Exchange { id, .. } => ("exchange", Some(id)),
        _ => ("no-number", None),
    };
    let details = PyDict::new(py);
    if let Some(id) = id
        && let Err(error) = details.set_item("action", id.number())
    {
        return error;
    }
    raise(py, "Illegal", (why.to_string(), kind, details))
}

impl Table {
    /// A table with a fresh game.
    fn make(
        py: Python<'_>,
        rules: RuleSet,
        players: u8,
        seed: &str,
        wanted: Wanted,
    ) -> PyResult<Self> {
        let RuleSet { variant, origin } = rules;
        let game = guard(py, || Ok(Session::from_variant(Arc::clone(&variant), players, seed)))?
            .map_err(|why| errors::game(py, why))?;
        let layout = StateLayout::new(guard(py, || wanted.layout(py, &variant, players))?);
        let last_standing = variant.resolved().value("score.rule").and_then(|rule| rule.as_str())
            == Some("last-standing");
        Ok(Self {
            variant,
            origin,
            players,
            layout,
            outlook: wanted.outlook,
            last_standing,
            inside: Mutex::new(Inside::new(game)),
        })
    }

    /// Does something with the game. After a panic nothing more is done with it.
    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&mut Inside) -> T) -> PyResult<T> {
        let done = catch_unwind(AssertUnwindSafe(|| {
            let mut inside = self.inside.lock_py_attached(py).map_err(|_| ())?;
            Ok(work(&mut inside))
        }));
        match done {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(())) => Err(raise(
                py,
                "Bug",
                ("this table was left unfinished by a mistake in the engine: make a new one",),
            )),
            Err(panic) => Err(bug(py, &*panic)),
        }
    }

    fn copy(&self, inside: Inside) -> Self {
        Self {
            variant: Arc::clone(&self.variant),
            origin: self.origin.clone(),
            players: self.players,
            layout: self.layout.clone(),
            outlook: self.outlook,
            last_standing: self.last_standing,
            inside: Mutex::new(inside),
        }
    }

    /// The seat that is asked for: without one, the seat that decides, and seat 0 once the game is
    /// over.
    fn asked(&self, py: Python<'_>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Seat> {
        match seat {
            Some(seat) => {
                Ok(Seat::new(whole("seat", seat, 0..=u64::from(self.players) - 1)? as u8))
            }
            None => self.with(py, |inside| inside.seat().unwrap_or(Seat::new(0))),
        }
    }

    fn id(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<ActionId> {
        let actions = self.layout.sees().actions();
        let number = whole("action", action, 0..=actions.len() as u64 - 1)?;
        actions
            .id(number as usize)
            .ok_or_else(|| argument(py, format!("action: there is no action {number}")))
    }

    fn do_step(&self, py: Python<'_>, id: ActionId) -> PyResult<()> {
        let (done, over) =
            self.with(py, |inside| (inside.step(self.layout.sees(), id), inside.seat().is_none()))?;
        done.map_err(|why| refused(py, over, &why))
    }
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(
        signature = (
            rules, players = None, seed = None, *, form = "planes", outlook = false,
            knowledge = false, layout = None
        ),
        text_signature = "(rules, players=None, seed=None, *, form='planes', outlook=False, \
                          knowledge=False, layout=1)"
    )]
    #[expect(clippy::too_many_arguments, reason = "it has the arguments of the Python class")]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        players: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        form: &str,
        outlook: bool,
        knowledge: bool,
        layout: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let rules = RuleSet::from_argument(rules)?;
        let players = match players {
            Some(players) => whole("players", players, 1..=255)? as u8,
            None => rules.variant.players().nearest(4),
        };
        let tokens = match form {
            "tokens" => true,
            "planes" => false,
            other => {
                return Err(argument(
                    py,
                    format!("form: {other:?} is neither \"tokens\" nor \"planes\""),
                ));
            }
        };
        let version = layout.map_or(Ok(LAYOUT), layout_version)?;
        let wanted = Wanted { version, tokens, outlook, knowledge };
        Self::make(py, rules, players, &self::seed(py, seed)?, wanted)
    }

    /// Begins a new game; without a seed, the operating system gives one.
    #[pyo3(signature = (seed = None))]
    fn reset(&self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seed = self::seed(py, seed)?;
        let variant = Arc::clone(&self.variant);
        let game = guard(py, || Ok(Session::from_variant(variant, self.players, &seed)))?
            .map_err(|why| errors::game(py, why))?;
        self.with(py, |inside| *inside = Inside::new(game))
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet { variant: Arc::clone(&self.variant), origin: self.origin.clone() }
    }

    /// The number of seats.
    #[getter]
    fn players(&self) -> u8 {
        self.players
    }

    /// The seed with which the game began.
    #[getter]
    fn seed(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |inside| inside.game.seed().to_owned())
    }

    /// How the board is written: `"tokens"` or `"planes"`.
    #[getter]
    fn form(&self) -> &'static str {
        self.layout.sees().form().name()
    }

    /// The number of actions: the length of a mask.
    #[getter]
    fn action_count(&self) -> usize {
        self.layout.sees().actions().len()
    }

    /// The length of an observation.
    #[getter]
    fn observation_len(&self) -> usize {
        self.layout.sees().len()
    }

    /// The length of a state.
    #[getter]
    fn state_len(&self) -> usize {
        self.layout.len()
    }

    /// The layout of observations as a dictionary: its version, the rule set and its hash, every
    /// field with its name, offset, shape and meaning, and the groups of actions.
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.layout.sees().describe())
    }

    /// The layout of states, as `Table.layout`: an observation, and the hidden tiles after it.
    fn state_layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.layout.describe())
    }

    /// Checks that a policy that was trained with the layout `described` can play here.
    ///
    /// Raises `ArgumentError` with the first part that is another: the version, the rules, the
    /// players, the form or the fields.
    fn check_layout(&self, py: Python<'_>, described: &Bound<'_, PyAny>) -> PyResult<()> {
        let described =
            from_python(described)?.map_err(|why| argument(py, format!("described: {why}")))?;
        self.layout
            .sees()
            .check(&described)
            .map_err(|why| argument(py, format!("described: {why}")))
    }

    /// The seat that decides; `None` if the game is over.
    #[getter]
    fn seat(&self, py: Python<'_>) -> PyResult<Option<u8>> {
        self.with(py, |inside| inside.seat().map(Seat::number))
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |inside| inside.seat().is_none())
    }

    /// The seats that are not eliminated.
    #[getter]
    fn alive<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let alive = self.with(py, |inside| inside.game.observe(None).alive())?;
        numbers(py, alive.iter().map(Seat::number))
    }

    /// The seats that are out of the game in progress and cannot win it any more. Under rules that
    /// count points or have teams there are none: a seat that is out may still win.
    #[getter]
    fn lost<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let lost = self.with(py, |inside| match inside.seat() {
            Some(_) if self.last_standing => {
                SeatSet::first(self.players).without(inside.game.observe(None).alive())
            }
            _ => SeatSet::EMPTY,
        })?;
        numbers(py, lost.iter().map(Seat::number))
    }

    /// The seats that won; empty if the game is not over.
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let ending = self.with(py, |inside| inside.game.ending())?;
        numbers(py, ending.iter().flat_map(|ending| ending.winners.iter()).map(Seat::number))
    }

    /// Whether one person plays all pieces, so that no seat plays against another.
    #[getter]
    fn plays_alone(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |inside| inside.game.observe(None).plays_alone())
    }

    /// What each seat has won, all 0 before the end: `(S * share - 1) / (S - 1)` for `S` seats,
    /// where the winners share 1. A seat that wins alone gets 1, and all together 0. Where one
    /// person plays all pieces, each seat gets the share of pieces left; where all win or lose
    /// together, 1 or 0.
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rewards = self.with(py, |inside| {
            let (seats, sees) = (f64::from(self.players), inside.game.observe(None));
            let Some(ending) = inside.game.ending() else { return vec![0.0; self.players.into()] };
            if sees.plays_alone() {
                return vec![f64::from(sees.alive().len()) / seats; self.players.into()];
            }
            if sees.plays_together() {
                return vec![
                    if ending.winners.is_empty() { 0.0 } else { 1.0 };
                    self.players.into()
                ];
            }
            let others = (seats - 1.0).max(1.0);
            let won = (seats / f64::from(ending.winners.len().max(1)) - 1.0) / others;
            let reward =
                |seat| if ending.winners.contains(Seat::new(seat)) { won } else { -1.0 / others };
            (0..self.players).map(reward).collect()
        })?;
        PyTuple::new(py, rewards)
    }

    /// What a seat sees, as an array with the layout `Table.layout`. Without a seat, it is the one
    /// that decides, and seat 0 once the game is over.
    #[pyo3(signature = (seat = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (seat, sees) = (self.asked(py, seat)?, self.layout.sees());
        array(py, sees.len(), |bytes| {
            self.with(py, |inside| {
                sees.write(&inside.game.observe(seat), &inside.partial(seat), bytes)
            })
        })
    }

    /// 1 for each action that a seat may take now, and 0 for all others: all 0 for a seat that does
    /// not decide. Without a seat, it is the one that decides.
    #[pyo3(signature = (seat = None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (seat, actions) = (self.asked(py, seat)?, self.layout.sees().actions());
        array(py, actions.len(), |bytes| {
            let done = self.with(py, |inside| {
                actions.write_mask(&inside.game.observe(seat), &inside.partial(seat), bytes)
            })?;
            done.map_err(|why| refused(py, false, &why))
        })
    }

    /// The whole game with everything hidden, as an array with the layout `Table.state_layout`,
    /// seen from a seat: for critics that judge positions in training. A policy that plays must not
    /// be given it.
    #[pyo3(signature = (seat = None))]
    fn state<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.asked(py, seat)?;
        array(py, self.layout.len(), |bytes| {
            self.with(py, |inside| {
                inside.game.write_state(&self.layout, seat, &inside.partial(seat), bytes)
            })
        })
    }

    /// The numbers of the actions that the seat that decides may take, ascending; empty if the game
    /// is over.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut legal = Vec::new();
        let listed = self.with(py, |inside| match inside.seat() {
            Some(seat) => self.layout.sees().actions().each_legal(
                &inside.game.observe(seat),
                &inside.partial,
                |id| legal.push(id.number()),
            ),
            None => Ok(()),
        })?;
        listed.map_err(|why| refused(py, false, &why))?;
        legal.sort_unstable();
        PyList::new(py, legal)
    }

    /// Takes an action for the seat that decides, and plays on to the next decision.
    ///
    /// Raises `Illegal` with the reason if it is not allowed; then nothing has changed.
    fn step(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        self.do_step(py, self.id(py, action)?)
    }

    /// Has a bot decide, such as `"greedy"` or `"ismcts:200"`, and takes its actions: one, or in an
    /// exchange a row of them. Returns their numbers. The bot sees what the seat that decides sees.
    fn step_bot<'py>(&self, py: Python<'py>, bot: &str) -> PyResult<Bound<'py, PyList>> {
        let spec = bots::named(py, bot)?;
        let (game, partial) = self.with(py, |inside| (inside.game.clone(), inside.partial))?;
        let Some(seat) = game.decision().map(|decision| decision.seat()) else {
            return Err(errors::illegal(py, &Illegal::GameOver));
        };
        if partial.giving().is_some() || !partial.exchange().is_empty() {
            return Err(argument(
                py,
                format!("bot: seat {} is in the middle of an exchange", seat.number()),
            ));
        }
        let stop = AtomicBool::new(false);
        let choose =
            || spec.make().choose(&game.observe(seat).stopped_by(&stop), &mut game.bot_stream());
        // A search takes long; a thread of its own would take longer than the other bots.
        let choice: Option<Choice> = if spec.searches() {
            interruptible(py, &stop, choose)?
        } else {
            guard(py, || Ok(choose()))?
        };
        let choice = choice.ok_or_else(|| raise(py, "Bug", (format!("{bot} made no choice"),)))?;
        let row = self
            .layout
            .sees()
            .actions()
            .row(&game.observe(seat), &choice)
            .map_err(|why| refused(py, false, &why))?;
        for &id in &row {
            self.do_step(py, id)?;
        }
        PyList::new(py, row.iter().map(|id| id.number()))
    }

    /// What an action is, in words: `"place 14/2"` (face and quarter-turns), `"mark a1:A"`,
    /// `"pass"`, `"give 3"`, `"take 5"`, `"answer up"`.
    ///
    /// Raises `ArgumentError` if no action of these rules has the number.
    fn describe(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let id = self.id(py, action)?;
        match self.layout.sees().actions().action(id) {
            Some(Action::Place(tile)) => {
                Ok(format!("place {}/{}", tile.face().number(), tile.rotation().turns()))
            }
            Some(Action::Give(face)) => Ok(format!("give {}", face.number())),
            Some(Action::Take(face)) => Ok(format!("take {}", face.number())),
            Some(action) => Ok(action.to_string()),
            None => Err(argument(
                py,
                format!("action: {id} is a rotation that looks the same as a smaller one"),
            )),
        }
    }

    /// A copy in which everything that a seat cannot see was dealt anew: other hands, the order of
    /// the pile, the hidden state of rules; and what is left to luck, too. What the seat observes
    /// stays the same: for searches.
    #[pyo3(signature = (seat, seed = None))]
    fn redeal(
        &self,
        py: Python<'_>,
        seat: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (seat, seed) = (self.asked(py, Some(seat))?, self::seed(py, seed)?);
        let mut inside = self.with(py, |inside| inside.clone())?;
        guard(py, || {
            inside.redeal(seat, &seed);
            Ok(())
        })?;
        Ok(self.copy(inside))
    }

    /// The numbers of the actions since the game began, including the actions of bots.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let steps = self.with(py, |inside| inside.steps.clone())?;
        PyTuple::new(
            py,
            steps
                .iter()
                .filter_map(
                    |step| if let TableStep::Action(number) = step { Some(*number) } else { None },
                )
                .collect::<Vec<_>>(),
        )
    }

    /// What a seat has seen since the game began, as text: its events as in records, line by line,
    /// with `null` for what is hidden; the decision that is waited for; its hand, and the tiles
    /// that it may take in an exchange. Games with the same text look the same to the seat.
    #[pyo3(signature = (seat = None))]
    fn history(&self, py: Python<'_>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let seat = self.asked(py, seat)?;
        self.with(py, |inside| {
            let (mut lines, sees, partial) =
                (Vec::new(), inside.game.observe(seat), inside.partial(seat));
            sees.events().for_each(|event| write_seen(&mut lines, &event));
            let mut text = String::from_utf8_lossy(&lines).into_owned();
            let faces = |faces: &[Face]| faces.iter().map(|face| face.number()).collect::<Vec<_>>();
            let now = serde_json::json!({
                "decides": inside.seat().map(Seat::number),
                "kind": inside.game.decision().map(|decision| format!("{:?}", decision.kind())),
                "hand": sees.hand().iter().map(Face::number).collect::<Vec<_>>(),
                "offered": faces(&sees.offered()),
                "gave": faces(partial.exchange().gave()),
                "took": faces(partial.exchange().took()),
                "giving": partial.giving().map(Face::number),
            });
            text.push_str(&now.to_string());
            text
        })
    }

    /// A `tsuro.Game` in the same position, for pictures, events and records. It goes its own way;
    /// an exchange that has begun at the table has not in the game.
    fn game(&self, py: Python<'_>) -> PyResult<Game> {
        Ok(Game::new_of(self.with(py, |inside| inside.game.clone())?, self.origin.clone()))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.game(py)?.svg(py, None)
    }

    /// The board as text.
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.game(py)?.__str__(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let now = match self.seat(py)? {
            Some(seat) => format!("seat {seat} decides"),
            None => "over".to_owned(),
        };
        Ok(format!(
            "<tsuro.Table {}, {} players, {}, {now}>",
            self.variant.name(),
            self.players,
            self.form()
        ))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(self.copy(self.with(py, |inside| inside.clone())?))
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        let _ = memo;
        self.__copy__(py)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (seed, steps) =
            self.with(py, |inside| (inside.game.seed().to_owned(), inside.steps.clone()))?;
        let steps = tuple(
            py,
            steps.iter().map(|step| match step {
                TableStep::Action(number) => Ok(number.into_pyobject(py)?.into_any()),
                TableStep::Redeal(seat, seed) => Ok((*seat, seed).into_pyobject(py)?.into_any()),
            }),
        )?;
        let sees = self.layout.sees();
        let forms = (self.form(), self.outlook, sees.has_knowledge());
        let arguments = (PICKLE, sees.version(), self.rules(), self.players, seed, forms, steps)
            .into_pyobject(py)?;
        Ok((py.import("tsuro._core")?.getattr("_unpickle_table")?, arguments))
    }
}

/// Plays the game of a pickled table again.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the parts of a pickle")]
pub fn _unpickle_table(
    py: Python<'_>,
    version: &Bound<'_, PyAny>,
    layout: &Bound<'_, PyAny>,
    rules: &Bound<'_, PyAny>,
    players: &Bound<'_, PyAny>,
    seed: String,
    forms: (String, bool, bool),
    steps: &Bound<'_, PyTuple>,
) -> PyResult<Table> {
    let refuse = |why: String| raise(py, "SnapshotError", (why,));
    arguments::version(py, version, PICKLE, |given| {
        format!(
            "a table was pickled in version {given} of its form, and this package reads version \
             {PICKLE}"
        )
    })?;
    let version = layout_version(layout).map_err(|_| {
        let given: String = layout
            .str()
            .map(|text| text.to_string())
            .unwrap_or_default()
            .chars()
            .take(40)
            .collect();
        let (first, last) = (LAYOUTS.start(), LAYOUTS.end());
        refuse(format!(
            "a table was pickled with layout {given}, and this package has the layouts {first} to \
             {last}"
        ))
    })?;
    let players = whole("players", players, 1..=255)
        .map_err(|error| refuse(error.value(py).to_string()))? as u8;
    let (form, outlook, knowledge) = forms;
    let tokens = form != BoardForm::Planes.name();
    let wanted = Wanted { version, tokens, outlook, knowledge };
    let table = Table::make(py, RuleSet::from_argument(rules)?, players, &seed, wanted)?;
    for (number, step) in steps.iter().enumerate() {
        if let Ok((seat, seed)) = step.extract::<(u8, String)>() {
            if seat >= players {
                return Err(refuse(format!("step {number}: there is no seat {seat}")));
            }
            table.with(py, |inside| inside.redeal(Seat::new(seat), &seed))?;
        } else {
            table
                .step(py, &step)
                .map_err(|error| refuse(format!("step {number}: {}", error.value(py))))?;
        }
    }
    Ok(table)
}
