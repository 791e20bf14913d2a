"""The games as environments of PettingZoo: several agents that act in turn.

    from tsuro import pettingzoo

    env = pettingzoo.env("classic", players=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated else env.action_space(agent).sample(info["action_mask"]))

Importing this module registers the games as `"tsuro/Tsuro-v1"`, for
`pettingzoo.make("aec", "tsuro/Tsuro-v1")`. It needs the package `pettingzoo`:
`pip install 'tsuro[pettingzoo]'`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from tsuro._core import RuleSet, Table
from tsuro.errors import ArgumentError

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, aec_registry, register
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper
except ImportError as _missing:
    raise ImportError(
        "tsuro.pettingzoo needs the package pettingzoo: pip install 'tsuro[pettingzoo]'"
    ) from _missing

__all__ = ["ID", "TsuroEnv", "env", "raw_env"]

ID = "tsuro/Tsuro-v1"
"""The name in PettingZoo's registry."""


class TsuroEnv(AECEnv):
    """A game as an `AECEnv`: the agents `"player_0"`, `"player_1"` and so on are the seats.

    `table` is the `tsuro.Table` of the game. Its layout says what the bytes of an observation mean.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tsuro_v1",
        "render_modes": ["human", "ansi", "svg"],
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: str | RuleSet = "classic",
        players: int | None = None,
        *,
        form: Literal["tokens", "planes"] = "tokens",
        outlook: bool = False,
        knowledge: bool = False,
        observation: Literal["flat", "dict"] = "flat",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if observation not in ("flat", "dict"):
            raise ArgumentError(f"observation: {observation!r} is neither 'flat' nor 'dict'")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ArgumentError(
                f"render_mode: {render_mode!r} is not one of "
                f"{', '.join(self.metadata['render_modes'])}"
            )
        self.table = Table(rules, players, form=form, outlook=outlook, knowledge=knowledge)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self.agents: list[str] = []
        self._dict = observation == "dict"
        self._seed: int | None = None
        self._games = 0
        self._none = np.zeros(self.table.action_count, np.int8)
        self._none.flags.writeable = False
        self.state_space = spaces.Box(0, 255, (self.table.state_len,), np.uint8)
        self.action_spaces = {
            agent: spaces.Discrete(self.table.action_count) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: self._observation_space() for agent in self.possible_agents
        }

    def _observation_space(self) -> spaces.Space[Any]:
        seen = spaces.Box(0, 255, (self.table.observation_len,), np.uint8)
        if not self._dict:
            return seen
        mask = spaces.Box(0, 1, (self.table.action_count,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations: a box of bytes, or a dictionary of it and of the
        mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions: the action numbers of the rule set."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game: with a seed, the game that `tsuro.Game` deals from it. The games after it
        follow from the seed."""
        if seed is not None:
            self._seed, self._games = seed, 0
        if self._seed is None:
            self.table.reset()
        else:
            self.table.reset(f"{self._seed}:{self._games}" if self._games else str(self._seed))
        self._games += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.table.seat or 0]
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._none} for agent in self.agents
        }
        self._has_rewards = False
        self._tell()

    def _tell(self) -> None:
        """Gives the agent that decides its mask."""
        if not self.table.over:
            self.infos[self.agent_selection] = {"action_mask": self.table.mask().view(np.int8)}

    def step(self, action: int | None) -> None:
        """Takes an action of the agent whose turn it is; `None` for an agent that is out or whose
        game is over.

        Raises `tsuro.Illegal` if the action is not allowed; then nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError("action: a number is needed, since the agent is in the game")
        self.table.step(action)
        # Most steps give no reward, and these are many.
        self._cumulative_rewards[agent] = 0.0
        if self._has_rewards:
            self._clear_rewards()
        self.infos[agent] = {"action_mask": self._none}
        if self.table.over:
            won = self.table.rewards()
            ended = tuple(range(self.table.players))
        else:
            won = (-1.0 / max(1, self.table.players - 1),) * self.table.players
            ended = self.table.lost
            self.agent_selection = self.possible_agents[self.table.seat or 0]
        gone = [seat for seat in ended if self.possible_agents[seat] in self.terminations]
        for seat in gone:
            self.rewards[self.possible_agents[seat]] = won[seat]
            self.terminations[self.possible_agents[seat]] = True
        self._tell()
        self._has_rewards = bool(gone)
        if gone:
            self._accumulate_rewards()
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Any:
        """What an agent sees: a new array of bytes, or a dictionary of it and of the mask."""
        seat = self.possible_agents.index(agent)
        seen = self.table.observe(seat)
        return (
            {"observation": seen, "action_mask": self.table.mask(seat).view(np.int8)}
            if self._dict
            else seen
        )

    def state(self) -> Any:
        """The whole game with everything hidden, seen from the seat that decides: for critics, not
        for policies."""
        return self.table.state()

    def render(self) -> str | None:
        """The board: as text for `"ansi"`, as a picture for `"svg"`, printed for `"human"`."""
        if self.render_mode == "ansi":
            return str(self.table)
        if self.render_mode == "svg":
            return self.table.game().svg()
        if self.render_mode == "human":
            print(self.table)
        return None

    def close(self) -> None:
        """There is nothing to close."""


class _InOrder(OrderEnforcingWrapper):
    """Refuses what comes before a reset, without a detour for each attribute that a loop of
    `agent_iter` and `last` asks for."""

    def _begun(self, name: str) -> TsuroEnv:
        if not self._has_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        env: TsuroEnv = self.env
        return env

    @property
    def agents(self) -> list[str]:
        return self._begun("agents").agents

    @property
    def agent_selection(self) -> str:
        return self._begun("agent_selection").agent_selection

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        told: tuple[Any, float, bool, bool, dict[str, Any]] = self._begun("last").last(observe)
        return told


def raw_env(
    rules: str | RuleSet = "classic", players: int | None = None, **options: Any
) -> TsuroEnv:
    """The environment without wrappers: `TsuroEnv`."""
    return TsuroEnv(rules, players, **options)


def env(
    rules: str | RuleSet = "classic",
    players: int | None = None,
    *,
    illegal_reward: float | None = None,
    **options: Any,
) -> AECEnv:
    """A game as an environment of PettingZoo.

    An observation is one array of bytes, and `info["action_mask"]` says which actions are allowed.
    With `observation="dict"`, observations are dictionaries with `"observation"` and
    `"action_mask"`. `form`, `outlook` and `knowledge` are as in `tsuro.Table`; `render_mode` is
    `"ansi"`, `"svg"` or `"human"`.

    An action that is not allowed raises `tsuro.Illegal`. With `illegal_reward` it ends the game
    instead, and the agent that took it gets this reward.

    A reward is `(S * share - 1) / (S - 1)` for `S` agents, where the winners share 1. It comes at
    the end; under rules where only the last piece on the board wins, an agent that is out gets it
    at once and leaves.
    """
    made: AECEnv = raw_env(rules, players, **options)
    if illegal_reward is not None:
        made = TerminateIllegalWrapper(made, illegal_reward=illegal_reward)
    return _InOrder(made)


if ID not in aec_registry:
    register("aec", ID, entry_point="tsuro.pettingzoo:env")
