"""Games of many rule sets side by side, for policies that learn to play by all of them. It needs
numpy: `pip install numpy`."""

from __future__ import annotations

import itertools
import json
import random
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

try:
    import numpy as np
except ImportError as _error:
    raise ImportError("tsuro.MixedEnv needs numpy: pip install numpy") from _error

from tsuro import _doors
from tsuro._core import RuleSet
from tsuro._functions import _flag, _is_policy, _seed, _threads, _whole
from tsuro._layouts import Arrays
from tsuro.errors import ArgumentError, RuleSetError
from tsuro.padded import Bytes, Copier, MaskCopier, PaddedLayout, PaddedRules, RulesAt, rules_at
from tsuro.policy import PolicyBot
from tsuro.vector import VectorEnv, action_numbers, check_allowed

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from tsuro.policy import Bots

__all__ = ["MixedEnv", "RuleDraw"]

Draw: TypeAlias = Callable[[random.Random], RulesAt]
"""A distribution over rule sets: it draws one with the generator that it is given."""

_MOST_COMBINATIONS = 10_000

_MOST_DRAWS = 1000
"""The number of failed draws in a row after which a distribution is refused."""


class RuleDraw:
    """A distribution over rule sets: a rule set, and values for some of its keys.

    `keys` has a list of values for each key, as in `{"tiles.hand": [2, 3, 4], "draw.rule":
    ["dragon", "refill"]}`. Each draw takes one value of each list, and one of `players`, all with
    the same probability; a value that stands in its list twice is twice as likely. `rules` is a
    reference, such as `"classic+big-board"`.

    `all` lists the rule sets that can be drawn. Some combinations are not rule sets, or not for so
    many players: `refused` has the reasons. Draws of those raise `RuleSetError`, and a `MixedEnv`
    draws again.
    """

    def __init__(
        self,
        rules: str,
        keys: Mapping[str, Sequence[object]],
        *,
        players: int | Sequence[int] | None = None,
    ) -> None:
        if not isinstance(rules, str):
            raise TypeError(
                f"rules: a reference such as 'classic' is needed, not {type(rules).__name__}"
            )
        base = RuleSet.load(rules)
        counts = [players] if players is None or not isinstance(players, Sequence) else players
        self._players = [
            None if one is None else _whole("players", one, 1, 32) for one in counts
        ] or [None]
        self._values: list[tuple[str, list[str]]] = []
        for key, values in keys.items():
            if isinstance(values, (str, bytes)) or not isinstance(values, Sequence):
                raise TypeError(f"keys: a list of values is needed for {key}, not {values!r}")
            if not values:
                raise ArgumentError(f"keys: no value for {key}")
            self._values.append((key, [_written(value) for value in values]))
        count = len(self._players)
        for _, texts in self._values:
            count *= len(texts)
        if count > _MOST_COMBINATIONS:
            raise ArgumentError(
                f"keys: {count} combinations, and at most {_MOST_COMBINATIONS} can be listed; "
                "give a MixedEnv a function that draws, and a PaddedLayout"
            )
        self.rules = base.name if not self._values else rules
        self._made: dict[str, RuleSet | RuleSetError] = {}
        self.refused: dict[str, str] = {}
        found: dict[tuple[str, int], tuple[RuleSet, int]] = {}
        for combination in itertools.product(*(texts for _, texts in self._values)):
            for number in self._players:
                try:
                    drawn, seats = self._make(combination, number)
                except RuleSetError as why:
                    text = self._reference(combination)
                    self.refused[f"{text} with {number or 'any'} players"] = str(why)
                else:
                    found.setdefault((drawn.hash, seats), (drawn, seats))
        self.all = tuple(found.values())
        if not self.all:
            first = next(iter(self.refused.values()))
            raise ArgumentError(f"keys: no combination is a rule set: {first}")

    def _reference(self, texts: Sequence[str]) -> str:
        changes = (f"+{key}={text}" for (key, _), text in zip(self._values, texts, strict=True))
        return self.rules + "".join(changes)

    def _make(self, texts: Sequence[str], players: int | None) -> tuple[RuleSet, int]:
        text = self._reference(texts)
        made = self._made.get(text)
        if made is None:
            try:
                made = RuleSet.load(text)
            except RuleSetError as why:
                made = why
            self._made[text] = made
        if isinstance(made, RuleSetError):
            raise made
        if players is not None and players not in made.players:
            raise RuleSetError(f"{text} is not for {players} players", ())
        return rules_at([made], players)[0]

    def __call__(self, chance: random.Random) -> tuple[RuleSet, int]:
        """Draws a rule set and a number of players.

        Raises `RuleSetError` if the combination is not a rule set.
        """
        texts = [values[chance.randrange(len(values))] for _, values in self._values]
        return self._make(texts, self._players[chance.randrange(len(self._players))])

    def __repr__(self) -> str:
        return f"<tsuro.RuleDraw {self.rules}, {len(self.all)} rule sets>"


