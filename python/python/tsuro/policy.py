"""A policy in Python as a bot: of the functions of this package, and of the program `tsuro`
(`exec:"python3 mine.py"`). It needs numpy: `pip install numpy`."""

from __future__ import annotations

import contextlib
import json
import operator
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import IO, Any, Literal, Protocol, SupportsIndex, TypeAlias

try:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ImportError as _error:
    raise ImportError("policies need numpy: pip install numpy") from _error

from tsuro._core import Answer, Exchange, Game, GameArrays, Mark, Place, RuleSet, Stay
from tsuro._functions import _whole
from tsuro._layouts import Arrays
from tsuro.errors import ArgumentError, Error

__all__ = ["Policy", "PolicyBot", "serve"]

_PROTOCOL = 1

_LONGEST = 64 << 20
"""The most characters of a request: the program tells what happened since the last one, and a game
has no more."""

_TILES = 1024
"""The most tiles of a deck."""


class Policy(Protocol):
    """An object that has a policy as its method."""

    def act(self, array: NDArray[np.uint8], mask: NDArray[np.uint8], /) -> SupportsIndex:
        """The number of an action that the mask allows."""


class BatchPolicy(Protocol):
    """An object that has a policy for many games at once as its method."""

    def act_many(self, arrays: NDArray[np.uint8], masks: NDArray[np.uint8], /) -> ArrayLike:
        """The number of an action for each row."""


PolicyLike: TypeAlias = (
    Callable[[NDArray[np.uint8], NDArray[np.uint8]], SupportsIndex] | Policy | BatchPolicy
)
"""What can be given as a policy."""


class PolicyBot:
    """A policy that takes part in `tsuro.tournament`, `tsuro.simulate`, `tsuro.compare` and
    `tsuro.measure`, or plays as `opponent` of a `tsuro.VectorEnv`.

    `policy(array, mask)` is given the rows that `VectorEnv` writes with the same `form`, `outlook`,
    `knowledge` and `layout`, and returns the number of an action that the mask allows; so does the
    method `act` of an object. In an exchange it is asked again until the exchange is whole. The
    arrays have only what the seat sees.

    If the object has a method `act_many(arrays, masks)`, a `VectorEnv` calls it once for all games
    that wait for it: it is given a row for each game, and returns an array with an action for each.

    Reports and records call it `policy:NAME`. Without `name`, it is the name of the function or of
    the class. A policy that needs no options can be given without this class.

    If `policy` is a `PolicyBot` itself, its options and its tables are taken over; other options
    than its own are refused.
    """

    def __init__(
        self,
        policy: PolicyLike,
        name: str | None = None,
        *,
        form: Literal["planes", "tokens"] = "planes",
        outlook: bool = False,
        knowledge: bool = False,
        layout: int = 1,
    ) -> None:
        self._one, self._many = _methods(policy)
        if isinstance(policy, PolicyBot) and not policy.is_batched:
            self._many = None
        arrays = _taken_over(policy, Arrays.checked(form, outlook, knowledge, layout))
        if name is None:
            kind = type(policy).__name__
            is_bot = isinstance(policy, PolicyBot)
            name = str(getattr(policy, "name" if is_bot else "__name__", kind))
        is_short = 0 < len(name) <= 40 and name.isprintable() and name == name.strip()
        if not is_short or set(name) & set("+,:\"'\\"):
            raise ArgumentError(
                "name: 1 to 40 printable characters are needed, without +, commas, colons, quotes "
                f"and backslashes, and without a blank at either end, not {name!r}"
            )
        self.policy = policy
        self.name = name
        self.form, self.outlook, self.knowledge, self.layout_version = arrays

    def check_table(self, rules: str, rules_hash: str, players: int, /) -> None:
        """Raises an error of this package if the policy cannot play at a table with these rules and
        this number of players. It is asked before the first game. This class allows every table
        that its policy allows."""
        if isinstance(self.policy, PolicyBot):
            self.policy.check_table(rules, rules_hash, players)

    def warm_up(self, rules: str | RuleSet, players: int) -> None:
        """Asks the policy for the first action of a game, so that what it imports, compiles or
        allocates at its first decision is done before games are played."""
        rules = RuleSet.load(rules) if isinstance(rules, str) else rules
        self.check_table(rules.name, rules.hash, players)
        _warm_up(rules, players, self._one, self._arrays)

    @property
    def _arrays(self) -> Arrays:
        """Which arrays it gets."""
        return Arrays(self.form, self.outlook, self.knowledge, self.layout_version)

    @property
    def is_batched(self) -> bool:
        """Whether the policy takes many games in one call."""
        return self._many is not None

    def act(self, array: NDArray[np.uint8], mask: NDArray[np.uint8]) -> SupportsIndex:
        """The action in one game."""
        return self._one(array, mask)

    def act_many(self, arrays: NDArray[np.uint8], masks: NDArray[np.uint8]) -> list[int]:
        """The actions in many games."""
        if self._many is None:
            return [operator.index(self._one(*row)) for row in zip(arrays, masks, strict=True)]
        return _many_actions(self._many, arrays, masks)

    def __repr__(self) -> str:
        return f"<tsuro.PolicyBot {self.name}>"


