"""Dask: its client is an executor. Without a client, threads of this process play."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import CancelledError
from importlib import import_module
from typing import Any

from tsuro.backends.contract import Job, Lost
from tsuro.backends.executor import Futures, Played
from tsuro.errors import PackageError

__all__ = ["Dask"]

COUNTED = 5.0
"""Seconds between two counts of the threads of the workers."""

FIRST = 30.0
"""Seconds that the first count may take."""


class Dask:
    """Plays parts on the workers of the client that was made last (`distributed.Client(…)`)."""

    name = "dask"
    is_local = False

    def __init__(self) -> None:
        try:
            distributed: Any = import_module("distributed")
        except ImportError as why:
            raise PackageError(
                'backend="dask" needs the package distributed: pip install distributed',
                "distributed",
            ) from why
        self._own: Any = None
        try:
            self._client: Any = distributed.default_client()
        except ValueError:
            # Not processes: they would run a script a second time that is not protected against it.
            self._own = self._client = distributed.Client(processes=False, dashboard_address=None)
        # The client cancels with either error. `distributed` has imported asyncio; `import tsuro`
        # alone would be slowed down by it.
        self._cancelled = (import_module("asyncio").CancelledError, CancelledError)
        # A part depends on its arguments alone, so it can be played again where a worker was lost.
        self._futures = Futures(self._client.get_executor(pure=False, retries=0))
        self._slots = 1
        self._counted = -COUNTED
        self._counting: threading.Thread | None = None
        self._why: Exception | None = None

    def slots(self) -> int:
        self._check()
        if self._why is not None:
            # What it is depends on how far the client has noticed.
            raise Lost(f"the scheduler of Dask cannot be reached: {self._why}") from self._why
        is_first = self._counting is None
        if time.monotonic() - self._counted >= COUNTED and (
            self._counting is None or not self._counting.is_alive()
        ):
            # From another thread: a scheduler that hangs would never answer.
            self._counted = time.monotonic()
            self._counting = threading.Thread(
                target=self._count, name="tsuro dask count", daemon=True
            )
            self._counting.start()
            if is_first:
                self._counting.join(FIRST)
                return self.slots()
        return self._slots

    def _count(self) -> None:
        try:
            # Workers may come and go.
            self._slots = sum(self._client.nthreads().values()) or 1
        except Exception as why:
            self._why = why

    def _check(self) -> None:
        if self._client.status != "running":
            raise Lost(
                f"the scheduler of Dask cannot be reached: the client is {self._client.status}"
            )

    def submit(self, job: Job) -> Played:
        self._check()
        return self._futures.submit(job)

    def wait(self, handles: Sequence[Played], seconds: float) -> list[Played]:
        self._check()
        return self._futures.wait(handles, seconds)

    def result(self, handle: Played) -> tuple[float, str]:
        try:
            return self._futures.result(handle)
        except self._cancelled as why:
            # The run itself cancels no parts before it ends.
            raise Lost("the scheduler of Dask was closed, or the parts were cancelled") from why

    def cancel(self, handles: Sequence[Played]) -> None:
        self._futures.cancel(handles)

    def close(self) -> None:
        if self._own is not None:
            self._own.close()
