"""The functions that play many games: simulations, comparisons, tournaments and searches over
rules."""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import tsuro._core as _core
from tsuro._core import Exploration, RecordedReport, Report, RuleSet, TournamentReport
from tsuro._driver import Clock, ComparisonWork, DealWork, Pace, RoundWork, clock_of, play
from tsuro._folder import Folder, RoundFolder
from tsuro._functions import _flag, _players, _tables, _texts, _threads, _whole
from tsuro._progress import teller
from tsuro.backends import Backend, choose
from tsuro.backends.threads import Threads
from tsuro.errors import ArgumentError
from tsuro.results import Losses, Simulation

if TYPE_CHECKING:
    from tsuro.policy import Bots, PolicyBot, Tables

_MOST_GAMES = 1_000_000_000_000

_USUAL_GAMES = 20_000
"""Games of each rule set at each table, if nothing else ends a run."""

_SECONDS = 5.0
"""How long a part should take: so long that sending it is nothing beside, and so short that little
is lost with it."""


def _counts(players: int | Iterable[int] | None) -> list[int]:
    if players is None:
        return []
    if isinstance(players, Iterable):
        return [_whole("players", count, 1, 32) for count in players]
    return [_whole("players", players, 1, 32)]


def _share(name: str, value: object, most: float = 1.0) -> float:
    """A share: `"0.5%"`, `"0.005"` or 0.005."""
    text = value.strip() if isinstance(value, str) else value
    try:
        if isinstance(text, str) and text.endswith("%"):
            number = float(text[:-1]) / 100
        else:
            number = float(text)  # type: ignore[arg-type]
    except ValueError:
        number = math.nan
    except TypeError:
        raise TypeError(
            f"{name}: a number or a text such as '0.5%' is needed, not {type(value).__name__}"
        ) from None
    if not 0 < number < most:
        raise ArgumentError(f"{name}: {value!r} does not lie between 0 and {most:g}")
    return number


def _call(name: str, rules: Iterable[str], options: dict[str, Any]) -> str:
    """The call that makes a report again."""
    named = (f"{option}={value!r}" for option, value in options.items())
    return f"tsuro.{name}({', '.join([*map(repr, rules), *named])})"


def simulate(
    rules: str | RuleSet,
    *,
    players: int | None = None,
    bots: Bots = "random",
    games: int = 1000,
    seed: str | int | None = None,
    threads: int | None = None,
    record: str | os.PathLike[str] | None = None,
    progress: bool | Callable[[int, int | None], None] | None = None,
) -> Simulation:
    """Plays many games of one rule set.

    `bots` is one bot for all seats, or one for each: names, policies and `tsuro.PolicyBot`s. A
    policy that raises, or answers what its mask does not allow, ends the run with `PolicyError`.
    With `record`, the records of all games are written to a new file. `progress` is as for
    `tsuro.compare`. The result depends on the rules, the bots, the number of games and the seed.
    Ctrl-C stops it.
    """
    games = _whole("games", games, 1, _MOST_GAMES)
    with clock_of(progress, 1, games) as clock:
        sums = _core.simulate(
            rules,
            None if players is None else _whole("players", players, 1, 32),
            _players("bots", bots),
            games,
            seed,
            _threads(threads),
            record,
            clock.heard,
        )
        clock.blocks(games)
        clock.end()
    return sums


def losses(
    rules: str | RuleSet,
    *,
    against: str | RuleSet | None = None,
    players: int | None = None,
    bots: Bots = "random",
    games: int = 1000,
    seed: str | int | None = None,
    threads: int | None = None,
    progress: bool | Callable[[int, int | None], None] | None = None,
) -> Losses:
    """Plays many games of one rule set and tells where pieces are lost.

    The data frame has a row for each square, start mark and tile, with the share of the games,
    pieces or placements that end in a loss. With `against`, both rule sets play the same deals, and
    the rows have both shares (`a`, `b`), their difference with its interval and a verdict:
    "higher", "lower" or "undecided". The intervals of all squares hold together at 95 %, and so do
    those of the marks and of the tiles. The other arguments are as for `tsuro.simulate`.
    """
    games = _whole("games", games, 1, _MOST_GAMES)
    sides = 1 if against is None else 2
    with clock_of(progress, sides, sides * games) as clock:
        found = _core.losses(
            rules,
            against,
            None if players is None else _whole("players", players, 1, 32),
            _players("bots", bots),
            games,
            seed,
            _threads(threads),
            clock.heard,
        )
        clock.blocks(games)
        clock.end()
    return found


