"""A game as a tree in which every tile that is drawn is a chance node of its own, for
`tsuro.openspiel`.

The engine plays each choice from a position. Nobody has looked at the pile, so its order is not
chosen before a tile is drawn: a choice is played again for each tile that can be drawn in it.
"""

from __future__ import annotations

import json
import pickle
import random
import secrets
import weakref
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tsuro._core import Game, GameArrays, RuleSet, Table
from tsuro.errors import ArgumentError, Error, Illegal

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_KEPT = 100_000
"""How many nodes a tree keeps."""

_MOST_DEALS = 200
"""How many deals are tried for a state that looks the same to a player."""

_MARKS = 140
"""The first action number that is no placement."""

_MOST_TRIES = 20_000
"""How many seeds are tried for a shuffle that brings the wanted tiles to the top."""


def why_not(rules: RuleSet, table: Table) -> str | None:
    """Why something else than the tiles that are drawn is left to chance, or why a position does
    not tell the whole game."""
    keys = rules.to_dict()
    groups = {group["name"] for group in table.layout()["actions"]["groups"]}
    if keys["hazard"]["rule"] != "none":
        return f"its hazard is {keys['hazard']['rule']!r}"
    if "rule" in keys or keys["draw"]["rule"] == "draft" or groups != {"place", "mark"}:
        return "its rules ask questions, or have exchanges or scripts"
    if keys["score"]["rule"] == "lanterns":
        return "chance decides where lanterns lie"
    if keys["tiles"]["open"]:
        return "all players have one open hand"
    return None


class Tree:
    """The rules of a game, and the nodes that were visited."""

    def __init__(
        self,
        rules: RuleSet,
        table: Table,
        *,
        outlook: bool = False,
        knowledge: bool = False,
        layout: int = 1,
        random_starts: bool = False,
    ) -> None:
        reason = why_not(rules, table)
        if reason is not None:
            raise ArgumentError(
                f"chance: 'draws' is for rules where only the tiles that are drawn are left to "
                f"chance, and not for {rules.name}: {reason}"
            )
        self.rules = rules
        self.table = table
        self.players = table.players
        self.arrays = GameArrays(
            rules, self.players, table.form == "tokens", outlook, knowledge, layout
        )
        self.random_starts = random_starts
        self.random_first = rules["players.first"] == "random"
        self.goes_under = rules["draw.returned"] == "bottom"
        self.kept = 0
        position = Game(rules, self.players, 0).position()
        hands = [player.get("hand", []) for player in position["players"]]
        self.hands = [len(hand) for hand in hands]
        self.deck = tuple(sorted(sum(hands, position["pile"])))
        self.begins = position
        self.root = Node(self, loose=self.deck).deal()
        # States are copied by pickling them, many times, so that a tree is written once.
        options = {
            "outlook": outlook,
            "knowledge": knowledge,
            "layout": layout,
            "random_starts": random_starts,
        }
        self._pickled = pickle.dumps((rules, table, options))
        self._key = secrets.token_hex(16)
        _TREES[self._key] = self

    def __deepcopy__(self, memo: Any) -> Tree:
        return self

    def __reduce__(self) -> tuple[Any, tuple[str, bytes]]:
        return _tree, (self._key, self._pickled)


_TREES: weakref.WeakValueDictionary[str, Tree] = weakref.WeakValueDictionary()
"""The trees of this process."""


def _tree(key: str, pickled: bytes) -> Tree:
    """The tree that was pickled, or in another process one like it."""
    tree = _TREES.get(key)
    if tree is None:
        rules, table, options = pickle.loads(pickled)
        tree = Tree(rules, table, **options)
        tree._key = key
        _TREES[key] = tree
    return tree


def _node(tree: Tree, numbers: tuple[int, ...]) -> Node:
    """The node at the end of a history."""
    node = tree.root
    for number in numbers:
        node = node.child(number)
    return node


