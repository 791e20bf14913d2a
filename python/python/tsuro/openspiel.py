"""The games as a game of OpenSpiel: `python_tsuro`.

    import pyspiel
    import tsuro.openspiel

    game = pyspiel.load_game("python_tsuro(rules=classic,players=2)")
    state = game.new_initial_state()

| parameter | means | default |
|---|---|---|
| `rules` | a reference to a rule set, with `:` instead of `=`: `classic+hand:4` | `classic` |
| `players` | the number of players | 2 |
| `deals` | how many deals the game begins with, all equally likely | 1000 |
| `first_deal` | the number of the first of them; deal 7 is the game of the seed `"7"` | 0 |
| `form` | `tokens` or `planes`, as in `tsuro.Table` | `tokens` |
| `outlook` | whether observations tell what placements would do | `False` |

The one chance node is at the root: its outcome is the deal, which decides all luck of the game. So
histories and serialisation work as usual, and with few deals exact algorithms do, too. Algorithms
that look into the state know what will be drawn and rolled; algorithms that sample states by
`resample_from_infostate` do not.

Importing this module registers the game. It needs OpenSpiel: `pip install 'tsuro[openspiel]'`.
"""

from __future__ import annotations

import copy
import json
from typing import Any

from tsuro._core import RuleSet, Table
from tsuro.errors import ArgumentError

try:
    import numpy as np
    import pyspiel
except ImportError as _missing:
    raise ImportError(
        "tsuro.openspiel needs OpenSpiel: pip install 'tsuro[openspiel]'"
    ) from _missing

__all__ = ["NAME", "TsuroGame", "TsuroObserver", "TsuroState"]

NAME = "python_tsuro"
"""The short name in OpenSpiel."""

_MOST_PLAYERS = 32
_LONGEST = 10_000
_DEFAULTS: dict[str, Any] = {
    "rules": "classic",
    "players": 2,
    "deals": 1000,
    "first_deal": 0,
    "form": "tokens",
    "outlook": False,
}


def _game_type(zero_sum: bool) -> Any:
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Tsuro",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=_MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


