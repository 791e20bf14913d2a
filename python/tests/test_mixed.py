"""Many games of many rule sets side by side: the same games as under each rule set alone."""

from __future__ import annotations

import random
import threading
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tsuro

RULES: list[tuple[str, int]] = [("classic", 2), ("seas", 3), ("big-board", 2), ("draft", 4)]


def alone(env: tsuro.MixedEnv, number: int, games: int, **options: Any) -> tsuro.VectorEnv:
    """The games of one of the rule sets of an environment, without the others."""
    entry = env.entries[number]
    return tsuro.VectorEnv(
        entry.rules,
        entry.players,
        games,
        **env.padded.arrays._asdict(),
        seed=f"s, {entry.rules.hash}, {entry.players} players",
        **options,
    )


@pytest.mark.parametrize("layout", [1, 2])
@pytest.mark.parametrize("form", ["planes", "tokens"])
@pytest.mark.parametrize("opponent", [None, "greedy"])
def test_each_part_of_the_games_is_a_vector_env(form: Any, opponent: Any, layout: int) -> None:
    env = tsuro.MixedEnv(
        RULES,
        num_envs=22,
        weights=[1, 2, 2, 1],
        seed="s",
        form=form,
        outlook=form == "tokens",
        layout=layout,
        opponent=opponent,
        final_obs=True,
    )
    assert env.layout["layout"] == layout
    arrays, info = env.reset()
    lanes = [np.flatnonzero(info["rules"] == number) for number in range(4)]
    assert [len(one) for one in lanes] == [4, 7, 7, 4]
    assert info["players"].tolist() == [2] * 4 + [3] * 7 + [2] * 7 + [4] * 4
    own = [
        alone(env, number, len(one), opponent=opponent, final_obs=True)
        for number, one in enumerate(lanes)
    ]
    results = [one.reset() for one in own]
    ended = 0
    for _ in range(40):
        actions = env.sample_actions()
        for number, (rows, about) in enumerate(results):
            entry, here = env.entries[number], lanes[number]
            assert np.array_equal(entry.own(arrays[here]), rows)
            rest = ~entry.is_real
            assert (arrays[here][:, rest] == entry.template[rest]).all()
            assert np.array_equal(entry.own_masks(info["action_mask"][here]), about["action_mask"])
            assert info["action_mask"][here].sum() == about["action_mask"].sum()
            assert np.array_equal(info["seat"][here], about["seat"])
            assert np.array_equal(
                env.field(arrays, "facts")[here], np.tile(entry.facts, (len(here), 1))
            )
        stepped = [
            one.step(env.entries[number].own_actions[actions[lanes[number]]])
            for number, one in enumerate(own)
        ]
        arrays, rewards, terminated, truncated, info = env.step(actions)
        assert not truncated.any()
        for number, (_, reward, over, _, about) in enumerate(stepped):
            here = lanes[number]
            assert np.array_equal(terminated[here], over)
            if opponent is None:
                assert np.array_equal(rewards[here][:, : reward.shape[1]], reward)
                assert not rewards[here][:, reward.shape[1] :].any()
            else:
                assert np.array_equal(rewards[here], reward)
            finals = env.entries[number].own(info["final_obs"][here][over])
            assert np.array_equal(finals, about["final_obs"][over])
            ended += int(over.sum())
        results = [(one[0], one[4]) for one in stepped]
    assert ended > 10 and rewards.shape == ((22, 4) if opponent is None else (22,))


@pytest.mark.parametrize("redraw", [False, True])
def test_all_rule_sets_of_the_package_are_played_together(redraw: bool) -> None:
    tables: dict[tuple[str, int], tuple[tsuro.RuleSet, int]] = {}
    for rules in (*tsuro.rule_sets(), *tsuro.house_rules()):
        for players in (rules.players[0], rules.players[-1]):
            tables.setdefault((rules.hash, players), (rules, players))
    env = tsuro.MixedEnv(
        list(tables.values()), num_envs=len(tables), redraw=redraw, seed=1, form="tokens"
    )
    env.reset()
    moved = 0
    for _ in range(30):
        _, reward, terminated, _, info = env.step(env.sample_actions())
        assert info["action_mask"].any(axis=1).all()
        assert not reward[~terminated].any()
        moved += len(np.unique(info["seat"])) > 1
    assert moved > 20 and len(tables) > 90 and reward.shape[1] == 16


