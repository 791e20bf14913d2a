"""The games as a game of OpenSpiel: `python_tsuro`.

    import pyspiel
    import tsuro.openspiel

    game = pyspiel.load_game("python_tsuro(rules=classic,players=2)")
    state = game.new_initial_state()

| parameter | means | default |
|---|---|---|
| `rules` | a rule set: `classic+hand:4`, with `:` for `=` and `;` for `,` | `classic` |
| `players` | the number of players | 2 |
| `chance` | `deals`: one chance node at the root; `draws`: one for each drawn tile | `deals` |
| `deals` | how many deals the game begins with, all equally likely | 1000 |
| `first_deal` | the number of the first of them; deal 7 is the game of the seed `"7"` | 0 |
| `form` | `planes` or `tokens`, as in `tsuro.VectorEnv` | `planes` |
| `outlook`, `knowledge` | additional fields, as in `tsuro.VectorEnv` | `False` |
| `layout` | the version of the arrays, as in `tsuro.VectorEnv` | 1 |
| `reward` | `win` or `rank`, as in `tsuro.VectorEnv` | `win` |
| `random_starts` | whether chance chooses the start marks | `False` |

With `chance=deals`, the one chance node is at the root: its outcome is the deal, which decides all
luck of the game. So histories and serialisation work as usual under all rules. Algorithms that look
into the state know what will be drawn and rolled; algorithms that sample states by
`resample_from_infostate` do not.

With `chance=draws`, each tile that is dealt or drawn is a chance node, and so is who begins, where
the rules leave that to chance. So the tree is that of the real game, and exact algorithms such as
CFR solve it. The rules may have no other chance, and no exchanges and questions. The game keeps the
nodes that were visited, for small boards and decks. At chance nodes, all numbers of observation
tensors are 0; texts tell every seat what it has seen.

Information states are texts. Under rules that only choose start marks and place tiles, they are
tensors, too: what the player sees, then for each action of the game the action and the hand that
the player had.

`import tsuro` registers the game when OpenSpiel is imported: `pip install open_spiel`.
"""

from __future__ import annotations

import copy
import json
from typing import Any

from tsuro._core import RuleSet, Table
from tsuro._draws import Node, Tree
from tsuro._functions import _flag
from tsuro.errors import ArgumentError

try:
    import numpy as np
    import pyspiel

    from tsuro import _doors
except ImportError as _missing:
    raise ImportError("tsuro.openspiel needs OpenSpiel: pip install open_spiel") from _missing

__all__ = ["NAME", "TsuroDrawsState", "TsuroGame", "TsuroObserver", "TsuroState"]

NAME = "python_tsuro"
"""The short name in OpenSpiel."""

_MOST_PLAYERS = 32
_LONGEST = 10_000
_DEFAULTS: dict[str, Any] = {
    "rules": "classic",
    "players": 2,
    "chance": "deals",
    "deals": 1000,
    "first_deal": 0,
    "form": "planes",
    "outlook": False,
    "knowledge": False,
    "layout": 1,
    "reward": "win",
    "random_starts": False,
}
_FACES = 35


def _game_type(zero_sum: bool, has_tensor: bool = True) -> Any:
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
        provides_information_state_tensor=has_tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


def _reference(text: str) -> str:
    """A reference to a rule set. Where a game is written as text, `=` and `,` belong to OpenSpiel,
    so that `:` and `;` stand for them outside quotation marks."""
    parts = text.split('"')
    parts[::2] = [part.replace(":", "=").replace(";", ",") for part in parts[::2]]
    return '"'.join(parts)


def _as_parameter(reference: str) -> str:
    """The opposite of `_reference`."""
    parts = reference.split('"')
    parts[::2] = [part.replace("=", ":").replace(",", ";") for part in parts[::2]]
    return '"'.join(parts)


