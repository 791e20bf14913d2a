//! The arrays of one game: what `tsuro.serve` shows a policy.

use crate::arguments::{Wanted, layout_version};
use crate::choice;
use crate::convert::to_python;
use crate::errors::{argument, raise};
use crate::game::Game;
use crate::rules::RuleSet;
use numpy::PyReadwriteArray1;
use pyo3::prelude::*;
use std::sync::Mutex;
use tsuro::game::Seat;
use tsuro::tensor::{LAYOUT, Layout, PartialExchange};

/// Writes what the seat that decides in a game sees, and takes its actions. It keeps what has been
/// given and taken in an exchange.
#[pyclass(module = "tsuro._core", frozen)]
pub struct GameArrays {
    layout: Layout,
    partial: Mutex<PartialExchange>,
}

impl GameArrays {
    /// Does something with the game and what was exchanged so far, if the game is one of the
    /// layout.
    fn with<T>(
        &self,
        py: Python<'_>,
        game: &Game,
        work: impl FnOnce(&tsuro::Game, &mut PartialExchange) -> Result<T, String>,
    ) -> PyResult<T> {
        let done = game.shortly(py, |game| {
            if !self.layout.is_of(game.variant()) || self.layout.seats() != game.seats() {
                return Err(
                    "the game has other rules or another number of players than these arrays"
                        .to_owned(),
                );
            }
            let mut partial =
                self.partial.lock().map_err(|_| "these arrays were left unfinished".to_owned())?;
            work(game, &mut partial)
        })?;
        done.map_err(|why| argument(py, why))
    }
}

#[pymethods]
impl GameArrays {
    #[new]
    #[pyo3(signature = (rules, players, tokens, outlook, knowledge, layout = None))]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        players: u8,
        tokens: bool,
        outlook: bool,
        knowledge: bool,
        layout: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let variant = RuleSet::from_argument(rules)?.variant;
        let version = layout.map_or(Ok(LAYOUT), layout_version)?;
        let wanted = Wanted { version, tokens, outlook, knowledge };
        let layout = wanted.layout(py, &variant, players)?;
        Ok(Self { layout, partial: Mutex::default() })
    }

    /// The lengths of the array and of the mask.
    #[getter]
    fn lens(&self) -> (usize, usize) {
        (self.layout.len(), self.layout.actions().len())
    }

    /// The layout as a document.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.layout.describe())
    }

    /// What an action does, in words; `None`: there is no such action.
    fn action_name(&self, number: usize) -> Option<String> {
        let actions = self.layout.actions();
        actions.id(number).and_then(|id| actions.action(id)).map(|action| action.to_string())
    }

    /// Forgets what was given and taken in an exchange.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        let Ok(mut partial) = self.partial.lock() else {
            return Err(raise(py, "Bug", ("these arrays were left unfinished",)));
        };
        *partial = PartialExchange::default();
        Ok(())
    }

    /// Writes what a seat sees, or without one that which decides, and which actions it is allowed:
    /// none, if another seat decides.
    #[pyo3(signature = (game, array, mask, seat = None))]
    fn write(
        &self,
        py: Python<'_>,
        game: &Game,
        mut array: PyReadwriteArray1<'_, u8>,
        mut mask: PyReadwriteArray1<'_, u8>,
        seat: Option<u8>,
    ) -> PyResult<()> {
        let (array, mask) = (array.as_slice_mut()?, mask.as_slice_mut()?);
        let (lens, given) = (self.lens(), (array.len(), mask.len()));
        if lens != given {
            return Err(argument(
                py,
                format!("the array and the mask have {given:?} entries, and {lens:?} are needed"),
            ));
        }
        self.with(py, game, |game, partial| {
            let decides = game.decision().map(|decision| decision.seat());
            let seat = match seat.map(Seat::new) {
                Some(seat) if seat.number() >= game.seats() => {
                    return Err(format!("there is no seat {seat} at a table of {}", game.seats()));
                }
                Some(seat) => seat,
                None => decides.ok_or("the game is over")?,
            };
            let sees = game.observe(seat);
            if decides != Some(seat) {
                self.layout.write(&sees, &PartialExchange::default(), array);
                mask.fill(0);
                return Ok(());
            }
            self.layout.write(&sees, partial, array);
            self.layout.actions().write_mask(&sees, partial, mask).map_err(|why| why.to_string())
        })
    }

    /// The choice that an action makes, which is not played; `None`: a tile of an exchange was
    /// given or taken, and the same seat acts again.
    fn take<'py>(
        &self,
        py: Python<'py>,
        game: &Game,
        action: usize,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let choice = self.with(py, game, |game, partial| {
            let decision = game.decision().ok_or("the game is over")?;
            let actions = self.layout.actions();
            let id = actions.id(action).ok_or_else(|| format!("there is no action {action}"))?;
            actions.take(&game.observe(decision.seat()), partial, id).map_err(|why| why.to_string())
        })?;
        choice.map(|choice| choice::to_python(py, &choice)).transpose()
    }
}