def test_every_rule_set_has_a_game_however_small_its_weight() -> None:
    shares: list[tuple[list[float], int, list[int]]] = [
        ([1000, 1, 1, 1], 5, [2, 1, 1, 1]),
        ([1, 1, 1, 1], 4, [1, 1, 1, 1]),
        ([1, 1, 1, 1], 10, [3, 3, 2, 2]),
        ([0.1, 0.2, 0.3, 0.4], 100, [10, 20, 30, 40]),
        ([1e-9, 1, 1, 2], 8, [1, 2, 2, 3]),
    ]
    for weights, games, wanted in shares:
        _, info = tsuro.MixedEnv(RULES, num_envs=games, weights=weights, seed=1).reset()
        assert sorted(np.bincount(info["rules"]).tolist()) == sorted(wanted), weights
        assert (np.diff(info["rules"]) >= 0).all()


def play(env: tsuro.MixedEnv, steps: int = 30) -> list[bytes]:
    """All bytes of some steps."""
    arrays, info = env.reset()
    told = []
    for _ in range(steps):
        told += [arrays.tobytes(), *(info[name].tobytes() for name in sorted(info))]
        arrays, rewards, terminated, _, info = env.step(env.sample_actions())
        told += [rewards.tobytes(), terminated.tobytes()]
    return told


def draw() -> tsuro.RuleDraw:
    return tsuro.RuleDraw(
        "classic", {"tiles.hand": [2, 3, 5], "board.columns": [5, 7]}, players=[2, 4]
    )


@pytest.mark.parametrize("kind", ["list", "redraw", "draw", "function"])
def test_the_same_seed_gives_the_same_bytes(kind: str) -> None:
    def choose(chance: random.Random) -> tuple[str, int]:
        return f"classic+hand={chance.randint(1, 4)}", chance.randint(2, 3)

    def env(seed: str, **options: Any) -> tsuro.MixedEnv:
        rules: Any = {"draw": draw(), "function": choose}.get(kind, RULES)
        if kind == "function":
            options["padded"] = tsuro.PaddedLayout(["classic"], 3, form="tokens")
        return tsuro.MixedEnv(
            rules, num_envs=9, seed=seed, opponent="greedy", redraw=kind == "redraw", **options
        )

    first = env("a")
    told = play(first)
    assert play(env("a")) == told and play(env("a", threads=2)) == told
    again = play(first)  # a reset without a seed begins other games
    assert again != told and play(env("b")) != told
    first.reset(seed="a")
    assert play(first) == again
    assert np.array_equal(first.reset(seed="a")[0], env("a").reset()[0])


def test_arrays_are_used_again_and_can_only_be_read_unless_copies_are_wanted() -> None:
    for copy in (False, True):
        env = tsuro.MixedEnv(RULES, num_envs=8, seed=1, copy=copy)
        before, info = env.reset()
        kept = before.copy()
        after, *_, more = env.step(env.sample_actions())
        assert np.shares_memory(before, after) != copy and np.array_equal(before, kept) == copy
        for array in (after, *more.values()):
            assert array.flags.writeable == copy


def test_the_rules_of_each_game_are_drawn_with_their_weights() -> None:
    env = tsuro.MixedEnv(
        [("classic", 2), ("classic+hand=1", 2), ("classic", 3)],
        num_envs=40,
        weights=[1, 2, 1],
        redraw=True,
        seed=1,
        opponent="random",
    )
    _, info = env.reset()
    rules, seats = info["rules"].copy(), info["seat"].copy()
    drawn, changes, sat = Counter(rules.tolist()), 0, Counter(zip(rules.tolist(), seats.tolist()))
    for _ in range(150):
        _, _, ended, _, info = env.step(env.sample_actions())
        begun = info["rules"][ended]
        drawn.update(begun.tolist())
        changes += int((begun != rules[ended]).sum())
        assert (info["rules"][~ended] == rules[~ended]).all()
        sat.update(zip(begun.tolist(), info["seat"][ended].tolist()))
        rules = info["rules"].copy()
        shown = env.field(env._observations, "facts")
        for lane in range(40):
            assert np.array_equal(shown[lane], env.entries[rules[lane]].facts)
    games = drawn.total()
    assert games > 500 and changes > 0.5 * (games - 40)
    for number, share in enumerate([0.25, 0.5, 0.25]):
        assert abs(drawn[number] / games - share) < 4 * (share * (1 - share) / games) ** 0.5
    # The learner sits in each seat.
    assert set(sat) == {(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)}
    assert env.redraws == 0 and len(env.entries) == 3


