"""Games that are stepped while the caller works: the same games, in whatever order they come."""

from __future__ import annotations

import gc
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
import weakref
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tsuro


class Gate:
    """A policy that waits until it is let go on, and counts how often it was asked."""

    def __init__(self) -> None:
        self.is_open = threading.Event()
        self.is_asked = threading.Event()
        self.asked = 0

    def act_many(self, arrays: NDArray[np.uint8], masks: NDArray[np.uint8]) -> NDArray[np.intp]:
        self.asked += 1
        self.is_asked.set()
        assert self.is_open.wait(60)
        return np.asarray(masks.argmax(axis=1))


def first(array: NDArray[np.uint8], mask: NDArray[np.uint8]) -> int:
    return int(mask.argmax())


def choose(observations: NDArray[np.uint8], info: dict[str, Any]) -> NDArray[np.intp]:
    """An action for each game, which follows from what is seen in that game alone."""
    sums = observations.astype(int).sum(axis=1)
    masks = info["action_mask"]
    allowed = [np.flatnonzero(mask) for mask in masks]
    return np.array([legal[seen % len(legal)] for legal, seen in zip(allowed, sums, strict=True)])


def told(env: Any, steps: int) -> list[bytes]:
    """All bytes of the first steps of the games of a block, played by a `VectorEnv`."""
    observations, info = env.reset()
    rows = [observations.tobytes() + info["action_mask"].tobytes() + info["seat"].tobytes()]
    for _ in range(steps):
        observations, *rest, info = env.step(choose(observations, info))
        rows.append(observations.tobytes() + info["action_mask"].tobytes() + info["seat"].tobytes())
        rows[-1] += b"".join(array.tobytes() for array in rest)
    return rows


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("opponent", [None, "ismcts:20", first])
def test_each_block_plays_the_games_of_its_seed_in_whatever_order(
    threads: int, opponent: Any
) -> None:
    steps, chance = 25, random.Random(threads)
    env = tsuro.AsyncVectorEnv(
        "classic", 3, 12, 3, seed="s", opponent=opponent, threads=threads, form="tokens"
    )
    env.async_reset()
    found: dict[int, list[bytes]] = {}
    held: list[tuple[NDArray[np.intp], NDArray[np.intp]]] = []
    begun: set[int] = set()
    while min(map(len, found.values()), default=0) <= steps or len(found) < 4:
        if held and (len(held) == 4 or chance.random() < 0.5):
            # Two blocks at once, and the games of each in any order.
            parts = [held.pop(chance.randrange(len(held))) for _ in range(min(2, len(held)))]
            actions, games = (np.concatenate(each) for each in zip(*parts, strict=True))
            order = np.array(chance.sample(range(len(games)), len(games)))
            env.send(actions[order], games[order])
            continue
        observations, *rest, info = env.recv()
        games = info["env_id"]
        row = observations.tobytes() + info["action_mask"].tobytes() + info["seat"].tobytes()
        block = int(games[0]) // 3
        assert games.tolist() == [3 * block, 3 * block + 1, 3 * block + 2]
        if block in begun:
            row += b"".join(array.tobytes() for array in rest)
        else:
            shape = (3, 3) if opponent is None else (3,)
            assert rest[0].shape == shape and not any(array.any() for array in rest)
        begun.add(block)
        found.setdefault(block, []).append(row)
        held.append((choose(observations, info), games))
    for block, rows in found.items():
        alone = tsuro.VectorEnv(
            "classic", 3, 3, seed=f"s, block {block}", opponent=opponent, form="tokens"
        )
        assert rows[: steps + 1] == told(alone, steps), block
    env.close()


def test_the_caller_works_while_a_policy_thinks() -> None:
    """`VectorEnv.step` would wait for the policy, which waits for the caller."""
    gate = Gate()
    env = tsuro.AsyncVectorEnv("classic", 2, 4, 2, seed=1, opponent=gate, seat=0)
    env.async_reset()
    received = [env.recv() for _ in range(2)]
    for observations, *_, info in received:
        env.send(choose(observations, info), info["env_id"])
    assert gate.is_asked.wait(60)
    # The policy waits, and the caller plays other games to the end.
    others = tsuro.VectorEnv("classic", 2, 8, seed=1)
    others.reset()
    ended = 0
    while ended < 20:
        ended += int(others.step(others.sample_actions())[2].sum())
    assert gate.asked == 1
    gate.is_open.set()
    assert sorted(int(env.recv()[-1]["env_id"][0]) for _ in range(2)) == [0, 2]
    assert gate.asked == 2


