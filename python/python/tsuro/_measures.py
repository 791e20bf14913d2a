"""How much room for skill one rule set has, what it teaches a learner, and what two players gain
who play for each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import tsuro._core as _core
from tsuro._core import MeasureReport, RuleSet
from tsuro._driver import clock_of
from tsuro._experiments import _MOST_GAMES, _share
from tsuro._functions import _texts, _threads, _whole

_MOST_LEARNED = 1 << 24


def _players(players: int | None) -> int | None:
    return None if players is None else _whole("players", players, 1, 32)


def depth(
    rules: str | RuleSet,
    *,
    players: int | None = None,
    bots: Iterable[str] | None = None,
    games: int = 400,
    confidence: float | str = 0.95,
    seed: str | int | None = None,
    threads: int | None = None,
    progress: bool | Callable[[int, int | None], None] | None = None,
) -> MeasureReport:
    """Finds out how much room for skill a rule set has, in steps between players of whom the better
    wins 60 % of the games of two.

    `bots` is a ladder, weakest first; that of `tsuro depth`, if none is given. Each bot plays
    `games` games alone, or as a whole team, among those of the kind below, rounded up to whole
    deals. The data frame has a row for each of them. The result depends on the arguments, but not
    on `threads`. Ctrl-C stops it. The fields of `to_dict()` are those of `tsuro depth --json`.
    """
    games = _whole("games", games, 1, _MOST_GAMES)
    sure = _share("confidence", confidence)
    with clock_of(progress, 1, None) as clock:
        return _core.depth(
            rules,
            _players(players),
            None if bots is None else _texts("bots", bots),
            games,
            sure,
            seed,
            _threads(threads),
            clock.heard,
        )


def learnability(
    rules: str | RuleSet,
    *,
    players: int | None = None,
    bots: str | Iterable[str] = ("random", "greedy"),
    games: int = 8192,
    learners: int = 5,
    measured: int = 400,
    level: float | str | None = None,
    confidence: float | str = 0.95,
    seed: str | int | None = None,
    threads: int | None = None,
    progress: bool | Callable[[int, int | None], None] | None = None,
) -> MeasureReport:
    """Finds out how fast a rule set is learned, by how learners that play against themselves climb.

    Each of the `learners` plays `games` games against itself. At each stage (0, 128, 256, 512 …
    games) it plays `measured` games among each kind of the `bots`. The data frame has a row for
    each stage and kind of bots. `level` is the share of the wins that is to be reached; an even
    share if none is given. The result depends on the arguments, but not on `threads`. Ctrl-C stops
    it. The fields of `to_dict()` are those of `tsuro learnability --json`.
    """
    games = _whole("games", games, 1, _MOST_LEARNED)
    learners = _whole("learners", learners, 2, 1000)
    measured = _whole("measured", measured, 1, _MOST_GAMES)
    wanted = None if level is None else _share("level", level)
    sure = _share("confidence", confidence)
    with clock_of(progress, 1, None) as clock:
        return _core.learnability(
            rules,
            _players(players),
            _texts("bots", bots),
            games,
            learners,
            measured,
            wanted,
            sure,
            seed,
            _threads(threads),
            clock.heard,
        )


def collusion(
    rules: str | RuleSet,
    *,
    players: int | None = None,
    bot: str = "ismcts:100:values=learned",
    games: int = 1000,
    confidence: float | str = 0.95,
    seed: str | int | None = None,
    threads: int | None = None,
    progress: bool | Callable[[int, int | None], None] | None = None,
) -> MeasureReport:
    """Finds out how much two players gain who play for each other.

    On each deal, one game is played in which each plays for itself, and one with each seat and a
    partner; `games` is rounded up to whole deals. `bot` plays in all seats and has to search. The
    data frame has one row. The result depends on the arguments, but not on `threads`. Ctrl-C stops
    it. The fields of `to_dict()` are those of `tsuro collusion --json`.
    """
    games = _whole("games", games, 1, _MOST_GAMES)
    sure = _share("confidence", confidence)
    with clock_of(progress, 1, None) as clock:
        return _core.collusion(
            rules,
            _players(players),
            bot,
            games,
            sure,
            seed,
            _threads(threads),
            clock.heard,
        )
