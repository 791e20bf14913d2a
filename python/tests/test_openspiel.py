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

from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts  # noqa: E402
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
    left_out = ("Observation", "PrivateObservation", "PublicObservation", " ")
    played = "\n".join(line.rstrip() for line in lines if not line.startswith(left_out)) + "\n"
    if os.environ.get("TSURO_BLESS"):
        GOLDEN.write_text(played, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == played
