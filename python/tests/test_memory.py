"""Memory does not grow with the number of steps."""

import subprocess
import sys

import pytest

pytest.importorskip("numpy")

PROGRAM = """
import os, tsuro

how = {"form": "tokens", "opponent": "random", "states": True, "final_obs": True, "threads": 2}
env = tsuro.VectorEnv("seas", 4, 1024, seed=1, **how)
env.reset()


def play(steps):
    for _ in range(steps // env.num_envs):
        env.step(env.sample_actions())
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


before = play(1_000_000)
print(play(9_000_000) - before)
"""


@pytest.mark.long
@pytest.mark.skipif(
    sys.platform != "linux", reason="other systems tell the size of a process in other ways"
)
def test_ten_million_steps_take_no_more_memory_than_one_million() -> None:
    # In a process of its own, which holds nothing that other tests have left.
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=600, check=True
    )
    assert int(done.stdout) < 8 * 1024 * 1024
