"""Simulations and comparisons."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import tsuro

GOLDEN = Path(__file__).parent / "golden"


def test_a_simulation_sums_its_games() -> None:
    sums = tsuro.simulate("seas", players=3, games=200, seed=1, threads=2)
    assert (sums.rules, sums.players, sums.bots, sums.seed, sums.games) == ("seas", 3, ("random",) * 3, "1", 200)
    assert sum(sums.outcomes.values()) == 200 and abs(sum(sums.wins) - 1) < 1e-9
    assert sums.turns["min"] <= sums.turns["mean"] <= sums.turns["max"] and "edge" in sums.eliminations
    assert sums == tsuro.simulate("seas", players=3, games=200, seed="1", threads=1)
    assert sums != tsuro.simulate("seas", players=3, games=200, seed="2")
    assert tsuro.simulate("classic", games=1).players == 4
    assert tsuro.simulate("classic", bots=["greedy", "random"], games=1).players == 2
    assert tsuro.simulate(tsuro.RuleSet.load("classic"), games=1).seed != tsuro.simulate("classic", games=1).seed


def test_the_report_is_that_of_the_program() -> None:
    """`tsuro compare classic classic+hand=4 --players 3 --bots random --games 300 --seed python --metrics outcome,length --json`"""
    wanted = (GOLDEN / "compare.json").read_text(encoding="utf-8")
    report = tsuro.compare(
        "classic", "classic+hand=4", players=3, bots="random", games=300, seed="python", metrics="outcome,length"
    )
    assert report.to_dict() == {**json.loads(wanted), "version": tsuro.__version__}
    assert list(report.to_dict()) == list(json.loads(wanted))
    assert json.loads(report.to_json()) == report.to_dict()


def test_a_report_is_written_in_every_form() -> None:
    report = tsuro.compare("classic", "classic+hand=4", "luxury", players=(2, 3), bots="random", games=60, seed='<&"\'>')
    assert report.rules == ("classic", "classic+hand=4", "luxury") and report.seed == '<&"\'>' and report.games == 120
    assert repr(report) == "<tsuro.Report classic and classic+hand=4 and luxury, 120 games each>"
    assert str(report) == report.text() and "classic+hand=4 compared with classic" in report.text()
    assert len(report.text(all=True)) > len(report.text())
    page = report.html()
    assert page.startswith("<!DOCTYPE html>") and "tsuro.compare('classic', 'classic+hand=4'" in page and '<&"' not in page
    frame = report._repr_html_()
    assert frame.startswith('<iframe srcdoc="') and frame.count('"') == 6
    assert report.csv().splitlines()[0].count(",") > 5
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(report)


def test_the_number_of_threads_changes_nothing() -> None:
    def run(threads: int | None) -> dict[str, object]:
        return tsuro.compare("classic", "french", games=40, bots=["greedy+random"], seed=3, threads=threads).to_dict()

    assert run(1) == run(2) == run(None)


def test_one_rule_set_alone_is_measured() -> None:
    report = tsuro.compare("solo", games=20, bots="random", margin={"turns=2": 0}, unpaired=True)
    assert "b" not in report.to_dict() and report.to_dict()["unpaired"] is True
    assert report.to_dict()["margins"] == ["0.01", "turns=2"]
    assert tsuro.compare("classic", games=20, bots="random", margin=0.05).to_dict()["margin"] == 0.05


@pytest.mark.parametrize(
    ("arguments", "error", "why"),
    [
        ({"players": 1}, tsuro.ArgumentError, "players: classic: 1 players, where 2 to 8 can play"),
        ({"players": 33}, tsuro.ArgumentError, "players: 33 is not a number from 1 to 32"),
        ({"players": "3"}, TypeError, "players: a whole number is needed, not str"),
        ({"players": None, "bots": "nobody"}, tsuro.BotError, "there is no bot"),
        ({"bots": ""}, tsuro.BotError, "a name is missing"),
        ({"bots": 3}, TypeError, "bots: a text or a list of texts is needed, not int"),
        ({"bots": [3]}, TypeError, "bots: a text or a list of texts is needed, not a list with int"),
        ({"bots": "exec:ls"}, tsuro.BotError, "exec cannot play here"),
        ({"games": 0}, tsuro.ArgumentError, "games: 0 is not a number from 1"),
        ({"games": 1.5}, TypeError, "games: a whole number is needed, not float"),
        ({"games": 10**100}, tsuro.ArgumentError, "games: 1000"),
        ({"threads": 0}, tsuro.ArgumentError, "threads: 0 is not a number from 1 to 1024"),
        ({"seed": 1.5}, TypeError, "seed"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, object], error: type[Exception], why: str) -> None:
    for function in (tsuro.simulate, tsuro.compare):
        with pytest.raises(error, match=why):
            function("classic", **arguments)  # type: ignore


def test_wrong_arguments_of_one_function_are_refused() -> None:
    with pytest.raises(tsuro.ArgumentError, match="rules: at least one rule set is needed"):
        tsuro.compare()
    with pytest.raises(TypeError, match="rules: a reference"):
        tsuro.compare("classic", 3)  # type: ignore[arg-type]
    with pytest.raises(tsuro.RuleSetError):
        tsuro.compare("classic", "sees")
    with pytest.raises(tsuro.ArgumentError, match="metrics: there is no kind of metric"):
        tsuro.compare("classic", metrics="looks")
    with pytest.raises(tsuro.ArgumentError, match="margin: "):
        tsuro.compare("classic", margin="x=y=z")
    with pytest.raises(tsuro.ArgumentError, match="margin: "):
        tsuro.compare("classic", margin=-1)
    with pytest.raises(tsuro.BotError, match="listed twice"):
        tsuro.compare("classic", bots="random,random")
    with pytest.raises(tsuro.ArgumentError, match="bots: there are 2 bots, and 3 players"):
        tsuro.simulate("classic", players=3, bots="random,greedy")
