"""Simulations and comparisons."""

from __future__ import annotations

import csv
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import tsuro

GOLDEN = Path(__file__).parent / "golden"


def test_a_simulation_sums_its_games() -> None:
    sums = tsuro.simulate("seas", players=3, games=200, seed=1, threads=2)
    assert (sums.rules, sums.players, sums.bots, sums.seed, sums.games) == (
        "seas",
        3,
        ("random",) * 3,
        "1",
        200,
    )
    assert sum(sums.outcomes.values()) == 200 and abs(sum(sums.wins) - 1) < 1e-9
    assert (
        sums.turns["min"] <= sums.turns["mean"] <= sums.turns["max"] and "edge" in sums.eliminations
    )
    assert sums == tsuro.simulate("seas", players=3, games=200, seed="1", threads=1)
    assert sums != tsuro.simulate("seas", players=3, games=200, seed="2")
    assert tsuro.simulate("classic", games=1).players == 4
    assert tsuro.simulate("classic", bots=["greedy", "random"], games=1).players == 2
    assert (
        tsuro.simulate(tsuro.RuleSet.load("classic"), games=1).seed
        != tsuro.simulate("classic", games=1).seed
    )


def test_the_report_is_that_of_the_program() -> None:
    """`tsuro compare classic classic+hand=4 --players 3 --bots random --games 300 --seed python
    --metrics outcome,length --json`"""
    wanted = (GOLDEN / "compare.json").read_text(encoding="utf-8")
    report = tsuro.compare(
        "classic",
        "classic+hand=4",
        players=3,
        bots="random",
        games=300,
        seed="python",
        metrics="outcome,length",
    )
    assert report.to_dict() == {**json.loads(wanted), "version": tsuro.__version__}
    assert list(report.to_dict()) == list(json.loads(wanted))
    assert json.loads(report.to_json()) == report.to_dict()


def test_a_report_is_written_in_every_form() -> None:
    report = tsuro.compare(
        "classic",
        "classic+hand=4",
        "luxury",
        players=(2, 3),
        bots="random",
        games=60,
        seed="<&\"'>",
    )
    assert (
        report.rules == ("classic", "classic+hand=4", "luxury")
        and report.seed == "<&\"'>"
        and report.games == 120
    )
    assert repr(report) == "<tsuro.Report classic and classic+hand=4 and luxury, 120 games each>"
    assert str(report) == report.text() and "classic+hand=4 compared with classic" in report.text()
    assert len(report.text(all=True)) > len(report.text())
    page = report.html()
    assert (
        page.startswith("<!DOCTYPE html>")
        and "tsuro.compare('classic', 'classic+hand=4'" in page
        and '<&"' not in page
    )
    frame = report._repr_html_()
    assert frame.startswith('<iframe srcdoc="') and frame.count('"') == 6
    assert report.csv().splitlines()[0].count(",") > 5
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(report)


def test_the_number_of_threads_changes_nothing() -> None:
    def run(threads: int | None) -> dict[str, object]:
        return tsuro.compare(
            "classic", "french", games=40, bots=["greedy+random"], seed=3, threads=threads
        ).to_dict()

    assert run(1) == run(2) == run(None)


def test_one_rule_set_alone_is_measured() -> None:
    report = tsuro.compare("solo", games=20, bots="random", margin={"turns=2": 0}, unpaired=True)
    assert "b" not in report.to_dict() and report.to_dict()["unpaired"] is True
    assert report.to_dict()["margins"] == ["0.01", "turns=2"]
    assert (
        tsuro.compare("classic", games=20, bots="random", margin=0.05).to_dict()["margin"] == 0.05
    )


