"""The values that come with the package, by name."""

from __future__ import annotations

import errno
import hashlib
import html
import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tsuro._core as _core
from tsuro._core import RuleSet
from tsuro._files import write_whole
from tsuro.errors import ArgumentError, Bug
from tsuro.results import AmongGreedy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FORMAT = 1


@dataclass(frozen=True, eq=False)
class ShippedValues:
    """Values that come with the package, and where they come from: what `tsuro.load` returns.

    The bot `learned` judges boards by them in the program, in Python and in browsers, and makes the
    same choices there. The worth of a piece is the sum of some entries of `weights`.
    """

    name: str
    """The name that `tsuro.load` was given."""
    rules: str
    """The name of the rule set of the training games."""
    rules_hash: str
    """Its hash."""
    players: tuple[int, ...]
    """The numbers of players that it is meant for."""
    trained_on: tuple[int, ...]
    """The numbers of players of the training games, which took turns."""
    seed: str
    """The seed of the training games."""
    games: int
    """The number of the training games of the bot against itself."""
    searched: int
    """The number of the training games of a search, after them."""
    layout: str
    """The name of the layout of the tables."""
    hash: str
    """SHA-256 of the tables."""
    figures: tuple[AmongGreedy, ...]
    """How strong the bot is with them, alone among `greedy`."""
    text: str = field(repr=False)
    """The file that `tsuro train` wrote."""

    @property
    def bot(self) -> str:
        """The bot that plays its rules by these values, in every face of the program."""
        return "learned"

    def search(self, iterations: int) -> str:
        """The search that judges its rules by these values, as the name of a bot."""
        name = f"ismcts:{iterations}:values=learned"
        _core.check_bot(name)
        return name

    @property
    def command(self) -> str:
        """The command that trains the same values again, byte for byte."""
        seed = "" if self.seed == "train" else f" --seed {json.dumps(self.seed)}"
        every = [str(count) for count in self.trained_on]
        allowed = [str(count) for count in RuleSet.load(self.rules).players if 2 <= count <= 8]
        players = "" if every == allowed else f" --players {','.join(every)}"
        games = f"--games {self.games} --searched {self.searched}"
        return f"tsuro train {self.rules}{players} {games}{seed} --out {self.rules}.toml"

    @property
    def weights(self) -> NDArray[np.int8]:
        """The entries of the tables, one table after the other. They need numpy."""
        try:
            import numpy as np
        except ImportError as why:
            raise ImportError("weights need numpy: pip install numpy") from why
        weights = np.frombuffer(_tables(self.text), np.int8)
        weights.flags.writeable = False
        return weights

    def save(self, path: str | os.PathLike[str]) -> str:
        """Writes the file of the values, and returns the bot that plays any rules by it.

        Raises `FileExistsError` if the file exists, and `ArgumentError` if no bot can be given a
        file with such a path.
        """
        file = Path(path)
        if ":" in str(file) or "," in str(file):
            raise ArgumentError(
                f"path: {file}: no bot can be given a file with a colon or a comma in its path"
            )
        if file.exists():
            raise FileExistsError(errno.EEXIST, "it exists", str(file))
        write_whole(file, self.text)
        return f"learned:values={file}"

    @property
    def card(self) -> str:
        """What there is to know of it, as text."""
        lines = [
            f"{self.name}: values that the bot `{self.bot}` judges boards by",
            "",
            *(f"{name:<14}{value}" for name, value in self._rows()),
            "",
            f"Alone among greedy, as `{self.bot}`:",
        ]
        for one in self.figures:
            lines.append(
                f"  {one.players} players: {one.share:.1%} of the wins in {one.games} games "
                f"(an even share is {1 / one.players:.1%})"
            )
        return "\n".join([*lines, "", _LIMITS])

    def _rows(self) -> list[tuple[str, str]]:
        def words(numbers: tuple[int, ...]) -> str:
            return ", ".join(map(str, numbers))

        return [
            ("rules", f"{self.rules} ({self.rules_hash[:12]})"),
            ("players", words(self.players)),
            (
                "trained on",
                f"{self.games} games against itself and {self.searched} of a search, with "
                f"{words(self.trained_on)}",
            ),
            ("command", self.command),
            ("tables", f"{self.layout}, SHA-256 {self.hash[:12]}"),
            ("plays as", f"{self.bot}, {self.search(1000)}"),
        ]

    def _repr_html_(self) -> str:
        rows = [(name, html.escape(value)) for name, value in self._rows()]
        rows += [
            (f"among greedy, {one.players} players", f"{one.share:.1%} of {one.games} games")
            for one in self.figures
        ]
        body = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows)
        return (
            f"<table><caption>{html.escape(self.name)}</caption>{body}</table>"
            f"<p>{html.escape(_LIMITS)}</p>"
        )

    def __str__(self) -> str:
        return self.card


