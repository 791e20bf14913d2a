#!/usr/bin/env python3
"""Measures how fast MaskablePPO of sb3-contrib learns from one game at a time, from games of
Stable-Baselines3's `DummyVecEnv`, and from `tsuro.sb3.TsuroVecEnv`, all in one run.

pip install "./python[sb3]"
python3 python/benches/learners.py

A step is a decision of the learner: playing on to it, and its share of the updates. The network and
the number of updates for each step are the same for all; the batches are as large as the games side
by side allow.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from tsuro.sb3 import TsuroVecEnv

EPOCHS = 4


def speed(env: Any, length: int, batch: int, steps: int) -> tuple[float, float]:
    """Steps in a second, by the clock and of processor time, the best of three rounds."""
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=length, batch_size=batch, n_epochs=EPOCHS, seed=1, device="cpu"
    )
    best = 0.0, 0.0
    for _ in range(3):
        clock, processor = time.perf_counter(), time.process_time()
        model.learn(steps, reset_num_timesteps=False)
        now = steps / (time.perf_counter() - clock), steps / (time.process_time() - processor)
        best = max(best[0], now[0]), max(best[1], now[1])
    return best


def main() -> None:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(description="Measure how fast MaskablePPO learns")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--form", default="tokens", choices=["planes", "tokens"])
    parser.add_argument("--threads", type=int, default=1, help="threads of torch")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    table = {name: getattr(options, name) for name in ("rules", "players", "opponent", "form")}
    first: tuple[float, float] | None = None
    print(f"{'games':>24} {'steps/s':>9} {'a core':>9} {'ratio':>6}")
    for name, count, length, batch, steps in (
        ("one game", 1, 2048, 64, 2048),
        ("8 in DummyVecEnv", 8, 256, 64, 2048),
        ("64 in TsuroVecEnv", 64, 64, 1024, 4096),
        ("256 in TsuroVecEnv", 256, 64, 4096, 16384),
    ):
        if "Dummy" in name or count == 1:
            env = make_vec_env("tsuro/Tsuro-v1", n_envs=count, env_kwargs=table)
        else:
            env = TsuroVecEnv(num_envs=count, **table)
        by_clock, by_core = speed(env, length, batch, steps)
        first = first or (by_clock, by_core)
        print(f"{name:>24} {by_clock:9,.0f} {by_core:9,.0f} {by_core / first[1]:6.1f}", flush=True)


if __name__ == "__main__":
    main()
