"""The reference of the benchmark `tsuro.benchmarks.rules`: a small policy that knows the rules by
their facts, and its training. It needs numpy alone.

    python -m tsuro.benchmarks.reference policy.npz          # some minutes on one core

The policy gives a score to each action that is allowed: to a placement by its row of the outlook
and the facts of the rules, with the same weights for every row, and to each other action a number
of its own. The scores become probabilities, and what was done in games that were won becomes more
probable (policy gradient).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import time
import zipfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import IO, Any

if __name__ == "__main__":
    # For matrices this small, more threads take longer.
    os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

import tsuro
from tsuro._exit import exit_code
from tsuro._files import check_writable
from tsuro.padded import PaddedLayout

__all__ = ["Reference", "load", "train"]

Array = NDArray[Any]
Weights = dict[str, Array]

# docs/tensors.md: the entries of a row of the outlook, and how many values they have.
LIVES, CAUSE, WAKE, CONTINUATIONS, SQUARE, SEATS = 1, 2, 3, 4, 5, 7
CAUSES, WAYS, NEAR = 5, 8, 4
LARGE = {"players": 8, "columns": 8, "rows": 8, "squares": 64, "marks": 64, "hand": 4, "deck": 64}
"""What the facts that are larger than 1 are divided by."""


class Reference:
    """A layer of `tanh` over what is known of a placement, and a number for each other action."""

    name = "reference"

    def __init__(
        self,
        layout: PaddedLayout,
        weights: Weights | None = None,
        *,
        hidden: int = 64,
        seed: int = 0,
        facts: bool = True,
    ) -> None:
        self.layout = layout
        self.facts = bool(facts)
        """Whether it is told which rules are played."""
        self.scale = np.array([1 / LARGE.get(name, 1) for name in layout.FACTS], np.float32)
        self.columns, self.rows = map(layout.FACTS.index, ("columns", "rows"))
        row = np.zeros((1, layout.observation_len), np.uint8)
        self.placements = layout.field(row, "outlook").shape[1]
        own = self.features(row, np.zeros(1, np.intp), np.zeros(1, np.intp)).shape[1]
        about = self.context(row).shape[1]
        chance = np.random.default_rng(seed)
        self.weights = weights or {
            "in": chance.normal(0, own**-0.5, (own, hidden)).astype(np.float32),
            # Facts that are 0 in all games of the training must change nothing later.
            "about": np.zeros((about, hidden), np.float32),
            "bias": np.zeros(hidden, np.float32),
            "out": np.zeros(hidden, np.float32),
            "other": np.zeros(layout.action_count - self.placements, np.float32),
        }
        wanted = {"in": (own, hidden), "about": (about, hidden)}
        for name, shape in wanted.items():
            found = self.weights[name].shape
            if weights is not None and (found[0] != shape[0] or found[1] != hidden):
                raise tsuro.ArgumentError(f"weights: {name!r} has the shape {found}, not {shape}")
        if len(self.weights["other"]) != layout.action_count - self.placements:
            raise tsuro.ArgumentError("weights: they are for another space of actions")

    def context(self, arrays: Array) -> Array:
        """What is the same for all placements of a game: the facts, and how far the game is."""
        field = self.layout.field
        facts = field(arrays, "facts") * (self.scale if self.facts else 0)
        alive = field(arrays, "alive").sum(1, keepdims=True) / 4
        pile, turn = field(arrays, "pile") / 32, field(arrays, "turn") / 32
        left = field(arrays, "tiles")[:, :1] / 4
        return np.concatenate([facts, alive, pile, turn, left], axis=1, dtype=np.float32)

    def features(self, arrays: Array, game: Array, action: Array) -> Array:
        """What the network sees of placements: numbers as they are, or a column for each value."""
        field = self.layout.field
        rows = field(arrays, "outlook")[game, action]
        seats = (rows.shape[1] - SEATS) // 2
        out, ways = rows[:, SEATS : SEATS + seats], rows[:, SEATS + seats :]
        alive = field(arrays, "alive")[game] * (1 - out)
        others, count = ways[:, 1:] * alive[:, 1:], np.maximum(1, alive[:, 1:].sum(1))
        facts = field(arrays, "facts")[game].astype(int)
        square, width = rows[:, SQUARE].astype(int), self.layout.size[1]
        row, column = square // width, square % width
        rim = np.sort(
            [
                np.minimum(row, facts[:, self.rows] - 1 - row),
                np.minimum(column, facts[:, self.columns] - 1 - column),
            ],
            axis=0,
        )
        pieces = field(arrays, "pieces")[game, 1:, 0].astype(int)
        far = np.maximum(
            np.abs(pieces // width - row[:, None]), np.abs(pieces % width - column[:, None])
        )
        nearest = np.where(alive[:, 1:] > 0, far, 99).min(1, initial=99)
        more = rows[:, CONTINUATIONS]
        lives = rows[:, LIVES]
        columns = [
            np.eye(CAUSES, dtype=np.float32)[np.minimum(rows[:, CAUSE], CAUSES - 1)],
            np.eye(WAYS, dtype=np.float32)[np.minimum(ways[:, 0], WAYS - 1)],
            *(np.eye(NEAR, dtype=np.float32)[np.clip(each, 0, NEAR - 1)] for each in rim),
            np.eye(NEAR + 1, dtype=np.float32)[np.clip(nearest, 0, NEAR)],
        ]
        numbers = [
            lives,
            rows[:, WAKE],
            out[:, 1:].sum(1),
            alive[:, 1:].sum(1) == 0,
            others.sum(1) / count / 4,
            others.max(1, initial=0) / 4,
            np.where(alive[:, 1:] > 0, ways[:, 1:], WAYS).min(1, initial=WAYS) / 4,
            more == 0,
            np.log1p(more, dtype=np.float32),
            np.minimum(more, 12) / 12,
        ]
        return np.concatenate([*columns, np.stack(numbers, axis=1)], axis=1, dtype=np.float32)

    def choose(
        self, arrays: Array, masks: Array, chance: np.random.Generator | None
    ) -> tuple[Array, dict[str, Array]]:
        """An action for each game, and what `gradient` needs. Without `chance`, the most probable
        action."""
        game, action = np.nonzero(masks)
        places = action < self.placements
        inputs = self.features(arrays, game[places], action[places])
        about = self.context(arrays)
        shared = about @ self.weights["about"] + self.weights["bias"]
        hidden = np.tanh(inputs @ self.weights["in"] + shared[game[places]])
        scores = np.empty(len(action), np.float32)
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
            "about": about,
            "hidden": hidden,
            "odds": odds,
            "chosen": chosen,
        }
        return action[chosen], seen

    def act_many(self, arrays: Array, masks: Array) -> Array:
        """The most probable actions."""
        return self.choose(arrays, masks, None)[0]

    def gradient(self, seen: dict[str, Array], gains: Array, entropy: float) -> Weights:
        """The change of the weights that makes actions that gained more probable, and actions more
        varied."""
        game, odds, hidden = seen["game"], seen["odds"], seen["hidden"]
        logs = np.log(odds + 1e-30)
        mean = np.bincount(game, odds * logs, len(gains))
        scores = -odds * (gains[game] + entropy * (logs - mean[game]))
        scores[seen["chosen"]] += gains
        places = seen["action"] < self.placements
        placed = scores[places].astype(np.float32)
        inner = placed[:, None] * self.weights["out"] * (1 - hidden**2)
        # Placements of a game follow each other, so its sums are differences of running sums.
        ends = np.searchsorted(game[places], np.arange(len(gains) + 1))
        running = np.concatenate([np.zeros((1, inner.shape[1])), inner.cumsum(0, dtype=float)])
        sums = (running[ends[1:]] - running[ends[:-1]]).astype(np.float32)
        other = np.bincount(
            seen["action"][~places] - self.placements, scores[~places], len(self.weights["other"])
        )
        return {
            "in": seen["inputs"].T @ inner,
            "about": seen["about"].T @ sums,
            "bias": inner.sum(0),
            "out": hidden.T @ placed,
            "other": other,
        }

    def describe(self) -> dict[str, Any]:
        """What the page of the benchmark tells of it."""
        return {
            "name": self.name,
            "network": "64 units of tanh over a placement's row of the outlook and the facts of "
            "the rules, the same for every placement; a number for each other action",
            **({} if self.facts else {"facts": "it is not told which rules are played"}),
            "numbers": sum(value.size for value in self.weights.values()),
            "training": "policy gradient against `greedy`, on the rules of `train` alone: "
            "`python -m tsuro.benchmarks.reference reference.npz`, 12.3 million decisions, ten "
            "minutes on one core",
            "SHA-256 of the weights": f"`{self.hash}`",
        }

    @property
    def hash(self) -> str:
        """SHA-256 of the weights."""
        sums = hashlib.sha256()
        for name in sorted(self.weights):
            sums.update(name.encode() + self.weights[name].astype("<f4").tobytes())
        return sums.hexdigest()

    def save(self, file: str | Path | IO[bytes]) -> None:
        """Writes the weights."""
        about = {"layout_hash": self.layout.hash, "facts": self.facts}
        contents: dict[str, Any] = {**about, **self.weights}
        np.savez_compressed(file, **contents)


def load(layout: PaddedLayout, file: str | Path | None = None) -> Reference:
    """The reference with the weights of a file, or with those of the package.

    Raises `ArgumentError` if the file belongs to another layout, or is another kind of file.
    """
    path = Path(__file__).with_name("reference.npz") if file is None else Path(file)
    try:
        with np.load(path) as saved:
            found = {name: saved[name] for name in saved.files}
        told, facts = str(found.pop("layout_hash")), bool(found.pop("facts"))
    except (ValueError, LookupError, EOFError, AttributeError, zipfile.BadZipFile) as why:
        raise tsuro.ArgumentError(f"{path.name}: it has no weights of the reference") from why
    if told != layout.hash:
        raise tsuro.ArgumentError(
            f"{path.name}: it is for a layout with the hash {told}, and this one has {layout.hash}"
        )
    return Reference(layout, found, facts=facts)


def train(
    layout: PaddedLayout,
    rules: Iterable[tuple[str, int]],
    *,
    opponent: str = "greedy",
    updates: int = 500,
    games: int = 512,
    steps: int = 48,
    seed: int = 1,
    facts: bool = True,
    progress: Callable[[str], None] | None = None,
) -> Reference:
    """Plays `games` of the rule sets side by side against the opponent, and improves the policy
    after every `steps`."""
    env = tsuro.MixedEnv(rules, num_envs=games, padded=layout, opponent=opponent, seed=seed)
    net, chance = Reference(layout, seed=seed, facts=facts), np.random.default_rng(seed)
    mean, square = (
        {name: np.zeros_like(value) for name, value in net.weights.items()} for _ in range(2)
    )
    arrays, info = env.reset()
    which = info["rules"].copy()  # a lane keeps its rules
    counts = np.bincount(which)
    usual = np.zeros(len(counts))
    for update in range(1, updates + 1):
        rollout, sums, ends = [], np.zeros(len(counts)), np.zeros(len(counts))
        for _ in range(steps):
            actions, seen = net.choose(arrays, info["action_mask"], chance)
            arrays, rewards, ended, _, info = env.step(actions)
            rollout.append((seen, rewards.copy(), ended.copy()))
            sums += np.bincount(which, rewards * ended, len(counts))
            ends += np.bincount(which, ended, len(counts))
        rate = 1.0 if update == 1 else 0.2
        usual += rate * (sums / np.maximum(1, ends) - usual) * (ends > 0)
        # Each decision gains what its game won in the end, more than usual under these rules;
        # decisions of games that go on gain nothing.
        gains = np.zeros(games)
        total = {name: np.zeros_like(value) for name, value in net.weights.items()}
        for seen, rewards, ended in reversed(rollout):
            gains = np.where(ended, rewards - usual[which], gains)
            for name, change in net.gradient(seen, gains, entropy=0.01).items():
                total[name] += (change / (games * steps)).astype(np.float32)
        rate = 0.01 * (1 - 0.9 * update / updates)
        for name, change in total.items():  # the optimizer Adam
            mean[name] += 0.1 * (change - mean[name])
            square[name] += 0.001 * (change**2 - square[name])
            size = np.sqrt(square[name] / (1 - 0.999**update)) + 1e-8
            net.weights[name] += (rate * mean[name] / (1 - 0.9**update) / size).astype(np.float32)
        if progress is not None and update % 20 == 0:
            progress(f"update {update}: mean reward {usual.mean():+.3f} against {opponent}")
    return net


def main(arguments: Sequence[str] | None = None) -> int:
    """Trains the reference on the training rules of the benchmark. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tsuro.benchmarks.reference",
        description="Trains the reference of the benchmark of rules.",
    )
    parser.add_argument("file", help="where the weights go: NAME.npz")
    for name, default in [("updates", 500), ("games", 512), ("seed", 1)]:
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{default} if left out")
    parser.add_argument(
        "--without-facts", action="store_true", help="do not tell it which rules are played"
    )
    given = parser.parse_args(arguments)
    return exit_code(lambda: _run(given))


def _run(given: argparse.Namespace) -> int:
    from tsuro.benchmarks import rules

    # Before the training, which takes minutes.
    check_writable(Path(given.file))
    began = time.monotonic()
    net = train(
        rules.padded_layout(),
        [(table.rules, table.players) for table in rules.SPLIT["train"]],
        updates=given.updates,
        games=given.games,
        seed=given.seed,
        facts=not given.without_facts,
        progress=lambda text: print(f"{time.monotonic() - began:.0f} s: {text}", flush=True),
    )
    net.save(given.file)
    print(f"{given.file}: weights {net.hash}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
