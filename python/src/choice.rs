//! The choices and the decisions of a game as objects that cannot be changed.

use crate::arguments::whole;
use crate::convert::{self, numbers, type_name};
use crate::errors::{argument, guard};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use serde_json::Value;
use tsuro::board::{Face, Laid, Place as BoardPlace, Rotation};
use tsuro::game::BoardStyle;
use tsuro::game::{self, Choice, DecisionKind, MAX_ANSWER};
use tsuro::picture::tile_svg;
use tsuro::record::write_observation;

/// Lays a tile: its face from 0 to 34, or a special tile that can be laid, 36 or 38, and its
/// quarter-turns clockwise.
///
/// Of the rotations that look the same, `rotation` is the smallest: `Place(33, 1) == Place(33, 0)`.
#[pyclass(module = "tsuro", frozen, eq, ord, hash)]
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    tile: Laid,
}

fn face(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Face> {
    let number = whole(name, value, 0..=39)?;
    Face::of_tile(number as u8).ok_or_else(|| {
        argument(value.py(), format!("{name}: {number} is not a number from 0 to 39"))
    })
}

#[pymethods]
impl Place {
    #[new]
    #[pyo3(signature = (face, rotation = None))]
    fn new(face: &Bound<'_, PyAny>, rotation: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let (py, number) = (face.py(), whole("face", face, 0..=38)?);
        let face = Face::of_tile(number as u8).filter(|face| face.orientations() > 0);
        let face = face.ok_or_else(|| {
            argument(py, format!("face: {number} is not a number from 0 to 34, 36 or 38"))
        })?;
        let turns = rotation.map_or(Ok(0), |rotation| whole("rotation", rotation, 0..=3))?;
        Ok(Self { tile: Laid::new(face, Rotation::new(turns as u8)) })
    }

    /// The face, 0 to 34, or the number of a special tile.
    #[getter]
    fn face(&self) -> u8 {
        self.tile.face().number()
    }

    /// The quarter-turns clockwise, 0 to 3.
    #[getter]
    fn rotation(&self) -> u8 {
        self.tile.rotation().turns()
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("face", "rotation")
    }

    fn __getnewargs__(&self) -> (u8, u8) {
        (self.face(), self.rotation())
    }

    fn __repr__(&self) -> String {
        format!("Place({}, {})", self.face(), self.rotation())
    }

    fn __str__(&self) -> String {
        Choice::Place(self.tile).to_string()
    }

    /// The tile as an SVG image.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        guard(py, || Ok(tile_svg(self.tile, &self.__str__(), BoardStyle::default(), &|_| None)))
    }
}

/// Puts the own piece on a start mark, at the beginning or where it may move to another:
/// `Mark("a1:A")`.
#[pyclass(module = "tsuro", frozen, eq, ord, hash)]
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    place: BoardPlace,
}

#[pymethods]
impl Mark {
    #[new]
    fn new(py: Python<'_>, at: &str) -> PyResult<Self> {
        match at.parse::<BoardPlace>() {
            Ok(place) => Ok(Self { place }),
            Err(why) => Err(argument(py, format!("at: {why}"))),
        }
    }

    /// The square and the port that the piece faces, such as `"a1:A"`.
    #[getter]
    fn at(&self) -> String {
        self.place.to_string()
    }

    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("at",)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.at(),)
    }

    fn __repr__(&self) -> String {
        format!("Mark('{}')", self.at())
    }

    fn __str__(&self) -> String {
        format!("mark {}", self.at())
    }
}

/// Leaves the piece where it is, where it may move to another start mark.
#[pyclass(module = "tsuro", frozen, eq, ord, hash)]
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stay;

#[pymethods]
impl Stay {
    #[new]
    fn new() -> Self {
        Self
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> Bound<'py, PyTuple> {
        PyTuple::empty(py)
    }

    fn __repr__(&self) -> &'static str {
        "Stay()"
    }

    fn __str__(&self) -> &'static str {
        "stay"
    }
}

/// Gives tiles away and takes as many of the offered ones; `Exchange()` declines.
///
/// `gave` and `took` are faces from 0 to 34 or numbers of special tiles, 35 to 39. Which of them
/// are swapped for each other does not matter.
#[pyclass(module = "tsuro", frozen, eq, ord, hash)]
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exchange {
    gave: Vec<u8>,
    took: Vec<u8>,
}

impl Exchange {
    fn in_game(&self) -> Option<game::Exchange> {
        let faces = |numbers: &[u8]| {
            numbers.iter().map(|&number| Face::of_tile(number)).collect::<Option<Vec<_>>>()
        };
        game::Exchange::new(&faces(&self.gave)?, &faces(&self.took)?).ok()
    }
}

