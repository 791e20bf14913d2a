"""Runs in parts: the same report wherever they are played, and what happens when something goes
wrong."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import tsuro
from tsuro import _driver, _folder
from tsuro._core import play_part
from tsuro.backends import Backend, Job

RUN: dict[str, Any] = {
    "players": 3,
    "bots": "random,greedy",
    "games": 200,
    "seed": "parts",
    "metrics": "outcome,length,skill",
}


def compare(**options: Any) -> str:
    """The report of a small run, as JSON."""
    return tsuro.compare("classic", "classic+hand=4", **{**RUN, **options}).to_json()


@pytest.fixture(scope="module")
def wanted() -> str:
    return compare(threads=1)


class Wrong:
    """A backend that plays at once, in the order of the last first, and does something to parts on
    the way."""

    name = "wrong"
    is_local = False

    def __init__(
        self, change: Callable[[Job, int, str], str] = lambda job, time, part: part, slots: int = 3
    ) -> None:
        self.change = change
        self.count = slots
        self.times: dict[int, int] = {}
        self.jobs: list[Job] = []
        self.cancelled: list[Job] = []

    def slots(self) -> int:
        return self.count

    def submit(self, job: Job) -> Job:
        self.jobs.append(job)
        return job

    def wait(self, handles: Sequence[Job], seconds: float) -> list[Job]:
        return [handles[-1]]

    def result(self, handle: Job) -> tuple[float, str]:
        time = self.times[handle.low] = self.times.get(handle.low, 0) + 1
        part = play_part(handle.plan, handle.low, handle.high, 1, None)
        return 0.1, self.change(handle, time, part)

    def cancel(self, handles: Sequence[Job]) -> None:
        self.cancelled.extend(handles)

    def close(self) -> None:
        self.is_closed = True


@pytest.mark.parametrize("parts", [None, 1, 3, 7, 200, 10_000])
def test_the_report_does_not_depend_on_the_parts(parts: int | None, wanted: str) -> None:
    assert compare(parts=parts, threads=2) == wanted
    backend = Wrong()
    assert isinstance(backend, Backend)
    assert compare(parts=parts, backend=backend) == wanted
    assert backend.is_closed
    if parts:
        assert len(backend.jobs) == min(parts, 200)


def test_threads_and_processes_of_executors_give_the_same_report(wanted: str) -> None:
    with ThreadPoolExecutor(2) as threads:
        assert compare(backend=threads, parts=5) == wanted
        assert compare(backend=threads) == wanted
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert compare(backend=processes, parts=5) == wanted


@pytest.mark.parametrize(
    "options",
    [
        {"until": "9%", "games": None, "bots": "random", "metrics": "length"},
        {"until": "4%", "games": 150, "bots": "random", "metrics": "length"},
        {"claim": "turns >= +2", "games": None, "bots": "greedy", "metrics": "length"},
    ],
)
def test_runs_that_end_by_themselves_end_at_the_same_block(
    options: dict[str, Any], tmp_path: Path
) -> None:
    wanted = compare(**options)
    assert compare(backend=Wrong(), **options) == wanted
    folder = tmp_path / "parts"
    assert compare(backend=Wrong(slots=5), folder=folder, **options) == wanted
    assert compare(folder=folder, backend=NOBODY, **options) == wanted
    # As if the process had been ended: a part in the middle is missing, and those after it are
    # there.
    files = sorted(folder.glob("part-*.json"), key=lambda file: int(file.name.split("-")[2]))
    files[len(files) // 2].unlink()
    assert compare(folder=folder, **options) == wanted


def no_more(job: Job, time: int, part: str) -> str:
    raise AssertionError(f"{job} was played again")


NOBODY = Wrong(no_more)


def test_a_search_does_not_depend_on_where_it_is_played() -> None:
    def explore(**options: Any) -> str:
        varied: dict[str, Any] = {
            "vary": ["tiles.hand=2..3", "board.columns=4,6"],
            "target": ["turns=20", "ties=10%"],
            "bots": "random",
        }
        return tsuro.explore("classic", **varied, games=300, seed=1, **options).to_json()

    assert explore(threads=1) == explore(backend=Wrong()) == explore(threads=2)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda part: part[:-30], "not a part of a comparison: EOF"),
        (lambda part: "", "not a part of a comparison"),
        (
            lambda part: part.replace('"seed":"parts"', '"seed":"pants"'),
            "the checksum does not fit",
        ),
        (
            lambda part: play_part(
                tsuro._core.Comparison(
                    ["classic"],
                    [3],
                    ["random"],
                    9,
                    "x",
                    ["all"],
                    ["1%"],
                    False,
                    False,
                    50,
                    None,
                    None,
                ).plan_text(),
                0,
                9,
                1,
                None,
            ),
            "another experiment",
        ),
    ],
)
def test_what_is_not_the_part_is_never_used(
    change: Callable[[str], str], reason: str, wanted: str
) -> None:
    # Every part is wrong once, or twice, before it is right.
    assert (
        compare(parts=4, backend=Wrong(lambda job, time, part: change(part) if time <= 2 else part))
        == wanted
    )
    with pytest.raises(
        tsuro.WorkerError,
        match=r"wrong: blocks 150..200 failed 3 times, the last time with PartError: .*" + reason,
    ) as raised:
        compare(
            parts=4,
            backend=(
                backend := Wrong(lambda job, time, part: change(part) if job.low == 150 else part)
            ),
        )
    assert (raised.value.part, raised.value.failures) == ((150, 200), 3)
    assert isinstance(raised.value.__cause__, tsuro.PartError) and backend.is_closed


def test_a_part_with_other_blocks_is_refused(wanted: str) -> None:
    def others(job: Job, time: int, part: str) -> str:
        return play_part(job.plan, job.low + 1, job.high, 1, None) if job.low == 50 else part

    with pytest.raises(
        tsuro.WorkerError, match=r"the part has the blocks \[51..100\], not 50..100"
    ):
        compare(parts=4, backend=Wrong(others))


def test_a_part_that_fails_is_played_again_but_not_for_ever(wanted: str) -> None:
    def fails(times: int) -> Callable[[Job, int, str], str]:
        def change(job: Job, time: int, part: str) -> str:
            if time <= times:
                raise RuntimeError(f"fault {time}")
            return part

        return change

    assert compare(parts=4, backend=Wrong(fails(2))) == wanted
    with pytest.raises(
        tsuro.WorkerError, match="failed 3 times, the last time with RuntimeError: fault 3"
    ):
        compare(parts=4, backend=(backend := Wrong(fails(3))))
    # Nothing goes on elsewhere.
    assert backend.cancelled


def test_a_worker_with_another_version_is_refused() -> None:
    # The process need not be able to import this file.
    other = "from tsuro.backends import work; work.__version__ = '0.0.9'"
    with ProcessPoolExecutor(
        1, mp_context=get_context("spawn"), initializer=exec, initargs=(other,)
    ) as pool:
        with pytest.raises(
            tsuro.VersionError,
            match="a worker has version 0.0.9 of the package tsuro, and the driver has "
            f"{tsuro.__version__}",
        ):
            compare(backend=pool)


def test_rules_that_a_worker_does_not_have_are_refused() -> None:
    run = tsuro._core.Comparison(
        ["classic"], [3], ["random"], 9, "x", ["all"], ["1%"], False, False, 50, None, None
    )
    with pytest.raises(tsuro.PartError, match="checksum"):
        play_part(run.plan_text().replace('"hand":3', '"hand":4'), 0, 9, 1, None)
    with pytest.raises(tsuro.ArgumentError, match="blocks: 9..9"):
        play_part(run.plan_text(), 9, 9, 1, None)


def test_a_pool_that_lost_its_processes_says_so(tmp_path: Path, wanted: str) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        pool.submit(os.getpid).result()
        victim = next(iter(pool._processes.values()))

        def kill(done: int, total: int | None) -> None:
            if victim.is_alive():
                victim.kill()
                # The other process could play everything before the executor notices.
                while not pool._broken:
                    time.sleep(0.01)

        # The driver hears of it from a part, or when it gives out the next one.
        with pytest.raises(
            tsuro.WorkerError,
            match="ProcessPoolExecutor: the executor (has lost its workers|takes no more work)",
        ):
            compare(backend=pool, parts=50, folder=tmp_path, progress=kill)
    with pytest.raises(
        tsuro.WorkerError, match="ProcessPoolExecutor: the executor takes no more work"
    ):
        compare(backend=pool, parts=50, folder=tmp_path)
    assert 0 < len(list(tmp_path.glob("part-*.json"))) < 50
    assert compare(folder=tmp_path) == wanted


def test_a_run_goes_on_from_its_folder(tmp_path: Path, wanted: str) -> None:
    assert compare(folder=tmp_path, parts=5, backend=Wrong()) == wanted
    files = sorted(tmp_path.glob("part-*.json"))
    assert len(files) == 5 and compare(folder=tmp_path, backend=NOBODY) == wanted
    files[0].unlink()
    files[3].unlink()
    again = Wrong()
    assert compare(folder=tmp_path, backend=again) == wanted
    assert sum(job.high - job.low for job in again.jobs) == 80
    # A part of another plan is left alone.
    other = compare(folder=tmp_path, seed="other")
    assert other == compare(seed="other") != wanted
    assert compare(folder=tmp_path, backend=NOBODY) == wanted


def test_a_folder_with_more_than_is_asked_for_is_refused(tmp_path: Path) -> None:
    compare(folder=tmp_path)
    with pytest.raises(
        tsuro.ArgumentError,
        match="has 200 blocks of this run, and only 100 are asked for with games",
    ):
        compare(folder=tmp_path, games=100)


def test_a_run_that_is_extended_is_judged_as_one_that_was_looked_at(tmp_path: Path) -> None:
    compare(folder=tmp_path, games=100)
    extended = json.loads(compare(folder=tmp_path))
    assert (extended["blocks"], extended["looks"], extended["design"]) == (
        200,
        "any",
        {"blocks": 100, "rule": "fixed"},
    )
    with pytest.raises(tsuro.PartError, match="a claim is tested from the first game on"):
        compare(folder=tmp_path, bots="random", metrics="length", games=50) and compare(
            folder=tmp_path, bots="random", metrics="length", claim="turns >= 2"
        )


def test_damaged_parts_and_parts_that_overlap_are_refused(tmp_path: Path, wanted: str) -> None:
    compare(folder=tmp_path, parts=4)
    (one, *others) = sorted(tmp_path.glob("part-*.json"))
    text = one.read_text(encoding="utf-8")
    for damaged in (text[:-40], "", text.replace('"games":', '"gamed":', 1), "\ud800"):
        one.write_text(damaged, encoding="utf-8", errors="surrogatepass")
        if damaged != text:
            with pytest.raises(
                tsuro.PartError, match=f"{one.name}: .*; delete the file to play its blocks again"
            ):
                compare(folder=tmp_path)
    one.unlink()
    assert compare(folder=tmp_path) == wanted
    run = tsuro._core.Comparison(
        ["classic", "classic+hand=4"],
        [3],
        ["random", "greedy"],
        200,
        "parts",
        RUN["metrics"].split(","),
        ["1%"],
        False,
        False,
        50,
        None,
        None,
    )
    between = one.with_name(others[0].name.rsplit("-", 2)[0] + "-40-60.json")
    between.write_text(play_part(run.plan_text(), 40, 60, 1, None), encoding="utf-8")
    with pytest.raises(tsuro.PartError, match="40-60.json: some of its blocks are in another part"):
        compare(folder=tmp_path)


@pytest.mark.parametrize(
    "options", [{}, {"until": "4%", "games": 300, "bots": "random", "metrics": "length"}]
)
def test_many_parts_are_put_together(
    options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_folder, "MANY", 3)
    wanted = compare(**options)
    parts = {} if "until" in options else {"parts": 20}
    assert compare(folder=tmp_path, backend=Wrong(), **parts, **options) == wanted
    files = list(tmp_path.glob("part-*.json"))
    assert len(files) <= 8
    assert compare(folder=tmp_path, backend=NOBODY, **options) == wanted
    # Ended between the new file and the removal of the old ones.
    keep = sorted(files, key=lambda file: file.stat().st_size)
    low = keep[0].name.split("-")[2]
    keep[-1].with_name(keep[-1].name).touch()
    assert low is not None and compare(folder=tmp_path, backend=NOBODY, **options) == wanted


def test_two_runs_do_not_share_a_plan_at_once(tmp_path: Path, wanted: str) -> None:
    def again(done: int, total: int | None) -> None:
        with pytest.raises(BlockingIOError, match="another run uses the parts of this plan"):
            compare(folder=tmp_path)

    assert compare(folder=tmp_path, parts=2, progress=again) == wanted
    assert compare(folder=tmp_path) == wanted


def test_a_full_disk_is_an_error_with_the_folder_and_the_call_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str
) -> None:
    synced = []

    def full(file: int) -> None:
        synced.append(file)
        if len(synced) > 2:
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(
            OSError, match="a part cannot be kept: No space left on device"
        ) as raised:
            compare(folder=tmp_path, parts=5)
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, str(tmp_path))
    assert len(list(tmp_path.glob("part-*.json"))) == 2 and not list(tmp_path.glob("*.tmp"))
    assert compare(folder=tmp_path) == wanted


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits of that kind")
def test_a_file_that_cannot_grow_is_an_error_of_the_system(tmp_path: Path) -> None:
    program = f"""
