//! Tables on their way to data frames.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use tsuro_lab::{ColumnKind, DataTable, TableCell};

/// The columns of a table, each with its name, its kind (`"text"`, `"count"`, `"number"`,
/// `"truth"`) and its values; `None` where there is none.
pub fn columns<'py>(py: Python<'py>, table: &DataTable) -> PyResult<Bound<'py, PyTuple>> {
    let value = |field: &TableCell| -> PyResult<Bound<'py, PyAny>> {
        Ok(match field {
            TableCell::Text(text) => text.into_pyobject(py)?.into_any(),
            TableCell::Count(number) => number.into_pyobject(py)?.into_any(),
            TableCell::Number(number) => number.into_pyobject(py)?.into_any(),
            TableCell::Truth(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
            _ => py.None().into_bound(py),
        })
    };
    let column =
        |(index, (name, kind)): (usize, &(String, ColumnKind))| -> PyResult<Bound<'py, PyAny>> {
            let kind = match kind {
                ColumnKind::Text => "text",
                ColumnKind::Count => "count",
                ColumnKind::Truth => "truth",
                _ => "number",
            };
            let values =
                table.rows().iter().map(|row| value(&row[index])).collect::<PyResult<Vec<_>>>()?;
            Ok((name.as_str(), kind, PyList::new(py, values)?).into_pyobject(py)?.into_any())
        };
    PyTuple::new(py, table.columns().iter().enumerate().map(column).collect::<PyResult<Vec<_>>>()?)
}

/// A table as a frame of another package: `function` is that of `tsuro.frames`.
pub fn frame<'py>(
    py: Python<'py>,
    table: &DataTable,
    function: &str,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("tsuro.frames")?.call_method1(function, (columns(py, table)?,))
}

/// A text as HTML, in letters of one width.
pub fn preformatted(py: Python<'_>, text: &str) -> PyResult<String> {
    let text: String = py.import("html")?.call_method1("escape", (text,))?.extract()?;
    Ok(format!("<pre>{text}</pre>"))
}

/// A page as HTML that stands by itself within another page.
pub fn framed(page: &str, title: &str) -> String {
    let page = page.replace('&', "&amp;").replace('"', "&quot;");
    format!(
        "<iframe srcdoc=\"{page}\" title=\"{title}\" style=\"width: 100%; height: 40em; border: \
         0\"></iframe>"
    )
}
