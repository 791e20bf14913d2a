"""The examples for the libraries of learners run, and Tianshou's wrapper gets true masks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
RUNS = {
    "sb3_ppo": (["--steps", "4000", "--games", "32"], "sb3_contrib"),
    "cleanrl_ppo": (["--steps", "9000"], "torch"),
    "tianshou_dqn": (["--steps", "1000"], "tianshou"),
    "torchrl_ppo": (["--steps", "2000"], "torchrl"),
    "rllib_ppo": (["--steps", "400", "--round", "400"], "ray.rllib"),
    "rllib_ppo without masks": (
        ["--steps", "400", "--round", "400", "--without-masks"],
        "ray.rllib",
    ),
}


def test_every_example_is_tried() -> None:
    tried = {name.split()[0] for name in RUNS} | {"train"}
    assert {path.stem for path in EXAMPLES.glob("*.py")} == tried
    for path in EXAMPLES.glob("*_*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) < 140, path


@pytest.mark.long
@pytest.mark.parametrize("name", RUNS)
def test_an_example_runs(name: str) -> None:
    arguments, package = RUNS[name]
    try:
        __import__(package.partition(".")[0])
        if package == "ray.rllib":
            __import__("tree")
    except ImportError:
        pytest.skip(f"{package} is not installed")
    done = subprocess.run(
        [sys.executable, EXAMPLES / f"{name.split()[0]}.py", *arguments],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0 and "mean reward" in done.stdout, done.stderr[-3000:]


@pytest.mark.filterwarnings("ignore")
def test_the_wrapper_of_tianshou_gets_true_masks() -> None:
    tianshou = pytest.importorskip("tianshou.env.pettingzoo_env")
    from tsuro import pettingzoo

    env = tianshou.PettingZooEnv(pettingzoo.env("classic", players=2, observation="dict"))
    seen, _ = env.reset(seed=1)
    for _ in range(6):
        allowed = env.env.unwrapped.table.legal()
        assert [number for number, is_allowed in enumerate(seen["mask"]) if is_allowed] == allowed
        seen, _, terminated, truncated, _ = env.step(allowed[0])
        if terminated or truncated:
            break
