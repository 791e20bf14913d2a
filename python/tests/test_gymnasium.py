"""Gymnasium's own checker passes, and episodes are the learner's."""

from __future__ import annotations

import io
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import tsuro

gymnasium = pytest.importorskip("gymnasium")
np = pytest.importorskip("numpy")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from gymnasium.wrappers.vector import ClipReward, DictInfoToList, RecordEpisodeStatistics  # noqa: E402

from tsuro.gymnasium import ID, TsuroEnv, TsuroVectorEnv  # noqa: E402


def test_the_checker_of_gymnasium_passes(
    rules: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    # The checker takes actions at random, most of which are not allowed.
    options: dict[str, Any] = {"rules": rules, "players": players, "opponent": "random"}
    for observation, form in (("flat", "planes"), ("dict", "tokens"), ("float", "tokens")):
        options |= {"observation": observation, "form": form}
        check_env(gymnasium.make(ID, render_mode="ansi", **options).unwrapped)


@pytest.mark.filterwarnings("error")
def test_the_checker_passes_on_the_environment_as_it_is_made_by_default() -> None:
    for mode in (None, "rgb_array"):
        check_env(gymnasium.make(ID, render_mode=mode).unwrapped)


@pytest.mark.parametrize(
    "lines",
    [
        "import tsuro, gymnasium",
        "import gymnasium, tsuro",
        "import tsuro; from gymnasium import make",
        "import tsuro, importlib.util; assert importlib.util.find_spec('gymnasium')",
        "import tsuro.gymnasium",
    ],
)
def test_the_games_are_in_the_registries_after_import_tsuro_alone(lines: str) -> None:
    """Whichever of the packages is imported first, and without importing the others."""
    program = f"""
import sys
{lines}
import gymnasium
assert gymnasium.__spec__.loader.get_source("gymnasium")
env = gymnasium.make("tsuro/Tsuro-v1")
env.reset(seed=1)
assert gymnasium.make_vec("tsuro/Tsuro-v1", num_envs=2).num_envs == 2
import pettingzoo, pyspiel
assert pettingzoo.make("aec", "tsuro/Tsuro-v1").unwrapped.players == 4
assert pyspiel.load_game("python_tsuro").num_players() == 2
"""
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_importing_the_package_imports_no_library_of_learners() -> None:
    program = """
import sys, tsuro
wanted = {"numpy", "gymnasium", "pettingzoo", "pyspiel", "torch"}
assert not wanted & set(sys.modules), wanted & set(sys.modules)
"""
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_registry_that_refuses_the_games_does_not_fail_its_own_import(tmp_path: Path) -> None:
    (tmp_path / "gymnasium.py").write_text("registry = {}", encoding="utf-8")
    program = "import tsuro, gymnasium; assert gymnasium.registry == {}"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        env={
            **os.environ,
            "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
        },
    )
    assert done.returncode == 0 and "not in the registry of gymnasium" in done.stderr, done.stderr


def episode(env: Any, seed: int | None) -> float:
    """Plays an episode with the action in the middle of those allowed; what the learner got."""
    _, info = env.reset(seed=seed)
    terminated, reward = False, 0.0
    while not terminated:
        assert reward == 0 and env.table.seat == env.seat and env.seat in env.table.alive
        assert (
            info["action_mask"] == env.action_masks()
        ).all() and env.action_masks().dtype == np.bool_
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
    env = gymnasium.make(ID, rules="classic", players=2, illegal_reward=None)
    env.reset(seed=1)
    table = env.unwrapped.table
    before = table.state()
    with pytest.raises(tsuro.Illegal):
        env.step(0)
    assert (table.state() == before).all()
    env.step(table.legal()[0])


def test_an_action_that_is_not_allowed_ends_the_episode_by_default() -> None:
    for env, lost in (
        (TsuroEnv("classic", 2), -1),
        (TsuroEnv("classic", 2, illegal_reward=-2), -2),
    ):
        env.reset(seed=1)
        seen, reward, terminated, truncated, info = env.step(0)
        assert reward == lost and terminated and not truncated
        assert "action 0" in info["illegal"] and seen in env.observation_space
    with pytest.raises(tsuro.Illegal, match="reset"):
        env.step(env.table.legal()[0])


def test_games_side_by_side_end_by_an_action_that_is_not_allowed() -> None:
    for options, lost in (({}, -1), ({"illegal_reward": -2}, -2)):
        env = gymnasium.make_vec(ID, num_envs=3, rules="classic", players=2, **options)
        _, info = env.reset(seed=1)
        assert not info["illegal"].any() and info["_illegal"].all()
        actions = info["action_mask"].argmax(axis=1)
        actions[1] = info["action_mask"][1].argmin()
        _, reward, terminated, _, info = env.step(actions)
        assert info["illegal"].tolist() == [False, True, False]
        assert (reward[1], terminated.tolist()) == (lost, [False, True, False])
        assert info["final_obs"][1] in env.single_observation_space
    strict = gymnasium.make_vec(ID, num_envs=2, rules="classic", illegal_reward=None)
    _, info = strict.reset(seed=1)
    with pytest.raises(tsuro.Illegal, match="game 0"):
        strict.step(info["action_mask"].argmin(axis=1))


