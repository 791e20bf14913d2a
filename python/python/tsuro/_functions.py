"""The functions of the package that are not methods."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import tsuro._core as _core
from tsuro._core import RuleSet
from tsuro.errors import ArgumentError
from tsuro.results import Bot, Level, ReplayedGame, SuiteReport

if TYPE_CHECKING:
    from tsuro.policy import PolicyBot


def _whole(name: str, value: object, least: int, most: int) -> int:
    index = getattr(value, "__index__", None)
    if index is None:
        raise TypeError(f"{name}: a whole number is needed, not {type(value).__name__}")
    number = int(index())
    if not least <= number <= most:
        raise ArgumentError(f"{name}: {str(number)[:40]} is not a number from {least} to {most}")
    return number


def _flag(name: str, value: object) -> bool:
    """A switch, checked: every text would count as true, also `"no"`."""
    if not isinstance(value, int) and type(value).__name__ not in ("bool", "bool_"):
        raise TypeError(f"{name}: True or False is needed, not {str(value)[:40]!r}")
    if value not in (0, 1):
        raise ArgumentError(f"{name}: True or False is needed, not {str(value)[:40]}")
    return bool(value)


def _seed(seed: object) -> str | int:
    """A seed, checked."""
    if not isinstance(seed, (str, int)):
        raise TypeError(f"seed: a text or a number is needed, not {type(seed).__name__}")
    return int(seed) if isinstance(seed, bool) else seed


def _texts(name: str, value: object) -> list[str]:
    """The parts of a list: a text with commas, or texts."""
    if isinstance(value, str):
        return [part.strip() for part in value.split(",")]
    if not isinstance(value, Iterable):
        raise TypeError(f"{name}: a text or a list of texts is needed, not {type(value).__name__}")
    parts = list(value)
    for part in parts:
        if not isinstance(part, str):
            raise TypeError(
                f"{name}: a text or a list of texts is needed, not a list with "
                f"{type(part).__name__}"
            )
    return parts


def _players(name: str, value: object) -> list[str | PolicyBot]:
    """Bots that are named, and policies: one of them, or several."""
    given: list[Any]
    if _is_policy(value):
        given = [value]
    elif isinstance(value, Iterable) and not isinstance(value, str):
        given = list(value)
    elif isinstance(value, str):
        given = [*_texts(name, value)]
    else:
        given = [value]
    made: dict[int, PolicyBot] = {}
    bots: list[str | PolicyBot] = []
    for bot in given:
        if isinstance(bot, str):
            bots.append(bot)
            continue
        if not _is_policy(bot):
            own = getattr(bot, "bot", None)
            hint = f"; it plays as the bot {own!r}" if isinstance(own, str) else ""
            raise TypeError(
                f"{name}: bots by name and policies are needed, not {type(bot).__name__}{hint}"
            )
        # Only policies need numpy.
        from tsuro.policy import PolicyBot

        if not isinstance(bot, PolicyBot):
            bot = made.setdefault(id(bot), PolicyBot(bot))
        if any(
            isinstance(one, PolicyBot) and one is not bot and one.name == bot.name for one in bots
        ):
            raise ArgumentError(
                f"{name}: two policies are called {bot.name!r}; give them names with "
                "tsuro.PolicyBot(policy, name)"
            )
        bots.append(bot)
    return bots


def _tables(value: Any) -> tuple[list[str], list[PolicyBot]]:
    """The bots of each table as a text, and the policies among them: bots share a table that are
    together in a tuple, or in a text with `+`."""
    if isinstance(value, str):
        value = _texts("bots", value)
    elif _is_policy(value) or not isinstance(value, Iterable):
        value = [value]
    rows = [row if isinstance(row, tuple) else (row,) for row in value]
    bots = iter(_players("bots", [bot for row in rows for bot in row]))
    tables, policies = [], {}
    for row in rows:
        names = []
        for _ in row:
            bot = next(bots)
            if not isinstance(bot, str):
                policies[bot.name] = bot
                bot = f"policy:{bot.name}"
            names.append(bot)
        tables.append("+".join(names))
    return tables, list(policies.values())


def _is_policy(value: Any) -> bool:
    return callable(value) or hasattr(value, "act") or hasattr(value, "act_many")


def _threads(threads: int | None) -> int | None:
    return None if threads is None else _whole("threads", threads, 1, 1024)


def rule_sets() -> tuple[RuleSet, ...]:
    """The editions and variants that come with the package."""
    return tuple(RuleSet.load(name) for name in _core.rule_set_names(False))


def house_rules() -> tuple[RuleSet, ...]:
    """The house rules that come with the package.

    Most can be mixed into any rule set, as in `"seas+big-board"`. By themselves they change
    classic. Rules in scripts are the last of them.
    """
    return tuple(RuleSet.load(name) for name in _core.rule_set_names(True))


def keys(name: str | None = None, rules: str | RuleSet | None = None) -> list[dict[str, Any]]:
    """The reference of the keys of rule-set files: all, or the keys that a name stands for
    (`"tiles.hand"`, `"tiles"`).

    With a rule set, the keys of the rules in its scripts are among them.
    """
    return _core.keys(name, rules)


def schema() -> dict[str, Any]:
    """The JSON Schema of rule-set files, for editors."""
    return _core.schema()


def bots() -> tuple[Bot, ...]:
    """The bots that can be named, weakest first."""
    return tuple(Bot(*bot) for bot in _core.bot_list())


def levels() -> tuple[Level, ...]:
    """The levels of difficulty, weakest first."""
    return tuple(Level(*level) for level in _core.level_list())


def replay(record: str | bytes | os.PathLike[str]) -> tuple[ReplayedGame, ...]:
    """Checks every event of the games of a record.

    `record` is the text, or a path object (`pathlib.Path`) of a file.

    Raises `RecordError` with the line of the first event that does not follow from the rules.
    """
    return _core.replay(record)


def run_suites(
    rules: str | RuleSet | None = None, suite_text: str | None = None, *, name: str = "suite.toml"
) -> SuiteReport:
    """Plays the scenarios of test suites.

    Without `suite_text`, they are the suites that come with the package. Without `rules`, each
    scenario is played under the rule sets that it names; with `rules`, under that rule set in place
    of the rule sets that it extends. `name` is what messages call the text.

    Raises `SuiteError` if the suite cannot be read.
    """
    return _core.run_suites(rules, suite_text, name)
