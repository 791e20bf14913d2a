"""A benchmark: learn by some rules, play by others.

    python -m tsuro.benchmarks.rules --out rule-benchmark.md --json rule-benchmark.json

The rule sets are split into three parts: those to learn by, those in which keys have other values
(`near`), and those of other editions (`far`). A candidate is a policy over one padded layout of
them all. Each candidate and each bot plays alone among `greedy`, by the same deals from every seat.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import inspect
import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import tsuro
import tsuro._core as _core
from tsuro._exit import exit_code
from tsuro._files import check_writable, write_whole
from tsuro._functions import _whole
from tsuro._layouts import Arrays
from tsuro.errors import ArgumentError, Error
from tsuro.padded import PaddedLayout
from tsuro.policy import PolicyBot

__all__ = ["BOTS", "SPLIT", "Judged", "Result", "Table", "judge", "padded_layout", "split_hash"]

VERSION = 1
"""The version of the split and of the way of judging. Figures of two versions cannot be mixed."""

SEED = "rules-1"
GAMES = 1000
SEARCH_PART = 5
"""Bots that search play only this part of the games, because they take so long."""

BOTS = ("random", "safe", "greedy", "learned", "ismcts:100", "reference")
"""The bots of the page; `reference` is the candidate that comes with the package."""

RIVAL = "greedy"


@dataclass(frozen=True)
class Table:
    """A rule set at a table of one size."""

    rules: str
    players: int

    @property
    def fair(self) -> float:
        """The share of the wins of a player that is as strong as the others."""
        return 1 / self.players


def _tables(*tables: tuple[str, int]) -> tuple[Table, ...]:
    return tuple(Table(*table) for table in tables)


SPLIT: dict[str, tuple[Table, ...]] = {
    "train": _tables(
        ("classic", 2),
        ("classic", 3),
        ("classic", 4),
        ("classic+hand=2", 2),
        ("classic+hand=2", 4),
        ("classic+hand=4", 2),
        ("classic+board.columns=5+board.rows=5", 2),
        ("big-board", 2),
        ("big-board", 3),
        ("open-tiles", 2),
        ("classic+draw.rule=refill", 3),
        ("free-suicide", 2),
    ),
    "near": _tables(
        ("one-tile", 2),
        ("classic+hand=5+players.max=7", 2),
        ("classic+board.columns=7+board.rows=7", 2),
        ("classic+board.columns=4+board.rows=6", 2),
        ("big-board+hand=4", 3),
        ("classic", 5),
        ("double-deck", 3),
        ("passing", 2),
        ("own-squares", 2),
        ("second-life", 2),
        ("holes", 2),
        ("doughnut", 2),
    ),
    "far": _tables(
        ("luxury", 2),
        ("luxury", 4),
        ("luxury-advanced", 2),
        ("seas", 2),
        ("seas", 4),
        ("storm-seas", 2),
        ("veterans", 2),
        ("double-turn", 2),
        ("draft", 2),
        ("islands", 2),
        ("portals", 2),
        ("longest-path", 2),
    ),
}
"""The rule sets of the benchmark. `train` alone may be used to learn."""

SPLIT_HASH = "4a481666f723ab79bcde006ddf836109061251d2c100b0126641ffa3268bc754"
"""SHA-256 of the split: the rule sets may not change under the benchmark."""


def split_hash() -> str:
    """The hash of the split with the hashes of all its rule sets, as they are now."""
    rows = [
        [part, tsuro.RuleSet.load(table.rules).hash, table.players]
        for part, tables in SPLIT.items()
        for table in tables
    ]
    return hashlib.sha256(json.dumps([VERSION, rows]).encode()).hexdigest()


def padded_layout(
    form: Literal["planes", "tokens"] = "tokens",
    outlook: bool = True,
    knowledge: bool = False,
    layout: int = 1,
) -> PaddedLayout:
    """The padded layout of all rule sets of the benchmark."""
    tables = [(table.rules, table.players) for part in SPLIT.values() for table in part]
    return PaddedLayout(tables, form=form, outlook=outlook, knowledge=knowledge, layout=layout)


@dataclass(frozen=True)
class Result:
    """How a player did at one table."""

    part: str
    table: Table
    rules_hash: str
    games: int
    share: float
    interval: tuple[float, float]

    @property
    def strength(self) -> tuple[float, float]:
        """How many times the odds of an even share its odds of winning are, as a logarithm, and the
        standard error of it."""
        share = min(max(self.share, 0.5 / self.games), 1 - 0.5 / self.games)
        fair = self.table.fair
        low, high = self.interval
        error = max((high - low) / 2 / 1.96, 0.5 / self.games) / (share * (1 - share))
        return math.log(share / (1 - share)) - math.log(fair / (1 - fair)), error


@dataclass(frozen=True)
class Judged:
    """All results of a player."""

    name: str
    about: dict[str, Any]
    results: tuple[Result, ...]
    layout_hash: str | None = None
    """The hash of the padded layout of a candidate."""

    def score(self, part: str) -> tuple[float, float, float]:
        """Its strength under the rules of a part, with a 95 % interval: its share of the wins
        against one rival, if the odds are those of the geometric mean over the tables."""
        strengths = [one.strength for one in self.results if one.part == part]
        mean = sum(strength for strength, _ in strengths) / len(strengths)
        half = 1.96 * math.sqrt(sum(error**2 for _, error in strengths)) / len(strengths)

        def share(odds: float) -> float:
            return 1 / (1 + math.exp(-odds))

        return share(mean), share(mean - half), share(mean + half)

    def to_dict(self) -> dict[str, Any]:
        """All of it as a document."""
        return {
            "name": self.name,
            "about": self.about,
            **({} if self.layout_hash is None else {"layout_hash": self.layout_hash}),
            "scores": {
                part: dict(zip(("score", "low", "high"), self.score(part), strict=True))
                for part in dict.fromkeys(one.part for one in self.results)
            },
            "results": [
                {
                    "part": one.part,
                    "rules": one.table.rules,
                    "rules_hash": one.rules_hash,
                    "players": one.table.players,
                    "games": one.games,
                    "share": one.share,
                    "interval": list(one.interval),
                    "fair": one.table.fair,
                }
                for one in self.results
            ],
        }


def judge(
    player: Any,
    *,
    split: Mapping[str, Sequence[Table]] | None = None,
    games: int = GAMES,
    seed: str = SEED,
    threads: int | None = None,
    padded: PaddedLayout | None = None,
    progress: Callable[[str], None] | None = None,
) -> Judged:
    """Lets a player play alone among `greedy` at each table.

    `player` is the name of a bot, or a candidate: a policy over the padded layout, which is a
    function of an array and a mask or an object with `act_many(arrays, masks)`. If it has a method
    `describe`, the page tells what it returns. A `tsuro.PolicyBot` says by its `form`, `outlook`,
    `knowledge` and `layout` what it wants to see; other policies see tokens and the outlook.
    `padded` is the layout if it has been made already; other policies than a
    `tsuro.PolicyBot` see what it has.

    Each deal is played from every seat, so luck with tiles and seats cancels out. The intervals are
    at 95 %.
    """
    games = _whole("games", games, 2, 1_000_000)
    name, about = str(player), {}
    padded = None if isinstance(player, str) else padded
    seat: Callable[[Table], Any] = lambda table: player
    if not isinstance(player, str):
        bot = _bot(player, padded)
        padded = padded_layout(*bot._arrays) if padded is None else padded
        if bot._arrays != padded.arrays:
            raise tsuro.ArgumentError(
                f"player: {bot.name} sees {bot._arrays}, and `padded` has {padded.arrays}"
            )
        name, about = bot.name, _about(bot)
        seat = _seats(bot, padded)
    results = []
    for part, tables in (SPLIT if split is None else split).items():
        for table in tables:
            report = tsuro.tournament(
                table.rules,
                bots=[seat(table), *[RIVAL] * (table.players - 1)],
                players=table.players,
                games=games,
                seed=f"{seed}, {table.rules}, {table.players}",
                threads=threads,
            ).to_dict()
            row = report["bots"][0]
            low, high = row["interval"]
            results.append(
                Result(part, table, report["rules_hash"], row["games"], row["share"], (low, high))
            )
            if progress is not None:
                progress(f"{name}: {table.rules}, {table.players} players: {row['share']:.1%}")
    return Judged(name, about, tuple(results), None if padded is None else padded.hash)


def _bot(player: Any, padded: PaddedLayout | None = None) -> PolicyBot:
    """A candidate with what it wants to see."""
    if isinstance(player, PolicyBot):
        return player
    name = getattr(player, "name", None)
    arrays = Arrays("tokens", outlook=True) if padded is None else padded.arrays
    return PolicyBot(player, name, **arrays._asdict())


def _about(bot: PolicyBot) -> dict[str, Any]:
    """What a candidate tells of itself."""
    describe = getattr(bot.policy, "describe", None)
    return dict(describe()) if callable(describe) else {}


def _seats(bot: PolicyBot, padded: PaddedLayout) -> Callable[[Table], PolicyBot]:
    """A candidate as a bot at each table."""
    return lambda table: padded.entry(table.rules, table.players).bot(bot, bot.name)


def _percent(share: float, interval: tuple[float, float]) -> str:
    return f"{share * 100:.1f} ({interval[0] * 100:.1f}–{interval[1] * 100:.1f})"


def _row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _scores(judged: Sequence[Judged], parts: Sequence[str]) -> list[str]:
    lines = [_row(["player", *parts]), _row(["---"] * (len(parts) + 1))]
    for one in judged:
        cells = []
        for part in parts:
            share, low, high = one.score(part)
            cells.append(_percent(share, (low, high)))
        lines.append(_row([f"`{one.name}`", *cells]))
    return lines


def _shares(judged: Sequence[Judged], part: str) -> list[str]:
    names = [f"`{one.name}`" for one in judged]
    lines = [_row(["rules", "players", "fair", *names]), _row(["---"] * (len(names) + 3))]
    rows = [[one for one in each.results if one.part == part] for each in judged]
    for results in zip(*rows, strict=True):
        table = results[0].table
        shares = [_percent(one.share, one.interval) for one in results]
        lines.append(
            _row([f"`{table.rules}`", table.players, f"{100 / table.players:.1f}", *shares])
        )
    return lines


_ABOUT = {
    "train": "The rules to learn by: classic, its hand, its board and its draw.",
    "near": "Other values of those keys, other keys, and classic with five players.",
    "far": "Other editions and variants, some with kinds of decisions that are new.",
}


def page(
    judged: Sequence[Judged],
    *,
    games: int,
    seed: str,
    command: str,
    engine: str = tsuro.__version__,
) -> str:
    """The page of the results, as Markdown. `engine` is the version that played."""
    parts = list(dict.fromkeys(one.part for one in judged[0].results))
    padded = padded_layout()
    lines = [
        "# Learn by some rules, play by others",
        "",
        "How well does a player do under rules that it did not learn by? Each player plays alone",
        f"among `{RIVAL}`, {games} games at each table, every deal from every seat. Bots that",
        f"search play {games // SEARCH_PART} games. All intervals are at 95 %.",
        "[Python](python.md#learn-by-some-rules-play-by-others) explains how to enter a candidate.",
        "",
        "A command made this page:",
        "",
        "<!-- not run: it takes a while -->",
        "```sh",
        command,
        "```",
        "",
        "## Scores",
        "",
        "The score is the share of the wins in % against one rival, if the odds are the geometric",
        f"mean over the tables. `{RIVAL}` has 50 exactly, because it plays every deal from all",
        "seats against itself.",
        "",
        *_scores(judged, parts),
        "",
    ]
    for one in judged:
        if one.about:
            lines += [f"`{one.name}` tells of itself:", "", _row(["what", "value"])]
            lines += [_row(["---", "---"])]
            lines += [_row(each) for each in one.about.items() if each[0] != "name"] + [""]
    lines += ["## Shares of the wins, %"]
    for part in parts:
        lines += ["", f"### {part.capitalize()}", "", _ABOUT.get(part, ""), ""]
        lines += _shares(judged, part)
    lines += ["", "## Seeds and hashes", "", _row(["what", "value"]), _row(["---", "---"])]
    for what, value in [
        ("version of the benchmark", VERSION),
        ("version of `tsuro`", engine),
        ("seed", f"`{seed}`"),
        ("split", f"`{split_hash()}`"),
        ("padded layout", f"`{padded.hash}`"),
        *(
            (f"padded layout of `{one.name}`", f"`{one.layout_hash}`")
            for one in judged
            if one.layout_hash not in (None, padded.hash)
        ),
        ("bytes, actions", f"{padded.observation_len}, {padded.action_count}"),
    ]:
        lines.append(_row([what, value]))
    lines += ["", _row(["rules", "players", "hash"]), _row(["---"] * 3)]
    for result in judged[0].results:
        table = result.table
        lines.append(_row([f"`{table.rules}`", table.players, f"`{result.rules_hash[:16]}`"]))
    return "\n".join(lines) + "\n"


def document(
    judged: Sequence[Judged],
    *,
    games: int,
    seed: str,
    command: str,
    engine: str = tsuro.__version__,
) -> dict[str, Any]:
    """All results as a document. `engine` is the version that played."""
    return {
        "benchmark": "rules",
        "version": VERSION,
        "engine": engine,
        "command": command,
        "rival": RIVAL,
        "games": games,
        "seed": seed,
        "split_hash": split_hash(),
        "layout_hash": padded_layout().hash,
        "players": [one.to_dict() for one in judged],
    }


def read_document(results: dict[str, Any]) -> list[Judged]:
    """The results of a document: what `document` was given."""
    return [
        Judged(
            player["name"],
            player["about"],
            tuple(
                Result(
                    one["part"],
                    Table(one["rules"], one["players"]),
                    one["rules_hash"],
                    one["games"],
                    one["share"],
                    (one["interval"][0], one["interval"][1]),
                )
                for one in player["results"]
            ),
            player.get("layout_hash"),
        )
        for player in results["players"]
    ]


def _is_reference(name: str) -> bool:
    return name == "reference" or name.startswith("reference:")


def _candidate(name: str, padded: PaddedLayout) -> Any:
    """A player by its name: a bot, the reference, or `python:MODULE:NAME` of a candidate, which
    sees this layout."""
    if _is_reference(name):
        from tsuro.benchmarks import reference

        return reference.load(padded, name.partition(":")[2] or None)
    if name.startswith("python:"):
        module, _, thing = name.removeprefix("python:").partition(":")
        try:
            made = getattr(importlib.import_module(module), thing)
            if isinstance(made, type):
                made = made(padded) if inspect.signature(made).parameters else made()
            _about(_bot(made, padded))
            return made
        except Error:
            raise
        except (Exception, SystemExit) as why:
            raise ArgumentError(f"players: {name}: {type(why).__name__}: {why}") from why
    _core.check_bot(name)
    return name


def main(arguments: Sequence[str] | None = None) -> int:
    """Judges players, and writes the page. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tsuro.benchmarks.rules", description="Learn by some rules, play by others."
    )
    parser.add_argument(
        "--players",
        default=",".join(BOTS),
        help="bots, `reference` or reference:FILE, and python:MODULE:NAME for a candidate of your "
        "own (an object, or a class; one with an argument is given the padded layout); "
        f"{','.join(BOTS)} if left out",
    )
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--games", type=int, default=GAMES, help=f"a table; {GAMES} if left out")
    parser.add_argument("--seed", default=SEED, help=f"{SEED} if left out")
    parser.add_argument("--parts", default=",".join(SPLIT), help="train, near, far")
    parser.add_argument(
        "--layout",
        type=int,
        choices=(1, 2),
        default=1,
        help="of the arrays of candidates that are no PolicyBots; 1 if left out",
    )
    size.add_argument("--quick", action="store_true", help="two tables of each part, 40 games")
    parser.add_argument("--threads", type=int, default=None, help="all cores if left out")
    parser.add_argument("--out", type=Path, help="the page: NAME.md")
    parser.add_argument("--json", type=Path, help="the results: NAME.json")
    given = parser.parse_args(arguments)
    parts = given.parts.split(",")
    if unknown := [part for part in parts if part not in SPLIT]:
        parser.error(f"--parts: {unknown[0]} is not one of {', '.join(SPLIT)}")
    return exit_code(lambda: _run(given, parts))


