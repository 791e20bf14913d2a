"""Ray: many machines. A part is a task; Ray plays it again where a machine or a process was lost."""

from __future__ import annotations

import socket
import time
from collections.abc import Sequence
from typing import Any

from tsuro._core import __version__
from tsuro.backends import Job, Lost
from tsuro.backends.work import play
from tsuro.errors import PackageError

__all__ = ["Ray"]

TASK_RETRIES = 5
"""How often Ray plays a part again whose worker was lost, before that counts as a failure of the part."""

HEARTBEAT = 1.0
"""Seconds between two looks whether the head node answers."""

MISSED = 3
"""After so many looks without an answer, the head node is lost. Ray itself ends the whole process some time later."""


class Ray:
    """Plays parts on the Ray cluster that this process is connected to.

    Without a connection, `ray.init()` makes one: to the cluster of `RAY_ADDRESS`, to one on this machine, or to a new one,
    and it ends with the run.
    """

    name = "ray"
    is_local = False

    def __init__(self) -> None:
        try:
            import ray
        except ImportError as why:
            raise PackageError('backend="ray" needs the package ray: pip install "tsuro[ray]"', "ray") from why
        self._ray: Any = ray
        self._is_own = not ray.is_initialized()
        if self._is_own:
            ray.init(log_to_driver=False, include_dashboard=False, configure_logging=False)
        self._task: Any = ray.remote(play).options(num_cpus=1, max_retries=TASK_RETRIES, name="tsuro part")
        self._plans: dict[str, Any] = {}
        self._head = str(ray.get_runtime_context().gcs_address)
        self._looked = time.monotonic()
        self._missed = 0
        self._slots = 1
        self._counted = 0.0

    def slots(self) -> int:
        # Nodes may come and go.
        if time.monotonic() - self._counted > 5:
            self._slots = int(self._ray.cluster_resources().get("CPU", 1)) or 1
            self._counted = time.monotonic()
        return self._slots

    def _check(self) -> None:
        """Raises `Lost` if the head node has not answered for a while."""
        if time.monotonic() - self._looked < HEARTBEAT:
            return
        self._looked = time.monotonic()
        host, _, port = self._head.rpartition(":")
        try:
            socket.create_connection((host.strip("[]"), int(port)), HEARTBEAT).close()
            self._missed = 0
        except OSError as why:
            self._missed += 1
            if self._missed >= MISSED:
                raise Lost(f"the head node of the Ray cluster at {self._head} does not answer: {why}") from why

    def submit(self, job: Job) -> Any:
        # The plan is sent once to each node, and not with every part.
        if job.plan not in self._plans:
            self._plans[job.plan] = self._ray.put(job.plan)
        return self._task.remote(__version__, self._plans[job.plan], job.low, job.high)

    def wait(self, handles: Sequence[Any], seconds: float) -> list[Any]:
        self._check()
        done, _ = self._ray.wait(list(handles), num_returns=1, timeout=seconds)
        return list(done)

    def result(self, handle: Any) -> tuple[float, str]:
        errors = self._ray.exceptions
        try:
            played: tuple[float, str] = self._ray.get(handle)
            return played
        except errors.RayTaskError as why:
            # What was raised on the worker.
            raise why.cause from why
        except errors.RaySystemError as why:
            raise Lost(f"the Ray cluster is lost: {why}") from why

    def cancel(self, handles: Sequence[Any]) -> None:
        if self._missed:
            return
        for handle in handles:
            self._ray.cancel(handle, force=True)

    def close(self) -> None:
        if self._is_own or self._missed >= MISSED:
            # Without this, Ray would end the process once it sees that the head node is lost.
            self._ray.shutdown()