def test_combinations_that_are_not_rule_sets_are_drawn_again_and_counted() -> None:
    # Five tiles for eight players are more than the deck has.
    rules = draw()
    assert len(rules.all) == 8 and len(rules.refused) == 4
    assert all("not-enough-tiles" in why for why in rules.refused.values())
    assert {(one["tiles.hand"], one["board.columns"], players) for one, players in rules.all} == {
        (hand, columns, players) for hand in (2, 3) for columns in (5, 7) for players in (2, 4)
    }
    env = tsuro.MixedEnv(rules, num_envs=60, seed=1)
    env.reset()
    assert env.redraws > 5 and sum(env.refusals.values()) == env.redraws
    (why,) = {text.split(": ")[1] for text in env.refusals}
    assert why == "error[not-enough-tiles]"
    before = env.redraws
    for _ in range(60):
        env.step(env.sample_actions())
    assert env.redraws > before
    assert repr(rules) == "<tsuro.RuleDraw classic, 8 rule sets>"
    assert repr(env) == "<tsuro.MixedEnv 60 games of 8 rule sets>"
    # Values of every kind, and one number of players that does not go with all rules.
    mixed = tsuro.RuleDraw(
        "classic",
        {"tiles.open": [True, False], "placement.avoid": [["edge"], []], "players.max": [3, 8]},
        players=[2, 5],
    )
    assert len(mixed.all) == 12 and len(mixed.refused) == 4
    assert tsuro.RuleDraw("classic", {}).all[0][0].name == "classic"


def test_a_function_may_draw_any_rules_that_fit_the_layout() -> None:
    layout = tsuro.PaddedLayout([("big-board", 4)], form="tokens")

    def choose(chance: random.Random) -> Any:
        if chance.random() < 0.3:
            raise tsuro.RuleSetError("bad luck", ())
        hand = chance.randint(1, 4)
        return (
            tsuro.RuleSet.load(f"classic+hand={hand}") if hand > 2 else (f"classic+hand={hand}", 2)
        )

    env = tsuro.MixedEnv(choose, num_envs=30, padded=layout, seed=3)
    _, info = env.reset()
    assert {one.rules["tiles.hand"]: one.players for one in env.entries} == {1: 2, 2: 2, 3: 4, 4: 4}
    assert env.redraws == env.refusals["bad luck"] > 0
    assert info["rules"].max() == 3
    for lane in range(30):
        assert info["players"][lane] == env.entries[info["rules"][lane]].players
    functions: list[tuple[Any, str]] = [
        (lambda chance: "classic+board.columns=9", "does not fit"),
        (lambda chance: ("classic", 2, 3), "a drawn tuple"),
        (lambda chance: "sees", "1000 draws in a row were not rule sets"),
    ]
    for function, why in functions:
        env = tsuro.MixedEnv(function, num_envs=2, padded=layout)
        with pytest.raises(tsuro.ArgumentError, match=why):
            env.reset()
        with pytest.raises(tsuro.ArgumentError, match="call reset first"):
            env.sample_actions()
    with pytest.raises(TypeError):
        tsuro.MixedEnv(lambda chance: 7, padded=layout).reset()  # type: ignore[arg-type, return-value]


def test_an_action_that_is_not_allowed_changes_nothing() -> None:
    env = tsuro.MixedEnv(RULES, num_envs=8, seed=1)
    arrays, info = env.reset()
    before = arrays.copy()
    actions = env.sample_actions()
    actions[5] = 0
    with pytest.raises(tsuro.Illegal, match="game 5: action 0 is not allowed") as raised:
        env.step(actions)
    assert raised.value.kind == "action" and raised.value.details == {"game": 5, "action": 0}
    assert np.array_equal(arrays, before)
    env.step(env.sample_actions())
    good = env.sample_actions()
    for wrong, error in [
        (good[:2], tsuro.ArgumentError),
        (good.astype(float), TypeError),
        (np.full(8, env.action_count), tsuro.ArgumentError),
        (np.full(8, -1), tsuro.ArgumentError),
        (None, tsuro.ArgumentError),
    ]:
        with pytest.raises(error):
            env.step(wrong)  # type: ignore[arg-type]
    env.step(good)


