"""Where the parts of a run are played: on this machine or on others.

A part is a pure function of a text and two numbers. A backend takes parts (`Job`), plays them
somewhere, and gives back what each became. What is played, in which parts, what becomes of the
results, and how often a part is tried again is decided by `tsuro._driver`, in the same way for all
backends.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor

from tsuro.backends.contract import Backend, Job, Lost
from tsuro.backends.dask import Dask
from tsuro.backends.executor import Futures
from tsuro.backends.ray import Ray
from tsuro.backends.threads import Threads
from tsuro.errors import ArgumentError

__all__ = ["Backend", "Job", "Lost", "choose"]


def choose(backend: object, threads: int | None, tell: Callable[[int], None] | None) -> Backend:
    """The backend of this name, or for this executor; `tell` hears how many games of a part on
    threads were played."""
    if isinstance(backend, str):
        if backend == "threads":
            return Threads(threads, tell)
        if threads is not None:
            raise ArgumentError(
                'threads: it is the number of threads of backend="threads"; other backends count '
                "for themselves"
            )
        if backend == "ray":
            return Ray()
        if backend == "dask":
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
        return Futures(backend)
    raise ArgumentError(
        "backend: 'threads', 'ray', 'dask' or a concurrent.futures.Executor is needed, not "
        f"{type(backend).__name__}"
    )
