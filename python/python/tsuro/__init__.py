"""An engine for the Tsuro family of tile-path games: games, rule sets, records, bots and
statistics.

import tsuro

game = tsuro.Game("seas", players=3, seed="any text")
while not game.over:
    game.play(game.choices()[0])
print(game.ending)
"""

import typing as _typing

from tsuro import _registers
from tsuro._core import (
    Answer,
    Decision,
    Exchange,
    Exploration,
    Game,
    Mark,
    MeasureReport,
    Place,
    RecordedReport,
    Report,
    RuleSet,
    Stay,
    Table,
    TournamentReport,
    __version__,
)
from tsuro._experiments import (
    compare,
    explore,
    losses,
    measure,
    measure_records,
    simulate,
    tournament,
)
from tsuro._functions import bots, house_rules, keys, levels, replay, rule_sets, run_suites, schema
from tsuro._measures import collusion, depth, learnability
from tsuro._shipped import ShippedValues, load, value_names
from tsuro._league import League, league
from tsuro._training import train
from tsuro.errors import (
    ArgumentError,
    BotError,
    Bug,
    Error,
    Illegal,
    LeagueError,
    PackageError,
    PartError,
    PolicyError,
    PositionError,
    RecordError,
    RuleSetError,
    SavedPolicyError,
    SilenceWarning,
    SnapshotError,
    SuiteError,
    VersionError,
    WorkerError,
)
from tsuro.results import (
    Advice,
    AmongGreedy,
    Animation,
    Bot,
    Consequence,
    Difference,
    Ending,
    Fairness,
    Leaderboard,
    LeagueRow,
    Level,
    Losses,
    Problem,
    RatingDifference,
    ReplayedGame,
    ScenarioFailure,
    ScenarioResult,
    Simulation,
    SuiteReport,
    Trained,
)

if _typing.TYPE_CHECKING:
    from tsuro.asynchronous import AsyncVectorEnv
    from tsuro.mixed import MixedEnv, RuleDraw
    from tsuro.padded import PaddedLayout
    from tsuro._saved import SavedPolicy, load_policy, save_policy, saved_policies
    from tsuro.policy import PolicyBot, serve
    from tsuro.vector import VectorEnv

__all__ = [
    "Advice",
    "AmongGreedy",
    "Animation",
    "Answer",
    "ArgumentError",
    "AsyncVectorEnv",
    "Bot",
    "BotError",
    "Bug",
    "Choice",
    "Consequence",
    "Decision",
    "Difference",
    "Ending",
    "Error",
    "Exchange",
    "Exploration",
    "Fairness",
    "Game",
    "Illegal",
    "Leaderboard",
    "League",
    "LeagueError",
    "LeagueRow",
    "Level",
    "Losses",
    "Mark",
    "MeasureReport",
    "MixedEnv",
    "PackageError",
    "PaddedLayout",
    "PartError",
    "Place",
    "PolicyBot",
    "PolicyError",
    "PositionError",
    "Problem",
    "RatingDifference",
    "RecordError",
    "ReplayedGame",
    "RecordedReport",
    "Report",
    "RuleDraw",
    "RuleSet",
    "RuleSetError",
    "SavedPolicy",
    "SavedPolicyError",
    "ScenarioFailure",
    "ScenarioResult",
    "ShippedValues",
    "SilenceWarning",
    "Simulation",
    "SnapshotError",
    "Stay",
    "SuiteError",
    "SuiteReport",
    "Table",
    "TournamentReport",
    "Trained",
    "VectorEnv",
    "VersionError",
    "WorkerError",
    "__version__",
    "bots",
    "collusion",
    "compare",
    "depth",
    "explore",
    "house_rules",
    "keys",
    "league",
    "learnability",
    "levels",
    "load",
    "load_policy",
    "losses",
    "measure",
    "measure_records",
    "replay",
    "rule_sets",
    "run_suites",
    "save_policy",
    "saved_policies",
    "schema",
    "serve",
    "simulate",
    "tournament",
    "train",
    "value_names",
]

Choice = Place | Mark | Stay | Exchange | Answer
"""Every kind of choice, for annotations and `isinstance`."""


_ENVIRONMENTS = ("gymnasium", "openspiel", "pettingzoo", "sb3")

# `gymnasium.make("tsuro/Tsuro-v1")` works after `import tsuro`, which does not import Gymnasium.
_registers.watch()


def __getattr__(name: str) -> _typing.Any:
    # Only who asks for it needs numpy.
    if name == "VectorEnv":
        from tsuro.vector import VectorEnv

        return VectorEnv
    if name == "AsyncVectorEnv":
        from tsuro.asynchronous import AsyncVectorEnv

        return AsyncVectorEnv
    if name in ("MixedEnv", "RuleDraw"):
        from tsuro import mixed

        return getattr(mixed, name)
    if name == "PaddedLayout":
        from tsuro.padded import PaddedLayout

        return PaddedLayout
    if name in ("PolicyBot", "serve"):
        from tsuro import policy

        return getattr(policy, name)
    if name in ("SavedPolicy", "load_policy", "save_policy", "saved_policies"):
        from tsuro import _saved

        return getattr(_saved, name)
    if name in _ENVIRONMENTS:
        import importlib

        return importlib.import_module(f"tsuro.{name}")
    raise AttributeError(f"module 'tsuro' has no attribute {name!r}")
