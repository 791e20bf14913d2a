"""Stable-Baselines3's own checks pass, and its `VecEnv` plays the games of `VectorEnv`."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

import tsuro

pytest.importorskip("stable_baselines3")
gymnasium = pytest.importorskip("gymnasium")
np = pytest.importorskip("numpy")

with warnings.catch_warnings():
    # Of the packages themselves.
    warnings.simplefilter("ignore")
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_checker import check_env
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.evaluation import evaluate_policy
    from stable_baselines3.common.vec_env import VecNormalize

from tsuro.sb3 import TsuroVecEnv  # noqa: E402


def test_the_checker_passes_on_the_environment_as_it_is_made_by_default(
    rules: str, players: int
) -> None:
    check_env(gymnasium.make("tsuro/Tsuro-v1"))
    for observation in ("flat", "float", "dict"):
        made = gymnasium.make(
            "tsuro/Tsuro-v1",
            rules=rules,
            players=players,
            opponent="random",
            observation=observation,
            render_mode="rgb_array",
        )
        check_env(made, skip_render_check=False)


def test_games_side_by_side_made_by_stable_baselines() -> None:
    env = make_vec_env("tsuro/Tsuro-v1", n_envs=3, seed=1, env_kwargs={"players": 2})
    assert env.reset().shape == (3, *env.observation_space.shape) and env.render().dtype == np.uint8
    assert get_action_masks(env).shape == (3, 188)
    # Without masks, most games end by an action that is not allowed.
    model = PPO("MlpPolicy", env, n_steps=16, batch_size=16, n_epochs=1, device="cpu")
    model.learn(48)


def play(env: Any, steps: int) -> list[Any]:
    """Plays with the action in the middle of those allowed: what each step told."""
    told = [env.reset()]
    for _ in range(steps):
        masks = get_action_masks(env)
        allowed = [np.flatnonzero(row) for row in masks]
        told.append(env.step(np.array([row[len(row) // 2] for row in allowed])))
    return told


@pytest.mark.parametrize("observation", ["flat", "float"])
def test_it_plays_the_games_of_many_games_side_by_side(observation: Any) -> None:
    options: dict[str, Any] = {"opponent": "random", "random_starts": True, "reward": "rank"}
    env = TsuroVecEnv("seas", 3, 5, seed="any text", observation=observation, **options)
    games = tsuro.VectorEnv("seas", 3, 5, seed="any text", final_obs=True, **options)
    assert is_masking_supported(env) and env.players == 3
    begin, *told = play(env, 60)
    seen, info = games.reset()
    assert (begin == seen).all() and begin.dtype == env.observation_space.dtype
    sums, lengths, episodes = np.zeros(5), np.zeros(5, int), 0
    for seen, rewards, done, infos in told:
        mask = info["action_mask"]
        actions = [np.flatnonzero(row)[row.sum() // 2] for row in mask]
        wanted, wanted_rewards, terminated, _, info = games.step(actions)
        assert (seen == wanted).all() and (rewards == wanted_rewards).all()
        assert (done == terminated).all()
        sums, lengths = sums + rewards, lengths + 1
        for game in range(5):
            if not done[game]:
                assert infos[game] == {}
                continue
            episodes += 1
            assert (infos[game]["terminal_observation"] == info["final_obs"][game]).all()
            assert not infos[game]["TimeLimit.truncated"]
            episode = infos[game]["episode"]
            assert episode["r"] == pytest.approx(sums[game], abs=1e-5)
            assert episode["l"] == lengths[game]
            sums[game], lengths[game] = 0, 0
    assert episodes > 10
    # What a step has told stays as it is.
    assert len({array.tobytes() for array, *_ in told}) > 50


def test_a_seed_begins_the_same_games_again() -> None:
    env = TsuroVecEnv("classic", 2, 4, opponent="random")
    env.seed(7)
    begun = [env.reset()]
    begun.append(env.reset())
    env.seed(7)
    begun.append(env.reset())
    assert (begun[0] == begun[2]).all() and (begun[0] != begun[1]).any()


def test_wrappers_and_the_evaluation_take_it() -> None:
    env = VecNormalize(TsuroVecEnv("classic", 2, 8, opponent="random"))
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=32, n_epochs=1, device="cpu")
    model.learn(256)
    assert model.ep_info_buffer
    from sb3_contrib.common.maskable.evaluation import evaluate_policy as evaluate_masked

    test = TsuroVecEnv("classic", 2, 4, opponent="random", seed=1)
    with warnings.catch_warnings():
        # It would warn if the games did not count their rewards themselves.
        warnings.simplefilter("error")
        mean, _ = evaluate_masked(model, test, n_eval_episodes=12)
    assert -1 <= mean <= 1
    # A policy without masks ends most of its games by actions that are not allowed.
    mean, _ = evaluate_policy(PPO("MlpPolicy", test, device="cpu"), test, n_eval_episodes=12)
    assert mean < -0.5


def test_an_action_that_is_not_allowed_ends_its_game() -> None:
    env = TsuroVecEnv("classic", 2, 3, seed=1, illegal_reward=-2.0)
    env.reset()
    actions = env.action_masks().argmax(axis=1)
    actions[1] = env.action_masks()[1].argmin()
    _, rewards, done, infos = env.step(actions)
    assert (rewards[1], done.tolist()) == (-2.0, [False, True, False])
    assert infos[1]["illegal"] and infos[1]["episode"]["r"] == -2.0 and infos[0] == {}
    strict = TsuroVecEnv("classic", 2, 3, seed=1, illegal_reward=None)
    strict.reset()
    with pytest.raises(tsuro.Illegal, match="game 0: action"):
        strict.step(strict.action_masks().argmin(axis=1))


def test_games_are_drawn_as_their_agents_see_them() -> None:
    env = TsuroVecEnv("classic", 2, 2, seed=1, render_mode="rgb_array")
    env.reset()
    one, other = env.get_images()
    assert one is not None and other is not None and (one != other).any()
    assert env.render().shape[2] == 3


def test_what_it_cannot_do_is_said_in_words() -> None:
    env = TsuroVecEnv("classic", 2, 2)
    with pytest.raises(tsuro.ArgumentError, match="observation"):
        TsuroVecEnv("classic", 2, 2, observation="dict")  # type: ignore[arg-type]
    with pytest.raises(tsuro.ArgumentError, match="opponent"):
        TsuroVecEnv("classic", 2, 2, opponent=None)  # type: ignore[arg-type]
    with pytest.raises(tsuro.ArgumentError, match="step_async"):
        env.step_wait()
    with pytest.raises(tsuro.ArgumentError, match="rgb_array"):
        env.get_images()
    with pytest.raises(AttributeError, match="action_masks"):
        env.env_method("undo")
    with pytest.raises(AttributeError, match="speed"):
        env.set_attr("speed", 1)
    assert env.get_attr("render_mode") == [None, None] and not env.has_attr("nothing")
    assert len(env.env_method("action_masks", indices=[1])) == 1
    env.close()


def test_layout_2_is_that_of_the_other_environments() -> None:
    env = TsuroVecEnv(players=2, num_envs=2, layout=2)
    wanted = tsuro.VectorEnv(players=2, num_envs=1, layout=2).observation_len
    assert env.reset().shape == (2, wanted)
