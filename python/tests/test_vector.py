"""Many games side by side: the same as single games, on any number of threads."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tsuro


def legal(info: dict[str, np.ndarray], game: int) -> list[int]:
    return [int(number) for number in np.flatnonzero(info["action_mask"][game])]


@pytest.mark.parametrize(
    ("rules", "players"),
    [("classic", 2), ("seas", 3), ("luxury", 4), ("solo", 3), ("teams", 4), ("big", 3)],
)
def test_each_game_is_the_single_game_of_its_number(rules: str, players: int) -> None:
    rules = "classic+big-board" if rules == "big" else rules
    env = tsuro.VectorEnv(rules, players, 5, seed="any text")
    obs, info = env.reset()
    games = [tsuro.Game(rules, players, "any text", index=index) for index in range(5)]
    chance = np.random.default_rng(1)
    lasting = set(range(5))
    while lasting:
        actions = env.sample_actions()
        for number in sorted(lasting):
            game = games[number]
            decision = game.decision
            assert decision is not None and info["seat"][number] == decision.seat
            words = {
                "pass" if isinstance(choice, tsuro.Stay) else str(choice): choice
                for choice in game.choices()
            }
            names = {env.action_name(action): action for action in legal(info, number)}
            assert set(words) == set(names)
            name = chance.choice(sorted(names))
            actions[number] = names[name]
            game.play(words[name])
            assert env.field(obs[number], "pile")[0] == game_pile(game, obs, env, number)
        obs, reward, terminated, truncated, info = env.step(actions)
        assert not truncated.any()
        for number in sorted(lasting):
            game = games[number]
            assert terminated[number] == game.over
            if game.over:
                lasting.remove(number)
                if rules != "solo":
                    share = [
                        1 / len(game.winners) if seat in game.winners else 0.0
                        for seat in range(players)
                    ]
                    wanted = [(players * one - 1) / (players - 1) for one in share]
                    if rules != "teams":
                        assert reward[number] == pytest.approx(wanted, abs=1e-6)
            else:
                assert not reward[number].any()


def game_pile(game: tsuro.Game, obs: np.ndarray, env: tsuro.VectorEnv, number: int) -> int:
    """The pile before the choice that was just made: the observation is older than the game."""
    before = tsuro.Game.restore(game.snapshot())
    before.undo()
    return int(before.observe()["pile"])


def test_the_same_seed_and_actions_give_the_same_arrays_on_any_number_of_threads() -> None:
    envs = [
        tsuro.VectorEnv("seas", 4, 37, seed=3, threads=threads, states=True, knowledge=True)
        for threads in (1, 2, 5)
    ]
    results = [env.reset() for env in envs]
    for _ in range(80):
        for obs, info in results[1:]:
            assert np.array_equal(obs, results[0][0])
            assert all(
                np.array_equal(info[name], results[0][1][name])
                for name in ("action_mask", "seat", "state")
            )
        actions = envs[0].sample_actions()
        stepped = [env.step(actions) for env in envs]
        for _, reward, terminated, _, _ in stepped[1:]:
            assert np.array_equal(reward, stepped[0][1]) and np.array_equal(
                terminated, stepped[0][2]
            )
        results = [(one[0], one[4]) for one in stepped]


def test_a_reset_begins_new_games_or_those_of_a_seed() -> None:
    """Without a seed, it began the same games again and again."""
    env = tsuro.VectorEnv("classic", 2, 8, seed="a", copy=True)
    begun = [env.reset()[0], env.reset()[0]]
    for _ in range(30):
        env.step(env.sample_actions())
    begun += [env.reset()[0], env.reset(seed="b")[0], env.reset()[0]]
    for number, one in enumerate(begun):
        assert not any(np.array_equal(one, other) for other in begun[:number])
    # The seed given last says which games follow.
    assert np.array_equal(env.reset(seed="a")[0], begun[0])
    assert np.array_equal(env.reset()[0], begun[1])
    assert np.array_equal(env.reset()[0], begun[2])
    assert not np.array_equal(tsuro.VectorEnv("classic", 2, 8).reset()[0], begun[0])


def test_a_reset_that_fails_does_not_count() -> None:
    """The next one begins the games that it should have begun."""
    fails = False

    def policy(array: NDArray[np.uint8], mask: NDArray[np.uint8]) -> int:
        if fails:
            raise ValueError("not now")
        return int(mask.argmax())

    def reset(seed: str | None = None) -> NDArray[np.uint8]:
        return env.reset(seed=seed)[0]

    # The policy is the first to act, so it is asked in the reset.
    env = tsuro.VectorEnv("classic", 2, 4, seed="a", opponent=policy, seat=1, copy=True)
    begun = [reset(), reset(), reset(seed="a")]
    assert not np.array_equal(begun[0], begun[1]) and np.array_equal(begun[0], begun[2])
    env.reset(seed="a")
    for seed in (None, "b"):
        fails = True
        with pytest.raises(tsuro.PolicyError, match="not now"):
            env.reset(seed=seed)
        fails = False
    with pytest.raises(TypeError):
        env.reset(seed=1.5)  # type: ignore[arg-type]
    assert np.array_equal(reset(), begun[1])
    # The first of all.
    env = tsuro.VectorEnv("classic", 2, 4, seed="a", opponent=policy, seat=1, copy=True)
    for seed in (None, "b"):
        fails = True
        with pytest.raises(tsuro.PolicyError, match="not now"):
            env.reset(seed=seed)
        fails = False
    assert np.array_equal(reset(), begun[0]) and np.array_equal(reset(), begun[1])


def test_arrays_are_used_again_and_can_only_be_read_unless_copies_are_wanted() -> None:
    for copy in (False, True):
        env = tsuro.VectorEnv("classic", 2, 3, seed=1, copy=copy)
        obs, info = env.reset()
        before = obs.copy(), info["action_mask"].copy()
        after, reward, terminated, truncated, more = env.step(env.sample_actions())
        assert np.shares_memory(obs, after) != copy and np.array_equal(obs, before[0]) == copy
        assert np.array_equal(info["action_mask"], before[1]) == copy
        for array in (obs, after, reward, terminated, truncated, *info.values(), *more.values()):
            assert array.flags.writeable == copy
        assert [str(one.dtype) for one in (obs, reward, terminated)] == ["uint8", "float32", "bool"]


def test_what_was_seen_at_the_end_of_a_game_is_kept() -> None:
    env = tsuro.VectorEnv(
        "classic", 2, 8, seed=4, opponent="greedy", seat=0, form="tokens", final_obs=True
    )
    env.reset()
    ended = 0
    for _ in range(40):
        obs, _, terminated, _, info = env.step(env.sample_actions())
        for game in terminated.nonzero()[0]:
            ended += 1
            # The next game begins on an empty board.
            assert (env.field(obs, "squares")[game] == 255).all()
            assert (env.field(info["final_obs"], "squares")[game] != 255).any()
    assert ended > 4
    assert "final_obs" not in tsuro.VectorEnv("classic", 2).reset()[1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked there")
def test_a_process_that_was_forked_goes_on_with_threads_of_its_own() -> None:
    program = """
