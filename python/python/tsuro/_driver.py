"""Plays a run in parts: which part is played next, what becomes of it, and how often it is tried
again.

The data flows like this:

    Comparison (plan, sums) -> ComparisonWork.next -> Job -> Backend -> part -> ComparisonWork.take
    -> Comparison -> Report
                                                                                |
                                                                              Folder

`Comparison` is the crate's: it knows the plan, and adds up parts. `Job` has the plan as a text and
a range of blocks, and is all that a worker gets. `play` is the loop between the work and the
backend. Sums do not depend on the order of the parts, on where they end, or on who played them, so
neither does the report.
"""

from __future__ import annotations

import contextlib
import math
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from tsuro._core import Comparison, Search, TournamentRun, Training
from tsuro._folder import Folder, RoundFolder, named
from tsuro._progress import Tell, teller
from tsuro.backends import Backend, Job, Lost
from tsuro.errors import ArgumentError, Error, PartError, SilenceWarning, WorkerError

TRIES = 3
"""How often a part is played before its failure ends the run."""

LOOK = 0.1
"""Seconds that the driver waits for parts before it lets Python look for Ctrl-C."""

QUIET = 60.0
"""Seconds without a part after which the driver says so, at the earliest. Parts take about five."""

MOST_BLOCKS = 10**12
"""All blocks have numbers below this one."""


class Work(Protocol):
    """What is to be played."""

    def next(self, blocks: int) -> Job | None:
        """The next part, of at most `blocks` blocks; `None` if there is none now."""

    def left(self) -> int:
        """About how many blocks are not given out yet."""

    def take(self, job: Job, part: str) -> bool:
        """Takes a part that was played. Returns whether no more are needed."""