impl From<&game::Exchange> for Exchange {
    fn from(exchange: &game::Exchange) -> Self {
        let numbers = |faces: &[Face]| faces.iter().map(|face| face.number()).collect();
        Self { gave: numbers(exchange.gave()), took: numbers(exchange.took()) }
    }
}

#[pymethods]
impl Exchange {
    #[new]
    #[pyo3(signature = (gave = None, took = None))]
    fn new(
        py: Python<'_>,
        gave: Option<&Bound<'_, PyAny>>,
        took: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let faces = |name: &str, value: Option<&Bound<'_, PyAny>>| {
            let Some(value) = value else { return Ok(Vec::new()) };
            let items = value.try_iter().map_err(|_| {
                PyTypeError::new_err(format!(
                    "{name}: a list of faces is needed, not {}",
                    type_name(value)
                ))
            })?;
            let mut faces = Vec::new();
            for item in items {
                faces.push(face(name, &item?)?);
                if faces.len() > game::MAX_HAND {
                    return Err(argument(
                        py,
                        format!("{name}: a hand has at most {} tiles", game::MAX_HAND),
                    ));
                }
            }
            Ok(faces)
        };
        let (gave, took) = (faces("gave", gave)?, faces("took", took)?);
        match game::Exchange::new(&gave, &took) {
            Ok(exchange) => Ok((&exchange).into()),
            Err(why) => Err(argument(py, format!("exchange: {why}"))),
        }
    }

    /// The faces that are given away.
    #[getter]
    fn gave<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        numbers(py, self.gave.iter().copied())
    }

    /// The faces that are taken.
    #[getter]
    fn took<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        numbers(py, self.took.iter().copied())
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("gave", "took")
    }

    fn __getnewargs__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyTuple>)> {
        Ok((self.gave(py)?, self.took(py)?))
    }

    fn __repr__(&self) -> String {
        if self.gave.is_empty() {
            "Exchange()".to_owned()
        } else {
            format!("Exchange({:?}, {:?})", self.gave, self.took)
        }
    }

    fn __str__(&self) -> String {
        self.in_game().map_or_else(String::new, |exchange| Choice::Exchange(exchange).to_string())
    }
}

/// Answers the question of a rule, by a number, a word of 1 to 16 bytes, or a port with or without
/// a tile: `{"port": "H", "tile": 14, "rotation": 1}`.
#[pyclass(module = "tsuro", frozen, eq, ord, hash)]
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Answer {
    answer: game::Answer,
}

#[pymethods]
impl Answer {
    #[new]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if value.is_instance_of::<PyString>() {
            let word: String = value.extract()?;
            if word.is_empty() || word.len() > MAX_ANSWER {
                return Err(argument(
                    value.py(),
                    format!("value: a word has 1 to {MAX_ANSWER} bytes, not {}", word.len()),
                ));
            }
            return Ok(Self { answer: game::Answer::word(&word) });
        }
        if value.is_instance_of::<PyDict>() {
            let entry = convert::from_python(value)?
                .and_then(|fields| serde_json::from_value(fields).map_err(|why| why.to_string()));
            let entry = entry.map_err(|why| argument(value.py(), format!("value: {why}")))?;
            return Ok(Self { answer: game::Answer::Entry(entry) });
        }
        Ok(Self {
            answer: game::Answer::number(whole("value", value, 0..=u32::MAX.into())? as u32),
        })
    }

    /// The number, the word, or the port with its tile.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(entry) = self.answer.as_entry() {
            return convert::to_python(py, &serde_json::to_value(entry).unwrap_or_default());
        }
        match (self.answer.as_number(), self.answer.as_word()) {
            (Some(number), _) => Ok(number.into_pyobject(py)?.into_any()),
            (_, word) => Ok(PyString::new(py, word.unwrap_or_default()).into_any()),
        }
    }

    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("value",)
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>,)> {
        Ok((self.value(py)?,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Answer({})", self.value(py)?.repr()?))
    }

    fn __str__(&self) -> String {
        Choice::Rule(self.answer).to_string()
    }
}

/// A decision that a game waits for.
///
/// `kind` is `"start"` (a start mark), `"place"` (a tile), `"exchange"` (tiles), `"relocate"`
/// (another start mark) or `"rule"` (the answer to a rule's question).
#[pyclass(module = "tsuro", frozen, eq, hash)]
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// The seat that decides, from 0.
    #[pyo3(get)]
    seat: u8,
    /// What it decides about.
    #[pyo3(get)]
    kind: &'static str,
    /// Whether a piece that may move to another start mark has to.
    #[pyo3(get)]
    must: bool,
    /// The question of the rule, in English, if a rule asks.
    #[pyo3(get)]
    question: Option<String>,
    /// What the answers to the question are: `"word"`, `"tile"`, `"square"`, `"place"`, `"entry"`
    /// (a port, perhaps with a tile), `"seat"` or `"number"`; `None` where no rule asks.
    #[pyo3(get)]
    answers: Option<String>,
    /// What the question shows, as JSON.
    about: String,
    /// The answers to the question, as JSON.
    options: String,
}

