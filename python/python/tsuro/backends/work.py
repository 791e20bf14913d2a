"""What a worker does. It runs in other processes and on other machines, and depends on its
arguments alone."""

from __future__ import annotations

import time

from tsuro._core import __version__, play_part
from tsuro.errors import VersionError

__all__ = ["play"]


def play(version: str, plan: str, low: int, high: int) -> tuple[float, str]:
    """Plays the blocks from `low` up to `high` of a plan on one thread: the seconds that it took,
    and the part.

    `version` is that of the package that asks for it. Another version may play other games, so it
    is refused.
    """
    if version != __version__:
        raise VersionError(
            f"a worker has version {__version__} of the package tsuro, and the driver has {version}"
        )
    began = time.perf_counter()
    part = play_part(plan, low, high, 1, None)
    return time.perf_counter() - began, part