@pytest.mark.parametrize("opponent", [None, "random"])
@pytest.mark.parametrize("redraw", [False, True])
def test_an_action_that_is_not_allowed_can_end_its_game(redraw: bool, opponent: Any) -> None:
    env = tsuro.MixedEnv(
        RULES, num_envs=8, seed=3, opponent=opponent, redraw=redraw, illegal_reward=-2
    )
    _, info = env.reset()
    assert not info["illegal"].any()
    own = [np.flatnonzero(env.entries[number].own_actions < 0) for number in range(4)]
    seen = set()
    for step in range(12):
        actions, wrong = env.sample_actions(), np.zeros(8, np.bool_)
        for game in range(step % 2, 8, 2):
            missing = own[info["rules"][game]]
            # An action that the rules of the game do not have, or one that they do not allow now.
            is_missing = len(missing) > 0 and step % 4 < 2
            seen.add(is_missing)
            actions[game] = missing[0] if is_missing else info["action_mask"][game].argmin()
            wrong[game] = True
        seats = info["seat"].copy()
        _, reward, terminated, _, info = env.step(actions)
        assert (info["illegal"] == wrong).all() and terminated[wrong].all()
        own_reward = reward if opponent else reward[np.arange(8), seats]
        assert (own_reward[wrong] == -2).all() and (own_reward[~wrong] > -2).all()
        assert opponent or (np.abs(reward[wrong]).sum(1) == 2).all()
    assert seen == {False, True}
    _, info = env.reset()
    assert not info["illegal"].any()


def test_policies_get_padded_rows_and_policy_bots_their_own() -> None:
    seen: dict[str, set[tuple[int, int]]] = {"padded": set(), "own": set()}

    class Opponent:
        def __init__(self, name: str) -> None:
            self.name = name

        def act_many(self, arrays: NDArray[np.uint8], masks: NDArray[np.uint8]) -> NDArray[np.intp]:
            seen[self.name].add((arrays.shape[1], masks.shape[1]))
            return np.asarray(masks.argmax(axis=1))

    for redraw in (False, True):
        for opponent in (Opponent("padded"), tsuro.PolicyBot(Opponent("own"))):
            env = tsuro.MixedEnv(
                [("classic", 2), ("seas", 2)],
                num_envs=6,
                opponent=opponent,
                seed=1,
                redraw=redraw,
                form="tokens",
            )
            env.reset()
            for _ in range(30):
                env.step(env.sample_actions())
    assert seen["padded"] == {(env.observation_len, env.action_count)}
    lens = {
        (one.observation_len, one.action_count)
        for one in tsuro.PaddedLayout([("classic", 2), ("seas", 2)]).entries
    }
    assert seen["own"] == lens
    several = tsuro.MixedEnv(
        [("classic", 3), ("seas", 3)], num_envs=2, opponent=["greedy", Opponent("padded")], seat=1
    )
    _, info = several.reset()
    assert (info["seat"] == 1).all()


def test_games_have_to_be_reset_after_an_exception_in_a_step() -> None:
    fails = False

    def policy(array: NDArray[np.uint8], mask: NDArray[np.uint8]) -> int:
        if fails:
            raise ValueError("not now")
        return int(mask.argmax())

    env = tsuro.MixedEnv(RULES[:2], num_envs=8, seed="a", opponent=policy)
    begun = env.reset()[0].copy()
    fails = True
    with pytest.raises(tsuro.PolicyError, match="not now"):
        for _ in range(20):
            env.step(env.sample_actions())
    with pytest.raises(tsuro.ArgumentError, match="call reset first"):
        env.sample_actions()
    with pytest.raises(tsuro.PolicyError, match="not now"):
        env.reset(seed="b")
    fails = False
    other = env.reset()[0].copy()  # the reset that failed does not count
    assert np.array_equal(env.reset(seed="a")[0], begun)
    assert np.array_equal(env.reset()[0], other) and not np.array_equal(other, begun)


