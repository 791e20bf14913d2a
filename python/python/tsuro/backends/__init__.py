"""Where the parts of a run are played: on this machine or on others.

A part is a pure function of a text and two numbers. A backend takes parts (`Job`), plays them
somewhere, and gives back what each became. What is played, in which parts, what becomes of the
results, and how often a part is tried again is decided by `tsuro._driver`, in the same way for all
backends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from tsuro.errors import ArgumentError

__all__ = ["Backend", "Job", "choose"]

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


def choose(backend: object, threads: int | None, tell: Callable[[int], None] | None) -> Backend:
    """The backend of this name, or for this executor; `tell` hears how many games of a part on
    threads were played."""
    if isinstance(backend, str):
        if backend == "threads":
            from tsuro.backends.threads import Threads

            return Threads(threads, tell)
        if threads is not None:
            raise ArgumentError(
                'threads: it is the number of threads of backend="threads"; other backends count '
                "for themselves"
            )
        if backend == "ray":
            from tsuro.backends.ray import Ray

            return Ray()
        if backend == "dask":
            from tsuro.backends.dask import Dask

            return Dask()
        raise ArgumentError(
            f"backend: there is no {backend!r}; there are 'threads', 'ray' and 'dask', and "
            "executors"
        )
    if threads is not None:
        raise ArgumentError(
            'threads: it is the number of threads of backend="threads"; other backends count for '
            "themselves"
        )
    # Before executors: a backend may be one, too.
    if isinstance(backend, Backend):
        return backend
    if isinstance(backend, Executor):
        from tsuro.backends.executor import Futures

        return Futures(backend)
    raise ArgumentError(
        "backend: 'threads', 'ray', 'dask' or a concurrent.futures.Executor is needed, not "
        f"{type(backend).__name__}"
    )
