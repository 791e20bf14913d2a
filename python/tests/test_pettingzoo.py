"""PettingZoo's own tests pass, and the rules of its agents are kept."""

from __future__ import annotations

import pickle
import threading
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
    ended = env(rules, players=players)
    check_state_space(ended)
    check_state(ended, num_cycles=10)
    with warnings.catch_warnings():
        # It warns of every observation that is not one array.
        warnings.simplefilter("ignore", UserWarning)
        api_test(env(rules, players=players, observation="dict", form="planes"), num_cycles=50)
    pictures = {"svg": lambda drawn: drawn.startswith("<svg")}
    render_test(
        lambda **options: env(rules, players=players, **options),
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


def test_the_tests_of_pettingzoo_pass_with_numbers_and_random_starts() -> None:
    EnvLogger.suppress_output()
    api_test(env("seas", players=3, observation="float", reward="rank"), num_cycles=50)
    api_test(env("classic", players=3, random_starts=True), num_cycles=50)
    seed_test(lambda: env("classic", players=2, random_starts=True), num_cycles=50)
    EnvLogger.unsuppress_output()


@pytest.mark.parametrize("rules", ["classic", "seas", "teams", "longest-path", "most-crossings"])
def test_rewards_of_a_game_sum_to_zero(rules: str) -> None:
    one = env(rules, players=4)
    for seed in range(10):
        sums = play(one, seed)
        assert sum(sums.values()) == pytest.approx(0)
        assert list(sums.values()) == pytest.approx(list(one.unwrapped.table.rewards()))


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        ("classic", 5),
        ("seas", 5),
        ("teams", 4),
        ("longest-path", 4),
        ("most-crossings", 3),
        ("solo", 3),
        ("team-seas", 4),
    ],
)
def test_rewards_by_rank_are_those_of_many_games_side_by_side(rules: str, players: int) -> None:
    many = tsuro.VectorEnv(rules, players, 1, reward="rank", seed="7", form="tokens")
    different = 0
    for number in range(12):
        seed = f"{number}"
        _, info = many.reset(seed=seed)
        one = raw_env(rules, players, reward="rank", form="tokens")
        one.reset()
        # The first game of a run has a seed of its own.
        one.table.reset(tsuro.Game(rules, players, seed, index=0).seed)
        one.agent_selection = one.possible_agents[one.table.seat or 0]
        one._tell()
        ended = False
        sums = dict.fromkeys(one.possible_agents, 0.0)
        while one.agents:
            agent = one.agent_selection
            _, reward, terminated, _, told = one.last()
            sums[agent] += reward
            if terminated:
                one.step(None)
                continue
            assert (told["action_mask"] == info["action_mask"][0]).all()
            legal = info["action_mask"][0].nonzero()[0]
            action = int(legal[len(legal) // 2])
            one.step(action)
            _, rewards, (ended,), _, info = many.step(np.array([action]))
        assert ended and list(sums.values()) == pytest.approx(rewards[0].tolist())
        different += len(set(sums.values())) > 2
    assert different or rules in ("solo", "teams", "team-seas")


def test_one_thread_at_a_time_uses_an_environment() -> None:
    one = raw_env("classic", players=2)
    one.reset(seed=1)
    told: list[str] = []

    def work() -> None:
        with pytest.raises(tsuro.Error) as why:
            one.reset()
        told.append(str(why.value))
        with pytest.raises(tsuro.Error) as why:
            one.step(0)
        told.append(str(why.value))

    with one._turn:
        other = threading.Thread(target=work)
        other.start()
        other.join(60)
    assert len(told) == 2 and all("another thread is using" in one for one in told)
    one.reset()


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
    one = env("classic", players=2, illegal_reward=None)
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
    ended = env("classic", players=3)
    ended.reset(seed=1)
    ended.step(ended.unwrapped.table.legal()[0])
    ended.step(0)
    assert all(ended.terminations.values())
    told = {}
    for agent in ended.agent_iter():
        _, reward, _, _, info = ended.last()
        told[agent] = reward, "illegal" in info
        ended.step(None)
    assert told == {"player_0": (0, False), "player_1": (-1, True), "player_2": (0, False)}


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
        {"render_mode": "pixels"},
        {"reward": "points"},
        {"form": "pixels"},
        {"players": 20},
    ):
        with pytest.raises(tsuro.ArgumentError):
            env("classic", **wrong)
