"""What functions of this package answer: values that cannot be changed."""

from __future__ import annotations

import base64
import html
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tsuro._problem import Problem
from tsuro.frames import Columns, Frames

if TYPE_CHECKING:
    from tsuro._core import Answer, Exchange, Mark, Place, RuleSet, Stay

__all__ = [
    "Advice",
    "AmongGreedy",
    "Animation",
    "Bot",
    "Consequence",
    "Difference",
    "Ending",
    "Fairness",
    "Leaderboard",
    "LeagueRow",
    "Losses",
    "Problem",
    "RatingDifference",
    "ReplayedGame",
    "ScenarioFailure",
    "ScenarioResult",
    "Simulation",
    "SuiteReport",
    "Trained",
]


@dataclass(frozen=True)
class Difference:
    """A key on which two rule sets differ."""

    key: str
    """The full key."""
    doc: str
    """Its meaning, a sentence."""
    values: tuple[Any, Any]
    """The two values; `None` where a rule set has no such key."""
    words: tuple[str, str]
    """The two values in words."""

    def __str__(self) -> str:
        return f"{self.key}: {self.words[0]} / {self.words[1]}"


@dataclass(frozen=True)
class Ending:
    """The end of a game."""

    winners: tuple[int, ...]
    """The seats that won; they share the win evenly."""
    outcome: str
    """How the game ended: `"last-standing"`, `"tie"`, `"shared"`, `"score"`, `"turn-limit"` or a
    rule's own word."""


@dataclass(frozen=True)
class Consequence:
    """What a placement would do to a piece."""

    seat: int
    """The piece's seat."""
    to: str | None
    """The place that it would face; `None` if it would be out."""
    cause: str | None
    """Why it would be out; `None` if it would live."""


@dataclass(frozen=True)
class Advice:
    """What a choice is worth, estimated by playouts."""

    choice: Place | Mark | Stay | Exchange | Answer
    """The choice."""
    share: float
    """The mean share of the win in the playouts, 0 to 1."""
    low: float
    """The lower end of the confidence interval of the share. The intervals of all choices hold
    together at 95 %."""
    high: float
    """Its upper end."""
    level: bool
    """Whether it cannot be told apart from the best choice with the playouts that were made."""
    playouts: int
    """How many playouts began with it."""


@dataclass(frozen=True)
class Bot:
    """A kind of bot that can be named."""

    name: str
    """Its name."""
    argument: str
    """What follows the name and a colon, as in `"ismcts:200"`; empty if nothing does."""
    summary: str
    """How it plays."""


@dataclass(frozen=True)
class Level:
    """A level of difficulty: a bot under a name that people know."""

    name: str
    """Its name, which can be given wherever a bot is named."""
    bot: str
    """The bot that it stands for."""
    milliseconds: int
    """About how long it takes for a decision, on one core; 0: less than one millisecond."""
    summary: str
    """How it plays."""


@dataclass(frozen=True)
class ReplayedGame:
    """A game of a record, every event of which follows from the rules."""

    rules: RuleSet
    """The rules in the record."""
    players: tuple[str, ...]
    """The names of the players, by seat."""
    first: int
    """The seat that went first."""
    seed: str
    """The seed of the run."""
    index: int
    """The number of the game in its run, from 0."""
    undos: int
    """How often players took choices back."""
    line: int
    """The line on which the game begins, from 1."""
    ending: Ending | None
    """How it ended; `None` if it was broken off."""

    @property
    def complete(self) -> bool:
        """Whether it was played to its end."""
        return self.ending is not None