class TsuroGame(pyspiel.Game):
    """A rule set, a number of players and the deals with which games begin."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        # Where a game is written as text, `=` belongs to OpenSpiel.
        self.rules = RuleSet.load(str(given["rules"]).replace(":", "="))
        self.deals = int(given["deals"])
        self.first_deal = int(given["first_deal"])
        if not 1 <= self.deals <= 2**31:
            raise ArgumentError(f"deals: {self.deals} is not a number from 1 to {2**31}")
        self.table = Table(
            self.rules,
            int(given["players"]),
            self.first_deal,
            form=str(given["form"]),
            outlook=bool(given["outlook"]),
        )
        players, zero_sum = self.table.players, not self.table.plays_alone
        groups = self.table.layout()["actions"]["groups"]
        # Each square takes one tile, unless tiles are exchanged, pieces move or tiles leave the
        # board.
        simple = {group["name"] for group in groups} == {"place", "mark"}
        squares = next(
            (
                f["shape"]
                for f in self.table.layout()["fields"]
                if f["name"] in ("squares", "facing")
            ),
            [16, 16],
        )
        info: dict[str, Any] = {"utility_sum": 0.0} if zero_sum else {}
        super().__init__(
            _game_type(zero_sum),
            pyspiel.GameInfo(
                num_distinct_actions=self.table.action_count,
                max_chance_outcomes=self.deals,
                num_players=players,
                min_utility=-1.0 / max(1, players - 1) if zero_sum else 0.0,
                max_utility=1.0,
                max_game_length=players + squares[0] * squares[1] if simple else _LONGEST,
                **info,
            ),
            params or {},
        )

    def new_initial_state(self) -> TsuroState:
        """The chance node before the deal."""
        return TsuroState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> TsuroObserver:
        """An observer: of what a player sees now, or with perfect recall of all that it has
        seen."""
        return TsuroObserver(
            self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class TsuroState(pyspiel.State):
    """A game in progress, or the chance node before its deal. `table` is the `tsuro.Table`, `None`
    before the deal."""

    def __init__(self, game: TsuroGame) -> None:
        super().__init__(game)
        self._fresh = game.table
        self._first_deal = game.first_deal
        self._deals = game.deals
        self.table: Table | None = None

    def current_player(self) -> Any:
        """The seat that decides, chance before the deal, or the end."""
        if self.table is None:
            return pyspiel.PlayerId.CHANCE
        seat = self.table.seat
        return pyspiel.PlayerId.TERMINAL if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        """The actions of the player, ascending."""
        assert self.table is not None
        return self.table.legal() if player == self.table.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, all equally likely."""
        return [(deal, 1.0 / self._deals) for deal in range(self._deals)]

    def _apply_action(self, action: int) -> None:
        """Deals, or takes an action."""
        if self.table is None:
            table = copy.copy(self._fresh)
            table.reset(self._first_deal + action)
            self.table = table
        else:
            self.table.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """An action in words."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self._first_deal + action}"
        try:
            return self._fresh.describe(action)
        except ArgumentError:
            return f"action {action}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table is not None and self.table.over

    def returns(self) -> list[float]:
        """What each player has won: `(S * share - 1) / (S - 1)` at the end, 0 before."""
        return list(self.table.rewards()) if self.table is not None else [0.0] * self._fresh.players

    def resample_from_infostate(self, player: int, sampler: Any) -> TsuroState:
        """A state that looks the same to the player, with everything that it cannot see dealt anew.

        `sampler` gives a random number from 0 to 1. The history of the state still names the deal
        from which it came, so it can be cloned and played, but not made again from its history.
        """
        again: TsuroState = self.clone()
        if again.table is not None:
            number = sampler() if callable(sampler) else np.random.random()
            again.table = again.table.redeal(player, repr(float(number)))
        return again

    def __str__(self) -> str:
        if self.table is None:
            return "before the deal"
        words = [
            f"seed {self.table.seed}",
            *(self.table.describe(action) for action in self.table.actions),
        ]
        return f"{', '.join(words)}\n{self.table}"


class TsuroObserver:
    """What a player sees: an array and a text, or with perfect recall a text of all that it has
    seen. Without private information, it is a text of what an onlooker sees.

    The array holds the bytes of `tsuro.Table.observe` as numbers; `dict` has its fields by name.
    """

    def __init__(self, game: TsuroGame, iig_obs_type: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ArgumentError(f"params: observations have no parameters, but there are {params}")
        kinds = pyspiel.PrivateInfoType
        if iig_obs_type.private_info == kinds.ALL_PLAYERS:
            raise ArgumentError(
                "iig_obs_type: an observer sees the private tiles of one player, or of none"
            )
        self._recalls = iig_obs_type.perfect_recall
        self._looks_on = iig_obs_type.private_info == kinds.NONE
        if self._looks_on and self._recalls:
            raise ArgumentError("iig_obs_type: perfect recall is that of one player")
        self._fields = [
            (
                field["name"],
                slice(field["offset"], field["offset"] + int(np.prod(field["shape"]))),
                field["shape"],
            )
            for field in game.table.layout()["fields"]
        ]
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._recalls or self._looks_on:
            return
        self.tensor = np.zeros(game.table.observation_len, np.float32)
        for name, place, shape in self._fields:
            self.dict[name] = self.tensor[place].reshape(shape)

    def set_from(self, state: TsuroState, player: int) -> None:
        """Writes what the player sees into the array; zeros before the deal."""
        if self.tensor is not None:
            self.tensor[:] = 0 if state.table is None else state.table.observe(player)

    def string_from(self, state: TsuroState, player: int) -> str:
        """What the player sees, or has seen, as text."""
        if state.table is None:
            return f"player {player} before the deal"
        if self._looks_on:
            return json.dumps(state.table.game().observe())
        if self._recalls:
            return f"player {player}\n{state.table.history(player)}"
        seen = state.table.observe(player)
        named = [(name, seen[place].tolist()) for name, place, _ in self._fields]
        return "\n".join(
            [f"player {player}", *(f"{name}: {values}" for name, values in named if any(values))]
        )


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(_game_type(True), TsuroGame)
