"""Tables as data frames of other packages, which are imported when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tsuro.errors import PackageError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

__all__ = ["Columns", "to_arrow", "to_pandas", "to_polars"]

Columns = Sequence[tuple[str, str, list[Any]]]
"""The columns of a table: the name of each, its kind (`"text"`, `"count"`, `"number"`, `"truth"`),
and its values."""

_POLARS = {"text": "String", "count": "Int64", "number": "Float64", "truth": "Boolean"}
_ARROW = {"text": "string", "count": "int64", "number": "float64", "truth": "bool_"}
# Whole numbers and truth values have a kind of their own where one is missing; a missing number is
# `nan`.
_PANDAS = {"text": "string", "count": "Int64", "number": "float64", "truth": "boolean"}


def _package(name: str, method: str) -> Any:
    try:
        return import_module(name)
    except ImportError as why:
        raise PackageError(
            f"{method}() needs the package {name}: pip install {name}", name
        ) from why


def to_polars(columns: Columns) -> polars.DataFrame:
    """A table as a polars data frame."""
    module = _package("polars", "to_polars")
    frame: polars.DataFrame = module.DataFrame(
        {name: values for name, _, values in columns},
        schema={name: getattr(module, _POLARS[kind]) for name, kind, _ in columns},
    )
    return frame


def to_pandas(columns: Columns) -> pandas.DataFrame:
    """A table as a pandas data frame."""
    module = _package("pandas", "to_pandas")
    frame: pandas.DataFrame = module.DataFrame(
        {name: module.Series(values, dtype=_PANDAS[kind]) for name, kind, values in columns}
    )
    return frame


def to_arrow(columns: Columns) -> pyarrow.Table:
    """A table as a table of Arrow."""
    module = _package("pyarrow", "to_arrow")
    table: pyarrow.Table = module.table(
        {
            name: module.array(values, type=getattr(module, _ARROW[kind])())
            for name, kind, values in columns
        }
    )
    return table


class Frames:
    """Gives a class with the method `_columns` three kinds of data frames."""

    __slots__ = ()

    def _columns(self) -> Columns:
        raise NotImplementedError

    def to_polars(self) -> polars.DataFrame:
        """As a polars data frame; needs the package polars."""
        return to_polars(self._columns())

    def to_pandas(self) -> pandas.DataFrame:
        """As a pandas data frame; needs the package pandas."""
        return to_pandas(self._columns())

    def to_arrow(self) -> pyarrow.Table:
        """As a table of Arrow; needs the package pyarrow."""
        return to_arrow(self._columns())