def _written(value: object) -> str:
    """A value as references have it."""
    return value if isinstance(value, str) else json.dumps(value)


class _Group:
    """Games of one rule set side by side, in lanes that follow each other, and the padded rows into
    which they are copied."""

    def __init__(
        self, env: VectorEnv, entry: PaddedRules, number: int, observations: Bytes, masks: Bytes
    ) -> None:
        self.env, self.entry, self.number = env, entry, number
        self.observations, self.masks = observations, masks
        observations[...], masks[...] = entry.template, 0
        self._copiers = (
            Copier(entry, env._arrays["observations"], observations),
            MaskCopier(entry, env._arrays["masks"], masks),
        )
        self._rewards: NDArray[np.float32] | None = None

    def place(self, low: int, seats: Bytes, dones: Bytes, rewards: NDArray[np.float32]) -> None:
        """Gives the games their lanes, from `low` on, and the arrays of all lanes to write into."""
        self.low, self.lanes = low, slice(low, low + self.env.num_envs)
        arrays = self.env._arrays
        arrays["seats"], arrays["dones"] = seats[self.lanes], dones[self.lanes]
        own = rewards[self.lanes, : self.entry.players]
        self._rewards = None
        if own.flags.c_contiguous:
            arrays["rewards"] = own
        else:
            self._rewards = own

    def play(self, actions: NDArray[np.uint16]) -> None:
        """Takes the actions of its lanes, and writes what is known of them but for their rows."""
        self.env._batch.step(actions[self.lanes], self.env._arrays)
        if self._rewards is not None:
            self._rewards[...] = self.env._arrays["rewards"]

    def show(self) -> None:
        """Copies what the games show now into the padded rows."""
        for copier in self._copiers:
            copier.copy()