def compare(
    *rules: str | RuleSet,
    players: int | Iterable[int] | None = None,
    bots: Tables = ("random", "greedy"),
    games: int | None = None,
    seed: str | int | None = None,
    threads: int | None = None,
    metrics: str | Iterable[str] = "all",
    margin: float | str | Iterable[str] = "1%",
    unpaired: bool = False,
    all_pairs: bool = False,
    iterations: int = 50,
    until: float | str | None = None,
    claim: str | None = None,
    alpha: float | str = "5%",
    beta: float | str = "5%",
    backend: object = "threads",
    folder: str | os.PathLike[str] | None = None,
    parts: int | None = None,
    patience: float | None = None,
    progress: bool | Callable[[int, int | None], None] | None = None,
) -> Report:
    """Plays the same games under several rule sets, and judges how differently they play.

    All other rule sets are compared with the first; one alone is measured. `players` is a number or
    several, and each bot in `bots` plays a table of its own in all seats (`"greedy+random"` share
    one, and so do bots in a tuple). Bots may be policies and `tsuro.PolicyBot`s, which play in this
    process alone: they cannot be combined with another backend or a `folder`. `games` is the number
    of games of each rule set at each table (20,000 without `until` and `claim`). `margin` says up
    to what size a difference does not matter. `until="0.5%"` plays until every headline interval is
    so narrow, and `claim="turns >= +2"` until the claim is decided. These and `metrics`,
    `unpaired`, `all_pairs`, `iterations`, `alpha` and `beta` are the options of `tsuro compare`,
    and the report is byte for byte that of the program.

    `backend` says where the games are played: `"threads"` in this process (`threads` says how
    many), `"ray"` on a Ray cluster, `"dask"` on the workers of a Dask client, or any
    `concurrent.futures.Executor`. The report does not depend on it. With `folder`, what was played
    is kept there, and the same call goes on from it; `seed` is needed then. `parts` is the number
    of equal parts that are played, instead of parts of some seconds each. If nothing arrives from
    the workers for a minute or more, a `SilenceWarning` says so; after `patience` seconds, the run
    ends with `WorkerError`.

    `progress` is `True` for a line on standard error, or a function that is called with the number
    of games played so far, of all rule sets and tables, and with their number in the end, or `None`
    if that is not known. Ctrl-C stops it.
    """
    if not rules:
        raise ArgumentError("rules: at least one rule set is needed")
    tables, policies = _tables(bots)
    claims = (
        None if claim is None else (claim, _share("alpha", alpha, 0.5), _share("beta", beta, 0.5))
    )
    design = _design(
        players=players,
        bots=tables,
        games=games,
        metrics=metrics,
        margin=margin,
        unpaired=unpaired,
        all_pairs=all_pairs,
        iterations=iterations,
        until=until,
        claim=claims,
    )
    return _play_comparison(
        "compare",
        rules,
        seed,
        design,
        policies,
        backend=backend,
        threads=threads,
        folder=folder,
        parts=parts,
        patience=patience,
        progress=progress,
    )


def measure(
    rules: str | RuleSet,
    *,
    players: int | Iterable[int] | None = None,
    bots: Tables = ("random", "greedy"),
    games: int | None = None,
    seed: str | int | None = None,
    threads: int | None = None,
    metrics: str | Iterable[str] = "all",
    margin: float | str | Iterable[str] = "1%",
    all_pairs: bool = False,
    iterations: int = 50,
    until: float | str | None = None,
    backend: object = "threads",
    folder: str | os.PathLike[str] | None = None,
    parts: int | None = None,
    patience: float | None = None,
    progress: bool | Callable[[int, int | None], None] | None = None,
) -> Report:
    """Plays games of one rule set, and tells how it plays. The arguments are as in
    `tsuro.compare`.

    `report.fairness()` says whether the seats are even.
    """
    tables, policies = _tables(bots)
    design = _design(
        players=players,
        bots=tables,
        games=games,
        metrics=metrics,
        margin=margin,
        unpaired=False,
        all_pairs=all_pairs,
        iterations=iterations,
        until=until,
        claim=None,
    )
    return _play_comparison(
        "measure",
        (rules,),
        seed,
        design,
        policies,
        backend=backend,
        threads=threads,
        folder=folder,
        parts=parts,
        patience=patience,
        progress=progress,
    )


Record: TypeAlias = str | bytes | os.PathLike[str]
"""The text of a record, or a path object of a file that has it."""


