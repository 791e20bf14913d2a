"""PettingZoo's own tests pass, and the rules of its agents are kept."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import pytest

import tsuro

pettingzoo = pytest.importorskip("pettingzoo")
np = pytest.importorskip("numpy")

from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402
from pettingzoo.test.state_test import test_state as check_state  # noqa: E402
from pettingzoo.test.state_test import test_state_space as check_state_space  # noqa: E402
from pettingzoo.utils.env_logger import EnvLogger  # noqa: E402

from tsuro.pettingzoo import ID, TsuroEnv, env, raw_env  # noqa: E402


def test_the_tests_of_pettingzoo_pass(
    rules: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    EnvLogger.suppress_output()
    api_test(env(rules, players=players), num_cycles=200)
    seed_test(lambda: env(rules, players=players), num_cycles=100)
    ended = env(rules, players=players, illegal_reward=-1)
    check_state_space(ended)
    check_state(ended, num_cycles=10)
    with warnings.catch_warnings():
        # It warns of every observation that is not one array.
        warnings.simplefilter("ignore", UserWarning)
        api_test(env(rules, players=players, observation="dict", form="planes"), num_cycles=50)
    pictures = {"svg": lambda drawn: drawn.startswith("<svg")}
    render_test(
        lambda **options: env(rules, players=players, illegal_reward=-1, **options),
        custom_tests=pictures,
    )
    EnvLogger.unsuppress_output()


def play(one: Any, seed: int) -> dict[str, float]:
    """Plays a game at random; what each agent got in all."""
    one.reset(seed=seed)
    sums = dict.fromkeys(one.possible_agents, 0.0)
    for number, agent in enumerate(one.agent_iter()):
        _, reward, terminated, _, info = one.last()
        sums[agent] += reward
        legal = info["action_mask"].nonzero()[0]
        one.step(None if terminated else int(legal[number % len(legal)]))
    return sums


@pytest.mark.parametrize("rules", ["classic", "seas", "teams", "longest-path", "most-crossings"])
def test_rewards_of_a_game_sum_to_zero(rules: str) -> None:
    one = env(rules, players=4)
    for seed in range(10):
        sums = play(one, seed)
        assert sum(sums.values()) == pytest.approx(0)
        assert list(sums.values()) == pytest.approx(list(one.unwrapped.table.rewards()))


def test_an_agent_that_is_out_leaves_at_once_where_only_the_last_piece_wins() -> None:
    one = raw_env("classic", players=8)
    one.reset(seed=2)
    left = 0
    while one.agents:
        _, reward, terminated, _, info = one.last()
        if terminated and not one.table.over:
            left += 1
            assert (
                reward == pytest.approx(-1 / 7)
                and int(one.agent_selection[-1]) not in one.table.alive
            )
        one.step(None if terminated else int(info["action_mask"].argmax()))
    assert left > 0


def test_an_action_that_is_not_allowed_raises_or_ends_the_game() -> None:
    one = env("classic", players=2)
    one.reset(seed=1)
    before = one.state()
    with pytest.raises(tsuro.Illegal):
        one.step(0)
    assert (
        (one.state() == before).all()
        and one.agent_selection == "player_0"
        and not any(one.rewards.values())
    )
    with pytest.raises(TypeError):
        one.step(None)
    EnvLogger.suppress_output()
    ended = env("classic", players=2, illegal_reward=-1)
    ended.reset(seed=1)
    ended.step(0)
    assert all(ended.terminations.values()) and ended.rewards["player_0"] == -1
    EnvLogger.unsuppress_output()


def test_a_seed_is_the_seed_of_the_game_and_of_those_after_it() -> None:
    one, other = raw_env("seas", players=3), raw_env("seas", players=3)
    one.reset(seed=7)
    assert one.table.game().position() == tsuro.Game("seas", 3, 7).position()
    other.reset(seed=7)
    first = one.state()
    for each in (one, other):
        each.reset()
    assert (one.state() == other.state()).all() and not (one.state() == first).all()
    one.reset(seed=7)
    assert (one.state() == first).all()
    unseeded = raw_env("seas", players=3)
    unseeded.reset()
    state = unseeded.state()
    unseeded.reset()
    assert not (unseeded.state() == state).all()


def test_it_is_in_the_registry() -> None:
    made = pettingzoo.make("aec", ID, rules="seas", players=3, render_mode="ansi")
    made.reset(seed=1)
    assert (
        isinstance(made.unwrapped, TsuroEnv)
        and len(made.possible_agents) == 3
        and isinstance(made.render(), str)
    )


def test_it_can_be_pickled_in_a_game() -> None:
    one = raw_env("classic-advanced", players=3)
    one.reset(seed=1)
    for _ in range(4):
        one.step(one.table.legal()[len(one.table.legal()) // 2])
    other = pickle.loads(pickle.dumps(one))
    assert other.agent_selection == one.agent_selection and (other.state() == one.state()).all()


def test_options_that_cannot_be() -> None:
    for wrong in (
        {"observation": "both"},
        {"render_mode": "rgb_array"},
        {"form": "pixels"},
        {"players": 20},
    ):
        with pytest.raises(tsuro.ArgumentError):
            env("classic", **wrong)