@pytest.mark.parametrize(
    ("arguments", "error", "why"),
    [
        ({"players": 1}, tsuro.ArgumentError, "players: classic: 1 players, where 2 to 8 can play"),
        ({"players": 33}, tsuro.ArgumentError, "players: 33 is not a number from 1 to 32"),
        ({"players": "3"}, TypeError, "players: a whole number is needed, not str"),
        ({"players": None, "bots": "nobody"}, tsuro.BotError, "there is no bot"),
        ({"bots": ""}, tsuro.BotError, "a name is missing"),
        ({"bots": 3}, TypeError, "bots: bots by name and policies are needed, not int"),
        (
            {"bots": [3]},
            TypeError,
            "bots: bots by name and policies are needed, not int",
        ),
        ({"bots": "exec:ls"}, tsuro.BotError, "exec cannot play here"),
        ({"games": 0}, tsuro.ArgumentError, "games: 0 is not a number from 1"),
        ({"games": 1.5}, TypeError, "games: a whole number is needed, not float"),
        ({"games": 10**100}, tsuro.ArgumentError, "games: 1000"),
        ({"threads": 0}, tsuro.ArgumentError, "threads: 0 is not a number from 1 to 1024"),
        ({"seed": 1.5}, TypeError, "seed"),
    ],
)
def test_wrong_arguments_are_refused(
    arguments: dict[str, object], error: type[Exception], why: str
) -> None:
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


def golden(name: str) -> str:
    """What the program printed, with this version."""
    text = (GOLDEN / name).read_text(encoding="utf-8")
    return text.replace('"version": "0.1.0"', f'"version": "{tsuro.__version__}"')


def test_every_report_is_that_of_the_program_byte_for_byte() -> None:
    """What the program printed with `--json`; the options of each command are the arguments
    here."""
    outcome: dict[str, Any] = {
        "players": 3,
        "bots": "random",
        "games": 300,
        "seed": "python",
        "metrics": "outcome,length",
    }
    assert tsuro.compare("classic", "classic+hand=4", **outcome).to_json() == golden("compare.json")
    measured = tsuro.measure(
        "seas",
        players=[2, 3],
        bots="random,safe",
        games=60,
        seed="python",
        metrics="outcome,causes",
    )
    assert measured.to_json() == golden("measure.json")
    rules = ("classic", "classic+hand=2", "classic+hand=4")
    until = tsuro.compare(
        *rules, players=3, bots="random", seed="python", metrics="length", until="6%"
    )
    assert until.to_json() == golden("until.json")
    claim: dict[str, Any] = {
        "players": 4,
        "bots": "random",
        "seed": "python",
        "metrics": "length",
        "claim": "turns <= -1",
        "alpha": "10%",
    }
    assert tsuro.compare(*rules[:2], **claim).to_json() == golden("claim.json")
    tension: dict[str, Any] = {
        "players": 3,
        "bots": "random",
        "games": 60,
        "seed": "python",
        "metrics": "outcome,tension",
        "iterations": 5,
    }
    report = tsuro.compare("classic", "french", **tension, unpaired=True, margin=["2%", "turns=3"])
    assert report.to_json() == golden("tension.json")


def test_tournaments_and_searches_are_those_of_the_program_byte_for_byte() -> None:
    standings = tsuro.tournament(
        "classic", players=3, bots="random,safe,greedy", games=60, seed="python", confidence=99
    )
    assert standings.to_json() == golden("tournament.json")
    assert (standings.rules, standings.seed, standings.games) == ("classic", "python", 60)
    assert str(standings) == standings.text() and standings._repr_html_().startswith(
        "<pre>60 games of classic"
    )
    assert (
        repr(standings) == "<tsuro.TournamentReport classic, random and safe and greedy, 60 games>"
    )
    assert json.loads(standings.to_json()) == standings.to_dict()
    targets = ["turns=20", "ties=10%"]
    found = tsuro.explore(
        "classic",
        vary=["tiles.hand=2..3", "board.columns=4,6"],
        target=targets,
        bots="random",
        games=300,
        seed="python",
    )
    assert found.to_json() == golden("explore.json")
    assert str(found) == found.text() and len(found.text(all=True)) > len(found.text())
    assert found.html().startswith("<!DOCTYPE html>") and found._repr_html_().startswith(
        "<iframe srcdoc="
    )
    assert repr(found) == "<tsuro.Exploration classic, 4 candidates>" and found.seed == "python"
    assert found.best is not None and found.best_text is not None
    assert tsuro.RuleSet.from_text(found.best_text).diff(tsuro.RuleSet.load(found.best)) == ()


