"""What a backend is given, and what it has to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

__all__ = ["Backend", "Handle", "Job", "Lost"]

Handle = Any
"""What a backend knows a part by while it is played."""


@dataclass(frozen=True)
class Job:
    """Blocks of a plan that are played at once."""

    plan: str
    """The plan as a text: a part without blocks."""
    low: int
    """The first block."""
    high: int
    """The block after the last one."""
    index: int = 0
    """The place of the plan, if several are played."""

    def __str__(self) -> str:
        return f"blocks {self.low}..{self.high}"


@runtime_checkable
class Backend(Protocol):
    """Plays parts. Objects with these methods can be given as `backend`."""

    name: str
    """What messages call it."""
    is_local: bool
    """Whether a part uses all cores by itself and is played while `wait` waits."""

    def slots(self) -> int:
        """How many parts can be played at once; it may change."""

    def submit(self, job: Job) -> Handle:
        """Begins to play a part."""

    def wait(self, handles: Sequence[Handle], seconds: float) -> list[Handle]:
        """Waits up to `seconds` until one of the parts is done. Returns the parts that are done."""

    def result(self, handle: Handle) -> tuple[float, str]:
        """The seconds that a part took, and its text. Raises what was raised where it was played.

        Raises `Lost` if nothing can be played there any more.
        """

    def cancel(self, handles: Sequence[Handle]) -> None:
        """Drops parts that are not needed any more."""

    def close(self) -> None:
        """Gives back what the backend began."""


class Lost(Exception):
    """A backend cannot play any more. The message says why."""
