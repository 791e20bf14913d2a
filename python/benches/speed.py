"""How fast the environments are, beside the engine itself and beside other libraries, all in one
run.

    python benches/speed.py --program ../target/release/tsuro

It needs a release build of the program and of the package (`pip install .`). Steps are decisions.
Each line is the best of several windows, on one core unless it says otherwise. Libraries that are
not installed are left out: beside the libraries of `tsuro[all]` it knows `pettingzoo[classic]`,
`pgx` and `rlcard`.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
import tsuro

WINDOWS = 5
SECONDS = 0.8


def best(step: Callable[[], int]) -> float:
    """The most steps a second in any of the windows; `step` gives how many it has taken."""
    step()
    rates = []
    for _ in range(WINDOWS):
        begin, count = time.perf_counter(), 0
        while time.perf_counter() - begin < SECONDS:
            count += step()
        rates.append(count / (time.perf_counter() - begin))
    return max(rates)


def show(name: str, rate: float, beside: float | None = None) -> None:
    ratio = "" if beside is None else f"{rate / beside:9.3f}"
    print(f"{name:58}{rate:14,.0f}{ratio}", flush=True)


def batch(
    rules: str, players: int, *, drawn: str = "rust", num_envs: int = 1024, **options: object
) -> float:
    env = tsuro.VectorEnv(rules, players, num_envs, seed=1, **options)  # type: ignore[arg-type]
    _, info = env.reset()
    random = np.random.default_rng(1)

    def step() -> int:
        nonlocal info
        if drawn == "rust":
            actions = env.sample_actions()
        else:
            # The allowed action with the largest random number.
            numbers = random.random(info["action_mask"].shape, np.float32)
            actions = (numbers * info["action_mask"]).argmax(axis=1).astype(np.uint16)
        *_, info = env.step(actions)
        return num_envs

    return best(step)


def engine(program: str, rules: str, players: int) -> float:
    """Turns a second of the engine alone (`tsuro bench`)."""
    command = [program, "bench", rules, "--players", str(players), "--threads", "1", "--json"]
    answer = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    return float(answer["turns_per_second"])


def aec(make: Callable[[], object]) -> float:
    env = make()
    seed = 0

    def step() -> int:
        nonlocal seed
        seed += 1
        env.reset(seed=seed)  # type: ignore[attr-defined]
        count = 0
        for _ in env.agent_iter():  # type: ignore[attr-defined]
            observation, _, terminated, truncated, info = env.last()  # type: ignore[attr-defined]
            mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
            env.step(None if terminated or truncated else int(mask.argmax()))  # type: ignore[attr-defined]
            count += 1
        return count

    return best(step)


def spiel(text: str) -> float:
    import pyspiel

    game, random = pyspiel.load_game(text), np.random.default_rng(1)

    def step() -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[random.integers(len(actions))])
            count += 1
        return count

    return best(step)


def pgx_steps(name: str, num_envs: int = 1024) -> float:
    import jax
    import pgx

    env = pgx.make(name)
    begin = jax.jit(jax.vmap(env.init))

    def move(state: object, key: object) -> object:
        actions = jax.random.categorical(
            key, jax.numpy.log(state.legal_action_mask.astype("float32"))
        )  # type: ignore[attr-defined]
        return jax.vmap(pgx.experimental.auto_reset(env.step, env.init))(
            state, actions, jax.random.split(key, num_envs)
        )

    move = jax.jit(move)
    key = jax.random.PRNGKey(0)
    state = begin(jax.random.split(key, num_envs))

    def step() -> int:
        nonlocal state, key
        key, now = jax.random.split(key)
        state = jax.block_until_ready(move(state, now))
        return num_envs

    return best(step)


def rlcard_steps(name: str) -> float:
    import rlcard

    env, random = rlcard.make(name, config={"seed": 1}), np.random.default_rng(1)

    def step() -> int:
        state, _ = env.reset()
        count = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[random.integers(len(actions))])
            count += 1
        return count

    return best(step)


def greedy_turns(rules: str, players: int) -> float:
    """Turns a second of games among `greedy` alone."""
    seed = 0

    def step() -> int:
        nonlocal seed
        seed += 1
        sums = tsuro.simulate(
            rules, players=players, bots="greedy", games=500, seed=seed, threads=1
        )
        return round(sums.turns["mean"] * sums.games)

    return best(step)


def greedy_decisions(rules: str, players: int, games: int = 1000) -> float:
    """How many decisions `greedy` has between two of a learner that plays at random, until that is
    out."""
    own = others = 0
    for seed in range(games):
        learner = seed % players
        table = tsuro.Table(rules, players, seed=seed)
        random = np.random.default_rng(seed)
        while not table.over and learner not in table.lost:
            if table.seat == learner:
                table.step(int(random.choice(table.legal())))
                own += 1
            else:
                # A start mark is not a turn.
                others += table.describe(table.step_bot("greedy")[0]).startswith("place")
    return others / own


def is_there(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--program", default="tsuro", help="a release build of the program")
    program = parser.parse_args().program
    print(f"{'':58}{'steps/s':>14}{'of bench':>9}")
    for rules, players in (("classic", 4), ("seas", 4)):
        turns = engine(program, rules, players)
        show(f"tsuro bench {rules}, {players} players (turns)", turns)
        for form in ("planes", "tokens"):
            show(f"VectorEnv {rules} {form}", batch(rules, players, form=form), turns)
        show(
            f"VectorEnv {rules} tokens, drawn by numpy",
            batch(rules, players, form="tokens", drawn="numpy"),
            turns,
        )
        show(f"VectorEnv {rules} planes, two threads", batch(rules, players, threads=2), turns)
        alone, against = batch(rules, players), batch(rules, players, opponent="greedy")
        show(f"VectorEnv {rules} planes against greedy (learner's steps)", against)
        # What a step takes longer than one without opponents is what these took.
        pace = greedy_decisions(rules, players) / (1 / against - 1 / alone)
        show(
            f"  decisions of greedy in it, beside simulate's {rules}",
            pace,
            greedy_turns(rules, players),
        )
    if is_there("pettingzoo") and is_there("pygame"):
        from pettingzoo.classic import connect_four_v3
        from tsuro import pettingzoo

        other = aec(connect_four_v3.env)
        show("PettingZoo connect_four", other)
        for rules in ("classic", "seas"):
            rate = aec(lambda rules=rules: pettingzoo.env(rules, players=4))  # type: ignore[misc]
            print(
                f"{f'PettingZoo tsuro {rules}':58}{rate:14,.0f}{rate / other:8.1f} times "
                "connect_four"
            )
    if is_there("pyspiel"):
        import tsuro.openspiel  # noqa: F401

        for text in (
            "connect_four",
            "othello",
            "quoridor(board_size=5)",
            "python_tsuro(rules=classic,players=2)",
        ):
            show(f"OpenSpiel {text}", spiel(text))
    if is_there("pgx"):
        for name in ("connect_four", "othello", "backgammon"):
            show(f"pgx {name}", pgx_steps(name))
    if is_there("rlcard"):
        for name in ("uno", "limit-holdem", "gin-rummy", "doudizhu"):
            show(f"rlcard {name}", rlcard_steps(name))
    missing = [name for name in ("pygame", "pyspiel", "pgx", "rlcard") if not is_there(name)]
    if missing:
        print(f"not installed: {', '.join(missing)}", file=sys.stderr)


if __name__ == "__main__":
    main()
