"""Rule sets: loaded, refused with problems, compared, written and pickled."""

from __future__ import annotations

import pickle
import tomllib
from pathlib import Path

import pytest

import tsuro

FRIDAY = """schema = 1
extends = "classic"
title = "Friday"
summary = "As we play it on Fridays."

[tiles]
hand = 2
"""


def test_the_rule_sets_of_the_package_can_be_played() -> None:
    for rules in tsuro.rule_sets() + tsuro.house_rules():
        assert rules.title and rules.summary and rules.players and len(rules.hash) == 64
        game = tsuro.Game(rules, rules.players[0], "any text")
        assert game.choices()
        assert tsuro.RuleSet.load(rules.name) == rules
    assert [rules.name for rules in tsuro.rule_sets()][:2] == ["classic", "classic-advanced"]
    house_rules = [rules.name for rules in tsuro.house_rules()]
    assert "big-board" in house_rules
    # House rules in scripts are among them, and are mixed into others as all are.
    for name in ("tide", "auction", "bounty", "ko", "wind", "thief", "harbour", "bid"):
        assert name in house_rules
    assert tsuro.RuleSet.load("seas+tide+every=5")["rule.every"] == 5
    with pytest.raises(tsuro.RuleSetError, match="placement.rule"):
        tsuro.RuleSet.load("classic+truce+ko")


def test_references_mix_and_change() -> None:
    rules = tsuro.RuleSet.load("classic+big-board+hand=4")
    assert (
        rules.name == "classic+big-board+hand=4"
        and rules["tiles.hand"] == 4
        and rules["board.columns"] > 6
    )
    assert (
        str(rules) == rules.title and repr(rules) == f"<tsuro.RuleSet {rules.name}, 2 to 8 players>"
    )
    assert rules != tsuro.RuleSet.load("classic") and rules == tsuro.RuleSet.load(
        "classic+hand=4+big-board"
    )
    assert len({rules, tsuro.RuleSet.load("classic+hand=4+big-board")}) == 1
    with pytest.raises(KeyError, match="tiles.hands"):
        rules["tiles.hands"]
    assert rules != 3 and rules.__eq__(3) is NotImplemented


def test_a_rule_set_tells_what_it_is() -> None:
    rules = tsuro.RuleSet.from_text(FRIDAY, "friday")
    assert (rules.name, rules.title, rules.summary) == (
        "friday",
        "Friday",
        "As we play it on Fridays.",
    )
    assert (
        rules.players == (2, 3, 4, 5, 6, 7, 8)
        and rules.warnings == ()
        and isinstance(rules.source, str)
    )
    assert rules.to_dict()["tiles"]["hand"] == 2
    written = tomllib.loads(rules.to_toml())
    assert written["tiles"]["hand"] == 2 and "extends" not in written
    assert "friday:7" in rules.to_toml(provenance=True)
    assert tsuro.RuleSet.from_text(rules.to_toml()) == rules


def test_problems_come_with_place_and_advice() -> None:
    text = 'schema = 1\nextends = "classic"\n[tiles]\nhnad = 2\nopen = 3\n'
    with pytest.raises(tsuro.RuleSetError) as raised:
        tsuro.RuleSet.from_text(text, "mine")
    unknown, wrong = raised.value.problems
    assert (unknown.code, unknown.severity, unknown.did_you_mean) == (
        "unknown-key",
        "error",
        "hand",
    )
    assert (unknown.file, unknown.line, unknown.column) == ("mine", 4, 1)
    assert (wrong.code, wrong.key, wrong.line) == ("wrong-type", "tiles.open", 5) and wrong.expected
    assert str(raised.value) == f"{unknown}\n{wrong}" and "mine:4:1: error[unknown-key]" in str(
        unknown
    )
    again = pickle.loads(pickle.dumps(raised.value))
    assert again.problems == raised.value.problems and str(again) == str(raised.value)


def test_problems_of_a_reference_have_a_place_in_it() -> None:
    with pytest.raises(tsuro.RuleSetError) as raised:
        tsuro.RuleSet.load("classic+hand=99")
    (problem,) = raised.value.problems
    assert (problem.code, problem.file, problem.column, problem.expected) == (
        "out-of-range",
        "reference",
        14,
        "1 to 5",
    )
    with pytest.raises(tsuro.RuleSetError) as raised:
        tsuro.Game("sees")
    (problem,) = raised.value.problems
    assert (problem.code, problem.did_you_mean, problem.file, problem.line) == (
        "not-found",
        "seas",
        None,
        None,
    )


def test_warnings_do_not_prevent_playing() -> None:
    rules = tsuro.RuleSet.from_text('schema = 1\nname = "seas"\nextends = "classic"\n')
    assert [warning.code for warning in rules.warnings] == ["name-taken"]
    assert rules.warnings[0].severity == "warning" and rules.warnings[0].advice


def test_every_bad_rule_set_of_the_corpus_is_refused_or_warned_about(corpus: Path) -> None:
    files = sorted((corpus / "bad-rulesets").rglob("*.toml"))
    assert len(files) > 20
    refused = 0
    for file in files:
        for as_text in (False, True):
            try:
                if as_text:
                    tsuro.RuleSet.from_text(file.read_text(encoding="utf-8"))
                else:
                    tsuro.RuleSet.from_file(file)
            except tsuro.RuleSetError as error:
                refused += 1
                assert error.problems and str(error)
            except UnicodeDecodeError:
                pass
    assert refused > len(files)


