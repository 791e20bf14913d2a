"""Results as data frames: the numbers of the program's JSON and CSV, in columns that can be
plotted."""

from __future__ import annotations

import csv
import io
import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tsuro
from tsuro import frames

polars = pytest.importorskip("polars")
pandas = pytest.importorskip("pandas")
pyarrow = pytest.importorskip("pyarrow")

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def report() -> tsuro.Report:
    """The report of `golden/compare.json`."""
    return tsuro.compare(
        "classic",
        "classic+hand=4",
        players=3,
        bots="random",
        games=300,
        seed="python",
        metrics="outcome,length",
    )


def test_the_rows_are_those_of_the_programs_json(report: tsuro.Report) -> None:
    metrics = json.loads((GOLDEN / "compare.json").read_text(encoding="utf-8"))["metrics"]
    rows = report.to_polars().to_dicts()
    assert len(rows) == len(metrics)
    for row, metric in zip(rows, metrics, strict=True):
        assert (row["metric"], row["rules_a"], row["rules_b"]) == (
            metric["name"],
            "classic",
            "classic+hand=4",
        )
        assert [row["low"], row["high"]] == metric["interval"] and [
            row["a_low"],
            row["a_high"],
        ] == metric["a_interval"]
        assert [row["b_low"], row["b_high"]] == metric["b_interval"]
        assert [row["joint_low"], row["joint_high"]] == metric["joint_interval"]
        same = set(metric) & set(row)
        assert {
            "players",
            "bots",
            "unit",
            "a",
            "b",
            "difference",
            "verdict",
            "p",
            "headline",
            "family",
            "more_games",
            "counted_games",
            "needed_games",
        } <= same
        assert {name: row[name] for name in same} == {name: metric[name] for name in same}


def test_the_columns_are_those_of_the_csv(report: tsuro.Report) -> None:
    (names, *lines) = csv.reader(io.StringIO(report.csv()))
    frame = report.to_polars()
    assert frame.columns == names and frame.height == len(lines)
    for row, line in zip(frame.rows(), lines, strict=True):
        for value, field in zip(row, line, strict=True):
            if value is None:
                assert field == ""
            elif isinstance(value, bool):
                assert field == str(value).lower()
            elif isinstance(value, float):
                assert float(field) == value
            else:
                assert field == str(value)


def test_all_packages_get_the_same(report: tsuro.Report) -> None:
    one, other, table = report.to_polars(), report.to_pandas(), report.to_arrow()
    assert one.columns == list(other.columns) == table.column_names
    assert table.to_pylist() == one.to_dicts()
    for name in one.columns:
        values = [
            None
            if value is pandas.NA or (isinstance(value, float) and math.isnan(value))
            else value
            for value in other[name]
        ]
        assert values == one[name].to_list(), name
    kinds = dict(zip(one.columns, one.dtypes, strict=True))
    assert (kinds["metric"], kinds["players"], kinds["paired"]) == (
        polars.String,
        polars.Int64,
        polars.Boolean,
    )
    assert other["low"].dtype == "float64" and str(other["more_games"].dtype) == "Int64"


def test_one_rule_set_has_the_same_columns_without_values(report: tsuro.Report) -> None:
    frame = tsuro.measure("classic", games=20, bots="random", seed=1).to_polars()
    assert frame.schema == report.to_polars().schema
    assert frame["difference"].null_count() == frame.height and frame["a"].null_count() == 0


def test_several_rule_sets_are_rows_of_their_own() -> None:
    frame = tsuro.compare(
        "classic",
        "classic+hand=2",
        "classic+hand=4",
        games=20,
        bots="random,safe",
        players=[2, 3],
        seed=1,
    ).to_polars()
    assert frame["rules_b"].unique(maintain_order=True).to_list() == [
        "classic+hand=2",
        "classic+hand=4",
    ]
    # No row twice: what is measured is named by these columns.
    assert frame.select("metric", "players", "bots", "rules_b").is_duplicated().sum() == 0