import os, tsuro
env = tsuro.VectorEnv("classic", 4, 64, seed=1, threads=3)
env.reset()
env.step(env.sample_actions())
child = os.fork()
seen = env.step(env.sample_actions())[0].sum()
os.write(1, f"{seen}\\n".encode())  # Whole lines at once, for two processes write.
if child == 0:
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
"""
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    one, other = done.stdout.split()
    assert one == other


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked there")
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("end", ["os._exit(0)", "sys.exit(0)"])
def test_a_process_that_was_forked_beside_a_step_is_told_so_and_does_not_hang(
    threads: int, end: str
) -> None:
    """A step that was under way in another thread has no thread in the new process that would end
    it."""
    program = f"""
import os, sys, threading, time
import numpy as np, tsuro
games = tsuro.VectorEnv("classic", 4, 8, seed=1, opponent="ismcts:100", threads={threads})
_, info = games.reset()
enough = threading.Event()
def play():
    while not enough.is_set():
        try:
            games.step(games.sample_actions())
        except TypeError:
            pass  # The other thread looks whether a step is under way.
playing = threading.Thread(target=play)
playing.start()
while True:
    try:
        games._batch.step(np.zeros(0, np.uint16), games._arrays)
    except tsuro.ArgumentError:
        time.sleep(0.001)  # No action for any game: no step is under way.
    except TypeError:
        # The arrays are being written, and will be until this thread lets the other one go on.
        break
