"""Trains values for the bot `learned`."""

from __future__ import annotations

import errno
import math
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import tsuro._core as _core
from tsuro._core import RuleSet
from tsuro._driver import Clock, Pace, RoundWork, play
from tsuro._experiments import _MOST_GAMES, _counts, _patience
from tsuro._files import write_whole
from tsuro._functions import _flag, _threads, _whole
from tsuro._progress import teller
from tsuro.backends import Backend, choose
from tsuro.errors import ArgumentError, PartError
from tsuro.results import AmongGreedy, Trained

_KEPT_EVERY = 20.0
"""How many seconds of a training are lost at most if the machine stops."""


def train(
    rules: str | RuleSet,
    *,
    out: str | os.PathLike[str],
    players: int | Iterable[int] | None = None,
    games: int | None = None,
    searched: int | None = None,
    seed: str | int = "train",
    threads: int | None = None,
    backend: object = "threads",
    force: bool = False,
    patience: float | None = None,
    progress: bool | Callable[[int, int | None], None] | None = None,
) -> Trained:
    """Lets the bot `learned` play `games` against itself (400,000 if it is None, or 100,000 where a
    rule is a script), then a search that judges by what it has learned `searched` games (a
    twentieth of `games`, if it is None). Writes what they teach to the file `out`, for bots such as
    `"learned:values=FILE"`.

    `players` is a number or several, which take turns; all that the rules allow from 2 to 8
    with one goal, if there are none. The file is the same byte for byte as that of the command
    `tsuro train` with the same options, and does not depend on `threads` or `backend`. `backend`
    and `patience` are as for `tsuro.compare`. An existing file is replaced only with `force`.

    Ctrl-C stops it. What was learned until then is kept in `FILE.training`, and the same call, or
    the same command, goes on from there. `progress` is as for `tsuro.compare`.

    Raises `FileExistsError` if `out` exists and `force` is not given, and `PartError` if
    `FILE.training` belongs to another training.
    """
    path = Path(out)
    if ":" in str(path) or "," in str(path):
        raise ArgumentError(
            f"out: {path}: no bot can be given a file with a colon or a comma in its path"
        )
    if not _flag("force", force) and path.exists():
        raise FileExistsError(errno.EEXIST, "it exists; force=True replaces it", str(path))
    games = None if games is None else _whole("games", games, 1, _MOST_GAMES)
    searched = None if searched is None else _whole("searched", searched, 0, _MOST_GAMES)
    workers = _threads(threads)
    patience = _patience(patience)
    kept = path.with_name(f"{path.name}.training")
    run = _begin(kept, rules, _counts(players), games, searched, seed)
    where = choose(backend, workers, None)
    tell, end = teller(progress)
    clock = Clock(tell, 1, run.counted_games)
    try:
        # Before the first game: a file that cannot be written is reported at once.
        write_whole(kept, run.kept())
        try:
            if where.is_local:
                more = True
                while more:
                    clock.begin(run.played)
                    more = run.play(workers, _KEPT_EVERY, clock.heard)
                    write_whole(kept, run.kept())
            else:
                _play_elsewhere(run, where, clock, kept, patience)
        finally:
            write_whole(kept, run.kept())
        clock.begin(run.played)
        text, figures = run.finish(workers, clock.heard)
        clock.begin(run.counted_games)
        clock.end()
    finally:
        where.close()
        end()
    write_whole(path, text)
    kept.unlink()
    return Trained(
        rules=run.rules,
        rules_hash=run.rules_hash,
        players=tuple(run.players),
        seed=run.seed,
        games=run.games,
        searched=run.searched,
        figures=tuple(AmongGreedy(*figure) for figure in figures),
        path=path,
    )


def _play_elsewhere(
    run: _core.Training, where: Backend, clock: Clock, kept: Path, patience: float | None
) -> None:
    """Plays the rounds one after the other, the games of each split among all workers."""
    clock.begin(run.played)
    last, more = time.monotonic(), True
    while more:
        plan, low, high = run.begin_round()
        slots = max(1, where.slots())
        pace = Pace(-(-(high - low) // slots), math.inf, slots)
        play(RoundWork(run, low, high, [plan]), where, pace, clock.blocks, patience)
        more = run.end_round()
        if time.monotonic() - last >= _KEPT_EVERY:
            write_whole(kept, run.kept())
            last = time.monotonic()


def _begin(
    kept: Path,
    rules: str | RuleSet,
    players: list[int],
    games: int | None,
    searched: int | None,
    seed: str | int,
) -> _core.Training:
    """The training from its beginning, or from what was kept of it."""
    try:
        text = kept.read_text(encoding="utf-8")
    except FileNotFoundError:
        return _core.Training(rules, players, games, searched, seed, None)
    except UnicodeDecodeError:
        text = ""
    try:
        return _core.Training(rules, players, games, searched, seed, text)
    except PartError as why:
        raise PartError(f"{kept} cannot be gone on with: {why}; delete it to begin anew") from why
