"""The exceptions of this package. All of them are a `tsuro.Error`.

Arguments of a wrong type raise `TypeError`, and files that cannot be opened raise `OSError`, as
everywhere in Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tsuro._problem import Problem

__all__ = [
    "ArgumentError",
    "BotError",
    "Bug",
    "Error",
    "Illegal",
    "LeagueError",
    "PackageError",
    "PartError",
    "PolicyError",
    "PositionError",
    "RecordError",
    "RuleSetError",
    "SavedPolicyError",
    "SilenceWarning",
    "SnapshotError",
    "SuiteError",
    "VersionError",
    "WorkerError",
]


class Error(Exception):
    """The base of all exceptions of this package."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class ArgumentError(Error, ValueError):
    """An argument has a value that is not allowed. The message begins with its name."""


class Illegal(Error, ValueError):
    """A choice is not allowed now. The game has not changed.

    `kind` is the kind of reason as a word, such as `"not-in-hand"`, and `details` has what it is
    about.
    """

    def __init__(self, message: str, kind: str, details: dict[str, Any]) -> None:
        super().__init__(message, kind, details)
        self.kind = kind
        self.details = details


class RuleSetError(Error, ValueError):
    """A rule set does not exist or has problems: `problems` are all of them, each with its place
    and advice."""

    def __init__(self, message: str, problems: tuple[Problem, ...]) -> None:
        super().__init__(message, problems)
        self.problems = problems


class SuiteError(Error, ValueError):
    """A test suite cannot be read: `problems` are all of its problems, each with its place and
    advice."""

    def __init__(self, message: str, problems: tuple[Problem, ...]) -> None:
        super().__init__(message, problems)
        self.problems = problems


class RecordError(Error, ValueError):
    """A record cannot be read, or does not follow its rules. `line` is the number of the line, from
    1, if it is one."""

    def __init__(self, message: str, line: int | None) -> None:
        super().__init__(message, line)
        self.line = line


class PositionError(Error, ValueError):
    """A position cannot be. The message begins with the field."""


class SnapshotError(Error, ValueError):
    """A snapshot or a pickle is of another version, or has been changed."""


class BotError(Error, ValueError):
    """A bot or a list of bots cannot be read, or a bot cannot play here."""


class PolicyError(Error, RuntimeError):
    """A policy raised an exception, which is the cause, or answered what its mask does not allow.

    `game`, `turn` and `seat` say at which decision; they are `None` if it was asked about many
    games at once and no game can be named. In a comparison, `game` is the number of the block, and
    the message names the rule set and the number of players, too.
    """

    def __init__(self, message: str, game: int | None, turn: int | None, seat: int | None) -> None:
        super().__init__(message, game, turn, seat)
        self.game = game
        self.turn = turn
        self.seat = seat


class SavedPolicyError(Error, ValueError):
    """A saved policy cannot be loaded, was altered, or was saved for other tables."""


class LeagueError(Error, ValueError):
    """The file of a league was altered, or is of another league."""


class PackageError(Error, ImportError):
    """Another package is needed that is not installed: `package`. The message says how to install
    it."""

    def __init__(self, message: str, package: str) -> None:
        super().__init__(message, package)
        self.package = package


class PartError(Error, ValueError):
    """A part of a run was altered or cut off, or is of another run."""


class WorkerError(Error, RuntimeError):
    """A part of a run could not be played, or nothing can be played any more where it was to be
    played.

    The cause is what went wrong the last time. Nothing is lost but the parts that were being
    played: with `folder`, the same call goes on from what is there.
    """

    def __init__(
        self, message: str, part: tuple[int, int] | None = None, failures: int = 0
    ) -> None:
        super().__init__(message, part, failures)
        self.part = part
        self.failures = failures


class VersionError(WorkerError):
    """A worker has another version of the package, which may play other games."""


class SilenceWarning(Error, RuntimeWarning):
    """Nothing has arrived from the workers of a run for a while. The run waits on; `patience` ends
    it."""


class Bug(Error, RuntimeError):
    """A mistake in the engine. The object of the call cannot be used any more; all others can."""
