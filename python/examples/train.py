#!/usr/bin/env python3
"""Trains a small policy for Tsuro and plays it as a bot.

    train.py train policy.npz                           # a few minutes
    tsuro tournament classic --players 2 --bots safe,exec:"python3 train.py play policy.npz"

It needs numpy alone. The policy gives a score to each action that is allowed: to a placement by its
row of the outlook, with the same weights for every row, and to each other action, such as a start
mark, a number of its own. The scores become probabilities, and what was done in games that were won
becomes more probable (policy gradient).
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
# docs/tensors.md: the entries of a row of the outlook, and how many values they have.
CAUSE, WAKE, CONTINUATIONS, SQUARE = 2, 3, 4, 5
SEATS = {1: 7, 2: 9}  # by layout: where the entries for each seat begin
ROOM, DANGER = 7, 8  # layout 2 alone has these, and as its last entries the room of each seat
CAUSES, WAYS = 5, 8


class Net:
    """A layer of `tanh` over the features of a placement, and a number for each other action."""

    def __init__(
        self,
        layout: dict[str, Any],
        weights: Weights | None = None,
        hidden: int = 64,
        seed: int = 0,
    ) -> None:
        fields = {field["name"]: field for field in layout["fields"]}
        self.offset, (self.placements, self.entries) = (
            fields["outlook"]["offset"],
            fields["outlook"]["shape"],
        )
        self.version = layout["layout"]
        self.players, self.squares = layout["players"], int(np.prod(fields["squares"]["shape"]))
        inputs = self.features(np.zeros((1, self.entries), np.uint8)).shape[1]
        self.weights = weights or {
            "in": np.random.default_rng(seed).normal(0, inputs**-0.5, (inputs, hidden)),
            "bias": np.zeros(hidden),
            "out": np.zeros(hidden),
            "other": np.zeros(layout["actions"]["len"] - self.placements),
        }

    def features(self, rows: Array) -> Array:
        """What the network sees of placements: numbers as they are, or a column for each value."""
        begin, count = SEATS[self.version], self.players
        out, ways = rows[:, begin : begin + count], rows[:, begin + count : begin + 2 * count]
        more = rows[:, [CONTINUATIONS]]
        columns = [
            np.eye(CAUSES)[np.minimum(rows[:, CAUSE], CAUSES - 1)],
            np.eye(self.squares + 1)[np.minimum(rows[:, SQUARE], self.squares)],
            np.eye(WAYS)[np.minimum(ways, WAYS - 1)].reshape(len(rows), WAYS * self.players),
        ]
        numbers = [out, rows[:, [WAKE]], more == 0, np.log1p(more, dtype=float)]
        if self.version == 2:
            room = rows[:, [ROOM, *range(self.entries - count, self.entries)]]
            numbers += [np.log1p(room, dtype=float), rows[:, [DANGER]] / 255]
        return np.concatenate([*columns, *numbers], axis=1)

    def choose(
        self, arrays: Array, masks: Array, chance: np.random.Generator | None
    ) -> tuple[Array, dict[str, Array]]:
        """An action for each game, and what `gradient` needs. Without `chance`, the most probable
        action."""
        game, action = np.nonzero(masks)
        places = action < self.placements
        outlook = arrays[:, self.offset : self.offset + self.placements * self.entries]
        inputs = self.features(
            outlook.reshape(len(arrays), self.placements, -1)[game[places], action[places]]
        )
        hidden = np.tanh(inputs @ self.weights["in"] + self.weights["bias"])
        scores = np.empty(len(action))
        scores[places] = hidden @ self.weights["out"]
        scores[~places] = self.weights["other"][action[~places] - self.placements]
        first = np.searchsorted(game, np.arange(len(masks)))
        odds = np.exp(scores - np.maximum.reduceat(scores, first)[game])
        odds /= np.add.reduceat(odds, first)[game]
        # With such noise, each action has the largest value with its probability.
        values = np.log(odds + 1e-30) + (0 if chance is None else chance.gumbel(size=len(odds)))
        best = np.flatnonzero(values == np.maximum.reduceat(values, first)[game])
        chosen = best[np.searchsorted(game[best], np.arange(len(masks)))]
        seen = {
            "game": game,
            "action": action,
            "inputs": inputs,
            "hidden": hidden,
            "odds": odds,
            "chosen": chosen,
        }
        return action[chosen], seen

    def gradient(self, seen: dict[str, Array], gains: Array, entropy: float) -> Weights:
        """The change of the weights that makes actions that gained more probable, and actions more
        varied."""
        game, odds, hidden = seen["game"], seen["odds"], seen["hidden"]
        logs = np.log(odds + 1e-30)
        mean = np.bincount(game, odds * logs, len(gains))
        scores = -odds * (gains[game] + entropy * (logs - mean[game]))
        scores[seen["chosen"]] += gains
        places = seen["action"] < self.placements
        placed = scores[places]
        inner = placed[:, None] * self.weights["out"] * (1 - hidden**2)
        other = np.bincount(
            seen["action"][~places] - self.placements, scores[~places], len(self.weights["other"])
        )
        return {
            "in": seen["inputs"].T @ inner,
            "bias": inner.sum(0),
            "out": hidden.T @ placed,
            "other": other,
        }


def train(
    rules: str,
    players: int,
    opponent: str,
    updates: int,
    games: int,
    steps: int,
    seed: int,
    layout: int = 1,
) -> Net:
    """Plays `games` side by side against the opponent, and improves the policy after every
    `steps`."""
    env = tsuro.VectorEnv(
        rules,
        players,
        games,
        opponent=opponent,
        seed=seed,
        form="tokens",
        outlook=True,
        layout=layout,
    )
    net, chance = Net(env.layout, seed=seed), np.random.default_rng(seed)
    mean, square = (
        {name: np.zeros_like(value) for name, value in net.weights.items()} for _ in range(2)
    )
    arrays, info = env.reset()
    results: list[float] = []
    for update in range(1, updates + 1):
        rollout = []
        for _ in range(steps):
            actions, seen = net.choose(arrays, info["action_mask"], chance)
            arrays, rewards, ended, _, info = env.step(actions)
            rollout.append((seen, rewards.copy(), ended.copy()))
        results = (results + [won for _, rewards, ended in rollout for won in rewards[ended]])[
            -20_000:
        ]
        # Each decision gains what its game won in the end, more than usual; decisions of games that
        # go on gain nothing.
        usual, gains = np.mean(results), np.zeros(games)
        total = {name: np.zeros_like(value) for name, value in net.weights.items()}
        for seen, rewards, ended in reversed(rollout):
            gains = np.where(ended, rewards - usual, gains)
            for name, change in net.gradient(seen, gains, entropy=0.01).items():
                total[name] += change / (games * steps)
        rate = 0.01 * (1 - 0.9 * update / updates)
        for name, change in total.items():  # the optimizer Adam
            mean[name] += 0.1 * (change - mean[name])
            square[name] += 0.001 * (change**2 - square[name])
            size = np.sqrt(square[name] / (1 - 0.999**update)) + 1e-8
            net.weights[name] += rate * mean[name] / (1 - 0.9**update) / size
        if update % 20 == 0:
            share = (np.mean(results) * (players - 1) + 1) / players
            print(f"update {update}: wins {share:.1%} against {opponent}", flush=True)
    return net


def save(net: Net, layout: dict[str, Any], file: str) -> None:
    contents: dict[str, Any] = {"layout": json.dumps(layout), **net.weights}
    with open(file, "wb") as out:
        np.savez(out, **contents)


def load(layout: dict[str, Any], file: str) -> Net:
    """The policy of a file, which must be one for this version of the layout, these rules and this
    number of players."""
    with np.load(file) as saved:
        trained = json.loads(str(saved["layout"]))
        for key in ("layout", "rules_hash", "players"):
            if trained[key] != layout[key]:
                raise SystemExit(
                    f"{file}: it was trained for {key} {trained[key]}, and here it is {layout[key]}"
                )
        return Net(layout, {name: saved[name] for name in saved.files if name != "layout"})


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Trains a policy for Tsuro, or plays one as a bot."
    )
    parser.add_argument("do", choices=["train", "play"])
    parser.add_argument("file", help="the weights: NAME.npz")
    for name, default in [
        ("rules", "classic"),
        ("players", 2),
        ("opponent", "greedy"),
        ("updates", 400),
        ("seed", 1),
        ("layout", 1),
    ]:
        parser.add_argument(
            f"--{name}", type=type(default), default=default, help=f"{default} if left out"
        )
    given = parser.parse_args()
    seen: dict[str, Any] = {"form": "tokens", "outlook": True, "layout": given.layout}
    layout = tsuro.VectorEnv(given.rules, given.players, **seen).layout
    if given.do == "train":
        net = train(
            given.rules,
            given.players,
            given.opponent,
            given.updates,
            games=512,
            steps=48,
            seed=given.seed,
            layout=given.layout,
        )
        save(net, layout, given.file)
        return
    net = load(layout, given.file)

    def policy(array: Array, mask: Array) -> int:
        return int(net.choose(array[None], mask[None], None)[0][0])

    tsuro.serve(policy, given.rules, given.players, **seen)


if __name__ == "__main__":
    main()