def measure_records(
    records: Record | Iterable[Record],
    *,
    bots: str | Iterable[str] = ("random", "greedy"),
    games: int = _USUAL_GAMES,
    seed: str | int | None = None,
    threads: int | None = None,
    metrics: str | Iterable[str] = "all",
    margin: float | str | Iterable[str] = "1%",
    progress: bool | Callable[[int, int | None], None] | None = None,
) -> RecordedReport:
    """Puts recorded games, such as those of people, beside games of bots under the same rules and
    with as many players.

    `records` is the text of a record, a path object (`pathlib.Path`) of a file, or several of them.
    `games` is the number of games of bots for each rule set and number of players. The other
    arguments are as in `tsuro.compare`. A record shows no luck, skill or tension. Games that cannot
    be measured are left out and counted; `report.reasons` says why those that are damaged are.

    Raises `RecordError` if no game can be measured.
    """
    given = [records] if isinstance(records, str | bytes | os.PathLike) else list(records)
    margins = (
        [repr(float(margin))] if isinstance(margin, (int, float)) else _texts("margin", margin)
    )
    games = _whole("games", games, 1, _MOST_GAMES)
    # How many rule sets there are is known only when the records were read.
    with clock_of(progress, 1, None) as clock:
        return _core.measure_records(
            given,
            _texts("bots", bots),
            games,
            seed,
            _threads(threads),
            _texts("metrics", metrics),
            margins,
            clock.heard,
        )


@dataclass(frozen=True)
class _Design:
    """Which games a comparison plays of each rule set, and how they are judged."""

    players: list[int]
    bots: list[str]
    games: int | None
    metrics: list[str]
    margins: list[str]
    unpaired: bool
    all_pairs: bool
    iterations: int
    width: float | None
    claim: tuple[str, float, float] | None

    def begin(self, rules: Iterable[str | RuleSet], seed: str | int | None) -> _core.Comparison:
        """The comparison of these rule sets, of which nothing is played yet."""
        return _core.Comparison(
            list(rules),
            self.players,
            self.bots,
            self.games,
            seed,
            self.metrics,
            self.margins,
            self.unpaired,
            self.all_pairs,
            self.iterations,
            self.width,
            self.claim,
        )

    def call(self, name: str, run: _core.Comparison) -> str:
        """The call that makes the report of such a comparison again."""
        again: dict[str, Any] = {"players": run.players, "bots": self.bots}
        if self.games is not None:
            again["games"] = self.games
        if self.width is not None:
            again["until"] = self.width
        if self.claim is not None:
            again["claim"], again["alpha"], again["beta"] = self.claim
        again |= {"seed": run.seed, "metrics": self.metrics, "margin": self.margins}
        if self.unpaired:
            again["unpaired"] = True
        if self.all_pairs:
            again["all_pairs"] = True
        return _call(name, run.rules, again)


def _design(
    *,
    players: int | Iterable[int] | None,
    bots: list[str],
    games: int | None,
    metrics: str | Iterable[str],
    margin: float | str | Iterable[str],
    unpaired: bool,
    all_pairs: bool,
    iterations: int,
    until: float | str | None,
    claim: tuple[str, float, float] | None,
) -> _Design:
    """Checks the arguments of a comparison."""
    if until is not None and claim is not None:
        raise ArgumentError("until: a claim ends the run by itself")
    width = None if until is None else _share("until", until)
    if games is None and width is None and claim is None:
        games = _USUAL_GAMES
    return _Design(
        games=None if games is None else _whole("games", games, 1, _MOST_GAMES),
        margins=(
            [repr(float(margin))] if isinstance(margin, (int, float)) else _texts("margin", margin)
        ),
        bots=bots,
        metrics=_texts("metrics", metrics),
        players=_counts(players),
        unpaired=_flag("unpaired", unpaired),
        all_pairs=_flag("all_pairs", all_pairs),
        iterations=_whole("iterations", iterations, 1, 1_000_000),
        width=width,
        claim=claim,
    )


