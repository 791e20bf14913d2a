"""Rule sets with scripts beside them: simulated, played, saved and replayed."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import tsuro

TEXT = """schema = 1
name = "rocks"
extends = "classic"
scripts = ["rocks.rhai"]
[[rule]]
rule = "rocks"
every = 3
"""
SCRIPT = """const RULE = #{
    name: "rocks",
    summary: "now and then a rock falls",
    keys: #{ every: #{ number: [1, 20], usual: 4,
        means: "How many turns there are from one rock to the next" } },
    events: #{ fell: #{ fields: #{ square: "square" },
        en: "A rock falls on {square}.", fr: "Un rocher tombe en {square}." } },
    chance: #{ rock: #{ en: "a rock falls", fr: "un rocher tombe" } },
};
fn before_placement(table) {
    if table.turn() % key("every") != 0 { return; }
    let is_free = |square| table.content(square) == "empty" && table.facing(square).is_empty();
    let free = table.squares().filter(is_free);
    if free.is_empty() { return; }
    let square = free[table.chance("rock", free.len())];
    table.block(square);
    table.tell("fell", #{ square: square });
}
"""


@pytest.fixture
def rules(tmp_path: Path) -> tsuro.RuleSet:
    (tmp_path / "rocks.toml").write_text(TEXT)
    (tmp_path / "rocks.rhai").write_text(SCRIPT)
    return tsuro.RuleSet.from_file(tmp_path / "rocks.toml")


def test_a_rule_set_with_a_script_is_simulated(rules: tsuro.RuleSet) -> None:
    results = tsuro.simulate(rules, bots=["greedy", "random"], games=20, seed="rocks")
    assert results.games == 20


def test_the_keys_of_a_script_are_explained_with_its_rule_set(rules: tsuro.RuleSet) -> None:
    (every,) = tsuro.keys("rule.rocks.every", rules)
    assert (
        every["rule"] == "rocks"
        and every["values"] == "a whole number from 1 to 20"
        and every["default"] == "4"
    )
    assert [key["rule"] for key in tsuro.keys("every", "classic+tide")] == ["tsunami", "tide"]
    with pytest.raises(tsuro.RuleSetError):
        tsuro.keys("rule.rocks.every")


def test_a_game_with_a_script_is_played_saved_and_replayed(
    rules: tsuro.RuleSet, tmp_path: Path
) -> None:
    game = tsuro.Game(rules, players=3, seed="rocks")
    while not game.over:
        game.play(game.choices()[0])
        if game.turn == 2:
            game = pickle.loads(pickle.dumps(game))
    record = game.record()
    assert '"fell"' in record and "const RULE" in record
    # The record carries the script, and needs no file.
    for file in tmp_path.iterdir():
        file.unlink()
    again = tsuro.Game.from_record(record)
    assert again.record() == record and again.rules["rule.every"] == 3


def test_problems_of_a_script_have_their_place(tmp_path: Path) -> None:
    (tmp_path / "rocks.toml").write_text(TEXT)
    (tmp_path / "rocks.rhai").write_text(SCRIPT.replace("table.block(", "table.blok("))
    with pytest.raises(tsuro.RuleSetError) as raised:
        tsuro.RuleSet.from_file(tmp_path / "rocks.toml")
    (problem,) = raised.value.problems
    assert (
        problem.did_you_mean == "block" and problem.line == 16 and "rocks.rhai" in str(raised.value)
    )
    (tmp_path / "rocks.rhai").rename(tmp_path / "stones.rhai")
    (tmp_path / "rocks.toml").write_text(TEXT.replace("rocks.rhai", "stone.rhai"))
    with pytest.raises(tsuro.RuleSetError) as raised:
        tsuro.RuleSet.from_file(tmp_path / "rocks.toml")
    assert raised.value.problems[0].did_you_mean == "stones.rhai"


def test_a_script_is_read_from_the_folder_of_its_rule_set_alone(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (tmp_path / "rocks.rhai").write_text(SCRIPT)
    (folder / "link.rhai").symlink_to(tmp_path / "rocks.rhai")
    for name in ["../rocks.rhai", "link.rhai", str(tmp_path / "rocks.rhai")]:
        (folder / "rocks.toml").write_text(TEXT.replace("rocks.rhai", name))
        with pytest.raises(tsuro.RuleSetError) as raised:
            tsuro.RuleSet.from_file(folder / "rocks.toml")
        assert "RULE" not in str(raised.value)