def _without(tiles: tuple[int, ...], *gone: int) -> tuple[int, ...]:
    rest = list(tiles)
    for tile in gone:
        rest.remove(tile)
    return tuple(rest)


def _chances(tiles: tuple[int, ...]) -> list[tuple[int, float]]:
    """The faces that a tile from a shuffled pile can have."""
    counts = Counter(tiles)
    return [(face, count / len(tiles)) for face, count in sorted(counts.items())]


class Node:
    """A moment of the game. Nodes never change."""

    def __init__(
        self,
        tree: Tree,
        parent: Node | None = None,
        number: int = -1,
        *,
        dealt: tuple[int, ...] = (),
        loose: tuple[int, ...] = (),
        under: tuple[int, ...] = (),
        first: int | None = None,
    ) -> None:
        self.tree = tree
        self.parent = parent
        self.number = number
        """The number of the action or of the tile that led here."""
        self.seat: int | None = None
        """The seat that decides; `None`: chance, or the end."""
        self.draws: int | None = None
        """The seat that draws at a chance node; `None` where chance chooses a start mark, or who
        begins."""
        self.outcomes: list[tuple[int, float]] = []
        """The tiles that it may draw, or the actions or seats, and how likely they are."""
        self.legal: list[int] = []
        self.returns: tuple[float, ...] | None = None
        """What the seats have won at the end."""
        self.game: Game | None = None
        """The game, which must not be changed; `None` at a chance node."""
        self._told: tuple[str, ...] = ("",) * tree.players
        self._texts: dict[int, str] = {}
        self._dealt, self._first = dealt, first
        self._loose, self._under = loose, under
        self._pending: tuple[Node, int, tuple[int, ...]] | None = None
        self._children: dict[int, Node] = {}

    def __deepcopy__(self, memo: Any) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, tuple[Tree, tuple[int, ...]]]:
        return _node, (self.tree, tuple(node.number for node in self.path()[1:]))

    def child(self, number: int) -> Node:
        """The node after an action, or after a tile that is drawn."""
        child = self._children.get(number)
        if child is None:
            if self.draws is not None:
                child = self._draw(number)
            elif self.game is None:
                child = self._begin(number)
            else:
                child = self._play(number, (), self)
            if self.tree.kept < _MOST_KEPT:
                self.tree.kept += 1
                self._children[number] = child
        return child

    def path(self) -> list[Node]:
        """The nodes from the first one to this one."""
        nodes = [self]
        while nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        return nodes[::-1]

    def hand(self, seat: int) -> tuple[int, ...]:
        """The tiles of a seat; none before all hands are dealt."""
        if self.game is not None:
            return tuple(sorted(self.game.observe(seat)["hand"]))
        return () if self._pending is None else self._pending[0].hand(seat)

    def text(self, seat: int) -> str:
        """All that a seat has been told."""
        text = self._texts.get(seat)
        if text is None:
            before = f"player {seat}" if self.parent is None else self.parent.text(seat)
            text = self._texts[seat] = before + self._told[seat]
        return text

    def actions(self) -> list[int]:
        """The numbers of the actions that were taken."""
        nodes = self.path()
        made = []
        for before, node in zip(nodes, nodes[1:], strict=False):
            if before.game is not None:
                made.append(node.number)
        return made

    def array(self, seat: int) -> NDArray[np.uint8] | None:
        """What a seat sees; `None` at a chance node."""
        return None if self.game is None else self._arrays(seat)[0]

    def _arrays(self, seat: int | None = None) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        assert self.game is not None
        arrays = self.tree.arrays
        array, mask = (np.zeros(length, np.uint8) for length in arrays.lens)
        arrays.reset()
        arrays.write(self.game, array, mask, seat)
        return array, mask

    def deal(self) -> Node:
        """This node as it waits for the next tile of a hand, or as the first decision."""
        lengths = self.tree.hands
        while len(self._dealt) < sum(lengths):
            chances = _chances(self._loose)
            if len(chances) > 1:
                seats = [seat for seat, length in enumerate(lengths) for _ in range(length)]
                self.outcomes, self.draws = chances, seats[len(self._dealt)]
                return self
            self._dealt = (*self._dealt, chances[0][0])
            self._loose = _without(self._loose, chances[0][0])
        if self.tree.random_first and self._first is None:
            everyone = range(self.tree.players)
            self.outcomes = [(seat, 1 / len(everyone)) for seat in everyone]
            return self
        first = self.tree.begins["active"] if self._first is None else self._first
        players, dealt, hands = [], list(self._dealt), []
        for player, length in zip(self.tree.begins["players"], lengths, strict=True):
            hand, dealt = sorted(dealt[:length]), dealt[length:]
            hands.append(hand)
            players.append(player | {"hand": hand})
        pile = {"players": players, "pile": list(self._loose), "active": first}
        position = self.tree.begins | pile
        self._told = tuple(
            f"\n{json.dumps({'event': 'deal', 'hand': hand, 'first': first})}" for hand in hands
        )
        self._stand(Game.from_position(self.tree.rules, position, 0))
        return self

    def _stand(self, game: Game) -> None:
        """Notes who decides, or what was won."""
        self.game = game
        decision = game.decision
        if decision is None:
            self.returns = self._won(game)
            return
        self.legal = np.flatnonzero(self._arrays()[1]).tolist()
        if self.tree.random_starts and decision.kind == "start":
            self.outcomes = [(action, 1 / len(self.legal)) for action in self.legal]
        else:
            self.seat = decision.seat

    def _won(self, game: Game) -> tuple[float, ...]:
        players, winners = self.tree.players, game.winners
        if self.tree.table.plays_alone:
            alive = sum(not player.get("out") for player in game.observe()["players"])
            return (alive / players,) * players
        others = max(1, players - 1)
        won = (players / max(1, len(winners)) - 1) / others
        return tuple(won if seat in winners else -1 / others for seat in range(players))

    def _begin(self, seat: int) -> Node:
        """The node after chance has decided who begins."""
        if seat not in dict(self.outcomes):
            raise Illegal(f"seat {seat} cannot begin", "no-action", {"action": seat})
        made = Node(self.tree, self, seat, dealt=self._dealt, loose=self._loose, first=seat)
        return made.deal()

    def _draw(self, tile: int) -> Node:
        """The node after this tile is drawn."""
        if tile not in dict(self.outcomes):
            raise Illegal(f"tile {tile} cannot be drawn", "no-action", {"action": tile})
        if self._pending is not None:
            before, action, draws = self._pending
            return before._play(action, (*draws, tile), self, tile)
        dealt, loose = (*self._dealt, tile), _without(self._loose, tile)
        return Node(self.tree, self, tile, dealt=dealt, loose=loose).deal()

    def _play(
        self, action: int, draws: tuple[int, ...], parent: Node, number: int | None = None
    ) -> Node:
        """The node after an action in which these tiles are drawn first."""
        if action not in self.legal:
            raise Illegal(f"action {action} is not allowed now", "no-action", {"action": action})
        number = action if number is None else number
        played = self._try(action, draws)
        while len(played.drawn) > len(draws):
            seat, tile, may_be = played.drawn[len(draws)]
            chances = _chances(may_be) if may_be else [(tile, 1.0)]
            if len(chances) > 1:
                node = Node(self.tree, parent, number)
                node.outcomes, node.draws = chances, seat
                node._pending = self, action, draws
                return node
            draws = (*draws, chances[0][0])
            played = self._try(action, draws)
        node = Node(self.tree, parent, number, loose=played.loose, under=played.under)
        node._told = tuple(
            "".join(
                f"\n{json.dumps(event)}" for event in played.game.events(played.mark, seat=seat)
            )
            for seat in range(self.tree.players)
        )
        game = played.game
        if not game.over:
            position = _position(game)
            position["pile"] = [*played.loose, *played.under]
            game = Game.from_position(self.tree.rules, position, 0)
        node._stand(game)
        return node

    def _try(self, action: int, draws: tuple[int, ...]) -> _Played:
        """Plays an action so that these tiles are drawn first."""
        assert self.game is not None
        here = _position(self.game)
        try:
            here["pile"] = [*draws, *_without(self._loose, *draws), *self._under]
        except ValueError:
            # Some are shuffled into the pile before they are drawn.
            here["pile"] = [*self._loose, *self._under]
        for seed in range(_MOST_TRIES):
            game = Game.from_position(self.tree.rules, here, seed)
            self.tree.arrays.reset()
            choice = self.tree.arrays.take(game, action)
            assert choice is not None
            mark = game.mark
            game.play(choice)
            played = self._follow(game, mark)
            if tuple(tile for _, tile, _ in played.drawn[: len(draws)]) == draws:
                return played
        raise Error(
            f"chance: no shuffle brings the tiles {draws} to the top: the deck is too large"
        )

    def _follow(self, game: Game, mark: int) -> _Played:
        """Follows the pile through what has happened since a mark."""
        played = _Played(game, mark, self._loose, self._under, [])
        for event in game.events(mark):
            match event:
                case {"event": "drew", "player": seat, "tile": tile}:
                    played.drawn.append((seat, tile, played.loose))
                    if played.loose:
                        played.loose = _without(played.loose, tile)
                    else:
                        played.under = played.under[1:]
                case {"event": "returned", "tiles": tiles, "pile": pile}:
                    if self.tree.goes_under:
                        played.under = (*played.under, *tiles)
                    else:
                        played.loose, played.under = tuple(sorted(pile)), ()
        return played

    def resampled(self, seat: int, seed: str) -> Node:
        """A node that looks the same to a seat, with other tiles in place of those that it has not
        seen. It has a history of its own."""
        chance = random.Random(seed)
        nodes = self.path()
        hidden = _hidden(nodes, seat)
        for _ in range(_MOST_DEALS):
            pool = [nodes[step].number for step in hidden] + list(self._loose)
            chance.shuffle(pool)
            numbers = [node.number for node in nodes]
            for step, tile in zip(hidden, pool, strict=False):
                numbers[step] = tile
            node = _walk(nodes, numbers)
            if node is not None and node.text(seat) == self.text(seat):
                return node
        return self


