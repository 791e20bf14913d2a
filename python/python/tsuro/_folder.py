"""The folder in which a run keeps its parts, so that it can go on after it was ended by anything.

A part is written to a file of another name and renamed, so that there is never half a part under
its name. The name has the hash of the plan and the blocks: `part-0123456789abcdef-0-500.json`.
Parts of other plans are left alone, so runs may share a folder, one after the other. `tsuro merge`
reads the files, too.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from tsuro._core import Comparison, TournamentRun
from tsuro._files import write_whole
from tsuro.errors import PartError

MANY = 64
"""After this many files, all parts are joined into one: a long run does not fill the disk."""


class Folder:
    """Keeps the parts of one run. Only one process uses it at a time."""

    def __init__(self, path: str | os.PathLike[str], run: Comparison | TournamentRun) -> None:
        self.path = Path(path)
        self.path.mkdir(parents=True, exist_ok=True)
        identity = hashlib.sha256(run.identity.encode()).hexdigest()[:16]
        self._prefix = f"part-{identity}-"
        self._name = re.compile(rf"part-{identity}-(\d+)-(\d+)\.json")
        # Files whose blocks are in the sums, or will be.
        self._files: dict[Path, list[tuple[int, int]]] = {}
        self._lock = lock(
            self.path / f".{identity}.lock", "another run uses the parts of this plan"
        )

    def load(self, run: Comparison | TournamentRun) -> list[tuple[str, list[tuple[int, int]]]]:
        """The parts that are there, each with its ranges of blocks, the largest first.

        Raises `PartError` if one was altered, or does not fit the others.
        """
        found = []
        for file in sorted(self.path.iterdir()):
            if not self._name.fullmatch(file.name):
                continue
            with named(file):
                text = file.read_text(encoding="utf-8")
                ranges = run.ranges_of(text)
            found.append((sum(high - low for low, high in ranges), ranges, text, file))
        found.sort(key=lambda part: -part[0])
        loaded: list[tuple[str, list[tuple[int, int]]]] = []
        for _, ranges, text, file in found:
            overlaps = [_within(ranges, known) for _, known in loaded]
            self._files[file] = ranges
            # What was put together, just before the process was ended.
            if any(all(overlap) for overlap in overlaps):
                continue
            if any(_meet(ranges, known) for _, known in loaded):
                raise PartError(
                    f"{file}: some of its blocks are in another part of the folder, too; delete "
                    "one of them"
                )
            loaded.append((text, ranges))
        return sorted(loaded, key=lambda part: part[1][:1])

    def keep(self, run: Comparison | TournamentRun, low: int, high: int, part: str) -> None:
        """Keeps a part. Raises `OSError` with the folder if it cannot be written."""
        self._files[self._write(low, high, part)] = [(low, high)]
        if len(self._files) > MANY:
            self._join(run)

    def _join(self, run: Comparison | TournamentRun) -> None:
        """Puts all parts that are in the sums into one file."""
        ranges = run.ranges()
        if not ranges:
            return
        joined = self._write(ranges[0][0], ranges[-1][1], run.part())
        for file, blocks in list(self._files.items()):
            if file != joined and all(_within(blocks, ranges)):
                file.unlink(missing_ok=True)
                del self._files[file]
        self._files[joined] = ranges

    def _write(self, low: int, high: int, part: str) -> Path:
        file = self.path / f"{self._prefix}{low}-{high}.json"
        _write_part(file, part)
        return file

    def close(self) -> None:
        """Lets other processes use it."""
        self._lock.close()


class RoundFolder:
    """Keeps the parts of a search, which plays blocks of many plans. Only one process uses the
    parts of a search at a time; `search` tells searches apart."""

    def __init__(self, path: str | os.PathLike[str], search: str) -> None:
        self.path = Path(path)
        self.path.mkdir(parents=True, exist_ok=True)
        told = hashlib.sha256(search.encode()).hexdigest()[:16]
        self._lock = lock(self.path / f".{told}.lock", "another run uses the parts of this search")
        self._found: dict[str, list[tuple[int, int, Path]]] = {}
        for file in self.path.iterdir():
            if match := re.fullmatch(r"part-([0-9a-f]{16})-(\d+)-(\d+)\.json", file.name):
                blocks = (int(match[2]), int(match[3]), file)
                self._found.setdefault(match[1], []).append(blocks)

    def find(self, plan: str, low: int, high: int) -> list[tuple[Path, int, int]]:
        """The files with blocks of a plan, and their blocks. Raises `PartError` if two have the
        same block."""
        found, end = [], low
        for begin, after, file in sorted(self._found.get(_told(plan), [])):
            if begin < low or after > high:
                continue
            if begin < end or after <= begin:
                raise PartError(
                    f"{file}: some of its blocks are in another part of the folder, too; delete "
                    "one of them"
                )
            found.append((file, begin, after))
            end = after
        return found

    def keep(self, plan: str, low: int, high: int, part: str) -> None:
        """Keeps a part. Raises `OSError` with the folder if it cannot be written."""
        _write_part(self.path / f"part-{_told(plan)}-{low}-{high}.json", part)

    def close(self) -> None:
        """Lets other processes use it."""
        self._lock.close()


def _told(plan: str) -> str:
    return hashlib.sha256(plan.encode()).hexdigest()[:16]


@contextlib.contextmanager
def named(file: Path) -> Iterator[None]:
    """Names the file if it has no part, or another one."""
    try:
        yield
    except (PartError, UnicodeDecodeError) as why:
        raise PartError(f"{file}: {why}; delete the file to play its blocks again") from why


def _write_part(file: Path, part: str) -> None:
    try:
        write_whole(file, part)
    except OSError as why:
        raise OSError(
            why.errno, f"a part cannot be kept: {why.strerror}", str(file.parent)
        ) from why


def _within(ranges: list[tuple[int, int]], others: list[tuple[int, int]]) -> list[bool]:
    """For each range, whether it lies in one of the others."""
    return [any(low >= other[0] and high <= other[1] for other in others) for low, high in ranges]


def _meet(ranges: list[tuple[int, int]], others: list[tuple[int, int]]) -> bool:
    """Whether some block is in both."""
    return any(low < other[1] and other[0] < high for low, high in ranges for other in others)


def lock(file: Path, taken: str) -> IO[str]:
    """Locks a file until it is closed or the process ends. Raises `BlockingIOError` with the words
    `taken` if another process has it."""
    lock = file.open("w", encoding="utf-8")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as why:
        lock.close()
        raise BlockingIOError(why.errno, taken, str(file.parent)) from why
    return lock
