"""Ray: many machines. A part is a task; Ray plays it again where a machine or a process was
lost."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Sequence
from typing import Any

from tsuro._core import __version__
from tsuro.backends.contract import Job, Lost
from tsuro.backends.work import play
from tsuro.errors import PackageError, WorkerError

__all__ = ["Ray"]

TASK_RETRIES = 5
"""How often Ray plays a part again whose worker was lost, before that counts as a failure of the
part."""

HEARTBEAT = 1.0
"""Seconds between two looks whether the head node answers."""

MISSED = 3
"""After this many looks without an answer, the head node is lost. A minute later Ray itself would
end the whole process."""

PLANS = 1000
"""The most plans that are kept in the cluster; a training has a new one for each round."""

COUNTED = 5.0
"""Seconds between two counts of the cores of the cluster."""


def _is_client(ray: Any) -> bool:
    """Whether this process is connected to a cluster from outside (`ray.init("ray://…")`)."""
    try:
        return bool(ray.util.client.ray.is_connected())
    except (AttributeError, ImportError):
        return False


class Watch:
    """Looks at the head node from a thread of its own: what asks Ray itself waits for ever for one
    that is lost."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        host, _, port = str(ray.get_runtime_context().gcs_address).rpartition(":")
        # From outside, that address leads nowhere; the client of Ray looks after its connection
        # itself.
        self.head = None if _is_client(ray) else (host.strip("[]"), int(port))
        self.slots = 1
        self.why_lost: OSError | None = None
        self._ended = threading.Event()
        self._count()
        threading.Thread(target=self._run, name="tsuro ray", daemon=True).start()

    def _count(self) -> None:
        # Nodes may come and go.
        self.slots = int(self._ray.cluster_resources().get("CPU", 1)) or 1

    def _run(self) -> None:
        missed, counted = 0, time.monotonic()
        while not self._ended.wait(HEARTBEAT):
            try:
                if self.head is not None:
                    socket.create_connection(self.head, HEARTBEAT).close()
            except OSError as why:
                missed += 1
                if missed >= MISSED:
                    self.why_lost = why
                    return
                continue
            missed = 0
            if time.monotonic() - counted > COUNTED and not self._ended.is_set():
                counted = time.monotonic()
                # It may never come back, which is why this is done from another thread again.
                threading.Thread(target=self._count, name="tsuro ray count", daemon=True).start()

    def end(self) -> None:
        """Ends the thread."""
        self._ended.set()


class Ray:
    """Plays parts on the Ray cluster that this process is connected to.

    Without a connection it makes one, to the cluster of `RAY_ADDRESS` or to a new one on this
    machine, and ends it with the run.
    """

    name = "ray"
    is_local = False

    def __init__(self) -> None:
        try:
            import ray
        except ImportError as why:
            raise PackageError(
                'backend="ray" needs the package ray: pip install ray', "ray"
            ) from why
        self._ray: Any = ray
        self._is_own = not ray.is_initialized()
        if self._is_own:
            # Without an address, Ray would look for a cluster of this machine, and wait for minutes
            # for one that was lost.
            address = None if "RAY_ADDRESS" in os.environ else "local"
            try:
                ray.init(
                    address=address,
                    log_to_driver=False,
                    include_dashboard=False,
                    configure_logging=False,
                )
            except (OSError, RuntimeError, ValueError) as why:
                raise WorkerError(f"ray: there is no connection to a cluster: {why}") from why
        self._task: Any = ray.remote(play).options(
            num_cpus=1, max_retries=TASK_RETRIES, name="tsuro part"
        )
        self._plans: dict[str, Any] = {}
        self._watch = Watch(ray)

    def slots(self) -> int:
        return self._watch.slots

    def _check(self) -> None:
        """Raises `Lost` if the head node has not answered for a while."""
        if self._watch.why_lost is not None:
            where = ":".join(map(str, self._watch.head or ()))
            why = self._watch.why_lost
            raise Lost(
                f"the head node of the Ray cluster at {where} does not answer: {why}"
            ) from why

    def submit(self, job: Job) -> Any:
        # The plan is sent once to each node, and not with every part.
        if job.plan not in self._plans:
            if len(self._plans) >= PLANS:
                # Ray keeps it while a task needs it.
                del self._plans[next(iter(self._plans))]
            self._plans[job.plan] = self._ray.put(job.plan)
        return self._task.remote(__version__, self._plans[job.plan], job.low, job.high)

    def wait(self, handles: Sequence[Any], seconds: float) -> list[Any]:
        self._check()
        try:
            done, _ = self._ray.wait(list(handles), num_returns=1, timeout=seconds)
        except ConnectionError as why:
            raise Lost(f"the connection to the Ray cluster is lost: {why}") from why
        return list(done)

    def result(self, handle: Any) -> tuple[float, str]:
        errors = self._ray.exceptions
        try:
            played: tuple[float, str] = self._ray.get(handle)
            return played
        except errors.RayTaskError as why:
            # What was raised on the worker.
            raise why.cause from why
        except (errors.RaySystemError, ConnectionError) as why:
            raise Lost(f"the connection to the Ray cluster is lost: {why}") from why

    def cancel(self, handles: Sequence[Any]) -> None:
        if self._watch.why_lost is None:
            for handle in handles:
                # The process is ended: it would play on to the end of its part.
                self._ray.cancel(handle, force=True)

    def close(self) -> None:
        self._watch.end()
        # If the head node is lost, Ray would end the process as soon as it sees that itself.
        if self._is_own or self._watch.why_lost is not None:
            self._ray.shutdown()