def test_the_caller_works_while_bots_think() -> None:
    """The core does not hold the interpreter: else the caller would count to 0."""
    env = tsuro.AsyncVectorEnv("classic", 2, 2, 1, seed=1, opponent="ismcts:5000", seat=0)
    env.async_reset()
    # Start marks are chosen without a search, tiles are not.
    for _ in range(2):
        for observations, *_, info in [env.recv() for _ in range(2)]:
            env.send(choose(observations, info), info["env_id"])
    count = 0
    while not env._crew.ready:
        count += 1
    assert count > 10_000
    assert {int(env.recv()[-1]["env_id"][0]) for _ in range(2)} == {0, 1}


def test_a_policy_is_never_asked_by_two_blocks_at_once() -> None:
    inside, most, asked = 0, 0, 0

    class Counts:
        def act_many(self, arrays: NDArray[np.uint8], masks: NDArray[np.uint8]) -> NDArray[np.intp]:
            nonlocal inside, most, asked
            inside, asked = inside + 1, asked + 1
            most = max(most, inside)
            # Others would come in here.
            threading.Event().wait(0.002)
            inside -= 1
            return np.asarray(masks.argmax(axis=1))

    env = tsuro.AsyncVectorEnv("classic", 2, 8, 2, seed=1, opponent=Counts(), threads=4)
    env.async_reset()
    for _ in range(60):
        observations, *_, info = env.recv()
        env.send(choose(observations, info), info["env_id"])
    env.close()
    assert most == 1 and asked > 30


def test_an_action_that_is_not_allowed_is_named_and_begins_nothing() -> None:
    env = tsuro.AsyncVectorEnv("classic", 2, 6, 2, seed=1)
    env.async_reset()
    received = {int(one[-1]["env_id"][0]): one for one in (env.recv() for _ in range(3))}
    before = received[4][0].copy()
    good = {block: choose(one[0], one[-1]) for block, one in received.items()}
    actions = np.concatenate([good[4], good[0]])
    actions[1] = 0
    with pytest.raises(tsuro.Illegal, match="game 5: action 0 is not allowed") as raised:
        env.send(actions, [4, 5, 0, 1])
    assert raised.value.kind == "action" and raised.value.details == {"game": 5, "action": 0}
    # Block 0, whose actions were good, was not begun, either.
    with pytest.raises(tsuro.ArgumentError, match="no game is under way"):
        env.recv()
    assert np.array_equal(received[4][0], before)
    env.send(np.concatenate([good[4], good[0]]), [4, 5, 0, 1])
    assert {int(env.recv()[-1]["env_id"][0]) for _ in range(2)} == {0, 4}


def test_an_action_that_is_not_allowed_can_end_its_game() -> None:
    env = tsuro.AsyncVectorEnv("classic", 2, 4, 2, seed=1, opponent="greedy", illegal_reward=-2.0)
    env.async_reset()
    observations, *_, info = env.recv()
    actions = choose(observations, info)
    actions[1] = info["action_mask"][1].argmin()
    env.send(actions, info["env_id"])
    env.recv()
    _, reward, terminated, _, info = env.recv()
    assert info["illegal"].tolist() == terminated.tolist() == [False, True]
    assert reward.tolist() == [0.0, -2.0]


def test_what_cannot_be_sent_or_received() -> None:
    env = tsuro.AsyncVectorEnv("classic", 2, 4, 2, seed=1)
    for call in (env.recv, lambda: env.send([140, 141], [0, 1])):
        with pytest.raises(tsuro.ArgumentError, match="call async_reset"):
            call()
    env.async_reset()
    gone = env.recv()[-1]["env_id"]
    other = 2 - int(gone[0])
    with pytest.raises(tsuro.ArgumentError, match=f"game {other} is under way: recv gives it"):
        env.send([140, 141], [other, other + 1])
    env.recv()
    for games, error, why in [
        ([0], tsuro.ArgumentError, "whole blocks of 2, each game once: game 0 is in the block 0 "),
        ([0, 0], tsuro.ArgumentError, "whole blocks"),
        ([1, 2], tsuro.ArgumentError, "whole blocks"),
        ([0, 1, 2], tsuro.ArgumentError, "whole blocks"),
        ([0, 1, 1, 2], tsuro.ArgumentError, "whole blocks"),
        ([0, 4], tsuro.ArgumentError, "env_id: 4 is not a number from 0 to 3"),
        ([-1, 0], tsuro.ArgumentError, "env_id: -1 is not a number"),
        ([0.0, 1.0], TypeError, "env_id: whole numbers are needed"),
        ([], tsuro.ArgumentError, "an array with the numbers of games"),
        (0, tsuro.ArgumentError, "an array with the numbers of games"),
        (None, tsuro.ArgumentError, "an array with the numbers of games"),
    ]:
        with pytest.raises(error, match=why):
            env.send([140] * (len(games) if isinstance(games, list) else 2), games)  # type: ignore[arg-type]
    with pytest.raises(tsuro.ArgumentError, match=r"actions: an array of the shape \(2,\)"):
        env.send([140], [0, 1])
    with pytest.raises(tsuro.ArgumentError, match="actions: game 3: 188 is not a number"):
        env.send([140, 188], [2, 3])
    with pytest.raises(TypeError, match="seed: a text or a number"):
        env.async_reset(seed=1.5)  # type: ignore[arg-type]
    env.send([141, 140], [1, 0])
    assert env.recv()[-1]["env_id"].tolist() == [0, 1]
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(env)


