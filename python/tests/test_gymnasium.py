"""Gymnasium's own checker passes, and episodes are those of the learner."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import tsuro

gymnasium = pytest.importorskip("gymnasium")
np = pytest.importorskip("numpy")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from tsuro.gymnasium import ID, TsuroEnv  # noqa: E402

def test_the_checker_of_gymnasium_passes(rules: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    # The checker takes actions at random, most of which are not allowed.
    options = {"rules": rules, "players": players, "opponent": "random", "illegal_reward": -1}
    check_env(gymnasium.make(ID, render_mode="ansi", **options).unwrapped)


def episode(env: Any, seed: int | None) -> float:
    """Plays an episode with the action in the middle of those allowed; what the learner got."""
    _, info = env.reset(seed=seed)
    terminated, reward = False, 0.0
    while not terminated:
        assert reward == 0 and env.table.seat == env.seat and env.seat in env.table.alive
        assert (info["action_mask"] == env.action_masks()).all() and env.action_masks().dtype == np.bool_
        legal = info["action_mask"].nonzero()[0]
        observation, reward, terminated, truncated, info = env.step(legal[len(legal) // 2])
        assert observation in env.observation_space and not truncated
    return float(reward)


def test_episodes_end_with_the_reward_of_the_learner(rules: str, players: int) -> None:
    env = TsuroEnv(rules, players, "random")
    for seed in range(4):
        reward = episode(env, seed)
        if env.table.over:
            assert reward == pytest.approx(env.table.rewards()[env.seat])
        else:
            assert env.seat in env.table.lost and reward == pytest.approx(-1 / (players - 1))


def test_an_action_that_is_not_allowed_raises_and_changes_nothing() -> None:
    env = gymnasium.make(ID, rules="classic", players=2, opponent="greedy")
    env.reset(seed=1)
    table = env.unwrapped.table
    before = table.state()
    with pytest.raises(tsuro.Illegal):
        env.step(0)
    assert (table.state() == before).all()
    env.step(table.legal()[0])


def test_an_action_that_is_not_allowed_may_end_the_episode() -> None:
    env = TsuroEnv("classic", 2, illegal_reward=-2)
    env.reset(seed=1)
    _, reward, terminated, _, _ = env.step(0)
    assert reward == -2 and terminated
    with pytest.raises(tsuro.Illegal, match="reset"):
        env.step(env.table.legal()[0])


def test_the_learner_sits_on_the_next_seat_in_each_game_or_on_one() -> None:
    env = TsuroEnv("classic", 3, "random")
    seats = []
    for number in range(4):
        env.reset(seed=5 if number == 0 else None)
        seats.append(env.seat)
    assert seats == [0, 1, 2, 0]
    fixed = TsuroEnv("classic", 3, "random", seat=2)
    for seed in range(3):
        fixed.reset(seed=seed)
        assert fixed.seat == 2


def test_the_same_seed_and_actions_give_the_same_episodes() -> None:
    one, other = TsuroEnv("seas", 3, ["greedy", "safe"]), TsuroEnv("seas", 3, ["greedy", "safe"])
    for seed in (3, None, None):
        assert episode(one, seed) == episode(other, seed)
        assert one.table.actions == other.table.actions and one.table.seed == other.table.seed
    one.reset(seed=3)
    again = pickle.loads(pickle.dumps(one))
    assert (again.table.state() == one.table.state()).all() and again.seat == one.seat


def test_greedy_beats_chance() -> None:
    env = TsuroEnv("classic", 2, "greedy")
    assert sum(episode(env, 1 if number == 0 else None) for number in range(40)) < -15


def test_options_that_cannot_be() -> None:
    with pytest.raises(tsuro.BotError):
        TsuroEnv("classic", 2, "nobody")
    for wrong in ({"opponent": ["random"]}, {"seat": 3}, {"seat": -1}, {"render_mode": "rgb_array"}, {"form": "pixels"}):
        with pytest.raises(tsuro.ArgumentError):
            TsuroEnv("classic", 3, **wrong)
    with pytest.raises(tsuro.Illegal, match="reset"):
        TsuroEnv("classic", 2).step(140)


def test_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    env = TsuroEnv("classic", 2, render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    env = TsuroEnv("classic", 2, render_mode="human")
    env.reset(seed=1)
    env.render()
    assert "a1" in capsys.readouterr().out
