"""The games as a `VecEnv` of Stable-Baselines3: many games side by side for one learner.

    from sb3_contrib import MaskablePPO
    from tsuro.sb3 import TsuroVecEnv

    env = TsuroVecEnv("classic", players=2, num_envs=64, opponent="greedy")
    model = MaskablePPO("MlpPolicy", env, n_steps=64)
    model.learn(100_000)

All games are played by one `tsuro.VectorEnv` in this process, so a step of 64 games takes little
more time than a step of one game in a `DummyVecEnv`. It needs the package `stable-baselines3`:
`pip install stable-baselines3`; `MaskablePPO` is in `sb3-contrib`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from tsuro import _doors
from tsuro._core import RuleSet
from tsuro.errors import ArgumentError

try:
    import numpy as np
    from gymnasium import spaces
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv

    from tsuro.vector import GamesDoor
except ImportError as _missing:
    raise ImportError(
        "tsuro.sb3 needs the package stable-baselines3: pip install stable-baselines3"
    ) from _missing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tsuro.policy import Bots

__all__ = ["TsuroVecEnv"]


class TsuroVecEnv(GamesDoor, VecEnv):
    """Many games side by side, each for one agent against bots, as Stable-Baselines3 uses them.

    The arguments are as in `tsuro.VectorEnv`. `observation` is `"flat"` for arrays of bytes, or
    `"float"` for the same as `float32`. `games` is the `tsuro.VectorEnv`.

    `MaskablePPO` of sb3-contrib finds the masks by itself. An action that is not allowed ends its
    game with the reward `illegal_reward`, so that algorithms without masks work, too; then the
    `info` of the game has `illegal`. With `illegal_reward=None` it raises `tsuro.Illegal`.

    With `render_mode="rgb_array"`, `render()` and video wrappers show the games, each as its agent
    sees it. The `info` of a game that has ended has `terminal_observation`, and `episode` with the
    sum of the rewards (`r`), the number of decisions (`l`) and the time (`t`), as a `Monitor`
    writes it.
    """

    def __init__(
        self,
        rules: str | RuleSet = "classic",
        players: int | None = None,
        num_envs: int = 64,
        *,
        opponent: Bots = "greedy",
        seat: int | None = None,
        form: Literal["planes", "tokens"] = "planes",
        outlook: bool = False,
        knowledge: bool = False,
        layout: int = 1,
        observation: Literal["flat", "float"] = "flat",
        reward: Literal["win", "rank"] = "win",
        random_starts: bool = False,
        illegal_reward: float | None = -1.0,
        seed: str | int | None = None,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = _doors.picture_mode(render_mode, (_doors.PIXELS,))
        self._make_games(
            observation,
            ("flat", "float"),
            opponent,
            rules,
            players,
            num_envs,
            seed=seed,
            seat=seat,
            form=form,
            outlook=outlook,
            knowledge=knowledge,
            layout=layout,
            reward=reward,
            random_starts=random_starts,
            illegal_reward=illegal_reward,
            threads=threads,
            # The learner keeps observations until after the next step.
            copy=True,
        )
        self._masks = np.ones((self.games.num_envs, self.games.action_count), np.bool_)
        self._actions: NDArray[Any] | None = None
        self._sums = np.zeros(self.games.num_envs)
        self._lengths = np.zeros(self.games.num_envs, np.int64)
        self._begun = time.time()
        super().__init__(
            self.games.num_envs,
            self._seen_as.space(self.games),
            spaces.Discrete(self.games.action_count),
        )

    def reset(self) -> NDArray[Any]:
        """Begins all games: those of the seed that `seed` was given, or others than before."""
        given = [seed for seed in self._seeds if seed is not None]
        options = next((each for each in self._options if each), None)
        seen, info = self.games.reset(seed=given[0] if given else None, options=options)
        self._reset_seeds()
        self._reset_options()
        self._sums[:], self._lengths[:] = 0, 0
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return self._seen(seen, info)

    def _seen(self, seen: NDArray[np.uint8], info: dict[str, Any]) -> NDArray[Any]:
        """The observations of all games; their masks are noted."""
        self._masks = info["action_mask"].view(np.bool_)
        observations: NDArray[Any] = self._seen_as.of(seen, info["action_mask"])
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Takes the actions that `step_wait` carries out."""
        self._actions = np.asarray(actions)

    def step_wait(
        self,
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Takes an action in each game, and plays on to the next decision of each agent."""
        if self._actions is None:
            raise ArgumentError("actions: there are none: call step_async first")
        actions, self._actions = self._actions, None
        seen, rewards, done, _, info = self.games.step(actions)
        self._sums += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game, final in self._finals(info, done).items():
            infos[game] = {
                "terminal_observation": final,
                "TimeLimit.truncated": False,
                "episode": {
                    "r": round(float(self._sums[game]), 6),
                    "l": int(self._lengths[game]),
                    "t": round(time.time() - self._begun, 6),
                },
            }
            self._sums[game], self._lengths[game] = 0, 0
        if "illegal" in info:
            for game in info["illegal"].nonzero()[0]:
                infos[game]["illegal"] = True
        return self._seen(seen, info), rewards, done, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are allowed, a row for each game."""
        return self._masks

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """`"action_masks"` gives the mask of each game; the games have no other methods."""
        if method_name != "action_masks":
            raise AttributeError(
                f"the games have no method {method_name!r}: only 'action_masks'; `games` is the "
                "tsuro.VectorEnv of all of them"
            )
        return [self._masks[game] for game in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of this environment, once for each game."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Raises `AttributeError`: the games have no attributes of their own."""
        raise AttributeError(f"the games have no attribute {attr_name!r} that can be set")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Whether the games do what a wrapper does: they do it for `Monitor`."""
        return [wrapper_class is Monitor for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """The boards of all games as pixels, as their agents see them."""
        if self.render_mode is None:
            raise ArgumentError("render_mode: the games were made without one: 'rgb_array'")
        return self._pictures(range(self.num_envs))

    def close(self) -> None:
        """Does nothing: there is nothing to be closed."""
