"""Trains a policy with the PPO of RLlib, which chooses among the actions that are allowed.

pip install "./python[gymnasium]" "ray[rllib]" torch
python3 python/examples/rllib_ppo.py --steps 20000

RLlib's own module for masks wants the mask in the observation. Without masks, the environment needs
no wrapper: `.environment("tsuro", env_config={"observation": "float"})`.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env


def make(config: dict[str, Any]) -> Any:
    """A game. Workers import this package by it."""
    import tsuro  # noqa: F401, it registers the games

    env = gymnasium.make("tsuro/Tsuro-v1", **config)
    seen: Any = env.observation_space
    if not isinstance(seen, gymnasium.spaces.Dict):
        return env
    bytes_of, mask_of = (seen[name].shape for name in ("observation", "action_mask"))
    spaces: dict[str, Any] = {
        "observations": gymnasium.spaces.Box(0, 255, bytes_of, np.float32),
        "action_mask": gymnasium.spaces.Box(0, 1, mask_of, np.float32),
    }
    return gymnasium.wrappers.TransformObservation(
        env,
        lambda seen: {
            "observations": seen["observation"].astype(np.float32),
            "action_mask": seen["action_mask"].astype(np.float32),
        },
        gymnasium.spaces.Dict(spaces),
    )


def main() -> None:
    """Trains, and prints the mean reward of each round."""
    parser = argparse.ArgumentParser(description="Train a policy with PPO")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponent", default="random", help="the bot on the other seats")
    parser.add_argument("--steps", type=int, default=20_000, help="decisions of the learner")
    parser.add_argument("--round", type=int, default=2000, help="decisions between two updates")
    parser.add_argument("--workers", type=int, default=0, help="processes that play")
    parser.add_argument("--without-masks", action="store_true")
    parser.add_argument("--address", default="local", help="a cluster of Ray, or `local`")
    options = parser.parse_args()
    ray.init(options.address, include_dashboard=False)
    register_env("tsuro", make)
    table = {"rules": options.rules, "players": options.players, "opponent": options.opponent}
    if options.without_masks:
        table["observation"] = "float"
    else:
        # An action that is not allowed is an error, since there are masks.
        table |= {"observation": "dict", "illegal_reward": None}
    config: Any = PPOConfig
    config = (
        config()
        .environment("tsuro", env_config=table)
        .env_runners(num_env_runners=options.workers, num_envs_per_env_runner=8)
        .training(train_batch_size_per_learner=options.round, minibatch_size=256, num_epochs=4)
    )
    if not options.without_masks:
        config = config.rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [64], "head_fcnet_activation": "relu"},
            )
        )
    learner: Any = config.build_algo()
    for number in range(max(1, options.steps // options.round)):
        result = learner.train()
        mean = result["env_runners"]["episode_return_mean"]
        print(f"round {number + 1}: mean reward {mean:.2f}", flush=True)
    learner.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
