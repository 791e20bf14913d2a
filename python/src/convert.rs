//! Values on their way between Rust and Python.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use serde_json::Value;

/// Makes a class of `tsuro.results`.
macro_rules! result {
    ($py:expr, $class:literal, { $($name:ident: $value:expr),* $(,)? }) => {{
        let fields = pyo3::types::PyDict::new($py);
        $(fields.set_item(stringify!($name), $value)?;)*
        $py.import("tsuro.results")?.getattr($class)?.call((), Some(&fields))
    }};
}
pub(crate) use result;

/// A tuple of what an iterator makes.
pub fn tuple<'py>(
    py: Python<'py>,
    items: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, items.collect::<PyResult<Vec<_>>>()?)
}

/// A tuple of small numbers, of which pyo3 would make `bytes`.
pub fn numbers(py: Python<'_>, numbers: impl Iterator<Item = u8>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, numbers.map(u32::from).collect::<Vec<_>>())
}

/// A JSON document as dictionaries, lists, texts and numbers.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (_, Some(number)) => number.into_pyobject(py)?.into_any(),
            _ => number.as_f64().into_pyobject(py)?,
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let items =
                items.iter().map(|item| to_python(py, item)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(fields) => {
            let object = PyDict::new(py);
            for (name, value) in fields {
                object.set_item(name, to_python(py, value)?)?;
            }
            object.into_any()
        }
    })
}

/// A JSON document from a text, or from dictionaries, lists, texts and numbers. `Err` of the inside
/// is what is wrong with it.
pub fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Result<Value, String>> {
    let py = value.py();
    let text = if value.is_instance_of::<PyString>() {
        value.extract::<String>()?
    } else {
        let options = PyDict::new(py);
        options.set_item("allow_nan", false)?;
        let written = py.import("json")?.call_method("dumps", (value,), Some(&options));
        match written {
            Ok(text) => text.extract()?,
            Err(error) if error.is_instance_of::<pyo3::exceptions::PyException>(py) => {
                return Ok(Err(error.value(py).to_string()));
            }
            Err(error) => return Err(error),
        }
    };
    Ok(serde_json::from_str(&text).map_err(|error| error.to_string()))
}

/// The name of the type of a value, for messages.
pub fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string())
}