def test_games_side_by_side_are_drawn_as_their_agents_see_them() -> None:
    env = gymnasium.make_vec(ID, num_envs=2, rules="classic", players=2, render_mode="rgb_array")
    _, info = env.reset(seed=1)
    one, other = env.render()
    assert one.shape == other.shape and one.shape[2] == 3 and (one != other).any()
    env.step(info["action_mask"].argmax(axis=1))
    assert (env.render()[0] != one).any()
    assert gymnasium.make_vec(ID, num_envs=2).render() is None
    with pytest.raises(tsuro.ArgumentError, match="render_mode: 'svg' is not one of rgb_array"):
        gymnasium.make_vec(ID, num_envs=2, render_mode="svg")


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
    for wrong in (
        {"opponent": ["random"] * 3},
        {"seat": 3},
        {"seat": -1},
        {"render_mode": "pixels"},
        {"form": "pixels"},
        {"observation": "image"},
        {"reward": "points"},
        {"opponent": None},
    ):
        with pytest.raises(tsuro.ArgumentError):
            TsuroEnv("classic", 3, **wrong)
    env = TsuroEnv("classic", 2)
    with pytest.raises(tsuro.ArgumentError, match="options: there are none, not .'seat'"):
        env.reset(options={"seat": 1})
    with pytest.raises(tsuro.Illegal, match="reset"):
        env.step(140)


def test_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    env = TsuroEnv("classic", 2, render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    env = TsuroEnv("classic", 2, render_mode="human")
    env.reset(seed=1)
    env.render()
    assert "a1" in capsys.readouterr().out


def test_pixels_are_those_of_the_picture() -> None:
    shapes = set()
    env = TsuroEnv("seas", 3, "random", render_mode="rgb_array")
    for seed in range(3):
        _, info = env.reset(seed=seed)
        for _ in range(3):
            drawn = env.render()
            assert drawn.dtype == np.uint8 and drawn.shape[2] == 3
            shapes.add(drawn.shape)
            _, _, terminated, _, info = env.step(int(info["action_mask"].argmax()))
            if terminated:
                break
    assert len(shapes) == 1
    # The same as a library for pictures reads.
    images = pytest.importorskip("PIL.Image")
    png = env.table.game().png(width=480)
    shown = images.open(io.BytesIO(png)).convert("RGBA")
    white = images.new("RGBA", shown.size, "white")
    wanted = np.asarray(images.alpha_composite(white, shown).convert("RGB"), np.int16)
    assert np.abs(wanted - env.render()).max() <= 1


def test_observations_are_bytes_numbers_or_dictionaries() -> None:
    envs = {kind: TsuroEnv("classic", 3, observation=kind) for kind in ("flat", "float", "dict")}
    seen = {kind: env.reset(seed=1)[0] for kind, env in envs.items()}
    assert seen["flat"].dtype == np.uint8 and seen["float"].dtype == np.float32
    assert (seen["flat"] == seen["float"]).all()
    assert (seen["dict"]["observation"] == seen["flat"]).all()
    assert (seen["dict"]["action_mask"] == envs["dict"].action_masks()).all()
    assert all(seen[kind] in env.observation_space for kind, env in envs.items())


def test_policies_are_opponents() -> None:
    asked = []

    def last(array: Any, mask: Any) -> int:
        asked.append(len(array))
        return int(np.flatnonzero(mask)[-1])

    env = TsuroEnv("classic-advanced", 3, [tsuro.PolicyBot(last, form="tokens"), "random"], seat=0)
    for seed in range(5):
        episode(env, seed)
    assert len(asked) > 20 and len(set(asked)) == 1
    wrong = TsuroEnv("classic", 2, lambda array, mask: 0, seat=0)
    _, info = wrong.reset(seed=1)
    with pytest.raises(tsuro.PolicyError, match="action 0 is not allowed"):
        wrong.step(int(info["action_mask"].argmax()))
    assert pickle.loads(pickle.dumps(TsuroEnv("classic", 2, "greedy"))).players == 2

    def ends(array: Any, mask: Any) -> int:
        sys.exit(0)

    with pytest.raises(tsuro.PolicyError, match=r"SystemExit\(0\)"):
        TsuroEnv("classic", 2, ends, seat=1).reset(seed=1)


def test_start_marks_can_be_left_to_chance() -> None:
    env = TsuroEnv("classic", 4, "random", random_starts=True)
    marks = set()
    for seed in range(8):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].nonzero()[0].max() < 140
        marks |= set(env.table.actions[:4])
    assert len(marks) > 16


