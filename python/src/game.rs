//! `tsuro.Game`: a game in progress.

use crate::arguments::{self, seed, whole};
use crate::bots;
use crate::choice::{self, Decision};
use crate::convert::{from_python, numbers, result, to_python, tuple};
use crate::errors::{self, argument, bug, guard, raise};
use crate::records::{TextOrPath, os_error, text_or_path};
use crate::rules::{Origin, REGISTRY, RuleSet};
use crate::run::interruptible;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::{PyBytes, PyList, PyTuple};
use serde_json::Value;
use std::fs::File;
use std::io::BufReader;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use tsuro::game::{Choice, Seat};
use tsuro::picture::{
    BoardPicture, BoardScene, FilmError, PictureWidth, TileScale, board, game_gif, seat_letters,
};
use tsuro::record::{ReadError, write_event, write_observation, write_seen};
use tsuro::session::GameError;
use tsuro::{Game as Session, Snapshot};

/// The version of pickled games.
const PICKLE: u32 = 1;

/// A game in progress: rules and state in one object, every choice checked.
///
/// `rules` is a reference such as `"seas"` or `"classic+hand=4"`, or a `RuleSet`. Without
/// `players`, as many play as is nearest to four; without `seed`, the operating system gives one.
/// The same rules, players and seed give the same luck, whatever is chosen. `index` is the number
/// of the game in the run of that seed: the games that `tsuro.simulate` plays.
///
///     game = tsuro.Game("seas", players=3, seed="any text")
///     while not game.over:
///         game.play(game.choices()[0])
///     print(game.ending)
#[pyclass(module = "tsuro", frozen, weakref)]
pub struct Game {
    game: Mutex<Session>,
    origin: Origin,
}

/// How wide a picture is to be, in pixels.
fn picture_width(width: Option<&Bound<'_, PyAny>>) -> PyResult<PictureWidth> {
    let Some(width) = width else { return Ok(PictureWidth::default()) };
    let pixels = whole("width", width, PictureWidth::MIN.into()..=PictureWidth::MAX.into())?;
    Ok(u16::try_from(pixels).ok().and_then(PictureWidth::new).unwrap_or_default())
}

/// The lines of a record or of a list of events as documents.
fn documents(lines: &[u8]) -> Vec<Value> {
    lines
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect()
}

impl Game {
    /// A game in progress as an object.
    pub fn new_of(game: Session, origin: Origin) -> Self {
        Self { game: Mutex::new(game), origin }
    }

