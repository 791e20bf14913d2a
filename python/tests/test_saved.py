"""Policies in folders: saved, loaded, and refused where they do not fit."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tsuro

Save = Callable[..., Path]
Files = Callable[[int], dict[str, str]]


def test_a_policy_that_was_saved_plays_like_before(save: Save, tmp_path: Path) -> None:
    path = save(tmp_path / "best", options={"power": 2})
    assert path == tmp_path / "best"
    # Nothing is left beside it, and loading leaves nothing either.
    bot = tsuro.load_policy(path)
    assert [each.name for each in tmp_path.iterdir()] == ["best"]
    assert {each.name for each in path.iterdir()} == {"policy.json", "policy.py", "weights.json"}
    assert (bot.name, bot.form, bot.outlook, bot.knowledge) == ("best", "tokens", False, False)
    assert bot.folder == path and bot.tables[0][0] == "classic" and bot.tables[0][2] == (2, 3)
    report = tsuro.tournament("classic", bots=[bot, "random"], players=2, games=20, seed=1)
    assert report.bots == ("policy:best", "random")
    same = tsuro.PolicyBot(bot.policy, "best", form="tokens")
    again = tsuro.tournament("classic", bots=[same, "random"], players=2, games=20, seed=1)
    assert report.to_json() == again.to_json()


def test_policies_in_files_of_the_same_name_do_not_meet(
    save: Save, small_files: Files, tmp_path: Path
) -> None:
    one, other = (tsuro.load_policy(save(tmp_path / str(seed), seed)) for seed in (1, 2))
    assert not np.array_equal(one.policy.weights, other.policy.weights)  # type: ignore[union-attr]
    assert type(one.policy) is not type(other.policy)
    files = small_files(1)
    files["policy.py"] = files["policy.py"].replace("argmax", "argmin").replace(", -1)", ", 2)")
    third = tsuro.load_policy(save(tmp_path / "3", files=files))
    mask = np.ones(188, np.uint8)
    assert one.act(mask, mask) != third.act(mask, mask)
    assert len({bot.digest for bot in (one, other, third)}) == 3


def test_the_digest_is_that_of_the_content_and_not_of_the_name(save: Save, tmp_path: Path) -> None:
    one, other = (tsuro.load_policy(save(tmp_path / name)) for name in ("one", "other"))
    assert one.digest == other.digest and one.name != other.name
    assert tsuro.load_policy(save(tmp_path / "power", options={"power": 2})).digest != one.digest


@pytest.mark.parametrize(
    ("rules", "players", "why"),
    [
        ("classic", 4, "was saved for 2 or 3 players, not for 4"),
        (
            "classic+hand=4",
            2,
            r"was saved for classic \(hash 44136fa355b3\), not for classic\+hand",
        ),
        ("seas", 2, r"not for seas \(hash"),
    ],
)
def test_a_saved_policy_is_refused_at_other_tables(
    save: Save, rules: str, players: int, why: str, tmp_path: Path
) -> None:
    bot = tsuro.load_policy(save(tmp_path / "best"))
    with pytest.raises(tsuro.SavedPolicyError, match=why):
        tsuro.tournament(rules, bots=[bot, "random"], players=players, games=10)
    with pytest.raises(tsuro.SavedPolicyError, match=why):
        tsuro.simulate(rules, bots=bot, players=players, games=10)
    with pytest.raises(tsuro.SavedPolicyError, match=why):
        tsuro.compare(rules, bots=bot, players=players, games=10)
    with pytest.raises(tsuro.SavedPolicyError, match=why):
        tsuro.VectorEnv(rules, players, 4, opponent=bot)
    with pytest.raises(tsuro.SavedPolicyError, match=why):
        bot.warm_up(rules, players)
    tsuro.VectorEnv("classic", 2, 4, opponent=bot).reset(seed=1)


def test_a_saved_policy_is_refused_as_an_opponent_at_other_tables(
    save: Save, tmp_path: Path
) -> None:
    gymnasium = pytest.importorskip("tsuro.gymnasium")
    bot = tsuro.load_policy(save(tmp_path / "best"))
    doors: list[Callable[[str, int], Any]] = [
        lambda rules, players: gymnasium.TsuroEnv(rules, players, opponent=bot),
        lambda rules, players: gymnasium.TsuroVectorEnv(2, rules, players, opponent=bot),
        lambda rules, players: tsuro.MixedEnv([(rules, players)], None, 2, opponent=bot),
    ]
    for door in doors:
        with pytest.raises(tsuro.SavedPolicyError, match=r"not for seas \(hash"):
            door("seas", 2)
        with pytest.raises(tsuro.SavedPolicyError, match="for 2 or 3 players, not for 4"):
            door("classic", 4)
        door("classic", 2).reset(seed=1)


def test_other_arrays_than_those_it_was_saved_for_are_refused(save: Save, tmp_path: Path) -> None:
    path = save(tmp_path / "best")
    document = json.loads((path / "policy.json").read_text())
    (table,) = document["tables"].values()
    table["players"]["2"] = "0" * 64
    (path / "policy.json").write_text(json.dumps(document))
    bot = tsuro.load_policy(path)
    with pytest.raises(tsuro.SavedPolicyError, match="other arrays than those of this version"):
        bot.warm_up("classic", 2)
    bot.warm_up("classic", 3)
    # Nobody has to warm it up.
    for door in (
        lambda: tsuro.tournament("classic", bots=[bot, "random"], players=2, games=10),
        lambda: tsuro.simulate("classic", bots=bot, players=2, games=10),
        lambda: tsuro.VectorEnv("classic", 2, 4, opponent=bot),
        lambda: tsuro.league("classic", players=2).add(bot),
    ):
        with pytest.raises(tsuro.SavedPolicyError, match="other arrays than those of this version"):
            door()


def test_the_arrays_of_rules_in_a_file_are_checked_at_the_warm_up(
    save: Save, tmp_path: Path
) -> None:
    text = tsuro.RuleSet.load("classic+hand=2").to_toml()
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    rules = tsuro.RuleSet.from_file(tmp_path / "mine.toml")
    path = save(tmp_path / "best", rules=rules)
    document = json.loads((path / "policy.json").read_text())
    (table,) = document["tables"].values()
    table["players"]["2"] = "0" * 64
    (path / "policy.json").write_text(json.dumps(document))
    bot = tsuro.load_policy(path)
    tsuro.simulate(rules, bots=bot, players=3, games=2)
    with pytest.raises(tsuro.SavedPolicyError, match="other arrays than those of this version"):
        bot.warm_up(rules, 2)


def test_other_words_for_the_same_arrays_change_nothing(
    save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tsuro import _saved

    bot = tsuro.load_policy(save(tmp_path / "best"))

    class Reworded:
        def __init__(self, *table: Any) -> None:
            self.document = tsuro._core.GameArrays(*table).describe()

        def describe(self) -> dict[str, Any]:
            for each in [*self.document["fields"], *self.document["actions"]["groups"]]:
                each["meaning"] += ", in other words"
            return self.document

    monkeypatch.setattr(_saved, "GameArrays", Reworded)
    _saved._named_layout_hash.cache_clear()
    bot.warm_up("classic", 2)
    _saved._named_layout_hash.cache_clear()


def test_a_warm_up_asks_once_and_changes_no_game(save: Save, tmp_path: Path) -> None:
    bot = tsuro.load_policy(save(tmp_path / "best"))
    bot.warm_up("classic", 2)
    assert bot.policy.asked == 1  # type: ignore[union-attr]


NO_LAYOUTS: list[Any] = [0, 3, True, "1", None, []]


def edited(key: str, value: Any) -> Any:
    return lambda document: {**document, key: value}


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (lambda document: [], "is not a saved policy"),
        (lambda document: {}, "is not a saved policy: KeyError"),
        (edited("tsuro_policy", 2), "has version 2, and this package reads 1"),
        (edited("entry", "policy.py"), "'policy.py:load' or 'module:load' is needed"),
        (edited("entry", "other.py:load"), "there is no 'other.py' among the files"),
        (edited("entry", "policy.py:nothing"), "raised AttributeError"),
        (edited("entry", "no_such_module:load"), "raised ModuleNotFoundError: No module named"),
        (edited("options", {"strength": 2}), r"raised TypeError: load\(\) got an unexpected"),
        (edited("options", 3), "is not a saved policy"),
        (edited("form", "images"), "is not a saved policy"),
        (edited("outlook", 1), "is not a saved policy"),
        *((edited("layout", layout), "is not a saved policy: .*layout") for layout in NO_LAYOUTS),
        (edited("tables", {"abc": {"name": "classic", "players": {"two": ""}}}), "is not a saved"),
        (edited("files", {"../policy.py": "", "policy.py": ""}), "is not the path of a file in"),
        (edited("files", {"/etc/passwd": "", "policy.py": ""}), "is not the path of a file in"),
        (edited("name", "a+b"), "name: 1 to 40 printable characters are needed"),
    ],
)
def test_a_damaged_folder_is_refused(save: Save, edit: Any, why: str, tmp_path: Path) -> None:
    path = save(tmp_path / "best")
    document = edit(json.loads((path / "policy.json").read_text()))
    (path / "policy.json").write_text(json.dumps(document))
    with pytest.raises((tsuro.SavedPolicyError, tsuro.ArgumentError), match=why):
        tsuro.load_policy(path)


def test_files_that_were_altered_or_are_missing_are_refused(save: Save, tmp_path: Path) -> None:
    path = save(tmp_path / "best")
    with (path / "weights.json").open("a") as file:
        file.write(" ")
    with pytest.raises(tsuro.SavedPolicyError, match="weights.json was altered after the policy"):
        tsuro.load_policy(path)
    (path / "weights.json").unlink()
    with pytest.raises(tsuro.SavedPolicyError, match="the file weights.json is missing"):
        tsuro.load_policy(path)
    for text in (b"", b"{", b"\xff", b"[" * 100_000):
        (path / "policy.json").write_bytes(text)
        with pytest.raises(tsuro.SavedPolicyError, match="policy.json is not a saved policy"):
            tsuro.load_policy(path)
    with pytest.raises(FileNotFoundError):
        tsuro.load_policy(tmp_path / "nothing")


def test_what_its_code_raises_is_the_cause(save: Save, tmp_path: Path) -> None:
    path = save(
        tmp_path / "a", files={"policy.py": "def load(folder):\n    raise OSError('gone')\n"}
    )
    with pytest.raises(tsuro.SavedPolicyError, match="policy.py:load raised OSError: gone") as why:
        tsuro.load_policy(path)
    assert isinstance(why.value.__cause__, OSError)
    ends = "import sys\ndef load(folder):\n    sys.exit('other weights')\n"
    with pytest.raises(tsuro.SavedPolicyError, match="raised SystemExit: other weights"):
        tsuro.load_policy(save(tmp_path / "c", files={"policy.py": ends}))
    path = save(tmp_path / "b", files={"policy.py": "def load(folder):\n    return 3\n"})
    with pytest.raises(tsuro.SavedPolicyError, match="a function or an object with `act`"):
        tsuro.load_policy(path)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"players": []}, "at least one table"),
        ({"rules": []}, "at least one table"),
        ({"players": 9}, "players: 9 players, where 2 to 8 can play"),
        ({"form": "images"}, "form: "),
        ({"options": {"a": object()}}, "options: they cannot be written as JSON"),
        ({"options": {"a": float("nan")}}, "options: they cannot be written as JSON"),
        ({"options": {"not a name": 1}}, "options: each needs a name"),
        ({"files": {"policy.json": "{}"}}, "is not the path of a file in the folder"),
        ({"files": {"a/../b": ""}}, "is not the path of a file in the folder"),
        ({"files": {}}, "there is no 'policy.py' among the files"),
        ({"name": "policy:x"}, "name: 1 to 40"),
    ],
)
def test_what_cannot_be_saved_is_refused_and_leaves_nothing(
    save: Save, options: dict[str, Any], why: str, tmp_path: Path
) -> None:
    with pytest.raises(tsuro.Error, match=why):
        save(tmp_path / "best", **options)
    assert not list(tmp_path.iterdir())


def test_a_folder_is_replaced_only_with_force(save: Save, tmp_path: Path) -> None:
    path = save(tmp_path / "best", 1)
    before = tsuro.load_policy(path).digest
    with pytest.raises(FileExistsError, match="force=True replaces it"):
        save(path, 2)
    assert tsuro.load_policy(path).digest == before
    save(path, 2, force=True)
    assert tsuro.load_policy(path).digest != before
    assert [each.name for each in tmp_path.iterdir()] == ["best"]


@pytest.mark.parametrize("full", [1, 2, 3])
def test_a_full_disk_leaves_what_was_there(
    save: Save, full: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(tmp_path / "best", 1)
    before = tsuro.load_policy(path).digest
    synced: list[int] = []

    def fsync(file: int) -> None:
        synced.append(file)
        if len(synced) == full:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(OSError, match="No space left on device"):
        save(path, 2, force=True)
    assert tsuro.load_policy(path).digest == before
    assert [each.name for each in tmp_path.iterdir()] == ["best"]


def test_saved_policies_are_listed_by_their_numbers(save: Save, tmp_path: Path) -> None:
    for name in ("step-10", "step-9", "step-100", "a"):
        save(tmp_path / name)
    (tmp_path / "notes").mkdir()
    # Another process is saving this one.
    (tmp_path / "step-9").rename(tmp_path / ".step-11.77.tmp")
    save(tmp_path / "step-9")
    (tmp_path / "file").touch()
    found = [path.name for path in tsuro.saved_policies(tmp_path)]
    assert found == ["a", "step-9", "step-10", "step-100"]


def test_modules_that_can_be_imported_make_policies_too(
    small_files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = small_files(1)
    (tmp_path / "my_nets.py").write_text(files["policy.py"])
    monkeypatch.syspath_prepend(tmp_path)
    path = tsuro.save_policy(
        tmp_path / "best",
        "my_nets:load",
        rules=["classic", "classic+hand=4"],
        players=2,
        files={
            "weights.json": files["weights.json"].encode(),
            "notes/origin.txt": tmp_path / "my_nets.py",
        },
        form="tokens",
    )
    bot = tsuro.load_policy(path, "again")
    assert bot.name == "again" and (path / "notes/origin.txt").read_text() == files["policy.py"]
    for rules in ("classic", "classic+hand=4"):
        tsuro.simulate(rules, bots=bot, players=2, games=4, seed=1)


def test_a_saved_policy_is_served_from_the_command_line(save: Save, tmp_path: Path) -> None:
    path = save(tmp_path / "best", form="tokens", players=2)
    game = tsuro.Game("classic", 2, 1)
    marks = [{"mark": choice.at} for choice in game.choices() if isinstance(choice, tsuro.Mark)]
    request = json.dumps(
        {
            "protocol": 1,
            "rules_hash": game.rules.hash,
            "decision": "start",
            "events": game.events(seat=0),
            "sees": game.observe(0),
            "choices": marks,
            "random": 7,
        }
    )
    done = subprocess.run(
        [sys.executable, "-m", "tsuro", "serve", str(path)],
        input=request,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert 0 <= int(done.stdout) < len(marks)
    other = subprocess.run(
        [sys.executable, "-m", "tsuro", "serve", str(path), "--rules", "seas"],
        input="",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert other.returncode == 1 and "was saved for classic" in other.stderr


def test_a_bot_that_an_entry_returns_has_the_options_that_were_saved(
    save: Save, small_files: Files, tmp_path: Path
) -> None:
    files = small_files(1)
    files["policy.py"] += (
        "\n\ndef bot(folder):\n    import tsuro\n\n"
        "    return tsuro.PolicyBot(load(folder), form='tokens')\n"
    )
    tsuro.save_policy(
        tmp_path / "same", "policy.py:bot", rules="classic", players=2, files=files, form="tokens"
    )
    assert tsuro.load_policy(tmp_path / "same").form == "tokens"
    tsuro.save_policy(tmp_path / "other", "policy.py:bot", rules="classic", players=2, files=files)
    with pytest.raises(tsuro.SavedPolicyError, match="saved with form='planes', .* one with form="):
        tsuro.load_policy(tmp_path / "other")


def test_a_saved_policy_is_served_at_its_tables_alone(save: Save, tmp_path: Path) -> None:
    bot = tsuro.load_policy(save(tmp_path / "best"))
    for rules, players in (("seas", 2), ("classic", 4)):
        with pytest.raises(tsuro.SavedPolicyError, match="was saved for"):
            tsuro.serve(bot, rules, players, requests=io.StringIO(), answers=io.StringIO())
    tsuro.serve(bot, "classic", 2, requests=io.StringIO(), answers=io.StringIO())


def test_a_folder_without_a_policy_is_never_replaced(save: Save, tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "text").write_text("three years")
    with pytest.raises(FileExistsError, match=r"thesis has no policy.json"):
        save(tmp_path / "thesis", force=True)
    assert (tmp_path / "thesis" / "text").read_text() == "three years"
    assert [each.name for each in tmp_path.iterdir()] == ["thesis"]


def test_the_old_policy_comes_back_if_the_new_one_cannot_be_moved(
    save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(tmp_path / "best")
    digest = tsuro.load_policy(path).digest
    rename = Path.rename

    def fails(one: Path, other: Path) -> Path:
        if one.name == "new":
            raise OSError(errno.EIO, "the disk is broken")
        return rename(one, other)

    monkeypatch.setattr(Path, "rename", fails)
    with pytest.raises(OSError, match="the disk is broken"):
        save(path, 2, force=True)
    assert tsuro.load_policy(path).digest == digest
    assert [each.name for each in tmp_path.iterdir()] == ["best"]


def test_a_saved_policy_without_a_layout_has_layout_1(save: Save, tmp_path: Path) -> None:
    path = save(tmp_path / "best")
    document = json.loads((path / "policy.json").read_text())
    del document["layout"]
    (path / "policy.json").write_text(json.dumps(document))
    assert tsuro.load_policy(path).layout_version == 1


def test_a_policy_with_layout_2_is_saved_for_its_arrays(save: Save, tmp_path: Path) -> None:
    bot = tsuro.load_policy(save(tmp_path / "best", layout=2))
    assert bot.layout_version == 2
    bot.warm_up("classic", 2)
    tsuro.simulate("classic", players=2, bots=bot, games=2)
    one = tsuro.load_policy(save(tmp_path / "other"))
    assert one.digest != bot.digest