class TsuroGame(_doors.Door, pyspiel.Game):
    """A rule set, a number of players, and what is left to chance.

    The parameters are those of the module. `rules` may be a `tsuro.RuleSet` as well; such a game
    cannot be written as text.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        if unknown := sorted(map(str, (params or {}).keys() - _DEFAULTS.keys() - {"name"})):
            raise ArgumentError(
                f"{unknown[0]}: the game has no such parameter; there are {', '.join(_DEFAULTS)}"
            )
        given = {**_DEFAULTS, **(params or {})}
        rules = given["rules"]
        self.rules = rules if isinstance(rules, RuleSet) else RuleSet.load(_reference(str(rules)))
        self.deals = int(given["deals"])
        self.first_deal = int(given["first_deal"])
        if not 1 <= self.deals <= 2**31:
            raise ArgumentError(f"deals: {self.deals} is not a number from 1 to {2**31}")
        self.chance = _doors.one_of("chance", given["chance"], ("deals", "draws"))
        self.reward = _doors.one_of("reward", given["reward"], _doors.REWARDS)
        self.random_starts = _flag("random_starts", given["random_starts"])
        fields: dict[str, Any] = {
            "outlook": _flag("outlook", given["outlook"]),
            "knowledge": _flag("knowledge", given["knowledge"]),
            "layout": int(given["layout"]),
        }
        self.table = Table(
            self.rules, int(given["players"]), self.first_deal, form=str(given["form"]), **fields
        )
        self._describe(self.table)
        self.starts = _doors.Starts(self.table, self.random_starts)
        self.tree: Tree | None = None
        if self.chance == "draws":
            if self.reward != "win":
                raise ArgumentError("reward: with chance='draws', only 'win' is possible")
            self.tree = Tree(self.rules, self.table, random_starts=self.random_starts, **fields)
        players, zero_sum = self.table.players, not self.table.plays_alone
        shapes = {field["name"]: field["shape"] for field in self.layout["fields"]}
        squares = shapes.get("squares") or shapes["facing"][-2:]
        # A piece chooses a mark for each of its lives, and each square takes one tile, unless tiles
        # are exchanged, pieces move or tiles leave the board.
        groups = {group["name"] for group in self.layout["actions"]["groups"]}
        simple = groups == {"place", "mark"} and "hidden" not in shapes
        marks = players * int(self.rules["end.lives"])
        self.longest = marks + squares[0] * squares[1] if simple else _LONGEST
        self.has_information_tensor = simple
        outcomes = self.deals
        if self.tree is not None:
            outcomes = self.table.action_count if self.random_starts else max(_FACES, players)
        lowest = -1.0 if self.reward == "rank" else -1.0 / max(1, players - 1)
        info: dict[str, Any] = {"utility_sum": 0.0} if zero_sum else {}
        written = dict(params or {})
        if "rules" in written:
            written["rules"] = _as_parameter(getattr(rules, "name", rules))
        super().__init__(
            _game_type(zero_sum, simple),
            pyspiel.GameInfo(
                num_distinct_actions=self.table.action_count,
                max_chance_outcomes=outcomes,
                num_players=players,
                min_utility=lowest if zero_sum else 0.0,
                max_utility=1.0,
                max_game_length=self.longest,
                **info,
            ),
            written,
        )

    def new_initial_state(self) -> TsuroState:
        """The chance node before the deal."""
        return TsuroState(self) if self.tree is None else TsuroDrawsState(self, self.tree)

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
        self._rewards = _doors.Rewards(game.reward)
        self._starts = game.starts
        self._notes = game.random_starts or game.reward != "win"
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
        if self._notes:
            if self.table.actions:
                self._rewards.note(self.table)
            while self._starts.choose(self.table):
                self._rewards.note(self.table)

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
        """What each player has won at the end, 0 before."""
        if self.table is None or not self.table.over:
            return [0.0] * self._fresh.players
        return list(self._rewards.now(self.table))

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

    def actions(self) -> list[int]:
        """The numbers of the actions that were taken."""
        return [] if self.table is None else list(self.table.actions)

    def told(self, player: int) -> str:
        """All that a player has been told, as text."""
        if self.table is None:
            return f"player {player} before the deal"
        return f"player {player}\n{self.table.history(player)}"

    def array(self, player: int) -> Any:
        """What a player sees, as an array; `None` where nothing is seen."""
        return None if self.table is None else self.table.observe(player)

    def looked_on(self) -> str:
        """What an onlooker sees, as text."""
        return "before the deal" if self.table is None else json.dumps(self.table.game().observe())

    def __str__(self) -> str:
        if self.table is None:
            return "before the deal"
        words = [
            f"seed {self.table.seed}",
            *(self.table.describe(action) for action in self.table.actions),
        ]
        return f"{', '.join(words)}\n{self.table}"


class TsuroDrawsState(TsuroState):
    """A game in progress in which each tile that is drawn is a chance node. There is no `table`;
    `node` is the place in the tree."""

    def __init__(self, game: TsuroGame, tree: Tree) -> None:
        pyspiel.State.__init__(self, game)
        self.node: Node = tree.root
        self.table = None

    def current_player(self) -> Any:
        """The seat that decides, chance if a tile is drawn, or the end."""
        if self.node.outcomes:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.node.seat is None else self.node.seat

    def _legal_actions(self, player: int) -> list[int]:
        """The actions of the player, ascending."""
        return list(self.node.legal) if player == self.node.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces that the next tile can have, start marks, or who begins."""
        return list(self.node.outcomes)

    def _apply_action(self, action: int) -> None:
        """Draws a tile, or takes an action."""
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """An action in words."""
        if player == pyspiel.PlayerId.CHANCE and self.node.draws is not None:
            return f"player {self.node.draws} draws {action}"
        if player == pyspiel.PlayerId.CHANCE and self.node.game is None:
            return f"player {action} begins"
        try:
            return self.node.tree.table.describe(action)
        except ArgumentError:
            return f"action {action}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.returns is not None

    def returns(self) -> list[float]:
        """What each player has won at the end, 0 before."""
        return list(self.node.returns or [0.0] * self.node.tree.players)

    def resample_from_infostate(self, player: int, sampler: Any) -> TsuroDrawsState:
        """A state that looks the same to the player, with other tiles in place of those that it
        has not seen. It has a history of its own.

        `sampler` gives a random number from 0 to 1.
        """
        number = sampler() if callable(sampler) else np.random.random()
        node = self.node.resampled(player, repr(float(number)))
        again: TsuroDrawsState = self.get_game().new_initial_state()
        for step in node.path()[1:]:
            again.apply_action(step.number)
        return again

    def actions(self) -> list[int]:
        """The numbers of the actions that were taken."""
        return self.node.actions()

    def told(self, player: int) -> str:
        """All that a player has been told, as text."""
        return self.node.text(player)

    def array(self, player: int) -> Any:
        """What the player that decides sees, as an array; `None` for others."""
        return self.node.array(player)

    def looked_on(self) -> str:
        """What an onlooker sees, as text."""
        game = self.node.game
        return "a tile is drawn" if game is None else json.dumps(game.observe())

    def __str__(self) -> str:
        nodes = self.node.path()
        numbers = (
            f"player {before.draws} draws {node.number}"
            if before.draws is not None
            else f"player {node.number} begins"
            if before.game is None
            else before.tree.table.describe(node.number)
            for before, node in zip(nodes, nodes[1:], strict=False)
        )
        return ", ".join(numbers) + ("" if self.node.game is None else f"\n{self.node.game}")