#[pymethods]
impl Decision {
    /// What the question of the rule shows, as programs are sent it:
    /// `[{"name": "lot", "tile": 12, "rotation": 0}]`; `None` where it shows nothing.
    #[getter]
    fn about<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::to_python(py, &serde_json::from_str(&self.about).unwrap_or_default())
    }

    /// The answers to the question of the rule, as programs are sent them:
    /// `[{"choice": "up", "text": {"en": "upwards", "fr": "vers le haut"}}]`; `None` where no rule
    /// asks.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::to_python(py, &serde_json::from_str(&self.options).unwrap_or_default())
    }

    fn __repr__(&self) -> String {
        format!(
            "<tsuro.Decision {} by seat {}{}>",
            self.kind,
            self.seat,
            if self.must { ", has to move" } else { "" }
        )
    }
}

impl Decision {
    /// The seat that decides.
    pub fn seat_number(&self) -> u8 {
        self.seat
    }

    /// The decision of a game; `None` if it is over.
    pub fn new(game: &tsuro::Game) -> Option<Self> {
        let decision = game.decision()?;
        let kind = decision.kind();
        let see = game.observe(decision.seat());
        let question = (kind == DecisionKind::Rule).then(|| see.question()).flatten();
        let written =
            question.as_ref().map_or(Value::Null, |_| write_observation(&see)["question"].clone());
        let word = match kind {
            DecisionKind::Start => "start",
            DecisionKind::Place => "place",
            DecisionKind::Exchange => "exchange",
            DecisionKind::Relocate { .. } => "relocate",
            _ => "rule",
        };
        Some(Self {
            seat: decision.seat().number(),
            kind: word,
            must: kind == DecisionKind::Relocate { must: true },
            question: question.map(|question| question.text("en")),
            answers: written["kind"].as_str().map(str::to_owned),
            about: written["about"].to_string(),
            options: written["options"].to_string(),
        })
    }
}

/// A choice as an object.
pub fn to_python<'py>(py: Python<'py>, choice: &Choice) -> PyResult<Bound<'py, PyAny>> {
    Ok(match choice {
        Choice::Start(mark) | Choice::Relocate(Some(mark)) => {
            Bound::new(py, Mark { place: *mark })?.into_any()
        }
        Choice::Place(tile) => Bound::new(py, Place { tile: *tile })?.into_any(),
        Choice::Exchange(exchange) => Bound::new(py, Exchange::from(exchange))?.into_any(),
        Choice::Relocate(None) => Bound::new(py, Stay)?.into_any(),
        Choice::Rule(answer) => Bound::new(py, Answer { answer: *answer })?.into_any(),
        other => {
            return Err(PyTypeError::new_err(format!(
                "{other} is a kind of choice that this package does not know"
            )));
        }
    })
}

/// An object as a choice. A mark is a start or a relocation, whichever the game waits for.
pub fn from_python(
    choice: &Bound<'_, PyAny>,
) -> PyResult<impl FnOnce(Option<DecisionKind>) -> Choice + Send + use<>> {
    enum Chosen {
        Mark(BoardPlace),
        Other(Choice),
    }
    let chosen = if let Ok(tile) = choice.cast::<Place>() {
        Chosen::Other(Choice::Place(tile.get().tile))
    } else if let Ok(mark) = choice.cast::<Mark>() {
        Chosen::Mark(mark.get().place)
    } else if choice.is_instance_of::<Stay>() {
        Chosen::Other(Choice::Relocate(None))
    } else if let Ok(exchange) = choice.cast::<Exchange>() {
        // Checked when it was made.
        Chosen::Other(Choice::Exchange(exchange.get().in_game().unwrap_or_default()))
    } else if let Ok(answer) = choice.cast::<Answer>() {
        Chosen::Other(Choice::Rule(answer.get().answer))
    } else {
        return Err(PyTypeError::new_err(format!(
            "choice: a Place, Mark, Stay, Exchange or Answer is needed, not {}",
            type_name(choice)
        )));
    };
    Ok(move |kind| match chosen {
        Chosen::Mark(mark) if matches!(kind, Some(DecisionKind::Relocate { .. })) => {
            Choice::Relocate(Some(mark))
        }
        Chosen::Mark(mark) => Choice::Start(mark),
        Chosen::Other(choice) => choice,
    })
}
