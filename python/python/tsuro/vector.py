"""Many games side by side, for programs that learn to play. It needs numpy:
`pip install numpy`."""

from __future__ import annotations

import secrets
import warnings
from typing import TYPE_CHECKING, Any, Literal

try:
    import numpy as np
except ImportError as _error:
    raise ImportError("tsuro.VectorEnv needs numpy: pip install numpy") from _error

from tsuro import _doors
from tsuro._core import Batch
from tsuro._functions import _flag, _players, _threads, _whole
from tsuro._layouts import Arrays
from tsuro.errors import ArgumentError, Illegal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    from tsuro._core import RuleSet
    from tsuro.policy import Bots

__all__ = ["VectorEnv"]


def action_numbers(actions: ArrayLike, games: NDArray[np.intp], count: int) -> NDArray[Any]:
    """The actions, one for each of the games with these numbers, once it is checked that each is a
    number below `count`."""
    given = np.asarray(actions)
    if given.shape != games.shape:
        raise ArgumentError(
            f"actions: an array of the shape {games.shape} is needed, not {given.shape}"
        )
    if given.dtype.kind not in "ui":
        raise TypeError(f"actions: whole numbers are needed, not {given.dtype}")
    wrong = np.flatnonzero((given < 0) | (given >= count))
    if wrong.size:
        raise ArgumentError(
            f"actions: game {games[wrong[0]]}: {given[wrong[0]]} is not a number from 0 to "
            f"{count - 1}"
        )
    return given


def check_allowed(actions: NDArray[Any], masks: NDArray[np.uint8], games: NDArray[np.intp]) -> None:
    """Raises `Illegal` if a mask does not allow the action of its game."""
    wrong = np.flatnonzero(masks[np.arange(len(games)), actions] == 0)
    if wrong.size:
        game, action = int(games[wrong[0]]), int(actions[wrong[0]])
        raise Illegal(
            f"game {game}: action {action} is not allowed",
            "action",
            {"game": game, "action": action},
        )


