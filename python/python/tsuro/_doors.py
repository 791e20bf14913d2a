"""What the environments for the libraries of learners have in common: the meaning of their
arguments, rewards, opponents, pictures, and who may use them at once."""

from __future__ import annotations

import math
import operator
import os
import struct
import threading
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import get_ident
from types import TracebackType
from typing import TYPE_CHECKING, Any, SupportsFloat

import numpy as np

import tsuro._core as _core
from tsuro._core import GameArrays, RuleSet, Table
from tsuro._functions import _flag, _players
from tsuro.errors import ArgumentError, Error, PolicyError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tsuro.policy import Bots, PolicyBot
    from tsuro.vector import VectorEnv

REWARDS = ("win", "rank")
OBSERVATIONS = ("flat", "float", "dict")
PIXELS = "rgb_array"
PICTURES = ("human", "ansi", "svg", PIXELS)
_WIDTH = 480
"""The width of pictures in pixels."""


def one_of(name: str, value: object, allowed: tuple[str, ...]) -> str:
    """Refuses a word that an argument does not know."""
    if not isinstance(value, str) or value not in allowed:
        words = " or ".join(map(repr, allowed))
        raise ArgumentError(f"{name}: {words} is needed, not {value!r}")
    return value


def no_options(options: Mapping[str, Any] | None) -> None:
    """Refuses options of a reset, of which there are none."""
    if options:
        raise ArgumentError(f"options: there are none, not {sorted(map(str, options))}")


def picture_mode(render_mode: object, allowed: tuple[str, ...] = PICTURES) -> str | None:
    """Refuses a `render_mode` that an environment does not know."""
    if render_mode is None:
        return None
    if not isinstance(render_mode, str) or render_mode not in allowed:
        raise ArgumentError(f"render_mode: {render_mode!r} is not one of {', '.join(allowed)}")
    return render_mode


def illegal_worth(illegal_reward: object) -> float | None:
    """What an action that is not allowed gives, once it is checked; `None`: it is refused."""
    if illegal_reward is None:
        return None
    number = math.nan
    if isinstance(illegal_reward, SupportsFloat):
        with suppress(TypeError, OverflowError):
            number = float(illegal_reward)
    if not abs(number) <= 1e6:
        raise ArgumentError(
            f"illegal_reward: {str(illegal_reward)[:40]} is not None or a number from -1000000 to "
            "1000000"
        )
    return number


def draw(table: Table, render_mode: str | None) -> Any:
    """The board: text for `"ansi"`, a picture for `"svg"`, pixels for `"rgb_array"`, printed for
    `"human"`."""
    if render_mode == "ansi":
        return str(table)
    if render_mode == "svg":
        return table.game().svg()
    if render_mode == "rgb_array":
        return pixels(table.game().png(width=_WIDTH))
    if render_mode == "human":
        print(table)
    return None


