"""OpenSpiel's own tests pass, and states keep what they promise."""

from __future__ import annotations

import os
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

import tsuro

pyspiel = pytest.importorskip("pyspiel")
np = pytest.importorskip("numpy")

from open_spiel.python import policy, rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    cfr,
    expected_game_score,
    exploitability,
    generate_playthrough,
    ismcts,
    mcts,
)
from open_spiel.python.observation import make_observation  # noqa: E402

import tsuro.openspiel  # noqa: E402

GOLDEN = Path(__file__).parent / "golden" / "playthrough.txt"
QUICK = ["classic", "seas", "classic-advanced"]
ALL = [
    pytest.param(one.name, marks=() if one.name in QUICK else pytest.mark.long)
    for one in tsuro.rule_sets()
]


@pytest.mark.parametrize("rules", ALL)
def test_the_simulation_test_of_openspiel_passes(rules: str) -> None:
    for players in sorted(
        {tsuro.RuleSet.load(rules).players[0], tsuro.RuleSet.load(rules).players[-1]}
    ):
        game = pyspiel.load_game(f"python_tsuro(rules={rules},players={players})")
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def at(text: str, steps: int, deal: int = 3) -> Any:
    """A state after some random steps, before the end of the game."""
    for number in range(100):
        chance = random.Random(number)
        state = pyspiel.load_game(text).new_initial_state()
        state.apply_action(deal)
        for _ in range(steps):
            if not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
        if not state.is_terminal():
            return state
    raise AssertionError("all games were shorter")


def test_parameters_survive_as_text() -> None:
    game = pyspiel.load_game(
        "python_tsuro(rules=classic+hand:1,players=3,deals=4,first_deal=7,form=planes,outlook=true)"
    )
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game) and again.rules["tiles.hand"] == 1 and again.num_players() == 3
    assert again.max_chance_outcomes() == 4 and again.table.form == "planes"
    state = again.new_initial_state()
    assert state.is_chance_node() and state.chance_outcomes() == [(deal, 0.25) for deal in range(4)]
    assert state.action_to_string(1) == "deal 8"
    state.apply_action(1)
    assert state.table.seed == "8"
    assert state.table.game().position() == tsuro.Game("classic+hand=1", 3, 8).position()


@pytest.mark.parametrize("rules", QUICK)
def test_a_state_sampled_for_a_player_looks_the_same_to_it(rules: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state = at(f"python_tsuro(rules={rules},players=3)", 6)
    player = state.current_player()
    assert player >= 0
    different = 0
    for _ in range(10):
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        different += not (other.table.state() == state.table.state()).all()
        clone = other.clone()
        assert (clone.table.state() == other.table.state()).all()
        while not clone.is_terminal():
            clone.apply_action(clone.legal_actions()[0])
    assert different > 0


def test_a_clone_goes_its_own_way() -> None:
    state = at("python_tsuro(rules=seas,players=2)", 3)
    before, clone = str(state), state.clone()
    assert str(clone) == before and clone.history() == state.history()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)
    game, again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert str(again) == before and str(game) == str(state.get_game())
    assert str(pickle.loads(pickle.dumps(state))) == before


def test_the_tensor_is_the_observation_of_the_table() -> None:
    state = at("python_tsuro(rules=seas,players=3,form=planes)", 5)
    observation = make_observation(state.get_game())
    for player in range(3):
        observation.set_from(state, player)
        assert (observation.tensor == state.table.observe(player)).all()
        assert observation.dict["hand"].sum() == len(state.table.game().observe(player)["hand"])
    recall = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    onlooker = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    assert '"hand": []' in make_observation(state.get_game(), onlooker).string_from(state, 0)
    assert (
        recall.string_from(state, 0)
        == state.information_state_string(0)
        != state.information_state_string(1)
    )


def test_returns_are_zero_sum_and_an_action_that_is_not_allowed_is_refused() -> None:
    state = at("python_tsuro(rules=classic,players=4)", 0)
    with pytest.raises(tsuro.Illegal):
        state.apply_action(0)
    while not state.is_terminal():
        assert state.returns() == [0.0] * 4
        state.apply_action(state.legal_actions()[0])
    assert sum(state.returns()) == pytest.approx(0) and max(state.returns()) > 0