def test_one_thread_at_a_time_uses_an_environment() -> None:
    inside, go_on = threading.Event(), threading.Event()

    def waits(array: Any, mask: Any) -> int:
        if threading.current_thread() is not threading.main_thread():
            inside.set()
            go_on.wait(60)
        return int(mask.argmax())

    env = TsuroEnv("classic", 2, waits, seat=0)
    _, info = env.reset(seed=1)
    other = threading.Thread(target=env.step, args=(info["action_mask"].argmax(),))
    other.start()
    assert inside.wait(60)
    for use in (env.reset, lambda: env.step(0)):
        with pytest.raises(tsuro.Error, match="another thread is using this environment"):
            use()
    go_on.set()
    other.join(60)
    env.step(int(env.action_masks().argmax()))


def test_the_package_brings_its_environments_when_they_are_asked_for() -> None:
    program = """
import gymnasium, sys, tsuro
assert "tsuro.gymnasium" not in sys.modules
env = gymnasium.make(tsuro.gymnasium.ID, rules="classic", players=2)
assert type(env.unwrapped) is tsuro.gymnasium.TsuroEnv
assert gymnasium.make_vec("tsuro/Tsuro-v1", num_envs=2, rules="classic").num_envs == 2
assert tsuro.pettingzoo.env("classic", players=2).max_num_agents == 2
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


def drawn(mask: Any, number: int) -> Any:
    """An action for each game: of those allowed, one that depends on a number."""
    return np.array([np.flatnonzero(row)[number % row.sum()] for row in mask])


def test_many_games_side_by_side_are_an_environment_of_gymnasium(rules: str, players: int) -> None:
    env = gymnasium.make_vec(ID, num_envs=6, rules=rules, players=players, opponent="random")
    assert isinstance(env.unwrapped, TsuroVectorEnv)
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    observations, info = env.reset(seed=3)
    assert "final_obs" not in info
    ended = 0
    for number in range(80):
        assert observations in env.observation_space and info["action_mask"].dtype == np.int8
        actions = drawn(info["action_mask"], number)
        assert actions in env.action_space
        before = observations
        kept = observations.copy()
        observations, rewards, terminated, truncated, info = env.step(actions)
        assert rewards.shape == terminated.shape == (6,) and not truncated.any()
        assert (before == kept).all()
        assert ("final_obs" in info) == terminated.any()
        for game in terminated.nonzero()[0]:
            ended += 1
            assert (
                info["final_obs"][game] in env.single_observation_space and info["_final_obs"][game]
            )
            assert (info["final_obs"][game] != observations[game]).any()
    assert ended
    env.close()


def test_wrappers_of_gymnasium_take_many_games_side_by_side() -> None:
    env = gymnasium.make_vec(ID, num_envs=4, rules="classic", players=2, opponent="random")
    env = DictInfoToList(ClipReward(RecordEpisodeStatistics(env), max_reward=0.5))
    _, infos = env.reset(seed=1)
    ended = 0
    for number in range(60):
        mask = np.array([info["action_mask"] for info in infos])
        _, rewards, terminated, _, infos = env.step(drawn(mask, number))
        assert rewards.max() <= 0.5
        for game in terminated.nonzero()[0]:
            ended += 1
            assert (
                infos[game]["episode"]["r"] in (1, 0, -1)
                and infos[game]["final_obs"] in env.single_observation_space
            )
    assert ended > 4


def test_the_same_seed_gives_the_same_games_side_by_side_and_no_seed_others() -> None:
    def begin(seed: int | None) -> Any:
        return env.reset(seed=seed)[0]

    env = gymnasium.make_vec(ID, num_envs=8, rules="seas", players=3)
    assert (begin(5) == begin(5)).all() and (begin(5) != begin(6)).any()
    # Without a seed, they follow from the one before.
    first = [begin(5), begin(None), begin(None)]
    assert (first[1] != first[2]).any() and all(
        (one == other).all()
        for one, other in zip(first, [begin(5), begin(None), begin(None)], strict=True)
    )


def test_options_that_cannot_be_side_by_side() -> None:
    wrong: dict[str, Any]
    for wrong in (
        {"opponent": ["random"] * 3},
        {"opponent": None},
        {"opponent": []},
        {"seat": 3},
        {"render_mode": "svg"},
        {"form": "pixels"},
        {"reward": "points"},
    ):
        with pytest.raises(tsuro.ArgumentError):
            gymnasium.make_vec(ID, num_envs=2, rules="classic", players=3, **wrong)
    env = gymnasium.make_vec(ID, num_envs=2, rules="classic", players=3)
    with pytest.raises(tsuro.ArgumentError, match="reset"):
        env.step([140, 140])