def test_simulations_tournaments_and_searches_are_frames() -> None:
    sums = tsuro.simulate("classic", players=3, bots=["random", "safe", "greedy"], games=50, seed=1)
    assert sums.to_polars()["win_share"].to_list() == list(sums.wins)
    assert sums.to_pandas()["bot"].to_list() == list(sums.bots) and sums.to_arrow().num_rows == 3
    standings = tsuro.tournament("classic", bots="random,safe", games=50, seed=1)
    assert standings.to_polars()["name"].to_list() == ["random", "safe"] == list(standings.bots)
    assert standings.to_polars().columns == standings.csv().splitlines()[0].split(",")
    found = tsuro.explore(
        "classic",
        vary="hand=2..3",
        target=["turns=20", "ties=10%"],
        bots="random",
        games=50,
        seed=1,
    )
    frame = found.to_polars()
    candidates = found.to_dict()["candidates"]
    assert frame["rules"].to_list() == [candidate["rules"] for candidate in candidates]
    assert frame["turns"].to_list() == [
        candidate["targets"][0]["value"] for candidate in candidates
    ]
    assert frame.filter(polars.col("best"))["rules"].to_list() == [found.best]
    assert (
        found.to_pandas().shape
        == frame.shape
        == (found.to_arrow().num_rows, found.to_arrow().num_columns)
    )


def test_losses_are_frames() -> None:
    alone = tsuro.losses("classic", players=3, bots="greedy", games=30, seed=1)
    frame = alone.to_polars()
    assert frame.columns == ["by", "name", "of", "lost", "share", "low", "high"]
    assert frame["by"].unique(maintain_order=True).to_list() == ["square", "mark", "tile"]
    assert frame.filter(polars.col("by") == "square").height == 36 and alone.against is None
    both = tsuro.losses(
        "classic", against="classic+hand=2", players=3, bots="greedy", games=30, seed=1, threads=1
    )
    pairs = both.to_polars()
    assert (both.against, both.games) == ("classic+hand=2", 30)
    assert pairs.columns == ["by", "name", "a", "b", "difference", "low", "high", "verdict"]
    joined = pairs.join(frame, on=["by", "name"])
    assert joined["a"].to_list() == joined["share"].to_list() and joined.height == pairs.height
    assert set(pairs["verdict"]) <= {"higher", "lower", "undecided"}
    assert both.to_pandas().shape == pairs.shape
    with pytest.raises(tsuro.ArgumentError, match="players"):
        tsuro.losses("classic", against="solo-seas", players=3, games=1)