def _play_comparison(
    name: str,
    rules: Iterable[str | RuleSet],
    seed: str | int | None,
    design: _Design,
    policies: list[PolicyBot],
    *,
    backend: object,
    threads: int | None,
    folder: str | os.PathLike[str] | None,
    parts: int | None,
    patience: float | None,
    progress: bool | Callable[[int, int | None], None] | None,
) -> Report:
    """Plays a comparison in parts. `name` is the function of this package that was called."""
    run = design.begin(rules, seed)
    parts = None if parts is None else _whole("parts", parts, 1, _MOST_GAMES)
    if parts is not None and run.planned is None:
        raise ArgumentError(
            "parts: the number of blocks is not known, so they cannot be split; give games, too"
        )
    _check_place(bool(policies), backend, folder, seed)
    patience = _patience(patience)
    tell, end = teller(progress)
    clock = Clock(
        tell,
        run.games_a_block,
        None if run.planned is None or run.has_looks else run.planned * run.games_a_block,
    )
    heard = clock.heard
    where = (
        Threads(_threads(threads), heard, policies)
        if policies
        else choose(backend, _threads(threads), heard)
    )
    began = time.monotonic()
    kept = None
    try:
        kept = None if folder is None else Folder(folder, run)
        work = ComparisonWork(run, kept)
        clock.begin(run.blocks * run.games_a_block)
        play(work, where, _pace(run, where, kept is not None, parts), clock.blocks, patience)
        clock.end()
    finally:
        if kept is not None:
            kept.close()
        where.close()
        end()
    return run.report(design.call(name, run), f"{where.name}, {time.monotonic() - began:.1f} s")


def _check_place(
    has_policies: bool,
    backend: object,
    folder: str | os.PathLike[str] | None,
    seed: str | int | None,
) -> None:
    """Checks where a run is played and kept."""
    if has_policies and (folder is not None or backend != "threads"):
        raise ArgumentError(
            "bots: policies play in this process alone, so they cannot be combined with another "
            "backend or a folder"
        )
    if folder is not None and seed is None:
        raise ArgumentError(
            "seed: a run that is kept in a folder needs one, so that the same call can go on from "
            "it"
        )


def _patience(patience: object) -> float | None:
    """Seconds without a part after which a run ends."""
    if patience is None:
        return None
    if isinstance(patience, bool) or not isinstance(patience, (int, float)):
        raise TypeError(f"patience: a number is needed, not {type(patience).__name__}")
    if not 0 < patience < math.inf:
        raise ArgumentError(f"patience: {patience} is not a number of seconds above 0")
    return float(patience)


