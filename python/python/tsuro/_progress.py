"""How far a run is, for people."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TypeAlias

Tell: TypeAlias = Callable[[int, "int | None"], None]


class Line:
    """A line on standard error that is written again and again; notebooks show it below the
    cell."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._first: int | None = None
        self._width = 0

    def __call__(self, done: int, total: int | None) -> None:
        # Games of an earlier run say nothing about the speed of this one.
        if self._first is None:
            self._first = done if total is None or done < total else 0
        seconds = max(time.monotonic() - self._began, 1e-3)
        speed = (done - self._first) / seconds
        text = f"{done:,} games" if total is None else f"{done:,} of {total:,} games"
        text += f", {speed:,.0f} games/s"
        if total is not None and 0 < speed and done < total:
            text += f", {(total - done) / speed:,.0f} s left"
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def end(self) -> None:
        """Leaves the line as it is."""
        if self._width:
            sys.stderr.write("\n")
            sys.stderr.flush()
            self._width = 0


def teller(progress: bool | Tell | None) -> tuple[Tell | None, Callable[[], None]]:
    """What is called while games are played, and what is called at the end."""
    if progress is None or progress is False:
        return None, lambda: None
    if progress is True:
        line = Line()
        return line, line.end
    if not callable(progress):
        raise TypeError(
            f"progress: True or a function of two numbers is needed, not {type(progress).__name__}"
        )
    return progress, lambda: None
