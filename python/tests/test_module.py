"""What the package exports, and that all of it is documented."""

from __future__ import annotations

import ast
import inspect
import pickle
from pathlib import Path

import pytest

import tsuro
from tsuro import _core, errors, results


def test_everything_that_is_exported_is_there_and_documented() -> None:
    for name in tsuro.__all__:
        thing = getattr(tsuro, name)
        if inspect.isclass(thing) or callable(thing):
            assert inspect.getdoc(thing), name
    public = {name for name in vars(tsuro) if not name.startswith("_")} - {
        "asynchronous",
        "backends",
        "errors",
        "benchmarks",
        "frames",
        "mixed",
        "padded",
        "policy",
        "results",
        "vector",
    }
    # Modules that need other packages, once they are imported.
    public -= {"gymnasium", "openspiel", "pettingzoo", "sb3"}
    # They are imported when they are asked for: they need numpy.
    late = {
        "AsyncVectorEnv",
        "MixedEnv",
        "PaddedLayout",
        "PolicyBot",
        "RuleDraw",
        "VectorEnv",
        "serve",
    }
    late |= {"SavedPolicy", "load_policy", "save_policy", "saved_policies"}
    assert public == set(tsuro.__all__) - {"__version__"} - late
    assert set(errors.__all__) | set(results.__all__) <= set(tsuro.__all__)


@pytest.mark.parametrize(
    "name",
    [
        "Game",
        "RuleSet",
        "Report",
        "TournamentReport",
        "Exploration",
        "Place",
        "Mark",
        "Stay",
        "Exchange",
        "Answer",
        "Decision",
        "Table",
    ],
)
def test_methods_of_compiled_classes_are_documented(name: str) -> None:
    for member, value in vars(getattr(_core, name)).items():
        if not member.startswith("_"):
            assert inspect.getdoc(value), f"{name}.{member}"


def test_all_exceptions_have_one_base_and_can_be_pickled() -> None:
    made: dict[str, tuple[object, ...]] = {
        "Illegal": ("why", "game-over", {}),
        "RuleSetError": ("why", ()),
        "SuiteError": ("why", ()),
        "PolicyError": ("why", 3, 5, 1),
        "RecordError": ("why", 3),
        "PackageError": ("why", "polars"),
        "WorkerError": ("why", (0, 5), 3),
    }
    for name in errors.__all__:
        kind = getattr(errors, name)
        error = kind(*made.get(name, ("why",)))
        assert isinstance(error, tsuro.Error) and str(error) == "why"
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is kind and vars(again) == vars(error) and again.args == error.args
    assert str(tsuro.Error()) == ""


def test_results_cannot_be_changed() -> None:
    ending = results.Ending((0,), "tie")
    with pytest.raises(AttributeError):
        ending.outcome = "shared"  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(ending)) == ending


def test_no_function_has_more_than_80_lines() -> None:
    files = [
        path
        for folder in ("python", "tests", "benches", "examples")
        for path in (Path(__file__).parents[1] / folder).rglob("*.py")
    ]
    assert len(files) > 40
    long = [
        f"{path}:{node.lineno}: {node.name}"
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and node.end_lineno is not None
        and node.end_lineno - node.lineno >= 80
    ]
    assert long == []