def test_measures_of_one_rule_set_are_frames_in_every_form() -> None:
    asked: dict[str, Any] = {"games": 256, "learners": 2, "measured": 20, "seed": 1}
    learned = tsuro.learnability("classic", bots="random", **asked)
    frame = learned.to_polars()
    assert frame["games"].to_list() == [0, 128, 256]
    assert frame["opponent"].unique().to_list() == ["random"]
    document = learned.to_dict()
    assert document["learners"] == 2 and document["level"] == 0.5
    stages = document["climbs"][0]["stages"]
    assert [stage["share"] for stage in stages] == frame["share"].to_list()
    assert (
        learned.to_json()
        == tsuro.learnability("classic", bots="random", threads=1, **asked).to_json()
    )
    pair = tsuro.collusion("classic", players=3, bot="ismcts:2", games=9, seed=1)
    row = pair.to_pandas().iloc[0]
    assert row["deals"] == 3 and row["gain"] == pytest.approx(row["together"] - row["apart"])
    assert pair.to_dict()["gain"] == row["gain"] and row["low"] <= row["gain"] <= row["high"]
    ladder = tsuro.depth("classic", bots=["random", "safe", "greedy"], games=40, seed=1)
    rungs = ladder.to_polars()
    assert rungs["below"].to_list() == ["random", "safe"] and rungs["games"].to_list() == [40, 40]
    assert ladder.to_dict()["steps"] == pytest.approx(rungs["steps"].sum())
    teams = tsuro.depth("teams", players=4, bots=["random", "safe"], games=9, seed=1)
    assert teams.to_dict()["sides"] == 2 and teams.to_polars()["games"].to_list() == [10]
    for report in (ladder, learned, pair):
        assert report.html().startswith("<!DOCTYPE html>") and str(report) == report.text()
        assert report.csv().count("\n") == report.to_arrow().num_rows + 1


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: tsuro.depth("solo"), tsuro.ArgumentError, "at least two players"),
        (lambda: tsuro.depth("classic", bots=["greedy"]), tsuro.ArgumentError, "two bots"),
        (lambda: tsuro.depth("classic", games=0), tsuro.ArgumentError, "games"),
        (lambda: tsuro.learnability("solo"), tsuro.ArgumentError, "at least two players"),
        (lambda: tsuro.learnability("classic", learners=1), tsuro.ArgumentError, "learners"),
        (lambda: tsuro.learnability("classic", bots="nobody"), tsuro.BotError, "nobody"),
        (lambda: tsuro.learnability("classic", level=2), tsuro.ArgumentError, "level"),
        (lambda: tsuro.collusion("classic", players=2), tsuro.ArgumentError, "three players"),
        (lambda: tsuro.collusion("classic", bot="greedy"), tsuro.ArgumentError, "does not search"),
        (lambda: tsuro.collusion("classic", bot="ismcts-ms:5"), tsuro.BotError, "repeated"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    call: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()


@pytest.mark.parametrize("package", ["polars", "pandas", "pyarrow"])
def test_a_package_that_is_missing_is_named(
    package: str, report: tsuro.Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    method = {"polars": "to_polars", "pandas": "to_pandas", "pyarrow": "to_arrow"}[package]
    with pytest.raises(
        tsuro.PackageError,
        match=rf"{method}\(\) needs the package {package}: pip install {package}",
    ):
        getattr(report, method)()
    with pytest.raises(ImportError):
        getattr(tsuro.simulate("classic", games=5), method)()


def test_frames_can_be_plotted(report: tsuro.Report, tmp_path: Path) -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    frame = report.to_pandas()
    frame = frame[frame.headline]
    figure, axes = pyplot.subplots()
    axes.errorbar(
        frame.difference,
        frame.metric,
        xerr=[frame.difference - frame.low, frame.high - frame.difference],
        fmt="o",
    )
    figure.savefig(tmp_path / "plot.svg")
    pyplot.close(figure)
    assert "<svg" in (tmp_path / "plot.svg").read_text(encoding="utf-8")


def test_a_column_without_a_value_has_its_kind() -> None:
    columns: Any = [
        ("one", "text", [None]),
        ("two", "count", [None]),
        ("three", "number", [None]),
        ("four", "truth", [None]),
    ]
    assert frames.to_polars(columns).dtypes == [
        polars.String,
        polars.Int64,
        polars.Float64,
        polars.Boolean,
    ]
    assert [str(kind) for kind in frames.to_arrow(columns).schema.types] == [
        "string",
        "int64",
        "double",
        "bool",
    ]
    assert frames.to_pandas(columns).shape == (1, 4)


def test_the_overview_has_a_column_for_each_rule_set_and_number_of_players() -> None:
    report = tsuro.compare(
        "classic", "luxury", "seas", players=[2, 4], bots="random", games=60, seed=1
    )
    frame = report.to_polars(overview=True)
    (names, *lines) = csv.reader(io.StringIO(report.csv(overview=True)))
    assert frame.columns == names and frame.height == len(lines)
    assert names[:6] == [
        "metric",
        "unit",
        "bots",
        "classic, 2 players",
        "classic, 2 players: verdict",
        "classic, 2 players: best",
    ]
    (grid,) = report.to_dict()["overview"]
    for row, written in zip(frame.to_dicts(), grid["rows"], strict=True):
        assert row["metric"] == written["name"]
        for column, cell in zip(grid["columns"], written["cells"], strict=True):
            name = f"{column['rules']}, {column['players']} players"
            told = (row[name], row[f"{name}: verdict"], row[f"{name}: best"])
            if cell is None:
                assert told == (None, None, None)
            else:
                assert told == (cell["value"], cell["verdict"], cell["best"])
    assert report.to_pandas(overview=True).shape == frame.shape
    assert report.to_arrow(overview=True).column_names == names