@dataclass
class _Played:
    """What an action did: the game after it, the tiles of the pile in no order and those under it,
    and each tile that was drawn, with the seat and the tiles that it could have been."""

    game: Game
    mark: int
    loose: tuple[int, ...]
    under: tuple[int, ...]
    drawn: list[tuple[int, int, tuple[int, ...]]]


def _position(game: Game) -> dict[str, Any]:
    position = game.position()
    # How much chance the turn has used says only which luck a seed brings.
    position.pop("outcomes", None)
    return position


def _hidden(nodes: list[Node], seat: int) -> list[int]:
    """The steps at which other seats drew a tile that they still have."""
    drawn: dict[int, list[int]] = {}
    for step in range(1, len(nodes)):
        before, node = nodes[step - 1], nodes[step]
        if before.draws is not None:
            drawn.setdefault(before.draws, []).append(step)
        elif before.seat is not None:
            face = node.number // 4
            mine = drawn.get(before.seat, [])
            placed = [at for at in mine if nodes[at].number == face]
            if node.number < _MARKS and placed:
                mine.remove(placed[-1])
    now = nodes[-1]
    return sorted(
        step
        for other, steps in drawn.items()
        if other != seat and now.hand(other)
        for step in steps
    )


def _walk(nodes: list[Node], numbers: list[int]) -> Node | None:
    """The node at the end of a history, if it is possible."""
    node = nodes[0]
    for before, number in zip(nodes, numbers[1:], strict=False):
        possible = dict(node.outcomes) if before.outcomes else node.legal
        if bool(node.outcomes) != bool(before.outcomes) or number not in possible:
            return None
        node = node.child(number)
    return node