@pytest.mark.parametrize(
    ("arguments", "error", "why"),
    [
        ({"num_envs": 10, "batch_size": 4}, tsuro.ArgumentError, "not whole blocks of 4"),
        ({"num_envs": 2, "batch_size": 4}, tsuro.ArgumentError, "batch_size: 4 is not a number"),
        ({"batch_size": 0}, tsuro.ArgumentError, "batch_size: 0"),
        ({"num_envs": 1.5}, TypeError, "num_envs"),
        ({"threads": 0}, tsuro.ArgumentError, "threads: 0"),
        ({"seed": 1.5}, TypeError, "seed: a text or a number"),
        ({"opponent": "nobody"}, tsuro.BotError, "nobody"),
        ({"form": "pixels"}, tsuro.ArgumentError, "form"),
        ({"seat": 0}, tsuro.ArgumentError, "seat"),
    ],
)
def test_wrong_arguments_are_refused(
    arguments: dict[str, Any], error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        tsuro.AsyncVectorEnv(**arguments)


def test_a_reset_begins_new_games_or_those_of_a_seed() -> None:
    env = tsuro.AsyncVectorEnv("classic", 2, 4, 2, seed="a", copy=True)

    def begun(seed: str | None = None) -> list[bytes]:
        env.async_reset(seed=seed)
        received = {int(one[-1]["env_id"][0]): one for one in (env.recv() for _ in range(2))}
        assert np.asarray(received[0][0]).flags.writeable
        return [received[block][0].tobytes() for block in (0, 2)]

    told = [begun(), begun(), begun("b")]
    assert len({row for rows in told for row in rows}) == 6
    assert begun("a") == told[0] and begun() == told[1] and begun("b") == told[2]
    more = begun()
    assert more not in told and begun("b") == told[2] and begun() == more
    # A reset drops what is under way and what has not been received.
    env.async_reset()
    observations, *_, info = env.recv()
    env.send(choose(observations, info), info["env_id"])
    assert begun("a") == told[0]
    with pytest.raises(tsuro.ArgumentError, match="no game is under way"):
        env.recv()


def test_a_second_reset_gives_the_same_games_whatever_became_of_the_first() -> None:
    def second(waits: bool) -> list[bytes]:
        gate = Gate()
        env = tsuro.AsyncVectorEnv("classic", 2, 8, 1, seed="a", opponent=gate, seat=1, copy=True)
        env.async_reset()
        assert gate.is_asked.wait(60)
        if waits:
            # Some blocks have begun their games, and others have not.
            threading.Timer(0.05, gate.is_open.set).start()
        else:
            gate.is_open.set()
            for _ in range(8):
                env.recv()
        env.async_reset()
        gate.is_open.set()
        told = {int(one[-1]["env_id"][0]): one[0] for one in (env.recv() for _ in range(8))}
        env.close()
        return [told[game].tobytes() for game in range(8)]

    assert second(True) == second(False)


def test_whoever_closes_waits_for_the_steps_that_have_begun() -> None:
    gate = Gate()
    env = tsuro.AsyncVectorEnv("classic", 2, 2, 2, seed="a", opponent=gate, seat=1)
    env.async_reset()
    assert gate.is_asked.wait(60)
    closing = [threading.Thread(target=env.close) for _ in range(2)]
    for thread in closing:
        thread.start()
    for thread in closing:
        thread.join(0.1)
        assert thread.is_alive()
    gate.is_open.set()
    for thread in closing:
        thread.join(60)
        assert not thread.is_alive()
    with pytest.raises(tsuro.Error, match="closed"):
        env.async_reset()


@pytest.mark.parametrize("opponent", ["ismcts:10000000", "policy"])
def test_a_step_that_has_begun_is_broken_off(opponent: str) -> None:
    """A search would go on for minutes; a policy is not asked about further games."""
    gate, is_slow = Gate(), threading.Event()
    is_slow.set()

    def policy(array: NDArray[np.uint8], mask: NDArray[np.uint8]) -> int:
        if is_slow.is_set():
            gate.act_many(array[None], mask[None])
        return int(mask.argmax())

    bot: Any = policy if opponent == "policy" else opponent
    env = tsuro.AsyncVectorEnv("classic", 2, 8, 4, seed="a", opponent=bot, seat=1)
    for use in (env.async_reset, env.close):
        if opponent == "policy":
            gate.is_asked.clear()
            env.async_reset()
            assert gate.is_asked.wait(60)
            threading.Timer(0.05, gate.is_open.set).start()
        else:
            env.async_reset()
        began = time.monotonic()
        use()
        assert time.monotonic() - began < 30
        if use == env.async_reset and opponent == "policy":
            # After a reset, the policy is asked as before.
            assert gate.asked == 1
            is_slow.clear()
            assert len([env.recv() for _ in range(2)]) == 2
            is_slow.set()
            gate.is_open.clear()
    assert not any(thread.is_alive() for thread in env._crew.threads)
    assert gate.asked == (2 if opponent == "policy" else 0)


def test_an_exception_of_a_policy_is_raised_by_recv_and_other_blocks_go_on() -> None:
    wrong = 0

    def policy(array: NDArray[np.uint8], mask: NDArray[np.uint8]) -> int:
        nonlocal wrong
        wrong -= 1
        if wrong == 0:
            raise ValueError("not now")
        return int(mask.argmax())

    env = tsuro.AsyncVectorEnv("classic", 2, 6, 2, seed="a", opponent=policy, seat=0)
    env.async_reset()
    received = {int(one[-1]["env_id"][0]): one for one in (env.recv() for _ in range(3))}
    wrong = 2
    for block in (4, 0, 2):
        observations, *_, info = received[block]
        env.send(choose(observations, info), info["env_id"])
    with pytest.raises(
        tsuro.PolicyError, match="^game 5, turn .* raised ValueError: not now"
    ) as why:
        env.recv()
    assert why.value.game == 5 and isinstance(why.value.__cause__, ValueError)
    assert [env.recv()[-1]["env_id"].tolist() for _ in range(2)] == [[0, 1], [2, 3]]
    with pytest.raises(tsuro.ArgumentError, match="game 4 was left unfinished: call async_reset"):
        env.send([140, 141], [4, 5])
    with pytest.raises(tsuro.ArgumentError, match="no game is under way"):
        env.recv()
    env.async_reset()
    assert len([env.recv() for _ in range(3)]) == 3


def test_a_policy_may_not_use_its_own_environment() -> None:
    asked: list[str] = []

    def policy(array: NDArray[np.uint8], mask: NDArray[np.uint8]) -> int:
        for use in (env.recv, lambda: env.send([0], [0]), env.async_reset, env.close):
            with pytest.raises(tsuro.Error, match="the policy may not use its own environment"):
                use()
            asked.append("refused")
        return int(mask.argmax())

    env = tsuro.AsyncVectorEnv("classic", 2, 2, 1, seed=1, opponent=policy, seat=1)
    env.async_reset()
    env.recv()
    assert len(asked) >= 4


def test_games_that_are_closed_while_they_are_under_way() -> None:
    gate = Gate()
    env = tsuro.AsyncVectorEnv("classic", 2, 4, 2, seed=1, opponent=gate, seat=1)
    env.async_reset()
    assert gate.is_asked.wait(60)
    errors: list[tsuro.Error] = []

    def receive() -> None:
        try:
            env.recv()
        except tsuro.Error as why:
            errors.append(why)

    other = threading.Thread(target=receive)
    other.start()
    closing = threading.Thread(target=env.close)
    closing.start()
    other.join(60)
    assert "closed" in str(errors[0]) and closing.is_alive()
    # The step that has begun ends, and the other block is not begun.
    gate.is_open.set()
    closing.join(60)
    assert not closing.is_alive() and gate.asked == 1
    assert not any(thread.is_alive() for thread in env._crew.threads)
    env.close()
    for use in (env.recv, env.async_reset, lambda: env.send([140], [0])):
        with pytest.raises(tsuro.Error, match="these games are closed: make new ones"):
            use()


def test_threads_end_with_the_games() -> None:
    env = tsuro.AsyncVectorEnv("classic", 2, 4, 2, seed=1, opponent="ismcts:50", threads=2)
    env.async_reset()
    crew, games = env._crew, weakref.ref(env)
    del env
    gc.collect()
    assert games() is None
    for thread in crew.threads:
        thread.join(60)
        assert not thread.is_alive()


def test_any_thread_may_send_and_receive() -> None:
    env = tsuro.AsyncVectorEnv("classic", 2, 8, 1, seed=1, opponent="greedy", threads=2, copy=True)
    env.async_reset()
    received: list[int] = []

    def play() -> None:
        for _ in range(50):
            observations, *_, info = env.recv()
            received.extend(info["env_id"])
            env.send(choose(observations, info), info["env_id"])

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(received) == 200 and set(received) == set(range(8))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to be sent there")
def test_ctrl_c_ends_a_wait_and_loses_nothing() -> None:
    program = """
import threading, tsuro
gate = threading.Event()
asked = threading.Event()
def policy(array, mask):
    asked.set()
    gate.wait(60)
    return mask.argmax()
env = tsuro.AsyncVectorEnv("classic", 2, 2, 1, seed=1, opponent=policy, seat=1)
env.async_reset()
asked.wait(60)
try:
    print("waits", flush=True)
    env.recv()
except KeyboardInterrupt:
    print("stopped", flush=True)
gate.set()
print(sorted(int(env.recv()[-1]["env_id"][0]) for _ in range(2)))
"""
    command = [sys.executable, "-c", program]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "waits\n"
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert (out, error, process.returncode) == ("stopped\n[0, 1]\n", "", 0)


def test_a_program_may_end_while_games_are_under_way() -> None:
    program = """
import tsuro
env = tsuro.AsyncVectorEnv("classic", 2, 8, 2, seed=1, opponent="BOT", threads=2, seat=SEAT)
env.async_reset()
if SEAT == 0:
    observations, *_, info = env.recv()
    env.send(info["action_mask"].argmax(1), info["env_id"])
"""
    # A search that nobody could wait for is broken off.
    for bot, seat in [("ismcts:100", "0")] * 4 + [("ismcts:10000000", "1")]:
        done = subprocess.run(
            [sys.executable, "-c", program.replace("BOT", bot).replace("SEAT", seat)],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked there")
def test_a_process_that_was_forked_is_told_so_and_does_not_hang() -> None:
    program = """
import os, sys, time, tsuro
env = tsuro.AsyncVectorEnv("classic", 2, 4, 2, seed=1, opponent="ismcts:500", threads=2)
env.async_reset()
child = os.fork()
if child == 0:
    for use in (env.recv, env.async_reset, lambda: env.send([140, 141], [0, 1])):
        try:
            use()
        except tsuro.Error as why:
            assert "of the process that was forked: make new ones in this process" in str(why)
        else:
            os._exit(3)
    env.close()
    del env
    other = tsuro.AsyncVectorEnv("classic", 2, 4, 2, seed=1)
    other.async_reset()
    other.recv()
    sys.exit(0)
for _ in range(3000):
    ended, status = os.waitpid(child, os.WNOHANG)
    if ended:
        break
    time.sleep(0.01)
else:
    os.kill(child, 9)
    sys.exit("the forked process hangs")
assert status == 0, status
env.recv()
env.recv()
"""
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_rest_of_the_interface_is_that_of_a_vector_env() -> None:
    env = tsuro.AsyncVectorEnv("seas", 2, 4, 2, seed=1, states=True, final_obs=True)
    alone = tsuro.VectorEnv("seas", 2, 2)
    assert repr(env) == "<tsuro.AsyncVectorEnv 4 games of seas in blocks of 2, 2 players>"
    assert env.layout == alone.layout and env.players == 2
    assert (env.observation_len, env.action_count) == (alone.observation_len, alone.action_count)
    assert env.action_name(57) == alone.action_name(57) and env.autoreset_mode == "SameStep"
    env.async_reset()
    observations, *_, info = env.recv()
    assert set(info) == {"action_mask", "seat", "state", "final_obs", "env_id"}
    assert np.shares_memory(env.planes(observations), observations)
    assert env.field(observations, "hand").shape == (2, 35)
    assert not info["env_id"].flags.writeable and not observations.flags.writeable
