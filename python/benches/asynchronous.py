#!/usr/bin/env python3
"""How much faster a learner is that does not wait for opponents that think: `AsyncVectorEnv`
against `VectorEnv`, in one run.

    asynchronous.py

32 games of classic with two players against `ismcts:100`, in blocks of eight. The learner takes
about as long for a game as one thread needs for the choice of its opponent. The best of six rounds.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any, TypeAlias

# The learner has one core.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402

import tsuro  # noqa: E402

GAMES, BLOCK, STEPS, ROUNDS = 32, 8, 3, 6
GAME: dict[str, Any] = {
    "rules": "classic",
    "players": 2,
    "opponent": "ismcts:100",
    "form": "tokens",
    "seed": 1,
}
MATRIX = np.random.default_rng(1).random((192, 192))


Learner: TypeAlias = Callable[[int], None]
"""A learner, which is given the number of games whose arrays it learns from."""


def on_a_core(seconds: float) -> Learner:
    """A learner that computes for about this time a game. numpy lets other threads run."""
    began = time.process_time()
    for _ in range(100):
        MATRIX @ MATRIX
    products = seconds / (time.process_time() - began) * 100

    def learn(games: int) -> None:
        for _ in range(round(games * products)):
            MATRIX @ MATRIX

    return learn


def on_a_device(seconds: float) -> Learner:
    """A learner that waits for a device, such as a GPU, for this time a game."""
    return lambda games: time.sleep(games * seconds)


def actions(info: dict[str, Any], chance: np.random.Generator) -> Any:
    """An action for each game, one of those allowed at random."""
    masks = info["action_mask"]
    return np.argmax(masks * chance.random(masks.shape), axis=1)


def waiting(learn: Learner, threads: int) -> None:
    """The learner waits for all games."""
    env, chance = tsuro.VectorEnv(num_envs=GAMES, threads=threads, **GAME), np.random.default_rng(1)
    _, info = env.reset()
    for _ in range(STEPS):
        learn(GAMES)
        *_, info = env.step(actions(info, chance))


def asynchronous(learn: Learner, threads: int) -> None:
    """The learner works with the games that are ready."""
    env = tsuro.AsyncVectorEnv(num_envs=GAMES, batch_size=BLOCK, threads=threads, **GAME)
    chance = np.random.default_rng(1)
    env.async_reset()
    blocks = GAMES // BLOCK
    for _ in range(STEPS * blocks):
        *_, info = env.recv()
        learn(BLOCK)
        env.send(actions(info, chance), info["env_id"])
    for _ in range(blocks):
        env.recv()
    env.close()


KINDS: tuple[tuple[str, Callable[[Learner, int], None], int], ...] = (
    ("`step`, one thread", waiting, 1),
    ("`step`, two threads", waiting, 2),
    ("`send` and `recv`, one thread", asynchronous, 1),
    ("`send` and `recv`, two threads", asynchronous, 2),
)


def main() -> None:
    """Measures, and prints a table."""
    began = time.perf_counter()
    waiting(lambda games: None, 1)
    alone = (time.perf_counter() - began) / GAMES / STEPS
    learners = [on_a_core(alone), on_a_device(alone)]
    print("| steps/s, and times `step` with one thread | learner on a core | on a device |")
    print("|---|---|---|")
    best: dict[tuple[str, int], float] = {}
    for _ in range(ROUNDS):
        for column, learn in enumerate(learners):
            for name, play, threads in KINDS:
                began = time.perf_counter()
                play(learn, threads)
                speed = GAMES * STEPS / (time.perf_counter() - began)
                best[name, column] = max(best.get((name, column), 0.0), speed)
    for name, *_ in KINDS:
        cells = (
            f"{best[name, column]:,.0f} ({best[name, column] / best[KINDS[0][0], column]:.2f} x)"
            for column in range(len(learners))
        )
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
