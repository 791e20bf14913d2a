"""What the tests share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tsuro

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def corpus() -> Path:
    """The records, positions and rule sets of the tests of the crate."""
    folder = REPOSITORY / "tests" / "corpus"
    assert folder.is_dir()
    return folder


def _numbers_changed(value: Any, to: int) -> Iterator[Any]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from ({**value, key: changed} for changed in _numbers_changed(each, to))
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from (
                [*value[:place], changed, *value[place + 1 :]]
                for changed in _numbers_changed(each, to)
            )
    elif isinstance(value, int) and not isinstance(value, bool):
        yield to


@pytest.fixture
def numbers_changed() -> Callable[[Any, int], Iterator[Any]]:
    """Gives a JSON document with each of its whole numbers changed to another, one at a time."""
    return _numbers_changed


QUICK = ["classic", "seas", "classic-advanced"]
"""The rule sets of the tests that run every time."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with `rules` and `players` that says nothing more of them runs on each rule set at its
    smallest and largest table."""
    is_own = any(mark.name == "parametrize" for mark in metafunc.definition.iter_markers())
    if is_own or not {"rules", "players"} <= set(metafunc.fixturenames):
        return
    tables = []
    for rules in tsuro.rule_sets():
        marks = () if rules.name in QUICK else pytest.mark.long
        for players in sorted({rules.players[0], rules.players[-1]}):
            tables.append(
                pytest.param(rules.name, players, marks=marks, id=f"{rules.name}-{players}")
            )
    metafunc.parametrize(("rules", "players"), tables)
