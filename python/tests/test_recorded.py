"""Recorded games beside games of bots."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

import tsuro

pytest.importorskip("polars")


def recorded(folder: Path, games: int = 40) -> Path:
    """The records of games as if people had run off the board for no reason."""
    path = folder / "games.jsonl"
    rules, bots = "classic+free-suicide", ["random"] * 4
    tsuro.simulate(rules, players=4, bots=bots, games=games, seed=7, record=path)
    path.write_text(path.read_text().replace('"random"', '"Wilhelmina"'))
    return path


def test_people_who_play_otherwise_are_not_predicted(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    told: list[int] = []
    report = tsuro.measure_records(
        path,
        bots="greedy",
        games=500,
        seed=1,
        threads=1,
        progress=lambda done, _: told.append(done),
    )
    (group,) = report.to_dict()["groups"]
    (table,) = group["tables"]
    assert (report.games, group["games"], group["bot_seats"], table["bot_games"]) == (
        40,
        40,
        0,
        500,
    )
    assert table["predicts"] is False and "do not predict people" in table["words"]
    assert "do not predict people" in str(report).replace("\n", " ")
    assert json.loads(report.to_json()) == report.to_dict()
    frame = report.to_polars()
    assert len(frame) == len(table["metrics"]) == len(list(csv.reader(StringIO(report.csv())))) - 1
    (turns,) = frame.filter(frame["metric"] == "turns").to_dicts()
    assert turns["verdict"] == "lower" and turns["b"] < turns["a"]
    games = report.to_polars(games=True)
    assert len(games) == 40 and set(games["undos"]) == {0} and set(games["bot_seats"]) == {0}
    forms = (report.text(all=True), report.html(), report.csv(games=True), report.to_json())
    assert not any("Wilhelmina" in form for form in forms), "no name gets into a report"
    # The same games of bots, whatever the threads and whether it is a text or a file.
    again = tsuro.measure_records([path.read_bytes()], bots=["greedy"], games=500, seed="1")
    assert again.to_dict() == report.to_dict()


def test_what_cannot_be_measured_is_counted(tmp_path: Path) -> None:
    record = recorded(tmp_path, games=2).read_text()
    foreign = record.replace('{"rule":"dragon"', '{"rule":"weather"')
    wrong = "no record"
    assert foreign != record
    report = tsuro.measure_records([record, foreign, wrong, record], bots="random", games=10)
    left_out = report.to_dict()["left_out"]
    assert (report.games, left_out["twice"], left_out["damaged"]) == (2, 2, len(report.reasons))
    assert "weather" in report.reasons[0]
    with pytest.raises(tsuro.errors.RecordError, match="no game to measure.*damaged"):
        tsuro.measure_records(wrong)
    with pytest.raises(tsuro.errors.RecordError, match="no game to measure"):
        tsuro.measure_records([])
    with pytest.raises(FileNotFoundError):
        tsuro.measure_records(tmp_path / "none.jsonl")
    with pytest.raises(TypeError, match="records: a text or a path object"):
        tsuro.measure_records([1])  # type: ignore[list-item]
    with pytest.raises(tsuro.errors.BotError):
        tsuro.measure_records(record, bots="nobody")
    for wrong_metrics in ("luck,skill", "weather"):
        with pytest.raises(tsuro.errors.ArgumentError, match="metrics"):
            tsuro.measure_records(record, metrics=wrong_metrics)
