#!/usr/bin/env python3
"""Trains a small policy for Tsuro and plays it as a bot.

    train.py train policy.npz                           # a few minutes
    tsuro tournament classic --bots safe,exec:"python3 train.py play policy.npz"

It needs numpy alone. The policy gives a score to each action that is allowed: to a placement by its row of the outlook,
with the same weights for every row, and to each other action, such as a start mark, a number of its own. The scores become
probabilities, and what was done in games that were won becomes more probable (policy gradient).
"""

from __future__ import annotations

import argparse
import json
import os
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # for matrices this small, more threads take longer

import numpy as np
from numpy.typing import NDArray

import tsuro

Array = NDArray[Any]
Weights = dict[str, Array]
WAYS = 8  # a piece has 0 to 7 open ways
CAUSES = 5  # 0: the piece lives
OWN = 7  # the entries of a row of the outlook before those that are there for each seat


class Net:
    """A layer of `tanh` over the features of one action, shared by all placements; one number for each other action."""

    def __init__(self, layout: dict[str, Any], weights: Weights | None = None, hidden: int = 32, seed: int = 0) -> None:
        fields = {field["name"]: field for field in layout["fields"]}
        self.offset, (self.placements, self.entries) = fields["outlook"]["offset"], fields["outlook"]["shape"]
        self.players = layout["players"]
        inputs = self.features(np.zeros((1, self.entries), np.uint8)).shape[1]
        normal = np.random.default_rng(seed).normal
        self.weights = weights or {
            "in": normal(0, inputs**-0.5, (inputs, hidden)),
            "bias": np.zeros(hidden),
            "out": np.zeros(hidden),
            "other": np.zeros(layout["actions"]["len"] - self.placements),
        }

    def features(self, rows: Array) -> Array:
        """What the network sees of placements."""
        out, ways = rows[:, OWN : OWN + self.players], rows[:, OWN + self.players :]
        continuations = rows[:, 4:5].astype(np.float64)
        parts = [
            np.eye(CAUSES)[np.minimum(rows[:, 2], CAUSES - 1)],
            rows[:, 3:4],
            out,
            np.eye(WAYS)[np.minimum(ways, WAYS - 1)].reshape(len(rows), WAYS * self.players),
            np.log1p(continuations),
            continuations == 0,
        ]
        return np.concatenate(parts, axis=1)

    def choose(self, arrays: Array, masks: Array, chance: np.random.Generator | None) -> tuple[Array, dict[str, Array]]:
        """An action for each game, and what `gradient` needs. Without `chance`, the most probable one."""
        game, action = np.nonzero(masks)
        places = action < self.placements
        outlook = arrays[:, self.offset : self.offset + self.placements * self.entries]
        inputs = self.features(outlook.reshape(len(arrays), self.placements, -1)[game[places], action[places]])
        hidden = np.tanh(inputs @ self.weights["in"] + self.weights["bias"])
        scores = np.empty(len(action))
        scores[places] = hidden @ self.weights["out"]
        scores[~places] = self.weights["other"][action[~places] - self.placements]
        first = np.searchsorted(game, np.arange(len(masks)))
        odds = np.exp(scores - np.maximum.reduceat(scores, first)[game])
        odds /= np.add.reduceat(odds, first)[game]
        if chance is None:
            worth = odds
        else:  # the largest of these is at each action with its probability
            worth = np.log(odds + 1e-30) + chance.gumbel(size=len(odds))
        best = np.flatnonzero(worth == np.maximum.reduceat(worth, first)[game])
        chosen = best[np.searchsorted(game[best], np.arange(len(masks)))]
        seen = {"game": game, "action": action, "places": places, "inputs": inputs, "hidden": hidden, "odds": odds, "chosen": chosen}
        return action[chosen], seen

    def gradient(self, seen: dict[str, Array], gains: Array, entropy: float) -> Weights:
        """How the weights would have to change for more of what gained, and for more variety."""
        game, odds, places = seen["game"], seen["odds"], seen["places"]
        scores = -odds * gains[game]
        scores[seen["chosen"]] += gains
        logs = np.log(odds + 1e-30)
        mean = np.bincount(game, odds * logs, len(gains))
        scores -= entropy * odds * (logs - mean[game]) * (gains != 0)[game]
        hidden, placed = seen["hidden"], scores[places]
        inner = placed[:, None] * self.weights["out"] * (1 - hidden**2)
        other = np.bincount(seen["action"][~places] - self.placements, scores[~places], len(self.weights["other"]))
        return {"in": seen["inputs"].T @ inner, "bias": inner.sum(0), "out": hidden.T @ placed, "other": other}


