"""Policies in Python that play in tournaments, simulations and environments."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tsuro

Array = NDArray[np.uint8]


def last(array: Array, mask: Array) -> int:
    """A policy that looks at what it sees, and at nothing else."""
    allowed = np.flatnonzero(mask)
    return int(allowed[int(array.sum()) % len(allowed)])


class Many:
    """The same policy for many games at once."""

    def __init__(self) -> None:
        self.calls: list[int] = []

    def act_many(self, arrays: Array, masks: Array) -> list[int]:
        assert len(arrays) == len(masks)
        self.calls.append(len(arrays))
        return [last(*row) for row in zip(arrays, masks, strict=True)]


@pytest.mark.parametrize("rules", ["classic", "seas", "classic-advanced", "auction", "lanterns"])
def test_a_policy_plays_the_same_on_any_number_of_threads(rules: str) -> None:
    players = 3
    for policy in (last, Many()):
        own = tsuro.PolicyBot(policy, "own", form="tokens", outlook=True, knowledge=True)
        bots: list[str | tsuro.PolicyBot] = ["greedy", own, "random"]
        one, two = (
            tsuro.tournament(rules, bots=bots, players=players, games=30, seed=1, threads=threads)
            for threads in (1, 2)
        )
        assert one.to_json() == two.to_json()
        assert one.bots == ("greedy", "policy:own", "random") and one.games == 30
        sums = [
            tsuro.simulate(rules, bots=bots, games=20, seed=1, threads=threads)
            for threads in (1, 2)
        ]
        assert sums[0] == sums[1] and sums[0].bots == ("greedy", "policy:own", "random")


def test_a_simulation_plays_the_games_of_an_environment() -> None:
    """Game by game, with the same seed and the same policy in all seats."""
    first = tsuro.PolicyBot(lambda array, mask: mask.argmax(), "first")
    sums = tsuro.simulate("classic", players=2, bots=first, games=8, seed=5)
    env = tsuro.VectorEnv("classic", 2, 8, seed=5)
    _, info = env.reset()
    done, wins = np.zeros(8, np.bool_), np.zeros(2)
    while not done.all():
        _, reward, terminated, _, info = env.step(info["action_mask"].argmax(axis=1))
        for game in np.flatnonzero(terminated & ~done):
            wins += (reward[game] + 1) / 2
        done |= terminated
    assert (wins / 8).tolist() == list(sums.wins)


def test_a_policy_is_named_after_its_function_or_class_or_as_asked() -> None:
    assert repr(tsuro.PolicyBot(last)) == "<tsuro.PolicyBot last>"
    report = tsuro.tournament("classic", bots=[last, Many(), "random"], games=3, seed=1)
    assert report.bots == ("policy:last", "policy:Many", "random")
    # The same policy may take part twice.
    assert tsuro.tournament("classic", bots=[last, last], games=2, seed=1).games == 2
    with pytest.raises(tsuro.ArgumentError, match="bots: two policies are called 'last'"):
        tsuro.tournament("classic", bots=[last, tsuro.PolicyBot(last)], games=2)
    for name in ("", "a\nb", " a", "a ", "a,b", "a+b", "a:b", 'a"b', "x" * 41):
        with pytest.raises(tsuro.ArgumentError, match="name: 1 to 40 printable characters"):
            tsuro.PolicyBot(last, name)
    assert tsuro.PolicyBot(last, "a b").name == "a b"
    with pytest.raises(tsuro.ArgumentError, match="form: 'planes' or 'tokens'"):
        tsuro.PolicyBot(last, form="pixels")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a function or an object with `act` or `act_many`"):
        tsuro.PolicyBot(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="bots: a text or a list of texts is needed"):
        tsuro.explore("classic", vary="hand=2", target="turns=2", bots=[last])  # type: ignore[list-item]


def test_what_is_neither_a_bot_nor_a_policy_is_refused() -> None:
    values: Any = tsuro.load("classic-2p")
    uses: list[Callable[[Any], object]] = [
        lambda bot: tsuro.tournament("classic", bots=["greedy", bot]),
        lambda bot: tsuro.compare("classic", "luxury", bots=bot),
        lambda bot: tsuro.simulate("classic", bots=[bot]),
        lambda bot: tsuro.VectorEnv("classic", 2, opponent=bot),
    ]
    for use in uses:
        with pytest.raises(TypeError, match="bots by name and policies are needed, not int$"):
            use(3)
        # What stands for a bot says for which.
        with pytest.raises(TypeError, match="not ShippedValues; it plays as the bot 'learned'"):
            use(values)


def test_policies_play_in_comparisons_on_any_number_of_threads() -> None:
    own = tsuro.PolicyBot(last, "own", form="tokens")
    run: dict[str, Any] = {
        "players": [2, 3],
        "bots": ["greedy", own, ("random", own)],
        "games": 40,
        "seed": 1,
    }
    rules = ("classic", "seas")
    one, two = (tsuro.compare(*rules, threads=threads, **run) for threads in (1, 2))
    assert one.to_json() == two.to_json()
    assert {table["bots"] for table in one.to_dict()["tables"]} >= {
        "greedy",
        "policy:own",
        "random+policy:own",
    }
    assert "policy:own" in one.html() and "policy:own" in one.text()
    measured = tsuro.measure("classic", players=2, bots=own, games=40, seed=1)
    played = tsuro.simulate("classic", players=2, bots=own, games=40, seed=1)
    assert measured.games == played.games == 40
    for wrong in ({"backend": "ray"}, {"folder": "parts"}):
        with pytest.raises(tsuro.ArgumentError, match="bots: policies play in this process alone"):
            tsuro.compare("classic", **{**run, **wrong})
    with pytest.raises(tsuro.BotError, match="policy cannot play here: it needs the program that"):
        tsuro.compare("classic", bots="policy:own", games=4)


class Alone:
    """A policy with a state, which releases the interpreter in the middle of its work."""

    def __init__(self) -> None:
        self.busy = False
        self.calls = 0

    def act(self, array: Array, mask: Array) -> int:
        assert not self.busy, "entered twice"
        self.busy = True
        time.sleep(0.0005)
        self.busy = False
        self.calls += 1
        return int(mask.argmax())


def test_a_policy_is_never_entered_by_two_threads_at_the_same_time() -> None:
    both: dict[str, Any] = {"games": 8, "seed": 1, "threads": 2}
    for run in (
        lambda policy: tsuro.simulate("classic", players=2, bots=policy, **both),
        lambda policy: tsuro.tournament("classic", players=2, bots=[policy, "random"], **both),
        # At several tables of several rule sets.
        lambda policy: tsuro.compare(
            "classic", "seas", players=[2, 3], bots=[policy, (policy, "random")], **both
        ),
    ):
        alone = Alone()
        run(alone)
        assert alone.calls > 20 and not alone.busy


def test_a_policy_may_play_games_with_itself() -> None:
    """It asks itself in another call, for which it does not have to wait."""
    asked = []

    def thinks(array: Array, mask: Array) -> int:
        asked.append(1)
        if len(asked) == 1:
            tsuro.simulate("classic", players=2, bots=bot, games=1, seed=1)
        return int(mask.argmax())

    bot = tsuro.PolicyBot(thinks)
    tsuro.simulate("classic", players=2, bots=bot, games=1, seed=1, threads=2)
    assert len(asked) > 2


@pytest.mark.parametrize("others", [[], ["ismcts:4"]])
def test_a_policy_that_uses_its_own_environment_is_told_so_and_does_not_hang(
    others: list[str],
) -> None:
    program = f"""