child = os.fork()
if child == 0:
    step = lambda: games.step(info["action_mask"].argmax(axis=1))
    for use in (games.sample_actions, games.reset, step):
        try:
            use()
        except tsuro.Error as why:
            assert "when the process was forked: make new ones" in str(why), why
        else:
            os._exit(3)
    other = tsuro.VectorEnv("classic", 4, 8, seed=1, threads={threads})
    other.reset()
    other.step(other.sample_actions())
    del games, other
    {end}
for _ in range(3000):
    ended, status = os.waitpid(child, os.WNOHANG)
    if ended:
        break
    time.sleep(0.01)
else:
    os.kill(child, 9)
    sys.exit("the forked process hangs")
assert status == 0, status
enough.set()
playing.join()
"""
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")


def test_games_that_end_begin_anew_in_the_same_step() -> None:
    env = tsuro.VectorEnv("classic", 2, 16, seed=1)
    env.reset()
    ended = 0
    for _ in range(200):
        obs, reward, terminated, _, info = env.step(env.sample_actions())
        ended += int(terminated.sum())
        assert (np.abs(reward.sum(axis=1)) < 1e-6).all() and not reward[~terminated].any()
        assert info["action_mask"].any(axis=1).all()
        # A new game begins with start marks.
        assert (env.field(obs, "phase")[terminated, 0] == 1).all()
    assert ended > 50 and env.autoreset_mode == "SameStep"


def test_against_opponents_the_learner_decides_alone() -> None:
    env = tsuro.VectorEnv("classic", 4, 64, seed=1, opponent="greedy", seat=2)
    _, info = env.reset()
    total = games = 0.0
    for _ in range(60):
        assert (info["seat"] == 2).all()
        _, reward, terminated, _, info = env.step(env.sample_actions())
        assert reward.shape == (64,) and not reward[~terminated].any()
        total, games = total + float(reward.sum()), games + int(terminated.sum())
    assert games > 100 and total / games < -0.1
    in_turn = tsuro.VectorEnv(
        "classic", 3, 30, seed=1, opponent=["safe", "greedy"], random_starts=True, reward="rank"
    )
    _, info = in_turn.reset()
    assert set(info["seat"]) == {0, 1, 2}
    rewards, seats = [], []
    for _ in range(40):
        _, reward, _, _, info = in_turn.step(in_turn.sample_actions())
        rewards.append(reward.copy())
        seats.append(info["seat"].copy())
    # In each lane, too, although the number of games is a multiple of that of the seats.
    assert all(set(lane) == {0, 1, 2} for lane in np.transpose(seats))
    assert -1 <= np.min(rewards) < 0 < np.max(rewards) <= 1


def test_the_layout_names_the_fields() -> None:
    env = tsuro.VectorEnv("seas", 4, 2, seed=1, outlook=True)
    obs, _ = env.reset()
    assert env.layout["layout"] == 1 and env.layout["players"] == 4 and env.action_count == 267
    assert (
        env.planes(obs).shape[0] == 2
        and env.planes(obs).shape[2:] == (7, 7)
        and env.planes(obs[0]).ndim == 3
    )
    assert np.shares_memory(env.planes(obs), obs) and np.shares_memory(env.field(obs, "hand"), obs)
    assert env.field(obs, "outlook").shape[0] == 2 and env.field(obs, "hand").sum() == 6
    with pytest.raises(KeyError):
        env.field(obs, "looks")
    tokens = tsuro.VectorEnv("seas", 4, 2, seed=1, form="tokens")
    with pytest.raises(tsuro.ArgumentError, match="planes: these games are written as tokens"):
        tokens.planes(tokens.reset()[0])
    assert env.action_name(5) == "tile 1 turned 1" and env.action_name(140) == "mark a1:A"
    with pytest.raises(tsuro.ArgumentError, match="action: 267 is not a number from 0 to 266"):
        env.action_name(267)
    assert repr(
        env
    ) == "<tsuro.VectorEnv 2 games of seas, 4 players>" and env.rules == tsuro.RuleSet.load("seas")
    env.close()


def test_an_action_that_is_not_allowed_changes_nothing() -> None:
    env = tsuro.VectorEnv("classic", 2, 3, seed=1)
    obs, info = env.reset()
    before = obs.copy()
    actions = env.sample_actions()
    actions[1] = 0
    with pytest.raises(tsuro.Illegal, match="game 1: action 0 is not allowed") as raised:
        env.step(actions)
    assert raised.value.kind == "action" and raised.value.details == {"game": 1, "action": 0}
    assert np.array_equal(obs, before)
    env.step([int(np.flatnonzero(row)[0]) for row in info["action_mask"]])


def test_wrong_actions_are_refused() -> None:
    env = tsuro.VectorEnv("classic", 2, 3)
    for begin in (env.sample_actions, lambda: env.step([0, 0, 0])):
        with pytest.raises(tsuro.ArgumentError, match="call reset first"):
            begin()
    env.reset()
    good = env.sample_actions()
    for wrong, error in [
        (good[:2], tsuro.ArgumentError),
        (good.reshape(3, 1), tsuro.ArgumentError),
        (good.astype(float), TypeError),
        (["a", "b", "c"], TypeError),
        ([-1, 0, 0], tsuro.ArgumentError),
        ([188, 0, 0], tsuro.ArgumentError),
        ([2**16 + int(good[0]), 0, 0], tsuro.ArgumentError),
        (3, tsuro.ArgumentError),
        (None, tsuro.ArgumentError),
    ]:
        with pytest.raises(error):
            env.step(wrong)  # type: ignore[arg-type]
    env.step(np.stack([good, good], axis=1)[:, 0].astype(np.int64))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"players": 9}, tsuro.ArgumentError),
        ({"players": 33}, tsuro.ArgumentError),
        ({"num_envs": 0}, tsuro.ArgumentError),
        ({"num_envs": 10**9}, tsuro.ArgumentError),
        ({"num_envs": 1.5}, TypeError),
        ({"opponent": "nobody"}, tsuro.BotError),
        ({"opponent": ["greedy", "greedy"], "players": 2}, tsuro.ArgumentError),
        ({"opponent": []}, tsuro.ArgumentError),
        ({"opponent": "greedy", "seat": 4}, tsuro.ArgumentError),
        ({"seat": 0}, tsuro.ArgumentError),
        ({"form": "pixels"}, tsuro.ArgumentError),
        ({"reward": "luck"}, tsuro.ArgumentError),
        ({"threads": 0}, tsuro.ArgumentError),
        ({"seed": 1.5}, TypeError),
        ({"rules": "sees"}, tsuro.RuleSetError),
        ({"rules": 3}, TypeError),
        *(
            ({name: "no"}, TypeError)
            for name in ("outlook", "knowledge", "states", "final_obs", "random_starts", "copy")
        ),
        ({"outlook": None}, TypeError),
        ({"outlook": 2}, tsuro.ArgumentError),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        tsuro.VectorEnv(**{"rules": "classic", **arguments})  # type: ignore[arg-type]


def test_there_are_no_options() -> None:
    env = tsuro.VectorEnv("classic", 2)
    env.reset(options={})
    with pytest.raises(tsuro.ArgumentError, match="options"):
        env.reset(options={"deal": 1})


def test_threads_of_python_cannot_write_into_the_same_arrays_at_once() -> None:
    """The reason was in words of the library for arrays."""
    env = tsuro.VectorEnv("classic", 8, 200, seed=1, opponent="greedy")
    env.reset()
    unexpected: list[BaseException] = []
    refused: list[BaseException] = []

    end = time.monotonic() + 60

    def work() -> None:
        # They come to step at the same time soon, but not in any number of steps.
        while not (refused or unexpected) and time.monotonic() < end:
            try:
                env.step(env.sample_actions())
            except tsuro.Illegal:
                pass  # Another thread was faster.
            except BaseException as error:
                (refused if type(error) is tsuro.Error else unexpected).append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not unexpected
    assert refused and all("another thread is using this" in str(why) for why in refused)
    env.reset()
    env.step(env.sample_actions())


def test_the_old_name_of_the_number_of_actions_says_the_new_one() -> None:
    env = tsuro.VectorEnv("classic", 2)
    with pytest.warns(DeprecationWarning, match="action_count"):
        assert env.num_actions == env.action_count == 188


def test_without_numpy_the_rest_of_the_package_works() -> None:
    program = """
