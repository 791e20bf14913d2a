"""The threads of this process: each part is played by all of them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence

from typing import TYPE_CHECKING

from tsuro._core import play_part
from tsuro.backends.contract import Job

if TYPE_CHECKING:
    from tsuro.policy import PolicyBot

__all__ = ["Threads"]


class Threads:
    """Plays one part after the other, each with all threads, while the caller waits."""

    is_local = True

    def __init__(
        self,
        threads: int | None,
        tell: Callable[[int], None] | None,
        policies: Sequence[PolicyBot] = (),
    ) -> None:
        # The cores that this process may use, which may be fewer than the machine has.
        cores = (
            len(os.sched_getaffinity(0))
            if hasattr(os, "sched_getaffinity")
            else os.cpu_count() or 1
        )
        self.threads = threads or cores
        self.name = f"{self.threads} threads"
        self._tell = tell
        self._policies = list(policies)
        self._played: dict[int, tuple[float, str]] = {}
        self._waiting: dict[int, Job] = {}
        self._next = 0

    def slots(self) -> int:
        return 1

    def submit(self, job: Job) -> int:
        self._next += 1
        self._waiting[self._next] = job
        return self._next

    def wait(self, handles: Sequence[int], seconds: float) -> list[int]:
        handle = handles[0]
        job = self._waiting.pop(handle)
        began = time.perf_counter()
        # What this raises is not tried again: here it would be raised again.
        part = play_part(job.plan, job.low, job.high, self.threads, self._tell, self._policies)
        self._played[handle] = (time.perf_counter() - began, part)
        return [handle]

    def result(self, handle: int) -> tuple[float, str]:
        return self._played.pop(handle)

    def cancel(self, handles: Sequence[int]) -> None:
        for handle in handles:
            self._waiting.pop(handle, None)

    def close(self) -> None:
        pass
