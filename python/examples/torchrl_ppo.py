"""Trains a policy with the PPO of TorchRL, which chooses among the actions that are allowed.

pip install "./python[gymnasium]" torchrl
python3 python/examples/torchrl_ppo.py --steps 20000
"""

from __future__ import annotations

import argparse
from typing import Any

import torch
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymEnv, RewardSum, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import tsuro  # noqa: F401, it registers the games

ROUND, EPOCHS, PART = 1000, 4, 250


def main() -> None:
    """Trains, and prints the mean reward of the games of the first and of the last round."""
    parser = argparse.ArgumentParser(description="Train a policy with PPO")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponent", default="random", help="the bot on the other seats")
    parser.add_argument("--steps", type=int, default=20_000, help="decisions of the learner")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # For networks this small, more threads take longer.
    # An action that is not allowed is an error, since there are masks.
    game = GymEnv(
        "tsuro/Tsuro-v1",
        rules=options.rules,
        players=options.players,
        opponent=options.opponent,
        observation="dict",
        illegal_reward=None,
        categorical_action_encoding=True,
    )
    env: Any = TransformedEnv(game, RewardSum())
    env.set_seed(options.seed)
    length = env.observation_spec["observation"].shape[-1]
    actions = env.observation_spec["action_mask"].shape[-1]

    class Body(nn.Module):
        """The first layer, for numbers from 0 to 255."""

        def __init__(self) -> None:
            super().__init__()
            self.layer = nn.Linear(length, 128)

        def forward(self, seen: Any) -> Any:
            """What the two heads get."""
            return self.layer(seen.float().clamp(max=8) / 8).relu()

    body = TensorDictModule(Body(), ["observation"], ["inside"])
    head = TensorDictModule(nn.Linear(128, actions), ["inside"], ["logits"])
    allowed = TensorDictModule(lambda mask: mask.bool(), ["action_mask"], ["mask"])
    policy = ProbabilisticActor(
        TensorDictSequential(body, head, allowed),
        in_keys=["logits", "mask"],
        out_keys=["action"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        spec=env.action_spec,
    )
    value = TensorDictSequential(body, ValueOperator(nn.Linear(128, 1), in_keys=["inside"]))
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=value)
    loss_of = ClipPPOLoss(policy, value, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss_of.parameters(), lr=1e-3)
    means = []
    collector = Collector(
        env,
        policy,
        frames_per_batch=ROUND,
        total_frames=max(2 * ROUND, options.steps),
        auto_register_policy_transforms=True,
    )
    for batch in collector:
        ended = batch["next", "done"][:, 0]
        means.append(float(batch["next", "episode_reward"][ended].mean()))
        with torch.no_grad():
            advantage(batch)
        for _ in range(EPOCHS):
            for part in torch.randperm(len(batch)).split(PART):
                losses = loss_of(batch[part])
                optimizer.zero_grad()
                sum(losses[name] for name in losses.keys() if name.startswith("loss_")).backward()
                nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
                optimizer.step()
    collector.shutdown()
    print(f"mean reward {means[0]:.2f} at first and {means[-1]:.2f} at last")


if __name__ == "__main__":
    main()
