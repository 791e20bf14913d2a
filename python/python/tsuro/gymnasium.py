"""The games as environments of Gymnasium: one agent plays, and bots play the other seats.

    import gymnasium
    import tsuro

    env = gymnasium.make("tsuro/Tsuro-v1", rules="seas", players=2, opponent="greedy")
    observation, info = env.reset(seed=1)
    terminated = False
    while not terminated:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)

Many games side by side are one environment, too:
`gymnasium.make_vec("tsuro/Tsuro-v1", num_envs=1024, rules="seas")`.

`import tsuro` registers the games as `"tsuro/Tsuro-v1"`, before or after `import gymnasium`. They
need the package `gymnasium`: `pip install gymnasium`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from tsuro._core import RuleSet
from tsuro._registers import ID, register_gymnasium
from tsuro.errors import ArgumentError, Illegal

try:
    import gymnasium
    import numpy as np
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

    from tsuro import _doors
    from tsuro.vector import GamesDoor
except ImportError as _missing:
    raise ImportError(
        "tsuro.gymnasium needs the package gymnasium: pip install gymnasium"
    ) from _missing

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from tsuro.policy import Bots

__all__ = ["ID", "TsuroEnv", "TsuroVectorEnv"]


class TsuroEnv(_doors.TableDoor, gymnasium.Env[Any, int]):
    """A game for one agent, against bots such as `"greedy"` or `"ismcts:200"`, or policies.

    `rules`, `players`, `opponent`, `form`, `outlook`, `knowledge`, `layout`, `reward` and
    `random_starts` are as in `tsuro.VectorEnv`. `seat` is where the agent sits; without it, the
    agent sits on seat 0 in the first game after a seed, and one seat further in each game.

    `observation` is `"flat"` for an array of bytes, `"float"` for the same as `float32`, or
    `"dict"` for a dictionary of the array as `"observation"` and of the mask as `"action_mask"`.

    `info["action_mask"]` says which actions are allowed. Another one ends the game with the reward
    `illegal_reward`, and `info["illegal"]` says why it is not allowed. With `illegal_reward=None`
    it raises `tsuro.Illegal`, and nothing has changed.

    The reward comes at the end: `(S * share - 1) / (S - 1)` for `S` seats, where the winners share
    1; with `reward="rank"`, 1 to -1 by rank. Under rules where only the last piece on the board
    wins, the game ends when the agent is out.

    `table` is the `tsuro.Table` of the game, `layout` says what the bytes of an observation mean.
    """

    metadata = {"render_modes": [*_doors.PICTURES], "render_fps": 1}

    def __init__(
        self,
        rules: str | RuleSet = "classic",
        players: int | None = None,
        opponent: Bots = "greedy",
        *,
        seat: int | None = None,
        form: Literal["planes", "tokens"] = "planes",
        outlook: bool = False,
        knowledge: bool = False,
        layout: int = 1,
        observation: Literal["flat", "float", "dict"] = "flat",
        reward: Literal["win", "rank"] = "win",
        random_starts: bool = False,
        illegal_reward: float | None = -1.0,
        render_mode: str | None = None,
    ) -> None:
        self._seen_as = _doors.Seen(observation)
        self._rewards = _doors.Rewards(reward)
        self._make_table(
            rules,
            players,
            render_mode,
            form=form,
            outlook=outlook,
            knowledge=knowledge,
            layout=layout,
        )
        self._starts = _doors.Starts(self.table, random_starts)
        others = self.table.players - 1
        self._opponents = _doors.Opponents(opponent, self.table)
        self.opponents = self._opponents.bots
        if seat is not None and not 0 <= seat < self.table.players:
            raise ArgumentError(f"seat: {seat} is not a number from 0 to {others}")
        self.seat = seat or 0
        self._fixed = seat is not None
        self._illegal_reward = _doors.illegal_worth(illegal_reward)
        self._games = 0
        self._seed: int | None = None
        self._ended = True
        self._turn = _doors.Turn()
        self.observation_space = self._seen_as.space(self.table)
        self.action_space = gymnasium.spaces.Discrete(self.table.action_count)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a game, and plays to the first decision of the agent.

        With a seed, it is the game that `tsuro.Game` deals from it. The games after it follow from
        the seed. There are no `options`.
        """
        _doors.no_options(options)
        with self._turn:
            super().reset(seed=seed, options=options)
            if seed is not None:
                self._seed, self._games = seed, 0
            while True:
                if self._seed is None:
                    self.table.reset()
                else:
                    number = self._games
                    self.table.reset(f"{self._seed}:{number}" if number else str(self._seed))
                if not self._fixed:
                    self.seat = self._games % self.table.players
                self._games += 1
                self._rewards.begin()
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
        while not self._is_over():
            if not self._starts.choose(self.table):
                if self.table.seat == self.seat:
                    return
                self._opponents.play(self.table, self.seat)
            self._rewards.note(self.table)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        mask = self.table.mask(self.seat).view(np.int8)
        return self._seen_as.of(self.table.observe(self.seat), mask), {"action_mask": mask}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an action, and plays to the next decision of the agent or to the end.

        An action that is not allowed ends the game, unless `illegal_reward` is `None`; then it
        raises `tsuro.Illegal`, and nothing has changed.
        """
        with self._turn:
            if self._ended:
                raise Illegal("the game is over: reset the environment", "game-over", {})
            try:
                self.table.step(action)
            except Illegal as why:
                if self._illegal_reward is None:
                    raise
                self._ended = True
                observation, info = self._seen()
                return observation, self._illegal_reward, True, False, info | {"illegal": str(why)}
            self._rewards.note(self.table)
            self._play_on()
            self._ended = self._is_over()
            reward = self._rewards.now(self.table)[self.seat] if self._ended else 0.0
            observation, info = self._seen()
        if self.render_mode == "human":
            self.render()
        return observation, reward, self._ended, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are allowed, as `MaskablePPO` of sb3-contrib asks for it."""
        return self.table.mask(self.seat).view(np.bool_)


