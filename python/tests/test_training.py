"""Training values for the bot `learned`."""

from __future__ import annotations

import hashlib
import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import tsuro
from tsuro import _training
from tsuro._core import play_part
from tsuro.backends import Job

RUN: dict[str, Any] = {"players": [2, 3], "games": 300, "searched": 20, "seed": "python"}

OF_THE_PROGRAM = "81e25b275528c5977dedb27e58504b9adeed19d0f81e787cdb7903bfbf4ddb75"
"""The SHA-256 of the file that the program writes: `tsuro train classic --players 2,3 --games 300
--searched 20 --seed python --out FILE`"""


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("threads", [1, 3])
def test_the_file_is_that_of_the_program_byte_for_byte(threads: int, tmp_path: Path) -> None:
    told: list[tuple[int, int | None]] = []
    trained = tsuro.train(
        "classic",
        out=tmp_path / "own.toml",
        threads=threads,
        progress=lambda *games: told.append(games),
        **RUN,
    )
    assert sha256(trained.path) == OF_THE_PROGRAM
    assert [file.name for file in tmp_path.iterdir()] == ["own.toml"]
    assert (trained.rules, trained.players, trained.seed) == ("classic", (2, 3), "python")
    assert (trained.games, trained.searched) == (300, 20)
    (figure,) = trained.figures
    assert (figure.players, figure.games) == (2, 4000) and 0 < figure.share < 1
    assert told[-1] == (4320, 4320)


class Wrong:
    """A backend that plays the last part first, and damages some parts on the way."""

    name = "wrong"
    is_local = False

    def __init__(self, damage: Callable[[int, str], str], slots: int = 3) -> None:
        self.damage = damage
        self.count = slots
        self.tries: Counter[Job] = Counter()

    def slots(self) -> int:
        return self.count

    def submit(self, job: Job) -> Job:
        return job

    def wait(self, handles: Sequence[Job], seconds: float) -> list[Job]:
        return [handles[-1]]

    def result(self, handle: Job) -> tuple[float, str]:
        self.tries[handle] += 1
        part = play_part(handle.plan, handle.low, handle.high, 1, None)
        return 0.1, self.damage(self.tries[handle], part)

    def cancel(self, handles: Sequence[Job]) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.mark.parametrize("slots", [1, 3, 200])
def test_the_file_does_not_depend_on_where_the_games_are_played(slots: int, tmp_path: Path) -> None:
    told: list[int] = []
    backend = Wrong(lambda time, part: part[:-20] if time == 1 else part, slots)
    out = tmp_path / "own.toml"
    options: dict[str, Any] = {**RUN, "progress": lambda games, _: told.append(games)}
    tsuro.train("classic", out=out, backend=backend, **options)
    assert sha256(out) == OF_THE_PROGRAM and told[-1] == 4320
    # Four rounds, of 128, 44 and 20 games.
    assert len(backend.tries) == 2 * min(slots, 128) + min(slots, 44) + min(slots, 20)
    assert set(backend.tries.values()) == {2}


def test_executors_train_and_parts_that_stay_damaged_end_it(tmp_path: Path) -> None:
    out = tmp_path / "own.toml"
    with ThreadPoolExecutor(2) as executor:
        tsuro.train("classic", out=out, backend=executor, **RUN)
    assert sha256(out) == OF_THE_PROGRAM
    backend = Wrong(lambda _, part: part.replace("[", "[1,", 1))
    with pytest.raises(tsuro.WorkerError, match="PartError: .*the checksum does not fit"):
        tsuro.train("classic", out=out, force=True, backend=backend, **RUN)
    # It is kept, and goes on anywhere.
    tsuro.train("classic", out=out, force=True, **RUN)
    assert sha256(out) == OF_THE_PROGRAM
    with pytest.raises(tsuro.ArgumentError, match="threads: it is the number of threads of"):
        tsuro.train("classic", out=tmp_path / "b.toml", backend=backend, threads=2, **RUN)


def test_a_trained_bot_plays_wherever_bots_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bot = tsuro.train("classic", out="own.toml", players=2, games=128).bot
    assert bot == "learned:values=own.toml"
    assert tsuro.simulate("classic", bots=[bot, "random"], games=20, seed=1).bots[0] == bot
    assert tsuro.tournament("classic", bots=[bot, "random"], games=20, seed=1).bots[0] == bot
    tsuro.VectorEnv("classic", 2, 4, opponent=bot, seed=1).reset()
    game = tsuro.Game("classic", 2, 1)
    game.play_bot(bot)
    with pytest.raises(tsuro.BotError, match="ismcts-ms cannot play here: it needs a clock"):
        tsuro.simulate("classic", bots="ismcts-ms:5", games=1)
    with pytest.raises(tsuro.BotError, match="values=none.toml: "):
        tsuro.simulate("classic", bots="learned:values=none.toml", games=1)