    /// Looks at a copy of the game, while other threads of Python go on. A lock that is held
    /// meanwhile would be held for ever in a process that is forked.
    fn look<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Session) -> T + Send,
    ) -> PyResult<T> {
        let game = self.copy(py)?;
        guard(py, || Ok(py.detach(|| work(&game))))
    }

    /// Does something short with the game. After a panic nothing more is done with it: it may be in
    /// a state that no game can have.
    pub fn shortly<T>(&self, py: Python<'_>, work: impl FnOnce(&mut Session) -> T) -> PyResult<T> {
        let done = catch_unwind(AssertUnwindSafe(|| {
            let mut game = self.game.lock_py_attached(py).map_err(|_| ())?;
            Ok(work(&mut game))
        }));
        match done {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(())) => Err(raise(
                py,
                "Bug",
                ("this game was left unfinished by a mistake in the engine: take up a snapshot \
                     of it",),
            )),
            Err(panic) => Err(bug(py, &*panic)),
        }
    }

    /// A copy of the game as it is, on which something that takes long can be done.
    fn copy(&self, py: Python<'_>) -> PyResult<Session> {
        self.shortly(py, |game| game.clone())
    }

    /// The seat at the table that an argument names; `None` stands for an onlooker.
    fn seat(
        &self,
        py: Python<'_>,
        name: &str,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Seat>> {
        let Some(seat) = seat else { return Ok(None) };
        let last = self.shortly(py, |game| game.seats())?.saturating_sub(1);
        Ok(Some(Seat::new(whole(name, seat, 0..=last.into())? as u8)))
    }

    /// The choice that a bot makes now; `None` if the game is over.
    fn bot_chooses(&self, py: Python<'_>, bot: &str) -> PyResult<Choice> {
        let spec = bots::named(py, bot)?;
        let game = self.copy(py)?;
        let Some(decision) = game.decision() else {
            return Err(errors::illegal(py, &tsuro::game::Illegal::GameOver));
        };
        let stop = AtomicBool::new(false);
        let choice = interruptible(py, &stop, || {
            let see = game.observe(decision.seat()).stopped_by(&stop);
            spec.make().choose(&see, &mut game.bot_stream())
        })?;
        choice.ok_or_else(|| raise(py, "Bug", (format!("{bot} made no choice"),)))
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (rules, players = None, seed = None, *, index = None))]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        players: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        index: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let RuleSet { variant, origin } = RuleSet::from_argument(rules)?;
        let players = match players {
            Some(players) => whole("players", players, 1..=255)? as u8,
            None => variant.players().nearest(4),
        };
        let seed = self::seed(py, seed)?;
        let index = index.map_or(Ok(0), |index| whole("index", index, 0..=u64::MAX))?;
        let game = guard(py, || Ok(py.detach(|| Session::in_run(variant, players, &seed, index))))?;
        Ok(Self::new_of(game.map_err(|why| errors::game(py, why))?, origin))
    }

    /// Takes up the first game of a record, checked event by event, where the record ends. `record`
    /// is the text, or a path object of a file.
    ///
    /// Raises `RecordError` with the line that is wrong.
    #[staticmethod]
    fn from_record(py: Python<'_>, record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let game = match text_or_path(record, "record")? {
            TextOrPath::Text(text) => {
                guard(py, || Ok(py.detach(|| Session::from_record(&text, &REGISTRY))))?
            }
            TextOrPath::Path(path) => {
                let file = File::open(&path).map_err(|error| os_error(&path, &error))?;
                match guard(py, || {
                    Ok(py.detach(|| Session::read_record(BufReader::new(file), &REGISTRY)))
                })? {
                    Err(GameError::Unreadable(ReadError::Io(error))) => {
                        return Err(os_error(&path, &error));
                    }
                    game => game,
                }
            }
        };
        Ok(Self::new_of(game.map_err(|why| errors::game(py, why))?, Origin::Record))
    }

    /// Sets a game up at a position, as `Game.position` gives it: a dictionary, or its JSON text.
    /// The seed decides the luck from there on.
    ///
    /// Raises `PositionError` with the first field that cannot be.
    #[staticmethod]
    #[pyo3(signature = (rules, position, seed = None))]
    fn from_position(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        position: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let RuleSet { variant, origin } = RuleSet::from_argument(rules)?;
        let position = from_python(position)?
            .map_err(|why| raise(py, "PositionError", (format!("position: {why}"),)))?;
        let seed = self::seed(py, seed)?;
        let game = guard(py, || Ok(py.detach(|| Session::at(variant, &position, &seed))))?;
        Ok(Self::new_of(game.map_err(|why| errors::game(py, why))?, origin))
    }

    /// Takes a game up again from what `Game.snapshot` gave.
    ///
    /// Raises `SnapshotError` if the text is not a snapshot, or of another version.
    #[staticmethod]
    fn restore(py: Python<'_>, snapshot: &str) -> PyResult<Self> {
        let refuse = |why: String| raise(py, "SnapshotError", (why,));
        let value: Value = serde_json::from_str(snapshot)
            .map_err(|error| refuse(format!("not a snapshot: {error}")))?;
        match value.get("format") {
            Some(format) if *format == Snapshot::FORMAT => {}
            Some(format) => {
                let why = format!(
                    "format {format} of snapshots cannot be read, only format {}",
                    Snapshot::FORMAT
                );
                return Err(refuse(why));
            }
            None => return Err(refuse("not a snapshot: it has no field `format`".to_owned())),
        }
        let snapshot: Snapshot = serde_json::from_value(value)
            .map_err(|error| refuse(format!("not a snapshot: {error}")))?;
        let game = guard(py, || Ok(py.detach(|| Session::restore(&snapshot, &REGISTRY))))?;
        game.map(|game| Self::new_of(game, Origin::Record)).map_err(|why| match why {
            GameError::Rules(problems) => errors::rule_set(py, &problems),
            why => refuse(why.to_string()),
        })
    }

    /// The rule set of the game.
    #[getter]
    fn rules(&self, py: Python<'_>) -> PyResult<RuleSet> {
        let variant = self.shortly(py, |game| game.variant().clone())?;
        Ok(RuleSet { variant, origin: self.origin.clone() })
    }

    /// The number of players.
    #[getter]
    fn players(&self, py: Python<'_>) -> PyResult<u8> {
        self.shortly(py, |game| game.seats())
    }

    /// The names of the players, by seat; records have them.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.shortly(py, |game| game.players())?)
    }

    /// Names the players, by seat.
    fn name_players(&self, py: Python<'_>, names: Vec<String>) -> PyResult<()> {
        let seats = usize::from(self.shortly(py, |game| game.seats())?);
        if names.len() != seats {
            return Err(argument(
                py,
                format!("names: there are {} names, and {seats} players", names.len()),
            ));
        }
        self.shortly(py, |game| game.name_players(&names))
    }

    /// The seed with which the game began.
    #[getter]
    fn seed(&self, py: Python<'_>) -> PyResult<String> {
        self.shortly(py, |game| game.seed().to_owned())
    }

    /// The number of the turn, from 1; 0 before the first.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<u32> {
        self.shortly(py, |game| game.turn())
    }

    /// The decision that the game waits for; `None` if it is over.
    #[getter]
    fn decision(&self, py: Python<'_>) -> PyResult<Option<Decision>> {
        self.shortly(py, |game| Decision::new(game))
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self, py: Python<'_>) -> PyResult<bool> {
        self.shortly(py, |game| game.decision().is_none())
    }

    /// Who won and how; `None` if the game is not over.
    #[getter]
    fn ending<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let ending = self.shortly(py, |game| game.ending())?;
        ending.map(|ending| crate::records::ending(py, &ending)).transpose()
    }

    /// The seats that won; empty if the game is not over.
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let ending = self.shortly(py, |game| game.ending())?;
        numbers(
            py,
            ending.iter().flat_map(|ending| ending.winners.iter()).map(|seat| seat.number()),
        )
    }

    /// The choices of the seat that decides, always in the same order; empty if the game is over.
    fn choices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let choices = self.shortly(py, |game| match game.decision() {
            Some(decision) => game.observe(decision.seat()).choices(),
            None => Vec::new(),
        })?;
        let choices = choices
            .iter()
            .map(|choice| choice::to_python(py, choice))
            .collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, choices)
    }

    /// Makes a choice for the seat that decides, and plays on to the next decision.
    ///
    /// Raises `Illegal` with the reason if it is not allowed; then nothing has changed.
    fn play(&self, py: Python<'_>, choice: &Bound<'_, PyAny>) -> PyResult<()> {
        let choice = choice::from_python(choice)?;
        let played = self.shortly(py, |game| {
            let choice = choice(game.decision().map(|decision| decision.kind()));
            game.play(&choice).map(drop)
        })?;
        played.map_err(|why| errors::illegal(py, &why))
    }

    /// Has a bot make the choice, such as `"greedy"` or `"ismcts:200"`, and plays it. Returns the
    /// choice.
    ///
    /// The bot sees what the seat that decides sees.
    fn play_bot<'py>(&self, py: Python<'py>, bot: &str) -> PyResult<Bound<'py, PyAny>> {
        let choice = self.bot_chooses(py, bot)?;
        let played = self.shortly(py, |game| game.play(&choice).map(drop))?;
        played.map_err(|why| errors::illegal(py, &why))?;
        choice::to_python(py, &choice)
    }

    /// The choice that a bot would make now. Nothing is played.
    fn bot_choice<'py>(&self, py: Python<'py>, bot: &str) -> PyResult<Bound<'py, PyAny>> {
        choice::to_python(py, &self.bot_chooses(py, bot)?)
    }

    /// Takes the last choice back and returns it; `None` if nothing was chosen since the game was
    /// begun or taken up.
    fn undo<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let choice = self.shortly(py, |game| game.undo())?;
        choice.map(|choice| choice::to_python(py, &choice)).transpose()
    }

    /// A copy that has other luck from here on: dice, daikaiju, shuffles. What was dealt stays as
    /// it is.
    #[pyo3(signature = (seed = None))]
    fn fork(&self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let seed = self::seed(py, seed)?;
        Ok(Self::new_of(self.shortly(py, |game| game.fork(&seed))?, self.origin.clone()))
    }

    /// What a placement would do to each piece that it touches, that of the active player first.
    /// Empty for other choices.
    ///
    /// Raises `Illegal` if the choice is not allowed.
    fn preview<'py>(
        &self,
        py: Python<'py>,
        choice: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let choice = choice::from_python(choice)?;
        let seen = self.shortly(py, |game| {
            game.preview(&choice(game.decision().map(|decision| decision.kind())))
        })?;
        let one = |consequence: &tsuro::game::Consequence| {
            result!(py, "Consequence", {
                seat: consequence.player.number(),
                to: consequence.to.map(|to| to.to_string()),
                cause: consequence.cause.map(|cause| cause.name()),
            })
        };
        tuple(py, seen.map_err(|why| errors::illegal(py, &why))?.iter().map(one))
    }

    /// What each choice of the seat that decides is worth, estimated by `playouts` playouts of
    /// each: the best first. Empty if the decision is not a placement or an answer.
    #[pyo3(signature = (playouts = None))]
    fn advise<'py>(
        &self,
        py: Python<'py>,
        playouts: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let playouts = playouts
            .map_or(Ok(1000), |playouts| whole("playouts", playouts, 1..=10_000_000))?
            as u32;
        let game = self.copy(py)?;
        let Some(decision) = game.decision() else { return Ok(PyTuple::empty(py)) };
        let stop = AtomicBool::new(false);
        let advice = interruptible(py, &stop, || {
            tsuro_lab::advise(
                &game.observe(decision.seat()).stopped_by(&stop),
                playouts,
                &mut game.bot_stream(),
            )
        })?;
        let one = |advice: &tsuro_lab::Advice| {
            result!(py, "Advice", {
                choice: choice::to_python(py, &advice.choice)?,
                share: advice.share,
                low: advice.interval[0],
                high: advice.interval[1],
                level: advice.level,
                playouts: advice.games,
            })
        };
        tuple(py, advice.iter().map(one))
    }

    /// What a seat sees, as bots that are programs are told: the board, its own hand, and of the
    /// rest what is open. `None` is an onlooker, who sees no hidden hand.
    #[pyo3(signature = (seat = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(py, "seat", seat)?;
        let seen = self.shortly(py, |game| write_observation(&game.observe(seat)))?;
        to_python(py, &seen)
    }

    /// How many events there have been: a number for `Game.events`.
    #[getter]
    fn mark(&self, py: Python<'_>) -> PyResult<usize> {
        self.shortly(py, |game| game.mark())
    }

    /// The events since a `mark`, as in records but without `legal`: everything that happened, or
    /// what one seat saw of it, with `None` for what is hidden. Where rules hide squares from the
    /// seat, `sight` tells what has come into its sight or gone out of it.
    #[pyo3(signature = (since = None, *, seat = None))]
    fn events<'py>(
        &self,
        py: Python<'py>,
        since: Option<&Bound<'py, PyAny>>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let seat = self.seat(py, "seat", seat)?;
        let since = since.map_or(Ok(0), |since| whole("since", since, 0..=u64::MAX))? as usize;
        let lines = self.shortly(py, |game| {
            let (mut lines, since) = (Vec::new(), since.min(game.mark()));
            match seat {
                Some(seat) => game
                    .events_seen_by(seat, since)
                    .for_each(|event| write_seen(&mut lines, &event)),
                None => game
                    .events_since(since)
                    .filter(|event| event.is_written())
                    .for_each(|event| write_event(&mut lines, &event)),
            }
            lines
        })?;
        let events = documents(&lines).into_iter().map(|mut event| {
            // Counted only where a record is written.
            if let Some(fields) = event.as_object_mut() {
                fields.shift_remove("legal");
            }
            to_python(py, &event)
        });
        PyList::new(py, events.collect::<PyResult<Vec<_>>>()?)
    }

    /// The position: everything that matters for what may happen next, hidden tiles included.
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let position = self.shortly(py, |game| game.position())?;
        to_python(py, &position)
    }

    /// The game as a record, one JSON document a line: what `tsuro replay` and `Game.from_record`
    /// read. With a seat, the record as that seat could have written it.
    ///
    /// Raises `RecordError` if the game began at a position: records begin with the deal.
    #[pyo3(signature = (*, seat = None))]
    fn record(&self, py: Python<'_>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let seat = self.seat(py, "seat", seat)?;
        let record = self.look(py, |game| match seat {
            Some(seat) => game.record_seen_by(seat),
            None => game.record(),
        })?;
        record.map_err(|why| errors::game(py, why))
    }

    /// The game as it is, with its rules and its past, as a text for `Game.restore`. It holds
    /// everything that is hidden from the players, too.
    fn snapshot(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.look(py, |game| serde_json::to_string(&game.snapshot()))?;
        text.map_err(|error| raise(py, "Bug", (error.to_string(),)))
    }

    /// The board as an SVG image; with a seat, with the hand of that seat.
    #[pyo3(signature = (seat = None))]
    pub fn svg(&self, py: Python<'_>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let seat = self.seat(py, "seat", seat)?;
        self.look(py, |game| {
            let (see, title) = (game.observe(seat), format!("The board in turn {}", game.turn()));
            BoardPicture::with_hand(&see).svg(&title)
        })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, None)
    }

    /// The board as a PNG image, `width` pixels wide; with a seat, with the hand of that seat.
    #[pyo3(signature = (seat = None, *, width = None))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        width: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (seat, width) = (self.seat(py, "seat", seat)?, picture_width(width)?);
        let png = self.look(py, |game| BoardPicture::with_hand(&game.observe(seat)).png(width))?;
        Ok(PyBytes::new(py, &png.map_err(|why| argument(py, format!("width: {why}")))?))
    }

    /// The game from its first decision to where it is now, as a moving picture `width` pixels
    /// wide; with a seat, as that seat saw it, with its hand.
    ///
    /// Raises `RecordError` if the game began at a position, like `Game.record`.
    #[pyo3(signature = (seat = None, *, width = None))]
    fn animation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        width: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (seat, width) = (self.seat(py, "seat", seat)?, picture_width(width)?);
        let record = self.look(py, |game| game.record())?.map_err(|why| errors::game(py, why))?;
        let gif = guard(py, || Ok(py.detach(|| game_gif(&record, &REGISTRY, seat, width))))?;
        let gif = gif.map_err(|why| match why {
            FilmError::Raster(why) => argument(py, format!("width: {why}")),
            why => raise(py, "Bug", (why.to_string(),)),
        })?;
        result!(py, "Animation", { gif: PyBytes::new(py, &gif) })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.shortly(py, |game| {
            let now = match (Decision::new(game), game.ending()) {
                (Some(decision), _) => {
                    format!("turn {}, seat {} decides", game.turn(), decision.seat_number())
                }
                (None, Some(ending)) => {
                    format!("over after turn {}: {}", game.turn(), ending.outcome.name())
                }
                (None, None) => "over".to_owned(),
            };
            format!("<tsuro.Game {}, {} players, {now}>", game.variant().name(), game.seats())
        })
    }

    /// The board as text.
    pub fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |game| {
            let see = game.observe(None);
            let scene = BoardScene::new(&see, &seat_letters(see.seats()));
            let lines = board(&scene, TileScale::new(3), false).lines(false);
            lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
        })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self::new_of(self.copy(py)?, self.origin.clone()))
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        let _ = memo;
        self.__copy__(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (u32, String))> {
        Ok((py.import("tsuro._core")?.getattr("_unpickle_game")?, (PICKLE, self.snapshot(py)?)))
    }
}

/// Takes a game up again from its pickle.
#[pyfunction]
pub fn _unpickle_game(
    py: Python<'_>,
    version: &Bound<'_, PyAny>,
    snapshot: &str,
) -> PyResult<Game> {
    arguments::version(py, version, PICKLE, |given| {
        format!(
            "a game was pickled in version {given} of its form, and this package reads version \
             {PICKLE}"
        )
    })?;
    Game::restore(py, snapshot)
}
