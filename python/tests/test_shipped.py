"""The values of the package: found by name, and the same choices in every way of playing."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tsuro

ENGINE = f'"engine":"{tsuro.__version__}"'

NAMES = ("classic", "luxury", "seas")
BOTS = ["learned", "ismcts:20:values=learned"]


def test_each_file_is_found_by_its_name_with_what_it_says() -> None:
    folder = Path(__file__).resolve().parents[2] / "rulesets" / "values"
    assert {path.stem for path in folder.glob("*.toml")} == set(NAMES)
    for name in NAMES:
        values = tsuro.load(name)
        assert values.text == (folder / f"{name}.toml").read_text(encoding="utf-8")
        assert (values.name, values.rules) == (name, name)
        assert values.rules_hash == tsuro.RuleSet.load(name).hash
        assert values.players == values.trained_on == (2, 3, 4, 5, 6, 7, 8)
        searched = 0 if name == "seas" else 40_000
        assert (values.games, values.searched) == (800_000, searched)
        assert (values.seed, values.layout) == ("train", "pieces-2")
        assert [figure.players for figure in values.figures] == [2, 4, 8]
        assert all(figure.share > 1.1 / figure.players for figure in values.figures)
        games = f"--games 800000 --searched {searched}"
        assert values.command == f"tsuro train {name} {games} --out {name}.toml"
        weights = values.weights
        assert weights.dtype == np.int8 and weights.shape[0] % 4 == 1 and weights[-1] == 0
        assert np.abs(weights.astype(int)).max() > 50 and not weights.flags.writeable
        assert hashlib.sha256(weights.tobytes()).hexdigest() == values.hash
        two = tsuro.load(f"{name}-2p")
        assert two.players == (2,) and two.text == values.text and two.name == f"{name}-2p"
        assert [figure.players for figure in two.figures] == [2]
    assert tsuro.value_names()[:4] == ("classic", "classic-2p", "classic-3p", "classic-4p")
    assert len(tsuro.value_names()) == 24


def test_a_card_says_what_there_is_to_know() -> None:
    values = tsuro.load("seas-4p")
    for text in (values.card, str(values), values._repr_html_()):
        for part in (
            "seas-4p",
            values.rules_hash[:12],
            values.hash[:12],
            "800000 games against itself and 0 of a search",
            "tsuro train seas --games 800000 --searched 0 --out seas.toml",
            "ismcts:1000:values=learned",
            f"{values.figures[0].share:.1%}",
        ):
            assert part in text, part
    assert values._repr_html_().startswith("<table")
    assert "tables" not in repr(values).split("text=")[-1] or len(repr(values)) < 1000


@pytest.mark.parametrize(
    "name",
    [
        "",
        "classic-9p",
        "classic-1p",
        "classic-2",
        "classic-02p",
        "nobody",
        "seas-2p ",
        "classic-٢p",
        "../x",
    ],
)
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(tsuro.ArgumentError, match="there are no values called .*, only classic, "):
        tsuro.load(name)


def test_wrong_types_and_damaged_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TypeError, match="name: a text is needed, not int"):
        tsuro.load(2)  # type: ignore[arg-type]
    text = tsuro.load("classic").text
    damaged = text.replace('tables = """\n00', 'tables = """\n01', 1)
    assert damaged != text
    monkeypatch.setattr("tsuro._core.shipped_values", lambda: [("classic", damaged)])
    with pytest.raises(tsuro.Bug, match="classic: the values of the package are damaged"):
        tsuro.load("classic")


@pytest.mark.parametrize("rules", NAMES)
def test_python_makes_the_choices_that_the_program_has_recorded(
    rules: str, corpus: Path, tmp_path: Path
) -> None:
    """`tsuro simulate RULES --players 2 --bots learned,ismcts:20:values=learned --games 1 --seed
    golden --record RULES.jsonl`, whichever way the games are played."""
    values = tsuro.load(f"{rules}-2p")
    bots = [values.bot, values.search(20)]
    assert bots == BOTS
    recorded = (corpus / "learned" / f"{rules}.jsonl").read_text(encoding="utf-8")
    wanted = re.sub(r'"engine":"[^"]*"', ENGINE, recorded, count=1)
    game = tsuro.Game(rules, 2, "golden")
    game.name_players(bots)
    while (decision := game.decision) is not None:
        bot = bots[decision.seat]
        assert game.play_bot(bot) == game_choice(game, bot)
    assert game.record() == wanted
    table = tsuro.Table(rules, 2, "golden")
    while (seat := table.seat) is not None:
        table.step_bot(bots[seat])
    assert table.game().events() == game.events()
    file = tmp_path / "games.jsonl"
    tsuro.simulate(rules, players=2, bots=bots, games=1, seed="golden", record=file)
    assert file.read_text(encoding="utf-8") == wanted
    # The file of the values, named as one's own, judges in the same way.
    own = values.save(tmp_path / "own.toml")
    assert own == f"learned:values={tmp_path / 'own.toml'}"
    again = tsuro.Game(rules, 2, "golden")
    bots = [own, f"ismcts:20:values={tmp_path / 'own.toml'}"]
    while (decision := again.decision) is not None:
        again.play_bot(bots[decision.seat])
    assert again.events() == game.events()


def game_choice(game: tsuro.Game, bot: str) -> object:
    """What a bot would have chosen before the last choice."""
    before = tsuro.Game.restore(game.snapshot())
    before.undo()
    return before.bot_choice(bot)


def test_a_tournament_counts_the_wins_of_the_same_choices() -> None:
    bots = [tsuro.load("classic").bot, "greedy"]
    report = tsuro.tournament("classic", bots=bots, players=2, games=40, seed="same")
    wins, games = 0.0, 0
    for threads in (1, 2):
        again = tsuro.tournament(
            "classic", bots=bots, players=2, games=40, seed="same", threads=threads
        )
        assert again.to_json() == report.to_json()
    sums = tsuro.simulate("classic", players=2, bots=bots, games=40, seed="same")
    for index in range(40):
        game = tsuro.Game("classic", 2, "same", index=index)
        while (decision := game.decision) is not None:
            game.play_bot(bots[decision.seat])
        wins += (0 in game.winners) / max(1, len(game.winners))
        games += 1
    assert sums.wins[0] == pytest.approx(wins / games) and report.games == games


def test_a_file_is_saved_whole_and_never_over_another(tmp_path: Path) -> None:
    values = tsuro.load("luxury")
    file = tmp_path / "luxury.toml"
    bot = values.save(file)
    assert file.read_text(encoding="utf-8") == values.text
    assert [path.name for path in tmp_path.iterdir()] == ["luxury.toml"]
    with pytest.raises(FileExistsError):
        values.save(file)
    with pytest.raises(tsuro.ArgumentError, match="a colon or a comma"):
        values.save(tmp_path / "a,b.toml")
    assert tsuro.simulate("luxury+hand=2", players=2, bots=[bot, "random"], games=20).games == 20
    with pytest.raises((tsuro.BotError, tsuro.ArgumentError)):
        values.search(0)


def test_names_and_cards_need_no_numpy() -> None:
    program = """
import sys
sys.modules["numpy"] = None
import tsuro
values = tsuro.load("classic-2p")
assert "classic-2p" in values.card
try:
    values.weights
except ImportError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "weights need numpy: pip install numpy\n"