import resource, tsuro
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    tsuro.compare("classic", "seas", games=50, bots="random", seed=1, folder={str(tmp_path)!r})
except OSError as error:
    print(error.filename, not isinstance(error, tsuro.Error))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == f"{tmp_path} True\n"
    assert not list(tmp_path.glob("*.json")) and not list(tmp_path.glob("*.tmp"))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to be sent there")
@pytest.mark.parametrize("pool", ["ThreadPoolExecutor", "ProcessPoolExecutor"])
def test_ctrl_c_ends_a_run_on_an_executor(pool: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        f"""
import concurrent.futures, multiprocessing, sys, time, tsuro
if __name__ == "__main__":
    options = {{}}
    if {pool!r} == "ProcessPoolExecutor":
        options["mp_context"] = multiprocessing.get_context("spawn")
    with concurrent.futures.{pool}(2, **options) as pool:
        def tell(done, total):
            print("plays", flush=True)
        try:
            how = {{"games": 10**9, "bots": "greedy", "backend": pool, "progress": tell}}
            tsuro.compare("classic", "seas", **how)
        except KeyboardInterrupt:
            print("stopped", time.time(), flush=True)
""",
        encoding="utf-8",
    )
    took: list[float] = []
    # A machine that is busy with other things may notice later, but not each time.
    while not took or (min(took) >= 0.5 and len(took) < 5):
        process = subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None and process.stdout.readline() == "plays\n"
        sent = time.time()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        took.append(
            next(float(line.split()[1]) for line in out.splitlines() if line.startswith("stopped"))
            - sent
        )
    assert min(took) < 0.5, took