class VectorEnv:
    """Many games side by side: one call takes an action in each. **The arrays are used again by the
    next call, unless `copy=True`.**

    They can only be read. `copy=True` gives arrays of the caller's own instead, which takes longer.

    `opponent` is a bot for all seats but the learner's, or one for each: a name, a policy or a
    `tsuro.PolicyBot`. A policy with a method `act_many` is called once for all games that wait for
    it. The learner sits in each seat in turn, game after game, or always in `seat`. Then `step`
    waits for the learner's decisions alone, and `reward` has a number for each game. Without
    opponents every decision of every seat is the caller's: `info["seat"]` says whose it is, and
    `reward` has a number for each seat of each game.

    A game that ends begins anew within the same step: `terminated` is set, and the observation is
    that of the next game (`AutoresetMode.SAME_STEP` of Gymnasium).

    With `final_obs`, `info["final_obs"]` has what was seen at the end of each game that has
    `terminated`: by the learner, or without opponents by the seat that decided last. Its other rows
    mean nothing.

    `form` is `"planes"` or `"tokens"`; `outlook`, `knowledge` and `states` add fields, and
    `layout=2` has arrays that tell more.
    `docs/tensors.md` tells what the bytes and the numbers of actions mean, and `layout` is the same
    as a document. `reward` is `"win"` (a seat that wins alone gets 1; all together get 0) or
    `"rank"`. With `random_starts`, start marks are chosen at random.

    An action that is not allowed raises `tsuro.Illegal`. With `illegal_reward`, a number, it ends
    its game with this reward for whoever decides and 0 for the others, and `info["illegal"]` says
    in which games that was so.

    The same seed and actions give the same arrays, on any number of `threads`. Ctrl-C ends a step
    that takes long; then the games have to be reset. One thread of Python at a time may use the
    games: another one gets `tsuro.Error`.
    """

    autoreset_mode = "SameStep"
    """The name of the autoreset mode in Gymnasium."""

    def __init__(
        self,
        rules: str | RuleSet = "classic",
        players: int | None = None,
        num_envs: int = 1,
        *,
        seed: str | int | None = None,
        opponent: Bots | None = None,
        seat: int | None = None,
        form: Literal["planes", "tokens"] = "planes",
        outlook: bool = False,
        knowledge: bool = False,
        layout: int = 1,
        states: bool = False,
        reward: Literal["win", "rank"] = "win",
        random_starts: bool = False,
        illegal_reward: float | None = None,
        final_obs: bool = False,
        threads: int = 1,
        copy: bool = False,
    ) -> None:
        arrays = Arrays.checked(form, outlook, knowledge, layout)
        _doors.one_of("reward", reward, _doors.REWARDS)
        bots = [] if opponent is None else _players("opponent", opponent)
        if seat is not None and opponent is None:
            raise ArgumentError(
                "seat: it is that of the learner among opponents, and there are none"
            )
        self.num_envs = _whole("num_envs", num_envs, 1, 1_000_000)
        seed = secrets.token_hex(8) if seed is None else seed
        self._batch = Batch(
            rules,
            None if players is None else _whole("players", players, 1, 32),
            self.num_envs,
            seed,
            bots,
            None if seat is None else _whole("seat", seat, 0, 31),
            *arrays.options[:3],
            _flag("states", states),
            _flag("final_obs", final_obs),
            reward == "rank",
            _flag("random_starts", random_starts),
            _threads(threads) or 1,
            arrays.layout,
            _doors.illegal_worth(illegal_reward),
        )
        if opponent is not None and not bots and self.players > 1:
            raise ArgumentError(
                "opponent: a list without bots; give bots for the other seats, or None to decide "
                "for every seat"
            )
        self.form = arrays.form
        self.copy = _flag("copy", copy)
        self.layout: dict[str, Any] = self._batch.describe()
        self._fields: dict[str, tuple[int, tuple[int, ...]]] = {
            field["name"]: (field["offset"], tuple(field["shape"]))
            for field in self.layout["fields"]
        }
        self.observation_len, self.action_count, state = self._batch.lens
        n, observation = self.num_envs, self.observation_len
        self._arrays: dict[str, NDArray[Any]] = {
            "observations": np.zeros((n, observation), np.uint8),
            "masks": np.zeros((n, self.action_count), np.uint8),
            "seats": np.zeros(n, np.uint8),
            "rewards": np.zeros((n, self.players), np.float32),
            "dones": np.zeros(n, np.uint8),
            "states": np.zeros((n, state), np.uint8),
            "finals": np.zeros((n, observation if final_obs else 0), np.uint8),
        }
        self._seed, self._resets = seed, 0
        self._is_fresh = True
        self._has_opponents = opponent is not None
        self._rows = np.arange(n)
        self._before = np.zeros(n, np.uint8)
        self._illegal = None if illegal_reward is None else np.zeros(n, np.bool_)
        self._truncated = np.zeros(n, np.bool_)
        self._has_begun = False
        # A policy of these games, which may be called on any thread, is told something else.
        self._turn = _doors.Turn(self._batch.sample)

    @property
    def num_actions(self) -> int:
        """The old name of `action_count`."""
        warnings.warn(
            "VectorEnv.num_actions is called action_count now, as in tsuro.Table",
            DeprecationWarning,
            stacklevel=2,
        )
        return self.action_count

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self._batch.rules

    @property
    def players(self) -> int:
        """The number of players of a game."""
        return self._batch.players

    def _shown(self, array: NDArray[Any], own: bool = False) -> NDArray[Any]:
        """An array as the caller gets it: a copy, or one that can only be read."""
        if self.copy:
            return array if own else array.copy()
        shown = array if own else array.view()
        shown.flags.writeable = False
        return shown

    def _info(self) -> dict[str, Any]:
        info = {
            "action_mask": self._shown(self._arrays["masks"]),
            "seat": self._shown(self._arrays["seats"]),
        }
        if self._arrays["states"].size:
            info["state"] = self._shown(self._arrays["states"])
        if self._arrays["finals"].size:
            info["final_obs"] = self._shown(self._arrays["finals"])
        if self._illegal is not None:
            info["illegal"] = self._shown(self._illegal)
        return info

    def reset(
        self, *, seed: str | int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins all games anew: what the seats that decide see, and `info` with `action_mask` and
        `seat`.

        The first call without a seed begins the games of the seed that the environment was made
        with. Every further one begins other games, which follow from the seed given last. There
        are no `options`.
        """
        _doors.no_options(options)
        base, resets = (self._seed, self._resets) if seed is None else (seed, 0)
        if seed is None and resets > 0:
            seed = f"{base}, reset {resets}"
        elif seed is None and not self._is_fresh:
            # A reset that failed may have left other games.
            seed = base
        with self._turn:
            self._is_fresh = False
            self._batch.reset(seed, self._arrays)
            if self._illegal is not None:
                self._illegal[:] = False
            self._seed, self._resets = base, resets + 1
            self._has_begun = True
            return self._shown(self._arrays["observations"]), self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Takes an action in each game: observations, rewards, terminated, truncated (never) and
        `info`.

        Raises `Illegal` if an action is not allowed and there is no `illegal_reward`, with the
        number of the game in `details`; then nothing has changed in any game.
        """
        if not self._has_begun:
            raise ArgumentError("the games have not begun: call reset first")
        given = action_numbers(actions, self._rows, self.action_count)
        with self._turn:
            reward = self._shown(self._play(given), own=self._has_opponents)
            terminated = self._shown(self._arrays["dones"].view(np.bool_))
            return (
                self._shown(self._arrays["observations"]),
                reward,
                terminated,
                self._shown(self._truncated),
                self._info(),
            )

    def _play(self, given: NDArray[Any]) -> NDArray[np.float32]:
        """Takes an action in each game. `_arrays` have what follows, but for these rewards."""
        self._before[:] = self._arrays["seats"]
        if self._illegal is not None:
            self._illegal[:] = self._arrays["masks"][self._rows, given] == 0
        self._batch.step(np.ascontiguousarray(given, np.uint16), self._arrays)
        rewards: NDArray[np.float32] = self._arrays["rewards"]
        # The learner may sit elsewhere in the next game.
        return rewards[self._rows, self._before] if self._has_opponents else rewards

    def sample_actions(self) -> NDArray[np.uint16]:
        """An action for each game, one of those allowed at random: the same ones until the next
        step.

        This is much faster than to draw with numpy from the mask.
        """
        if not self._has_begun:
            raise ArgumentError("the games have not begun: call reset first")
        return self._batch.sample()

    def field(self, observations: NDArray[np.uint8], name: str) -> NDArray[np.uint8]:
        """A field of observations by its name in the layout, in its shape: a view, not a copy.

        Raises `KeyError` if the layout has no such field.
        """
        offset, shape = self._fields[name]
        length = int(np.prod(shape))
        return observations[..., offset : offset + length].reshape(*observations.shape[:-1], *shape)

    def planes(self, observations: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """All planes of observations, as `[..., plane, row, column]`: a view, not a copy."""
        if self.form != "planes":
            raise ArgumentError("planes: these games are written as tokens")
        rows, columns = self._fields["pieces"][1][-2:]
        board = observations[..., : self._fields["phase"][0]]
        return board.reshape(*observations.shape[:-1], -1, rows, columns)

    def picture(self, game: int, seat: int | None = None) -> NDArray[np.uint8]:
        """The board of a game, as a seat sees it or that which decides: pixels as
        `[row, column, colour]`."""
        if not self._has_begun:
            raise ArgumentError("the games have not begun: call reset first")
        number = _whole("game", game, 0, self.num_envs - 1)
        if seat is None:
            seat = int(self._arrays["seats"][number])
        return _doors.pixels(self._batch.png(number, _whole("seat", seat, 0, self.players - 1)))

    def action_name(self, action: int) -> str:
        """What an action does, in words."""
        number = _whole("action", action, 0, self.action_count - 1)
        return self._batch.action_name(number) or "unused"

    def __reduce__(self) -> str:
        raise TypeError(
            "a VectorEnv cannot be pickled: make another one with the same arguments and seed"
        )

    def close(self) -> None:
        """Does nothing: there is nothing to be closed."""

    def __repr__(self) -> str:
        return (
            f"<tsuro.VectorEnv {self.num_envs} games of {self.rules.name}, {self.players} players>"
        )


class GamesDoor(_doors.Door):
    """What the environments of games side by side, each for one agent against bots, have in
    common."""

    games: VectorEnv
    """The games."""

    def _make_games(
        self,
        observation: object,
        allowed: tuple[str, ...],
        opponent: Bots | None,
        *arguments: Any,
        **options: Any,
    ) -> None:
        self._seen_as = _doors.Seen(observation, allowed)
        if opponent is None:
            raise ArgumentError("opponent: bots for the other seats are needed")
        self.games = VectorEnv(*arguments, opponent=opponent, final_obs=True, **options)
        self._describe(self.games)

    def _pictures(self, games: Iterable[int]) -> tuple[NDArray[np.uint8], ...]:
        """The boards of some games, as their agents see them."""
        return tuple(self.games.picture(game) for game in games)

    def _finals(self, info: dict[str, Any], terminated: NDArray[np.bool_]) -> dict[int, Any]:
        """What was seen at the end of each game that has ended: observations of the caller's own.
        It is no longer in `info`."""
        rows, nothing = info.pop("final_obs"), (self.action_count,)
        return {
            int(game): self._seen_as.of(rows[game].copy(), np.zeros(nothing, np.int8))
            for game in terminated.nonzero()[0]
        }
