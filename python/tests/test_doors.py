"""The environments for learners have the same names for their arguments, with the same defaults."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import tsuro

np = pytest.importorskip("numpy")
pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from tsuro import gymnasium, pettingzoo  # noqa: E402
from tsuro.policy import serve  # noqa: E402

TsuroVecEnv: Any = None
with suppress(ImportError):
    from tsuro.sb3 import TsuroVecEnv

DEFAULTS = {
    "rules": "classic",
    "players": None,
    "form": "planes",
    "outlook": False,
    "knowledge": False,
    "layout": 1,
    "observation": "flat",
    "reward": "win",
    "random_starts": False,
    "opponent": "greedy",
    "seat": None,
    "illegal_reward": -1.0,
    "render_mode": None,
}
OTHERS = {
    ("Table", "rules"): inspect.Parameter.empty,
    ("VectorEnv", "opponent"): None,
    ("VectorEnv", "illegal_reward"): None,
    ("AsyncVectorEnv", "opponent"): None,
    ("AsyncVectorEnv", "illegal_reward"): None,
    ("MixedEnv", "rules"): inspect.Parameter.empty,
    ("MixedEnv", "opponent"): None,
    ("MixedEnv", "illegal_reward"): None,
    ("PaddedLayout", "rules"): inspect.Parameter.empty,
    ("OpenSpiel", "players"): 2,
}
"""What is not the same, for the reasons in docs/python.md."""


def doors() -> dict[str, dict[str, Any]]:
    """The arguments of each environment and their defaults."""
    made: dict[str, Callable[..., Any]] = {
        "VectorEnv": tsuro.VectorEnv,
        "AsyncVectorEnv": tsuro.AsyncVectorEnv,
        "MixedEnv": tsuro.MixedEnv,
        "PaddedLayout": tsuro.PaddedLayout,
        "Table": tsuro.Table,
        "PolicyBot": tsuro.PolicyBot,
        "serve": serve,
        "Gymnasium": gymnasium.TsuroEnv,
        "Gymnasium, side by side": gymnasium.TsuroVectorEnv,
        "PettingZoo": pettingzoo.TsuroEnv,
    }
    if TsuroVecEnv is not None:
        made["Stable-Baselines3"] = TsuroVecEnv
    found = {
        name: {each.name: each.default for each in inspect.signature(door).parameters.values()}
        for name, door in made.items()
    }
    try:
        from tsuro.openspiel import _DEFAULTS

        found["OpenSpiel"] = dict(_DEFAULTS)
    except ImportError:
        pass
    return found


def test_the_same_arguments_have_the_same_defaults() -> None:
    for door, arguments in doors().items():
        shared = {name: value for name, value in arguments.items() if name in DEFAULTS}
        assert {"form", "outlook", "knowledge", "layout"} <= set(shared), door
        for name, value in shared.items():
            assert value == OTHERS.get((door, name), DEFAULTS[name]), (door, name)


@pytest.mark.parametrize("layout", [1, 2])
@pytest.mark.parametrize("form", ["planes", "tokens"])
def test_the_same_game_looks_the_same_through_every_door(form: Any, layout: int) -> None:
    table = tsuro.Table("seas", 3, 7, form=form, layout=layout)
    one = gymnasium.TsuroEnv("seas", 3, "random", form=form, layout=layout)
    seen, info = one.reset(seed=7)
    assert (seen == table.observe()).all() and (info["action_mask"] == table.mask()).all()
    several = pettingzoo.raw_env("seas", 3, form=form, layout=layout)
    several.reset(seed=7)
    assert (several.observe("player_0") == seen).all()
    many = tsuro.VectorEnv("seas", 3, 2, form=form, layout=layout)
    assert table.layout()["layout"] == layout
    beside = gymnasium.TsuroVectorEnv(2, "seas", 3, form=form, layout=layout)
    waits = tsuro.AsyncVectorEnv("seas", 3, 2, 1, form=form, layout=layout)
    assert table.layout() == one.layout == several.layout == many.layout == beside.layout
    assert waits.layout == many.layout
    assert beside.observation_len == waits.observation_len == len(seen)
    for door in (table, one, several, many, beside, waits):
        assert (door.players, door.action_count) == (3, 267)
    assert one.observation_len == several.observation_len == many.observation_len == len(seen)


@pytest.mark.parametrize("copy", [False, True])
@pytest.mark.parametrize("observation", ["flat", "float", "dict"])
def test_games_side_by_side_give_their_observations_in_each_form(
    observation: Any, copy: bool
) -> None:
    many = gymnasium.TsuroVectorEnv(
        6, "classic", 2, "greedy", form="tokens", observation=observation, copy=copy
    )
    flat = gymnasium.TsuroVectorEnv(6, "classic", 2, "greedy", form="tokens")
    one = gymnasium.TsuroEnv("classic", 2, "greedy", form="tokens", observation=observation)
    assert many.single_observation_space == one.observation_space
    seen, info = many.reset(seed=1)
    rows, about = flat.reset(seed=1)
    ended = 0
    for _ in range(30):
        assert seen in many.observation_space
        masks = info["action_mask"]
        if observation == "dict":
            assert (seen["action_mask"] == masks).all() and masks.dtype == np.int8
        array = seen["observation"] if observation == "dict" else seen
        assert (array == rows).all() and array.dtype == one_box(many).dtype
        actions = masks.argmax(axis=1)
        seen, _, over, _, info = many.step(actions)
        rows, *_, about = flat.step(actions)
        for game in over.nonzero()[0]:
            ended += 1
            final = info["final_obs"][game]
            assert final in many.single_observation_space
            if observation == "dict":
                # Nothing is decided any more.
                assert not final["action_mask"].any()
                final = final["observation"]
            assert (final == about["final_obs"][game]).all()
    assert ended > 5
    with pytest.raises(tsuro.ArgumentError, match="observation: 'flat' or 'float' or 'dict'"):
        gymnasium.TsuroVectorEnv(2, observation="pixels")  # type: ignore[arg-type]


def one_box(env: Any) -> Any:
    """The space of the array in an observation of one game."""
    space = env.single_observation_space
    return space["observation"] if hasattr(space, "spaces") else space


@pytest.mark.parametrize("wrong", [float("nan"), -1e300, 10**400, "x", [1.0], np.zeros(2)])
def test_what_an_action_that_is_not_allowed_gives_is_a_number(wrong: Any) -> None:
    doors: list[Callable[[], Any]] = [
        lambda: tsuro.VectorEnv("classic", 2, illegal_reward=wrong),
        lambda: tsuro.AsyncVectorEnv("classic", 2, illegal_reward=wrong),
        lambda: tsuro.MixedEnv(["classic"], 2, illegal_reward=wrong),
        lambda: gymnasium.TsuroEnv("classic", 2, illegal_reward=wrong),
        lambda: gymnasium.TsuroVectorEnv(2, "classic", 2, illegal_reward=wrong),
        lambda: pettingzoo.raw_env("classic", 2, illegal_reward=wrong),
    ]
    if TsuroVecEnv is not None:
        doors.append(lambda: TsuroVecEnv("classic", 2, illegal_reward=wrong))
    for door in doors:
        with pytest.raises(tsuro.ArgumentError, match="illegal_reward: .* is not None or a number"):
            door()


def test_a_text_is_no_switch() -> None:
    """`outlook="no"` was the same as `outlook=True`."""
    made: dict[str, Callable[..., Any]] = {
        "VectorEnv": tsuro.VectorEnv,
        "AsyncVectorEnv": tsuro.AsyncVectorEnv,
        "MixedEnv": lambda **given: tsuro.MixedEnv(["classic"], 2, **given),
        "PaddedLayout": lambda **given: tsuro.PaddedLayout(["classic"], 2, **given),
        "Table": lambda **given: tsuro.Table("classic", **given),
        "PolicyBot": lambda **given: tsuro.PolicyBot(lambda array, mask: 0, **given),
        "serve": lambda **given: serve(lambda array, mask: 0, **given),
        "Gymnasium": gymnasium.TsuroEnv,
        "Gymnasium, side by side": gymnasium.TsuroVectorEnv,
        "PettingZoo": pettingzoo.raw_env,
        "Stable-Baselines3": TsuroVecEnv,
    }
    try:
        from tsuro.openspiel import TsuroGame

        made["OpenSpiel"] = lambda **given: TsuroGame(given)
    except ImportError:
        pass
    for door, arguments in doors().items():
        switches = [name for name, value in arguments.items() if isinstance(value, bool)]
        assert {"outlook", "knowledge"} <= set(switches), door
        for name in switches:
            with pytest.raises(TypeError, match="True or False is needed, not 'no'|of 'bool'"):
                made[door](**{name: "no"})
    for name in ("unpaired", "all_pairs"):
        with pytest.raises(TypeError, match=f"{name}: True or False is needed, not 'no'"):
            tsuro.compare("classic", "seas", games=1, **{name: "no"})  # type: ignore[arg-type]
    assert tsuro.VectorEnv(copy=np.True_, outlook=np.bool_(False)).copy


def test_a_text_replaces_no_file(tmp_path: Path) -> None:
    made = tmp_path / "made"
    made.write_text("kept", encoding="utf-8")
    no: Any = "no"
    with pytest.raises(TypeError, match="force: True or False is needed, not 'no'"):
        tsuro.train("classic", out=made, games=1, force=no)
    with pytest.raises(TypeError, match="force: True or False is needed, not 'no'"):
        tsuro.save_policy(made, "math:sin", rules="classic", players=2, force=no)
    assert made.read_text(encoding="utf-8") == "kept"
