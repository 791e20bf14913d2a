"""Many games side by side for learners that do not wait for the slowest of them. It needs numpy:
`pip install numpy`."""

from __future__ import annotations

import atexit
import functools
import os
import secrets
import threading
import weakref
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as _error:
    raise ImportError("tsuro.AsyncVectorEnv needs numpy: pip install numpy") from _error

from tsuro import _doors
from tsuro._functions import _players, _seed, _threads, _whole
from tsuro.errors import ArgumentError, Error, PolicyError
from tsuro.policy import PolicyBot
from tsuro.vector import VectorEnv, action_numbers, check_allowed

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from tsuro._core import RuleSet
    from tsuro.policy import Bots

__all__ = ["AsyncVectorEnv"]

StepResult: TypeAlias = tuple[
    NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]
"""What `VectorEnv.step` gives."""

_LOOK = 0.1
"""The seconds after which a thread that waits looks for signals, and stops again what it waits for.
Not every system wakes it."""

_WAITS = {
    "new": "the games have not begun: call async_reset first",
    "under way": "env_id: game {} is under way: recv gives it first",
    "unfinished": "env_id: game {} was left unfinished: call async_reset first",
}
"""Why no action can be taken in a block, by its state."""


class _Block:
    """Games that are stepped together."""

    def __init__(self, games: VectorEnv, first: int) -> None:
        self.games, self.first = games, first
        self.env_id = np.arange(first, first + games.num_envs)
        self.env_id.flags.writeable = False
        self.state: Literal["new", "under way", "shown", "unfinished"] = "new"
        self.work: Callable[[], StepResult] | None = None
        self.outcome: StepResult | BaseException | None = None

    def reset(self, seed: str | None) -> StepResult:
        """Begins the games: a step without rewards."""
        observations, info = self.games.reset(seed=seed)
        games, seats = self.games.num_envs, self.games.players
        shape = (games,) if self.games._has_opponents else (games, seats)
        ended, truncated = np.zeros((2, games), np.bool_)
        return observations, np.zeros(shape, np.float32), ended, truncated, info

    def run(self) -> None:
        """Does its work."""
        assert self.work is not None
        try:
            self.outcome = self.work()
        except BaseException as error:
            self.outcome = error
        self.work = None

    def result(self) -> StepResult:
        """What its work has given, or raises what the work raised."""
        outcome, self.outcome = self.outcome, None
        assert outcome is not None
        if isinstance(outcome, BaseException):
            self.state = "unfinished"
            raise self._renamed(outcome)
        self.state = "shown"
        outcome[-1]["env_id"] = self.env_id
        return outcome

    def _renamed(self, error: BaseException) -> BaseException:
        """An error that has the number of a game among all of them, not in this block."""
        if not isinstance(error, PolicyError) or error.game is None:
            return error
        text, game = str(error), error.game + self.first
        text = f"game {game}{text.removeprefix(f'game {error.game}')}"
        renamed = PolicyError(text, game, error.turn, error.seat)
        renamed.__cause__ = error.__cause__
        return renamed