class Pace:
    """How many blocks make a part: enough to take some seconds, whatever is played."""

    def __init__(self, first: int, seconds: float, parts: int | None = None) -> None:
        self._blocks = max(1, first)
        self._seconds = seconds
        # A fixed size, if parts of equal size are wanted.
        self._fixed = parts is not None

    def blocks(self, left: int, slots: int) -> int:
        """The size of the next part, where `left` blocks are left for `slots` workers."""
        if self._fixed:
            return self._blocks
        # Smaller parts towards the end, so that all workers end at about the same time; not too
        # small.
        return max(1, self._blocks // 8, min(self._blocks, -(-left // (2 * slots))))

    def played(self, job: Job, seconds: float) -> None:
        """Learns from a part that took so long."""
        if self._fixed or math.isinf(self._seconds):
            return
        wanted = (job.high - job.low) * self._seconds / max(seconds, 1e-3)
        # One slow or quick part says little about the next.
        self._blocks = int(max(1, self._blocks / 4, min(wanted, self._blocks * 4)))


class Silence:
    """How long nothing has arrived: the head node of a cluster, or whatever gives parts to workers,
    may hang without an error."""

    def __init__(self, backend: Backend, patience: float | None) -> None:
        self._backend = backend
        self._patience = patience
        self._heard = time.monotonic()
        self._longest = 0.0
        self._warned = 0.0

    def arrived(self, seconds: float) -> None:
        """A part has arrived that took so long."""
        self._heard = time.monotonic()
        self._longest = max(self._longest, seconds)
        self._warned = 0.0

    def look(self, parts: int) -> None:
        """Warns if nothing has arrived for long while `parts` parts are being played, and again
        each time after twice as long. Raises `WorkerError` at the end of the patience."""
        silent = time.monotonic() - self._heard
        said = f"no part has arrived for {silent:.0f} seconds, and {parts} are being played"
        if self._patience is not None and silent >= self._patience:
            raise WorkerError(
                f"{self._backend.name}: {said}; the cluster may hang, or a part takes longer than "
                f"the patience of {self._patience:g} seconds"
            )
        # A part may take long, but rarely ten times as long as all before it.
        if silent >= max(QUIET, 10 * self._longest, 2 * self._warned):
            self._warned = silent
            warnings.warn(
                f"{self._backend.name}: {said}. The run waits on: the cluster may hang, or parts "
                "take long. Ctrl-C ends it, and patience=SECONDS ends it by itself.",
                SilenceWarning,
                stacklevel=2,
            )


def play(
    work: Work,
    backend: Backend,
    pace: Pace,
    done: Callable[[int], None],
    patience: float | None = None,
) -> None:
    """Plays all parts of some work. `done` hears of the blocks of each part that was taken.

    Raises `WorkerError` if a part fails too often or the backend is lost, or if no part has arrived
    for `patience` seconds. Parts that are being played are cancelled then, and after Ctrl-C.
    """
    silence = Silence(backend, patience)
    running: dict[Any, tuple[Job, int]] = {}
    again: list[tuple[Job, int]] = []
    try:
        while True:
            # Some more than can be played at once, so that no worker waits for the driver.
            slots = backend.slots()
            while len(running) < (slots if backend.is_local else 2 * slots):
                job, failures = (
                    again.pop() if again else (work.next(pace.blocks(work.left(), slots)), 0)
                )
                if job is None:
                    break
                if not running:
                    silence.arrived(0.0)
                running[backend.submit(job)] = (job, failures)
            if not running:
                return
            arrived = backend.wait(list(running), LOOK)
            if not arrived:
                silence.look(len(running))
            for handle in arrived:
                job, failures = running.pop(handle)
                try:
                    seconds, part = backend.result(handle)
                    silence.arrived(seconds)
                except PartError as why:
                    again.append((job, _failed(job, failures, why, backend)))
                    continue
                except (Lost, Error):
                    # The same arguments would raise it again.
                    raise
                except Exception as why:
                    again.append((job, _failed(job, failures, why, backend)))
                    continue
                try:
                    is_enough = work.take(job, part)
                except PartError as why:
                    again.append((job, _failed(job, failures, why, backend)))
                    continue
                pace.played(job, seconds)
                done(job.high - job.low)
                if is_enough:
                    return
    except Lost as why:
        raise WorkerError(f"{backend.name}: {why}") from why.__cause__
    finally:
        # What went wrong before is what matters.
        with contextlib.suppress(Exception):
            backend.cancel(list(running))


def _failed(job: Job, failures: int, why: Exception, backend: Backend) -> int:
    """The number of failures of a part, with this one. Raises `WorkerError` if there are too
    many."""
    failures += 1
    if failures < TRIES:
        return failures
    reason = f"{type(why).__name__}: {why}"
    raise WorkerError(
        f"{backend.name}: {job} failed {failures} times, the last time with {reason}",
        (job.low, job.high),
        failures,
    ) from why


class ComparisonWork:
    """The blocks of a comparison that are not in its sums yet."""

    def __init__(self, run: Comparison, folder: Folder | None) -> None:
        self._run = run
        self._folder = folder
        self._plan = run.plan_text()
        # Parts that came before one that has to be added first, because results are looked at in
        # order.
        self._arrived: dict[int, tuple[int, str]] = {}
        taken: list[tuple[int, int]] = []
        if folder is not None:
            for text, ranges in folder.load(run):
                run.adopt(text)
                taken.extend(ranges)
                if not run.has_looks:
                    run.add_saved(text)
                elif len(ranges) == 1:
                    self._arrived[ranges[0][0]] = (ranges[0][1], text)
                else:
                    raise PartError(
                        f"{folder.path}: a part has gaps between its blocks, so results cannot be "
                        "looked at in order"
                    )
            # The design may be that of the parts.
            self._plan = run.plan_text()
        goal = MOST_BLOCKS if run.planned is None else run.planned
        if (
            folder is not None
            and not run.has_looks
            and (end := max((high for _, high in taken), default=0)) > goal
        ):
            raise ArgumentError(
                f"folder: {folder.path} has {end} blocks of this run, and only {goal} are asked "
                "for with games"
            )
        self._gaps = _gaps(taken, goal)
        self.is_enough = run.has_looks and self._catch_up()

    def left(self) -> int:
        return sum(high - low for low, high in self._gaps)

    def next(self, blocks: int) -> Job | None:
        if not self._gaps or self.is_enough:
            return None
        low, high = self._gaps[0]
        end = min(high, low + blocks)
        if self._run.has_looks:
            # The run may end at the next look, so nothing is played that is far beyond it.
            if low > 2 * self._run.next_look(self._run.end):
                return None
            # Every look is at the end of a part.
            end = min(end, self._run.next_look(low))
        self._gaps[0:1] = [(end, high)] if end < high else []
        return Job(self._plan, low, end)

    def take(self, job: Job, part: str) -> bool:
        if not self._run.has_looks:
            self._run.add(part, job.low, job.high)
            self._keep(job, part)
            return False
        self._run.check(part, job.low, job.high)
        self._arrived[job.low] = (job.high, part)
        self._keep(job, part)
        self.is_enough = self._catch_up()
        return self.is_enough

    def _keep(self, job: Job, part: str) -> None:
        if self._folder is not None:
            self._folder.keep(self._run, job.low, job.high, part)

    def _catch_up(self) -> bool:
        """Adds the parts that come next, and looks at the results where it is time. Returns whether
        they are clear."""
        while True:
            end = self._run.end
            if end > 0 and self._run.next_look(end - 1) == end and self._run.look():
                return True
            if end not in self._arrived:
                return False
            high, part = self._arrived.pop(end)
            self._run.add(part, end, high)


class DealWork:
    """The deals of a tournament that are not in its sums yet."""

    def __init__(self, run: TournamentRun, folder: Folder | None, deals: int) -> None:
        self._run = run
        self._folder = folder
        self._plan = run.plan_text()
        if folder is not None:
            for text, _ in folder.load(run):
                run.add_saved(text)
        self._gaps = _gaps(run.ranges(), deals)

    def left(self) -> int:
        return sum(high - low for low, high in self._gaps)

    def next(self, blocks: int) -> Job | None:
        if not self._gaps:
            return None
        low, high = self._gaps[0]
        end = min(high, low + blocks)
        self._gaps[0:1] = [(end, high)] if end < high else []
        return Job(self._plan, low, end)

    def take(self, job: Job, part: str) -> bool:
        self._run.add(part, job.low, job.high)
        if self._folder is not None:
            self._folder.keep(self._run, job.low, job.high, part)
        return False


def _gaps(taken: list[tuple[int, int]], goal: int) -> list[tuple[int, int]]:
    """The ranges below `goal` that are not taken."""
    gaps, end = [], 0
    for low, high in sorted([*taken, (goal, goal)]):
        if end < low and end < goal:
            gaps.append((end, min(low, goal)))
        end = max(end, high)
    return gaps


class RoundWork:
    """A round of a search over rules: the same blocks of many plans. Or a round of a training: some
    games of one plan."""

    def __init__(
        self,
        search: Search | Training,
        low: int,
        high: int,
        plans: list[str],
        folder: RoundFolder | None = None,
    ) -> None:
        self._search = search
        self._folder = folder
        self._left: list[tuple[int, str, int, int]] = []
        self.kept = 0
        """The number of blocks that were there."""
        for index, plan in reversed(list(enumerate(plans))):
            taken: list[tuple[int, int]] = []
            for file, begin, end in [] if folder is None else folder.find(plan, low, high):
                with named(file):
                    search.add(index, file.read_text(encoding="utf-8"), begin, end)
                taken.append((begin, end))
            self.kept += sum(end - begin for begin, end in taken)
            gaps = [(max(begin, low), end) for begin, end in _gaps(taken, high) if end > low]
            self._left += [(index, plan, begin, end) for begin, end in reversed(gaps)]

    def next(self, blocks: int) -> Job | None:
        if not self._left:
            return None
        index, plan, low, high = self._left.pop()
        end = min(high, low + blocks)
        if end < high:
            self._left.append((index, plan, end, high))
        return Job(plan, low, end, index)

    def left(self) -> int:
        return sum(high - low for _, _, low, high in self._left)

    def take(self, job: Job, part: str) -> bool:
        self._search.add(job.index, part, job.low, job.high)
        if self._folder is not None:
            self._folder.keep(job.plan, job.low, job.high, part)
        return False


class Clock:
    """Tells how far a run is: how many games were played, and of how many."""

    def __init__(
        self, tell: Callable[[int, int | None], None] | None, games_a_block: int, total: int | None
    ) -> None:
        self._tell = tell
        self._games_a_block = games_a_block
        self._total = total
        self._done = 0
        self._told = 0.0

    def begin(self, done: int) -> None:
        """`done` games are there from the beginning."""
        self._done = done

    def blocks(self, blocks: int) -> None:
        """`blocks` more blocks were played."""
        self._done += blocks * self._games_a_block
        self._say(self._done)

    @property
    def heard(self) -> Callable[[int], None] | None:
        """`within`, if anybody is told."""
        return None if self._tell is None else self.within

    def within(self, games: int) -> None:
        """`games` games of the current part were played."""
        self._say(self._done + games)

    def end(self) -> None:
        """The run has ended."""
        if self._tell is not None:
            self._tell(self._done, self._total)

    def _say(self, games: int) -> None:
        now = time.monotonic()
        if self._tell is not None and now - self._told >= 0.1:
            self._told = now
            self._tell(games, self._total)


@contextlib.contextmanager
def clock_of(
    progress: bool | Tell | None, games_a_block: int, total: int | None
) -> Iterator[Clock]:
    """The clock of a run that has one part, and at its end the end of the line that it wrote."""
    tell, end = teller(progress)
    try:
        yield Clock(tell, games_a_block, total)
    finally:
        end()