class MixedEnv:
    """Many games of many rule sets side by side, with one layout of arrays and one space of
    actions. It is used as a `VectorEnv`: **the arrays are used again by the next call, unless
    `copy=True`.**

    `rules` says which rules are played:

    - A list, as for `PaddedLayout`. Each rule set has a part of the games, by `weights` (equal
      parts without), and keeps them. This is the fastest. With `redraw`, the rules of each game are
      drawn from the list when it begins, by the same weights.
    - A `RuleDraw`. The rules of each game are drawn when it begins.
    - A function that draws: it is given a `random.Random`, and returns a rule set, or a pair of a
      rule set and a number of players. Then `padded` is needed. If it raises `RuleSetError`, it is
      called again.

    `info["rules"]` is the number in `entries` of the rules of each game, `info["players"]` how many
    play. The field `facts` of the observations has the same in numbers that a policy can use.
    `redraws` counts draws since the last reset that were not rule sets, and `refusals` the reasons.

    `padded` is a `PaddedLayout`. Without it, it is that of the rules, with `form`, `outlook`,
    `knowledge` and `layout`. Give the one with which a policy will be judged, so that the policy
    fits.

    An `opponent` that is a policy gets rows of the padded layout; a `tsuro.PolicyBot` gets rows of
    the rules that are played. `seat`, `reward`, `random_starts`, `illegal_reward` and `final_obs`
    are as in `VectorEnv`. Without opponents, `reward` has a number for each seat of the largest
    table.

    The same seed and actions give the same arrays. After an exception in the middle of a step, such
    as Ctrl-C, the games have to be reset. One thread of Python at a time may use the games: another
    one gets `tsuro.Error`.
    """

    autoreset_mode = "SameStep"
    """The name of the autoreset mode in Gymnasium."""

    def __init__(
        self,
        rules: Iterable[RulesAt] | RuleDraw | Draw,
        players: int | Iterable[int] | None = None,
        num_envs: int = 1,
        *,
        weights: Sequence[float] | None = None,
        redraw: bool = False,
        padded: PaddedLayout | None = None,
        seed: str | int | None = None,
        opponent: Bots | None = None,
        seat: int | None = None,
        form: Literal["planes", "tokens"] = "planes",
        outlook: bool = False,
        knowledge: bool = False,
        layout: int = 1,
        reward: Literal["win", "rank"] = "win",
        random_starts: bool = False,
        illegal_reward: float | None = None,
        final_obs: bool = False,
        threads: int = 1,
        copy: bool = False,
    ) -> None:
        self.num_envs = _whole("num_envs", num_envs, 1, 1_000_000)
        if isinstance(layout, PaddedLayout):
            raise TypeError(
                "layout: a version of the arrays is needed, 1 or 2; give a PaddedLayout as `padded`"
            )
        arrays = Arrays.checked(form, outlook, knowledge, layout)
        tables = self._read_rules(rules, players, weights, _flag("redraw", redraw), padded)
        if padded is None:
            padded = PaddedLayout(tables, **arrays._asdict())
        elif not isinstance(padded, PaddedLayout):
            raise TypeError(f"padded: a PaddedLayout is needed, not {type(padded).__name__}")
        elif arrays not in (Arrays(), padded.arrays):
            raise ArgumentError(f"padded: it has {padded.arrays}, not {arrays}")
        self.padded = padded
        self.layout: dict[str, Any] = padded.describe()
        self.observation_len, self.action_count = padded.observation_len, padded.action_count
        self.players = padded.players
        self.copy = _flag("copy", copy)
        self._entries = [padded.entry(*table) for table in tables]
        self._numbers = {
            (one.rules.hash, one.players): number for number, one in enumerate(self._entries)
        }
        self._options: dict[str, Any] = {
            "seat": seat,
            **padded.arrays._asdict(),
            "reward": reward,
            "random_starts": random_starts,
            "illegal_reward": illegal_reward,
            "final_obs": final_obs,
            "threads": _threads(threads) or 1,
        }
        self._opponent, self._seat, self._has_finals = opponent, seat, bool(final_obs)
        self._seed = _seed(secrets.token_hex(8) if seed is None else seed)
        self._resets, self._has_begun = 0, False
        # A policy of these games, which may be called on any thread, is told something else.
        self._turn = _doors.Turn()
        self.redraws = 0
        self.refusals: Counter[str] = Counter()
        self._make_arrays()
        self._groups: list[_Group] = []
        self._idle: dict[tuple[int, int | None], list[_Group]] = {}
        if self._draw is None:
            self._make_groups()
        else:
            # What is wrong with the options is said at once, at tables of each size.
            sizes = {entry.players: number for number, entry in enumerate(self._entries)}
            for number in sizes.values():
                self._idle[number, self._seat_of(number, 0)] = [self._make_drawn(number, 0)]
        self._games = np.zeros(self.num_envs, np.int64)
        self._check_room()

    def _read_rules(
        self,
        rules: Iterable[RulesAt] | RuleDraw | Draw,
        players: int | Iterable[int] | None,
        weights: Sequence[float] | None,
        redraw: bool,
        padded: PaddedLayout | None,
    ) -> list[tuple[RuleSet, int]]:
        """The rule sets that are known, and how they are drawn."""
        self._draw: Draw | None = None
        self._weights = np.ones(0)
        if not isinstance(rules, str) and callable(rules):
            for name, given in (("players", players), ("weights", weights)):
                if given is not None:
                    raise ArgumentError(f"{name}: a distribution draws them itself")
            self._draw = rules
            if isinstance(rules, RuleDraw):
                return list(rules.all)
            if padded is None:
                raise ArgumentError(
                    "padded: a function may draw any rules, so a PaddedLayout has to be given"
                )
            return []
        tables = rules_at(rules, players)
        share = np.ones(len(tables)) if weights is None else np.asarray(weights, float)
        if share.shape != (len(tables),) or not np.isfinite(share).all() or (share <= 0).any():
            raise ArgumentError(
                f"weights: a number above 0 is needed for each of the {len(tables)} rule sets"
            )
        self._weights = share / share.sum()
        if redraw:
            sums = self._weights.cumsum()

            def draw(chance: random.Random) -> RulesAt:
                number = int(np.searchsorted(sums, chance.random(), side="right"))
                return tables[min(number, len(tables) - 1)]

            self._draw = draw
        return tables

    def _make_arrays(self) -> None:
        n = self.num_envs
        self._observations = np.zeros((n, self.observation_len), np.uint8)
        self._masks = np.zeros((n, self.action_count), np.uint8)
        self._finals = np.zeros((n, self.observation_len if self._has_finals else 0), np.uint8)
        self._seats, self._playing = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
        self._rules = np.zeros(n, np.int64)
        shape = (n,) if self._opponent is not None else (n, self.players)
        self._rewards = np.zeros(shape, np.float32)
        # The games write into these.
        self._won, self._ended = np.zeros((n, self.players), np.float32), np.zeros(n, np.uint8)
        self._dones, self._truncated = self._ended.view(np.bool_), np.zeros(n, np.bool_)
        # The number of each action under the rules of each game, in both directions.
        self._own = np.zeros((n, self.action_count), np.int32)
        self._padded = np.zeros((n, self.action_count), np.uint16)
        self._rows = np.arange(n)
        is_ending = self._options["illegal_reward"] is not None
        self._illegal = np.zeros(n, np.bool_) if is_ending else None

    def _make_groups(self) -> None:
        """Gives each rule set its part of the games."""
        n, count = self.num_envs, len(self._entries)
        if n < count:
            raise ArgumentError(
                f"num_envs: {count} rule sets need at least {count} games; `redraw=True` needs "
                "fewer"
            )
        # Each has one, and the rest goes by weight, the largest remainders first.
        wanted = self._weights * n
        lanes = np.maximum(1, wanted.astype(int))
        while lanes.sum() < n:
            lanes[np.argmax(wanted - lanes)] += 1
        while lanes.sum() > n:
            lanes[np.argmax(np.where(lanes > 1, lanes - wanted, -np.inf))] -= 1
        ends = lanes.cumsum()
        for number, (low, high) in enumerate(zip(ends - lanes, ends, strict=True)):
            env, entry, lanes = (
                self._make(number, int(high - low), 0),
                self._entries[number],
                slice(low, high),
            )
            rows = self._observations[lanes], self._masks[lanes]
            self._groups.append(_Group(env, entry, number, *rows))
            self._place(self._groups[-1], int(low))

    def _make_drawn(self, number: int, game: int) -> _Group:
        """A game whose rules are drawn. It goes from lane to lane, with rows of its own."""
        rows = (np.zeros((1, size), np.uint8) for size in (self.observation_len, self.action_count))
        return _Group(self._make(number, 1, game), self._entries[number], number, *rows)

    def _place(self, group: _Group, low: int) -> None:
        group.place(low, self._seats, self._ended, self._won)
        lanes, entry = group.lanes, group.entry
        self._rules[lanes], self._playing[lanes] = group.number, entry.players
        self._own[lanes] = entry.own_actions
        self._padded[lanes, : entry.action_count] = entry.actions

    def _seat_of(self, number: int, game: int) -> int | None:
        """Where the learner sits in a game whose rules are drawn: in each seat in turn."""
        if self._opponent is None or self._seat is not None:
            return self._seat
        return game % self._entries[number].players

    def _make(self, number: int, games: int, game: int) -> VectorEnv:
        entry = self._entries[number]
        options = dict(self._options)
        if self._draw is not None:
            # A game alone needs no threads of its own.
            options |= {"seat": self._seat_of(number, game), "threads": 1}
        return VectorEnv(
            entry.rules, entry.players, games, seed=0, opponent=self._bots(entry), **options
        )

    def _bots(self, entry: PaddedRules) -> Any:
        """The opponents under some rules: policies get rows of the padded layout."""

        def one(bot: Any) -> Any:
            is_padded = _is_policy(bot) and not isinstance(bot, PolicyBot)
            return entry.bot(bot) if is_padded else bot

        given: Any = self._opponent
        if given is None or isinstance(given, str) or _is_policy(given):
            return one(given)
        if not isinstance(given, Iterable):
            return given
        made: dict[int, Any] = {}
        self._opponent = given = list(given)
        return [made.setdefault(id(bot), one(bot)) for bot in given]

    def _check_room(self) -> None:
        """Every entry has as many seats as the learner needs."""
        for entry in self._entries:
            if self._seat is not None and self._seat >= entry.players:
                raise ArgumentError(
                    f"seat: {self._seat}, and {entry.rules.name} has {entry.players} players"
                )

    @property
    def entries(self) -> tuple[PaddedRules, ...]:
        """The rules that `info["rules"]` numbers. A function that draws may add to them."""
        return tuple(self._entries)

    def _begin_game(self, lane: int) -> None:
        """Draws the rules of a game, and begins it."""
        game = int(self._games[lane])
        self._games[lane] += 1
        name = f"{self._run}, lane {lane}, game {game}"
        number = self._draw_rules(name)
        idle = self._idle.setdefault((number, self._seat_of(number, lane + game)), [])
        group = idle.pop() if idle else self._make_drawn(number, lane + game)
        self._groups[lane] = group
        self._won[lane] = 0
        self._place(group, lane)
        # The game before it has ended in this step.
        ended = self._ended[lane]
        group.env.reset(seed=name)
        self._ended[lane] = ended
        self._show_drawn(group)

    def _draw_rules(self, name: str) -> int:
        assert self._draw is not None
        chance = random.Random(name)
        for _ in range(_MOST_DRAWS):
            try:
                drawn = self._draw(chance)
                given = drawn if isinstance(drawn, tuple) else (drawn, None)
                if len(given) != 2:
                    raise ArgumentError("rules: a drawn tuple has a rule set and its players")
                (table,) = rules_at([given[0]], given[1])
            except RuleSetError as why:
                self.redraws += 1
                self.refusals[str(why)] += 1
                continue
            key = table[0].hash, table[1]
            if key not in self._numbers:
                entry = self.padded.entry(*table)
                self._numbers[key] = len(self._entries)
                self._entries.append(entry)
                self._check_room()
            return self._numbers[key]
        raise ArgumentError(
            f"rules: {_MOST_DRAWS} draws in a row were not rule sets: {next(iter(self.refusals))}"
        )

    def _show_drawn(self, group: _Group) -> None:
        group.show()
        self._observations[group.low], self._masks[group.low] = group.observations, group.masks

    def reset(
        self, *, seed: str | int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Begins all games anew, as `VectorEnv.reset` does: what the seats that decide see, and
        `info` with `action_mask`, `seat`, `rules` and `players`."""
        _doors.no_options(options)
        with self._turn:
            if self._illegal is not None:
                self._illegal[:] = False
            return self._reset(None if seed is None else _seed(seed))

    def _reset(self, seed: str | int | None) -> tuple[Bytes, dict[str, Any]]:
        base, resets = (self._seed, self._resets) if seed is None else (seed, 0)
        self._run = str(base) if resets == 0 else f"{base}, reset {resets}"
        is_whole, self._has_begun = self._has_begun, False
        self.redraws, self.refusals = 0, Counter()
        if self._draw is None:
            for group in self._groups:
                entry = group.entry
                group.env.reset(seed=f"{self._run}, {entry.rules.hash}, {entry.players} players")
                group.show()
        else:
            if is_whole:
                for group in self._groups:
                    self._put_back(group)
            else:
                # After an exception, nobody knows which of them are in use.
                self._idle.clear()
            self._groups = [None] * self.num_envs  # type: ignore[list-item]
            self._games[:], self._ended[:] = 0, 0
            for lane in range(self.num_envs):
                self._begin_game(lane)
        self._seed, self._resets = base, resets + 1
        self._has_begun = True
        return self._shown(self._observations), self._info()

    def _put_back(self, group: _Group) -> None:
        """Keeps a game that is over for another game with its rules."""
        game = int(self._games[group.low]) - 1 + group.low
        key = group.number, self._seat_of(group.number, game)
        self._idle.setdefault(key, []).append(group)

    def step(
        self, actions: ArrayLike
    ) -> tuple[Bytes, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Takes an action of the padded layout in each game, as `VectorEnv.step` does.

        `terminated` and `reward` are of the game that ended, and all of `info` is of the next one.
        Raises `Illegal` if an action is not allowed and there is no `illegal_reward`, with the
        number of the game in `details`; then nothing has changed in any game.
        """
        with self._turn:
            return self._step(actions)

    def _step(
        self, actions: ArrayLike
    ) -> tuple[Bytes, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        given = self._checked(actions)
        self._has_begun = False
        own, before = self._own_actions(given), self._seats.copy()
        for group in self._groups:
            group.play(own)
            if self._draw is None:
                group.show()
            elif not self._ended[group.low]:
                self._show_drawn(group)
        # The learner may sit elsewhere in the next game.
        is_against = self._opponent is not None
        self._rewards[...] = self._won[self._rows, before] if is_against else self._won
        if self._has_finals and self._dones.any():
            for group in self._groups:
                arrays = group.env._arrays
                ended = np.flatnonzero(arrays["dones"])
                self._finals[group.low + ended] = group.entry.pad(arrays["finals"][ended])
        if self._draw is not None:
            for lane in np.flatnonzero(self._dones).tolist():
                self._put_back(self._groups[lane])
                self._begin_game(lane)
        self._has_begun = True
        return (
            self._shown(self._observations),
            self._shown(self._rewards),
            self._shown(self._dones),
            self._shown(self._truncated),
            self._info(),
        )

    def _own_actions(self, given: NDArray[np.intp]) -> NDArray[np.uint16]:
        """The actions, as the rules of each game number them."""
        own = self._own[self._rows, given]
        # Rules that do not have an action that is not allowed: another one ends the game as well.
        # Not all numbers of placements are used, so there is one that is not allowed.
        for lane in np.flatnonzero(own < 0).tolist():
            group = self._groups[lane if self._draw is not None else self._rules[lane]]
            own[lane] = group.env._arrays["masks"][lane - group.low].argmin()
        return own.astype(np.uint16)

    def _checked(self, actions: ArrayLike) -> NDArray[np.intp]:
        """The actions, if each is allowed or ends its game."""
        if not self._has_begun:
            raise ArgumentError("the games have not begun: call reset first")
        given = action_numbers(actions, self._rows, self.action_count)
        if self._illegal is None:
            check_allowed(given, self._masks, self._rows)
        else:
            self._illegal[:] = self._masks[self._rows, given] == 0
        return given.astype(np.intp)

    def sample_actions(self) -> NDArray[np.uint16]:
        """An action for each game, one of those allowed at random: the same ones until the next
        step."""
        with self._turn:
            if not self._has_begun:
                raise ArgumentError("the games have not begun: call reset first")
            own = np.zeros(self.num_envs, np.uint16)
            for group in self._groups:
                own[group.lanes] = group.env._batch.sample()
            return self._padded[self._rows, own]

    def _shown(self, array: NDArray[Any]) -> NDArray[Any]:
        """An array as the caller gets it: a copy, or one that can only be read."""
        if self.copy:
            return array.copy()
        shown = array.view()
        shown.flags.writeable = False
        return shown

    def _info(self) -> dict[str, Any]:
        info = {
            "action_mask": self._shown(self._masks),
            "seat": self._shown(self._seats),
            "rules": self._shown(self._rules),
            "players": self._shown(self._playing),
        }
        if self._has_finals:
            info["final_obs"] = self._shown(self._finals)
        if self._illegal is not None:
            info["illegal"] = self._shown(self._illegal)
        return info

    def field(self, observations: Bytes, name: str) -> Bytes:
        """A field of observations by its name in the layout, in its shape: a view, not a copy.

        Raises `KeyError` if the layout has no such field.
        """
        return self.padded.field(observations, name)

    def planes(self, observations: Bytes) -> Bytes:
        """All planes of observations, as `[..., plane, row, column]`: a view, not a copy."""
        return self.padded.planes(observations)

    def action_name(self, action: int, rules: int = 0) -> str:
        """What an action does under the rules with this number in `entries`, in words."""
        number = _whole("action", action, 0, self.action_count - 1)
        entry = self._entries[_whole("rules", rules, 0, len(self._entries) - 1)]
        own = int(entry.own_actions[number])
        if own < 0:
            return "unused"
        return VectorEnv(entry.rules, entry.players, 1, seed=0).action_name(own)

    def __reduce__(self) -> str:
        raise TypeError(
            "a MixedEnv cannot be pickled: make another one with the same arguments and seed"
        )

    def close(self) -> None:
        """Does nothing: there is nothing to be closed."""

    def __repr__(self) -> str:
        return f"<tsuro.MixedEnv {self.num_envs} games of {len(self._entries)} rule sets>"
