"""The example that trains a policy."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import tsuro

SCRIPT = Path(__file__).resolve().parents[1] / "examples" / "train.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train"] = module
    spec.loader.exec_module(module)
    return module


def layout(rules: str, players: int) -> dict[str, Any]:
    return tsuro.VectorEnv(rules, players, form="tokens", outlook=True).layout


def test_training_improves_the_policy_and_its_file_is_for_one_layout(
    script: ModuleType, tmp_path: Path
) -> None:
    net = script.train("classic", 2, "random", updates=12, games=64, steps=24, seed=1)
    assert share(script, net, "random", games=128, steps=60) > 0.6
    file = str(tmp_path / "policy.npz")
    script.save(net, layout("classic", 2), file)
    again = script.load(layout("classic", 2), file)
    assert all(np.array_equal(net.weights[name], again.weights[name]) for name in net.weights)
    for rules, players, why in [
        ("luxury", 2, "rules_hash"),
        ("classic", 3, "players 2, and here it is 3"),
    ]:
        with pytest.raises(SystemExit, match=why):
            script.load(layout(rules, players), file)


def share(script: ModuleType, net: object, opponent: str, games: int, steps: int) -> float:
    """The share of games that a policy wins."""
    env = tsuro.VectorEnv(
        "classic", 2, games, opponent=opponent, seed="measured", form="tokens", outlook=True
    )
    arrays, info = env.reset()
    results: list[float] = []
    for _ in range(steps):
        actions, _ = net.choose(arrays, info["action_mask"], None)  # type: ignore[attr-defined]
        arrays, rewards, ended, _, info = env.step(actions)
        results += rewards[ended].tolist()
    assert len(results) > games
    return (1 + float(np.mean(results))) / 2


def test_the_gradient_is_that_of_the_logarithm_of_the_probability(script: ModuleType) -> None:
    env = tsuro.VectorEnv("classic", 2, 16, opponent="safe", seed=2, form="tokens", outlook=True)
    net = script.Net(env.layout, seed=3)
    chance = np.random.default_rng(4)
    for name, value in net.weights.items():
        net.weights[name] = chance.normal(0, 0.3, value.shape)
    arrays, info = env.reset()
    # Until some game begins, where a start mark is chosen, while others go on.
    while not (info["action_mask"][:, 140:].any() and info["action_mask"][:, :140].any()):
        arrays, *_, info = env.step(env.sample_actions())
    gains = chance.normal(size=16)
    _, seen = net.choose(arrays, info["action_mask"], chance)

    def objective() -> float:
        _, now = net.choose(arrays, info["action_mask"], None)
        odds = now["odds"]
        spread = -np.bincount(now["game"], odds * np.log(odds), 16)
        return float(gains @ np.log(odds[seen["chosen"]]) + 0.1 * spread.sum())

    gradient = net.gradient(seen, gains, entropy=0.1)
    for name, value in net.weights.items():
        index = np.unravel_index(int(np.abs(gradient[name]).argmax()), value.shape)
        value[index] += 1e-5
        more = objective()
        value[index] -= 2e-5
        less = objective()
        value[index] += 1e-5
        assert gradient[name][index] == pytest.approx((more - less) / 2e-5, rel=1e-4), name


def test_the_network_sees_what_layout_2_tells_more(script: ModuleType) -> None:
    """All that layout 1 tells is there in the same columns, and the rooms and the danger follow."""
    seen: list[Any] = []
    for version in (1, 2):
        env = tsuro.VectorEnv(
            "seas", 3, 32, seed=2, random_starts=True, form="tokens", outlook=True, layout=version
        )
        arrays, info = env.reset()
        net = script.Net(env.layout, seed=3)
        game, action = np.nonzero(info["action_mask"][:, :140])
        rows = env.field(arrays, "outlook")[game, action]
        seen.append((rows, net.features(rows)))
    (_, first), (rows, second) = seen
    assert len(first) > 100 and np.array_equal(second[:, : first.shape[1]], first)
    more = second[:, first.shape[1] :]
    rooms = np.expm1(more[:, :4]).round()
    assert np.array_equal(rooms[:, 0], rows[:, 7]) and np.array_equal(rooms[:, 1:], rows[:, -3:])
    assert np.array_equal(more[:, 4] * 255, rows[:, 8]) and rooms.any(axis=0).all()
    net = script.train("classic", 2, "random", updates=1, games=8, steps=4, seed=1, layout=2)
    assert net.version == 2


def test_a_trained_policy_is_a_bot(script: ModuleType, tmp_path: Path) -> None:
    net = script.train("classic", 2, "random", updates=1, games=8, steps=4, seed=1)
    file = str(tmp_path / "policy.npz")
    script.save(net, layout("classic", 2), file)
    game = tsuro.Game("classic", 2, "any text")
    sent = {
        "protocol": 1,
        "decision": "start",
        "events": game.events(seat=0),
        "sees": game.observe(0),
        "choices": [{"mark": mark.at} for mark in game.choices() if isinstance(mark, tsuro.Mark)],
        "random": 7,
    }
    command = [sys.executable, str(SCRIPT), "play", file]
    done = subprocess.run(
        command, input=json.dumps(sent) + "\n", capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "") and 0 <= int(done.stdout) < 48


@pytest.mark.long
def test_longer_training_beats_safe(script: ModuleType) -> None:
    net = script.train("classic", 2, "greedy", updates=100, games=512, steps=48, seed=1)
    # More than 1,000 games: ten percent are six standard errors.
    assert share(script, net, "safe", games=512, steps=48) > 0.6