import tsuro
uses = [lambda: env.sample_actions(), lambda: env.step([0, 0]), lambda: env.reset()]
for use in uses:
    others = {others!r}
    policy = tsuro.PolicyBot(lambda array, mask: use()[0], "own")
    env = tsuro.VectorEnv("classic", 2 + len(others), 2, opponent=[policy, *others], seat=0, seed=1)
    try:
        env.reset()
        while True:
            env.step(env.sample_actions())
    except tsuro.PolicyError as error:
        print(type(error.__cause__).__name__, error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    for line in lines:
        assert line.startswith("Error game 0, ")
        assert "the policy may not use its own environment" in line


def test_a_policy_that_fails_ends_a_comparison() -> None:
    for threads in (1, 2):
        with pytest.raises(
            tsuro.PolicyError,
            match="^block 0, classic, 4 players, turn .*policy:fails raised ValueError: no idea",
        ) as raised:
            tsuro.compare("classic", bots=[fails], games=2000, seed=1, threads=threads)
        assert isinstance(raised.value.__cause__, ValueError) and raised.value.game == 0


def fails(array: Array, mask: Array) -> int:
    if mask[:140].any():
        raise ValueError("no idea")
    return int(mask.argmax())


@pytest.mark.parametrize(
    ("policy", "what", "cause"),
    [
        (fails, "policy:own raised ValueError: no idea", ValueError),
        (lambda array, mask: 0, r"policy:own answered 0 \(tile 0 turned 0\), which the mask", None),
        (lambda array, mask: -1, r"policy:own answered -1 \(no action\), which the mask", None),
        (lambda array, mask: None, "policy:own answered None, not a whole number", None),
        (lambda array, mask: 1.5, "policy:own answered 1.5, not a whole number", None),
    ],
)
def test_a_policy_that_fails_ends_the_run_with_game_turn_and_seat(
    policy: Any, what: str, cause: type[Exception] | None
) -> None:
    bot = tsuro.PolicyBot(policy, "own")
    opponents: dict[str, Any] = {"players": 2, "seed": 1}
    found = []
    for threads in (1, 2):
        for run in (tsuro.simulate, tsuro.tournament):
            with pytest.raises(tsuro.PolicyError, match=what) as raised:
                run("classic", bots=["random", bot], games=50, threads=threads, **opponents)
            found.append((str(raised.value), raised.value.game))
            assert raised.value.seat in (0, 1) and raised.value.turn is not None
            assert str(raised.value).startswith(
                f"game {raised.value.game}, turn {raised.value.turn}, seat {raised.value.seat}: "
            )
            kind = type(raised.value.__cause__)
            assert kind is (cause or type(None))
    assert found[0] == found[2] and found[1] == found[3]
    env = tsuro.VectorEnv("classic", 2, 4, opponent=bot, seat=0, seed=1)
    with pytest.raises(tsuro.PolicyError, match=what) as raised:
        env.reset()
        while True:
            env.step(env.sample_actions())
    assert (raised.value.game, raised.value.seat) == (0, 1)
    with pytest.raises(tsuro.ArgumentError, match="reset"):
        env.step(np.zeros(4, int))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("rules", ["classic", "seas", "luxury-advanced"])
def test_opponents_in_an_environment_do_not_depend_on_lanes_and_threads(
    rules: str, players: int
) -> None:
    """A policy gives the games of the same policy asked game by game, and those of a simulation."""

    def play(policy: Any, threads: int) -> list[Any]:
        bot = tsuro.PolicyBot(policy, "own", form="tokens", knowledge=True)
        rest: list[Any] = ["greedy", bot, "random"][: players - 1] if players > 2 else [bot]
        env = tsuro.VectorEnv(
            rules, players, 6, opponent=rest, seed=3, threads=threads, final_obs=True, copy=True
        )
        steps: list[Any] = [env.reset()]
        for _ in range(60):
            steps.append(env.step(env.sample_actions()))
        return steps

    def same(one: Any, other: Any) -> bool:
        if isinstance(one, dict):
            return all(same(one[key], other[key]) for key in one if key != "final_obs")
        if isinstance(one, (tuple, list)):
            return all(same(*pair) for pair in zip(one, other, strict=True))
        return bool(np.array_equal(one, other))

    many = Many()
    by_row, by_batch, on_threads = play(last, 1), play(many, 1), play(Many(), 2)
    assert same(by_row, by_batch) and same(by_row, on_threads)
    assert max(many.calls) > 1 and sum(many.calls) > 60


def test_all_games_that_wait_are_asked_about_in_one_call() -> None:
    many = Many()
    env = tsuro.VectorEnv("classic", 2, 32, opponent=many, seat=0, seed=1)
    env.reset()
    assert many.calls == []
    env.step(env.sample_actions())
    # The start mark of the opponent, in all games.
    assert many.calls == [32]


def test_an_environment_against_a_policy_plays_the_games_of_one_without_opponents() -> None:
    """Every decision of both seats by one function, once as caller and once as opponent."""
    both = tsuro.VectorEnv("classic", 2, 5, seed=9, form="tokens", copy=True)
    one = tsuro.VectorEnv(
        "classic", 2, 5, seed=9, form="tokens", seat=0, copy=True,
        opponent=tsuro.PolicyBot(last, form="tokens"),
    )  # fmt: skip

    def act(obs: Array, info: dict[str, Any]) -> NDArray[np.int64]:
        rows = zip(obs, info["action_mask"], strict=True)
        return np.array([last(*row) for row in rows])

    def rewards(env: tsuro.VectorEnv, games: int) -> list[list[float]]:
        """The rewards of seat 0 in the first games of each lane."""
        (obs, info), found = env.reset(), [[] for _ in range(5)]  # type: ignore[var-annotated]
        while min(map(len, found)) < games:
            obs, reward, terminated, _, info = env.step(act(obs, info))
            reward = reward if reward.ndim == 1 else reward[:, 0]
            for game in np.flatnonzero(terminated):
                found[game].append(float(reward[game]))
        return [results[:games] for results in found]

    assert rewards(both, 6) == rewards(one, 6)


class Wrong:
    """A policy for many games whose answers have another shape or type."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act_many(self, arrays: Array, masks: Array) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        ([1], "policy:Wrong raised ArgumentError: act_many: 4 whole numbers are needed, not int64"),
        ([0.5] * 4, "policy:Wrong raised ArgumentError: act_many: 4 whole numbers are needed"),
        (KeyError("k"), "policy:Wrong raised KeyError: 'k', when it was asked about 4 games at"),
        ([0] * 4, "game 0, turn 0, seat 1: policy:Wrong answered 0 .*, which the mask"),
    ],
)
def test_wrong_answers_for_many_games_are_refused(answer: Any, what: str) -> None:
    env = tsuro.VectorEnv("classic", 2, 4, opponent=Wrong(answer), seat=0, seed=1)
    env.reset()
    with pytest.raises(tsuro.PolicyError, match=what):
        env.step(env.sample_actions())


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (
            [[140]],
            r"ArgumentError: act_many: 1 whole number is needed, not int64 of the shape \(1, 1",
        ),
        (
            [140, 140],
            r"ArgumentError: act_many: 1 whole number is needed, not int64 of the shape \(2",
        ),
        ([140.0], "ArgumentError: act_many: 1 whole number is needed, not float64"),
    ],
)
def test_a_policy_for_many_games_answers_for_one_in_the_same_way(answer: Any, what: str) -> None:
    """A column of actions played in a tournament, and was refused as an opponent."""
    with pytest.raises(tsuro.PolicyError, match=f"seat 1: policy:Wrong raised {what}"):
        tsuro.tournament("classic", bots=[Wrong(answer), "random"], players=2, games=2, seed=1)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to be sent there")
@pytest.mark.parametrize(
    "run",
    [
        'tsuro.simulate("classic", bots=policy, games=10**6)',
        'tsuro.tournament("classic", bots=[policy, "random"], games=10**6, threads=2)',
        'env = tsuro.VectorEnv("classic", 2, 8, opponent=policy); env.reset()\n'
        "    while True: env.step(env.sample_actions())",
    ],
)
def test_ctrl_c_stops_a_policy_that_takes_long(run: str) -> None:
    program = f"""
import time, tsuro
def policy(array, mask):
    time.sleep(0.01)
    return mask.argmax()
print("begins", flush=True)
try:
    {run}
except KeyboardInterrupt:
    print("stopped")
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "begins\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20)[0] == "stopped\n"