def test_a_run_that_was_killed_goes_on_from_its_folder(tmp_path: Path, wanted: str) -> None:
    options = ", ".join(f"{name}={value!r}" for name, value in RUN.items())
    program = f"""
import os, tsuro
tsuro.compare("classic", "classic+hand=4", {options}, folder={str(tmp_path)!r}, parts=20,
              progress=lambda done, total: done < total / 3 or os.kill(os.getpid(), 9))
"""
    killed = subprocess.run([sys.executable, "-c", program], timeout=60, check=False)
    assert killed.returncode != 0
    assert 0 < len(list(tmp_path.glob("part-*.json"))) < 20
    assert compare(folder=tmp_path) == wanted


def test_progress_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told: list[tuple[int, int | None]] = []
    compare(progress=lambda done, total: told.append((done, total)))
    # Two rule sets, two tables, and one where both bots sit in three arrangements.
    assert told[-1] == (2000, 2000) and all(0 <= done <= 2000 for done, _ in told)
    compare(
        progress=lambda done, total: told.append((done, total)),
        until="20%",
        games=None,
        bots="random",
    )
    assert told[-1][1] is None
    compare(progress=True, folder=tmp_path)
    compare(progress=True, folder=tmp_path)
    error = capsys.readouterr().err
    assert "2,000 of 2,000 games" in error and error.endswith("\n")
    tsuro.simulate(
        "classic", games=50, seed=1, progress=lambda done, total: told.append((done, total))
    )
    assert told[-1] == (50, 50)
    tsuro.tournament(
        "classic",
        bots="random,safe",
        games=11,
        progress=lambda done, total: told.append((done, total)),
    )
    assert told[-1] == (12, 12)
    with pytest.raises(TypeError, match="progress: True or a function"):
        compare(progress=3)

    def fails(done: int, total: int | None) -> None:
        raise ValueError("not today")

    with pytest.raises(ValueError, match="not today"):
        tsuro.compare("classic", "seas", games=10**9, bots="random", progress=fails)


