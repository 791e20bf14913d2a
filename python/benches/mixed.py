#!/usr/bin/env python3
"""How fast many rule sets side by side are: `MixedEnv` against `VectorEnv`, in one run.

    mixed.py

Steps a second of processor time on one thread, with random actions; the best of three rounds.
"""

from __future__ import annotations

import time
from typing import Any

import tsuro

RULES: list[tuple[str, int]] = [("classic", 3), ("luxury", 3), ("seas", 3), ("classic+hand=2", 3)]
DRAW: dict[str, list[int]] = {"tiles.hand": [2, 3, 4], "board.columns": [5, 6, 7]}


def speed(env: Any, steps: int) -> float:
    """Steps a second."""
    env.reset()
    best = 0.0
    for _ in range(3):
        began = time.process_time()
        for _ in range(steps):
            env.step(env.sample_actions())
        best = max(best, env.num_envs * steps / (time.process_time() - began))
    return best


def main() -> None:
    """Measures, and prints a table."""
    print("| steps/s | tokens | tokens, outlook | planes | tokens, outlook, against `greedy` |")
    print("|---|---|---|---|---|")
    kinds: list[dict[str, Any]] = [
        {"form": "tokens"},
        {"form": "tokens", "outlook": True},
        {"form": "planes"},
        {"form": "tokens", "outlook": True, "opponent": "greedy"},
    ]
    rows: dict[str, list[float]] = {}
    for kind in kinds:
        options = {"seed": 1, **kind}
        alone = speed(tsuro.VectorEnv("classic", 3, 1024, **options), 20)
        apart = [speed(tsuro.VectorEnv(*table, 256, **options), 20) for table in RULES]
        for name, found in [
            ("`VectorEnv`, classic", alone),
            ("`MixedEnv`, classic", speed(tsuro.MixedEnv(RULES[:1], None, 1024, **options), 20)),
            ("four `VectorEnv`s", len(apart) / sum(1 / each for each in apart)),
            (
                "`MixedEnv` of the same four",
                speed(tsuro.MixedEnv(RULES, None, 1024, **options), 20),
            ),
            (
                "the same, rules drawn for each game",
                speed(tsuro.MixedEnv(RULES, None, 256, redraw=True, **options), 20),
            ),
            (
                "`RuleDraw` with nine rule sets",
                speed(
                    tsuro.MixedEnv(
                        tsuro.RuleDraw("classic", DRAW, players=3), None, 256, **options
                    ),
                    20,
                ),
            ),
        ]:
            rows.setdefault(name, []).append(found)
    for name, cells in rows.items():
        print(f"| {name} | {' | '.join(f'{cell:,.0f}' for cell in cells)} |")


if __name__ == "__main__":
    main()