def test_a_search_over_sampled_states_plays() -> None:
    state = at("python_tsuro(rules=classic,players=2)", 3)
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(
        state.get_game(), evaluator, uct_c=2.0, max_simulations=30, random_state=chance
    )
    assert bot.step(state) in state.legal_actions()


def test_a_playthrough_is_as_it_was() -> None:
    """Its actions are in the file, so that it does not depend on how they are drawn."""
    text = "python_tsuro(rules=classic+hand:1,players=2,deals=2)"
    state = at(text, 0, deal=0)
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[len(legal) // 2])
    lines = generate_playthrough.playthrough_lines(text, action_sequence=state.history())
    # What arrays hold is pinned by the tests of the crate.
    left_out = (
        "Observation",
        "PrivateObservation",
        "PublicObservation",
        "InformationStateTensor",
        " ",
        "◯",
        "◉",
    )
    played = "\n".join(line.rstrip() for line in lines if not line.startswith(left_out)) + "\n"
    if os.environ.get("TSURO_BLESS"):
        GOLDEN.write_text(played, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == played


def small(copies: dict[int, int], rules: str = "", **options: Any) -> Any:
    """A game of two pieces in opposite corners of nine squares, with hands of one tile, in which
    every tile that is drawn is a chance node."""
    counts = "; ".join(str(copies.get(face, 0)) for face in range(35))
    rules = (
        f"classic{rules}+board.columns:3+board.rows:3+players.max:2+tiles.hand:1+"
        f'start.marks:["a1:A"; "c3:D"]+tiles.copies:[{counts}]'
    )
    return pyspiel.load_game("python_tsuro", {"rules": rules, "chance": "draws", **options})


def test_the_simulation_test_passes_where_every_draw_is_a_chance_node() -> None:
    for text in (
        "python_tsuro(rules=classic+hand:1,players=2,chance=draws)",
        "python_tsuro(rules=longest-path,players=4,chance=draws,form=tokens)",
        "python_tsuro(rules=double-turn,players=2,chance=draws)",
        "python_tsuro(rules=luxury,players=3,chance=draws)",
        "python_tsuro(rules=classic+second-life,players=3,chance=draws,random_starts=true)",
        "python_tsuro(rules=classic+players.max:1+players.min:1+hand:2,players=1,chance=draws)",
    ):
        pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=2, serialize=True, verbose=False)
    pyspiel.random_sim_test(small({0: 2, 9: 1}), num_sims=3, serialize=True, verbose=False)


def test_the_value_of_a_game_that_luck_decides_is_the_one_worked_out_by_hand() -> None:
    """Tile 0 leads every path back over the side where it came in, so the first piece that has to
    place it at the edge is out. With two tiles 0 and one other, player 0 has a tile 0 with a
    chance of 2/3 and loses; otherwise player 1 has one and loses."""
    game = small({0: 2, 9: 1})
    uniform = policy.UniformRandomPolicy(game)
    scores = expected_game_score.policy_value(game.new_initial_state(), [uniform, uniform])
    assert scores == pytest.approx([-1 / 3, 1 / 3])
    assert exploitability.nash_conv(game, uniform) == pytest.approx(0)
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, pytest.approx(2 / 3)), (9, pytest.approx(1 / 3))]
    assert state.action_to_string(9) == "player 0 draws 9"
    state.apply_action(9)
    # What is left is known.
    assert not state.is_chance_node() and state.node.hand(1) == (0,)


@pytest.mark.parametrize("random_starts", [False, True])
def test_cfr_finds_the_value_that_linear_programming_finds(random_starts: bool) -> None:
    game = small({0: 1, 5: 1, 9: 1, 14: 1}, random_starts=random_starts)
    exact = value_by_linear_programming(game)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    solved = solver.average_policy()
    uniform = policy.UniformRandomPolicy(game)
    gaps = [exploitability.nash_conv(game, one) for one in (uniform, solved)]
    assert gaps[0] > 0.1 and 0 <= gaps[1] < 0.002
    scores = expected_game_score.policy_value(game.new_initial_state(), [solved, solved])
    assert scores == pytest.approx([exact, -exact], abs=gaps[1] + 1e-9)