class TsuroVectorEnv(GamesDoor, GymnasiumVectorEnv[Any, NDArray[Any], NDArray[Any]]):
    """Many games side by side, each for one agent against bots: a `tsuro.VectorEnv` with the
    interface of Gymnasium.

    The arguments are as in `tsuro.VectorEnv`, and `observation` as in `TsuroEnv`. Without
    `copy=False`, all arrays are the caller's to keep.

    `info["action_mask"]` says which actions are allowed. Another one ends its game with the reward
    `illegal_reward`, and `info["illegal"]` says where that was so; with `illegal_reward=None` it
    raises `tsuro.Illegal`, and nothing has changed. A game that ends begins anew within the same
    step, and `info["final_obs"]` has what was seen at its end, where `info["_final_obs"]` is set.

    With `render_mode="rgb_array"`, `render()` gives the boards of all games, each as its agent sees
    it. `games` is the `tsuro.VectorEnv`.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": [_doors.PIXELS],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        rules: str | RuleSet = "classic",
        players: int | None = None,
        opponent: Bots = "greedy",
        *,
        seat: int | None = None,
        form: Literal["planes", "tokens"] = "planes",
        outlook: bool = False,
        knowledge: bool = False,
        layout: int = 1,
        observation: Literal["flat", "float", "dict"] = "flat",
        reward: Literal["win", "rank"] = "win",
        random_starts: bool = False,
        illegal_reward: float | None = -1.0,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = _doors.picture_mode(render_mode, (_doors.PIXELS,))
        self._make_games(
            observation,
            _doors.OBSERVATIONS,
            opponent,
            rules,
            players,
            num_envs,
            seat=seat,
            form=form,
            outlook=outlook,
            knowledge=knowledge,
            layout=layout,
            reward=reward,
            random_starts=random_starts,
            illegal_reward=illegal_reward,
            threads=threads,
            copy=copy,
        )
        self.num_envs = self.games.num_envs
        self._all = np.ones(self.num_envs, np.bool_)
        self._all.flags.writeable = False
        self.single_observation_space = self._seen_as.space(self.games)
        self.single_action_space = gymnasium.spaces.Discrete(self.games.action_count)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins all games: the same ones from the same seed, and without a seed others than
        before."""
        super().reset(seed=seed, options=options)
        # Without a seed before, that of the generator is one from the operating system.
        observations, info = self.games.reset(
            seed=int(self.np_random.integers(2**63)) if seed is None else seed, options=options
        )
        del info["final_obs"]
        return self._as_gymnasium(observations, info)

    def step(
        self, actions: ArrayLike
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Takes an action in each game, and plays on to the next decision of each agent."""
        observations, rewards, terminated, truncated, info = self.games.step(actions)
        if finals := self._finals(info, terminated):
            # Wrappers write into it.
            info["final_obs"] = np.full(self.num_envs, None, object)
            info["_final_obs"] = terminated
            for game, final in finals.items():
                info["final_obs"][game] = final
        seen, info = self._as_gymnasium(observations, info)
        return seen, rewards, terminated, truncated, info

    def _as_gymnasium(
        self, observations: NDArray[np.uint8], info: dict[str, Any]
    ) -> tuple[Any, dict[str, Any]]:
        mask = info["action_mask"] = info["action_mask"].view(np.int8)
        # Every game has these entries.
        info["_action_mask"] = info["_seat"] = self._all
        if "illegal" in info:
            info["_illegal"] = self._all
        return self._seen_as.of(observations, mask), info

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """The boards of all games as pixels, as their agents see them."""
        return None if self.render_mode is None else self._pictures(range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Does nothing: there is nothing to be closed."""


register_gymnasium(gymnasium)