def _pace(run: _core.Comparison, backend: Backend, is_kept: bool, parts: int | None) -> Pace:
    """How large the parts are."""
    if parts is not None and run.planned is not None:
        return Pace(-(-run.planned // parts), _SECONDS, parts)
    if backend.is_local and not is_kept:
        # Nothing is gained by parts.
        return Pace(_MOST_GAMES, math.inf)
    return Pace(run.stride if backend.is_local else run.stride // 8, _SECONDS)


def tournament(
    rules: str | RuleSet,
    *,
    bots: Bots,
    players: int | None = None,
    games: int = 1000,
    seed: str | int | None = None,
    threads: int | None = None,
    confidence: float = 95.0,
    backend: object = "threads",
    folder: str | os.PathLike[str] | None = None,
    parts: int | None = None,
    patience: float | None = None,
    progress: bool | Callable[[int, int | None], None] | None = None,
) -> TournamentReport:
    """Lets bots play against each other, each in every seat on every deal, and rates them.

    `bots` are names, policies and `tsuro.PolicyBot`s. A policy that raises, or answers what its
    mask does not allow, ends the run with `PolicyError`. Policies play in this process alone, and
    bots that read files on this machine alone: they cannot be combined with another backend or a
    `folder`.

    `games` is rounded up to whole deals. `confidence` is the level of the intervals in per cent.
    `backend`, `folder`, `parts`, `patience` and `progress` are as for `tsuro.compare`. The report
    does not depend on them. A `folder` that has the results of more deals is not played in; the
    report is that of the deals that are asked for. Ctrl-C stops it.
    """
    games = _whole("games", games, 1, _MOST_GAMES)
    contestants = _players("bots", bots)
    level = _confidence(confidence)
    parts = None if parts is None else _whole("parts", parts, 1, _MOST_GAMES)
    patience = _patience(patience)
    policies = [bot for bot in contestants if not isinstance(bot, str)]
    _check_place(bool(policies), backend, folder, seed)
    run = _core.TournamentRun(
        rules,
        contestants,
        None if players is None else _whole("players", players, 1, 32),
        seed,
        folder is not None or backend != "threads",
    )
    size = len(run.bots)
    deals = -(-games // size)
    tell, end = teller(progress)
    clock = Clock(tell, size, deals * size)
    heard = clock.heard
    where = (
        Threads(_threads(threads), heard, policies)
        if policies
        else choose(backend, _threads(threads), heard)
    )
    kept = None
    try:
        kept = None if folder is None else Folder(folder, run)
        work = DealWork(run, kept, deals)
        clock.begin((deals - work.left()) * size)
        if parts is not None:
            pace = Pace(-(-deals // parts), _SECONDS, parts)
        elif where.is_local and kept is None:
            pace = Pace(_MOST_GAMES, math.inf)
        else:
            pace = Pace(64, _SECONDS)
        play(work, where, pace, clock.blocks, patience)
        clock.end()
    finally:
        if kept is not None:
            kept.close()
        where.close()
        end()
    return run.report(deals, level)


def _confidence(confidence: float) -> float:
    """A level in per cent as a share."""
    if not 50 <= float(confidence) <= 99.999:
        raise ArgumentError(f"confidence: {confidence} is not a number from 50 to 99.999")
    return float(confidence) / 100


def _play_rounds(
    run: _core.Search,
    where: Backend,
    clock: Clock,
    folder: str | os.PathLike[str] | None,
    patience: float | None,
) -> None:
    """Plays all rounds of a search, and keeps their parts in a folder if one is given."""
    # A round ends with its slowest part, so parts are short.
    is_whole = where.is_local and folder is None
    pace = Pace(_MOST_GAMES, math.inf) if is_whole else Pace(256, 1.0)
    kept: RoundFolder | None = None
    try:
        while (plans := run.begin_round()) is not None:
            if folder is not None and kept is None:
                # The plans of the first round are those of all candidates.
                kept = RoundFolder(folder, json.dumps(plans))
            work = RoundWork(run, *plans, kept)
            clock.blocks(work.kept)
            play(work, where, pace, clock.blocks, patience)
            run.end_round()
        # Whoever is told of the end finds the folder still taken.
        clock.end()
    finally:
        if kept is not None:
            kept.close()


def explore(
    rules: str | RuleSet,
    *,
    target: str | Iterable[str],
    vary: str | Iterable[str] = (),
    house: str | Iterable[str] = (),
    together: int = 2,
    diverse: Iterable[str] = (),
    budget: int | str | None = None,
    players: int | Iterable[int] | None = None,
    bots: str | Iterable[str] = "greedy",
    games: int = 4000,
    candidates: int = 400,
    seed: str | int | None = None,
    threads: int | None = None,
    iterations: int = 50,
    backend: object = "threads",
    folder: str | os.PathLike[str] | None = None,
    patience: float | None = None,
    progress: bool | Callable[[int, int | None], None] | None = None,
) -> Exploration:
    """Searches for values of keys and house rules that bring metrics nearest to what is wanted.

    `target` are the metrics with the wanted values (`"turns=20"`, `"ties=10%"`), `vary` keys with
    their values (`"tiles.hand=2..4"`, `"board.columns=5,7"`), all combinations of which are tried,
    and `house` names of house rules, at most `together` of which are on at once; `"all"` is every
    house rule of the package that fits. `diverse` are two metrics by which a map is made, with the
    nearest rule set in each cell: `("turns", "ties")`, or with edges between the cells,
    `("turns=15,20,25", "ties=5%,10%")`. `budget` is the largest number of games of all candidates,
    or a share of those of trying all (`"5%"`). `games` is the largest number of games of each
    candidate at each table. The other arguments are as in `tsuro.compare`.
    """
    # Values are separated by commas, so a text is one key.
    keys = [vary] if isinstance(vary, str) else _texts("vary", vary)
    mixins = _texts("house", house)
    if not keys and not mixins:
        raise ArgumentError("vary: there is nothing to try; give keys, or house rules with house")
    run = _core.Search(
        rules,
        keys,
        mixins,
        _whole("together", together, 1, 32),
        [target] if isinstance(target, str) else _texts("target", target),
        [diverse] if isinstance(diverse, str) else _texts("diverse", diverse),
        None if budget is None else str(budget),
        _counts(players),
        _texts("bots", bots),
        _whole("games", games, 1, 1_000_000_000),
        _whole("candidates", candidates, 1, 100_000),
        seed,
        _whole("iterations", iterations, 1, 1_000_000),
    )
    patience = _patience(patience)
    _check_place(False, backend, folder, seed)
    tell, end = teller(progress)
    clock = Clock(tell, run.games_a_block, None)
    where = choose(backend, _threads(threads), clock.heard)
    began = time.monotonic()
    try:
        _play_rounds(run, where, clock, folder, patience)
    finally:
        where.close()
        end()
    options: dict[str, Any] = {
        **({"vary": vary} if keys else {}),
        **({"house": house, "together": together} if mixins else {}),
        "target": target,
        **({"diverse": diverse} if diverse else {}),
        **({} if budget is None else {"budget": budget}),
        "bots": bots,
        "games": games,
        "seed": run.seed,
    }
    name = rules if isinstance(rules, str) else rules.name
    return run.finish(
        _call("explore", [name], options), f"{where.name}, {time.monotonic() - began:.1f} s"
    )
