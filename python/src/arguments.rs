//! Arguments that Python gives, checked: whole numbers, seeds, layouts, and the versions in pickles.

use crate::convert::type_name;
use crate::errors;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ops::RangeInclusive;
use tsuro::ruleset::Variant;
use tsuro::tensor::{BoardForm, LAYOUTS, Layout, LayoutError};

/// A whole number in a range.
pub fn whole(name: &str, value: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    let py = value.py();
    // Anything that is a whole number to Python: the numbers of numpy, too.
    let index = value.call_method0("__index__").map_err(|_| {
        PyTypeError::new_err(format!("{name}: a whole number is needed, not {}", type_name(value)))
    })?;
    match index.extract::<u64>() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => {
            let shown: String = index
                .str()
                .map(|text| text.to_string())
                .unwrap_or_default()
                .chars()
                .take(40)
                .collect();
            Err(errors::argument(
                py,
                format!(
                    "{name}: {shown} is not a number from {} to {}",
                    range.start(),
                    range.end()
                ),
            ))
        }
    }
}

/// Checks the number of a version in a pickle, where anything may stand; `refusal` is said of
/// another one.
pub fn version(
    py: Python<'_>,
    given: &Bound<'_, PyAny>,
    known: u32,
    refusal: impl FnOnce(&str) -> String,
) -> PyResult<()> {
    if given.eq(known)? {
        return Ok(());
    }
    let given: String =
        given.str().map(|text| text.to_string()).unwrap_or_default().chars().take(40).collect();
    Err(errors::raise(py, "SnapshotError", (refusal(&given),)))
}

/// A seed: a text, or a whole number as its digits; from the operating system if there is none.
pub fn seed(py: Python<'_>, value: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    match value {
        None => py.import("secrets")?.call_method1("token_hex", (8,))?.extract(),
        Some(text) if text.is_instance_of::<PyString>() => text.extract(),
        Some(number) => match number.call_method0("__index__") {
            Ok(index) => Ok(index.str()?.extract()?),
            Err(_) => Err(PyTypeError::new_err(format!(
                "seed: a text or a whole number is needed, not {}",
                type_name(number)
            ))),
        },
    }
}

/// What is asked of arrays.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// The version of the layout.
    pub version: u32,
    /// Whether the board is written as tokens.
    pub tokens: bool,
    pub outlook: bool,
    /// Whether they have what is known of other hands.
    pub knowledge: bool,
}

impl Wanted {
    /// The layout of a table.
    pub fn layout(self, py: Python<'_>, variant: &Variant, players: u8) -> PyResult<Layout> {
        let Self { version, tokens, outlook, knowledge } = self;
        let form = if tokens { BoardForm::Tokens } else { BoardForm::Planes };
        let mut layout = Layout::of_version(version, variant, players, form).map_err(|why| {
            let name =
                if matches!(why, LayoutError::Version { .. }) { "layout" } else { "players" };
            errors::argument(py, format!("{name}: {why}"))
        })?;
        if outlook {
            layout = layout.with_outlook();
        }
        if knowledge {
            layout = layout.with_knowledge();
        }
        Ok(layout)
    }
}

/// The version of a layout.
pub fn layout_version(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    let range = u64::from(*LAYOUTS.start())..=u64::from(*LAYOUTS.end());
    Ok(whole("layout", value, range)? as u32)
}