def value_by_linear_programming(game: Any) -> float:
    """The value for player 0, from the sequences of actions that the players can take (Koller,
    Megiddo and von Stengel). It uses the states, and no algorithm of OpenSpiel."""
    optimize = pytest.importorskip("scipy.optimize")
    sequences: list[dict[tuple[str, int] | None, int]] = [{None: 0}, {None: 0}]
    sets: list[dict[str, tuple[int, list[int]]]] = [{}, {}]
    leaves: dict[tuple[int, int], float] = {}

    def walk(state: Any, chance: float, at: tuple[int, int]) -> None:
        if state.is_terminal():
            leaves[at] = leaves.get(at, 0.0) + chance * state.returns()[0]
            return
        if state.is_chance_node():
            for number, share in state.chance_outcomes():
                walk(state.child(number), chance * share, at)
            return
        player = state.current_player()
        name = state.information_state_string(player)
        if name not in sets[player]:
            numbers = []
            for action in state.legal_actions():
                numbers.append(len(sequences[player]))
                sequences[player][name, action] = numbers[-1]
            sets[player][name] = (at[player], numbers)
        # With perfect recall, one sequence of own actions leads to an information state.
        assert sets[player][name][0] == at[player]
        for action in state.legal_actions():
            sequence = sequences[player][name, action]
            walk(
                state.child(action), chance, (sequence, at[1]) if not player else (at[0], sequence)
            )

    walk(game.new_initial_state(), 1.0, (0, 0))
    payoff = np.zeros((len(sequences[0]), len(sequences[1])))
    for place, value in leaves.items():
        payoff[place] = value
    constraints = []
    for player in range(2):
        rows = np.zeros((len(sets[player]) + 1, len(sequences[player])))
        rows[0, 0] = 1
        for row, (before, numbers) in enumerate(sets[player].values(), 1):
            rows[row, before] = -1
            rows[row, numbers] = 1
        constraints.append(rows)
    # The other player pays the least: p with p E_1 >= x A, the most of p[0].
    plans, prices = payoff.shape[0], len(constraints[1])
    first = np.zeros(len(constraints[0]))
    first[0] = 1
    found = optimize.linprog(
        np.concatenate((np.zeros(plans), [-1.0], np.zeros(prices - 1))),
        A_ub=np.hstack((-payoff.T, constraints[1].T)),
        b_ub=np.zeros(payoff.shape[1]),
        A_eq=np.hstack((constraints[0], np.zeros((len(first), prices)))),
        b_eq=first,
        bounds=[(0, None)] * plans + [(None, None)] * prices,
    )
    assert found.success
    return -float(found.fun)


def test_chance_decides_who_begins_where_the_rules_say_so() -> None:
    """The player who has to place the tile 0 first is out, and it is either of them."""
    game = small({0: 2, 9: 1}, rules="+players.first:random")
    uniform = policy.UniformRandomPolicy(game)
    scores = expected_game_score.policy_value(game.new_initial_state(), [uniform, uniform])
    assert scores == pytest.approx([0, 0])
    state = game.new_initial_state()
    for _ in range(3):
        if state.action_to_string(1).endswith("begins"):
            break
        state.apply_action(0)
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(1)
    assert state.current_player() == 1 and "player 1 begins" in str(state)


def test_chances_are_those_of_the_deck() -> None:
    """Also where a hand goes back into the pile and is shuffled before the others draw."""
    game = pyspiel.load_game("python_tsuro(rules=classic+hand:2,players=4,chance=draws)")
    chance = random.Random(4)
    shuffled = 0
    for _ in range(6):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                state.apply_action(chance.choice(state.legal_actions()))
                continue
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            assert sum(shares) == pytest.approx(1)
            held = {tile for seat in range(4) for tile in state.node.hand(seat)}
            drawn = chance.choice(outcomes)
            shuffled += state.node.game is None and drawn in held
            seat = state.node.draws
            state.apply_action(drawn)
            if state.node.game is not None:
                board = {tile["tile"] for tile in state.node.game.position()["tiles"]}
                hands = [tile for each in range(4) for tile in state.node.hand(each)]
                assert len(set(hands)) == len(hands) and not board & set(hands)
                assert drawn in state.node.hand(seat) or state.is_terminal()
    assert shuffled > 0