_LIMITS = (
    "The values are tables, not a network. They know the pieces and the room on the board, not the "
    "tiles on it. Where points are counted, nobody plays against another, or a rule ends games for "
    "a goal of its own, the bot plays games to their end instead."
)


def value_names() -> tuple[str, ...]:
    """The names that `tsuro.load` takes: those of rule sets, alone and with a number of players."""
    names = []
    for rules, text in _core.shipped_values():
        names.append(rules)
        names += [f"{rules}-{count}p" for count in _read(rules, text).trained_on]
    return tuple(names)


def load(name: str) -> ShippedValues:
    """The values of the package with this name, such as `"classic"` or `"classic-2p"`.

    `"classic"` is for all numbers of players, and `"classic-2p"` the same values for two. See
    `tsuro.value_names`.
    """
    if not isinstance(name, str):
        raise TypeError(f"name: a text is needed, not {type(name).__name__}")
    match = re.fullmatch(r"(.+)-([1-9][0-9]?)p", name)
    for rules, text in _core.shipped_values():
        if name == rules:
            return _read(name, text)
        if match and match[1] == rules:
            found = _read(name, text, int(match[2]))
            if found.players:
                return found
    raise ArgumentError(
        f"name: there are no values called {name!r}, only {', '.join(value_names())}"
    )


def _read(name: str, text: str, players: int | None = None) -> ShippedValues:
    """A file of values of the package, for one number of players or for all."""
    head, *figures = text.split("\n[[figures]]\n")
    keys = _keys(re.sub(r'tables = """.*?"""\n', "", head, flags=re.DOTALL))
    if keys.get("format") != _FORMAT or hashlib.sha256(_tables(text)).hexdigest() != keys.get(
        "tables_hash"
    ):
        raise Bug(f"{name}: the values of the package are damaged")
    shares = [_keys(figure) for figure in figures]
    trained_on = tuple(keys["players"])
    return ShippedValues(
        name=name,
        rules=keys["rules"],
        rules_hash=keys["rules_hash"],
        players=tuple(one for one in trained_on if players in (None, one)),
        trained_on=trained_on,
        seed=keys["seed"],
        games=keys["games"],
        searched=keys.get("searched", 0),
        layout=keys["layout"],
        hash=keys["tables_hash"],
        figures=tuple(
            AmongGreedy(one["players"], one["games"], one["share"])
            for one in shares
            if players in (None, one["players"])
        ),
        text=text,
    )


def _keys(text: str) -> dict[str, Any]:
    """The keys of lines as the crate writes them: their values are JSON, too."""
    pairs = (line.split(" = ", 1) for line in text.splitlines() if line)
    return {key: json.loads(value) for key, value in pairs}


def _tables(text: str) -> bytes:
    """The bytes of the tables."""
    match = re.search(r'^tables = """\n(.*?)"""$', text, flags=re.DOTALL | re.MULTILINE)
    return bytes.fromhex(match[1]) if match else b""
