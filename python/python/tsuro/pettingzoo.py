"""The games as environments of PettingZoo: several agents that act in turn.

    from tsuro import pettingzoo

    env = pettingzoo.env("classic", players=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated else env.action_space(agent).sample(info["action_mask"]))

`import tsuro` registers the games as `"tsuro/Tsuro-v1"`, for
`pettingzoo.make("aec", "tsuro/Tsuro-v1")`. They need the package `pettingzoo`:
`pip install pettingzoo`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from tsuro._core import RuleSet
from tsuro._registers import ID, register_pettingzoo
from tsuro.errors import Illegal

try:
    import numpy as np
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from tsuro import _doors
except ImportError as _missing:
    raise ImportError(
        "tsuro.pettingzoo needs the package pettingzoo: pip install pettingzoo"
    ) from _missing

__all__ = ["ID", "TsuroEnv", "env", "raw_env"]


class TsuroEnv(_doors.TableDoor, AECEnv):
    """A game as an `AECEnv`: the agents `"player_0"`, `"player_1"` and so on are the seats.

    The arguments are those of `env`. `table` is the `tsuro.Table` of the game, `layout` says what
    the bytes of an observation mean.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tsuro_v1",
        "render_modes": [*_doors.PICTURES],
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: str | RuleSet = "classic",
        players: int | None = None,
        *,
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
        super().__init__()
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
        self._illegal_reward = _doors.illegal_worth(illegal_reward)
        self._turn = _doors.Turn()
        self._is_flat = observation == "flat"
        self._notes = random_starts or reward != "win"
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self.agents: list[str] = []
        self._seed: int | None = None
        self._games = 0
        self._none = np.zeros(self.table.action_count, np.int8)
        self._none.flags.writeable = False
        self.state_space = spaces.Box(0, 255, (self.table.state_len,), np.uint8)
        self.action_spaces = {
            agent: spaces.Discrete(self.table.action_count) for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: self._seen_as.space(self.table) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations: a box, or a dictionary of it and of the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions: the action numbers of the rule set."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game: with a seed, the game that `tsuro.Game` deals from it. The games after it
        follow from the seed. No `options` are known, and none are refused: the tests of PettingZoo
        pass some to every environment."""
        with self._turn:
            if seed is not None:
                self._seed, self._games = seed, 0
            if self._seed is None:
                self.table.reset()
            else:
                self.table.reset(f"{self._seed}:{self._games}" if self._games else str(self._seed))
            self._games += 1
            self._rewards.begin()
            self._choose_starts()
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

    def _choose_starts(self) -> None:
        while self._starts.choose(self.table):
            self._rewards.note(self.table)

    def _tell(self) -> None:
        """Gives the agent that decides its mask."""
        if not self.table.over:
            self.infos[self.agent_selection] = {"action_mask": self.table.mask().view(np.int8)}

    def step(self, action: int | None) -> None:
        """Takes an action of the agent whose turn it is; `None` for an agent that is out or whose
        game is over.

        An action that is not allowed ends the game, unless `illegal_reward` is `None`; then it
        raises `tsuro.Illegal`, and nothing has changed.
        """
        with self._turn:
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            if action is None:
                raise TypeError("action: a number is needed, since the agent is in the game")
            try:
                self.table.step(action)
            except Illegal as why:
                if self._illegal_reward is None:
                    raise
                self._give_up(agent, self._illegal_reward, str(why))
            else:
                self._go_on(agent)
        if self.render_mode == "human":
            self.render()

    def _go_on(self, agent: str) -> None:
        """After an action: rewards, who has left, and who decides next."""
        if self._notes:
            self._rewards.note(self.table)
            self._choose_starts()
        # Most steps give no reward, and these are many.
        self._cumulative_rewards[agent] = 0.0
        if self._has_rewards:
            self._clear_rewards()
        self.infos[agent] = {"action_mask": self._none}
        if self.table.over:
            ended = tuple(range(self.table.players))
        else:
            ended = self.table.lost
            self.agent_selection = self.possible_agents[self.table.seat or 0]
        gone = [seat for seat in ended if self.possible_agents[seat] in self.terminations]
        if gone:
            won = self._rewards.now(self.table)
            for seat in gone:
                self.rewards[self.possible_agents[seat]] = won[seat]
                self.terminations[self.possible_agents[seat]] = True
        self._tell()
        self._has_rewards = bool(gone)
        if gone:
            self._accumulate_rewards()
            self._deads_step_first()

    def _give_up(self, agent: str, reward: float, why: str) -> None:
        """Ends the game for all, since the action of an agent is not allowed."""
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.rewards[agent] = reward
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {each: {"action_mask": self._none} for each in self.agents}
        self.infos[agent] = {"action_mask": self._none, "illegal": why}
        self._has_rewards = True
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Any:
        """What an agent sees: a new array, or a dictionary of it and of the mask."""
        seat = self.possible_agents.index(agent)
        seen = self.table.observe(seat)
        # Most loops ask for nothing else.
        return (
            seen if self._is_flat else self._seen_as.of(seen, self.table.mask(seat).view(np.int8))
        )

    def state(self) -> Any:
        """The whole game with everything hidden, seen from the seat that decides: for critics, not
        for policies."""
        return self.table.state()

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
        last: tuple[Any, float, bool, bool, dict[str, Any]] = self._begun("last").last(observe)
        return last


def raw_env(
    rules: str | RuleSet = "classic", players: int | None = None, **options: Any
) -> TsuroEnv:
    """The environment without wrappers: `TsuroEnv`."""
    return TsuroEnv(rules, players, **options)


def env(rules: str | RuleSet = "classic", players: int | None = None, **options: Any) -> AECEnv:
    """A game as an environment of PettingZoo.

    `form`, `outlook`, `knowledge`, `layout`, `reward` and `random_starts` are as in
    `tsuro.VectorEnv`;
    `render_mode` is `"ansi"`, `"svg"`, `"rgb_array"` or `"human"`. An observation is one array of
    bytes, with `observation="float"` of `float32`, and with `observation="dict"` a dictionary of
    the array as `"observation"` and of the mask as `"action_mask"`.

    `info["action_mask"]` says which actions are allowed. Another one ends the game: the agent that
    took it gets `illegal_reward` (-1), the others 0, and its `info["illegal"]` says why. With
    `illegal_reward=None` it raises `tsuro.Illegal`, and nothing has changed.

    A reward is `(S * share - 1) / (S - 1)` for `S` agents, where the winners share 1; with
    `reward="rank"`, 1 to -1 by rank. It comes at the end; under rules where only the last piece on
    the board wins, an agent that is out gets it at once and leaves.
    """
    return _InOrder(raw_env(rules, players, **options))


register_pettingzoo(pettingzoo)
