"""How far a comparison scales: measured on the cores of this machine, and calculated beyond.

`python3 benches/scale.py` plays the same comparison on threads, on Ray and on Dask with one core
and with two, and measures what the driver does for each part. From that it calculates how many
cores one driver can keep busy.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import tsuro
from tsuro import _core, _experiments
from tsuro._folder import Folder
from tsuro.backends.work import play

RULES = ("classic", "classic+hand=4")


def timed(work: Callable[[], Any]) -> float:
    """The seconds that some work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def compare(games: int, bots: str, **where: Any) -> float:
    """The games a second of a comparison, of both rule sets."""
    seconds = timed(
        lambda: tsuro.compare(*RULES, players=4, bots=bots, games=games, seed="scale", **where)
    )
    return 2 * games / seconds


def speeds(games: int, bots: str) -> None:
    """Games a second on one core and on two."""
    import distributed
    import ray

    found: dict[str, list[float]] = {"threads": [], "processes": [], "ray": [], "dask": []}
    for cores in (1, 2):
        found["threads"].append(compare(games, bots, threads=cores))
        with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
            # The processes are there, and have loaded the package.
            list(pool.map(_ready, range(2 * cores)))
            found["processes"].append(compare(games, bots, backend=pool))
        ray.init(
            address="local",
            num_cpus=cores,
            include_dashboard=False,
            log_to_driver=False,
            configure_logging=False,
        )
        compare(64, bots, backend="ray", parts=4 * cores)
        found["ray"].append(compare(games, bots, backend="ray"))
        ray.shutdown()
        with distributed.Client(
            processes=True, n_workers=cores, threads_per_worker=1, dashboard_address=None
        ):
            compare(64, bots, backend="dask", parts=4 * cores)
            found["dask"].append(compare(games, bots, backend="dask"))
    for name, (one, two) in found.items():
        print(
            f"{bots:<8}{name:<12}{one:>12,.0f}{two:>12,.0f} games/s{two / one:>8.2f} x", flush=True
        )


def driver(tables: str) -> None:
    """What the driver does for each part."""
    run = _core.Comparison(
        list(RULES),
        [4],
        tables.split(","),
        10**9,
        "scale",
        ["all"],
        ["1%"],
        False,
        False,
        50,
        None,
        None,
    )
    plan, count = run.plan_text(), 200
    parts = [play(tsuro.__version__, plan, low, low + 1)[1] for low in range(count)]

    def add_all() -> None:
        for low, part in enumerate(parts):
            run.add(part, low, low + 1)

    def keep_all() -> None:
        for low, part in enumerate(parts):
            folder.keep(run, low, low + 1, part)

    add = timed(add_all) / count
    with tempfile.TemporaryDirectory() as name:
        folder = Folder(name, run)
        keep = timed(keep_all) / count
        folder.close()
    import ray

    ray.init(
        address="local",
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        configure_logging=False,
    )
    task = ray.remote(_nothing)
    size = len(parts[0])
    ray.get([task.remote(size) for _ in range(20)])
    sent = timed(lambda: ray.get([task.remote(size) for _ in range(count)])) / count
    ray.shutdown()
    seconds = _experiments._SECONDS
    print(
        f"a part of {tables}: {size / 1000:,.0f} kB; added {1000 * add:.2f} ms, kept "
        f"{1000 * keep:.2f} ms, through Ray {1000 * sent:.2f} ms"
    )
    for what, each in (("without a folder", add + sent), ("with a folder", add + keep + sent)):
        print(
            f"  {what}: {1 / each:,.0f} parts a second; with parts of {seconds:.0f} s, "
            f"{seconds / each:,.0f} cores"
        )


def _ready(number: int) -> str:
    return tsuro.__version__


def _nothing(size: int) -> str:
    return " " * size


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--random",
        type=int,
        default=300_000,
        help="games of each rule set among random players; 0 for none",
    )
    parser.add_argument(
        "--greedy", type=int, default=30_000, help="games of each rule set among greedy players"
    )
    arguments = parser.parse_args()
    for bots in ("random", "greedy"):
        if getattr(arguments, bots):
            speeds(getattr(arguments, bots), bots)
    driver("random,greedy")


if __name__ == "__main__":
    main()