def _warm_up(
    rules: RuleSet,
    players: int,
    act: Callable[[NDArray[np.uint8], NDArray[np.uint8]], object],
    arrays: Arrays,
) -> None:
    """Asks for an action in a new game, which is then dropped."""
    written = GameArrays(rules, players, *arrays.options)
    array, mask = (np.zeros(length, np.uint8) for length in written.lens)
    written.write(Game(rules, players, 0), array, mask)
    act(array, mask)


Bots: TypeAlias = str | PolicyBot | PolicyLike | Iterable[str | PolicyBot | PolicyLike]
"""Bots that are named, and policies."""

Tables: TypeAlias = (
    Bots | Iterable[str | PolicyBot | PolicyLike | tuple[str | PolicyBot | PolicyLike, ...]]
)
"""The bots of tables; those in a tuple share one."""


def _methods(policy: Any) -> tuple[Callable[..., SupportsIndex], Callable[..., Any] | None]:
    """How a policy acts in one game, and in many games if it can."""
    many = getattr(policy, "act_many", None)
    one = getattr(policy, "act", None if callable(many) and not callable(policy) else policy)
    if callable(many) and not callable(one):

        def only(array: NDArray[np.uint8], mask: NDArray[np.uint8]) -> SupportsIndex:
            return _many_actions(many, array[None], mask[None])[0]

        return only, many
    if not callable(one):
        raise TypeError(
            "policy: a function or an object with `act` or `act_many` is needed, not "
            f"{type(policy).__name__}"
        )
    return one, many if callable(many) else None


def _many_actions(
    many: Callable[..., Any], arrays: NDArray[np.uint8], masks: NDArray[np.uint8]
) -> list[int]:
    """The answer of a policy for many games, if it is a whole number for each."""
    actions = np.asarray(many(arrays, masks))
    if actions.shape != (len(arrays),) or actions.dtype.kind not in "ui":
        count = f"{len(arrays)} whole numbers are" if len(arrays) > 1 else "1 whole number is"
        raise ArgumentError(
            f"act_many: {count} needed, not {actions.dtype} of the shape {actions.shape}"
        )
    numbers: list[int] = actions.tolist()
    return numbers


def _taken_over(policy: object, given: Arrays) -> Arrays:
    """The arrays that a policy gets: those of a `PolicyBot` are taken over.

    Raises `ArgumentError` if a `PolicyBot` is given with other options than its own.
    """
    if not isinstance(policy, PolicyBot):
        return given
    own = policy._arrays
    if given not in (Arrays(), own):
        raise ArgumentError(f"policy: {policy.name} sees {own}, not {given}")
    return own