def test_no_two_games_share_an_environment_after_a_draw_that_failed() -> None:
    fails = False

    def choose(chance: random.Random) -> tuple[str, int]:
        if fails and chance.random() < 0.5:
            raise ValueError("no luck")
        return "classic", 2

    layout = tsuro.PaddedLayout([("classic", 2)], form="tokens")
    env = tsuro.MixedEnv(choose, num_envs=12, padded=layout, opponent="random", seed="a")
    wanted = play(env, 60)
    env.reset(seed="a")
    fails = True
    with pytest.raises(ValueError, match="no luck"):
        for _ in range(60):
            env.step(env.sample_actions())
    for seed in ("b", "c"):
        with pytest.raises(ValueError, match="no luck"):
            env.reset(seed=seed)
    fails = False
    env.reset(seed="z")
    assert len({id(group.env) for group in env._groups}) == 12
    again = tsuro.MixedEnv(choose, num_envs=12, padded=layout, opponent="random", seed="a")
    assert play(again, 60) == wanted
    env.reset(seed="a")
    env._resets = 0  # as after its making
    assert play(env, 60) == wanted


@pytest.mark.parametrize(
    ("arguments", "error", "why"),
    [
        ({"rules": []}, tsuro.ArgumentError, "at least one rule set"),
        ({"rules": "classic"}, TypeError, "a list of rule sets"),
        ({"rules": ["classic", "french"]}, tsuro.ArgumentError, "are the same rules"),
        ({"rules": ["classic", "classic+sees"]}, tsuro.RuleSetError, "sees"),
        ({"num_envs": 0}, tsuro.ArgumentError, "num_envs: 0"),
        ({"num_envs": 3}, tsuro.ArgumentError, "4 rule sets need at least 4 games"),
        ({"weights": [1, 2]}, tsuro.ArgumentError, "each of the 4 rule sets"),
        ({"weights": [1, 2, 0, 1]}, tsuro.ArgumentError, "a number above 0"),
        ({"weights": [1, 2, float("nan"), 1]}, tsuro.ArgumentError, "a number above 0"),
        ({"weights": ["a", 2, 1, 1]}, ValueError, "could not convert"),
        ({"opponent": "nobody"}, tsuro.BotError, "nobody"),
        ({"opponent": "nobody", "redraw": True}, tsuro.BotError, "nobody"),
        ({"opponent": ["greedy", "greedy"]}, tsuro.ArgumentError, "opponent|bots|seats"),
        ({"opponent": []}, tsuro.ArgumentError, "opponent: a list without bots"),
        ({"opponent": [], "redraw": True}, tsuro.ArgumentError, "opponent: a list without bots"),
        ({"opponent": "greedy", "seat": 2}, tsuro.ArgumentError, "seat|2"),
        ({"opponent": "greedy", "seat": 2, "redraw": True}, tsuro.ArgumentError, "seat|2"),
        ({"seat": 0}, tsuro.ArgumentError, "seat"),
        ({"form": "pixels"}, tsuro.ArgumentError, "form"),
        ({"reward": "luck"}, tsuro.ArgumentError, "reward"),
        ({"reward": "luck", "redraw": True}, tsuro.ArgumentError, "reward"),
        ({"threads": 0}, tsuro.ArgumentError, "threads"),
        ({"threads": 0, "redraw": True}, tsuro.ArgumentError, "threads"),
        ({"seed": 1.5}, TypeError, "seed"),
        ({"layout": 7}, tsuro.ArgumentError, "layout: 7 is not a number from 1 to 2"),
        ({"padded": 7}, TypeError, "padded: a PaddedLayout is needed, not int"),
        ({"layout": tsuro.PaddedLayout(RULES)}, TypeError, "give a PaddedLayout as `padded`"),
        ({"rules": lambda chance: "classic"}, tsuro.ArgumentError, "a PaddedLayout has to be"),
        ({"rules": draw(), "players": 2}, tsuro.ArgumentError, "players: a distribution"),
        ({"rules": draw(), "weights": [1]}, tsuro.ArgumentError, "weights: a distribution"),
    ],
)
def test_wrong_arguments_are_refused(
    arguments: dict[str, Any], error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        tsuro.MixedEnv(**{"rules": RULES, "num_envs": 8, **arguments})


def test_a_layout_that_is_given_says_what_is_seen_and_has_to_fit() -> None:
    layout = tsuro.PaddedLayout([*RULES, ("veterans", 5)], form="tokens", outlook=True)
    env = tsuro.MixedEnv(RULES, num_envs=4, padded=layout, seed=1)
    assert env.reset()[0].shape == (4, layout.observation_len) and env.players == 5
    assert env.layout == layout.describe() and env.padded is layout
    with pytest.raises(
        tsuro.ArgumentError, match="padded: it has form='tokens', .* not form='planes'"
    ):
        tsuro.MixedEnv(RULES, num_envs=4, padded=layout, outlook=True)
    with pytest.raises(tsuro.ArgumentError, match="does not fit"):
        tsuro.MixedEnv([("longest-path", 2)], num_envs=4, padded=layout)


@pytest.mark.parametrize(
    ("rules", "keys", "players", "error", "why"),
    [
        ("sees", {}, None, tsuro.RuleSetError, "sees"),
        (tsuro.RuleSet.load("classic"), {}, None, TypeError, "a reference"),
        ("classic", {"tiles.hand": []}, None, tsuro.ArgumentError, "no value for tiles.hand"),
        ("classic", {"tiles.hand": 3}, None, TypeError, "a list of values"),
        ("classic", {"tiles.hand": "34"}, None, TypeError, "a list of values"),
        ("classic", {"tiles.hnad": [3]}, None, tsuro.ArgumentError, "no combination is a rule set"),
        ("classic", {"tiles.hand": [9, 10]}, None, tsuro.ArgumentError, "no combination"),
        ("classic", {}, [9], tsuro.ArgumentError, "no combination is a rule set"),
        ("classic", {}, [0], tsuro.ArgumentError, "players: 0"),
        (
            "classic",
            {"tiles.hand": [3] * 101, "turn.tiles": [1] * 100},
            2,
            tsuro.ArgumentError,
            "10100",
        ),
    ],
)
def test_wrong_distributions_are_refused(
    rules: Any, keys: Any, players: Any, error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        tsuro.RuleDraw(rules, keys, players=players)


def test_the_rest_of_the_interface_is_that_of_a_vector_env() -> None:
    env = tsuro.MixedEnv(RULES, num_envs=4, seed=1)
    arrays, _ = env.reset(options={})
    assert env.autoreset_mode == "SameStep" and env.planes(arrays).shape[2:] == (8, 8)
    assert env.action_name(140) == "mark a1:A" and env.action_name(5, 1) == "tile 1 turned 1"
    last = int(env.entries[1].actions[-1])
    assert env.action_name(last) == "unused" != env.action_name(last, 1)
    with pytest.raises(tsuro.ArgumentError, match="rules: 4"):
        env.action_name(0, 4)
    with pytest.raises(tsuro.ArgumentError, match="options"):
        env.reset(options={"deal": 1})
    with pytest.raises(TypeError, match="cannot be pickled"):
        env.__reduce__()
    with pytest.raises(tsuro.ArgumentError, match="call reset first"):
        tsuro.MixedEnv(RULES, num_envs=4).step([0] * 4)
    env.close()


@pytest.mark.parametrize("redraw", [False, True])
def test_one_thread_at_a_time_uses_the_games(redraw: bool) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def waits(array: Any, mask: Any) -> int:
        if is_waiting:
            inside.set()
            go_on.wait(60)
        return int(mask.argmax())

    is_waiting = False
    env = tsuro.MixedEnv(
        ["classic", "big-board"], 2, 4, redraw=redraw, opponent=waits, seat=0, seed=1
    )
    _, info = env.reset()
    actions, is_waiting = info["action_mask"].argmax(1), True
    other = threading.Thread(target=env.step, args=(actions,))
    other.start()
    try:
        assert inside.wait(60)
        for use in (env.reset, lambda: env.step(actions), env.sample_actions):
            with pytest.raises(tsuro.Error, match="another thread|is playing|its opponent"):
                use()
    finally:
        is_waiting = False
        go_on.set()
        other.join(60)
    # The step has not been disturbed.
    env.step(env.sample_actions())