@pytest.mark.parametrize(
    "text",
    ["", "\0", "[", "=" * 1000, "a = " + "[" * 5000, "x = 1\n" * 3000, "schema = 2", "\ufeff"],
)
def test_hostile_texts_are_refused(text: str) -> None:
    with pytest.raises(tsuro.RuleSetError):
        tsuro.RuleSet.from_text(text)


@pytest.mark.parametrize(
    "reference",
    [
        "",
        "+",
        "classic+",
        "classic+=",
        "classic+hand",
        "+" * 10_000,
        "../classic",
        "/etc/passwd",
        "classic.toml",
        "x" * 100_000,
    ],
)
def test_hostile_references_are_refused_and_open_no_file(
    reference: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "classic.toml").write_text(FRIDAY, encoding="utf-8")
    with pytest.raises(tsuro.RuleSetError):
        tsuro.RuleSet.load(reference)


def test_a_file_may_extend_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "friday.toml").write_text(FRIDAY, encoding="utf-8")
    child = tmp_path / "child.toml"
    child.write_text(
        'schema = 1\nextends = "./friday.toml"\n[board]\ncolumns = 7\n', encoding="utf-8"
    )
    rules = tsuro.RuleSet.from_file(child)
    assert rules.name == "child" and rules["tiles.hand"] == 2 and rules["board.columns"] == 7
    changed = tsuro.RuleSet.from_file(str(child), "hand=1")
    assert changed["tiles.hand"] == 1 and changed.name == "child+hand=1"
    with pytest.raises(tsuro.RuleSetError, match="nothing follows"):
        tsuro.RuleSet.from_file(child, "hand=1+")
    # A text has no folder, so it cannot name files.
    with pytest.raises(tsuro.RuleSetError):
        tsuro.RuleSet.from_text(child.read_text(encoding="utf-8"))


def test_nothing_is_shown_of_a_file_outside_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text('password = "tea"\n', encoding="utf-8")
    folder = tmp_path / "folder"
    folder.mkdir()
    file = folder / "mine.toml"
    file.write_text('schema = 1\nextends = "../secret.toml"\n', encoding="utf-8")
    with pytest.raises(tsuro.RuleSetError) as raised:
        tsuro.RuleSet.from_file(file)
    assert "tea" not in str(raised.value) and "password" not in repr(raised.value.problems)


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "binary.toml").write_bytes(b"a = \xff")
    (tmp_path / "large.toml").write_bytes(b"#" * (1024 * 1024 + 1))
    for name, code in [
        ("none.toml", "not-found"),
        ("folder.toml", "unreadable"),
        ("binary.toml", "unreadable"),
        ("large.toml", "unreadable"),
    ]:
        with pytest.raises(tsuro.RuleSetError) as raised:
            tsuro.RuleSet.from_file(tmp_path / name)
        assert [problem.code for problem in raised.value.problems] == [code]
    with pytest.raises(tsuro.ArgumentError, match="ends in .toml"):
        tsuro.RuleSet.from_file(tmp_path / "friday.txt")
    with pytest.raises(TypeError):
        tsuro.RuleSet.from_file(3)  # type: ignore[arg-type]


def test_differences_are_told_key_by_key() -> None:
    classic = tsuro.RuleSet.load("classic")
    (difference,) = classic.diff("classic+hand=4")
    assert (difference.key, difference.values, difference.words) == (
        "tiles.hand",
        (3, 4),
        ("3", "4"),
    )
    assert difference.doc == "Tiles in a hand" and str(difference) == "tiles.hand: 3 / 4"
    assert "classic+hand=4: 4" in classic.diff_text(tsuro.RuleSet.load("classic+hand=4"))
    assert classic.diff(classic) == () and "are the same rules" in classic.diff_text("classic")
    assert len(classic.diff("seas")) > 5
    with pytest.raises(TypeError):
        classic.diff(3)  # type: ignore[arg-type]


def test_rule_sets_are_pickled_with_their_hash(tmp_path: Path) -> None:
    file = tmp_path / "friday.toml"
    file.write_text(FRIDAY, encoding="utf-8")
    record = tsuro.Game("seas+hand=2", 3).record()
    for rules in (
        tsuro.RuleSet.load("seas+hand=4"),
        tsuro.RuleSet.from_text(FRIDAY, "friday"),
        tsuro.RuleSet.from_file(file, "hand=1"),
        tsuro.Game.from_record(record).rules,
    ):
        again = pickle.loads(pickle.dumps(rules))
        assert again == rules and again.name == rules.name
    function, (version, kind, name, text, _) = tsuro.RuleSet.load("seas").__reduce__()
    with pytest.raises(tsuro.SnapshotError, match="was pickled with the rules 000000000000"):
        function(version, kind, name, text, "000000000000")
    with pytest.raises(tsuro.SnapshotError, match="version"):
        function(version + 1, kind, name, text, "000000000000")
    for number in (-1, 2**32, 2**64, 10**5000):
        with pytest.raises(tsuro.SnapshotError, match="a rule set was pickled in version "):
            function(number, kind, name, text, "000000000000")


def test_the_keys_and_the_schema_describe_the_language() -> None:
    keys = tsuro.keys()
    names = {key["key"] for key in keys}
    assert len(keys) > 40 and {"tiles.hand", "board.columns", "draw.rule"} <= names
    (hand,) = tsuro.keys("tiles.hand")
    assert hand["default"] == "3" and hand["doc"]
    with pytest.raises(tsuro.RuleSetError) as raised:
        tsuro.keys("tiles.hnad")
    assert raised.value.problems[0].code == "unknown-key"
    schema = tsuro.schema()
    assert "draft-07" in schema["$schema"] and "tiles" in schema["properties"]