class NotAnExecutor(Executor):
    """One that takes nothing."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        raise RuntimeError("closed")


@pytest.mark.parametrize(
    ("options", "error", "why"),
    [
        (
            {"backend": "spark"},
            tsuro.ArgumentError,
            "backend: there is no 'spark'; there are 'threads', 'ray' and 'dask'",
        ),
        ({"backend": 3}, tsuro.ArgumentError, "backend: .* is needed, not int"),
        (
            {"backend": NotAnExecutor()},
            tsuro.WorkerError,
            "NotAnExecutor: the executor takes no more work: closed",
        ),
        ({"backend": "ray", "threads": 2}, tsuro.ArgumentError, "threads: "),
        ({"backend": NOBODY, "threads": 2}, tsuro.ArgumentError, "threads: "),
        (
            {"folder": "x", "seed": None},
            tsuro.ArgumentError,
            "seed: a run that is kept in a folder needs one",
        ),
        ({"parts": 0}, tsuro.ArgumentError, "parts: 0"),
        (
            {"parts": 3, "until": 0.1, "games": None},
            tsuro.ArgumentError,
            "parts: the number of blocks is not known",
        ),
        ({"until": "150%"}, tsuro.ArgumentError, "until: '150%' does not lie between 0 and 1"),
        ({"until": "half"}, tsuro.ArgumentError, "until: 'half'"),
        ({"until": []}, TypeError, "until: a number or a text such as '0.5%' is needed, not list"),
        (
            {"until": 0.1, "claim": "turns >= 2"},
            tsuro.ArgumentError,
            "until: a claim ends the run by itself",
        ),
        ({"claim": "turns >= 2"}, tsuro.ArgumentError, "claim: a claim is about one table"),
        ({"claim": "turns"}, tsuro.ArgumentError, "claim: a claim is written"),
        (
            {"claim": "turns >= 2", "alpha": "60%"},
            tsuro.ArgumentError,
            "alpha: '60%' does not lie between 0 and 0.5",
        ),
        ({"iterations": 0}, tsuro.ArgumentError, "iterations: 0"),
        (
            {"metrics": "luck,lack"},
            tsuro.ArgumentError,
            'metrics: there is no kind of metric "lack"',
        ),
    ],
)
def test_wrong_arguments_are_refused(
    options: dict[str, Any],
    error: type[Exception],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=why):
        compare(**options)
    assert not list(tmp_path.iterdir())


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(
        tsuro.PackageError, match='backend="ray" needs the package ray: pip install ray'
    ) as raised:
        compare(backend="ray")
    assert raised.value.package == "ray" and isinstance(raised.value, ImportError)
    with pytest.raises(tsuro.PackageError, match="distributed"):
        compare(backend="dask")


TOURNAMENT: dict[str, Any] = {
    "bots": "random,safe,greedy",
    "players": 4,
    "games": 120,
    "seed": "parts",
}


def tournament(**options: Any) -> str:
    return tsuro.tournament("seas", **{**TOURNAMENT, **options}).to_json()


@pytest.fixture(scope="module")
def standings() -> str:
    return tournament(threads=1)


@pytest.mark.parametrize("parts", [None, 1, 3, 40, 1000])
def test_a_tournament_does_not_depend_on_its_parts(
    parts: int | None, standings: str, tmp_path: Path
) -> None:
    assert tournament(parts=parts, threads=2) == standings
    backend = Wrong()
    assert tournament(parts=parts, backend=backend) == standings
    assert tournament(parts=parts, backend=Wrong(), folder=tmp_path) == standings
    assert tournament(backend=NOBODY, folder=tmp_path) == standings
    if parts:
        assert len(backend.jobs) == min(parts, 40)


def test_a_tournament_is_played_by_processes_of_an_executor(standings: str) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert tournament(backend=processes, parts=5) == standings


def test_a_tournament_goes_on_from_its_folder_with_more_games_or_fewer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, standings: str
) -> None:
    monkeypatch.setattr(_folder, "MANY", 3)
    tournament(folder=tmp_path, games=30, parts=3)
    # As if the process had been ended between two parts.
    assert tournament(folder=tmp_path, parts=13) == standings
    assert len(list(tmp_path.glob("part-*.json"))) <= 5
    fewer = tournament(folder=tmp_path, games=60, backend=NOBODY)
    assert fewer == tournament(games=60)
    # Another seed is another tournament.
    other = tournament(folder=tmp_path, seed="other")
    assert other == tournament(seed="other") != standings


def test_wrong_parts_of_a_tournament_are_played_again(standings: str) -> None:
    def change(job: Job, time: int, part: str) -> str:
        return part if time > 1 else part.replace('"results":"1', '"results":"2', 1)

    backend = Wrong(change)
    assert tournament(parts=4, backend=backend) == standings
    assert len(backend.jobs) == 8
    other = tsuro._core.TournamentRun("seas", ["random", "safe", "greedy"], 4, "other", True)

    def mixed_up(job: Job, time: int, part: str) -> str:
        return play_part(other.plan_text(), job.low, job.high, 1, None)

    with pytest.raises(tsuro.WorkerError, match="failed 3 times, .* it has another plan"):
        tournament(parts=4, backend=Wrong(mixed_up))


def test_damaged_files_of_a_tournament_are_refused(tmp_path: Path, standings: str) -> None:
    tournament(folder=tmp_path, parts=4)
    one = sorted(tmp_path.glob("part-*.json"))[0]
    text = one.read_text(encoding="utf-8")
    for damaged in (text[:-40], "", text.replace('"results":"1', '"results":"2', 1)):
        assert damaged != text
        one.write_text(damaged, encoding="utf-8")
        with pytest.raises(tsuro.PartError, match=f"{one.name}: .*; delete the file to play"):
            tournament(folder=tmp_path)
    one.unlink()
    assert tournament(folder=tmp_path) == standings


def test_two_runs_do_not_share_a_tournament_at_once(tmp_path: Path, standings: str) -> None:
    def again(done: int, total: int | None) -> None:
        with pytest.raises(BlockingIOError, match="another run uses the parts of this plan"):
            tournament(folder=tmp_path)

    assert tournament(folder=tmp_path, parts=2, progress=again) == standings


def test_tournaments_that_only_this_process_can_play_are_refused_elsewhere(
    tmp_path: Path,
) -> None:
    def policy(array: Any, mask: Any) -> int:
        return int(mask.argmax())

    for where in ({"folder": tmp_path / "none"}, {"backend": Wrong()}):
        with pytest.raises(tsuro.ArgumentError, match="policies play in this process alone"):
            tournament(bots=["random", policy], **where)
        with pytest.raises(tsuro.BotError, match="values"):
            tournament(bots=["random", "learned:values=some.toml"], **where)
    with pytest.raises(tsuro.ArgumentError, match="seed: a run that is kept in a folder needs one"):
        tournament(seed=None, folder=tmp_path / "none")
    assert not list(tmp_path.iterdir())


SEARCH: dict[str, Any] = {
    "vary": ["tiles.hand=2..3", "board.columns=4,6"],
    "target": ["turns=20", "ties=10%"],
    "bots": "random",
    "games": 300,
    "seed": 1,
}


def explore(**options: Any) -> str:
    return tsuro.explore("classic", **{**SEARCH, **options}).to_json()


def test_a_search_goes_on_from_its_folder(tmp_path: Path) -> None:
    wanted = explore()
    assert explore(folder=tmp_path) == wanted
    assert explore(folder=tmp_path, backend=NOBODY) == wanted
    assert explore(folder=tmp_path, backend=Wrong()) == wanted
    files = sorted(tmp_path.glob("part-*.json"))
    assert len(files) >= 8
    missing, backend = without_a_third(tmp_path), Wrong()
    assert explore(folder=tmp_path, backend=backend) == wanted
    assert sum(job.high - job.low for job in backend.jobs) == missing
    one = files[1]
    text = one.read_text(encoding="utf-8")
    one.write_text(text[:-30], encoding="utf-8")
    with pytest.raises(tsuro.PartError, match=f"{one.name}: .*; delete the file to play its"):
        explore(folder=tmp_path)
    one.unlink()
    assert explore(folder=tmp_path) == wanted
    *_, low, high = files[2].stem.split("-")
    name = files[2].name.replace(f"-{low}-{high}", f"-{low}-{int(high) - 1}")
    one.with_name(name).write_text(text, encoding="utf-8")
    with pytest.raises(tsuro.PartError, match="some of its blocks are in another part"):
        explore(folder=tmp_path)


def without_a_third(folder: Path) -> int:
    """Removes every third part of a search, as if it had been ended in the middle. Gives the number
    of blocks that are missing now."""
    missing = 0
    for file in sorted(folder.glob("part-*.json"))[::3]:
        *_, low, high = file.stem.split("-")
        missing += int(high) - int(low)
        file.unlink()
    return missing


@pytest.mark.long
def test_the_program_and_python_go_on_with_the_searches_of_each_other(tmp_path: Path) -> None:
    """Needs the program; the variable `TSURO_PROGRAM` of the environment says where it is."""
    program = os.environ["TSURO_PROGRAM"]

    def printed(folder: Path) -> str:
        options = ["--bots", "random", "--games", "300", "--seed", "1", "--json", "--force"]
        for name in ("vary", "target"):
            for value in SEARCH[name]:
                options += [f"--{name}", value]
        command = [str(Path(program).resolve()), "explore", "classic", *options]
        command += ["--folder", str(folder)]
        return subprocess.run(
            command, capture_output=True, encoding="utf-8", check=True, cwd=tmp_path
        ).stdout

    wanted = explore()
    begun = tmp_path / "begun by Python"
    assert explore(folder=begun) == wanted
    assert without_a_third(begun) > 0
    assert printed(begun) == wanted
    # The program has played all that was missing.
    assert explore(folder=begun, backend=NOBODY) == wanted
    begun = tmp_path / "begun by the program"
    assert printed(begun) == wanted
    missing, backend = without_a_third(begun), Wrong()
    assert explore(folder=begun, backend=backend) == wanted
    assert missing == sum(job.high - job.low for job in backend.jobs) > 0


def test_two_runs_do_not_share_a_search_at_once(tmp_path: Path) -> None:
    def again(done: int, total: int | None) -> None:
        with pytest.raises(BlockingIOError, match="another run uses the parts of this search"):
            explore(folder=tmp_path)

    assert explore(folder=tmp_path, progress=again) == explore()


class Never(Executor):
    """Takes work, and never finishes it."""

    def __init__(self, finishes: int = 0) -> None:
        self.finishes = finishes
        self.futures: list[Future[Any]] = []

    def submit(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if len(self.futures) < self.finishes:
            future.set_result(function(*given, **named))
        self.futures.append(future)
        return future


@pytest.mark.parametrize("run", [compare, tournament, explore])
@pytest.mark.parametrize("finishes", [0, 1])
def test_a_backend_that_hangs_ends_a_run_after_the_patience(
    run: Callable[..., str], finishes: int
) -> None:
    executor = Never(finishes)
    began = time.monotonic()
    with pytest.raises(
        tsuro.WorkerError,
        match=r"Never: no part has arrived for 1 seconds, and \d+ are being played; the cluster "
        r"may hang, or a part takes longer than the patience of 1 seconds",
    ):
        run(backend=executor, patience=1)
    assert 1 <= time.monotonic() - began < 10
    assert all(future.cancelled() for future in executor.futures[finishes:])


def test_a_backend_that_hangs_is_told_of_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_driver, "QUIET", 0.3)
    with (
        pytest.warns(
            tsuro.SilenceWarning, match=r"Never: no part has arrived for \d seconds, .*patience="
        ) as told,
        pytest.raises(tsuro.WorkerError),
    ):
        compare(backend=Never(), patience=2)
    # After 0.3, 0.6 and 1.2 seconds.
    assert len(told) == 3


def test_a_backend_that_hangs_ends_a_training_after_the_patience(tmp_path: Path) -> None:
    with pytest.raises(tsuro.WorkerError, match="Never: no part has arrived for 1 seconds"):
        tsuro.train(
            "classic", out=tmp_path / "a.toml", players=2, games=300, backend=Never(), patience=1
        )
    # What was learned until then is kept.
    assert [file.name for file in tmp_path.iterdir()] == ["a.toml.training"]


def test_a_backend_that_is_slow_is_not_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_driver, "QUIET", 0.1)

    class Slow(Wrong):
        """Its parts take a second, and the second one takes three."""

        def wait(self, handles: Sequence[Job], seconds: float) -> list[Job]:
            self.looks = getattr(self, "looks", 0) + 1
            time.sleep(0.02)
            return [] if 4 < self.looks < 40 else [handles[-1]]

        def result(self, handle: Job) -> tuple[float, str]:
            return 1.0, super().result(handle)[1]

    assert compare(backend=Slow(), parts=9) == compare()


@pytest.mark.parametrize("patience", [0, -1, float("inf"), float("nan")])
def test_a_patience_that_is_no_time_is_refused(patience: float) -> None:
    with pytest.raises(tsuro.ArgumentError, match="patience: "):
        compare(patience=patience)
    with pytest.raises(TypeError, match="patience: "):
        compare(patience="5")