class TsuroObserver:
    """What a player sees: an array and a text, or with perfect recall a text of all that it has
    seen. Without private information, it is a text of what an onlooker sees.

    The array holds the bytes of `tsuro.Table.observe` as numbers; `dict` has its fields by name.
    With perfect recall, `action` and `hand_before` follow, a row for each action of the game: which
    one it was, and which tiles the player had before it. Where each tile that is drawn is a chance
    node, the fields of an observation are 0 there.
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
            for field in game.layout["fields"]
        ]
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._looks_on or (self._recalls and not game.has_information_tensor):
            return
        length, steps = game.observation_len, game.longest if self._recalls else 0
        actions = length + steps * game.action_count
        self.tensor = np.zeros(actions + steps * _FACES, np.float32)
        self._now = self.tensor[:length]
        for name, place, shape in self._fields:
            self.dict[name] = self._now[place].reshape(shape)
        if self._recalls:
            self.dict["action"] = self.tensor[length:actions].reshape(steps, -1)
            self.dict["hand_before"] = self.tensor[actions:].reshape(steps, -1)

    def set_from(self, state: TsuroState, player: int) -> None:
        """Writes what the player sees into the array; zeros before the deal."""
        if self.tensor is None:
            return
        seen = state.array(player)
        self._now[:] = 0 if seen is None else seen
        if self._recalls:
            for name in ("action", "hand_before"):
                self.dict[name][:] = 0
            for step, action in enumerate(state.actions()):
                self.dict["action"][step, action] = 1
            for step, hand in enumerate(_hands(state.told(player), player)):
                for tile in hand:
                    self.dict["hand_before"][step, tile] += 1

    def string_from(self, state: TsuroState, player: int) -> str:
        """What the player sees, or has seen, as text."""
        if self._looks_on:
            return state.looked_on()
        if self._recalls:
            return state.told(player)
        seen = state.array(player)
        if seen is None:
            return f"player {player} waits"
        named = [(name, seen[place].tolist()) for name, place, _ in self._fields]
        return "\n".join(
            [f"player {player}", *(f"{name}: {values}" for name, values in named if any(values))]
        )


def _hands(told: str, player: int) -> list[list[int]]:
    """The hand that a player had before each action, from the events that it has been told."""
    hands, hand = [], []
    for line in told.splitlines()[1:]:
        match json.loads(line):
            case {"event": "deal", "hand": tiles}:
                hand = list(tiles)
            case {"event": "deal", "hands": tiles}:
                hand = list(tiles[player] if player < len(tiles) else tiles[0])
            case {"event": "drew", "player": seat, "tile": tile} if seat == player:
                hand.append(tile)
            case {"event": "start" | "relocated"}:
                hands.append(list(hand))
            case {"event": "placed", "player": seat, "tile": tile}:
                hands.append(list(hand))
                if seat == player and tile in hand:
                    hand.remove(tile)
    return hands


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(_game_type(True), TsuroGame)