def _run(given: argparse.Namespace, parts: list[str]) -> int:
    split: dict[str, Sequence[Table]] = {part: SPLIT[part] for part in parts}
    games = given.games
    # What is wrong is said before the first game: all of them take hours.
    for file in filter(None, (given.out, given.json)):
        check_writable(file)
    if given.quick:
        split, games = {part: tables[:2] for part, tables in split.items()}, 40
    # The reference has learned by layout 1.
    first, wanted = padded_layout(), padded_layout(layout=given.layout)
    players = []
    for name in given.players.split(","):
        padded = first if _is_reference(name) else wanted
        players.append((name, padded, _candidate(name, padded)))
    judged = []
    for name, padded, player in players:
        one = judge(
            player,
            split=split,
            games=max(2, games // SEARCH_PART) if name.startswith("ismcts") else games,
            seed=given.seed,
            threads=given.threads,
            padded=None if isinstance(player, (str, PolicyBot)) else padded,
            progress=lambda text: print(text, flush=True),
        )
        judged.append(one)
    options = [f"--players {given.players}"] if given.players != ",".join(BOTS) else []
    options += [f"--games {given.games}"] if given.games != GAMES and not given.quick else []
    options += [f"--seed {given.seed}"] if given.seed != SEED else []
    options += [f"--parts {given.parts}"] if parts != list(SPLIT) else []
    options += [f"--layout {given.layout}"] if given.layout != 1 else []
    options += ["--quick"] if given.quick else []
    options += [f"--out {given.out.name}"] if given.out else []
    options += [f"--json {given.json.name}"] if given.json else []
    told = {
        "games": games,
        "seed": given.seed,
        "command": " ".join(["python3 -m tsuro.benchmarks.rules", *options]),
    }
    text = page(judged, **told)
    print(f"{os.linesep}{text}")
    if given.out:
        write_whole(given.out, text)
    if given.json:
        results = json.dumps(document(judged, **told), ensure_ascii=False)
        # A line for each player and for each table, so that changes can be read.
        for begins in ('{"name"', '{"part"'):
            results = results.replace(begins, f"\n{begins}")
        write_whole(given.json, f"{results}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