def pixels(png: bytes) -> NDArray[np.uint8]:
    """The pixels of a PNG picture of this package, as `[row, column, colour]` on white.

    It reads what the engine writes: eight bits, RGB with or without transparency, not interlaced.
    """
    width, height, depth, kind, _, _, interlaced = struct.unpack_from(">IIBBBBB", png, 16)
    channels = {2: 3, 6: 4}.get(kind)
    if depth != 8 or interlaced or channels is None:
        raise ValueError("this is not a picture of tsuro")
    parts, place = [], 8
    while place < len(png):
        length, name = struct.unpack_from(">I4s", png, place)
        if name == b"IDAT":
            parts.append(png[place + 8 : place + 8 + length])
        place += length + 12
    rows = np.frombuffer(zlib.decompress(b"".join(parts)), np.uint8).reshape(height, -1)
    drawn = _unfilter(rows[:, 0], rows[:, 1:].reshape(height, width, channels))
    if channels == 3:
        return drawn
    colours, opacity = drawn[..., :3].astype(np.uint16), drawn[..., 3:].astype(np.uint16)
    return ((colours * opacity + 255 * (255 - opacity) + 127) // 255).astype(np.uint8)


def _unfilter(filters: NDArray[np.uint8], rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The pixels of rows that are written as differences from the pixel to the left, the pixel
    above, and the one between them.

    All pixels of a diagonal are computed at once: each depends on the two diagonals before it.
    """
    height, width, channels = rows.shape
    given = np.zeros((height, width + height, channels), np.int16)
    for row in range(height):
        given[row, row : row + width] = rows[row]
    kinds = filters.astype(np.int16)[:, None]
    is_inside = np.zeros((height, width + height, 1), np.int16)
    for row in range(height):
        is_inside[row, row : row + width] = 1
    done = np.zeros_like(given)
    none = np.zeros((1, channels), np.int16)
    before = last = np.zeros((height, channels), np.int16)
    for diagonal in range(width + height - 1):
        left = last
        above = np.concatenate((none, last[:-1]))
        corner = np.concatenate((none, before[:-1]))
        by_left, by_above = np.abs(above - corner), np.abs(left - corner)
        by_corner = np.abs(left + above - 2 * corner)
        paeth = np.where(
            (by_left <= by_above) & (by_left <= by_corner),
            left,
            np.where(by_above <= by_corner, above, corner),
        )
        guess = np.choose(kinds, (np.zeros_like(left), left, above, (left + above) >> 1, paeth))
        now = ((given[:, diagonal] + guess) & 255) * is_inside[:, diagonal]
        done[:, diagonal] = now
        before, last = last, now
    drawn = np.empty((height, width, channels), np.uint8)
    for row in range(height):
        drawn[row] = done[row, row : row + width]
    return drawn


class Door:
    """What each environment tells of its table, or of its games side by side."""

    layout: dict[str, Any]
    """The layout of the bytes and the action numbers, as a document."""

    def _describe(self, games: Table | VectorEnv) -> None:
        self._of = games
        self.layout = games.layout() if isinstance(games, Table) else games.layout

    @property
    def players(self) -> int:
        """The number of players of a game."""
        return self._of.players

    @property
    def action_count(self) -> int:
        """The number of actions: the length of a mask."""
        return self._of.action_count

    @property
    def observation_len(self) -> int:
        """The length of the array of an observation."""
        return self._of.observation_len


class TableDoor(Door):
    """An environment of one game at a table, which can be drawn."""

    table: Table
    """The game."""
    render_mode: str | None

    def _make_table(
        self, rules: str | RuleSet, players: int | None, render_mode: object, **fields: Any
    ) -> None:
        self.render_mode = picture_mode(render_mode)
        self.table = Table(rules, players, **fields)
        self._describe(self.table)

    def render(self) -> Any:
        """The board: text for `"ansi"`, a picture for `"svg"`, pixels for `"rgb_array"`, printed
        for `"human"`."""
        return draw(self.table, self.render_mode)


class Seen:
    """How an observation is given: an array of bytes (`"flat"`) or numbers (`"float"`), or a
    dictionary of the array and of the mask (`"dict"`)."""

    def __init__(self, observation: object, allowed: tuple[str, ...] = OBSERVATIONS) -> None:
        self.kind = one_of("observation", observation, allowed)

    def space(self, games: Table | VectorEnv) -> Any:
        """The space of Gymnasium, for one game."""
        from gymnasium import spaces

        kind = np.float32 if self.kind == "float" else np.uint8
        box = spaces.Box(0, 255, (games.observation_len,), kind)
        if self.kind != "dict":
            return box
        mask = spaces.Box(0, 1, (games.action_count,), np.int8)
        return spaces.Dict({"observation": box, "action_mask": mask})

    def of(self, seen: NDArray[np.uint8], mask: NDArray[np.int8]) -> Any:
        """The observation of one game, or of several in rows."""
        if self.kind == "float":
            return seen.astype(np.float32)
        return {"observation": seen, "action_mask": mask} if self.kind == "dict" else seen


class Rewards:
    """What the seats of a table have won: `"win"` as `Table.rewards` tells it, or `"rank"` as
    `VectorEnv` gives it."""

    def __init__(self, kind: object) -> None:
        self.kind = one_of("reward", kind, REWARDS)
        self._out: dict[int, int] = {}
        self._steps = 0

    def begin(self) -> None:
        """Forgets the game before."""
        self._out, self._steps = {}, 0

    def note(self, table: Table) -> None:
        """Notes who is out after a choice."""
        if self.kind == "win":
            return
        self._steps += 1
        alive = table.alive
        for seat in range(table.players):
            if seat not in alive:
                self._out.setdefault(seat, self._steps)

    def now(self, table: Table) -> tuple[float, ...]:
        """The rewards at the end of a game, or of a seat that has lost before."""
        seats = range(table.players)
        others = max(1, table.players - 1)
        won = table.rewards() if table.over else (-1.0 / others,) * table.players
        if self.kind == "win" or table.plays_alone:
            return won
        if table.over and (not table.winners or set(won) == {1.0}):
            # All win or lose together.
            return won
        alive = table.alive
        winners = table.winners if table.over else alive
        points = [0] * table.players
        if table.over:
            points = table.game().events()[-1].get("scores", points)
        rank = [
            (seat in winners, points[seat], 1 << 60 if seat in alive else self._out.get(seat, 0))
            for seat in seats
        ]
        return tuple(
            sum((rank[seat] > other) - (rank[seat] < other) for other in rank) / others
            for seat in seats
        )


class Starts:
    """Chooses start marks at random, if that is wanted."""

    def __init__(self, table: Table, is_random: object) -> None:
        self.is_random = _flag("random_starts", is_random)
        fields = {field["name"]: field["offset"] for field in table.layout()["fields"]}
        self._phase = fields["phase"]

    def choose(self, table: Table) -> bool:
        """Chooses the start mark if that is what is decided now; whether it did."""
        if not self.is_random or table.over or not table.observe()[self._phase]:
            return False
        table.step_bot("random")
        return True


class _PolicySeat:
    """A policy in Python at a table."""

    def __init__(self, bot: PolicyBot, rules: RuleSet, players: int) -> None:
        self.bot = bot
        self.rules, self.players = rules, players
        self._arrays: GameArrays | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_arrays": None}

    def play(self, table: Table) -> None:
        """Decides, and takes the actions of the decision."""
        bot = self.bot
        if self._arrays is None:
            self._arrays = GameArrays(self.rules, self.players, *bot._arrays.options)
        game = table.game()
        self._arrays.reset()
        is_whole = False
        while not is_whole:
            array, mask = (np.zeros(length, np.uint8) for length in self._arrays.lens)
            self._arrays.write(game, array, mask)
            allowed = mask.copy()
            where = (0, game.turn, table.seat)
            try:
                action = operator.index(bot.act(array, mask))
            except (Exception, SystemExit) as why:
                raise PolicyError(
                    f"{bot.name}: turn {where[1]}, seat {where[2]}: {why!r}", *where
                ) from why
            if not (0 <= action < len(allowed) and allowed[action]):
                raise PolicyError(
                    f"{bot.name}: turn {where[1]}, seat {where[2]}: action {action} is not allowed",
                    *where,
                )
            is_whole = self._arrays.take(game, action) is not None
            table.step(action)


class Opponents:
    """The bots on all seats but the one of the learner, clockwise from it."""

    def __init__(self, opponent: Bots | None, table: Table) -> None:
        others = table.players - 1
        if opponent is None:
            raise ArgumentError("opponent: bots for the other seats are needed")
        given = _players("opponent", opponent)
        self.bots = given * others if len(given) == 1 else given
        if len(self.bots) != others:
            raise ArgumentError(f"opponent: {len(self.bots)} bots for {others} other seats")
        seats: dict[int, _PolicySeat] = {}
        self._plays: list[str | _PolicySeat] = []
        for bot in self.bots:
            if isinstance(bot, str):
                _core.check_bot(bot)
                self._plays.append(bot)
            else:
                bot.check_table(table.rules.name, table.rules.hash, table.players)
                seat = _PolicySeat(bot, table.rules, table.players)
                self._plays.append(seats.setdefault(id(bot), seat))

    def play(self, table: Table, learner: int) -> None:
        """Has the bot of the seat that decides play."""
        assert table.seat is not None
        plays = self._plays[(table.seat - learner) % table.players - 1]
        if isinstance(plays, str):
            table.step_bot(plays)
        else:
            plays.play(table)


class Turn:
    """Lets one thread at a time use an environment, and tells another so in words: `with turn:`.

    Its own thread may come again, and so may a process that was forked meanwhile. `asks` is called
    before another thread is refused, and may refuse it with other words.
    """

    __slots__ = ("_acquire", "_asks", "_depth", "_lock", "_owner", "_process")

    def __init__(self, asks: Callable[[], object] | None = None) -> None:
        self._asks = asks
        self._process = os.getpid()
        self._begin()

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._acquire = self._lock.acquire
        self._owner = self._depth = 0

    def __enter__(self) -> None:
        own = get_ident()
        if self._acquire(False):
            self._owner = own
        elif self._owner == own:
            self._depth += 1
        elif self._process != os.getpid():
            # The thread that had its turn does not exist in this process.
            self._process = os.getpid()
            self._begin()
            self.__enter__()
        else:
            if self._asks is not None:
                self._asks()
            raise Error(
                "another thread is using this environment: make an environment for each thread, "
                "or let them take turns with a lock of yours"
            )

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._depth:
            self._depth -= 1
        else:
            self._owner = 0
            self._lock.release()

    def __reduce__(self) -> tuple[type[Turn], tuple[()]]:
        return Turn, ()
