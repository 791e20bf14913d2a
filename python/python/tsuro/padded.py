"""One layout of arrays and one space of actions for many rule sets. It needs numpy:
`pip install numpy`."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as _error:
    raise ImportError("tsuro.PaddedLayout needs numpy: pip install numpy") from _error

from tsuro._core import Game, GameArrays, RuleSet
from tsuro._facts import FACTS, rule_facts
from tsuro._functions import _whole
from tsuro._layouts import Arrays, document_hash
from tsuro.errors import ArgumentError
from tsuro.policy import PolicyBot

if TYPE_CHECKING:
    from tsuro.policy import PolicyLike

__all__ = ["PaddedLayout", "PaddedRules"]

VERSION = 1
"""The version of the way in which layouts are put together."""

RulesAt: TypeAlias = str | RuleSet | tuple[str | RuleSet, int]
"""A rule set, or one at a table of a given number of players."""

Bytes: TypeAlias = NDArray[np.uint8]

_MISSING, _NOWHERE = 253, 255

_FILL = {
    "tokens": {
        "squares": _MISSING,
        "pieces": _NOWHERE,
        "daikaiju": _NOWHERE,
        "window_pieces": _NOWHERE,
    },
    "planes": {},
}
"""The bytes of what a rule set does not have, where they are not 0: squares that do not exist,
pieces that are not on the board. The outlook has more of them."""

_SQUARES = {"tokens": ("pieces", "daikaiju", "outlook"), "planes": ("outlook",)}
"""The fields that have numbers of squares: `row x columns + column`."""

_Run = tuple[int, int, int]
"""Where some entries of an axis begin, where they begin in the padded axis, and how many."""


class _OutlookRow:
    """Where the entries of a row of the outlook are, at a table of one size: those of the own piece
    come first, then some groups with an entry for each seat. docs/tensors.md has them."""

    square = slice(5, 6)
    """The square to which the own piece goes."""

    def __init__(self, layout_version: int, players: int) -> None:
        self.own, count, places = (7, 2, ()) if layout_version == 1 else (9, 5, (2, 3))
        begins = [self.own + group * players for group in range(count)]
        self.groups = [slice(begin, begin + players) for begin in begins]
        self.length = self.own + count * players
        self.places = [self.groups[group] for group in places]
        """The squares of the pieces, and their ports: 255 for a piece that is not on the board."""

    def squares(self, padded: _OutlookRow) -> list[tuple[slice, slice]]:
        """The entries that are numbers of squares, here and in the row of a larger table."""
        found = [(self.square, self.square)]
        if self.places:
            own, begin = self.places[0], padded.places[0].start
            found.append((own, slice(begin, begin + own.stop - own.start)))
        return found

    def runs(self, padded: _OutlookRow) -> list[_Run]:
        """Where the entries are in the row of a larger table."""
        if self.length == padded.length:
            return [(0, 0, self.length)]
        groups = zip(self.groups, padded.groups, strict=True)
        runs = [(own.start, there.start, own.stop - own.start) for own, there in groups]
        return [(0, 0, self.own), *runs]


_BOARD_ACTIONS = {
    "a square: row x columns + column": (),
    "a place: 8 x (row x columns + column) + port": (8,),
}
"""The meanings of groups of actions that are numbered by squares, and what each square has."""


class _Part:
    """A field, or a group of actions: its place, its shape, and what it is called everywhere."""

    def __init__(self, key: str, offset: int, shape: Sequence[int]) -> None:
        self.key, self.offset, self.shape = key, offset, tuple(shape)
        self.length = int(np.prod(self.shape))

    @property
    def span(self) -> slice:
        return slice(self.offset, self.offset + self.length)


class _Blocks:
    """Which entries of rows are which of padded rows, as blocks that are copied whole."""

    def __init__(self) -> None:
        self.blocks: list[tuple[_Part, tuple[slice, ...], _Part, tuple[slice, ...]]] = []

    def add(self, own: _Part, padded: _Part, axes: Sequence[Sequence[_Run]]) -> None:
        last = self.blocks[-1] if self.blocks else None
        if own.shape == padded.shape and all(
            len(runs) == 1 and runs[0] == (0, 0, size)
            for runs, size in zip(axes, own.shape, strict=True)
        ):
            # Whole fields that follow each other are one block.
            if (
                last is not None
                and last[0].shape == last[2].shape
                and len(last[0].shape) == 1
                and last[1] == last[3] == (slice(0, last[0].length),)
                and last[0].offset + last[0].length == own.offset
                and last[2].offset + last[2].length == padded.offset
            ):
                self.blocks.pop()
                size = last[0].length + own.length
                own = _Part(own.key, last[0].offset, [size])
                padded = _Part(padded.key, last[2].offset, [size])
            else:
                own = _Part(own.key, own.offset, [own.length])
                padded = _Part(padded.key, padded.offset, [own.length])
            axes = [[(0, 0, own.length)]]
        for runs in itertools.product(*axes):
            here = tuple(slice(first, first + count) for first, _, count in runs)
            there = tuple(slice(first, first + count) for _, first, count in runs)
            self.blocks.append((own, here, padded, there))

    def pairs(self, own: NDArray[Any], padded: NDArray[Any]) -> Iterator[tuple[Any, Any]]:
        """The parts of own rows, and the parts of padded rows that are the same: views."""
        for one, here, other, there in self.blocks:
            yield (
                own[:, one.span].reshape(len(own), *one.shape)[(slice(None), *here)],
                padded[:, other.span].reshape(len(padded), *other.shape)[(slice(None), *there)],
            )

    def columns(self, own_len: int, padded_len: int) -> NDArray[np.intp]:
        """Where each entry of a row is in a padded row."""
        columns = np.zeros((1, own_len), np.intp)
        for own, padded in self.pairs(columns, np.arange(padded_len)[None]):
            own[...] = padded
        return columns.reshape(-1)


class Copier:
    """Copies rows of a rule set into padded rows, again and again between the same arrays."""

    def __init__(self, rules: PaddedRules, own: Bytes, padded: Bytes) -> None:
        self.pairs = list(rules._fields.pairs(own, padded))
        self.squares = rules._squares(own, padded)

    def copy(self) -> None:
        for own, padded in self.pairs:
            padded[...] = own
        for own, padded, table, _ in self.squares:
            padded[...] = table[own]


class MaskCopier:
    """Copies masks of a rule set into padded masks, again and again between the same arrays."""

    def __init__(self, rules: PaddedRules, own: Bytes, padded: Bytes) -> None:
        self.pairs = list(rules._groups.pairs(own, padded))

    def copy(self) -> None:
        for own, padded in self.pairs:
            padded[...] = own


class PaddedRules:
    """A rule set, at a table of one size, in a `PaddedLayout`. `PaddedLayout.entry` makes it.

    `columns` says which entry of a padded row each entry of a row of these rules is, and
    `is_real` which entries of a padded row these rules have. `actions` has the padded number of
    each action of these rules, and `own_actions` the other direction, with -1 for actions that
    these rules do not have. `facts` are the facts of these rules as bytes. `description` is their
    own layout.
    """

    def __init__(self, layout: PaddedLayout, own: _Own) -> None:
        self.layout = layout
        self.rules, self.players, self.description = own.rules, own.players, own.layout
        facts = rule_facts(own.rules, own.players)
        self.facts = np.array([facts[name] for name in FACTS], np.uint8)
        self._fields = layout._place(own)
        self._groups = layout._place_actions(own)
        self.observation_len: int = own.layout["len"]
        self.action_count: int = own.layout["actions"]["len"]
        self.columns = self._fields.columns(self.observation_len, layout.observation_len)
        self.actions = self._groups.columns(self.action_count, layout.action_count)
        self.own_actions = np.full(layout.action_count, -1, np.intp)
        self.own_actions[self.actions] = np.arange(self.action_count)
        self.is_real = np.zeros(layout.observation_len, np.bool_)
        self.is_real[self.columns] = True
        self.is_real[layout._facts.span] = True
        self.template = self._make_template(own)
        for array in (
            self.facts,
            self.columns,
            self.actions,
            self.own_actions,
            self.is_real,
            self.template,
        ):
            array.flags.writeable = False
        self._size, self._width = own.size, layout.size[1]

    def _make_template(self, own: _Own) -> Bytes:
        """A padded row with what is the same in all rows: padding, and facts."""
        row = self.layout._padding.copy()
        row[self.layout._facts.span] = self.facts
        missing = self.layout._parts.get("missing")
        if missing is not None:
            row[missing.span] = 1
            (rows, columns), board = own.size, row[missing.span].reshape(missing.shape)
            board[..., :rows, :columns] = 0
        return row

    def _squares(self, own: Bytes, padded: Bytes) -> list[tuple[Any, Any, Bytes, Bytes]]:
        """Where squares are numbered, with the tables of their numbers for both directions."""
        rows, columns = self._size
        if columns == self._width:
            return []
        number = np.arange(rows * columns)
        moved = number // columns * self._width + number % columns
        forward, back = np.arange(256, dtype=np.uint8), np.arange(256, dtype=np.uint8)
        forward[number], back[moved] = moved, number
        found = []
        for name in _SQUARES[self.layout.form]:
            field = next((f for f in self.description["fields"] if f["name"] == name), None)
            if field is None:
                continue
            one, other = _Part(name, field["offset"], field["shape"]), self.layout._parts[name]
            row, padded_row = self.layout._outlook_rows(self.players)
            entries = row.squares(padded_row) if name == "outlook" else [(slice(1), slice(1))]
            for here, there in entries:
                seen = own[:, one.span].reshape(len(own), *one.shape)[..., here]
                shown = padded[:, other.span].reshape(len(padded), *other.shape)[..., there]
                within = tuple(slice(size) for size in seen.shape)
                found.append((seen, shown[within], forward, back))
        return found

    def pad(self, rows: Bytes) -> Bytes:
        """Rows of these rules, as `VectorEnv` and `Table` write them, as padded rows."""
        given = _checked("rows", rows, self.observation_len)
        padded = np.repeat(self.template[None], len(given), axis=0)
        Copier(self, given, padded).copy()
        return padded.reshape(*rows.shape[:-1], padded.shape[1])

    def own(self, padded: Bytes) -> Bytes:
        """Padded rows as rows of these rules: what `pad` was given."""
        given = _checked("padded", padded, self.layout.observation_len)
        rows = np.zeros((len(given), self.observation_len), np.uint8)
        for one, other in self._fields.pairs(rows, given):
            one[...] = other
        for one, other, _, back in self._squares(rows, given):
            one[...] = back[other]
        return rows.reshape(*padded.shape[:-1], self.observation_len)

    def pad_masks(self, masks: Bytes) -> Bytes:
        """Masks of these rules as padded masks."""
        given = _checked("masks", masks, self.action_count)
        padded = np.zeros((len(given), self.layout.action_count), np.uint8)
        padded[:, self.actions] = given
        return padded.reshape(*masks.shape[:-1], padded.shape[1])

    def own_masks(self, padded: Bytes) -> Bytes:
        """Padded masks as masks of these rules."""
        given = _checked("padded", padded, self.layout.action_count)
        return given[:, self.actions].reshape(*padded.shape[:-1], self.action_count)

    def bot(self, policy: PolicyLike | PolicyBot, name: str | None = None) -> PolicyBot:
        """A policy of the padded layout as a bot of these rules, for `tsuro.tournament`,
        `VectorEnv` and all else that takes a policy. It plays at the table of this entry alone.

        Raises `ArgumentError` if the policy is a `PolicyBot` that sees something else than the
        layout has."""
        wanted = self.layout.arrays
        if isinstance(policy, PolicyBot):
            if policy._arrays != wanted:
                raise ArgumentError(
                    f"policy: {policy.name} sees {policy._arrays}, and the padded layout has "
                    f"{wanted}"
                )
            inner = policy
        else:
            inner = PolicyBot(policy, name, **wanted._asdict())
        return _PaddedBot(self, inner, name or inner.name)

    def __repr__(self) -> str:
        return f"<tsuro.PaddedRules {self.rules.name}, {self.players} players>"


class _Padded:
    """A policy of the padded layout, which is given rows of one rule set."""

    def __init__(self, rules: PaddedRules, policy: PolicyBot) -> None:
        self.rules, self.policy = rules, policy

    def act_many(self, arrays: Bytes, masks: Bytes) -> NDArray[np.intp]:
        padded, allowed = self.rules.pad(arrays), self.rules.pad_masks(masks)
        actions = np.asarray(self.policy.act_many(padded, allowed))
        wrong = np.flatnonzero((actions < 0) | (actions >= self.rules.layout.action_count))
        if wrong.size:
            raise ArgumentError(
                f"action {actions[wrong[0]]} is not a number from 0 to "
                f"{self.rules.layout.action_count - 1}"
            )
        own: NDArray[np.intp] = self.rules.own_actions[actions]
        if (own < 0).any():
            raise ArgumentError(
                f"action {actions[own < 0][0]} of the padded layout is not an action of "
                f"{self.rules.rules.name}"
            )
        return own


class _PaddedBot(PolicyBot):
    """A policy of the padded layout as a bot of one rule set at a table of one size."""

    def __init__(self, entry: PaddedRules, inner: PolicyBot, name: str) -> None:
        super().__init__(_Padded(entry, inner), name, **inner._arrays._asdict())
        self._entry, self._inner = entry, inner

    def check_table(self, rules: str, rules_hash: str, players: int, /) -> None:
        own = self._entry
        if (rules_hash, players) != (own.rules.hash, own.players):
            raise ArgumentError(
                f"policy:{self.name} is made for {own.rules.name} (hash {own.rules.hash[:12]}) "
                f"with {own.players} players, not for {rules} (hash {rules_hash[:12]}) with "
                f"{players}"
            )
        self._inner.check_table(rules, rules_hash, players)


class _Own:
    """A rule set at a table, with its own layout."""

    def __init__(self, rules: RuleSet, players: int, arrays: Arrays) -> None:
        self.rules, self.players = rules, players
        self.layout = GameArrays(rules, players, *arrays.options).describe()
        self.fields, self.meanings = [], {}
        for field in self.layout["fields"]:
            key = self._key(field)
            self.fields.append(_Part(key, field["offset"], field["shape"]))
            self.meanings[key] = field["meaning"]
        board = "squares" if arrays.form == "tokens" else "pieces"
        rows, columns = next(part.shape[-2:] for part in self.fields if part.key == board)
        self.size = rows, columns
        self.numbers = next(part.offset for part in self.fields if part.key == "phase")
        self.groups, self.about = self._read_groups()

    def _key(self, field: dict[str, Any]) -> str:
        """The name of a field under all rules. Each rule set has numbers of its own for the marks
        that its rules show, so that what they show names them."""
        name: str = field["name"]
        if not name.startswith("mark:"):
            return name
        key = wanted = f"mark:{field['meaning'].partition(': ')[2]}"
        number = 1
        while key in self.meanings:
            number += 1
            key = f"{wanted} {number}"
        return key

    def is_board(self, part: _Part) -> bool:
        """Whether a field has a byte for each square."""
        is_late = part.key == "threat" or part.key.startswith("mark:")
        return part.shape[-2:] == self.size and (is_late or part.offset < self.numbers)

    def _read_groups(self) -> tuple[list[_Part], dict[str, dict[str, Any]]]:
        """The groups of actions. Questions of a rule are told apart by their answers, and by their
        order."""
        groups, about = [], {}
        for group in self.layout["actions"]["groups"]:
            key, number = f"{group['name']}|{group['meaning']}", 1
            while f"{key}|{number}" in about:
                number += 1
            each = _BOARD_ACTIONS.get(group["meaning"])
            shape = [group["count"]] if each is None else [*self.size, *each]
            part = _Part(f"{key}|{number}", group["first"], shape)
            if part.length != group["count"]:
                raise ArgumentError(
                    f"rules: {self.rules.name}: {part.key!r} has {group['count']} actions, not "
                    f"{part.length}"
                )
            groups.append(part)
            about[part.key] = group
        return groups, about

    @property
    def answers(self) -> list[str]:
        """The groups of the answers to its questions, in the order of the field `question`."""
        return [part.key for part in self.groups if part.key.startswith("answer:")]


class PaddedLayout:
    """One layout of arrays and one space of actions for many rule sets.

    `rules` is a list of rule sets, each alone or with a number of players: `["classic", ("seas",
    3)]`. `players` is a number, or several, for the rule sets that have none; without it, they are
    as many as `tsuro.Game` takes. `form`, `outlook`, `knowledge` and `layout` are as in
    `VectorEnv`.

    Each field is as large on each axis as the largest of that name among the rule sets. What a rule
    set does not have is padded with 0, squares beyond its board with the number of squares that do
    not exist, and pieces of seats that it does not have are not on the board. Each group of entries
    of the outlook has as many seats as the largest table, and squares are numbered on the largest
    board. The marks of layout 2 are called by what they show, as in `mark:a whirlpool`. The last
    field, `facts`, says which rules are played: `FACTS` are the names of its bytes.

    Actions are put together in the same way: placements by their number, marks by theirs, and the
    answers to each question that any of the rule sets asks.

    The layout does not depend on the order of the list. `entries` are the listed rule sets in that
    order, and `entry` fits in others, if they have nothing that the layout lacks.
    """

    FACTS = FACTS
    """The names of the facts of rules: numbers, and 0 or 1 for what a rule set has."""

    def __init__(
        self,
        rules: Iterable[RulesAt],
        players: int | Iterable[int] | None = None,
        *,
        form: Literal["planes", "tokens"] = "planes",
        outlook: bool = False,
        knowledge: bool = False,
        layout: int = 1,
    ) -> None:
        self.arrays = Arrays.checked(form, outlook, knowledge, layout)
        self.form, self.outlook, self.knowledge, self.layout_version = self.arrays
        owns = [_Own(*table, self.arrays) for table in rules_at(rules, players)]
        self.players = max(own.players for own in owns)
        self.size = max(own.size[0] for own in owns), max(own.size[1] for own in owns)
        self._add_groups(owns)
        self._add_fields(owns)
        self._padding = np.zeros(self.observation_len, np.uint8)
        for name, byte in _FILL[form].items():
            if name in self._parts:
                self._padding[self._parts[name].span] = byte
        if "outlook" in self._parts:
            part = self._parts["outlook"]
            for places in self._outlook_rows(self.players)[1].places:
                self._padding[part.span].reshape(part.shape)[:, places] = _NOWHERE
        self._known: dict[tuple[str, int], PaddedRules] = {}
        self.entries = tuple(self._entry(own) for own in owns)

    def _add_fields(self, owns: list[_Own]) -> None:
        shapes: dict[str, tuple[int, ...]] = {}
        self._meanings: dict[str, str] = {}
        for own in owns:
            for part in own.fields:
                self._axes(own, part)
                shape = shapes.get(part.key, (0,) * len(part.shape))
                if len(shape) != len(part.shape):
                    raise ArgumentError(f"rules: {part.key} has two kinds of shape")
                shapes[part.key] = tuple(map(max, shape, part.shape))
                if own.is_board(part):
                    shapes[part.key] = (*shapes[part.key][:-2], *self.size)
                self._meanings.setdefault(part.key, own.meanings[part.key])
        orders = [[part.key for part in own.fields] for own in owns]
        if self.form == "planes" and len({own.size for own in owns}) > 1:
            shapes["missing"] = self.size
            self._meanings.setdefault("missing", "the square does not exist")
            orders.append(["facing", "missing", "phase"])
        if "question" in shapes:
            shapes["question"] = (len(self._answers),)
            self._meanings["question"] = "what this seat is asked, by its group of answers"
        if "outlook" in shapes:
            length = self._outlook_rows(self.players)[1].length
            shapes["outlook"] = (shapes["outlook"][0], length)
        self._parts, self.observation_len = {}, 0
        shapes["facts"] = (len(FACTS),)
        self._meanings["facts"] = "the rules that are played: " + ", ".join(FACTS)
        for name in [*_merged(orders), "facts"]:
            self._parts[name] = _Part(name, self.observation_len, shapes[name])
            self.observation_len += self._parts[name].length
        self._facts = self._parts["facts"]

    def _add_groups(self, owns: list[_Own]) -> None:
        shapes: dict[str, tuple[int, ...]] = {}
        self._about: dict[str, dict[str, Any]] = {}
        for own in owns:
            for part in own.groups:
                shapes[part.key] = tuple(
                    map(max, shapes.get(part.key, (0,) * len(part.shape)), part.shape)
                )
                self._about.setdefault(part.key, own.about[part.key])
        self._groups, self.action_count = {}, 0
        for key in _merged([[part.key for part in own.groups] for own in owns]):
            shape = shapes[key]
            if self._about[key]["meaning"] in _BOARD_ACTIONS:
                shape = (*self.size, *shape[2:])
            self._groups[key] = _Part(key, self.action_count, shape)
            self.action_count += self._groups[key].length
        self._answers = [key for key in self._groups if key.startswith("answer:")]

    def _axes(self, own: _Own, part: _Part) -> list[list[_Run]]:
        """Where the entries of a field are on each axis of the padded field."""
        axes: list[list[_Run]] = [[(0, 0, size)] for size in part.shape]
        if part.key == "outlook":
            row, padded_row = self._outlook_rows(own.players)
            if part.shape[1] != row.length:
                raise ArgumentError("rules: their outlook has entries that cannot be padded")
            axes[1] = row.runs(padded_row)
        elif part.key == "question":
            if len(own.answers) != part.length:
                raise ArgumentError("rules: they ask a question without numbers for its answers")
            axes[0] = [(at, self._answers.index(key), 1) for at, key in enumerate(own.answers)]
        return axes

    def _outlook_rows(self, players: int) -> tuple[_OutlookRow, _OutlookRow]:
        """The rows of the outlook at a table of this size, and at the largest one."""
        return (
            _OutlookRow(self.layout_version, players),
            _OutlookRow(self.layout_version, self.players),
        )

    def _place(self, own: _Own) -> _Blocks:
        blocks = _Blocks()
        for part in own.fields:
            blocks.add(part, self._parts[part.key], self._axes(own, part))
        return blocks

    def _place_actions(self, own: _Own) -> _Blocks:
        blocks = _Blocks()
        for part in own.groups:
            blocks.add(part, self._groups[part.key], [[(0, 0, size)] for size in part.shape])
        return blocks

    def entry(self, rules: str | RuleSet, players: int | None = None) -> PaddedRules:
        """A rule set in this layout, whether it is one of `entries` or not.

        Raises `ArgumentError` if it has a field, an entry or an action that the layout lacks.
        """
        ((found, count),) = rules_at([rules], players)
        known = self._known.get((found.hash, count))
        if known is not None:
            return known
        return self._entry(_Own(found, count, self.arrays))

    def _entry(self, own: _Own) -> PaddedRules:
        known = self._known.get((own.rules.hash, own.players))
        if known is None:
            self._check_fits(own)
            known = PaddedRules(self, own)
            self._known[own.rules.hash, own.players] = known
        return known

    def _check_fits(self, own: _Own) -> None:
        why = None
        if own.players > self.players:
            why = f"the layout is for at most {self.players} players"
        elif own.size[0] > self.size[0] or own.size[1] > self.size[1]:
            why = f"the layout has {self.size[0]} rows and {self.size[1]} columns"
        for parts, known in ((own.groups, self._groups), (own.fields, self._parts)):
            for part in parts:
                if why is not None:
                    break
                name = part.key.split("|")[0]
                if part.key not in known:
                    why = f"the layout has no {name!r} of that kind"
                elif part.key not in ("question", "outlook") and any(
                    map(int.__gt__, part.shape, known[part.key].shape)
                ):
                    why = f"{name!r} has the shape {part.shape}, and in the layout "
                    why += str(known[part.key].shape)
        if why is not None:
            raise ArgumentError(
                f"rules: {own.rules.name} with {own.players} players does not fit: {why}"
            )

    def describe(self) -> dict[str, Any]:
        """The layout as a document that can be written as JSON: fields, groups of actions, the
        rule sets with their hashes, and a hash of all that decides what the bytes mean."""
        decides: dict[str, Any] = {
            "padded": VERSION,
            "layout": self.layout_version,
            "form": self.form,
            "type": "uint8",
            "players": self.players,
            "rows": self.size[0],
            "columns": self.size[1],
            "len": self.observation_len,
            "fields": [
                {
                    "name": part.key,
                    "offset": part.offset,
                    "shape": list(part.shape),
                    "meaning": self._meanings[part.key],
                }
                for part in self._parts.values()
            ],
            "actions": {
                "len": self.action_count,
                "groups": [
                    {
                        "name": self._about[key]["name"],
                        "first": part.offset,
                        "count": part.length,
                        "meaning": self._about[key]["meaning"],
                    }
                    for key, part in self._groups.items()
                ],
            },
            "facts": list(FACTS),
        }
        rules = [
            {"rules": one.rules.name, "rules_hash": one.rules.hash, "players": one.players}
            for one in self.entries
        ]
        return {**decides, "hash": document_hash(decides), "rules": rules}

    @property
    def hash(self) -> str:
        """The hash of the layout: the same for the same fields and actions."""
        text: str = self.describe()["hash"]
        return text

    def field(self, observations: Bytes, name: str) -> Bytes:
        """A field of padded rows by its name, in its shape: a view, not a copy.

        Raises `KeyError` if the layout has no such field.
        """
        part = self._parts[name]
        return observations[..., part.span].reshape(*observations.shape[:-1], *part.shape)

    def planes(self, observations: Bytes) -> Bytes:
        """All planes of padded rows, as `[..., plane, row, column]`: a view, not a copy."""
        if self.form != "planes":
            raise ArgumentError("planes: this layout has tokens")
        board = observations[..., : self._parts["phase"].offset]
        return board.reshape(*observations.shape[:-1], -1, *self.size)

    def __len__(self) -> int:
        return len(self.entries)

    def __repr__(self) -> str:
        return (
            f"<tsuro.PaddedLayout {len(self)} rule sets, {self.observation_len} bytes, "
            f"{self.action_count} actions>"
        )


def rules_at(
    rules: Iterable[RulesAt], players: int | Iterable[int] | None
) -> list[tuple[RuleSet, int]]:
    """The rule sets of a list, each with a number of players.

    Raises `ArgumentError` if the list is empty, if a rule set does not allow its number of players,
    or if two are the same rules.
    """
    if isinstance(rules, (str, RuleSet)) or not isinstance(rules, Iterable):
        raise TypeError(f"rules: a list of rule sets is needed, not {type(rules).__name__}")
    counts: list[int | None] = [None]
    if isinstance(players, Iterable):
        counts = [_whole("players", count, 1, 32) for count in players]
        if not counts:
            raise ArgumentError("players: at least one number is needed")
    elif players is not None:
        counts = [_whole("players", players, 1, 32)]
    tables: list[tuple[RuleSet, int]] = []
    names: dict[tuple[str, int], str] = {}
    for given in rules:
        one: object = given
        own = counts
        if isinstance(given, tuple):
            if len(given) != 2:
                raise ArgumentError(
                    "rules: a tuple has a rule set and its number of players, not "
                    f"{len(given)} things"
                )
            one, own = given[0], [_whole("players", given[1], 1, 32)]
        if not isinstance(one, (str, RuleSet)):
            raise TypeError(f"rules: a rule set is needed, not {type(one).__name__}")
        found = RuleSet.load(one) if isinstance(one, str) else one
        for count in own:
            number = Game(found, count, 0).players
            other = names.setdefault((found.hash, number), found.name)
            if len(names) == len(tables):
                raise ArgumentError(
                    f"rules: {other} and {found.name} are the same rules with {number} players; a "
                    "weight plays them more often"
                )
            tables.append((found, number))
    if not tables:
        raise ArgumentError("rules: at least one rule set is needed")
    return tables


def _merged(orders: list[list[str]]) -> list[str]:
    """The names of all lists in an order that fits each list, and does not depend on the order of
    the lists."""
    before: dict[str, set[str]] = {name: set() for order in orders for name in order}
    for order in orders:
        for one, other in itertools.pairwise(order):
            before[other].add(one)
    merged: list[str] = []
    while before:
        free = [name for name, others in before.items() if not others]
        # No two layouts contradict each other.
        name = min(free or before)
        merged.append(name)
        del before[name]
        for others in before.values():
            others.discard(name)
    return merged


def _checked(name: str, rows: Bytes, length: int) -> Bytes:
    """Rows as an array of two dimensions."""
    if not isinstance(rows, np.ndarray) or rows.dtype != np.uint8:
        raise TypeError(f"{name}: an array of uint8 is needed")
    if rows.ndim < 1 or rows.shape[-1] != length:
        raise ArgumentError(f"{name}: rows of {length} bytes are needed, not {rows.shape}")
    return rows.reshape(rows.size // length, length)