@dataclass(frozen=True)
class ScenarioFailure:
    """A difference between a scenario and what happened."""

    code: str
    """The kind of failure in kebab-case."""
    message: str
    """What differs."""
    file: str
    """The suite."""
    line: int
    """The line, from 1."""
    column: int
    """The column in characters, from 1."""
    expected: tuple[str, ...]
    """What was expected, line by line."""
    found: tuple[str, ...]
    """What happened, line by line."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


@dataclass(frozen=True)
class ScenarioResult:
    """A scenario that was played under one rule set."""

    suite: str
    """The suite."""
    title: str
    """What it says."""
    ids: tuple[str, ...]
    """The ids of its rules."""
    rules: str
    """The rule set."""
    failures: tuple[ScenarioFailure, ...]
    """What went differently; empty if it passed."""

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.failures


@dataclass(frozen=True)
class SuiteReport:
    """The results of test suites."""

    results: tuple[ScenarioResult, ...]
    """One for each scenario and rule set, in the order of the suites."""
    skipped: tuple[str, ...]
    """The scenarios that are about other rules, each with the reason."""

    @property
    def passed(self) -> bool:
        """Whether all scenarios passed, and at least one was played."""
        return bool(self.results) and not self.failures

    @property
    def failures(self) -> tuple[ScenarioResult, ...]:
        """The scenarios that failed."""
        return tuple(result for result in self.results if not result.passed)

    def __str__(self) -> str:
        failed = len(self.failures)
        return f"{len(self.results) - failed} passed, {failed} failed, {len(self.skipped)} skipped"


@dataclass(frozen=True)
class Fairness:
    """How far apart the win shares of the seats of a table are."""

    players: int
    """The number of players."""
    bots: str
    """The bots."""
    difference: float
    """The difference between the largest and the smallest share."""
    low: float
    """The least difference that is not ruled out."""
    high: float
    """The largest difference that is not ruled out."""
    width: float
    """The difference that was allowed."""
    verdict: str
    """`"fair"`, `"slightly uneven, but fair"`, `"not fair"` or `"not decided"`, which takes more
    games."""

    @property
    def fair(self) -> bool | None:
        """Whether it is fair; `None` if that is not decided."""
        return None if self.verdict == "not decided" else self.verdict != "not fair"


@dataclass(frozen=True)
class Simulation(Frames):
    """The sums of many games. `to_polars()` is a data frame with a row for each seat."""

    rules: str
    """The rule set."""
    bots: tuple[str, ...]
    """The bots, by seat."""
    seed: str
    """The seed of the run: the same seed gives the same games."""
    games: int
    """How many games were played."""
    outcomes: dict[str, int]
    """How often each outcome occurred."""
    turns: dict[str, float]
    """The number of turns of a game: `mean`, `sd`, `min` and `max`."""
    wins: tuple[float, ...]
    """The win share of each seat; a win of several seats is split evenly."""
    eliminations: dict[str, int]
    """How many pieces were eliminated for each cause."""

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.bots)

    def _columns(self) -> Columns:
        return (
            ("rules", "text", [self.rules] * self.players),
            ("seat", "count", list(range(self.players))),
            ("bot", "text", list(self.bots)),
            ("games", "count", [self.games] * self.players),
            ("win_share", "number", list(self.wins)),
        )


@dataclass(frozen=True)
class Losses(Frames):
    """Where pieces are lost: by square, by start mark and by tile. `to_polars()` is a data frame
    with a row for each of them."""

    rules: str
    """The rule set."""
    against: str | None
    """The rule set with which it was compared; `None` if there was none."""
    bots: tuple[str, ...]
    """The bots, by seat."""
    seed: str
    """The seed of the run: the same seed gives the same games."""
    games: int
    """How many games of each rule set were played."""
    columns: Columns = field(repr=False)
    """The table: each column with its name, its kind and its values."""

    def _columns(self) -> Columns:
        return self.columns


@dataclass(frozen=True)
class AmongGreedy:
    """How strong values are: the bot `learned` with them, alone among `greedy` or, where nobody
    plays against another, at all seats."""

    players: int
    """The number of players."""
    games: int
    """How many games measured it."""
    share: float
    """Its share of the wins, 0 to 1; at all seats: of the pieces that it kept (V4), or of the games
    that it won (W6)."""
    greedy: float | None = None
    """The share of `greedy` at all seats."""


@dataclass(frozen=True)
class Trained:
    """What `tsuro.train` has written."""

    rules: str
    """The rule set."""
    rules_hash: str
    """Its hash."""
    players: tuple[int, ...]
    """The numbers of players, which took turns."""
    seed: str
    """The seed of the games."""
    games: int
    """How many games it has played with itself."""
    searched: int
    """How many games a search has played after them."""
    figures: tuple[AmongGreedy, ...]
    """How strong it is, by the number of players."""
    path: Path
    """The file."""

    @property
    def bot(self) -> str:
        """The bot that plays by it: `"learned:values=FILE"`."""
        return f"learned:values={self.path}"


@dataclass(frozen=True)
class Animation:
    """A game as a moving picture, which a notebook shows."""

    gif: bytes = field(repr=False)
    """The bytes of a GIF image."""

    def save(self, path: str | Path) -> None:
        """Writes the GIF image to a file, in the place of one that exists."""
        Path(path).write_bytes(self.gif)

    def _repr_html_(self) -> str:
        return (
            f'<img alt="A game" src="data:image/gif;base64,{base64.b64encode(self.gif).decode()}">'
        )


@dataclass(frozen=True)
class LeagueRow:
    """A player of a league."""

    rank: int
    """The place by rating, from 1; players without games come last."""
    name: str
    """The bot, or `policy:NAME`."""
    games: int
    """How many games it has played."""
    rating: float
    """The strength on the scale of Elo's ratings; the average of all players is 1500."""
    rating_low: float
    """The lower end of the interval of the rating."""
    rating_high: float
    """The upper end of the interval of the rating."""
    share: float
    """Its share of the wins of its games, 0 to 1. It depends on the opponents."""
    low: float
    """The lower end of the interval of the share."""
    high: float
    """The upper end of the interval of the share."""
    fair: float
    """The share that it would have if all players were equally strong."""
    level: bool
    """Whether the games do not show that it is weaker than the first. All of these judgements
    together hold with the confidence of the leaderboard."""
    plays: bool
    """Whether it plays further games: it is not retired, and its policy or file is at hand."""