def test_where_nobody_plays_against_another_all_seats_are_measured(tmp_path: Path) -> None:
    trained = tsuro.train("solo", out=tmp_path / "own.toml", players=3, games=128)
    (figure,) = trained.figures
    assert (figure.players, figure.games) == (3, 4000)
    assert 0 < figure.share < 1 and figure.greedy is not None and 0 < figure.greedy < 1
    assert 'goal = "pieces"' in trained.path.read_text()
    assert tsuro.simulate("solo", bots=[trained.bot] * 3, games=5, seed=1).games == 5


def test_other_numbers_of_players_are_refused(tmp_path: Path) -> None:
    out = tmp_path / "own.toml"
    for rules, players, why in [
        ("classic", 9, "players: classic is for 2 to 8 players, not 9"),
        ("classic", 0, "players: 0 is not a number from 1 to 32"),
    ]:
        with pytest.raises(tsuro.ArgumentError, match=why):
            tsuro.train(rules, out=out, players=players, games=10)
    with pytest.raises(tsuro.ArgumentError, match="games: 0"):
        tsuro.train("classic", out=out, games=0)
    with pytest.raises(tsuro.ArgumentError, match="no bot can be given a file with a colon"):
        tsuro.train("classic", out=tmp_path / "a,b.toml", games=10)
    assert not list(tmp_path.iterdir())


def test_files_that_cannot_be_written_are_reported_before_the_first_game(tmp_path: Path) -> None:
    out = tmp_path / "own.toml"
    out.write_text("mine")
    with pytest.raises(FileExistsError, match="force=True"):
        tsuro.train("classic", out=out, **RUN)
    assert out.read_text() == "mine"
    tsuro.train("classic", out=out, force=True, **RUN)
    assert sha256(out) == OF_THE_PROGRAM
    with pytest.raises(FileNotFoundError):
        tsuro.train("classic", out=tmp_path / "nowhere" / "own.toml", games=10**9)


def test_what_is_kept_of_another_training_is_refused(tmp_path: Path) -> None:
    out, kept = tmp_path / "own.toml", tmp_path / "own.toml.training"
    kept.write_text("not a training")
    with pytest.raises(tsuro.PartError, match=r"own.toml.training cannot be gone on with: .*begin"):
        tsuro.train("classic", out=out, **RUN)
    kept.write_bytes(b"\xff")
    with pytest.raises(tsuro.PartError, match="cannot be gone on with"):
        tsuro.train("classic", out=out, **RUN)
    assert kept.read_bytes() == b"\xff" and not out.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to be sent there")
def test_an_interrupted_training_goes_on_to_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, kept = tmp_path / "own.toml", tmp_path / "own.toml.training"
    games = "players=2, games=20_000, searched=200, seed='stop', threads=1"
    run = f"'classic', out={str(out)!r}, {games}"
    program = f"""
import tsuro
rounds = []
def tell(games, _):
    rounds.append(games)
    if len(rounds) == 2:
        print("begins", flush=True)
try:
    tsuro.train({run}, progress=tell)
except KeyboardInterrupt:
    print("stopped")
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "begins\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "stopped\n"
    assert kept.exists() and not out.exists()
    with pytest.raises(tsuro.PartError, match="a training with another seed"):
        tsuro.train("classic", out=out, players=2, games=20_000, seed="other")
    told: list[int] = []
    options: dict[str, Any] = {"players": 2, "games": 20_000, "searched": 200, "seed": "stop"}
    played = json.loads(kept.read_text())["played"]
    # Kept after each round, which begins to count anew.
    monkeypatch.setattr(_training, "_KEPT_EVERY", 0.0)
    tsuro.train("classic", out=out, progress=lambda games, _: told.append(games), **options)
    assert told[0] > played >= 128 and not kept.exists()
    assert told == sorted(told) and told[-1] == 20_200 + 4_000
    whole = tsuro.train("classic", out=tmp_path / "whole.toml", **options)
    assert whole.path.read_bytes() == out.read_bytes()