def test_a_map_of_house_rules_is_that_of_the_program() -> None:
    found = tsuro.explore(
        "classic",
        house=["holes", "four-tiles", "no-exchange"],
        target="turns=25",
        diverse=("turns-sd", "ties=10%,20%"),
        budget="50%",
        bots="random",
        games=400,
        seed="python",
    )
    assert found.to_json() == golden("explore-map.json")
    cells = found.to_dict()["map"]["cells"]
    rows = [
        row for row in csv.DictReader(found.csv().splitlines()) if row["best_of_cell"] == "true"
    ]
    assert sorted(row["rules"] for row in rows) == sorted(cell["rules"] for cell in cells)
    assert "diverse=(" in found.html() and "The nearest rule set of each cell" in found.text()


def test_seats_are_fair_or_not() -> None:
    uneven = "classic+free-suicide+hand=1+board.columns=3+board.rows=3"
    (verdict,) = tsuro.measure(uneven, players=2, bots="random", games=3000, seed=1).fairness(0.01)
    assert (verdict.players, verdict.bots, verdict.width) == (2, "random", 0.01)
    assert verdict.verdict == "not fair" and verdict.fair is False and verdict.low > 0.01
    (verdict,) = tsuro.measure("classic", players=2, bots="random", games=40, seed=1).fairness()
    assert verdict.verdict == "not decided" and verdict.fair is None
    with pytest.raises(tsuro.ArgumentError, match="width: 2 does not lie between 0 and 1"):
        tsuro.measure("classic", games=1, bots="random").fairness(2)


def test_wrong_arguments_of_tournaments_and_searches_are_refused() -> None:
    with pytest.raises(tsuro.ArgumentError, match="bots: a tournament needs at least two bots"):
        tsuro.tournament("classic", bots="random")
    with pytest.raises(tsuro.ArgumentError, match="confidence: 30 is not a number from 50"):
        tsuro.tournament("classic", bots="random,safe", confidence=30)
    with pytest.raises(tsuro.BotError):
        tsuro.tournament("classic", bots="random,nobody")
    for vary, target, why in [
        ("hand", "turns=3", "vary: hand: a key and its values"),
        ("hand=5..2", "turns=3", "vary: hand=5..2: a range goes"),
        ("hand=90,91", "turns=3", "vary: none of the combinations can be played; classic"),
        ("hand=2..3", "trns=3", 'target: there is no metric "trns"'),
    ]:
        with pytest.raises(tsuro.ArgumentError, match=why):
            tsuro.explore("classic", vary=vary, target=target, games=10)
    refused: list[tuple[dict[str, Any], str]] = [
        ({}, "vary: there is nothing to try"),
        ({"house": "holes,holes"}, "house: holes is listed twice"),
        ({"house": "holes", "together": 0}, "together: 0"),
        ({"house": "holes", "diverse": "turns"}, "diverse: a map has two measures"),
        ({"house": "holes", "diverse": ("turns", "trns")}, 'diverse: there is no metric "trns"'),
        ({"house": "holes", "budget": 0}, 'budget: a budget is .* not "0"'),
        ({"house": "holes", "budget": 19}, "budget: 19 games are too few for 2 candidates"),
    ]
    for options, why in refused:
        with pytest.raises(tsuro.ArgumentError, match=why):
            tsuro.explore("classic", target="turns=20", bots="random", games=10, **options)
    with pytest.raises(tsuro.RuleSetError, match="mystic-portal"):
        tsuro.explore("classic", house="mystic-portal", target="turns=20")
    with pytest.raises(tsuro.RuleSetError):
        tsuro.explore("sees", vary="hand=2..3", target="turns=20")
    with pytest.raises(tsuro.BotError):
        tsuro.explore("classic", vary="hand=2..3", target="turns=20", bots="nobody")
    with pytest.raises(tsuro.ArgumentError, match="players: classic: 9"):
        tsuro.explore("classic", vary="hand=2..3", target="turns=20", players=9)