def test_a_state_sampled_for_a_player_has_other_hidden_tiles_and_a_history_of_its_own() -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state = at("python_tsuro(rules=classic+hand:2,players=2,chance=draws)", 12)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    others = set()
    for _ in range(10):
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        again = state.get_game().new_initial_state()
        for action in other.history():
            again.apply_action(action)
        assert str(again) == str(other)
        others.add(other.node.hand(1 - player))
    assert len(others) > 3


@pytest.mark.parametrize("chance", ["deals", "draws"])
def test_an_information_state_as_a_tensor_tells_what_its_text_tells(chance: str) -> None:
    game = small({0: 1, 5: 1, 9: 1, 14: 1}) if chance == "draws" else None
    game = game or pyspiel.load_game("python_tsuro(rules=classic+hand:1,players=2,deals=50)")
    texts: dict[bytes, str] = {}
    tensors: dict[str, bytes] = {}
    random_one = random.Random(1)
    for _ in range(60):
        state = game.new_initial_state()
        for _ in range(8):
            if state.is_terminal():
                break
            if not state.is_chance_node():
                player = state.current_player()
                text = state.information_state_string(player)
                tensor = np.asarray(state.information_state_tensor(player), np.float32)
                assert tensor.shape == tuple(game.information_state_tensor_shape())
                key = bytes([player]) + tensor.tobytes()
                assert texts.setdefault(key, text) == text
                assert tensors.setdefault(text, key) == key
            state.apply_action(random_one.choice(state.legal_actions()))
    assert len(texts) > 20


def test_an_environment_for_learners_has_information_states() -> None:
    game = small({0: 1, 5: 1, 9: 1, 14: 1})
    env = rl_environment.Environment(game)
    assert env.observation_spec()["info_state"][0] == np.prod(game.information_state_tensor_shape())
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert any(step.observations["info_state"][player])
        step = env.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == pytest.approx(0)


def test_rules_with_other_chance_are_refused_with_the_reason() -> None:
    for rules, reason in (
        ("seas", "hazard"),
        ("classic-advanced", "exchanges"),
        ("draft", "questions"),
        ("classic+tide", "scripts"),
        ("lanterns", "lanterns"),
        ("open-tiles", "open hand"),
    ):
        with pytest.raises(tsuro.ArgumentError, match=reason):
            tsuro.openspiel.TsuroGame({"rules": rules, "players": 3, "chance": "draws"})
    with pytest.raises(tsuro.ArgumentError, match="chance"):
        tsuro.openspiel.TsuroGame({"chance": "dice"})


def test_a_rule_set_of_ones_own_is_a_game() -> None:
    rules = tsuro.RuleSet.from_text(
        'schema = 1\nextends = "classic"\n[tiles]\nhand = 1\n', "friday"
    )
    state = tsuro.openspiel.TsuroGame({"rules": rules, "reward": "rank"}).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert sum(state.returns()) == pytest.approx(0)


def test_parameters_that_do_not_exist_are_refused() -> None:
    from tsuro.openspiel import TsuroGame

    with pytest.raises(tsuro.ArgumentError, match="layuot: the game has no such parameter"):
        TsuroGame({"layuot": 2})
    assert TsuroGame({"layout": 2}).layout["layout"] == 2


@pytest.mark.parametrize("layout", [1, 2])
def test_with_draws_the_tensor_of_a_chance_node_is_empty(layout: int) -> None:
    from tsuro.openspiel import TsuroGame

    game = TsuroGame({"chance": "draws", "layout": layout})
    state = game.new_initial_state()
    while state.is_chance_node():
        assert not any(state.observation_tensor(0))
        state.apply_action(state.chance_outcomes()[0][0])
    for player in range(2):
        tensor = state.observation_tensor(player)
        assert len(tensor) == game.observation_len and any(tensor)


def test_with_draws_every_seat_sees_its_hand_in_its_tensor() -> None:
    game = small({0: 1, 5: 1, 9: 1, 14: 1})
    observation = make_observation(game)
    random_one = random.Random(3)
    others = 0
    for _ in range(10):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                for seat in range(2):
                    observation.set_from(state, seat)
                    hand = np.flatnonzero(observation.dict["hand"]).tolist()
                    assert hand == list(state.node.hand(seat))
                    others += seat != state.current_player() and hand != []
            state.apply_action(random_one.choice(state.legal_actions()))
        observation.set_from(state, 0)
        assert observation.tensor.any()
    assert others > 5