import sys
sys.modules["numpy"] = None
import tsuro
assert tsuro.Game("classic", 2).players == 2
try:
    tsuro.VectorEnv
except ImportError as error:
    print(error)
try:
    tsuro.nothing
except AttributeError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert (
        done.stdout == "tsuro.VectorEnv needs numpy: pip install numpy\nmodule 'tsuro' has no "
        "attribute 'nothing'\n"
    )


@pytest.mark.parametrize("opponent", ["random", []])
def test_a_learner_that_sits_alone_has_one_reward_a_game(opponent: Any) -> None:
    """It was an array with a column where there were opponents by default."""
    env = tsuro.VectorEnv("solo-seas", 1, 3, opponent=opponent, seed=1)
    env.reset()
    for _ in range(30):
        _, reward, _, _, _ = env.step(env.sample_actions())
        assert reward.shape == (3,)


@pytest.mark.parametrize("opponent", [None, "greedy"])
def test_an_action_that_is_not_allowed_can_end_its_game(opponent: str | None) -> None:
    env = tsuro.VectorEnv(
        "classic", 3, 4, seed=5, opponent=opponent, illegal_reward=-2.0, final_obs=True
    )
    obs, info = env.reset()
    assert not info["illegal"].any()
    before, seats = obs.copy(), info["seat"].copy()
    actions = env.sample_actions().copy()
    actions[2] = info["action_mask"][2].argmin()
    obs, reward, terminated, _, info = env.step(actions)
    assert info["illegal"].tolist() == [False, False, True, False]
    assert terminated.tolist() == [False, False, True, False]
    assert (info["final_obs"][2] == before[2]).all() and (obs[2] != before[2]).any()
    if opponent is None:
        assert reward[2].tolist() == [-2.0 if seat == seats[2] else 0.0 for seat in range(3)]
    else:
        assert reward.tolist() == [0.0, 0.0, -2.0, 0.0]
    env.step(env.sample_actions())
    assert not env.reset()[1]["illegal"].any()
    with pytest.raises(tsuro.ArgumentError):
        env.step([env.action_count] * 4)


def test_a_game_of_many_is_drawn_as_a_seat_sees_it() -> None:
    env = tsuro.VectorEnv("classic", 2, 2, seed=1, opponent="safe", seat=0)
    with pytest.raises(tsuro.ArgumentError, match="reset first"):
        env.picture(0)
    env.reset()
    first, other = env.picture(0), env.picture(0, seat=1)
    assert first.shape == other.shape and first.shape[2] == 3 and (first != other).any()
    env.step(env.sample_actions())
    assert (env.picture(0) != first).any()
    for game, seat in ((2, 0), (-1, 0), (0, 2)):
        with pytest.raises(tsuro.ArgumentError):
            env.picture(game, seat)
