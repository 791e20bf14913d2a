"""Trains a policy with PPO in one file, as CleanRL does, on many games side by side.

pip install "./python[gymnasium]" torch
python3 python/examples/cleanrl_ppo.py --steps 200000

The environment is `gymnasium.make_vec`, so the games run in one process. The mask of the actions
makes the logits of those that are not allowed so small that they are never chosen.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import tsuro  # noqa: F401, it registers the games

LENGTH, EPOCHS, PARTS = 32, 4, 4
DISCOUNT, TRACE, CLIP, VALUE, ENTROPY = 1.0, 0.95, 0.2, 0.5, 0.01


class Agent(nn.Module):
    """A network with a logit for each action, and one with the value of what is seen."""

    def __init__(self, length: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(length, 128), nn.ReLU())
        self.policy = nn.Linear(128, actions)
        self.value = nn.Linear(128, 1)

    def forward(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        """The distribution of the actions that are allowed, and the value."""
        inside = self.body(seen.float().clamp(max=8) / 8)
        logits = self.policy(inside).masked_fill(mask == 0, -1e9)
        return Categorical(logits=logits), self.value(inside)[:, 0]


def collect(env: Any, agent: Agent, seen: Any, mask: Any) -> tuple[dict[str, Any], Any, Any]:
    """Plays some decisions in each game, and notes what PPO learns from."""
    rows: list[dict[str, Any]] = []
    for _ in range(LENGTH):
        with torch.no_grad():
            choice, value = agent(torch.from_numpy(seen), torch.from_numpy(mask))
            action = choice.sample()
        row = {"seen": torch.from_numpy(seen), "mask": torch.from_numpy(mask), "action": action}
        row |= {"value": value, "chance": choice.log_prob(action)}
        seen, reward, ended, _, info = env.step(action.numpy())
        mask = info["action_mask"]
        row |= {"reward": torch.from_numpy(reward), "ended": torch.from_numpy(ended).float()}
        rows.append(row)
    with torch.no_grad():
        _, after = agent(torch.from_numpy(seen), torch.from_numpy(mask))
    gain = torch.zeros_like(after)
    for row in reversed(rows):
        goes_on = 1 - row["ended"]
        surprise = row["reward"] + DISCOUNT * after * goes_on - row["value"]
        gain = surprise + DISCOUNT * TRACE * goes_on * gain
        row["gain"], after = gain, row["value"]
    return {name: torch.cat([row[name] for row in rows]) for name in rows[0]}, seen, mask


def learn(agent: Agent, optimizer: Any, batch: dict[str, Any]) -> None:
    """Makes better actions more probable."""
    count = len(batch["action"])
    for _ in range(EPOCHS):
        for part in torch.randperm(count).chunk(PARTS):
            choice, value = agent(batch["seen"][part], batch["mask"][part])
            ratio = (choice.log_prob(batch["action"][part]) - batch["chance"][part]).exp()
            gain = batch["gain"][part]
            wanted = gain + batch["value"][part]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            clipped = torch.min(gain * ratio, gain * ratio.clamp(1 - CLIP, 1 + CLIP))
            loss = VALUE * (value - wanted).square().mean() - clipped.mean()
            optimizer.zero_grad()
            (loss - ENTROPY * choice.entropy().mean()).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    """Trains, and prints the mean reward of the games of the first and of the last part."""
    parser = argparse.ArgumentParser(description="Train a policy with PPO")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponent", default="random", help="the bot on the other seats")
    parser.add_argument("--games", type=int, default=128, help="games side by side")
    parser.add_argument("--steps", type=int, default=200_000, help="decisions of the learner")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # For networks this small, more threads take longer.
    table = {"rules": options.rules, "players": options.players, "opponent": options.opponent}
    env: Any = gymnasium.make_vec(
        "tsuro/Tsuro-v1", num_envs=options.games, form="tokens", outlook=True, **table
    )
    seen, info = env.reset(seed=options.seed)
    mask = info["action_mask"]
    agent = Agent(seen.shape[1], mask.shape[1])
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-3)
    rounds = max(2, options.steps // (options.games * LENGTH))
    means, begun = [], time.perf_counter()
    for _ in range(rounds):
        batch, seen, mask = collect(env, agent, seen, mask)
        means.append(float(batch["reward"].sum() / batch["ended"].sum().clamp(min=1)))
        learn(agent, optimizer, batch)
    speed = rounds * options.games * LENGTH / (time.perf_counter() - begun)
    first, last = np.mean(means[: max(1, rounds // 10)]), np.mean(means[-max(1, rounds // 10) :])
    print(f"{speed:,.0f} steps/s, mean reward {first:.2f} at first and {last:.2f} at last")


if __name__ == "__main__":
    main()
