"""Trains a policy with the DQN of Tianshou, which chooses among the actions that are allowed.

pip install "./python[gymnasium]" tianshou
python3 python/examples/tianshou_dqn.py --steps 20000

Tianshou looks for the mask in the observation, under the name `mask`. For several learners at one
table, `tianshou.env.PettingZooEnv(tsuro.pettingzoo.env(observation="dict"))` has it there.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import tsuro  # noqa: F401, it registers the games


def make(options: argparse.Namespace) -> Any:
    """A game. An action that is not allowed is an error, since there are masks."""
    env = gymnasium.make(
        "tsuro/Tsuro-v1",
        rules=options.rules,
        players=options.players,
        opponent=options.opponent,
        observation="dict",
        illegal_reward=None,
    )
    seen: Any = env.observation_space
    spaces = {"obs": seen["observation"], "mask": seen["action_mask"]}
    return gymnasium.wrappers.TransformObservation(
        env,
        lambda seen: {"obs": seen["observation"], "mask": seen["action_mask"] == 1},
        gymnasium.spaces.Dict(spaces),
    )


def main() -> None:
    """Trains, and prints the mean reward before and after it."""
    parser = argparse.ArgumentParser(description="Train a policy with DQN")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponent", default="random", help="the bot on the other seats")
    parser.add_argument("--steps", type=int, default=20_000, help="decisions of the learner")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # For networks this small, more threads take longer.
    games = DummyVectorEnv([lambda: make(options) for _ in range(8)])
    games.seed(options.seed)
    space = make(options)
    policy: Any = DiscreteQLearningPolicy(
        model=Net(
            state_shape=space.observation_space["obs"].shape,
            action_shape=space.action_space.n,
            hidden_sizes=[128],
        ),
        action_space=space.action_space,
        observation_space=space.observation_space,
        eps_training=0.1,
    )
    learner: Any = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), target_update_freq=300)
    train = Collector[CollectStats](
        learner, games, VectorReplayBuffer(20_000, 8), exploration_noise=True
    )
    test = Collector[CollectStats](learner, DummyVectorEnv([lambda: make(options)] * 8))
    train.reset()
    test.reset()
    before = test.collect(n_episode=200).returns.mean()
    learner.run_training(
        OffPolicyTrainerParams(
            training_collector=train,
            max_epochs=1,
            epoch_num_steps=options.steps,
            collection_step_num_env_steps=64,
            update_step_num_gradient_steps_per_sample=0.1,
            batch_size=64,
            verbose=False,
            show_progress=False,
        )
    )
    test.reset()
    after = test.collect(n_episode=200).returns.mean()
    print(f"mean reward {before:.2f} before and {after:.2f} after")


if __name__ == "__main__":
    main()