def serve(
    policy: PolicyLike,
    rules: str | RuleSet = "classic",
    players: int | None = None,
    *,
    form: Literal["planes", "tokens"] = "planes",
    outlook: bool = False,
    knowledge: bool = False,
    layout: int = 1,
    requests: IO[str] | None = None,
    answers: IO[str] | None = None,
) -> None:
    """Plays as a bot of the program `tsuro` until its input ends. The script that calls it is named
    in `exec:"python3 mine.py"`.

    `policy(array, mask)` is given the rows that `VectorEnv` writes with the same `form`, `outlook`,
    `knowledge` and `layout`, and returns the number of an action that the mask allows; so does the
    method `act` of an object. The arrays are used again for the next decision. In an exchange it is
    asked again until the exchange is whole.

    `rules` must be the rules of the games: the program sends their hash, and other ones are
    refused. Without `players`, any number of players will do. A `tsuro.PolicyBot` is given the
    arrays of its own options, and a saved policy is refused at tables for which it was not saved.

    Requests are read from the standard input and answered on the standard output, unless other
    files are given. While the policy runs, `print` writes to the standard error. What cannot be
    answered ends the script with `SystemExit` and the reason on the standard error: an action that
    is not allowed, a table with other rules, input that is not a request, or an answer whose
    reader is gone.
    """
    server = _Server(
        policy, rules, players, form=form, outlook=outlook, knowledge=knowledge, layout=layout
    )
    requests = sys.stdin if requests is None else requests
    answers = sys.stdout if answers is None else answers
    if requests is None or answers is None:
        raise SystemExit("tsuro.serve: there is no standard input and output")
    while line := _request(requests):
        try:
            with contextlib.redirect_stdout(sys.stderr):
                number = server.answer(line)
        except Error as why:
            raise SystemExit(f"tsuro.serve: {why}") from None
        try:
            print(number, file=answers, flush=True)
        except OSError as why:
            # What is left of the answer would be written when Python ends, and fail again.
            if answers is sys.stdout:
                os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
            raise SystemExit(f"tsuro.serve: the answer cannot be written: {why.strerror}") from None


def _request(requests: IO[str]) -> str:
    """The next line; an empty text at the end of the input."""
    try:
        line = requests.readline(_LONGEST + 1)
    except UnicodeDecodeError as why:
        raise SystemExit(f"tsuro.serve: this is not a request to a bot: {why}") from None
    except OSError as why:
        raise SystemExit(f"tsuro.serve: the requests cannot be read: {why.strerror}") from None
    if len(line) > _LONGEST:
        raise SystemExit(
            f"tsuro.serve: this is not a request to a bot: a line with more than {_LONGEST} "
            "characters"
        )
    return line


@contextlib.contextmanager
def _read() -> Iterator[None]:
    """Raises `ArgumentError` for what is wrong with a request where it is read: any value may stand
    anywhere in it."""
    try:
        yield
    except Error:
        raise
    except (
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ) as why:
        raise ArgumentError(f"this is not a request to a bot: {repr(why)[:200]}") from None


class _Server:
    """Answers requests."""

    def __init__(
        self,
        policy: PolicyLike,
        rules: str | RuleSet,
        players: int | None,
        *,
        form: Literal["planes", "tokens"],
        outlook: bool,
        knowledge: bool,
        layout: int = 1,
    ) -> None:
        self.act, _ = _methods(policy)
        self.bot = policy if isinstance(policy, PolicyBot) else None
        self.rules = RuleSet.load(rules) if isinstance(rules, str) else rules
        self.arrays = _taken_over(policy, Arrays.checked(form, outlook, knowledge, layout))
        self.table: _Table | None = None
        self.players = players
        if players is not None:
            self.table = self.make_table(_whole("players", players, 1, 32))
        self.past = _Past()

    def make_table(self, players: int) -> _Table:
        """The arrays for a number of players, if the policy plays there."""
        if self.bot is not None:
            self.bot.check_table(self.rules.name, self.rules.hash, players)
        return _Table(self.rules, players, self.arrays)

    def answer(self, line: str) -> int:
        """The number of a choice for a request."""
        with _read():
            request = json.loads(line)
            protocol = request["protocol"]
            if protocol != _PROTOCOL:
                raise ArgumentError(
                    f"the program speaks protocol {str(protocol)[:40]}, and this package "
                    f"{_PROTOCOL}"
                )
            told = request.get("rules_hash", self.rules.hash)
            if told != self.rules.hash:
                raise ArgumentError(
                    f"the game has rules with the hash {str(told)[:12]}, and the policy is served "
                    f"for {self.rules.name} with the hash {self.rules.hash[:12]}"
                )
            events, sees, choices = request["events"], request["sees"], request["choices"]
            decision, players = request["decision"], _whole("players", len(sees["players"]), 1, 32)
            self.past.hear(events)
        if self.table is None or (self.players is None and self.table.players != players):
            self.table = self.make_table(players)
        if self.table.players != players:
            raise ArgumentError(
                f"the game has {players} players, and the policy is served for {self.table.players}"
            )
        return self.table.choose(self.act, decision, sees, choices, self.past)


