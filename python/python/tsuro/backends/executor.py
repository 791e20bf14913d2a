"""Any executor of `concurrent.futures`: its own pools, and the pools of other packages."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import TypeAlias

from tsuro._core import __version__
from tsuro.backends.contract import Job, Lost
from tsuro.backends.work import play

__all__ = ["Futures"]

Played: TypeAlias = Future[tuple[float, str]]


class Futures:
    """Plays parts with an executor, which stays open."""

    is_local = False

    def __init__(self, executor: Executor) -> None:
        self.name = type(executor).__name__
        self._executor = executor

    def slots(self) -> int:
        # Executors do not say how many calls they make at once; the standard library's executors
        # keep it in this field.
        workers = getattr(self._executor, "_max_workers", None)
        return workers if isinstance(workers, int) else os.cpu_count() or 1

    def submit(self, job: Job) -> Played:
        try:
            return self._executor.submit(play, __version__, job.plan, job.low, job.high)
        except (BrokenExecutor, RuntimeError) as why:
            raise Lost(f"the executor takes no more work: {why}") from why

    def wait(self, handles: Sequence[Played], seconds: float) -> list[Played]:
        return list(wait(handles, seconds, FIRST_COMPLETED).done)

    def result(self, handle: Played) -> tuple[float, str]:
        try:
            return handle.result()
        except BrokenExecutor as why:
            raise Lost(f"the executor has lost its workers: {why}") from why

    def cancel(self, handles: Sequence[Played]) -> None:
        for handle in handles:
            handle.cancel()

    def close(self) -> None:
        pass