@dataclass(frozen=True)
class RatingDifference:
    """By how much one player of a league is rated above another."""

    one: str
    """The first player."""
    other: str
    """The second player."""
    points: float
    """By how many points the first is rated above the second."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""

    @property
    def better(self) -> str | None:
        """The player that is better; `None` if the games do not show it."""
        if self.low <= 0 <= self.high:
            return None
        return self.one if self.points > 0 else self.other

    def __str__(self) -> str:
        return (
            f"{self.one} against {self.other}: {self.points:+.0f} points "
            f"({self.low:+.0f} to {self.high:+.0f})"
        )


@dataclass(frozen=True)
class Leaderboard(Frames):
    """The standings of a league, the highest rating first. `str()` of it is a text, and
    `to_polars()` a data frame with a row for each player."""

    rules: tuple[str, ...]
    """The rule sets."""
    players: int
    """The number of players at a table."""
    seed: str
    """The seed of the league."""
    games: int
    """How many games were played."""
    confidence: float
    """The level of the intervals in per cent."""
    rows: tuple[LeagueRow, ...]
    """The players."""

    @property
    def best(self) -> str:
        """The player with the highest rating."""
        return self.rows[0].name

    def __getitem__(self, name: str) -> LeagueRow:
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(name)

    def to_dict(self) -> dict[str, Any]:
        """As one document."""
        return asdict(self) | {
            "rules": list(self.rules),
            "rows": [asdict(row) for row in self.rows],
        }

    def _columns(self) -> Columns:
        def column(name: str, kind: str) -> tuple[str, str, list[Any]]:
            return name, kind, [getattr(row, name) for row in self.rows]

        return (
            column("rank", "count"),
            column("name", "text"),
            column("games", "count"),
            *(
                column(name, "number")
                for name in (
                    "rating",
                    "rating_low",
                    "rating_high",
                    "share",
                    "low",
                    "high",
                    "fair",
                )
            ),
            column("level", "truth"),
            column("plays", "truth"),
        )

    def _cells(self) -> list[tuple[str, ...]]:
        return [
            (
                str(row.rank),
                row.name,
                f"{row.rating:.0f}" if row.games else "",
                f"{row.rating_low:.0f}–{row.rating_high:.0f}" if row.games else "",
                f"{100 * row.share:.1f}" if row.games else "",
                f"{100 * row.low:.1f}–{100 * row.high:.1f}" if row.games else "",
                f"{100 * row.fair:.1f}" if row.games else "",
                str(row.games),
                ("level" if row.level and row.rank > 1 else "") if row.plays else "out",
            )
            for row in self.rows
        ]

    def _head(self) -> tuple[str, ...]:
        sure = f"{self.confidence:g} %"
        return ("", "player", "rating", sure, "wins %", sure, "fair", "games", "")

    def __str__(self) -> str:
        table = [self._head(), *self._cells()]
        widths = [max(len(row[at]) for row in table) for at in range(len(table[0]))]
        text = (
            f"{self.games} games of {', '.join(self.rules)}, {self.players} players, seed "
            f"{self.seed}\n\n"
        )
        for row in table:
            cells = (
                cell.ljust(width) if at in (1, 8) else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            text += "  ".join(cells).rstrip() + "\n"
        if any(row.level and row.rank > 1 for row in self.rows):
            text += "\nlevel: these games do not show that the player is weaker than the first.\n"
        if not all(row.plays for row in self.rows):
            text += "\nout: the player is retired or not at hand, and plays no further games.\n"
        return text.rstrip("\n")

    def _repr_html_(self) -> str:
        def line(cells: tuple[str, ...], tag: str) -> str:
            return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"

        rows = "".join(line(cells, "td") for cells in self._cells())
        caption = html.escape(
            f"{self.games} games of {', '.join(self.rules)}, {self.players} players"
        )
        return (
            f"<table><caption>{caption}</caption><thead>{line(self._head(), 'th')}</thead>"
            f"<tbody>{rows}</tbody></table>"
        )
