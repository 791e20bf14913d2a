"""What the tests share."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tsuro

# Before any test imports numpy: for matrices as small as those of the tests, more threads take
# longer, on a busy machine many times longer.
os.environ.setdefault("OMP_NUM_THREADS", "1")

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


SMALL_POLICY = '''"""A policy that takes an allowed action by its weights."""

import json

import numpy as np


class Policy:
    def __init__(self, weights):
        self.weights = weights
        self.asked = 0

    def act(self, array, mask):
        self.asked += 1
        return int(np.argmax(np.where(mask, self.weights[: len(mask)], -1)))


def load(folder, power=1):
    weights = np.array(json.loads((folder / "weights.json").read_text()))
    return Policy(weights**power)
'''


@pytest.fixture
def small_files() -> Callable[[int], dict[str, str]]:
    """Gives the files of a small policy, with weights that follow from a seed."""

    def files(seed: int) -> dict[str, str]:
        drawn = random.Random(seed)
        weights = json.dumps([drawn.random() for _ in range(400)])
        return {"policy.py": SMALL_POLICY, "weights.json": weights}

    return files


@pytest.fixture
def save(small_files: Callable[[int], dict[str, str]]) -> Callable[..., Path]:
    """Saves a small policy for classic with two and three players."""

    def saved(folder: Path, seed: int = 1, **options: Any) -> Path:
        given: dict[str, Any] = {
            "rules": "classic",
            "players": [2, 3],
            "files": small_files(seed),
            "form": "tokens",
        }
        return tsuro.save_policy(folder, "policy.py:load", **{**given, **options})

    return saved


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
