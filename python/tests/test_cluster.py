"""Runs on Ray and on Dask: the same report as in one process, also when workers, nodes, the head
node or the driver end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import tsuro

pytest.importorskip("ray")
pytest.importorskip("distributed")
linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")

RUN: dict[str, Any] = {
    "players": 3,
    "bots": "greedy",
    "games": 300,
    "seed": "cluster",
    "metrics": "outcome,length",
}
RULES = ("classic", "classic+hand=4")

CLUSTER = """
import json, os, signal, sys, time
import ray, tsuro
from ray.cluster_utils import Cluster

def processes_below(pids):
    '''The processes that were started by these, with their command lines.'''
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as stat, open(f"/proc/{name}/cmdline") as command:
                parents[int(name)] = (int(stat.read().rsplit(")", 1)[1].split()[1]), command.read())
        except OSError:
            pass
    found = set(pids)
    while True:
        more = {pid for pid, (parent, _) in parents.items() if parent in found} - found
        if not more:
            return {pid: parents[pid][1] for pid in found if pid in parents}
        found |= more

def pids(node):
    return [one.process.pid for all in node.all_processes.values() for one in all]

def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass

def kill_workers():
    '''Kills the processes that play parts.'''
    roots = [pid for node in [cluster.head_node, *nodes] for pid in pids(node)]
    for pid, name in processes_below(roots).items():
        if "tsuro part" in name:
            kill(pid)

