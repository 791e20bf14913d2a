"""Trains a policy with MaskablePPO of sb3-contrib, on many games side by side.

pip install "./python[sb3]"
python3 python/examples/sb3_ppo.py --steps 200000
"""

from __future__ import annotations

import argparse
import time

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

from tsuro.sb3 import TsuroVecEnv


def main() -> None:
    """Trains, and prints the mean reward before and after it."""
    parser = argparse.ArgumentParser(description="Train a policy with MaskablePPO")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponent", default="random", help="the bot on the other seats")
    parser.add_argument("--games", type=int, default=128, help="games side by side")
    parser.add_argument("--steps", type=int, default=200_000, help="decisions of the learner")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="the file for the trained policy")
    options = parser.parse_args()
    torch.set_num_threads(1)  # For networks this small, more threads take longer.

    def games(count: int) -> TsuroVecEnv:
        # The outlook says what each placement would do, so that little has to be learned.
        return TsuroVecEnv(
            options.rules,
            options.players,
            count,
            opponent=options.opponent,
            form="tokens",
            outlook=True,
            seed=options.seed,
        )

    model = MaskablePPO(
        "MlpPolicy",
        games(options.games),
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        learning_rate=1e-3,
        seed=options.seed,
        device="cpu",
    )
    test = games(16)
    before, _ = evaluate_policy(model, test, n_eval_episodes=200)
    begun = time.perf_counter()
    model.learn(options.steps)
    speed = model.num_timesteps / (time.perf_counter() - begun)
    after, _ = evaluate_policy(model, test, n_eval_episodes=200)
    print(f"{speed:,.0f} steps/s, mean reward {before:.2f} before and {after:.2f} after")
    if options.save:
        model.save(options.save)


if __name__ == "__main__":
    main()
