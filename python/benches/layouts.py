#!/usr/bin/env python3
"""How much layout 2 of the outlook helps a small learner: that of `examples/train.py`, trained by
each layout with the same seeds and number of decisions, and then played against a bot.

    layouts.py --seeds 3
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402

import tsuro  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))

import train as example  # noqa: E402

GAMES, STEPS = 512, 48


class Best:
    """The most probable actions of a network."""

    def __init__(self, net: example.Net) -> None:
        self.net = net

    def act_many(self, arrays: Any, masks: Any) -> Any:
        return self.net.choose(arrays, masks, None)[0]


def judged(net: example.Net, layout: int, opponent: str, games: int) -> tuple[float, float, float]:
    """The share of the wins of a tournament, with the ends of its interval in per cent."""
    bot = tsuro.PolicyBot(Best(net), "learner", form="tokens", outlook=True, layout=layout)
    report = tsuro.tournament(
        "classic", bots=[bot, opponent], players=2, games=games, seed="judged", threads=1
    )
    row = next(row for row in report.to_dict()["bots"] if row["name"] != opponent)
    low, high = row["interval"]
    return row["share"] * 100, low * 100, high * 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    for name, default in [("seeds", 3), ("updates", 100), ("games", 4000)]:
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{default} if left out")
    parser.add_argument("--opponent", default="greedy", help="greedy if left out")
    given = parser.parse_args()
    print(f"{given.updates * GAMES * STEPS:,} decisions of training, per seed and layout")
    shares: dict[int, list[float]] = {1: [], 2: []}
    for seed in range(1, given.seeds + 1):
        for layout, found in shares.items():
            began = time.process_time()
            net = example.train(
                "classic", 2, given.opponent, given.updates, GAMES, STEPS, seed, layout
            )
            took = time.process_time() - began
            share, low, high = judged(net, layout, given.opponent, given.games)
            found.append(share)
            print(
                f"seed {seed}, layout {layout}: {share:.1f} % ({low:.1f}–{high:.1f}) against "
                f"{given.opponent}, {took:.0f} s of training",
                flush=True,
            )
    differences = np.subtract(shares[2], shares[1])
    for layout, found in shares.items():
        print(f"layout {layout}: {np.mean(found):.1f} % on average")
    print(f"layout 2 − layout 1: {np.mean(differences):+.1f}", *np.round(differences, 1))


if __name__ == "__main__":
    main()