if __name__ == "__main__":
    head = {"num_cpus": 1, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    ray.init(address=cluster.address, log_to_driver=False)
    rules, run, options = json.loads(sys.argv[1])
    told = []

    def tell(done, total):
        told.append(done)
        print("told", done, flush=True)
        if len(told) % 2 == 0 and len(told) <= 2 * TIMES:
            HAPPENS

    def compare():
        return tsuro.compare(*rules, backend="ray", progress=tell, **run, **options)

    THEN
    ray.shutdown()
    cluster.shutdown()
"""


def program(folder: Path, happens: str, then: str, times: int = 1) -> Path:
    """A program that makes a cluster of three nodes on this machine, in which something happens
    while games are played."""
    file = folder / "program.py"
    text = CLUSTER.replace("TIMES", str(times)).replace("HAPPENS", happens).replace("THEN", then)
    file.write_text(text, encoding="utf-8")
    return file


def command(file: Path, **options: Any) -> list[str]:
    return [sys.executable, str(file), json.dumps([RULES, {**RUN, "games": 6000}, options])]


def report_in(out: str) -> str:
    """The report that a program printed; Ray writes lines of its own in between."""
    (report,) = (line for line in out.splitlines() if line.startswith('"'))
    return str(json.loads(report))


@pytest.fixture(scope="module")
def wanted() -> str:
    return tsuro.compare(*RULES, **{**RUN, "games": 6000}).to_json()


@pytest.mark.filterwarnings("ignore")
def test_ray_gives_the_same_report(tmp_path: Path) -> None:
    import ray

    wanted = tsuro.compare(*RULES, **RUN).to_json()
    # A cluster of its own, with two cores whatever the machine has.
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        assert tsuro.compare(*RULES, **RUN, backend="ray", parts=7).to_json() == wanted
        assert tsuro.compare(*RULES, **RUN, backend="ray").to_json() == wanted
        until: dict[str, Any] = {
            **RUN,
            "games": None,
            "until": "4%",
            "metrics": "length",
            "bots": "random",
        }
        assert (
            tsuro.compare(*RULES, **until, backend="ray").to_json()
            == tsuro.compare(*RULES, **until).to_json()
        )
        search: dict[str, Any] = {
            "vary": "hand=2..3",
            "target": "turns=20",
            "bots": "random",
            "games": 300,
            "seed": 1,
        }
        assert (
            tsuro.explore("classic", **search, backend="ray").to_json()
            == tsuro.explore("classic", **search).to_json()
        )
        train_on("ray", tmp_path)
        assert ray.is_initialized()
    finally:
        ray.shutdown()


def train_on(backend: str, folder: Path) -> None:
    """Trains on a cluster, and on threads of this process."""
    files = [
        tsuro.train(
            "classic", out=folder / f"{where}.toml", players=2, games=300, backend=where
        ).path.read_bytes()
        for where in (backend, "threads")
    ]
    assert files[0] == files[1]


@pytest.mark.filterwarnings("ignore")
def test_dask_gives_the_same_report(tmp_path: Path) -> None:
    import distributed

    wanted = tsuro.compare(*RULES, **RUN).to_json()
    with distributed.Client(
        processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None
    ) as client:
        assert tsuro.compare(*RULES, **RUN, backend="dask", parts=7).to_json() == wanted
        assert (
            tsuro.compare(*RULES, **RUN, backend=client.get_executor(), parts=7).to_json() == wanted
        )
        train_on("dask", tmp_path)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_backends_begin_what_they_need_and_end_it() -> None:
    import distributed
    import ray

    wanted = tsuro.compare(*RULES, **RUN).to_json()
    assert tsuro.compare(*RULES, **RUN, backend="ray").to_json() == wanted
    assert not ray.is_initialized()
    assert tsuro.compare(*RULES, **RUN, backend="dask").to_json() == wanted
    with pytest.raises(ValueError, match="[Nn]o client"):
        distributed.default_client()


REPORT = "report = compare(); print(json.dumps(report.to_json()), flush=True)"


@linux
@pytest.mark.long
@pytest.mark.parametrize(
    ("happens", "times"),
    [
        ("kill_workers()", 4),
        ("cluster.remove_node(nodes.pop())", 2),
        ("nodes.append(cluster.add_node(num_cpus=1))", 1),
    ],
)
def test_workers_and_nodes_come_and_go(
    happens: str, times: int, tmp_path: Path, wanted: str
) -> None:
    file = program(tmp_path, happens, REPORT, times)
    done = subprocess.run(
        command(file, parts=40), capture_output=True, text=True, timeout=300, check=True
    )
    assert done.stdout.count("told") > 5
    assert report_in(done.stdout) == wanted


@linux
@pytest.mark.long
def test_a_lost_head_node_is_an_exception(tmp_path: Path) -> None:
    kept = tmp_path / "parts"
    then = """try:
        compare()
    except tsuro.WorkerError as why:
        print(type(why).__name__, why, flush=True)
        time.sleep(5)
        print("goes on", flush=True)
    os._exit(0)
"""
    file = program(
        tmp_path, "kill(cluster.head_node.all_processes['gcs_server'][0].process.pid)", then
    )
    # Many more games than are played until it is noticed.
    argument = json.dumps([RULES, {**RUN, "games": 3_000_000}, {"folder": str(kept)}])
    done = subprocess.run(
        [sys.executable, file, argument], capture_output=True, text=True, timeout=300, check=True
    )
    (lost,) = (line for line in done.stdout.splitlines() if line.startswith("WorkerError"))
    assert (
        lost.startswith("WorkerError ray: the head node of the Ray cluster at ")
        and "does not answer" in lost
    )
    assert "goes on" in done.stdout and list(kept.glob("part-*.json"))


@linux
@pytest.mark.long
def test_a_killed_driver_goes_on_from_its_folder(tmp_path: Path, wanted: str) -> None:
    kept = tmp_path / "parts"
    file = program(tmp_path, "kill(os.getpid())", REPORT)
    killed = subprocess.run(
        command(file, parts=40, folder=str(kept)),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    assert 0 < len(list(kept.glob("part-*.json"))) < 40
    again = subprocess.run(
        command(program(tmp_path, "pass", REPORT), folder=str(kept)),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert report_in(again.stdout) == wanted
    assert tsuro.compare(*RULES, **{**RUN, "games": 6000}, folder=kept).to_json() == wanted


@linux
@pytest.mark.long
def test_ctrl_c_ends_the_tasks_of_a_cluster(tmp_path: Path) -> None:
    then = """try:
        compare()
    except KeyboardInterrupt:
        print("stopped", time.time(), flush=True)
    time.sleep(3)
    busy = processes_below([pid for node in [cluster.head_node, *nodes] for pid in pids(node)])
    print("busy", sum("tsuro part" in name for name in busy.values()), flush=True)
"""
    file = program(tmp_path, "pass", then)
    argument = json.dumps([RULES, {**RUN, "games": 3_000_000}, {}])
    process = subprocess.Popen([sys.executable, file, argument], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline().startswith("told")
    sent = time.time()
    os.kill(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    (stopped,) = (line for line in out.splitlines() if line.startswith("stopped"))
    assert float(stopped.split()[1]) - sent < 1.0 and "busy 0" in out.splitlines()


@linux
@pytest.mark.long
def test_what_fails_on_a_cluster_is_told_with_its_reason(tmp_path: Path) -> None:
    then = """import tsuro.backends.ray as backend
    backend.__version__ = "9.9"
    try:
        compare()
    except tsuro.VersionError as why:
        print("version", why, flush=True)
    backend.__version__ = tsuro.__version__
    def fails(version, plan, low, high):
        raise RuntimeError(f"no luck with {low}")
    backend.play = fails
    try:
        compare()
    except tsuro.WorkerError as why:
        print("failed", why.failures, why, flush=True)
    def dies(version, plan, low, high):
        os._exit(1)
    backend.play, backend.TASK_RETRIES = dies, 0
    try:
        compare()
    except tsuro.WorkerError as why:
        print("failed", why.failures, why, flush=True)
"""
    done = subprocess.run(
        command(program(tmp_path, "pass", then), parts=2),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    (version,) = (line for line in done.stdout.splitlines() if line.startswith("version "))
    failed, died = (line for line in done.stdout.splitlines() if line.startswith("failed "))
    assert (
        version
        == f"version a worker has version {tsuro.__version__} of the package tsuro, and the driver "
        "has 9.9"
    )
    assert (
        failed.startswith("failed 3 ray: blocks ")
        and "failed 3 times, the last time with RuntimeError: no luck with " in failed
    )
    assert died.startswith("failed 3 ray: blocks ") and "WorkerCrashedError" in died


@linux
@pytest.mark.long
def test_dask_plays_again_what_a_killed_worker_had(tmp_path: Path, wanted: str) -> None:
    file = tmp_path / "program.py"
    file.write_text(
        """
import json, os, sys, distributed, tsuro
if __name__ == "__main__":
    rules, run, options = json.loads(sys.argv[1])
    workers = {"n_workers": 2, "threads_per_worker": 1}
    with distributed.LocalCluster(**workers, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            killed = []
            def tell(done, total):
                if done >= total / 4 and not killed:
                    killed.append(next(iter(client.run(os.getpid).values())))
                    os.kill(killed[0], 9)
            report = tsuro.compare(*rules, backend="dask", progress=tell, **run, **options)
            assert killed
    print(json.dumps(report.to_json()))
""",
        encoding="utf-8",
    )
    done = subprocess.run(
        command(file, parts=40), capture_output=True, text=True, timeout=300, check=True
    )
    assert report_in(done.stdout) == wanted


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_lost_scheduler_of_dask_is_an_exception_and_the_call_goes_on(
    tmp_path: Path, wanted: str
) -> None:
    import distributed

    cluster = distributed.LocalCluster(
        processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None
    )
    client = distributed.Client(cluster)
    options: dict[str, Any] = {**RUN, "games": 6000, "folder": tmp_path, "parts": 40}

    def close(done: int, total: int | None) -> None:
        if done > 3000:
            cluster.close()

    with pytest.raises(tsuro.WorkerError, match="dask: "):
        tsuro.compare(*RULES, **options, backend="dask", progress=close)
    client.close()
    assert 0 < len(list(tmp_path.glob("part-*.json"))) < 40
    assert tsuro.compare(*RULES, **options).to_json() == wanted


@linux
@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_of_dask_that_hangs_ends_a_run_after_the_patience(
    tmp_path: Path, wanted: str
) -> None:
    """It is stopped, not killed: its connections stay open, and nothing is answered any more."""
    import distributed

    file = tmp_path / "scheduler.json"
    where = ["--scheduler-file", str(file), "--no-dashboard"]
    scheduler = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", *where],
        stderr=subprocess.DEVNULL,
    )
    worker = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_worker", "--no-nanny", *where],
        stderr=subprocess.DEVNULL,
    )
    try:
        while not file.exists():
            assert scheduler.poll() is None
            time.sleep(0.1)
        client = distributed.Client(scheduler_file=str(file))
        client.wait_for_workers(1, timeout=60)
        options: dict[str, Any] = {**RUN, "games": 6000, "folder": tmp_path, "parts": 40}

        def stop(done: int, total: int | None) -> None:
            if done > 3000:
                scheduler.send_signal(signal.SIGSTOP)

        began = time.monotonic()
        with pytest.raises(
            tsuro.WorkerError, match=r"dask: no part has arrived for \d+ seconds, .* may hang"
        ):
            tsuro.compare(*RULES, **options, backend="dask", progress=stop, patience=5)
        # The next count of the workers would wait for ever.
        assert time.monotonic() - began < 60
        scheduler.send_signal(signal.SIGCONT)
        client.close()
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()
    assert 0 < len(list(tmp_path.glob("part-*.json"))) < 40
    assert tsuro.compare(*RULES, **options).to_json() == wanted