class _Past:
    """What is told in events alone."""

    def __init__(self) -> None:
        self.boxed: list[int] = []  # the tiles in the box
        self.tiles: Counter[int] = Counter()  # how many tiles each player has, or had at the end
        self.fallen: list[int] = []  # who has been eliminated since the last placement

    def hear(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            match event:
                case {"event": "deal", "hands": hands}:
                    self.boxed, self.fallen = [], []
                    self.tiles = Counter({seat: len(hand) for seat, hand in enumerate(hands)})
                case {"event": "placed", "player": player}:
                    self.tiles[player] -= 1
                    self.fallen = []
                case {"event": "drew", "player": player}:
                    self.tiles[player] += 1
                case {"event": "eliminated", "waits": True}:
                    pass
                case {"event": "eliminated", "player": player}:
                    self.fallen.append(player)
                case {"event": "wake_removed", "tile": tile, "to": "box"}:
                    self.boxed.append(tile)


class _Table:
    """The arrays for one number of players."""

    def __init__(self, rules: RuleSet, players: int, arrays: Arrays) -> None:
        self.rules = rules
        self.players = players
        self.arrays = GameArrays(rules, players, *arrays.options)
        self.has_scores = "scores" in Game(rules, players, 0).position()
        fields = self.arrays.describe()["fields"]
        self.known = next((field for field in fields if field["name"] == "known"), None)
        self.tallies = {
            field["name"][len("tally:") :]: field["offset"]
            for field in fields
            if field["name"].startswith("tally:")
        }
        array, mask = self.arrays.lens
        self.array, self.mask = np.zeros(array, np.uint8), np.zeros(mask, np.uint8)
        self.shown = self.array.view(), self.mask.view()
        for view in self.shown:
            view.flags.writeable = False

    def choose(
        self,
        act: Callable[[NDArray[np.uint8], NDArray[np.uint8]], SupportsIndex],
        decision: str,
        sees: dict[str, Any],
        choices: list[dict[str, Any]],
        past: _Past,
    ) -> int:
        """The number of the choice that the policy makes."""
        with _read():
            position = self.position(decision, sees, choices, past)
            offered = [_key(each) for each in choices]
        try:
            game = Game.from_position(self.rules, position, 0)
            with _read():
                seen = game.observe(sees["seat"])
        except Error as why:
            raise ArgumentError(f"the game is not one of {self.rules.name}: {why}") from None
        # What the position does not tell: who began, what the seat remembers of hidden tiles, what
        # rules count.
        for field in sorted((seen.keys() | sees.keys()) - {"first", "known", "tallies"}):
            if seen.get(field) != sees.get(field):
                told = str(sees.get(field))[:60]
                raise ArgumentError(
                    f"the game is not one of {self.rules.name}: `{field}` is {told} there"
                )
        self.arrays.reset()
        while True:
            self.arrays.write(game, self.array, self.mask)
            with _read():
                self.write_untold(sees)
            action = act(*self.shown)
            try:
                number = operator.index(action)
            except TypeError:
                raise ArgumentError(
                    f"the policy answered {action!r}, and a whole number is needed"
                ) from None
            if not (0 <= number < len(self.mask) and self.mask[number]):
                name = self.arrays.action_name(number) if 0 <= number < len(self.mask) else None
                legal = np.flatnonzero(self.mask)
                some = ", ".join(str(one) for one in legal[:10]) + (
                    ", .." if len(legal) > 10 else ""
                )
                raise ArgumentError(
                    f"the policy answered {number} ({name or 'no action'}); the mask allows {some}"
                )
            choice = self.arrays.take(game, number)
            if choice is not None:
                break
        try:
            return offered.index(_choice_key(choice))
        except ValueError:
            raise ArgumentError(
                f"the game is not one of {self.rules.name}: {choice} is no choice there"
            ) from None

    def position(
        self, decision: str, sees: dict[str, Any], choices: list[dict[str, Any]], past: _Past
    ) -> dict[str, Any]:
        """A position that looks the same to the seat. The tiles that it does not see are dealt
        anyhow, and nothing that is written about them depends on it."""
        if sees.get("hidden"):
            raise ArgumentError(
                "policies cannot play as programs where rules hide squares: no position looks the "
                "same"
            )
        offered = list(sees.get("offered", ()))
        unseen = list(sees["copies"])
        for tile in [
            *(laid["tile"] for laid in sees["tiles"]),
            *sees["hand"],
            *offered,
            *past.boxed,
        ]:
            unseen[tile] -= 1
        if any(count > _TILES for count in unseen):
            raise ArgumentError(
                f"this is not a request to a bot: a deck has at most {_TILES} tiles"
            )
        hidden = [face for face, count in enumerate(unseen) for _ in range(count)]
        players = []
        gone: dict[str, list[int]] = {}
        for seat, player in enumerate(sees["players"]):
            if player.get("out"):
                players.append({"out": True})
                if seat in past.fallen:
                    tiles = past.tiles[seat]
                    gone[str(seat)], offered = offered[:tiles], offered[tiles:]
                continue
            hand = [] if sees["open"] else sees["hand"]
            if seat != sees["seat"]:
                hand, hidden = hidden[: player["tiles"]], hidden[player["tiles"] :]
            players.append(
                {key: value for key, value in player.items() if key != "tiles"} | {"hand": hand}
            )
        if len(hidden) != sees["pile"]:
            raise ArgumentError(f"{len(hidden)} tiles are left for a pile of {sees['pile']}")
        position = {
            "tiles": sees["tiles"],
            "players": players,
            "active": sees["active"],
            "phase": "ask" if decision == "rule" else decision,
            "pile": hidden,
            "dragon": sees["dragon"],
            "turn": max(1, sees["turn"]),
        }
        position |= {
            key: sees[key] for key in ("laid", "daikaiju", "supply", "under") if key in sees
        }
        if sees["open"]:
            position["hand"] = sees["hand"]
        if self.has_scores:
            position["scores"] = sees["scores"]
        if decision == "rule":
            position["question"] = {"rule": sees["question"]["rule"], "player": sees["seat"]}
        if decision == "relocate":
            position["must"] = all(choice["mark"] is not None for choice in choices)
        if decision == "exchange":
            position["offered"] = gone
        return position

    def write_untold(self, sees: dict[str, Any]) -> None:
        """Writes what no position tells: what rules count, and the tiles that the seat knows to be
        in other hands."""
        for name, offset in self.tallies.items():
            for seat, count in enumerate(sees["tallies"][name]):
                self.array[offset + (seat - sees["seat"]) % self.players] = count
        if self.known is None:
            return
        begin, (seats, faces) = self.known["offset"], self.known["shape"]
        field = self.array[begin : begin + seats * faces].reshape(seats, faces)
        field[:] = 0
        for known in sees["known"]:
            if "hand" in known:
                field[(known["hand"] - sees["seat"]) % seats, known["tile"]] += 1


def _key(choice: Mapping[str, Any]) -> object:
    """A choice of a request, to be compared."""
    if "tile" in choice:
        return "place", choice["tile"], choice["rotation"]
    if "mark" in choice:
        return "mark", choice["mark"]
    if "gave" in choice:
        return "exchange", tuple(sorted(choice["gave"])), tuple(sorted(choice["took"]))
    return "answer", choice.get("choice")


def _choice_key(choice: Place | Mark | Stay | Exchange | Answer) -> object:
    match choice:
        case Place():
            return "place", choice.face, choice.rotation
        case Mark():
            return "mark", choice.at
        case Stay():
            return "mark", None
        case Exchange():
            return "exchange", tuple(sorted(choice.gave)), tuple(sorted(choice.took))
        case Answer():
            return "answer", choice.value