class _Crew:
    """The threads that step blocks. They do not hold the environment, so that it can be dropped."""

    def __init__(self, threads: int) -> None:
        self.changed = threading.Condition()
        self.waiting: deque[_Block] = deque()
        self.running: list[_Block] = []
        self.ready: deque[_Block] = deque()
        self.is_closed = False
        self.is_stopping = False
        """Whether what is under way is dropped: no policy is asked any more."""
        self.process = os.getpid()
        # Threads that Python itself waits for would first step all blocks that wait.
        self.threads = [threading.Thread(target=self._work, daemon=True) for _ in range(threads)]
        for thread in self.threads:
            thread.start()
        _CREWS.add(self)

    def _work(self) -> None:
        while True:
            with self.changed:
                while not (self.waiting or self.is_closed):
                    self.changed.wait()
                if self.is_closed:
                    return
                block = self.waiting.popleft()
                self.running.append(block)
            block.run()
            with self.changed:
                self.running.remove(block)
                self.ready.append(block)
                self.changed.notify_all()
            del block

    def begin(self, block: _Block, work: Callable[[], StepResult]) -> None:
        """Has a thread do the work of a block. The caller holds `changed`."""
        block.state, block.work = "under way", work
        self.waiting.append(block)
        self.changed.notify_all()

    def stop(self) -> None:
        """Breaks off the steps that have begun. One that begins just now does not notice. The
        caller holds `changed`."""
        self.is_stopping = True
        for block in self.running:
            block.games._batch.stop()

    def drop_all(self) -> None:
        """Breaks off the steps that have begun, and drops those that wait. The caller holds
        `changed`."""
        while self.waiting or self.running:
            while self.waiting:
                self.waiting.pop().state = "unfinished"
            self.stop()
            if self.running:
                self.changed.wait(_LOOK)
        self.is_stopping = self.is_closed
        self.ready.clear()

    def end(self) -> None:
        """Breaks off the steps that have begun, and ends the threads."""
        if self.process == os.getpid():
            with self.changed:
                self.is_closed = True
                self.stop()
                self.changed.notify_all()

    def join(self) -> None:
        """Waits until the threads have ended."""
        if self.process == os.getpid():
            for thread in self.threads:
                while thread.is_alive():
                    self.end()
                    thread.join(_LOOK)


_CREWS: weakref.WeakSet[_Crew] = weakref.WeakSet()


@atexit.register
def _end_crews() -> None:
    """An interpreter that ends may not be called by other threads any more."""
    crews = list(_CREWS)
    for crew in crews:
        crew.end()
    for crew in crews:
        crew.join()


class _OneAtATime(PolicyBot):
    """A policy that several blocks ask, never two at the same time."""

    def __init__(self, bot: PolicyBot, crew: _Crew) -> None:
        super().__init__(bot)
        self._crew = crew
        self._lock = threading.Lock()
        self.thread: int | None = None
        """The thread that asks it now."""

    def _asked(self, ask: Callable[..., Any], *rows: NDArray[np.uint8]) -> Any:
        with self._lock:
            if self._crew.is_stopping:
                raise Error("the step was stopped")
            self.thread = threading.get_ident()
            try:
                return ask(*rows)
            finally:
                self.thread = None

    def act(self, array: NDArray[np.uint8], mask: NDArray[np.uint8]) -> SupportsIndex:
        action: SupportsIndex = self._asked(super().act, array, mask)
        return action

    def act_many(self, arrays: NDArray[np.uint8], masks: NDArray[np.uint8]) -> list[int]:
        actions: list[int] = self._asked(super().act_many, arrays, masks)
        return actions