def train(rules: str, players: int, opponent: str, updates: int, games: int, steps: int, seed: int, quiet: bool = False) -> Net:
    """Plays `games` side by side against the opponent, and improves the policy after every few steps."""
    env = tsuro.VectorEnv(rules, players, games, opponent=opponent, seed=seed, form="tokens", outlook=True)
    net, chance = Net(env.layout, seed=seed), np.random.default_rng(seed)
    mean = {name: np.zeros_like(value) for name, value in net.weights.items()}
    square = {name: np.zeros_like(value) for name, value in net.weights.items()}
    arrays, info = env.reset()
    baseline, shares = 0.0, []
    for update in range(1, updates + 1):
        rollout = []
        for _ in range(steps):
            actions, seen = net.choose(arrays, info["action_mask"], chance)
            arrays, rewards, ended, _, info = env.step(actions)
            rollout.append((seen, rewards.copy(), ended.copy()))
        # Each decision gains what its game won in the end; those of games that go on are left out.
        won, known = np.zeros(games), np.zeros(games, bool)
        total = {name: np.zeros_like(value) for name, value in net.weights.items()}
        for seen, rewards, ended in reversed(rollout):
            won, known = np.where(ended, rewards, won), known | ended
            for name, change in net.gradient(seen, np.where(known, won - baseline, 0), entropy=0.01).items():
                total[name] += change / (games * steps)
        for name, change in total.items():  # Adam
            mean[name] += 0.1 * (change - mean[name])
            square[name] += 0.001 * (change**2 - square[name])
            rate = 0.01 * (1 - 0.9 * update / updates)
            net.weights[name] += rate * (mean[name] / (1 - 0.9**update)) / (np.sqrt(square[name] / (1 - 0.999**update)) + 1e-8)
        results = np.concatenate([rewards[ended] for _, rewards, ended in rollout])
        baseline = float(results.mean()) if len(results) else baseline
        shares.append((baseline * (players - 1) + 1) / players)
        if not quiet and update % 20 == 0:
            print(f"update {update}: the learner wins {np.mean(shares[-20:]):.1%} against {opponent}", flush=True)
    return net


def save(net: Net, layout: dict[str, Any], file: str) -> None:
    contents: dict[str, Any] = {"layout": json.dumps(layout), **net.weights}
    with open(file, "wb") as out:
        np.savez(out, **contents)


def load(rules: str, players: int, file: str) -> Net:
    """The policy of a file, which must be one for this layout, these rules and this number of players."""
    layout = tsuro.VectorEnv(rules, players, form="tokens", outlook=True).layout
    with np.load(file) as saved:
        trained = json.loads(str(saved["layout"]))
        for key in ("layout", "rules_hash", "players"):
            if trained[key] != layout[key]:
                raise SystemExit(f"{file}: it was trained for {key} {trained[key]}, and here it is {layout[key]}")
        return Net(layout, {name: saved[name] for name in saved.files if name != "layout"})


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains a policy for Tsuro, or plays one as a bot.")
    parser.add_argument("do", choices=["train", "play"])
    parser.add_argument("file", help="the weights: NAME.npz")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--updates", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.do == "train":
        net = train(given.rules, given.players, given.opponent, given.updates, games=512, steps=48, seed=given.seed)
        save(net, tsuro.VectorEnv(given.rules, given.players, form="tokens", outlook=True).layout, given.file)
    else:
        net = load(given.rules, given.players, given.file)

        def policy(array: Array, mask: Array) -> int:
            return int(net.choose(array[None], mask[None], None)[0][0])

        tsuro.serve(policy, given.rules, given.players, form="tokens", outlook=True)


if __name__ == "__main__":
    main()
