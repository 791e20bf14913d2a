"""Memory does not grow with the number of steps."""

import resource

import pytest

pytest.importorskip("numpy")

import tsuro  # noqa: E402


@pytest.mark.long
def test_ten_million_steps_take_no_more_memory_than_one_million() -> None:
    env = tsuro.VectorEnv("seas", players=4, num_envs=1024, seed=1, form="tokens")
    env.reset()

    def play(steps: int) -> int:
        for _ in range(steps // env.num_envs):
            env.step(env.sample_actions())
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = play(1_000_000)
    # The largest size that the process has had, in kibibytes on Linux.
    assert play(9_000_000) - before < 8 * 1024