class AsyncVectorEnv(_doors.Door):
    """Many games side by side, stepped in blocks while the caller works: for opponents that think.

    `send` begins a step of some games and returns at once; `recv` gives the first block of games
    that is ready. `num_envs` games are blocks of `batch_size`: the first block has the games 0 to
    `batch_size - 1`, and so on. `threads` is how many blocks are stepped at the same time.

        env.async_reset()
        while True:
            observations, reward, terminated, truncated, info = env.recv()
            env.send(policy(observations, info["action_mask"]), info["env_id"])

    The other arguments, the arrays and `info` are those of `tsuro.VectorEnv`, for the games of one
    block; `info["env_id"]` has their numbers. **The arrays of a block are used again when an action
    is sent to it, unless `copy=True`.**

    The same seed and actions give the same arrays in each game, in whatever order blocks are ready:
    block `b` is the `VectorEnv` of `batch_size` games whose seed is `"SEED, block b"`. A policy is
    never asked by two blocks at the same time.

    Any thread may call `send` and `recv`. Ctrl-C ends a `recv` that waits, and the steps go on.
    `async_reset`, `close` and the end of the program break them off. They wait for one answer of a
    policy at most: a call of Python cannot be broken off.
    """

    autoreset_mode = "SameStep"
    """The name of the autoreset mode in Gymnasium."""

    def __init__(
        self,
        rules: str | RuleSet = "classic",
        players: int | None = None,
        num_envs: int = 64,
        batch_size: int = 16,
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
        self.num_envs = _whole("num_envs", num_envs, 1, 1_000_000)
        self.batch_size = _whole("batch_size", batch_size, 1, self.num_envs)
        if self.num_envs % self.batch_size:
            raise ArgumentError(
                f"batch_size: {self.num_envs} games are not whole blocks of {self.batch_size}"
            )
        self._base = _seed(secrets.token_hex(8) if seed is None else seed)
        self._resets = 0
        blocks = self.num_envs // self.batch_size
        self._crew = _Crew(min(_threads(threads) or 1, blocks))
        weakref.finalize(self, self._crew.end).atexit = False
        self._policies: dict[int, _OneAtATime] = {}
        bots = None if opponent is None else [*map(self._shared, _players("opponent", opponent))]
        self._blocks = [
            _Block(
                VectorEnv(
                    rules,
                    players,
                    self.batch_size,
                    seed=self._block_seed(self._base, first),
                    opponent=bots,
                    seat=seat,
                    form=form,
                    outlook=outlook,
                    knowledge=knowledge,
                    layout=layout,
                    states=states,
                    reward=reward,
                    random_starts=random_starts,
                    illegal_reward=illegal_reward,
                    final_obs=final_obs,
                    copy=copy,
                ),
                first,
            )
            for first in range(0, self.num_envs, self.batch_size)
        ]
        self.form, self.copy = form, self._blocks[0].games.copy
        self._raises = illegal_reward is None
        self._describe(self._blocks[0].games)

    def _shared(self, bot: str | PolicyBot) -> str | PolicyBot:
        """A bot as the blocks share it."""
        if isinstance(bot, str):
            return bot
        return self._policies.setdefault(id(bot), _OneAtATime(bot, self._crew))

    def _block_seed(self, seed: str | int, first: int) -> str:
        return f"{seed}, block {first // self.batch_size}"

    def _used_here(self) -> _Crew:
        """The threads, if the caller may use them."""
        if self._crew.process != os.getpid():
            raise Error(
                "these games are played by threads of the process that was forked: make new ones "
                "in this process"
            )
        self._check_caller()
        self._check_open()
        return self._crew

    def _check_caller(self) -> None:
        if any(policy.thread == threading.get_ident() for policy in self._policies.values()):
            raise Error(
                "these games are in the middle of a step: the policy may not use its own "
                "environment"
            )

    def _check_open(self) -> None:
        if self._crew.is_closed:
            raise Error("these games are closed: make new ones")

    def async_reset(self, *, seed: str | int | None = None) -> None:
        """Begins all games anew, as `VectorEnv.reset` does; `recv` gives them.

        It breaks off the steps that have begun. If it is interrupted, it has to be called again.
        """
        base = None if seed is None else _seed(seed)
        crew = self._used_here()
        with crew.changed:
            crew.drop_all()
            self._check_open()
            if base is not None:
                self._base, self._resets = base, 0
            # Counted here: a block whose reset was dropped does not know of it.
            more = f", reset {self._resets}" if self._resets else ""
            self._resets += 1
            for block in self._blocks:
                own = self._block_seed(self._base, block.first) + more
                crew.begin(block, functools.partial(block.reset, own))

    def send(self, actions: ArrayLike, env_id: ArrayLike) -> None:
        """Begins a step of the games with these numbers, with an action for each: of a block, or of
        several whole blocks, in any order.

        Raises `Illegal` if an action is not allowed and there is no `illegal_reward`, with the
        number of the game in `details`; then nothing has begun.
        """
        crew = self._used_here()
        games = self._numbers(env_id)
        given = action_numbers(actions, games, self.action_count)
        with crew.changed:
            self._check_open()
            order = np.argsort(games)
            games, given = games[order], given[order]
            blocks = self._whole_blocks(games)
            for block in blocks:
                if block.state != "shown":
                    raise ArgumentError(_WAITS[block.state].format(block.first))
            if self._raises:
                masks = [block.games._arrays["masks"] for block in blocks]
                check_allowed(given, np.concatenate(masks), games)
            for block, part in zip(blocks, given.reshape(-1, self.batch_size), strict=True):
                crew.begin(block, functools.partial(block.games.step, part))

    def _numbers(self, env_id: ArrayLike) -> NDArray[np.intp]:
        """The numbers of games, each of which there is."""
        given = np.asarray(env_id)
        if given.ndim != 1 or not given.size:
            raise ArgumentError(
                f"env_id: an array with the numbers of games is needed, not {env_id!r}"
            )
        if given.dtype.kind not in "ui":
            raise TypeError(f"env_id: whole numbers are needed, not {given.dtype}")
        wrong = given[(given < 0) | (given >= self.num_envs)]
        if wrong.size:
            raise ArgumentError(f"env_id: {wrong[0]} is not a number from 0 to {self.num_envs - 1}")
        return given.astype(np.intp)

    def _whole_blocks(self, games: NDArray[np.intp]) -> list[_Block]:
        """The blocks of these games, which are in ascending order."""
        numbers = np.unique(games // self.batch_size)
        blocks = [self._blocks[number] for number in numbers]
        for number, block in zip(numbers, blocks, strict=True):
            given = games[games // self.batch_size == number]
            if not np.array_equal(given, block.env_id):
                raise ArgumentError(
                    f"env_id: games are stepped in whole blocks of {self.batch_size}, each game "
                    f"once: game {given[0]} is in the block {block.env_id[0]} to "
                    f"{block.env_id[-1]}"
                )
        return blocks

    def recv(self) -> StepResult:
        """The first block of games that is ready, as `VectorEnv.step` gives it: observations,
        rewards, terminated, truncated (never) and `info`, in which `env_id` has the numbers of the
        games. After `async_reset`, rewards are 0.

        An exception in the step of a block, such as `PolicyError`, is raised here once; its games
        have to be reset then. The other blocks can be received and go on.
        """
        crew = self._used_here()
        with crew.changed:
            while not crew.ready:
                if crew.is_closed:
                    raise Error("these games were closed meanwhile")
                if not (crew.waiting or crew.running):
                    raise ArgumentError("no game is under way: call async_reset or send first")
                crew.changed.wait(_LOOK)
            return crew.ready.popleft().result()

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self._blocks[0].games.rules

    def field(self, observations: NDArray[np.uint8], name: str) -> NDArray[np.uint8]:
        """A field of observations by its name, as `VectorEnv.field` gives it."""
        return self._blocks[0].games.field(observations, name)

    def planes(self, observations: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """All planes of observations, as `VectorEnv.planes` gives them."""
        return self._blocks[0].games.planes(observations)

    def action_name(self, action: int) -> str:
        """What an action does, in words."""
        return self._blocks[0].games.action_name(action)

    def __reduce__(self) -> str:
        raise TypeError(
            "an AsyncVectorEnv cannot be pickled: make another one with the same arguments and seed"
        )

    def close(self) -> None:
        """Breaks off the steps that have begun, and ends the threads."""
        if self._crew.process != os.getpid():
            return
        self._check_caller()
        self._crew.end()
        self._crew.join()

    def __repr__(self) -> str:
        games = self._blocks[0].games
        return (
            f"<tsuro.AsyncVectorEnv {self.num_envs} games of {games.rules.name} in blocks of "
            f"{self.batch_size}, {games.players} players>"
        )
