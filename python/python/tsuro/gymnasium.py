"""The games as environments of Gymnasium: one agent plays, and built-in bots play the other seats.

    import gymnasium
    import tsuro.gymnasium

    env = gymnasium.make("tsuro/Tsuro-v1", rules="seas", players=2, opponent="greedy")
    observation, info = env.reset(seed=1)
    terminated = False
    while not terminated:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)

Many games side by side are one environment, too:
`gymnasium.make_vec("tsuro/Tsuro-v1", num_envs=1024, rules="seas")`.

Importing this module registers the games as `"tsuro/Tsuro-v1"`. It needs the package `gymnasium`:
`pip install 'tsuro[gymnasium]'`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import tsuro._core as _core
from tsuro._core import RuleSet, Table
from tsuro.errors import ArgumentError, Illegal

try:
    import gymnasium
    import numpy as np
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

    from tsuro.vector import VectorEnv
except ImportError as _missing:
    raise ImportError(
        "tsuro.gymnasium needs the package gymnasium: pip install 'tsuro[gymnasium]'"
    ) from _missing

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["ID", "TsuroEnv", "TsuroVectorEnv"]

ID = "tsuro/Tsuro-v1"
"""The name in Gymnasium's registry."""


class TsuroEnv(gymnasium.Env[NDArray[np.uint8], int]):
    """A game for one agent, against bots such as `"greedy"` or `"ismcts:200"`.

    `rules`, `players`, `form`, `outlook` and `knowledge` are as in `tsuro.Table`. `opponent` is the
    bot on all other seats, or a list of bots, clockwise from the agent. `seat` is where the agent
    sits; without it, the agent sits on seat 0 in the first game after a seed, and one seat further
    in each game.

    `info["action_mask"]` says which actions are allowed. An action that is not allowed raises
    `tsuro.Illegal`; with `illegal_reward` it ends the game instead with this reward.

    The reward comes at the end: `(S * share - 1) / (S - 1)` for `S` seats, where the winners share
    1. Under rules where only the last piece on the board wins, the game ends when the agent is out.
    `table` is the `tsuro.Table` of the game.
    """

    metadata = {"render_modes": ["human", "ansi", "svg"], "render_fps": 1}

    def __init__(
        self,
        rules: str | RuleSet = "classic",
        players: int | None = None,
        opponent: str | list[str] | tuple[str, ...] = "greedy",
        *,
        seat: int | None = None,
        form: Literal["tokens", "planes"] = "tokens",
        outlook: bool = False,
        knowledge: bool = False,
        illegal_reward: float | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ArgumentError(
                f"render_mode: {render_mode!r} is not one of "
                f"{', '.join(self.metadata['render_modes'])}"
            )
        self.table = Table(rules, players, form=form, outlook=outlook, knowledge=knowledge)
        others = self.table.players - 1
        self.opponents = [opponent] * others if isinstance(opponent, str) else list(opponent)
        if len(self.opponents) != others:
            raise ArgumentError(f"opponent: {len(self.opponents)} bots for {others} other seats")
        for bot in self.opponents:
            _core.check_bot(bot)
        if seat is not None and not 0 <= seat < self.table.players:
            raise ArgumentError(f"seat: {seat} is not a number from 0 to {others}")
        self.seat = seat or 0
        self._fixed = seat is not None
        self._illegal_reward = illegal_reward
        self._games = 0
        self._seed: int | None = None
        self._ended = True
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(
            0, 255, (self.table.observation_len,), np.uint8
        )
        self.action_space = gymnasium.spaces.Discrete(self.table.action_count)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins a game, and plays to the first decision of the agent.

        With a seed, it is the game that `tsuro.Game` deals from it. The games after it follow from
        the seed.
        """
        super().reset(seed=seed, options=options)
        if seed is not None:
            self._seed, self._games = seed, 0
        while True:
            if self._seed is None:
                self.table.reset()
            else:
                self.table.reset(f"{self._seed}:{self._games}" if self._games else str(self._seed))
            if not self._fixed:
                self.seat = self._games % self.table.players
            self._games += 1
            self._play_on()
            # Under rules without a choice of start marks, a game may end before the agent has
            # decided anything.
            if not self._is_over():
                break
        self._ended = False
        return self._seen()

    def _is_over(self) -> bool:
        return self.table.over or self.seat in self.table.lost

    def _play_on(self) -> None:
        """Has the bots play to the next decision of the agent, or to the end."""
        players = self.table.players
        while not self._is_over():
            decides = self.table.seat
            if decides is None or decides == self.seat:
                return
            self.table.step_bot(self.opponents[(decides - self.seat) % players - 1])

    def _seen(self) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        return self.table.observe(self.seat), {
            "action_mask": self.table.mask(self.seat).view(np.int8)
        }

    def step(self, action: int) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Takes an action, and plays to the next decision of the agent or to the end.

        Raises `tsuro.Illegal` if it is not allowed, unless there is an `illegal_reward`; then
        nothing has changed.
        """
        if self._ended:
            raise Illegal("the game is over: reset the environment", "game-over", {})
        try:
            self.table.step(action)
        except Illegal:
            if self._illegal_reward is None:
                raise
            self._ended = True
            observation, info = self._seen()
            return observation, float(self._illegal_reward), True, False, info
        self._play_on()
        self._ended = self._is_over()
        reward = 0.0
        if self.table.over:
            reward = self.table.rewards()[self.seat]
        elif self._ended:
            reward = -1.0 / (self.table.players - 1)
        observation, info = self._seen()
        if self.render_mode == "human":
            self.render()
        return observation, reward, self._ended, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are allowed, as `MaskablePPO` of sb3-contrib asks for it."""
        return self.table.mask(self.seat).view(np.bool_)

    def render(self) -> Any:
        """The board: as text for `"ansi"`, as a picture for `"svg"`, printed for `"human"`."""
        if self.render_mode == "ansi":
            return str(self.table)
        if self.render_mode == "svg":
            return self.table.game().svg()
        if self.render_mode == "human":
            print(self.table)
        return None


class TsuroVectorEnv(GymnasiumVectorEnv[NDArray[np.uint8], NDArray[Any], NDArray[Any]]):
    """Many games side by side, each for one agent against bots: a `tsuro.VectorEnv` with the
    interface of Gymnasium.

    `rules`, `players`, `opponent`, `seat`, `form`, `outlook`, `knowledge`, `threads` and `copy` are
    as in `tsuro.VectorEnv`. Without `copy=False`, all arrays are the caller's to keep.

    `info["action_mask"]` says which actions are allowed; any other raises `tsuro.Illegal`. A game
    that ends begins anew within the same step, and `info["final_obs"]` has what was seen at its
    end, where `info["_final_obs"]` is set. `games` is the `tsuro.VectorEnv`.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        rules: str | RuleSet = "classic",
        players: int | None = None,
        opponent: str | Iterable[str] = "greedy",
        *,
        seat: int | None = None,
        form: Literal["tokens", "planes"] = "tokens",
        outlook: bool = False,
        knowledge: bool = False,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise ArgumentError("render_mode: many games side by side are not drawn")
        if opponent is None:
            raise ArgumentError("opponent: bots for the other seats are needed")
        self.games = VectorEnv(
            rules,
            players,
            num_envs,
            opponent=opponent,
            seat=seat,
            form=form,
            outlook=outlook,
            knowledge=knowledge,
            final_obs=True,
            threads=threads,
            copy=copy,
        )
        self.num_envs = self.games.num_envs
        self._all = np.ones(self.num_envs, np.bool_)
        self._all.flags.writeable = False
        self.single_observation_space = gymnasium.spaces.Box(
            0, 255, (self.games.observation_len,), np.uint8
        )
        self.single_action_space = gymnasium.spaces.Discrete(self.games.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins all games: the same ones from the same seed, and without a seed others than
        before."""
        super().reset(seed=seed, options=options)
        # Without a seed before, that of the generator is one from the operating system.
        observations, info = self.games.reset(
            seed=int(self.np_random.integers(2**63)) if seed is None else seed, options=options
        )
        del info["final_obs"]
        return self._told(observations, info)

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Takes an action in each game, and plays on to the next decision of each agent."""
        observations, rewards, terminated, truncated, info = self.games.step(actions)
        observations, info = self._told(observations, info)
        rows = info.pop("final_obs")
        if terminated.any():
            # Wrappers write into it.
            final = np.full(self.num_envs, None, object)
            for game in terminated.nonzero()[0]:
                final[game] = rows[game].copy()
            info["final_obs"], info["_final_obs"] = final, terminated
        return observations, rewards, terminated, truncated, info

    def _told(
        self, observations: NDArray[np.uint8], info: dict[str, Any]
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        info["action_mask"] = info["action_mask"].view(np.int8)
        # Every game has these entries.
        info["_action_mask"] = info["_seat"] = self._all
        return observations, info

    def close_extras(self, **kwargs: Any) -> None:
        """Does nothing: there is nothing to be closed."""


if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point="tsuro.gymnasium:TsuroEnv",
        vector_entry_point="tsuro.gymnasium:TsuroVectorEnv",
    )
